//! Dates in text: ISO, numeric, and with names of months.

use crate::metadata::months::month_of;
use std::borrow::Cow;

/// Years that a page's dates may have. There is no clock here, so the last one is not this year.
const YEARS: std::ops::RangeInclusive<u32> = 1990..=2100;

/// Days of 400 years, after which the calendar repeats itself, and those from the first of March of the year 0 to 1970.
const DAYS_AN_ERA: i64 = 146_097;
const DAYS_TO_1970: i64 = 719_468;

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// A day that exists, in the years of the web.
    pub(super) fn new(year: u32, month: u32, day: u32) -> Option<Date> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (YEARS.contains(&year) && (1..=days).contains(&day)).then_some(Date { year, month, day })
    }

    /// The day so many days after 1970-01-01, if it is in the years of the web.
    ///
    /// Years begin in March here, so that a leap day is the last of its year.
    pub(super) fn of_days(days: i64) -> Option<Date> {
        let (era, day) =
            ((days + DAYS_TO_1970).div_euclid(DAYS_AN_ERA), (days + DAYS_TO_1970).rem_euclid(DAYS_AN_ERA));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let year = year + 400 * era + i64::from(month >= 10);
        let month = if month < 10 { month + 3 } else { month - 9 };
        Date::new(u32::try_from(year).ok()?, month as u32, day as u32)
    }

    /// Days since 1970-01-01.
    pub(super) fn days(self) -> i64 {
        let (year, month, day) = (i64::from(self.year), i64::from(self.month), i64::from(self.day));
        let year = if month > 2 { year } else { year - 1 };
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let month = (month + 9) % 12;
        let day = (153 * month + 2) / 5 + day - 1;
        era * DAYS_AN_ERA + 365 * year + year / 4 - year / 100 + day - DAYS_TO_1970
    }

    /// `2024-05-01`.
    pub(super) fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Which number of `01/05/2024` is the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumericOrder {
    /// As in most of the world.
    DayFirst,
    /// As in the United States.
    MonthFirst,
}

impl NumericOrder {
    /// The order that readers of a language expect. English without a country is mostly American.
    pub(super) fn of_language(language: Option<&str>) -> Self {
        let language = language.unwrap_or("en").to_ascii_lowercase().replace('_', "-");
        let (primary, region) = language.split_once('-').unwrap_or((&language, ""));
        match (primary, region) {
            ("en", "" | "us" | "ph" | "ca") => NumericOrder::MonthFirst,
            _ => NumericOrder::DayFirst,
        }
    }
}

/// A date and the bytes of text it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FoundDate {
    pub(super) date: Date,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A run of digits or of letters.
#[derive(Debug, Clone, Copy)]
struct DateToken<'t> {
    start: usize,
    text: &'t str,
    /// What stands between it and the token before.
    gap: &'t str,
}

impl DateToken<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn number(&self, digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
        let all_digits = self.text.bytes().all(|b| b.is_ascii_digit());
        (all_digits && digits.contains(&self.text.len())).then(|| self.text.parse().ok()).flatten()
    }
}

/// Whether a text may have digits of any script, by its bytes: without one, no date.
pub(super) fn may_have_digit(text: &str) -> bool {
    // The first bytes of the digits of Arabic and Persian, of Indic scripts and Thai, and of full width.
    text.bytes().any(|byte| byte.is_ascii_digit() || matches!(byte, 0xd9 | 0xdb | 0xe0 | 0xef))
}

/// A text with the digits of other scripts as ASCII digits.
fn with_ascii_digits(text: &str) -> Cow<'_, str> {
    /// Arabic, Persian, Devanagari, Bengali, Thai, full width.
    const ZEROS: [u32; 6] = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
    let digit = |c: char| {
        let value = ZEROS.iter().map(|zero| u32::from(c).wrapping_sub(*zero)).find(|value| *value < 10);
        value.and_then(|value| char::from_digit(value, 10))
    };
    if text.is_ascii() || !text.chars().any(|c| digit(c).is_some()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| digit(c).unwrap_or(c)).collect())
}

