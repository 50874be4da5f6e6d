//! A document as lines of blocks, each character with its marks: from content, and from Markdown by another parser.

use debulha_core::content::{Block, BlockKind, Cell, ContentDocument, Embed, Image, Inline, List};
use debulha_core::write::{Renditions, Title, WriteOptions};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::fmt::Write;

/// Everything shown.
pub(crate) const FULL: WriteOptions = WriteOptions {
    links: true,
    images: true,
    tables: true,
    footnotes: false,
    metadata: true,
    records: false,
    title: Title::Page,
    renditions: Renditions::NONE,
    compat: None,
};

const MARKS: [&str; 7] = ["em", "strong", "del", "sub", "sup", "code", "a"];

/// Running text with marks: runs of characters with the same marks are shown as `marks(characters)`.
#[derive(Default)]
struct Run {
    characters: Vec<(char, [bool; 7])>,
    marks: [u32; 7],
}

impl Run {
    fn push(&mut self, text: &str) {
        let marks = self.marks.map(|count| count > 0);
        self.characters.extend(text.chars().map(|c| (c, marks)));
    }

    fn enter(&mut self, mark: &str) {
        self.marks[MARKS.iter().position(|m| *m == mark).unwrap()] += 1;
    }

    fn leave(&mut self, mark: &str) {
        let count = &mut self.marks[MARKS.iter().position(|m| *m == mark).unwrap()];
        *count = count.saturating_sub(1);
    }

    /// Puts the target of a link right behind its text.
    fn push_target(&mut self, href: &str) {
        let last = self.characters.iter().rposition(|(c, _)| !c.is_ascii_whitespace()).unwrap();
        let target = format!("→{}←", fold(href));
        let behind = self.characters.split_off(last + 1);
        self.characters.extend(target.chars().map(|c| (c, [false; 7])));
        self.characters.extend(behind);
    }

    /// The run with white space folded; white space has no marks, except within code.
    fn show(&mut self) -> String {
        let mut shown = String::new();
        let mut last = [false; 7];
        let mut space = false;
        for (c, marks) in self.characters.drain(..) {
            if c.is_ascii_whitespace() {
                space = !shown.is_empty();
                continue;
            }
            if space {
                shown.push(' ');
            }
            space = false;
            if marks != last {
                let names: Vec<&str> =
                    MARKS.iter().zip(marks).filter(|(_, on)| *on).map(|(m, _)| *m).collect();
                write!(shown, "‹{}›", names.join(" ")).unwrap();
                last = marks;
            }
            shown.push(c);
        }
        shown
    }
}

/// The outline that a content document should have in Markdown.
pub(crate) fn expected(content: &ContentDocument, options: &WriteOptions) -> Vec<String> {
    let mut outline = Expected { options, lines: Vec::new() };
    outline.blocks(&content.blocks);
    outline.lines
}

struct Expected<'a> {
    options: &'a WriteOptions,
    lines: Vec<String>,
}

