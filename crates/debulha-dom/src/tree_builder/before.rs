//! The rules of the insertion modes up to the body, and of raw text.

use super::quirks::quirks_mode;
use super::{Mode, Next, TreeBuilder, sets};
use crate::arena::{NIL, Place};
use crate::document::{Doctype, Namespace, NodeKind, QuirksMode};
use crate::names;
use crate::tokenizer::{Content, Token, TokenKind};

impl TreeBuilder<'_> {
    /// [Initial](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode).
    pub(super) fn initial(&mut self, token: &mut Token) -> Next {
        let kind = token.kind;
        match kind {
            TokenKind::Text if !self.skip_space(token) => Next::Done,
            TokenKind::Comment => self.insert_comment_at(token, Place::LastChildOf(0)),
            TokenKind::Doctype => {
                self.insert_doctype(token);
                self.mode = Mode::BeforeHtml;
                Next::Done
            }
            _ => {
                self.quirks = QuirksMode::Quirks;
                self.reprocess_in(Mode::BeforeHtml)
            }
        }
    }

    fn insert_doctype(&mut self, token: &Token) {
        let doctype = &self.tokenizer.doctype;
        self.quirks = quirks_mode(doctype);
        self.doctype = Some(Doctype {
            name: doctype.name.clone().unwrap_or_default(),
            public_id: doctype.public_id.clone(),
            system_id: doctype.system_id.clone(),
        });
        let node = self.arena.create_text(NodeKind::Doctype, token.run, (token.start, token.end));
        self.arena.attach(Place::LastChildOf(0), node);
    }

    /// [Before html](https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode).
    pub(super) fn before_html(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) if !self.skip_space(token) => Next::Done,
            (TokenKind::Comment, _) => self.insert_comment_at(token, Place::LastChildOf(0)),
            (TokenKind::StartTag, names::HTML) => {
                let html = self.create_for(token, Namespace::Html, names::HTML);
                self.insert_root(html);
                Next::Done
            }
            (TokenKind::EndTag, name)
                if !matches!(name, names::HEAD | names::BODY | names::HTML | names::BR) =>
            {
                Next::Done
            }
            _ => {
                let nowhere = (NIL, NIL);
                let html = self.arena.create_element(names::HTML, Namespace::Html, (0, 0), nowhere);
                self.insert_root(html);
                Next::Reprocess
            }
        }
    }

    fn insert_root(&mut self, html: u32) {
        self.arena.attach(Place::LastChildOf(0), html);
        self.push(html, names::HTML, names::HTML, Namespace::Html);
        self.mode = Mode::BeforeHead;
    }

    /// [Before head](https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode).
    pub(super) fn before_head(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) if !self.skip_space(token) => Next::Done,
            (TokenKind::Comment, _) => self.insert_comment(token),
            (TokenKind::StartTag, names::HTML) => self.in_body(token),
            (TokenKind::StartTag, names::HEAD) => {
                self.head = Some(self.insert(token));
                self.mode = Mode::InHead;
                Next::Done
            }
            (TokenKind::EndTag, name)
                if !matches!(name, names::HEAD | names::BODY | names::HTML | names::BR) =>
            {
                Next::Done
            }
            _ => {
                self.head = Some(self.insert_implied(names::HEAD, (0, 0)));
                self.reprocess_in(Mode::InHead)
            }
        }
    }

    /// [In head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).
    pub(super) fn in_head(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) if !self.insert_leading_space(token) => return Next::Done,
            (TokenKind::Comment, _) => return self.insert_comment(token),
            (TokenKind::StartTag, names::HTML) => return self.in_body(token),
            (
                TokenKind::StartTag,
                names::BASE | names::BASEFONT | names::BGSOUND | names::LINK | names::META,
            ) => {
                self.insert_void(token, token.name);
                return Next::Done;
            }
            (TokenKind::StartTag, names::TITLE) => return self.insert_raw(token, Content::Rcdata),
            (TokenKind::StartTag, names::NOFRAMES | names::STYLE) => {
                return self.insert_raw(token, Content::Rawtext);
            }
            (TokenKind::StartTag, names::NOSCRIPT) => {
                self.insert(token);
                self.mode = Mode::InHeadNoscript;
                return Next::Done;
            }
            (TokenKind::StartTag, names::SCRIPT) => return self.insert_raw(token, Content::ScriptData),
            (TokenKind::EndTag, names::HEAD) => {
                self.pop();
                self.mode = Mode::AfterHead;
                return Next::Done;
            }
            (TokenKind::StartTag, names::TEMPLATE) => {
                self.insert(token);
                self.formatting.push_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
                return Next::Done;
            }
            (TokenKind::EndTag, names::TEMPLATE) => {
                if self.has_template() {
                    self.generate_implied_end_tags(sets::THOROUGHLY_IMPLIED_END, names::NONE);
                    self.close_template();
                }
                return Next::Done;
            }
            (TokenKind::StartTag, names::HEAD) => return Next::Done,
            (TokenKind::EndTag, name) if !matches!(name, names::BODY | names::HTML | names::BR) => {
                return Next::Done;
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
    pub(super) fn in_head_noscript(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::StartTag, names::HTML) => return self.in_body(token),
            (TokenKind::EndTag, names::NOSCRIPT) => {
                self.pop();
                self.mode = Mode::InHead;
                return Next::Done;
            }
            (TokenKind::Text, _) if !self.insert_leading_space(token) => return Next::Done,
            (TokenKind::Comment, _)
            | (
                TokenKind::StartTag,
                names::BASEFONT | names::BGSOUND | names::LINK | names::META | names::NOFRAMES | names::STYLE,
            ) => return self.in_head(token),
            (TokenKind::StartTag, names::HEAD | names::NOSCRIPT) => return Next::Done,
            (TokenKind::EndTag, name) if name != names::BR => return Next::Done,
            _ => {}
        }
        self.pop();
        self.reprocess_in(Mode::InHead)
    }

    /// [After head](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode).
    pub(super) fn after_head(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) if !self.insert_leading_space(token) => return Next::Done,
            (TokenKind::Comment, _) => return self.insert_comment(token),
            (TokenKind::StartTag, names::HTML) => return self.in_body(token),
            (TokenKind::StartTag, names::BODY) => {
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                return Next::Done;
            }
            (TokenKind::StartTag, names::FRAMESET) => {
                self.insert(token);
                self.mode = Mode::InFrameset;
                return Next::Done;
            }
            (TokenKind::StartTag, name) if sets::html(name) & sets::HEAD_CONTENT != 0 => {
                return self.in_head_again(token);
            }
            (TokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            (TokenKind::StartTag, names::HEAD) => return Next::Done,
            (TokenKind::EndTag, name) if !matches!(name, names::BODY | names::HTML | names::BR) => {
                return Next::Done;
            }
            _ => {}
        }
        self.insert_implied(names::BODY, (0, 0));
        self.reprocess_in(Mode::InBody)
    }

    /// An element of the head that comes after it.
    fn in_head_again(&mut self, token: &mut Token) -> Next {
        let Some(head) = self.head else { return Next::Done };
        let position = self.stack.len();
        self.push(head, names::HEAD, names::HEAD, Namespace::Html);
        let next = self.in_head(token);
        self.remove_open(position);
        next
    }

    /// [Text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata).
    pub(super) fn text(&mut self, token: &mut Token) -> Next {
        if token.kind == TokenKind::Text {
            self.insert_text(token.run);
            return Next::Done;
        }
        self.pop();
        self.mode = self.original_mode;
        if token.kind == TokenKind::EndOfFile { Next::Reprocess } else { Next::Done }
    }
}
