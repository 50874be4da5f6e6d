//! Names of people out of bylines and stated authors.

use crate::metadata::credits::{without_role, written_parts};
use crate::metadata::introductions::introduced;
use crate::metadata::text::{clean, folded, squashed};
use crate::word_list::word_list;

/// Characters of a name; what is longer is a sentence.
const MAX_NAME_CHARS: usize = 60;

/// Words of a name: "Ana Maria de Souza Lima e Silva" has seven.
const MAX_NAME_WORDS: usize = 7;

/// Letters of the longest credential written in capitals after a name, such as `RDN` or `FACLM`.
const MAX_CREDENTIAL_CHARS: usize = 6;

/// Accounts that write without being an author.
const NOBODY: &[&str] = word_list!("words/nobody.txt");

/// Words of titles and positions that follow a name after a comma; lower case.
const POSITIONS: &[&str] = word_list!("words/positions.txt");

/// The names in a stated author or the rest of a byline, in order; empty if nothing in it looks like a name.
///
/// Parts that a label gives to photographers, reviewers and the like are left out. The rest is cut at "and", "&", ";", ","
/// and their like, but "Lima, Ana" is one name turned round, and what follows a comma may be a credential, a position or a
/// place, which is dropped. `site` holds squashed spellings of the site's name.
pub(super) fn names(text: &str, site: &[String]) -> Vec<String> {
    let text = without_handles(&clean(text));
    let mut names = Vec::new();
    for part in written_parts(&text) {
        add_names(part, site, &mut names);
    }
    names
}

fn add_names(text: &str, site: &[String], names: &mut Vec<String>) {
    let (text, is_introduced) = introduced(text);
    let text = cut_at_bars(text, is_introduced);
    for group in text.split([';', '、', '；', '\n']).flat_map(|group| group.split(" / ")) {
        for name in split_conjunction(group).into_iter().flat_map(split_commas) {
            let Some(name) = without_role(&name) else { continue };
            let name = without_job(trimmed(name));
            let name = without_position(introduced(name).0);
            if is_name(name, site) && !names.iter().any(|have| folded(have) == folded(name)) {
                names.push(name.to_owned());
            }
        }
    }
}

/// A text without names of accounts and addresses of mail: "Ana Lima (@ana)".
fn without_handles(text: &str) -> String {
    if !text.contains('@') {
        return text.to_owned();
    }
    text.split(' ').filter(|word| !word.contains('@')).collect::<Vec<_>>().join(" ")
}

/// A name without marks at its ends, and without brackets around it.
fn trimmed(name: &str) -> &str {
    let marks = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | '|' | '·' | '•' | '-' | '–' | '—' | ':' | '：' | '"' | '*' | '/' | '／')
    };
    let name = name.trim_matches(marks);
    let pairs = [('(', ')'), ('[', ']'), ('【', '】'), ('（', '）')];
    let inside = pairs.iter().find_map(|&(open, close)| name.strip_prefix(open)?.strip_suffix(close));
    without_point(inside.unwrap_or(name).trim_matches(marks))
}

/// A name without the point of the sentence that it ends: initials and short forms keep theirs.
fn without_point(name: &str) -> &str {
    const SHORT: [&str; 6] = ["jr", "sr", "dr", "md", "phd", "esq"];
    let Some(rest) = name.strip_suffix('.') else { return name };
    let last = rest.rsplit(' ').next().unwrap_or_default();
    let is_short =
        last.chars().count() < 2 || last.contains('.') || SHORT.contains(&last.to_lowercase().as_str());
    if is_short { name } else { rest }
}

/// A Korean, Japanese or Chinese name without the word for "reporter" behind it.
fn without_job(name: &str) -> &str {
    const JOBS: [&str; 5] = ["기자", "특파원", "記者", "记者", "通讯员"];
    let rest = JOBS.iter().find_map(|job| name.strip_suffix(job)).map(str::trim_end);
    rest.filter(|rest| rest.chars().count() > 1).unwrap_or(name)
}

/// A name without the position before it: "Staff Writer Ana Lima".
fn without_position(name: &str) -> &str {
    const WRITERS: &[&str] = word_list!("words/writers.txt");
    const QUALIFIERS: &[&str] = word_list!("words/qualifiers.txt");
    let mut rest = name;
    while let Some((first, after)) = rest.split_once(' ') {
        let first = folded(first);
        if WRITERS.contains(&first.as_str()) && words(after) > 1 {
            return after;
        }
        if !QUALIFIERS.contains(&first.as_str()) {
            break;
        }
        rest = after;
    }
    name
}

/// What stands before "on" or the first bar or dash with spaces around it: bylines go on with dates and positions. After
/// an introduction also what stands before "for" and "in": the paper and the place.
fn cut_at_bars(text: &str, is_introduced: bool) -> &str {
    const BARS: [&str; 9] = [" on ", " | ", " · ", " • ", " ⋅ ", " – ", " — ", " - ", " // "];
    const PLACES: [&str; 6] = [" for ", " For ", " FOR ", " in ", " aus ", " at "];
    let bars = BARS.iter().filter_map(|bar| text.find(bar));
    let places = PLACES.iter().filter_map(|place| text.find(place));
    let after_name = places.filter(|&at| is_introduced && words(&text[..at]) > 1);
    let end = bars.chain(after_name).filter(|&at| at > 0).min();
    &text[..end.unwrap_or(text.len())]
}

