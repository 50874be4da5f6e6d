//! What people said is content: a text, or labels of parts of the page; and labels of rows from the latter.

use super::annotations::{Annotations, TextLabels};
use super::page_words::PageWords;
use super::words::GoldWords;
use super::{BlockLabels, BlockRules};
use debulha_core::Page;

/// What people said is content of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GoldStandard<'g> {
    /// The text that should be kept. Where it stands on the page must be found.
    Text(&'g str),
    /// Parts of the page.
    Annotations(&'g Annotations),
}

impl<'g> From<&'g str> for GoldStandard<'g> {
    fn from(text: &'g str) -> Self {
        GoldStandard::Text(text)
    }
}

impl<'g> From<&'g String> for GoldStandard<'g> {
    fn from(text: &'g String) -> Self {
        GoldStandard::Text(text)
    }
}

impl<'g> From<&'g Annotations> for GoldStandard<'g> {
    fn from(annotations: &'g Annotations) -> Self {
        GoldStandard::Annotations(annotations)
    }
}

impl BlockRules {
    /// Labels of the text of a page by annotations: each text node is content or not, and a block as far as its words
    /// are. The gold words are the words of the content. O(nodes + text).
    pub(super) fn annotated(&self, page: &Page<'_>, texts: &TextLabels) -> BlockLabels {
        let words = PageWords::new(page, &GoldWords::default());
        let mut text_words = vec![0_u32; texts.is_content.len()];
        for &text in &words.text_of {
            text_words[text as usize] += 1;
        }
        let mut labels = BlockLabels {
            texts: texts.is_content.iter().map(|&is_content| f64::from(u8::from(is_content))).collect(),
            min_content: self.min_content,
            ..BlockLabels::default()
        };
        for block in page.text_blocks().blocks() {
            let runs = block.runs.start as usize..block.runs.end as usize;
            let all: u32 = text_words[runs.clone()].iter().sum();
            let content: u32 = runs.map(|text| text_words[text] * u32::from(texts.is_content[text])).sum();
            labels.blocks.push(f64::from(content) / f64::from(all.max(1)));
            labels.block_words.push(all);
            labels.matched.push(content);
            labels.gold_words += content as usize;
        }
        labels.text_words = text_words;
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Annotation, LabelPlace};
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn annotations_and_the_text_that_they_mean_label_alike() {
        let html = "<nav>Home</nav><p>Rye <b>in July</b><p>—<p>Oats and barley<footer>Imprint</footer>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let rules = BlockRules::default();
        let list = ["/html/body/p[1]", "/html/body/p[3]"];
        let label = |path: &str| Annotation { place: LabelPlace::XPath(path.to_owned()), is_content: true };
        let annotated = rules.label(&page, &Annotations(list.map(label).to_vec()));
        assert_eq!(annotated, rules.label(&page, "Rye in July. Oats and barley"));
        assert_eq!(annotated.blocks, [0.0, 1.0, 0.0, 1.0, 0.0]);
        let half = rules.label(&page, &Annotations(vec![label("/html/body/p/b")]));
        assert_eq!((half.blocks[1], half.gold_words), (2.0 / 3.0, 2));
    }
}
