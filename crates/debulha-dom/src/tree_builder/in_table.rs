//! The rules of the insertion modes of tables.

use super::{Mode, NextAction, TreeBuilder, sets};
use crate::names::{self, NameId};
use crate::tokenizer::{HtmlToken, HtmlTokenKind};

impl TreeBuilder<'_> {
    /// [In table](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable).
    pub(super) fn in_table(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) if self.takes_table_text() => {
                self.original_mode = self.mode;
                return self.reprocess_in(Mode::InTableText);
            }
            (HtmlTokenKind::Comment, _) => return self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::CAPTION) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.formatting.push_marker();
                self.insert(token);
                self.mode = Mode::InCaption;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::COLGROUP) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert(token);
                self.mode = Mode::InColumnGroup;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::COL) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert_implied(names::COLGROUP, (0, 0));
                return self.reprocess_in(Mode::InColumnGroup);
            }
            (HtmlTokenKind::StartTag, names::TBODY | names::TFOOT | names::THEAD) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert(token);
                self.mode = Mode::InTableBody;
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::TD | names::TH | names::TR) => {
                self.pop_to_context(sets::TABLE_SCOPE);
                self.insert_implied(names::TBODY, (0, 0));
                return self.reprocess_in(Mode::InTableBody);
            }
            (HtmlTokenKind::StartTag, names::TABLE) => {
                if !self.stack.has_in_scope(names::TABLE, sets::TABLE_SCOPE) {
                    return NextAction::Done;
                }
                self.pop_until(names::TABLE);
                self.reset_insertion_mode();
                return NextAction::Reprocess;
            }
            (HtmlTokenKind::EndTag, names::TABLE) => {
                if self.stack.has_in_scope(names::TABLE, sets::TABLE_SCOPE) {
                    self.pop_until(names::TABLE);
                    self.reset_insertion_mode();
                }
                return NextAction::Done;
            }
            (HtmlTokenKind::EndTag, name) if is_out_of_place(name) => return NextAction::Done,
            (HtmlTokenKind::StartTag, names::STYLE | names::SCRIPT | names::TEMPLATE)
            | (HtmlTokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            (HtmlTokenKind::StartTag, names::INPUT) if self.is_hidden_input(token) => {
                self.insert_void(token, token.name);
                return NextAction::Done;
            }
            (HtmlTokenKind::StartTag, names::FORM) => {
                if !self.has_template() && self.form.is_none() {
                    self.form = Some(self.insert_void(token, token.name));
                }
                return NextAction::Done;
            }
            (HtmlTokenKind::EndOfFile, _) => return self.in_body(token),
            _ => {}
        }
        self.in_body_fostered(token)
    }

    /// The rules for body, with foster parenting.
    fn in_body_fostered(&mut self, token: &mut HtmlToken) -> NextAction {
        self.foster_parenting = true;
        let next = self.in_body(token);
        self.foster_parenting = false;
        next
    }

    fn takes_table_text(&self) -> bool {
        self.current_name() == names::TEMPLATE || self.current_flags() & sets::FOSTERS != 0
    }

    /// [In table text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext).
    pub(super) fn in_table_text(&mut self, token: &mut HtmlToken) -> NextAction {
        if token.kind == HtmlTokenKind::Text {
            self.pending_table_text.extend(self.without_nul(token.run));
            return NextAction::Done;
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
    pub(super) fn in_caption(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::StartTag, name) if sets::html(name) & sets::TABLE_PART != 0 => {
                self.close_caption()
            }
            (HtmlTokenKind::EndTag, names::TABLE) => self.close_caption(),
            (HtmlTokenKind::EndTag, names::CAPTION) => {
                self.close_caption();
                NextAction::Done
            }
            (HtmlTokenKind::EndTag, name) if is_out_of_place(name) => NextAction::Done,
            _ => self.in_body(token),
        }
    }

    /// Closes the caption, so that the token is looked at again in the table; done where none is open.
    fn close_caption(&mut self) -> NextAction {
        if !self.stack.has_in_scope(names::CAPTION, sets::TABLE_SCOPE) {
            return NextAction::Done;
        }
        self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
        self.pop_until(names::CAPTION);
        self.clear_formatting_to_marker();
        self.reprocess_in(Mode::InTable)
    }

    /// [In column group](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup).
    pub(super) fn in_column_group(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) if !self.insert_leading_space(token) => return NextAction::Done,
            (HtmlTokenKind::Comment, _) => return self.insert_comment(token),
            (HtmlTokenKind::StartTag, names::HTML) | (HtmlTokenKind::EndOfFile, _) => {
                return self.in_body(token);
            }
            (HtmlTokenKind::StartTag, names::COL) => {
                self.insert_void(token, token.name);
                return NextAction::Done;
            }
            (HtmlTokenKind::EndTag, names::COL) => return NextAction::Done,
            (HtmlTokenKind::StartTag | HtmlTokenKind::EndTag, names::TEMPLATE) => return self.in_head(token),
            _ => {}
        }
        if self.current_name() != names::COLGROUP {
            return if token.kind == HtmlTokenKind::Text {
                self.insert_only_space(token)
            } else {
                NextAction::Done
            };
        }
        self.pop();
        self.mode = Mode::InTable;
        let is_end = token.kind == HtmlTokenKind::EndTag && token.name == names::COLGROUP;
        if is_end { NextAction::Done } else { NextAction::Reprocess }
    }

    /// [In table body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody).
    pub(super) fn in_table_body(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::StartTag, names::TR) => {
                self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                self.insert(token);
                self.mode = Mode::InRow;
                NextAction::Done
            }
            (HtmlTokenKind::StartTag, names::TH | names::TD) => {
                self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                self.insert_implied(names::TR, (0, 0));
                self.reprocess_in(Mode::InRow)
            }
            (HtmlTokenKind::EndTag, names::TBODY | names::TFOOT | names::THEAD) => {
                if self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                    self.pop();
                    self.mode = Mode::InTable;
                }
                NextAction::Done
            }
            (
                HtmlTokenKind::StartTag,
                names::CAPTION | names::COL | names::COLGROUP | names::TBODY | names::TFOOT | names::THEAD,
            )
            | (HtmlTokenKind::EndTag, names::TABLE) => {
                let has_body = [names::TBODY, names::TFOOT, names::THEAD]
                    .iter()
                    .any(|&name| self.stack.has_in_scope(name, sets::TABLE_SCOPE));
                if !has_body {
                    return NextAction::Done;
                }
                self.pop_to_context(sets::TABLE_BODY_CONTEXT);
                self.pop();
                self.reprocess_in(Mode::InTable)
            }
            (HtmlTokenKind::EndTag, name) if is_out_of_place(name) => NextAction::Done,
            _ => self.in_table(token),
        }
    }

    /// [In row](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr).
    pub(super) fn in_row(&mut self, token: &mut HtmlToken) -> NextAction {
        let reprocess = match (token.kind, token.name) {
            (HtmlTokenKind::StartTag, names::TH | names::TD) => {
                self.pop_to_context(sets::TABLE_ROW_CONTEXT);
                self.insert(token);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
                return NextAction::Done;
            }
            (HtmlTokenKind::EndTag, names::TR) => NextAction::Done,
            (HtmlTokenKind::StartTag, name) if sets::html(name) & sets::TABLE_PART != 0 => {
                NextAction::Reprocess
            }
            (HtmlTokenKind::EndTag, names::TABLE) => NextAction::Reprocess,
            (HtmlTokenKind::EndTag, names::TBODY | names::TFOOT | names::THEAD) => {
                if !self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    return NextAction::Done;
                }
                NextAction::Reprocess
            }
            (HtmlTokenKind::EndTag, name) if is_out_of_place(name) => return NextAction::Done,
            _ => return self.in_table(token),
        };
        if !self.stack.has_in_scope(names::TR, sets::TABLE_SCOPE) {
            return NextAction::Done;
        }
        self.pop_to_context(sets::TABLE_ROW_CONTEXT);
        self.pop();
        self.mode = Mode::InTableBody;
        reprocess
    }

    /// [In cell](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd).
    pub(super) fn in_cell(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::EndTag, names::TD | names::TH) => {
                if self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                    self.pop_until(token.name);
                    self.clear_formatting_to_marker();
                    self.mode = Mode::InRow;
                }
                NextAction::Done
            }
            (HtmlTokenKind::StartTag, name) if sets::html(name) & sets::TABLE_PART != 0 => self.close_cell(),
            (
                HtmlTokenKind::EndTag,
                names::TABLE | names::TBODY | names::TFOOT | names::THEAD | names::TR,
            ) => {
                if self.stack.has_in_scope(token.name, sets::TABLE_SCOPE) {
                    self.close_cell()
                } else {
                    NextAction::Done
                }
            }
            (HtmlTokenKind::EndTag, name) if is_out_of_place(name) => NextAction::Done,
            _ => self.in_body(token),
        }
    }

    fn close_cell(&mut self) -> NextAction {
        let cell = self.stack.last(names::TD).max(self.stack.last(names::TH));
        let Some(cell) = cell.filter(|&cell| self.stack.is_in_scope(cell, sets::TABLE_SCOPE)) else {
            return NextAction::Done;
        };
        self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
        self.pop_to(cell);
        self.clear_formatting_to_marker();
        self.reprocess_in(Mode::InRow)
    }
}

/// Whether an end tag, one that its mode has no rule for, closes nothing in a table.
fn is_out_of_place(name: NameId) -> bool {
    matches!(name, names::BODY | names::HTML) || sets::html(name) & sets::TABLE_PART != 0
}
