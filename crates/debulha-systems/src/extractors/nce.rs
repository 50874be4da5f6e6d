//! `nce`: the news content extractor, a separator node with its comments cut off and its title put before it.

mod comments;
mod separator;
mod title;

use comments::CommentCut;
use debulha_core::features::stats::Counts;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, choices, extractor, extractor::Preset, params};
use debulha_dom::NodeId;
use separator::SeparatorCandidate;

choices! {
    /// What α2 and α3 limit (A1): Δ is the parent's text without the node's.
    pub enum Roles {
        /// As the conditions are printed: Δ has link density ≥ α2 and size ≥ α3; a sibling is a rival if its size
        /// exceeds α2 and its link density is below α3, which at the defaults none is.
        Printed,
        /// As the prose describes: α2 is a link density and α3 a size in both conditions.
        Semantic,
        /// As the table of parameters names them: α2 is a share of the parent's size, α3 a link density.
        Table,
    }
}

choices! {
    /// Which text nodes may start the search for the separator (A2), by size ≥ α0.
    pub enum StartLeaf {
        /// The text node, or the text nodes of its parent together, which covers lines separated by `br`.
        LeafOrOwnText,
        /// The text node.
        TextNode,
        /// All text below the parent.
        ParentSubtree,
    }
}

choices! {
    /// Which separator is taken where leaves lead to several.
    pub enum SeparatorChoice {
        /// The first found in document order.
        First,
        /// The one with the most text.
        Largest,
    }
}

choices! {
    /// How the distance α6 is counted (A3).
    pub enum Distance {
        /// So many positions apart at most.
        AtMost,
        /// So many texts between them at most: one position more.
        StrictlyBetween,
    }
}

choices! {
    /// Which component of similar short texts is the list of comments (A4).
    pub enum CommentComponent {
        /// The first to reach three members while texts are read in order.
        FirstComponent,
        /// Of the whole graph, the one with the first member.
        FullGraph,
        /// None: comments are not looked for.
        Off,
    }
}

choices! {
    /// What sizes or similarities are counted in.
    pub enum TextUnit {
        /// Characters.
        Characters,
        /// Words.
        Words,
    }
}

choices! {
    /// Which way the word bound of titles goes (A5).
    pub enum TitleBound {
        /// A title has at most α8 words.
        AtMost,
        /// A title has at least α8 words, and at most `title_max_words`.
        AtLeast,
        /// No title is looked for.
        Off,
    }
}

choices! {
    /// Whether α0, α1, α7 and α9 themselves are large enough (A6).
    pub enum Bounds {
        /// They are.
        Inclusive,
        /// They are not.
        Exclusive,
    }
}

params! {
    /// Parameters of `nce`; Greek letters are those of the thesis, A1 … A7 readings of its ambiguities.
    pub struct NceParams {
        /// α0: size of a text that starts the search.
        pub min_leaf: u32 = 200, range: 0..=1_000_000;
        /// α1: size of a separator.
        pub min_separator: u32 = 600, range: 0..=1_000_000;
        /// α2: see `roles`.
        pub alpha2: f64 = 0.1, range: 0.0..=1e6;
        /// α3: see `roles`.
        pub alpha3: f64 = 0.0, range: 0.0..=1e6;
        /// What α2 and α3 limit.
        pub roles: Roles = Roles::Printed;
        /// Which text nodes start the search.
        pub leaf: StartLeaf = StartLeaf::LeafOrOwnText;
        /// Which separator is taken.
        pub choice: SeparatorChoice = SeparatorChoice::First;
        /// What α0, α1, α2 and α3 count sizes in (A7); link densities are always by characters.
        pub size_unit: TextUnit = TextUnit::Characters;
        /// Whether a bound itself is large enough.
        pub bounds: Bounds = Bounds::Inclusive;
        /// tr: largest link density of a kept child of the separator.
        pub max_link_density: f64 = 0.4, range: 0.0..=1.0;
        /// How the list of comments is found.
        pub comments: CommentComponent = CommentComponent::FirstComponent;
        /// α4: fewest characters of a comment's header.
        pub comment_min_chars: u32 = 30, range: 1..=1000;
        /// α5: most characters of a comment's header.
        pub comment_max_chars: u32 = 120, range: 1..=1000;
        /// α6: distance of headers that are compared.
        pub comment_distance: u32 = 5, range: 0..=100;
        /// How the distance is counted.
        pub distance: Distance = Distance::AtMost;
        /// α7: longest common subsequence by the shorter header, for headers to be alike.
        pub comment_similarity: f64 = 0.8, range: 0.0..=1.0;
        /// What the common subsequence is counted in.
        pub comment_unit: TextUnit = TextUnit::Characters;
        /// Least share of the text that must lie before the comments; a list that comes earlier is none.
        pub keep_at_least: f64 = 0.0, range: 0.0..=1.0;
        /// Which way the word bound of titles goes.
        pub title: TitleBound = TitleBound::AtMost;
        /// α8: words of a title.
        pub title_words: u32 = 4, range: 1..=100;
        /// Most words of a title where α8 is the fewest.
        pub title_max_words: u32 = 30, range: 1..=100;
        /// α9: least share of a title's words that occur in the text.
        pub title_overlap: f64 = 0.7, range: 0.0..=1.0;
    }
}

