//! Structures that a reader takes whole are kept whole or left out whole.

use crate::features::section_names::names_sources;
use crate::features::structures::{Structure, StructureKind};
use crate::features::text_blocks::{TextBlock, TextBlocks};
use crate::features::title_block::{heading_level, level_of};
use crate::outcome::Reason;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use std::ops::Range;

/// Minimum words outside structures for an ancestor to count as context (our decision: a paragraph; fewer are a heading or a
/// label).
const MIN_AROUND: u32 = 20;

/// Words of notes by those of the text that is kept, up to which notes belong to it (our decision: more are the small print
/// of shops).
const MAX_NOTES: f64 = 1.0 / 3.0;

/// Words that the heading that names the content has at least (our decision: one word names a site or a section).
const MIN_TITLE_WORDS: u32 = 2;

/// What speaks for and against a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct StructureEvidence {
    /// Its blocks.
    pub rows: Range<usize>,
    /// Their words, at least one each.
    pub words: u32,
    /// Mean probability of its words.
    pub probability: f64,
    /// Share of its words that the cut keeps.
    pub kept: f64,
    /// Share that is kept of the words beside structures of the smallest element around it that has a paragraph of them.
    pub around: f64,
    /// Whether the blocks right before and right behind it are kept.
    pub between: [bool; 2],
    /// Whether the block right before it ends in a colon and is kept, or names it as a list of sources.
    pub announced: bool,
    /// The block that names it as a list of sources.
    pub named_by: Option<usize>,
    /// Whether the block that it begins with is in a record, with like ones in the others.
    pub in_record: bool,
    /// Whether no reader sees it at first.
    pub hidden: bool,
    /// Its words by all that are kept.
    pub of_all: f64,
    /// Share of the marks that lead to it that stand in kept blocks; 0 without marks.
    pub marked: f64,
}

/// What becomes of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// All of it is kept.
    Whole,
    /// Nothing of it is kept.
    Nothing,
    /// It stands beside the running text that is kept, as captions do.
    Beside,
    /// Its blocks are kept or left out as the cut has it.
    Parts,
}

/// Share of words from which on most of a text is kept (our decision: half of it).
const MOST: f64 = 0.5;

/// A reason to keep a structure whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// The cut keeps most of it.
    Kept,
    /// The cut keeps most of it, and of the text around.
    KeptInText,
    /// The text around is kept.
    InText,
    /// The text around is kept, and some of it.
    PartInText,
    /// The text around is kept, and a block next to it.
    NextToText,
    /// The text around is kept, and the blocks on both sides.
    Amid,
    /// The text around is kept, the blocks on both sides, and some of it.
    PartAmid,
    /// Most marks that lead to it are kept, and it is small compared with the text.
    Marked,
}

/// The grounds for each kind and [`Structure::is_named`]; one is enough. On `wcxb-dev`, with models that do not know the site, most structures
/// kept for each ground are gold, and most dropped structures are not.
const fn grounds(kind: StructureKind, is_named: bool) -> &'static [Ground] {
    use Ground::{Amid, InText, Kept, KeptInText, Marked, NextToText, PartAmid, PartInText};
    match (kind, is_named) {
        (StructureKind::Listing | StructureKind::Formula, _) | (StructureKind::Quote, true) => {
            &[Kept, InText]
        }
        (StructureKind::Table | StructureKind::OrderedList, _) => &[Kept, Amid, PartInText],
        (StructureKind::Definitions, _) => &[Kept, Amid],
        // A picture at the head or the end of the text has no text on one side.
        (StructureKind::Figure, true) => &[Kept, NextToText],
        (StructureKind::Figure | StructureKind::Quote, false) => &[Kept],
        (StructureKind::List, true) => &[KeptInText, Amid],
        (StructureKind::List, false) => &[KeptInText, PartAmid],
        (StructureKind::Notes, _) => &[Kept, Marked],
    }
}

impl StructureEvidence {
    /// Whether the text around is kept.
    fn in_text(&self) -> bool {
        self.around >= MOST
    }

    /// Whether the cut keeps most of it.
    fn is_most(&self) -> bool {
        self.kept >= MOST
    }

    fn has(&self, ground: Ground) -> bool {
        let in_text = !self.hidden && self.in_text();
        let amid = in_text && self.between == [true; 2];
        match ground {
            Ground::Kept => self.is_most(),
            Ground::KeptInText => self.is_most() && self.in_text(),
            Ground::InText => in_text,
            Ground::PartInText => in_text && self.kept > 0.0,
            Ground::NextToText => in_text && self.between != [false; 2],
            Ground::Amid => amid,
            Ground::PartAmid => amid && self.kept > 0.0,
            Ground::Marked => self.marked >= MOST && self.of_all <= MAX_NOTES,
        }
    }

