//! Bylines in the visible page: elements named so, and lines that begin with "by".

use crate::metadata::Candidate;
use crate::metadata::credits::ends_with_other_role;
use crate::metadata::date_text::{NumericOrder, find_dates};
use crate::metadata::introductions::{
    after_cjk_label, is_bare_introduction, is_introduced, is_plainly_introduced, may_be_plainly_introduced,
};
use crate::metadata::person::{AND, has_position, names};
use crate::metadata::surroundings::{Surroundings, TokenTest};
use crate::metadata::text::{folded, pieces_of, text_before, text_of};
use crate::word_list::word_list;
use debulha_dom::{AttributeSet, Document, NodeId, names as tag};
use memchr::{memchr2, memrchr};

/// Maximum characters of an element named as a byline: several names, a date and positions. What is longer is a
/// biography.
const MAX_BYLINE_CHARS: usize = 160;

/// Elements named as bylines that are read: a page with more is a list of teasers or comments.
const MAX_BYLINES: usize = 200;

/// Maximum nodes of a byline that are searched for links. A byline has a node or two for each name; the bound keeps
/// an author's class on the body cheap.
const MAX_BYLINE_NODES: usize = 200;

/// Maximum short lines of a page that are read for a byline. That of an article stands far before; beyond are lists
/// and threads, whose bylines are those of others.
const MAX_LINES: usize = 5_000;

/// Words of controls and counters that stand in bylines beside the name; lower case.
const UI_WORDS: &[&str] = word_list!("words/byline_controls.txt");

/// Parts of class names, ids and `itemprop`s that name an author.
const NAMED: [&str; 6] = ["author", "byline", "username", "writtenby", "postedby", "submittedby"];

/// Words of them that name an author only as whole words: "autor" is also in "autoroute".
#[rustfmt::skip]
const NAMED_WORDS: [&str; 18] = [
    "autor", "autora", "autores", "autorin", "autoren", "auteur", "auteurs", "auteure", "autore", "autori", "autrice", "writer", "writers",
    "journalist", "reporter", "columnist", "verfasser", "zuozhe",
];

/// Attributes for tests and scripts of the page, which say what an element is where classes are generated.
const TEST_ATTRIBUTES: [&str; 5] = ["data-testid", "data-test-id", "data-test", "data-qa", "data-component"];

/// Attributes whose value is an author's name.
const AUTHOR_ATTRIBUTES: [&str; 4] = ["data-author", "data-author-name", "data-authors", "data-byline"];

/// Maximum nodes around the heading whose attributes are read, as for dates.
const MAX_NEAR_NODES: usize = 1_000;

/// Ancestors of an element among which the card of a person is looked for: hCard has the name a level or two below.
const MAX_CARD_DEPTH: usize = 3;

/// Words of class names and ids of the author's card in hCard and h-card, and of the name in it.
const CARDS: [(&str, &str); 2] = [("vcard", "fn"), ("h-card", "p-name")];

/// Parts that make it something else about the author, or something about authors in general.
const NOT_NAMED: [&str; 22] = [
    "bio",
    "image",
    "img",
    "avatar",
    "photo",
    "social",
    "comment",
    "title",
    "role",
    "job",
    "desc",
    "about",
    "date",
    "time",
    "follow",
    "related",
    "more",
    "authoriz",
    "authorit",
    "reviewer",
    "reviewed",
    "factcheck",
];

/// Maximum characters between two elements that name authors of one byline: "and", or a short position. More is a
/// sentence, or the next teaser.
const MAX_CHARS_BETWEEN: usize = 24;

/// Maximum nodes between them: an image and links to networks beside each name. Teasers in a list are farther apart.
const MAX_NODES_BETWEEN: u32 = 40;

/// An element that names authors, and who they are.
struct NamedAuthors {
    node: NodeId,
    people: Vec<String>,
}

