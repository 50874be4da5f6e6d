//! Times of day and instants as ISO 8601 writes them, and which of two spellings of one instant is the page's own.

use crate::metadata::Candidate;
use crate::metadata::date_text::{Date, NumericOrder, first_date};

const MINUTES_A_DAY: i64 = 24 * 60;

/// Offsets from UTC that time zones have, in minutes: Baker Island to the Line Islands.
const OFFSETS: std::ops::RangeInclusive<i64> = -12 * 60..=14 * 60;

/// Digits of seconds since 1970 in the years of the web, and of milliseconds.
const EPOCH_SECONDS: std::ops::RangeInclusive<usize> = 9..=10;
const EPOCH_MILLISECONDS: std::ops::RangeInclusive<usize> = 12..=13;

/// A stated value as ISO 8601: a date and time as it stands, seconds or milliseconds since 1970 as UTC, else the first
/// date in the text.
pub(super) fn stated(value: &str, order: NumericOrder) -> Option<String> {
    let value = value.trim();
    if let Some(instant) = since_epoch(value) {
        return Some(instant);
    }
    let date = first_date(value, order)?;
    let time = value.strip_prefix(date.iso().as_str()).and_then(time_after);
    Some(format!("{}{}", date.iso(), time.unwrap_or_default()))
}

/// Seconds or milliseconds since 1970 as an instant of UTC. Nine digits of seconds begin in 1973, so that years before
/// the web refuse most numbers that are none.
pub(super) fn since_epoch(value: &str) -> Option<String> {
    if !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i64 = value.parse().ok()?;
    let seconds = match value.len() {
        len if EPOCH_SECONDS.contains(&len) => number,
        // Eight digits of a date and four of its time are no instant.
        len if EPOCH_MILLISECONDS.contains(&len) && first_date(value, NumericOrder::DayFirst).is_none() => {
            number / 1000
        }
        _ => return None,
    };
    let date = Date::of_days(seconds.div_euclid(60 * MINUTES_A_DAY))?;
    let (minute, second) = (seconds.div_euclid(60).rem_euclid(MINUTES_A_DAY), seconds.rem_euclid(60));
    Some(format!("{}T{:02}:{:02}:{second:02}Z", date.iso(), minute / 60, minute % 60))
}

/// The time after an ISO date with its offset, as `T10:00`, `T10:00:00Z`, `T10:00:00+02:00`; fractions are cut.
fn time_after(rest: &str) -> Option<String> {
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

/// An ISO value: the day as written, the minute of it, and the offset from UTC in minutes, where they are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Moment {
    day: i64,
    minute: Option<i64>,
    offset: Option<i64>,
}

impl Moment {
    /// Reads what [`stated`] writes.
    fn of(iso: &str) -> Option<Moment> {
        let day = first_date(iso.get(..10)?, NumericOrder::DayFirst)?.days();
        let number = |range: std::ops::Range<usize>| iso.get(range)?.parse::<i64>().ok();
        let minute = number(11..13).zip(number(14..16)).map(|(hour, minute)| 60 * hour + minute);
        let offset = if iso.ends_with('Z') {
            Some(0)
        } else {
            let at = iso.get(16..).and_then(|rest| rest.find(['+', '-'])).map(|at| at + 16);
            at.and_then(|at| {
                let minutes = 60 * number(at + 1..at + 3)? + number(at + 4..at + 6)?;
                Some(if iso.as_bytes()[at] == b'-' { -minutes } else { minutes })
            })
        };
        Some(Moment { day, minute, offset })
    }

    /// Minutes of UTC since 1970, where the value says so.
    fn utc(self) -> Option<i64> {
        Some(self.day * MINUTES_A_DAY + self.minute? - self.offset?)
    }
}

