//! Running text in Markdown, escaped where Markdown would read more than the text says.

use super::footnotes::Footnotes;
use super::tex;
use crate::content::{Embed, Image, Inline, Math};
use crate::write::{WriteOptions, embed_shows, escape};

/// Digits of the number of a list item.
const ITEM_NUMBER_DIGITS_MAX: usize = 9;

/// Number signs of a heading.
const HEADING_MARKS_MAX: usize = 6;

/// Where running text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InlinePlace {
    /// Lines of their own, which must not look like other blocks.
    Paragraph,
    /// One line after number signs.
    Heading,
    /// Between the pipes of a table.
    Cell,
}

/// White space that is due before the next text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum DueSpace {
    None,
    Space,
    Break,
}

/// What is around a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrap<'a> {
    Emphasis,
    Strong,
    Strike,
    Subscript,
    Superscript,
    Link { href: &'a str, title: &'a str },
}

impl Wrap<'_> {
    /// The HTML element, for what Markdown has no mark for or where its mark would not be read as one.
    fn element(self) -> &'static str {
        match self {
            Wrap::Emphasis => "em",
            Wrap::Strong => "strong",
            Wrap::Strike => "del",
            Wrap::Subscript => "sub",
            Wrap::Superscript => "sup",
            Wrap::Link { .. } => "a",
        }
    }
}

/// A pair of delimiters in the text.
#[derive(Debug)]
struct Delimiters {
    element: &'static str,
    delimiter: &'static str,
    open: usize,
    close: usize,
}

/// Renders runs of inlines, one after another.
#[derive(Debug)]
pub(super) struct Inlines<'a> {
    options: &'a WriteOptions,
    notes: &'a Footnotes<'a>,
    place: InlinePlace,
    /// The run so far.
    text: String,
    /// Where the last line starts in `text`.
    line_start: usize,
    /// Delimiters in `text`, those that are open still included.
    marks: Vec<Delimiters>,
    /// What is around the next text, outermost first, with the position in `marks` once that is known.
    open: Vec<(Wrap<'a>, Option<usize>)>,
    /// How many of `open` stand in `text`; the others wait for text, so that nothing empty is wrapped.
    opened: usize,
    gap: DueSpace,
    /// The run has dollar signs that may close what one in the text opens.
    bare_dollars: bool,
    /// Where the last formula ended.
    formula_end: Option<usize>,
    /// Where the last mark of a footnote ended, and whether it begins a line.
    mark_end: Option<(usize, bool)>,
    /// Links and alternative texts around the next text.
    labels: usize,
}

impl<'a> Inlines<'a> {
    pub(super) fn new(options: &'a WriteOptions, notes: &'a Footnotes<'a>) -> Self {
        Inlines {
            options,
            notes,
            place: InlinePlace::Paragraph,
            text: String::new(),
            line_start: 0,
            marks: Vec::new(),
            open: Vec::new(),
            opened: 0,
            gap: DueSpace::None,
            bare_dollars: false,
            formula_end: None,
            mark_end: None,
            labels: 0,
        }
    }

    /// The run as Markdown: one line, but lines in a paragraph; empty if nothing shows.
    pub(super) fn render(&mut self, inlines: &'a [Inline], place: InlinePlace) -> &str {
        self.start(place);
        self.bare_dollars = has_bare_dollars(inlines);
        self.run(inlines);
        self.settle();
        if place == InlinePlace::Heading {
            self.keep_last_number_signs();
        }
        &self.text
    }

    /// The same for words without marks.
    pub(super) fn render_words(&mut self, words: &str, place: InlinePlace) -> &str {
        self.start(place);
        self.bare_dollars = words.contains('$');
        self.words(words);
        self.settle();
        &self.text
    }

    /// The same for a run that is strong as a whole.
    pub(super) fn render_strong(&mut self, inlines: &'a [Inline]) -> &str {
        self.start(InlinePlace::Paragraph);
        self.bare_dollars = has_bare_dollars(inlines);
        self.wrap(Wrap::Strong, inlines);
        self.settle();
        &self.text
    }

    /// The same for an image that stands alone, with its link.
    pub(super) fn render_image(&mut self, image: &Image) -> &str {
        self.start(InlinePlace::Paragraph);
        let link =
            image.link.as_deref().filter(|href| self.options.links && escape::safe_url(href).is_some());
        if link.is_some() {
            self.text.push('[');
        }
        self.image(image);
        if let Some(href) = link {
            self.text.push_str("](");
            self.destination(href, "");
            self.text.push(')');
        }
        &self.text
    }