/// Names in elements whose class, id or property says that they are the author, nearest to the heading first.
pub(super) fn of_elements(surroundings: &Surroundings<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    let doc = surroundings.page.document();
    let mut found: Vec<NamedAuthors> = Vec::new();
    let mut end = 0;
    let mut tokens = TokenTest::new(names_author);
    let elements = doc.nodes().filter(|&node| doc.is_element(node) && is_named(doc, node, &mut tokens));
    for node in elements.take(MAX_BYLINES) {
        if node.0 < end || surroundings.is_aside(node) || is_of_others(doc, node) {
            continue;
        }
        let text = text_of(doc, node);
        if text.is_empty() || text.chars().count() > MAX_BYLINE_CHARS {
            continue;
        }
        let mut people = people(doc, node, site);
        let each = people_of_parts(doc, node, site);
        if each.len() > people.len() && people.iter().all(|name| each.contains(name)) {
            people = each;
        }
        if !people.is_empty() {
            end = doc.subtree_end(node);
            found.push(NamedAuthors { node, people });
        }
    }
    joined(surroundings, found, "element:byline")
}

/// Whether the words before an element say that it names a reviewer, a photographer or the like.
pub(super) fn is_of_others(doc: &Document, node: NodeId) -> bool {
    ends_with_other_role(text_before(doc, node))
}

/// The bylines of elements in document order, those that stand side by side as one; the nearest to the heading first.
fn joined(
    surroundings: &Surroundings<'_, '_>,
    elements: Vec<NamedAuthors>,
    source: &'static str,
) -> Vec<Vec<Candidate>> {
    let doc = surroundings.page.document();
    let mut bylines: Vec<((bool, u32), NodeId, Vec<Candidate>)> = Vec::new();
    for NamedAuthors { node, people } in elements {
        let distance = surroundings.distance(node);
        match bylines.last_mut() {
            Some((nearest, last, names)) if stand_side_by_side(doc, *last, node) => {
                (*nearest, *last) = ((*nearest).min(distance), node);
                // Beside the name often stands the position.
                for name in people.into_iter().filter(|name| is_person(name)) {
                    if names.iter().all(|have| have.value != name) {
                        names.push(Candidate::new(name, source));
                    }
                }
            }
            _ => bylines.push((
                distance,
                node,
                people.into_iter().map(|name| Candidate::new(name, source)).collect(),
            )),
        }
    }
    bylines.sort_by_key(|&(distance, ..)| distance);
    bylines.into_iter().map(|(.., names)| names).collect()
}

/// Whether little text and no number stands between two elements.
pub(super) fn stand_side_by_side(doc: &Document, first: NodeId, second: NodeId) -> bool {
    let between = doc.subtree_end(first)..second.0;
    if between.len() > MAX_NODES_BETWEEN as usize {
        return false;
    }
    let mut chars = 0;
    between.map(NodeId).filter(|&node| doc.is_text(node)).all(|node| {
        let text = doc.text(node).trim();
        chars += text.chars().take(MAX_CHARS_BETWEEN + 1).count();
        chars <= MAX_CHARS_BETWEEN && !text.contains(|c: char| c.is_ascii_digit())
    })
}

fn is_named(doc: &Document, node: NodeId, tokens: &mut TokenTest) -> bool {
    let says_so = |name| {
        let value = doc.attribute(node, name).unwrap_or_default();
        value.split_ascii_whitespace().any(names_author)
    };
    doc.attribute_set(node) != AttributeSet::NONE
        && !matches!(doc.name(node), tag::HTML | tag::BODY | tag::META | tag::LINK | tag::IMG)
        && (tokens.any_class(doc, node)
            || says_so(tag::ID)
            || says_so(tag::ITEMPROP)
            // Links with a target are read as relations.
            || doc.attribute(node, tag::HREF).is_none() && says_so(tag::REL)
            || is_card_name(doc, node)
            || test_names(doc, node).any(names_author))
}

