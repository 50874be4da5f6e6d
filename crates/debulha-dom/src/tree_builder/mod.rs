//! Tokens to tree, as [the standard's tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
//! says, scripting off.
//!
//! [`modes`], [`in_body`] and [`foreign`] hold the rules, in the standard's order and words; this file what they
//! share. Every search of the stack is a look-up ([`stack`]), so that a tag costs the same at any depth.

mod foreign;
mod formatting;
mod in_body;
mod modes;
mod quirks;
mod sets;
mod stack;

use crate::arena::{Arena, NIL, Place};
use crate::document::{Doctype, Namespace, NodeKind, QuirksMode};
use crate::limits::Limits;
use crate::names::{self, NameId};
use crate::resolve::{self, Nul};
use crate::tokenizer::{Content, Run, SourceAttribute, Token, TokenKind, Tokenizer, VALUE};
use formatting::{Entry, Formatting};
use rustc_hash::FxHasher;
use sets::Flags;
use stack::{Open, Stack};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// Nodes that any page may have beside one for each byte.
const SPARE_NODES: usize = 1024;

/// Builds the tree of one page.
#[derive(Debug)]
pub(crate) struct TreeBuilder<'s> {
    tokenizer: Tokenizer<'s>,
    arena: Arena,
    stack: Stack,
    formatting: Formatting,
    mode: Mode,
    /// What `Text` and `InTableText` return to.
    original_mode: Mode,
    template_modes: Vec<Mode>,
    pending_table_text: Vec<Run>,
    head: Option<u32>,
    form: Option<u32>,
    /// Of a fragment.
    context: Option<(Namespace, NameId)>,
    frameset_ok: bool,
    foster_parenting: bool,
    /// Whether a line feed that comes next is dropped.
    ignore_newline: bool,
    quirks: QuirksMode,
    doctype: Option<Doctype>,
    /// Where `</body>` and `</html>` end, unless something but space follows.
    body_end: Option<u32>,
    html_end: Option<u32>,
    /// The place of the token in hand, and the name that it closes.
    token_start: u32,
    token_end: u32,
    closes: NameId,
    /// Whether an element has the attributes of the token in hand.
    attributes_taken: bool,
    foreign_names: foreign::Spellings,
    max_formatting: usize,
    dropped_formatting: usize,
    max_nodes: usize,
}

/// What tree construction leaves to the freezing step.
#[derive(Debug)]
pub(crate) struct Built<'s> {
    pub(crate) tokenizer: Tokenizer<'s>,
    pub(crate) arena: Arena,
    pub(crate) doctype: Option<Doctype>,
    pub(crate) quirks: QuirksMode,
    pub(crate) dropped_formatting: usize,
    /// The bound on nodes, where it stopped the parser.
    pub(crate) cut_at_nodes: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// What happens to a token after a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Done,
    /// The token is looked at again, in the mode of now.
    Reprocess,
}

impl<'s> TreeBuilder<'s> {
    pub(crate) fn new(source: &'s str, limits: &Limits) -> Self {
        TreeBuilder {
            tokenizer: Tokenizer::new(source, limits.max_attributes),
            arena: Arena::new(source.len()),
            stack: Stack::default(),
            formatting: Formatting::default(),
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            pending_table_text: Vec::new(),
            head: None,
            form: None,
            context: None,
            frameset_ok: true,
            foster_parenting: false,
            ignore_newline: false,
            quirks: QuirksMode::No,
            doctype: None,
            body_end: None,
            html_end: None,
            token_start: 0,
            token_end: 0,
            closes: names::NONE,
            attributes_taken: false,
            foreign_names: foreign::Spellings::default(),
            max_formatting: usize::from(limits.max_formatting.max(1)),
            dropped_formatting: 0,
            max_nodes: limits.max_nodes.max(1).min(source.len() + SPARE_NODES),
        }
    }

