//! Whether a page is made for what people post on it: a forum's thread, a question with its answers.

use super::names::{CommentNaming, named};
use crate::page::Page;
use debulha_dom::{Document, names};

/// Words of addresses and of the body's classes and ids, whole ones, that say a forum or questions.
const PLACES: [&str; 22] = [
    "forum",
    "forums",
    "thread",
    "threads",
    "topic",
    "topics",
    "viewtopic",
    "showthread",
    "viewthread",
    "questions",
    "question",
    "discussions",
    "messageboard",
    "board",
    "boards",
    "phpbb",
    "vbulletin",
    "xenforo",
    "answers",
    "qa",
    "ask",
    "foren",
];

/// What names of places end in, as that of a host.
const FORUM: &str = "forum";

/// Programs that make forums, as they state themselves.
const PROGRAMS: [&str; 12] = [
    "phpbb",
    "vbulletin",
    "xenforo",
    "discourse",
    "invision",
    "vanilla",
    "mybb",
    "simple machines",
    "nodebb",
    "flarum",
    "smf",
    "question2answer",
];

/// Types of things that are posted.
const TYPES: [&str; 3] = ["DiscussionForumPosting", "QAPage", "schema.org/Question"];

/// Classes of the entry of a page, by the microformats hAtom and h-entry.
const ENTRIES: [&str; 2] = ["hentry", "h-entry"];

/// Types of entries of schema.org, as `itemtype` ends.
const ENTRY_TYPES: [&str; 3] = ["/Article", "/BlogPosting", "/NewsArticle"];

/// Whether a page states that it is made for an entry, such as a blog's. O(elements).
pub(super) fn states_entry(doc: &Document) -> bool {
    doc.nodes().filter(|&node| doc.is_element(node)).any(|node| {
        doc.classes(node).any(|class| ENTRIES.contains(&class))
            || doc
                .attribute(node, names::ITEMTYPE)
                .is_some_and(|kind| ENTRY_TYPES.iter().any(|entry| kind.ends_with(entry)))
    })
}

/// How many kinds of evidence say that the page is made for posts. O(bytes of the address, and of scripts of data).
pub(super) fn of(page: &Page<'_>) -> u32 {
    let doc = page.document();
    let address =
        page.url().is_some_and(|url| says_place(url.split_once("//").map_or(url, |(_, rest)| rest)));
    let is_named = [doc.html(), doc.body()].into_iter().flatten().any(|element| {
        [names::CLASS, names::ID].into_iter().any(|name| doc.attribute(element, name).is_some_and(says_place))
            || doc.classes(element).any(|class| named(class) == CommentNaming::Clearly)
    });
    u32::from(address) + u32::from(is_named) + u32::from(states_program(doc)) + u32::from(states_type(doc))
}

fn says_place(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| {
        let ends = word.len().checked_sub(FORUM.len()).and_then(|start| word.get(start..));
        ends.is_some_and(|end| end.eq_ignore_ascii_case(FORUM))
            || PLACES.iter().any(|place| word.eq_ignore_ascii_case(place))
    })
}

fn states_program(doc: &Document) -> bool {
    doc.elements_named(names::META).any(|meta| {
        let is_generator =
            doc.attribute(meta, names::NAME).is_some_and(|name| name.eq_ignore_ascii_case("generator"));
        is_generator && {
            let program = doc.attribute(meta, names::CONTENT).unwrap_or_default().to_ascii_lowercase();
            PROGRAMS.iter().any(|other| program.starts_with(other))
        }
    })
}

fn states_type(doc: &Document) -> bool {
    doc.nodes().filter(|&node| doc.is_element(node)).any(|node| {
        let of_item = || doc.attribute(node, names::ITEMTYPE).is_some_and(says_type);
        let is_data = || {
            doc.name(node) == names::SCRIPT
                && doc
                    .attribute(node, names::TYPE)
                    .is_some_and(|kind| kind.eq_ignore_ascii_case("application/ld+json"))
        };
        of_item() || is_data() && doc.children(node).any(|child| says_type(doc.text(child)))
    })
}

fn says_type(text: &str) -> bool {
    TYPES.iter().any(|name| text.contains(name))
}
