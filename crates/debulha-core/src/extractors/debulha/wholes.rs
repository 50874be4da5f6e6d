//! Structures that a reader takes whole are kept whole or left out whole.

use crate::features::section_names::names_sources;
use crate::features::text_blocks::TextBlocks;
use crate::features::title_block::{heading_level, level_of};
use crate::features::units::{Unit, UnitKind};
use crate::outcome::Reason;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use std::ops::Range;

/// Words that an element needs beside its units for them to say whether a unit stands amid content (our decision: a
/// paragraph; fewer are a heading or a label).
const MIN_AROUND: u32 = 20;

/// Words of notes by those of the text that is kept, up to which notes belong to it (our decision: more are the small print
/// of shops).
const MAX_NOTES: f64 = 1.0 / 3.0;

/// Words that the heading that names the content has at least (our decision: one word names a site or a section).
const MIN_TITLE_WORDS: u32 = 2;

/// What speaks for and against a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitEvidence {
    /// Its blocks.
    pub rows: Range<usize>,
    /// Their words, at least one each.
    pub words: u32,
    /// Mean probability of its words.
    pub probability: f64,
    /// Share of its words that the cut keeps.
    pub kept: f64,
    /// Share that is kept of the words beside units of the smallest element around it that has a paragraph of them.
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

/// What becomes of a unit.
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

impl UnitEvidence {
    /// Whether the unit stands in a text that is kept.
    fn in_place(&self) -> bool {
        self.around >= MOST
    }

    /// What becomes of the unit. On `wcxb-dev`, by models that do not know the site, most units that are kept whole are gold
    /// in each of these cases, and most that are left out are not.
    pub fn ruling(&self, unit: &Unit) -> Ruling {
        let may_stand_by_place = !self.hidden && self.in_place();
        let amid = may_stand_by_place && self.between == [true; 2];
        let is_most = self.kept >= MOST;
        let returns = match unit.kind {
            UnitKind::Table => unit.is_named,
            UnitKind::Listing | UnitKind::Notes | UnitKind::Formula => true,
            _ => false,
        };
        // Parts of records are decided with their like, but steps that are mostly kept are not renumbered, and quotations keep
        // their sources.
        if self.in_record && !returns && !self.announced {
            let is_one = unit.kind == UnitKind::OrderedList || unit.kind == UnitKind::Quote && unit.is_named;
            return if is_one && is_most { Ruling::Whole } else { Ruling::Parts };
        }
        let stands = match unit.kind {
            UnitKind::Listing | UnitKind::Formula => is_most || may_stand_by_place,
            UnitKind::Table | UnitKind::OrderedList => {
                is_most || amid || may_stand_by_place && self.kept > 0.0
            }
            UnitKind::Definitions => is_most || amid,
            // A picture at the head or the end of the text has no text on one side.
            UnitKind::Figure => is_most || unit.is_named && may_stand_by_place && self.between != [false; 2],
            UnitKind::Quote => is_most || may_stand_by_place && unit.is_named,
            UnitKind::List => is_most && self.in_place() || amid && (self.kept > 0.0 || unit.is_named),
            UnitKind::Notes => is_most || self.marked >= MOST && self.of_all <= MAX_NOTES,
        };
        match unit.kind {
            UnitKind::Figure if !is_most && stands => Ruling::Beside,
            _ if stands || self.announced && may_stand_by_place => Ruling::Whole,
            UnitKind::List => Ruling::Parts,
            _ if self.hidden => Ruling::Parts,
            _ => Ruling::Nothing,
        }
    }
}

/// A unit with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruled {
    /// The unit.
    pub unit: Unit,
    /// Why.
    pub evidence: UnitEvidence,
    /// What became of it.
    pub ruling: Ruling,
}