    /// Whether the cut decides on its blocks, as it does on the same blocks of the other records. Listings, notes, formulas and named tables are
    /// decided on as outside of records.
    fn is_part_of_record(&self, structure: &Structure) -> bool {
        let stays = match structure.kind {
            StructureKind::Listing | StructureKind::Notes | StructureKind::Formula => true,
            StructureKind::Table => structure.is_named,
            _ => false,
        };
        self.in_record && !stays && !self.announced
    }

    /// What becomes of the structure.
    pub fn ruling(&self, structure: &Structure) -> Ruling {
        let Structure { kind, is_named, .. } = *structure;
        if self.is_part_of_record(structure) {
            let is_one = kind == StructureKind::OrderedList || kind == StructureKind::Quote && is_named;
            return if is_one && self.is_most() { Ruling::Whole } else { Ruling::Parts };
        }
        let stands = grounds(kind, is_named).iter().any(|&ground| self.has(ground));
        match kind {
            StructureKind::Figure if stands && !self.is_most() => Ruling::Beside,
            _ if stands || self.announced && self.has(Ground::InText) => Ruling::Whole,
            StructureKind::List => Ruling::Parts,
            _ if self.hidden => Ruling::Parts,
            _ => Ruling::Nothing,
        }
    }
}

/// A structure with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct RuledStructure {
    /// The structure.
    pub structure: Structure,
    /// Why.
    pub evidence: StructureEvidence,
    /// What became of it.
    pub ruling: Ruling,
}

impl RuledStructure {
    /// What the structure says of one of its blocks; `None` for blocks elsewhere and structures that leave their blocks alone.
    pub fn reason(&self, row: usize, keeps: bool) -> Option<Reason> {
        let StructureEvidence { rows, kept, around, announced, marked, .. } = &self.evidence;
        if !rows.contains(&row) {
            return None;
        }
        let became = match self.ruling {
            Ruling::Whole => "kept whole",
            Ruling::Nothing => "left out whole",
            Ruling::Beside => "kept as a caption",
            Ruling::Parts => return None,
        };
        let announced = if *announced { ", announced" } else { "" };
        let marked = if self.structure.marks.is_empty() {
            String::new()
        } else {
            format!(", {marked:.2} of its marks kept")
        };
        let detail = format!(
            "{}, {became}: {kept:.2} of its words are kept by the cut, {around:.2} of the text around{announced}{marked}",
            self.structure.kind.name()
        );
        Some(Reason { rule: "structure", keeps, node: NodeId(self.structure.nodes.start), detail })
    }
}

/// The innermost structure of each block, by its place in `structures`. O(blocks + structures · log blocks + blocks in structures · nesting).
pub fn structure_of_rows(shown: &Page<'_>, structures: &[Structure]) -> Vec<Option<u32>> {
    let texts = shown.text_blocks();
    let mut of_rows = vec![None; texts.blocks().len()];
    for (number, structure) in structures.iter().enumerate() {
        of_rows[texts.rows_in(&structure.nodes)].fill(Some(number as u32));
    }
    of_rows
}

/// Rules on the structures of a page, the outer ones first, and keeps or leaves out their blocks accordingly. What is in a structure
/// that is kept or left out whole is not ruled on. Blocks of probability 0, and those that are hidden in a structure that is seen
/// (`is_hidden`), stay out. Gives the rulings, and the blocks that stand beside the running text.
pub fn settle(
    shown: &Page<'_>,
    structures: Vec<Structure>,
    is_hidden: impl Fn(usize) -> bool,
    words: &[u32],
    probabilities: &mut [f32],
    kept: &mut [bool],
) -> (Vec<RuledStructure>, Vec<usize>) {
    let evidence = survey(&is_hidden, shown, &structures, words, probabilities, kept);
    let mut ruled = Vec::with_capacity(structures.len());
    let mut settled = 0;
    let mut beside = Vec::new();
    for (structure, evidence) in structures.into_iter().zip(evidence) {
        if evidence.rows.start < settled || evidence.rows.is_empty() {
            continue;
        }
        let ruling = evidence.ruling(&structure);
        if ruling != Ruling::Parts {
            settled = evidence.rows.end;
            let hides = evidence.hidden;
            if let Some(name) =
                evidence.named_by.filter(|&row| ruling == Ruling::Whole && probabilities[row] > 0.0)
            {
                kept[name] = true;
            }
            for row in evidence.rows.clone() {
                let stands =
                    ruling == Ruling::Whole && probabilities[row] > 0.0 && (hides || !is_hidden(row));
                if stands && !kept[row] {
                    probabilities[row] = probabilities[row].max(evidence.probability as f32);
                }
                kept[row] = stands;
                if ruling == Ruling::Beside && probabilities[row] > 0.0 && (hides || !is_hidden(row)) {
                    beside.push(row);
                }
            }
        }
        ruled.push(RuledStructure { structure, evidence, ruling });
    }
    (ruled, beside)
}

