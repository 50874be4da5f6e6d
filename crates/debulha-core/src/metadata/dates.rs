//! Dates of publication and of the last change.

use crate::metadata::date_attributes::date_of;
use crate::metadata::date_labels::{DateLabel, is_update_word, label};
use crate::metadata::date_text::{Date, FoundDate, NumericOrder, find_dates};
use crate::metadata::instant::{prefer_local, stated};
use crate::metadata::items::DataItem;
use crate::metadata::surroundings::Surroundings;
use crate::metadata::text::{text_before, text_of};
use crate::metadata::{Candidate, Field, MetadataSources};
use crate::word_list::word_list;
use debulha_dom::{Document, NodeId, names};

/// `meta` elements with the date of publication, most trusted first.
const PUBLISHED: &[&str] = word_list!("words/published_metas.txt");

/// `meta` elements with the date of the last change, most trusted first.
const MODIFIED: &[&str] = word_list!("words/modified_metas.txt");

/// Hosts of web archives, whose addresses have the day of the copy.
const ARCHIVES: [&str; 6] = [
    "web.archive.org/",
    "archive.org/",
    "web-beta.archive.org/",
    "archive.ph/",
    "archive.today/",
    "archive.is/",
];

/// Maximum `time` elements that are read. A page with more is a thread or a list, whose further dates are those of
/// entries.
const MAX_VISIBLE: usize = 200;

/// Maximum characters of a dateline, as of a byline, which it often shares a line with. A longer block is a paragraph
/// that mentions a date.
const MAX_DATELINE_CHARS: usize = 160;

/// Maximum short lines of a page that are read for a date, as for bylines.
const MAX_LINES: usize = 5_000;

/// Maximum nodes around the heading whose attributes are read. These are the nodes of a few blocks, unless a wide gap
/// of markup lies between two of them.
const MAX_NEAR_NODES: usize = 1_000;

/// Share of a line's bytes that its date fills, for a line far from the heading to count as a dateline.
const MIN_DATE_SHARE: f64 = 0.4;

/// Published and modified. `order` decides between the readings of `01/05/2024` in text.
pub(super) fn fields(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    order: NumericOrder,
) -> (Field, Field) {
    let mut published: Vec<Candidate> = Vec::new();
    let mut modified: Vec<Candidate> = Vec::new();
    let about = sources.about_near(surroundings);
    for item in &about {
        published.extend(of_item(sources, surroundings, item, "datePublished"));
        modified.extend(of_item(sources, surroundings, item, "dateModified"));
    }
    published.extend(sources.meta.candidates(PUBLISHED));
    for item in about {
        published.extend(sources.texts_of_item(item, &["dateCreated", "uploadDate"]));
    }
    modified.extend(sources.meta.candidates(MODIFIED));
    let mut shown = visible(sources, surroundings, order);
    if published.is_empty() && modified.is_empty() && shown.is_empty() {
        shown = far(surroundings, order);
    }
    let (of_change, of_publication): (Vec<_>, Vec<_>) =
        shown.into_iter().partition(|&(is_update, _)| is_update);
    published.extend(of_publication.into_iter().map(|(_, candidate)| candidate));
    published.extend(sources.own_addresses().find_map(of_url));
    modified.extend(of_change.into_iter().map(|(_, candidate)| candidate));
    (ranked(published, order), ranked(modified, order))
}

/// The dates that a thing states: those of comments and teasers come after the one nearest to the heading.
fn of_item<'a>(
    sources: &MetadataSources<'a, '_>,
    surroundings: &Surroundings<'_, '_>,
    item: &'a DataItem,
    key: &str,
) -> impl Iterator<Item = Candidate> + use<'a> {
    let mut stated = sources.placed_texts(item, key);
    stated.sort_by_key(|&(_, place, _)| {
        place.map(|node| (surroundings.is_aside(node), surroundings.distance(node)))
    });
    stated.into_iter().flat_map(|(.., texts)| texts)
}

/// Candidates that are dates, as ISO 8601, the page's own spelling of the first one first.
fn ranked(candidates: Vec<Candidate>, order: NumericOrder) -> Field {
    let iso = |c: Candidate| Some(Candidate { value: stated(&c.value, order)?, ..c });
    let mut candidates: Vec<Candidate> = candidates.into_iter().filter_map(iso).collect();
    prefer_local(&mut candidates);
    Field::ranked(candidates)
}

