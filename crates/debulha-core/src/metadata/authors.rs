//! Authors, one value each.

use crate::metadata::items::same;
use crate::metadata::person::names;
use crate::metadata::surroundings::Surroundings;
use crate::metadata::text::text_of;
use crate::metadata::{Candidate, MAX_CANDIDATES, MetadataSources, byline};
use debulha_dom::NodeId;

/// Bibliographic names come first: `author` often holds the publisher.
const META: [&str; 9] = [
    "citation_author",
    "dc.creator",
    "dcterms.creator",
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "byl",
    "dc.contributor",
];

/// The authors of the first source that names any, and the further names that the others give.
pub(super) fn lists(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    site: &[String],
) -> (Vec<Candidate>, Vec<Candidate>) {
    let mut groups = groups(sources, surroundings, site).into_iter();
    let authors = groups.next().unwrap_or_default();
    let mut others: Vec<Candidate> = Vec::new();
    for candidate in groups.flatten() {
        let is_new = authors.iter().chain(&others).all(|have| !same(&have.value, &candidate.value));
        if is_new && others.len() < MAX_CANDIDATES {
            others.push(candidate);
        }
    }
    (authors, others)
}

/// What each source says, in order of trust.
fn groups(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    site: &[String],
) -> Vec<Vec<Candidate>> {
    let mut groups = declared(sources, site);
    groups.push(people(labelled(sources), site));
    groups.push(people(relations(sources, surroundings), site));
    groups.extend(byline::of_elements(surroundings, site));
    groups.extend(byline::of_links(surroundings, site));
    groups.extend(byline::of_lines(surroundings, site));
    // The site's own name is no author while a person is named; where nobody is, it is what the page declares.
    groups.extend(declared(sources, &[]));
    groups.retain(|group| !group.is_empty());
    groups
}

/// What the page declares for programs.
fn declared(sources: &MetadataSources<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    let mut groups = Vec::new();
    for item in &sources.about {
        for key in ["author", "creator"] {
            groups.push(people(sources.texts_of_item(item, &[key]), site));
        }
    }
    for key in &META {
        groups.push(people(sources.meta.candidates(&[key]), site));
    }
    groups
}

/// The names in each candidate, each once.
fn people(candidates: impl IntoIterator<Item = Candidate>, site: &[String]) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        for name in names(&candidate.value, site) {
            if !kept.iter().any(|have| same(&have.value, &name)) {
                kept.push(Candidate::new(name, candidate.source.clone()));
            }
            if kept.len() == MAX_CANDIDATES {
                return kept;
            }
        }
    }
    kept
}

/// Cards for messengers: `twitter:label1` says what `twitter:data1` is.
fn labelled(sources: &MetadataSources<'_, '_>) -> Vec<Candidate> {
    const WRITTEN_BY: [&str; 7] =
        ["written by", "verfasst von", "écrit par", "escrito por", "scritto da", "geschreven door", "author"];
    let mut found = Vec::new();
    for (label, data) in [("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")] {
        let says_author =
            sources.meta.first(label).is_some_and(|l| WRITTEN_BY.contains(&l.to_lowercase().as_str()));
        if let Some(name) = sources.meta.first(data).filter(|_| says_author) {
            found.push(Candidate::new(name, format!("meta:{data}")));
        }
    }
    found
}

/// Links with `rel="author"`: the one nearest to the heading, and those beside it.
fn relations(sources: &MetadataSources<'_, '_>, surroundings: &Surroundings<'_, '_>) -> Vec<Candidate> {
    let doc = sources.page.document();
    let anchors = sources.meta.relations("author").filter(|link| link.is_anchor).map(|link| link.node);
    let anchors: Vec<NodeId> = anchors.filter(|&node| !byline::is_of_others(doc, node)).collect();
    let key = |node: NodeId| (surroundings.is_aside(node), surroundings.distance(node));
    let Some(nearest) = (0..anchors.len()).min_by_key(|&at| key(anchors[at])) else { return Vec::new() };
    let is_joined = |pair: &[NodeId]| byline::stand_side_by_side(doc, pair[0], pair[1]);
    let before = anchors[..=nearest].windows(2).rev().take_while(|pair| is_joined(pair)).count();
    let after = anchors[nearest..].windows(2).take_while(|pair| is_joined(pair)).count();
    let beside = &anchors[nearest - before..=nearest + after];
    beside.iter().map(|&node| Candidate::new(text_of(doc, node), "a:author")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    #[test]
    fn lists_of_authors_are_bounded() {
        let metas = |name: &str, count: usize| -> String {
            let each = (0..count).map(|at| format!("<meta name={name} content='{name} Lima{at}'>"));
            each.collect::<Vec<_>>().concat()
        };
        for count in [MAX_CANDIDATES, MAX_CANDIDATES + 1] {
            let html = metas("citation_author", count) + &metas("dc.creator", count);
            let doc = parse(&html, &Limits::default()).document;
            let metadata = crate::metadata::extract(&Page::new(&doc));
            let found = (metadata.authors.len(), metadata.other_authors.len());
            assert_eq!(found, (MAX_CANDIDATES, MAX_CANDIDATES), "{count}");
        }
    }
}
