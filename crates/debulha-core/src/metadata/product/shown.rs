//! What readers see of a product around the main heading: its price, codes with a label, whether it can be had, and the
//! button that puts it into a cart.

use super::words::{CART, CODE_NAMES, LABELS, Labelled, OLD_PRICE_NAMES, OTHER_AMOUNTS, PRICE_NAMES};
use super::{Locale, amount, availability, codes};
use crate::metadata::surroundings::Surroundings;
use debulha_dom::{AttributeSet, Document, NodeId, names};
use std::collections::HashMap;

/// Text blocks before the main heading that may belong to the product: a brand, a code, a price above the name.
const BLOCKS_BEFORE: usize = 40;

/// Text blocks after it: pictures' captions, sizes and colours come before the price on some pages.
const BLOCKS_AFTER: usize = 160;

/// Text blocks after it among which a table of specifications with codes stands.
const BLOCKS_TO_CODES: usize = 500;

/// Characters of a block that is read for a price; a longer one is a sentence of the description.
const MAX_PRICE_CHARS: u32 = 120;

/// Characters of a block that is read for codes and for the state of the stock.
const MAX_LINE_CHARS: u32 = 200;

/// Characters of a button's text.
const MAX_BUTTON_CHARS: u32 = 40;

/// Elements around a price whose names say what it is.
const MAX_AROUND: usize = 5;

/// Elements around a price whose names say that it is an old one: the price's own and a mark.
const MAX_AROUND_OLD: usize = 3;

/// Prices that are kept.
const MAX_PRICES: usize = 8;

/// Buttons to a cart, at most: that of the product, once more below, and those of a few goods that go with it.
const MAX_CARTS: usize = 8;

/// Blocks between a price and the button to the cart that are near each other.
const NEAR_CART: usize = 15;

// What a price gains and loses, in blocks of distance from the heading. Set on the 69 pages of the data set
// `products`, 2026-11.
const NAMED_GAIN: i64 = 30;
const CART_GAIN: i64 = 15;
const ALONE_GAIN: i64 = 10;
const SENTENCE_LOSS: i64 = 40;
const LINK_LOSS: i64 = 80;
const ASIDE_LOSS: i64 = 100;
const OTHER_AMOUNT_LOSS: i64 = 70;
const OLD_LOSS: i64 = 90;

/// A price with a higher loss is not that of the product.
const MAX_LOSS: i64 = 120;

/// A price with at most this loss is sure enough to confirm or refute a stated one.
const MAX_SURE_LOSS: i64 = 10;

/// What the next price loses more then: in a list of products neighbours differ by a few blocks.
const MIN_LEAD: i64 = 12;

/// What a price loses more than the first one that may be shown as well as that.
const NEAR_LOSS: i64 = 40;

/// A price with at most this loss and a button to the cart make a page that of a product.
const MAX_OFFER_LOSS: i64 = 60;

/// What the page shows.
#[derive(Debug, Default)]
pub(super) struct ShownProduct {
    /// The most likely price first, each amount once.
    pub(super) prices: Vec<RankedPrice>,
    pub(super) codes: Vec<ShownCode>,
    /// In order of the page: what lines say of the stock.
    pub(super) availability: Vec<&'static str>,
    /// Whether there is a button to the cart, and not one for each of many products.
    pub(super) has_cart: bool,
}

/// A code or brand that is shown, and what says so: `text:label`, or `element:code` for an element whose name does.
#[derive(Debug, Clone)]
pub(super) struct ShownCode {
    pub(super) kind: Labelled,
    pub(super) value: String,
    pub(super) source: &'static str,
}

impl ShownCode {
    fn labelled(kind: Labelled, value: String) -> Self {
        ShownCode { kind, value, source: "text:label" }
    }
}

/// A shown price and how sure it is that of the product.
#[derive(Debug, Clone)]
pub(super) struct RankedPrice {
    pub(super) amount: String,
    pub(super) currency: Option<&'static str>,
    loss: i64,
}

