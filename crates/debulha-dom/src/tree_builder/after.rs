//! The rules of the insertion modes of templates, of framesets, and of what follows the body.

use super::{Mode, NextAction, TreeBuilder, sets};
use crate::arena::InsertPlace;
use crate::names;
use crate::tokenizer::{HtmlToken, HtmlTokenKind};

impl TreeBuilder<'_> {
    /// [In template](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate).
    pub(super) fn in_template(&mut self, token: &mut HtmlToken) -> NextAction {
        let mode = match (token.kind, token.name) {
            (HtmlTokenKind::Text | HtmlTokenKind::Comment, _) => return self.in_body(token),
            (HtmlTokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            (HtmlTokenKind::StartTag, name) if sets::html(name) & sets::HEAD_CONTENT != 0 => {
                return self.in_head(token);
            }
            (
                HtmlTokenKind::StartTag,
                names::CAPTION | names::COLGROUP | names::TBODY | names::TFOOT | names::THEAD,
            ) => Mode::InTable,
            (HtmlTokenKind::StartTag, names::COL) => Mode::InColumnGroup,
            (HtmlTokenKind::StartTag, names::TR) => Mode::InTableBody,
            (HtmlTokenKind::StartTag, names::TD | names::TH) => Mode::InRow,
            (HtmlTokenKind::StartTag, _) => Mode::InBody,
            (HtmlTokenKind::EndOfFile, _) if self.has_template() => {
                self.close_template();
                return NextAction::Reprocess;
            }
            _ => return NextAction::Done,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.reprocess_in(mode)
    }

    /// [After body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody).
    pub(super) fn after_body(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.text_in_body(space);
                }
                if token.run.is_empty() {
                    return NextAction::Done;
                }
            }
            (HtmlTokenKind::Comment, _) => {
                let html = self.stack.get(0).map_or(0, |open| open.node);
                return self.insert_comment_at(token, InsertPlace::LastChildOf(html));
            }
            (HtmlTokenKind::StartTag, names::HTML) => return self.in_body(token),
            (HtmlTokenKind::EndTag, names::HTML) => {
                if self.context.is_none() {
                    self.html_end = Some(token.end);
                    self.mode = Mode::AfterAfterBody;
                }
                return NextAction::Done;
            }
            (HtmlTokenKind::EndOfFile, _) => return NextAction::Done,
            _ => {}
        }
        self.reprocess_in(Mode::InBody)
    }

    /// [In frameset](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset).
    pub(super) fn in_frameset(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) => self.insert_only_space(token),
            (HtmlTokenKind::Comment, _) => self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::HTML) => self.in_body(token),
            (HtmlTokenKind::StartTag, names::FRAMESET) => {
                self.insert(token);
                NextAction::Done
            }
            (HtmlTokenKind::EndTag, names::FRAMESET) => {
                if self.stack.len() > 1 {
                    self.pop();
                    if self.context.is_none() && self.current_name() != names::FRAMESET {
                        self.mode = Mode::AfterFrameset;
                    }
                }
                NextAction::Done
            }
            (HtmlTokenKind::StartTag, names::FRAME) => {
                self.insert_void(token, token.name);
                NextAction::Done
            }
            (HtmlTokenKind::StartTag, names::NOFRAMES) => self.in_head(token),
            _ => NextAction::Done,
        }
    }

    /// Inserts the white space of a text, wherever it stands in it.
    pub(super) fn insert_only_space(&mut self, token: &mut HtmlToken) -> NextAction {
        while !token.run.is_empty() {
            match self.take_space(token) {
                Some(space) => self.insert_text(space),
                None => self.skip_character(token),
            }
        }
        NextAction::Done
    }

    /// [After frameset](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset).
    pub(super) fn after_frameset(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) => self.insert_only_space(token),
            (HtmlTokenKind::Comment, _) => self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::HTML) => self.in_body(token),
            (HtmlTokenKind::EndTag, names::HTML) => {
                self.mode = Mode::AfterAfterFrameset;
                NextAction::Done
            }
            (HtmlTokenKind::StartTag, names::NOFRAMES) => self.in_head(token),
            _ => NextAction::Done,
        }
    }

    /// [After after body](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode).
    pub(super) fn after_after_body(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Comment, _) => return self.insert_comment_at(token, InsertPlace::LastChildOf(0)),
            (HtmlTokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.text_in_body(space);
                }
                if token.run.is_empty() {
                    return NextAction::Done;
                }
            }
            (HtmlTokenKind::StartTag, names::HTML) => return self.in_body(token),
            (HtmlTokenKind::EndOfFile, _) => return NextAction::Done,
            _ => {}
        }
        self.reprocess_in(Mode::InBody)
    }

    /// [After after frameset](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode).
    pub(super) fn after_after_frameset(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Comment, _) => self.insert_comment_at(token, InsertPlace::LastChildOf(0)),
            (HtmlTokenKind::Text, _) => {
                while !token.run.is_empty() {
                    match self.take_space(token) {
                        Some(space) => self.text_in_body(space),
                        None => self.skip_character(token),
                    }
                }
                NextAction::Done
            }
            (HtmlTokenKind::StartTag, names::HTML) => self.in_body(token),
            (HtmlTokenKind::StartTag, names::NOFRAMES) => self.in_head(token),
            _ => NextAction::Done,
        }
    }
}
