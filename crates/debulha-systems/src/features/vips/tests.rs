//! The rules one by one, and whole trees.

#![allow(clippy::unwrap_used, clippy::format_collect)]

use super::drawing::LaidOutPage;
use super::rules::BlockExtraction;
use super::*;

/// What the body of a page is cut into in the first round: name, coherence and rule.
fn cut_with(html: &str, params: &VipsParams) -> Vec<(String, u8, String)> {
    let drawing = LaidOutPage::of(html);
    let nodes = drawing.nodes();
    let mut extraction = BlockExtraction::new(&nodes, params);
    extraction.begin(0);
    let leaves = extraction.divide(nodes.body);
    let name = |node| drawing.names(&[node]).remove(0);
    leaves.iter().map(|leaf| (name(leaf.node), leaf.coherence, leaf.rule.to_string())).collect()
}

fn cut(html: &str) -> Vec<(String, u8, String)> {
    cut_with(html, &VipsParams::default())
}

fn found(name: &str, coherence: u8, rule: &str) -> (String, u8, String) {
    (name.to_owned(), coherence, rule.to_owned())
}

/// Two elements of a size beside it, so that a page has more than one child.
fn beside(html: &str) -> String {
    format!("<body at='0 0 1000 1000'><p id=other at='0 900 1000 20'>other</p>{html}")
}

#[test]
fn spec_11_t3_a_cell_of_text_and_bold_text_has_coherence_9() {
    // The last cell's background has its row cut into cells.
    let html = "<body at='0 0 900 900'><table at='0 0 900 900'><tr at='0 0 900 900'>\
                <td at='0 0 300 900'>plain <b at='9 9 9 9' font='16 700'>bold</b></td>\
                <td at='300 0 300 900'>plain <b at='310 9 9 9'>not bold</b></td>\
                <td id=c at='600 0 300 900' back='#eeeeee'>c</td></table>";
    assert_eq!(cut(html), [found("td", 9, "R4"), found("td", 10, "R4"), found("c", 7, "R7")]);
}

#[test]
fn spec_11_t4_an_element_with_one_child_is_cut() {
    let html = beside(
        "<div at='0 0 900 800'><table at='0 0 900 800'><tr at='0 0 900 800'><td at='0 0 9 9'>a</table></div>",
    );
    // R2 cuts down to the cell, whose only child is a text.
    assert_eq!(cut(&html), [found("other", 10, "R4"), found("td", 10, "R4")]);
}

#[test]
fn r1_drops_what_is_empty_and_keeps_images() {
    let html = beside(
        "<div at='0 0 500 500'></div><img at='0 0 300 300'><input at='0 400 90 20'><img at='0 0 0 0'>",
    );
    assert_eq!(cut(&html), [found("other", 10, "R4"), found("img", 8, "R1"), found("input", 8, "R1")]);
}

#[test]
fn r1_keeps_controls_that_draw_themselves() {
    let html = beside(
        "<div at='0 0 900 800'><progress at='0 0 300 20'>3 of 10</progress>\
         <meter at='0 100 300 20'>half</meter>\
         <button at='0 200 300 300' back='#eeeeee'><svg at='0 200 300 300'></svg></button>\
         <hr at='0 600 900 2'></div>",
    );
    let controls = ["progress", "meter", "svg"].map(|name| found(name, 8, "R1"));
    assert_eq!(cut(&html)[1..], controls);
}

#[test]
fn r5_cuts_inline_elements_around_blocks() {
    let html = beside("<span at='0 0 900 800'>x<div id=a at='0 0 900 400'>a</div></span>");
    let found_ids: Vec<String> = cut(&html).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(found_ids, ["other", "x", "a"]);
}

