//! The title of the main content, without the site's name.

use crate::metadata::surroundings::headings;
use crate::metadata::text::{folded, squashed, text_of};
use crate::metadata::{Candidate, Field, Sources};
use debulha_dom::{Namespace, names};

const META: [&str; 6] =
    ["og:title", "citation_title", "dc.title", "dcterms.title", "parsely-title", "sailthru.title"];

/// Marks between the title and the site's name, with white space around those that also stand inside titles.
const SEPARATORS: [&str; 14] =
    [" | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " › ", " :: ", ": ", " / ", "_", "|"];

/// Candidates from every source, the site's name cut off.
pub(super) fn field(sources: &Sources<'_, '_>, site: &[String]) -> Field {
    let mut found: Vec<Candidate> = Vec::new();
    found.extend(first_heading(sources));
    for item in &sources.about {
        found.extend(sources.from_item(item, &["headline"]));
    }
    found.extend(sources.meta.candidates(&META));
    found.extend(title_element(sources));
    for item in &sources.about {
        found.extend(sources.from_item(item, &["name"]));
    }
    found.extend(sources.meta.candidates(&["twitter:title", "title"]));
    for candidate in &mut found {
        candidate.value = without_site(&candidate.value, site).to_owned();
    }
    Field::ranked(found)
}

fn first_heading(sources: &Sources<'_, '_>) -> Option<Candidate> {
    let page = sources.page;
    let (_, value) = headings(page).into_iter().find(|(node, _)| page.document().name(*node) == names::H1)?;
    Some(Candidate::new(value, "element:h1"))
}

fn title_element(sources: &Sources<'_, '_>) -> Option<Candidate> {
    let doc = sources.page.document();
    let node = doc.elements_named(names::TITLE).find(|&node| doc.namespace(node) == Namespace::Html)?;
    Some(Candidate::new(text_of(doc, node), "element:title"))
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
        if let Some((rest, part)) = title.rsplit_once(separator) {
            ends.push((rest.trim(), part.trim()));
        }
        if let Some((part, rest)) = title.split_once(separator) {
            ends.push((rest.trim(), part.trim()));
        }
    }
    ends.retain(|(rest, _)| !folded(rest).is_empty());
    ends
}

fn is_site(part: &str, site: &[String]) -> bool {
    let part = squashed(part);
    site.contains(&part)
}
