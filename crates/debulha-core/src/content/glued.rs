//! Signs that the page shows without having them as text: the marks of `q`, the parentheses of ruby.

use super::builder::{Close, ContentBuilder};
use debulha_dom::{Document, NodeId, names};

/// Ancestors of a `q` asked for its language before that of the page counts.
const MAX_LANGUAGE_LEVELS: usize = 16;

/// Levels of what stands before a reading: an `rp` with its text.
const MAX_SIBLING_LEVELS: usize = 4;

/// Characters of an `rp` that are a mark of its ruby; longer ones are text.
const MAX_PARENTHESIS_CHARS: usize = 2;

/// What is put before and behind a text, once there is some.
#[derive(Debug)]
pub(super) struct GluedSigns {
    pub(super) close: String,
    /// The run's count of texts when they were opened.
    pub(super) since: u32,
}

impl ContentBuilder<'_> {
    /// Text of a quotation gets the marks of its language, unless the page has put some itself.
    pub(super) fn start_quotation(&mut self, q: NodeId) {
        if self.run.in_code() || has_own_marks(self.doc, q) {
            return;
        }
        let marks = quotation_marks(language_of(self.doc, q));
        let nested = self.quotations % 2;
        self.quotations += 1;
        self.open_signs(marks[2 * nested], marks[2 * nested + 1].to_owned());
        self.push_open(q, Close::Quotation);
    }

    pub(super) fn end_quotation(&mut self) {
        self.quotations -= 1;
        self.close_signs();
    }

    /// The reading of a ruby base stands in parentheses: those of its `rp` elements, where it has some. Readings in a
    /// row share them.
    pub(super) fn start_reading(&mut self, rt: NodeId) {
        if self.reading.is_some_and(|outer| self.doc.contains(outer, rt)) || self.run.in_code() {
            return;
        }
        if !std::mem::take(&mut self.reading_goes_on) {
            let doc = self.doc;
            let before = node_before(doc, rt);
            let open = before.and_then(|rp| parenthesis(doc, rp)).unwrap_or_else(|| "(".to_owned());
            let close = next_element(doc, rt).and_then(|rp| parenthesis(doc, rp));
            self.run.unspace();
            self.open_signs(&open, close.unwrap_or_else(|| ")".to_owned()));
        }
        self.reading = Some(rt);
        self.push_open(rt, Close::Reading);
    }

    pub(super) fn end_reading(&mut self, rt: NodeId) {
        self.reading = None;
        let next = next_element(self.doc, rt)
            .filter(|&next| matches!(self.doc.name(next), names::RT | names::RTC) && self.holds_labels(next));
        if next.is_some() {
            self.reading_goes_on = true;
        } else {
            self.close_signs();
        }
    }

    fn open_signs(&mut self, open: &str, close: String) {
        let since = self.run.open_signs(open);
        self.signs.push(GluedSigns { close, since });
    }

    pub(super) fn close_signs(&mut self) {
        if let Some(GluedSigns { close, since }) = self.signs.pop() {
            self.run.close_signs(&close, since);
        }
    }

    /// Whether a text node is a part of ruby, around which white space does not show.
    pub(super) fn in_ruby(&self, text: NodeId) -> bool {
        let parent = self.doc.parent(text).map(|parent| self.doc.name(parent));
        matches!(parent, Some(names::RUBY | names::RB | names::RT | names::RTC))
    }
}

fn next_element(doc: &Document, node: NodeId) -> Option<NodeId> {
    std::iter::successors(doc.next_sibling(node), |&next| doc.next_sibling(next))
        .take_while(|&next| !doc.is_text(next) || doc.text(next).trim().is_empty())
        .find(|&next| doc.is_element(next))
}

/// The sibling before a node, blank text passed over. O(1): of a sibling with much below it nothing is found.
pub(super) fn node_before(doc: &Document, node: NodeId) -> Option<NodeId> {
    let sibling_before = |node: NodeId| {
        let parent = doc.parent(node)?;
        let last = NodeId(node.0 - 1);
        let around = std::iter::once(last).chain(doc.ancestors(last));
        around.take(MAX_SIBLING_LEVELS).find(|&around| doc.parent(around) == Some(parent))
    };
    let before = sibling_before(node)?;
    let is_blank = doc.is_text(before) && doc.text(before).trim().is_empty();
    if is_blank { sibling_before(before) } else { Some(before) }
}

