//! What only the flagship sees of a text block: what its tokens say, and whether it is hidden.

use crate::classify::token_odds::Odds;
use crate::feature_table::{Feature, FeatureTable, columns};
use crate::features::block_classes::BlockClasses;
use crate::features::page_tokens::{
    TokenKind, name_parts, naming_attributes, of_kind, page_tokens, word_tokens,
};
use crate::features::record_regions::Record;
use crate::features::text_blocks::TextBlock;
use crate::features::title_block::level_of;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Words of a block that are looked at; more say nothing new (our decision).
const MAX_WORDS: usize = 60;

/// Blocks on each side whose words are looked at together (our decision).
const AROUND: usize = 5;

/// Log-odds from which on an element says something (our decision).
const MIN_SAID: f32 = 0.25;

/// What a page's tokens say of a kind of page, for or against it, at most: beyond that they tell sites of training apart
/// rather than kinds (our decision, by pages of other corpora).
const MAX_OF_KIND: f32 = 2.0;

/// Levels of the path that are summed together: ends of the first ones (our decision).
const NEAR: usize = 3;
const MIDDLE: usize = 6;

columns! {
    path_odds_max: "Largest log-odds of a token in class, id, role or `itemprop` of the elements around.",
    path_odds_min: "Smallest of them.",
    path_odds: "Sum of them over all elements around.",
    own_odds: "Sum for the block's own element.",
    parent_odds: "Sum for this and its parent.",
    near_odds: "Sum for the three lowest elements.",
    middle_odds: "Sum for the three above these.",
    far_odds: "Sum for all others above.",
    said_odds: "Sum for the lowest element whose tokens say something.",
    next_said_odds: "Sum for the next such element above it.",
    word_odds: "Sum of the log-odds of the block's words, by the root of their number.",
    word_odds_max: "Largest log-odds of a word of the block.",
    word_odds_min: "Smallest of them.",
    heading_odds: "Sum of the log-odds of the words of the heading before the block, as its words; missing before all headings.",
    heading_odds_max: "Largest of them.",
    heading_odds_min: "Smallest of them.",
    word_odds_around: "Mean of `word_odds` over five blocks before and after, and the block.",
    path_odds_below_max: "`path_odds` less the largest of the page.",
    path_odds_rank: "Share of the page's blocks with larger `path_odds`, 0 to 1.",
    path_odds_mean: "Mean of `path_odds` over the page's blocks.",
    word_odds_alike: "Mean of `word_odds` over the blocks that stand alike (see `same_path_blocks`).",
    said_odds_above_median: "`said_odds` less the median of the page.",
    hidden: "1 in an element that is hidden, 2 in `template`, 3 in `noscript`; 0 for what is seen.",
    hidden_share: "Share of the page's words that are hidden, 0 to 1.",
    kind_article: "Sum of the log-odds of an article of the page's title, classes, stated types and address, −2 to 2.",
    kind_collection: "The same of a collection.",
    kind_documentation: "The same of a page of documentation.",
    kind_forum: "The same of a page of a forum.",
    kind_listing: "The same of a listing.",
    kind_product: "The same of a product's page.",
    kind_service: "The same of a page that offers a service.",
    region_word_odds: "Mean of `word_odds` over the blocks of the highest regular region around (see \
        `region_outer_records`); missing without.",
    record_word_odds: "The same over the blocks of the record in it.",
    region_alike_word_odds: "The same over those of the region's blocks that stand alike.",
}

/// The columns, in order.
pub static FEATURES: &[Feature] = COLUMNS;

/// The kinds of pages, in the order of their columns.
pub const KINDS: [&str; 7] =
    ["article", "collection", "documentation", "forum", "listing", "product", "service"];

/// Their columns.
const OF_KINDS: [usize; KINDS.len()] = [
    AT.kind_article,
    AT.kind_collection,
    AT.kind_documentation,
    AT.kind_forum,
    AT.kind_listing,
    AT.kind_product,
    AT.kind_service,
];

/// What the tokens of an element say.
#[derive(Debug, Clone, Copy, Default)]
struct Said {
    sum: f32,
    max: f32,
    min: f32,
}

impl Said {
    fn add(&mut self, odds: f32) {
        self.sum += odds;
        self.max = self.max.max(odds);
        self.min = self.min.min(odds);
    }

    fn join(&mut self, other: Said) {
        self.sum += other.sum;
        self.max = self.max.max(other.max);
        self.min = self.min.min(other.min);
    }
}

/// What the tokens of a page say, from which the columns of any of its blocks are made.
pub struct PageEvidence<'p, 'd, O> {
    page: &'p Page<'d>,
    shown: &'p Page<'d>,
    odds: &'p O,
    elements: Elements,
    /// By block.
    texts: Vec<Said>,
    paths: Paths,
    known_words: f64,
}