/// The block of the page's title, where it is not kept and names what is: it is seen, has words of its own beside those of
/// a link to the site's first page, and stands before the last block that is kept.
pub fn title_beside(shown: &Page<'_>, is_hidden: impl Fn(usize) -> bool, kept: &[bool]) -> Option<usize> {
    let doc = shown.document();
    let title = shown.title_block().filter(|&row| !kept[row] && !is_hidden(row))?;
    let last = kept.iter().rposition(|&kept| kept)?;
    let texts = shown.text_blocks();
    let block = &texts.blocks()[title];
    let leads_home = texts.nodes(block).iter().any(|&node| {
        let links = doc.ancestors(node).filter(|&around| doc.name(around) == names::A);
        links.filter_map(|link| doc.attribute(link, names::HREF)).any(is_first_page)
    });
    (title < last && block.counts.words >= MIN_TITLE_WORDS && !leads_home).then_some(title)
}

/// Whether an address is that of a site's first page.
fn is_first_page(href: &str) -> bool {
    let path = href.trim().split(['?', '#']).next().unwrap_or_default();
    let path =
        path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    matches!(path, "" | "/" | "./" | "index.html" | "/index.html")
}

/// Leaves out headings whose section had nothing but structures and lost them, such as a list of contents: the next kept block is
/// a heading of the same level or a higher one, or none comes. Where that is so of most headings, and of several, they are what is kept:
/// lists of titles. O(blocks).
pub fn leave_bare_headings(shown: &Page<'_>, words: &[u32], structure_of: &[Option<u32>], kept: &mut [bool]) {
    let texts = shown.text_blocks();
    let level = |row: usize| level_of(shown, &texts.blocks()[row]);
    let rows: Vec<usize> = (0..kept.len()).filter(|&row| kept[row]).collect();
    let (mut headings, mut bare) = (0, Vec::new());
    for (at, &row) in rows.iter().enumerate().filter(|&(_, &row)| level(row) > 0) {
        headings += 1;
        let next = rows.get(at + 1).copied();
        let section = row + 1..next.unwrap_or(kept.len());
        let own = section.take_while(|&other| level(other) == 0 || level(other) > level(row));
        let mut lost = own.filter(|&other| words[other] > 0).peekable();
        if lost.peek().is_some()
            && lost.all(|other| structure_of[other].is_some())
            && next.is_none_or(|next| (1..=level(row)).contains(&level(next)))
            && at > 0
        {
            bare.push(row);
        }
    }
    if bare.len() == 1 || bare.len() * 2 < headings {
        for row in bare {
            kept[row] = false;
        }
    }
    leave_headings_of_teasers(shown, words, structure_of, kept);
}

/// Words of the links below a heading on average at least, where they are titles of other pages (our decision: fewer are tags,
/// or who wrote what is below).
const MIN_TEASER_WORDS: u32 = 3;

/// Leaves out headings of boxes of links amid running text ("You may also like"): all else in the element around the heading
/// is a list of links that was left out, and the kept blocks before and behind are no headings. The first kept heading and
/// the page's title stay. O(blocks · depth).
fn leave_headings_of_teasers(
    shown: &Page<'_>,
    words: &[u32],
    structure_of: &[Option<u32>],
    kept: &mut [bool],
) {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let level = |row: usize| level_of(shown, &texts.blocks()[row]);
    let rows: Vec<usize> = (0..kept.len()).filter(|&row| kept[row]).collect();
    let title = shown.title_block();
    for around in rows.windows(3) {
        let [before, row, behind] = [around[0], around[1], around[2]];
        if level(row) < 2 || level(before) > 0 || level(behind) > 0 || title == Some(row) {
            continue;
        }
        let node = texts.nodes(&texts.blocks()[row])[0];
        let heading = doc.ancestors(node).find(|&node| heading_level(doc.name(node)) > 0);
        let Some(box_around) = heading.and_then(|heading| doc.parent(heading)) else { continue };
        let inside = texts.rows_in(&(box_around.0..doc.subtree_end(box_around)));
        if inside.start != row || inside.end > behind || inside.len() < 2 {
            continue;
        }
        let links = row + 1..inside.end;
        let is_teaser = |row: usize| {
            let measures = shown.text_measures().range(texts.blocks()[row].runs.clone());
            structure_of[row].is_some() && measures.link_share() >= MOST
        };
        let of_links: u32 = links.clone().map(|row| words[row]).sum();
        if links.clone().all(is_teaser) && of_links >= MIN_TEASER_WORDS * links.len() as u32 {
            kept[row] = false;
        }
    }
}