/// All dates of a text, in order, disjoint. O(text).
///
/// Where the text has digits of other scripts than ASCII, each is said to take the whole text.
pub(super) fn find_dates(text: &str, order: NumericOrder) -> Vec<FoundDate> {
    // Most texts hold no digit, and so no date.
    if !may_have_digit(text) {
        return Vec::new();
    }
    match with_ascii_digits(text) {
        Cow::Borrowed(text) => find_ascii_dates(text, order),
        Cow::Owned(ascii) => {
            let found = find_ascii_dates(&ascii, order).into_iter();
            found.map(|found| FoundDate { start: 0, end: text.len(), ..found }).collect()
        }
    }
}

fn find_ascii_dates(text: &str, order: NumericOrder) -> Vec<FoundDate> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        match date_at(&tokens[index..], order) {
            Some((date, length)) => {
                let last = tokens[index + length - 1];
                found.push(FoundDate { date, start: tokens[index].start, end: last.end() });
                index += length;
            }
            None => index += 1,
        }
    }
    found
}

/// The first date of a text.
pub(super) fn first_date(text: &str, order: NumericOrder) -> Option<Date> {
    find_dates(text, order).first().map(|found| found.date)
}

fn tokens(text: &str) -> Vec<DateToken<'_>> {
    #[derive(PartialEq, Clone, Copy)]
    enum CharClass {
        Gap,
        Digit,
        Letter,
    }
    let class_of = |c: char| match c {
        '0'..='9' => CharClass::Digit,
        // The marks of Chinese, Japanese and Korean dates are separators, not words.
        '年' | '月' | '日' | '号' | '號' | '년' | '월' | '일' => CharClass::Gap,
        c if c.is_alphabetic() || is_mark(c) => CharClass::Letter,
        _ => CharClass::Gap,
    };
    let mut tokens = Vec::new();
    let (mut start, mut gap_start, mut class) = (0, 0, CharClass::Gap);
    let ends = text.char_indices().map(|(i, c)| (i, class_of(c))).chain([(text.len(), CharClass::Gap)]);
    for (index, next) in ends {
        if next == class && index < text.len() {
            continue;
        }
        if class != CharClass::Gap {
            tokens.push(DateToken { start, text: &text[start..index], gap: &text[gap_start..start] });
            gap_start = index;
        }
        (start, class) = (index, next);
    }
    tokens
}

/// Signs inside the words of Indic scripts and Thai that are no letters by themselves.
fn is_mark(c: char) -> bool {
    let viramas = ['\u{94d}', '\u{9cd}', '\u{bcd}', '\u{c4d}', '\u{d4d}'];
    c >= '\u{93c}' && (viramas.contains(&c) || matches!(c, '\u{93c}' | '\u{9bc}' | '\u{e47}'..='\u{e4e}'))
}