    /// For the contents of an element: [the fragment case](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments).
    ///
    /// The document node stands for the fragment's root.
    pub(crate) fn of_fragment(source: &'s str, context: (Namespace, &str), limits: &Limits) -> Self {
        let mut builder = TreeBuilder::new(source, limits);
        let (namespace, name) = context;
        let name = match namespace {
            Namespace::Html => builder.tokenizer.names.id_of(name),
            _ => builder.tokenizer.names.id_as_spelt(name),
        };
        builder.context = Some((namespace, name));
        builder.push(0, names::HTML, names::HTML, Namespace::Html);
        if namespace == Namespace::Html {
            let content = match name {
                names::TITLE | names::TEXTAREA => Content::Rcdata,
                names::STYLE | names::XMP | names::IFRAME | names::NOEMBED | names::NOFRAMES => {
                    Content::Rawtext
                }
                names::SCRIPT => Content::ScriptData,
                names::PLAINTEXT => Content::Plaintext,
                _ => Content::Data,
            };
            // No start tag has come: no end tag ends the fragment's text.
            builder.tokenizer.set_content(content, names::NONE);
            if name == names::TEMPLATE {
                builder.template_modes.push(Mode::InTemplate);
            }
            if name == names::FORM {
                // The pointer is to an element outside of the fragment, which is no node here.
                builder.form = Some(NIL);
            }
        }
        builder.reset_insertion_mode();
        builder
    }