/// Whether an element is the name on the card of a person: `fn` in `vcard`. With `org` the card is a company's.
fn is_card_name(doc: &Document, node: NodeId) -> bool {
    let has_class = |node: NodeId, class: &str| {
        doc.attribute(node, tag::CLASS).is_some_and(|classes| {
            classes.split_ascii_whitespace().any(|have| have.eq_ignore_ascii_case(class))
        })
    };
    CARDS.iter().any(|&(card, name)| {
        has_class(node, name)
            && !has_class(node, "org")
            && std::iter::once(node)
                .chain(doc.ancestors(node))
                .take(1 + MAX_CARD_DEPTH)
                .any(|node| has_class(node, card))
    })
}

/// Names in attributes such as `data-author` around the heading and on the elements that hold it.
pub(super) fn of_attributes(surroundings: &Surroundings<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    let doc = surroundings.page.document();
    let around = surroundings.heading.into_iter().flat_map(|heading| doc.ancestors(heading));
    let near = surroundings.near_nodes().take(MAX_NEAR_NODES);
    let own = around.chain(near).filter(|&node| {
        doc.attribute_set(node).intersects(AttributeSet::OTHER) && !surroundings.is_aside(node)
    });
    let attributes = own.flat_map(|node| doc.attributes(node)).map(|(id, value)| (doc.name_str(id), value));
    let named = attributes.filter(|(name, value)| {
        AUTHOR_ATTRIBUTES.contains(name) && value.chars().nth(MAX_BYLINE_CHARS).is_none()
    });
    let mut candidates = named.map(|(name, value)| {
        let people = names(value, site).into_iter().filter(|name| is_person(name) && name.contains(' '));
        people.map(|person| Candidate::new(person, format!("attribute:{name}"))).collect::<Vec<_>>()
    });
    candidates.find(|people| !people.is_empty()).into_iter().collect()
}

/// The names that an element has for tests of the page.
fn test_names(doc: &Document, node: NodeId) -> impl Iterator<Item = &str> {
    let has_others = doc.attribute_set(node).intersects(AttributeSet::OTHER);
    let attributes = has_others.then(|| doc.attributes(node)).into_iter().flatten();
    attributes.filter(|&(id, _)| TEST_ATTRIBUTES.contains(&doc.name_str(id))).map(|(_, value)| value)
}

/// Whether a class, id or property names an author, and nothing else about one.
fn names_author(token: &str) -> bool {
    let is_word =
        token.split(['-', '_']).any(|word| NAMED_WORDS.iter().any(|named| word.eq_ignore_ascii_case(named)));
    // Most tokens have not even the letters of a name.
    let has = letters(token);
    if !is_word && NAMED_LETTERS.iter().all(|&named| named & !has != 0) {
        return false;
    }
    let plain: String =
        token.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
    (is_word || NAMED.iter().any(|part| plain.contains(part)))
        && !NOT_NAMED.iter().any(|part| plain.contains(part))
}

/// The letters of each of [`NAMED`].
static NAMED_LETTERS: [u32; NAMED.len()] = {
    let mut sets = [0; NAMED.len()];
    let mut at = 0;
    while at < NAMED.len() {
        sets[at] = letters(NAMED[at]);
        at += 1;
    }
    sets
};

/// The ASCII letters of a text, capital or not, a bit each.
const fn letters(text: &str) -> u32 {
    let (bytes, mut set, mut at) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii_alphabetic() {
            set |= 1 << (bytes[at] & 0x1f);
        }
        at += 1;
    }
    set
}

/// Links inside the byline name authors exactly, and those that an "and" joins to them; else its text is taken up to the
/// first date.
fn people(doc: &Document, node: NodeId, site: &[String]) -> Vec<String> {
    let links = doc.descendants(node).take(MAX_BYLINE_NODES).filter(|&n| doc.name(n) == tag::A);
    let links = links.filter(|&link| !is_of_others(doc, link));
    let linked: Vec<String> = links.flat_map(|link| shown_names(&pieces_of(doc, link), site)).collect();
    let shown = shown_names(&pieces_of(doc, node), site);
    let text = text_of(doc, node).to_lowercase();
    let is_joined = |name: &String| {
        let name = name.to_lowercase();
        AND.iter().any(|and| text.contains(&format!("{and}{name}")) || text.contains(&format!("{name}{and}")))
    };
    let has_all = linked.iter().all(|name| shown.contains(name));
    let is_more = has_all && shown.iter().all(|name| linked.contains(name) || is_joined(name));
    if linked.is_empty() || is_more { shown } else { linked }
}

