//! The rules of the insertion modes, but for "in body".

use super::quirks::quirks_mode;
use super::{Mode, Next, TreeBuilder, sets};
use crate::arena::Place;
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
                let nowhere = (crate::arena::NIL, crate::arena::NIL);
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
            (TokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.insert_text(space);
                }
                if token.run.is_empty() {
                    return Next::Done;
                }
            }
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

    fn close_template(&mut self) {
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
            (TokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.insert_text(space);
                }
                if token.run.is_empty() {
                    return Next::Done;
                }
            }
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
            (TokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.insert_text(space);
                }
                if token.run.is_empty() {
                    return Next::Done;
                }
            }
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
            (
                TokenKind::StartTag,
                names::BASE
                | names::BASEFONT
                | names::BGSOUND
                | names::LINK
                | names::META
                | names::NOFRAMES
                | names::SCRIPT
                | names::STYLE
                | names::TEMPLATE
                | names::TITLE,
            ) => return self.in_head_again(token),
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

    /// [In table](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable).
    pub(super) fn in_table(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) if self.takes_table_text() => {
                self.original_mode = self.mode;
                return self.reprocess_in(Mode::InTableText);
            }
            (TokenKind::Comment, _) => return self.insert_comment(token),
            (TokenKind::StartTag, names::CAPTION) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.formatting.push_marker();
                self.insert(token);
                self.mode = Mode::InCaption;
                return Next::Done;
            }
            (TokenKind::StartTag, names::COLGROUP) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert(token);
                self.mode = Mode::InColumnGroup;
                return Next::Done;
            }
            (TokenKind::StartTag, names::COL) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert_implied(names::COLGROUP, (0, 0));
                return self.reprocess_in(Mode::InColumnGroup);
            }
            (TokenKind::StartTag, names::TBODY | names::TFOOT | names::THEAD) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert(token);
                self.mode = Mode::InTableBody;
                return Next::Done;
            }
            (TokenKind::StartTag, names::TD | names::TH | names::TR) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert_implied(names::TBODY, (0, 0));
                return self.reprocess_in(Mode::InTableBody);
            }
            (TokenKind::StartTag, names::TABLE) => {
                if !self.stack.has_in_scope(names::TABLE, sets::TABLE_SCOPE) {
                    return Next::Done;
                }
                self.pop_until(names::TABLE);
                self.reset_insertion_mode();
                return Next::Reprocess;
            }
            (TokenKind::EndTag, names::TABLE) => {
                if self.stack.has_in_scope(names::TABLE, sets::TABLE_SCOPE) {
                    self.pop_until(names::TABLE);
                    self.reset_insertion_mode();
                }
                return Next::Done;
            }
            (
                TokenKind::EndTag,
                names::BODY
                | names::CAPTION
                | names::COL
                | names::COLGROUP
                | names::HTML
                | names::TBODY
                | names::TD
                | names::TFOOT
                | names::TH
                | names::THEAD
                | names::TR,
            ) => return Next::Done,
            (TokenKind::StartTag, names::STYLE | names::SCRIPT | names::TEMPLATE)
            | (TokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            (TokenKind::StartTag, names::INPUT) if self.is_hidden_input(token) => {
                self.insert_void(token, token.name);
                return Next::Done;
            }
            (TokenKind::StartTag, names::FORM) => {
                if !self.has_template() && self.form.is_none() {
                    self.form = Some(self.insert_void(token, token.name));
                }
                return Next::Done;
            }
            (TokenKind::EndOfFile, _) => return self.in_body(token),
            _ => {}
        }
        self.in_body_fostered(token)
    }

    /// The rules for body, with foster parenting.
    fn in_body_fostered(&mut self, token: &mut Token) -> Next {
        self.foster_parenting = true;
        let next = self.in_body(token);
        self.foster_parenting = false;
        next
    }

    fn takes_table_text(&self) -> bool {
        self.current_name() == names::TEMPLATE || self.current_flags() & sets::FOSTERS != 0
    }

    /// [In table text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext).
    pub(super) fn in_table_text(&mut self, token: &mut Token) -> Next {
        if token.kind == TokenKind::Text {
            self.pending_table_text.extend(self.without_nul(token.run));
            return Next::Done;
        }
        self.flush_table_text();
        self.reprocess_in(self.original_mode)
    }

    /// Inserts the text of a table that has come: before the table, unless all of it is white space.
    pub(super) fn flush_table_text(&mut self) {
        let runs = std::mem::take(&mut self.pending_table_text);
        let has_words = runs.iter().any(|&run| self.has_words(run));
        self.foster_parenting = has_words;
        for &run in &runs {
            if has_words {
                self.text_in_body(run);
            } else {
                self.insert_text(run);
            }
        }
        self.foster_parenting = false;
    }

    /// [In caption](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption).
    pub(super) fn in_caption(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (
                TokenKind::StartTag,
                names::CAPTION
                | names::COL
                | names::COLGROUP
                | names::TBODY
                | names::TD
                | names::TFOOT
                | names::TH
                | names::THEAD
                | names::TR,
            )
            | (TokenKind::EndTag, names::TABLE | names::CAPTION) => {
                if !self.stack.has_in_scope(names::CAPTION, sets::TABLE_SCOPE) {
                    return Next::Done;
                }
                self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                self.pop_until(names::CAPTION);
                self.clear_formatting_to_marker();
                self.mode = Mode::InTable;
                let is_end = token.kind == TokenKind::EndTag && token.name == names::CAPTION;
                if is_end { Next::Done } else { Next::Reprocess }
            }
            (
                TokenKind::EndTag,
                names::BODY
                | names::COL
                | names::COLGROUP
                | names::HTML
                | names::TBODY
                | names::TD
                | names::TFOOT
                | names::TH
                | names::THEAD
                | names::TR,
            ) => Next::Done,
            _ => self.in_body(token),
        }
    }

    /// [In column group](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup).
    pub(super) fn in_column_group(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::Text, _) => {
                if let Some(space) = self.take_space(token) {
                    self.insert_text(space);
                }
                if token.run.is_empty() {
                    return Next::Done;
                }
            }
            (TokenKind::Comment, _) => return self.insert_comment(token),
            (TokenKind::StartTag, names::HTML) | (TokenKind::EndOfFile, _) => return self.in_body(token),
            (TokenKind::StartTag, names::COL) => {
                self.insert_void(token, token.name);
                return Next::Done;
            }
            (TokenKind::EndTag, names::COL) => return Next::Done,
            (TokenKind::StartTag | TokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            _ => {}
        }
        if self.current_name() != names::COLGROUP {
            return if token.kind == TokenKind::Text { self.insert_only_space(token) } else { Next::Done };
        }
        self.pop();
        self.mode = Mode::InTable;
        let is_end = token.kind == TokenKind::EndTag && token.name == names::COLGROUP;
        if is_end { Next::Done } else { Next::Reprocess }
    }

    /// [In table body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody).
    pub(super) fn in_table_body(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::StartTag, names::TR) => {
                self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                self.insert(token);
                self.mode = Mode::InRow;
                Next::Done
            }
            (TokenKind::StartTag, names::TH | names::TD) => {
                self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                self.insert_implied(names::TR, (0, 0));
                self.reprocess_in(Mode::InRow)
            }
            (TokenKind::EndTag, names::TBODY | names::TFOOT | names::THEAD) => {
                if self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                    self.pop();
                    self.mode = Mode::InTable;
                }
                Next::Done
            }
            (
                TokenKind::StartTag,
                names::CAPTION | names::COL | names::COLGROUP | names::TBODY | names::TFOOT | names::THEAD,
            )
            | (TokenKind::EndTag, names::TABLE) => {
                let has_body = [names::TBODY, names::TFOOT, names::THEAD]
                    .iter()
                    .any(|&name| self.stack.has_in_scope(name, sets::TABLE_SCOPE));
                if !has_body {
                    return Next::Done;
                }
                self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                self.pop();
                self.reprocess_in(Mode::InTable)
            }
            (
                TokenKind::EndTag,
                names::BODY
                | names::CAPTION
                | names::COL
                | names::COLGROUP
                | names::HTML
                | names::TD
                | names::TH
                | names::TR,
            ) => Next::Done,
            _ => self.in_table(token),
        }
    }

    /// [In row](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr).
    pub(super) fn in_row(&mut self, token: &mut Token) -> Next {
        let reprocess = match (token.kind, token.name) {
            (TokenKind::StartTag, names::TH | names::TD) => {
                self.pop_to_context(sets::TABLE_ROW_CONTEXT);
                self.insert(token);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
                return Next::Done;
            }
            (TokenKind::EndTag, names::TR) => Next::Done,
            (
                TokenKind::StartTag,
                names::CAPTION
                | names::COL
                | names::COLGROUP
                | names::TBODY
                | names::TFOOT
                | names::THEAD
                | names::TR,
            )
            | (TokenKind::EndTag, names::TABLE) => Next::Reprocess,
            (TokenKind::EndTag, names::TBODY | names::TFOOT | names::THEAD) => {
                if !self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    return Next::Done;
                }
                Next::Reprocess
            }
            (
                TokenKind::EndTag,
                names::BODY
                | names::CAPTION
                | names::COL
                | names::COLGROUP
                | names::HTML
                | names::TD
                | names::TH,
            ) => return Next::Done,
            _ => return self.in_table(token),
        };
        if !self.stack.has_in_scope(names::TR, sets::TABLE_SCOPE) {
            return Next::Done;
        }
        self.pop_to_context(sets::TABLE_ROW_CONTEXT);
        self.pop();
        self.mode = Mode::InTableBody;
        reprocess
    }

    /// [In cell](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd).
    pub(super) fn in_cell(&mut self, token: &mut Token) -> Next {
        match (token.kind, token.name) {
            (TokenKind::EndTag, names::TD | names::TH) => {
                if self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                    self.pop_until(token.name);
                    self.clear_formatting_to_marker();
                    self.mode = Mode::InRow;
                }
                Next::Done
            }
            (
                TokenKind::StartTag,
                names::CAPTION
                | names::COL
                | names::COLGROUP
                | names::TBODY
                | names::TD
                | names::TFOOT
                | names::TH
                | names::THEAD
                | names::TR,
            ) => self.close_cell(),
            (
                TokenKind::EndTag,
                names::BODY | names::CAPTION | names::COL | names::COLGROUP | names::HTML,
            ) => Next::Done,
            (TokenKind::EndTag, names::TABLE | names::TBODY | names::TFOOT | names::THEAD | names::TR) => {
                if self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    self.close_cell()
                } else {
                    Next::Done
                }
            }
            _ => self.in_body(token),
        }
    }

    fn close_cell(&mut self) -> Next {
        let cell = self.stack.last(names::TD).max(self.stack.last(names::TH));
        let Some(cell) = cell.filter(|&cell| self.stack.is_in_scope(cell, sets::TABLE_SCOPE)) else {
            return Next::Done;
        };
        self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
        self.pop_to(cell);
        self.clear_formatting_to_marker();
        self.reprocess_in(Mode::InRow)
    }

    /// [In template](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate).
    pub(super) fn in_template(&mut self, token: &mut Token) -> Next {
        let mode = match (token.kind, token.name) {
            (TokenKind::Text | TokenKind::Comment, _) => return self.in_body(token),
            (
                TokenKind::StartTag,
                names::BASE
                | names::BASEFONT
                | names::BGSOUND
                | names::LINK
                | names::META
                | names::NOFRAMES
                | names::SCRIPT
                | names::STYLE
                | names::TEMPLATE
                | names::TITLE,
            )
            | (TokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
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
    fn insert_only_space(&mut self, token: &mut Token) -> Next {
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
