//! Words beside a date that say what it is the date of.

use crate::word_list::word_list;

/// Characters before a date in which its label stands: the label, a time and a preposition, as in "Aktualisiert um
/// 10:30 Uhr, ". Farther ahead is the sentence before.
const LABEL_CHARS: usize = 40;

/// Words that say the date is of a change; lower case.
const UPDATE: &[&str] = word_list!("words/date_update.txt");

/// The same in scripts that are written from the right, and in those of India and Thailand.
const UPDATE_FURTHER: [&str; 8] =
    ["تحديث", "עודכן", "עדכון", "به‌روزرسانی", "अपडेट", "अद्यतन", "আপডেট", "อัปเดต"];

/// Words that say the date is of something else; lower case.
const OTHER: &[&str] = word_list!("words/date_other.txt");

/// What the words beside a date say.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) enum DateLabel {
    /// Nothing, or that it is the date of publication.
    None,
    /// That it is the date of a change.
    Update,
    /// That it is the date of something else than the page.
    Other,
}

/// What the end of a text says of a date that follows it.
pub(super) fn label(before: &str) -> DateLabel {
    let start = before.char_indices().rev().nth(LABEL_CHARS - 1).map_or(0, |(at, _)| at);
    let before = &before[start..];
    // Most dates stand without a word.
    if !before.contains(|c: char| c.is_alphabetic() || c == '©') {
        return DateLabel::None;
    }
    let before = before.to_lowercase();
    let says = |labels: &[&str]| labels.iter().any(|label| before.contains(label));
    if says(OTHER) {
        DateLabel::Other
    } else if says(UPDATE) || says(&UPDATE_FURTHER) {
        DateLabel::Update
    } else {
        DateLabel::None
    }
}

/// Whether a word of a class or of an attribute's name is one for changes.
pub(super) fn is_update_word(word: &str) -> bool {
    UPDATE.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_known_in_many_languages() {
        for text in [
            "Last updated: ",
            "Stand: 10:30 Uhr, ",
            "Mis à jour le ",
            "Última actualización ",
            "Laatst bijgewerkt op ",
            "Uppdaterad ",
            "Päivitetty klo 10.30, ",
            "Обновлено 10:30, ",
            "Son güncelleme ",
            "最終更新日：",
            "수정 ",
            "آخر تحديث ",
        ] {
            assert_eq!(label(text), DateLabel::Update, "{text}");
        }
        assert_eq!(label("Published on "), DateLabel::None);
        assert_eq!(label("© "), DateLabel::Other);
        assert_eq!(label("Veröffentlicht am "), DateLabel::None);
    }

    #[test]
    fn only_the_words_just_before_count() {
        assert_eq!(label("Updated as the story of the barn and its owners unfolds every "), DateLabel::None);
    }

    #[test]
    fn a_label_begins_within_its_limit() {
        let padding = LABEL_CHARS - "Updated".len();
        assert_eq!(label(&format!("Updated{}", " ".repeat(padding))), DateLabel::Update);
        assert_eq!(label(&format!("Updated{}", " ".repeat(padding + 1))), DateLabel::None);
    }
}