impl ShownProduct {
    /// Whether a price and a button to the cart make this the page of a product.
    pub(super) fn is_offer(&self) -> bool {
        self.has_cart && self.prices.first().is_some_and(|price| price.loss <= MAX_OFFER_LOSS)
    }

    /// The prices that may be that of the product.
    pub(super) fn likely_prices(&self) -> impl Iterator<Item = &RankedPrice> {
        self.prices.iter().filter(|price| price.loss <= MAX_OFFER_LOSS)
    }

    /// Whether the page shows an amount about where it shows the product's price, and not as an old one.
    pub(super) fn shows(&self, amount: &str) -> bool {
        let best = self.prices.first().map_or(0, |price| price.loss);
        let mut near = self.prices.iter().filter(|price| price.loss - best <= NEAR_LOSS);
        near.any(|price| super::same_amount(&price.amount, amount))
    }

    /// Whether the first price is that of the product beyond doubt: by its place and names, and none is as likely.
    pub(super) fn is_sure(&self) -> bool {
        let best = self.prices.first().map_or(i64::MAX, |price| price.loss);
        let next = self.prices.get(1).map_or(i64::MAX, |price| price.loss);
        best <= MAX_SURE_LOSS && next.saturating_sub(best) >= MIN_LEAD
    }
}

/// A short block: its text, and where its text nodes start in that.
struct Line {
    block: usize,
    text: String,
    starts: Vec<(usize, NodeId)>,
    chars: u32,
}

/// Reads the blocks around the main heading. O(blocks near it · words).
pub(super) fn read(surroundings: &Surroundings<'_, '_>, locale: Locale<'_>) -> ShownProduct {
    let page = surroundings.page;
    let blocks = page.text_blocks().blocks();
    let at = surroundings.heading.map_or(0..0, |heading| surroundings.blocks_of(heading));
    let first = at.start.saturating_sub(BLOCKS_BEFORE);
    let last = (at.end + BLOCKS_TO_CODES).min(blocks.len());
    let near = at.end + BLOCKS_AFTER;
    let short = (first..last).filter(|&block| blocks[block].counts.chars <= MAX_LINE_CHARS);
    let lines: Vec<Line> = short.map(|block| line(surroundings, block)).collect();
    let mut found = ShownProduct::default();
    let mut carts: Vec<usize> = Vec::new();
    for line in lines.iter().filter(|line| line.block < near && line.chars <= MAX_BUTTON_CHARS) {
        if is_cart(&line.text) && !surroundings.is_aside(line.starts[0].1) {
            carts.push(line.block);
        }
    }
    carts.extend(cart_controls(surroundings, first, near.min(blocks.len())));
    found.has_cart = (1..=MAX_CARTS).contains(&carts.len());
    let is_near_cart = |block: usize| carts.iter().any(|&cart| cart.abs_diff(block) <= NEAR_CART);
    let scale = PriceScale {
        surroundings,
        lines: &lines,
        after_heading: at.end,
        is_near_cart: &is_near_cart,
        locale,
        names: PriceNames::default(),
    };
    found.prices = prices(scale, near);
    for (place, line) in lines.iter().enumerate() {
        let next = lines.get(place + 1).map_or("", |next| next.text.as_str());
        labelled(&line.text, next, &mut found.codes);
        if line.block < near && found.codes.len() < MAX_CODES {
            named_codes(surroundings.page.document(), line, &mut found.codes);
        }
        if line.block < near
            && !surroundings.is_aside(line.starts[0].1)
            && let Some(name) = availability::in_line(&line.text)
        {
            found.availability.push(name);
        }
    }
    found
}