/// The date that starts at the first token, and the number of its tokens.
fn date_at(tokens: &[DateToken<'_>], order: NumericOrder) -> Option<(Date, usize)> {
    let numeric = match *tokens {
        [a, b, c, ..] => numeric(a, b, c, order).map(|date| (date, 3)),
        _ => None,
    };
    numeric
        .or_else(|| compact(tokens))
        .or_else(|| month_first(tokens))
        .or_else(|| day_first(tokens))
        .or_else(|| year_first(tokens))
}

/// `2024-05-01`, `2024/5/1`, `2024年5月1日`, `1.5.2024`, `05/01/2024`, `01-05-24`.
fn numeric(a: DateToken<'_>, b: DateToken<'_>, c: DateToken<'_>, order: NumericOrder) -> Option<Date> {
    let separator = b.gap.trim();
    if let Some(year) = a.number(4..=4) {
        let separators = (separator, c.gap.trim());
        let fits = matches!(
            separators,
            ("-" | "‐" | "–", "-" | "‐" | "–") | ("/", "/") | (".", ".") | ("年" | "년", "月" | "월")
        );
        return if fits { Date::new(year, b.number(1..=2)?, c.number(1..=2)?) } else { None };
    }
    if separator != c.gap.trim() || b.gap.len() > 2 || c.gap.len() > 2 {
        return None;
    }
    let (first, second) = (a.number(1..=2)?, b.number(1..=2)?);
    let year = match c.number(4..=4) {
        Some(year) => year,
        // Two digits: only after slashes or dots, and in this century; `12-10-24` may be anything.
        None if matches!(separator, "/" | ".") => c.number(2..=2).map(|year| 2000 + year)?,
        None => return None,
    };
    let day_first = Date::new(year, second, first);
    let month_first = Date::new(year, first, second);
    match (separator, order) {
        (".", _) => day_first,
        ("/" | "-", NumericOrder::DayFirst) => day_first.or(month_first),
        ("/" | "-", NumericOrder::MonthFirst) => month_first.or(day_first),
        _ => None,
    }
}

/// `20240501`, also with the time behind it as `20240501103000`.
fn compact(tokens: &[DateToken<'_>]) -> Option<(Date, usize)> {
    let first = tokens.first()?;
    let has_time = matches!(first.text.len(), 12 | 14) && first.text.bytes().all(|b| b.is_ascii_digit());
    let number = if has_time { first.text[..8].parse().ok()? } else { first.number(8..=8)? };
    Date::new(number / 10_000, number / 100 % 100, number % 100).map(|date| (date, 1))
}

/// `May 1, 2024`, `May 1st 2024`.
fn month_first(tokens: &[DateToken<'_>]) -> Option<(Date, usize)> {
    // The day first: looking a month up costs more.
    let day = tokens.get(1)?.number(1..=2)?;
    let month = month_of(tokens.first()?.text)?;
    let mut year_at = 2;
    if is_ordinal_mark(tokens.get(2)?) {
        year_at = 3;
    }
    let year = tokens.get(year_at)?;
    let close = tokens[1..=year_at].iter().all(|token| is_small_gap(token.gap));
    let date = Date::new(year.number(4..=4)?, month, day)?;
    close.then_some((date, year_at + 1))
}

/// `1 May 2024`, `1. Mai 2024`, `1er mai 2024`, `1 de mayo de 2024`, `1º de maio de 2024`, `1 tháng 5 năm 2024`.
fn day_first(tokens: &[DateToken<'_>]) -> Option<(Date, usize)> {
    let day = tokens.first()?.number(1..=2)?;
    let mut at = 1;
    let is_filler = |at: usize| tokens.get(at).is_some_and(is_ordinal_mark);
    // `1st of May`, `1º de mayo`: at most two words between day and month.
    at += usize::from(is_filler(at));
    at += usize::from(is_filler(at));
    let is_numbered = tokens.get(at)?.text == "tháng";
    at += usize::from(is_numbered);
    let month = tokens.get(at)?;
    let month = if is_numbered { month.number(1..=2)? } else { month_of(month.text)? };
    at += 1;
    at += usize::from(is_filler(at));
    let year = year_of(tokens.get(at)?)?;
    let close = tokens[1..=at].iter().all(|token| is_small_gap(token.gap));
    let date = Date::new(year, month, day)?;
    close.then_some((date, at + 1))
}

/// `2024 May 1`, `2024. május 1.`, `2024 m. gegužės 1 d.`, `2024. gada 1. maijā`, `2024ko maiatzaren 1a`.
fn year_first(tokens: &[DateToken<'_>]) -> Option<(Date, usize)> {
    const FILLERS: [&str; 6] = ["m", "gada", "ko", "eko", "de", "г"];
    let year = tokens.first()?.number(4..=4)?;
    let at = 1 + usize::from(FILLERS.contains(&tokens.get(1)?.text));
    let (first, second) = (tokens.get(at)?, tokens.get(at + 1)?);
    let (month, day) = match first.number(1..=2) {
        Some(day) => (month_of(second.text)?, day),
        None => (month_of(first.text)?, second.number(1..=2)?),
    };
    let close = tokens[1..=at + 1].iter().all(|token| is_small_gap(token.gap));
    let date = Date::new(year, month, day)?;
    close.then_some((date, at + 2))
}

/// A year of four digits; one of the Buddhist era, as Thai pages have it, as a year of ours.
fn year_of(token: &DateToken<'_>) -> Option<u32> {
    const BUDDHIST_ERA: u32 = 543;
    let year = token.number(4..=4)?;
    Some(year.checked_sub(BUDDHIST_ERA).filter(|year| YEARS.contains(year)).unwrap_or(year))
}

fn is_ordinal_mark(token: &DateToken<'_>) -> bool {
    const MARKS: [&str; 18] = [
        "st", "nd", "rd", "th", "er", "º", "ª", "o", "of", "de", "del", "do", "a", "di", "den", "năm", "à",
        "e",
    ];
    MARKS.iter().any(|mark| token.text.eq_ignore_ascii_case(mark))
}

/// Between the parts of one date stand at most a point or comma and white space.
fn is_small_gap(gap: &str) -> bool {
    gap.len() <= 6
        && gap
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, '.' | ',' | '،' | '-' | '/' | '\u{2009}' | '‘' | '\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(text: &str) -> Vec<String> {
        find_dates(text, NumericOrder::MonthFirst).iter().map(|found| found.date.iso()).collect()
    }

    #[test]
    fn dates_are_found_in_many_spellings() {
        let spellings = [
            "2024-05-01",
            "2024/5/1",
            "2024.05.01",
            "2024年5月1日",
            "2024년 5월 1일",
            "20240501",
            "05/01/2024",
            "1.5.2024",
            "01.05.24",
            "May 1, 2024",
            "May 1st, 2024",
            "MAY 1 2024",
            "1 May 2024",
            "1st of May 2024",
            "1. Mai 2024",
            "1er mai 2024",
            "1 de mayo de 2024",
            "1º de maio de 2024",
            "1 maggio 2024",
            "Mittwoch, 1. Mai 2024, 10:00",
            "1 mei 2024",
            "1 мая 2024 г.",
            "2024-05-01T10:00:00Z",
            "01-May-2024",
            "2024/may/01",
            "20240501103000",
            "1. toukokuuta 2024",
            "2024. május 1.",
            "2024 m. gegužės 1 d.",
            "2024. gada 1. maijā",
            "1. května 2024",
            "1 mai 2024",
            "1 Mayıs 2024",
            "1 tháng 5, 2024",
            "1 tháng 5 năm 2024",
            "1 мај 2024",
            "1 травня 2024",
            "1 Μαΐου 2024",
            "1 במאי 2024",
            "1 مايو 2024",
            "١ مايو ٢٠٢٤",
            "1 मई 2024",
            "१ मई २०२४",
            "1 พฤษภาคม 2567",
            "２０２４年５月１日",
        ];
        for spelling in spellings {
            assert_eq!(dates(spelling), ["2024-05-01"], "{spelling}");
        }
    }

    #[test]
    fn the_order_of_day_and_month_follows_the_language_unless_the_numbers_decide() {
        let day_first = |text| first_date(text, NumericOrder::of_language(Some("de-DE"))).map(Date::iso);
        assert_eq!(day_first("03/04/2024").as_deref(), Some("2024-04-03"));
        assert_eq!(day_first("12/31/2024").as_deref(), Some("2024-12-31"));
        assert_eq!(dates("03/04/2024"), ["2024-03-04"]);
        assert_eq!(dates("31/12/2024"), ["2024-12-31"]);
        assert_eq!(NumericOrder::of_language(Some("en_GB")), NumericOrder::DayFirst);
    }

    #[test]
    fn names_with_marks_are_one_word() {
        assert_eq!(dates("25 अप्रैल 2011"), ["2011-04-25"]);
        assert_eq!(dates("25 এপ্রিল 2011"), ["2011-04-25"]);
        assert_eq!(dates("25 กุมภาพันธ์ 2554"), ["2011-02-25"]);
    }

    #[test]
    fn what_is_no_date_is_not_found() {
        for text in
            ["", "2024-13-01", "30 February 2024", "May 2024", "10-12 May", "1024-05-01", "12345678", "1.2.3"]
        {
            assert!(dates(text).is_empty(), "{text}: {:?}", dates(text));
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (date, days) in
            [((1990, 1, 1), 7_305), ((2000, 2, 29), 11_016), ((2000, 3, 1), 11_017), ((2024, 12, 31), 20_088)]
        {
            let date = Date::new(date.0, date.1, date.2);
            assert_eq!(date.map(Date::days), Some(days));
            assert_eq!(Date::of_days(days), date);
        }
        assert_eq!(Date::of_days(0), None);
    }

    #[test]
    fn several_dates_and_their_places() {
        let text = "Published May 1, 2024 · Updated 2024-06-02";
        let found = find_dates(text, NumericOrder::MonthFirst);
        let places: Vec<_> = found.iter().map(|f| &text[f.start..f.end]).collect();
        assert_eq!(places, ["May 1, 2024", "2024-06-02"]);
    }

    #[test]
    fn years_end_where_the_web_does() {
        let (first, last) = (*YEARS.start(), *YEARS.end());
        assert!(Date::new(first, 1, 1).is_some() && Date::new(last, 12, 31).is_some());
        assert!(Date::new(first - 1, 12, 31).is_none() && Date::new(last + 1, 1, 1).is_none());
    }
}