/// Dates in elements and in datelines around the heading, and whether each is of a change.
fn visible(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    order: NumericOrder,
) -> Vec<(bool, Candidate)> {
    let mut found = of_elements(sources, surroundings, order);
    for block in surroundings.near_blocks().filter(|&block| surroundings.may_have_digit(block)) {
        let text = surroundings.block_text(block);
        if text.chars().count() > MAX_DATELINE_CHARS || surroundings.is_aside(surroundings.block_start(block))
        {
            continue;
        }
        found.extend(
            of_line(&text, order).map(|(is_update, date)| (is_update, date_in(date, "text:dateline"))),
        );
    }
    found
}

/// Lines that hold little else than a date, wherever they stand: for pages that give no other.
fn far(surroundings: &Surroundings<'_, '_>, order: NumericOrder) -> Vec<(bool, Candidate)> {
    let mut found = Vec::new();
    let lines = surroundings.short_blocks(MAX_DATELINE_CHARS as u32).take(MAX_LINES);
    for block in lines.filter(|&block| surroundings.may_have_digit(block)) {
        let text = surroundings.block_text(block);
        let is_dateline =
            |date: &FoundDate| (date.end - date.start) as f64 >= MIN_DATE_SHARE * text.len() as f64;
        let first = of_line(&text, order).next().filter(|(_, date)| is_dateline(date));
        found.extend(first.map(|(is_update, date)| (is_update, date_in(date, "text:date"))));
    }
    found
}

fn date_in(found: FoundDate, source: &str) -> Candidate {
    Candidate::new(found.date.iso(), source)
}

/// The dates of a line that are dates of the page, and whether each is of a change.
fn of_line(line: &str, order: NumericOrder) -> impl Iterator<Item = (bool, FoundDate)> + '_ {
    // The nearest label counts: "Published 1 May, updated 2 June".
    let mut last_end = 0;
    find_dates(line, order).into_iter().filter_map(move |date| {
        let label = label(line.get(last_end..date.start).unwrap_or_default());
        last_end = date.end;
        (label != DateLabel::Other).then_some((label == DateLabel::Update, date))
    })
}

/// Dates of `time` elements, and of attributes around the heading: marked ones first, then by distance from the heading.
fn of_elements(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    order: NumericOrder,
) -> Vec<(bool, Candidate)> {
    let doc = sources.page.document();
    let mut found = Vec::new();
    let mut add = |node: NodeId, is_update: bool, candidate: Candidate| {
        let label = element_label(doc, node);
        if label != DateLabel::Other {
            let is_marked = doc.attribute(node, names::PUBDATE).is_some();
            let (before, distance) = surroundings.distance(node);
            let is_update = is_update || label == DateLabel::Update;
            found.push(((!is_marked, before, distance), (is_update, candidate)));
        }
    };
    let is_own = |node: &NodeId| !surroundings.is_aside(*node);
    for node in doc.elements_named(names::TIME).filter(is_own).take(MAX_VISIBLE) {
        let stated = doc.attribute(node, names::DATETIME).filter(|value| !value.trim().is_empty());
        let value = stated.map_or_else(|| time_text(doc, node, order), str::to_owned);
        add(node, false, Candidate::new(value, "element:time"));
    }
    for node in surroundings.near_nodes().filter(is_own).take(MAX_NEAR_NODES) {
        if let Some(stated) = date_of(doc, node, order) {
            let source = format!("attribute:{}", stated.name);
            add(node, stated.is_update, Candidate::new(stated.value, source));
        }
    }
    found.sort_by_key(|&(key, _)| key);
    found.into_iter().map(|(_, date)| date).collect()
}

/// The text of a `time` element; its `title` where the text is no date, as of "2d".
fn time_text(doc: &Document, node: NodeId, order: NumericOrder) -> String {
    let text = text_of(doc, node);
    let title = doc.attribute(node, names::TITLE).unwrap_or_default();
    let has_date = |text: &str| !find_dates(text, order).is_empty();
    if !has_date(&text) && has_date(title) { title.to_owned() } else { text }
}

/// What an element's class, its text, or the text before it say of the date in it.
fn element_label(doc: &Document, node: NodeId) -> DateLabel {
    let class = doc.attribute(node, names::CLASS).unwrap_or_default().to_lowercase();
    if class.split(['-', '_', ' ']).any(is_update_word) {
        return DateLabel::Update;
    }
    match label(&text_of(doc, node)) {
        DateLabel::None => label(text_before(doc, node)),
        label => label,
    }
}

