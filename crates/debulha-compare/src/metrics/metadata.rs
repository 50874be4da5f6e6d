//! Metadata exactness: is the title, the author or the date right, yes or no.

use std::collections::BTreeSet;

use super::tokens::nfc;

/// Whether two titles are equal after normalisation.
///
/// Normalised means: NFC, lower case, white-space runs as one space and none at the ends, typographic
/// quotes, apostrophes, hyphens and dashes as their ASCII counterparts. Nothing else: a title with the
/// site's name appended is wrong.
pub fn title_matches(predicted: &str, gold: &str) -> bool {
    normalise(predicted) == normalise(gold)
}

/// Whether two author lines name the same people.
///
/// Names are separated by `,`, `;`, `&`, `|`, `/`, `、`, a line break or the word "and", compared like titles,
/// a "by" at the start is dropped, and neither order nor repetition counts. A missing or an extra name is
/// wrong.
pub fn author_matches(predicted: &str, gold: &str) -> bool {
    names(predicted) == names(gold)
}

/// Whether two dates are the same calendar date, to the gold date's precision.
///
/// A date starts with a four-digit year, then month and day as numbers, separated by `-`, `/`, `.`, `年` or
/// `月`; a time after it does not count. "2025-09" as gold asks for year and month alone. A gold date of
/// another form is compared like a title; month names are not read.
pub fn date_matches(predicted: &str, gold: &str) -> bool {
    match date_parts(gold) {
        Some(parts) => date_parts(predicted).is_some_and(|found| found.starts_with(&parts)),
        None => normalise(predicted) == normalise(gold),
    }
}

fn normalise(text: &str) -> String {
    let folded: String = nfc(text)
        .to_lowercase()
        .chars()
        .map(|c| match c {
            '‘' | '’' | 'ʼ' | '′' => '\'',
            '“' | '”' | '„' | '«' | '»' => '"',
            '‐' | '‑' | '–' | '—' => '-',
            _ => c,
        })
        .collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn names(line: &str) -> BTreeSet<String> {
    line.split([',', ';', '&', '|', '/', '、', '\n'])
        .flat_map(|part| {
            let part = normalise(part);
            let part = part.strip_prefix("and ").unwrap_or(&part);
            part.split(" and ")
                .map(|name| name.strip_prefix("by ").unwrap_or(name).to_owned())
                .collect::<Vec<_>>()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

/// Year, then month and day as far as given; `None` when the text does not start with a year.
fn date_parts(text: &str) -> Option<Vec<u32>> {
    const YEAR_DIGITS: usize = 4;
    let mut rest = text.trim();
    let mut parts = Vec::new();
    while parts.len() < 3 {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let fits = if parts.is_empty() { digits == YEAR_DIGITS } else { matches!(digits, 1 | 2) };
        if !fits {
            break;
        }
        parts.extend(rest[..digits].parse::<u32>());
        match rest[digits..].strip_prefix(['-', '/', '.', '年', '月']) {
            Some(after) => rest = after,
            None => break,
        }
    }
    (!parts.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles() {
        assert!(title_matches("  The “New”\u{a0}Deal – it’s on", "the \"new\" deal - It's on"));
        assert!(!title_matches("The New Deal | Site", "The New Deal"));
        assert!(!title_matches("C++", "C"));
    }

    #[test]
    fn authors() {
        assert!(author_matches("By Donna Enzmann, Natalie Nguyen", "natalie nguyen and Donna Enzmann"));
        assert!(author_matches("A B; C D & E F", "A B, C D, and E F"));
        assert!(!author_matches("A B", "A B and C D"));
        assert!(author_matches("赵延东、风笑天", "风笑天, 赵延东"));
        assert!(!author_matches("Andy Sanders", "y Sanders"));
    }

    #[test]
    fn dates() {
        assert!(date_matches("2025-09-04T10:00:00Z", "2025-09-04"));
        assert!(date_matches("2005年5月7日", "2005-5-7 21:23:57"));
        assert!(date_matches("2025-09-30", "2025-09"));
        assert!(!date_matches("2025-09", "2025-09-30"));
        assert!(!date_matches("2025-09-05", "2025-09-04"));
        assert!(!date_matches("September 4, 2025", "2025-09-04"));
        assert!(date_matches("unknown", "Unknown"));
        assert!(!date_matches("", "2025-09-04"));
    }
}