impl Expected<'_> {
    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Heading { level, text } => self.run(&format!("h{level}"), text, false),
            BlockKind::Paragraph(text) => self.run("p", text, false),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) if self.options.tables => {
                let cell = |cell: &Cell| match cell {
                    Cell::Origin { text, .. } => match icon_of_cell(text) {
                        Some(name) if !self.options.images => self.shown(&[Inline::Text(name)], false),
                        _ => self.shown(text, false),
                    },
                    _ => String::new(),
                };
                let rows: Vec<Vec<String>> =
                    table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
                let caption = self.shown(&table.caption, false);
                if caption.is_empty() && rows.iter().flatten().all(String::is_empty) {
                    return;
                }
                self.run("p", &table.caption, false);
                self.lines.push("table".into());
                if table.header_rows == 0 {
                    self.lines.push(format!("row {:?}", vec![""; table.columns()]));
                }
                self.lines.extend(rows.iter().map(|row| format!("row {row:?}")));
            }
            BlockKind::Code { language, text } => {
                if !text.is_empty() {
                    let named = |c: char| c.is_alphanumeric() || "+#.-_".contains(c);
                    let language = language.as_deref().filter(|l| l.chars().all(named)).unwrap_or_default();
                    let text = text.strip_suffix('\n').unwrap_or(text);
                    self.lines.push(format!("code {language:?} {text:?}"));
                }
            }
            BlockKind::Quote(blocks) => self.container("quote", blocks),
            BlockKind::Figure { blocks, caption } => {
                self.blocks(blocks);
                self.run("p", caption, false);
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    definition.terms.iter().for_each(|term| self.run("p", term, true));
                    definition.descriptions.iter().for_each(|blocks| self.blocks(blocks));
                }
            }
            BlockKind::Math(math) => self.lines.push(format!("p ¤{}¤", math.tex)),
            BlockKind::Image(image) => {
                let shown = Inline::Image(Image { link: None, ..image.clone() });
                let link = |href: &String| Inline::Link {
                    href: href.clone(),
                    title: String::new(),
                    text: vec![shown.clone()],
                };
                let shown = image.link.as_ref().map_or(shown.clone(), link);
                self.run("p", &[shown], false);
            }
            BlockKind::Embed(embed) => self.run("p", &[Inline::Embed(embed.clone())], false),
            BlockKind::Rule => self.lines.push("rule".into()),
            BlockKind::Table(_) => {}
        }
    }

    fn container(&mut self, name: &str, blocks: &[Block]) {
        let start = self.lines.len();
        self.lines.push(format!("{name} ("));
        self.blocks(blocks);
        if self.lines.len() == start + 1 {
            self.lines.pop();
        } else {
            self.lines.push(")".into());
        }
    }

    fn list(&mut self, list: &List) {
        let says_numbers = list.numbered().all(|(number, _)| (0..1000).contains(&number));
        let mut before = None;
        for ((number, item), place) in list.numbered().zip(1..) {
            let number = if says_numbers { number } else { place };
            let at = self.lines.len();
            self.container("item", &item.blocks);
            if self.lines.len() == at {
                continue;
            }
            if let Some(done) = item.done
                && self.begins_with_text(&item.blocks)
            {
                self.lines.insert(at + 1, format!("task {done}"));
            }
            match before {
                None if list.ordered => self.lines.insert(at, format!("list {number} (")),
                None => self.lines.insert(at, "list (".into()),
                Some(last) if list.ordered && number != last + 1 => {
                    self.lines.splice(at..at, [")".to_owned(), format!("list {number} (")]);
                }
                Some(_) => {}
            }
            before = Some(number);
        }
        if before.is_some() {
            self.lines.push(")".into());
        }
    }

    fn begins_with_text(&self, blocks: &[Block]) -> bool {
        let shows = |block: &&Block| {
            let mut alone = Expected { options: self.options, lines: Vec::new() };
            alone.block(block);
            !alone.lines.is_empty()
        };
        let is_run = |block: &Block| {
            use BlockKind::{Embed, Image, Math, Paragraph};
            matches!(block.kind, Paragraph(_) | Image(_) | Embed(_) | Math(_))
        };
        blocks.iter().find(shows).is_some_and(is_run)
    }

    fn run(&mut self, name: &str, inlines: &[Inline], strong: bool) {
        let shown = self.shown(inlines, strong);
        if !shown.is_empty() {
            self.lines.push(format!("{name} {shown}"));
        }
    }

    fn shown(&self, inlines: &[Inline], strong: bool) -> String {
        let mut run = Run::default();
        if strong {
            run.enter("strong");
        }
        self.inlines(inlines, &mut run);
        run.show()
    }

    fn inlines(&self, inlines: &[Inline], run: &mut Run) {
        let wrap = |mark: &str, inner: &[Inline], run: &mut Run| {
            run.enter(mark);
            self.inlines(inner, run);
            run.leave(mark);
        };
        for inline in inlines {
            match inline {
                Inline::Text(text) => run.push(text),
                Inline::Emphasis(inner) => wrap("em", inner, run),
                Inline::Strong(inner) => wrap("strong", inner, run),
                Inline::Strike(inner) => wrap("del", inner, run),
                Inline::Subscript(inner) => wrap("sub", inner, run),
                Inline::Superscript(inner) => wrap("sup", inner, run),
                Inline::Code(code) => {
                    run.enter("code");
                    run.push(code);
                    run.leave("code");
                }
                Inline::Link { href, text, .. } => {
                    if self.options.links && run.marks[6] == 0 && !href.starts_with("javascript") {
                        let before = run.characters.len();
                        wrap("a", text, run);
                        if run.characters[before..].iter().any(|(c, _)| !c.is_ascii_whitespace()) {
                            run.push_target(href);
                        }
                    } else {
                        self.inlines(text, run);
                    }
                }
                Inline::Image(image) => {
                    if self.options.images && !image.src.starts_with("javascript") {
                        let [alt, title] = [&image.alt, &image.title].map(|s| fold(s));
                        run.push(&format!("img({alt},{},{title})", fold(&image.src)));
                    }
                }
                Inline::Embed(embed) => self.embed(embed, run),
                Inline::Math(math) => run.push(&format!("¤{}¤ ", math.tex)),
                Inline::LineBreak => run.push(" "),
            }
        }
    }

    fn embed(&self, embed: &Embed, run: &mut Run) {
        if !(self.options.links || self.options.images) || embed.src.starts_with("javascript") {
            return;
        }
        let label = || Inline::Text(embed.label().to_owned());
        let is_picture =
            self.options.images && !embed.poster.is_empty() && !embed.poster.starts_with("javascript");
        let shown = if is_picture {
            let Embed { poster, .. } = embed;
            let alt = embed.title.clone();
            Inline::Image(Image { src: poster.clone(), alt, title: String::new(), link: None })
        } else {
            label()
        };
        let link = Inline::Link { href: embed.src.clone(), title: String::new(), text: vec![shown] };
        let options = WriteOptions { links: true, ..self.options.clone() };
        Expected { options: &options, lines: Vec::new() }.inlines(&[link], run);
    }
}

