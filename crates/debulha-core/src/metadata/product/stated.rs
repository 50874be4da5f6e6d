//! The product that structured data state, for the record of a page that sells it.

use super::declared;
use super::{Locale, ProductOffer};
use crate::metadata::sources::{DeclaredMetadata, MetadataSources};
use crate::metadata::title::without_site;
use crate::metadata::{language, site_name, title};
use crate::page::Page;
use debulha_dom::NodeId;

/// A product as its page states it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StatedProduct {
    /// The element that states it.
    pub(crate) node: NodeId,
    pub(crate) name: String,
    /// Whether it states an offer.
    pub(crate) is_offered: bool,
    /// Amount and currency of the first offer, as `19.99 EUR`.
    pub(crate) price: Option<String>,
    /// Absolute where the page's address is known.
    pub(crate) image: Option<String>,
    /// Names and values: brand and codes as in metadata, others as the page has them.
    pub(crate) properties: Vec<(String, String)>,
}

/// The product that the page is about; `None` where structured data state none, or only others. O(nodes + declared
/// values).
pub(crate) fn stated(page: &Page<'_>) -> Option<StatedProduct> {
    let declared = DeclaredMetadata::collect(page);
    let sources = MetadataSources::new(page, &declared);
    let site_name = site_name::field(&sources);
    let host = sources.host();
    let mut site = site_name::spellings(&site_name, host.as_deref());
    let titles = super::own_titles(&title::field(&sources, &site_name, &mut site));
    let language = language::field(&sources);
    let locale = Locale::of(host.as_deref(), &language);
    let product = declared::products(&sources, &titles, locale).into_iter().next()?;
    let (name, _) = product.names.first()?;
    let codes = [
        ("brand", &product.brands),
        ("sku", &product.skus),
        ("gtin", &product.gtins),
        ("mpn", &product.mpns),
    ];
    let codes =
        codes.into_iter().filter_map(|(name, values)| Some((name.to_owned(), values.first()?.0.clone())));
    Some(StatedProduct {
        node: product.node,
        name: without_site(name, &site).to_owned(),
        is_offered: product.is_offered,
        price: product.offers.first().and_then(price),
        image: product.image,
        properties: codes.chain(product.details).collect(),
    })
}

/// Amount and currency of an offer.
fn price(offer: &ProductOffer) -> Option<String> {
    let amount = offer.price.as_deref()?;
    Some(offer.currency.as_ref().map_or(amount.to_owned(), |currency| format!("{amount} {currency}")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::metadata::product::declared::MAX_DETAILS;
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
        assert_eq!(product.unwrap().price.as_deref(), Some("9.50 EUR"));
    }

    #[test]
    fn a_rating_is_no_offer() {
        let product =
            of(r#"{"@type": "Product", "name": "Rye", "sku": "12", "aggregateRating": {"ratingValue": 5}}"#);
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
    fn of_several_products_the_one_of_the_title_counts() {
        let named = |name: &str| format!(r#"{{"@type": "Product", "name": "{name}", "sku": "{name}1"}}"#);
        assert_eq!(of(&format!("[{}, {}]", named("Oats"), named("Rye"))).unwrap().name, "Rye");
        assert_eq!(of(&format!("[{}, {}]", named("Oats"), named("Wheat"))), None);
        assert!(of(&format!("[{}, {}]", named("Rye"), named("RYE"))).is_some());
        assert_eq!(of(r#"{"@type": "Article", "name": "Rye"}"#), None);
        let listed = named("Rye");
        assert_eq!(of(&format!(r#"{{"@type": "ItemList", "itemListElement": [{listed}]}}"#)), None);
    }

    #[test]
    fn details_are_read_up_to_their_limit() {
        for count in [MAX_DETAILS, MAX_DETAILS + 1] {
            let pairs = vec![r#"{"name": "a", "value": "b"}"#; count].join(",");
            let json = format!(
                r#"{{"@type": "Product", "name": "Rye", "offers": {{"price": 9}}, "additionalProperty": [{pairs}]}}"#
            );
            assert_eq!(of(&json).unwrap().properties.len(), MAX_DETAILS);
        }
    }
}
