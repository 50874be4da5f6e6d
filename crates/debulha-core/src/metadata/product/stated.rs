//! What the page states of the one product that it sells.

use crate::metadata::items::{DataItem, Items, same};
use crate::metadata::site_name;
use crate::metadata::sources::{DeclaredMetadata, MetadataSources};
use crate::metadata::text::without_tags;
use crate::metadata::title::without_site;
use crate::page::Page;
use debulha_dom::NodeId;
use serde_json::{Map, Value};

/// Types of a thing that is sold.
const TYPES: [&str; 5] = ["Product", "ProductGroup", "ProductModel", "IndividualProduct", "SomeProducts"];

/// Properties of schema.org with one short value that a specification has.
#[rustfmt::skip]
pub(in crate::metadata) const PROPERTIES: [&str; 15] = [
    "brand", "manufacturer", "model", "sku", "mpn", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "color",
    "material", "size", "pattern",
];

/// Properties under which offers stand, of a product or of an offer.
const OFFERS: [&str; 3] = ["offers", "hasVariant", "priceSpecification"];

/// Maximum depth at which a price is read: variants in a list, each with an offer that has a specification, take
/// three steps. References may go round.
const MAX_OFFER_DEPTH: usize = 4;

/// Maximum offers of a list that are looked at: the first with a price decides, and with references each may cost as
/// much as the list again.
const MAX_OFFERS: usize = 16;

/// Maximum names and values of a product. A specification that people read has fewer; more is a catalogue, or
/// hostile.
const MAX_PROPERTIES: usize = 200;

/// A product as its page states it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StatedProduct {
    /// The element that states it.
    pub(crate) node: NodeId,
    pub(crate) name: String,
    /// Whether it states an offer. Pages of services call themselves products for the sake of their ratings alone.
    pub(crate) is_offered: bool,
    /// Amount and currency of the first offer, as `19.99 EUR`.
    pub(crate) price: Option<String>,
    /// Absolute where the page's address is known.
    pub(crate) image: Option<String>,
    /// Names, as the page or schema.org has them, and values.
    pub(crate) properties: Vec<(String, String)>,
}

/// The product that the page is about; `None` where it states none, or several. O(nodes + declared values).
pub(crate) fn stated(page: &Page<'_>) -> Option<StatedProduct> {
    let declared = DeclaredMetadata::collect(page);
    let sources = MetadataSources::new(page, &declared);
    let mut products = sources.about.iter().filter(|item| TYPES.iter().any(|name| item.is_a(name)));
    let product = *products.next()?;
    let site_name = site_name::field(&sources);
    let site = site_name::spellings(&site_name, sources.host().as_deref());
    let name_of = |item: &DataItem| {
        let name = without_tags(sources.items.texts(item, "name").first()?);
        Some(without_site(&name, &site).to_owned())
    };
    let name = name_of(product)?;
    // Notations and variants may say the same once more.
    if products.any(|other| name_of(other).is_some_and(|other| !same(&name, &other))) {
        return None;
    }
    let offers: Vec<&Value> = OFFERS.iter().filter_map(|key| product.properties.get(*key)).collect();
    let price = offers.iter().find_map(|value| price_at(sources.items, value, 0));
    let image = sources.links_of_item(product, &["image"]).into_iter().next();
    let image = image.map(|candidate| candidate.value);
    let properties = properties(&sources, product);
    Some(StatedProduct { node: product.node, name, is_offered: !offers.is_empty(), price, image, properties })
}

/// Amount and currency of the first offer at a value.
fn price_at(items: &Items, value: &Value, depth: usize) -> Option<String> {
    match value {
        _ if depth == MAX_OFFER_DEPTH => None,
        Value::Array(values) => {
            values.iter().take(MAX_OFFERS).find_map(|value| price_at(items, value, depth + 1))
        }
        Value::Object(offer) => {
            let offer = items.referred(offer);
            let mut inner = OFFERS.iter().filter_map(|key| offer.get(*key));
            own_price(items, offer).or_else(|| inner.find_map(|value| price_at(items, value, depth + 1)))
        }
        _ => None,
    }
}

fn own_price(items: &Items, offer: &Map<String, Value>) -> Option<String> {
    let text = |key: &str| items.texts_at(offer.get(key)?).into_iter().next();
    let amount = text("price").or_else(|| text("lowPrice"))?;
    Some(match text("priceCurrency") {
        Some(currency) => format!("{amount} {currency}"),
        None => amount,
    })
}