extractor! {
    /// Finds the node that separates an article from the rest, cuts its comments off, and puts the title before it.
    ///
    /// ## How it decides
    /// Sizes are characters; the link density of a text is the share of its characters inside `a`.
    ///
    /// 1. **Separator.** From each text node of size ≥ α0, in document order, the ancestors below `body` are tried
    ///    from the nearest up. The separator is the first that is no `p`, has size ≥ α1, whose parent has further
    ///    text of link density ≥ α2 and size ≥ α3, and that has at most one rival among its siblings. Its children
    ///    of link density ≤ tr are kept (all if there is none). Without a separator all of `body` is kept.
    /// 2. **Comments.** Of the nodes with α4 to α5 characters, those at most α6 apart are alike if their longest
    ///    common subsequence is ≥ α7 of the shorter. Once three hang together they are headers of comments: the
    ///    branch of the first, below the node that holds the first two, is cut off with all that follows.
    /// 3. **Title.** The longest of the `title` element and the nodes before the text that have at most α8 words,
    ///    α9 of them in the text.
    /// ## Cost
    /// O(nodes) for the separator, since an ancestor once refused is never tried again; O(α6 · α5² / 64) a short
    /// text for comments; O(α8) a node before the text for the title.
    /// ## Differs from the paper
    /// The source contradicts itself on the roles of α2 and α3 and on α8; each reading is an option. It calls the
    /// parent's text without the node's an "intersection"; a difference is meant. `body` is the root of the tree.
    /// Ancestors of the text are never its title. The source has no `keep_at_least`: on pages of today, captions
    /// and lists before the text are often alike, and the cut then takes the article.
    /// ## Known failures
    /// A `p` for every line: no text is large enough to start from. News pages whose only other text has no links.
    /// With `keep_at_least` 0, articles after lists of similar lines.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::nce::Nce;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let story = "The harvest began early this year, to the surprise of many. ".repeat(12);
    /// let html = format!("<title>Harvest</title><nav><a href=1>Home</a></nav><div><p>{story}</p></div>");
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Nce::default().extract(&page, &mut Scratch::default());
    /// assert!(outcome.labels().expect("labels").plain_text(&page).starts_with("Harvest\nThe harvest began"));
    /// ```
    /// ## References
    /// laber2009
    pub struct Nce(NceParams) {
        id: "nce",
        title: "News Content Extractor",
        cite: ["laber2009"],
        provenance: Paper,
        unit: Subtree,
        presets: [
            Preset {
                name: "literal",
                docs: "Conditions and comment phase as the source prints them (the defaults).",
                params: r#"{"roles":"printed","keep_at_least":0.0}"#,
            },
            Preset {
                name: "table",
                docs: "The roles of α2 and α3 as the table of parameters names them.",
                params: r#"{"roles":"table"}"#,
            },
            Preset {
                name: "printed",
                docs: "Conditions as printed; comments never cut off more than half of the text.",
                params: r#"{"roles":"printed","keep_at_least":0.5}"#,
            },
            Preset {
                name: "practical",
                docs: "As `printed`, and titles of up to 25 words.",
                params: r#"{"roles":"printed","keep_at_least":0.5,"title":"at_most","title_words":25}"#,
            },
            Preset {
                name: "precision",
                docs: "As `printed`, and drops children of the separator with a fifth of their text in links.",
                params: r#"{"keep_at_least":0.5,"max_link_density":0.2}"#,
            },
            Preset {
                name: "recall",
                docs: "Keeps comments, and takes larger regions for the text.",
                params: r#"{"comments":"off","min_separator":1200}"#,
            },
        ],
        why: explain,
    }
}

/// What was decided about a page.
#[derive(Debug)]
struct NceDecision {
    /// Leaf and separator; `None` where the whole body is taken.
    separator: Option<(NodeId, SeparatorCandidate)>,
    /// Roots of the kept subtrees in document order, before the cut.
    roots: Vec<NodeId>,
    cut: Option<CommentCut>,
    title: Option<NodeId>,
}