#[test]
fn r6_cuts_at_rules_and_r9_keeps_what_has_small_children() {
    let parts = "<p id=a at='0 0 300 100'>a</p><p id=b at='0 200 300 100'>b</p>";
    let whole = beside(&format!("<div id=whole at='0 0 900 800'>{parts}</div>"));
    assert_eq!(cut(&whole)[1], found("whole", 8, "R9"));
    let ruled = beside(&format!("<div at='0 0 900 800'>{parts}<div><hr at='0 150 300 2'></div></div>"));
    assert_eq!(cut(&ruled)[1..], [found("a", 10, "R4"), found("b", 10, "R4")]);
}

#[test]
fn r7_keeps_children_of_another_background_whole() {
    let rows = "<tr id=head back='#eeeeee' at='0 0 900 100'><td at='0 0 450 100'>a<td at='450 0 450 100'>b</tr>\
                <tr at='0 100 900 700'><td at='0 100 450 700'>c<td at='450 100 450 700'>d</tr>";
    let html = beside(&format!("<table at='0 0 900 800'><tbody at='0 0 900 800'>{rows}</table>"));
    // A table's only child is its body, which is of no class with R7: as `tr` is, it is put in by hand.
    let direct = html.replace("<tbody at='0 0 900 800'>", "");
    assert_eq!(cut(&html), cut(&direct));
    let row = beside(
        "<table at='0 0 900 800'><tr at='0 0 900 800'><td id=a back='#eeeeee' at='0 0 450 800'><p at='0 0 9 9'>x</p>\
         <p at='0 9 9 9'>y</p></td><td id=b at='450 0 450 800'>z</td></tr></table>",
    );
    assert_eq!(cut(&row)[1..], [found("a", 7, "R7"), found("b", 10, "R4")]);
    let params = VipsParams { background_coherence: 6, ..VipsParams::default() };
    assert_eq!(cut_with(&row, &params)[1], found("a", 6, "R7"));
}

#[test]
fn r8_keeps_what_is_small_and_has_text() {
    let of = |tag: &str, size: &str| {
        let html = format!(
            "<{tag} at='0 0 {size}' text='0 0 90 20'>text<div id=in at='0 50 300 50'>in</div></{tag}>"
        );
        cut(&beside(&html)).remove(1)
    };
    assert_eq!(of("div", "300 100"), found("div", 5, "R8"));
    assert_eq!(of("section", "300 100"), found("section", 8, "R8"));
    assert_eq!(of("ul", "300 100").0, "text", "`ul` is cut");
    assert_eq!(of("div", "900 700"), found("div", 8, "R9"), "large, of small children");
}

#[test]
fn r10_keeps_a_cell_beside_one_that_is_kept() {
    let large = "<p at='450 0 450 400'>b</p><p at='450 400 450 400'>c</p>";
    let row = |first: &str| {
        let html = format!(
            "<table at='0 0 900 800'><tr at='0 0 900 800'><td id=a at='0 0 450 800'>{first}</td>\
             <td id=b at='450 0 450 800'>{large}</td><td id=c back='#eeeeee' at='890 0 9 800'>c</td></tr></table>"
        );
        cut(&beside(&html)).into_iter().map(|(name, ..)| name).collect::<Vec<_>>()
    };
    assert_eq!(row("text"), ["other", "a", "b", "c"]);
    assert_eq!(row("<p id=in at='0 0 450 800'><img at='0 0 450 800'></p>")[1], "img", "R2 cuts the first");
}

#[test]
fn the_sum_of_sizes_cuts_where_told() {
    let html = beside(
        "<div id=whole at='0 0 100 100'><p id=a at='0 0 90 90'>a</p><p id=b at='0 90 90 90'>b</p></div>",
    );
    assert_eq!(cut(&html)[1], found("whole", 8, "R9"));
    let params = VipsParams { size_sum: true, ..VipsParams::default() };
    assert_eq!(cut_with(&html, &params)[1..], [found("a", 10, "R4"), found("b", 10, "R4")]);
}

