#![allow(clippy::unwrap_used)]

use super::*;
use crate::features::vips::drawing::LaidOutPage;

const JOINING: Joining = Joining { min_overlap: 0.5, max_space: 3.0, max_gap: 1.0 };

/// Texts and images of a body of 900 by 900 pixels: what is in each, its lines and the frames around it.
fn areas(html: &str) -> Vec<(String, u32, u32)> {
    let drawing = LaidOutPage::of(&format!("<body at='0 0 900 900'>{html}"));
    let tree = AreaTree::of(&drawing.page(), &JOINING).unwrap();
    let leaves = tree.areas.iter().filter(|area| area.kind != AreaKind::Frame);
    let named = leaves.map(|area| {
        let texts = area.parts.iter().map(|part| drawing.document.text(part.node).trim());
        let text = if area.kind == AreaKind::Image { "image".to_owned() } else { texts.collect() };
        (text, area.lines, area.depth)
    });
    named.collect()
}

fn expected(areas: &[(&str, u32, u32)]) -> Vec<(String, u32, u32)> {
    areas.iter().map(|&(text, lines, depth)| (text.to_owned(), lines, depth)).collect()
}

#[test]
fn spec_23_texts_at_the_same_height_are_one_line() {
    let at = |second: &str| {
        areas(&format!("<p at='0 0 900 40'><b text='0 10 50 16'>a</b><i text='{second}'>b</i></p>"))
    };
    // From 10 to 26 and from 11 to 25.
    assert_eq!(at("60 11 50 14"), expected(&[("ab", 1, 1)]));
    // 7 of 14 pixels overlap, and 6 of 14.
    assert_eq!(at("60 19 50 14"), expected(&[("ab", 1, 1)]));
    assert_eq!(at("60 20 50 14"), expected(&[("a", 1, 1), ("b", 1, 1)]));
    // A low text beside a high one: 7 of 8 pixels, and 3.
    assert_eq!(areas("<p text='0 10 50 8'>a</p><p text='55 11 50 100'>b</p>"), expected(&[("ab", 1, 1)]));
    assert_eq!(at("60 23 50 100"), expected(&[("a", 1, 1), ("b", 1, 1)]));
    // 48 pixels are three times the height of the higher one.
    assert_eq!(at("98 10 50 16"), expected(&[("ab", 1, 1)]));
    assert_eq!(at("99 10 50 16"), expected(&[("a", 1, 1), ("b", 1, 1)]));
}

#[test]
fn spec_23_another_area_between_parts_a_line() {
    let between = |html: &str| areas(&format!("<p at='0 10 20 16'>a</p>{html}<p at='40 10 20 16'>b</p>"));
    assert_eq!(between(""), expected(&[("ab", 1, 1)]));
    assert_eq!(between("<img at='25 0 10 40'>"), expected(&[("image", 0, 1), ("a", 1, 1), ("b", 1, 1)]));
    assert_eq!(
        between("<div at='25 0 10 40' border=1><p at='26 10 8 16'>c</p></div>"),
        expected(&[("a", 1, 1), ("b", 1, 1), ("c", 1, 2)])
    );
    // One that does not reach as far down is beside the line.
    assert_eq!(between("<img at='25 0 10 5'>"), expected(&[("image", 0, 1), ("ab", 1, 1)]));
}

#[test]
fn spec_23_lines_of_one_style_are_one_block() {
    let at = |y: u32, style: &str| {
        areas(&format!("<p text='0 0 200 20; 0 20 200 20'>a</p><p text='0 {y} 200 20' {style}>b</p>"))
    };
    assert_eq!(at(40, ""), expected(&[("aab", 3, 1)]));
    assert_eq!(at(59, ""), expected(&[("aab", 3, 1)]));
    // A short line at the right over a long one.
    let right = areas("<p text='700 0 200 20; 0 20 900 20'>a</p>");
    assert_eq!(right, expected(&[("aa", 2, 1)]));
    let apart = expected(&[("aa", 2, 1), ("b", 1, 1)]);
    assert_eq!(at(60, ""), apart, "the gap is a line");
    assert_eq!(at(40, "font='24 400'"), apart);
    assert_eq!(at(40, "font='16 700'"), apart);
    assert_eq!(at(40, "color='#ff0000'"), apart);
}

