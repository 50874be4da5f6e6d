//! `tag_list`: blocks by a list of tags, the coarsest first.

use crate::segmenter;
use debulha_core::extractor::Preset;
use debulha_core::page::Page;
use debulha_core::segmentation::{SegmentBlock, Segmentation};
use debulha_core::{choices, params};
use debulha_dom::{NameId, Namespace, NodeId, names};

choices! {
    /// Which elements of a tag become blocks where they contain one another.
    pub enum Nested {
        /// The outermost: no two blocks share text.
        Outermost,
        /// All: a block may contain others.
        All,
    }
}

params! {
    /// Parameters of `tag_list`.
    pub struct TagListParams {
        /// Names of elements, those that cut first in front. The default is that of fernandes2021; presets name the
        /// other lists.
        pub tags: Vec<String> = names_of(&X_CEX_TAGS);
        /// Which elements become blocks where they contain one another (our decision: the papers' final blocks never
        /// do).
        pub nested: Nested = Nested::Outermost;
        /// Whether `hr`, where the list has it, parts the children of a block (our decision: it does not, as it
        /// contains nothing).
        pub hr_splits: bool = false;
        /// Fewest words of a block that is cut out (fernandes2021).
        pub min_words: u32 = 1, range: 1..=1_000_000;
    }
}

/// The list of fernandes2021.
pub const X_CEX_TAGS: [&str; 5] = ["body", "main", "article", "div", "p"];

/// The list of debnath2005, as fernandes2021 gives it.
pub const CONTENT_EXTRACTOR_TAGS: [&str; 7] = ["table", "tr", "p", "hr", "ul", "div", "span"];

/// A list of tags as a parameter has it.
pub(crate) fn names_of(tags: &[&str]) -> Vec<String> {
    tags.iter().map(|&tag| tag.to_owned()).collect()
}

segmenter! {
    /// Cuts the page at the elements of one tag after another, the coarsest tag first (GetBlockSet).
    ///
    /// ## How it decides
    /// 1. At first the body is the only block.
    /// 2. For each tag of the list in turn, a block with elements of that tag strictly inside is replaced by these,
    ///    as far as they have a word: by the outermost of them, or by all (`nested`).
    /// 3. A block without such elements stays.
    ///
    /// ## Cost
    /// O(tags · nodes), beyond the shared statistics; 40 bytes a block.
    /// ## Differs from the paper
    /// The papers do not say which of nested elements become blocks; a library that finds all descendants would
    /// give each inner `div` a second time. Words are those a reader sees. Names in the list that are no elements of
    /// the page change nothing.
    /// ## Known failures
    /// Text beside the elements that replace a block is in no block: on
    /// `<div><p>a</p><div>b</div></div>` the list `div, p` finds `a` alone. Cells that are laid out without `tr`
    /// or `p`, as by `br`, stay one block.
    /// ## Example
    /// ```
    /// use debulha_systems::segmenters::tag_list::TagList;
    /// use debulha_core::Page;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let parsed = parse("<div><h1>Storm</h1><p>Rye</p><p>Oats</p></div><div>Wheat</div>", &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let blocks = TagList::default().blocks(&page).blocks;
    /// let paths: Vec<String> = blocks.iter().map(|block| parsed.document.xpath(block.element)).collect();
    /// assert_eq!(
    ///     paths,
    ///     ["/html[1]/body[1]/div[1]/p[1]", "/html[1]/body[1]/div[1]/p[2]", "/html[1]/body[1]/div[2]"]
    /// );
    /// ```
    /// ## References
    /// debnath2005, fernandes2021
    pub struct TagList(TagListParams) {
        id: "tag_list",
        title: "Blocks by tag list (GetBlockSet)",
        cite: ["debnath2005", "fernandes2021"],
        provenance: Paper,
        presets: [
            Preset {
                name: "section",
                docs: "List 1 of fernandes2021: the default with `section`.",
                params: r#"{"tags": ["body", "main", "article", "section", "div", "p"]}"#,
            },
            Preset {
                name: "content_extractor",
                docs: "List 2 of fernandes2021, which is that of debnath2005.",
                params: r#"{"tags": ["table", "tr", "p", "hr", "ul", "div", "span"]}"#,
            },
        ],
    }
}

impl TagList {
    /// The blocks of a page; at least one, the body, even where it has no text.
    pub fn blocks(&self, page: &Page<'_>) -> Segmentation {
        let doc = page.document();
        let mut found = Segmentation { blocks: vec![SegmentBlock::of_element(doc, page.body())] };
        for name in self.params.tags.iter().filter_map(|tag| doc.find_name(tag)) {
            if name != names::HR {
                found = self.cut_at(page, name, found);
            } else if self.params.hr_splits {
                found = self.split_at_rules(page, found);
            }
        }
        found
    }

    /// Replaces the blocks that have elements of a name inside. O(nodes + blocks log blocks).
    fn cut_at(&self, page: &Page<'_>, name: NameId, found: Segmentation) -> Segmentation {
        let cut = self.inside(page, name, &found.blocks);
        let has_cut = |block: &SegmentBlock| {
            let inside = block.inside();
            let first = cut.partition_point(|other| other.nodes.start < inside.start);
            cut.get(first).is_some_and(|other| other.nodes.start < inside.end)
        };
        let mut blocks: Vec<SegmentBlock> =
            found.blocks.into_iter().filter(|block| !has_cut(block)).collect();
        blocks.extend(cut);
        Segmentation::new(blocks)
    }

