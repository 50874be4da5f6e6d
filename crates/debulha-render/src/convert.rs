//! From the browser's snapshot to a layout record.

use crate::drawing::NodeDrawing;
use crate::snapshot::{DocumentSnapshot, PageSnapshot, StringId};
use debulha_core::layout::{LayoutNode, LayoutRecord, Rectangle, Style, mark_of, text_number};
use std::collections::HashMap;

/// Types of nodes, as the DOM numbers them.
const ELEMENT: u8 = 1;
const TEXT: u8 = 3;
const DOCUMENT: u8 = 9;

/// Boxes of two lines differ by more than this, in pixels; of one line they may differ by parts of a pixel.
const SAME_LINE: f32 = 0.5;

/// Where the children of a node stand in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChildrenPlace {
    /// At its root.
    Root,
    /// Below the node with this number.
    Below(u32),
    /// Nowhere.
    Out,
}

/// The nodes and styles of a page. Of a shadow tree there is nothing; what a page puts into its slots stands below
/// the host, as in the page's source. Pseudo-elements, the documents of frames and the text of scripts and style sheets are
/// left out.
///
/// O(nodes + boxes).
pub(crate) fn record(snapshot: &PageSnapshot) -> LayoutRecord {
    let mut record = LayoutRecord { page: Some(snapshot.size()), ..LayoutRecord::default() };
    let Some(page) = snapshot.page() else { return record };
    let drawing = NodeDrawing::of(snapshot, page);
    let lines = lines(page);
    let mut styles = StyleTable::default();
    let is_shadow = flags(page, &page.nodes.shadow_root_type.index);
    let is_pseudo = flags(page, &page.nodes.pseudo_type.index);
    let mut places: Vec<ChildrenPlace> = Vec::with_capacity(page.nodes.node_type.len());
    for (at, &kind) in page.nodes.node_type.iter().enumerate() {
        let above = page.parent(at).map_or(ChildrenPlace::Root, |parent| places[parent]);
        if kind == DOCUMENT && above == ChildrenPlace::Root || is_shadow[at] && !is_pseudo[at] {
            places.push(above);
            continue;
        }
        let node = if is_pseudo[at] { None } else { node(snapshot, page, at, above, record.nodes.len()) };
        let Some(mut node) = node else {
            places.push(ChildrenPlace::Out);
            continue;
        };
        // What is in these is no text, and it is nothing that a record is compared by.
        let is_code = matches!(node.tag.as_str(), "script" | "style");
        places.push(if is_code {
            ChildrenPlace::Out
        } else {
            ChildrenPlace::Below(record.nodes.len() as u32)
        });
        if let Some(layout) = drawing.layout_of[at] {
            if kind == ELEMENT {
                let [x, y, width, height] = page.layout.bounds[layout].map(rounded);
                node = node.at(Rectangle { x, y, width, height });
            }
            node.paint = page.layout.paint_orders.get(layout).copied();
        }
        node.lines = if kind == TEXT { lines[at].clone() } else { Vec::new() };
        node.style = drawing.style(at).map(|style| styles.place(style));
        record.nodes.push(node);
    }
    record.styles = styles.styles;
    record
}

/// An element or a text that is not blank, not yet drawn.
fn node(
    snapshot: &PageSnapshot,
    page: &DocumentSnapshot,
    at: usize,
    above: ChildrenPlace,
    number: usize,
) -> Option<LayoutNode> {
    let parent = match above {
        ChildrenPlace::Root => None,
        ChildrenPlace::Below(parent) => Some(i64::from(parent)),
        ChildrenPlace::Out => return None,
    };
    let string = |list: &[StringId]| list.get(at).map_or("", |&id| snapshot.string(id));
    match page.nodes.node_type[at] {
        ELEMENT => {
            let name = string(&page.nodes.node_name).to_ascii_lowercase();
            let attributes = page.nodes.attributes.get(at).map_or(&[][..], Vec::as_slice);
            let attribute = |wanted: &str| {
                let mut pairs = attributes.chunks_exact(2);
                pairs.find(|pair| snapshot.string(pair[0]) == wanted).map(|pair| snapshot.string(pair[1]))
            };
            let mut node = LayoutNode::new(number as i64, &name, parent);
            node.mark = mark_of(attribute("id"), attribute("class"));
            Some(node)
        }
        TEXT => {
            let text = text_number(string(&page.nodes.node_value))?;
            let mut node = LayoutNode::new(number as i64, LayoutNode::TEXT, parent);
            node.text = Some(text);
            Some(node)
        }
        _ => None,
    }
}

