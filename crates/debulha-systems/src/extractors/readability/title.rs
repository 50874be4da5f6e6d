//! The article's title and whether its author is known, as the page's metadata have them: headings that repeat the
//! title are dropped, and bylines are looked for only where no author is stated.

mod json_ld;

use debulha_core::metadata::text::resolve_entities;
use debulha_dom::{Document, NameId, Namespace, NodeId, names};
use std::collections::BTreeMap;
use url::Url;

/// Characters that part a title from the name of its site.
const SEPARATORS: [char; 6] = ['|', '-', '\\', '/', '>', '»'];

/// Those that stand for levels.
const HIERARCHICAL: [char; 4] = ['\\', '/', '>', '»'];

/// Fewest words of what is left of a title after a part is cut off.
const MIN_WORDS: usize = 3;

/// Most words of a title that gives way to the uncut one.
const MAX_SUSPICIOUS_WORDS: usize = 4;

/// Most words before a colon that may be cut off.
const MAX_WORDS_BEFORE_COLON: usize = 5;

/// Lengths of a title that is believed without a look at the only `h1`.
const PLAUSIBLE_CHARS: std::ops::RangeInclusive<usize> = 15..=150;

/// Where titles are looked for among `meta` elements, best first.
const TITLES: [&str; 8] = [
    "dc:title",
    "dcterm:title",
    "og:title",
    "weibo:article:title",
    "weibo:webpage:title",
    "title",
    "twitter:title",
    "parsely-title",
];

/// Where authors are looked for; `article:author` counts too unless it is an address.
const AUTHORS: [&str; 4] = ["dc:creator", "dcterm:creator", "author", "parsely-author"];

/// What the steps ask of a page's metadata.
#[derive(Debug, Default)]
pub(super) struct TitleMetadata {
    /// Words of the title, sorted.
    title_words: Vec<String>,
    /// Whether an author is stated.
    pub(super) has_author: bool,
}

impl TitleMetadata {
    /// Reads the metadata. O(nodes + text of titles, headings and JSON-LD).
    pub(super) fn of(doc: &Document) -> Self {
        let linked = json_ld::read(doc);
        let meta = meta_values(doc);
        let value = |key: &str| meta.get(key).filter(|value| !value.is_empty());
        let title = linked
            .title
            .filter(|title| !title.is_empty())
            .or_else(|| TITLES.iter().find_map(|key| value(key)).cloned())
            .unwrap_or_else(|| title_of_document(doc));
        let mut title_words = words(&resolve_entities(&title));
        title_words.sort_unstable();
        let article_author = value("article:author").filter(|author| Url::parse(author).is_err());
        let has_author = linked.author.is_some_and(|author| !author.is_empty())
            || AUTHORS.iter().any(|key| value(key).is_some())
            || article_author.is_some();
        TitleMetadata { title_words, has_author }
    }

    /// How much of a heading is in the title: characters of its words that the title has by all of its words.
    ///
    /// O(heading · log title).
    pub(super) fn similarity(&self, heading: &str) -> f64 {
        similarity(&self.title_words, &words(heading))
    }
}

fn similarity(sorted: &[String], of: &[String]) -> f64 {
    if sorted.is_empty() || of.is_empty() {
        return 0.0;
    }
    // Words are compared as if joined with spaces.
    let joined = |words: usize, chars: usize| (chars + words.saturating_sub(1)) as f64;
    let chars = of.iter().map(String::len).sum();
    let foreign = of.iter().filter(|&word| sorted.binary_search(word).is_err());
    let (foreign, foreign_chars) = foreign.fold((0, 0), |(n, sum), word| (n + 1, sum + word.len()));
    1.0 - joined(foreign, foreign_chars) / joined(of.len(), chars)
}

/// Runs of ASCII letters, digits and underscores, in lower case.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Contents of `meta` elements by name, the last of a name.
fn meta_values(doc: &Document) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for meta in doc.elements_named(names::META) {
        let attribute = |name| doc.attribute(meta, name).filter(|value: &&str| !value.is_empty());
        let Some(content) = attribute(names::CONTENT) else { continue };
        let name = attribute(names::PROPERTY)
            .and_then(property_name)
            .or_else(|| attribute(names::NAME).map(|name| squeezed(name).replace('.', ":")));
        if let Some(name) = name {
            values.insert(name, content.trim().to_owned());
        }
    }
    values
}

/// The first vocabulary and property in a `property` attribute.
fn property_name(property: &str) -> Option<String> {
    const VOCABULARIES: [&str; 5] = ["article", "dcterm", "dc", "og", "twitter"];
    const PROPERTIES: [&str; 6] =
        ["author", "creator", "description", "published_time", "title", "site_name"];
    let property = squeezed(property);
    property.match_indices(':').find_map(|(colon, _)| {
        let vocabulary = VOCABULARIES.iter().find(|name| property[..colon].ends_with(*name))?;
        let name = PROPERTIES.iter().find(|name| property[colon + 1..].starts_with(*name))?;
        Some(format!("{vocabulary}:{name}"))
    })
}

/// In lower case without white space.
fn squeezed(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
}

