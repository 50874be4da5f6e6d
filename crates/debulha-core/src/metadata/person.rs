//! Names of people out of bylines and stated authors.

use crate::metadata::text::{clean, folded, squashed};

/// Characters of a name; what is longer is a sentence.
const MAX_NAME_CHARS: usize = 60;

/// Words of a name: "Ana Maria de Souza Lima e Silva" has seven.
const MAX_NAME_WORDS: usize = 7;

/// Letters of the longest credential written in capitals after a name, such as `RDN` or `FACLM`.
const MAX_CREDENTIAL_CHARS: usize = 6;

/// What introduces an author, longest first where one starts another; lower case.
#[rustfmt::skip]
const INTRODUCTIONS: [&str; 37] = [
    "this post was written by", "this article was written by", "content by", "written and reviewed by", "written by", "posted by", "published by", "created by", "reported by", "article by",
    "story by", "words by", "text by", "author:", "authors:", "by:", "by", "autor:", "autorin:", "autora:", "autores:",
    "auteur:", "auteur :", "autore:", "geschrieben von", "von", "écrit par", "publié par", "par", "escrito por",
    "publicado por", "por", "scritto da", "di", "geschreven door", "door", "автор:",
];

/// The same in scripts without spaces, where a colon or bracket ends the word.
const CJK_INTRODUCTIONS: [&str; 12] = [
    "作者",
    "记者",
    "記者",
    "撰文",
    "撰稿",
    "文",
    "编译",
    "本报记者",
    "特约记者",
    "见习记者",
    "作　者",
    "文章作者",
];

/// Accounts that write without being an author.
const NOBODY: [&str; 25] = [
    "the author",
    "topic author",
    "original poster",
    "admin",
    "administrator",
    "webmaster",
    "author",
    "authors",
    "editor",
    "staff",
    "guest",
    "anonymous",
    "unknown",
    "null",
    "undefined",
    "none",
    "na",
    "wordpress",
    "user",
    "root",
    "default",
    "super user",
    "press release",
    "by",
    "ghost",
];

/// Words of titles and positions that follow a name after a comma; lower case.
#[rustfmt::skip]
const POSITIONS: [&str; 38] = [
    "expert", "editor", "editors", "director", "manager", "writer", "reporter", "correspondent", "columnist", "contributor", "ceo", "cto",
    "cfo", "coo", "founder", "cofounder", "president", "professor", "lead", "head", "specialist", "analyst", "engineer", "consultant",
    "dietitian", "nutritionist", "therapist", "psychologist", "attorney", "advisor", "adviser", "officer", "coach", "horticulturalist",
    "strategist", "candidate", "freelance", "author",
];

/// The author that a byline names after its introduction; `None` if it has none.
pub(super) fn after_introduction(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    if let Some(rest) = CJK_INTRODUCTIONS.iter().find_map(|word| text.strip_prefix(word)) {
        let rest = rest.trim_start();
        let marked = rest.strip_prefix([':', '：', '/', '／', '｜', '|'])?;
        return Some(marked.trim());
    }
    let found = INTRODUCTIONS.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        let rest = &text[word.len()..];
        let ends = word.ends_with(':') || rest.starts_with(|c: char| c.is_whitespace() || c == ':');
        (ends && is_lower(word, head)).then_some(rest)
    });
    found.map(|rest| rest.trim_start_matches([' ', ':']))
}

/// Whether a text is another's in lower case.
fn is_lower(lower: &str, text: &str) -> bool {
    lower.chars().eq(text.chars().flat_map(char::to_lowercase))
}