/// Puts the page's own spelling of the first date first, where that one is in UTC: readers see the date of the place
/// where the page was written.
///
/// That is the same instant with another offset; else, where no other candidate has the date in UTC, a date that some
/// time zone has at that instant. O(candidates).
pub(super) fn prefer_local(candidates: &mut [Candidate]) {
    let moments: Vec<Option<Moment>> = candidates.iter().map(|c| Moment::of(&c.value)).collect();
    let Some(first) = moments.first().copied().flatten() else { return };
    let Some(utc) = first.utc().filter(|_| first.offset == Some(0)) else { return };
    let is_same_instant = |moment: &Moment| {
        moment.offset.is_some_and(|offset| offset != 0)
            && moment.utc().is_some_and(|at| at.abs_diff(utc) <= 1)
    };
    let find = |test: &dyn Fn(&Moment) -> bool| moments.iter().position(|m| m.as_ref().is_some_and(test));
    let is_local = |moment: &Moment| moment.offset.is_none();
    let local = find(&is_same_instant).or_else(|| {
        if find(&|moment| is_local(moment) && moment.day == first.day).is_some() {
            return None;
        }
        let may_be = |day: i64| {
            let start = day * MINUTES_A_DAY - utc;
            (start..start + MINUTES_A_DAY).end > *OFFSETS.start() && start <= *OFFSETS.end()
        };
        find(&|moment| is_local(moment) && may_be(moment.day))
    });
    if let Some(at) = local {
        candidates[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_of(values: &[&str]) -> String {
        let mut candidates: Vec<Candidate> = values.iter().map(|value| Candidate::new(*value, "")).collect();
        prefer_local(&mut candidates);
        candidates[0].value.clone()
    }

    #[test]
    fn stated_values_keep_their_local_date() {
        let iso = |value: &str| stated(value, NumericOrder::DayFirst);
        assert_eq!(iso("2024-05-01T23:30:00-04:00").as_deref(), Some("2024-05-01T23:30:00-04:00"));
        assert_eq!(iso("2024-05-01 00:30:00.000 +0200").as_deref(), Some("2024-05-01T00:30:00+02:00"));
        assert_eq!(iso("Wed, 01 May 2024 23:30:00 -0400").as_deref(), Some("2024-05-01"));
        assert_eq!(iso("Wed May 01 2024 23:30:00 GMT-0400 (EDT)").as_deref(), Some("2024-05-01"));
    }

    #[test]
    fn seconds_and_milliseconds_are_instants() {
        assert_eq!(since_epoch("1303690980").as_deref(), Some("2011-04-25T00:23:00Z"));
        assert_eq!(since_epoch("1303690980123").as_deref(), Some("2011-04-25T00:23:00Z"));
        assert_eq!(since_epoch("999999999").as_deref(), Some("2001-09-09T01:46:39Z"));
        for other in ["", "35", "202404251030", "20240425", "123456789", "99999999999"] {
            assert_eq!(since_epoch(other), None, "{other}");
        }
    }

    #[test]
    fn the_same_instant_with_an_offset_comes_first() {
        assert_eq!(
            first_of(&["2025-12-19T03:05:00Z", "2025-12-16T10:00:00-08:00", "2025-12-18T19:05:00-08:00"]),
            "2025-12-18T19:05:00-08:00"
        );
        assert_eq!(first_of(&["2025-12-19T03:05:00+01:00", "2025-12-18"]), "2025-12-19T03:05:00+01:00");
    }

    #[test]
    fn a_shown_date_that_some_zone_has_comes_before_that_of_utc() {
        assert_eq!(first_of(&["2025-12-19T02:41:00+00:00", "2025-12-18"]), "2025-12-18");
        assert_eq!(first_of(&["2025-12-18T21:00:00Z", "2025-12-19"]), "2025-12-19");
        // In no zone, or not without doubt.
        assert_eq!(first_of(&["2025-12-18T05:00:00Z", "2025-12-19"]), "2025-12-18T05:00:00Z");
        assert_eq!(first_of(&["2025-12-18T15:00:00Z", "2025-12-17"]), "2025-12-18T15:00:00Z");
        assert_eq!(first_of(&["2025-12-18T21:00:00Z", "2025-12-19", "2025-12-18"]), "2025-12-18T21:00:00Z");
        assert_eq!(first_of(&["2025-12-18"]), "2025-12-18");
    }

    #[test]
    fn epochs_have_the_digits_and_years_of_the_web() {
        assert_eq!(since_epoch("631152000").as_deref(), Some("1990-01-01T00:00:00Z"));
        assert_eq!(since_epoch("631151999"), None);
        assert_eq!(since_epoch("999999999999").as_deref(), Some("2001-09-09T01:46:39Z"));
        assert_eq!(since_epoch("4133980799").as_deref(), Some("2100-12-31T23:59:59Z"));
        assert_eq!(since_epoch("4133980800"), None);
    }

    #[test]
    fn no_zone_is_beyond_the_first_and_the_last() {
        for (utc, local, is_possible) in [
            ("2025-12-18T11:59:00Z", "2025-12-17", true),
            ("2025-12-18T12:00:00Z", "2025-12-17", false),
            ("2025-12-18T10:00:00Z", "2025-12-19", true),
            ("2025-12-18T09:59:00Z", "2025-12-19", false),
        ] {
            assert_eq!(first_of(&[utc, local]) == local, is_possible, "{utc} {local}");
        }
    }
}
