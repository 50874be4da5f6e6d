//! Emoji drawn as images.

use super::class_names::has_class_word;
use super::media;
use debulha_dom::{Document, NodeId, names};

/// Maximum characters of an emoji's text: a sequence of joined characters or a name such as `:slightly_smiling_face:`.
const MAX_EMOJI_CHARS: usize = 40;

/// Maximum characters of a smiley made of signs, such as `:'-(`.
const MAX_SMILEY_CHARS: usize = 5;

/// Words in the classes of images that are emoji: `WordPress`, Discourse, `GitHub`, Twemoji, `XenForo`, phpBB.
const EMOJI_WORDS: [&str; 9] =
    ["emoji", "emojis", "twemoji", "emojione", "joypixel", "smiley", "smilies", "smilie", "emoticon"];

/// The text of an image that is an emoji: its alternative text, if a class says that it is one, or the text itself does.
pub(super) fn emoji(doc: &Document, img: NodeId) -> Option<String> {
    let text = media::fold(doc.attribute(img, names::ALT)?);
    let text = text.trim();
    let is_short = !text.is_empty() && text.chars().count() <= MAX_EMOJI_CHARS;
    (is_short && (is_emoji(text) || is_smiley(text) || has_class_word(doc, img, &EMOJI_WORDS)))
        .then(|| text.to_owned())
}

/// Whether a text is made of emoji alone.
fn is_emoji(text: &str) -> bool {
    let is_picture =
        |c: char| matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b50}' | '\u{2b55}');
    // Joiners, variation selectors, tags of flags, and the keycap with its digit.
    let joins = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}' | '\u{20e3}' | '\u{e0020}'..='\u{e007f}' | '0'..='9' | '#' | '*');
    text.chars().all(|c| is_picture(c) || joins(c)) && text.chars().any(|c| is_picture(c) || c == '\u{20e3}')
}

/// Whether a text is a smiley of signs (`:-)`) or the name of one (`:tada:`).
fn is_smiley(text: &str) -> bool {
    let is_name_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+');
    let name = text.strip_prefix(':').and_then(|rest| rest.strip_suffix(':'));
    let is_name = name.is_some_and(|name| !name.is_empty() && name.chars().all(is_name_char));
    let has_eyes = text.starts_with([':', ';', '=']);
    let has_mouth =
        || text.ends_with([')', '(', 'D', 'P', 'p', 'O', 'o', '|', '/', '\\', '*', '$', '?', ']', '[']);
    is_name
        || (text.chars().count() <= MAX_SMILEY_CHARS && has_eyes && text.len() > 1 && has_mouth())
        || text == "<3"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_tell_emoji_and_smileys() {
        for text in ["🎉", "👩‍🚀", "🇳🇴", "❤️", "3️⃣", "⭐"] {
            assert!(is_emoji(text), "{text}");
        }
        for text in ["3", "*", "A 🎉", "Rye"] {
            assert!(!is_emoji(text), "{text}");
        }
        for text in [":-)", ";)", ":D", "=(", "<3", ":tada:", ":+1:"] {
            assert!(is_smiley(text), "{text}");
        }
        for text in [":", ": rye", "::", "-", "rye)", ":the rye stands:"] {
            assert!(!is_smiley(text), "{text}");
        }
    }
}
