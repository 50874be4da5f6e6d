//! Labels of elements by the rules of two studies: the share of an element's own words that the gold text has.

use super::words::{GoldWords, NOT_IN_GOLD};
use super::{BlockRules, GoldStandard, TextLabels};
use debulha_core::feature_table::RowUnit;
use debulha_core::{Page, choices, params};
use debulha_dom::{Document, NodeId};

choices! {
    /// Which gold words an element is compared with.
    pub enum GoldBag {
        /// Those that no content element before it has taken. Elements that are no content take none.
        Remaining,
        /// All of them, for each element anew.
        Whole,
    }
}

choices! {
    /// When an element without text of its own is content.
    pub enum InnerRule {
        /// If elements with text are below it, and all of them are content.
        All,
        /// If one below it is content.
        Any,
    }
}

params! {
    /// How elements are labelled. [`NodePreset`] has the values of the studies; the defaults are those of D0. Where
    /// nothing else is said, they are our decision: lutz2013 labelled by hand.
    #[derive(Copy)]
    pub struct NodeRules {
        /// Share of an element's own words that must be in the gold text (the automatic labels of the second implementation
        /// of zheng2007, D4 in the experiments).
        pub min_share: f64 = 0.85, range: 0.0..=1.0;
        /// Which gold words count.
        pub bag: GoldBag = GoldBag::Remaining;
        /// When an element without own text is content.
        pub inner: InnerRule = InnerRule::All;
        /// Share of the title's words that an element must have to be the title; with less, short elements such as
        /// "the" would be titles. Our decision.
        pub min_title_cover: f64 = 0.5, range: 0.0..=1.0;
    }
}

choices! {
    /// The rules of a study.
    pub enum NodePreset {
        /// Of the classifier of nodes of the hidden web (lutz2013): gold words are used up, and an element without own text is
        /// content if all below it is.
        D0,
        /// Of the automatic labels of V-Wrapper (zheng2007): each leaf is compared with all gold words, and an inner element is
        /// content if one leaf below it is.
        D4,
    }
}

impl NodePreset {
    /// The values of the study.
    pub fn rules(self) -> NodeRules {
        match self {
            NodePreset::D0 => NodeRules::default(),
            NodePreset::D4 => {
                NodeRules { bag: GoldBag::Whole, inner: InnerRule::Any, ..NodeRules::default() }
            }
        }
    }
}

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NodeClass {
    /// Neither of the others.
    #[default]
    Other,
    /// Part of the gold text.
    Content,
    /// The title.
    Title,
}

/// Labels of the elements of a page, in the order of [`RowUnit::Node`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeLabels {
    /// The elements.
    pub rows: Vec<NodeId>,
    /// What each is, by its own words or by the rule for those without.
    pub classes: Vec<NodeClass>,
    /// Share of each element's own words that the gold text has; `None` without own words. Those with own words are
    /// the leaves of D4: text beside child elements is a leaf of its own.
    pub shares: Vec<Option<f64>>,
    /// Whether the element or one below it is content or the title by its own words: the target of D4's first stage.
    pub contains: Vec<bool>,
}

/// Whether each element of a page is content, in the order of [`RowUnit::Node`]. O(nodes + text + gold).
///
/// ```
/// use debulha_core::Page;
/// use debulha_learn::label::{NodePreset, node_labels};
///
/// let parsed = debulha_dom::parse("<body><p>Rye in July</p><ul><li>Home", &debulha_dom::Limits::default());
/// let labels = node_labels(&Page::new(&parsed.document), "Rye in July.", NodePreset::D0);
/// assert_eq!(labels, [false, true, false, false]); // body, p, ul, li
/// ```
pub fn node_labels<'g>(page: &Page<'_>, gold: impl Into<GoldStandard<'g>>, preset: NodePreset) -> Vec<bool> {
    let labels = preset.rules().label(page, gold, None);
    labels.classes.iter().map(|&class| class != NodeClass::Other).collect()
}

