//! Calendars other than the Gregorian: the years of Buddhists, the Persian and the Islamic calendar.

use crate::metadata::date_text::{Date, YEARS};
use crate::word_list::word_list;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Years of the Buddhist era are ahead of ours by these, as Thai pages count them.
const BUDDHIST_ERA: u32 = 543;

/// Years of the Islamic calendar with known lengths of months; they cover the years of the web up to 2077.
const FIRST_LUNAR_YEAR: u32 = 1410;

/// Days from 1970-01-01 to the first day of [`FIRST_LUNAR_YEAR`], 1989-08-02.
const FIRST_LUNAR_DAY: i64 = 7_153;

/// The months of 30 days of each Islamic year from 1410, the first month in the lowest bit; the others have 29.
/// Source: the Umm al-Qura calendar of Saudi Arabia, as tabulated by hijridate 2.6. Countries that wait for the
/// sighting of the moon may be a day off.
#[rustfmt::skip]
const LONG_MONTHS: [u16; 91] = [
    0x95d, 0x2da, 0x5d9, 0xdb2, 0xba4, 0xb4a, 0xa55, 0x2b5, 0x575, 0xb6a, 0xbd2, 0xbc4,
    0xb89, 0xa95, 0x52d, 0x5ad, 0xb6a, 0x6d4, 0xdc9, 0xd92, 0xaa6, 0x956, 0x2ae, 0x56d,
    0x36a, 0xb55, 0xaaa, 0x94d, 0x49d, 0x95d, 0x2ba, 0x5b5, 0x5aa, 0xd55, 0xa9a, 0x92e,
    0x26e, 0x55d, 0xada, 0x6d4, 0x6a5, 0x54b, 0xa97, 0x54e, 0xaae, 0x5ac, 0xba9, 0xd92,
    0xb25, 0x64b, 0xcab, 0x55a, 0xb55, 0x6d2, 0xea5, 0xe4a, 0xa95, 0x52d, 0xaad, 0x36c,
    0x759, 0x6d2, 0x695, 0x52d, 0xa5b, 0x4ba, 0x9ba, 0x3b4, 0xb69, 0xb52, 0xaa6, 0x4b6,
    0x96d, 0x2ec, 0x6d9, 0xeb2, 0xd54, 0xd2a, 0xa56, 0x4ae, 0x96d, 0xd6a, 0xb54, 0xb29,
    0xa93, 0x52b, 0xa57, 0x536, 0xab5, 0x6aa, 0xe93,
];

/// What the months and years of a date count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Calendar {
    /// Ours, also with years of the Buddhist era.
    Gregorian,
    /// That of Iran and Afghanistan.
    SolarHijri,
    /// The Islamic one.
    LunarHijri,
}

impl Calendar {
    /// A day that exists, in the years of the web.
    pub(super) fn date(self, year: u32, month: u32, day: u32) -> Option<Date> {
        match self {
            Calendar::Gregorian => Date::new(common_year(year), month, day),
            Calendar::SolarHijri => solar_hijri(year, month, day),
            Calendar::LunarHijri => lunar_hijri(year, month, day),
        }
    }
}

/// A year of the Buddhist era as one of ours; others as they are.
fn common_year(year: u32) -> u32 {
    year.checked_sub(BUDDHIST_ERA).filter(|year| YEARS.contains(year)).unwrap_or(year)
}

/// Leap years repeat themselves after 33 years, which agrees with the observed calendar from 1244 to 1472.
fn solar_hijri(year: u32, month: u32, day: u32) -> Option<Date> {
    // The last month has 30 days in leap years.
    const LEAP_YEARS: [u32; 8] = [1, 5, 9, 13, 17, 22, 26, 30];
    /// Days from the calendar's epoch to 1970-01-01, by the formula below.
    const DAYS_TO_1970: i64 = 492_633;
    let days = match month {
        1..=6 => 31,
        12 if !LEAP_YEARS.contains(&(year % 33)) => 29,
        7..=12 => 30,
        _ => return None,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    let year = i64::from(year);
    let first = 365 * year + (8 * year + 21) / 33 - DAYS_TO_1970;
    let months_before = i64::from(month - 1);
    Date::of_days(first + 30 * months_before + months_before.min(6) + i64::from(day - 1))
}

fn lunar_hijri(year: u32, month: u32, day: u32) -> Option<Date> {
    let index = year.checked_sub(FIRST_LUNAR_YEAR)? as usize;
    let own = *LONG_MONTHS.get(index)?;
    let days = |months: u16, count: u32| 29 * count + (months & ((1 << count) - 1)).count_ones();
    let length = 29 + u32::from(own >> month.checked_sub(1).filter(|&month| month < 12)? & 1);
    if !(1..=length).contains(&day) {
        return None;
    }
    let years_before: u32 = LONG_MONTHS[..index].iter().map(|&months| days(months, 12)).sum();
    Date::of_days(FIRST_LUNAR_DAY + i64::from(years_before + days(own, month - 1) + day - 1))
}

/// The names of the months, in lower case, with their calendar and number.
static BY_NAME: LazyLock<FxHashMap<&'static str, (Calendar, u32)>> = LazyLock::new(|| {
    let lists = [
        (Calendar::SolarHijri, word_list!("words/months/solar_hijri.txt")),
        (Calendar::LunarHijri, word_list!("words/months/lunar_hijri.txt")),
    ];
    let numbered = lists.into_iter().flat_map(|(calendar, months)| {
        months
            .iter()
            .zip(1..)
            .flat_map(move |(names, number)| names.split(", ").map(move |name| (name, (calendar, number))))
    });
    numbered.collect()
});