/// The people whom the parts of a byline name: elements inside that are named so themselves, or the entries of a list of
/// nothing else.
fn people_of_parts(doc: &Document, node: NodeId, site: &[String]) -> Vec<String> {
    let mut tokens = TokenTest::new(names_author);
    let mut parts: Vec<NodeId> = Vec::new();
    let mut entries: Vec<NodeId> = Vec::new();
    for inner in doc.descendants(node).take(MAX_BYLINE_NODES).filter(|&inner| inner != node) {
        let is_apart = |list: &[NodeId]| list.last().is_none_or(|&last| doc.subtree_end(last) <= inner.0);
        if doc.name(inner) == tag::LI && is_apart(&entries) {
            entries.push(inner);
        }
        if doc.is_element(inner)
            && is_apart(&parts)
            && is_named(doc, inner, &mut tokens)
            && !is_of_others(doc, inner)
        {
            parts.push(inner);
        }
    }
    let is_list = parts.is_empty();
    let mut found: Vec<String> = Vec::new();
    for part in if is_list { entries } else { parts } {
        let mut named = shown_names(&pieces_of(doc, part), site);
        named.retain(|name| is_person(name) && (!is_list || name.contains(' ')));
        if is_list && named.is_empty() {
            return Vec::new();
        }
        named.retain(|name| !found.contains(name));
        found.extend(named);
    }
    found
}

/// Names in a run of text nodes: one node may hold the name and the next the position, so nodes are kept apart
/// unless "by", "and" or a comma joins them.
fn shown_names(pieces: &[String], site: &[String]) -> Vec<String> {
    const JOINING: [&str; 13] = ["and", "&", ",", "und", "et", "y", "e", "en", "og", "och", "ve", "и", "i"];
    let mut line = String::new();
    let is_label = |piece: &&String| piece.eq_ignore_ascii_case("author") || is_bare_introduction(piece);
    // Labels before the name say that there is one, and no more.
    for piece in pieces.iter().skip_while(is_label) {
        let joins_next = |text: &str| is_bare_introduction(text) || ends_with_any(text, &JOINING);
        let first = piece.split(' ').next().unwrap_or_default();
        // In capitals, a single letter may be an initial.
        let is_first = |word: &&str| first == *word || word.len() > 1 && first == word.to_uppercase();
        let joins_last = JOINING.iter().any(is_first) || piece.starts_with(',');
        if !line.is_empty() {
            line.push_str(if joins_next(&line) || joins_last { " " } else { " | " });
        }
        line.push_str(piece);
    }
    let mut people = names(before_date(&line), site);
    people.retain(|name| !folded(name).split(' ').any(|word| UI_WORDS.contains(&word)) && !is_phrase(name));
    people
}

/// Whether a text is the beginning of a sentence or a title: a capital first, and later a long word in lower case.
fn is_phrase(text: &str) -> bool {
    let is_long_and_low = |word: &str| {
        let word = word.split(['\'', '’', '-']).next().unwrap_or_default();
        word.starts_with(char::is_lowercase)
            && word.chars().count() > MAX_PARTICLE_CHARS
            && !LONG_PARTICLES.contains(&word)
            && !has_position(word)
    };
    text.starts_with(char::is_uppercase) && text.split(' ').skip(1).any(is_long_and_low)
}

/// Words of names in lower case that are longer than [`MAX_PARTICLE_CHARS`].
const LONG_PARTICLES: [&str; 9] =
    ["della", "dalla", "dello", "dalle", "delle", "degli", "binti", "vander", "onder"];

fn ends_with_any(text: &str, words: &[&str]) -> bool {
    text.ends_with(',')
        || text.rsplit(' ').next().is_some_and(|last| words.contains(&last.to_lowercase().as_str()))
}

