//! Notices of e-mails that are kept as pages: why the e-mail came, how to end the subscription, where to read it in a browser.

use crate::features::said_text::{Phrases, said_text};
use crate::page::Page;
use crate::word_list::word_list;
use debulha_dom::{NodeId, names};
use std::sync::LazyLock;

/// Maximum words of a notice; longer text is that of the e-mail (our decision).
const MAX_NOTICE_WORDS: u32 = 60;

/// Maximum bytes of a notice, by which most blocks are skipped without being read.
const MAX_NOTICE_BYTES: usize = 800;

/// Maximum words before or after a notice that only its link tells: it is at the head or the foot of the e-mail (our decision).
const MAX_EDGE_WORDS: u32 = 80;

/// Maximum words after the reason of an e-mail that belong to its foot: the postal address and further links (our decision).
const MAX_FOOT_WORDS: u32 = 60;

/// Phrases that say why the e-mail came.
const REASONS: &[&str] = word_list!("words/mail_reasons.txt");

static REASON_PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(REASONS));

/// Texts of links.
const LINKS: &[&str] = word_list!("words/mail_links.txt");

/// Marks the text blocks of notices. O(nodes + text of short blocks).
pub fn mark(page: &Page<'_>, found: &mut [bool]) {
    let (doc, texts) = (page.document(), page.text_blocks());
    let all: u32 = texts.blocks().iter().map(|block| block.counts.words).sum();
    let mut before = 0;
    for (row, block) in texts.blocks().iter().enumerate() {
        let words = block.counts.words;
        let start = before;
        let after = all - before - words;
        let at_edge =
            (before <= MAX_EDGE_WORDS && before < after) || (after <= MAX_EDGE_WORDS && after < before);
        before += words;
        if words > MAX_NOTICE_WORDS || page.title_block() == Some(row) {
            continue;
        }
        let nodes = texts.nodes(block);
        let says_why =
            || said_text(doc, nodes, MAX_NOTICE_BYTES).is_some_and(|text| REASON_PHRASES.begin(&text));
        let has_link = || nodes.iter().any(|&node| is_mail_link(page, node));
        if after < start && says_why() {
            let foot = if after <= MAX_FOOT_WORDS { found.len() } else { row + 1 };
            return found[row..foot].fill(true);
        }
        if at_edge && has_link() {
            found[row] = true;
        }
    }
}

/// Whether a text node is all text of a link of notices.
fn is_mail_link(page: &Page<'_>, text: NodeId) -> bool {
    let doc = page.document();
    let Some(link) = doc.ancestors(text).find(|&around| doc.name(around) == names::A) else { return false };
    let texts = page.text_nodes_in(link.0..doc.subtree_end(link));
    let said = said_text(doc, texts, MAX_NOTICE_BYTES).unwrap_or_default();
    LINKS.contains(&said.trim_matches(|c: char| !c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// The places of the notices.
    fn found(html: &str) -> Vec<usize> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut found = vec![false; page.text_blocks().blocks().len()];
        mark(&page, &mut found);
        (0..found.len()).filter(|&row| found[row]).collect()
    }

    fn words(count: u32) -> String {
        "rye ".repeat(count as usize)
    }

    #[test]
    fn notices_stand_at_the_head_and_the_foot() {
        let story = format!("<p>{}</p>", words(MAX_EDGE_WORDS + 1));
        let browser = "<p>No pictures? <a href=/b>View in browser</a></p>";
        let end = "<p>Enough? <a href=/u>Désabonnez-vous</a></p>";
        assert_eq!(found(&format!("{browser}{story}{end}")), [0, 2]);
        assert_eq!(found(&format!("{story}{end}{story}")), [0; 0]);
        assert_eq!(found(&format!("{story}<p>Enough? <a href=/u>Unsubscribe the mill</a></p>")), [0; 0]);
        let edge = |more: u32| found(&format!("{story}{story}{end}<p>{}</p>", words(MAX_EDGE_WORDS + more)));
        assert_eq!((edge(0), edge(1)), (vec![2], Vec::new()));
    }

    #[test]
    fn the_foot_begins_with_the_reason() {
        let foot = |rest: u32| {
            format!(
                "<p>{}</p><p>Sie erhalten diese E-Mail, weil Sie lesen.</p><p>{}</p>",
                words(200),
                words(rest)
            )
        };
        assert_eq!(found(&foot(MAX_FOOT_WORDS)), [1, 2]);
        assert_eq!(found(&foot(MAX_FOOT_WORDS + 1)), [1]);
        assert_eq!(found(&format!("<p>You received this email. {}</p>", words(10))), [0; 0]);
        let long = |more: u32| {
            format!(
                "<p>{}</p><p>You received this email {}</p>",
                words(200),
                words(MAX_NOTICE_WORDS - 4 + more)
            )
        };
        assert_eq!((found(&long(0)), found(&long(1))), (vec![1], Vec::new()));
    }
}
