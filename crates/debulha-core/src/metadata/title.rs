//! The title of the main content, without the site's name.

use crate::metadata::site_name::is_first_page;
use crate::metadata::surroundings::{TokenTest, headings};
use crate::metadata::text::{folded, squashed, text_of};
use crate::metadata::{Candidate, Field, MAX_CANDIDATES, MetadataSources, site_name};
use debulha_dom::{Namespace, names};
use std::collections::BTreeSet;

const META: [&str; 6] =
    ["og:title", "citation_title", "dc.title", "dcterms.title", "parsely-title", "sailthru.title"];

/// Marks between the title and the site's name, with white space around those that also stand inside titles.
const SEPARATORS: [&str; 15] =
    [" | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " › ", " :: ", ": ", " / ", "_", "|", "｜"];

/// Minimum bytes of a name that a part may resemble without being equal: two letters occur in most words.
const MIN_SITE_CHARS: usize = 3;

/// Share of words that a heading and a declared title must have in common (Dice coefficient over distinct words)
/// for the heading to be taken as the page's own wording of its title. On the 1,339 pages of WCXB's development set
/// 0.3, 0.4, 0.5, 0.6 give 1,049, 1,047, 1,034, 1,017 exact titles.
const AGREEMENT: f64 = 0.3;

/// Maximum first-level headings that are compared with the declared titles. A page with more gives them to teasers,
/// whose titles are not declared.
const MAX_HEADINGS: usize = 20;

/// The heading that best agrees with what the page declares as its title, then what is declared, then the other
/// headings; the site's name cut off.
///
/// Declared titles are often worded for search engines and the first heading is often the site's name: either
/// alone misleads, their agreement seldom does.
///
/// Where the page does not state its site's name, `site` gets what the title element turns out to call it.
pub(super) fn field(sources: &MetadataSources<'_, '_>, site_name: &Field, site: &mut Vec<String>) -> Field {
    let mut declared: Vec<Candidate> = Vec::new();
    for item in &sources.about {
        declared.extend(sources.texts_of_item(item, &["headline"]));
    }
    declared.extend(sources.meta.candidates(&META));
    if let Some(title) = title_element(sources) {
        if site_name.best.is_none() {
            site.extend(site_name::shown(sources, &title.value, &declared));
        }
        declared.push(title);
    }
    let site = site.as_slice();
    for item in &sources.about {
        declared.extend(sources.texts_of_item(item, &["name"]));
    }
    declared.extend(sources.meta.candidates(&["twitter:title", "title"]));
    let mut headings = first_headings(sources);
    for candidate in declared.iter_mut().chain(&mut headings) {
        candidate.value = without_site(&candidate.value, site).to_owned();
    }
    let is_site = |candidate: &Candidate| site.contains(&squashed(&candidate.value));
    let has_headings = !headings.is_empty();
    headings.retain(|heading| !is_site(heading));
    // A name that the site gives to all of its pages says nothing of this one, but of the first page.
    let is_first = is_first_page(sources);
    let (of_site, mut declared): (Vec<_>, Vec<_>) =
        declared.into_iter().partition(|candidate| !is_first && is_site(candidate));
    if headings.is_empty() && has_headings && declared.is_empty() {
        headings.extend(second_heading(sources).filter(|heading| !is_site(heading)));
    }
    if headings.is_empty() {
        headings.extend(named_headline(sources, &declared, has_headings).filter(|heading| !is_site(heading)));
    }
    declared.truncate(MAX_CANDIDATES);
    let best = (0..headings.len())
        .map(|index| (agreement(&headings[index].value, &declared), index))
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let mut found = Vec::new();
    if let Some((agreement, index)) = best
        && (agreement >= AGREEMENT || declared.is_empty() || headings[index].source == HEADLINE_SOURCE)
    {
        found.push(headings.remove(index));
    }
    Field::ranked(found.into_iter().chain(declared).chain(headings).chain(of_site))
}

/// How far a heading says what any declared title says, 0 to 1.
fn agreement(heading: &str, declared: &[Candidate]) -> f64 {
    let heading = word_set(heading);
    let dice = |candidate: &Candidate| {
        let title = word_set(&candidate.value);
        let common = heading.intersection(&title).count();
        2.0 * common as f64 / (heading.len() + title.len()).max(1) as f64
    };
    declared.iter().map(dice).fold(0.0, f64::max)
}

fn word_set(text: &str) -> BTreeSet<String> {
    folded(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn first_headings(sources: &MetadataSources<'_, '_>) -> Vec<Candidate> {
    let first_level = headings(sources.page, names::H1);
    first_level.take(MAX_HEADINGS).map(|(_, text)| Candidate::new(text, "element:h1")).collect()
}

/// The first heading of the second level, for pages that give the site's name everywhere else.
fn second_heading(sources: &MetadataSources<'_, '_>) -> Option<Candidate> {
    headings(sources.page, names::H2).next().map(|(_, text)| Candidate::new(text, "element:h2"))
}

/// Where the candidates of [`named_headline`] stand.
const HEADLINE_SOURCE: &str = "element:headline";

/// Elements named as headlines that are read: a page with more is a list of teasers.
const MAX_HEADLINES: usize = 40;

/// Nodes of a headline: an element with more is a part of the page.
const MAX_HEADLINE_NODES: u32 = 40;

/// Least share of a declared title that a part of it makes up to be the title itself, not a section.
const MIN_TITLE_SHARE: f64 = 0.5;

/// An element whose class says that it is the headline of an article, for pages whose first-level headings are none: the
/// one that a declared title holds as a part, or such a second-level heading where those of the first name the site; or
/// the only one, where the headings name the site and nothing but the title element is declared, which may say the same on all pages.
/// O(nodes).
fn named_headline(
    sources: &MetadataSources<'_, '_>,
    declared: &[Candidate],
    has_headings: bool,
) -> Option<Candidate> {
    let doc = sources.page.document();
    let mut tokens = TokenTest::new(names_headline);
    let named = doc.nodes().filter(|&node| {
        doc.is_element(node)
            && doc.subtree_end(node) - node.0 <= MAX_HEADLINE_NODES
            && !matches!(doc.name(node), names::HTML | names::BODY)
            && tokens.any_class(doc, node)
    });
    let mut texts: Vec<String> = named.take(MAX_HEADLINES).map(|node| text_of(doc, node)).collect();
    let is_part = |text: &String| {
        let text = folded(text);
        let holds = |title: &Candidate| {
            let is_long = text.len() as f64 >= MIN_TITLE_SHARE * folded(&title.value).len() as f64;
            is_long
                && end_parts(&title.value)
                    .iter()
                    .any(|(rest, part)| folded(rest) == text || folded(part) == text)
        };
        !text.is_empty() && declared.iter().any(holds)
    };
    let is_generic = has_headings && !is_first_page(sources);
    let of_title = texts.iter().find(|text| is_part(text)).cloned().or_else(|| {
        let second_level = headings(sources.page, names::H2).take(MAX_HEADINGS).filter(|_| has_headings);
        second_level.map(|(_, text)| text).find(is_part)
    });
    let found = match of_title {
        Some(text) => Some(text),
        None if is_generic && declared.iter().all(|title| title.source == TITLE_SOURCE) => {
            texts.pop().filter(|text| texts.is_empty() && !text.is_empty())
        }
        None => None,
    };
    found.map(|text| Candidate::new(text, HEADLINE_SOURCE))
}

/// Whether a class names the headline of an article: `headline`, `entry-title`, `article__title`.
fn names_headline(token: &str) -> bool {
    const OF: [&str; 7] = ["entry", "post", "article", "story", "node", "news", "content"];
    let has = |wanted: &str| token.split(['-', '_']).any(|word| word.eq_ignore_ascii_case(wanted));
    let parts = token.split(['-', '_']).filter(|word| !word.is_empty()).count();
    has("headline") || parts == 2 && has("title") && OF.iter().any(|of| has(of))
}

/// Where the title element's candidate stands.
const TITLE_SOURCE: &str = "element:title";

fn title_element(sources: &MetadataSources<'_, '_>) -> Option<Candidate> {
    let doc = sources.page.document();
    let node = doc.elements_named(names::TITLE).find(|&node| doc.namespace(node) == Namespace::Html)?;
    Some(Candidate::new(text_of(doc, node), TITLE_SOURCE))
}

/// A title without parts at its ends that are the site's name; never empty unless it was.
pub(super) fn without_site<'t>(title: &'t str, site: &[String]) -> &'t str {
    let mut title = title.trim();
    while let Some((rest, _)) = ends(title).into_iter().find(|(_, part)| is_site(part, site)) {
        title = rest;
    }
    title
}

/// The ways to cut a title at its last or first separator: what is left, and what is cut off.
fn ends(title: &str) -> Vec<(&str, &str)> {
    let mut ends = Vec::new();
    for separator in SEPARATORS {
        let Some((part, rest)) = title.split_once(separator) else { continue };
        if let Some((rest, part)) = title.rsplit_once(separator) {
            ends.push((rest.trim(), part.trim()));
        }
        ends.push((rest.trim(), part.trim()));
    }
    ends.retain(|(rest, _)| !folded(rest).is_empty());
    ends
}

/// The parts at the ends of a title, each after the rest.
pub(super) fn end_parts(title: &str) -> Vec<(&str, &str)> {
    ends(title.trim())
}

/// Whether a part of a title is the site's name, or one with a word more ("Flarum Community") or less.
fn is_site(part: &str, site: &[String]) -> bool {
    let part = squashed(part);
    let like = |name: &String| {
        *name == part
            || (name.len() >= MIN_SITE_CHARS
                && (name.len()..=2 * name.len() + 4).contains(&part.len())
                && part.contains(name.as_str()))
            || (part.len() >= MIN_SITE_CHARS && name.starts_with(&part))
    };
    site.iter().any(like)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn title(html: &str) -> Candidate {
        let doc = parse(html, &Limits::default()).document;
        crate::metadata::extract(&Page::new(&doc)).title.best.expect("a title")
    }

    fn words(range: std::ops::Range<usize>) -> String {
        range.map(|word| word.to_string() + " ").collect()
    }

    #[test]
    fn short_names_of_sites_are_not_looked_for_inside() {
        let name = "x".repeat(MIN_SITE_CHARS);
        for (name, is_found) in [(&name[..], true), (&name[1..], false)] {
            assert_eq!(is_site(&format!("{name}y"), &[name.to_owned()]), is_found, "{name}");
            assert_eq!(is_site(name, &[format!("{name}y")]), is_found, "{name}");
        }
    }

    #[test]
    fn a_heading_agrees_with_the_title_from_the_threshold_on() {
        // Three of ten words of each, or of ten and eleven.
        for (last, source) in [(17, "element:h1"), (18, TITLE_SOURCE)] {
            let html = format!("<title>{}</title><h1>{}</h1>", words(7..last), words(0..10));
            assert_eq!(title(&html).source, source, "{last}");
        }
    }

    #[test]
    fn headings_and_headlines_beyond_the_limit_are_not_compared() {
        for (more, is_read) in [(0, true), (1, false)] {
            let before = "<h1>Barn</h1>".repeat(MAX_HEADINGS - 1 + more);
            let html = format!("<title>Rye after rain now</title>{before}<h1>Rye after rain</h1>");
            assert_eq!(title(&html).value == "Rye after rain", is_read, "{more} h1");

            let before = "<h2>Oats</h2>".repeat(MAX_HEADINGS - 1 + more);
            let html = format!(
                "<title>Rye after rain - Grain</title><meta property=og:site_name content='Barn Times'>
                <h1>Barn Times</h1>{before}<h2>Rye after rain</h2>"
            );
            assert_eq!(title(&html).value == "Rye after rain", is_read, "{more} h2");

            let before = "<p class=headline>Oats</p>".repeat(MAX_HEADLINES - 1 + more);
            let html =
                format!("<title>Rye after rain - Grain</title>{before}<p class=headline>Rye after rain</p>");
            assert_eq!(title(&html).value == "Rye after rain", is_read, "{more} headlines");

            // The paragraph and its text are nodes, too.
            let inside = "<i></i>".repeat(MAX_HEADLINE_NODES as usize - 2 + more);
            let html =
                format!("<title>Rye after rain - Grain</title><p class=headline>Rye after rain{inside}</p>");
            assert_eq!(title(&html).value == "Rye after rain", is_read, "{more} nodes");
        }
    }

    #[test]
    fn a_part_of_a_title_is_not_the_smaller_one() {
        let part = "Rye after rain";
        let rest = (part.len() as f64 / MIN_TITLE_SHARE) as usize - part.len() - 1;
        for (length, is_title) in [(rest, true), (rest + 1, false)] {
            let html = format!("<title>{part} - {}</title><p class=headline>{part}</p>", "x".repeat(length));
            assert_eq!(title(&html).value == part, is_title, "{length}");
        }
    }
}
