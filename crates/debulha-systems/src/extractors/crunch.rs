//! `crunch`: filters over the tree, each of which takes elements off.

use debulha_core::features::hosts::{Domains, host_of};
use debulha_core::features::stats::Counts;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, choices, extractor, extractor::Preset, params};
use debulha_dom::{AttributeSet, NameId, NodeId, names};

/// Well-known servers of advertisements (our decision; the authors' list is not published).
const AD_SERVERS: [&str; 32] = [
    "2mdn.net",
    "adcash.com",
    "adform.net",
    "adnxs.com",
    "adroll.com",
    "adsrvr.org",
    "advertising.com",
    "amazon-adsystem.com",
    "bidvertiser.com",
    "casalemedia.com",
    "criteo.com",
    "doubleclick.net",
    "exoclick.com",
    "googleadservices.com",
    "googlesyndication.com",
    "infolinks.com",
    "media.net",
    "mgid.com",
    "moatads.com",
    "openx.net",
    "outbrain.com",
    "popads.net",
    "propellerads.com",
    "pubmatic.com",
    "revcontent.com",
    "rubiconproject.com",
    "serving-sys.com",
    "smartadserver.com",
    "taboola.com",
    "teads.tv",
    "yieldmo.com",
    "zedo.com",
];

choices! {
    /// What becomes of the text of links.
    pub enum CrunchLinkText {
        /// It stays.
        Keep,
        /// It goes.
        Remove,
    }
}

choices! {
    /// How much of forms goes.
    pub enum Forms {
        /// Nothing.
        Keep,
        /// Buttons, selections and other controls.
        RemoveControls,
        /// Forms with all that is in them, and controls anywhere.
        Remove,
    }
}

choices! {
    /// Elements that may be lists of links.
    pub enum LinkLists {
        /// Table cells.
        Cells,
        /// Table cells and lists: `ul`, `ol`, `dl`, `menu`, `dir`.
        Lists,
        /// The same, list items and `div`.
        Containers,
    }
}

choices! {
    /// What is compared with the words outside links.
    pub enum LinkRatio {
        /// The links.
        Links,
        /// The words inside links.
        LinkedWords,
    }
}

choices! {
    /// The smallest part of a table that goes when it is empty.
    pub enum TablePart {
        /// The table.
        Table,
        /// A row.
        Row,
        /// A cell.
        Cell,
    }
}

params! {
    /// Parameters of `crunch`: one switch a filter, and its numbers.
    pub struct CrunchParams {
        /// What becomes of the text of links (gupta2003).
        pub link_text: CrunchLinkText = CrunchLinkText::Keep;
        /// How much of forms goes (gupta2003; which of the two removals is our decision: many pages stand in one
        /// form).
        pub forms: Forms = Forms::RemoveControls;
        /// Takes images off, so that they are no substance of a table (gupta2003).
        pub remove_images: bool = true;
        /// Takes off what links to, or comes from, a server of advertisements (gupta2003).
        pub remove_ads: bool = true;
        /// Domains of such servers, each with all hosts below it (our decision).
        pub ad_servers: Domains = Domains::from(AD_SERVERS.map(str::to_owned).to_vec());
        /// Takes lists of links off (gupta2003).
        pub remove_link_lists: bool = true;
        /// Elements that may be lists of links (gupta2003: cells; fernandes2021: lists).
        pub link_lists: LinkLists = LinkLists::Lists;
        /// What is compared with the words outside links (gupta2003: links).
        pub link_ratio: LinkRatio = LinkRatio::Links;
        /// Most links, or words inside links, a word outside links (our decision; the paper leaves it to the user).
        pub max_link_ratio: f64 = 0.25, range: 0.0..=1000.0;
        /// Keeps the links of lists of links, without the text around them (gupta2003).
        pub retain_links: bool = false;
        /// Takes tables without substance off (gupta2003).
        pub remove_empty_tables: bool = true;
        /// The smallest part of a table that goes when it is empty (our decision).
        pub empty_part: TablePart = TablePart::Table;
        /// Fewest characters that are substance of a table (our decision).
        pub min_table_chars: u32 = 20, range: 0..=100_000;
        /// The page is kept whole where more than this share of its words would go (our decision).
        pub max_removed_share: f64 = 0.95, range: 0.0..=1.0;
    }
}