/// The text of a block. Two digits in an element of their own after a number are its decimals, as in `48<sup>99</sup>`.
fn line(surroundings: &Surroundings<'_, '_>, block: usize) -> Line {
    let page = surroundings.page;
    let (doc, blocks) = (page.document(), page.text_blocks());
    let of_block = &blocks.blocks()[block];
    let mut line = Line { block, text: String::new(), starts: Vec::new(), chars: of_block.counts.chars };
    let parts = |node: NodeId| doc.is_text(node) || doc.name(node) == names::BR;
    let mut last: Option<NodeId> = None;
    for &node in blocks.nodes(of_block) {
        let text = doc.text(node);
        // White space and line breaks between elements part words as spaces do.
        let from = last.replace(node).unwrap_or(node);
        if (from.0 + 1..node.0).map(NodeId).any(parts) && !line.text.ends_with(' ') {
            line.text.push(' ');
        }
        let trimmed = text.trim();
        let is_cents = trimmed.len() == 2 && trimmed.bytes().all(|byte| byte.is_ascii_digit());
        if is_cents
            && line.text.trim_end().ends_with(|c: char| c.is_ascii_digit())
            && !has_decimals(&line.text)
        {
            line.text.truncate(line.text.trim_end().len());
            line.text.push('.');
        }
        line.starts.push((line.text.len(), node));
        crate::features::white_space::fold_into(&mut line.text, text);
        if text.ends_with(char::is_whitespace) && !line.text.ends_with(' ') {
            line.text.push(' ');
        }
    }
    line
}

fn has_decimals(text: &str) -> bool {
    let number = text.trim_end();
    let tail = number.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let before = number[..number.len() - tail.len()].chars().next_back();
    tail.len() <= 2 && matches!(before, Some('.' | ','))
}

fn is_cart(text: &str) -> bool {
    let lower = text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    CART.iter().any(|words| {
        let rest = lower.strip_prefix(words);
        rest.is_some_and(|rest| !rest.chars().next().is_some_and(char::is_alphabetic))
    })
}

/// The blocks at which buttons stand whose words are in an attribute: `<input type=submit value="Add to cart">`.
fn cart_controls(surroundings: &Surroundings<'_, '_>, first: usize, end: usize) -> Vec<usize> {
    let page = surroundings.page;
    let doc = page.document();
    let blocks = page.text_blocks();
    if first >= end {
        return Vec::new();
    }
    let last = if end < blocks.blocks().len() { surroundings.block_start(end).0 } else { doc.len() as u32 };
    let nodes = surroundings.block_start(first).0..last;
    let controls = nodes.map(NodeId).filter(|&node| {
        matches!(doc.name(node), names::INPUT | names::BUTTON)
            && !surroundings.is_aside(node)
            && !page.visibility().is_hidden(node)
    });
    let says_cart = |&node: &NodeId| {
        let attributes = [names::VALUE, names::ARIA_LABEL, names::TITLE, names::ALT];
        let has_own_text =
            doc.name(node) == names::BUTTON && !page.text_nodes_in(node.0..doc.subtree_end(node)).is_empty();
        !has_own_text && attributes.iter().filter_map(|&name| doc.attribute(node, name)).any(is_cart)
    };
    let place = |node: NodeId| {
        let before = page.text_nodes().partition_point(|&text| text < node).checked_sub(1)?;
        blocks.block_of(page.text_nodes()[before])
    };
    controls.filter(says_cart).take(MAX_CARTS + 1).filter_map(place).collect()
}

/// What the prices of a page are weighed by.
struct PriceScale<'a, 'd> {
    surroundings: &'a Surroundings<'a, 'd>,
    lines: &'a [Line],
    after_heading: usize,
    is_near_cart: &'a dyn Fn(usize) -> bool,
    locale: Locale<'a>,
    names: PriceNames<'d>,
}

/// A price of a line.
struct LinePrice {
    price: RankedPrice,
    block: usize,
    is_old: bool,
}

