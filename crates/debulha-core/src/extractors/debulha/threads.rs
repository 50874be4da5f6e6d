//! Threads: what a page is made of posts for is kept post by post, each with the name of who wrote it.
//!
//! A post begins with a short block that names its author. Of the blocks between two of these, those in elements that look alike are what
//! posts say, if most of their words are kept; then all of them are kept, a short reply as much as a long one.

use crate::features::comments::is_made_for_posts;
use crate::features::display::is_block;
use crate::features::name_words::has_word;
use crate::features::title_block::level_of;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use rustc_hash::FxHashMap;

/// Minimum posts of a thread (our decision: two names may be those of an author and of whom the text is about).
const MIN_POSTS: usize = 3;

/// Maximum words of the block that names the author: a name, a date, a rank and an action (our decision).
const MAX_HEADER_WORDS: u32 = 15;

/// Maximum words of a link that is a name.
const MAX_NAME_WORDS: u32 = 4;

/// Inline elements around a name whose classes are read (our decision).
const MAX_AROUND: usize = 4;

/// Minimum share of words of a kind of block that are kept, for all of them to be kept (our decision: most of them).
const MIN_SAID: f64 = 0.5;

/// Minimum share of the kept words of the page that stand in posts (our decision: most of the page is the thread).
const MIN_OF_PAGE: f64 = 0.5;

/// Words of classes of names.
const AUTHORS: [&str; 18] = [
    "author",
    "username",
    "bigusername",
    "user",
    "creator",
    "poster",
    "nick",
    "nickname",
    "hnuser",
    "member",
    "commenter",
    "submitter",
    "pseudo",
    "login",
    "handle",
    "autor",
    "auteur",
    "usuario",
];

/// Parts of paths of pages about a person.
const PROFILES: [&str; 9] =
    ["/u/", "/user/", "/users/", "/member/", "/members/", "/profile/", "/people/", "/~", "/user?id="];

/// Adds to a page's kept blocks what posts of its thread say, and to `beside` the blocks with the names of who wrote them. O(nodes of short
/// blocks + blocks).
pub fn keep_posts(
    shown: &Page<'_>,
    words: &[u32],
    may_stand: impl Fn(usize) -> bool,
    kept: &mut [bool],
    beside: &mut Vec<usize>,
) {
    let headers = headers(shown, words);
    let [first, .., last] = headers[..] else { return };
    let Some(end) = end_of_thread(shown, first, last) else { return };
    let sum = |rows: std::ops::Range<usize>, kept: &[bool]| {
        rows.filter(|&row| kept[row]).map(|row| words[row]).sum::<u32>()
    };
    let of_page = sum(0..kept.len(), kept);
    if f64::from(sum(first..end, kept)) < MIN_OF_PAGE * f64::from(of_page) || of_page == 0 {
        return;
    }
    // Titles below the names are those of articles in a list.
    let is_titled = |pair: &[usize]| {
        (pair[0] + 1..pair[1]).any(|row| level_of(shown, &shown.text_blocks().blocks()[row]) > 0)
    };
    let titled = headers.windows(2).filter(|pair| is_titled(pair)).count();
    if titled * 2 > headers.len() && !is_made_for_posts(shown) {
        return;
    }
    let mut classes: FxHashMap<[u32; 2], (u32, u32)> = FxHashMap::default();
    for row in (first..end).filter(|row| headers.binary_search(row).is_err()) {
        let (all, of_kept) = classes.entry(look(shown, row)).or_default();
        *all += words[row];
        *of_kept += if kept[row] { words[row] } else { 0 };
    }
    for row in (first..end).filter(|row| headers.binary_search(row).is_err()) {
        let said = classes.get(&look(shown, row));
        let is_said =
            said.is_some_and(|&(all, of_kept)| f64::from(of_kept) >= MIN_SAID * f64::from(all) && all > 0);
        if is_said && words[row] > 0 && level_of(shown, &shown.text_blocks().blocks()[row]) == 0 {
            kept[row] |= may_stand(row);
        }
    }
    let ends = headers[1..].iter().copied().chain([end]);
    for (&header, next) in headers.iter().zip(ends) {
        if !kept[header] && may_stand(header) && kept[header..next].contains(&true) {
            beside.push(header);
        }
    }
}

/// The blocks that begin posts, in order: those with a name that look like most others of their sort.
fn headers(shown: &Page<'_>, words: &[u32]) -> Vec<usize> {
    let alike = &shown.alike_blocks().on_page;
    let mut by_class: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (row, &count) in words.iter().enumerate() {
        if (1..=MAX_HEADER_WORDS).contains(&count) && names_author(shown, row) {
            by_class.entry(alike.of(row).unwrap_or(0)).or_default().push(row);
        }
    }
    let most = by_class.into_iter().max_by_key(|(class, rows)| (rows.len(), std::cmp::Reverse(*class)));
    most.map(|(_, rows)| rows).filter(|rows| rows.len() >= MIN_POSTS).unwrap_or_default()
}

/// Whether a class or an attribute of an element in or around a short block says that it is the name of an author, or a link in it leads to one.
fn names_author(shown: &Page<'_>, row: usize) -> bool {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let block = &texts.blocks()[row];
    let says = |element: NodeId| {
        let is_named = |name: &str, value: &str| match name {
            "class" => has_word(value, &AUTHORS),
            "itemprop" | "rel" => {
                value.split_ascii_whitespace().any(|part| part == "author" || part == "creator")
            }
            _ => false,
        };
        doc.attributes(element).any(|(name, value)| is_named(doc.name_str(name), value))
            || leads_to_person(shown, element)
    };
    texts.nodes(block).iter().any(|&node| {
        let around: Vec<NodeId> = doc.ancestors(node).take(MAX_AROUND).collect();
        let inline = around.iter().take_while(|&&element| !is_block(doc.name(element))).count();
        around.into_iter().take(inline + 1).any(says)
    })
}