extractor! {
    /// Takes controls, advertisements, lists of links and empty tables off the page, and keeps the rest.
    ///
    /// ## How it decides
    /// Filters run in this order; each has its switch:
    ///
    /// 1. `links`, `forms`: links with their text (off unless asked for) and controls go.
    /// 2. `advertisements`: an element whose `href` or `src` leads to a server of the list, or below it, goes.
    /// 3. `link lists`: from the inside out, a table cell or list goes when it has more than `max_link_ratio` links a
    ///    word outside links. What has gone inside it does not count.
    /// 4. `empty tables`: from the inside out, a table goes when fewer than `min_table_chars` characters are left in
    ///    it, and no images or controls that are kept.
    ///
    /// All text outside what has gone is content. `guard`: if that is less than a twentieth of the page's words, the
    /// whole page is.
    /// ## Cost
    /// O(nodes + addresses): a pass forward, one or two backward on pages with tables, one to collect. 64 bytes a
    /// node.
    /// ## Differs from the paper
    /// The answer is labels on the page's text, so filters that take off what has no text have no effect of their
    /// own: scripts, styles, embedded objects and hidden elements are never in the page's clean view; images and
    /// textless advertisements matter only as substance of tables; attributes, empty elements and runs of `br` not
    /// at all. Links that are kept from lists stay where they stand, not at the end. The list of servers, the guard
    /// and all thresholds are ours. Addresses relative to the page are not looked up.
    /// ## Known failures
    /// Menus that are neither table nor list stay unless `link_lists` is `containers`. Tables and lists of data with a
    /// link in each row look like menus. Boilerplate without links stays. That lists are looked at besides cells gains
    /// .004 (cleaneval) to .108 (chaos2017) of word F1 on nine corpora of running text, and costs .050 on wien, where
    /// lists of links are the answer (2026-11-26).
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::crunch::Crunch;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<table><tr><td><a href=1>Home</a> <a href=2>News</a> today
    ///     <td>The harvest began early this year. <a href=http://ad.doubleclick.net/x>Buy seeds</a></table>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Crunch::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "The harvest began early this year.");
    /// ```
    /// ## References
    /// gupta2003
    pub struct Crunch(CrunchParams) {
        id: "crunch",
        title: "Crunch: DOM-based content extraction",
        cite: ["gupta2003"],
        provenance: Paper,
        unit: Subtree,
        presets: [
            Preset {
                name: "precision",
                docs: "Looks for lists of links in `div` and list items too.",
                params: r#"{"link_lists": "containers"}"#,
            },
        ],
        why: explain,
    }
}

/// What took an element off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CrunchFilter {
    Links,
    Forms,
    Ads,
    LinkLists,
    EmptyTables,
}

impl CrunchFilter {
    fn name(self) -> &'static str {
        match self {
            CrunchFilter::Links => "links",
            CrunchFilter::Forms => "forms",
            CrunchFilter::Ads => "advertisements",
            CrunchFilter::LinkLists => "link lists",
            CrunchFilter::EmptyTables => "empty tables",
        }
    }
}

/// A page with marks on what has been taken off.
struct Pruned<'p, 'd> {
    page: &'p Page<'d>,
    marks: Vec<Option<CrunchFilter>>,
    /// Whether any element may be a list of links or part of a table.
    has_structure: bool,
}

impl<'p, 'd> Pruned<'p, 'd> {
    /// Marks what goes by its name or address, outermost elements only.
    fn by_element(page: &'p Page<'d>, params: &CrunchParams) -> Self {
        let doc = page.document();
        let mut pruned = Pruned { page, marks: vec![None; doc.len()], has_structure: false };
        let body = page.body();
        let mut at = body.0;
        while at < doc.subtree_end(body) {
            let node = NodeId(at);
            let filter =
                if page.visibility().is_hidden(node) { None } else { element_filter(page, params, node) };
            pruned.marks[node.index()] = filter;
            at = if filter.is_some() { doc.subtree_end(node) } else { at + 1 };
            pruned.has_structure |= is_link_container(doc.name(node), params.link_lists)
                || is_table_part(doc.name(node), TablePart::Cell);
        }
        pruned
    }