/// "And" in several languages. What joins names stands between two of them, so short words of one language do no harm to
/// another.
pub(super) const AND: [&str; 25] = [
    ", and ", " and ", ", & ", " & ", " + ", " und ", " sowie ", " et ", " y ", " e ", " en ", " og ",
    " och ", " ja ", " i ", " oraz ", " és ", " și ", " ve ", " dan ", " và ", " и ", " та ", " και ",
    " with ",
];

/// Cuts at "and", if both sides are equally long names. Of what follows the last one a place is cut off.
fn split_conjunction(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    // A place may follow the names in small letters.
    let is_shouted = is_in_capitals(text.split(',').next().unwrap_or_default());
    for and in AND {
        parts = parts.into_iter().flat_map(|part| split_at(part, and)).collect();
        if is_shouted {
            let and = and.to_uppercase();
            parts = parts.into_iter().flat_map(|part| split_at_capitals(part, &and)).collect();
        }
    }
    if parts.len() > 1
        && let Some(last) = parts.last_mut()
        && let Some((name, _)) = last.split_once([',', '，'])
        && words(name) > 1
    {
        *last = name;
    }
    parts
}

fn split_at<'t>(text: &'t str, and: &str) -> Vec<&'t str> {
    let parts: Vec<&str> = text.split(and).filter(|part| !part.trim().is_empty()).collect();
    // "Center for Drug Evaluation and Research" is one name: its parts have many words and one.
    let mut beside = parts.iter().enumerate().map(|(index, part)| {
        let name = if index == 0 { part.rsplit(',').next() } else { part.split(',').next() };
        words(name.unwrap_or_default()) > 1
    });
    let first = beside.next();
    if beside.all(|is_long| Some(is_long) == first) { parts } else { vec![text] }
}

/// The same in capitals, where a single letter may also be an initial: "ANA E LIMA".
fn split_at_capitals<'t>(text: &'t str, and: &str) -> Vec<&'t str> {
    let parts = split_at(text, and);
    let may_be_initial = and.trim().chars().nth(1).is_none() && and.contains(char::is_alphabetic);
    if may_be_initial && parts.iter().any(|part| words(part) < 2) { vec![text] } else { parts }
}