/// Bytes of the longest name, so that long words are refused without a search.
static MAX_BYTES: LazyLock<usize> =
    LazyLock::new(|| BY_NAME.keys().map(|name| name.len()).max().unwrap_or_default());

/// The month of a name of one or two words in any case. O(bytes of the longest name).
pub(super) fn other_month_of(first: &str, second: Option<&str>) -> Option<(Calendar, u32)> {
    if first.len() + second.map_or(0, str::len) > *MAX_BYTES {
        return None;
    }
    let name =
        second.map_or_else(|| first.to_lowercase(), |second| format!("{first} {second}").to_lowercase());
    BY_NAME.get(name.as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iso(calendar: Calendar, year: u32, month: u32, day: u32) -> Option<String> {
        calendar.date(year, month, day).map(Date::iso)
    }

    #[test]
    fn years_of_buddhists_are_those_of_the_web() {
        let year = |year| iso(Calendar::Gregorian, year, 1, 1);
        assert_eq!(year(BUDDHIST_ERA + YEARS.start()).as_deref(), Some("1990-01-01"));
        assert_eq!(year(BUDDHIST_ERA + YEARS.end()).as_deref(), Some("2100-01-01"));
        assert_eq!(year(BUDDHIST_ERA + YEARS.start() - 1), None);
        assert_eq!(year(BUDDHIST_ERA + YEARS.end() + 1), None);
    }

    #[test]
    fn persian_days_are_ours() {
        for (date, expected) in [
            ((1369, 1, 1), Some("1990-03-21")),
            ((1387, 1, 1), Some("2008-03-20")),
            ((1402, 2, 12), Some("2023-05-02")),
            ((1402, 6, 31), Some("2023-09-22")),
            ((1402, 7, 1), Some("2023-09-23")),
            ((1402, 12, 29), Some("2024-03-19")),
            ((1402, 12, 30), None),
            ((1403, 12, 30), Some("2025-03-20")),
            ((1402, 7, 31), None),
            ((1402, 13, 1), None),
            ((1402, 0, 1), None),
            ((1402, 1, 0), None),
            ((1478, 1, 1), Some("2099-03-20")),
            ((2023, 1, 1), None),
        ] {
            assert_eq!(iso(Calendar::SolarHijri, date.0, date.1, date.2).as_deref(), expected, "{date:?}");
        }
    }

    #[test]
    fn islamic_days_are_ours() {
        for (date, expected) in [
            ((1409, 12, 29), None),
            ((1410, 6, 4), Some("1990-01-01")),
            ((1444, 10, 12), Some("2023-05-02")),
            ((1445, 9, 1), Some("2024-03-11")),
            ((1446, 1, 1), Some("2024-07-07")),
            ((1500, 12, 29), Some("2077-11-15")),
            ((1501, 1, 1), None),
            ((1445, 0, 1), None),
            ((1445, 13, 1), None),
            ((1445, 1, 31), None),
            ((1445, 1, 0), None),
        ] {
            assert_eq!(iso(Calendar::LunarHijri, date.0, date.1, date.2).as_deref(), expected, "{date:?}");
        }
    }

    #[test]
    fn names_of_months_have_one_or_two_words() {
        assert_eq!(other_month_of("اردیبهشت", None), Some((Calendar::SolarHijri, 2)));
        assert_eq!(other_month_of("ربيع", Some("الأول")), Some((Calendar::LunarHijri, 3)));
        assert_eq!(other_month_of("Shawwal", None), Some((Calendar::LunarHijri, 10)));
        assert_eq!(other_month_of("May", None), None);
        assert_eq!(other_month_of(&"x".repeat(*MAX_BYTES + 1), None), None);
    }

    #[test]
    fn each_calendar_has_twelve_months_in_lower_case() {
        for months in [word_list!("words/months/solar_hijri.txt"), word_list!("words/months/lunar_hijri.txt")]
        {
            assert_eq!(months.len(), 12);
            assert!(months.iter().all(|names| **names == names.to_lowercase()));
        }
    }
}
