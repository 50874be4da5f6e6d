//! Clauses: what running text is made of, and headlines, captions and menus are not.

use crate::features::words::words;

/// Signs that end a clause when white space or the end of the text follows (boilerpipe).
const DELIMITERS: [char; 6] = [',', '.', ':', ';', '!', '?'];

/// Those of scripts that put no spaces between words: what follows does not matter (our decision).
const WIDE_DELIMITERS: [char; 7] = ['，', '。', '：', '；', '！', '？', '、'];

/// Whether a text, white space folded, has a clause of at least `min_words` words.
///
/// A clause ends in signs that follow a letter or a digit at once; so `3.14` is inside one. What comes after the last
/// one is a clause only if `open_end` says so. O(text).
///
/// ```
/// use debulha_core::features::boilerpipe::clauses::has_clause;
///
/// assert!(has_clause("Rain, said the farmer, came too late.", 3, false));
/// assert!(!has_clause("Rain came too late for the harvest", 4, false));
/// assert!(has_clause("Rain came too late for the harvest", 4, true));
/// ```
pub fn has_clause(text: &str, min_words: u32, open_end: bool) -> bool {
    let enough = |clause: &str| min_words == 0 || words(clause).nth(min_words as usize - 1).is_some();
    let mut start = 0;
    let mut after_word = false;
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        if !(after_word && is_delimiter(sign)) {
            after_word = sign.is_alphanumeric();
            continue;
        }
        let mut is_wide = WIDE_DELIMITERS.contains(&sign);
        while let Some((_, sign)) = signs.next_if(|&(_, sign)| is_delimiter(sign)) {
            is_wide |= WIDE_DELIMITERS.contains(&sign);
        }
        after_word = false;
        let next = signs.peek();
        if is_wide || next.is_none_or(|(_, sign)| sign.is_whitespace()) {
            if enough(&text[start..at]) {
                return true;
            }
            start = next.map_or(text.len(), |&(at, _)| at);
        }
    }
    open_end && enough(&text[start..])
}

fn is_delimiter(sign: char) -> bool {
    DELIMITERS.contains(&sign) || WIDE_DELIMITERS.contains(&sign)
}

#[cfg(test)]
mod tests {
    use super::has_clause;

    #[test]
    fn clauses_end_in_signs_after_a_word() {
        let longest = |text: &str| (1..20).take_while(|&words| has_clause(text, words, false)).count();
        assert_eq!(longest("One two three, four five. Six"), 3);
        assert_eq!(longest("At 3.14 per cent it fell!!"), 6);
        assert_eq!(longest("No sign at the end"), 0);
        assert_eq!(longest("A dash - . is none"), 0);
        assert_eq!(longest("He said \"so it is\"."), 0, "a quotation mark is no word");
        assert_eq!(longest("北京的雨下得太晚。没有"), 8);
        assert_eq!(longest(""), 0);
    }

    #[test]
    fn what_comes_after_the_last_sign_counts_if_told() {
        assert!(has_clause("One. Two three four", 3, true));
        assert!(!has_clause("One. Two three four", 4, true));
        assert!(!has_clause("", 1, true));
    }
}