#[test]
fn spec_23_backgrounds_and_borders_are_frames() {
    let of = |style: &str| {
        let html = format!(
            "<div at='0 0 400 200' back='#ffffff'><p at='0 0 400 20'>a</p></div>\
                            <div at='0 200 400 200' {style}><p at='0 210 400 20'>b</p></div>"
        );
        areas(&html)[1].2
    };
    assert_eq!(of("back='#eeeeee'"), 2);
    assert_eq!(of("border=1"), 2);
    assert_eq!(of("back='#ffffff'"), 1, "the background of the page");
    assert_eq!(of(""), 1);
}

#[test]
fn a_text_is_of_the_area_with_most_of_its_width() {
    // Its first line stands beside a heading, its second one below in letters of its own.
    let drawing = LaidOutPage::of(
        "<body at='0 0 900 900'><h1 at='0 0 100 20' font='24 700'>a</h1><p text='110 0 50 20; 0 40 300 20'>b</p>",
    );
    let tree = AreaTree::of(&drawing.page(), &JOINING).unwrap();
    let lines: Vec<u32> = tree.areas.iter().map(|area| area.lines).collect();
    assert_eq!(lines, [0, 1, 1], "the page, the line with the heading, the other one");
    assert_eq!(tree.of_text.iter().map(|found| found.1).collect::<Vec<_>>(), [1, 2]);
    let share: f32 = tree.areas[1].parts[1].share;
    assert!((share - 50.0 / 350.0).abs() < 1e-6);
}

#[test]
fn a_line_looks_like_its_widest_text_in_the_line() {
    // A long paragraph whose second line holds a link: the link is all of its own text, and little of the line.
    let link =
        "<p text='0 0 600 20; 0 20 400 20; 0 40 600 20'>a <a text='400 20 50 20' color='#0000ff'>b</a></p>";
    assert_eq!(areas(link), expected(&[("aaba", 3, 1)]));
    let wide =
        "<p text='0 0 600 20; 0 20 100 20; 0 40 600 20'>a <a text='100 20 400 20' color='#0000ff'>b</a></p>";
    assert_eq!(areas(wide), expected(&[("a", 1, 1), ("ab", 1, 1), ("a", 1, 1)]));
}

#[test]
fn areas_are_runs_of_whole_subtrees() {
    let drawing = LaidOutPage::of(
        "<body at='0 0 900 900'><div><p at='0 0 99 20'>a</p><p at='0 20 99 20'>b</p></div>\
         <div><p at='0 100 99 20'>c</p> <p at='0 120 99 20'>d</p><p at='0 200 99 20'>e</p></div><p at='0 140 99 20'>f</p>",
    );
    let tree = AreaTree::of(&drawing.page(), &JOINING).unwrap();
    let page = drawing.page();
    let text = |block: &SegmentBlock| -> String {
        page.text_nodes_in(block.nodes.clone())
            .iter()
            .map(|&text| drawing.document.text(text).trim())
            .collect()
    };
    let runs = tree.runs(&page);
    let found: Vec<(usize, String)> = runs.iter().map(|(area, block)| (*area, text(block))).collect();
    // c, d and f are one area, e stands between d and f in the page.
    let named = [(1, "ab"), (2, "cd"), (3, "e"), (2, "f")].map(|(area, text)| (area, text.to_owned()));
    assert_eq!(found, named);
    assert_eq!(drawing.document.name(runs[0].1.element), names::DIV, "all in it is of one area");
}

#[test]
fn a_page_needs_a_layout_with_styles() {
    let drawing = LaidOutPage::of("<p at='0 0 9 9'>a");
    let without = Page::new(&drawing.document);
    let missing = |page: &Page<'_>| AreaTree::of(page, &JOINING).unwrap_err().to_string();
    assert_eq!(missing(&without), "needs the page's layout: `debulha render`");
    let layout = Layout::of(&drawing.document, |_| Some(Rectangle::default()));
    let evidence = debulha_core::page::Evidence { layout: Some(&layout), ..Default::default() };
    let page = Page::with(&drawing.document, evidence, debulha_core::page::PageOptions::default());
    assert_eq!(missing(&page), "needs a layout with styles: `debulha render`");
}
