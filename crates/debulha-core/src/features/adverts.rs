//! Adverts: boxes with a label, boxes that ask for an address or for money, by their classes, promotions and notices of e-mails.

use crate::features::display::is_block;
use crate::features::name_words::ClassWords;
use crate::features::section_names::short_text;
use crate::features::title_block::level_of;
use crate::features::{mail_notices, promotions};
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// Maximum words of a box with the label of an advert and its text. An advert is a slogan and a line or two; a box
/// with a paragraph more holds the article that follows the label.
const MAX_LABELLED_WORDS: u32 = 40;

/// Words of a box that says by class what it asks for at most (our decision: of 780 such boxes of `wcxb-dev`, none is
/// gold).
const MAX_NAMED_WORDS: u32 = 60;

/// Share of the words of a page that such a box has at most (our decision: what is most of a page is its content).
const MAX_OF_PAGE: f64 = 0.5;

/// Words of classes of such boxes, in lower case.
const NAMES: [&str; 12] = [
    "newsletter",
    "newsletters",
    "signup",
    "optin",
    "subscribe",
    "paywall",
    "donate",
    "donation",
    "donations",
    "advert",
    "advertisement",
    "advertising",
];

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

/// Which text blocks belong to adverts: labels, what stands behind them in short boxes that begin with one, short boxes that are
/// named so, [promotions] and [notices of e-mails](mail_notices). O(nodes + text of short blocks + adverts · (depth + log blocks)).
pub fn adverts(page: &Page<'_>) -> Vec<bool> {
    let mut found = vec![false; page.text_blocks().blocks().len()];
    for row in 0..found.len() {
        if !found[row] && labels_advert(page, row) {
            let end = box_end(page, row).unwrap_or(row + 1);
            found[row..end].fill(true);
        }
    }
    let doc = page.document();
    let class_words = ClassWords::of(doc, [&NAMES]);
    for element in doc.nodes().filter(|&node| doc.is_element(node)) {
        if class_words.of_element(doc, element).any(|[says_advert]| says_advert)
            && is_small_box(page, element)
        {
            let rows = page.text_blocks().rows_in(&(element.0..doc.subtree_end(element)));
            found[rows].fill(true);
        }
    }
    promotions::mark(page, &mut found);
    mail_notices::mark(page, &mut found);
    found
}

/// Whether an element is a box of a few words, without the page's title, and not most of the page.
fn is_small_box(page: &Page<'_>, element: NodeId) -> bool {
    let (doc, body) = (page.document(), page.body());
    let words = |node: NodeId| page.stats().subtree(doc, node).words;
    let title = page.title_block().map(|row| page.text_blocks().nodes(&page.text_blocks().blocks()[row])[0]);
    is_block(doc.name(element))
        && element != body
        && (1..=MAX_NAMED_WORDS).contains(&words(element))
        && f64::from(words(element)) <= MAX_OF_PAGE * f64::from(words(body))
        && title.is_none_or(|title| !doc.contains(element, title))
}

/// Behind the last block of the outermost short box that begins with a label.
fn box_end(page: &Page<'_>, label: usize) -> Option<usize> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let first = texts.nodes(&texts.blocks()[label])[0];
    let is_box = |node: &NodeId| {
        let nodes = node.0..doc.subtree_end(*node);
        matches!(doc.name(*node), names::DIV | names::ASIDE | names::SECTION)
            && page.text_nodes_in(nodes).first() == Some(&first)
            && page.stats().subtree(doc, *node).words <= MAX_LABELLED_WORDS
    };
    let outermost = doc.ancestors(first).skip_while(|node| !is_box(node)).take_while(is_box).last()?;
    Some(texts.rows_in(&(outermost.0..doc.subtree_end(outermost))).end)
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
        && short_text(page, row).is_some_and(|name| ADVERTS.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// The places of the blocks of adverts.
    fn found(html: &str) -> Vec<usize> {
        let document = parse(html, &Limits::default()).document;
        let adverts = adverts(&Page::new(&document));
        (0..adverts.len()).filter(|&row| adverts[row]).collect()
    }

    #[test]
    fn labels_stand_alone() {
        let html = "<div> Advertisement</div><p>— Anzeige —<p>Anzeige <b>neu</b><h2>Advertising</h2><ul><li>Ads</ul><p>Ads pay.<div>PUBLICITÉ";
        assert_eq!(found(html), [0, 1, 6]);
    }

    #[test]
    fn what_a_label_stands_on_is_the_advert() {
        let labelled = "<p>Rye.<div><div><p>Anzeige</div><p>Win a holiday<p>now!</div><p>Oats.<div>Ads</div>";
        assert_eq!(found(labelled), [1, 2, 3, 5]);
        let long = format!("<div><p>Anzeige<p>{}</div>", "oats ".repeat(60));
        assert_eq!(found(&long), [0]);
    }

    #[test]
    fn small_boxes_that_ask_by_class_are_adverts() {
        let story = format!("<p>{}</p>", "oats ".repeat(60));
        let asks =
            format!("{story}<div class='c-newsletterBox'><h4>The Friday letter</h4><p>Free.</div>{story}");
        assert_eq!(found(&asks), [1, 2]);
        assert_eq!(found(&format!("<div class=newsletter-post>{story}</div>")), [0; 0]);
        assert_eq!(found("<div class=newsletter><p>Few words.</div>"), [0; 0]);
        assert_eq!(found(&format!("<p><a class=donate>Give</a> {story}")), [0; 0]);
        assert_eq!(found(&format!("<div class=signup-page><h1>Join us</h1></div>{story}")), [0; 0]);
    }

    #[test]
    fn boxes_of_adverts_are_small() {
        let words = |count: u32| "oats ".repeat(count as usize);
        for (more, labelled, named) in [(0, vec![0, 1], vec![1]), (1, vec![0], vec![])] {
            // The label is a word, too.
            let box_of = |count: u32| format!("<div><p>Anzeige<p>{}</div>", words(count));
            assert_eq!(found(&box_of(MAX_LABELLED_WORDS - 1 + more)), labelled, "{more}");
            let page = |rest, own| format!("<p>{}<div class=newsletter><p>{}</div>", words(rest), words(own));
            assert_eq!(found(&page(400, MAX_NAMED_WORDS + more)), named, "{more}");
            let rest = (20.0 / MAX_OF_PAGE) as u32 - 20;
            assert_eq!(found(&page(rest - more, 20)), named, "{more} of the page");
        }
    }
}
