//! Classes of paragraphs: each by itself, then in view of its neighbours.

use super::paragraphs::Paragraph;

/// What a paragraph is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParagraphClass {
    /// Boilerplate.
    Bad,
    /// Too short to tell.
    Short,
    /// Perhaps content.
    NearGood,
    /// Content.
    Good,
}

impl ParagraphClass {
    /// Its name in jusText.
    pub fn name(self) -> &'static str {
        match self {
            ParagraphClass::Bad => "bad",
            ParagraphClass::Short => "short",
            ParagraphClass::NearGood => "near-good",
            ParagraphClass::Good => "good",
        }
    }

    /// As a feature: 0 bad, 1 short, 2 near-good, 3 good.
    pub fn number(self) -> f32 {
        match self {
            ParagraphClass::Bad => 0.0,
            ParagraphClass::Short => 1.0,
            ParagraphClass::NearGood => 2.0,
            ParagraphClass::Good => 3.0,
        }
    }
}

/// The classes of all paragraphs, and those that each had by itself.
#[derive(Debug)]
pub struct Classes {
    /// By the paragraph alone.
    pub alone: Vec<ParagraphClass>,
    /// In view of the neighbours.
    pub revised: Vec<ParagraphClass>,
}

/// How headings are revised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadingRules {
    /// Whether headings are looked at.
    pub enabled: bool,
    /// Whether short headings near content become near-good before the neighbours are looked at.
    pub promote: bool,
    /// Most characters between a heading and the content after it.
    pub max_distance: u32,
}

impl Classes {
    /// Revises the classes that paragraphs have by themselves. Four passes, each O(paragraphs).
    pub fn revise(paragraphs: &[Paragraph], alone: Vec<ParagraphClass>, rules: HeadingRules) -> Self {
        let mut revised = alone.clone();
        if rules.enabled && rules.promote {
            for_headings_near_content(paragraphs, &mut revised, rules.max_distance, |index, class| {
                if alone[index] == ParagraphClass::Short {
                    *class = ParagraphClass::NearGood;
                }
            });
        }
        settle_short(&mut revised);
        settle_near_good(&mut revised);
        if rules.enabled {
            for_headings_near_content(paragraphs, &mut revised, rules.max_distance, |index, class| {
                if *class == ParagraphClass::Bad && alone[index] != ParagraphClass::Bad {
                    *class = ParagraphClass::Good;
                }
            });
        }
        Classes { alone, revised }
    }
}

/// Calls `change` for each heading with a good paragraph after it, no more than `max_distance` characters between.
fn for_headings_near_content(
    paragraphs: &[Paragraph],
    classes: &mut [ParagraphClass],
    max_distance: u32,
    mut change: impl FnMut(usize, &mut ParagraphClass),
) {
    // Characters between here and the next good paragraph; none where there is no such paragraph.
    let mut distance: Option<u64> = None;
    for (index, paragraph) in paragraphs.iter().enumerate().rev() {
        let was_good = classes[index] == ParagraphClass::Good;
        if paragraph.heading && distance.is_some_and(|chars| chars <= u64::from(max_distance)) {
            change(index, &mut classes[index]);
        }
        // What has just become good does not count for the headings before it.
        distance = if was_good { Some(0) } else { distance.map(|chars| chars + u64::from(paragraph.chars)) };
    }
}

/// What stands at one end of a run of undecided paragraphs.
#[derive(Clone, Copy)]
struct Neighbour {
    /// Whether the next decided paragraph is good.
    good: bool,
    /// Whether a near-good one comes before it.
    near_good_first: bool,
}

impl Neighbour {
    /// Beyond the ends of the page.
    const NONE: Neighbour = Neighbour { good: false, near_good_first: false };

    /// What the paragraph after one of this class sees.
    fn after(self, class: ParagraphClass) -> Self {
        match class {
            ParagraphClass::Bad => Neighbour::NONE,
            ParagraphClass::Short => self,
            ParagraphClass::NearGood => Neighbour { near_good_first: true, ..self },
            ParagraphClass::Good => Neighbour { good: true, near_good_first: false },
        }
    }

    /// Whether a short paragraph between a bad end like this one and a good end belongs to the good one.
    fn leans_good(self) -> bool {
        !self.good && self.near_good_first
    }
}

