//! Dates in text: ISO, numeric, and with names of months; in our calendar and in those that pages of some languages use.

use crate::metadata::ascii_numbers::{AsciiNumbers, may_have_digit};
use crate::metadata::calendars::{Calendar, other_month_of};
use crate::metadata::eras;
use crate::metadata::months::month_of;
use crate::word_list::word_list;

/// Years that a page's dates may have. There is no clock here, so the last one is not this year.
pub(super) const YEARS: std::ops::RangeInclusive<u32> = 1990..=2100;

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
    /// As in China, Japan and Korea, also where the year has two digits. Japanese pages write eras as letters.
    YearFirst,
    /// As in Iran and Afghanistan: the day first, and years about 1400 are those of the Persian calendar.
    DayFirstSolar,
    /// As in Arabic countries: the day first, and years about 1440 are those of the Islamic calendar.
    DayFirstLunar,
}

impl NumericOrder {
    /// The order that readers of a language expect. English without a country is mostly American.
    pub(super) fn of_language(language: Option<&str>) -> Self {
        let language = language.unwrap_or("en").to_ascii_lowercase().replace('_', "-");
        let (primary, region) = language.split_once('-').unwrap_or((&language, ""));
        match (primary, region) {
            ("en", "" | "us" | "ph" | "ca") => NumericOrder::MonthFirst,
            ("zh" | "ja" | "ko" | "yue", _) => NumericOrder::YearFirst,
            ("fa" | "ps" | "prs", _) => NumericOrder::DayFirstSolar,
            ("ar", _) => NumericOrder::DayFirstLunar,
            _ => NumericOrder::DayFirst,
        }
    }

