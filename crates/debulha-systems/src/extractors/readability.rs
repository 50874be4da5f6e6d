//! `readability`: what Mozilla's Readability.js keeps of a page.

mod attempt;
mod candidates;
mod clean;
mod marks;
mod measure;
mod patterns;
mod prepare;
mod strip;
#[cfg(test)]
mod tests;
mod title;

use crate::features::edit_tree::EditTree;
use attempt::{Article, Attempt, Means, Memory, Trace};
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::{NameId, Namespace, NodeId, names};
use prepare::PreparedPage;
use title::TitleMetadata;

params! {
    /// Parameters of `readability`. All defaults are the program's \[mozilla2025\]; lengths are in UTF-16 code units.
    pub struct ReadabilityParams {
        /// Length of an article that is believed; shorter ones are tried again with milder means.
        pub char_threshold: u32 = 500, range: 0..=1_000_000;
        /// Candidates that are compared for a better one above them.
        pub n_top_candidates: usize = 5, range: 1..=1_000;
        /// Added to the link densities from which on an element is suspicious.
        pub link_density_modifier: f64 = 0.0, range: -1.0..=1.0;
        /// Whether the first attempt removes elements whose class, id or role is unlikely for content.
        pub strip_unlikely: bool = true;
        /// Whether class and id weigh for and against elements.
        pub weight_classes: bool = true;
        /// Whether suspicious forms, tables, lists and divisions of the article are removed.
        pub clean_conditionally: bool = true;
        /// Length of a text that counts as the author's name is shorter than this.
        pub byline_chars: u32 = 100, range: 1..=1_000_000;
        /// A heading repeats the title if more than this share of it does.
        pub title_similarity: f64 = 0.75, range: 0.0..=1.0;
        /// Shortest text that gives points.
        pub min_paragraph_chars: u32 = 25, range: 0..=1_000_000;
        /// Length of text for one point.
        pub chars_per_point: u32 = 100, range: 1..=1_000_000;
        /// Most points for length.
        pub max_length_points: u32 = 3, range: 0..=1_000_000;
        /// Levels above a text that get points.
        pub scored_ancestors: usize = 5, range: 1..=64;
        /// From the third level on, points are divided by this times the level; by 2 at the second.
        pub ancestor_divisor: f64 = 3.0, range: 0.1..=1_000.0;
        /// Points for a class or an id that speaks for content; taken off where it speaks against.
        pub class_weight: f64 = 25.0, range: 0.0..=1_000.0;
        /// What a link to a place on the same page counts by its length.
        pub same_page_link: f64 = 0.3, range: 0.0..=1.0;
        /// Link density below which a division is a paragraph, and a paragraph beside the article belongs to it.
        pub paragraph_links: f64 = 0.25, range: 0.0..=1.0;
        /// Score of a candidate, by that of the best, from which on it is a rival.
        pub alternative_share: f64 = 0.75, range: 0.0..=1.0;
        /// Rivals that an ancestor of the best candidate holds to be taken in its place.
        pub min_alternatives: usize = 3, range: 1..=1_000;
        /// Score of an ancestor, by that of the best candidate, below which none further up is looked at.
        pub climb_share: f64 = 1.0 / 3.0, range: 0.0..=1.0;
        /// Least score of a sibling that belongs to the article.
        pub min_sibling_score: f64 = 10.0, range: 0.0..=1_000.0;
        /// The same by the score of the top candidate; also a sibling's bonus for the same class.
        pub sibling_share: f64 = 0.2, range: 0.0..=1.0;
        /// Length above which a paragraph beside the top candidate belongs to the article; shorter ones if they are
        /// a sentence without links.
        pub sibling_chars: u32 = 80, range: 0..=1_000_000;
        /// Length of text below which an element for sharing the page is removed.
        pub share_chars: u32 = 500, range: 0..=1_000_000;
        /// Levels above an element where a table, code or a figure protects it.
        pub near_ancestors: usize = 4, range: 0..=64;
        /// Commas from which on an element is not suspicious.
        pub min_commas: u32 = 10, range: 0..=1_000_000;
        /// Share of text in lists above which an element counts as one.
        pub list_share: f64 = 0.9, range: 0.0..=1.0;
        /// Least paragraphs for each image.
        pub min_paragraphs_per_image: f64 = 0.5, range: 0.0..=1_000.0;
        /// List items outside of lists that need no paragraphs.
        pub spare_items: u32 = 100, range: 0..=1_000_000;
        /// Paragraphs for each input.
        pub paragraphs_per_input: u32 = 3, range: 1..=1_000_000;
        /// Length below which an element with a link is suspicious.
        pub min_block_chars: u32 = 25, range: 0..=1_000_000;
        /// Share of text in headings from which on it is not.
        pub heading_share: f64 = 0.9, range: 0.0..=1.0;
        /// Link density above which an element is suspicious.
        pub links_low_weight: f64 = 0.2, range: 0.0..=1.0;
        /// The same where class or id speak for it.
        pub links_high_weight: f64 = 0.5, range: 0.0..=1.0;
        /// Length below which an element with one embedded object is suspicious.
        pub embed_chars: u32 = 75, range: 0..=1_000_000;
    }
}