    /// The same for something embedded that stands alone.
    pub(super) fn render_embed(&mut self, embed: &Embed) -> &str {
        self.start(InlinePlace::Paragraph);
        self.bare_dollars = embed.src.contains('$') || embed.poster.contains('$');
        self.embed(embed);
        &self.text
    }

    fn start(&mut self, place: InlinePlace) {
        self.place = place;
        self.text.clear();
        self.line_start = 0;
        self.marks.clear();
        self.gap = DueSpace::None;
        self.bare_dollars = false;
        self.formula_end = None;
        self.mark_end = None;
    }

    fn run(&mut self, inlines: &'a [Inline]) {
        for inline in inlines {
            if self.labels == 0
                && let Some(labels) = self.notes.labels(inline)
            {
                self.note_marks(&labels);
                continue;
            }
            match inline {
                Inline::Text(text) => self.words(text),
                Inline::Emphasis(inner) => self.wrap(Wrap::Emphasis, inner),
                Inline::Strong(inner) => self.wrap(Wrap::Strong, inner),
                Inline::Strike(inner) => self.wrap(Wrap::Strike, inner),
                Inline::Subscript(inner) => self.wrap(Wrap::Subscript, inner),
                Inline::Superscript(inner) => self.wrap(Wrap::Superscript, inner),
                Inline::Code(code) => self.code(code),
                Inline::Link { href, title, text } => self.link(href, title, text),
                Inline::Image(image) => self.image(image),
                Inline::Embed(embed) => self.embed(embed),
                Inline::Math(math) => self.formula(math),
                Inline::LineBreak if self.place == InlinePlace::Heading => {
                    self.gap = self.gap.max(DueSpace::Space);
                }
                Inline::LineBreak => self.gap = DueSpace::Break,
            }
        }
    }

    fn note_marks(&mut self, labels: &[&str]) {
        self.begin();
        if self.text.ends_with('!') {
            self.text.insert(self.text.len() - 1, '\\');
        }
        let begins_line = self.text.len() == self.line_start;
        for label in labels {
            self.text.push_str("[^");
            self.text.push_str(label);
            self.text.push(']');
        }
        self.mark_end = Some((self.text.len(), begins_line));
    }

    fn link(&mut self, href: &'a str, title: &'a str, text: &'a [Inline]) {
        // Links do not nest, and an address that may be a script is not passed on.
        if !self.options.links || self.labels > 0 || escape::safe_url(href).is_none() {
            return self.run(text);
        }
        self.labels += 1;
        self.wrap(Wrap::Link { href, title }, text);
        self.labels -= 1;
    }

    fn wrap(&mut self, wrap: Wrap<'a>, inner: &'a [Inline]) {
        if self.open.iter().any(|&(outer, _)| outer == wrap) {
            return self.run(inner);
        }
        self.open.push((wrap, None));
        self.run(inner);
        let Some((wrap, mark)) = self.open.pop() else { return };
        if self.opened <= self.open.len() {
            return;
        }
        self.opened = self.open.len();
        let close = self.text.len();
        match (wrap, mark.and_then(|index| self.marks.get_mut(index))) {
            (_, Some(mark)) => {
                mark.close = close;
                self.text.push_str(mark.delimiter);
            }
            (Wrap::Link { href, title }, None) => {
                self.text.push_str("](");
                self.destination(href, title);
                self.text.push(')');
            }
            (_, None) => {
                self.text.push_str("</");
                self.text.push_str(wrap.element());
                self.text.push('>');
            }
        }
    }

    /// Writes the white space and the opening marks that are due before text.
    fn begin(&mut self) {
        if !self.text.is_empty() {
            match (self.gap, self.place) {
                (DueSpace::None, _) => {}
                (DueSpace::Break, InlinePlace::Cell) => self.text.push_str("<br>"),
                (DueSpace::Break, InlinePlace::Paragraph) => {
                    self.text.push_str("\\\n");
                    self.line_start = self.text.len();
                }
                (DueSpace::Space, _) | (DueSpace::Break, InlinePlace::Heading) => self.text.push(' '),
            }
        }
        self.gap = DueSpace::None;
        while let Some(&(wrap, _)) = self.open.get(self.opened) {
            self.open_mark(wrap);
            self.opened += 1;
        }
    }

