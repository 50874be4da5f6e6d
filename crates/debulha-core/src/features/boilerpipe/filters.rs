//! The steps around the classifiers. Each is O(blocks), those that read text O(text).

use super::clauses::has_clause;
use super::draft::{BlockMarks, BoilerpipeDraft, DraftBlock};
use super::phrases;
use debulha_dom::{Document, names};
use std::collections::BTreeSet;

/// What to look for when telling the end of an article.
#[derive(Debug, Clone, Copy)]
pub struct EndRules<'a> {
    /// Blocks with this many words or more are no end.
    pub max_words: u32,
    /// Texts with fewer characters are only compared with the short forms.
    pub min_chars: u32,
    /// Further phrases, looked for anywhere in texts of any length, without regard to case.
    pub extra_phrases: &'a [String],
}

/// Marks the blocks that say the article is over as [`BlockMarks::END`].
pub fn mark_ends(draft: &mut BoilerpipeDraft<'_>, rules: &EndRules<'_>) {
    let extra: Vec<String> = rules.extra_phrases.iter().map(|phrase| phrase.to_lowercase()).collect();
    let mut lower = String::new();
    for at in 0..draft.blocks.len() {
        let block = &draft.blocks[at];
        if block.counts.words >= rules.max_words {
            continue;
        }
        let text = draft.text(block);
        lower.clear();
        if text.is_ascii() {
            lower.push_str(text);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&text.to_lowercase());
        }
        let is_long = text.chars().nth(rules.min_chars.saturating_sub(1) as usize).is_some();
        let ends = if is_long {
            phrases::is_end(&lower)
        } else {
            text == phrases::END_LINK && block.counts.link_density() == 1.0
        };
        if ends || extra.iter().any(|phrase| !phrase.is_empty() && lower.contains(phrase)) {
            draft.blocks[at].marks.add(BlockMarks::END);
        }
    }
}

/// Marks the first block that is the page's title, or a telling part of it, as [`BlockMarks::TITLE`].
pub fn mark_title(draft: &mut BoilerpipeDraft<'_>) {
    let titles = title_forms(draft.page.document());
    if titles.is_empty() {
        return;
    }
    let first_letters: Vec<Option<char>> = titles.iter().map(|title| first_letter(title)).collect();
    let is_title = |block: &DraftBlock| {
        let text = draft.text(block);
        // Most blocks are other texts from their first letter on.
        if !first_letters.contains(&first_letter(text)) {
            return false;
        }
        let text = comparable(text);
        titles.contains(&text) || titles.contains(text.replace(TITLE_SIGNS, "").trim())
    };
    if let Some(at) = draft.blocks.iter().position(is_title) {
        draft.blocks[at].marks.add(BlockMarks::TITLE);
    }
}

/// Signs that a headline may have and the title not.
const TITLE_SIGNS: [char; 5] = ['?', '!', '.', '-', ':'];

/// Apostrophes, which do not count.
const APOSTROPHES: [char; 2] = ['\'', '’'];

/// Lower case without apostrophes.
fn comparable(text: &str) -> String {
    text.to_lowercase().replace(APOSTROPHES, "")
}

/// What texts begin with that are equal, when compared as titles are.
fn first_letter(text: &str) -> Option<char> {
    let counts = |c: &char| !c.is_whitespace() && !TITLE_SIGNS.contains(c) && !APOSTROPHES.contains(c);
    text.chars().find(counts)?.to_lowercase().next()
}

/// Words that a part of the title must have to stand for it, if it is not the longest one.
const TITLE_PART_WORDS: usize = 4;

/// Sets of signs between the title and the names of site and section. The longest part between the signs of
/// any one set may be the headline.
const TITLE_SEPARATORS: [&[char]; 5] = [
    &['|', '»', '-'],
    &['|', '»', ':'],
    &['|', '»', ':', '(', ')'],
    &['|', '»', ':', '(', ')', '-'],
    &['|', '»', ':', '(', ')', '-', ','],
];

