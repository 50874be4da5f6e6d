//! What stands in front of content: requests for consent, to log in, to subscribe.

use crate::metadata::json_ld_values;
use crate::verdict::VerdictEvidence;
use crate::verdict::phrases::{
    CONSENT_MANAGERS, CONSENT_PARTS, CONSENT_WORDS, LOGIN, PAYWALL_PARTS, TOPIC_CLASSES, paywall_phrase,
};
use crate::verdict::requests;
use crate::verdict::view::{KeptBlock, VerdictView, searchable, size};
use debulha_dom::{Document, NodeId, names};
use memchr::memmem;
use serde_json::{Map, Value};
use std::ops::Range;

/// Kept blocks at the end among which a paywall's words may stand.
const LAST_BLOCKS: usize = 3;

/// Blocks after the last kept one among which they may stand.
const NEXT_BLOCKS: usize = 8;

/// Words of a block up to which a paywall's phrase anywhere in it counts.
const BOX_WORDS: u32 = 30;

/// Mentions of consent in a text that is a request for it.
const MIN_MENTIONS: usize = 2;

/// The property by which a page says that its text is not free (schema.org).
const FREE: &str = "isAccessibleForFree";

/// Most values of JSON-LD that are looked at.
const MAX_JSON_VALUES: usize = 100_000;

/// Words up to which a container named after consent asks for it in whatever language, if there are two controls in it.
const NAMED_MAX_WORDS: u32 = 150;

/// Controls of a request that is recognised without its words: one to agree, one to refuse.
const MIN_CONTROLS: u32 = 2;

/// Evidence that the page, or what was kept of it, is a request for consent, or to confirm an age.
pub(super) fn consent(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let found = in_containers(view);
    if !found.is_empty() {
        return found;
    }
    if let Some(choice) = requests::consent_choice(view) {
        return vec![choice];
    }
    requests::age_gate(view)
}

fn in_containers(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let params = view.params;
    if view.kept > params.consent_max_words {
        return Vec::new();
    }
    let is_stated = mentions_consent(view);
    if !is_stated && view.kept > NAMED_MAX_WORDS {
        return Vec::new();
    }
    let (doc, stats) = (view.page.document(), view.page.stats());
    let mut containers: Vec<Range<u32>> = Vec::new();
    for node in view.shown_elements() {
        let is_inside = containers.last().is_some_and(|last| node.0 < last.end);
        if is_inside || doc.name(node) == names::BODY || !asks_for_consent(view, node) {
            continue;
        }
        let counts = stats.subtree(doc, node);
        let is_choice =
            if is_stated { counts.inputs + counts.links > 0 } else { counts.inputs >= MIN_CONTROLS };
        if is_choice {
            containers.push(node.0..doc.subtree_end(node));
        }
    }
    let Some(first) = containers.first() else { return Vec::new() };
    let blocks = view.page.text_blocks().blocks();
    let is_in = |node: NodeId| {
        let after = containers.partition_point(|range| range.start <= node.0);
        after > 0 && node.0 < containers[after - 1].end
    };
    // A container may be inline: the block's first text tells.
    let first_text = |block: usize| view.page.text_nodes()[blocks[block].runs.start as usize];
    let inside = |kept: &KeptBlock| if is_in(first_text(kept.block)) { kept.words } else { 0 };
    let kept_inside: u32 = view.kept_blocks.iter().map(inside).sum();
    let all_inside: u32 =
        (0..blocks.len()).map(|block| inside(&KeptBlock { block, words: size(blocks[block].counts) })).sum();
    let share = |part: u32, whole: u32| f64::from(part) >= params.consent_share * f64::from(whole.max(1));
    let is_request = share(kept_inside, view.kept) || (view.kept == 0 && share(all_inside, view.visible));
    if !is_request {
        return Vec::new();
    }
    let detail =
        format!("{kept_inside} of {} kept words, {all_inside} of {} visible", view.kept, view.visible);
    vec![VerdictEvidence::new("consent_container", Some(NodeId(first.start)), detail)]
}