impl PriceScale<'_, '_> {
    /// The prices of a line, without weights. A currency may have a block of its own before or after the number.
    fn amounts(&self, place: usize) -> Vec<amount::ShownPrice> {
        let line = &self.lines[place];
        let prices = amount::prices_in(&line.text, self.locale);
        if !prices.is_empty() {
            return prices;
        }
        let sign = |at: Option<usize>| {
            let other = self.lines.get(at?)?;
            let is_neighbour = other.block.abs_diff(line.block) == 1 && other.chars <= MAX_SIGN_CHARS;
            is_neighbour.then(|| amount::currency(&other.text, self.locale)).flatten()
        };
        let Some(code) = sign(place.checked_sub(1)).or_else(|| sign(Some(place + 1))) else {
            return Vec::new();
        };
        let text = format!("{code} {}", line.text.trim());
        let bare = amount::prices_in(&text, self.locale)
            .into_iter()
            .filter(|price| price.start == 0 && text[price.end..].chars().all(|c| !c.is_alphanumeric()));
        bare.map(|price| amount::ShownPrice { start: 0, end: line.text.len(), ..price }).collect()
    }

    /// Weighs the prices of a line and keeps those that may be the product's.
    fn weigh(&mut self, place: usize, found: &mut Vec<LinePrice>) {
        let lines = self.lines;
        let line = &lines[place];
        let lower = line.text.to_lowercase();
        let label = place.checked_sub(1).map(|place| &lines[place]);
        let label =
            label.filter(|label| label.chars <= MAX_BUTTON_CHARS && label.text.trim_end().ends_with(':'));
        let label = label.map(|label| label.text.to_lowercase()).unwrap_or_default();
        let mut from = 0;
        for price in self.amounts(place) {
            let shown = line.starts.partition_point(|&(start, _)| start < price.end).saturating_sub(1);
            let node = line.starts[shown].1;
            let words = lower.get(from..price.start).unwrap_or(&lower);
            let label = if from == 0 && price.start < MAX_ALONE { label.as_str() } else { "" };
            let after: String = lower.get(price.end..).unwrap_or_default().chars().take(MAX_AFTER).collect();
            from = price.end;
            let is_other = OTHER_AMOUNTS
                .iter()
                .any(|other| [words, label, &after].iter().any(|text| text.contains(other)));
            let named = self.names.around(self.surroundings.page.document(), node);
            let rest = line.text.len() - (price.end - price.start).min(line.text.len());
            let mut loss = self.distance(line.block);
            for (applies, change) in [
                (named.price, -NAMED_GAIN),
                ((self.is_near_cart)(line.block), -CART_GAIN),
                (rest < MAX_ALONE, -ALONE_GAIN),
                (rest > MIN_SENTENCE, SENTENCE_LOSS),
                (named.link, LINK_LOSS),
                (self.surroundings.is_aside(node), ASIDE_LOSS),
                (is_other, OTHER_AMOUNT_LOSS),
            ] {
                loss += if applies { change } else { 0 };
            }
            if !amount::is_zero(&price.amount) && loss <= MAX_LOSS {
                let amount = amount::with_decimals(&price.amount, price.currency);
                let price = RankedPrice { amount, currency: price.currency, loss };
                found.push(LinePrice { price, block: line.block, is_old: named.old });
            }
        }
    }

    /// Blocks from the heading; blocks before it count twice.
    fn distance(&self, block: usize) -> i64 {
        if block >= self.after_heading {
            (block - self.after_heading) as i64
        } else {
            2 * (self.after_heading - block) as i64
        }
    }
}