/// Without white space: for strings where only that may change.
fn fold(text: &str) -> String {
    text.split_ascii_whitespace().collect()
}

/// All words of the content that a reader sees as text, in order.
pub(crate) fn words(content: &ContentDocument) -> String {
    let mut words = String::new();
    push_blocks(&content.blocks, &mut words);
    words
}

fn push_blocks(blocks: &[Block], words: &mut String) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading { text, .. } | BlockKind::Paragraph(text) => plain(text, words),
            BlockKind::List(list) => list.items.iter().for_each(|item| push_blocks(&item.blocks, words)),
            BlockKind::Table(table) => {
                plain(&table.caption, words);
                for cell in table.rows.iter().flatten() {
                    words.push(' ');
                    if let Cell::Origin { text, .. } = cell {
                        match icon_of_cell(text) {
                            Some(name) => words.push_str(&name),
                            None => plain(text, words),
                        }
                    }
                }
            }
            BlockKind::Code { text, .. } => words.push_str(text),
            BlockKind::Quote(inner) => push_blocks(inner, words),
            BlockKind::Figure { blocks, caption } => {
                push_blocks(blocks, words);
                plain(caption, words);
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    for term in &definition.terms {
                        plain(term, words);
                        words.push(' ');
                    }
                    definition.descriptions.iter().for_each(|blocks| push_blocks(blocks, words));
                }
            }
            BlockKind::Math(math) => words.push_str(&math.tex),
            BlockKind::Image(_) | BlockKind::Embed(_) | BlockKind::Rule => {}
        }
        words.push(' ');
    }
}

fn plain(inlines: &[Inline], words: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => words.push_str(text),
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Strike(inner)
            | Inline::Subscript(inner)
            | Inline::Superscript(inner)
            | Inline::Link { text: inner, .. } => plain(inner, words),
            Inline::Math(math) => words.push_str(&math.tex),
            Inline::LineBreak => words.push(' '),
            Inline::Image(_) | Inline::Embed(_) => {}
        }
    }
}

/// The outline that pulldown-cmark finds in Markdown, with every extension on that a text could set off.
pub(crate) fn read_markdown(markdown: &str) -> Vec<String> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut found = Found::default();
    Parser::new_ext(markdown, options).for_each(|event| found.event(event));
    found.end_paragraph();
    found.lines
}

#[derive(Default)]
struct Found {
    lines: Vec<String>,
    run: Run,
    row: Vec<String>,
    code: Option<(String, String)>,
    links: Vec<String>,
    image: Option<(String, String)>,
}