#[test]
fn paragraphs_have_two_orders_of_rules() {
    let html =
        beside("<p id=p at='0 0 900 800'>x<img at='0 0 500 500'><b at='0 0 9 9' back='#eeeeee'>y</b></p>");
    assert_eq!(cut(&html)[1..].len(), 3, "R11 cuts");
    let params = VipsParams { paragraph_rules: ParagraphRules::Program, ..VipsParams::default() };
    assert_eq!(cut_with(&html, &params)[3], found("b", 7, "R7"));
}

#[test]
fn elements_without_area_are_seen_by_what_is_in_them() {
    let html = beside("<div id=float><p id=a at='0 0 300 100'>a</p><p id=b at='0 200 300 100'>b</p></div>");
    assert_eq!(cut(&html)[1], found("float", 8, "R9"));
    let drawing = LaidOutPage::of(&html);
    let params = VipsParams { collapsed: false, ..VipsParams::default() };
    let strict = segment(&drawing.page(), &params).unwrap();
    assert_eq!(drawing.names(strict.tree.roots(0)), ["other"]);
}

/// Blocks as rectangles, coherence and names of their roots.
fn tree_of(drawing: &LaidOutPage, params: &VipsParams) -> Vec<(u8, Vec<String>)> {
    let visual = segment(&drawing.page(), params).unwrap();
    let tree = &visual.tree;
    let blocks = 0..tree.blocks().len();
    for block in blocks.clone() {
        for child in tree.children(block) {
            assert!(tree.blocks()[child].coherence >= tree.blocks()[block].coherence);
            assert!(
                drawing
                    .names(tree.roots(child))
                    .iter()
                    .all(|name| drawing.names(tree.roots(block)).contains(name))
            );
        }
    }
    blocks.map(|block| (tree.blocks()[block].coherence, drawing.names(tree.roots(block)))).collect()
}

const COLUMNS: &str = "<body at='0 0 1000 1000'>\
    <p id=head at='0 0 1000 100'>head</p>\
    <div><p id=menu at='0 160 200 800'>menu</p>\
    <div at='300 160 700 400'><p id=a at='300 160 700 190'>a</p><p id=b at='300 360 700 200'>b</p></div></div>";

#[test]
fn the_weakest_separators_are_joined_first() {
    let drawing = LaidOutPage::of(COLUMNS);
    // Between head and the rest 60 pixels weigh 12 - 2, between the columns 100 weigh 12, between a and b 10 weigh 2 - 2.
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let params = VipsParams { sizes: vec![[1, 1]], ..VipsParams::default() };
    assert_eq!(
        tree_of(&drawing, &params),
        [
            (1, names(&["head", "menu", "a", "b"])),
            (10, names(&["head"])),
            (1, names(&["menu", "a", "b"])),
            (10, names(&["menu"])),
            (10, names(&["a", "b"])),
            (10, names(&["a"])),
            (10, names(&["b"])),
        ]
    );
}

#[test]
fn equal_separators_part_siblings_and_lighter_ones_join() {
    let rows = [(0, 20), (26, 20), (80, 20), (106, 20)];
    let html: String =
        rows.iter().enumerate().map(|(n, (y, h))| format!("<img id=i{n} at='0 {y} 900 {h}'>")).collect();
    let drawing = LaidOutPage::of(&format!("<body at='0 0 1000 1000'>{html}"));
    let shown: Vec<(u8, usize)> = tree_of(&drawing, &VipsParams::default())
        .into_iter()
        .map(|(coherence, roots)| (coherence, roots.len()))
        .collect();
    // 6 pixels weigh 1, 34 pixels 6: 10 - ceil(9/6) = 8.
    assert_eq!(shown, [(1, 4), (8, 2), (8, 1), (8, 1), (8, 2), (8, 1), (8, 1)]);
}

#[test]
fn a_diagonal_and_overlaps_are_siblings() {
    let overlap = "<body at='0 0 900 900'><img id=a at='0 0 500 500'><img id=b at='400 400 500 500'>";
    assert_eq!(tree_of(&LaidOutPage::of(overlap), &VipsParams::default()).len(), 3);
    let diagonal: String = (0..4).map(|n| format!("<img at='{0} {0} 50 50'>", n * 100)).collect();
    let drawing = LaidOutPage::of(&format!("<body at='0 0 900 900'>{diagonal}"));
    assert_eq!(
        tree_of(&drawing, &VipsParams::default()).len(),
        5,
        "no separator has blocks of one row or column beside it"
    );
}

