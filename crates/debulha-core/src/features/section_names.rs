//! Headings that say what stands below them: sources.

use crate::features::white_space::fold_into;
use crate::page::Page;

/// Bytes of such a text at most: longer ones say more than a name.
const MAX_BYTES: usize = 48;

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

/// Whether a text block names the list behind it as one of sources.
pub fn names_sources(page: &Page<'_>, row: usize) -> bool {
    short_text(page, row).is_some_and(|name| SOURCES.contains(&&*name))
}

/// The text of a short block in lower case, without the marks around it; `None` for longer ones.
pub fn short_text(page: &Page<'_>, row: usize) -> Option<String> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let nodes = texts.nodes(&texts.blocks()[row]);
    let bytes: usize = nodes.iter().map(|&node| doc.text(node).trim().len()).sum();
    if !(2..=MAX_BYTES).contains(&bytes) {
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
    fn short_texts_end_at_the_limit() {
        for (bytes, is_short) in [(1, false), (2, true), (MAX_BYTES, true), (MAX_BYTES + 1, false)] {
            let html = format!("<p>{}", "x".repeat(bytes));
            let found = rows(&html, |page, row| short_text(page, row).is_some());
            assert_eq!(!found.is_empty(), is_short, "{bytes}");
        }
    }
}
