//! Pages that want something of the reader or the browser first: scripts or cookies switched on, a newer browser, a proof
//! to be human, an age, a choice about cookies.
//!
//! Their shape is the same in all languages: a line or two, next to nothing else, and controls to answer with. Words only
//! say which of them it is.

use crate::verdict::VerdictEvidence;
use crate::verdict::phrases::{
    ACCEPT, AGE, CONSENT, CONSENT_WORDS, DECLINE, HUMAN_CHECKS, WALL_DEMANDS, WALL_TOPICS,
};
use crate::verdict::status::headings;
use crate::verdict::view::{KeptBlock, VerdictView, size};
use debulha_dom::{NodeId, names};

/// Words of the text up to which a page may be such a request, if its kind has no bound of its own. Instructions how to
/// switch scripts on in five browsers are longer, and content.
const MAX_WORDS: u32 = 80;

/// Visible words up to which it may be one: the navigation of a small site and the note at its foot.
const MAX_VISIBLE_WORDS: u32 = 200;

/// Least share of the words in blocks that ask (our decision).
const MIN_ASKING_SHARE: f64 = 0.5;

/// Blocks at the beginning that may ask: a heading and some lines.
const FIRST_BLOCKS: usize = 4;

/// Words up to which a page may be a choice about cookies without a container that is named after it.
const CHOICE_MAX_WORDS: u32 = 200;

/// Visible words up to which it may be one.
const CHOICE_MAX_VISIBLE_WORDS: u32 = 400;

/// Least share of the kept words around the controls of such a choice.
const CHOICE_SHARE: f64 = 0.5;

/// Words up to which an element around the controls is no more than their frame.
const FRAME_WORDS: u32 = 12;

/// Ages that laws ask for.
const AGES: [&str; 10] = ["16", "18", "19", "20", "21", "25", "१८", "۱۸", "١٨", "１８"];

/// Parts of names of the containers that programs which tell robots from readers fill.
const CHALLENGES: [&str; 9] = [
    "g-recaptcha",
    "h-captcha",
    "cf-turnstile",
    "cf-challenge",
    "challenge-form",
    "px-captcha",
    "captcha-container",
    "captcha-delivery",
    "aws-waf",
];

/// Parts of names of fields for a date of birth.
const BIRTH_FIELDS: [&str; 7] = ["birth", "dob", "age", "year", "month", "day", "jahr"];

fn is_bare(view: &VerdictView<'_, '_>) -> bool {
    view.kept <= MAX_WORDS && view.visible <= MAX_VISIBLE_WORDS
}

/// Evidence that the page asks to switch on scripts or cookies, or for another browser.
pub(super) fn script_wall(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    if !is_bare(view) {
        return None;
    }
    let asks = |text: &str| WALL_TOPICS.first_in(text).is_some() && WALL_DEMANDS.first_in(text).is_some();
    let (mut all, mut asking, mut first) = (0, 0, None);
    for KeptBlock { block, words } in view.text_blocks_up_to(MAX_WORDS) {
        let text = view.block_text(block);
        all += words;
        if asks(&text) {
            asking += words;
            first = first.or_else(|| Some((view.page.text_blocks().blocks()[block].element, text)));
        }
    }
    let (element, text) = first?;
    let is_wall = f64::from(asking) >= MIN_ASKING_SHARE * f64::from(all);
    is_wall.then(|| VerdictEvidence::new("asks_for_browser", Some(element), text))
}

/// Evidence that the page wants to know whether its reader is human.
pub(super) fn human_check(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    if !is_bare(view) || has_fields(view) {
        return None;
    }
    let doc = view.page.document();
    let challenge = view.shown_elements().find(|&node| {
        doc.classes(node).chain(doc.attribute(node, names::ID)).any(|name| {
            let name = name.to_lowercase();
            CHALLENGES.iter().any(|part| name.contains(part))
        })
    });
    if let Some(node) = challenge {
        return Some(VerdictEvidence::new("challenge", Some(node), format!("{} words kept", view.kept)));
    }
    // Half of the words of the page: a line at the foot of a form is no page.
    let (mut all, mut asking, mut first) = (0, 0, None);
    for KeptBlock { block, words } in view.text_blocks_up_to(MAX_WORDS) {
        all += words;
        if let Some(phrase) = HUMAN_CHECKS.first_in(&view.block_text(block)) {
            asking += words;
            first = first.or(Some((block, phrase)));
        }
    }
    let (block, phrase) = first?;
    let is_check = f64::from(asking) >= MIN_ASKING_SHARE * f64::from(all);
    let element = view.page.text_blocks().blocks()[block].element;
    is_check.then(|| VerdictEvidence::new("human_check", Some(element), phrase))
}

/// Whether there are fields to write in, as forms with content around them have, but for a field for a code.
fn has_fields(view: &VerdictView<'_, '_>) -> bool {
    let doc = view.page.document();
    // What is typed into a text area is no visible text, so that the element itself counts as hidden.
    doc.descendants(view.page.body()).any(|node| match doc.name(node) {
        names::TEXTAREA => true,
        names::INPUT => {
            let kind = doc.attribute(node, names::TYPE).unwrap_or_default().trim();
            ["email", "password", "tel"].iter().any(|field| kind.eq_ignore_ascii_case(field))
        }
        _ => false,
    })
}