impl NodeRules {
    /// Labels the elements of a page by a gold text and, where it is known, its title; or as people labelled its parts,
    /// where an element's share is that of its own words in content, and none is the title. O(nodes + text + gold).
    pub fn label<'g>(
        &self,
        page: &Page<'_>,
        gold: impl Into<GoldStandard<'g>>,
        title: Option<&str>,
    ) -> NodeLabels {
        match gold.into() {
            GoldStandard::Text(text) => self.by_words(page, text, title),
            GoldStandard::Annotations(annotations) => self.annotated(page, &annotations.resolve(page)),
        }
    }

    fn annotated(&self, page: &Page<'_>, texts: &TextLabels) -> NodeLabels {
        let doc = page.document();
        let rows = RowUnit::Node.rows(page);
        let labels = BlockRules::default().annotated(page, texts);
        let mut words = vec![(0.0, 0.0); rows.len()];
        for (text, &node) in page.text_nodes().iter().enumerate() {
            let row = doc.parent(node).and_then(|parent| rows.binary_search(&parent).ok());
            if let Some((content, all)) = row.map(|row| &mut words[row]) {
                let count = f64::from(labels.text_words[text]);
                *content += count * labels.texts[text];
                *all += count;
            }
        }
        let share = |&(content, all): &(f64, f64)| (all > 0.0).then(|| content / all);
        let shares: Vec<Option<f64>> = words.iter().map(share).collect();
        let class = |share: &Option<f64>| match share {
            Some(share) if *share >= self.min_share => NodeClass::Content,
            _ => NodeClass::Other,
        };
        let classes = shares.iter().map(class).collect();
        self.derive(doc, rows, classes, shares)
    }

    fn by_words(&self, page: &Page<'_>, gold: &str, title: Option<&str>) -> NodeLabels {
        let doc = page.document();
        let rows = RowUnit::Node.rows(page);
        let (classes, shares) = self.of_texts(&own_texts(page, &rows), gold, title);
        self.derive(doc, rows, classes, shares)
    }

    /// Labels pieces of a page by their words alone, and gives the share of the words of each that the gold text has; `None` without
    /// words. O(text + gold).
    pub(crate) fn of_texts(
        &self,
        texts: &[String],
        gold: &str,
        title: Option<&str>,
    ) -> (Vec<NodeClass>, Vec<Option<f64>>) {
        let mut gold = WordsLeft::new(gold);
        let mut title = title.map(WordsLeft::new).filter(|title| !title.words.words.is_empty());
        let mut classes = vec![NodeClass::Other; texts.len()];
        let mut shares = vec![None; texts.len()];
        for (row, text) in texts.iter().enumerate() {
            let found = gold.find(text);
            let share = found.share();
            shares[row] = share;
            let is_title = title.as_mut().is_some_and(|title| self.is_title(title, text));
            let is_content = share.is_some_and(|share| share >= self.min_share);
            classes[row] = match (is_title, is_content) {
                (true, _) => NodeClass::Title,
                (false, true) => NodeClass::Content,
                (false, false) => NodeClass::Other,
            };
            if is_content && self.bag == GoldBag::Remaining {
                gold.take(&found);
            }
        }
        (classes, shares)
    }

    fn is_title(&self, title: &mut WordsLeft, text: &str) -> bool {
        let found = title.find(text);
        found.share().is_some_and(|share| share >= self.min_share)
            && found.taken.len() as f64 >= self.min_title_cover * title.words.words.len() as f64
    }

    /// Labels of elements without own text, from those below: children have greater numbers, so backwards.
    fn derive(
        &self,
        doc: &Document,
        rows: Vec<NodeId>,
        mut classes: Vec<NodeClass>,
        shares: Vec<Option<f64>>,
    ) -> NodeLabels {
        // Elements with text in each subtree, and those of them that are not `Other`.
        let mut texts = vec![0_u32; rows.len()];
        let mut contents = vec![0_u32; rows.len()];
        for row in (0..rows.len()).rev() {
            if shares[row].is_some() {
                texts[row] += 1;
                contents[row] += u32::from(classes[row] != NodeClass::Other);
            } else {
                let is_content = match self.inner {
                    InnerRule::All => texts[row] > 0 && texts[row] == contents[row],
                    InnerRule::Any => contents[row] > 0,
                };
                classes[row] = if is_content { NodeClass::Content } else { NodeClass::Other };
            }
            let parent = doc.parent(rows[row]).and_then(|parent| rows.binary_search(&parent).ok());
            if let Some(parent) = parent {
                texts[parent] += texts[row];
                contents[parent] += contents[row];
            }
        }
        let contains = contents.iter().map(|&count| count > 0).collect();
        NodeLabels { rows, classes, shares, contains }
    }
}

/// The direct text of each element, its pieces apart.
fn own_texts(page: &Page<'_>, rows: &[NodeId]) -> Vec<String> {
    let doc = page.document();
    let mut texts = vec![String::new(); rows.len()];
    for &node in page.body_text_nodes() {
        if let Some(row) = doc.parent(node).and_then(|parent| rows.binary_search(&parent).ok()) {
            texts[row].push_str(doc.text(node));
            texts[row].push(' ');
        }
    }
    texts
}

/// Gold words with how many of each are left.
struct WordsLeft {
    words: GoldWords,
    left: Vec<u32>,
    /// How many of each the element at hand has; zero between elements.
    used: Vec<u32>,
}