/// Keeps what announces kept text by a colon amid kept text of the same parent, such as the names in an interview: they return at each turn,
/// as labels do that are no content. O(blocks).
pub fn keep_announcements(shown: &Page<'_>, may_stand: impl Fn(usize) -> bool, kept: &mut [bool]) {
    let (doc, blocks) = (shown.document(), shown.text_blocks().blocks());
    let parent = |row: usize| doc.parent(blocks[row].element);
    for row in 1..kept.len().saturating_sub(1) {
        let is_amid = kept[row - 1] && kept[row + 1] && !kept[row];
        if is_amid && parent(row) == parent(row + 1) && announces(shown, row) && may_stand(row) {
            kept[row] = true;
        }
    }
}

/// Minimum mean probability, by words, of a dropped run that is kept with the text around it (our decision: list items, counters and callouts
/// between paragraphs have .2 to .45, because short items occur on any page; boxes that link to other pages have less).
const MIN_AMID: f64 = 0.2;

/// The same for a run of links of at most [`MAX_LINK_WORDS`] below a kept heading or in a list (our decision: "See also" of a manual has .27).
const MIN_AMID_LINKS: f64 = 0.25;

/// Maximum share of words in links to other pages (our decision: a sentence may have a link or two; lists of other pages have more).
const MAX_AMID_LINKS: f64 = 0.3;

/// Maximum words of a run of links, or of a run that a colon announces (our decision: a short "See also"; lists of articles are longer).
const MAX_LINK_WORDS: u32 = 20;

/// Maximum words of a run (our decision: a list of short items; longer text is what the cut is made for).
const MAX_AMID_WORDS: u32 = 60;

/// Minimum share of the words around the run that are kept (our decision: most of the element is content, whatever the run is).
const MIN_AMID_AROUND: f64 = 0.7;

/// Minimum kept words around the run for each of its words (our decision: a run is small next to its text).
const MIN_AMID_RATIO: u32 = 2;

/// Keeps short runs of dropped blocks inside kept text: between kept blocks of the same element, or at its end below a heading or in a list or
/// table, if they are likely enough or a colon announces them. Runs with captions are skipped, because captions are kept separately. `kind_of` gives
/// the kind of the structure that a block is in. O(blocks · depth).
pub fn keep_amid(
    shown: &Page<'_>,
    words: &[u32],
    kind_of: impl Fn(usize) -> Option<StructureKind>,
    may_stand: impl Fn(usize) -> bool,
    scores: &[f32],
    kept: &mut [bool],
) {
    let before = words_before(words, kept);
    let sum = |rows: &Range<usize>| {
        (before[rows.end].0 - before[rows.start].0, before[rows.end].1 - before[rows.start].1)
    };
    let title = shown.title_block();
    let mut row = 1;
    while row < kept.len() {
        // The title leads the text even if it is not kept as a part of it.
        if kept[row] || !(kept[row - 1] || title == Some(row - 1)) {
            row += 1;
            continue;
        }
        let start = row;
        row += kept[row..].iter().position(|&kept| kept).unwrap_or(kept.len() - row);
        let Some(inside) = text_around(shown, start, |rows| sum(rows).1 >= MIN_AROUND) else { continue };
        let run = start..row.min(inside.end);
        let [before_run, first] = [start - 1, start].map(|row| &shown.text_blocks().blocks()[row]);
        let is_led = level_of(shown, before_run) > 0
            || kind_of(start).is_some()
            || are_alike(shown, before_run, first);
        let is_caption = run.clone().any(|row| kind_of(row) == Some(StructureKind::Figure));
        if is_caption || row >= inside.end && !is_led {
            continue;
        }
        let (all, of_kept) = sum(&inside);
        let own = sum(&run).0;
        if own > MAX_AMID_WORDS
            || of_kept < MIN_AMID_RATIO * own
            || f64::from(of_kept) < MIN_AMID_AROUND * f64::from(all - own)
        {
            continue;
        }
        let (probability, links) = likelihood(shown, words, scores, run.clone());
        let are_links = is_led && own <= MAX_LINK_WORDS && probability >= MIN_AMID_LINKS;
        let is_announced = row < inside.end && own <= MAX_LINK_WORDS && announces(shown, start - 1);
        if is_announced || probability >= MIN_AMID && (links <= MAX_AMID_LINKS || are_links) {
            for row in run {
                kept[row] = scores[row] > 0.0 && may_stand(row);
            }
        }
    }
}

/// Whether two blocks are siblings with the same element name, such as the lines of a poem. Paragraphs do not count: any text has them.
fn are_alike(shown: &Page<'_>, before: &TextBlock, first: &TextBlock) -> bool {
    let doc = shown.document();
    let [(name, parent), other] =
        [before, first].map(|block| (doc.name(block.element), doc.parent(block.element)));
    name != names::P && (name, parent) == other
}

/// The blocks of the smallest element with the block of a row and the one before it that has enough kept text.
fn text_around(
    shown: &Page<'_>,
    row: usize,
    has_text: impl Fn(&Range<usize>) -> bool,
) -> Option<Range<usize>> {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let [before, first] = [row - 1, row].map(|row| texts.nodes(&texts.blocks()[row])[0]);
    let around = doc.ancestors(first).filter(|&around| around <= before);
    around.map(|around| texts.rows_in(&(around.0..doc.subtree_end(around)))).find(has_text)
}

