//! The rules of the insertion mode [in body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody).

use super::{Mode, NextAction, TreeBuilder, sets};
use crate::document::{Namespace, QuirksMode};
use crate::names::{self, NameId};
use crate::tokenizer::{CharacterRun, ContentState, HtmlToken, HtmlTokenKind};

impl TreeBuilder<'_> {
    pub(super) fn in_body(&mut self, token: &mut HtmlToken) -> NextAction {
        match token.kind {
            HtmlTokenKind::Text => self.text_in_body(token.run),
            HtmlTokenKind::StartTag => return self.start_tag_in_body(token),
            HtmlTokenKind::EndTag => return self.end_tag_in_body(token),
            HtmlTokenKind::Comment => return self.insert_comment(token),
            HtmlTokenKind::EndOfFile if !self.template_modes.is_empty() => return self.in_template(token),
            HtmlTokenKind::EndOfFile | HtmlTokenKind::Doctype => {}
        }
        NextAction::Done
    }

    pub(super) fn text_in_body(&mut self, run: CharacterRun) {
        if let Some(run) = self.without_nul(run) {
            self.reconstruct_formatting();
            if self.frameset_ok && self.has_words(run) {
                self.frameset_ok = false;
            }
            self.insert_text(run);
        }
    }

    #[expect(clippy::too_many_lines, reason = "the standard's list of start tags, in its order")]
    fn start_tag_in_body(&mut self, token: &mut HtmlToken) -> NextAction {
        match token.name {
            names::HTML => {
                if !self.has_template()
                    && let Some(html) = self.stack.get(0)
                {
                    self.add_missing_attributes(html.node, token);
                }
            }
            names::BODY => {
                if let Some(body) = self.body().filter(|_| !self.has_template()) {
                    self.frameset_ok = false;
                    self.add_missing_attributes(body, token);
                }
            }
            names::FRAMESET => {
                if let Some(body) = self.body().filter(|_| self.frameset_ok) {
                    self.arena.detach(body);
                    self.pop_to(1);
                    self.insert(token);
                    self.mode = Mode::InFrameset;
                }
            }
            names::ADDRESS
            | names::ARTICLE
            | names::ASIDE
            | names::BLOCKQUOTE
            | names::CENTER
            | names::DETAILS
            | names::DIALOG
            | names::DIR
            | names::DIV
            | names::DL
            | names::FIELDSET
            | names::FIGCAPTION
            | names::FIGURE
            | names::FOOTER
            | names::HEADER
            | names::HGROUP
            | names::MAIN
            | names::MENU
            | names::NAV
            | names::OL
            | names::P
            | names::SEARCH
            | names::SECTION
            | names::SUMMARY
            | names::UL => {
                self.close_p_in_button_scope();
                self.insert(token);
            }
            names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6 => {
                self.close_p_in_button_scope();
                if self.current_flags() & sets::HEADING != 0 {
                    self.pop();
                }
                self.insert(token);
            }
            names::PRE | names::LISTING => {
                self.close_p_in_button_scope();
                self.insert(token);
                self.ignore_newline = true;
                self.frameset_ok = false;
            }
            names::FORM => {
                if self.form.is_none() || self.has_template() {
                    self.close_p_in_button_scope();
                    let form = self.insert(token);
                    if !self.has_template() {
                        self.form = Some(form);
                    }
                }
            }
            names::LI => self.insert_item(token, &[names::LI]),
            names::DD | names::DT => self.insert_item(token, &[names::DD, names::DT]),
            names::PLAINTEXT => {
                self.close_p_in_button_scope();
                self.insert(token);
                self.tokenizer.set_content(ContentState::Plaintext, token.name);
            }
            names::BUTTON => {
                if self.stack.has_in_scope(names::BUTTON, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                    self.pop_until(names::BUTTON);
                }
                self.reconstruct_formatting();
                self.insert(token);
                self.frameset_ok = false;
            }
            names::A => {
                self.close_open_link(token);
                self.reconstruct_formatting();
                self.insert_formatting(token);
            }
            names::B
            | names::BIG
            | names::CODE
            | names::EM
            | names::FONT
            | names::I
            | names::S
            | names::SMALL
            | names::STRIKE
            | names::STRONG
            | names::TT
            | names::U => {
                self.reconstruct_formatting();
                self.insert_formatting(token);
            }
            names::NOBR => {
                self.reconstruct_formatting();
                if self.stack.has_in_scope(names::NOBR, sets::DEFAULT_SCOPE) {
                    self.adoption_agency(token);
                    self.reconstruct_formatting();
                }
                self.insert_formatting(token);
            }
            names::APPLET | names::MARQUEE | names::OBJECT => {
                self.reconstruct_formatting();
                self.insert(token);
                self.formatting.push_marker();
                self.frameset_ok = false;
            }
            names::TABLE => {
                if self.quirks != QuirksMode::Quirks {
                    self.close_p_in_button_scope();
                }
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            names::AREA | names::BR | names::EMBED | names::IMG | names::KEYGEN | names::WBR => {
                self.insert_void_in_line(token, token.name);
            }
            names::IMAGE => self.insert_void_in_line(token, names::IMG),
            names::INPUT => self.insert_input(token),
            names::PARAM | names::SOURCE | names::TRACK => {
                self.insert_void(token, token.name);
            }
            names::HR => {
                self.close_p_in_button_scope();
                if self.stack.has_in_scope(names::SELECT, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                }
                self.insert_void(token, token.name);
                self.frameset_ok = false;
            }
            names::TEXTAREA => {
                self.ignore_newline = true;
                self.frameset_ok = false;
                return self.insert_raw(token, ContentState::Rcdata);
            }
            names::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                return self.insert_raw(token, ContentState::Rawtext);
            }
            names::IFRAME => {
                self.frameset_ok = false;
                // With scripting on, which pages are made for, `noscript` is text and such a frame ends with it.
                if token.self_closing && self.stack.last(names::NOSCRIPT).is_some() {
                    self.insert_void(token, token.name);
                    return NextAction::Done;
                }
                return self.insert_raw(token, ContentState::Rawtext);
            }
            names::NOEMBED => return self.insert_raw(token, ContentState::Rawtext),
            names::SELECT => self.insert_select(token),
            names::OPTION => {
                if self.stack.has_in_scope(names::SELECT, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::OPTGROUP);
                } else if self.current_name() == names::OPTION {
                    self.pop();
                }
                self.reconstruct_formatting();
                self.insert(token);
            }
            names::OPTGROUP => {
                if self.stack.has_in_scope(names::SELECT, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                } else if self.current_name() == names::OPTION {
                    self.pop();
                }
                self.reconstruct_formatting();
                self.insert(token);
            }
            names::RB | names::RTC => {
                if self.stack.has_in_scope(names::RUBY, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                }
                self.insert(token);
            }
            names::RP | names::RT => {
                if self.stack.has_in_scope(names::RUBY, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::RTC);
                }
                self.insert(token);
            }
            names::MATH => {
                self.reconstruct_formatting();
                self.insert_foreign(token, Namespace::MathMl);
            }
            names::SVG => {
                self.reconstruct_formatting();
                self.insert_foreign(token, Namespace::Svg);
            }
            names::FRAME | names::HEAD => {}
            name if sets::html(name) & sets::TABLE_PART != 0 => {}
            name if sets::html(name) & sets::HEAD_CONTENT != 0 => return self.in_head(token),
            _ => {
                self.reconstruct_formatting();
                self.insert(token);
            }
        }
        NextAction::Done
    }

    fn end_tag_in_body(&mut self, token: &mut HtmlToken) -> NextAction {
        match token.name {
            names::TEMPLATE => return self.in_head(token),
            names::BODY | names::HTML => {
                if self.stack.has_in_scope(names::BODY, sets::DEFAULT_SCOPE) {
                    self.mode = Mode::AfterBody;
                    if token.name == names::HTML {
                        return NextAction::Reprocess;
                    }
                    self.body_end = Some(token.end);
                }
            }
            names::ADDRESS
            | names::ARTICLE
            | names::ASIDE
            | names::BLOCKQUOTE
            | names::BUTTON
            | names::CENTER
            | names::DETAILS
            | names::DIALOG
            | names::DIR
            | names::DIV
            | names::DL
            | names::FIELDSET
            | names::FIGCAPTION
            | names::FIGURE
            | names::FOOTER
            | names::HEADER
            | names::HGROUP
            | names::LISTING
            | names::MAIN
            | names::MENU
            | names::NAV
            | names::OL
            | names::PRE
            | names::SEARCH
            | names::SECTION
            | names::SELECT
            | names::SUMMARY
            | names::UL => {
                if self.stack.has_in_scope(token.name, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                    self.pop_until(token.name);
                }
            }
            names::FORM => self.close_form(),
            names::P => {
                if !self.stack.has_in_scope(names::P, sets::BUTTON_SCOPE) {
                    self.insert_implied(names::P, (0, 0));
                }
                self.close_p();
            }
            names::LI | names::DD | names::DT => {
                let scope = if token.name == names::LI { sets::LIST_ITEM_SCOPE } else { sets::DEFAULT_SCOPE };
                if self.stack.has_in_scope(token.name, scope) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, token.name);
                    self.pop_until(token.name);
                }
            }
            names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6 => {
                let headings = [names::H1, names::H2, names::H3, names::H4, names::H5, names::H6];
                let last = headings.iter().filter_map(|&name| self.stack.last(name)).max();
                if let Some(heading) = last.filter(|&at| self.stack.is_in_scope(at, sets::DEFAULT_SCOPE)) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                    self.pop_to(heading);
                }
            }
            names::A
            | names::B
            | names::BIG
            | names::CODE
            | names::EM
            | names::FONT
            | names::I
            | names::NOBR
            | names::S
            | names::SMALL
            | names::STRIKE
            | names::STRONG
            | names::TT
            | names::U => self.adoption_agency(token),
            names::APPLET | names::MARQUEE | names::OBJECT => {
                if self.stack.has_in_scope(token.name, sets::DEFAULT_SCOPE) {
                    self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                    self.pop_until(token.name);
                    self.clear_formatting_to_marker();
                }
            }
            // Read as `<br>`.
            names::BR => self.insert_void_in_line(token, names::BR),
            _ => self.any_other_end_tag(token.name),
        }
        NextAction::Done
    }

    /// The body, where it is the second open element.
    fn body(&self) -> Option<u32> {
        let body = self.stack.get(1)?;
        (body.namespace == Namespace::Html && body.name == names::BODY).then_some(body.node)
    }

    /// `li`, `dd`, `dt`: closes an open one before.
    fn insert_item(&mut self, token: &HtmlToken, closes: &[NameId]) {
        self.frameset_ok = false;
        let item = self.stack.barrier(sets::ENDS_ITEM_SEARCH).and_then(|position| self.stack.get(position));
        if let Some(item) =
            item.filter(|item| item.namespace == Namespace::Html && closes.contains(&item.name))
        {
            let name = item.name;
            self.generate_implied_end_tags(sets::IMPLIED_END, name);
            self.pop_until(name);
        }
        self.close_p_in_button_scope();
        self.insert(token);
    }

    fn insert_void_in_line(&mut self, token: &HtmlToken, name: NameId) {
        self.reconstruct_formatting();
        self.insert_void(token, name);
        self.frameset_ok = false;
    }

    fn insert_input(&mut self, token: &HtmlToken) {
        if self.context == Some((Namespace::Html, names::SELECT)) {
            return;
        }
        if self.stack.has_in_scope(names::SELECT, sets::DEFAULT_SCOPE) {
            self.pop_until(names::SELECT);
        }
        self.reconstruct_formatting();
        self.insert_void(token, token.name);
        if !self.is_hidden_input(token) {
            self.frameset_ok = false;
        }
    }

    pub(super) fn is_hidden_input(&self, token: &HtmlToken) -> bool {
        let kind = self.value(self.attributes_of(token), names::TYPE);
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    fn insert_select(&mut self, token: &HtmlToken) {
        if self.context == Some((Namespace::Html, names::SELECT)) {
            return;
        }
        if self.stack.has_in_scope(names::SELECT, sets::DEFAULT_SCOPE) {
            self.pop_until(names::SELECT);
            return;
        }
        self.reconstruct_formatting();
        self.insert(token);
        self.frameset_ok = false;
    }

    fn close_form(&mut self) {
        if self.has_template() {
            if self.stack.has_in_scope(names::FORM, sets::DEFAULT_SCOPE) {
                self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
                self.pop_until(names::FORM);
            }
            return;
        }
        let position = self.form.take().and_then(|form| self.stack.position(form, names::FORM));
        if let Some(position) = position.filter(|&at| self.stack.is_in_scope(at, sets::DEFAULT_SCOPE)) {
            self.generate_implied_end_tags(sets::IMPLIED_END, names::NONE);
            self.remove_open(position);
        }
    }
}
