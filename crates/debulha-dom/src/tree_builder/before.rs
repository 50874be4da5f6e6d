//! The rules of the insertion modes up to the body, and of raw text.

use super::quirks::quirks_mode;
use super::{Mode, NextAction, TreeBuilder, sets};
use crate::arena::{InsertPlace, NIL};
use crate::document::{Doctype, Namespace, NodeKind, QuirksMode};
use crate::names;
use crate::tokenizer::{ContentState, HtmlToken, HtmlTokenKind};

impl TreeBuilder<'_> {
    /// [Initial](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode).
    pub(super) fn initial(&mut self, token: &mut HtmlToken) -> NextAction {
        let kind = token.kind;
        match kind {
            HtmlTokenKind::Text if !self.skip_space(token) => NextAction::Done,
            HtmlTokenKind::Comment => self.insert_comment_at(token, InsertPlace::LastChildOf(0)),
            HtmlTokenKind::Doctype => {
                self.insert_doctype(token);
                self.mode = Mode::BeforeHtml;
                NextAction::Done
            }
            _ => {
                self.quirks = QuirksMode::Quirks;
                self.reprocess_in(Mode::BeforeHtml)
            }
        }
    }

    fn insert_doctype(&mut self, token: &HtmlToken) {
        let doctype = &self.tokenizer.doctype;
        self.quirks = quirks_mode(doctype);
        self.doctype = Some(Doctype {
            name: doctype.name.clone().unwrap_or_default(),
            public_id: doctype.public_id.clone(),
            system_id: doctype.system_id.clone(),
        });
        let node = self.arena.create_text(NodeKind::Doctype, token.run, (token.start, token.end));
        self.arena.attach(InsertPlace::LastChildOf(0), node);
    }

    /// [Before html](https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode).
    pub(super) fn before_html(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) if !self.skip_space(token) => NextAction::Done,
            (HtmlTokenKind::Comment, _) => self.insert_comment_at(token, InsertPlace::LastChildOf(0)),
            (HtmlTokenKind::StartTag, names::HTML) => {
                let html = self.create_for(token, Namespace::Html, names::HTML);
                self.insert_root(html);
                NextAction::Done
            }
            (HtmlTokenKind::EndTag, name)
                if !matches!(name, names::HEAD | names::BODY | names::HTML | names::BR) =>
            {
                NextAction::Done
            }
            _ => {
                let nowhere = (NIL, NIL);
                let html = self.arena.create_element(names::HTML, Namespace::Html, (0, 0), nowhere);
                self.insert_root(html);
                NextAction::Reprocess
            }
        }
    }

    fn insert_root(&mut self, html: u32) {
        self.arena.attach(InsertPlace::LastChildOf(0), html);
        self.push(html, names::HTML, names::HTML, Namespace::Html);
        self.mode = Mode::BeforeHead;
    }

    /// [Before head](https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode).
    pub(super) fn before_head(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) if !self.skip_space(token) => NextAction::Done,
            (HtmlTokenKind::Comment, _) => self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::HTML) => self.in_body(token),
            (HtmlTokenKind::StartTag, names::HEAD) => {
                self.head = Some(self.insert(token));
                self.mode = Mode::InHead;
                NextAction::Done
            }
            (HtmlTokenKind::EndTag, name)
                if !matches!(name, names::HEAD | names::BODY | names::HTML | names::BR) =>
            {
                NextAction::Done
            }
            _ => {
                self.head = Some(self.insert_implied(names::HEAD, (0, 0)));
                self.reprocess_in(Mode::InHead)
            }
        }
    }

    /// [In head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).
    pub(super) fn in_head(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) if !self.insert_leading_space(token) => return NextAction::Done,
            (HtmlTokenKind::Comment, _) => return self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::HTML) => return self.in_body(token),
            (
                HtmlTokenKind::StartTag,
                names::BASE | names::BASEFONT | names::BGSOUND | names::LINK | names::META,
            ) => {
                self.insert_void(token, token.name);
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::TITLE) => return self.insert_raw(token, ContentState::Rcdata),
            (HtmlTokenKind::StartTag, names::NOFRAMES | names::STYLE) => {
                return self.insert_raw(token, ContentState::Rawtext);
            }
            (HtmlTokenKind::StartTag, names::NOSCRIPT) => {
                self.insert(token);
                self.mode = Mode::InHeadNoscript;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::SCRIPT) => {
                return self.insert_raw(token, ContentState::ScriptData);
            }
            (HtmlTokenKind::EndTag, names::HEAD) => {
                self.pop();
                self.mode = Mode::AfterHead;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::TEMPLATE) => {
                self.insert(token);
                self.formatting.push_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
                return NextAction::Done;
            }
            (HtmlTokenKind::EndTag, names::TEMPLATE) => {
                if self.has_template() {
                    self.generate_implied_end_tags(sets::THOROUGHLY_IMPLIED_END, names::NONE);
                    self.close_template();
                }
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::HEAD) => return NextAction::Done,
            (HtmlTokenKind::EndTag, name) if !matches!(name, names::BODY | names::HTML | names::BR) => {
                return NextAction::Done;
            }
            _ => {}
        }
        self.pop();
        self.reprocess_in(Mode::AfterHead)
    }

    pub(super) fn close_template(&mut self) {
        self.pop_until(names::TEMPLATE);
        self.clear_formatting_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }

    /// [In head noscript](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript).
    pub(super) fn in_head_noscript(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::StartTag, names::HTML) => return self.in_body(token),
            (HtmlTokenKind::EndTag, names::NOSCRIPT) => {
                self.pop();
                self.mode = Mode::InHead;
                return NextAction::Done;
            }
            (HtmlTokenKind::Text, _) if !self.insert_leading_space(token) => return NextAction::Done,
            (HtmlTokenKind::Comment, _)
            | (
                HtmlTokenKind::StartTag,
                names::BASEFONT | names::BGSOUND | names::LINK | names::META | names::NOFRAMES | names::STYLE,
            ) => return self.in_head(token),
            (HtmlTokenKind::StartTag, names::HEAD | names::NOSCRIPT) => return NextAction::Done,
            (HtmlTokenKind::EndTag, name) if name != names::BR => return NextAction::Done,
            _ => {}
        }
        self.pop();
        self.reprocess_in(Mode::InHead)
    }

    /// [After head](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode).
    pub(super) fn after_head(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) if !self.insert_leading_space(token) => return NextAction::Done,
            (HtmlTokenKind::Comment, _) => return self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::HTML) => return self.in_body(token),
            (HtmlTokenKind::StartTag, names::BODY) => {
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::FRAMESET) => {
                self.insert(token);
                self.mode = Mode::InFrameset;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, name) if sets::html(name) & sets::HEAD_CONTENT != 0 => {
                return self.in_head_again(token);
            }
            (HtmlTokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            (HtmlTokenKind::StartTag, names::HEAD) => return NextAction::Done,
            (HtmlTokenKind::EndTag, name) if !matches!(name, names::BODY | names::HTML | names::BR) => {
                return NextAction::Done;
            }
            _ => {}
        }
        self.insert_implied(names::BODY, (0, 0));
        self.reprocess_in(Mode::InBody)
    }

    /// An element of the head that comes after it.
    fn in_head_again(&mut self, token: &mut HtmlToken) -> NextAction {
        let Some(head) = self.head else { return NextAction::Done };
        let position = self.stack.len();
        self.push(head, names::HEAD, names::HEAD, Namespace::Html);
        let next = self.in_head(token);
        self.remove_open(position);
        next
    }

    /// [Text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata).
    pub(super) fn text(&mut self, token: &mut HtmlToken) -> NextAction {
        if token.kind == HtmlTokenKind::Text {
            self.insert_text(token.run);
            return NextAction::Done;
        }
        self.pop();
        self.mode = self.original_mode;
        if token.kind == HtmlTokenKind::EndOfFile { NextAction::Reprocess } else { NextAction::Done }
    }
}