impl NceDecision {
    /// The id at which the text ends.
    fn end(&self) -> u32 {
        self.cut.map_or(u32::MAX, |cut| cut.node.0)
    }

    fn ranges(&self, page: &Page<'_>) -> impl Iterator<Item = std::ops::Range<u32>> {
        let end = self.end();
        self.roots
            .iter()
            .map(move |&root| root.0..page.document().subtree_end(root).min(end))
            .filter(|range| range.start < range.end)
    }
}

impl Nce {
    fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let decision = self.decide(page, scratch);
        let title = decision.title.map(|node| node.0..page.document().subtree_end(node));
        let ranges = title.into_iter().chain(decision.ranges(page));
        let nodes = ranges.flat_map(|range| page.text_nodes_in(range).iter().copied());
        Outcome::Labeled(Labels::from_text_nodes(page.document(), nodes))
    }

    fn decide(&self, page: &Page<'_>, scratch: &mut Scratch) -> NceDecision {
        let separator = self.find_separator(page, scratch);
        let roots = match separator {
            None => vec![page.body()],
            Some((_, separator)) => self.kept_children(page, separator.node),
        };
        let cut = self.find_comments(page, &roots);
        let mut decision = NceDecision { separator, roots, cut, title: None };
        decision.title = self.find_title(page, &decision);
        decision
    }

    fn at_least(&self, value: f64, bound: f64) -> bool {
        match self.params.bounds {
            Bounds::Inclusive => value >= bound,
            Bounds::Exclusive => value > bound,
        }
    }

    fn size(&self, counts: Counts) -> f64 {
        f64::from(match self.params.size_unit {
            TextUnit::Characters => counts.chars,
            TextUnit::Words => counts.words,
        })
    }
}

/// The rules behind a decision.
impl Nce {
    fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let doc = page.document();
        if page.stats().chars(doc, text_node) == 0 {
            let detail = "hidden or blank".to_owned();
            return vec![Reason { rule: "clean view", keeps: false, node: text_node, detail }];
        }
        let decision = self.decide(page, scratch);
        if let Some(title) = decision.title.filter(|&title| doc.contains(title, text_node)) {
            let counts = page.stats().subtree(doc, title);
            let detail = format!(
                "{}: the longest title, {} characters, {} words",
                doc.xpath(title),
                counts.chars,
                counts.words
            );
            return vec![Reason { rule: "title", keeps: true, node: title, detail }];
        }
        let mut reasons = vec![explain_separator(page, &decision, text_node)];
        if !reasons[0].keeps {
            return reasons;
        }
        if let Some((_, separator)) = decision.separator {
            let branch = std::iter::once(text_node)
                .chain(doc.ancestors(text_node))
                .take_while(|&node| node > separator.node)
                .last()
                .unwrap_or(text_node);
            let keeps = decision.roots.iter().any(|&root| doc.contains(root, text_node));
            let detail = format!(
                "{}: link density {:.3}, at most {} is kept",
                doc.xpath(branch),
                page.stats().subtree(doc, branch).link_density(),
                self.params.max_link_density
            );
            reasons.push(Reason { rule: "link density", keeps, node: branch, detail });
        }
        if let Some(cut) = decision.cut {
            let detail = format!(
                "comments from {} on, by the headers {} and {}; {:.3} of the text lies before",
                doc.xpath(cut.node),
                doc.xpath(cut.headers.0),
                doc.xpath(cut.headers.1),
                cut.share
            );
            let keeps = text_node < cut.node;
            reasons.push(Reason { rule: "comments", keeps, node: cut.node, detail });
        }
        reasons
    }
}

fn explain_separator(page: &Page<'_>, decision: &NceDecision, text_node: NodeId) -> Reason {
    let (doc, body) = (page.document(), page.body());
    let Some((leaf, separator)) = decision.separator else {
        let keeps = doc.contains(body, text_node);
        let detail = "no separator: all of body is kept".to_owned();
        return Reason { rule: "separator", keeps, node: body, detail };
    };
    let SeparatorCandidate { node, own, rest, rivals, .. } = separator;
    let detail = format!(
        "{}: {} characters; its parent has {} more of link density {:.3}; {rivals} rivals; found from {}",
        doc.xpath(node),
        own.chars,
        rest.chars,
        rest.link_density(),
        doc.xpath(leaf)
    );
    Reason { rule: "separator", keeps: doc.contains(node, text_node), node, detail }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