    fn open_mark(&mut self, wrap: Wrap<'a>) {
        // Marks in marks alternate between asterisks and underscores, so that no two runs of one sign join.
        let outer = &self.open[..self.opened];
        let inner = outer.iter().any(|(outer, _)| matches!(outer, Wrap::Emphasis | Wrap::Strong));
        let delimiter = match wrap {
            Wrap::Emphasis => ["*", "_"][usize::from(inner)],
            Wrap::Strong => ["**", "__"][usize::from(inner)],
            Wrap::Strike => "~~",
            Wrap::Link { .. } => {
                if self.text.ends_with('!') {
                    self.text.insert(self.text.len() - 1, '\\');
                }
                return self.text.push('[');
            }
            Wrap::Subscript | Wrap::Superscript => {
                self.text.push('<');
                self.text.push_str(wrap.element());
                return self.text.push('>');
            }
        };
        self.open[self.opened].1 = Some(self.marks.len());
        self.marks.push(Delimiters { element: wrap.element(), delimiter, open: self.text.len(), close: 0 });
        self.text.push_str(delimiter);
    }

    /// Text with white space folded and escaped.
    fn words(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            if c.is_ascii_whitespace() {
                self.gap = self.gap.max(DueSpace::Space);
                rest = &rest[1..];
                continue;
            }
            self.begin();
            if c.is_alphanumeric() {
                let end = match plain_start(rest) {
                    0 => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
                    end => end,
                };
                self.text.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            if self.must_escape(c, rest) {
                self.text.push('\\');
            }
            self.text.push(c);
        }
    }

    /// Whether `c` would be read as a mark here. `rest` follows it in the same inline; where that has no words, what
    /// follows is not known, as white space may yet move behind a mark.
    fn must_escape(&mut self, c: char, rest: &str) -> bool {
        let next = if rest.trim_ascii_start().is_empty() { None } else { rest.chars().next() };
        let space_next = next.is_none_or(|n| n.is_ascii_whitespace());
        let previous = self.text.chars().next_back();
        let after_space = previous.is_none_or(is_space);
        match c {
            '`' | '[' => true,
            '\\' => next.is_none_or(|n| n.is_ascii_punctuation()),
            ']' => self.labels > 0,
            '|' if self.place == InlinePlace::Cell => true,
            '<' => next.is_none_or(|n| n.is_ascii_alphabetic() || matches!(n, '/' | '!' | '?')),
            '_' => !(previous.is_some_and(is_word) && next.is_some_and(is_word)),
            '*' => previous.is_none() || !after_space || next.is_none_or(|n| !is_space(n)) || self.at_start(),
            // What stands after a space can open but not close, and needs no escape if nothing can close it.
            '~' => !after_space || next.is_none(),
            '$' => self.bare_dollars || previous.is_some_and(|p| !p.is_ascii_whitespace()),
            '^' => self.labels > 0 && self.text.ends_with('['),
            ';' => {
                self.escape_reference();
                false
            }
            '.' | ')' => space_next && self.place == InlinePlace::Paragraph && self.is_item_number(),
            '#' if self.at_start() => {
                let after = rest.trim_start_matches('#');
                rest.len() - after.len() < HEADING_MARKS_MAX
                    && after.chars().next().is_none_or(|n| n.is_ascii_whitespace())
            }
            '>' => self.at_start(),
            '+' => space_next && self.at_start(),
            '-' => (space_next || next == Some('-')) && self.at_start(),
            // Underlines of headings and delimiter rows of tables need a line above.
            '=' => (space_next || next == Some('=')) && self.at_start() && self.line_start > 0,
            // Behind the mark of a footnote they would make it a link or a definition.
            '(' | ':'
                if self.mark_end.is_some_and(|(end, begins_line)| {
                    end == self.text.len() && (c == '(' || begins_line)
                }) =>
            {
                true
            }
            ':' => next.is_none_or(|n| n == '-') && self.at_start() && self.line_start > 0,
            '|' => self.at_start() && self.line_start > 0,
            _ => false,
        }
    }

    /// Whether the next character starts a line that could be read as another block.
    fn at_start(&self) -> bool {
        self.place == InlinePlace::Paragraph && self.text.len() == self.line_start
    }

    fn is_item_number(&self) -> bool {
        let line = &self.text.as_bytes()[self.line_start..];
        (1..=ITEM_NUMBER_DIGITS_MAX).contains(&line.len()) && line.iter().all(u8::is_ascii_digit)
    }

    /// Whether text that is not escaped would make a link that begins a paragraph, `[…]: …`, the definition of a target,
    /// which is not shown.
    fn may_define(&self, source: &str) -> bool {
        self.labels > 0 && source.contains("]:")
    }

    /// Escapes the ampersand before a name that a semicolon is about to make a character reference.
    fn escape_reference(&mut self) {
        let bytes = self.text.as_bytes();
        let from = bytes.len().saturating_sub(escape::REFERENCE_NAME_MAX + 1);
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'#';
        let name = bytes[from..].iter().rev().take_while(|b| is_name(b)).count();
        let ampersand = bytes.len() - name;
        if name > 0 && ampersand > 0 && bytes[ampersand - 1] == b'&' {
            self.text.insert(ampersand - 1, '\\');
        }
    }