impl Ruled {
    /// What the unit says of one of its blocks; `None` for blocks elsewhere and units that leave their blocks alone.
    pub fn reason(&self, row: usize, keeps: bool) -> Option<Reason> {
        let UnitEvidence { rows, kept, around, announced, marked, .. } = &self.evidence;
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
        let marked = if self.unit.marks.is_empty() {
            String::new()
        } else {
            format!(", {marked:.2} of its marks kept")
        };
        let detail = format!(
            "{}, {became}: {kept:.2} of its words are kept by the cut, {around:.2} of the text around{announced}{marked}",
            self.unit.kind.name()
        );
        Some(Reason { rule: "unit", keeps, node: NodeId(self.unit.nodes.start), detail })
    }
}

/// The innermost unit of each block, by its place in `units`. O(blocks + units · log blocks + blocks in units · nesting).
pub fn unit_of_rows(shown: &Page<'_>, units: &[Unit]) -> Vec<Option<u32>> {
    let texts = shown.text_blocks();
    let mut of_rows = vec![None; texts.blocks().len()];
    for (number, unit) in units.iter().enumerate() {
        of_rows[texts.rows_in(&unit.nodes)].fill(Some(number as u32));
    }
    of_rows
}

/// Rules on the units of a page, the outer ones first, and keeps or leaves out their blocks accordingly. What is in a unit
/// that is kept or left out whole is not ruled on. Blocks of probability 0, and those that are hidden in a unit that is seen
/// (`is_hidden`), stay out. Gives the rulings, and the blocks that stand beside the running text.
pub fn settle(
    shown: &Page<'_>,
    units: Vec<Unit>,
    is_hidden: impl Fn(usize) -> bool,
    words: &[u32],
    probabilities: &mut [f32],
    kept: &mut [bool],
) -> (Vec<Ruled>, Vec<usize>) {
    let evidence = survey(&is_hidden, shown, &units, words, probabilities, kept);
    let mut ruled = Vec::with_capacity(units.len());
    let mut settled = 0;
    let mut beside = Vec::new();
    for (unit, evidence) in units.into_iter().zip(evidence) {
        if evidence.rows.start < settled || evidence.rows.is_empty() {
            continue;
        }
        let ruling = evidence.ruling(&unit);
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
        ruled.push(Ruled { unit, evidence, ruling });
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

/// Leaves out headings whose section had nothing but units and lost them, such as a list of contents: the next kept block is
/// a heading of the same level or a higher one, or none comes. Where that is so of most headings, and of several, they are what is kept:
/// lists of titles. O(blocks).
pub fn leave_bare_headings(shown: &Page<'_>, words: &[u32], unit_of: &[Option<u32>], kept: &mut [bool]) {
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
            && lost.all(|other| unit_of[other].is_some())
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
    leave_headings_of_teasers(shown, words, unit_of, kept);
}

/// Words of the links below a heading on average at least, where they are titles of other pages (our decision: fewer are tags,
/// or who wrote what is below).
const MIN_TEASER_WORDS: u32 = 3;

/// Leaves out headings of boxes of links amid running text ("You may also like"): all else in the element around the heading
/// is a list of links that was left out, and the kept blocks before and behind are no headings. The first kept heading and
/// the page's title stay. O(blocks · depth).
fn leave_headings_of_teasers(shown: &Page<'_>, words: &[u32], unit_of: &[Option<u32>], kept: &mut [bool]) {
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
            unit_of[row].is_some() && measures.link_share() >= MOST
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

/// Looks at the units of a page. O(blocks + units · depth + marks · log blocks).
pub fn survey(
    is_hidden: impl Fn(usize) -> bool,
    shown: &Page<'_>,
    units: &[Unit],
    words: &[u32],
    probabilities: &[f32],
    kept: &[bool],
) -> Vec<UnitEvidence> {
    let texts = shown.text_blocks();
    let rows: Vec<Range<usize>> = units.iter().map(|unit| texts.rows_in(&unit.nodes)).collect();
    let mut in_unit = vec![false; words.len()];
    for (unit, rows) in units.iter().zip(&rows) {
        if unit.kind != UnitKind::Quote && unit.kind != UnitKind::List {
            in_unit[rows.clone()].fill(true);
        }
    }
    // Words beside units before each block, of all blocks and of those that are kept.
    let mut before = vec![(0_u32, 0_u32); words.len() + 1];
    for row in 0..words.len() {
        let (all, of_kept) = before[row];
        let count = if in_unit[row] { 0 } else { words[row] };
        before[row + 1] = (all + count, of_kept + if kept[row] { count } else { 0 });
    }
    let all_kept: u32 = (0..words.len()).filter(|&row| kept[row]).map(|row| words[row]).sum();
    let records = &shown.alike_blocks().outer;
    let sizes = records.sizes();
    let look = |(unit, rows): (&Unit, Range<usize>)| {
        let weight = |row: usize| words[row].max(1);
        let all: u32 = rows.clone().map(weight).sum();
        let of_kept: u32 = rows.clone().filter(|&row| kept[row]).map(weight).sum();
        let sum: f64 = rows.clone().map(|row| f64::from(weight(row)) * f64::from(probabilities[row])).sum();
        let is_kept = |row: Option<usize>| row.and_then(|row| kept.get(row)).is_some_and(|&kept| kept);
        let last = rows.start.checked_sub(1);
        let of_all = f64::from(all) / f64::from(all_kept.max(1));
        let is_list = matches!(unit.kind, UnitKind::List | UnitKind::OrderedList | UnitKind::Definitions);
        let named_by = last.filter(|&row| is_list && of_all <= MAX_NOTES && names_sources(shown, row));
        UnitEvidence {
            words: all,
            probability: sum / f64::from(all.max(1)),
            kept: f64::from(of_kept) / f64::from(all.max(1)),
            around: around(shown, unit, &before),
            between: [is_kept(last), is_kept(Some(rows.end))],
            announced: named_by.is_some() || is_kept(last) && last.is_some_and(|row| announces(shown, row)),
            named_by,
            of_all,
            marked: marked(texts, &unit.marks, kept),
            in_record: records.of(rows.start.min(words.len() - 1)).is_some_and(|class| sizes[class] > 2),
            hidden: is_hidden(rows.start.min(words.len() - 1)),
            rows,
        }
    };
    units.iter().zip(rows).map(look).collect()
}

fn around(shown: &Page<'_>, unit: &Unit, before: &[(u32, u32)]) -> f64 {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    for element in doc.ancestors(NodeId(unit.nodes.start)) {
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
    use crate::features::units::units;
    use debulha_dom::{Limits, parse};

    const STORY: &str =
        "The mill was mended in the spring, and since then it has ground the rye of the whole valley for us.";

    /// The text of the blocks that are kept, and of those that stand beside; what has none of `low` is likely.
    fn kept(html: &str, low: &[&str]) -> (String, String) {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let texts = page.text_blocks();
        let text = |row: usize| {
            let nodes = texts.nodes(&texts.blocks()[row]);
            nodes.iter().map(|&node| doc.text(node).trim()).collect::<Vec<_>>().join(" ")
        };
        let all: Vec<String> = (0..texts.blocks().len()).map(text).collect();
        let is_low = |text: &String| low.iter().any(|low| text.contains(low));
        let mut probabilities: Vec<f32> =
            all.iter().map(|text| if is_low(text) { 0.1 } else { 0.9 }).collect();
        let mut kept: Vec<bool> = probabilities.iter().map(|&probability| probability > 0.5).collect();
        let is_hidden = |row: usize| page.visibility().is_hidden(texts.nodes(&texts.blocks()[row])[0]);
        let found = units(&page, page.listings());
        let unit_of = unit_of_rows(&page, &found);
        let words = block_words(&page);
        let (_, beside) = settle(&page, found, is_hidden, &words, &mut probabilities, &mut kept);
        leave_bare_headings(&page, &words, &unit_of, &mut kept);
        let of =
            |rows: Vec<usize>| rows.into_iter().map(|row| all[row].as_str()).collect::<Vec<_>>().join("|");
        (of((0..all.len()).filter(|&row| kept[row] && all[row] != STORY).collect()), of(beside))
    }

    fn amid(unit: &str, low: &[&str]) -> String {
        kept(&format!("<article><p>{STORY}</p>{unit}<p>{STORY}</p></article>"), low).0
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
    fn units_amid_content_are_whole() {
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

    #[test]
    fn units_elsewhere_are_left_out_whole() {
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
