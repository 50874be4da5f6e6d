//! Points in time as WARC files write them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

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
        }
    }
}
