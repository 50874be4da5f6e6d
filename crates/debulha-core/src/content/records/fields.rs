//! The fields of records, read from their own text, links and images.

use super::candidates::Nesting;
use super::evidence::{
    NameEvidence, as_name, introduces, is_post, is_price, is_single, labels_other_date, language,
    leads_to_account, says_when,
};
use super::slots::{Bid, choose};
use super::{Fields, Value};
use crate::content::media::Addresses;
use crate::features::display::is_block;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{NameId, NodeId, names};
use std::ops::Range;

/// Elements above a text whose names are read.
const MAX_LEVELS: usize = 5;

/// Characters of a piece that may be a field; longer ones are the record's text.
const MAX_PIECE: u32 = 300;

/// Characters of a price with all its parts.
const MAX_PRICE: u32 = 30;

/// Characters of the line of a date that is read for what the date is of.
const MAX_DATELINE: u32 = 60;

/// Pieces between an author and a date that are next to each other.
const NEAR: usize = 2;

/// Characters from which on a title says no more for itself by being longer.
const LONG_TITLE: usize = 40;

/// What the length of a title is worth; less than a link, so that no length makes a heading of one.
const LONG_TITLE_WORTH: f64 = 0.9;

/// What speaks for an author beyond a place beside a date, at least.
const SIGNED: f64 = 1.0;

/// Elements at the start of a record whose names say what it is.
const OUTER: usize = 4;

/// What speaks for a title that is a heading or named a title, at least.
const TITLED: f64 = 2.0;

/// Pieces of a record that are read; bounds what one long record costs.
const MAX_PIECES: usize = 400;

/// What the records of a page are read with.
pub(super) struct RecordReader<'p, 'd> {
    pub(super) page: &'p Page<'d>,
    addresses: Addresses<'p>,
    pub(super) language: Option<&'d str>,
    data_time: Option<NameId>,
    /// What the names of each element say, by node.
    named: Vec<NameEvidence>,
    /// The page's address up to the end of its path.
    path: Option<String>,
}

/// What a record has beside its replies.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // Independent facts.
pub(super) struct OwnFields {
    pub(super) fields: Fields,
    pub(super) words: u32,
    pub(super) link_words: u32,
    /// Whether it has an author by more than standing beside a date.
    pub(super) is_signed: bool,
    /// Whether its elements are named as a post's are.
    pub(super) is_post: bool,
    /// Whether its title is a heading, or named a title.
    pub(super) is_titled: bool,
    /// Whether its title, or what has a title, leads to another page.
    pub(super) leads_away: bool,
}

/// A link, a heading or a text node of a record.
struct RecordPart {
    node: NodeId,
    text: String,
    /// The link that it is, has or is in.
    link: Option<NodeId>,
    is_heading: bool,
}

/// The bids for each field.
#[derive(Default)]
struct Bids {
    titles: Vec<Bid>,
    authors: Vec<Bid>,
    dates: Vec<Bid>,
    prices: Vec<Bid>,
    images: Vec<Bid>,
    links: Vec<Bid>,
}

impl<'p, 'd> RecordReader<'p, 'd> {
    pub(super) fn new(page: &'p Page<'d>) -> Self {
        let doc = page.document();
        RecordReader {
            page,
            addresses: Addresses::new(page),
            language: language(page),
            data_time: doc.find_name("data-time"),
            named: NameEvidence::all(doc),
            path: page.url().map(|url| path_of(url).to_owned()),
        }
    }

    /// What the names of an element say.
    pub(super) fn named(&self, element: NodeId) -> NameEvidence {
        self.named[element.index()]
    }

