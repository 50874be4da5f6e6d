//! The product that structured data describe, its variants and offers.

use super::{Locale, ProductOffer, amount, availability, codes};
use crate::metadata::MetadataSources;
use crate::metadata::items::{DataItem, Syntax, plain_address};
use crate::metadata::text::{clean, folded, without_tags};
use debulha_dom::{Document, NodeId};
use serde_json::{Map, Value};
use std::ops::Range;

/// Products of a page that are compared with its title; pages with more are listings.
const MAX_PRODUCTS: usize = 64;

/// Offers that are kept of a product: a shirt in ten sizes and six colours.
pub(super) const MAX_OFFERS: usize = 64;

/// Values that are looked at for offers: references may go round.
const MAX_OFFER_STEPS: usize = 512;

/// Offers, variants and lists of them that are followed to a price.
const MAX_OFFER_DEPTH: usize = 6;

/// Types of a thing that is sold; any case.
#[rustfmt::skip]
const SOLD: [&str; 8] = [
    "Product", "ProductGroup", "ProductModel", "IndividualProduct", "SomeProducts", "Vehicle", "Car", "Offer",
];

/// Types of works that are products where they state an offer.
#[rustfmt::skip]
const SOLD_IF_OFFERED: [&str; 9] = [
    "Book", "Game", "VideoGame", "Movie", "MusicAlbum", "Audiobook", "CreativeWork", "VisualArtwork", "Drug",
];

/// Properties under which a thing names the product that it is about.
const ABOUT: [&str; 3] = ["itemReviewed", "itemOffered", "mainEntity"];

/// Properties under which offers stand, of a product or of an offer.
const OFFERS: [&str; 4] = ["offers", "hasVariant", "priceSpecification", "model"];

/// Price types of `priceSpecification` that are not what the product costs.
const OTHER_PRICE_TYPES: [&str; 5] =
    ["ListPrice", "StrikethroughPrice", "SRP", "MSRP", "MinimumAdvertisedPrice"];

