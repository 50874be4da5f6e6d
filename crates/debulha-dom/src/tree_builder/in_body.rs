//! The rules of the insertion mode [in body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody).

use super::{Mode, Next, TreeBuilder, sets};
use crate::arena::{NIL, Place};
use crate::document::{Namespace, QuirksMode};
use crate::names::{self, NameId};
use crate::tokenizer::{Content, Run, Token, TokenKind};

impl TreeBuilder<'_> {
    pub(super) fn in_body(&mut self, token: &mut Token) -> Next {
        match token.kind {
            TokenKind::Text => self.text_in_body(token.run),
            TokenKind::StartTag => return self.start_tag_in_body(token),
            TokenKind::EndTag => return self.end_tag_in_body(token),
            TokenKind::Comment => return self.insert_comment(token),
            TokenKind::EndOfFile if !self.template_modes.is_empty() => return self.in_template(token),
            TokenKind::EndOfFile | TokenKind::Doctype => {}
        }
        Next::Done
    }

    pub(super) fn text_in_body(&mut self, run: Run) {
        if let Some(run) = self.without_nul(run) {
            self.reconstruct_formatting();
            if self.frameset_ok && self.has_words(run) {
                self.frameset_ok = false;
            }
            self.insert_text(run);
        }
    }

    #[expect(clippy::too_many_lines, reason = "the standard's list of start tags, in its order")]
    fn start_tag_in_body(&mut self, token: &mut Token) -> Next {
        match token.name {
            names::HTML => {
                if !self.has_template()
                    && let Some(html) = self.stack.get(0)
                {
                    self.add_missing_attributes(html.node, token);
                }
            }
            names::BASE
            | names::BASEFONT
            | names::BGSOUND
            | names::LINK
            | names::META
            | names::NOFRAMES
            | names::SCRIPT
            | names::STYLE
            | names::TEMPLATE
            | names::TITLE => return self.in_head(token),
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
                self.tokenizer.set_content(Content::Plaintext, token.name);
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
                return self.insert_raw(token, Content::Rcdata);
            }
            names::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                return self.insert_raw(token, Content::Rawtext);
            }
            names::IFRAME => {
                self.frameset_ok = false;
                return self.insert_raw(token, Content::Rawtext);
            }
            names::NOEMBED => return self.insert_raw(token, Content::Rawtext),
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
            names::CAPTION
            | names::COL
            | names::COLGROUP
            | names::FRAME
            | names::HEAD
            | names::TBODY
            | names::TD
            | names::TFOOT
            | names::TH
            | names::THEAD
            | names::TR => {}
            _ => {
                self.reconstruct_formatting();
                self.insert(token);
            }
        }
        Next::Done
    }

    #[expect(clippy::too_many_lines, reason = "the standard's list of end tags, in its order")]
    fn end_tag_in_body(&mut self, token: &mut Token) -> Next {
        match token.name {
            names::TEMPLATE => return self.in_head(token),
            names::BODY | names::HTML => {
                if self.stack.has_in_scope(names::BODY, sets::DEFAULT_SCOPE) {
                    self.mode = Mode::AfterBody;
                    if token.name == names::HTML {
                        return Next::Reprocess;
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
        Next::Done
    }

    /// The body, where it is the second open element.
    fn body(&self) -> Option<u32> {
        let body = self.stack.get(1)?;
        (body.namespace == Namespace::Html && body.name == names::BODY).then_some(body.node)
    }

    /// `li`, `dd`, `dt`: closes an open one before.
    fn insert_item(&mut self, token: &Token, closes: &[NameId]) {
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

    fn insert_void_in_line(&mut self, token: &Token, name: NameId) {
        self.reconstruct_formatting();
        self.insert_void(token, name);
        self.frameset_ok = false;
    }

    fn insert_input(&mut self, token: &Token) {
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

    pub(super) fn is_hidden_input(&self, token: &Token) -> bool {
        let kind = self.value(self.attributes_of(token), names::TYPE);
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    fn insert_select(&mut self, token: &Token) {
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

    /// An `a` inside an open one closes it first.
    fn close_open_link(&mut self, token: &Token) {
        let Some(index) = self.formatting.last_in_part(|entry| entry.name == names::A) else { return };
        let link = self.formatting.get(index).node;
        self.adoption_agency(token);
        if self.arena.node(link).is_formatting
            && let Some(index) = self.formatting.position(link)
        {
            self.remove_formatting(index);
        }
        if self.arena.node(link).is_open
            && let Some(position) = self.stack.position(link, names::A)
        {
            self.remove_open(position);
        }
    }

    /// An end tag without a rule of its own: closes the last element of its name, unless a special one lies above.
    fn any_other_end_tag(&mut self, name: NameId) {
        let Some(position) = self.stack.last(name) else { return };
        if self.stack.barrier(sets::SPECIAL).is_some_and(|special| special > position) {
            return;
        }
        self.generate_implied_end_tags(sets::IMPLIED_END, name);
        self.pop_to(position);
    }

    /// The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)
    /// for the name of a tag.
    fn adoption_agency(&mut self, token: &Token) {
        /// Rounds of the outer and of the inner loop, as the standard has them.
        const OUTER_ROUNDS: usize = 8;
        const INNER_ROUNDS: usize = 3;
        let subject = token.name;
        if let Some(current) = self.stack.current()
            && self.current_name() == subject
            && !self.arena.node(current.node).is_formatting
        {
            self.pop();
            return;
        }
        for _ in 0..OUTER_ROUNDS {
            let Some(index) = self.formatting.last_in_part(|entry| entry.name == subject) else {
                return self.any_other_end_tag(subject);
            };
            let formatting = self.formatting.get(index);
            let Some(position) = self.stack.position(formatting.node, subject) else {
                return self.remove_formatting(index);
            };
            if !self.stack.is_in_scope(position, sets::DEFAULT_SCOPE) {
                return;
            }
            let Some(furthest) = self.stack.first_special_above(position) else {
                self.pop_to(position);
                return self.remove_formatting(index);
            };
            let furthest_block = self.open_node(furthest);
            let mut removed = Vec::new();
            let mut bookmark = None;
            let mut last = furthest_block;
            for (round, between) in (position + 1..furthest).rev().enumerate() {
                let node = self.open_node(between);
                let entry =
                    if self.arena.node(node).is_formatting { self.formatting.position(node) } else { None };
                let Some(entry) = entry.filter(|_| round < INNER_ROUNDS) else {
                    if let Some(entry) = entry {
                        self.remove_formatting(entry);
                    }
                    removed.push(between);
                    continue;
                };
                let copy = self.copy_of(entry);
                self.leave(node);
                self.rename_formatting(entry, copy);
                self.stack.replace(between, copy);
                self.arena.node_mut(copy).is_open = true;
                if last == furthest_block {
                    bookmark = Some(copy);
                }
                self.arena.attach_last(copy, last);
                last = copy;
            }
            self.arena.detach(last);
            let ancestor =
                self.stack.get(position - 1).map_or(Place::LastChildOf(0), |open| self.place_in(open));
            self.arena.attach(ancestor, last);
            let index = self.formatting.position(formatting.node).unwrap_or(index);
            let copy = self.copy_of(index);
            self.arena.move_children(furthest_block, copy);
            self.arena.attach_last(furthest_block, copy);
            self.rename_formatting(index, copy);
            if let Some(previous) = bookmark.and_then(|node| self.formatting.position(node)) {
                self.formatting.move_after(index, previous);
            }
            self.adopt_on_stack(position, &removed, furthest, copy);
        }
    }

    /// Takes the formatting element and others off the stack, and opens the copy after the furthest block.
    fn adopt_on_stack(&mut self, formatting: usize, removed: &[usize], furthest: usize, copy: u32) {
        for &position in removed.iter().chain([&formatting]) {
            let node = self.open_node(position);
            self.leave(node);
        }
        self.stack.edit(formatting, |open| {
            let element = open[0].of_node(copy);
            open.insert(furthest - formatting + 1, element);
            // From the highest down.
            let mut removed = removed.iter().rev().map(|&position| position - formatting).peekable();
            let mut index = 0;
            open.retain(|_| {
                let leaves = index == 0 || removed.next_if_eq(&index).is_some();
                index += 1;
                !leaves
            });
        });
        self.arena.node_mut(copy).is_open = true;
    }

    fn open_node(&self, position: usize) -> u32 {
        self.stack.get(position).map_or(0, |open| open.node)
    }

    /// Notes that a node is off the stack.
    fn leave(&mut self, node: u32) {
        let end = self.token_start;
        let node = self.arena.node_mut(node);
        node.is_open = false;
        if node.source.0 != NIL {
            node.source.1 = node.source.1.max(end);
        }
    }

    /// A new element like that of an entry, nowhere yet.
    fn copy_of(&mut self, entry: usize) -> u32 {
        let entry = self.formatting.get(entry);
        self.arena.create_element(entry.name, Namespace::Html, entry.attributes, (NIL, NIL))
    }
}