impl<'p, 'd, O: Odds> PageEvidence<'p, 'd, O> {
    /// `page` is the page as it was given, `shown` the page whose blocks are judged.
    ///
    /// O(nodes + text + blocks · log blocks), and the depth of each block.
    pub fn of(page: &'p Page<'d>, shown: &'p Page<'d>, odds: &'p O) -> Self {
        let elements = Elements::of(shown, odds);
        let (mut words, mut known) = (0, 0);
        let of_block = |block| {
            let said = words_of(shown, block, odds, TokenKind::Word);
            words += said.words;
            known += said.known;
            said.said
        };
        let texts = shown.text_blocks().blocks().iter().map(of_block).collect();
        let known_words = f64::from(known) / f64::from(words.max(1));
        let paths = Paths::of(shown, &elements);
        PageEvidence { page, shown, odds, elements, texts, paths, known_words }
    }

    /// The share of the words looked at, 0 to 1, that have log-odds; 0 without words.
    pub fn known_words(&self) -> f64 {
        self.known_words
    }

    /// Sets the columns from `first` on of the table's rows. O(nodes + blocks), and the depth of each row's block.
    pub fn fill(&self, table: &mut FeatureTable, first: usize) {
        let PageEvidence { page, shown, odds, elements, texts, paths, .. } = self;
        let blocks = shown.text_blocks().blocks();
        let mut own = Own { table, first };
        for row in own.table.range() {
            let Some(values) = own.row(row) else { continue };
            elements.fill(shown.document(), blocks[row].element, values);
            let text = texts[row];
            values[AT.word_odds] = text.sum;
            values[AT.word_odds_max] = text.max;
            values[AT.word_odds_min] = text.min;
            paths.fill(values);
        }
        fill_headings(shown, *odds, &mut own);
        fill_around(texts, &mut own);
        fill_classes(&shown.alike_blocks().on_page, texts, &mut own, AT.word_odds_alike);
        fill_hidden(page, shown, &mut own);
        fill_kinds(page, *odds, &mut own);
        fill_regions(shown, texts, &mut own);
    }
}

/// A table whose columns from `first` on are those of here.
struct Own<'t> {
    table: &'t mut FeatureTable,
    first: usize,
}

impl Own<'_> {
    /// The columns of one of the page's rows; `None` if it is not the table's.
    fn row(&mut self, row: usize) -> Option<&mut [f32]> {
        self.table.page_row_mut(row).map(|values| &mut values[self.first..])
    }

    /// Sets a column of one of the page's rows, where it is the table's.
    fn set(&mut self, row: usize, column: usize, value: f32) {
        if let Some(values) = self.row(row) {
            values[column] = value;
        }
    }

    /// Sets a column of all rows.
    fn set_all(&mut self, column: usize, value: f32) {
        for row in self.table.range() {
            self.set(row, column, value);
        }
    }
}

/// Every token of a block's surroundings, for counting: those of the elements around, its words and its heading's.
pub fn tokens(shown: &Page<'_>, mut found: impl FnMut(usize, u32)) {
    let doc = shown.document();
    let mut heading: Option<&TextBlock> = None;
    for (row, block) in shown.text_blocks().blocks().iter().enumerate() {
        for element in std::iter::once(block.element).chain(doc.ancestors(block.element)) {
            markup_tokens(doc, element, |token| found(row, token));
        }
        each_word(shown, block, TokenKind::Word, |token| found(row, token));
        if level_of(shown, block) > 0 {
            heading = Some(block);
        }
        if let Some(heading) = heading {
            each_word(shown, heading, TokenKind::Heading, |token| found(row, token));
        }
    }
}

fn markup_tokens(doc: &Document, element: NodeId, mut found: impl FnMut(u32)) {
    for class in doc.classes(element) {
        name_parts(TokenKind::Markup, class, &mut found);
    }
    for value in naming_attributes(doc, element) {
        name_parts(TokenKind::Markup, value, &mut found);
    }
}

fn each_word(page: &Page<'_>, block: &TextBlock, kind: TokenKind, mut found: impl FnMut(u32)) {
    let mut left = MAX_WORDS;
    for &node in page.text_blocks().nodes(block) {
        if left == 0 {
            return;
        }
        let text = page.document().text(node);
        // A word has more than a byte; the rest of a long text need not be read.
        let mut end = text.len().min(left * 32);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        word_tokens(kind, &text[..end], |token| {
            if left > 0 {
                left -= 1;
                found(token);
            }
        });
    }
}

/// What the words of a block say, how many were looked at, and how many of them have log-odds.
struct SaidByWords {
    said: Said,
    words: u32,
    known: u32,
}

