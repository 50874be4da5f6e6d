//! Tokens to tree, as [the standard's tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
//! says, scripting off.
//!
//! The rules stand in the standard's order and words in [`before`], [`in_body`], [`in_table`], [`after`] and
//! [`foreign`]; what they share in [`insertion`], [`open`] and [`formatting`]. Every search of the stack is a look-up
//! ([`stack`]), so that a tag costs the same at any depth.

mod after;
mod before;
mod foreign;
mod formatting;
mod formatting_list;
mod in_body;
mod in_table;
mod insertion;
mod open;
mod quirks;
mod sets;
mod stack;

use crate::arena::{Arena, NIL};
use crate::document::{Doctype, Namespace, QuirksMode};
use crate::limits::Limits;
use crate::names::{self, NameId};
use crate::resolve;
use crate::tokenizer::{CharacterRun, ContentState, HtmlToken, HtmlTokenKind, Tokenizer};
use formatting_list::FormattingList;
use stack::Stack;

/// Builds the tree of one page.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the standard's flags, which change on their own")]
pub(crate) struct TreeBuilder<'s> {
    tokenizer: Tokenizer<'s>,
    arena: Arena,
    stack: Stack,
    formatting: FormattingList,
    mode: Mode,
    /// What `Text` and `InTableText` return to.
    original_mode: Mode,
    template_modes: Vec<Mode>,
    pending_table_text: Vec<CharacterRun>,
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
    foreign_names: foreign::ForeignSpellings,
    max_formatting: usize,
    dropped_formatting: usize,
    max_nodes: usize,
    /// Formatting elements that may still be reopened.
    reopenable: usize,
}

/// What tree construction leaves to the freezing step.
#[derive(Debug)]
pub(crate) struct BuiltTree<'s> {
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
enum NextAction {
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
            formatting: FormattingList::default(),
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
            foreign_names: foreign::ForeignSpellings::default(),
            max_formatting: usize::from(limits.max_formatting.max(1)),
            dropped_formatting: 0,
            max_nodes: limits.nodes_of(source.len()),
            reopenable: limits.reopened_of(source.len()),
        }
    }

    /// Closes what the page never closes.
    pub(crate) fn repair(&mut self) {
        self.tokenizer.repair();
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
                names::TITLE | names::TEXTAREA => ContentState::Rcdata,
                names::STYLE | names::XMP | names::IFRAME | names::NOEMBED | names::NOFRAMES => {
                    ContentState::Rawtext
                }
                names::SCRIPT => ContentState::ScriptData,
                names::PLAINTEXT => ContentState::Plaintext,
                _ => ContentState::Data,
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
    pub(crate) fn build(mut self) -> BuiltTree<'s> {
        let mut cut_at_nodes = None;
        loop {
            let token = self.tokenizer.next(self.is_in_foreign_content());
            self.take(token);
            if token.kind == HtmlTokenKind::EndOfFile {
                break;
            }
            if self.arena.nodes.len() > self.max_nodes {
                cut_at_nodes = Some(self.max_nodes);
                break;
            }
        }
        self.close_all();
        BuiltTree {
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
    fn take(&mut self, mut token: HtmlToken) {
        (self.token_start, self.token_end) = (token.start, token.end);
        self.closes = if token.kind == HtmlTokenKind::EndTag { token.name } else { names::NONE };
        self.attributes_taken = false;
        if std::mem::take(&mut self.ignore_newline) && token.kind == HtmlTokenKind::Text {
            let newline = resolve::leading_newline(self.characters(token.run), token.run.rules);
            token.run.start += newline as u32;
        }
        if token.kind == HtmlTokenKind::Text && token.run.is_empty() {
            return;
        }
        if token.kind == HtmlTokenKind::Doctype && self.mode != Mode::Initial {
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
            if next == NextAction::Done {
                break;
            }
        }
        if token.kind == HtmlTokenKind::StartTag && !self.attributes_taken {
            self.tokenizer.attributes.truncate(token.attributes as usize);
        }
    }

    /// The rules of an insertion mode.
    fn step(&mut self, mode: Mode, token: &mut HtmlToken) -> NextAction {
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

    fn reprocess_in(&mut self, mode: Mode) -> NextAction {
        self.mode = mode;
        NextAction::Reprocess
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
}