/// What the headline may read like, by the `title` element: comparable, white space folded.
fn title_forms(doc: &Document) -> BTreeSet<String> {
    let title = doc.elements_named(names::TITLE).next().map(|title| doc.text_content(title));
    let words: Vec<&str> = title.as_deref().unwrap_or_default().split_whitespace().collect();
    let title = comparable(&words.join(" "));
    let names_no_host = |part: &&str| !part.contains(".com");
    let mut forms = BTreeSet::new();
    for separators in TITLE_SEPARATORS {
        let parts = title.split(separators).map(str::trim).filter(names_no_host);
        // The first of the longest.
        forms.extend(parts.rev().max_by_key(|part| part.chars().count()).map(str::to_owned));
    }
    for separator in [" | ", " - "] {
        let parts = title.split(separator).filter(names_no_host);
        let long = parts.filter(|part| part.split(' ').count() >= TITLE_PART_WORDS);
        forms.extend(long.map(str::to_owned));
    }
    forms.extend(title.split_once(" - ").map(|(_, rest)| rest.to_owned()));
    forms.extend(title.rsplit_once(" - ").map(|(rest, _)| rest.to_owned()));
    forms.insert(title);
    forms.remove("");
    forms
}

/// Lets nothing be content from the first block marked [`BlockMarks::END`] on that comes after at least
/// `min_words` words of running text: of content blocks with a text density of `full_text_density` or more.
pub fn cut_after_end(draft: &mut BoilerpipeDraft<'_>, min_words: u32, full_text_density: f64) {
    let (mut words, mut over) = (0, false);
    for block in &mut draft.blocks {
        if block.content && block.counts.text_density() >= full_text_density {
            words += block.counts.words;
        }
        over |= block.marks.has(BlockMarks::END) && words >= min_words;
        block.content &= !over;
    }
}

/// Lets headings after the last other content block not be content.
pub fn drop_trailing_headings(draft: &mut BoilerpipeDraft<'_>) {
    let content = draft.blocks.iter_mut().rev().filter(|block| block.content);
    for heading in content.take_while(|block| block.marks.has(BlockMarks::HEADING)) {
        heading.content = false;
    }
}

/// Merges neighbours of the same text density.
pub fn fuse_equal_density(draft: &mut BoilerpipeDraft<'_>) {
    draft.fuse(|previous, block| previous.counts.text_density() == block.counts.text_density());
}

/// Which blocks take in a content block that follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fusion {
    /// Any block.
    Any,
    /// Content blocks at the same tag level.
    ContentAtSameLevel,
}

/// Merges content blocks into the block before them where at most `max_distance` removed blocks lie between.
pub fn fuse_near(draft: &mut BoilerpipeDraft<'_>, max_distance: u32, fusion: Fusion) {
    draft.fuse(|previous, block| {
        block.content
            && block.first - previous.last - 1 <= max_distance
            && match fusion {
                Fusion::Any => true,
                Fusion::ContentAtSameLevel => previous.content && previous.tag_level == block.tag_level,
            }
    });
}

/// Removes the blocks that are not content, the title aside.
pub fn remove_noise(draft: &mut BoilerpipeDraft<'_>) {
    draft.blocks.retain(|block| block.content || block.marks.has(BlockMarks::TITLE));
}

/// Keeps the content block with the most words, the first of equals, and marks it [`BlockMarks::VERY_LIKELY`]; all
/// others are [`BlockMarks::MIGHT_BE`]. A page of one block is left as it is. Gives the position of the block.
pub fn keep_largest(draft: &mut BoilerpipeDraft<'_>) -> Option<usize> {
    if draft.blocks.len() < 2 {
        return None;
    }
    let content = draft.blocks.iter().enumerate().filter(|(_, block)| block.content);
    let largest = content.rev().max_by_key(|(_, block)| block.counts.words).map(|(at, _)| at);
    for (at, block) in draft.blocks.iter_mut().enumerate() {
        block.content = Some(at) == largest;
        block.marks.add(if block.content { BlockMarks::VERY_LIKELY } else { BlockMarks::MIGHT_BE });
    }
    largest
}

