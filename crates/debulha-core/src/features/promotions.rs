//! Promotions inside an article: short boxes that ask readers to follow, to subscribe or to get an app.

use crate::features::display::is_block;
use crate::features::hosts::{Domains, host_of};
use crate::features::said_text::{Phrases, said_text};
use crate::page::Page;
use crate::word_list::word_list;
use debulha_dom::{NodeId, names};
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum words of the sentence that asks; longer text says more than that (our decision).
const MAX_CALL_WORDS: u32 = 30;

/// Maximum bytes of such a sentence, by which most blocks are skipped without being read.
const MAX_CALL_BYTES: usize = 400;

/// Maximum words of a box around it: a heading, a sentence or two, and the names of stores.
const MAX_BOX_WORDS: u32 = 45;

/// Maximum nodes of a box, so that a page of many calls is read in linear time; boxes of promotions have some twenty (our decision).
const MAX_BOX_NODES: u32 = 400;

/// Maximum words of another block in such a box; longer ones are text of the article (our decision).
const MAX_OTHER_WORDS: u32 = 20;

/// Maximum share of the words of the page that a box has: what is most of a page is its content (our decision).
const MAX_OF_PAGE: f64 = 0.3;

/// Begins that say it all.
const CALLS: &[&str] = word_list!("words/promotion_calls.txt");

/// First words that need a link to a store or a network.
const VERBS: &[&str] = word_list!("words/promotion_verbs.txt");

static CALL_PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(CALLS));
static VERB_PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(VERBS));

/// Stores and networks.
const HOSTS: &[&str] = word_list!("words/promotion_hosts.txt");

/// How plainly a block asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    /// By a phrase that means nothing else.
    Clear,
    /// By a verb that other sentences begin with too, or by a phrase in its midst.
    Maybe,
}

/// Marks the text blocks of promotions. A clear phrase alone is enough for a paragraph; headings, entries of lists and single verbs need a link
/// to a store or a network, or a field for an address. O(text of short blocks + calls · (depth + box)).
pub fn mark(page: &Page<'_>, found: &mut [bool]) {
    let mut finder = Promotions {
        page,
        hosts: Domains::from(HOSTS.iter().map(|&host| host.to_owned()).collect::<Vec<_>>()),
    };
    for row in 0..found.len() {
        if let Some(rows) = Some(row).filter(|&row| !found[row]).and_then(|row| finder.around(row)) {
            found[rows].fill(true);
        }
    }
}

struct Promotions<'p> {
    page: &'p Page<'p>,
    hosts: Domains,
}