/// The lines of each node: boxes side by side are one.
fn lines(page: &DocumentSnapshot) -> Vec<Vec<[f32; 4]>> {
    let mut lines: Vec<Vec<[f32; 4]>> = vec![Vec::new(); page.nodes.node_type.len()];
    for (&layout, &bounds) in page.text_boxes.layout_index.iter().zip(&page.text_boxes.bounds) {
        let of_node = page.layout.node_index.get(layout).and_then(|&node| lines.get_mut(node));
        let Some(of_node) = of_node else { continue };
        let line = bounds.map(rounded);
        match of_node.last_mut() {
            Some(last) if (last[1] - line[1]).abs() < SAME_LINE && (last[3] - line[3]).abs() < SAME_LINE => {
                let right = (last[0] + last[2]).max(line[0] + line[2]);
                last[0] = last[0].min(line[0]);
                last[2] = rounded(right - last[0]);
            }
            _ => of_node.push(line),
        }
    }
    lines
}

/// To hundredths of a pixel: the browser counts in sixty-fourths of one.
fn rounded(pixels: f32) -> f32 {
    (pixels * 100.0).round() / 100.0
}

fn flags(page: &DocumentSnapshot, index: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; page.nodes.node_type.len()];
    for &at in index {
        if let Some(flag) = flags.get_mut(at) {
            *flag = true;
        }
    }
    flags
}

impl DocumentSnapshot {
    /// The parent of a node, which comes before it.
    pub(crate) fn parent(&self, at: usize) -> Option<usize> {
        let parent = usize::try_from(*self.nodes.parent_index.get(at)?).ok()?;
        (parent < at).then_some(parent)
    }
}

/// The styles of a record, each once, in the order in which they are met.
#[derive(Default)]
struct StyleTable {
    styles: Vec<Style>,
    place_of: HashMap<String, u32>,
}