/// Names in lines that begin with "By" or its like: around the heading first, then on the whole page those that
/// say so plainly.
pub(super) fn of_lines(surroundings: &Surroundings<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    let mut found = Vec::new();
    let near = surroundings.near_blocks().filter(|&b| !surroundings.is_aside(surroundings.block_start(b)));
    found.extend(near.map(|block| in_line(surroundings, block, site)));
    let plain = surroundings.short_blocks(MAX_BYLINE_CHARS as u32).take(MAX_LINES);
    let plain = plain.filter(|&block| {
        let may_be = may_be_plainly_introduced(surroundings.block_chars(block))
            || surroundings.may_have_ideographs(block);
        if !may_be {
            return false;
        }
        let text = surroundings.block_text(block);
        is_plainly_introduced(&text) || !after_cjk_label(&text).is_empty()
    });
    found.extend(plain.map(|block| in_line(surroundings, block, site)));
    let candidates = |people: Vec<String>| people.into_iter().map(|name| Candidate::new(name, "text:byline"));
    found.into_iter().filter(|people| !people.is_empty()).map(|people| candidates(people).collect()).collect()
}

/// The names of a line that introduces them, or of the next line where the introduction fills this one.
fn in_line(surroundings: &Surroundings<'_, '_>, block: usize, site: &[String]) -> Vec<String> {
    let mut text = surroundings.block_text(block);
    if text.chars().count() > MAX_BYLINE_CHARS {
        return Vec::new();
    }
    let labelled = after_cjk_label(&text);
    if !labelled.is_empty() {
        return labelled;
    }
    let blocks = surroundings.page.text_blocks().blocks().len();
    let goes_on = is_bare_introduction(&text) && block + 1 < blocks;
    if goes_on {
        let next = surroundings.block_text(block + 1);
        if next.chars().count() > MAX_BYLINE_CHARS {
            return Vec::new();
        }
        text = format!("{text} {next}");
    }
    if !is_introduced(&text) {
        return Vec::new();
    }
    let last = block + usize::from(goes_on);
    let pieces: Vec<String> = (block..=last).flat_map(|block| surroundings.block_pieces(block)).collect();
    let mut people = shown_names(&pieces, site);
    let is_plain = is_plainly_introduced(&text);
    people.retain(|name| is_plain || is_capitalised(name));
    people
}

/// Links to the page of an author, as `/author/ana-lima`, nearest to the heading first.
pub(super) fn of_links(surroundings: &Surroundings<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    const FOLDERS: [&str; 8] =
        ["author", "authors", "contributor", "contributors", "autor", "autoren", "auteur", "writers"];
    let doc = surroundings.page.document();
    let links_to_author = |node: NodeId| {
        let address = doc.attribute(node, tag::HREF).unwrap_or_default().as_bytes();
        let end = memchr2(b'?', b'#', address).unwrap_or(address.len());
        let end = address[..end].iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
        let Some(end) = memrchr(b'/', &address[..end]) else { return false };
        let start = memrchr(b'/', &address[..end]).map_or(0, |slash| slash + 1);
        FOLDERS.iter().any(|folder| folder.as_bytes() == &address[start..end])
    };
    let links =
        doc.elements_named(tag::A).filter(|&node| links_to_author(node) && !surroundings.is_aside(node));
    let links = links.take(MAX_BYLINES).filter(|&node| !is_of_others(doc, node));
    let named = links.map(|node| NamedAuthors { node, people: shown_names(&pieces_of(doc, node), site) });
    joined(surroundings, named.filter(|named| !named.people.is_empty()).collect(), "a:author-page")
}