/// The words of an element that the gold text has.
struct FoundWords {
    total: usize,
    taken: Vec<u32>,
}

impl FoundWords {
    fn share(&self) -> Option<f64> {
        (self.total > 0).then(|| self.taken.len() as f64 / self.total as f64)
    }
}

impl WordsLeft {
    fn new(gold: &str) -> Self {
        let words = GoldWords::new(gold);
        let left = words.counts();
        WordsLeft { used: vec![0; left.len()], words, left }
    }

    /// The words of a text that are left, as multisets. O(bytes).
    fn find(&mut self, text: &str) -> FoundWords {
        let mut known = self.words.number(text);
        let total = known.len();
        known.retain(|&word| word != NOT_IN_GOLD);
        let mut taken = Vec::new();
        for &word in &known {
            let used = &mut self.used[word as usize];
            if *used < self.left[word as usize] {
                *used += 1;
                taken.push(word);
            }
        }
        for &word in &known {
            self.used[word as usize] = 0;
        }
        FoundWords { total, taken }
    }

    fn take(&mut self, found: &FoundWords) {
        for &word in &found.taken {
            self.left[word as usize] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn classes(html: &str, gold: &str, title: Option<&str>, preset: NodePreset) -> Vec<(String, NodeClass)> {
        let parsed = parse(html, &Limits::default());
        let doc = &parsed.document;
        let labels = preset.rules().label(&Page::new(doc), gold, title);
        let named = |(&row, &class): (&NodeId, &NodeClass)| (doc.name_str(doc.name(row)).to_owned(), class);
        labels.rows.iter().zip(&labels.classes).map(named).collect()
    }

    fn content(html: &str, gold: &str, preset: NodePreset) -> Vec<String> {
        let of = |(name, class)| (class == NodeClass::Content).then_some(name);
        classes(html, gold, None, preset).into_iter().filter_map(of).collect()
    }

    #[test]
    fn spec_06_t2_seventeen_of_twenty_words() {
        let words: Vec<String> = (0..20).map(|word| format!("w{word}")).collect();
        let html = format!("<body><p>{}", words.join(" "));
        assert_eq!(content(&html, &words[..17].join(" "), NodePreset::D4), ["body", "p"]);
        assert_eq!(content(&html, &words[..16].join(" "), NodePreset::D4), [""; 0]);
    }

    #[test]
    fn spec_03_labels_consume_in_order_and_inner_elements_need_all() {
        let html = "<body><div><p>rye and oats</p><p>barley</p></div><div><p>rye and oats</p></div><hr>";
        // Body, second div and its p are none: their gold words are used up.
        assert_eq!(content(html, "Rye and oats. Barley.", NodePreset::D0), ["div", "p", "p"]);
        assert_eq!(content(html, "Rye and oats. Barley. Rye and oats.", NodePreset::D0).len(), 6);
        // Per node and not consuming, inner elements by any.
        assert_eq!(content(html, "Rye and oats.", NodePreset::D4), ["body", "div", "p", "div", "p"]);
    }

    #[test]
    fn spec_03_direct_text_decides_where_there_is_some() {
        let html = "<body><div>menu <p>rye</p> home</div>";
        assert_eq!(content(html, "rye", NodePreset::D0), ["p"]);
        // An element that fails takes nothing: 6 of 8 words are not enough.
        let failing = "<body><p>a b c d e f x y</p><p>a b c</p>";
        assert_eq!(content(failing, "a b c d e f", NodePreset::D0), ["p"]);
    }

    #[test]
    fn a_word_counts_as_often_as_the_gold_has_it() {
        assert_eq!(content("<body><p>rye rye", "rye", NodePreset::D4), [""; 0]);
    }

    #[test]
    fn titles_have_a_bag_of_their_own() {
        use NodeClass::{Content, Title};
        let html = "<body><h1>The rye harvest</h1><p>The</p><p>It is July";
        let found = classes(html, "The. It is July", Some("The rye harvest"), NodePreset::D4);
        let of: Vec<NodeClass> = found.into_iter().map(|(_, class)| class).collect();
        assert_eq!(of, [Content, Title, Content, Content]);
    }

    #[test]
    fn a_page_or_gold_without_text_has_no_content() {
        assert_eq!(content("<body><p>…</p><div></div>", "rye", NodePreset::D0), [""; 0]);
        assert_eq!(content("<body><p>rye", "", NodePreset::D4), [""; 0]);
        assert_eq!(
            node_labels(&Page::new(&parse("", &Limits::default()).document), "", NodePreset::D0),
            [false]
        );
    }
}
