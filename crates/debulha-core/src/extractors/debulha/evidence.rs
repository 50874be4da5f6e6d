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
const MOST_WORDS: usize = 60;

/// Blocks on each side whose words are looked at together (our decision).
const AROUND: usize = 5;

/// Log-odds from which on an element says something (our decision).
const LEAST_SAID: f32 = 0.25;

/// What a page's tokens say of a kind of page, for or against it, at most: beyond that they tell sites of training apart
/// rather than kinds (our decision, by pages of other corpora).
const MOST_OF_KIND: f32 = 2.0;

/// Levels of the path that are summed together: ends of the first ones (our decision).
const NEAR: usize = 3;
const MIDDLE: usize = 6;

/// The columns, in order.
pub static FEATURES: &[Feature] = columns! {
    "path_odds_max": "Largest log-odds of a token in class, id, role or `itemprop` of the elements around.",
    "path_odds_min": "Smallest of them.",
    "path_odds": "Sum of them over all elements around.",
    "own_odds": "Sum for the block's own element.",
    "parent_odds": "Sum for this and its parent.",
    "near_odds": "Sum for the three lowest elements.",
    "middle_odds": "Sum for the three above these.",
    "far_odds": "Sum for all others above.",
    "said_odds": "Sum for the lowest element whose tokens say something.",
    "next_said_odds": "Sum for the next such element above it.",
    "word_odds": "Sum of the log-odds of the block's words, by the root of their number.",
    "word_odds_max": "Largest log-odds of a word of the block.",
    "word_odds_min": "Smallest of them.",
    "heading_odds": "Sum of the log-odds of the words of the heading before the block, as its words; missing before all headings.",
    "heading_odds_max": "Largest of them.",
    "heading_odds_min": "Smallest of them.",
    "word_odds_around": "Mean of `word_odds` over five blocks before and after, and the block.",
    "path_odds_below_max": "`path_odds` less the largest of the page.",
    "path_odds_rank": "Share of the page's blocks with larger `path_odds`, 0 to 1.",
    "path_odds_mean": "Mean of `path_odds` over the page's blocks.",
    "word_odds_alike": "Mean of `word_odds` over the blocks that stand alike (see `same_path_blocks`).",
    "said_odds_above_median": "`said_odds` less the median of the page.",
    "hidden": "1 in an element that is hidden, 2 in `template`, 3 in `noscript`; 0 for what is seen.",
    "hidden_share": "Share of the page's words that are hidden, 0 to 1.",
    "kind_article": "Sum of the log-odds of an article of the page's title, classes, stated types and address, −2 to 2.",
    "kind_collection": "The same of a collection.",
    "kind_documentation": "The same of a page of documentation.",
    "kind_forum": "The same of a page of a forum.",
    "kind_listing": "The same of a listing.",
    "kind_product": "The same of a product's page.",
    "kind_service": "The same of a page that offers a service.",
    "region_word_odds": "Mean of `word_odds` over the blocks of the highest regular region around (see \
        `region_outer_records`); missing without.",
    "record_word_odds": "The same over the blocks of the record in it.",
    "region_alike_word_odds": "The same over those of the region's blocks that stand alike.",
};

/// The kinds of pages, in the order of their columns.
pub const KINDS: [&str; 7] =
    ["article", "collection", "documentation", "forum", "listing", "product", "service"];

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

/// Sets the columns from `first` on. `page` is the page as it was given, `shown` the page whose blocks the rows are. Gives
/// the share of the words looked at, 0 to 1, that have log-odds; 0 without words.
///
/// O(nodes + text + blocks · log blocks), and the depth of each block.
pub fn fill<O: Odds>(
    page: &Page<'_>,
    shown: &Page<'_>,
    odds: &O,
    table: &mut FeatureTable,
    first: usize,
) -> f64 {
    let blocks = shown.text_blocks().blocks();
    let elements = Elements::of(shown, odds);
    let (mut words, mut known) = (0, 0);
    let of_block = |block| {
        let said = words_of(shown, block, odds, TokenKind::Word);
        words += said.words;
        known += said.known;
        said.said
    };
    let texts: Vec<Said> = blocks.iter().map(of_block).collect();
    for (row, block) in blocks.iter().enumerate() {
        elements.path(shown.document(), block.element, &mut table.row_mut(row)[first..first + 10]);
        let text = texts[row];
        table.row_mut(row)[first + 10..first + 13].copy_from_slice(&[text.sum, text.max, text.min]);
    }
    fill_headings(shown, odds, table, first + 13);
    fill_around(&texts, table, first + 16);
    fill_page(table, first);
    fill_classes(&shown.alike_blocks().on_page, &texts, table, first + 20);
    fill_hidden(page, shown, table, first + 22);
    fill_kinds(page, odds, table, first + 24);
    fill_regions(shown, &texts, table, first + 31);
    f64::from(known) / f64::from(words.max(1))
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
    let mut left = MOST_WORDS;
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
    let (mut tokens, mut count) = ([0; MOST_WORDS], 0);
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

    fn path(&self, doc: &Document, element: NodeId, values: &mut [f32]) {
        let path = self.path[element.index()];
        let above = |levels: usize| {
            let above = doc.ancestors(element).nth(levels - 1);
            above.map_or(0.0, |element| self.path[element.index()].sum)
        };
        let (beyond_near, beyond_middle) = (above(NEAR), above(MIDDLE));
        let parent = doc.parent(element).map_or(0.0, |parent| self.own[parent.index()].sum);
        let own = self.own[element.index()].sum;
        let around = std::iter::once(element).chain(doc.ancestors(element));
        let mut said =
            around.map(|element| self.own[element.index()].sum).filter(|sum| sum.abs() >= LEAST_SAID);
        let (nearest, next) = (said.next().unwrap_or(0.0), said.next().unwrap_or(0.0));
        let near = path.sum - beyond_near;
        let middle = beyond_near - beyond_middle;
        values.copy_from_slice(&[
            path.max,
            path.min,
            path.sum,
            own,
            own + parent,
            near,
            middle,
            beyond_middle,
            nearest,
            next,
        ]);
    }
}