    /// Code within a line. White space at its ends goes outside: HTML folds it into that of the line, and next to
    /// backticks it would be lost or need padding.
    fn code(&mut self, source: &str) {
        let code = source.trim_ascii();
        if code.len() < source.trim_ascii_end().len() || (code.is_empty() && !source.is_empty()) {
            self.gap = self.gap.max(DueSpace::Space);
        }
        if code.is_empty() {
            return;
        }
        self.begin();
        self.code_span(code);
        if source.ends_with(|c: char| c.is_ascii_whitespace()) {
            self.gap = DueSpace::Space;
        }
    }

    fn code_span(&mut self, code: &str) {
        // Backticks would join with those before, and in them the brackets of a definition cannot be escaped, nor a
        // backslash before the bar of a cell.
        let parts_cell = self.place == InlinePlace::Cell && code.contains("\\|");
        if self.text.ends_with('`') || self.may_define(code) || parts_cell {
            self.text.push_str("<code>");
            self.words(code);
            return self.text.push_str("</code>");
        }
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = longest + 1;
        let padded = code.starts_with('`') || code.ends_with('`');
        self.text.extend(std::iter::repeat_n('`', fence));
        self.text.push_str(if padded { " " } else { "" });
        for c in code.chars() {
            match c {
                '\n' | '\r' => self.text.push(' '),
                '|' if self.place == InlinePlace::Cell => self.text.push_str("\\|"),
                _ => self.text.push(c),
            }
        }
        self.text.push_str(if padded { " " } else { "" });
        self.text.extend(std::iter::repeat_n('`', fence));
    }

    fn formula(&mut self, math: &Math) {
        let source = tex::source(&math.tex, self.place == InlinePlace::Cell);
        if source.is_empty() {
            return;
        }
        self.begin();
        if self.formula_end == Some(self.text.len()) {
            // The dollar signs of two formulas would join.
            self.text.push(' ');
        }
        let delimiter = if math.display { "$$" } else { "$" };
        self.text.push_str(delimiter);
        self.text.push_str(&source);
        self.text.push_str(delimiter);
        self.formula_end = Some(self.text.len());
    }

    fn image(&mut self, image: &Image) {
        if !self.options.images || escape::safe_url(&image.src).is_none() {
            return;
        }
        self.begin();
        self.text.push_str("![");
        self.labels += 1;
        self.words(image.alt.trim_ascii());
        self.labels -= 1;
        self.gap = DueSpace::None;
        self.text.push_str("](");
        self.destination(&image.src, &image.title);
        self.text.push(')');
    }

    /// The picture of a film or the name of what is embedded, in a link to it; in a link of the page without one.
    fn embed(&mut self, embed: &Embed) {
        if !embed_shows(embed, self.options) {
            return;
        }
        let is_linked = self.labels == 0;
        self.begin();
        if is_linked {
            if self.text.ends_with('!') {
                self.text.insert(self.text.len() - 1, '\\');
            }
            self.text.push('[');
        }
        self.labels += 1;
        if self.options.images && escape::safe_url(&embed.poster).is_some() {
            let poster = Image {
                src: embed.poster.clone(),
                alt: embed.title.clone(),
                title: String::new(),
                link: None,
            };
            self.image(&poster);
        } else {
            self.words(embed.label());
        }
        self.labels -= 1;
        self.gap = DueSpace::None;
        if is_linked {
            self.text.push_str("](");
            self.destination(&embed.src, "");
            self.text.push(')');
        }
    }

    /// The address and title of a link or image.
    ///
    /// Brackets are escaped in it, although they mean nothing there: no part of it is a link to a renderer that takes the
    /// label or the title in another way.
    fn destination(&mut self, url: &str, title: &str) {
        let url = escape::safe_url(url).unwrap_or_default();
        let bracketed = url.contains([' ', '(', ')', '<', '>']);
        if bracketed {
            self.text.push('<');
        }
        self.literal(&url, &['<', '>', '\\', '`', '[', ']']);
        if bracketed {
            self.text.push('>');
        }
        if !title.trim_ascii().is_empty() {
            self.text.push_str(" \"");
            let title = title.trim_ascii();
            let text = title.strip_suffix('\\').unwrap_or(title);
            self.literal(text, &['"', '\\', '`', '<', '[', ']']);
            // Of two backslashes before the quote some renderers take one to escape it.
            self.text.push_str(if text.len() < title.len() { "&#92;\"" } else { "\"" });
        }
    }

