//! `<!…` and what else becomes a comment: comments, doctypes, CDATA sections.

use super::{
    CDATA, CharacterRun, ContentState, DoctypeToken, ENDS_VALUE, HtmlToken, HtmlTokenKind, RAWTEXT,
    Tokenizer, position, skip_space,
};
use crate::resolve;

impl Tokenizer<'_> {
    /// `<!…`: comment, doctype, CDATA section, or a bogus comment.
    pub(super) fn declaration(&mut self, start: usize, foreign: bool) -> HtmlToken {
        let bytes = self.bytes();
        let rest = &bytes[start + 2..];
        if rest.starts_with(b"--") {
            self.comment(start)
        } else if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.doctype_token(start)
        } else if foreign && rest.starts_with(b"[CDATA[") {
            self.cdata_section(start + 9)
        } else {
            self.bogus_comment(start, start + 2)
        }
    }

    /// `<!--…`: ends at the first `-->` or `--!>`, or at once as `<!-->` and `<!--->`.
    pub(super) fn comment(&mut self, start: usize) -> HtmlToken {
        let bytes = self.bytes();
        let from = start + 4;
        let rest = &bytes[from..];
        if rest.starts_with(b">") || rest.starts_with(b"->") {
            let end = from + if rest[0] == b'>' { 1 } else { 2 };
            return self.comment_token(start, (from, from), end);
        }
        let mut search = if self.comments_never_end() { bytes.len() } else { from };
        while let Some(found) = memchr::memchr(b'>', &bytes[search..]) {
            let close = search + found;
            let text = &bytes[from..close];
            if text.ends_with(b"--") {
                return self.comment_token(start, (from, close - 2), close + 1);
            }
            if text.ends_with(b"--!") {
                return self.comment_token(start, (from, close - 3), close + 1);
            }
            search = close + 1;
        }
        if let Some(close) = self.comment_close(from) {
            return self.comment_token(start, (from, close), close + 1);
        }
        // An end that the file cuts short does not belong to the comment.
        let cut =
            ["--!", "--", "-"].iter().find(|cut| rest.ends_with(cut.as_bytes())).map_or(0, |cut| cut.len());
        self.comment_token(start, (from, bytes.len() - cut), bytes.len())
    }

    /// Anything up to the next `>`.
    pub(super) fn bogus_comment(&mut self, start: usize, from: usize) -> HtmlToken {
        let bytes = self.bytes();
        match memchr::memchr(b'>', &bytes[from..]) {
            Some(len) => self.comment_token(start, (from, from + len), from + len + 1),
            None => self.comment_token(start, (from, bytes.len()), bytes.len()),
        }
    }

    pub(super) fn comment_token(&mut self, start: usize, text: (usize, usize), end: usize) -> HtmlToken {
        self.at = end;
        let run = CharacterRun::new(text.0, text.1, RAWTEXT, self.dirt(text.0, text.1));
        HtmlToken::of_run(HtmlTokenKind::Comment, run, start, end)
    }

    /// Text from `from` to `]]>` or the end.
    pub(super) fn cdata_section(&mut self, from: usize) -> HtmlToken {
        let start = self.at.min(from);
        let bytes = self.bytes();
        let (end, after) = match memchr::memmem::find(&bytes[from..], b"]]>") {
            Some(len) => (from + len, from + len + 3),
            None => (bytes.len(), bytes.len()),
        };
        self.at = after;
        self.content = ContentState::Data;
        let run = CharacterRun::new(from, end, CDATA, self.dirt(from, end));
        HtmlToken::of_run(HtmlTokenKind::Text, run, start, after)
    }

    /// `<!doctype…`.
    pub(super) fn doctype_token(&mut self, start: usize) -> HtmlToken {
        let mut doctype = DoctypeToken::default();
        let end = self.read_doctype(start + 9, &mut doctype);
        if end.is_none() {
            doctype.force_quirks = true;
        }
        self.doctype = doctype;
        self.at = end.unwrap_or(self.source.len());
        HtmlToken::new(HtmlTokenKind::Doctype, start, self.at)
    }

    /// The position after `>`; `None` where the file ends inside.
    pub(super) fn read_doctype(&self, from: usize, doctype: &mut DoctypeToken) -> Option<usize> {
        let bytes = self.bytes();
        let after_bogus = |from: usize| Some(from + memchr::memchr(b'>', bytes.get(from..)?)? + 1);
        let name_start = skip_space(bytes, from);
        if *bytes.get(name_start)? == b'>' {
            doctype.force_quirks = true;
            return Some(name_start + 1);
        }
        let name_end = position(bytes, name_start, ENDS_VALUE).unwrap_or(bytes.len());
        let name = self.source[name_start..name_end].to_ascii_lowercase();
        doctype.name = Some(name.replace('\0', "\u{FFFD}"));
        let mut at = skip_space(bytes, name_end);
        if *bytes.get(at)? == b'>' {
            return Some(at + 1);
        }
        let keyword = bytes.get(at..at + 6).unwrap_or_default();
        let is_public = keyword.eq_ignore_ascii_case(b"public");
        if !is_public && !keyword.eq_ignore_ascii_case(b"system") {
            doctype.force_quirks = true;
            return after_bogus(at);
        }
        at = skip_space(bytes, at + 6);
        if is_public {
            let (id, next) = self.doctype_id(at, doctype)?;
            doctype.public_id = id;
            at = next;
            if doctype.public_id.is_none() || doctype.force_quirks {
                return after_bogus(at);
            }
            at = skip_space(bytes, at);
            if *bytes.get(at)? == b'>' {
                return Some(at + 1);
            }
        }
        let (id, next) = self.doctype_id(at, doctype)?;
        doctype.system_id = id;
        at = next;
        if doctype.system_id.is_none() || doctype.force_quirks {
            return after_bogus(at);
        }
        bytes.get(skip_space(bytes, at))?;
        // Whatever follows is skipped, without quirks.
        after_bogus(at).or(Some(bytes.len()))
    }

    /// A quoted identifier and the position after it. None, or one that `>` cuts short, forces quirks.
    pub(super) fn doctype_id(
        &self,
        at: usize,
        doctype: &mut DoctypeToken,
    ) -> Option<(Option<String>, usize)> {
        let bytes = self.bytes();
        let quote = *bytes.get(at)?;
        if quote != b'"' && quote != b'\'' {
            doctype.force_quirks = true;
            return Some((None, at));
        }
        let end = memchr::memchr2(quote, b'>', &bytes[at + 1..]).map_or(bytes.len(), |len| at + 1 + len);
        let mut id = String::new();
        resolve::append(&mut id, &self.source[at + 1..end], RAWTEXT);
        match self.byte(end) {
            Some(b'>') => {
                doctype.force_quirks = true;
                Some((Some(id), end))
            }
            Some(_) => Some((Some(id), end + 1)),
            None => Some((Some(id), end)),
        }
    }
}