/// The text up to its first date or number, without a preposition or label left at the end: bylines go on with a date.
fn before_date(text: &str) -> &str {
    const LABELS: [&str; 13] = [
        " on",
        " in",
        " am",
        " le",
        " el",
        " em",
        " il",
        " op",
        " published",
        " updated",
        " posted",
        " at",
        " vom",
    ];
    let date = find_dates(text, NumericOrder::DayFirst).first().map_or(text.len(), |date| date.start);
    let starts_number =
        |(at, c): &(usize, char)| c.is_ascii_digit() && text[..*at].ends_with([' ', '(', ',']);
    let number = text.char_indices().find(starts_number).map_or(text.len(), |(at, _)| at);
    let mut text = &text[..date.min(number)];
    loop {
        let before = text;
        text = text
            .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | ':' | '(' | '·' | '-'));
        for label in LABELS {
            let at = text.len().saturating_sub(label.len());
            if text.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(label)) {
                text = &text[..at];
            }
        }
        if text.len() == before.len() {
            return text;
        }
    }
}

/// Whether a text beside a name looks like a further name: words that begin with capitals, none of them a position.
fn is_person(name: &str) -> bool {
    let is_particle = |word: &str| word.chars().count() <= MAX_PARTICLE_CHARS;
    is_capitalised(name)
        && !has_position(name)
        && name
            .split(' ')
            .all(|word| is_particle(word) || is_capitalised(word.trim_start_matches(['"', '“', '(', '\''])))
}

/// Maximum letters of a word of a name in lower case, such as "van" and "der". Longer ones in lower case are words of
/// a sentence.
const MAX_PARTICLE_CHARS: usize = 3;