#[test]
fn blocks_below_the_permitted_coherence_are_cut_again() {
    let html = beside("<div id=a at='0 0 300 100'>text<div id=in at='0 50 300 50'>in</div></div>");
    let drawing = LaidOutPage::of(&html);
    let roots = |pdoc| {
        let visual = segment(&drawing.page(), &VipsParams { pdoc, ..VipsParams::default() }).unwrap();
        drawing.names(visual.tree.roots(0))
    };
    assert_eq!(roots(5), ["other", "a"]);
    assert_eq!(roots(6), ["other", "text", "in"]);
    let visual = segment(&drawing.page(), &VipsParams { pdoc: 6, ..VipsParams::default() }).unwrap();
    let coherence: Vec<u8> = visual.tree.blocks().iter().map(|block| block.coherence).collect();
    assert_eq!(coherence, [1, 10, 5, 11, 10], "what was cut again keeps at most the coherence of its rule");
}

#[test]
fn chosen_blocks_are_leaves_or_coherent_or_all() {
    let drawing = LaidOutPage::of(COLUMNS);
    let params = VipsParams { sizes: vec![[1, 1]], ..VipsParams::default() };
    let visual = segment(&drawing.page(), &params).unwrap();
    let names = |which| {
        let chosen = visual.tree.chosen(which, 5).into_iter();
        chosen.map(|block| drawing.names(visual.tree.roots(block)).join("+")).collect::<Vec<_>>()
    };
    assert_eq!(names(VisualBlocks::Leaves), ["head", "menu", "a", "b"]);
    assert_eq!(names(VisualBlocks::Permitted), ["head", "menu", "a+b"]);
    assert_eq!(names(VisualBlocks::All).len(), 7);
}

#[test]
fn runs_are_whole_elements_or_neighbours() {
    let html = "<body at='0 0 900 900'><div id=d><img id=a at='0 0 50 50'> <i></i><img id=b at='0 60 50 50'></div>\
                <img id=c at='0 120 50 50'><img id=e at='400 0 50 50'><img id=f at='0 180 50 50'>";
    let drawing = LaidOutPage::of(html);
    let nodes = drawing.nodes();
    let all: Vec<NodeId> = nodes.doc.elements_named(debulha_dom::names::IMG).collect();
    let image = |n: usize| all[n];
    let holding = runs::Holding::of(&nodes, &all);
    let runs = |images: &[usize]| {
        let roots: Vec<NodeId> = images.iter().map(|&n| image(n)).collect();
        let runs = runs::runs(&nodes, &holding, &roots);
        let shown = |block: &SegmentBlock| (drawing.names(&[block.element]).remove(0), block.nodes.len());
        runs.iter().map(shown).collect::<Vec<_>>()
    };
    let run = |name: &str, nodes| (name.to_owned(), nodes);
    assert_eq!(runs(&[0]), [run("a", 1)]);
    assert_eq!(runs(&[0, 1]), [run("d", 5)], "all that is seen of the parent");
    assert_eq!(runs(&[0, 1, 2]), [run("body", 6)], "the parent and its neighbour");
    assert_eq!(runs(&[2, 4]), [run("c", 1), run("f", 1)], "another block stands between");
    assert_eq!(runs(&[0, 1, 2, 3, 4])[0].0, "body");
}

#[test]
fn without_a_layout_or_styles_there_is_no_tree() {
    let drawing = LaidOutPage::of("<p>a");
    assert!(segment(&Page::new(&drawing.document), &VipsParams::default()).is_err());
    assert_eq!(
        segment(&drawing.page(), &VipsParams::default()).unwrap().tree,
        VisualTree::default(),
        "nothing is drawn"
    );
}