/// A date in the path of an address: `/2024/05/01/`, `/2024-05-01-`, `/20240501`, `/2024/may/01/`.
fn of_url(url: &str) -> Option<Candidate> {
    // Web archives put the day of the copy before the address of the page.
    let path = url.rsplit_once("://").map_or(url, |(_, rest)| rest);
    if ARCHIVES.iter().any(|host| path.starts_with(host)) {
        return None;
    }
    let path = &path[path.find('/')?..path.find(['?', '#']).unwrap_or(path.len()).max(path.find('/')?)];
    let iso_only =
        |found: &FoundDate| path[found.start..].len() >= 8 && is_year_first(&path[found.start..found.end]);
    let found = find_dates(path, NumericOrder::DayFirst).into_iter().find(iso_only)?;
    Some(Candidate::new(Date::iso(found.date), "url:date"))
}

fn is_year_first(text: &str) -> bool {
    text.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    #[test]
    fn the_day_of_an_archived_copy_is_no_date_of_the_page() {
        let of = |url: &str| of_url(url).map(|date| date.value);
        assert_eq!(of("https://web.archive.org/web/20240501103000/https://x.example/rye"), None);
        assert_eq!(of("https://web.archive.org/web/20240501/x.example/rye"), None);
        let archived = "https://web.archive.org/web/20240501103000id_/https://x.example/2020/04/03/rye";
        assert_eq!(of(archived).as_deref(), Some("2020-04-03"));
        assert_eq!(of("https://x.example/2020/04/03/rye").as_deref(), Some("2020-04-03"));
    }

    #[test]
    fn dates_of_teasers_are_those_of_other_pages() {
        let teaser = "<div itemscope itemtype='https://schema.org/Article'>
            <span itemprop=datePublished content=2024-01-01>x</span></div>";
        for html in [
            format!("<div class=related-items>{teaser}</div><h1>Rye</h1><time>2024-05-01</time>"),
            format!(
                "{teaser}<div itemscope itemtype='https://schema.org/Article'><h1>Rye</h1>
                 <time itemprop=datePublished>2024-05-01</time></div>"
            ),
            "<body itemscope itemtype='https://schema.org/Article'><p itemprop=datePublished>2024-01-01</p>
             <h1>Rye</h1><time itemprop=datePublished>2024-05-01</time>"
                .to_owned(),
        ] {
            let doc = parse(&html, &Limits::default()).document;
            let published = crate::metadata::extract(&Page::new(&doc)).published;
            assert_eq!(published.value(), Some("2024-05-01"), "{html}");
        }
    }

    #[test]
    fn dates_are_looked_for_within_limits() {
        // Blocks that keep a line from being near the heading.
        let near = "<p>x</p>".repeat(16);
        for (more, is_read) in [(0, true), (1, false)] {
            let line = |date: &str, length: usize| {
                format!("{date} {}", "x".repeat(length - date.chars().count() - 1 + more))
            };
            let at_share = (10.0 / MIN_DATE_SHARE) as usize;
            // The heading with its text, the paragraph and the element with the date are nodes, too.
            let nodes = "<i></i>".repeat(MAX_NEAR_NODES - 4 + more);
            let pages = [
                format!(
                    "{}<time datetime=2024-05-01>x</time>",
                    "<time>x</time>".repeat(MAX_VISIBLE - 1 + more)
                ),
                format!("<h1>Rye</h1><p>{}</p>", line("2024-05-01", MAX_DATELINE_CHARS)),
                // A date that fills enough of the line.
                format!(
                    "{near}<p>{}</p>",
                    line(&format!("2024{}年5月1日", "（".repeat(40)), MAX_DATELINE_CHARS)
                ),
                format!("{}<p>2024-05-01</p>", "<p>x</p>".repeat(MAX_LINES - 1 + more)),
                format!("<h1>Rye</h1><p>{nodes}<span data-date=2024-05-01>x</span></p>"),
                format!("{near}<p>{}</p>", line("2024-05-01", at_share)),
            ];
            for html in pages {
                let doc = parse(&html, &Limits::default()).document;
                let published = crate::metadata::extract(&Page::new(&doc)).published;
                let expected = is_read.then_some("2024-05-01");
                assert_eq!(
                    published.value(),
                    expected,
                    "{more} {}",
                    html.chars().take(200).collect::<String>()
                );
            }
        }
    }
}