/// Whether the first letter is a capital or of a script without capitals.
fn is_capitalised(name: &str) -> bool {
    name.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn authors(html: &str) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let authors = crate::metadata::extract(&Page::new(&doc)).authors;
        authors.into_iter().map(|author| author.value).collect()
    }

    #[test]
    fn usual_marks_of_authors_are_known() {
        for html in [
            "<h1>Rye</h1><span class=vcard><span class=fn>Nora Fjord</span></span>",
            "<h1>Rye</h1><p class=h-card><a class='p-name u-url' href=/>Nora Fjord</a></p>",
            "<h1>Rye</h1><span rel=author>Nora Fjord</span>",
            "<h1>Rye</h1><a rel=author>Nora Fjord</a>",
            "<h1>Rye</h1><p class=posted-by>Posted by Nora Fjord</p>",
            "<h1>Rye</h1><p class=submitted-by>Submitted by <i>Nora Fjord</i></p>",
            "<h1>Rye</h1><div data-component=byline>By Nora Fjord</div>",
            "<h1>Rye</h1><span class=article-journalist>Nora Fjord</span>",
            "<article data-author='Nora Fjord'><h1>Rye</h1></article>",
            "<meta name=authors content='Nora Fjord'><h1>Rye</h1>",
            "<meta property='article:author_name' content='Nora Fjord'><h1>Rye</h1>",
        ] {
            assert_eq!(authors(html), ["Nora Fjord"], "{html}");
        }
    }

    #[test]
    fn an_author_is_named_once() {
        let html = "<h1>Rye</h1><p><b class=author>Ana Lima</b><b class=author>Rui Sá</b><b class=author>Ana Lima</b>";
        assert_eq!(authors(html), ["Ana Lima", "Rui Sá"]);
    }

    #[test]
    fn phrases_companies_and_sections_are_no_authors() {
        for html in [
            "<h1>Rye</h1><p class=author>Get author RSS feed</p>",
            "<h1>Rye</h1><p class=byline>In this article</p>",
            "<h1>Rye</h1><p class=vcard><b class='fn org'>Barn Company</b></p>",
            "<h1>Rye</h1><b class=fn>Nora Fjord</b>",
            "<meta property='article:section' content=Politik><h1>Rye</h1><p class=author>Politik</p>",
        ] {
            assert_eq!(authors(html), [""; 0], "{html}");
        }
        assert_eq!(authors("<h1>Rye</h1><p class=author>The Barn editors</p>"), ["The Barn editors"]);
        assert_eq!(authors("<h1>Rye</h1><p class=author>Gian della Casa</p>"), ["Gian della Casa"]);
        assert_eq!(authors("<h1>Rye</h1><p class=author>Jean d'Estaing-smith</p>"), ["Jean d'Estaing-smith"]);
    }

    #[test]
    fn cards_and_attributes_are_looked_for_within_limits() {
        for (more, is_read) in [(0, true), (1, false)] {
            let (open, close) =
                ("<i>".repeat(MAX_CARD_DEPTH - 1 + more), "</i>".repeat(MAX_CARD_DEPTH - 1 + more));
            let card = format!("<h1>Rye</h1><p class=vcard>{open}<b class=fn>Nora Fjord</b>{close}</p>");
            // The heading with its text and the paragraph are nodes, too.
            let nodes = "<i></i>".repeat(MAX_NEAR_NODES - 4 + more);
            let near = format!("<h1>Rye</h1><p>{nodes}<i data-author='Nora Fjord'></i>x</p>");
            let name = format!("Nora Fjord{}", " ".repeat(MAX_BYLINE_CHARS - "Nora Fjord".len() + more));
            let long = format!("<article data-author='{name}'><h1>Rye</h1></article>");
            for html in [card, near, long] {
                assert_eq!(!authors(&html).is_empty(), is_read, "{more} {}", &html[..60]);
            }
        }
    }

    #[test]
    fn bylines_are_read_within_limits() {
        for (more, is_read) in [(0, true), (1, false)] {
            // The first text and the link, or the list and its entry, are nodes, too.
            let inside = "<i></i>".repeat(MAX_BYLINE_NODES - 2 + more);
            let in_list = "<i></i>".repeat(MAX_BYLINE_NODES - 3 + more);
            let line = |begin: &str| format!("{begin}{}", "x".repeat(MAX_BYLINE_CHARS - begin.len() + more));
            let pages = [
                format!("<p class=byline>{}</p>", line("Ana Lima | ")),
                format!("<h1>Rye</h1><p>{}</p>", line("By Ana Lima | ")),
                format!("<h1>Rye</h1><p>By</p><p>{}</p>", line("Ana Lima | ")),
                format!(
                    "{}<p class=byline>Ana Lima</p>",
                    "<p class=byline></p>".repeat(MAX_BYLINES - 1 + more)
                ),
                format!(
                    "{}<a href=/author/ana>Ana Lima</a>",
                    "<a href=/author/x></a>".repeat(MAX_BYLINES - 1 + more)
                ),
                format!("<p class=byline>By{inside}<a>Ana Lima</a></p>"),
                format!("<div class=byline>x{in_list}<ul><li>Ana Lima</ul></div>"),
                format!("{}<p>Posted by Ana Lima</p>", "<p>x</p>".repeat(MAX_LINES - 1 + more)),
            ];
            for html in pages {
                let expected: &[&str] = if is_read { &["Ana Lima"] } else { &[] };
                assert_eq!(authors(&html), expected, "{more} {}", &html[..html.len().min(200)]);
            }
        }
    }

    #[test]
    fn names_of_one_byline_stand_side_by_side() {
        for (chars, nodes, is_one) in [
            (MAX_CHARS_BETWEEN, 0, true),
            (MAX_CHARS_BETWEEN + 1, 0, false),
            (0, MAX_NODES_BETWEEN as usize, true),
            (0, MAX_NODES_BETWEEN as usize + 1, false),
        ] {
            let html = format!("<b>x</b>{}{}<b>y</b>", "z".repeat(chars), "<i></i>".repeat(nodes));
            let doc = parse(&html, &Limits::default()).document;
            let names: Vec<NodeId> = doc.elements_named(tag::B).collect();
            assert_eq!(stand_side_by_side(&doc, names[0], names[1]), is_one, "{html}");
        }
    }

    #[test]
    fn only_short_words_of_a_name_may_be_in_lower_case() {
        for (letters, is_name) in [(MAX_PARTICLE_CHARS, true), (MAX_PARTICLE_CHARS + 1, false)] {
            assert_eq!(is_person(&format!("Ana {} Lima", "x".repeat(letters))), is_name, "{letters}");
        }
    }
}
