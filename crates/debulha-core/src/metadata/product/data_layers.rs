//! Products in the data of scripts: `dataLayer.push({…})`, the state of a framework, a shop's own variables.
//!
//! Objects are found by shape, as [payloads](crate::features::payloads) are: one that has a price, and a name or a code. Scripts are read
//! once, without building values; what is not data (functions, comments) opens and closes objects that hold nothing.

use super::amount;
use crate::metadata::text::{clean, resolve_entities};
use debulha_dom::{Document, names};
use memchr::memmem;
use std::ops::Range;

/// Bytes of scripts that are read of one page. Shops' states reach 1 MiB.
const MAX_SCRIPT_BYTES: usize = 4 << 20;

/// Products of scripts that are kept: a page of a listing has some hundred.
const MAX_PRODUCTS: usize = 512;

/// Objects inside of objects that are followed; deeper ones are read as part of the last level.
const MAX_DEPTH: usize = 64;

/// Bytes of a value; longer ones are texts.
const MAX_VALUE: usize = 300;

/// A product of a script's data.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct LayerProduct {
    pub(super) name: Option<String>,
    pub(super) sku: Option<String>,
    /// An identifier that need not be the code that readers see.
    pub(super) id: Option<String>,
    pub(super) brand: Option<String>,
    pub(super) gtin: Option<String>,
    pub(super) mpn: Option<String>,
    /// As it stands; whole numbers may be in hundredths.
    pub(super) price: Option<String>,
    pub(super) currency: Option<String>,
    pub(super) availability: Option<String>,
}

/// A property that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    Name,
    Sku,
    Id,
    Brand,
    Gtin,
    Mpn,
    Price,
    /// The amount of an object that is a price.
    Amount,
    Currency,
    Availability,
    /// An object or list whose price is that of what it is in.
    Offers,
}

/// Keys by which scripts name properties, without case and signs.
#[rustfmt::skip]
const KEYS: [(&str, Property); 58] = [
    ("name", Property::Name), ("title", Property::Name), ("productname", Property::Name), ("itemname", Property::Name),
    ("producttitle", Property::Name), ("displayname", Property::Name),
    ("sku", Property::Sku), ("productsku", Property::Sku), ("itemsku", Property::Sku), ("skuid", Property::Sku),
    ("articlenumber", Property::Sku), ("productcode", Property::Sku), ("productnumber", Property::Sku), ("itemnumber", Property::Sku),
    ("id", Property::Id), ("productid", Property::Id), ("itemid", Property::Id), ("pid", Property::Id), ("prodid", Property::Id),
    ("brand", Property::Brand), ("itembrand", Property::Brand), ("productbrand", Property::Brand), ("brandname", Property::Brand),
    ("manufacturer", Property::Brand), ("vendor", Property::Brand),
    ("gtin", Property::Gtin), ("gtin13", Property::Gtin), ("ean", Property::Gtin), ("ean13", Property::Gtin), ("upc", Property::Gtin),
    ("isbn", Property::Gtin), ("barcode", Property::Gtin),
    ("mpn", Property::Mpn), ("manufacturerpartnumber", Property::Mpn),
    ("price", Property::Price), ("saleprice", Property::Price), ("currentprice", Property::Price), ("finalprice", Property::Price),
    ("itemprice", Property::Price), ("productprice", Property::Price), ("sellingprice", Property::Price), ("unitprice", Property::Price),
    ("pricevalue", Property::Price), ("prices", Property::Price),
    ("value", Property::Amount), ("amount", Property::Amount), ("current", Property::Amount), ("raw", Property::Amount),
    ("currency", Property::Currency), ("currencycode", Property::Currency), ("pricecurrency", Property::Currency),
    ("currencyiso", Property::Currency),
    ("availability", Property::Availability), ("stockstatus", Property::Availability), ("instock", Property::Availability),
    ("offers", Property::Offers), ("variants", Property::Offers), ("pricing", Property::Offers),
];

/// An object or a list that is open.
#[derive(Default)]
struct Level {
    is_list: bool,
    /// What the object is to the one around it.
    is: Option<Property>,
    /// The property whose value comes next.
    next: Option<Property>,
    product: LayerProduct,
    amount: Option<String>,
    offered: Option<String>,
}