    /// The nodes around a text node or element up to the record, itself first where it is an element.
    fn around(&self, node: NodeId, record: &Range<u32>) -> impl Iterator<Item = NodeId> + use<'_, 'p, 'd> {
        let doc = self.page.document();
        let start = record.start;
        std::iter::once(node)
            .filter(|&node| doc.is_element(node))
            .chain(doc.ancestors(node))
            .take_while(move |element| element.0 >= start)
            .take(MAX_LEVELS)
    }

    /// Name and first class of the two elements around a piece.
    fn slot(&self, node: NodeId, record: &Range<u32>) -> String {
        let doc = self.page.document();
        let mut slot = String::new();
        for element in self.around(node, record).take(2) {
            slot.push_str(doc.name_str(doc.name(element)));
            if let Some(class) = doc.classes(element).next() {
                slot.push('.');
                slot.extend(class.chars().filter(|c| !c.is_ascii_digit()));
            }
            slot.push('<');
        }
        slot
    }

    pub(super) fn text_of(&self, node: NodeId) -> String {
        let doc = self.page.document();
        let mut text = String::new();
        for &part in self.page.text_nodes_in(node.0..doc.subtree_end(node)) {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            fold_into(&mut text, doc.text(part));
        }
        text
    }

    /// The pieces of a record but for those of records within.
    fn pieces(&self, record: &Range<u32>, inner: &[Range<u32>]) -> Vec<RecordPart> {
        let doc = self.page.document();
        let mut pieces = Vec::new();
        let mut card: Option<NodeId> = None;
        let mut inner = inner.iter().peekable();
        let mut at = record.start;
        while at < record.end && pieces.len() < MAX_PIECES {
            while inner.next_if(|other| other.end <= at).is_some() {}
            if let Some(other) = inner.peek()
                && other.start <= at
            {
                at = other.end;
                continue;
            }
            let node = NodeId(at);
            at += 1;
            if self.page.visibility().is_hidden(node) {
                continue;
            }
            if card.is_some_and(|link| !doc.contains(link, node)) {
                card = None;
            }
            let name = doc.name(node);
            if doc.is_text(node) {
                let text = doc.text(node);
                if text.len() <= MAX_PIECE as usize && !text.trim().is_empty() {
                    let mut folded = String::new();
                    fold_into(&mut folded, text);
                    pieces.push(RecordPart { node, text: folded, link: card, is_heading: false });
                }
            } else if doc.is_element(node) {
                if name == names::BLOCKQUOTE {
                    at = doc.subtree_end(node);
                    continue;
                }
                let is_heading = is_heading(name);
                let link = (name == names::A && doc.attribute(node, names::HREF).is_some()).then_some(node);
                if !is_heading && link.is_none() {
                    continue;
                }
                let is_short = self.page.stats().chars(doc, node) <= MAX_PIECE;
                let holds =
                    |wanted: &dyn Fn(NameId) -> bool| doc.descendants(node).find(|&n| wanted(doc.name(n)));
                if is_short
                    && (is_heading || holds(&|name| is_block(name) || is_heading_like(name)).is_none())
                {
                    let text = self.text_of(node);
                    let inside = || holds(&|name| name == names::A);
                    let link = link.or_else(inside).or(card);
                    at = doc.subtree_end(node);
                    if !text.is_empty() {
                        pieces.push(RecordPart { node, text, link, is_heading });
                    }
                } else {
                    card = link.or(card);
                }
            }
        }
        pieces
    }

    /// Whether an address leads to another page that is no account.
    fn leads_away(&self, href: &str) -> bool {
        let is_place = href.starts_with('#') || href.starts_with("javascript:") || href.contains('@');
        let address = || self.addresses.resolve(href);
        !is_place
            && !leads_to_account(href)
            && address().is_some_and(|to| self.path.as_deref().is_none_or(|own| path_of(&to) != own))
    }

    fn address(&self, link: NodeId) -> Option<&'d str> {
        self.page.document().attribute(link, names::HREF)
    }

    /// Bids of the elements that state values in attributes, and of images.
    fn elements(&self, place: usize, record: &Range<u32>, inner: &[Range<u32>], bids: &mut Bids) {
        let doc = self.page.document();
        let mut inner = inner.iter().peekable();
        let mut at = record.start;
        while at < record.end {
            while inner.next_if(|other| other.end <= at).is_some() {}
            if let Some(other) = inner.peek()
                && other.start <= at
            {
                at = other.end;
                continue;
            }
            let node = NodeId(at);
            at += 1;
            if !doc.is_element(node) {
                continue;
            }
            let bid = |value: String, evidence: f64| Bid {
                record: place,
                slot: self.slot(node, record),
                node,
                value,
                evidence,
            };
            let name = doc.name(node);
            let prop = doc.attribute(node, names::ITEMPROP);
            if name == names::IMG {
                let lazy = [names::DATA_SRC, names::DATA_ORIGINAL, names::SRC];
                let src = lazy
                    .into_iter()
                    .find_map(|name| doc.attribute(node, name))
                    .filter(|src| !src.starts_with("data:"));
                let is_icon = self.around(node, record).take(3).any(|element| self.named(element).icon);
                if let Some(src) = src.and_then(|src| self.addresses.resolve(src)) {
                    bids.images.push(bid(src, if is_icon { 0.0 } else { 1.0 }));
                }
                continue;
            }
            let above = doc.parent(node).filter(|&above| self.page.stats().chars(doc, above) <= MAX_DATELINE);
            if above.is_some_and(|above| labels_other_date(&self.text_of(above))) {
                continue;
            }
            let is_date = matches!(prop, Some("datePublished" | "dateCreated"));
            if let Some(stated) = doc.attribute(node, names::DATETIME)
                && let Some(iso) = crate::metadata::stated_date(stated, self.language)
            {
                bids.dates.push(bid(iso, if is_date { 5.0 } else { 4.0 }));
            } else if let Some(iso) = self.attribute_date(node) {
                bids.dates.push(bid(iso, if is_date { 5.0 } else { 3.0 }));
            }
            if let Some(content) = doc.attribute(node, names::CONTENT) {
                match prop {
                    Some("price") => bids.prices.push(bid(content.to_owned(), 1.0)),
                    Some("author") => bids.authors.push(bid(content.to_owned(), 4.0)),
                    _ => {}
                }
            }
        }
    }

    /// A date in `title`, `content` or `data-time` (seconds since 1970) of an element.
    fn attribute_date(&self, node: NodeId) -> Option<String> {
        let doc = self.page.document();
        let stated = [names::TITLE, names::CONTENT].into_iter().filter_map(|name| doc.attribute(node, name));
        let short = stated.filter(|text| text.len() <= super::evidence::MAX_STATEMENT);
        let found = short.filter(|text| text.len() >= 8).find_map(|text| {
            says_when(text, self.language).filter(|date| date.as_bytes().get(4) == Some(&b'-'))?;
            crate::metadata::stated_date(text, self.language)
        });
        let seconds = || doc.attribute(node, self.data_time?)?.parse::<u64>().ok();
        found.or_else(|| seconds().and_then(of_seconds))
    }

    /// The name in the line in which a post says when it was written, else next to that: before it sooner than behind it.
    /// O(nodes of the record).
    pub(super) fn name_beside(&self, record: &Range<u32>, line: NodeId) -> Option<Value> {
        let pieces = self.pieces(record, &[]);
        let first = pieces.partition_point(|piece| piece.node < line);
        let end = pieces.partition_point(|piece| piece.node.0 < self.page.document().subtree_end(line));
        let beside = (first..end).chain(first.checked_sub(1)).chain([end]);
        let name = |piece: &RecordPart| {
            let text = as_name(&piece.text).filter(|_| says_when(&piece.text, self.language).is_none())?;
            Some(Value { node: piece.node, text: text.to_owned() })
        };
        beside.into_iter().filter_map(|nth| pieces.get(nth)).find_map(name)
    }

    /// The bids of the pieces of a record.
    fn bids(&self, place: usize, record: &Range<u32>, pieces: &[RecordPart], bids: &mut Bids) {
        let dates: Vec<Option<String>> =
            pieces.iter().map(|piece| says_when(&piece.text, self.language)).collect();
        // Bids come record by record.
        let has_attribute_date = bids.dates.last().is_some_and(|bid| bid.record == place);
        for (nth, piece) in pieces.iter().enumerate() {
            let named: Vec<NameEvidence> =
                self.around(piece.node, record).map(|element| self.named(element)).collect();
            let slot = self.slot(piece.node, record);
            let bid = |value: &str, evidence: f64| Bid {
                record: place,
                slot: slot.clone(),
                node: piece.node,
                value: value.to_owned(),
                evidence,
            };
            let near =
                |what: &dyn Fn(&NameEvidence) -> bool, levels: usize| named.iter().take(levels).any(what);
            if let Some(date) = &dates[nth] {
                if nth > 0 && labels_other_date(&pieces[nth - 1].text) {
                    continue;
                }
                let evidence = 1.0 + if near(&|n| n.date, 3) { 1.0 } else { 0.0 };
                let is_full = date.as_bytes().get(4) == Some(&b'-');
                bids.dates.push(bid(date, if is_full { evidence } else { evidence / 4.0 }));
                continue;
            }
            let priced = self.price(piece, record, &named);
            if let Some((node, text, evidence)) = priced {
                bids.prices.push(Bid { node, ..bid(&text, evidence) });
                continue;
            }
            let from = nth.saturating_sub(NEAR);
            let to = (nth + NEAR + 1).min(pieces.len());
            let by_date = dates[from..to].iter().any(Option::is_some) || (has_attribute_date && nth <= NEAR);
            // "edited May 1 by": not the author.
            let is_editor = pieces[from..nth].iter().any(|before| labels_other_date(&before.text));
            if let Some((name, evidence)) = self.author(piece, &named, by_date).filter(|_| !is_editor) {
                bids.authors.push(bid(name, evidence));
            }
            let href = piece.link.and_then(|link| self.address(link));
            if let Some(evidence) = title(piece, &named, href.filter(|href| self.leads_away(href))) {
                bids.titles.push(bid(&piece.text, evidence));
            }
            if let Some(href) = href
                && !href.starts_with("javascript:")
            {
                bids.links.push(bid(href, 1.0));
            }
        }
    }

    /// What speaks for a piece as the name of an author.
    fn author<'t>(
        &self,
        piece: &'t RecordPart,
        named: &[NameEvidence],
        by_date: bool,
    ) -> Option<(&'t str, f64)> {
        let name = as_name(&piece.text)?;
        let mut evidence = 0.0;
        if named.iter().any(|names| names.stated_author) {
            evidence += 4.0;
        }
        // The nearest element that says anything of authors counts.
        match named.iter().take(4).find(|names| names.author || names.not_author) {
            Some(names) if names.not_author && !names.author => evidence -= 3.0,
            Some(names) if names.author => evidence += 3.0,
            _ => {}
        }
        let href = piece.link.and_then(|link| self.address(link));
        if href.is_some_and(leads_to_account) {
            evidence += 3.0;
        }
        if introduces(&piece.text) {
            evidence += 2.0;
        }
        if by_date {
            evidence += if evidence > 0.0 { 1.0 } else { 0.5 };
        }
        (evidence > 0.0).then_some((name, evidence))
    }

    /// The price that a piece is part of: its element, its text, and what speaks for it.
    fn price(
        &self,
        piece: &RecordPart,
        record: &Range<u32>,
        named: &[NameEvidence],
    ) -> Option<(NodeId, String, f64)> {
        let doc = self.page.document();
        let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
        let whole = self
            .around(piece.node, record)
            .zip(named)
            .take_while(|&(element, _)| self.page.stats().chars(doc, element) <= MAX_PRICE)
            .filter(|&(element, names)| names.price && is_single(&self.text_of(element)))
            .last();
        let is_old = named.iter().take(3).any(|names| names.old_price);
        let worth = |evidence: f64| if is_old { evidence / 4.0 } else { evidence };
        if let Some((element, _)) = whole {
            let text = self.text_of(element);
            return (has_digit(&text))
                .then(|| (element, text.clone(), worth(if is_price(&text) { 4.0 } else { 1.5 })));
        }
        is_price(&piece.text).then(|| (piece.node, piece.text.clone(), worth(2.0)))
    }
}