    /// Builds the whole tree, or as much as fits in the limits. O(bytes).
    pub(crate) fn build(mut self) -> Built<'s> {
        let mut cut_at_nodes = None;
        loop {
            let token = self.tokenizer.next(self.is_in_foreign_content());
            self.take(token);
            if token.kind == TokenKind::EndOfFile {
                break;
            }
            if self.arena.nodes.len() > self.max_nodes {
                cut_at_nodes = Some(self.max_nodes);
                break;
            }
        }
        self.close_all();
        Built {
            tokenizer: self.tokenizer,
            arena: self.arena,
            doctype: self.doctype,
            quirks: self.quirks,
            dropped_formatting: self.dropped_formatting,
            cut_at_nodes,
        }
    }

    /// Gives a token to the rules.
    #[inline]
    fn take(&mut self, mut token: Token) {
        (self.token_start, self.token_end) = (token.start, token.end);
        self.closes = if token.kind == TokenKind::EndTag { token.name } else { names::NONE };
        self.attributes_taken = false;
        if std::mem::take(&mut self.ignore_newline) && token.kind == TokenKind::Text {
            let newline = resolve::leading_newline(self.characters(token.run), token.run.rules);
            token.run.start += newline as u32;
        }
        if token.kind == TokenKind::Text && token.run.is_empty() {
            return;
        }
        if token.kind == TokenKind::Doctype && self.mode != Mode::Initial {
            // It comes too late, and only ends a run of text in a table.
            if self.mode == Mode::InTableText {
                self.flush_table_text();
                self.mode = self.original_mode;
            }
            return;
        }
        loop {
            let next = if self.is_foreign(&token) {
                self.foreign(&mut token)
            } else {
                self.step(self.mode, &mut token)
            };
            if next == Next::Done {
                break;
            }
        }
        if token.kind == TokenKind::StartTag && !self.attributes_taken {
            self.tokenizer.attributes.truncate(token.attributes as usize);
        }
    }

    /// The rules of an insertion mode.
    fn step(&mut self, mode: Mode, token: &mut Token) -> Next {
        match mode {
            Mode::InBody => self.in_body(token),
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::Text => self.text(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    fn reprocess_in(&mut self, mode: Mode) -> Next {
        self.mode = mode;
        Next::Reprocess
    }

    // Text.

    /// The source of a run.
    fn characters(&self, run: Run) -> &'s str {
        &self.tokenizer.source()[run.start as usize..run.end as usize]
    }

    /// Takes white space off the start of text; `None` where there is none.
    fn take_space(&self, token: &mut Token) -> Option<Run> {
        let run = token.run;
        let len = resolve::leading_space(self.characters(run), run.rules) as u32;
        token.run.start += len;
        (len > 0).then_some(Run { end: run.start + len, ..run })
    }

    /// Drops white space at the start of text; whether characters are left.
    fn skip_space(&self, token: &mut Token) -> bool {
        self.take_space(token);
        !token.run.is_empty()
    }

    /// Drops the first character of text.
    fn skip_character(&self, token: &mut Token) {
        token.run.start += resolve::first_character(self.characters(token.run), token.run.rules) as u32;
    }

    /// Whether text has a character that is neither white space nor NUL.
    fn has_words(&self, run: Run) -> bool {
        let mut rest = run;
        while !rest.is_empty() {
            let characters = self.characters(rest);
            match resolve::leading_space(characters, rest.rules) {
                0 if characters.starts_with('\0') && rest.rules.nul != Nul::Replace => rest.start += 1,
                0 => return true,
                len => rest.start += len as u32,
            }
        }
        false
    }

    /// Text in the rules for body: NULs of data are dropped. `None` where nothing is left.
    fn without_nul(&self, mut run: Run) -> Option<Run> {
        if run.dirt.nul() && run.rules.nul == Nul::Keep {
            if self.characters(run).bytes().all(|byte| byte == 0) {
                return None;
            }
            run.rules.nul = Nul::Drop;
        }
        Some(run)
    }

    fn insert_text(&mut self, run: Run) {
        if let Some(place) = self.place() {
            self.arena.insert_text(place, run);
        }
    }

    // Nodes.

    /// The [appropriate place for inserting a node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node).
    #[inline]
    fn place(&self) -> Option<Place> {
        self.stack.current().map(|current| self.place_in(current))
    }

    #[inline]
    fn place_in(&self, target: &Open) -> Place {
        if self.foster_parenting && target.flags & sets::FOSTERS != 0 {
            self.foster_place()
        } else {
            Place::LastChildOf(target.node)
        }
    }

    /// Before the last table, or where it would be.
    fn foster_place(&self) -> Place {
        let node = |position: usize| self.stack.get(position).map_or(0, |open| open.node);
        let table = self.stack.last(names::TABLE);
        match (self.stack.last(names::TEMPLATE), table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                Place::LastChildOf(node(template))
            }
            (_, Some(table)) if self.arena.node(node(table)).parent != NIL => Place::Before(node(table)),
            (_, Some(table)) => Place::LastChildOf(node(table.saturating_sub(1))),
            _ => Place::LastChildOf(node(0)),
        }
    }

    /// An element for a start tag, nowhere yet.
    fn create_for(&mut self, token: &Token, namespace: Namespace, name: NameId) -> u32 {
        let attributes = match token.kind {
            TokenKind::StartTag => {
                self.attributes_taken = true;
                (token.attributes, self.tokenizer.attributes.len() as u32 - token.attributes)
            }
            _ => (0, 0),
        };
        self.arena.create_element(name, namespace, attributes, (token.start, token.end))
    }

    fn push(&mut self, node: u32, name: NameId, tag_name: NameId, namespace: Namespace) {
        self.stack.push(node, name, tag_name, namespace, sets::flags(namespace, name));
        self.arena.node_mut(node).is_open = true;
    }

    /// [Inserts an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element) for a
    /// tag.
    #[inline]
    fn insert(&mut self, token: &Token) -> u32 {
        let node = self.insert_void(token, token.name);
        self.push(node, token.name, token.name, Namespace::Html);
        node
    }

    /// Inserts an element that is closed at once.
    #[inline]
    fn insert_void(&mut self, token: &Token, name: NameId) -> u32 {
        let node = self.create_for(token, Namespace::Html, name);
        if let Some(place) = self.place() {
            self.arena.attach(place, node);
        }
        node
    }

    /// Inserts an element that no tag stands for.
    fn insert_implied(&mut self, name: NameId, attributes: (u32, u32)) -> u32 {
        let node = self.arena.create_element(name, Namespace::Html, attributes, (NIL, NIL));
        if let Some(place) = self.place() {
            self.arena.attach(place, node);
        }
        self.push(node, name, name, Namespace::Html);
        node
    }

    /// Inserts an element of raw text or RCDATA, and has its contents read as such.
    fn insert_raw(&mut self, token: &Token, content: Content) -> Next {
        self.insert(token);
        self.tokenizer.set_content(content, token.name);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Next::Done
    }

    fn insert_comment(&mut self, token: &Token) -> Next {
        if let Some(place) = self.place() {
            self.insert_comment_at(token, place);
        }
        Next::Done
    }

    fn insert_comment_at(&mut self, token: &Token, place: Place) -> Next {
        let node = self.arena.create_text(NodeKind::Comment, token.run, (token.start, token.end));
        self.arena.attach(place, node);
        Next::Done
    }

    /// Gives an element those attributes of a tag that it has not. O(attributes).
    fn add_missing_attributes(&mut self, node: u32, token: &Token) {
        if self.arena.node(node).kind != NodeKind::Element {
            return;
        }
        let limit = self.tokenizer.max_attributes() as usize;
        let attributes = &mut self.tokenizer.attributes;
        let (start, count) = self.arena.node(node).span;
        let old = start as usize..(start + count) as usize;
        let new = token.attributes as usize..attributes.len();
        let room = limit.saturating_sub(old.len());
        let known: rustc_hash::FxHashSet<NameId> = attributes[old.clone()].iter().map(|a| a.name).collect();
        let mut missing: Vec<SourceAttribute> =
            attributes[new].iter().filter(|a| !known.contains(&a.name)).copied().collect();
        if missing.is_empty() || room == 0 {
            return;
        }
        missing.truncate(room);
        // The element's attributes stay one run: the old ones are repeated before the new.
        let moved = attributes.len() as u32;
        attributes.extend_from_within(old);
        attributes.extend_from_slice(&missing);
        self.arena.node_mut(node).span = (moved, count + missing.len() as u32);
        self.attributes_taken = true;
    }

    /// The value of an attribute of the tag in hand or of an element.
    fn value(&self, attributes: (u32, u32), name: NameId) -> Option<Cow<'s, str>> {
        let range = attributes.0 as usize..(attributes.0 + attributes.1) as usize;
        let attribute = self.tokenizer.attributes[range].iter().find(|a| a.name == name)?;
        Some(self.value_of(attribute))
    }

    fn value_of(&self, attribute: &SourceAttribute) -> Cow<'s, str> {
        let source = &self.tokenizer.source()[attribute.value.0 as usize..attribute.value.1 as usize];
        if attribute.dirt.is_clean() {
            return Cow::Borrowed(source);
        }
        let mut value = String::with_capacity(source.len());
        resolve::append(&mut value, source, VALUE);
        Cow::Owned(value)
    }

    fn attributes_of(&self, token: &Token) -> (u32, u32) {
        (token.attributes, self.tokenizer.attributes.len() as u32 - token.attributes)
    }

    // The stack.

    fn current_name(&self) -> NameId {
        match self.stack.current() {
            Some(open) if open.namespace == Namespace::Html => open.name,
            _ => names::NONE,
        }
    }

    fn current_flags(&self) -> Flags {
        self.stack.current().map_or(0, |open| open.flags)
    }

    fn has_template(&self) -> bool {
        self.stack.last(names::TEMPLATE).is_some()
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.close(open);
        }
    }

    /// Notes that an element has left the stack, and where it ends in the source.
    #[inline]
    fn close(&mut self, open: Open) {
        let end = if open.tag_name == self.closes { self.token_end } else { self.token_start };
        let node = self.arena.node_mut(open.node);
        node.is_open = false;
        if node.source.0 != NIL {
            node.source.1 = node.source.1.max(end);
        }
    }

    /// Pops elements down to the one at a position, that one too.
    fn pop_to(&mut self, position: usize) {
        while self.stack.len() > position {
            self.pop();
        }
    }

    /// Pops elements up to the last one of a name, which is open.
    fn pop_until(&mut self, name: NameId) {
        if let Some(position) = self.stack.last(name) {
            self.pop_to(position);
        }
    }

    /// Clears the stack back to a context.
    fn pop_to_context(&mut self, context: Flags) {
        while self.stack.current().is_some_and(|open| open.flags & context == 0) {
            self.pop();
        }
    }

    /// [Generates implied end tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags),
    /// those of a set, except of one name.
    fn generate_implied_end_tags(&mut self, set: Flags, except: NameId) {
        while self.stack.current().is_some_and(|open| open.flags & set != 0 && open.name != except) {
            self.pop();
        }
    }

    /// Takes an element out of the middle of the stack. O(elements above).
    fn remove_open(&mut self, position: usize) {
        let mut removed = None;
        self.stack.edit(position, |open| removed = Some(open.remove(0)));
        if let Some(open) = removed {
            self.close(open);
        }
    }

    fn close_p_in_button_scope(&mut self) {
        if self.stack.has_in_scope(names::P, sets::BUTTON_SCOPE) {
            self.close_p();
        }
    }

    fn close_p(&mut self) {
        self.generate_implied_end_tags(sets::IMPLIED_END, names::P);
        self.pop_until(names::P);
    }

    /// [Resets the insertion mode appropriately](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    fn reset_insertion_mode(&mut self) {
        let position = self.stack.barrier(sets::RESETS_MODE).unwrap_or(0);
        let (namespace, name, is_context) = match (self.context, self.stack.get(position)) {
            (Some((namespace, name)), _) if position == 0 => (namespace, name, true),
            (_, Some(open)) => (open.namespace, open.name, false),
            (_, None) => return,
        };
        self.mode = match name {
            _ if namespace != Namespace::Html => Mode::InBody,
            names::TD | names::TH if !is_context => Mode::InCell,
            names::TR => Mode::InRow,
            names::TBODY | names::THEAD | names::TFOOT => Mode::InTableBody,
            names::CAPTION => Mode::InCaption,
            names::COLGROUP => Mode::InColumnGroup,
            names::TABLE => Mode::InTable,
            names::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
            names::HEAD if !is_context => Mode::InHead,
            names::FRAMESET => Mode::InFrameset,
            names::HTML if self.head.is_none() => Mode::BeforeHead,
            names::HTML => Mode::AfterHead,
            _ => Mode::InBody,
        };
    }

    /// At the end of the file: everything open ends.
    fn close_all(&mut self) {
        let end = self.tokenizer.source().len() as u32;
        let kept = matches!(self.mode, Mode::AfterBody | Mode::AfterAfterBody);
        while let Some(open) = self.stack.pop() {
            let end = match open.name {
                names::BODY if kept => self.body_end.unwrap_or(end),
                names::HTML if kept => self.html_end.unwrap_or(end),
                _ => end,
            };
            let node = self.arena.node_mut(open.node);
            if node.source.0 != NIL {
                node.source.1 = node.source.1.max(end);
            }
        }
    }

    // Active formatting elements.

    /// [Reconstructs the active formatting elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    #[inline]
    fn reconstruct_formatting(&mut self) {
        if let Some(last) = self.formatting.part().last()
            && !self.arena.node(last.node).is_open
        {
            self.reopen_formatting();
        }
    }

    fn reopen_formatting(&mut self) {
        let closed =
            self.formatting.part().iter().rev().take_while(|entry| !self.arena.node(entry.node).is_open);
        let first = self.formatting.len() - closed.count();
        for index in first..self.formatting.len() {
            let entry = self.formatting.get(index);
            let node = self.insert_implied(entry.name, entry.attributes);
            self.rename_formatting(index, node);
        }
    }

    /// Puts another node into an entry.
    fn rename_formatting(&mut self, index: usize, node: u32) {
        let entry = self.formatting.get_mut(index);
        let old = std::mem::replace(&mut entry.node, node);
        self.arena.node_mut(old).is_formatting = false;
        self.arena.node_mut(node).is_formatting = true;
    }

    fn remove_formatting(&mut self, index: usize) {
        let entry = self.formatting.remove(index);
        self.arena.node_mut(entry.node).is_formatting = false;
    }

    fn clear_formatting_to_marker(&mut self) {
        for entry in self.formatting.clear_to_marker() {
            self.arena.node_mut(entry.node).is_formatting = false;
        }
    }

    /// Inserts a formatting element and lists it; of four alike the first leaves the list.
    fn insert_formatting(&mut self, token: &Token) {
        /// How many alike there may be: "Noah's Ark".
        const ALIKE: usize = 3;
        let attributes = self.attributes_of(token);
        let entry = Entry {
            node: NIL,
            name: token.name,
            attributes,
            hash: self.attributes_hash(token.name, attributes),
        };
        let alike = |other: &&Entry| other.hash == entry.hash && self.is_alike(other, &entry);
        if self.formatting.part().iter().filter(alike).count() >= ALIKE {
            let first = self.formatting.part().iter().position(|other| alike(&other)).unwrap_or(0);
            self.remove_formatting(self.formatting.part_start() + first);
        } else if self.formatting.part().len() >= self.max_formatting {
            self.dropped_formatting += 1;
            self.remove_formatting(self.formatting.part_start());
        }
        let node = self.insert(token);
        self.arena.node_mut(node).is_formatting = true;
        self.formatting.push(Entry { node, ..entry });
    }

    fn attributes_hash(&self, name: NameId, attributes: (u32, u32)) -> u64 {
        let range = attributes.0 as usize..(attributes.0 + attributes.1) as usize;
        self.tokenizer.attributes[range].iter().fold(u64::from(name.0), |sum, attribute| {
            let mut hasher = FxHasher::default();
            (attribute.name, self.value_of(attribute)).hash(&mut hasher);
            sum.wrapping_add(hasher.finish())
        })
    }

    /// Whether two entries have one name and the same attributes.
    fn is_alike(&self, one: &Entry, other: &Entry) -> bool {
        let of = |entry: &Entry| {
            let range = entry.attributes.0 as usize..(entry.attributes.0 + entry.attributes.1) as usize;
            let mut attributes: Vec<(NameId, Cow<'s, str>)> =
                self.tokenizer.attributes[range].iter().map(|a| (a.name, self.value_of(a))).collect();
            attributes.sort_unstable();
            attributes
        };
        one.name == other.name && one.attributes.1 == other.attributes.1 && of(one) == of(other)
    }
}