extractor! {
    /// Keeps the element whose paragraphs have most text and commas, and siblings like it, without their furniture.
    ///
    /// ## How it decides
    /// Scripts and styles go; two line breaks in a row begin a paragraph. Then, until the article has
    /// `char_threshold` characters, or no milder means is left and the longest one counts:
    ///
    /// 1. **Strip.** Elements go that are hidden by their own attributes, are the first byline (where the metadata
    ///    name no author), the first heading that repeats the title, or empty, and those whose class, id or role
    ///    is that of furniture. Phrasing in a `div` becomes a paragraph; a `div` without blocks becomes one.
    /// 2. **Score.** A paragraph, heading, cell or section of 25 characters has one point, one more for each piece
    ///    between commas, and one for each 100 characters up to 3. Its parent gets them all, the next ancestor half,
    ///    the three above them a sixth, a ninth, a twelfth. An element starts with points for its name (`div` 5,
    ///    `td` 3, `li` −3, `h2` −5, …) and 25 for and against its class and its id; at last the share of its text in
    ///    links is taken off.
    /// 3. **Choose.** The candidate with the most points; in its place an ancestor that holds three more with three
    ///    quarters of them, then one above it with more points, then the parent of an only child.
    /// 4. **Join.** Siblings of it with a fifth of its points, and paragraphs among them that read as text.
    /// 5. **Clean.** Forms, tables, lists and divisions with few commas go if class or id speak against them, or if
    ///    links, images, inputs, list items or embedded objects are too many for their text; tables of data stay.
    ///    So go objects, frames without a video, footers, asides, controls, elements for sharing, and headings whose
    ///    class speaks against them.
    ///
    /// The next attempt does not strip by class, id and role; the one after does not weigh them; the last does not
    /// clean by counts.
    /// ## Cost
    /// O(nodes + text) each attempt, at most four: about ten walks over a copy of the links, 24 bytes a node. The
    /// program measures text anew for each element that it asks about, which is quadratic in the depth.
    /// ## Differs from the paper
    /// There is none; the program is version 0.6. Steps that change no text are left out (addresses, attributes,
    /// names of headings, tables of one cell, nested divisions). Attempts start from the tree as prepared, not from
    /// its markup parsed again. White space is Unicode's, without U+FEFF and with U+0085. Of headings within
    /// headings, the outermost is compared with the title. Pages of frames have no content.
    /// ## Known failures
    /// Lists of links, products and threads: what is not one run of prose is cleaned away. Class names are
    /// believed: an article in an element called `widget` or `sidebar-content` may go.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::readability::Readability;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<ul class=menu><li><a href=1>Home</a></ul><div class=story>
    ///     <p>The harvest began early this year, to the surprise of many, and was good.</p>
    ///     <p>Rain is expected by Friday, and the barns, built of oak, are still half empty.</p>
    ///     <p class=share>Share this</p></div>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Readability::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert!(text.starts_with("The harvest") && text.ends_with("half empty."));
    /// ```
    /// ## References
    /// mozilla2025
    pub struct Readability(ReadabilityParams) {
        id: "readability",
        title: "Readability (Mozilla)",
        cite: ["mozilla2025"],
        provenance: Program,
        unit: Subtree,
        presets: [],
        why: explain,
    }
}

impl Readability {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let mut nodes = self.read(page, false).text_nodes;
        nodes.sort_unstable();
        Outcome::Labeled(Labels::from_text_nodes(page.document(), nodes))
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let doc = page.document();
        let article = self.read(page, true);
        let keeps = article.text_nodes.contains(&text_node);
        // The attempt as a whole, and what was done to the text or to what it is in.
        let concerns = |reason: &Reason| reason.rule == "attempt" || doc.contains(reason.node, text_node);
        let mut reasons: Vec<Reason> = article.reasons.into_iter().filter(concerns).collect();
        let is_told = reasons.last().is_some_and(|last| last.rule != "attempt" && last.keeps == keeps);
        if !is_told {
            let detail = if keeps { "left in the article" } else { "not in the article" };
            reasons.push(Reason { rule: "article", keeps, node: text_node, detail: detail.to_owned() });
        }
        reasons
    }

    /// The article of the first attempt that finds enough, or else the longest.
    fn read(&self, page: &Page<'_>, explains: bool) -> Article {
        let doc = page.document();
        let Some(body) = doc.body() else { return Article::default() };
        let ReadabilityParams { strip_unlikely, weight_classes, clean_conditionally, .. } = self.params;
        let prepared = PreparedPage::of(doc, &self.params);
        let stated = TitleMetadata::of(doc);
        let mut memory = Memory::default();
        let mut means = Some(Means { strip_unlikely, weight_classes, clean_conditionally });
        let mut longest = Article::default();
        while let Some(now) = means {
            let attempt = Attempt {
                params: &self.params,
                prepared: &prepared,
                stated: &stated,
                means: now,
                body,
                tree: prepared.tree.clone(),
                trace: Trace { is_on: explains, reasons: Vec::new() },
            };
            let article = attempt.run(&mut memory);
            if article.chars >= self.params.char_threshold {
                return article;
            }
            if article.chars > longest.chars {
                longest = article;
            }
            means = now.milder();
        }
        longest
    }
}

/// The name of an HTML element; elements of SVG and MathML have none here, as to the program, which asks for names
/// in capitals.
#[inline]
fn tag(tree: &EditTree<'_>, node: NodeId) -> NameId {
    if tree.is_new(node) || tree.document().namespace(node) == Namespace::Html {
        tree.name(node)
    } else {
        names::NONE
    }
}