fn words_of(page: &Page<'_>, block: &TextBlock, odds: &impl Odds, kind: TokenKind) -> SaidByWords {
    // All words first, so that none of them waits for what is looked up of the one before.
    let (mut tokens, mut count) = ([0; MAX_WORDS], 0);
    each_word(page, block, kind, |token| {
        tokens[count] = token;
        count += 1;
    });
    let (mut said, mut known) = (Said::default(), 0);
    for &token in &tokens[..count] {
        let odds = odds.odds(token);
        known += u32::from(odds != 0.0);
        said.add(odds);
    }
    said.sum /= (count.max(1) as f32).sqrt();
    SaidByWords { said, words: count as u32, known }
}

/// What tokens of markup say, by element.
struct Elements {
    own: Vec<Said>,
    /// Of an element and all above it.
    path: Vec<Said>,
}

impl Elements {
    fn of(page: &Page<'_>, odds: &impl Odds) -> Self {
        let doc = page.document();
        let mut found =
            Elements { own: vec![Said::default(); doc.len()], path: vec![Said::default(); doc.len()] };
        // By class: each is read once a page.
        let mut classes: Vec<Option<Said>> = Vec::new();
        for node in doc.nodes().filter(|&node| doc.is_element(node) && !page.visibility().is_hidden(node)) {
            let mut said = Said::default();
            for (class, name) in doc.class_tokens(node).iter().zip(doc.classes(node)) {
                let place = class.0 as usize;
                if place >= classes.len() {
                    classes.resize(place + 1, None);
                }
                said.join(*classes[place].get_or_insert_with(|| {
                    let mut of_class = Said::default();
                    name_parts(TokenKind::Markup, name, |token| of_class.add(odds.odds(token)));
                    of_class
                }));
            }
            for value in naming_attributes(doc, node) {
                name_parts(TokenKind::Markup, value, |token| said.add(odds.odds(token)));
            }
            let mut path = doc.parent(node).map_or(Said::default(), |parent| found.path[parent.index()]);
            path.join(said);
            (found.own[node.index()], found.path[node.index()]) = (said, path);
        }
        found
    }

    /// What the elements around say that say something, an element itself first.
    fn said<'e>(&'e self, doc: &'e Document, element: NodeId) -> impl Iterator<Item = f32> + 'e {
        let around = std::iter::once(element).chain(doc.ancestors(element));
        around.map(|element| self.own[element.index()].sum).filter(|sum| sum.abs() >= MIN_SAID)
    }

    /// Sets the columns of what the elements around say.
    fn fill(&self, doc: &Document, element: NodeId, values: &mut [f32]) {
        let path = self.path[element.index()];
        let above = |levels: usize| {
            let above = doc.ancestors(element).nth(levels - 1);
            above.map_or(0.0, |element| self.path[element.index()].sum)
        };
        let (beyond_near, beyond_middle) = (above(NEAR), above(MIDDLE));
        let parent = doc.parent(element).map_or(0.0, |parent| self.own[parent.index()].sum);
        let own = self.own[element.index()].sum;
        let mut said = self.said(doc, element);
        let (nearest, next) = (said.next().unwrap_or(0.0), said.next().unwrap_or(0.0));
        let near = path.sum - beyond_near;
        let middle = beyond_near - beyond_middle;
        values[AT.path_odds_max] = path.max;
        values[AT.path_odds_min] = path.min;
        values[AT.path_odds] = path.sum;
        values[AT.own_odds] = own;
        values[AT.parent_odds] = own + parent;
        values[AT.near_odds] = near;
        values[AT.middle_odds] = middle;
        values[AT.far_odds] = beyond_middle;
        values[AT.said_odds] = nearest;
        values[AT.next_said_odds] = next;
    }
}

fn fill_headings(shown: &Page<'_>, odds: &impl Odds, own: &mut Own<'_>) {
    let mut heading = Said { sum: f32::NAN, max: f32::NAN, min: f32::NAN };
    for (row, block) in shown.text_blocks().blocks().iter().enumerate() {
        if level_of(shown, block) > 0 {
            heading = words_of(shown, block, odds, TokenKind::Heading).said;
        }
        own.set(row, AT.heading_odds, heading.sum);
        own.set(row, AT.heading_odds_max, heading.max);
        own.set(row, AT.heading_odds_min, heading.min);
    }
}

fn fill_around(texts: &[Said], own: &mut Own<'_>) {
    let mut before = Vec::with_capacity(texts.len() + 1);
    before.push(0.0_f64);
    let mut sum = 0.0_f64;
    for said in texts {
        sum += f64::from(said.sum);
        before.push(sum);
    }
    for row in own.table.range() {
        let (start, end) = (row.saturating_sub(AROUND), (row + AROUND + 1).min(texts.len()));
        let mean = (before[end] - before[start]) / (end - start) as f64;
        own.set(row, AT.word_odds_around, mean as f32);
    }
}