    /// The elements of a name strictly inside any of the blocks, in document order, as far as they have words.
    fn inside(&self, page: &Page<'_>, name: NameId, blocks: &[SegmentBlock]) -> Vec<SegmentBlock> {
        let doc = page.document();
        let mut found = Vec::new();
        let mut coming = blocks.iter().peekable();
        let (mut inside_until, mut taken_until) = (0, 0);
        for node in doc.subtree(page.body()) {
            while let Some(block) = coming.next_if(|block| block.inside().start <= node.0) {
                inside_until = block.nodes.end.max(inside_until);
            }
            if node.0 < inside_until
                && doc.name(node) == name
                && (node.0 >= taken_until || self.params.nested == Nested::All)
                && doc.namespace(node) == Namespace::Html
                && page.stats().subtree(doc, node).words >= self.params.min_words
            {
                found.push(SegmentBlock::of_element(doc, node));
                taken_until = doc.subtree_end(node);
            }
        }
        found
    }

    /// Replaces each block that has an `hr` among its children by the runs between, as far as they have words.
    ///
    /// O(nodes): a child belongs to one element, and to one block of siblings at most.
    fn split_at_rules(&self, page: &Page<'_>, found: Segmentation) -> Segmentation {
        let doc = page.document();
        let mut blocks = Vec::new();
        let mut runs = Vec::new();
        for block in found.blocks {
            let parent = block.element;
            let mut keep = |nodes: std::ops::Range<u32>| {
                if page.stats().range(nodes.clone()).words >= self.params.min_words {
                    runs.push(SegmentBlock::of_siblings(parent, nodes));
                }
            };
            let inside = block.inside();
            let (mut start, mut at) = (inside.start, inside.start);
            while at < inside.end {
                if doc.name(NodeId(at)) == names::HR {
                    keep(start..at);
                    start = doc.subtree_end(NodeId(at));
                }
                at = doc.subtree_end(NodeId(at));
            }
            let has_rule = start > inside.start;
            if has_rule {
                keep(start..inside.end);
            }
            if runs.is_empty() {
                blocks.push(block);
            } else {
                blocks.append(&mut runs);
            }
        }
        Segmentation::new(blocks)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::segmentation::SegmentKind;
    use debulha_dom::{Limits, parse};

    /// The blocks of a page as kind and text.
    fn blocks(html: &str, params: TagListParams) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let found = TagList { params }.blocks(&page);
        assert!(found.is_valid(&doc), "{found:?}");
        let shown = |block: &SegmentBlock| {
            let name = match block.kind {
                SegmentKind::Element => doc.name_str(doc.name(block.element)),
                _ => "run",
            };
            let texts = page.text_nodes_in(block.nodes.clone()).iter().map(|&node| doc.text(node).trim());
            format!("{name} {}", texts.collect::<Vec<_>>().join(" "))
        };
        found.blocks.iter().map(shown).collect()
    }

    fn list(tags: &[&str], nested: Nested) -> TagListParams {
        TagListParams { tags: names_of(tags), nested, ..TagListParams::default() }
    }

    #[test]
    fn spec_04_t3_block_set() {
        let html = "<body><div><p>a</p><div>b</div></div><div>c</div></body>";
        let tags = ["body", "div", "p"];
        assert_eq!(blocks(html, list(&tags, Nested::Outermost)), ["p a", "div c"]);
        assert_eq!(blocks(html, list(&tags, Nested::All)), ["p a", "div b", "div c"]);
    }

    #[test]
    fn a_block_stays_where_nothing_inside_has_words() {
        let outermost = |html, tags: &[&str]| blocks(html, list(tags, Nested::Outermost));
        assert_eq!(outermost("<div>a<p> </p><p hidden>b</p></div>", &["div", "p"]), ["div a"]);
        assert_eq!(outermost("a", &["table", "p"]), ["body a"]);
        assert_eq!(outermost("", &["div"]), ["body "]);
        assert_eq!(outermost("<x-card>a</x-card>b", &["no-such", "x-card"]), ["x-card a"]);
    }

    #[test]
    fn nested_blocks_stay_beside_what_they_contain() {
        let html = "<div>a<div>b<div><p>c</p></div></div></div>";
        assert_eq!(blocks(html, list(&["div"], Nested::All)), ["div a b c", "div b c", "div c"]);
        assert_eq!(blocks(html, list(&["div", "p"], Nested::All)), ["p c"]);
        assert_eq!(blocks(html, list(&["div"], Nested::Outermost)), ["div a b c"]);
    }

    #[test]
    fn rules_part_blocks_where_told() {
        let html = "<div>a<hr><p>b</p> c<hr> </div><div>d<p>e</p></div>";
        let params = |hr_splits, tags: &[&str]| TagListParams { hr_splits, ..list(tags, Nested::Outermost) };
        assert_eq!(blocks(html, params(false, &["div", "hr"])), ["div a b c", "div d e"]);
        assert_eq!(blocks(html, params(true, &["div", "hr"])), ["run a", "run b c", "div d e"]);
        assert_eq!(blocks(html, params(true, &["div", "hr", "p"])), ["run a", "p b", "p e"]);
        assert_eq!(blocks("<div><hr>a</div>", params(true, &["div", "hr"])), ["run a"]);
        assert_eq!(blocks("<hr>", params(true, &["hr"])), ["body "]);
    }

    #[test]
    fn presets_name_the_lists_of_the_papers() {
        let tags = |preset: usize| {
            let map = serde_json::from_str(TagList::INFO.presets[preset].params).unwrap();
            (TagList::INFO.build)(&map).unwrap().params()["tags"].clone()
        };
        assert_eq!(tags(0), serde_json::json!(["body", "main", "article", "section", "div", "p"]));
        assert_eq!(tags(1), serde_json::json!(CONTENT_EXTRACTOR_TAGS));
    }
}