fn fill_headings(shown: &Page<'_>, odds: &impl Odds, table: &mut FeatureTable, column: usize) {
    let mut heading = [f32::NAN; 3];
    for (row, block) in shown.text_blocks().blocks().iter().enumerate() {
        if level_of(shown, block) > 0 {
            let said = words_of(shown, block, odds, TokenKind::Heading).said;
            heading = [said.sum, said.max, said.min];
        }
        table.row_mut(row)[column..column + 3].copy_from_slice(&heading);
    }
}

fn fill_around(texts: &[Said], table: &mut FeatureTable, column: usize) {
    let mut before = Vec::with_capacity(texts.len() + 1);
    before.push(0.0_f64);
    let mut sum = 0.0_f64;
    for said in texts {
        sum += f64::from(said.sum);
        before.push(sum);
    }
    for row in 0..texts.len() {
        let (start, end) = (row.saturating_sub(AROUND), (row + AROUND + 1).min(texts.len()));
        table.row_mut(row)[column] = ((before[end] - before[start]) / (end - start) as f64) as f32;
    }
}

/// How a block's path stands among those of the page.
fn fill_page(table: &mut FeatureTable, first: usize) {
    let (sum, said) = (first + 2, first + 8);
    let (below_max, rank, mean, above_median) = (first + 17, first + 18, first + 19, first + 21);
    let rows = table.rows().len();
    if rows == 0 {
        return;
    }
    let sorted = |table: &FeatureTable, column: usize| {
        let mut values: Vec<f32> = (0..rows).map(|row| table.row(row)[column]).collect();
        values.sort_unstable_by(f32::total_cmp);
        values
    };
    let paths = sorted(table, sum);
    let mean_path = (paths.iter().map(|&value| f64::from(value)).sum::<f64>() / rows as f64) as f32;
    let largest = paths[rows - 1];
    let median = sorted(table, said)[rows / 2];
    for row in 0..rows {
        let values = table.row_mut(row);
        let larger = rows - paths.partition_point(|&path| path <= values[sum]);
        values[below_max] = values[sum] - largest;
        values[rank] = larger as f32 / rows as f32;
        values[mean] = mean_path;
        values[above_median] = values[said] - median;
    }
}

/// Sets a column to the mean of what the words of the blocks of a block's class say; blocks in no class are left out.
fn fill_classes(classes: &BlockClasses, texts: &[Said], table: &mut FeatureTable, column: usize) {
    let means = classes.means(|row| f64::from(texts[row].sum));
    for (row, class) in classes.iter() {
        table.row_mut(row)[column] = means[class] as f32;
    }
}

fn fill_regions(shown: &Page<'_>, texts: &[Said], table: &mut FeatureTable, column: usize) {
    let regions = shown.record_regions();
    let records: Vec<Option<Record>> =
        shown.text_blocks().blocks().iter().map(|block| regions.outer(block.element)).collect();
    let of_regions = BlockClasses::by(records.iter().map(|record| Some(record.as_ref()?.region)));
    let of_records = BlockClasses::by(records.iter().map(|record| Some(record.as_ref()?.element)));
    fill_classes(&of_regions, texts, table, column);
    fill_classes(&of_records, texts, table, column + 1);
    fill_classes(&shown.alike_blocks().outer, texts, table, column + 2);
}

fn fill_hidden(page: &Page<'_>, shown: &Page<'_>, table: &mut FeatureTable, column: usize) {
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
        table.row_mut(row)[column] = kind;
    }
    let share = if words == 0 { 0.0 } else { hidden_words as f32 / words as f32 };
    for row in 0..blocks.blocks().len() {
        table.row_mut(row)[column + 1] = share;
    }
}

fn fill_kinds(page: &Page<'_>, odds: &impl Odds, table: &mut FeatureTable, column: usize) {
    let mut sums = [0.0; KINDS.len()];
    page_tokens(page, |token| {
        for (kind, sum) in sums.iter_mut().enumerate() {
            *sum += odds.odds(of_kind(token, kind));
        }
    });
    let said = sums.map(|sum: f32| sum.clamp(-MOST_OF_KIND, MOST_OF_KIND));
    for row in 0..table.rows().len() {
        table.row_mut(row)[column..column + KINDS.len()].copy_from_slice(&said);
    }
}