/// Lets blocks of at least `min_words` words at the level of the largest block be content, on either side of
/// it until a block of a lower level.
pub fn expand_at_level(draft: &mut BoilerpipeDraft<'_>, largest: usize, min_words: u32) {
    let level = draft.blocks[largest].tag_level;
    let (before, after) = draft.blocks.split_at_mut(largest);
    let expand = |block: &mut DraftBlock| {
        block.content |= block.tag_level == level && block.counts.words >= min_words;
    };
    before.iter_mut().rev().take_while(|block| block.tag_level >= level).for_each(expand);
    after.iter_mut().take_while(|block| block.tag_level >= level).for_each(expand);
}

/// Lets the [`BlockMarks::MIGHT_BE`] blocks from the title to the first content be content.
pub fn expand_from_title(draft: &mut BoilerpipeDraft<'_>) {
    let title = draft.blocks.iter().position(|block| block.marks.has(BlockMarks::TITLE));
    let content = draft.blocks.iter().position(|block| block.content);
    if let (Some(title), Some(content)) = (title, content)
        && title < content
    {
        for block in &mut draft.blocks[title..content] {
            block.content |= block.marks.has(BlockMarks::MIGHT_BE);
        }
    }
}

/// Lets every block of at least `min_words` words at the level of the largest block be content.
pub fn keep_large_at_level(draft: &mut BoilerpipeDraft<'_>, min_words: u32) {
    let very_likely =
        draft.blocks.iter().find(|block| block.content && block.marks.has(BlockMarks::VERY_LIKELY));
    if let Some(level) = very_likely.map(|block| block.tag_level) {
        for block in &mut draft.blocks {
            block.content |= block.counts.words >= min_words && block.tag_level == level;
        }
    }
}

/// Lets list items without links right after the largest block, and at deeper levels, be content.
pub fn keep_list_at_end(draft: &mut BoilerpipeDraft<'_>) {
    let mut mark = BlockMarks::MIGHT_BE;
    mark.add(BlockMarks::LIST_ITEM);
    let mut level = None;
    for block in &mut draft.blocks {
        if block.content && block.marks.has(BlockMarks::VERY_LIKELY) {
            level = Some(block.tag_level);
        } else if level.is_some_and(|level| block.tag_level > level)
            && block.marks.has(mark)
            && block.counts.linked_words == 0
        {
            block.content = true;
        } else {
            level = None;
        }
    }
}

/// Lets content blocks without a clause of at least `min_words` words be content no more; see [`has_clause`].
///
/// [`has_clause`]: super::clauses::has_clause
pub fn keep_clauses(draft: &mut BoilerpipeDraft<'_>, min_words: u32, open_end: bool) {
    for at in 0..draft.blocks.len() {
        let block = &draft.blocks[at];
        if block.content && !has_clause(draft.text(block), min_words, open_end) {
            draft.blocks[at].content = false;
        }
    }
}