impl Promotions<'_> {
    /// The blocks of the promotion that a block begins; `None` where it begins none.
    fn around(&mut self, row: usize) -> Option<Range<usize>> {
        let page = self.page;
        let (doc, texts) = (page.document(), page.text_blocks());
        let call = self.call(row)?;
        let block = &texts.blocks()[row];
        let first = texts.nodes(block)[0];
        let is_box = |node: &NodeId| {
            let words = page.stats().subtree(doc, *node).words;
            let of_page = f64::from(words) / f64::from(page.stats().subtree(doc, page.body()).words.max(1));
            *node != page.body()
                && doc.subtree_end(*node) - node.0 <= MAX_BOX_NODES
                && words <= MAX_BOX_WORDS
                && of_page <= MAX_OF_PAGE
                && self.is_furniture(*node, row)
        };
        let around = doc.ancestors(first).filter(|&node| is_block(doc.name(node))).take_while(is_box);
        let mut boxes: Option<NodeId> = None;
        for node in around {
            if boxes.is_none() || self.has_goal(node) {
                boxes = Some(node);
            }
        }
        let outermost = boxes?;
        if self.has_goal(outermost) {
            return Some(texts.rows_in(&(outermost.0..doc.subtree_end(outermost))));
        }
        let is_sentence =
            matches!(doc.name(block.element), names::P | names::DIV | names::ASIDE | names::SECTION);
        (call == Call::Clear && is_sentence).then_some(row..row + 1)
    }

    /// Whether a block asks for something, and is no title of the page.
    fn call(&self, row: usize) -> Option<Call> {
        let page = self.page;
        let block = &page.text_blocks().blocks()[row];
        if block.counts.words > MAX_CALL_WORDS || page.title_block() == Some(row) {
            return None;
        }
        let text = said_text(page.document(), page.text_blocks().nodes(block), MAX_CALL_BYTES)?;
        if CALL_PHRASES.begin(&text) {
            return Some(Call::Clear);
        }
        let is_maybe = VERB_PHRASES.begin(&text) || CALL_PHRASES.occur_in(&text);
        is_maybe.then_some(Call::Maybe)
    }

    /// Whether an element is a box around a call: the call is its first block or follows a heading or label, and its other blocks are short.
    fn is_furniture(&self, element: NodeId, call: usize) -> bool {
        let page = self.page;
        let rows = page.text_blocks().rows_in(&(element.0..page.document().subtree_end(element)));
        let is_short = |row: usize| page.text_blocks().blocks()[row].counts.words <= MAX_OTHER_WORDS;
        rows.start + 1 >= call
            && page.title_block().is_none_or(|title| !rows.contains(&title))
            && rows.filter(|&row| row != call).all(is_short)
    }

    /// Whether an element has a link to a store or a network and none to the site itself, or a field to fill in. O(subtree).
    fn has_goal(&self, element: NodeId) -> bool {
        let doc = self.page.document();
        let mut leads_to_network = false;
        for node in doc.subtree(element) {
            match doc.name(node) {
                names::INPUT => {
                    let kind = doc.attribute(node, names::TYPE).unwrap_or("text").trim();
                    if ["text", "email", "tel"].iter().any(|field| kind.eq_ignore_ascii_case(field)) {
                        return true;
                    }
                }
                names::A => {
                    let host = doc.attribute(node, names::HREF).and_then(host_of);
                    leads_to_network |= host.is_some_and(|host| self.hosts.cover(host));
                }
                _ => {}
            }
        }
        leads_to_network
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// The texts of the promotions of a page with an article around some markup.
    fn found(inner: &str) -> String {
        let story = format!("<p>{}</p>", "The mill grinds rye. ".repeat(30));
        let html = format!("<article><h1>The mill</h1>{story}{inner}{story}</article>");
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let texts = page.text_blocks();
        let mut found = vec![false; texts.blocks().len()];
        mark(&page, &mut found);
        let text =
            |row: usize| said_text(&doc, texts.nodes(&texts.blocks()[row]), usize::MAX).unwrap_or_default();
        (0..found.len()).filter(|&row| found[row]).map(text).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn calls_with_links_to_stores_and_networks_are_promotions() {
        let store = "<div><h4>Mill news</h4><p>Get all tides at hand.</p><a href=https://apps.apple.com/1>App Store</a></div>";
        assert_eq!(found(store), "mill news|get all tides at hand.|app store");
        assert_eq!(found("<p>Follow <a href=https://x.com/mill>@mill</a></p>"), "follow @mill");
        let amid = "<p>You can also <a href=https://x.com/mill>follow us on X</a>.</p>";
        assert_eq!(found(amid), "you can also follow us on x.");
        assert_eq!(found(&amid.replace("https://x.com", "")), "");
        assert_eq!(found("<p>Follow <a href=/path>the path</a> to the mill.</p>"), "");
        assert_eq!(found("<h3>Folgen Sie uns auf</h3>"), "");
        let list = "<div><h3>Folgen Sie uns auf</h3><ul><li><a href=https://t.me/m>Telegram</a></ul></div>";
        assert_eq!(found(list), "folgen sie uns auf|telegram");
    }

    #[test]
    fn a_call_in_the_midst_of_a_text_is_of_whole_words() {
        let call = CALLS[0];
        for text in
            [call.to_owned(), format!("please {call}!"), format!("x, {call}, y"), format!("{call}ed, {call}")]
        {
            assert!(CALL_PHRASES.occur_in(&text), "{text}");
        }
        for text in [format!("x{call}"), format!("{call}ed"), String::new()] {
            assert!(!CALL_PHRASES.occur_in(&text), "{text}");
        }
    }

    #[test]
    fn clear_calls_need_nothing_else() {
        assert_eq!(found("<p>Subscribe to our newsletter.</p>"), "subscribe to our newsletter.");
        assert_eq!(found("<p>Suivez-nous sur nos réseaux.</p>"), "suiveznous sur nos réseaux.");
        assert_eq!(found("<p>Subscribe to a newspaper.</p>"), "");
        assert_eq!(found("<li>Subscribe to our newsletter"), "");
        let field = "<form><p>Sign up and know more.</p><input type=email><p>No spam.</p></form>";
        assert_eq!(found(field), "sign up and know more.|no spam.");
    }

    #[test]
    fn boxes_and_calls_are_short() {
        let words = |count: u32| "rye ".repeat(count as usize);
        let call = |more: u32| found(&format!("<p>Follow us on {}</p>", words(MAX_CALL_WORDS - 3 + more)));
        assert!(!call(0).is_empty() && call(1).is_empty());
        let link = "<a href=https://t.me/m>Telegram</a>";
        let boxed = |other: u32| found(&format!("<div><p>Join us</p><p>{}</p>{link}</div>", words(other)));
        assert!(!boxed(MAX_OTHER_WORDS).is_empty() && boxed(MAX_OTHER_WORDS + 1).is_empty());
        let wide = |other: u32| {
            let half = format!("<p>{}</p>", words(MAX_OTHER_WORDS));
            found(&format!("<div><p>Join us</p>{half}{half}<p>{}</p>{link}</div>", words(other)))
        };
        // "Join us" and "Telegram" are three words.
        let other = MAX_BOX_WORDS - 2 * MAX_OTHER_WORDS - 3;
        assert!(!wide(other).is_empty() && wide(other + 1).is_empty());
        let deep = |nodes: u32| {
            let breaks = "<br>".repeat(nodes as usize);
            found(&format!("<div><p>Join us</p>{link}{breaks}</div>"))
        };
        // The box, "Join us" and the link are five nodes.
        assert!(!deep(MAX_BOX_NODES - 5).is_empty() && deep(MAX_BOX_NODES - 4).is_empty());
    }

    #[test]
    fn most_of_a_page_is_no_promotion() {
        let page = |rest: usize| {
            let html = format!("<p>{}</p><p>Follow us on all ways now.</p>", "rye ".repeat(rest));
            let doc = parse(&html, &Limits::default()).document;
            let page = Page::new(&doc);
            let mut found = vec![false; page.text_blocks().blocks().len()];
            mark(&page, &mut found);
            found[1]
        };
        // Six words of twenty are at the bound.
        assert!(page(14) && !page(13));
    }
}