/// Whether the kept text, or the visible where nothing is kept, mentions consent often enough.
fn mentions_consent(view: &VerdictView<'_, '_>) -> bool {
    let (doc, blocks) = (view.page.document(), view.page.text_blocks());
    let all: Vec<usize> = if view.kept_blocks.is_empty() {
        (0..blocks.blocks().len()).collect()
    } else {
        view.kept_blocks.iter().map(|kept| kept.block).collect()
    };
    // One text, since a search has a cost to begin.
    let mut text = String::new();
    for &node in all.iter().flat_map(|&block| blocks.nodes(&blocks.blocks()[block])) {
        text.push_str(doc.text(node));
        text.push(' ');
    }
    let mentions =
        |word: &&str| memmem::find_iter(text.as_bytes(), word.as_bytes()).take(MIN_MENTIONS).count();
    CONSENT_WORDS.iter().map(mentions).sum::<usize>() >= MIN_MENTIONS
        || requests::mentions_of_consent(&searchable(&text)) >= MIN_MENTIONS
}

/// Whether an element's class or id says that it asks for consent, or it is a dialog or form that mentions it.
fn asks_for_consent(view: &VerdictView<'_, '_>, node: NodeId) -> bool {
    let doc = view.page.document();
    if names_of(view, node).any(|name| {
        CONSENT_MANAGERS.iter().any(|manager| name.contains(manager))
            // Alone: Adobe's site software begins all its classes with "cmp-".
            || name == "cmp"
            || name.contains("gdpr")
            || name.contains("consent")
            || (name.contains("cookie") && CONSENT_PARTS.iter().any(|part| name.contains(part)))
    }) {
        return true;
    }
    let is_dialog = doc.name(node) == names::DIALOG
        || doc.attribute(node, names::ROLE).is_some_and(|role| matches!(role, "dialog" | "alertdialog"));
    let sends_consent = doc.name(node) == names::FORM
        && doc.attribute(node, names::ACTION).is_some_and(|action| action.to_lowercase().contains("consent"));
    sends_consent
        || (is_dialog
            && view
                .page
                .text_nodes_in(node.0..doc.subtree_end(node))
                .iter()
                .any(|&text| CONSENT_WORDS.iter().any(|word| doc.text(text).contains(word))))
}

/// The classes and the id of an element in lower case, without those that name a topic.
fn names_of<'v>(view: &'v VerdictView<'_, '_>, node: NodeId) -> impl Iterator<Item = String> + 'v {
    let doc = view.page.document();
    doc.classes(node)
        .chain(doc.attribute(node, names::ID))
        .map(str::to_lowercase)
        .filter(|name| !TOPIC_CLASSES.iter().any(|topic| name.starts_with(topic)))
}

/// Evidence that the page asks to log in.
pub(super) fn login(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let (doc, params) = (view.page.document(), view.params);
    let inputs = view.page.stats().subtree(doc, view.page.body()).inputs;
    if view.kept > params.login_max_words || inputs == 0 {
        return Vec::new();
    }
    let kind_of = |node| doc.attribute(node, names::TYPE).unwrap_or("text").trim();
    let is_field = |node: &NodeId| doc.name(*node) == names::INPUT;
    let password = view
        .shown_elements()
        .filter(is_field)
        .find(|&node| kind_of(node).eq_ignore_ascii_case("password"))
        .map(|node| {
            VerdictEvidence::new("password_field", Some(node), format!("{} words outside links", view.own))
        });
    let heading = view.shown_elements().find(|&node| matches!(doc.name(node), names::H1 | names::H2));
    let stated = view.title.into_iter().chain(heading).find_map(|node| {
        let text = view.text_of(node);
        let mut parts = text.split(['|', '-', '–', '—', '·', ':', '»', '•']).map(str::trim);
        let part = parts.find(|part| !part.is_empty() && asks_to_log_in(part, params.phrase_share))?;
        Some(VerdictEvidence::new("login_in_title", Some(node), part))
    });
    let has_field = || {
        view.shown_elements()
            .filter(is_field)
            .any(|node| ["text", "email", "tel"].iter().any(|kind| kind_of(node).eq_ignore_ascii_case(kind)))
    };
    let is_login = match (&password, &stated) {
        (Some(_), Some(_)) => true,
        (Some(_), None) => view.own <= params.login_max_own_words,
        (None, Some(_)) => view.own <= params.login_max_own_words && has_field(),
        (None, None) => false,
    };
    if is_login { password.into_iter().chain(stated).collect() } else { Vec::new() }
}