/// The prices of lines, the most likely first and each amount once.
fn prices(mut scale: PriceScale<'_, '_>, near: usize) -> Vec<RankedPrice> {
    let mut found = Vec::new();
    for (place, line) in scale.lines.iter().enumerate() {
        let has_digit = line.text.bytes().any(|byte| byte.is_ascii_digit()) || !line.text.is_ascii();
        if line.block < near && line.chars <= MAX_PRICE_CHARS && has_digit {
            scale.weigh(place, &mut found);
        }
    }
    let current: Vec<usize> = found.iter().filter(|price| !price.is_old).map(|price| price.block).collect();
    let has_current = |block: usize| {
        let next = current.partition_point(|&other| other < block);
        let beside =
            [next.checked_sub(1), Some(next)].into_iter().flatten().filter_map(|place| current.get(place));
        beside.into_iter().any(|&other| other.abs_diff(block) <= NEAR_OLD)
    };
    let weighed = found.into_iter().map(|LinePrice { price, block, is_old }| {
        // An old price without a new one next to it is the price.
        let loss = price.loss + if is_old && has_current(block) { OLD_LOSS } else { 0 };
        RankedPrice { loss, ..price }
    });
    let mut found: Vec<RankedPrice> = weighed.filter(|price| price.loss <= MAX_LOSS).collect();
    found.sort_by_key(|price| price.loss);
    let mut seen: Vec<String> = Vec::new();
    found.retain(|price| {
        let is_new = seen.len() < MAX_PRICES && !seen.contains(&price.amount);
        if is_new {
            seen.push(price.amount.clone());
        }
        is_new
    });
    found
}

/// Blocks between an old price and the new one.
const NEAR_OLD: usize = 4;

/// Bytes beside a price that stands alone.
const MAX_ALONE: usize = 15;

/// Bytes beside a price that make a sentence.
const MIN_SENTENCE: usize = 60;

/// Characters of a block that is the sign of a currency.
const MAX_SIGN_CHARS: u32 = 4;

/// Characters after a price that say what it is for: `£5.00 per month`.
const MAX_AFTER: usize = 20;

/// What the elements around a price say of it.
#[derive(Debug, Clone, Copy, Default)]
struct NamedPrice {
    price: bool,
    old: bool,
    link: bool,
}

/// What names of classes and ids say of prices, each read once.
#[derive(Default)]
struct PriceNames<'d> {
    known: HashMap<&'d str, NamedPrice>,
}

impl<'d> PriceNames<'d> {
    fn around(&mut self, doc: &'d Document, node: NodeId) -> NamedPrice {
        let mut found = NamedPrice::default();
        for (level, element) in doc.ancestors(node).take(MAX_AROUND).enumerate() {
            match doc.name(element) {
                names::BODY | names::HTML => break,
                names::DEL | names::S | names::STRIKE => found.old = true,
                names::A
                    if doc
                        .attribute(element, names::HREF)
                        .is_some_and(|href| !href.starts_with(['#', 'j'])) =>
                {
                    found.link = true;
                }
                _ => {}
            }
            if doc.attribute_set(element) == AttributeSet::NONE {
                continue;
            }
            let tokens = [names::CLASS, names::ID, names::ITEMPROP].into_iter();
            for token in
                tokens.filter_map(|name| doc.attribute(element, name)).flat_map(str::split_ascii_whitespace)
            {
                let named = *self.known.entry(token).or_insert_with(|| named(token));
                found.price |= named.price;
                found.old |= named.old && level < MAX_AROUND_OLD;
            }
        }
        found
    }
}

/// What a class or id says. Words end at signs and before capitals: `oldPrice`, `price--was`.
fn named(token: &str) -> NamedPrice {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_lower = false;
    for c in token.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    let price = words.iter().any(|word| PRICE_NAMES.iter().any(|name| word.contains(name)));
    let is_old = words.iter().any(|word| OLD_PRICE_NAMES.contains(&word.as_str()));
    let is_mark = words.iter().any(|word| MARKS.contains(&word.as_str()));
    NamedPrice { price, old: is_old && price || is_mark, link: false }
}

/// Words that mark an old price without calling it a price.
const MARKS: [&str; 6] = ["strike", "strikethrough", "crossed", "rrp", "msrp", "uvp"];