/// Lets every block of at least `min_words` words be content, and no other.
pub fn keep_long(draft: &mut BoilerpipeDraft<'_>, min_words: u32) {
    for block in &mut draft.blocks {
        block.content = block.counts.words >= min_words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::boilerpipe::BoilerpipeDraft;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    /// Runs `act` on the draft of a page and gives what it answers.
    fn on<T>(html: &str, act: impl FnOnce(&mut BoilerpipeDraft<'_>) -> T) -> T {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        act(&mut BoilerpipeDraft::new(&page))
    }

    fn content(draft: &BoilerpipeDraft<'_>) -> Vec<bool> {
        draft.blocks.iter().map(|block| block.content).collect()
    }

    fn set_content(draft: &mut BoilerpipeDraft<'_>, content: &[bool]) {
        assert_eq!(draft.blocks.len(), content.len());
        draft.blocks.iter_mut().zip(content).for_each(|(block, &c)| block.content = c);
    }

    const T: bool = true;
    const F: bool = false;

    #[test]
    fn ends_are_short_and_known() {
        let html = "<p>Post a comment</p><p>Comments are what fifteen words or more of running text may well \
                    begin with as this paragraph here shows to all</p><p><a href=x>Comment</a></p><p>Comment</p>\
                    <p>发表评论</p>";
        let extra = ["发表".to_owned()];
        let ends = |extra_phrases: &[String]| {
            on(html, |draft| {
                mark_ends(draft, &EndRules { max_words: 15, min_chars: 8, extra_phrases });
                draft.blocks.iter().map(|block| block.marks.has(BlockMarks::END)).collect::<Vec<_>>()
            })
        };
        assert_eq!(ends(&[]), [T, F, T, F, F]);
        assert_eq!(ends(&extra), [T, F, T, F, T]);
    }

    #[test]
    fn a_title_is_found_by_its_parts() {
        let found = |title: &str, headline: &str| {
            on(&format!("<title>{title}</title><p>x</p><h1>{headline}</h1><p>{headline}</p>"), |draft| {
                draft.blocks.iter().position(|block| block.marks.has(BlockMarks::TITLE)).or_else(|| {
                    mark_title(draft);
                    draft.blocks.iter().position(|block| block.marks.has(BlockMarks::TITLE))
                })
            })
        };
        assert_eq!(found("A king's  tale", "A King’s tale"), Some(1));
        assert_eq!(found("A king's tale - The Daily News", "A king's tale"), Some(1));
        assert_eq!(found("Who rules now? | News | Site", "Who rules now?"), Some(1));
        assert_eq!(
            found("News | Who rules the kings - Site of all the new news", "who rules the kings"),
            None
        );
        assert_eq!(found("Short | A site of many long words", "Short"), None);
        assert_eq!(found("Wait for it", "Wait: for it!"), Some(1));
        assert_eq!(found("", "x"), None);
    }

    #[test]
    fn the_end_counts_only_after_running_text() {
        let html = "<p>a b c d e f g h i j</p><p>12 comments</p><p>k l</p>";
        let cut = |min_words| {
            on(html, |draft| {
                set_content(draft, &[T, T, T]);
                draft.blocks[1].marks.add(BlockMarks::END);
                cut_after_end(draft, min_words, 9.0);
                content(draft)
            })
        };
        assert_eq!(cut(10), [T, F, F]);
        assert_eq!(cut(11), [T, T, T]);
    }

    #[test]
    fn headings_at_the_end_go() {
        let html = "<h2>a</h2><p>b</p><h2>c</h2><p>d</p><h3>e</h3>";
        on(html, |draft| {
            set_content(draft, &[T, T, T, F, T]);
            drop_trailing_headings(draft);
            assert_eq!(content(draft), [T, T, F, F, F]);
        });
    }

    #[test]
    fn near_blocks_fuse_across_one_removed_block() {
        let html = "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>";
        on(html, |draft| {
            set_content(draft, &[T, F, T, F, F]);
            draft.blocks[4].marks.add(BlockMarks::TITLE);
            remove_noise(draft);
            assert_eq!(draft.blocks.len(), 3);
            fuse_near(draft, 1, Fusion::ContentAtSameLevel);
            assert_eq!(draft.blocks.iter().map(|b| (b.first, b.last)).collect::<Vec<_>>(), [(0, 2), (4, 4)]);
            // The removed block lies between, but is not labelled.
            assert_eq!(draft.labels().plain_text(draft.page), "a\nc");
        });
    }

    #[test]
    fn any_block_takes_in_content_that_follows() {
        on("<p>a</p><div><p>b</p></div><p>c</p>", |draft| {
            set_content(draft, &[F, T, F]);
            fuse_near(draft, 1, Fusion::Any);
            assert_eq!(content(draft), [T, F]);
            assert_eq!((draft.blocks[0].tag_level, draft.blocks[0].counts.words), (1, 2));
        });
    }

    #[test]
    fn equal_densities_fuse() {
        on("<p>a b</p><p>c d</p><p>e</p><p>f g</p>", |draft| {
            fuse_equal_density(draft);
            assert_eq!(draft.blocks.iter().map(|b| b.counts.words).collect::<Vec<_>>(), [4, 1, 2]);
        });
    }

    #[test]
    fn the_first_largest_block_is_kept_and_its_equals_at_its_level_come_back() {
        let html = "<p>a b</p><div><p>c d</p><p>e</p><p>f g</p></div><p>h i</p>";
        on(html, |draft| {
            set_content(draft, &[F, T, T, T, T]);
            let largest = keep_largest(draft).expect("content");
            assert_eq!(content(draft), [F, T, F, F, F]);
            expand_at_level(draft, largest, 2);
            assert_eq!(content(draft), [F, T, F, T, F]);
        });
        on("<p>a</p>", |draft| assert_eq!(keep_largest(draft), None));
    }

    #[test]
    fn what_lies_between_title_and_content_comes_back() {
        on("<p>a</p><h1>t</h1><p>b</p><p>c d</p><p>e</p>", |draft| {
            draft.blocks[1].marks.add(BlockMarks::TITLE);
            set_content(draft, &[F, F, F, T, T]);
            keep_largest(draft);
            expand_from_title(draft);
            assert_eq!(content(draft), [F, T, T, T, F]);
        });
    }

    #[test]
    fn large_blocks_at_the_level_of_the_largest_come_back() {
        on("<p>a b</p><div>x<p>c d</p></div><p>e f g</p><p>h</p>", |draft| {
            set_content(draft, &[T, F, T, T, T]);
            keep_largest(draft);
            keep_large_at_level(draft, 2);
            assert_eq!(content(draft), [T, F, F, T, F]);
        });
    }

    #[test]
    fn a_list_right_after_the_largest_block_comes_back() {
        let html = "<p>a b</p><ul><li>c</li><li>d</li><li><a href=x>e</a></li><li>f</li></ul>";
        on(html, |draft| {
            set_content(draft, &[T, F, F, F, F]);
            keep_largest(draft);
            keep_list_at_end(draft);
            assert_eq!(content(draft), [T, T, T, F, F]);
        });
    }

    #[test]
    fn split_blocks_keep_the_answer_about_the_whole() {
        on("<p>a b</p><p>c d</p><p>e</p><p>f</p>", |draft| {
            fuse_equal_density(draft);
            set_content(draft, &[T, F]);
            draft.blocks[0].marks.add(BlockMarks::TITLE);
            draft.split();
            assert_eq!(content(draft), [T, T, F, F]);
            assert!(draft.blocks[1].marks.has(BlockMarks::TITLE));
            remove_noise(draft);
            draft.split();
            assert_eq!(draft.blocks.len(), 2, "what is removed stays so");
        });
    }

    #[test]
    fn content_without_clauses_goes() {
        on("<p>So it rained, at last.</p><p>Rain at last</p><p>So it rained.</p>", |draft| {
            set_content(draft, &[T, T, F]);
            keep_clauses(draft, 3, false);
            assert_eq!(content(draft), [T, F, F]);
        });
    }

    #[test]
    fn long_blocks_are_kept() {
        on("<p>a b</p><p>c</p>", |draft| {
            keep_long(draft, 2);
            assert_eq!(content(draft), [T, F]);
        });
    }

    #[test]
    fn parts_of_a_title_that_are_not_the_longest_have_several_words() {
        for (words, is_form) in [(TITLE_PART_WORDS, true), (TITLE_PART_WORDS - 1, false)] {
            let part = vec!["rye"; words].join(" ");
            let title = format!("Oats | {part} | {}", "x".repeat(40));
            let doc = parse(&format!("<title>{title}</title>"), &Limits::default()).document;
            assert_eq!(title_forms(&doc).contains(&part), is_form, "{words}");
        }
    }
}