fn properties(sources: &MetadataSources<'_, '_>, product: &DataItem) -> Vec<(String, String)> {
    let own = PROPERTIES.iter().filter_map(|name| {
        let value = sources.items.texts(product, name).into_iter().next()?;
        Some(((*name).to_owned(), value))
    });
    let more = match product.properties.get("additionalProperty") {
        Some(Value::Array(values)) => values.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let more = more.iter().filter_map(|pair| {
        let pair = sources.items.referred(pair.as_object()?);
        let of = |key: &str| sources.items.texts_at(pair.get(key)?).into_iter().next();
        Some((of("name")?, of("value")?))
    });
    own.chain(more).take(MAX_PROPERTIES).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn of(json: &str) -> Option<StatedProduct> {
        let html = format!("<script type=application/ld+json>{json}</script><h1>Rye</h1>");
        stated(&Page::new(&parse(&html, &Limits::default()).document))
    }

    #[test]
    fn a_product_has_its_first_offer_and_its_properties() {
        let product =
            of(r#"{"@type": "Product", "name": "Rye &amp; oats", "brand": {"name": "Barn"}, "sku": 12,
            "offers": [{"@type": "AggregateOffer", "lowPrice": ["9.80"], "priceCurrency": "EUR"}],
            "additionalProperty": [{"name": "Weight", "value": "1 kg"}, {"name": "Empty"}]}"#)
            .unwrap();
        assert_eq!(product.name, "Rye & oats");
        assert_eq!(product.price.as_deref(), Some("9.80 EUR"));
        let pairs = [("brand", "Barn"), ("sku", "12"), ("Weight", "1 kg")];
        assert_eq!(product.properties, pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn a_group_has_the_price_of_a_variant() {
        let product = of(
            r#"{"@type": "ProductGroup", "name": "Rye", "hasVariant": [{"@type": "Product", "name": "Rye, 1 kg",
            "offers": {"priceSpecification": {"price": 9.5, "priceCurrency": "EUR"}}}]}"#,
        );
        assert_eq!(product.unwrap().price.as_deref(), Some("9.5 EUR"));
    }

    #[test]
    fn a_rating_is_no_offer() {
        let product = of(r#"{"@type": "Product", "name": "Rye", "aggregateRating": {"ratingValue": 5}}"#);
        assert!(!product.unwrap().is_offered);
    }

    #[test]
    fn microdata_are_read_like_json() {
        let html = "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop=name>Rye</h1><b itemprop=sku>12</b>
            <p itemprop=offers itemscope itemtype='https://schema.org/Offer'>
            <meta itemprop=priceCurrency content=EUR><b itemprop=price>9.80</b></p>
            <p itemprop=additionalProperty itemscope itemtype='https://schema.org/PropertyValue'>
            <b itemprop=name>Weight</b> <i itemprop=value>1 kg</i></p></div>";
        let product = stated(&Page::new(&parse(html, &Limits::default()).document)).unwrap();
        assert_eq!(product.price.as_deref(), Some("9.80 EUR"));
        let pairs = [("sku", "12"), ("Weight", "1 kg")];
        assert_eq!(product.properties, pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn several_products_are_none() {
        let named = |name: &str| format!(r#"{{"@type": "Product", "name": "{name}"}}"#);
        assert_eq!(of(&format!("[{}, {}]", named("Rye"), named("Oats"))), None);
        assert!(of(&format!("[{}, {}]", named("Rye"), named("RYE"))).is_some());
        assert_eq!(of(r#"{"@type": "Article", "name": "Rye"}"#), None);
        assert_eq!(
            of(r#"{"@type": "ItemList", "itemListElement": [{"@type": "Product", "name": "Rye"}]}"#),
            None
        );
    }

    #[test]
    fn offers_and_properties_are_followed_within_limits() {
        let offered = |offers: &str| {
            let json = format!(r#"{{"@type": "Product", "name": "Rye", "offers": {offers}}}"#);
            of(&json).unwrap().price.is_some()
        };
        for (more, is_read) in [(0, true), (1, false)] {
            let levels = MAX_OFFER_DEPTH - 1 + more;
            let nested = format!("{}{{\"price\": 9}}{}", "[".repeat(levels), "]".repeat(levels));
            assert_eq!(offered(&nested), is_read, "{more} levels");
            let list = format!("[{}{{\"price\": 9}}]", "{},".repeat(MAX_OFFERS - 1 + more));
            assert_eq!(offered(&list), is_read, "{more} offers");
            let pairs = vec![r#"{"name": "a", "value": "b"}"#; MAX_PROPERTIES + more].join(",");
            let json = format!(r#"{{"@type": "Product", "name": "Rye", "additionalProperty": [{pairs}]}}"#);
            assert_eq!(of(&json).unwrap().properties.len(), MAX_PROPERTIES);
        }
    }
}