/// What speaks for a piece as the title of its record.
fn title(piece: &RecordPart, named: &[NameEvidence], href: Option<&str>) -> Option<f64> {
    if piece.text.chars().filter(|c| c.is_alphanumeric()).count() < 2 {
        return None;
    }
    let is_titled = named.iter().take(3).any(|names| names.title);
    let mut evidence = 0.0;
    evidence += if piece.is_heading { 3.0 } else { 0.0 };
    evidence += if is_titled { 2.0 } else { 0.0 };
    evidence += if href.is_some() { 1.0 } else { 0.0 };
    if named.iter().take(3).any(|names| names.author || names.stated_author) {
        return None;
    }
    if evidence > 0.0 {
        evidence += LONG_TITLE_WORTH * piece.text.chars().count().min(LONG_TITLE) as f64 / LONG_TITLE as f64;
    }
    (evidence > 0.0).then_some(evidence)
}

pub(super) fn is_heading(name: NameId) -> bool {
    matches!(name, names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6)
}

fn is_heading_like(name: NameId) -> bool {
    is_heading(name) || name == names::IMG
}

/// The day of a number of seconds since 1970 began (the civil calendar by days, in 400-year cycles).
fn of_seconds(seconds: u64) -> Option<String> {
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (1990..=2100).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Reads the fields of all records of a group. O(nodes + pieces · log pieces), names of five elements a piece.
pub(super) fn read(
    reader: &RecordReader<'_, '_>,
    records: &[Range<u32>],
    nesting: &Nesting,
) -> Vec<OwnFields> {
    let doc = reader.page.document();
    let mut bids = Bids::default();
    let mut all: Vec<OwnFields> = Vec::with_capacity(records.len());
    for (place, record) in records.iter().enumerate() {
        let within = records[place + 1..].partition_point(|other| other.start < record.end);
        let inner = &records[place + 1..place + 1 + within];
        let pieces = reader.pieces(record, inner);
        reader.elements(place, record, inner, &mut bids);
        reader.bids(place, record, &pieces, &mut bids);
        let counts = reader.page.stats().range(record.clone());
        let outer = (record.start..record.end).map(NodeId).filter(|&node| doc.is_element(node)).take(OUTER);
        let is_post = outer.into_iter().any(|node| is_post(doc, node));
        all.push(OwnFields {
            words: counts.words,
            link_words: counts.link_words,
            is_post,
            ..OwnFields::default()
        });
    }
    for place in (0..records.len()).rev() {
        if let Some(parent) = nesting.parent[place] {
            let whole = reader.page.stats().range(records[place].clone());
            all[parent].words = all[parent].words.saturating_sub(whole.words);
            all[parent].link_words = all[parent].link_words.saturating_sub(whole.link_words);
        }
    }
    let count = records.len();
    let mut pick = |bids: &[Bid], varied: bool, put: &mut dyn FnMut(&mut OwnFields, &Bid)| {
        for (own, choice) in all.iter_mut().zip(choose(bids, count, varied)) {
            if let Some(place) = choice {
                put(own, &bids[place]);
            }
        }
    };
    let value = |bid: &Bid| Some(Value { node: bid.node, text: bid.value.clone() });
    pick(&bids.authors, true, &mut |own, bid| {
        own.is_signed = bid.evidence >= SIGNED;
        own.fields.author = value(bid);
    });
    pick(&bids.dates, false, &mut |own, bid| own.fields.date = value(bid));
    pick(&bids.prices, false, &mut |own, bid| own.fields.price = value(bid));
    pick(&bids.images, true, &mut |own, bid| own.fields.image = value(bid));
    pick(&bids.titles, true, &mut |own, bid| {
        let is_author =
            own.is_signed && own.fields.author.as_ref().is_some_and(|author| author.node == bid.node);
        own.fields.title = value(bid).filter(|_| !is_author);
        own.is_titled = bid.evidence >= TITLED;
        // What stands beside a date is the title sooner than an author.
        if !own.is_signed && own.fields.author.as_ref().is_some_and(|author| author.node == bid.node) {
            own.fields.author = None;
        }
    });
    link(reader, &bids.links, &mut all);
    all
}

/// Where records lead: their titles' links, else the first one that leads to another page.
fn link(reader: &RecordReader<'_, '_>, links: &[Bid], records: &mut [OwnFields]) {
    for (is_title, bid) in [true, false].into_iter().flat_map(|sort| links.iter().map(move |bid| (sort, bid)))
    {
        let own = &mut records[bid.record];
        let of_title = own.fields.title.as_ref().is_some_and(|title| title.node == bid.node);
        let leads_away = reader.leads_away(&bid.value);
        let fits = if is_title { of_title } else { leads_away && own.is_titled };
        if fits && own.fields.link.is_none() {
            own.leads_away = leads_away;
            let address = reader.addresses.resolve(&bid.value);
            own.fields.link = address.map(|text| Value { node: bid.node, text });
        }
    }
}

/// An address up to the end of its path.
fn path_of(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/')
}

/// Makes the fields of an entry of those of a record: what only stands beside its date is no author.
pub(super) fn as_entry(own: &mut OwnFields) {
    if !own.is_signed {
        own.fields.author = None;
    }
}

/// Makes the fields of a post of those of a record: it has no title but a heading, and its link is that of its date.
pub(super) fn as_post(reader: &RecordReader<'_, '_>, own: &mut OwnFields) {
    let doc = reader.page.document();
    if !own.is_titled {
        own.fields.title = None;
    }
    let link = own.fields.date.as_ref().and_then(|date| {
        let around = std::iter::once(date.node).chain(doc.ancestors(date.node)).take(3);
        let node = around.into_iter().find(|&node| doc.name(node) == names::A)?;
        let text = reader.addresses.resolve(reader.address(node)?)?;
        Some(Value { node, text })
    });
    // The heading of a post leads to the post.
    let of_title = own.fields.link.take().filter(|_| own.is_titled && !own.leads_away);
    own.fields.link = link.or(of_title);
}