/// The products in a page's scripts, JSON-LD aside, in order. O(bytes of scripts).
pub(super) fn products(doc: &Document) -> Vec<LayerProduct> {
    let mut found = Vec::new();
    let mut left = MAX_SCRIPT_BYTES;
    for script in doc.elements_named(names::SCRIPT) {
        let media = doc.attribute(script, names::TYPE).unwrap_or_default();
        if media.trim().to_ascii_lowercase().starts_with("application/ld+json") {
            continue;
        }
        let text = doc.text_content(script);
        if text.len() > left || found.len() >= MAX_PRODUCTS {
            break;
        }
        left -= text.len();
        // Keys are `price`, `salePrice`, `item_price` and the like.
        let has_price = memmem::find(text.as_bytes(), b"rice").is_some();
        if has_price {
            read(&text, &mut found);
        }
    }
    found
}

/// Adds the products of a script.
fn read(text: &str, found: &mut Vec<LayerProduct>) {
    let bytes = text.as_bytes();
    let mut open: Vec<Level> = vec![Level::default()];
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if found.len() >= MAX_PRODUCTS {
            return;
        }
        at += 1;
        match byte {
            b'{' | b'[' if open.len() < MAX_DEPTH => {
                let around = open.last();
                let is = around.and_then(|around| if around.is_list { around.is } else { around.next });
                open.push(Level { is_list: byte == b'[', is, ..Level::default() });
            }
            b'}' | b']' => {
                if open.len() > 1
                    && let Some(level) = open.pop()
                {
                    close(level, open.last_mut(), found);
                }
            }
            b'"' | b'\'' => {
                let end = string_end(bytes, at, byte);
                let literal = at..end.min(bytes.len());
                at = (end + 1).min(bytes.len());
                value(text, literal, at, &mut open);
            }
            b',' | b';' => {
                if let Some(level) = open.last_mut().filter(|level| !level.is_list) {
                    level.next = None;
                }
            }
            _ if is_word(byte) => {
                let start = at - 1;
                at += bytes[at..].iter().take_while(|&&byte| is_word(byte) || byte == b'.').count();
                value(text, start..at, at, &mut open);
            }
            _ => {}
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-')
}

/// The quote that ends a string, or the line's end: no string goes beyond it, so that an apostrophe of a comment costs a line.
fn string_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            _ if byte == quote => return at,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Takes a string or a word: a key where a colon follows, else the value of the last key.
fn value(text: &str, literal: Range<usize>, end: usize, open: &mut [Level]) {
    let Some(level) = open.last_mut() else { return };
    let is_key = text.as_bytes()[end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
    let Some(literal) = text.get(literal).filter(|literal| literal.len() <= MAX_VALUE) else { return };
    if is_key && !level.is_list {
        let key: String =
            literal.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        level.next = KEYS.iter().find(|(name, _)| *name == key).map(|(_, property)| *property);
        return;
    }
    let property = if level.is_list { level.is } else { level.next.take() };
    let Some(property) = property else { return };
    let value = decoded(literal);
    let product = &mut level.product;
    let place = match property {
        Property::Name => &mut product.name,
        Property::Sku => &mut product.sku,
        Property::Id => &mut product.id,
        Property::Brand => &mut product.brand,
        Property::Gtin => &mut product.gtin,
        Property::Mpn => &mut product.mpn,
        Property::Price => &mut product.price,
        Property::Amount => &mut level.amount,
        Property::Currency => &mut product.currency,
        Property::Availability => &mut product.availability,
        Property::Offers => return,
    };
    let is_nothing = value.is_empty() || matches!(value.as_str(), "null" | "undefined" | "void");
    if place.is_none() && !is_nothing {
        *place = Some(value);
    }
}

fn decoded(literal: &str) -> String {
    if literal.contains('\\') {
        let json =
            format!("\"{}\"", literal.replace('"', "\\\"").replace("\\\\\"", "\\\"").replace("\\'", "'"));
        if let Ok(text) = serde_json::from_str::<String>(&json) {
            return clean(&text);
        }
    }
    if literal.contains('&') { clean(&resolve_entities(literal)) } else { clean(literal) }
}

/// Gives a closed object to the one around it, and keeps it if it is a product.
fn close(level: Level, around: Option<&mut Level>, found: &mut Vec<LayerProduct>) {
    let Level { is, mut product, amount, offered, .. } = level;
    let own = product.price.take().filter(|price| amount::stated(price).is_some());
    let whole = match is {
        Some(Property::Price) => own.clone().or(amount),
        _ => own.clone(),
    };
    if let Some(around) = around {
        match is {
            Some(Property::Price) if around.product.price.is_none() => {
                around.product.price.clone_from(&whole);
            }
            Some(Property::Offers) if around.offered.is_none() => {
                around.offered = whole.clone().or(offered.clone());
            }
            Some(Property::Brand) if around.product.brand.is_none() => {
                around.product.brand.clone_from(&product.name);
            }
            _ => {}
        }
        if matches!(is, Some(Property::Price | Property::Offers)) {
            let take = |own: &mut Option<String>, of: &Option<String>| {
                if own.is_none() {
                    own.clone_from(of);
                }
            };
            take(&mut around.product.currency, &product.currency);
            take(&mut around.product.availability, &product.availability);
            take(&mut around.product.gtin, &product.gtin);
        }
    }
    product.price = own.or(offered);
    let is_named = product.name.is_some() || product.sku.is_some() || product.id.is_some();
    if product.price.is_some() && is_named && found.len() < MAX_PRODUCTS {
        found.push(product);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn of(script: &str) -> Vec<LayerProduct> {
        products(&parse(&format!("<script>{script}</script>"), &Limits::default()).document)
    }

    #[test]
    fn products_are_found_by_shape() {
        let found = of("// it's data\ndataLayer.push({event: 'view', ecommerce: {detail: {products: [{name: 'Rye \\u0026 oats', id: 'r-12',
            price: 9.5, brand: 'Barn', currency: \"EUR\"}]}}}); function f() { return {a: 1} }");
        let expected = LayerProduct {
            name: Some("Rye & oats".into()),
            id: Some("r-12".into()),
            price: Some("9.5".into()),
            brand: Some("Barn".into()),
            currency: Some("EUR".into()),
            ..LayerProduct::default()
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn prices_and_brands_may_be_objects() {
        let found = of(r#"window.state = {"product": {"sku": "12", "brand": {"name": "Barn", "id": 3},
            "price": {"value": "9.80", "currency": "EUR"}, "stockStatus": "in_stock"}}"#);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].price.as_deref(), Some("9.80"));
        assert_eq!(found[0].currency.as_deref(), Some("EUR"));
        assert_eq!(found[0].brand.as_deref(), Some("Barn"));
        assert_eq!(found[0].availability.as_deref(), Some("in_stock"));
    }

    #[test]
    fn variants_give_their_price_to_the_product() {
        let found = of(
            r#"var meta = {"product": {"name": "Rye", "vendor": "Barn", "variants": [{"id": 1, "price": 950, "sku": "r1"}]}};"#,
        );
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].sku.as_deref(), found[1].name.as_deref()), (Some("r1"), Some("Rye")));
        assert_eq!(found[1].price.as_deref(), Some("950"));
    }

    #[test]
    fn what_is_no_product_is_none() {
        for script in [
            "var a = {price: 5}",
            "{name: 'x'}",
            "x = {name: 'x', price: null}",
            "'price",
            "price: }}}]]",
            "{{{{[[[[price",
        ] {
            assert!(of(script).is_empty(), "{script}");
        }
    }

    #[test]
    fn work_has_bounds() {
        let one = "{id: 'a', price: 1},";
        assert_eq!(of(&format!("[{}]", one.repeat(MAX_PRODUCTS + 9))).len(), MAX_PRODUCTS);
        let deep = format!("{}id: 'a', price: 1{}", "{".repeat(MAX_DEPTH * 4), "}".repeat(MAX_DEPTH * 4));
        assert!(of(&deep).len() <= 1);
        let many = format!("{}{}", " ".repeat(MAX_SCRIPT_BYTES), one);
        assert!(of(&many).is_empty());
    }
}
