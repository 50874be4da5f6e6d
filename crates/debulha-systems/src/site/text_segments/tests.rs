use super::*;
use debulha_core::site::{SiteMethod, learn};
use debulha_dom::{Document, Limits, parse};

fn tree(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

/// A block with template segments of 12 and 30 characters and one of 8 of its own, then a story.
fn worked(own: &str) -> String {
    let [a, b] = ["a".repeat(12), "b".repeat(30)];
    format!("<div>{a}<br>{b}<br>{own}</div><div>story of {own}</div>")
}

fn text_with(params: &TextSegmentsParams) -> String {
    let trees = ["wheatear", "sparrows", "goldinch"].map(|own| tree(&worked(own)));
    let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
    let extractor = learn(&TextSegments { params: params.clone() }, &pages);
    let outcome = extractor.extract(&pages[1], &mut Scratch::default());
    outcome.labels().unwrap().plain_text(&pages[1])
}

#[test]
fn spec_18_ratio_of_a_block() {
    let judged = |measure| {
        let params = TextSegmentsParams { measure, ..TextSegmentsParams::default() };
        let tree = tree(&worked("sparrows"));
        let page = Page::new(&tree);
        let segments = PageSegments::of(&page, &params);
        let template = [segments.numbers[0], segments.numbers[1]];
        segments.judge(&page, &params, 3, |number| if template.contains(&number) { 3 } else { 1 }).ratios[1]
    };
    assert_eq!(judged(SegmentMeasure::Lengths), 0.84);
    assert_eq!((judged(SegmentMeasure::Counts) * 1e3).round(), 667.0);
}

#[test]
fn spec_18_worked_test_in_both_modes() {
    let lengths = TextSegmentsParams::default();
    assert_eq!(text_with(&lengths), "story of sparrows");
    let counts = TextSegmentsParams { measure: SegmentMeasure::Counts, ..lengths.clone() };
    let [a, b] = ["a".repeat(12), "b".repeat(30)];
    assert_eq!(text_with(&counts), format!("{a} {b} sparrows\nstory of sparrows"));
    let without_segments = TextSegmentsParams { drop_segments: true, ..counts };
    assert_eq!(text_with(&without_segments), "sparrows\nstory of sparrows");
}

#[test]
fn spec_18_threshold_by_pages_seen() {
    let params = TextSegmentsParams::default();
    assert_eq!([1, 30, 31, 200].map(|pages| params.tau(pages)), [3, 3, 4, 20]);
    assert_eq!(TextSegmentsParams { tau: 7, ..params }.tau(200), 7);
}

#[test]
fn segments_are_told_apart_by_style_and_text() {
    let numbers = |html: &str, mask_digits| {
        let params = TextSegmentsParams { mask_digits, ..TextSegmentsParams::default() };
        let tree = tree(html);
        PageSegments::of(&Page::new(&tree), &params).distinct()
    };
    let same = |a, b, mask_digits| numbers(a, mask_digits) == numbers(b, mask_digits);
    assert!(same("<div class=a id=b>rye  oats", "<div id=b class=a> rye oats", false));
    assert!(!same("<div class=a>rye", "<div class=b>rye", false));
    assert!(!same("<div><div>rye", "<div>rye", false));
    assert!(same("<div><p>rye", "<div><b>rye", false), "no separators");
    assert!(!same("<div>9 May 2009", "<div>12 May 2010", false));
    assert!(same("<div>9 May 2009", "<div>12 May 2010", true));
}

#[test]
fn table_and_sample_judge_alike() {
    let trees: Vec<Document> = (0..40).map(|n| tree(&worked(&format!("own{n:05}")))).collect();
    let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
    let method = TextSegments::default();
    let mut table = SegmentTable::default();
    for (count, page) in pages.iter().enumerate() {
        let learned = learn(&method, &pages[..count]);
        let extracted = learned.extract(page, &mut Scratch::default());
        assert_eq!(extracted.labels().unwrap(), &table.detect(page), "before it is inserted");
        table.insert(page);
        table.insert(page);
        assert_eq!(extracted.labels().unwrap(), &table.detect(page), "after");
        let why = table.why(page, page.text_nodes()[0]).unwrap();
        assert_eq!(learned.why(page, &mut Scratch::default(), page.text_nodes()[0]), why);
    }
    assert_eq!((table.pages(), table.segments()), (40, 2 + 2 * 40));
    let record = SiteMethod::observe(&method, &pages[0]);
    assert_eq!(record.segments.len(), 4);
}

#[test]
fn a_table_survives_storage() {
    let trees: Vec<Document> = (0..5).map(|n| tree(&worked(&format!("own{n:05}")))).collect();
    let mut table = SegmentTable::new(
        TextSegmentsParams::default(),
        DeletionParams { horizon: 2, learn_every: 1, ..DeletionParams::default() },
    );
    for tree in &trees {
        table.insert(&Page::new(tree));
    }
    let stored = postcard::to_stdvec(&table).unwrap();
    assert_eq!(postcard::from_bytes::<SegmentTable>(&stored).unwrap(), table);
    let json = serde_json::to_string(&table).unwrap();
    assert_eq!(
        serde_json::from_str::<SegmentTable>(&json).unwrap().detect(&Page::new(&trees[0])).spans.len(),
        1
    );
}

/// Pages of a menu that never changes and a story that is never seen again.
fn insert_pages(table: &mut SegmentTable, numbers: std::ops::Range<u32>, menu: &str) {
    for number in numbers {
        let story = (0..6).map(|line| format!("line {line} of {number}<br>")).collect::<Vec<_>>().concat();
        let tree = tree(&format!("<div class=menu>{menu}</div><div class=story>{story}</div>"));
        table.insert(&Page::new(&tree));
    }
}

#[test]
fn spec_18_without_a_model_long_absence_deletes() {
    let history = |pages, first_seen, last_seen| SegmentHistory { pages, first_seen, last_seen };
    let overdue = |history: SegmentHistory, now| history.is_overdue(now, &DeletionParams::default());
    assert!(!overdue(history(1, 1, 1), 101) && overdue(history(1, 1, 1), 102));
    assert!(!overdue(history(3, 1, 101), 251) && overdue(history(3, 1, 101), 252), "mean gap 50");

    let mut table = SegmentTable::default();
    insert_pages(&mut table, 0..150, "Home<br>News");
    assert_eq!(table.model().examples(), 0, "nobody's fate is known before page 200");
    assert_eq!(table.delete(), 6 * 49, "stories of the pages 1 to 49");
    assert_eq!(table.segments(), 2 + 6 * 101);
}

#[test]
fn a_model_learns_which_segments_die() {
    let deletion = DeletionParams { min_examples: 200, learn_every: 2, ..DeletionParams::default() };
    let mut table = SegmentTable::new(TextSegmentsParams::default(), deletion);
    let menu = (0..40).map(|item| format!("item {item}<br>")).collect::<Vec<_>>().concat();
    insert_pages(&mut table, 0..1000, &menu);
    assert!(table.model().examples() >= 200);
    let menu_item = SegmentHistory { pages: 1000, first_seen: 1, last_seen: 1000 };
    let story_line = SegmentHistory { pages: 1, first_seen: 850, last_seen: 850 };
    assert!(table.model().chance_dead(&menu_item, 1000) < 0.5);
    assert!(table.model().chance_dead(&story_line, 1000) > 0.9);
    table.delete();
    assert!((40..6_000).contains(&table.segments()), "{}", table.segments());

    let mut small = table.clone();
    small.deletion.capacity = 50;
    small.delete();
    assert!(small.segments() <= 50);
    let page = tree(&format!("<div class=menu>{menu}</div><div class=story>new story</div>"));
    let page = Page::new(&page);
    assert_eq!(small.detect(&page).plain_text(&page), "new story", "the menu stays");

    let other = SegmentTable::default().with_model(table.model().clone());
    assert_eq!(other.model(), table.model());
}
