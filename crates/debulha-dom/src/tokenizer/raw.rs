//! Text that holds no tags but its own end tag: RCDATA, RAWTEXT, script data and plain text.

use super::{
    CLASSES, CharacterRun, ContentState, ENDS_TAG_NAME, HtmlToken, HtmlTokenKind, RAWTEXT, Tokenizer,
};
use crate::resolve::ResolveRules;
use crate::scan::{Dirt, until};

impl Tokenizer<'_> {
    /// RCDATA or RAWTEXT up to the end tag of its element, or that end tag.
    pub(super) fn raw_text(&mut self, rules: ResolveRules) -> Option<HtmlToken> {
        if let Some(token) = self.repaired_text() {
            return Some(token);
        }
        let bytes = self.bytes();
        let mut from = self.at;
        let mut dirt = Dirt::default();
        loop {
            let (end, seen) = until(bytes, from, b'<');
            dirt |= seen;
            if end >= bytes.len() {
                if self.has_no_end_tag()
                    && let Some(token) = self.repaired_text()
                {
                    return Some(token);
                }
                return self.text_until(end, rules, dirt);
            }
            if self.is_end_tag(end, self.raw_name.as_bytes()) {
                return self.text_or_end_tag(end, rules, dirt);
            }
            from = end + 1;
        }
    }

    /// Script data up to its end tag, or that end tag.
    ///
    /// `<!--` hides an inner `<script>` with its end tag, until `-->`: the standard's escaped states.
    pub(super) fn script_data(&mut self) -> Option<HtmlToken> {
        #[derive(PartialEq)]
        enum Escape {
            No,
            Escaped,
            DoubleEscaped,
        }
        if let Some(token) = self.repaired_text() {
            return Some(token);
        }
        let bytes = self.bytes();
        let mut escape = Escape::No;
        let mut from = self.at;
        let mut dirt = Dirt::default();
        loop {
            let (tag, seen) = until(bytes, from, b'<');
            dirt |= seen;
            if escape != Escape::No && memchr::memmem::find(&bytes[from..tag], b"-->").is_some() {
                escape = Escape::No;
            }
            if tag >= bytes.len() {
                if self.has_no_end_tag()
                    && let Some(token) = self.repaired_text()
                {
                    return Some(token);
                }
                return self.text_until(tag, RAWTEXT, dirt);
            }
            from = tag + 1;
            if escape != Escape::DoubleEscaped && self.is_end_tag(tag, self.raw_name.as_bytes()) {
                return self.text_or_end_tag(tag, RAWTEXT, dirt);
            }
            match escape {
                Escape::No if bytes[tag..].starts_with(b"<!--") => {
                    escape = Escape::Escaped;
                    // Its dashes may be those of `-->`.
                    from = tag + 2;
                }
                Escape::Escaped if self.is_tag_named(tag + 1, b"script") => escape = Escape::DoubleEscaped,
                Escape::DoubleEscaped if self.is_end_tag(tag, b"script") => escape = Escape::Escaped,
                _ => {}
            }
        }
    }

    pub(super) fn text_or_end_tag(
        &mut self,
        end_tag: usize,
        rules: ResolveRules,
        dirt: Dirt,
    ) -> Option<HtmlToken> {
        if end_tag > self.at {
            return self.text_until(end_tag, rules, dirt);
        }
        self.content = ContentState::Data;
        self.tag(HtmlTokenKind::EndTag, end_tag, end_tag + 2)
    }

    pub(super) fn is_end_tag(&self, at: usize, name: &[u8]) -> bool {
        self.byte(at + 1) == Some(b'/') && self.is_tag_named(at + 2, name)
    }

    /// Whether a name stands at `at`, and ends there.
    pub(super) fn is_tag_named(&self, at: usize, name: &[u8]) -> bool {
        let end = at + name.len();
        let ends = self.byte(end).is_some_and(|byte| CLASSES[byte as usize] & ENDS_TAG_NAME != 0);
        ends && !name.is_empty() && self.bytes()[at..end].eq_ignore_ascii_case(name)
    }

    pub(super) fn plaintext(&mut self) -> Option<HtmlToken> {
        let end = self.source.len();
        self.text_until(end, RAWTEXT, self.dirt(self.at, end))
    }

    /// Text from here to `end`; `None` where there is none.
    pub(super) fn text_until(&mut self, end: usize, rules: ResolveRules, dirt: Dirt) -> Option<HtmlToken> {
        let start = self.at;
        self.at = end;
        let run = CharacterRun::new(start, end, rules, dirt);
        (start < end).then(|| HtmlToken::of_run(HtmlTokenKind::Text, run, start, end))
    }
}
