//! Dates that stand in attributes: `abbr[title]`, `relative-time[datetime]`, `span[data-timestamp]`, `span[property="dc:date"][content]`.

use crate::metadata::date_labels::is_update_word;
use crate::metadata::date_text::{NumericOrder, find_dates};
use crate::metadata::instant::since_epoch;
use debulha_dom::{AttributeSet, Document, NodeId, names};

/// Maximum characters of an attribute that is a date: a date in words with weekday, time and zone. Longer ones are
/// sentences and data.
const MAX_CHARS: usize = 60;

/// Share of the bytes of a `title` that its date fills: one that says more is a hint about something else.
const MIN_DATE_SHARE: f64 = 0.4;

/// Words of an attribute's name that say that it holds a date.
#[rustfmt::skip]
const DATE_WORDS: [&str; 18] = [
    "timestamp", "datetime", "date", "time", "utime", "epoch", "published", "pubdate", "created", "posted", "ts", "livestamp",
    "unixtime", "utc", "isodate", "issued", "datepublished", "datecreated",
];

/// Words that make it the date of something else than the text.
#[rustfmt::skip]
const OTHER_WORDS: [&str; 14] = [
    "expires", "expiry", "expire", "end", "start", "until", "deadline", "due", "event", "min", "max", "now", "duration", "read",
];

/// A date in an attribute of an element.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct StatedDate<'d> {
    pub(super) value: &'d str,
    /// The attribute's name; of `content`, what `property` or `itemprop` says.
    pub(super) name: &'d str,
    /// Whether the name says that it is the date of a change.
    pub(super) is_update: bool,
}

/// The date in an attribute of an element other than `time`; of several the first.
pub(super) fn date_of(doc: &Document, node: NodeId, order: NumericOrder) -> Option<StatedDate<'_>> {
    let is_other =
        matches!(doc.name(node), names::TIME | names::INS | names::DEL | names::META | names::INPUT);
    if !doc.attribute_set(node).intersects(AttributeSet::OTHER) || is_other {
        return None;
    }
    doc.attributes(node).find_map(|(id, value)| {
        let value = value.trim();
        if value.is_empty() || value.chars().nth(MAX_CHARS).is_some() {
            return None;
        }
        let name = match id {
            names::CONTENT => property(doc, node)?,
            _ => doc.name_str(id),
        };
        let words = || name.split(['-', '_', ':', ' ']);
        let has =
            |list: &[&str]| words().any(|word| list.iter().any(|other| word.eq_ignore_ascii_case(other)));
        let is_update = words().any(is_update_word) || has(&["datemodified"]);
        let says_date = (has(&DATE_WORDS) || is_update && id == names::CONTENT) && !has(&OTHER_WORDS);
        let is_date = match id {
            names::TITLE => is_little_else(value, order),
            _ => says_date && (since_epoch(value).is_some() || is_little_else(value, order)),
        };
        is_date.then_some(StatedDate { value, name, is_update })
    })
}

/// What RDFa or microdata says that the `content` of an element is.
fn property(doc: &Document, node: NodeId) -> Option<&str> {
    doc.attribute(node, names::PROPERTY).or_else(|| doc.attribute(node, names::ITEMPROP))
}

/// Whether a text is a date, perhaps with a time and a word beside it.
fn is_little_else(text: &str, order: NumericOrder) -> bool {
    let date = find_dates(text, order);
    date.first().is_some_and(|date| (date.end - date.start) as f64 >= MIN_DATE_SHARE * text.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn dates(html: &str) -> Vec<(String, String, bool)> {
        let doc = parse(html, &Limits::default()).document;
        let found = doc.nodes().filter_map(|node| date_of(&doc, node, NumericOrder::MonthFirst));
        found.map(|stated| (stated.name.to_owned(), stated.value.to_owned(), stated.is_update)).collect()
    }

    #[test]
    fn dates_are_known_by_the_name_and_the_value() {
        let cases = [
            ("<abbr class=published title='2011-04-25T00:23:00-04:00'>12:23 AM</abbr>", "title", false),
            ("<relative-time datetime=2011-04-25T00:23:00Z>13 years ago</relative-time>", "datetime", false),
            ("<span data-timestamp=1303690980>13 years ago</span>", "data-timestamp", false),
            ("<abbr data-utime=1303690980>Monday</abbr>", "data-utime", false),
            ("<span title='Monday, April 25, 2011 at 12:23am'>13y</span>", "title", false),
            (
                "<span property='dc:date dc:created' content='2011-04-25T00:23:00-04:00'>Mon</span>",
                "dc:date dc:created",
                false,
            ),
            ("<span property=dc:modified content=2011-04-25>Mon</span>", "dc:modified", true),
            ("<time-ago data-updated-time='2011-04-25'></time-ago>", "data-updated-time", true),
        ];
        for (html, name, is_update) in cases {
            let found = dates(html);
            assert_eq!(found.len(), 1, "{html}");
            assert_eq!((found[0].0.as_str(), found[0].2), (name, is_update), "{html}");
        }
    }

    #[test]
    fn other_attributes_are_none() {
        for html in [
            "<a title='The year 2011-04-25 in the long history of barns'>x</a>",
            "<video data-time=35></video>",
            "<div data-start-date=2011-04-25></div>",
            "<ins datetime=2011-04-25>x</ins>",
            "<span data-id=1303690980></span>",
            "<span property=dc:title content=2011-04-25>x</span>",
            "<span itemprop=startDate content=2011-04-25>x</span>",
            "<span content=2011-04-25>x</span>",
            "<input value=2011-04-25 data-date=2011-04-25>",
        ] {
            assert_eq!(dates(html), [], "{html}");
        }
    }

    #[test]
    fn a_value_is_short_and_little_else_than_a_date() {
        // A date of 27 bytes, so that the share is met at the limit of characters.
        let long = "September      25      2011 ";
        let short = "2011-04-25 ";
        let at_share = (10.0 / MIN_DATE_SHARE) as usize;
        for (date, length, is_date) in [
            (long, MAX_CHARS, true),
            (long, MAX_CHARS + 1, false),
            (short, at_share, true),
            (short, at_share + 1, false),
        ] {
            let html = format!("<span title='{date}{}'>x</span>", "x".repeat(length - date.len()));
            assert_eq!(dates(&html).len(), usize::from(is_date), "{html}");
        }
    }
}
