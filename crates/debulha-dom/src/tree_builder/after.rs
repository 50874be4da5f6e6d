//! The rules of the insertion modes of templates, of framesets, and of what follows the body.

use super::{Mode, Next, TreeBuilder, sets};
use crate::arena::Place;
use crate::names;
use crate::tokenizer::{Token, TokenKind};

impl TreeBuilder<'_> {
    /// [In template](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate).
    pub(super) fn in_template(&mut self, token: &mut Token) -> Next {
        let mode = match (token.kind, token.name) {
            (TokenKind::Text | TokenKind::Comment, _) => return self.in_body(token),
            (TokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            (TokenKind::StartTag, name) if sets::html(name) & sets::HEAD_CONTENT != 0 => {
                return self.in_head(token);
            }
            (
                TokenKind::StartTag,
                names::CAPTION | names::COLGROUP | names::TBODY | names::TFOOT | names::THEAD,
            ) => Mode::InTable,
            (TokenKind::StartTag, names::COL) => Mode::InColumnGroup,
            (TokenKind::StartTag, names::TR) => Mode::InTableBody,
            (TokenKind::StartTag, names::TD | names::TH) => Mode::InRow,
            (TokenKind::StartTag, _) => Mode::InBody,
            (TokenKind::EndOfFile, _) if self.has_template() => {
                self.close_template();
                return Next::Reprocess;
            }
            _ => return Next::Done,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.reprocess_in(mode)
    }

    /// [After body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody).
    pub(super) fn after_body(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.text_in_body(space);
                }
                if token.run.is_empty() {
                    return Next::Done;
                }
            }
            (TokenKind::Comment, _) => {
                let html = self.stack.get(0).map_or(0, |open| open.node);
                return self.insert_comment_at(token, Place::LastChildOf(html));
            }
            (TokenKind::StartTag, names::HTML) => return self.in_body(token),
            (TokenKind::EndTag, names::HTML) => {
                if self.context.is_none() {
                    self.html_end = Some(token.end);
                    self.mode = Mode::AfterAfterBody;
                }
                return Next::Done;
            }
            (TokenKind::EndOfFile, _) => return Next::Done,
            _ => {}
        }
        self.reprocess_in(Mode::InBody)
    }

    /// [In frameset](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset).
    pub(super) fn in_frameset(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) => self.insert_only_space(token),
            (TokenKind::Comment, _) => self.insert_comment(token),
            (TokenKind::StartTag, names::HTML) => self.in_body(token),
            (TokenKind::StartTag, names::FRAMESET) => {
                self.insert(token);
                Next::Done
            }
            (TokenKind::EndTag, names::FRAMESET) => {
                if self.stack.len() > 1 {
                    self.pop();
                    if self.context.is_none() && self.current_name() != names::FRAMESET {
                        self.mode = Mode::AfterFrameset;
                    }
                }
                Next::Done
            }
            (TokenKind::StartTag, names::FRAME) => {
                self.insert_void(token, token.name);
                Next::Done
            }
            (TokenKind::StartTag, names::NOFRAMES) => self.in_head(token),
            _ => Next::Done,
        }
    }

    /// Inserts the white space of a text, wherever it stands in it.
    pub(super) fn insert_only_space(&mut self, token: &mut Token) -> Next {
        while !token.run.is_empty() {
            match self.take_space(token) {
                Some(space) => self.insert_text(space),
                None => self.skip_character(token),
            }
        }
        Next::Done
    }

    /// [After frameset](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset).
    pub(super) fn after_frameset(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) => self.insert_only_space(token),
            (TokenKind::Comment, _) => self.insert_comment(token),
            (TokenKind::StartTag, names::HTML) => self.in_body(token),
            (TokenKind::EndTag, names::HTML) => {
                self.mode = Mode::AfterAfterFrameset;
                Next::Done
            }
            (TokenKind::StartTag, names::NOFRAMES) => self.in_head(token),
            _ => Next::Done,
        }
    }

    /// [After after body](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode).
    pub(super) fn after_after_body(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Comment, _) => return self.insert_comment_at(token, Place::LastChildOf(0)),
            (TokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.text_in_body(space);
                }
                if token.run.is_empty() {
                    return Next::Done;
                }
            }
            (TokenKind::StartTag, names::HTML) => return self.in_body(token),
            (TokenKind::EndOfFile, _) => return Next::Done,
            _ => {}
        }
        self.reprocess_in(Mode::InBody)
    }

    /// [After after frameset](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode).
    pub(super) fn after_after_frameset(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Comment, _) => self.insert_comment_at(token, Place::LastChildOf(0)),
            (TokenKind::Text, _) => {
                while !token.run.is_empty() {
                    match self.take_space(token) {
                        Some(space) => self.text_in_body(space),
                        None => self.skip_character(token),
                    }
                }
                Next::Done
            }
            (TokenKind::StartTag, names::HTML) => self.in_body(token),
            (TokenKind::StartTag, names::NOFRAMES) => self.in_head(token),
            _ => Next::Done,
        }
    }
}
