//! Dates in text: ISO, numeric, and with names of months.

/// Years that a page's dates may have. There is no clock here, so the last one is not this year.
const YEARS: std::ops::RangeInclusive<u32> = 1990..=2100;

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
pub(super) struct Found {
    pub(super) date: Date,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A run of digits or of letters.
#[derive(Debug, Clone, Copy)]
struct Token<'t> {
    start: usize,
    text: &'t str,
    /// What stands between it and the token before.
    gap: &'t str,
}

impl Token<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn number(&self, digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
        let all_digits = self.text.bytes().all(|b| b.is_ascii_digit());
        (all_digits && digits.contains(&self.text.len())).then(|| self.text.parse().ok()).flatten()
    }
}

/// All dates of a text, in order, disjoint. O(text).
pub(super) fn find_dates(text: &str, order: NumericOrder) -> Vec<Found> {
    // Most texts hold no digit, and so no date.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        match date_at(&tokens[index..], order) {
            Some((date, length)) => {
                let last = tokens[index + length - 1];
                found.push(Found { date, start: tokens[index].start, end: last.end() });
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

fn tokens(text: &str) -> Vec<Token<'_>> {
    #[derive(PartialEq, Clone, Copy)]
    enum Class {
        Gap,
        Digit,
        Letter,
    }
    let class_of = |c: char| match c {
        '0'..='9' => Class::Digit,
        // The marks of Chinese, Japanese and Korean dates are separators, not words.
        '年' | '月' | '日' | '号' | '號' | '년' | '월' | '일' => Class::Gap,
        c if c.is_alphabetic() => Class::Letter,
        _ => Class::Gap,
    };
    let mut tokens = Vec::new();
    let (mut start, mut gap_start, mut class) = (0, 0, Class::Gap);
    let ends = text.char_indices().map(|(i, c)| (i, class_of(c))).chain([(text.len(), Class::Gap)]);
    for (index, next) in ends {
        if next == class && index < text.len() {
            continue;
        }
        if class != Class::Gap {
            tokens.push(Token { start, text: &text[start..index], gap: &text[gap_start..start] });
            gap_start = index;
        }
        (start, class) = (index, next);
    }
    tokens
}

/// The date that starts at the first token, and the number of its tokens.
fn date_at(tokens: &[Token<'_>], order: NumericOrder) -> Option<(Date, usize)> {
    let numeric = match *tokens {
        [a, b, c, ..] => numeric(a, b, c, order).map(|date| (date, 3)),
        _ => None,
    };
    numeric.or_else(|| compact(tokens)).or_else(|| month_first(tokens)).or_else(|| day_first(tokens))
}

/// `2024-05-01`, `2024/5/1`, `2024年5月1日`, `1.5.2024`, `05/01/2024`, `01-05-24`.
fn numeric(a: Token<'_>, b: Token<'_>, c: Token<'_>, order: NumericOrder) -> Option<Date> {
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

/// `20240501`.
fn compact(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let number = tokens.first()?.number(8..=8)?;
    Date::new(number / 10_000, number / 100 % 100, number % 100).map(|date| (date, 1))
}

/// `May 1, 2024`, `May 1st 2024`.
fn month_first(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
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

/// `1 May 2024`, `1. Mai 2024`, `1er mai 2024`, `1 de mayo de 2024`, `1º de maio de 2024`.
fn day_first(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let day = tokens.first()?.number(1..=2)?;
    let mut at = 1;
    let is_filler = |at: usize| tokens.get(at).is_some_and(is_ordinal_mark);
    // `1st of May`, `1º de mayo`: at most two words between day and month.
    at += usize::from(is_filler(at));
    at += usize::from(is_filler(at));
    let month = month_of(tokens.get(at)?.text)?;
    at += 1;
    at += usize::from(is_filler(at));
    let year = tokens.get(at)?.number(4..=4)?;
    let close = tokens[1..=at].iter().all(|token| is_small_gap(token.gap));
    let date = Date::new(year, month, day)?;
    close.then_some((date, at + 1))
}

fn is_ordinal_mark(token: &Token<'_>) -> bool {
    const MARKS: [&str; 14] =
        ["st", "nd", "rd", "th", "er", "º", "ª", "o", "of", "de", "del", "do", "a", "di"];
    MARKS.iter().any(|mark| token.text.eq_ignore_ascii_case(mark))
}

/// Between the parts of one date stand at most a point or comma and white space.
fn is_small_gap(gap: &str) -> bool {
    gap.len() <= 6
        && gap
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, '.' | ',' | '-' | '/' | '\u{2009}' | '‘' | '\''))
}

/// Names of months and their short forms, in the order of months: English, German, French, Spanish, Portuguese,
/// Italian, Dutch, Danish and Norwegian, Swedish, Polish, Czech, Turkish, Russian, Ukrainian, Greek, Romanian.
/// Accents as written; lower case.
#[rustfmt::skip]
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "jänner", "jaenner", "janvier", "janv", "enero", "ene", "janeiro", "gennaio", "gen", "januari", "januar", "stycznia", "styczeń", "ledna", "ocak", "января", "январь", "янв", "січня", "ιανουαρίου", "ianuarie"],
    &["february", "feb", "februar", "février", "fevrier", "févr", "fév", "febrero", "fevereiro", "fev", "febbraio", "februari", "lutego", "luty", "února", "şubat", "февраля", "февраль", "фев", "лютого", "φεβρουαρίου", "februarie"],
    &["march", "mar", "märz", "maerz", "mär", "mars", "marzo", "março", "marco", "maart", "mrt", "marts", "marca", "marzec", "března", "mart", "марта", "март", "мар", "березня", "μαρτίου", "martie"],
    &["april", "apr", "avril", "avr", "abril", "abr", "aprile", "kwietnia", "kwiecień", "dubna", "nisan", "апреля", "апрель", "апр", "квітня", "απριλίου", "aprilie"],
    &["may", "mai", "mayo", "maio", "maggio", "mag", "mei", "maj", "maja", "května", "mayıs", "мая", "май", "травня", "μαΐου", "μαίου"],
    &["june", "jun", "juni", "juin", "junio", "junho", "giugno", "giu", "czerwca", "czerwiec", "června", "haziran", "июня", "июнь", "июн", "червня", "ιουνίου", "iunie"],
    &["july", "jul", "juli", "juillet", "juil", "julio", "julho", "luglio", "lug", "lipca", "lipiec", "července", "temmuz", "июля", "июль", "июл", "липня", "ιουλίου", "iulie"],
    &["august", "aug", "août", "aout", "agosto", "ago", "augustus", "augusti", "sierpnia", "sierpień", "srpna", "ağustos", "августа", "август", "авг", "серпня", "αυγούστου"],
    &["september", "sep", "sept", "septembre", "septiembre", "setiembre", "setembro", "set", "settembre", "września", "wrzesień", "září", "eylül", "сентября", "сентябрь", "сен", "вересня", "σεπτεμβρίου", "septembrie"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre", "outubro", "out", "ottobre", "ott", "oktober", "października", "październik", "října", "ekim", "октября", "октябрь", "окт", "жовтня", "οκτωβρίου", "octombrie"],
    &["november", "nov", "novembre", "noviembre", "novembro", "listopada", "listopad", "listopadu", "kasım", "ноября", "ноябрь", "ноя", "листопада", "νοεμβρίου", "noiembrie"],
    &["december", "dec", "dezember", "dez", "décembre", "decembre", "déc", "diciembre", "dic", "dezembro", "dicembre", "desember", "des", "grudnia", "grudzień", "prosince", "aralık", "декабря", "декабрь", "дек", "грудня", "δεκεμβρίου", "decembrie"],
];

/// Letters of the longest name in [`MONTHS`], so that long words are refused without a search.
const MAX_MONTH_CHARS: usize = 12;

fn month_of(word: &str) -> Option<u32> {
    if word.chars().nth(MAX_MONTH_CHARS).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    MONTHS.iter().position(|names| names.contains(&word.as_str())).map(|index| index as u32 + 1)
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
    fn what_is_no_date_is_not_found() {
        for text in
            ["", "2024-13-01", "30 February 2024", "May 2024", "10-12 May", "1024-05-01", "12345678", "1.2.3"]
        {
            assert!(dates(text).is_empty(), "{text}: {:?}", dates(text));
        }
    }

    #[test]
    fn several_dates_and_their_places() {
        let text = "Published May 1, 2024 · Updated 2024-06-02";
        let found = find_dates(text, NumericOrder::MonthFirst);
        let places: Vec<_> = found.iter().map(|f| &text[f.start..f.end]).collect();
        assert_eq!(places, ["May 1, 2024", "2024-06-02"]);
    }
}
