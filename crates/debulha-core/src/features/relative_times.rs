//! Texts that say how long ago something was: they change while the thing stays.

/// Bytes of a text that says how long ago something was.
const MAX_TIME_BYTES: usize = 60;

/// First or last words of relative times, in lower case.
const AGO: [&str; 26] = [
    "ago",
    "vor",
    "hace",
    "há",
    "ha",
    "atrás",
    "fa",
    "geleden",
    "sedan",
    "siden",
    "sitten",
    "temu",
    "před",
    "назад",
    "тому",
    "önce",
    "nazaj",
    "πριν",
    "पहले",
    "yang lalu",
    "lalu",
    "trước",
    "前",
    "전",
    "منذ",
    "לפני",
];

/// Relative times without a number.
const MOMENTS: [&str; 12] = [
    "now",
    "just now",
    "today",
    "yesterday",
    "jetzt",
    "heute",
    "gestern",
    "hier",
    "aujourd'hui",
    "ayer",
    "hoy",
    "ontem",
];

/// Whether a text says how long ago something was: a number and a word such as `ago`, or `yesterday`.
pub fn is_relative_time(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    if text.len() > MAX_TIME_BYTES {
        return false;
    }
    let mut words = text.split_whitespace();
    let (first, last) = (words.clone().next().unwrap_or_default(), words.next_back().unwrap_or_default());
    let has_number =
        text.contains(|c: char| c.is_numeric()) || text.starts_with("a ") || text.starts_with("an ");
    let is_ago = AGO.iter().any(|ago| {
        let is_word = *ago == first || *ago == last;
        // Languages without spaces, too.
        is_word || (!ago.is_ascii() && (text.starts_with(ago) || text.ends_with(ago)))
    });
    MOMENTS.contains(&text.as_str()) || (has_number && (is_ago || text.starts_with("il y a ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_times_are_recognised() {
        for (text, expected) in [
            ("vor 3 Stunden", true),
            ("il y a 2 jours", true),
            ("3日前", true),
            ("yesterday", true),
            ("3 days", false),
            ("long ago", false),
            ("ago", false),
        ] {
            assert_eq!(is_relative_time(text), expected, "{text}");
        }
        let long = |bytes: usize| is_relative_time(&format!("{:<1$}ago", "2", bytes - 3));
        assert!(long(MAX_TIME_BYTES) && !long(MAX_TIME_BYTES + 1));
    }
}
