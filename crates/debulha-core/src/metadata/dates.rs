//! Dates of publication and of the last change.

use crate::metadata::date_text::{Date, Found, NumericOrder, find_dates, first_date};
use crate::metadata::surroundings::Surroundings;
use crate::metadata::text::text_of;
use crate::metadata::{Candidate, Field, Sources};
use debulha_dom::names;

#[rustfmt::skip]
const PUBLISHED: [&str; 26] = [
    "article:published_time", "og:article:published_time", "og:published_time", "datePublished", "citation_publication_date",
    "citation_online_date", "citation_date", "dcterms.issued", "dc.date.issued", "dcterms.created", "dc.date.created", "dcterms.date",
    "dc.date", "parsely-pub-date", "sailthru.date", "pubdate", "publishdate", "publish_date", "publication_date", "published", "ptime",
    "article_date_original", "date", "created", "dateCreated", "uploadDate",
];

const MODIFIED: [&str; 8] = [
    "article:modified_time",
    "og:updated_time",
    "dateModified",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "lastmod",
    "revised",
];

/// `time` elements and text blocks that are read.
const MAX_VISIBLE: usize = 200;

/// Characters of a text block that may be a dateline rather than a paragraph that mentions a date.
const MAX_DATELINE_CHARS: usize = 160;

/// Short lines of a page that are read for a date.
const MAX_LINES: usize = 5_000;

/// Share of a line's bytes that its date fills, for a line far from the heading to count as a dateline.
const MIN_DATE_SHARE: f64 = 0.4;

/// Characters before a date in which its label stands.
const LABEL_CHARS: usize = 40;

/// Words that say the date is of a change; lower case.
const UPDATE_LABELS: [&str; 17] = [
    "updated",
    "update",
    "modified",
    "revised",
    "edited",
    "reviewed",
    "last changed",
    "aktualisiert",
    "geändert",
    "stand:",
    "mis à jour",
    "modifié",
    "actualizado",
    "atualizado",
    "aggiornato",
    "bijgewerkt",
    "更新",
];

/// Words that say the date is of something else; lower case.
const OTHER_LABELS: [&str; 8] =
    ["copyright", "©", "expires", "deadline", "joined", "member since", "born", "until"];

/// Published and modified. `order` decides between the readings of `01/05/2024` in text.
pub(super) fn fields(
    sources: &Sources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    order: NumericOrder,
) -> (Field, Field) {
    let mut published: Vec<Candidate> = Vec::new();
    let mut modified: Vec<Candidate> = Vec::new();
    for item in &sources.about {
        published.extend(sources.texts_of_item(item, &["datePublished"]));
        modified.extend(sources.texts_of_item(item, &["dateModified"]));
    }
    published.extend(sources.meta.candidates(&PUBLISHED));
    for item in &sources.about {
        published.extend(sources.texts_of_item(item, &["dateCreated", "uploadDate"]));
    }
    modified.extend(sources.meta.candidates(&MODIFIED));
    let mut shown = visible(sources, surroundings, order);
    if published.is_empty() && modified.is_empty() && shown.is_empty() {
        shown = far(surroundings, order);
    }
    let (of_change, of_publication): (Vec<_>, Vec<_>) =
        shown.into_iter().partition(|&(is_update, _)| is_update);
    published.extend(of_publication.into_iter().map(|(_, candidate)| candidate));
    published.extend(sources.page.url().and_then(of_url));
    modified.extend(of_change.into_iter().map(|(_, candidate)| candidate));
    let iso = |c: Candidate| Some(Candidate { value: stated(&c.value, order)?, ..c });
    (
        Field::ranked(published.into_iter().filter_map(iso)),
        Field::ranked(modified.into_iter().filter_map(iso)),
    )
}

/// A stated value as ISO 8601: a date and time as it stands, else the first date in the text.
pub(super) fn stated(value: &str, order: NumericOrder) -> Option<String> {
    let value = value.trim();
    let date = first_date(value, order)?;
    let time = value.strip_prefix(date.iso().as_str()).and_then(iso_time);
    Some(format!("{}{}", date.iso(), time.unwrap_or_default()))
}

/// The time after an ISO date with its offset, as `T10:00`, `T10:00:00Z`, `T10:00:00+02:00`; fractions are cut.
fn iso_time(rest: &str) -> Option<String> {
    let rest = rest.strip_prefix(['T', 't', ' '])?.trim_start();
    let digits = |range: std::ops::Range<usize>| {
        let part = rest.get(range)?;
        part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<u32>().ok()).flatten()
    };
    let (hour, minute) = (digits(0..2)?, digits(3..5)?);
    if rest.as_bytes().get(2) != Some(&b':') || hour > 23 || minute > 59 {
        return None;
    }
    let mut time = format!("T{hour:02}:{minute:02}");
    let mut at = 5;
    if rest.as_bytes().get(5) == Some(&b':')
        && let Some(second) = digits(6..8).filter(|&second| second < 61)
    {
        time = format!("{time}:{second:02}");
        at = 8;
    }
    let rest = rest[at..].trim_start_matches(|c: char| matches!(c, '.' | ',') || c.is_ascii_digit()).trim();
    Some(time + &offset(rest).unwrap_or_default())
}