fn asks_to_log_in(part: &str, share: f64) -> bool {
    LOGIN.first_with_share(part, share).is_some()
}

/// Evidence that readers must pay or subscribe to see the rest of the text.
pub(super) fn paywall(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let params = view.params;
    let stated = StatedAccess::of(view.page.document());
    if stated.as_ref().is_some_and(StatedAccess::is_free) && !breaks_off(view) {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(stated.and_then(|stated| stated.not_free(view)));
    if view.kept <= params.paywall_partial_max_words {
        found.extend(asks_to_subscribe(view));
    }
    if found.is_empty() && view.kept <= params.paywall_max_words {
        found.extend(cut_before_wall(view));
    }
    found
}

/// What the structured data of a page say about access to its text.
struct StatedAccess {
    /// The first script that states it.
    script: NodeId,
    is_granted: bool,
    is_denied: bool,
    /// Selectors of the parts that are not free.
    selectors: Vec<String>,
}

impl StatedAccess {
    /// `None` where the page states nothing. At most [`MAX_JSON_VALUES`] values are read.
    fn of(doc: &Document) -> Option<StatedAccess> {
        let script = json_ld_with(doc, &[FREE]).next()?;
        let mut stated = StatedAccess { script, is_granted: false, is_denied: false, selectors: Vec::new() };
        let mut open: Vec<Value> = json_ld_values(&doc.text_content(script));
        for _ in 0..MAX_JSON_VALUES {
            match open.pop() {
                None => break,
                Some(Value::Array(values)) => open.extend(values),
                Some(Value::Object(object)) => {
                    stated.read(&object);
                    open.extend(object.into_iter().map(|(_, value)| value));
                }
                Some(_) => {}
            }
        }
        Some(stated)
    }

    fn read(&mut self, object: &Map<String, Value>) {
        let Some(access) = object.get(FREE) else { return };
        self.is_granted |= is_boolean(access, true);
        if is_boolean(access, false) {
            self.is_denied = true;
            self.selectors.extend(object.get("cssSelector").into_iter().flat_map(texts));
        }
    }

    /// Whether the whole text is free: the page states so of something, and of nothing the contrary.
    fn is_free(&self) -> bool {
        self.is_granted && !self.is_denied
    }

    /// Evidence that the text is not free, unless the paid part is there to read.
    fn not_free(&self, view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
        if !self.is_denied {
            return None;
        }
        let evidence = |rule, detail| Some(VerdictEvidence::new(rule, Some(self.script), detail));
        if self.selectors.is_empty() {
            let is_short = view.kept <= view.params.paywall_max_words;
            return if is_short { evidence("not_free", format!("{} words kept", view.kept)) } else { None };
        }
        // What is named and nowhere is left to the scripts that would cut the text.
        let paid = words_of(view, &self.selectors)?;
        if paid >= view.params.paid_min_words {
            return None;
        }
        evidence("paid_part_missing", format!("{paid} words in {}", self.selectors.join(", ")))
    }
}

/// The scripts of structured data in which one of these words stands.
pub(super) fn json_ld_with<'d>(
    doc: &'d Document,
    words: &'static [&str],
) -> impl Iterator<Item = NodeId> + 'd {
    let has_word =
        |text: &str| words.iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some());
    doc.elements_named(names::SCRIPT).filter(move |&script| {
        is_json_ld(doc.attribute(script, names::TYPE).unwrap_or_default())
            && doc.children(script).any(|text| has_word(doc.text(text)))
    })
}

fn is_json_ld(media: &str) -> bool {
    media.trim().get(..19).is_some_and(|start| start.eq_ignore_ascii_case("application/ld+json"))
}