/// Mean probability of the words of blocks, and their share in links to other pages. Blocks without words count as one word.
fn likelihood(shown: &Page<'_>, words: &[u32], scores: &[f32], rows: Range<usize>) -> (f64, f64) {
    let (mut all, mut likely, mut links) = (0.0, 0.0, 0.0);
    for row in rows {
        let own = f64::from(words[row].max(1));
        let measures = shown.text_measures().range(shown.text_blocks().blocks()[row].runs.clone());
        all += own;
        likely += own * f64::from(scores[row]);
        if measures.link_words > 0 && leads_away(shown, row) {
            links += own * measures.link_share();
        }
    }
    (likely / all, links / all)
}

/// Whether a block links to another page. Tabs and panel titles link to the same page.
fn leads_away(shown: &Page<'_>, row: usize) -> bool {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let nodes = texts.nodes(&texts.blocks()[row]);
    let links =
        nodes.iter().filter_map(|&node| doc.ancestors(node).find(|&around| doc.name(around) == names::A));
    links.filter_map(|link| doc.attribute(link, names::HREF)).any(|href| {
        let href = href.trim();
        !href.is_empty() && !href.starts_with('#') && !href.starts_with("javascript:")
    })
}

/// Words before each block: of all blocks, and of the kept ones.
fn words_before(words: &[u32], kept: &[bool]) -> Vec<(u32, u32)> {
    let mut sum = (0, 0);
    let mut before = Vec::with_capacity(words.len() + 1);
    before.push(sum);
    for (&words, &kept) in words.iter().zip(kept) {
        sum = (sum.0 + words, sum.1 + if kept { words } else { 0 });
        before.push(sum);
    }
    before
}

/// Looks at the structures of a page. O(blocks + structures · depth + marks · log blocks).
pub fn survey(
    is_hidden: impl Fn(usize) -> bool,
    shown: &Page<'_>,
    structures: &[Structure],
    words: &[u32],
    probabilities: &[f32],
    kept: &[bool],
) -> Vec<StructureEvidence> {
    let texts = shown.text_blocks();
    let rows: Vec<Range<usize>> =
        structures.iter().map(|structure| texts.rows_in(&structure.nodes)).collect();
    let mut in_structure = vec![false; words.len()];
    for (structure, rows) in structures.iter().zip(&rows) {
        if structure.kind != StructureKind::Quote && structure.kind != StructureKind::List {
            in_structure[rows.clone()].fill(true);
        }
    }
    let beside: Vec<u32> =
        words.iter().zip(&in_structure).map(|(&words, &is_in)| if is_in { 0 } else { words }).collect();
    let before = words_before(&beside, kept);
    let all_kept: u32 = (0..words.len()).filter(|&row| kept[row]).map(|row| words[row]).sum();
    let records = &shown.alike_blocks().outer;
    let sizes = records.sizes();
    let look = |(structure, rows): (&Structure, Range<usize>)| {
        let weight = |row: usize| words[row].max(1);
        let all: u32 = rows.clone().map(weight).sum();
        let of_kept: u32 = rows.clone().filter(|&row| kept[row]).map(weight).sum();
        let sum: f64 = rows.clone().map(|row| f64::from(weight(row)) * f64::from(probabilities[row])).sum();
        let is_kept = |row: Option<usize>| row.and_then(|row| kept.get(row)).is_some_and(|&kept| kept);
        let last = rows.start.checked_sub(1);
        let of_all = f64::from(all) / f64::from(all_kept.max(1));
        let is_list = matches!(
            structure.kind,
            StructureKind::List | StructureKind::OrderedList | StructureKind::Definitions
        );
        let named_by = last.filter(|&row| is_list && of_all <= MAX_NOTES && names_sources(shown, row));
        StructureEvidence {
            words: all,
            probability: sum / f64::from(all.max(1)),
            kept: f64::from(of_kept) / f64::from(all.max(1)),
            around: around(shown, structure, &before),
            between: [is_kept(last), is_kept(Some(rows.end))],
            announced: named_by.is_some() || is_kept(last) && last.is_some_and(|row| announces(shown, row)),
            named_by,
            of_all,
            marked: marked(texts, &structure.marks, kept),
            in_record: records.of(rows.start.min(words.len() - 1)).is_some_and(|class| sizes[class] > 2),
            hidden: is_hidden(rows.start.min(words.len() - 1)),
            rows,
        }
    };
    structures.iter().zip(rows).map(look).collect()
}