/// Evidence that the page wants to know its reader's age: a line that says so, and controls to answer with.
pub(super) fn age_gate(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    if !is_bare(view) || has_fields(view) {
        return Vec::new();
    }
    let blocks = view.page.text_blocks().blocks();
    let first = view.text_blocks_up_to(MAX_WORDS);
    let first =
        first.iter().take(FIRST_BLOCKS).map(|kept| (blocks[kept.block].element, view.block_text(kept.block)));
    let heading = headings(view).map(|heading| (heading, view.text_of(heading)));
    let title = view.title.map(|title| (title, view.text_of(title)));
    let places: Vec<(NodeId, String)> = heading.chain(first).chain(title).collect();
    let stated = places.iter().find(|(_, text)| AGE.first_in(text).is_some());
    let number = places.iter().find(|(_, text)| asks_for_age(text));
    if stated.is_none() && number.is_none() {
        return Vec::new();
    }
    let answers = Answers::of(view);
    let is_answered = (answers.accepts.is_some() && answers.declines.is_some())
        || has_birth_fields(view)
        || (stated.is_some() && (answers.accepts.is_some() || answers.buttons > 0));
    let Some((node, text)) = stated.or(number).filter(|_| is_answered) else { return Vec::new() };
    vec![VerdictEvidence::new("age_gate", Some(*node), text.as_str())]
}

/// Whether a text has the number of an age in a question, or as "18+".
fn asks_for_age(text: &str) -> bool {
    let is_question = text.contains(['?', '？', '؟', ';']);
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '+');
    words.any(|word| {
        word.strip_suffix('+').is_some_and(|age| AGES.contains(&age)) || (is_question && AGES.contains(&word))
    })
}

/// Whether there are fields for a date of birth: selections or numbers.
fn has_birth_fields(view: &VerdictView<'_, '_>) -> bool {
    let doc = view.page.document();
    view.shown_elements().any(|node| {
        let kind = doc.attribute(node, names::TYPE).unwrap_or_default().trim();
        let is_field = doc.name(node) == names::SELECT
            || (doc.name(node) == names::INPUT
                && ["date", "number", "text"].iter().any(|field| kind.eq_ignore_ascii_case(field)));
        let name = doc.attribute(node, names::NAME).or_else(|| doc.attribute(node, names::ID));
        let is_birth =
            || name.is_some_and(|name| BIRTH_FIELDS.iter().any(|part| name.to_lowercase().contains(part)));
        is_field && (kind.eq_ignore_ascii_case("date") || doc.name(node) == names::SELECT || is_birth())
    })
}

/// What a page lets its readers answer.
struct Answers {
    /// The first control that agrees.
    accepts: Option<NodeId>,
    /// The first that refuses, or lets choose.
    declines: Option<NodeId>,
    /// How many buttons there are.
    buttons: usize,
}

impl Answers {
    /// O(nodes + text of the controls).
    fn of(view: &VerdictView<'_, '_>) -> Self {
        let doc = view.page.document();
        let controls = view.controls();
        let buttons = controls.iter().filter(|(node, _)| doc.name(*node) != names::A).count();
        let declines = controls.iter().find(|(_, label)| DECLINE.begins(label)).map(|(node, _)| *node);
        let accepts = controls.iter().find(|(node, label)| Some(*node) != declines && ACCEPT.begins(label));
        Answers { accepts: accepts.map(|(node, _)| *node), declines, buttons }
    }
}

/// Evidence that most of the text surrounds controls to agree and to refuse, and speaks of consent, whatever the names of
/// the elements.
pub(super) fn consent_choice(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    if view.kept > CHOICE_MAX_WORDS || view.visible > CHOICE_MAX_VISIBLE_WORDS {
        return None;
    }
    let text = view.text_blocks_up_to(CHOICE_MAX_WORDS);
    let mentions: usize = text.iter().map(|kept| mentions_of_consent(&view.block_text(kept.block))).sum();
    if mentions < 2 {
        return None;
    }
    let answers = Answers::of(view);
    let (accepts, declines) = (answers.accepts?, answers.declines?);
    let (doc, stats) = (view.page.document(), view.page.stats());
    let holds = |node: NodeId, inner: NodeId| node.0 <= inner.0 && inner.0 < doc.subtree_end(node);
    let own = |node: NodeId| size(stats.subtree(doc, node));
    let around = doc
        .ancestors(accepts)
        .find(|&node| holds(node, declines) && (own(node) > FRAME_WORDS || node == view.page.body()))?;
    let blocks = view.page.text_blocks().blocks();
    let all: u32 = text.iter().map(|kept| kept.words).sum();
    let inside: u32 =
        text.iter().filter(|kept| holds(around, blocks[kept.block].element)).map(|kept| kept.words).sum();
    let is_choice = f64::from(inside) >= CHOICE_SHARE * f64::from(all.max(1));
    is_choice.then(|| {
        VerdictEvidence::new(
            "consent_choice",
            Some(around),
            format!("{inside} of {all} words around the choice"),
        )
    })
}

/// How often a text in lower case speaks of consent.
pub(super) fn mentions_of_consent(text: &str) -> usize {
    let named: usize = CONSENT_WORDS.iter().map(|word| text.matches(&word.to_lowercase()).count()).sum();
    named + CONSENT.all_in(text).count()
}