fn is_boolean(value: &Value, expected: bool) -> bool {
    match value {
        Value::Bool(value) => *value == expected,
        Value::String(text) => {
            let name = text.rsplit('/').next().unwrap_or_default();
            name.eq_ignore_ascii_case(if expected { "true" } else { "false" })
        }
        _ => false,
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Visible words below the elements that selectors name; `None` where there are none, or where a selector is more than
/// one class or id, which is all that pages write here and all that is surely linear.
fn words_of(view: &VerdictView<'_, '_>, selectors: &[String]) -> Option<u32> {
    let doc = view.page.document();
    let mut names: Vec<(char, &str)> = Vec::new();
    for selector in selectors.iter().flat_map(|selector| selector.split(',')).map(str::trim) {
        let mut chars = selector.chars();
        let kind = chars.next().filter(|kind| matches!(kind, '.' | '#'))?;
        let is_plain = chars.as_str().chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        names.push((kind, Some(chars.as_str()).filter(|_| is_plain)?));
    }
    // Few are written, and each costs a look at every element.
    names.truncate(4);
    let (mut words, mut end) = (None, 0);
    for node in view.shown_elements() {
        let is_named = names.iter().any(|&(kind, name)| match kind {
            '.' => doc.classes(node).any(|class| class == name),
            _ => doc.attribute(node, names::ID) == Some(name),
        });
        if node.0 >= end && is_named {
            words = Some(words.unwrap_or(0) + size(view.page.stats().subtree(doc, node)));
            end = doc.subtree_end(node);
        }
    }
    words
}

/// A box among the last kept blocks, or after them, that asks for a subscription.
fn asks_to_subscribe(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    let blocks = view.page.text_blocks().blocks();
    let last = view.kept_blocks.len().saturating_sub(LAST_BLOCKS);
    let next = view.kept_blocks.last().map_or(0, |kept| kept.block + 1);
    let near = next..blocks.len().min(next + NEXT_BLOCKS);
    let looked_at = view.kept_blocks[last..].iter().map(|kept| kept.block).chain(near);
    // Below a text that is long enough to be whole, only what is part of it, or named so, is a wall; all else is a
    // promotion.
    let is_long = view.kept > view.params.paywall_max_words;
    let is_cut = breaks_off(view);
    let text = around_last_paragraph(view);
    let is_wall = |element: NodeId| {
        let doc = view.page.document();
        let in_text = || text.as_ref().is_none_or(|text| text.contains(&element.0));
        let is_named = || {
            std::iter::once(element).chain(doc.ancestors(element)).take(WALL_DEPTH).any(|node| {
                names_of(view, node).any(|name| PAYWALL_PARTS.iter().any(|part| name.contains(part)))
            })
        };
        !is_long || is_cut || in_text() || is_named()
    };
    looked_at.filter(|&block| size(blocks[block].counts) <= BOX_WORDS).find_map(|block| {
        let text = view.block_text(block);
        let phrase = paywall_phrase(&text).filter(|_| is_wall(blocks[block].element))?;
        Some(VerdictEvidence::new("asks_to_subscribe", Some(blocks[block].element), phrase))
    })
}

/// Words of a block from which on it is a paragraph of the text.
const PARAGRAPH_WORDS: u32 = 20;

/// Elements around a box, it among them, whose names may say that it is a wall.
const WALL_DEPTH: usize = 4;

/// The nodes of the element around the last long paragraph that was kept, and of the one around that where it is not the
/// page's frame.
fn around_last_paragraph(view: &VerdictView<'_, '_>) -> Option<Range<u32>> {
    let doc = view.page.document();
    let blocks = view.page.text_blocks().blocks();
    let last = view.kept_blocks.iter().rev().find(|kept| kept.words >= PARAGRAPH_WORDS)?;
    let is_frame = |node: NodeId| matches!(doc.name(node), names::BODY | names::HTML | names::MAIN);
    let around = doc.ancestors(blocks[last.block].element).take(2).take_while(|&node| !is_frame(node)).last();
    around.map(|node| node.0..doc.subtree_end(node))
}

/// Whether one of the last kept blocks ends in dots.
fn breaks_off(view: &VerdictView<'_, '_>) -> bool {
    let last = view.kept_blocks.len().saturating_sub(LAST_BLOCKS);
    let has_dots = |text: String| ["…", "...", "[…]"].iter().any(|dots| text.ends_with(dots));
    view.kept_blocks[last..].iter().any(|kept| has_dots(view.block_text(kept.block)))
}

/// A text that breaks off on a page with a container named after a paywall.
fn cut_before_wall(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    if !breaks_off(view) {
        return None;
    }
    let wall = view.shown_elements().find(|&node| {
        names_of(view, node).any(|name| PAYWALL_PARTS.iter().any(|part| name.contains(part)))
    })?;
    Some(VerdictEvidence::new("cut_before_wall", Some(wall), "the text ends in dots"))
}