impl Found {
    /// Ends a run that is a paragraph; in tight lists there are no events for it.
    fn end_paragraph(&mut self) {
        let shown = self.run.show();
        if !shown.is_empty() {
            self.lines.push(format!("p {shown}"));
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some((_, code)) => code.push_str(&text),
                None => self.run.push(&text),
            },
            Event::Code(code) => {
                self.run.enter("code");
                self.run.push(&code);
                self.run.leave("code");
            }
            Event::InlineMath(tex) | Event::DisplayMath(tex) => self.run.push(&format!("¤{tex}¤ ")),
            Event::InlineHtml(tag) if &*tag == "<br>" => self.run.push(" "),
            Event::InlineHtml(tag) => {
                let name = tag.trim_matches(['<', '>']);
                match name.strip_prefix('/') {
                    Some(name) => self.run.leave(name),
                    None => self.run.enter(name),
                }
            }
            Event::HardBreak => self.run.push(" "),
            Event::TaskListMarker(done) => self.lines.push(format!("task {done}")),
            Event::Rule => {
                self.end_paragraph();
                self.lines.push("rule".into());
            }
            other => self.lines.push(format!("unexpected {other:?}")),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Emphasis => return self.run.enter("em"),
            Tag::Strong => return self.run.enter("strong"),
            Tag::Strikethrough => return self.run.enter("del"),
            Tag::Link { dest_url, .. } => {
                self.links.push(fold(&dest_url));
                return self.run.enter("a");
            }
            Tag::Image { dest_url, title, .. } => {
                self.image = Some((fold(&dest_url), fold(&title)));
                return self.run.push("img(");
            }
            Tag::TableCell => return,
            _ => self.end_paragraph(),
        }
        match tag {
            Tag::BlockQuote(None) => self.lines.push("quote (".into()),
            Tag::List(Some(start)) => self.lines.push(format!("list {start} (")),
            Tag::List(None) => self.lines.push("list (".into()),
            Tag::Item => self.lines.push("item (".into()),
            Tag::Table(_) => self.lines.push("table".into()),
            Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                self.code = Some((language.to_string(), String::new()));
            }
            Tag::Heading { .. } | Tag::Paragraph | Tag::TableHead | Tag::TableRow => {}
            other => self.lines.push(format!("unexpected {other:?}")),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis => self.run.leave("em"),
            TagEnd::Strong => self.run.leave("strong"),
            TagEnd::Strikethrough => self.run.leave("del"),
            TagEnd::Link => {
                self.run.leave("a");
                let target = self.links.pop().unwrap();
                self.run.push_target(&target);
            }
            TagEnd::Image => {
                let (src, title) = self.image.take().unwrap();
                let start = self
                    .run
                    .characters
                    .windows(4)
                    .rposition(|w| w.iter().map(|(c, _)| *c).eq("img(".chars()));
                let alt: Vec<_> = self.run.characters.split_off(start.unwrap() + 4);
                self.run.characters.extend(alt.into_iter().filter(|(c, _)| !c.is_ascii_whitespace()));
                self.run.push(&format!(",{src},{title})"));
            }
            TagEnd::Heading(level) => {
                let shown = self.run.show();
                self.lines.push(format!("h{} {shown}", level as usize));
            }
            TagEnd::CodeBlock => {
                let (language, text) = self.code.take().unwrap();
                let text = text.strip_suffix('\n').unwrap_or(&text);
                self.lines.push(format!("code {language:?} {text:?}"));
            }
            TagEnd::TableCell => {
                let shown = self.run.show();
                self.row.push(shown);
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                self.lines.push(format!("row {row:?}"));
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                self.end_paragraph();
                self.lines.push(")".into());
            }
            _ => self.end_paragraph(),
        }
    }
}

/// The name of the image that is all of a cell.
fn icon_of_cell(text: &[Inline]) -> Option<String> {
    let shown: Vec<&Inline> = text.iter().filter(|inline| !matches!(inline, Inline::LineBreak)).collect();
    let image = match shown[..] {
        [Inline::Image(image)] => image,
        [Inline::Link { text, .. }] => match &text[..] {
            [Inline::Image(image)] => image,
            _ => return None,
        },
        _ => return None,
    };
    let name = image.alt.trim();
    (!name.is_empty() && name.chars().count() <= 40).then(|| name.to_owned())
}
