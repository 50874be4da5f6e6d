//! Titles of panels are kept with their panels: the questions of an accordion, the labels of tabs.

use crate::features::panels::Panel;
use crate::page::Page;
use debulha_dom::NodeId;

/// Minimum share of the words of a section that are kept for its title to be kept (our decision: most of it). The pane of a tab needs one
/// block: without a label nobody can tell which pane it is.
const MIN_KEPT: f64 = 0.5;

/// Keeps the titles of panels that are kept, and drops the labels of panes that are not. Titles that may not stand (`may_stand`) are left
/// alone. O(panels · log blocks + blocks in panels · nesting).
pub fn keep_titles(shown: &Page<'_>, words: &[u32], may_stand: impl Fn(usize) -> bool, kept: &mut [bool]) {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let mut titles = Vec::new();
    // Labels may share a block, which stays where one of them does.
    for Panel { title, body, is_tab } in shown.panels() {
        let own = shown.text_nodes_in(title.0..doc.subtree_end(*title));
        let (Some(&first), Some(&last)) = (own.first(), own.last()) else { continue };
        let row = |node: NodeId| texts.block_of(node);
        let (Some(start), Some(end)) = (row(first), row(last)) else { continue };
        let rows = texts.rows_in(body);
        let weight = |row: usize| words[row].max(1);
        let all: u32 = rows.clone().map(weight).sum();
        let of_kept: u32 = rows.filter(|&row| kept[row]).map(weight).sum();
        if all == 0 {
            continue;
        }
        let stands = if *is_tab { of_kept > 0 } else { f64::from(of_kept) >= MIN_KEPT * f64::from(all) };
        if stands || *is_tab {
            titles.push((start..end + 1, stands));
        }
    }
    for (rows, _) in titles.iter().filter(|(_, stands)| !stands) {
        kept[rows.clone()].fill(false);
    }
    for (rows, _) in titles.into_iter().filter(|(_, stands)| *stands) {
        for row in rows {
            kept[row] |= may_stand(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors::debulha::block_words;
    use crate::extractors::debulha::tests::block_texts;
    use debulha_dom::{Limits, parse};

    /// The blocks that are kept, if those with `rye` were.
    fn kept(html: &str) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let all = block_texts(&page);
        let mut kept: Vec<bool> = all.iter().map(|text| text.contains("rye")).collect();
        keep_titles(&page, &block_words(&page), |row| all[row] != "barred", &mut kept);
        (0..all.len()).filter(|&row| kept[row]).map(|row| all[row].as_str()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn titles_follow_their_panels() {
        let section =
            |title: &str, text: &str| format!("<details><summary>{title}</summary><p>{text}</p></details>");
        assert_eq!(kept(&section("When", "rye")), "When|rye");
        assert_eq!(kept(&section("When", "oats")), "");
        assert_eq!(kept(&section("barred", "rye")), "rye");
        // One word of two is at the bound.
        assert_eq!(kept(&section("When", "rye<p>oats")), "When|rye");
        assert_eq!(kept(&section("When", "rye<p>oats hay")), "rye");
    }

    #[test]
    fn labels_follow_their_panes() {
        let tabs =
            |panes: &str| format!("<ul role=tablist><li role=tab>A rye<li role=tab>B</ul><div>{panes}</div>");
        assert_eq!(kept(&tabs("<div>rye<p>oats hay</div><div>rye</div>")), "A rye|B|rye|rye");
        assert_eq!(kept(&tabs("<div>oats</div><div>rye</div>")), "B|rye");
        let row = "<div role=tablist><a role=tab>A</a> <a role=tab>B</a></div><div><div>oats</div><div>rye</div></div>";
        assert_eq!(kept(row), "A B|rye");
    }
}