/// Short paragraphs: good between good ones, bad between bad ones; between a good and a bad one, good if a near-good
/// one stands between it and the bad one.
fn settle_short(classes: &mut [ParagraphClass]) {
    let before = classes.to_vec();
    // What each paragraph sees below.
    let mut below = vec![Neighbour::NONE; before.len()];
    for index in (1..before.len()).rev() {
        below[index - 1] = below[index].after(before[index]);
    }
    let mut above = Neighbour::NONE;
    for (index, &class) in before.iter().enumerate() {
        let below = below[index];
        if class == ParagraphClass::Short {
            let is_good = match (above.good, below.good) {
                (true, true) => true,
                (false, false) => false,
                _ => above.leans_good() || below.leans_good(),
            };
            classes[index] = if is_good { ParagraphClass::Good } else { ParagraphClass::Bad };
        }
        above = above.after(class);
    }
}

/// Near-good paragraphs: bad between bad ones, else good.
fn settle_near_good(classes: &mut [ParagraphClass]) {
    let mut below = vec![Neighbour::NONE; classes.len()];
    for index in (1..classes.len()).rev() {
        below[index - 1] = below[index].after(classes[index]);
    }
    let mut above = false;
    for (class, below) in classes.iter_mut().zip(below) {
        if *class == ParagraphClass::NearGood {
            *class = if above || below.good { ParagraphClass::Good } else { ParagraphClass::Bad };
        }
        above = *class == ParagraphClass::Good;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `b`, `s`, `n` and `g` by themselves, upper case for headings; 50 characters each.
    fn revised(letters: &str, promote: bool, max_distance: u32) -> String {
        let class = |letter: char| match letter.to_ascii_lowercase() {
            'b' => ParagraphClass::Bad,
            's' => ParagraphClass::Short,
            'n' => ParagraphClass::NearGood,
            _ => ParagraphClass::Good,
        };
        let paragraph = |letter: char| Paragraph {
            texts: 0..1,
            chars: 50,
            linked_chars: 0,
            heading: letter.is_ascii_uppercase(),
        };
        let paragraphs: Vec<Paragraph> = letters.chars().map(paragraph).collect();
        let alone = letters.chars().map(class).collect();
        let rules = HeadingRules { enabled: true, promote, max_distance };
        let classes = Classes::revise(&paragraphs, alone, rules);
        classes.revised.iter().map(|class| class.name().chars().next().unwrap_or(' ')).collect()
    }

    #[test]
    fn short_paragraphs_go_with_what_is_on_both_sides() {
        assert_eq!(revised("gssg", false, 0), "gggg");
        assert_eq!(revised("bssb", false, 0), "bbbb");
        assert_eq!(revised("ss", false, 0), "bb");
        assert_eq!(revised("gsb", false, 0), "gbb");
    }

    #[test]
    fn a_near_good_paragraph_draws_short_ones_to_the_good_side() {
        assert_eq!(revised("gsnb", false, 0), "gggb");
        assert_eq!(revised("bnsg", false, 0), "bggg");
        assert_eq!(revised("bsng", false, 0), "bbgg", "it stands on the wrong side");
    }

    #[test]
    fn near_good_paragraphs_need_one_good_side() {
        assert_eq!(revised("bnnb", false, 0), "bbbb");
        assert_eq!(revised("bnng", false, 0), "bggg");
        assert_eq!(revised("gnnb", false, 0), "gggb");
    }

    #[test]
    fn headings_follow_the_content_below_them() {
        assert_eq!(revised("bSg", false, 200), "bgg");
        assert_eq!(revised("bBg", false, 200), "bbg", "bad by itself");
        assert_eq!(revised("bSbbbbg", false, 200), "bgbbbbg");
        assert_eq!(revised("bSbbbbbg", false, 200), "bbbbbbbg");
        // Each becomes good for the paragraph, not for the other heading.
        assert_eq!(revised("bSbbbSbg", false, 150), "bbbbbgbg");
    }

    #[test]
    fn promoted_headings_draw_what_stands_below_them() {
        assert_eq!(revised("bSsg", false, 200), "bgbg");
        assert_eq!(revised("bSsg", true, 200), "bggg");
    }
}