/// What one notation states of the page's product. The lists have the best value first.
#[derive(Debug)]
pub(super) struct DeclaredProduct {
    pub(super) syntax: &'static str,
    /// The element that states it.
    pub(super) node: NodeId,
    /// Whether it states an offer. Pages of services call themselves products for the sake of their ratings alone.
    pub(super) is_offered: bool,
    pub(super) names: Vec<(String, &'static str)>,
    pub(super) brands: Vec<(String, &'static str)>,
    pub(super) skus: Vec<(String, &'static str)>,
    pub(super) gtins: Vec<(String, &'static str)>,
    pub(super) mpns: Vec<(String, &'static str)>,
    pub(super) ratings: Vec<(String, &'static str)>,
    /// The selected offer first.
    pub(super) offers: Vec<ProductOffer>,
    /// URL of the first image, absolute where the page's URL is known.
    pub(super) image: Option<String>,
    /// Further names and values of its specification, at most [`MAX_DETAILS`].
    pub(super) details: Vec<(String, String)>,
}

/// Properties of schema.org with one short value that a specification has besides brand and codes.
pub(in crate::metadata) const DETAILS: [&str; 5] = ["model", "color", "material", "size", "pattern"];

/// Maximum further names and values of a product. A specification that people read has fewer; more is a catalogue, or
/// hostile.
pub(super) const MAX_DETAILS: usize = 200;

/// A product among a page's things.
struct Described<'a> {
    item: &'a Map<String, Value>,
    /// Nodes of the element that states it.
    nodes: Range<u32>,
    name: Option<String>,
}

/// What each notation states of the page's product, JSON-LD first; those that state none, or only others, are left out.
/// `titles` are the folded titles and headings of the page. O(things · titles + offers).
pub(super) fn products(
    sources: &MetadataSources<'_, '_>,
    titles: &[String],
    locale: Locale<'_>,
) -> Vec<DeclaredProduct> {
    let notations = [Syntax::JsonLd, Syntax::Microdata, Syntax::Rdfa];
    notations.into_iter().filter_map(|syntax| of_notation(sources, syntax, titles, locale)).collect()
}

fn of_notation(
    sources: &MetadataSources<'_, '_>,
    syntax: Syntax,
    titles: &[String],
    locale: Locale<'_>,
) -> Option<DeclaredProduct> {
    let described = described(sources, syntax);
    let addresses = sources.addresses();
    let is_here = |product: &Described<'_>| {
        let urls = product.item.get("url").map(|value| sources.items.links_at(value)).unwrap_or_default();
        let urls: Vec<String> = urls.iter().filter_map(|url| sources.absolute(url)).collect();
        urls.iter().any(|url| addresses.contains(&plain_address(url)))
    };
    let is_title = |product: &Described<'_>| {
        product.name.as_ref().is_some_and(|name| titles.iter().any(|title| says_same(title, name)))
    };
    let mut names: Vec<&str> = described.iter().filter_map(|product| product.name.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let is_only = names.len() <= 1;
    let rank = |product: &Described<'_>| (!is_title(product), !is_here(product), !states_offer(product.item));
    let main = described.iter().min_by_key(|product| rank(product))?;
    if !is_only && !is_title(main) && !is_here(main) {
        return None;
    }
    let same_name = |product: &&Described<'_>| match (&product.name, &main.name) {
        (Some(name), Some(of_main)) => name == of_main,
        _ => std::ptr::eq::<Map<_, _>>(product.item, main.item),
    };
    let mut parts: Vec<&Described<'_>> = described.iter().filter(same_name).collect();
    parts.sort_by_key(|product| rank(product));
    let found = read(sources, syntax, &parts, locale);
    let is_sold = !found.offers.is_empty()
        || !found.skus.is_empty()
        || !found.gtins.is_empty()
        || !found.mpns.is_empty();
    is_sold.then_some(found)
}

/// Whether two folded texts name the same: one is the other, or a longer text that has it.
fn says_same(title: &str, name: &str) -> bool {
    if title == name {
        return true;
    }
    let (short, long) = if title.len() < name.len() { (title, name) } else { (name, title) };
    short.len() >= MIN_NAME_BYTES && long.contains(short)
}

/// Bytes of a name that may be part of a title by no chance.
const MIN_NAME_BYTES: usize = 6;

/// The products of a notation that are not inside of another one, in order of the page.
fn described<'a>(sources: &MetadataSources<'a, '_>, syntax: Syntax) -> Vec<Described<'a>> {
    let doc = sources.page.document();
    let mut found: Vec<Described<'a>> = Vec::new();
    let own = sources.items.all().iter().filter(|item| item.syntax == syntax);
    for item in own {
        let is_inside = syntax != Syntax::JsonLd
            && found.last().is_some_and(|around| {
                around.nodes.contains(&item.node.0) && item.node.0 > around.nodes.start
            });
        if found.len() == MAX_PRODUCTS {
            break;
        }
        if is_inside {
            continue;
        }
        let nodes = item.node.0..doc.subtree_end(item.node);
        let mut add = |object: &'a Map<String, Value>| {
            let name = object.get("name").and_then(|value| sources.items.texts_at(value).into_iter().next());
            let name = name.map(|name| folded(&without_tags(&name))).filter(|name| !name.is_empty());
            found.push(Described { item: object, nodes: nodes.clone(), name });
        };
        if is_sold(&item.types, &item.properties) || is_loose_price(item) {
            add(&item.properties);
        }
        for key in ABOUT {
            if let Some(Value::Object(object)) = item.properties.get(key)
                && is_sold(&types_of(object), object)
            {
                add(object);
            }
        }
    }
    found
}

/// Microdata of a price without a thing around them.
fn is_loose_price(item: &DataItem) -> bool {
    item.types.is_empty() && item.properties.contains_key("price") && !item.properties["price"].is_array()
}

fn types_of(object: &Map<String, Value>) -> Vec<String> {
    let types = match object.get("@type") {
        Some(Value::Array(types)) => types.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    types
        .iter()
        .filter_map(Value::as_str)
        .map(|name| crate::metadata::items::local_name(name).to_owned())
        .collect()
}

fn is_sold(types: &[String], object: &Map<String, Value>) -> bool {
    let is_any =
        |names: &[&str]| types.iter().any(|have| names.iter().any(|name| have.eq_ignore_ascii_case(name)));
    // An offer is a product only where it names what it offers; one inside of a product is read with that.
    let is_offer = is_any(&["Offer"]);
    is_any(&SOLD) && (!is_offer || object.contains_key("name"))
        || is_any(&SOLD_IF_OFFERED) && object.contains_key("offers")
}

fn states_offer(object: &Map<String, Value>) -> bool {
    OFFERS.iter().chain(&["price", "lowPrice"]).any(|key| object.contains_key(*key))
}

fn read(
    sources: &MetadataSources<'_, '_>,
    syntax: Syntax,
    parts: &[&Described<'_>],
    locale: Locale<'_>,
) -> DeclaredProduct {
    let mut found = DeclaredProduct {
        syntax: syntax.id(),
        node: parts.first().map_or(Document::ROOT, |part| NodeId(part.nodes.start)),
        is_offered: parts.iter().any(|part| states_offer(part.item)),
        names: Vec::new(),
        brands: Vec::new(),
        skus: Vec::new(),
        gtins: Vec::new(),
        mpns: Vec::new(),
        ratings: Vec::new(),
        offers: Vec::new(),
        image: None,
        details: Vec::new(),
    };
    for part in parts {
        let texts =
            |key: &str| part.item.get(key).map(|value| sources.items.texts_at(value)).unwrap_or_default();
        let all = |keys: &[&'static str]| -> Vec<(String, &'static str)> {
            keys.iter().flat_map(|&key| texts(key).into_iter().map(move |value| (value, key))).collect()
        };
        let coded = |keys: &[&'static str]| {
            all(keys)
                .into_iter()
                .filter_map(|(value, key)| Some((codes::stated(&value)?, key)))
                .collect::<Vec<_>>()
        };
        found.names.extend(all(&["name"]).into_iter().map(|(name, key)| (without_tags(&name), key)));
        found
            .brands
            .extend(all(&["brand", "manufacturer"]).into_iter().map(|(name, key)| (clean(&name), key)));
        found.skus.extend(coded(&["sku", "productID", "productId", "identifier"]));
        found.mpns.extend(coded(&["mpn"]));
        let gtins = all(&["gtin", "gtin13", "gtin14", "gtin12", "gtin8", "ean", "isbn"]);
        found.gtins.extend(gtins.into_iter().filter_map(|(value, key)| Some((codes::gtin(&value)?, key))));
        found.ratings.extend(rating(sources, part.item).map(|rating| (rating, "aggregateRating")));
        offers(sources, part.item, locale, &mut found.offers);
        if found.image.is_none() {
            let images =
                part.item.get("image").map(|value| sources.items.links_at(value)).unwrap_or_default();
            found.image = images.iter().find_map(|image| sources.absolute(image));
        }
        if found.details.is_empty() {
            found.details = details(sources, part.item);
        }
    }
    select_offer(sources, &mut found.offers);
    found
}

/// The values of [`DETAILS`], and the pairs of `additionalProperty`.
fn details(sources: &MetadataSources<'_, '_>, product: &Map<String, Value>) -> Vec<(String, String)> {
    let text =
        |object: &Map<String, Value>, key: &str| sources.items.texts_at(object.get(key)?).into_iter().next();
    let own = DETAILS.iter().filter_map(|name| Some(((*name).to_owned(), text(product, name)?)));
    let more = match product.get("additionalProperty") {
        Some(Value::Array(values)) => values.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let more = more.iter().filter_map(|pair| {
        let pair = sources.items.referred(pair.as_object()?);
        Some((text(pair, "name")?, text(pair, "value")?))
    });
    own.chain(more).take(MAX_DETAILS).collect()
}

/// The mean rating on a scale to 5.
fn rating(sources: &MetadataSources<'_, '_>, product: &Map<String, Value>) -> Option<String> {
    let rating = match product.get("aggregateRating")? {
        Value::Array(ratings) => ratings.first()?.as_object()?,
        one => one.as_object()?,
    };
    let rating = sources.items.referred(rating);
    let number = |key: &str| -> Option<f64> {
        let text = sources.items.texts_at(rating.get(key)?).into_iter().next()?;
        text.trim().replace(',', ".").parse().ok()
    };
    on_five(number("ratingValue")?, number("bestRating").unwrap_or(FIVE))
}

/// The scale of ratings.
const FIVE: f64 = 5.0;

/// A rating of a scale to `best` on the one to 5, with two decimals at most; `None` for what is outside of it.
pub(super) fn on_five(value: f64, best: f64) -> Option<String> {
    // A page that states 96 without its scale means per cent; there is no telling 8 of 10 from an error.
    let scaled = (best > 0.0 && value > 0.0 && value <= best).then(|| value / best * FIVE)?;
    let text = format!("{scaled:.2}");
    Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// Adds the offers of a product, of its variants and of lists of them.
fn offers(
    sources: &MetadataSources<'_, '_>,
    product: &Map<String, Value>,
    locale: Locale<'_>,
    found: &mut Vec<ProductOffer>,
) {
    let items = sources.items;
    let mut pending: Vec<(&Map<String, Value>, ProductOffer, usize)> =
        vec![(product, ProductOffer::default(), 0)];
    let mut steps = 0;
    while let Some((object, around, depth)) = pending.pop() {
        steps += 1;
        if steps > MAX_OFFER_STEPS || found.len() >= MAX_OFFERS {
            return;
        }
        let text = |key: &str| items.texts_at(object.get(key)?).into_iter().next();
        let mut offer = around;
        if depth > 0 {
            offer.name = text("name").map(|name| without_tags(&name)).or(offer.name);
            offer.sku = text("sku").and_then(|sku| codes::stated(&sku)).or(offer.sku);
        }
        let link = |key: &str| items.links_at(object.get(key)?).into_iter().next();
        offer.url = link("url").and_then(|url| sources.absolute(&url)).or(offer.url);
        let currency = text("priceCurrency").and_then(|code| amount::currency(&code, locale));
        offer.currency = currency.map(str::to_owned).or(offer.currency);
        let stated = link("availability").or_else(|| text("availability"));
        offer.availability =
            stated.and_then(|value| availability::stated(&value)).map(str::to_owned).or(offer.availability);
        let is_other =
            text("priceType").is_some_and(|kind| OTHER_PRICE_TYPES.iter().any(|other| kind.ends_with(other)));
        let price = ["price", "lowPrice"].iter().find_map(|key| amount::stated(&text(key)?));
        let nested: Vec<&Map<String, Value>> = if depth < MAX_OFFER_DEPTH {
            OFFERS
                .iter()
                .filter_map(|key| object.get(*key))
                .flat_map(objects)
                .map(|object| items.referred(object))
                .collect()
        } else {
            Vec::new()
        };
        if let Some(price) = price.filter(|_| !is_other) {
            let shown = text("price").and_then(|price| amount::currency_in(&price, locale));
            offer.currency = offer.currency.or_else(|| shown.map(str::to_owned));
            offer.price = Some(amount::with_decimals(&price, offer.currency.as_deref()));
            found.push(offer);
        } else if nested.is_empty() && !is_other && depth > 0 && offer.availability.is_some() {
            found.push(offer);
        } else {
            pending.extend(
                nested.into_iter().rev().take(MAX_OFFERS).map(|object| (object, offer.clone(), depth + 1)),
            );
        }
    }
}

fn objects(value: &Value) -> impl DoubleEndedIterator<Item = &Map<String, Value>> {
    let values = match value {
        Value::Array(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    values.iter().take(MAX_OFFERS).filter_map(Value::as_object)
}

/// Puts the offer first that the page's URL selects, else the cheapest one that can be had, else the cheapest.
fn select_offer(sources: &MetadataSources<'_, '_>, offers: &mut [ProductOffer]) {
    let own: Vec<String> = sources.own_addresses().filter_map(|address| sources.absolute(address)).collect();
    let is_selected = |offer: &ProductOffer| {
        let by_url = offer.url.as_ref().is_some_and(|url| url.contains('?') && own.contains(url));
        let in_query = |sku: &String| {
            let mut queries = own.iter().filter_map(|url| url.split_once('?'));
            queries.any(|(_, query)| query.split(['&', '=']).any(|part| part == sku))
        };
        by_url || offer.sku.as_ref().is_some_and(in_query)
    };
    let amount = |offer: &ProductOffer| {
        offer.price.as_ref().and_then(|price| price.parse::<f64>().ok()).unwrap_or(f64::MAX)
    };
    let place = |offers: &[ProductOffer]| {
        let rank = |offer: &ProductOffer| {
            let can_be_had = offer.availability.as_deref().is_none_or(availability::can_be_had);
            (!is_selected(offer), !can_be_had, amount(offer))
        };
        let ranked = offers.iter().map(rank).enumerate();
        ranked
            .min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal))
            .map(|(place, _)| place)
    };
    if let Some(best) = place(offers) {
        offers[..=best].rotate_right(1);
    }
}
