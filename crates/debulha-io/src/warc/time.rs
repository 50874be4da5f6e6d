//! Points in time as WARC files write them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

const DAY: i64 = 86_400;

/// A second, in UTC.
///
/// ```
/// use debulha_io::warc::Time;
///
/// assert_eq!(Time::of_unix(951_782_400).to_string(), "2000-02-29T00:00:00Z");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(i64);

impl Time {
    /// So many seconds after the beginning of 1970.
    pub fn of_unix(seconds: i64) -> Time {
        Time(seconds)
    }

    /// The time that it is.
    pub fn now() -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
    }

    /// Seconds after the beginning of 1970.
    pub fn unix(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Time {
    /// As in RFC 3339, to the second.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        let second = self.0.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(out, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl FromStr for Time {
    type Err = NotATime;

    /// `2026-11-26T09:30:00Z`, perhaps with parts of a second, which are left out.
    fn from_str(text: &str) -> Result<Self, NotATime> {
        let number = |range: Range<usize>| {
            let digits = text.get(range).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<i64>().ok()).ok_or(NotATime)
        };
        let marks = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")];
        if !text.ends_with('Z') || marks.iter().any(|&(at, mark)| text.get(at..=at) != Some(mark)) {
            return Err(NotATime);
        }
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
        let is_time = (1..=12).contains(&month) && (1..=31).contains(&day);
        if !is_time || hour > 23 || minute > 59 || second > 60 {
            return Err(NotATime);
        }
        Ok(Time(DAY * days(year, month, day) + 3600 * hour + 60 * minute + second))
    }
}

/// A text that is no time as WARC files write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a time like 2026-11-26T09:30:00Z")]
pub struct NotATime;

/// Days from the beginning of 1970 to a day: "days_from_civil", the inverse of [`civil`].
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day, so many days after the beginning of 1970: "civil_from_days" of Howard Hinnant's
/// [date algorithms](https://howardhinnant.github.io/date_algorithms.html#civil_from_days). Years begin in March, so that the
/// odd day is the last one, and repeat after 400.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc() {
        for (unix, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_210_096, "2024-02-29T12:34:56Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Time::of_unix(unix).to_string(), text);
            assert_eq!(text.parse(), Ok(Time::of_unix(unix)));
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        assert_eq!("2026-11-26T09:30:00.123Z".parse(), "2026-11-26T09:30:00Z".parse::<Time>());
        for text in
            ["", "Z", "2026-11-26", "2026-11-26 09:30:00Z", "2026-13-26T09:30:00Z", "20é6-11-26T09:30:00Z"]
        {
            assert_eq!(text.parse::<Time>(), Err(NotATime), "{text}");
        }
    }
}
