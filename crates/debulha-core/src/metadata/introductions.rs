//! What stands before the names of authors: "By", "Guest post by", "文・写真=".

use crate::metadata::credits::{has_writer_label, is_writer_label};
use crate::word_list::word_list;

/// What introduces an author, longest first where one starts another; lower case.
const INTRODUCTIONS: &[&str] = word_list!("words/introductions.txt");

/// Introductions that are also the first part of surnames: "Di Stefano".
const PARTICLES: [&str; 6] = ["von", "di", "av", "af", "του", "της"];

/// Kinds of texts with "by": what a byline may begin with, and a sentence, too.
const KIND_INTRODUCTIONS: &[&str] = word_list!("words/introductions_by_kind.txt");

/// The same in scripts without spaces, where a colon or bracket ends the word.
const CJK_INTRODUCTIONS: &[&str] = word_list!("words/introductions_cjk.txt");

/// What someone who wrote may have done besides: "文・写真" is text and pictures.
const CJK_BESIDE: [&str; 9] = ["写真", "撮影", "構成", "編集", "聞き手", "图", "摄影", "攝影", "사진"];

/// What ends such a label.
const CJK_LABEL_ENDS: [char; 8] = [':', '：', '/', '／', '｜', '|', '=', '＝'];

/// The author that a byline names after its introduction; `None` if it has none.
pub(super) fn after_introduction(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    if let Some(rest) = after_cjk_introduction(text) {
        return Some(rest);
    }
    let found = INTRODUCTIONS.iter().chain(KIND_INTRODUCTIONS).find_map(|word| {
        let head = text.get(..word.len())?;
        let rest = &text[word.len()..];
        let ends = word.ends_with(':') || rest.starts_with(|c: char| c.is_whitespace() || c == ':');
        (ends && is_lower(word, head)).then_some(rest)
    });
    found.map(|rest| rest.trim_start_matches([' ', ':']))
}

/// What follows a label of writers in a script without spaces: "作者：", "文・写真=".
fn after_cjk_introduction(text: &str) -> Option<&str> {
    if text.starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    let (label, rest) = text.split_once(CJK_LABEL_ENDS)?;
    let is_writer = |word: &&str| CJK_INTRODUCTIONS.contains(word);
    let mut words = label.split(['・', '·', '＆']).map(str::trim);
    let is_label = words.clone().any(|word| is_writer(&word))
        && words.all(|word| is_writer(&word) || CJK_BESIDE.contains(&word));
    is_label.then(|| rest.trim())
}

/// Whether a text is another's in lower case.
fn is_lower(lower: &str, text: &str) -> bool {
    lower.chars().eq(text.chars().flat_map(char::to_lowercase))
}

/// A text after its introductions, as of "Author: Written by Ana", and whether it had one.
pub(super) fn introduced(text: &str) -> (&str, bool) {
    let (mut rest, mut is_introduced) = (text, false);
    while let Some(after) = after_introduction(rest) {
        let is_surname = after.split_whitespace().nth(1).is_none()
            && PARTICLES
                .iter()
                .any(|particle| is_lower(particle, rest.split(' ').next().unwrap_or_default()));
        if is_surname {
            break;
        }
        (rest, is_introduced) = (after, true);
    }
    (rest, is_introduced)
}

/// Whether a line introduces an author.
pub(super) fn is_introduced(text: &str) -> bool {
    after_introduction(text).is_some() || has_writer_label(text)
}

/// Whether a text only introduces an author, who then stands in the next line.
pub(super) fn is_bare_introduction(text: &str) -> bool {
    if is_writer_label(text) {
        return true;
    }
    let text = text.trim_end_matches([' ', ':', '：']).to_lowercase();
    INTRODUCTIONS.iter().chain(KIND_INTRODUCTIONS).any(|word| word.trim_end_matches([' ', ':']) == text)
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(after_introduction("写真=山田太郎"), None);
        assert_eq!(after_introduction("文化=山田太郎"), None);
    }

    #[test]
    fn the_kind_of_a_text_may_also_begin_a_sentence() {
        assert!(!is_plainly_introduced("Ein Bericht von Ana Lima"));
        assert!(is_bare_introduction("Ein Bericht von"));
    }
}