/// How the paths of a page's blocks stand, by which that of one is seen.
struct Paths {
    /// The sum of each block's path, in ascending order.
    sorted: Vec<f32>,
    largest: f32,
    mean: f32,
    /// Of what the lowest elements say whose tokens say something.
    median_said: f32,
}

impl Paths {
    fn of(shown: &Page<'_>, elements: &Elements) -> Self {
        let blocks = shown.text_blocks().blocks();
        let sort = |mut values: Vec<f32>| {
            values.sort_unstable_by(f32::total_cmp);
            values
        };
        let sorted = sort(blocks.iter().map(|block| elements.path[block.element.index()].sum).collect());
        let doc = shown.document();
        let said = |block: &TextBlock| elements.said(doc, block.element).next().unwrap_or(0.0);
        let said = sort(blocks.iter().map(said).collect());
        let sum: f64 = sorted.iter().map(|&value| f64::from(value)).sum();
        Paths {
            largest: sorted.last().copied().unwrap_or(0.0),
            mean: (sum / blocks.len() as f64) as f32,
            median_said: said.get(blocks.len() / 2).copied().unwrap_or(0.0),
            sorted,
        }
    }

    /// Sets the columns of a row that compare its path, of which the plain ones are set.
    fn fill(&self, values: &mut [f32]) {
        let (sum, said) = (values[AT.path_odds], values[AT.said_odds]);
        let rows = self.sorted.len();
        let larger = rows - self.sorted.partition_point(|&path| path <= sum);
        values[AT.path_odds_below_max] = sum - self.largest;
        values[AT.path_odds_rank] = larger as f32 / rows as f32;
        values[AT.path_odds_mean] = self.mean;
        values[AT.said_odds_above_median] = said - self.median_said;
    }
}

/// Sets a column to the mean of what the words of the blocks of a block's class say; blocks in no class are left out.
fn fill_classes(classes: &BlockClasses, texts: &[Said], own: &mut Own<'_>, column: usize) {
    let means = classes.means(|row| f64::from(texts[row].sum));
    for (row, class) in classes.iter() {
        own.set(row, column, means[class] as f32);
    }
}

fn fill_regions(shown: &Page<'_>, texts: &[Said], own: &mut Own<'_>) {
    let regions = shown.record_regions();
    let records: Vec<Option<Record>> =
        shown.text_blocks().blocks().iter().map(|block| regions.outer(block.element)).collect();
    let of_regions = BlockClasses::by(records.iter().map(|record| Some(record.as_ref()?.region)));
    let of_records = BlockClasses::by(records.iter().map(|record| Some(record.as_ref()?.element)));
    fill_classes(&of_regions, texts, own, AT.region_word_odds);
    fill_classes(&of_records, texts, own, AT.record_word_odds);
    fill_classes(&shown.alike_blocks().outer, texts, own, AT.region_alike_word_odds);
}

fn fill_hidden(page: &Page<'_>, shown: &Page<'_>, own: &mut Own<'_>) {
    let doc = shown.document();
    let blocks = shown.text_blocks();
    let (mut hidden_words, mut words) = (0_u32, 0_u32);
    for (row, block) in blocks.blocks().iter().enumerate() {
        let node = blocks.nodes(block)[0];
        let is_hidden = page.visibility().is_hidden(node);
        words += block.counts.words;
        hidden_words += if is_hidden { block.counts.words } else { 0 };
        let kind = if is_hidden {
            let around = doc.ancestors(node).find_map(|element| match doc.name(element) {
                names::TEMPLATE => Some(2.0),
                names::NOSCRIPT => Some(3.0),
                _ => None,
            });
            around.unwrap_or(1.0)
        } else {
            0.0
        };
        own.set(row, AT.hidden, kind);
    }
    let share = if words == 0 { 0.0 } else { hidden_words as f32 / words as f32 };
    own.set_all(AT.hidden_share, share);
}

fn fill_kinds(page: &Page<'_>, odds: &impl Odds, own: &mut Own<'_>) {
    let mut sums = [0.0; KINDS.len()];
    page_tokens(page, |token| {
        for (kind, sum) in sums.iter_mut().enumerate() {
            *sum += odds.odds(of_kind(token, kind));
        }
    });
    for (column, sum) in OF_KINDS.into_iter().zip(sums) {
        own.set_all(column, f32::clamp(sum, -MAX_OF_KIND, MAX_OF_KIND));
    }
}