/// The title from the `title` element, without the name of the site where that can be told apart.
pub(super) fn title_of_document(doc: &Document) -> String {
    let element = doc
        .elements_named(names::TITLE)
        .find(|&title| doc.namespace(title) == Namespace::Html)
        .map(|title| doc.text_content(title))
        .unwrap_or_default();
    let whole = element.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let whole = whole.trim();
    let mut cut = whole.to_owned();
    let mut was_hierarchical = false;
    let separators: Vec<(usize, char)> = spaced_separators(whole).collect();
    if let Some(&(last, _)) = separators.last() {
        was_hierarchical = separators.iter().any(|(_, separator)| HIERARCHICAL.contains(separator));
        whole[..last].clone_into(&mut cut);
        if word_count(&cut) < MIN_WORDS
            && let Some((at, separator)) = whole.char_indices().find(|(_, c)| SEPARATORS.contains(c))
        {
            whole[at + separator.len_utf8()..].clone_into(&mut cut);
        }
    } else if whole.contains(": ") {
        if !headings(doc, &[names::H1, names::H2]).any(|text| text.trim() == whole) {
            after_colon(whole).clone_into(&mut cut);
        }
    } else if !PLAUSIBLE_CHARS.contains(&whole.encode_utf16().count()) {
        let mut first = headings(doc, &[names::H1]);
        if let (Some(only), None) = (first.next(), first.next()) {
            cut = only;
        }
    }
    let cut = cut.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = word_count(&cut);
    let without_separators: String = whole.chars().filter(|c| !SEPARATORS.contains(c)).collect();
    if words <= MAX_SUSPICIOUS_WORDS && (!was_hierarchical || words + 1 != word_count(&without_separators)) {
        return whole.to_owned();
    }
    cut
}

/// What follows the last colon; the first, if that is too short; all, if too much stands before the first.
fn after_colon(title: &str) -> &str {
    let after = |colon: Option<usize>| colon.map_or(title, |colon| &title[colon + 1..]);
    let last = after(title.rfind(':'));
    if word_count(last) < MIN_WORDS {
        return after(title.find(':'));
    }
    let before = title.split(':').next().unwrap_or_default();
    if word_count(before) > MAX_WORDS_BEFORE_COLON { title } else { last }
}

/// Separators with a space on both sides, each space taken once: position of the space before, and the separator.
fn spaced_separators(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut from = 0;
    text.char_indices().filter_map(move |(at, separator)| {
        if at == 0 || at - 1 < from || !SEPARATORS.contains(&separator) {
            return None;
        }
        let end = at + separator.len_utf8();
        let is_spaced = text.as_bytes()[at - 1] == b' ' && text.as_bytes().get(end) == Some(&b' ');
        is_spaced.then(|| {
            from = end + 1;
            (at - 1, separator)
        })
    })
}

/// Pieces between runs of white space, empty ones at the ends included.
fn word_count(text: &str) -> usize {
    let ends = [text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)];
    let words = text.split_whitespace().count();
    if words == 0 { 1 + usize::from(ends[0]) } else { words + ends.iter().filter(|&&end| end).count() }
}

/// Texts of headings; of nested ones the outermost, so that no text is read twice.
fn headings<'d>(doc: &'d Document, wanted: &'d [NameId]) -> impl Iterator<Item = String> + 'd {
    let mut read_to = 0;
    doc.nodes().filter_map(move |node: NodeId| {
        if node.0 < read_to || !wanted.contains(&doc.name(node)) {
            return None;
        }
        read_to = doc.subtree_end(node);
        Some(doc.text_content(node))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn title(html: &str) -> String {
        title_of_document(&parse(html, &Limits::default()).document)
    }

    #[test]
    fn the_site_is_cut_off_the_title() {
        let long = "The harvest began early this year";
        for (html, expected) in [
            (format!("<title>{long} - Daily Field</title>"), long),
            (
                format!("<title>News | {long} | Daily Field</title>"),
                "News | The harvest began early this year",
            ),
            ("<title>Field - The Daily News of the County</title>".into(), "The Daily News of the County"),
            (format!("<title>Farming: {long}</title>"), long),
            (
                format!("<title>Farming: {long}</title><h1>Farming: {long}</h1>"),
                "Farming: The harvest began early this year",
            ),
            ("<title>Rye</title><h1>How rye is sown in autumn</h1>".into(), "How rye is sown in autumn"),
            ("<title>Rye</title><h1>How rye is sown</h1><h1>b</h1>".into(), "Rye"),
            ("<title>Rye and oats | Field</title>".into(), "Rye and oats | Field"),
            ("<title>Rye and oats » Field</title>".into(), "Rye and oats"),
        ] {
            assert_eq!(title(&html), expected, "{html}");
        }
    }

    #[test]
    fn similarity_is_the_share_of_known_words() {
        let stated = TitleMetadata { title_words: vec!["early".into(), "harvest".into()], has_author: false };
        assert_eq!(stated.similarity("Early: harvest!"), 1.0);
        // "began" of "harvest began early".
        assert!((stated.similarity("Harvest began early") - (1.0 - 5.0 / 19.0)).abs() < 1e-12);
        assert_eq!(stated.similarity("¡á!"), 0.0);
    }

    #[test]
    fn metadata_come_before_the_title_element() {
        let html = "<title>Site</title><meta property='og:title' content='Rye &amp;amp; oats'>
            <meta name='DC.Creator' content='A. Farmer'>";
        let stated = TitleMetadata::of(&parse(html, &Limits::default()).document);
        assert_eq!(stated.title_words, ["oats", "rye"]);
        assert!(stated.has_author);
        let linked = "<meta property='article:author' content='https://example.org/a'>
            <script type='application/ld+json'>{\"@context\":\"https://schema.org\",\"@type\":\"NewsArticle\",
            \"headline\":\"Hay\",\"author\":[{\"name\":\"B\"}]}</script>";
        let stated = TitleMetadata::of(&parse(linked, &Limits::default()).document);
        assert_eq!((stated.title_words, stated.has_author), (vec!["hay".to_owned()], true));
    }
}