    /// A string in which only some characters, line breaks and character references mean more. The ampersand of a
    /// reference is one itself: cmark reads references before backslashes.
    fn literal(&mut self, text: &str, special: &[char]) {
        let mut done = 0;
        for (at, c) in text.char_indices() {
            let is_bar = c == '|' && self.place == InlinePlace::Cell;
            let is_special = special.contains(&c);
            let refers = c == '&' && escape::begins_reference(&text[at + 1..]);
            if !(is_bar || is_special || refers || matches!(c, '\n' | '\r')) {
                continue;
            }
            self.text.push_str(&text[done..at]);
            done = at + c.len_utf8();
            match c {
                '\n' | '\r' => self.text.push(' '),
                '&' => self.text.push_str("&amp;"),
                _ => self.text.extend(['\\', c]),
            }
        }
        self.text.push_str(&text[done..]);
    }

    /// Puts HTML elements where delimiters would not be read as what they are meant for.
    fn settle(&mut self) {
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        for mark in self.marks.iter().filter(|mark| !mark.is_read(&self.text)) {
            edits.push((mark.open, mark.delimiter.len(), format!("<{}>", mark.element)));
            edits.push((mark.close, mark.delimiter.len(), format!("</{}>", mark.element)));
        }
        if edits.is_empty() {
            return;
        }
        edits.sort_unstable();
        let mut settled = String::with_capacity(self.text.len() + edits.len() * 8);
        let mut done = 0;
        for (at, len, element) in edits {
            settled.push_str(&self.text[done..at]);
            settled.push_str(&element);
            done = at + len;
        }
        settled.push_str(&self.text[done..]);
        self.text = settled;
    }

    /// Number signs at the end of a heading would be its closing mark.
    fn keep_last_number_signs(&mut self) {
        let before = self.text.trim_end_matches('#').len();
        if before < self.text.len() && (before == 0 || self.text[..before].ends_with(' ')) {
            self.text.insert(before, '\\');
        }
    }
}

impl Delimiters {
    /// Whether CommonMark reads both delimiters: the opening one must be left-flanking and the closing one
    /// right-flanking, underscores not within a word, and no other run of the sign may touch them.
    fn is_read(&self, text: &str) -> bool {
        let sign = self.delimiter.chars().next();
        let before = text[..self.open].chars().next_back();
        let first = text[self.open + self.delimiter.len()..].chars().next();
        let last = text[..self.close].chars().next_back();
        let after = text[self.close + self.delimiter.len()..].chars().next();
        let side_is_read = |inside: Option<char>, outside: Option<char>| {
            let parted = outside.is_none_or(|c| is_space(c) || c.is_ascii_punctuation());
            let words_join = self.delimiter.starts_with('_');
            outside != sign
                && inside != sign
                && inside.is_some_and(|c| !c.is_whitespace())
                && (parted || (!words_join && inside.is_some_and(is_word)))
        };
        side_is_read(first, before) && side_is_read(last, after)
    }
}

/// Bytes that a text begins with and that stand as they are: letters, digits and signs that are never marks, single spaces
/// between them.
fn plain_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_plain = |at: usize| {
        let plain = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b',' | b'\'' | b'"' | b'?' | b'%' | b'/' | b'(')
        };
        bytes.get(at).is_some_and(plain)
    };
    let mut end = 0;
    loop {
        if is_plain(end) {
            end += 1;
        } else if end > 0 && bytes.get(end) == Some(&b' ') && is_plain(end + 1) {
            end += 2;
        } else {
            return end;
        }
    }
}

/// White space in the sense of CommonMark; some parsers count further line separators.
fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Certainly neither white space nor punctuation nor a symbol in the sense of CommonMark. Circled and squared letters
/// are symbols, though alphabetic.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() && !matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
}

/// Whether a run has dollar signs that are not text: of formulas, in code or in addresses.
fn has_bare_dollars(inlines: &[Inline]) -> bool {
    inlines.iter().any(|inline| match inline {
        Inline::Math(_) => true,
        Inline::Code(code) => code.contains('$'),
        Inline::Image(image) => image.src.contains('$') || image.title.contains('$'),
        Inline::Embed(embed) => embed.src.contains('$') || embed.poster.contains('$'),
        Inline::Link { href, title, text } => {
            href.contains('$') || title.contains('$') || has_bare_dollars(text)
        }
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Strike(inner)
        | Inline::Subscript(inner)
        | Inline::Superscript(inner) => has_bare_dollars(inner),
        Inline::Text(_) | Inline::LineBreak => false,
    })
}
