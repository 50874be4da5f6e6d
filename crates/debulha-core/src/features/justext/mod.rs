//! The parts of jusText (pomikalek2011): paragraphs, their classes by themselves and in view of their neighbours.

pub mod classes;
pub mod paragraphs;

use crate::features::stop_words::StopList;
use crate::page::Page;
use classes::{Classes, HeadingRules, ParagraphClass};
use paragraphs::{Paragraph, ParagraphReader, Paragraphs};

/// The class of a paragraph by itself, with the rule and its numbers.
pub struct ParagraphJudgement {
    /// The class.
    pub class: ParagraphClass,
    /// Name of the rule that decided.
    pub rule: &'static str,
    /// Stop words per word, where the rule looked at it.
    pub stop_word_density: Option<f64>,
}

/// Lengths and shares that classes depend on; see the parameters of the system `justext`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JustextRules {
    /// Paragraphs of fewer characters are short.
    pub length_low: u32,
    /// Good paragraphs have more characters.
    pub length_high: u32,
    /// Minimum stop word density (0 to 1) of a near-good paragraph.
    pub stopwords_low: f64,
    /// Minimum stop word density (0 to 1) of a good paragraph.
    pub stopwords_high: f64,
    /// Maximum share (0 to 1) of characters in links.
    pub max_link_density: f64,
    /// Characters that an ideograph counts as.
    pub ideograph_weight: u32,
    /// How headings are revised.
    pub headings: HeadingRules,
}

impl JustextRules {
    /// Those of pomikalek2011 and of the program; our own weight of ideographs.
    pub const DEFAULT: JustextRules = JustextRules {
        length_low: 70,
        length_high: 200,
        stopwords_low: 0.3,
        stopwords_high: 0.32,
        max_link_density: 0.2,
        ideograph_weight: 3,
        headings: HeadingRules { enabled: true, promote: false, max_distance: 200 },
    };

    /// Cuts a page into paragraphs and classifies them. O(nodes + text).
    pub fn classify(&self, page: &Page<'_>, stop_list: Option<&'static StopList>) -> (Paragraphs, Classes) {
        let paragraphs = Paragraphs::cut(page, self.ideograph_weight);
        let mut reader = ParagraphReader::new(page, stop_list);
        let judge = |paragraph| self.judge(&mut reader, &paragraphs, paragraph).class;
        let alone = paragraphs.all.iter().map(judge).collect();
        let classes = Classes::revise(&paragraphs.all, alone, self.headings);
        (paragraphs, classes)
    }

    /// The class of a paragraph by itself.
    pub fn judge(
        &self,
        reader: &mut ParagraphReader<'_, '_>,
        paragraphs: &Paragraphs,
        paragraph: &Paragraph,
    ) -> ParagraphJudgement {
        let by = |rule, class| ParagraphJudgement { class, rule, stop_word_density: None };
        if paragraph.link_density() > self.max_link_density {
            return by("links", ParagraphClass::Bad);
        }
        if reader.has_copyright(paragraphs, paragraph) {
            return by("copyright", ParagraphClass::Bad);
        }
        if paragraph.chars < self.length_low {
            return by("length", of_short(paragraph.linked_chars > 0));
        }
        let density = reader.stop_word_density(paragraphs, paragraph);
        let class = self.of_stop_words(paragraph.chars, density);
        ParagraphJudgement { class, rule: "stop words", stop_word_density: Some(density) }
    }

    /// The class of a run of text by counts alone: its characters, the share of them in links, and that of stop words.
    pub fn of_counts(&self, chars: u32, link_density: f64, stop_word_density: f64) -> ParagraphClass {
        if link_density > self.max_link_density {
            ParagraphClass::Bad
        } else if chars < self.length_low {
            of_short(link_density > 0.0)
        } else {
            self.of_stop_words(chars, stop_word_density)
        }
    }

    fn of_stop_words(&self, chars: u32, density: f64) -> ParagraphClass {
        if density >= self.stopwords_high && chars > self.length_high {
            ParagraphClass::Good
        } else if density >= self.stopwords_high.min(self.stopwords_low) {
            ParagraphClass::NearGood
        } else {
            ParagraphClass::Bad
        }
    }
}

/// The class of what is too short to tell.
fn of_short(has_links: bool) -> ParagraphClass {
    if has_links { ParagraphClass::Bad } else { ParagraphClass::Short }
}
