//! Authors, one value each.

use crate::metadata::items::same;
use crate::metadata::person::names;
use crate::metadata::surroundings::Surroundings;
use crate::metadata::text::{folded, text_of};
use crate::metadata::{Candidate, MAX_CANDIDATES, MetadataSources, byline};
use crate::word_list::word_list;
use debulha_dom::NodeId;
use rustc_hash::FxHashSet;

/// Bibliographic names come first: `author` often holds the publisher.
const META: &[&str] = word_list!("words/author_metas.txt");

/// The authors of the first source that names any, and the further names that the others give.
///
/// `topics` are the categories and keywords of the page: a single word that is one of them is a link to a section.
pub(super) fn lists(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    site: &[String],
    topics: &[&String],
) -> (Vec<Candidate>, Vec<Candidate>) {
    let mut groups = groups(sources, surroundings, site, topics).into_iter();
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
    topics: &[&String],
) -> Vec<Vec<Candidate>> {
    let mut groups = declared(sources, surroundings, site, false);
    groups.push(people(labelled(sources), site));
    let mut shown = vec![people(relations(sources, surroundings), site)];
    shown.extend(byline::of_elements(surroundings, site));
    shown.extend(byline::of_links(surroundings, site));
    shown.extend(byline::of_lines(surroundings, site));
    shown.extend(byline::of_attributes(surroundings, site));
    let topics: FxHashSet<String> = topics.iter().map(|topic| folded(topic)).collect();
    let is_topic = |name: &str| !name.contains(' ') && topics.contains(&folded(name));
    for group in &mut shown {
        group.retain(|author| !is_topic(&author.value));
    }
    groups.extend(shown);
    // The site's own name and that of a company are no authors while a person is named; where nobody is, they are what
    // the page declares.
    groups.extend(declared(sources, surroundings, &[], true));
    groups.retain(|group| !group.is_empty());
    groups
}

/// What the page declares for programs.
fn declared(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    site: &[String],
    has_organisations: bool,
) -> Vec<Vec<Candidate>> {
    let mut groups = Vec::new();
    for item in sources.about_near(surroundings) {
        for key in ["author", "creator"] {
            let mut stated = sources.placed_texts(item, key);
            let places: Vec<NodeId> = stated.iter().filter_map(|&(_, place, _)| place).collect();
            let own: FxHashSet<NodeId> = beside_nearest(surroundings, &places).iter().copied().collect();
            stated.retain(|(_, place, _)| place.is_none_or(|place| own.contains(&place)));
            if !has_organisations && stated.iter().all(|&(value, ..)| sources.items.is_organisation(value)) {
                continue;
            }
            groups.push(people(stated.into_iter().flat_map(|(.., texts)| texts), site));
        }
    }
    for key in META {
        groups.push(people(sources.meta.candidates(&[key]), site));
    }
    groups
}

/// Of elements that name authors, in document order, the one nearest to the heading and those beside it: others belong to
/// comments and teasers.
fn beside_nearest<'n>(surroundings: &Surroundings<'_, '_>, nodes: &'n [NodeId]) -> &'n [NodeId] {
    let doc = surroundings.page.document();
    let key = |node: NodeId| (surroundings.is_aside(node), surroundings.distance(node));
    let Some(nearest) = (0..nodes.len()).min_by_key(|&at| key(nodes[at])) else { return &[] };
    let is_joined = |pair: &[NodeId]| byline::stand_side_by_side(doc, pair[0], pair[1]);
    let before = nodes[..=nearest].windows(2).rev().take_while(|pair| is_joined(pair)).count();
    let after = nodes[nearest..].windows(2).take_while(|pair| is_joined(pair)).count();
    &nodes[nearest - before..=nearest + after]
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
    beside_nearest(surroundings, &anchors)
        .iter()
        .map(|&node| Candidate::new(text_of(doc, node), "a:author"))
        .collect()
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
    fn authors_of_teasers_and_comments_are_not_the_page_s() {
        let article = "itemscope itemtype='https://schema.org/Article'";
        let teaser = format!("<div {article}><p itemprop=author>Rui Sá</p></div>");
        let far = "<p>x</p>".repeat(50);
        for html in [
            format!("<h1>Rye</h1><p class=byline>Ana Lima</p><div class=related-items>{teaser}</div>"),
            format!("{teaser}<div {article}><h1>Rye</h1><p itemprop=author>Ana Lima</p></div>"),
            format!("<h1>Rye</h1><p class=byline>Ana Lima</p>{far}{teaser}{teaser}"),
            format!(
                "<body {article}><h1>Rye</h1><p itemprop=author>Ana Lima</p>{far}<p itemprop=author>Rui Sá</p>"
            ),
        ] {
            assert_eq!(authors(&html), ["Ana Lima"], "{html}");
        }
        let joined = format!(
            "<body {article}><h1>Rye</h1><p itemprop=author>Ana Lima</p><p itemprop=author>Rui Sá</p>"
        );
        assert_eq!(authors(&joined), ["Ana Lima", "Rui Sá"]);
    }

    #[test]
    fn a_person_comes_before_a_company() {
        let json = |author: &str| {
            format!(
                r#"<script type=application/ld+json>{{"@type": "Article", "author": {author}}}</script><h1>Rye</h1>"#
            )
        };
        let company = json(r#"{"@type": "NewsMediaOrganization", "name": "Barn Times"}"#);
        assert_eq!(authors(&company), ["Barn Times"]);
        assert_eq!(authors(&format!("{company}<p class=byline>By Ana Lima</p>")), ["Ana Lima"]);
        let person = json(r#"{"@type": "Person", "name": "Rui Sá"}"#);
        assert_eq!(authors(&format!("{person}<p class=byline>By Ana Lima</p>")), ["Rui Sá"]);
        let both = json(
            r#"[{"@type": "Organization", "name": "Barn Agency"}, {"@type": "Person", "name": "Rui Sá"}]"#,
        );
        assert_eq!(authors(&format!("{both}<p class=byline>By Ana Lima</p>")), ["Barn Agency", "Rui Sá"]);
    }

    #[test]
    fn an_article_that_states_the_home_page_is_the_page_s() {
        let html = r#"<link rel=canonical href='https://x.example/rye'><h1>Rye</h1>
            <script type=application/ld+json>{"@type": "Article", "mainEntityOfPage": "https://x.example/",
            "author": {"@type": "Person", "name": "Ana Lima"}}</script>
            <div itemscope itemtype='https://schema.org/Article'><p itemprop=headline>Rye</p></div>"#;
        assert_eq!(authors(html), ["Ana Lima"]);
    }

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
