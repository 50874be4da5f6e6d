//! Short texts that say what stands below or beside them: sources, or an advert.

use crate::features::title_block::level_of;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use std::ops::Range;

/// Bytes of such a text at most: longer ones say more than a name.
const MOST_BYTES: usize = 48;

/// Headings of lists of sources, in lower case (our decision: those of Wikipedia, of journals and of blogs in large languages).
const SOURCES: [&str; 58] = [
    "references",
    "reference list",
    "sources",
    "sources and references",
    "references and further reading",
    "bibliography",
    "works cited",
    "literature",
    "further reading",
    "see also",
    "external links",
    "useful links",
    "resources",
    "further resources",
    "additional resources",
    "recommended reading",
    "notes and references",
    "citations",
    "quellen",
    "quellenangaben",
    "literatur",
    "weblinks",
    "einzelnachweise",
    "siehe auch",
    "weiterführende links",
    "literaturverzeichnis",
    "nützliche links",
    "références",
    "bibliographie",
    "liens externes",
    "voir aussi",
    "pour aller plus loin",
    "fuentes",
    "referencias",
    "bibliografía",
    "enlaces externos",
    "véase también",
    "para saber más",
    "referências",
    "fontes",
    "bibliografia",
    "ligações externas",
    "ver também",
    "para saber mais",
    "fonti",
    "collegamenti esterni",
    "voci correlate",
    "źródła",
    "przypisy",
    "linki zewnętrzne",
    "источники",
    "литература",
    "ссылки",
    "примечания",
    "参考文献",
    "出典",
    "外部リンク",
    "المراجع",
];

/// Words of a box with the label of an advert and its text at most (our decision: a paragraph).
const MOST_ADVERT_WORDS: u32 = 40;

/// Labels of adverts, in lower case (our decision).
const ADVERTS: [&str; 26] = [
    "ad",
    "ads",
    "advert",
    "advertisement",
    "advertisements",
    "advertising",
    "article continues after advertisement",
    "continue reading below",
    "paid content",
    "sponsored content",
    "story continues below advertisement",
    "anzeige",
    "werbung",
    "advertentie",
    "annons",
    "annonce",
    "mainos",
    "publicité",
    "publicidad",
    "publicidade",
    "pubblicità",
    "reklama",
    "reklam",
    "реклама",
    "広告",
    "广告",
];

/// Whether a text block names the list behind it as one of sources.
pub fn names_sources(page: &Page<'_>, row: usize) -> bool {
    name_of(page, row).is_some_and(|name| SOURCES.contains(&&*name))
}

/// The text blocks of adverts: labels, and what stands behind them in boxes that begin with one. In document order, disjoint.
/// O(blocks + adverts · (depth + log blocks)).
pub fn adverts(page: &Page<'_>) -> Vec<Range<usize>> {
    let blocks = page.text_blocks().blocks().len();
    let mut found: Vec<Range<usize>> = Vec::new();
    for row in 0..blocks {
        let is_known = found.last().is_some_and(|last| last.contains(&row));
        if !is_known && labels_advert(page, row) {
            found.push(row..box_end(page, row).unwrap_or(row + 1));
        }
    }
    found
}

/// Behind the last block of the outermost short box that begins with a label.
fn box_end(page: &Page<'_>, label: usize) -> Option<usize> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let first = texts.nodes(&texts.blocks()[label])[0];
    let is_box = |node: &NodeId| {
        let nodes = node.0..doc.subtree_end(*node);
        matches!(doc.name(*node), names::DIV | names::ASIDE | names::SECTION)
            && page.text_nodes_in(nodes).first() == Some(&first)
            && page.stats().subtree(doc, *node).words <= MOST_ADVERT_WORDS
    };
    let end =
        doc.subtree_end(doc.ancestors(first).skip_while(|node| !is_box(node)).take_while(is_box).last()?);
    Some(texts.blocks().partition_point(|block| texts.nodes(block)[0].0 < end))
}

/// Whether a text block is nothing but the label of an advert. Headings, entries of lists and cells speak of adverts.
fn labels_advert(page: &Page<'_>, row: usize) -> bool {
    let block = &page.text_blocks().blocks()[row];
    // Asked of each block: most are told by their length.
    let [node] = page.text_blocks().nodes(block) else { return false };
    let text = page.document().text(*node).trim_matches(|c: char| !c.is_alphanumeric());
    let is_label = |label: &&str| {
        label.len() == text.len() && text.chars().flat_map(char::to_lowercase).eq(label.chars())
    };
    if !ADVERTS.iter().any(is_label) {
        return false;
    }
    let is_entry = matches!(
        page.document().name(block.element),
        names::LI | names::TD | names::TH | names::DT | names::DD | names::OPTION | names::BUTTON
    );
    !is_entry
        && level_of(page, block) == 0
        && name_of(page, row).is_some_and(|name| ADVERTS.contains(&&*name))
}

/// A short text in lower case, without the marks around it.
fn name_of(page: &Page<'_>, row: usize) -> Option<String> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let nodes = texts.nodes(&texts.blocks()[row]);
    let bytes: usize = nodes.iter().map(|&node| doc.text(node).trim().len()).sum();
    if !(2..=MOST_BYTES).contains(&bytes) {
        return None;
    }
    let mut text = String::new();
    for &node in nodes {
        if !text.is_empty() {
            text.push(' ');
        }
        fold_into(&mut text, doc.text(node));
    }
    // A link to change the section stands in its heading.
    let text = text.split('[').next().unwrap_or_default();
    Some(text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// The places of blocks of which something holds.
    fn rows(html: &str, holds: fn(&Page<'_>, usize) -> bool) -> Vec<usize> {
        let document = parse(html, &Limits::default()).document;
        let page = Page::new(&document);
        (0..page.text_blocks().blocks().len()).filter(|&row| holds(&page, row)).collect()
    }

    #[test]
    fn sources_are_named_in_many_languages() {
        let html = "<h2>Further <i>reading</i></h2><p><b>Quellen:</b><h3>Références [modifier]</h3><h2>出典</h2>\
                    <h2>Sources of the river</h2><p>Reading";
        assert_eq!(rows(html, names_sources), [0, 1, 2, 3]);
    }

    #[test]
    fn labels_of_adverts_stand_alone() {
        let html = "<div> Advertisement</div><p>— Anzeige —<p>Anzeige <b>neu</b><h2>Advertising</h2><ul><li>Ads</ul><p>Ads pay.<div>PUBLICITÉ";
        assert_eq!(rows(html, labels_advert), [0, 1, 6]);
    }

    #[test]
    fn what_a_label_stands_on_is_the_advert() {
        let found = |html: &str| {
            let document = parse(html, &Limits::default()).document;
            adverts(&Page::new(&document))
        };
        let labelled = "<p>Rye.<div><div><p>Anzeige</div><p>Win a holiday<p>now!</div><p>Oats.<div>Ads</div>";
        assert_eq!(found(labelled), [1..4, 5..6]);
        let long = format!("<div><p>Anzeige<p>{}</div>", "oats ".repeat(60));
        assert_eq!(found(&long), [0..1]);
    }
}
