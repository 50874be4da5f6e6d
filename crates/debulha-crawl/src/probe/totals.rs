//! How many rows a page says that there are: "3,376 rows", "1..50 out of 790", "Showing 1 to 10 of 2,760 entries".

use debulha_core::Page;

/// Maximum words of a block that states a total; longer ones are text.
const MAX_WORDS: u32 = 25;

/// Maximum bytes of such a block.
const MAX_BYTES: usize = 300;

/// Maximum bytes between the end of a range and its total: "out of about".
const MAX_BETWEEN: usize = 24;

/// Maximum digits of a total.
const MAX_DIGITS: usize = 9;

/// Signs and words between the ends of a range, in lower case.
const TO: [&str; 18] =
    ["-", "–", "—", "‒", "..", "...", "…", "~", "～", "to", "a", "à", "bis", "al", "do", "до", "至", "から"];

/// First words between a range and its total.
const OF: [&str; 22] = [
    "of", "out", "from", "von", "de", "di", "del", "sur", "von", "van", "af", "av", "из", "из", "z", "ze",
    "/", "|", "共", "sobre", "su", "dari",
];

/// What rows are called behind their number.
const ROWS: [&str; 58] = [
    "row",
    "rows",
    "result",
    "results",
    "record",
    "records",
    "entry",
    "entries",
    "item",
    "items",
    "hit",
    "hits",
    "match",
    "matches",
    "document",
    "documents",
    "product",
    "products",
    "issue",
    "issues",
    "commits",
    "articles",
    "publications",
    "books",
    "jobs",
    "listings",
    "total",
    "found",
    "zeilen",
    "treffer",
    "ergebnis",
    "ergebnisse",
    "einträge",
    "datensätze",
    "résultat",
    "résultats",
    "enregistrements",
    "resultado",
    "resultados",
    "registros",
    "risultati",
    "risultato",
    "elementi",
    "resultaten",
    "resultater",
    "resultat",
    "träffar",
    "wyników",
    "wyniki",
    "výsledků",
    "результатов",
    "результата",
    "записей",
    "件",
    "条",
    "個",
    "건",
    "개",
];

/// Words before the number of all rows.
const TOTAL: [&str; 12] = [
    "total",
    "found",
    "all",
    "insgesamt",
    "gesamt",
    "totale",
    "total:",
    "trouvé",
    "encontrados",
    "найдено",
    "всего",
    "共",
];

/// Words behind "50 results" that say it is the size of a page.
const PER: [&str; 10] = ["per", "a", "pro", "par", "por", "je", "each", "på", "su", "на"];

/// The number of rows that a page states, at least as many as it shows; more, unless it states their range too. O(text of short blocks).
pub(super) fn stated_total(page: &Page<'_>, shown: usize) -> Option<u64> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let mut by_name = None;
    for block in texts.blocks().iter().filter(|block| block.counts.words <= MAX_WORDS) {
        let mut text = String::new();
        for &node in texts.nodes(block) {
            text.push_str(doc.text(node));
            text.push(' ');
            if text.len() > MAX_BYTES {
                break;
            }
        }
        if text.len() > MAX_BYTES || !text.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let (of_range, of_name) = totals(&text.to_lowercase());
        if let Some(total) = of_range.filter(|&total| total >= shown as u64) {
            return Some(total);
        }
        // "50 results" above 50 rows may be those that are shown.
        by_name = by_name.or(of_name.filter(|&total| total > shown as u64));
    }
    by_name
}

/// A number in a text.
#[derive(Debug, Clone, Copy)]
struct Number {
    value: u64,
    start: usize,
    end: usize,
}