/// Adds the codes and brands of a line; the value of a label that is a line of its own is in the next line.
fn labelled(line: &str, next: &str, found: &mut Vec<ShownCode>) {
    if found.len() >= MAX_CODES {
        return;
    }
    let lower = line.to_lowercase();
    // Positions in the lower-case text hold in the text itself where that did not change its length.
    let text = if lower.len() == line.len() { line } else { lower.as_str() };
    let own = lower.trim().trim_end_matches([':', '：', '#', '.']).trim_end();
    for (label, kind) in LABELS {
        let plain = label.trim_end_matches('.');
        if own == plain {
            let value = match kind {
                Labelled::Brand => brand(next),
                _ => code(next, kind),
            };
            // The label of a column or a menu has no code after it.
            found.extend(value.map(|value| ShownCode::labelled(kind, value)));
            continue;
        }
        for (at, _) in lower.match_indices(label).take(MAX_PLACES) {
            let before = lower[..at].chars().next_back();
            let rest = &text[at + label.len()..];
            let is_apart = before.is_none_or(|c| !c.is_alphanumeric() && c != '-');
            let has_mark =
                rest.trim_start().starts_with([':', '#', '№', '：']) || label.ends_with(['.', '#']);
            let starts_line = before.is_none_or(|c| !c.is_whitespace())
                && lower[..at].chars().all(|c| !c.is_alphanumeric());
            let ends_word = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
            if !is_apart || !ends_word || !(has_mark || starts_line) {
                continue;
            }
            let value = match kind {
                Labelled::Brand if has_mark => {
                    let value = rest.trim_start_matches([' ', ':', '：']);
                    brand(value.split(['|', ';', '•']).next().unwrap_or_default())
                }
                Labelled::Brand => None,
                _ => code(rest, kind),
            };
            found.extend(value.map(|value| ShownCode::labelled(kind, value)));
        }
    }
}

/// Adds the codes that are the whole text of an element whose class, id or `data-` attribute says so: `product-reference`, `sku`.
fn named_codes(doc: &Document, line: &Line, found: &mut Vec<ShownCode>) {
    for &(_, node) in line.starts.iter().take(MAX_PLACES) {
        let text = doc.text(node).trim();
        let is_long = |code: &String| {
            code.len() >= MIN_NAMED_CODE
                && code.bytes().filter(u8::is_ascii_digit).count() >= MIN_NAMED_CODE - 1
        };
        let Some(code) = codes::leading(text).filter(|code| code == text && is_long(code)) else { continue };
        let Some(element) = doc.parent(node) else { continue };
        let mut attributes = doc.attributes(element).take(MAX_ATTRIBUTES);
        let says_code = attributes.any(|(name, value)| {
            let may_name = matches!(name, names::CLASS | names::ID | names::ITEMPROP)
                || doc.name_str(name).starts_with("data-");
            may_name && value.len() <= MAX_NAME && {
                let plain: String =
                    value.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
                CODE_NAMES.iter().any(|name| plain.contains(name))
            }
        });
        if says_code {
            found.push(ShownCode { kind: Labelled::Sku, value: code, source: "element:code" });
        }
    }
}

/// Bytes of a code without a label; sizes (`7-8`) and counts are shorter.
const MIN_NAMED_CODE: usize = 5;

/// Attributes of an element that are looked at for its name.
const MAX_ATTRIBUTES: usize = 16;

/// Bytes of an attribute that names an element.
const MAX_NAME: usize = 100;

/// Places of a label in one line.
const MAX_PLACES: usize = 3;

/// Codes and brands that are kept.
const MAX_CODES: usize = 64;

/// Characters of a brand.
const MAX_BRAND_CHARS: usize = 40;

fn code(text: &str, kind: Labelled) -> Option<String> {
    match kind {
        Labelled::Gtin => {
            let number: String =
                text.chars().take(MAX_GTIN_CHARS).filter(|c| !matches!(c, ':' | '#' | ' ' | '-')).collect();
            let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            codes::gtin(&number[..end])
        }
        _ => codes::leading(text),
    }
}

/// Characters after a label among which a GTIN is, with its hyphens.
const MAX_GTIN_CHARS: usize = 24;

fn brand(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', ',']);
    let fits = text.chars().any(char::is_alphabetic) && text.chars().count() <= MAX_BRAND_CHARS;
    fits.then(|| text.to_owned())
}
