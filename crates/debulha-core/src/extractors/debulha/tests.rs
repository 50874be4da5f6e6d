//! What the system tells of its words, kinds and cuts.

use super::*;
use crate::features::page_tokens::{TokenKind, of_kind, page_tokens, word_tokens};
use debulha_dom::{Limits, parse};

#[test]
fn words_are_known_that_have_log_odds() {
    let mut tokens = Vec::new();
    word_tokens(TokenKind::Word, "rye wheat", |token| tokens.push((token, 1.0)));
    let odds = TokenOdds::new(tokens);
    let nothing_else = Selection::of(RowUnit::Block, [("words", 1); 0]).unwrap();
    let share = |html: &str| {
        let parsed = parse(html, &Limits::default());
        let page = Page::new(&parsed.document);
        rows(&page, &page, &nothing_else, &odds, &mut Scratch::default()).known_words
    };
    assert_eq!(share("<p>rye and wheat<p>rye"), 0.75);
    assert_eq!((share("<p>oats"), share("<p>"), share("<p>–")), (0.0, 0.0, 0.0));
}

#[test]
fn what_a_page_says_of_its_kind_is_bounded() {
    let parsed = parse("<title>Rye wheat</title><p>Oats.", &Limits::default());
    let page = Page::new(&parsed.document);
    let nothing_else = Selection::of(RowUnit::Block, [("words", 1); 0]).unwrap();
    let kinds = |odds: [f32; 3]| {
        let mut tokens = Vec::new();
        page_tokens(&page, |token| tokens.extend((0..3).map(|kind| (of_kind(token, kind), odds[kind]))));
        let odds = TokenOdds::new(tokens);
        let rows = rows(&page, &page, &nothing_else, &odds, &mut Scratch::default());
        ["kind_article", "kind_collection", "kind_documentation"].map(|name| {
            let column = evidence::FEATURES.iter().position(|feature| feature.name == name).unwrap();
            rows.table.row(0)[column]
        })
    };
    // Two words of the title, each said once.
    assert_eq!(kinds([0.5, 3.0, -3.0]), [1.0, 2.0, -2.0]);
    assert_eq!(kinds([0.0, -0.5, 1.0]), [0.0, -1.0, 2.0]);
}

#[test]
fn words_are_unseen_as_far_as_those_of_the_page_are_known() {
    let ten = "one two three four five six seven eight nine ten";
    let parsed = parse(&format!("<p>{ten}<p>{ten}<p>{ten}"), &Limits::default());
    let page = Page::new(&parsed.document);
    let params = DebulhaParams {
        page_deviation: 0.0,
        unseen_words: 120.0,
        smoothing: Smoothing::None,
        repeats: Repeats::Judged,
        ..DebulhaParams::default()
    };
    let kept = |known_words: f64| {
        let log_odds = [0.9_f32, 0.4, 0.3].map(|p| (p / (1.0 - p)).ln());
        params.decide(&page, &page, known_words, log_odds.to_vec()).kept.iter().filter(|&&kept| kept).count()
    };
    // 18/40, 26/50 and 32/60 with the 14 words that can be unseen.
    assert_eq!((kept(0.0), kept(0.5)), (2, 3));
}

#[test]
fn text_for_screen_readers_is_left_out_amid_other_text() {
    let html =
        "<p>Rye <span class=sr-only>opens in a new window</span> 5 lb<p><b class=sr-only>menu</b><p>oats";
    let parsed = parse(html, &Limits::default());
    let page = Page::new(&parsed.document);
    let kept = |screen_reader_text, odds: [f32; 3]| {
        let params = DebulhaParams { screen_reader_text, ..DebulhaParams::default() };
        let decision = params.decide(&page, &page, 1.0, odds.to_vec());
        let labels = labels(&page, &decision);
        assert_eq!(labels.spans.len(), labels.scores.as_ref().map_or(0, Vec::len));
        let texts = labels.spans.iter().map(|span| parsed.document.text(span.node).trim());
        texts.collect::<Vec<_>>().join("|")
    };
    let all = [4.0; 3];
    assert_eq!(kept(ScreenReaderText::Kept, all), "Rye|opens in a new window|5 lb|menu|oats");
    assert_eq!(kept(ScreenReaderText::LeftOut, all), "Rye|5 lb|menu|oats");
}

/// The texts of a page's blocks.
pub(super) fn block_texts(page: &Page<'_>) -> Vec<String> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let text = |block| {
        let nodes = texts.nodes(block).iter().map(|&node| doc.text(node).trim());
        nodes.collect::<Vec<_>>().join(" ")
    };
    texts.blocks().iter().map(text).collect()
}
