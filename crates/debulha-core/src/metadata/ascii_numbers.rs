//! Numbers of other scripts as ASCII digits: ٢٠٢٤, ２０２４, and Chinese characters before the marks of a date, as
//! 令和五年五月二日 and 二〇二三年五月二日.

/// The marks after the year, the month and the day.
const MARKS: [char; 5] = ['年', '月', '日', '号', '號'];

/// Maximum characters of a number: 一百一十二.
const MAX_CHARS: usize = 6;

/// Zeros of Arabic, Persian, the scripts of India, Thai, Lao, Burmese, Khmer and full width.
#[rustfmt::skip]
const ZEROS: [u32; 17] = [
    0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/// Whether a text may have digits of any script, by its bytes: without one, no date.
pub(super) fn may_have_digit(text: &str) -> bool {
    // The first bytes of the digits of Arabic and Persian, of Indic and other Asian scripts, and of full width.
    text.bytes().any(|byte| byte.is_ascii_digit() || matches!(byte, 0xd9 | 0xdb | 0xe0 | 0xe1 | 0xef))
        || text.contains('年')
}

/// A text with ASCII digits, and where its characters come from.
pub(super) struct AsciiNumbers {
    pub(super) text: String,
    /// For each character of the text: its first byte, and the bytes that it stands for in the source.
    places: Vec<(usize, std::ops::Range<usize>)>,
}

impl AsciiNumbers {
    /// A text whose numbers are rewritten; `None` if that changes nothing. O(text).
    pub(super) fn of(source: &str) -> Option<Self> {
        let is_rewritten = |c: char| digit(c).is_some() || matches!(c, '元' | '㋿' | '㍻');
        let is_changed =
            || source.chars().any(is_rewritten) || source.contains('年') && source.contains(is_ideograph);
        if source.is_ascii() || !is_changed() {
            return None;
        }
        let mut out = AsciiNumbers { text: String::with_capacity(source.len()), places: Vec::new() };
        let mut rest = source;
        while let Some(c) = rest.chars().next() {
            let start = source.len() - rest.len();
            let run = rest.find(|c| !is_ideograph(c)).unwrap_or(rest.len());
            let is_first_year = c == '元' && rest[c.len_utf8()..].starts_with('年');
            let (read, taken) = match c {
                '㋿' => ("令和".to_owned(), c.len_utf8()),
                '㍻' => ("平成".to_owned(), c.len_utf8()),
                _ if is_first_year => ("1".to_owned(), c.len_utf8()),
                _ if run > 0 => {
                    let read = number(&rest[..run]).filter(|_| rest[run..].starts_with(MARKS));
                    (read.map_or_else(|| rest[..run].to_owned(), |number| number.to_string()), run)
                }
                _ => (
                    digit(c).and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c).to_string(),
                    c.len_utf8(),
                ),
            };
            out.push(&read, start..start + taken);
            rest = &rest[taken..];
        }
        Some(out)
    }

    fn push(&mut self, text: &str, source: std::ops::Range<usize>) {
        let at = self.text.len();
        self.places.extend(text.char_indices().map(|(byte, _)| (at + byte, source.clone())));
        self.text.push_str(text);
    }

    /// The bytes of the source that a range of the text stands for. O(log text).
    pub(super) fn source(&self, start: usize, end: usize) -> (usize, usize) {
        let place = |byte: usize| {
            let after = self.places.partition_point(|(first, _)| *first <= byte);
            after.checked_sub(1).map(|at| self.places[at].1.clone()).unwrap_or_default()
        };
        (place(start).start, place(end.saturating_sub(1)).end)
    }
}

/// The value of a digit of one of the scripts.
fn digit(c: char) -> Option<u32> {
    ZEROS.iter().map(|zero| u32::from(c).wrapping_sub(*zero)).find(|value| *value < 10)
}

fn is_ideograph(c: char) -> bool {
    ideograph(c).is_some() || matches!(c, '十' | '百')
}

fn ideograph(c: char) -> Option<u32> {
    Some(match c {
        '〇' | '零' | '○' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// `二〇二三` is 2023, `二十三` is 23.
fn number(text: &str) -> Option<u32> {
    if text.chars().nth(MAX_CHARS).is_some() {
        return None;
    }
    if !text.contains(['十', '百']) {
        return text.chars().try_fold(0, |number, c| Some(10 * number + ideograph(c)?));
    }
    let (mut sum, mut last) = (0, None);
    for c in text.chars() {
        match c {
            '百' => sum += 100 * last.take().unwrap_or(1),
            '十' => sum += 10 * last.take().filter(|&last| last > 0).unwrap_or(1),
            _ => last = ideograph(c),
        }
    }
    Some(sum + last.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> Option<String> {
        AsciiNumbers::of(text).map(|numbers| numbers.text)
    }

    #[test]
    fn numbers_are_ascii_digits() {
        for (text, expected) in [
            ("令和五年五月二日", Some("令和5年5月2日")),
            ("二〇二三年十二月三十一日", Some("2023年12月31日")),
            ("民國一百一十二年五月二十號", Some("民國112年5月20號")),
            ("令和元年五月一日", Some("令和1年5月1日")),
            ("㋿5年5月2日", Some("令和5年5月2日")),
            ("١ مايو ٢٠٢٤", Some("1 مايو 2024")),
            ("២០២៣", Some("2023")),
            ("一人で2023年", Some("一人で2023年")),
            ("一つの話", None),
            ("2024", None),
        ] {
            assert_eq!(rewritten(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_source() {
        let source = "於二〇二三年٥月";
        let numbers = AsciiNumbers::of(source).expect("numbers");
        assert_eq!(numbers.text, "於2023年5月");
        let of = |part: &str| {
            let start = numbers.text.find(part).expect("part");
            let (start, end) = numbers.source(start, start + part.len());
            &source[start..end]
        };
        assert_eq!((of("2023"), of("5"), of("年5月"), of("於")), ("二〇二三", "٥", "年٥月", "於"));
    }

    #[test]
    fn a_number_is_no_longer_than_its_limit() {
        let of = |count: usize| rewritten(&format!("{}年", "一".repeat(count)));
        assert_eq!(of(MAX_CHARS).as_deref(), Some("111111年"));
        assert_eq!(of(MAX_CHARS + 1).as_deref(), Some("一一一一一一一年"));
    }
}