    /// The date of numbers whose year has four digits.
    fn date(self, year: u32, month: u32, day: u32) -> Option<Date> {
        let calendar = match self {
            _ if year >= *YEARS.start() => Calendar::Gregorian,
            NumericOrder::DayFirstSolar => Calendar::SolarHijri,
            NumericOrder::DayFirstLunar => Calendar::LunarHijri,
            _ => Calendar::Gregorian,
        };
        calendar.date(year, month, day)
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

/// All dates of a text, in order, disjoint. O(text).
pub(super) fn find_dates(text: &str, order: NumericOrder) -> Vec<FoundDate> {
    // Most texts hold no digit, and so no date.
    if !may_have_digit(text) {
        return Vec::new();
    }
    let Some(numbers) = AsciiNumbers::of(text) else { return find_ascii_dates(text, order) };
    let mut found = find_ascii_dates(&numbers.text, order);
    for date in &mut found {
        (date.start, date.end) = numbers.source(date.start, date.end);
    }
    found
}

/// A date at the start of some tokens.
struct ReadDate {
    date: Date,
    calendar: Calendar,
    /// Number of its tokens.
    length: usize,
}

impl ReadDate {
    fn new(calendar: Calendar, date: Option<Date>, length: usize) -> Option<Self> {
        date.map(|date| ReadDate { date, calendar, length })
    }
}

fn find_ascii_dates(text: &str, order: NumericOrder) -> Vec<FoundDate> {
    let tokens = tokens(text);
    let mut found: Vec<(Calendar, FoundDate)> = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let rest = &tokens[index..];
        let place = |length: usize| (rest[0].start, rest[length - 1].end());
        if let Some((date, length)) = of_era(rest, order) {
            let (start, end) = place(length);
            found.extend(date.map(|date| (Calendar::Gregorian, FoundDate { date, start, end })));
            index += length;
        } else if let Some(ReadDate { date, calendar, length }) = date_at(rest, order) {
            let (start, end) = place(length);
            found.push((calendar, FoundDate { date, start, end }));
            index += length;
        } else {
            index += 1;
        }
    }
    // A date of the Islamic calendar is the same as one of ours next to it, and may be read a day off.
    if found.iter().any(|(calendar, _)| *calendar == Calendar::Gregorian) {
        found.retain(|(calendar, _)| *calendar != Calendar::LunarHijri);
    }
    found.into_iter().map(|(_, found)| found).collect()
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
    let is_thai = |c: Option<char>| c.is_some_and(|c| THAI.contains(&c));
    let class_of = |index: usize, c: char| match c {
        '0'..='9' => CharClass::Digit,
        // Thai short forms have points inside: "พ.ค.".
        '.' if is_thai(text[..index].chars().next_back()) && is_thai(text[index + 1..].chars().next()) => {
            CharClass::Letter
        }
        // The marks of Chinese, Japanese and Korean dates are separators, not words.
        '年' | '月' | '日' | '号' | '號' | '년' | '월' | '일' => CharClass::Gap,
        c if c.is_alphabetic() || is_mark(c) => CharClass::Letter,
        _ => CharClass::Gap,
    };
    let mut tokens = Vec::new();
    let (mut start, mut gap_start, mut class) = (0, 0, CharClass::Gap);
    let ends = text.char_indices().map(|(i, c)| (i, class_of(i, c))).chain([(text.len(), CharClass::Gap)]);
    for (index, next) in ends {
        if next == class && index < text.len() {
            continue;
        }
        if class != CharClass::Gap {
            let run = &text[start..index];
            if let Some(era) = eras::start_in(run).filter(|&era| class == CharClass::Letter && era > 0) {
                tokens.push(DateToken { start, text: &run[..era], gap: &text[gap_start..start] });
                (start, gap_start) = (start + era, start + era);
            }
            tokens.push(DateToken { start, text: &text[start..index], gap: &text[gap_start..start] });
            gap_start = index;
        }
        (start, class) = (index, next);
    }
    tokens
}

/// The block of Thai.
const THAI: std::ops::RangeInclusive<char> = '\u{e00}'..='\u{e7f}';

/// Signs inside the words of Indic scripts and Thai that are no letters by themselves.
fn is_mark(c: char) -> bool {
    let viramas = ['\u{94d}', '\u{9cd}', '\u{bcd}', '\u{c4d}', '\u{d4d}'];
    c >= '\u{93c}' && (viramas.contains(&c) || matches!(c, '\u{93c}' | '\u{9bc}' | '\u{e47}'..='\u{e4e}'))
}

/// The date that starts with the name of an era and a year of it, and the number of its tokens; no date if that is before the
/// web.
///
/// `令和5年5月2日`, `平成 31.4.30`, `R5.5.2`, `2023年（令和5年）5月2日` from the era on, `中華民國112年5月2日`.
fn of_era(tokens: &[DateToken<'_>], order: NumericOrder) -> Option<(Option<Date>, usize)> {
    let [era, year, month, day, ..] = *tokens else { return None };
    let offset = eras::year_before(era.text, order == NumericOrder::YearFirst)?;
    let is_date = matches!(year.gap.trim(), "" | ".") && are_year_first_marks(month.gap, day.gap);
    let (year, month, day) = (year.number(1..=3)?, month.number(1..=2)?, day.number(1..=2)?);
    is_date.then(|| (Date::new(offset + year, month, day), 4))
}

/// Whether what stands after the year and after the month are marks of one kind.
fn are_year_first_marks(after_year: &str, after_month: &str) -> bool {
    // The year may stand in brackets once more: 令和5年（2023年）5月2日. After the month they have the number of entries.
    let bare =
        |gap| str::trim_matches(gap, |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '（' | '）'));
    matches!(
        (bare(after_year), after_month.trim()),
        ("-" | "‐" | "–", "-" | "‐" | "–")
            | ("/", "/")
            | ("／", "／")
            | (".", ".")
            | ("．", "．")
            | ("年" | "년", "月" | "월")
    )
}

/// The date that starts at the first token.
fn date_at(tokens: &[DateToken<'_>], order: NumericOrder) -> Option<ReadDate> {
    let numeric = match *tokens {
        [a, b, c, ..] => numeric(a, b, c, order),
        _ => None,
    };
    numeric
        .or_else(|| compact(tokens))
        .or_else(|| month_first(tokens))
        .or_else(|| day_first(tokens))
        .or_else(|| year_first(tokens))
}

/// `2024-05-01`, `2024/5/1`, `2024年5月1日`, `1.5.2024`, `05/01/2024`, `01-05-24`.
fn numeric(a: DateToken<'_>, b: DateToken<'_>, c: DateToken<'_>, order: NumericOrder) -> Option<ReadDate> {
    let of = |year, month, day| {
        let date = order.date(year, month, day);
        let is_lunar = order == NumericOrder::DayFirstLunar && year < *YEARS.start();
        ReadDate::new(if is_lunar { Calendar::LunarHijri } else { Calendar::Gregorian }, date, 3)
    };
    if let Some(year) = a.number(4..=4) {
        let fits = are_year_first_marks(b.gap, c.gap);
        return if fits { of(year, b.number(1..=2)?, c.number(1..=2)?) } else { None };
    }
    if let Some(year) = short_year_first(a, b.gap, c.gap, order) {
        let found = of(year, b.number(1..=2)?, c.number(1..=2)?);
        if found.is_some() || a.text.len() > 2 {
            return found;
        }
    }
    let separator = b.gap.trim();
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
    let day_first = of(year, second, first);
    let month_first = of(year, first, second);
    match (separator, order) {
        (".", _) => day_first,
        ("/" | "-", NumericOrder::MonthFirst) => month_first.or(day_first),
        ("/" | "-", _) => day_first.or(month_first),
        _ => None,
    }
}

/// A year of three digits is one of the Republic of China, and one of two digits is in this century.
fn short_year_first(year: DateToken<'_>, after: &str, then: &str, order: NumericOrder) -> Option<u32> {
    let is_local = order == NumericOrder::YearFirst;
    if !are_year_first_marks(after, then) {
        return None;
    }
    match after.trim() {
        // "23年" may also be a year of an era.
        "年" => year.number(3..=3).map(|year| year + eras::REPUBLIC_OF_CHINA),
        "년" => year.number(2..=2).map(|year| year + 2000),
        _ if !is_local => None,
        _ => year
            .number(3..=3)
            .map(|year| year + eras::REPUBLIC_OF_CHINA)
            .or_else(|| year.number(2..=2).map(|year| year + 2000)),
    }
}

/// `20240501`, also with the time behind it as `20240501103000`.
fn compact(tokens: &[DateToken<'_>]) -> Option<ReadDate> {
    let first = tokens.first()?;
    let has_time = matches!(first.text.len(), 12 | 14) && first.text.bytes().all(|b| b.is_ascii_digit());
    let number = if has_time { first.text[..8].parse().ok()? } else { first.number(8..=8)? };
    let date = Date::new(number / 10_000, number / 100 % 100, number % 100);
    ReadDate::new(Calendar::Gregorian, date, 1)
}

/// A month by its name.
struct NamedMonth {
    calendar: Calendar,
    number: u32,
    /// Number of its tokens.
    length: usize,
}

/// The month that starts at a token.
fn month_at(tokens: &[DateToken<'_>], at: usize) -> Option<NamedMonth> {
    let first = tokens.get(at)?.text;
    if let Some(number) = month_of(first) {
        return Some(NamedMonth { calendar: Calendar::Gregorian, number, length: 1 });
    }
    let of = |second: Option<&str>| {
        let (calendar, number) = other_month_of(first, second)?;
        Some(NamedMonth { calendar, number, length: 1 + usize::from(second.is_some()) })
    };
    of(None).or_else(|| of(Some(tokens.get(at + 1)?.text)))
}

/// `May 1, 2024`, `May 1st 2024`.
fn month_first(tokens: &[DateToken<'_>]) -> Option<ReadDate> {
    // The day first: looking a month up costs more.
    let is_day = |at: usize| tokens.get(at).is_some_and(|token| token.number(1..=2).is_some());
    if !is_day(1) && !is_day(2) {
        return None;
    }
    let month = month_at(tokens, 0)?;
    let day = tokens.get(month.length)?.number(1..=2)?;
    let mut year_at = month.length + 1;
    year_at += usize::from(is_ordinal_mark(tokens.get(year_at)?));
    let year = tokens.get(year_at)?.number(4..=4)?;
    dated(tokens, year_at, &month, year, day)
}

/// `1 May 2024`, `1. Mai 2024`, `1er mai 2024`, `1 de mayo de 2024`, `1º de maio de 2024`, `1 tháng 5 năm 2024`,
/// `1 พ.ค. 67`.
fn day_first(tokens: &[DateToken<'_>]) -> Option<ReadDate> {
    let day = tokens.first()?.number(1..=2)?;
    let mut at = 1;
    let is_filler = |at: usize| tokens.get(at).is_some_and(is_ordinal_mark);
    // `1st of May`, `1º de mayo`: at most two words between day and month.
    at += usize::from(is_filler(at));
    at += usize::from(is_filler(at));
    let is_numbered = tokens.get(at)?.text == "tháng";
    at += usize::from(is_numbered);
    let month = if is_numbered {
        NamedMonth { calendar: Calendar::Gregorian, number: tokens.get(at)?.number(1..=2)?, length: 1 }
    } else {
        month_at(tokens, at)?
    };
    let is_thai = tokens[at].text.starts_with(|c| THAI.contains(&c));
    at += month.length;
    at += usize::from(is_filler(at));
    let year = tokens.get(at)?;
    // Thai years of two digits are those of the Buddhist era.
    let short = || year.number(2..=2).filter(|_| is_thai).map(|year| 2_500 + year);
    let year = year.number(4..=4).or_else(short)?;
    dated(tokens, at, &month, year, day)
}

/// `2024 May 1`, `2024. május 1.`, `2024 m. gegužės 1 d.`, `2024. gada 1. maijā`, `2024ko maiatzaren 1a`.
fn year_first(tokens: &[DateToken<'_>]) -> Option<ReadDate> {
    const FILLERS: [&str; 6] = ["m", "gada", "ko", "eko", "de", "г"];
    let year = tokens.first()?.number(4..=4)?;
    let at = 1 + usize::from(FILLERS.contains(&tokens.get(1)?.text));
    let first_day = tokens.get(at)?.number(1..=2);
    let month = month_at(tokens, at + usize::from(first_day.is_some()))?;
    let last = at + month.length;
    let day = first_day.or_else(|| tokens.get(last)?.number(1..=2))?;
    dated(tokens, last, &month, year, day)
}

/// The date of its parts, if the tokens up to the last one are close together.
fn dated(tokens: &[DateToken<'_>], last: usize, month: &NamedMonth, year: u32, day: u32) -> Option<ReadDate> {
    let is_close = tokens.get(1..=last)?.iter().all(|token| is_small_gap(token.gap));
    let date = month.calendar.date(year, month.number, day).filter(|_| is_close);
    ReadDate::new(month.calendar, date, last + 1)
}

fn is_ordinal_mark(token: &DateToken<'_>) -> bool {
    const MARKS: &[&str] = word_list!("words/date_fillers.txt");
    MARKS.iter().any(|mark| token.text.eq_ignore_ascii_case(mark))
}

/// Between the parts of one date stand at most a point or comma and white space.
fn is_small_gap(gap: &str) -> bool {
    gap.len() <= 6
        && gap
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, '.' | ',' | '،' | '-' | '/' | '\u{200c}' | '‘' | '\''))
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
    fn years_of_other_eras_and_calendars_are_ours() {
        for (language, spellings) in [
            (
                "ja",
                &[
                    "令和5年5月2日",
                    "令和５年５月２日（火）",
                    "令和五年五月二日",
                    "更新令和 5 年 5 月 2 日",
                    "令和5.5.2",
                    "R5.5.2",
                    "R05/05/02",
                    "2023年（令和5年）5月2日",
                    "令和5年（2023年）5月2日",
                    "㋿5年5月2日",
                    "23.05.02",
                ][..],
            ),
            (
                "zh-TW",
                &[
                    "民國112年5月2日",
                    "中華民國112年05月02日",
                    "中華民國一百一十二年五月二日",
                    "民國112.5.2",
                    "112年5月2日",
                    "112-05-02",
                    "112/05/02",
                    "二〇二三年五月二日",
                ],
            ),
            ("ko", &["2023. 5. 2.", "23.05.02", "23-05-02", "23년 5월 2일"]),
            (
                "th",
                &[
                    "2 พฤษภาคม 2566",
                    "วันอังคารที่ 2 พฤษภาคม พ.ศ. 2566",
                    "2 พ.ค. 2566",
                    "2 พ.ค. 66",
                    "02/05/2566",
                    "๒ พ.ค. ๒๕๖๖",
                    "2566-05-02",
                ],
            ),
            (
                "fa",
                &[
                    "سه‌شنبه ۱۲ اردیبهشت ۱۴۰۲",
                    "۱۲ اردیبهشت‌ماه ۱۴۰۲",
                    "۱۲ ارديبهشت ماه ۱۴۰۲ - ۱۰:۳۰",
                    "۱۴۰۲/۰۲/۱۲",
                    "1402-02-12",
                    "۱۲/۲/۱۴۰۲",
                    "۱۲ ثور ۱۴۰۲",
                    "12 Ordibehesht 1402",
                    "2023-05-02",
                ],
            ),
            (
                "ar",
                &[
                    "12 شوال 1444 هـ",
                    "١٢ شوال ١٤٤٤",
                    "1444/10/12",
                    "12-10-1444",
                    "11 شوال 1444 هـ - 2 مايو 2023 م",
                ],
            ),
        ] {
            for spelling in spellings {
                let found = find_dates(spelling, NumericOrder::of_language(Some(language)));
                let found: Vec<_> = found.iter().map(|found| found.date.iso()).collect();
                assert_eq!(found, ["2023-05-02"], "{spelling}");
            }
        }
        assert_eq!(dates("平成31年4月30日"), ["2019-04-30"]);
        assert_eq!(dates("令和元年5月1日"), ["2019-05-01"]);
        assert_eq!(dates("3 ربيع الأول 1445"), ["2023-09-18"]);
    }

    #[test]
    fn other_years_are_read_only_where_they_are_used() {
        for text in [
            "昭和22年5月3日",
            "R5.5.2",
            "R 4.3.1",
            "112-05-02",
            "1402-02-12",
            "5年5月2日",
            "1444/10/12",
            "2005年9月 (1)",
        ] {
            assert!(dates(text).is_empty(), "{text}: {:?}", dates(text));
        }
        assert_eq!(first_date("昭和10.5.2", NumericOrder::YearFirst), None);
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
        let text = "掲載令和５年５月２日";
        let found = find_dates(text, NumericOrder::YearFirst);
        assert_eq!(&text[found[0].start..found[0].end], "令和５年５月２");
    }

    #[test]
    fn years_end_where_the_web_does() {
        let (first, last) = (*YEARS.start(), *YEARS.end());
        assert!(Date::new(first, 1, 1).is_some() && Date::new(last, 12, 31).is_some());
        assert!(Date::new(first - 1, 12, 31).is_none() && Date::new(last + 1, 1, 1).is_none());
    }
}