    /// Marks elements from the inside out, by the counts of what is left in them. O(nodes).
    ///
    /// Gives for each node the counts of what had gone below it when it was looked at.
    fn mark_from_inside(&mut self, decide: impl Fn(NameId, Counts) -> Option<CrunchFilter>) -> Vec<Counts> {
        let (doc, stats) = (self.page.document(), self.page.stats());
        let mut gone = vec![Counts::default(); doc.len()];
        for node in doc.subtree(self.page.body()).rev() {
            if !doc.is_element(node) {
                continue;
            }
            let whole = stats.subtree(doc, node);
            let mark = &mut self.marks[node.index()];
            if mark.is_none() {
                *mark = decide(doc.name(node), whole - gone[node.index()]);
            }
            let lost = if mark.is_some() { whole } else { gone[node.index()] };
            if let Some(parent) = doc.parent(node) {
                gone[parent.index()] += lost;
            }
        }
        gone
    }

    /// The text nodes that are left. `retain_links` keeps those in links of lists of links.
    fn text_nodes(&self, retain_links: bool) -> Vec<NodeId> {
        let (page, doc) = (self.page, self.page.document());
        let mut kept = Vec::with_capacity(page.text_nodes().len());
        let (mut list_end, mut link_end) = (0, 0);
        let body = page.body();
        let mut at = body.0;
        while at < doc.subtree_end(body) {
            let node = NodeId(at);
            let end = doc.subtree_end(node);
            match self.marks[node.index()] {
                Some(CrunchFilter::LinkLists) if retain_links => list_end = list_end.max(end),
                Some(_) => {
                    at = end;
                    continue;
                }
                None if doc.name(node) == names::A => link_end = link_end.max(end),
                None => {
                    let is_text = doc.is_text(node) && page.stats().chars(doc, node) > 0;
                    if is_text && (at >= list_end || at < link_end) {
                        kept.push(node);
                    }
                }
            }
            at += 1;
        }
        kept
    }
}

impl Crunch {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (pruned, ..) = self.prune(page);
        let mut kept = pruned.text_nodes(self.params.retain_links);
        if self.removes_too_much(page, &kept) {
            kept = all_text_nodes(page).to_vec();
        }
        Outcome::Labeled(Labels::from_text_nodes(page.document(), kept))
    }

    /// The page after all filters, and what had gone below each node when lists and when tables were looked at.
    fn prune<'p, 'd>(&self, page: &'p Page<'d>) -> (Pruned<'p, 'd>, Vec<Counts>, Vec<Counts>) {
        let params = &self.params;
        let mut pruned = Pruned::by_element(page, params);
        let (mut lists, mut tables) = (Vec::new(), Vec::new());
        if params.remove_link_lists && pruned.has_structure {
            lists = pruned.mark_from_inside(|name, left| {
                let is_list = is_link_container(name, params.link_lists) && self.is_link_list(left);
                is_list.then_some(CrunchFilter::LinkLists)
            });
        }
        if params.remove_empty_tables && pruned.has_structure {
            tables = pruned.mark_from_inside(|name, left| {
                let is_empty = is_table_part(name, params.empty_part) && !self.has_substance(left);
                is_empty.then_some(CrunchFilter::EmptyTables)
            });
        }
        (pruned, lists, tables)
    }

    fn is_link_list(&self, left: Counts) -> bool {
        left.links > 0 && self.ratio(left) > self.params.max_link_ratio
    }

    fn ratio(&self, left: Counts) -> f64 {
        let links = match self.params.link_ratio {
            LinkRatio::Links => left.links,
            LinkRatio::LinkedWords => left.link_words,
        };
        f64::from(links) / f64::from((left.words - left.link_words).max(1))
    }

    fn has_substance(&self, left: Counts) -> bool {
        left.chars >= self.params.min_table_chars
            || (!self.params.remove_images && left.images > 0)
            || (self.params.forms == Forms::Keep && left.inputs > 0)
    }

    fn removes_too_much(&self, page: &Page<'_>, kept: &[NodeId]) -> bool {
        let (doc, stats) = (page.document(), page.stats());
        let all = stats.subtree(doc, page.body()).words;
        let left: u32 = kept.iter().map(|&node| stats.subtree(doc, node).words).sum();
        f64::from(all - left) > self.params.max_removed_share * f64::from(all)
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let doc = page.document();
        let (pruned, lists, tables) = self.prune(page);
        let kept = pruned.text_nodes(self.params.retain_links);
        let stays = kept.binary_search(&text_node).is_ok();
        let reason = |rule, keeps, node, detail: String| Reason { rule, keeps, node, detail };
        let left = |node: NodeId, gone: &[Counts]| {
            page.stats().subtree(doc, node) - gone.get(node.index()).copied().unwrap_or_default()
        };
        let mut reasons: Vec<Reason> = doc
            .ancestors(text_node)
            .filter_map(|node| Some((node, pruned.marks[node.index()]?)))
            .map(|(node, filter)| {
                let detail = match filter {
                    CrunchFilter::LinkLists => {
                        let left = left(node, &lists);
                        let words = left.words - left.link_words;
                        let ratio = self.ratio(left);
                        format!("{} links, {words} words outside them: ratio {ratio:.2}", left.links)
                    }
                    CrunchFilter::EmptyTables => format!("{} characters left", left(node, &tables).chars),
                    CrunchFilter::Links => "is a link".to_owned(),
                    CrunchFilter::Forms => "is a form or control".to_owned(),
                    CrunchFilter::Ads => "leads to a server of advertisements".to_owned(),
                };
                reason(filter.name(), false, node, detail)
            })
            .collect();
        if stays && !reasons.is_empty() {
            reasons.push(reason("retained links", true, text_node, "a link of a list of links".to_owned()));
        } else if stays {
            reasons.push(reason("rest", true, text_node, "no filter takes it off".to_owned()));
        }
        if self.removes_too_much(page, &kept) {
            let detail = format!("{} of {} texts would be left", kept.len(), all_text_nodes(page).len());
            reasons.push(reason("guard", true, page.body(), detail));
        }
        if reasons.is_empty() {
            reasons.push(reason("body", false, text_node, "is not in the body".to_owned()));
        }
        reasons
    }
}