fn around(shown: &Page<'_>, structure: &Structure, before: &[(u32, u32)]) -> f64 {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    for element in doc.ancestors(NodeId(structure.nodes.start)) {
        let rows = texts.rows_in(&(element.0..doc.subtree_end(element)));
        let (all, kept) =
            (before[rows.end].0 - before[rows.start].0, before[rows.end].1 - before[rows.start].1);
        if all >= MIN_AROUND {
            return f64::from(kept) / f64::from(all);
        }
    }
    0.0
}

/// Whether a block ends in a colon.
fn announces(shown: &Page<'_>, row: usize) -> bool {
    let texts = shown.text_blocks();
    let nodes = texts.nodes(&texts.blocks()[row]);
    nodes.last().is_some_and(|&node| shown.document().text(node).trim_end().ends_with([':', '：']))
}

fn marked(texts: &TextBlocks, marks: &[NodeId], kept: &[bool]) -> f64 {
    let row = |mark: &NodeId| texts.blocks().partition_point(|block| texts.nodes(block)[0].0 <= mark.0 + 1);
    let of_kept = marks.iter().filter(|mark| row(mark).checked_sub(1).is_some_and(|row| kept[row])).count();
    if marks.is_empty() { 0.0 } else { of_kept as f64 / marks.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors::debulha::block_words;
    use crate::extractors::debulha::tests::block_texts;
    use crate::features::structures::structures;
    use debulha_dom::{Limits, parse};

    const STORY: &str =
        "The mill was mended in the spring, and since then it has ground the rye of the whole valley for us.";

    /// The text of the blocks that are kept, and of those that stand beside; what has none of `low` is likely.
    fn kept(html: &str, low: &[&str]) -> (String, String) {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let texts = page.text_blocks();
        let all = block_texts(&page);
        let is_low = |text: &String| low.iter().any(|low| text.contains(low));
        let mut probabilities: Vec<f32> =
            all.iter().map(|text| if is_low(text) { 0.1 } else { 0.9 }).collect();
        let mut kept: Vec<bool> = probabilities.iter().map(|&probability| probability > 0.5).collect();
        let is_hidden = |row: usize| page.visibility().is_hidden(texts.nodes(&texts.blocks()[row])[0]);
        let found = structures(&page, page.listings());
        let structure_of = structure_of_rows(&page, &found);
        let words = block_words(&page);
        let (_, beside) = settle(&page, found, is_hidden, &words, &mut probabilities, &mut kept);
        leave_bare_headings(&page, &words, &structure_of, &mut kept);
        let of =
            |rows: Vec<usize>| rows.into_iter().map(|row| all[row].as_str()).collect::<Vec<_>>().join("|");
        (of((0..all.len()).filter(|&row| kept[row] && all[row] != STORY).collect()), of(beside))
    }

    fn amid(structure: &str, low: &[&str]) -> String {
        kept(&format!("<article><p>{STORY}</p>{structure}<p>{STORY}</p></article>"), low).0
    }

    #[test]
    fn who_speaks_is_kept_with_what_is_said() {
        let html = "<div><p>The mill runs.<p>Ana:<p>Since May?<p>Rui:<p>Since June.<p>Share:<ul><li>Mail</ul></div><p>Oats:";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut kept = vec![true, false, true, false, true, false, false, false];
        keep_announcements(&page, |row| row != 3, &mut kept);
        assert_eq!(kept, [true, true, true, false, true, false, false, false]);
    }

    #[test]
    fn structures_amid_content_are_whole() {
        let table = "<table><tr><th>Crop<th>May<tr><td>Rye<td>✓<tr><td>Oats<td>✓</table>";
        assert_eq!(amid(table, &["✓", "Oats"]), "Crop|May|Rye|✓|Oats|✓");
        assert_eq!(amid(table, &["✓", "Oats", "Crop", "May", "Rye"]), "Crop|May|Rye|✓|Oats|✓");
        assert_eq!(amid("<ol><li>Sow<li>Wait<li>Reap</ol>", &["Wait"]), "Sow|Wait|Reap");
        assert_eq!(amid("<pre>sow(rye)</pre>", &["sow"]), "sow(rye)");
        assert_eq!(amid("<div class=katex-display><b>x=1</b></div>", &["x"]), "x=1");
        assert_eq!(amid("<p>See also:<ul><li>Rye<li>Oats</ul>", &["Rye", "Oats"]), "See also:|Rye|Oats");
        assert_eq!(amid("<ul><li>Rye<li>Oats</ul>", &["Rye", "Oats"]), "");
        let sources = "<h3>Further reading</h3><ul><li><a href=/r>Rye</a></ul>";
        assert_eq!(amid(sources, &["Further", "Rye"]), "Further reading|Rye");
        assert_eq!(amid(&sources.replace("Further reading", "More of us"), &["More", "Rye"]), "");
        let tasks = "<ul><li><p><input type=checkbox disabled checked> Rye</p><li><input type=checkbox disabled> Oats</ul>";
        assert_eq!(amid(tasks, &["Rye", "Oats"]), "Rye|Oats");
        let filters =
            "<ul><li><input type=checkbox name=rye> Rye<li><input type=checkbox name=oats> Oats</ul>";
        assert_eq!(amid(filters, &["Rye", "Oats"]), "");
        let framed = "<figure><table><tr><th><th>May<tr><th>Rye<td>4 t</table></figure>";
        assert_eq!(amid(framed, &["Rye", "4 t"]), "May|Rye|4 t");
    }

    /// What is kept of an article whose `low` blocks have a probability.
    fn kept_amid(tail: &str, low: &[&str], probability: f32) -> String {
        let html = format!("<article><p>{STORY}</p><p>{STORY}</p>{tail}</article><p>elsewhere");
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let texts = page.text_blocks();
        let text = |row: usize| doc.text(texts.nodes(&texts.blocks()[row])[0]).trim().to_owned();
        let all: Vec<String> = (0..texts.blocks().len()).map(text).collect();
        let is_low = |text: &String| low.iter().any(|low| text.contains(low)) || text == "elsewhere";
        let scores: Vec<f32> = all.iter().map(|text| if is_low(text) { probability } else { 0.9 }).collect();
        let mut kept: Vec<bool> = scores.iter().map(|&score| score > 0.5).collect();
        let found = structures(&page, page.listings());
        let structure_of = structure_of_rows(&page, &found);
        let kind_of = |row: usize| structure_of[row].map(|number| found[number as usize].kind);
        keep_amid(&page, &block_words(&page), kind_of, |_| true, &scores, &mut kept);
        let of_kept = (0..all.len()).filter(|&row| kept[row] && all[row] != STORY);
        of_kept.map(|row| all[row].as_str()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn short_runs_amid_kept_text_are_kept() {
        let low = MIN_AMID as f32 + 0.001;
        let list = "<h2>Work</h2><ul><li>Hull<li>Radio</ul>";
        assert_eq!(kept_amid(list, &["Hull", "Radio"], low), "Work|Hull|Radio");
        assert_eq!(kept_amid(list, &["Radio"], low), "Work|Hull|Radio");
        assert_eq!(kept_amid(list, &["Hull", "Radio"], low - 0.01), "Work");
        let cards = "<div><div><b>811</b></div><div>Dogs</div></div>";
        let behind = format!("{cards}<p>Rye</p>");
        assert_eq!(kept_amid(&behind, &["811", "Dogs"], low), "811|Dogs|Rye");
        // At the end without a heading it may be anything.
        assert_eq!(kept_amid(cards, &["811", "Dogs"], low), "");
        assert_eq!(kept_amid(&format!("<h2>Team</h2>{cards}"), &["811", "Dogs"], low), "Team|811|Dogs");
        let links = "<h2>See also</h2><p><a href=/t>Tide</a></p>";
        assert_eq!(kept_amid(links, &["Tide"], low), "See also");
        assert_eq!(kept_amid(links, &["Tide"], MIN_AMID_LINKS as f32), "See also|Tide");
        let tabs = "<div><a href='#1'>Tide</a></div><p>Rye</p>";
        assert_eq!(kept_amid(tabs, &["Tide"], low), "Tide|Rye");
        let announced = "<p>All are here:</p><div><a href=https://a.example>Tide</a></div><p>Rye</p>";
        assert_eq!(kept_amid(announced, &["Tide"], 0.01), "All are here:|Tide|Rye");
        let poem = "<div><div>in</div><div>out</div><div>gone</div></div>";
        assert_eq!(kept_amid(poem, &["out", "gone"], low), "in|out|gone");
        // Three words of ten in a link are at the bound.
        let linked = |own: usize| {
            kept_amid(
                &format!("<div>{}<a href=/t>a b c</a></div><p>Rye</p>", "low ".repeat(own)),
                &["low"],
                low,
            )
        };
        assert_ne!(linked(7), "Rye");
        assert_eq!(linked(6), "Rye");
        let figure = "<figure><img src=m><figcaption>Mill</figcaption></figure><p>Rye</p>";
        assert_eq!(kept_amid(figure, &["Mill"], 0.4), "Rye");
    }

    #[test]
    fn long_runs_amid_kept_text_stay_out() {
        let text = |words: u32| "low ".repeat(words as usize);
        let tail = |words: u32| format!("<p>{}</p>{}", text(words), format!("<p>{STORY}</p>").repeat(5));
        assert_ne!(kept_amid(&tail(MAX_AMID_WORDS), &["low"], 0.4), "");
        assert_eq!(kept_amid(&tail(MAX_AMID_WORDS + 1), &["low"], 0.4), "");
        // With STORY and a word more, 22 words are kept around the run: it has at most half as many.
        let small = |words: u32| {
            let html = format!("<section><p>{STORY}</p><p>{}</p><p>Rye</p></section>", text(words));
            kept_amid(&html, &["low"], 0.4)
        };
        assert_ne!(small(11), "Rye");
        assert_eq!(small(12), "Rye");
        // 22 of 31 words around the run are kept, then 22 of 32.
        let dropped = |words: u32| {
            let other = "<b>off </b>".repeat(words as usize);
            let html =
                format!("<section><p>{STORY}</p><p>low</p><p>Rye</p><aside><p>{other}</p></aside></section>");
            kept_amid(&html, &["low", "off"], 0.4)
        };
        assert!(dropped(9).starts_with("low"));
        assert!(!dropped(10).starts_with("low"));
        let links = |words: u32| format!("<h2>See</h2><p><a href=/t>{}</a></p>", text(words));
        assert_ne!(kept_amid(&links(MAX_LINK_WORDS), &["low"], 0.4), "See");
        assert_eq!(kept_amid(&links(MAX_LINK_WORDS + 1), &["low"], 0.4), "See");
    }

    #[test]
    fn structures_elsewhere_are_left_out_whole() {
        let beside = format!(
            "<div><p>News of the day {STORY}</p><table><tr><th>Crop<th>May<tr><td>Rye<td>✓</table></div>"
        );
        assert_eq!(amid(&beside, &["News", "Crop", "May", "Rye"]), "");
    }

    #[test]
    fn captions_and_posts_that_are_marked_as_such() {
        let html = |inner: &str| format!("<article><p>{STORY}</p>{inner}<p>{STORY}</p></article>");
        let figure = html("<figure><img src=m><figcaption>The mill in spring</figcaption></figure>");
        assert_eq!(kept(&figure, &["in spring"]), (String::new(), "The mill in spring".to_owned()));
        let at_the_head = format!(
            "<article><figure><img src=m><figcaption>The mill in spring</figcaption></figure><p>{STORY}</p></article>"
        );
        assert_eq!(kept(&at_the_head, &["in spring"]).1, "The mill in spring");
        let post = "<blockquote><p>It runs again.</p>— Board (@board)</blockquote>";
        assert_eq!(amid(post, &["runs", "Board"]), "It runs again.|— Board (@board)");
        assert_eq!(amid("<blockquote>It runs again.</blockquote>", &["runs"]), "");
        let said = |what: &str| {
            format!("<blockquote><p>{what} runs again.<footer>Ana of {what}</footer></blockquote>")
        };
        let all = [said("The mill"), said("The bakery"), said("The smithy")].concat();
        let kept_all = "The mill runs again.|Ana of The mill|The bakery runs again.|Ana of The bakery|The smithy runs again.|Ana of The smithy";
        assert_eq!(amid(&all, &["Ana"]), kept_all);
        let pulled = "<aside class=pullquote><p>It runs again.<p>Ana, miller</aside>";
        assert_eq!(amid(pulled, &["runs", "Ana"]), "It runs again.|Ana, miller");
        let price = "<div class=quote><h3>Ask for a price</h3><p>It runs again.<p>Call us</div>";
        assert_eq!(amid(price, &["Call"]), "Ask for a price|It runs again.");
    }

    #[test]
    fn headings_of_boxes_of_links_go() {
        let links =
            "<ul><li><a href=/1>The pool opens in May</a><li><a href=/2>A market moves house</a></ul>";
        let low = &["pool", "market"];
        let plain = "<ul><li>The pool opens in May<li>A market moves house</ul>";
        assert_eq!(amid(&format!("<div><h4>Read this too</h4>{links}</div>"), low), "");
        // The list stands in the text itself, or says whose the text is.
        assert_eq!(amid(&format!("<h4>Read this too</h4>{links}"), low), "Read this too");
        let tags = "<ul><li><a href=/1>pool</a><li><a href=/2>market</a></ul>";
        assert_eq!(amid(&format!("<div><h2>On rye</h2>{tags}</div>"), low), "On rye");
        assert_eq!(amid(&format!("<div><h2>On rye</h2>{plain}</div>"), low), "On rye");
    }

    #[test]
    fn headings_of_what_is_left_out_go() {
        let html = "<h2>Contents</h2><ul><li>Rye<li>Oats</ul><h2>Rye</h2><p>Of the hills.</p><h2>Oats</h2><p>Of the dale.";
        assert_eq!(amid(html, &["Contents", "Rye", "Oats"]), "Of the hills.|Of the dale.");
        let low = &["Contents"];
        assert_eq!(
            amid(&html.replace("<li>Rye<li>Oats", "<li>Contents 1"), low),
            "Rye|Of the hills.|Oats|Of the dale."
        );
        let teasers = "<p>Of the hills.</p><h4>Read also</h4><ul><li>Oats</ul><h2>Rye</h2>";
        assert_eq!(amid(teasers, &["Oats"]), "Of the hills.|Rye");
    }
}
