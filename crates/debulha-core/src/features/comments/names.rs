//! What classes and ids say of comments, word by word.

use crate::features::name_words::each_word;
use debulha_dom::{Document, NodeId, TokenId, names};

/// Words of a name at most for it to name a region: longer ones are made of a title, as the ids of headings are.
const MAX_WORDS: usize = 5;

/// How clearly an element is named as the place of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum CommentNaming {
    /// Not at all.
    #[default]
    No,
    /// As one comment, or by a word that means other things too: `comment`, `discussion`, `responses`.
    Weakly,
    /// As comments: `comments`, `commentlist`, `disqus_thread`.
    Clearly,
}

/// What the elements of a page are named, each distinct class and id read once.
pub(super) struct CommentNames<'d> {
    doc: &'d Document,
    /// By token; `None` where it was not asked for.
    known: Vec<Option<CommentNaming>>,
}

impl<'d> CommentNames<'d> {
    pub(super) fn new(doc: &'d Document) -> Self {
        CommentNames { doc, known: Vec::new() }
    }

    /// By all classes and the id of an element. O(classes), and O(spelling) once a class.
    pub(super) fn of(&mut self, element: NodeId) -> CommentNaming {
        let doc = self.doc;
        let classes = doc.class_tokens(element).iter().map(|&token| self.of_token(token)).max();
        let id = doc.attribute(element, names::ID).map_or(CommentNaming::No, named);
        classes.unwrap_or_default().max(id)
    }

    fn of_token(&mut self, token: TokenId) -> CommentNaming {
        let place = token.0 as usize;
        if self.known.len() <= place {
            self.known.resize(place + 1, None);
        }
        *self.known[place].get_or_insert_with(|| named(self.doc.token(token)))
    }
}

/// What a class or an id says. O(bytes).
pub(super) fn named(name: &str) -> CommentNaming {
    let (mut strongest, mut count, mut is_other) = (CommentNaming::No, 0, false);
    let mut lower = [0_u8; LONGEST_WORD];
    each_word(name, |word| {
        count += 1;
        let Some(lower) = lower.get_mut(..word.len()) else { return };
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        let said = of_word(lower);
        strongest = strongest.max(said);
        is_other |= said == CommentNaming::No && OTHER.contains(&&*lower);
    });
    if is_other || count > MAX_WORDS { CommentNaming::No } else { strongest }
}

/// Maximum bytes of a word that may say something. The longest stem has 13 ("intensedebate"); compounds with it stay
/// below this, and generated names are longer.
const LONGEST_WORD: usize = 24;

/// Words beside which the name is of something small that has to do with comments, or of code.
const OTHER: [&[u8]; 26] = [
    b"hljs",
    b"cm",
    b"token",
    b"count",
    b"counter",
    b"number",
    b"num",
    b"link",
    b"links",
    b"icon",
    b"btn",
    b"button",
    b"open",
    b"opened",
    b"closed",
    b"no",
    b"off",
    b"disabled",
    b"recent",
    b"toggle",
    b"meta",
    b"popular",
    b"latest",
    b"share",
    b"testimonial",
    b"testimonials",
];

/// Starts of words that are told from all others; what follows does not matter.
fn of_word(word: &[u8]) -> CommentNaming {
    const CLEAR: [&[u8]; 10] = [
        b"disqus",
        b"livefyre",
        b"kommentar",
        b"commentaire",
        b"comentario",
        b"komentar",
        b"reacties",
        b"intensedebate",
        b"commenti",
        b"hozzaszolas",
    ];
    const WEAK: [&[u8]; 15] = [
        b"respond",
        b"response",
        b"responses",
        b"reply",
        b"replies",
        b"discussion",
        b"discussions",
        b"reactions",
        b"trackbacks",
        b"pingbacks",
        b"reactie",
        b"yorum",
        b"diskuse",
        b"opinions",
        b"conversation",
    ];
    match word {
        b"comment" | b"kommentar" | b"commentaire" | b"comentario" | b"komentar" => CommentNaming::Weakly,
        _ if word.starts_with(b"comment") => {
            let other = [&b"commentar"[..], b"commentat", b"commented", b"commenter", b"comment0"];
            let is_other =
                other.iter().any(|other| word.starts_with(other)) && !word.starts_with(b"commentaires");
            if is_other { CommentNaming::No } else { CommentNaming::Clearly }
        }
        _ if CLEAR.iter().any(|clear| word.starts_with(clear)) => CommentNaming::Clearly,
        b"talkback" | b"talkbacks" | b"usercomments" | b"fbcomments" | b"yorumlar" | b"idc" => {
            CommentNaming::Clearly
        }
        _ if WEAK.contains(&word) => CommentNaming::Weakly,
        _ => CommentNaming::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_count_and_parts_do_not() {
        for name in
            ["comments", "commentlist", "post-comments-2", "disqus_thread", "UserComments", "kommentare"]
        {
            assert_eq!(named(name), CommentNaming::Clearly, "{name}");
        }
        for name in ["comment", "comment-12", "respond", "discussion", "all-responses"] {
            assert_eq!(named(name), CommentNaming::Weakly, "{name}");
        }
        for name in
            ["commentary", "hljs-comment", "comments-link", "correspondent", "no-comments", "entry", ""]
        {
            assert_eq!(named(name), CommentNaming::No, "{name}");
        }
        assert_eq!(named("how-to-respond-to-the-comments-of-a-review"), CommentNaming::No);
    }

    #[test]
    fn long_names_say_nothing() {
        let of_words = |count: usize| named(&format!("{}comments", "rye-".repeat(count - 1)));
        assert_eq!(
            (of_words(MAX_WORDS), of_words(MAX_WORDS + 1)),
            (CommentNaming::Clearly, CommentNaming::No)
        );
        let of_bytes = |count: usize| named(&format!("comments{}", "x".repeat(count - 8)));
        assert_eq!(
            (of_bytes(LONGEST_WORD), of_bytes(LONGEST_WORD + 1)),
            (CommentNaming::Clearly, CommentNaming::No)
        );
    }
}