/// The text of an `rp`, if it is a mark.
fn parenthesis(doc: &Document, rp: NodeId) -> Option<String> {
    let text = doc.first_child(rp).filter(|_| doc.name(rp) == names::RP)?;
    let mark = doc.text(text).trim();
    (1..=MAX_PARENTHESIS_CHARS).contains(&mark.chars().count()).then(|| mark.to_owned())
}

fn language_of(doc: &Document, q: NodeId) -> &str {
    // A quotation in another language has the marks of the text around it.
    let around = doc.ancestors(q).take(MAX_LANGUAGE_LEVELS).chain(doc.html());
    around
        .filter_map(|element| doc.attribute(element, names::LANG).or(doc.attribute(element, names::XML_LANG)))
        .map(str::trim)
        .find(|tag| !tag.is_empty())
        .unwrap_or_default()
}

/// Whether the page has marks of its own at the start of a quotation, or right before it.
fn has_own_marks(doc: &Document, q: NodeId) -> bool {
    let begins = |text: &str| text.trim_start().starts_with(is_quotation_mark);
    let inside = doc.subtree(q).find(|&node| doc.is_text(node) && !doc.text(node).trim().is_empty());
    // What is right before an element in document order, be it in it or beside it.
    let before = q.0.checked_sub(1).map(NodeId).filter(|&node| doc.is_text(node));
    inside.is_some_and(|node| begins(doc.text(node)))
        || before.is_some_and(|node| doc.text(node).ends_with(is_quotation_mark))
}

fn is_quotation_mark(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '«' | '»' | '‘'..='‟' | '‹' | '›' | '「' | '」' | '『' | '』' | '〝'..='〟' | '＂'
    )
}

/// Marks of quotations and of those within: open and close of each. By CLDR's delimiters; English where unknown.
fn quotation_marks(tag: &str) -> [&'static str; 4] {
    let tag = tag.to_ascii_lowercase();
    let language = tag.split(['-', '_']).next().unwrap_or_default();
    match language {
        "de" if tag.ends_with("ch") => ["«", "»", "‹", "›"],
        "de" | "cs" | "sk" | "sl" | "is" | "lt" | "et" | "hsb" => ["„", "“", "‚", "‘"],
        "bg" | "ka" => ["„", "“", "„", "“"],
        "pl" | "ro" | "hu" | "hr" | "sr" | "bs" => match language {
            "pl" | "ro" => ["„", "”", "«", "»"],
            "hu" => ["„", "”", "»", "«"],
            _ => ["„", "“", "‘", "’"],
        },
        "fr" | "hy" | "fa" => ["«", "»", "‹", "›"],
        "es" | "it" | "ca" | "gl" | "el" | "eu" => ["«", "»", "“", "”"],
        "pt" if tag.ends_with("pt") && tag.len() > 2 => ["«", "»", "“", "”"],
        "ru" | "uk" | "be" | "kk" => ["«", "»", "„", "“"],
        "nb" | "nn" | "no" => ["«", "»", "‘", "’"],
        "sv" | "fi" | "he" => ["”", "”", "’", "’"],
        "ar" => ["”", "“", "’", "‘"],
        "ja" => ["「", "」", "『", "』"],
        "zh" if ["zh-tw", "zh-hk", "zh-hant"].iter().any(|hant| tag.starts_with(hant)) => {
            ["「", "」", "『", "』"]
        }
        _ => ["“", "”", "‘", "’"],
    }
}

#[cfg(test)]
mod tests {
    use super::quotation_marks;

    #[test]
    fn marks_are_those_of_the_language() {
        assert_eq!(quotation_marks("en-GB"), ["“", "”", "‘", "’"]);
        assert_eq!(quotation_marks("de"), ["„", "“", "‚", "‘"]);
        assert_eq!(quotation_marks("de-CH"), ["«", "»", "‹", "›"]);
        assert_eq!(quotation_marks("pt-BR"), ["“", "”", "‘", "’"]);
        assert_eq!(quotation_marks("pt-PT"), ["«", "»", "“", "”"]);
        assert_eq!(quotation_marks("zh-Hant-TW"), ["「", "」", "『", "』"]);
        assert_eq!(quotation_marks(""), ["“", "”", "‘", "’"]);
    }
}