/// Whether an element is a short link to the page of a person.
fn leads_to_person(shown: &Page<'_>, link: NodeId) -> bool {
    let doc = shown.document();
    doc.name(link) == names::A
        && shown.stats().subtree(doc, link).words <= MAX_NAME_WORDS
        && doc.attribute(link, names::HREF).is_some_and(|href| {
            PROFILES.iter().any(|part| href.contains(part) || href.starts_with(&part[1..]))
        })
}

/// Behind the last block of the smallest element with the first and the last post.
fn end_of_thread(shown: &Page<'_>, first: usize, last: usize) -> Option<usize> {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let [first, last] = [first, last].map(|row| texts.nodes(&texts.blocks()[row])[0]);
    let around = doc.ancestors(first).find(|&around| doc.subtree_end(around) > last.0)?;
    Some(texts.rows_in(&(around.0..doc.subtree_end(around))).end)
}

/// How the element of a block and the one around it look, paragraphs and lists within a post aside.
fn look(shown: &Page<'_>, row: usize) -> [u32; 2] {
    let doc = shown.document();
    let element = shown.text_blocks().blocks()[row].element;
    let is_text = |node: &NodeId| {
        matches!(
            doc.name(*node),
            names::P | names::UL | names::OL | names::LI | names::BLOCKQUOTE | names::PRE | names::CODE
        )
    };
    let mut around = std::iter::once(element).chain(doc.ancestors(element)).skip_while(is_text);
    let groups = shown.element_groups();
    std::array::from_fn(|_| around.next().map_or(u32::MAX, |node| groups.look(node)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors::debulha::block_words;
    use crate::extractors::debulha::tests::block_texts;
    use debulha_dom::{Limits, parse};

    const LONG: &str =
        "The mill was mended in the spring, and since then it has ground the rye of the whole valley.";

    /// What is kept and what stands beside, if blocks with "rye" were kept.
    fn kept(html: &str) -> (String, String) {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let all = block_texts(&page);
        let mut kept: Vec<bool> = all.iter().map(|text| text.contains("rye")).collect();
        let mut beside = Vec::new();
        keep_posts(&page, &block_words(&page), |row| all[row] != "barred", &mut kept, &mut beside);
        let of = |rows: Vec<usize>| {
            let texts = rows.into_iter().map(|row| all[row].as_str()).filter(|&text| text != LONG);
            texts.collect::<Vec<_>>().join("|")
        };
        (of((0..all.len()).filter(|&row| kept[row]).collect()), of(beside))
    }

    fn post(name: &str, text: &str) -> String {
        format!(
            "<div class=p><div><a class=username>{name}</a> May 1</div><div class=say><p>{text}</p></div><div class=do>Reply</div></div>"
        )
    }

    #[test]
    fn short_posts_are_kept_with_names() {
        let thread = [post("Ana", LONG), post("Rui", "Thanks."), post("Eva", "barred")].concat();
        let (posts, names) = kept(&thread);
        assert_eq!((posts.as_str(), names.as_str()), ("Thanks.", "Ana May 1|Rui May 1"));
        let by_link = thread.replace("class=username", "href=/user/x");
        assert_eq!(kept(&by_link).0, "Thanks.");
        assert_eq!(kept(&thread.replace("class=username", "href=/x")), Default::default());
        assert_eq!(kept(&[post("Ana", LONG), post("Rui", "Thanks.")].concat()), Default::default());
    }

    #[test]
    fn comments_below_an_article_are_left_alone() {
        let thread = [post("Ana", LONG), post("Rui", "Thanks."), post("Eva", "Good.")].concat();
        let article = format!("<p>{LONG}</p>");
        assert_ne!(kept(&format!("{article}{thread}")).0, "");
        assert_eq!(kept(&format!("{article}{article}{thread}")).0, "");
    }

    #[test]
    fn entries_with_titles_are_no_posts() {
        let entry =
            |text: &str| format!("<div class=p><div class=author>Ana</div><h2>Title</h2><p>{text}</p></div>");
        let list = [entry(LONG), entry("Short."), entry("Low.")].concat();
        assert_eq!(kept(&list), Default::default());
        let forum = format!("<body id=phpbb>{list}");
        assert_eq!(kept(&forum).0, "Short.|Low.");
    }

    #[test]
    fn bounds_of_posts() {
        let thread = |own: usize| {
            let long = "rye ".repeat(20);
            let header = "Ana ".repeat(own);
            let post =
                |text: &str| format!("<div><p class=author>{header}</p><div class=say>{text}</div></div>");
            kept(&[post(&long), post("Thanks."), post("Good.")].concat()).0.contains("Thanks.")
        };
        assert!(thread(MAX_HEADER_WORDS as usize) && !thread(MAX_HEADER_WORDS as usize + 1));
        // Twenty words of forty are kept at the bound.
        let said = |other: usize| {
            let texts = ["rye ".repeat(20), "oats ".repeat(other), "Good.".to_owned()];
            kept(&texts.map(|text| post("Ana", &text)).concat()).0.contains("Good.")
        };
        assert!(said(19) && !said(20));
    }
}