impl StyleTable {
    fn place(&mut self, style: Style) -> u32 {
        *self.place_of.entry(format!("{style:?}")).or_insert_with(|| {
            self.styles.push(style);
            self.styles.len() as u32 - 1
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::snapshot::{STYLES, at};
    use debulha_core::layout::{Display, NodeKey};
    use serde_json::{Value, json};

    /// A node of a snapshot: parent, type, name, value, attributes, and its box.
    type Node<'a> = (i64, u8, &'a str, &'a str, &'a [&'a str], Option<[f32; 4]>);

    /// The snapshot of nodes, of which boxes have the same styles but for a `display` of block.
    fn snapshot(
        nodes: &[Node<'_>],
        styles: &[(usize, &str)],
        shadow: &[usize],
        pseudo: &[usize],
    ) -> PageSnapshot {
        let mut strings: Vec<String> = Vec::new();
        let mut string = |text: &str| {
            strings.push(text.to_owned());
            strings.len() - 1
        };
        let mut values = vec![string(""); STYLES.len()];
        for &(place, value) in styles {
            values[place] = string(value);
        }
        let names: Vec<usize> = nodes.iter().map(|node| string(node.2)).collect();
        let texts: Vec<usize> = nodes.iter().map(|node| string(node.3)).collect();
        let attributes: Vec<Vec<usize>> =
            nodes.iter().map(|node| node.4.iter().map(|text| string(text)).collect()).collect();
        let drawn: Vec<usize> = (0..nodes.len()).filter(|&node| nodes[node].5.is_some()).collect();
        let bounds: Vec<Value> = drawn.iter().map(|&node| json!(nodes[node].5)).collect();
        let lines: Vec<usize> = (0..drawn.len()).filter(|&layout| nodes[drawn[layout]].1 == TEXT).collect();
        let line_bounds: Vec<&Value> = lines.iter().map(|&layout| &bounds[layout]).collect();
        let page = json!({
            "nodes": {
                "parentIndex": nodes.iter().map(|node| node.0).collect::<Vec<_>>(),
                "nodeType": nodes.iter().map(|node| node.1).collect::<Vec<_>>(),
                "nodeName": names, "nodeValue": texts, "attributes": attributes,
                "shadowRootType": {"index": shadow, "value": []}, "pseudoType": {"index": pseudo, "value": []},
            },
            "layout": {
                "nodeIndex": drawn, "styles": vec![values; drawn.len()], "bounds": bounds,
                "paintOrders": (0..drawn.len()).collect::<Vec<_>>(),
            },
            "textBoxes": {"layoutIndex": lines, "bounds": line_bounds},
            "contentWidth": 1280, "contentHeight": 900,
        });
        // Texts are read from bytes alone.
        serde_json::from_str(&json!({"documents": [page], "strings": strings}).to_string()).unwrap()
    }

    const BOX: Option<[f32; 4]> = Some([8.0, 8.015_625, 100.0, 20.0]);

    const BLOCK: &[(usize, &str)] =
        &[(at::DISPLAY, "block"), (at::VISIBILITY, "visible"), (at::OPACITY, "1")];

    fn names(record: &LayoutRecord) -> Vec<(String, Option<i64>)> {
        let number = |key: &NodeKey| match key {
            NodeKey::Number(number) => *number,
            NodeKey::Name(_) => -1,
        };
        record.nodes.iter().map(|node| (node.tag.clone(), node.parent.as_ref().map(number))).collect()
    }

    #[test]
    fn elements_and_texts_are_kept_in_document_order() {
        let snapshot = snapshot(
            &[
                (-1, 9, "#document", "", &[], BOX),
                (0, 1, "HTML", "", &[], BOX),
                (1, 1, "SCRIPT", "", &[], None),
                (2, 3, "#text", "x()", &[], None),
                (1, 1, "P", "", &["class", "b", "id", "a"], BOX),
                (4, 1, "::before", "", &[], BOX),
                (5, 3, "#text", "Q", &[], BOX),
                (4, 3, "#text", " \n", &[], BOX),
                (4, 3, "#text", "Rye ", &[], BOX),
                (4, 8, "#comment", "no", &[], None),
            ],
            BLOCK,
            &[],
            &[5],
        );
        let record = record(&snapshot);
        let expected = [("html", None), ("script", Some(0)), ("p", Some(0)), ("#text", Some(2))];
        assert_eq!(names(&record), expected.map(|(name, parent)| (name.to_owned(), parent)));
        let [_, script, paragraph, text] = record.nodes.as_slice() else { panic!("{record:?}") };
        assert_eq!(
            (paragraph.mark, paragraph.y, paragraph.paint),
            (mark_of(Some("a"), Some("b")), Some(8.02), Some(2))
        );
        assert_eq!((text.text, text.lines.as_slice()), (text_number("Rye"), &[[8.0, 8.02, 100.0, 20.0]][..]));
        let style = |node: &LayoutNode| record.styles[node.style.unwrap() as usize];
        assert_eq!((style(script).display, style(text).display), (Display::None, Display::Block));
        assert_eq!((record.styles.len(), record.page.unwrap().height), (2, 900.0));
    }

    #[test]
    fn what_is_in_slots_stands_below_the_host() {
        let snapshot = snapshot(
            &[
                (-1, 9, "#document", "", &[], BOX),
                (0, 1, "X-A", "", &[], BOX),
                (1, 1, "P", "", &[], BOX),
                (2, 3, "#text", "Shade", &[], BOX),
                (2, 1, "SLOT", "", &[], None),
                (4, 1, "B", "", &[], BOX),
            ],
            BLOCK,
            &[2, 3, 4],
            &[],
        );
        assert_eq!(names(&record(&snapshot)), [("x-a".to_owned(), None), ("b".to_owned(), Some(0))]);
    }

    #[test]
    fn opacity_is_that_of_all_around() {
        let styles = [BLOCK, &[(at::OPACITY, "0.05"), (at::BACKGROUND_COLOR, "rgb(0, 0, 255)")]].concat();
        let snapshot = snapshot(
            &[(-1, 1, "P", "", &[], BOX), (0, 1, "B", "", &[], BOX), (1, 3, "#text", "Rye", &[], BOX)],
            &styles,
            &[],
            &[],
        );
        let record = record(&snapshot);
        let styles: Vec<Style> =
            record.nodes.iter().map(|node| record.styles[node.style.unwrap() as usize]).collect();
        assert_eq!(styles.iter().map(|style| style.visible).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(styles[2].background.to_string(), "#0000ff");
    }

    #[test]
    fn boxes_side_by_side_are_one_line() {
        let mut snapshot = snapshot(&[(-1, 3, "#text", "Rye", &[], BOX)], BLOCK, &[], &[]);
        let page = snapshot.page_mut();
        page.text_boxes.layout_index = vec![0; 3];
        page.text_boxes.bounds =
            vec![[50.0, 8.0, 10.0, 20.0], [8.0, 8.0, 42.0, 20.0], [8.0, 28.0, 9.0, 20.0]];
        assert_eq!(record(&snapshot).nodes[0].lines, [[8.0, 8.0, 52.0, 20.0], [8.0, 28.0, 9.0, 20.0]]);
    }

    #[test]
    fn a_snapshot_that_makes_no_sense_is_read_as_far_as_it_goes() {
        let empty: PageSnapshot = serde_json::from_str(r#"{"documents": [], "strings": []}"#).unwrap();
        assert!(record(&empty).nodes.is_empty());
        let wrong = r#"{"documents": [{"nodes": {"parentIndex": [5, -1], "nodeType": [1, 3, 1], "nodeName": [99],
            "nodeValue": [], "attributes": [[0]], "shadowRootType": {"index": [77]}},
            "layout": {"nodeIndex": [9, 0, 0], "styles": [[]], "bounds": [[0, 0, 0, 0], [1, 1, 1, 1]]},
            "textBoxes": {"layoutIndex": [0, 44], "bounds": [[1, 1, 1, 1], [2, 2, 2, 2]]}}], "strings": ["x"]}"#;
        let wrong: PageSnapshot = serde_json::from_str(wrong).unwrap();
        assert_eq!(record(&wrong).nodes.len(), 2);
    }
}