/// The total behind a range, and the number that stands with a word for rows, in lower case.
fn totals(text: &str) -> (Option<u64>, Option<u64>) {
    let numbers = numbers(text);
    let of_range = numbers.windows(3).find_map(|three| {
        let [first, last, total] = [three[0], three[1], three[2]];
        let between = text[last.end..total.start].trim();
        let word = between.split_whitespace().next().unwrap_or_default();
        let is_range = TO.contains(&text[first.end..last.start].trim()) && first.value <= last.value;
        let leads = between.len() <= MAX_BETWEEN
            && (OF.contains(&word) || OF.iter().any(|of| !of.is_ascii() && between.starts_with(of)));
        (is_range && leads && last.value <= total.value).then_some(total.value)
    });
    let of_name = numbers.iter().find_map(|number| {
        let after = text[number.end..].trim_start_matches(|c: char| c.is_whitespace() || ":.()".contains(c));
        let mut words = after.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        let names = ROWS.contains(&first)
            || ROWS.iter().any(|row| !row.is_ascii() && row.chars().count() == 1 && first.starts_with(row));
        let is_size = words.next().is_some_and(|next| PER.contains(&next));
        let before = text[..number.start].trim_end_matches(|c: char| c.is_whitespace() || c == ':');
        let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        // "Page 3 results" has no total.
        ((names && !is_size && !is_range_end(text, number)) || (TOTAL.contains(&last) && !is_size))
            .then_some(number.value)
    });
    (of_range, of_name)
}

/// Whether a sign of ranges stands before a number.
fn is_range_end(text: &str, number: &Number) -> bool {
    let before = text[..number.start].trim_end();
    TO.iter().any(|to| !to.chars().all(char::is_alphanumeric) && before.ends_with(to))
}

/// The whole numbers of a text, with signs between groups of three digits.
fn numbers(text: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        let mut digits = String::new();
        loop {
            let from = at;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
            digits.push_str(&text[from..at]);
            let sign = text[at..]
                .chars()
                .next()
                .filter(|c| matches!(c, ',' | '.' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}'));
            let Some(sign) = sign else { break };
            let group = &bytes[(at + sign.len_utf8()).min(bytes.len())..];
            let is_group = group.len() >= 3
                && group[..3].iter().all(u8::is_ascii_digit)
                && !group.get(3).is_some_and(u8::is_ascii_digit);
            if !is_group || at - from > 3 {
                break;
            }
            at += sign.len_utf8();
        }
        if digits.len() <= MAX_DIGITS
            && let Ok(value) = digits.parse()
        {
            found.push(Number { value, start, end: at });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn total(html: &str, shown: usize) -> Option<u64> {
        let document = parse(html, &Limits::default()).document;
        stated_total(&Page::new(&document), shown)
    }

    #[test]
    fn totals_are_read_in_many_forms() {
        for (html, expected) in [
            ("<h3>3,376 rows</h3>", Some(3376)),
            ("<h3>3,376 rows where state = \"TX\"</h3>", Some(3376)),
            ("<th>1..50 out of 900</th>", Some(900)),
            ("<p>Showing <b>1</b> to <b>10</b> of <b>2,760</b> entries</p>", Some(2760)),
            ("<p>Ergebnisse 1–20 von 1.234</p>", Some(1234)),
            ("<p>1 à 20 sur 1 234 résultats</p>", Some(1234)),
            ("<p>Найдено: 57</p>", Some(57)),
            ("<p>検索結果 120件</p>", Some(120)),
            ("<p>共 88 条</p>", Some(88)),
            ("<p>Total: 12</p>", Some(12)),
            ("<p>50 results per page</p>", None),
            ("<p>5 rows</p>", None),
            ("<p>10 rows</p>", None),
            ("<p>1-10 of 10</p>", Some(10)),
            ("<p>2024-05-12 of 3</p>", None),
            ("<p>Rye 30 kg</p>", None),
        ] {
            assert_eq!(total(html, 10), expected, "{html}");
        }
    }

    #[test]
    fn blocks_and_numbers_are_bounded() {
        let words = |count: usize| total(&format!("<p>30 rows {}</p>", "x ".repeat(count)), 10);
        assert!(words(MAX_WORDS as usize - 2).is_some() && words(MAX_WORDS as usize - 1).is_none());
        let digits = |count: usize| total(&format!("<p>{} rows</p>", "9".repeat(count)), 10);
        assert!(digits(MAX_DIGITS).is_some() && digits(MAX_DIGITS + 1).is_none());
        let long = |bytes: usize| total(&format!("<p>30 rows {}</p>", "x".repeat(bytes)), 10);
        assert!(long(MAX_BYTES - 9).is_some() && long(MAX_BYTES - 8).is_none());
        let between = |more: usize| total(&format!("<p>1-10 of {} 500</p>", "x".repeat(more)), 10);
        assert!(between(MAX_BETWEEN - 3).is_some() && between(MAX_BETWEEN - 2).is_none());
    }
}