/// `Z`, `+02:00`, `+0200`, `+02` as they are written in ISO 8601.
fn offset(text: &str) -> Option<String> {
    if matches!(text, "Z" | "z" | "UTC" | "GMT") {
        return Some("Z".to_owned());
    }
    let sign = text.chars().next().filter(|c| matches!(c, '+' | '-'))?;
    let digits: String = text.chars().skip(1).filter(|c| *c != ':').collect();
    let is_offset = matches!(digits.len(), 2 | 4) && digits.bytes().all(|b| b.is_ascii_digit());
    is_offset
        .then(|| format!("{sign}{}:{}", &digits[..2], if digits.len() == 4 { &digits[2..] } else { "00" }))
}

/// Dates in `time` elements and in datelines around the heading, and whether each is of a change.
fn visible(
    sources: &Sources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    order: NumericOrder,
) -> Vec<(bool, Candidate)> {
    let mut found = Vec::new();
    found.extend(times(sources, surroundings));
    for block in surroundings.near_blocks().filter(|&block| surroundings.has_digit(block)) {
        let text = surroundings.block_text(block);
        if text.chars().count() > MAX_DATELINE_CHARS || surroundings.is_aside(surroundings.block_start(block))
        {
            continue;
        }
        for date in find_dates(&text, order) {
            match label(&text, date) {
                Label::Other => {}
                label => {
                    found.push((label == Label::Update, Candidate::new(date.date.iso(), "text:dateline")));
                }
            }
        }
    }
    found
}

/// Lines that hold little else than a date, wherever they stand: for pages that give no other.
fn far(surroundings: &Surroundings<'_, '_>, order: NumericOrder) -> Vec<(bool, Candidate)> {
    let mut found = Vec::new();
    let lines = surroundings.short_blocks(MAX_DATELINE_CHARS as u32).take(MAX_LINES);
    for block in lines.filter(|&block| surroundings.has_digit(block)) {
        let text = surroundings.block_text(block);
        let Some(&date) = find_dates(&text, order).first() else { continue };
        if ((date.end - date.start) as f64) < MIN_DATE_SHARE * text.len() as f64 {
            continue;
        }
        let label = label(&text, date);
        if label != Label::Other {
            found.push((label == Label::Update, Candidate::new(date.date.iso(), "text:date")));
        }
    }
    found
}

/// `time` elements, marked ones first, then by distance from the heading.
fn times(sources: &Sources<'_, '_>, surroundings: &Surroundings<'_, '_>) -> Vec<(bool, Candidate)> {
    let doc = sources.page.document();
    let mut times = Vec::new();
    for node in doc.elements_named(names::TIME).filter(|&node| !surroundings.is_aside(node)).take(MAX_VISIBLE)
    {
        let text = text_of(doc, node);
        let value =
            doc.attribute(node, names::DATETIME).filter(|value| !value.trim().is_empty()).unwrap_or(&text);
        let class = doc.attribute(node, names::CLASS).unwrap_or_default().to_lowercase();
        let is_update =
            class.split(['-', '_', ' ']).any(|word| UPDATE_LABELS.contains(&word)) || says_update(&text);
        let is_marked = doc.attribute(node, names::PUBDATE).is_some();
        let (before, distance) = surroundings.distance(node);
        times.push(((!is_marked, before, distance), (is_update, Candidate::new(value, "element:time"))));
    }
    times.sort_by_key(|&(key, _)| key);
    times.into_iter().map(|(_, time)| time).collect()
}

#[derive(PartialEq, Clone, Copy)]
enum Label {
    None,
    Update,
    Other,
}

fn label(text: &str, date: Found) -> Label {
    let start = text[..date.start].char_indices().rev().nth(LABEL_CHARS).map_or(0, |(at, _)| at);
    let before = text[start..date.start].to_lowercase();
    // The nearest label counts: "Published 1 May, updated 2 June".
    let before = before.rsplit(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    if OTHER_LABELS.iter().any(|label| before.contains(label)) {
        Label::Other
    } else if says_update(before) {
        Label::Update
    } else {
        Label::None
    }
}

fn says_update(text: &str) -> bool {
    // Most dates stand without a word.
    if !text.contains(char::is_alphabetic) {
        return false;
    }
    let text = text.to_lowercase();
    UPDATE_LABELS.iter().any(|label| text.contains(label))
}

/// A date in the path of an address: `/2024/05/01/`, `/2024-05-01-`, `/20240501`.
fn of_url(url: &str) -> Option<Candidate> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = &path[path.find('/')?..path.find(['?', '#']).unwrap_or(path.len()).max(path.find('/')?)];
    let iso_only =
        |found: &Found| path[found.start..].len() >= 8 && is_year_first(&path[found.start..found.end]);
    let found = find_dates(path, NumericOrder::DayFirst).into_iter().find(iso_only)?;
    Some(Candidate::new(Date::iso(found.date), "url:date"))
}

fn is_year_first(text: &str) -> bool {
    text.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()))
}