fn split_commas(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split([',', '，']).map(str::trim).filter(|part| !part.is_empty()).collect();
    // Where names stand in capitals, these say nothing of credentials.
    let is_shouted = parts.first().is_some_and(|first| words(first) > 1 && is_in_capitals(first))
        || parts.iter().all(|part| is_in_capitals(part));
    let is_credential = |part: &str| if is_shouted { is_known_credential(part) } else { is_credential(part) };
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

fn is_in_capitals(text: &str) -> bool {
    text.contains(char::is_uppercase) && !text.contains(char::is_lowercase)
}

/// Credentials that are known as such where a name stands in capitals, too.
fn is_known_credential(part: &str) -> bool {
    const KNOWN: &[&str] = word_list!("words/credentials.txt");
    part.split_whitespace().all(|word| KNOWN.contains(&squashed(word).as_str()))
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

/// Whether a word of a text is that of a position.
pub(super) fn has_position(part: &str) -> bool {
    let has_word = |word: &str| POSITIONS.iter().any(|position| *position == folded(word));
    part.split([' ', '-', '/']).any(has_word)
}

/// `33 Comments`; an account such as `3dprinter` is a name.
fn starts_with_number(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
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
        && !is_address(text)
        && !text.contains(['{', '}', '<', '>', '=', '?', '!'])
        && !text.starts_with('/')
        && !starts_with_number(text)
        && !NOBODY.contains(&folded(text).as_str())
        && !site.contains(&squashed)
}

/// A path (`facebook.com/ana`) or the name of a value that was never filled in (`page.head.author`).
fn is_address(text: &str) -> bool {
    let is_one_word = words(text) == 1;
    let is_path = text.contains('/') && text.contains('.');
    let is_key =
        text.split('.').filter(|part| part.len() > 1).count() > 2 && !text.contains(char::is_uppercase);
    is_one_word && (is_path || is_key)
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
    fn names_are_joined_by_and_in_many_languages() {
        for text in [
            "Von Ana Lima und Rui Sá, Berlin",
            "Par Ana Lima et Rui Sá",
            "Por Ana Lima y Rui Sá",
            "Por Ana Lima e Rui Sá",
            "Di Ana Lima e Rui Sá",
            "Door Ana Lima en Rui Sá",
            "Av Ana Lima og Rui Sá",
            "Av Ana Lima och Rui Sá",
            "Ana Lima ve Rui Sá",
            "Автор: Ana Lima и Rui Sá",
            "Ana Lima / Rui Sá",
            "Ana Lima, Rui Sá",
            "By Ana Lima and Rui Sá, New York",
            "By Ana Lima and Rui Sá for Barn Times",
            "Text: Ana Lima, Rui Sá | Fotos: Eva Cruz",
            "Ana Lima (@ana) and Rui Sá (@rui)",
            "Words: Ana Lima and Rui Sá. Pictures: Eva Cruz.",
        ] {
            assert_eq!(of(text), ["Ana Lima", "Rui Sá"], "{text}");
        }
    }

    #[test]
    fn capitals_stay_as_they_are() {
        assert_eq!(of("By ANA LIMA, RUI SÁ and EVA CRUZ"), ["ANA LIMA", "RUI SÁ", "EVA CRUZ"]);
        assert_eq!(of("ANA LIMA, RUI SÁ"), ["ANA LIMA", "RUI SÁ"]);
        assert_eq!(of("ANA LIMA, MD"), ["ANA LIMA"]);
        assert_eq!(of("LIMA, ANA"), ["ANA LIMA"]);
        assert_eq!(of("BY ANA LIMA AND RUI ST. SÁ, New York"), ["ANA LIMA", "RUI ST. SÁ"]);
        assert_eq!(of("POR ANA LIMA Y RUI SÁ"), ["ANA LIMA", "RUI SÁ"]);
        assert_eq!(of("VON ANA LIMA UND RUI SÁ"), ["ANA LIMA", "RUI SÁ"]);
        assert_eq!(of("ANA E LIMA"), ["ANA E LIMA"]);
        assert_eq!(of("CENTER FOR RYE AND RESEARCH"), ["CENTER FOR RYE AND RESEARCH"]);
        assert_eq!(of("Ana Lima, MD, MPH"), ["Ana Lima"]);
    }

    #[test]
    fn points_of_short_forms_are_kept() {
        assert_eq!(of("Ana Lima Jr."), ["Ana Lima Jr."]);
        assert_eq!(of("Ana L."), ["Ana L."]);
        assert_eq!(of("By Ana Lima."), ["Ana Lima"]);
    }

    #[test]
    fn surnames_with_particles_are_kept() {
        assert_eq!(of("Di Stefano"), ["Di Stefano"]);
        assert_eq!(of("Ursula von der Leyen"), ["Ursula von der Leyen"]);
    }

    #[test]
    fn words_for_reporters_are_cut_off() {
        assert_eq!(of("신현주 기자"), ["신현주"]);
        assert_eq!(of("山田太郎記者"), ["山田太郎"]);
        assert_eq!(of("【山田太郎】"), ["山田太郎"]);
    }

    #[test]
    fn the_kind_of_a_text_introduces_its_author() {
        for text in [
            "Ein Bericht von Ana Lima und Rui Sá",
            "Opinion by Ana Lima & Rui Sá",
            "Un reportage de Ana Lima et Rui Sá",
        ] {
            assert_eq!(of(text), ["Ana Lima", "Rui Sá"], "{text}");
        }
        assert_eq!(of("Guest post by Ana Lima"), ["Ana Lima"]);
    }

    #[test]
    fn positions_and_roles_are_cut_off() {
        assert_eq!(of("Staff Writer Ana Lima"), ["Ana Lima"]);
        assert_eq!(of("Senior Political Correspondent Ana Lima"), ["Ana Lima"]);
        assert_eq!(of("Guest Writer"), ["Guest Writer"]);
        assert_eq!(of("Chief Joseph Lima"), ["Chief Joseph Lima"]);
        assert_eq!(of("Von Ana Lima, Rui Sá (Text) und Eva Cruz (Fotos)"), ["Ana Lima", "Rui Sá"]);
        assert_eq!(of("Ana Lima (words) and Eva Cruz (photos)"), ["Ana Lima"]);
        assert_eq!(of("Ana Lima (Porto)"), ["Ana Lima (Porto)"]);
    }

    #[test]
    fn labels_of_writers_may_name_two_roles() {
        for text in
            ["文・写真=山田太郎", "写真・文：山田太郎", "取材・文／山田太郎", "取材・構成・文＝山田太郎"]
        {
            assert_eq!(of(text), ["山田太郎"], "{text}");
        }
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
        for text in [
            "",
            "admin",
            "https://x.example/ana",
            "ana@x.example",
            "Barn Times",
            "{{author}}",
            "By",
            "12",
            "@ana",
            "facebook.com/ana",
            "page.head.author",
            "Medically reviewed by Eva Cruz",
            "Photography by Eva Cruz",
            "Fotos: Eva Cruz",
        ] {
            assert!(of(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_name_is_no_longer_than_its_limits() {
        let of_chars = |count: usize| of(&format!("Ana {}", "x".repeat(count - 4))).len();
        assert_eq!((of_chars(MAX_NAME_CHARS), of_chars(MAX_NAME_CHARS + 1)), (1, 0));
        let of_words = |count: usize| of(&"Ana ".repeat(count)).len();
        assert_eq!((of_words(MAX_NAME_WORDS), of_words(MAX_NAME_WORDS + 1)), (1, 0));
        assert!(is_credential(&"A".repeat(MAX_CREDENTIAL_CHARS)));
        assert!(!is_credential(&"A".repeat(MAX_CREDENTIAL_CHARS + 1)));
    }
}