/// The names in a stated author or the rest of a byline, in order; empty if nothing in it looks like a name.
///
/// Cut at "and", "&", ";", "," and their like, but "Lima, Ana" is one name turned round, and what follows a comma
/// may be a credential or a position, which is dropped. `site` holds squashed spellings of the site's name.
pub(super) fn names(text: &str, site: &[String]) -> Vec<String> {
    let text = clean(text);
    let mut text = text.as_str();
    // "Author: Written by Ana"
    while let Some(rest) = after_introduction(text) {
        text = rest;
    }
    let text = cut_at_bars(text);
    let mut names: Vec<String> = Vec::new();
    for group in text.split([';', '、', '；', '\n']).flat_map(split_conjunction) {
        for name in split_commas(group) {
            let name = name
                .trim()
                .trim_matches(|c: char| {
                    matches!(c, ',' | '|' | '·' | '•' | '-' | '–' | '—' | ':' | '"' | '*')
                })
                .trim();
            let name = after_introduction(name).unwrap_or(name);
            if is_name(name, site) && !names.iter().any(|have| folded(have) == folded(name)) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// What stands before "on" or the first bar or dash with spaces around it: bylines go on with dates and positions.
fn cut_at_bars(text: &str) -> &str {
    const BARS: [&str; 9] = [" on ", " | ", " · ", " • ", " ⋅ ", " – ", " — ", " - ", " // "];
    let end = BARS.iter().filter_map(|bar| text.find(bar)).filter(|&at| at > 0).min();
    &text[..end.unwrap_or(text.len())]
}

/// Cuts at "and" in several languages, if both sides are equally long names.
fn split_conjunction(text: &str) -> Vec<&str> {
    const AND: [&str; 9] = [", and ", " and ", ", & ", " & ", " und ", " et ", " y ", " e ", " en "];
    let mut parts = vec![text];
    for and in AND {
        parts = parts.into_iter().flat_map(|part| split_at(part, and)).collect();
    }
    parts
}

fn split_at<'t>(text: &'t str, and: &str) -> Vec<&'t str> {
    let parts: Vec<&str> = text.split(and).filter(|part| !part.trim().is_empty()).collect();
    let last_names = |part: &&str| part.rsplit(',').next().unwrap_or_default().split_whitespace().count();
    // "Center for Drug Evaluation and Research" is one name: its parts have many words and one.
    let alike =
        parts.iter().all(|part| last_names(part) == 1) || parts.iter().all(|part| last_names(part) > 1);
    if alike { parts } else { vec![text] }
}

fn split_commas(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split([',', '，']).map(str::trim).filter(|part| !part.is_empty()).collect();
    if let [family, given] = *parts
        && words(family) == 1
        && (1..=3).contains(&words(given))
        && !is_credential(given)
        && !has_position(given)
        && starts_with_capital(given)
        && !is_cjk(family)
    {
        return vec![format!("{given} {family}")];
    }
    let first_words = parts.first().map_or(0, |part| words(part));
    let is_further_name = |part: &str| {
        let single_after_full_name = first_words > 1 && words(part) == 1 && !is_cjk(part);
        !is_credential(part) && !has_position(part) && !single_after_full_name
    };
    let mut kept = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if index == 0 || is_further_name(part) {
            kept.push((*part).to_owned());
        }
    }
    kept
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn starts_with_capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Han, kana and hangul, where a name needs no space.
fn is_cjk(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'))
}

/// `MD`, `Ph.D.`, `CEPF®`, `E-RYT 200`, `M.D. FACLM`: capitals and points.
fn is_credential(part: &str) -> bool {
    const MIXED: [&str; 12] =
        ["phd", "ph.d", "ph.d.", "psyd", "pharmd", "edd", "msc", "bsc", "jr", "jr.", "sr", "dipl.-ing."];
    part.split_whitespace().all(|word| {
        let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
        let capitals = letters.len() <= MAX_CREDENTIAL_CHARS && letters.iter().all(|c| c.is_uppercase());
        capitals || word.contains('.') && letters.len() <= 4 || MIXED.contains(&word.to_lowercase().as_str())
    })
}

fn has_position(part: &str) -> bool {
    let has_word = |word: &str| POSITIONS.iter().any(|position| *position == folded(word));
    part.split([' ', '-', '/']).any(has_word)
}

/// `33 Comments`; an account such as `3dprinter` is a name.
fn starts_with_number(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
}

/// Names after a Chinese label anywhere in a text, as in `时间：2004年10月21日 作者：郭励弘` or `（记者 王建宏 张文攀）`.
///
/// Names are runs of two to four Han characters; a label that stands in a sentence has none of them after a space
/// or colon.
pub(super) fn after_cjk_label(text: &str) -> Vec<String> {
    const LABELS: [&str; 6] = ["作者", "记者", "記者", "撰文", "撰稿", "通讯员"];
    const SEPARATORS: [char; 6] = [':', '：', '/', '／', ' ', '\u{3000}'];
    let is_han_name = |word: &str| {
        (2..=4).contains(&word.chars().count()) && word.chars().all(|c| matches!(c, '\u{3400}'..='\u{9fff}'))
    };
    if text.is_ascii() {
        return Vec::new();
    }
    for label in LABELS {
        let Some(at) = text.find(label) else { continue };
        let rest = &text[at + label.len()..];
        if !rest.starts_with(SEPARATORS) {
            continue;
        }
        let rest = rest.trim_start_matches(SEPARATORS);
        let words = rest.split(|c: char| c.is_whitespace() || matches!(c, '、' | '，' | ')' | '）' | '|'));
        let names: Vec<String> = words.take_while(|word| is_han_name(word)).map(str::to_owned).collect();
        if !names.is_empty() {
            return names;
        }
    }
    Vec::new()
}

/// Whether a text only introduces an author, who then stands in the next line.
pub(super) fn is_bare_introduction(text: &str) -> bool {
    let text = text.trim_end_matches([' ', ':', '：']).to_lowercase();
    INTRODUCTIONS.iter().any(|word| word.trim_end_matches([' ', ':']) == text)
}

/// Whether a text begins with an introduction that stands nowhere else, such as "Posted by".
pub(super) fn is_plainly_introduced(text: &str) -> bool {
    let text = text.to_lowercase();
    INTRODUCTIONS.iter().any(|word| (word.contains(' ') || word.ends_with(':')) && text.starts_with(word))
}

/// Whether a text may be plainly introduced, by how it begins: `false` rules it out.
pub(super) fn may_be_plainly_introduced(text: impl Iterator<Item = char>) -> bool {
    const COMPARED: usize = 3;
    let mut begin = ['\0'; COMPARED];
    for (to, from) in begin.iter_mut().zip(text.flat_map(char::to_lowercase)) {
        *to = from;
    }
    INTRODUCTIONS.iter().any(|word| word.chars().zip(begin).all(|(a, b)| a == b))
}

/// Whether a text can be someone's name: no address, number, placeholder, sentence, nor the site's own name.
fn is_name(text: &str, site: &[String]) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let squashed = squashed(text);
    letters > 1
        && text.chars().count() <= MAX_NAME_CHARS
        && words(text) <= MAX_NAME_WORDS
        && !text.contains("://")
        && !text.contains('@')
        && !text.contains("www.")
        && !text.contains(['{', '}', '<', '>', '=', '?', '!'])
        && !text.starts_with('/')
        && !starts_with_number(text)
        && !NOBODY.contains(&folded(text).as_str())
        && !site.contains(&squashed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        names(text, &["barntimes".to_owned()])
    }

    #[test]
    fn several_authors_are_told_apart() {
        assert_eq!(of("Ana Lima and Rui Sá"), ["Ana Lima", "Rui Sá"]);
        assert_eq!(of("By Ana Lima, Rui Sá, and Eva Cruz"), ["Ana Lima", "Rui Sá", "Eva Cruz"]);
        assert_eq!(of("Ana Lima; Rui Sá & Eva Cruz"), ["Ana Lima", "Rui Sá", "Eva Cruz"]);
        assert_eq!(of("Linny and Peter"), ["Linny", "Peter"]);
        assert_eq!(of("作者：王建宏、张文攀"), ["王建宏", "张文攀"]);
    }

    #[test]
    fn one_author_stays_one() {
        assert_eq!(of("Lima, Ana M."), ["Ana M. Lima"]);
        assert_eq!(of("Lima, Ana; Sá, Rui"), ["Ana Lima", "Rui Sá"]);
        assert_eq!(
            of("Center for Drug Evaluation and Research"),
            ["Center for Drug Evaluation and Research"]
        );
        assert_eq!(of("Jillian Kubala, MS, RD"), ["Jillian Kubala"]);
        assert_eq!(of("Genevieve Carlton, Ph.D."), ["Genevieve Carlton"]);
        assert_eq!(of("Mike Marshall, Shipping Expert"), ["Mike Marshall"]);
        assert_eq!(of("Tracy Parker, Dietitian"), ["Tracy Parker"]);
        assert_eq!(of("Escrito por Ana Lima | 3 min"), ["Ana Lima"]);
    }

    #[test]
    fn what_is_nobody_is_left_out() {
        for text in
            ["", "admin", "https://x.example/ana", "ana@x.example", "Barn Times", "{{author}}", "By", "12"]
        {
            assert!(of(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn chinese_labels_are_found_inside_a_line() {
        assert_eq!(after_cjk_label("时间：2004年10月21日14:18 作者：郭励弘"), ["郭励弘"]);
        assert_eq!(after_cjk_label("光明日报记者 王建宏 张文攀"), ["王建宏", "张文攀"]);
        assert!(after_cjk_label("记者近日从会议上了解到").is_empty());
    }

    #[test]
    fn introductions_need_to_be_words() {
        assert_eq!(after_introduction("By Ana"), Some("Ana"));
        assert_eq!(after_introduction("Bylaws of the barn"), None);
        assert_eq!(after_introduction("Parker Lima"), None);
        assert_eq!(after_introduction("文化"), None);
    }
}