fn all_text_nodes<'p>(page: &'p Page<'_>) -> &'p [NodeId] {
    page.text_nodes_in(page.body().0..page.document().subtree_end(page.body()))
}

/// The filter that takes an element off by what it is or where it leads.
fn element_filter(page: &Page<'_>, params: &CrunchParams, node: NodeId) -> Option<CrunchFilter> {
    let doc = page.document();
    let name = doc.name(node);
    if name == names::A && params.link_text == CrunchLinkText::Remove {
        return Some(CrunchFilter::Links);
    }
    let goes_with_forms = match params.forms {
        Forms::Keep => false,
        Forms::RemoveControls => is_control(name),
        Forms::Remove => is_control(name) || name == names::FORM,
    };
    if goes_with_forms {
        return Some(CrunchFilter::Forms);
    }
    // `src` has no set of its own.
    let may_lead = doc.attribute_set(node).intersects(AttributeSet::HREF | AttributeSet::OTHER);
    if !params.remove_ads || !may_lead {
        return None;
    }
    let leads_to_ads = |attribute| {
        let host = doc.attribute(node, attribute).and_then(host_of);
        host.is_some_and(|host| params.ad_servers.cover(host))
    };
    [names::HREF, names::SRC].into_iter().any(leads_to_ads).then_some(CrunchFilter::Ads)
}

fn is_control(name: NameId) -> bool {
    matches!(
        name,
        names::BUTTON | names::INPUT | names::SELECT | names::TEXTAREA | names::OPTGROUP | names::OPTION
    )
}

fn is_link_container(name: NameId, link_lists: LinkLists) -> bool {
    match name {
        names::TD | names::TH => true,
        names::UL | names::OL | names::DL | names::MENU | names::DIR => link_lists != LinkLists::Cells,
        names::LI | names::DIV => link_lists == LinkLists::Containers,
        _ => false,
    }
}

fn is_table_part(name: NameId, smallest: TablePart) -> bool {
    match name {
        names::TABLE => true,
        names::TR => smallest != TablePart::Table,
        names::TD | names::TH => smallest == TablePart::Cell,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
