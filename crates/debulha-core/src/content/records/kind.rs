//! What the records of a group are.

use super::RecordKind;
use super::fields::OwnFields;

/// Share of records that must have a field for the group to be told by it.
const MOST: f64 = 0.6;

/// Share of posts that must have an author and a date.
const SIGNED: f64 = 0.5;

/// Share of posts that must have an author where few have dates.
const AUTHORED: f64 = 0.8;

/// Entries of a listing at least: two halves of a page may each have a link.
const MIN_ENTRIES: usize = 3;

/// Share of the words of a listing that one entry has at most: of header, content and footer, one has nearly all.
const MAX_SHARE: f64 = 0.6;

/// Words of the median entry at most; sections of a page are longer.
const MAX_ENTRY_WORDS: f64 = 150.0;

/// Threads have posts with links; entries of a listing are mostly link. Share of words in links of the median post.
const MAX_POST_LINKS: f64 = 0.5;

/// A thread by its authors and dates and long texts, a listing by its titles that lead elsewhere; else `None`.
pub(super) fn of(records: &[OwnFields], min_post_words: u32) -> Option<RecordKind> {
    let count = records.len() as f64;
    let share =
        |has: &dyn Fn(&OwnFields) -> bool| records.iter().filter(|record| has(record)).count() as f64 / count;
    let has_author = |own: &OwnFields| own.is_signed || own.is_post && own.fields.author.is_some();
    let signed = share(&|own| has_author(own) && own.fields.date.is_some());
    let authored = share(&|own| own.is_signed);
    let titled = share(&|own| own.fields.title.is_some() && own.leads_away);
    let headed = share(&|own| own.is_titled && own.leads_away);
    let median = |of: &dyn Fn(&OwnFields) -> f64| {
        let mut all: Vec<f64> = records.iter().map(of).collect();
        let (_, &mut median, _) = all.select_nth_unstable_by(records.len() / 2, f64::total_cmp);
        median
    };
    let words = median(&|own| f64::from(own.words));
    let linked = median(&|own| f64::from(own.link_words) / f64::from(own.words.max(1)));
    let is_long = words >= f64::from(min_post_words) && linked <= MAX_POST_LINKS;
    if (signed >= SIGNED || authored >= AUTHORED) && is_long && headed < MOST {
        return Some(RecordKind::Thread);
    }
    let all: u32 = records.iter().map(|own| own.words).sum();
    let largest = records.iter().map(|own| own.words).max().unwrap_or(0);
    let is_even = f64::from(largest) <= MAX_SHARE * f64::from(all);
    let is_listing = titled >= MOST && records.len() >= MIN_ENTRIES && words <= MAX_ENTRY_WORDS && is_even;
    is_listing.then_some(RecordKind::Listing)
}
