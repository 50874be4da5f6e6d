//! The product of a page that sells one: its name, codes, price and whether it can be had.
//!
//! | source | module |
//! |---|---|
//! | JSON-LD, microdata, RDFa | `declared` |
//! | `meta` elements | this one |
//! | data in scripts | `data_layers` |
//! | words around the main heading | `shown` |
//! | the page's URL | `url_code` |
//!
//! `stated` gives records what structured data alone state.
//!
//! The order is that of trust, with two exceptions. A code with a label that readers see comes before one that they do not: shops
//! state internal numbers. A price that stands where the product's does overrides a stated one that the page shows nowhere.

mod amount;
mod availability;
mod codes;
mod data_layers;
mod declared;
mod shown;
mod stated;
#[cfg(test)]
mod tests;
mod url_code;
mod words;

pub(in crate::metadata) use declared::DETAILS;
pub(crate) use stated::{StatedProduct, stated};

use crate::metadata::surroundings::Surroundings;
use crate::metadata::text::{folded, squashed, text_of};
use crate::metadata::{Candidate, Field, MetadataSources};
use amount::Locale;
use data_layers::LayerProduct;
use debulha_dom::{Document, names};
use declared::DeclaredProduct;
use serde::Serialize;
use shown::ShownProduct;
use words::Labelled;

/// The product of a page that sells one, each field with its source and the runners-up.
///
/// ```
/// use debulha_core::{Page, metadata};
/// use debulha_dom::{Limits, parse};
///
/// let html = r#"<title>Rye flour</title><h1>Rye flour</h1><b class=price>1.234,50 €</b><button>Add to cart</button>"#;
/// let document = parse(html, &Limits::default()).document;
/// let product = metadata::extract(&Page::new(&document)).product.expect("a product");
/// assert_eq!(product.price.value(), Some("1234.50"));
/// assert_eq!(product.currency.value(), Some("EUR"));
/// assert_eq!(product.availability.value(), Some("InStock"));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProductMetadata {
    /// Name of the product.
    pub name: Field,
    /// Brand or maker.
    pub brand: Field,
    /// Code of the product in its shop: a stock keeping unit, an article or item number.
    pub sku: Field,
    /// GTIN-8, UPC, EAN, ISBN-13 or GTIN-14, digits only, with a right check digit.
    pub gtin: Field,
    /// The maker's part number.
    pub mpn: Field,
    /// Price as a decimal number: `1234.50`. Two decimals or more, but none in currencies that have none, such as yen. Of variants,
    /// that of the one which the URL selects, else the lowest that can be had.
    pub price: Field,
    /// ISO 4217 code of the price's currency.
    pub currency: Field,
    /// A name of schema.org's `ItemAvailability`, such as `InStock`, `OutOfStock` or `PreOrder`.
    pub availability: Field,
    /// Mean rating by buyers, on a scale to 5.
    pub rating: Field,
    /// Offers and variants that structured data state, the selected one first; at most 64.
    pub offers: Vec<ProductOffer>,
}

/// An offer of a product or of a variant of it, as structured data state it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ProductOffer {
    /// Name of the variant or of the offer.
    pub name: Option<String>,
    /// Code of the variant.
    pub sku: Option<String>,
    /// Price as in [`ProductMetadata::price`]; of several prices (`AggregateOffer`) the lowest.
    pub price: Option<String>,
    /// ISO 4217.
    pub currency: Option<String>,
    /// A name of schema.org's `ItemAvailability`.
    pub availability: Option<String>,
    /// Absolute URL.
    pub url: Option<String>,
}

impl ProductMetadata {
    /// The fields of one value with their names; columns of tables have `product_` before them.
    pub fn fields(&self) -> [(&'static str, &Field); 9] {
        [
            ("name", &self.name),
            ("brand", &self.brand),
            ("sku", &self.sku),
            ("gtin", &self.gtin),
            ("mpn", &self.mpn),
            ("price", &self.price),
            ("currency", &self.currency),
            ("availability", &self.availability),
            ("rating", &self.rating),
        ]
    }
}

/// `meta` elements of prices, by trust; each with that of its currency.
const META_PRICES: [(&str, &str); 6] = [
    ("product:sale_price:amount", "product:sale_price:currency"),
    ("product:price:amount", "product:price:currency"),
    ("og:price:amount", "og:price:currency"),
    ("og:price", "og:price:currency"),
    ("product:price", "product:price:currency"),
    ("price", "currency"),
];

/// `meta` elements of Twitter's product cards: a price may be in either.
const TWITTER: [&str; 2] = ["twitter:data1", "twitter:data2"];

/// The product; `None` for a page that sells none or several. O(nodes + declared values).
pub(super) fn field(
    sources: &MetadataSources<'_, '_>,
    surroundings: &Surroundings<'_, '_>,
    title: &Field,
    language: &Field,
) -> Option<ProductMetadata> {
    let host = sources.host();
    let locale = Locale::of(host.as_deref(), language);
    let doc = sources.page.document();
    let heading = surroundings
        .heading
        .map(|node| if doc.is_text(node) { doc.text(node).trim().to_owned() } else { text_of(doc, node) });
    let mut titles = own_titles(title);
    titles.extend(heading.as_deref().map(folded).filter(|heading| !heading.is_empty()));
    let declared = declared::products(sources, &titles, locale);
    let metas = meta_prices(sources, locale);
    let is_marked =
        sources.meta.first("og:type").is_some_and(|kind| kind.to_ascii_lowercase().contains("product"));
    let is_stated = !declared.is_empty() || !metas.is_empty() || is_marked;
    let has_heading =
        surroundings.heading.is_some_and(|node| doc.name(node) == names::H1 || doc.is_text(node));
    if !is_stated && !has_heading {
        return None;
    }
    let shown = shown::read(surroundings, locale);
    if !is_stated && !shown.is_offer() {
        return None;
    }
    let layers = layers(sources, &declared, &titles);
    let fields = hidden_codes(doc);
    let read = Read { declared, metas, shown, layers, fields, heading };
    Some(read.product(sources)).filter(|product| {
        product.price.best.is_some() || product.sku.best.is_some() || product.gtin.best.is_some()
    })
}

/// The folded titles of a page, without those that structured data state: names of other products may be among these.
fn own_titles(title: &Field) -> Vec<String> {
    let notations = ["json-ld:", "microdata:", "rdfa:"];
    let candidates = title.best.iter().chain(&title.others);
    let own = candidates.filter(|title| !notations.iter().any(|notation| title.source.starts_with(notation)));
    own.map(|title| folded(&title.value)).filter(|title| !title.is_empty()).collect()
}

/// A price of a `meta` element with its source and currency.
struct MetaPrice {
    amount: String,
    currency: Option<(&'static str, String)>,
    source: String,
}

fn meta_prices(sources: &MetadataSources<'_, '_>, locale: Locale<'_>) -> Vec<MetaPrice> {
    let stated = META_PRICES.iter().filter_map(|(key, currency_key)| {
        let value = sources.meta.first(key)?;
        let amount = amount::stated(value)?;
        let stated = sources.meta.first(currency_key).and_then(|code| amount::currency(code, locale));
        let own = || amount::currency_in(value, locale).map(|code| (code, format!("meta:{key}")));
        let currency = stated.map(|code| (code, format!("meta:{currency_key}"))).or_else(own);
        Some(MetaPrice { amount, currency, source: format!("meta:{key}") })
    });
    let cards = TWITTER.iter().filter_map(|key| {
        let value = sources.meta.first(key)?;
        let price = amount::prices_in(value, locale).into_iter().next()?;
        let is_all = price.start == 0 && value[price.end..].chars().all(|c| !c.is_alphanumeric());
        let source = format!("meta:{key}");
        is_all.then(|| MetaPrice {
            amount: price.amount,
            currency: price.currency.map(|code| (code, source.clone())),
            source,
        })
    });
    stated.chain(cards).collect()
}

/// All that was read of a product.
struct Read {
    declared: Vec<DeclaredProduct>,
    metas: Vec<MetaPrice>,
    shown: ShownProduct,
    layers: Vec<LayerProduct>,
    /// Codes of hidden fields.
    fields: Vec<String>,
    heading: Option<String>,
}

impl Read {
    fn product(&self, sources: &MetadataSources<'_, '_>) -> ProductMetadata {
        let meta = |keys: &[&str]| sources.meta.candidates(keys).collect::<Vec<_>>();
        let mut names = self.stated(|product| &product.names);
        names.extend(self.heading.iter().map(|name| Candidate::new(name.clone(), "element:heading")));
        let mut brands = self.stated(|product| &product.brands);
        brands.extend(meta(&["product:brand", "og:brand", "brand"]));
        brands.extend(self.layered("brand", |layer| &layer.brand));
        brands.extend(self.labelled(Labelled::Brand));
        let mut gtins = self.stated(|product| &product.gtins);
        let of_meta = meta(&["product:ean", "product:upc", "product:isbn", "product:gtin", "books:isbn"]);
        gtins.extend(
            of_meta.into_iter().filter_map(|c| Some(Candidate { value: codes::gtin(&c.value)?, ..c })),
        );
        let layered = self.layered("gtin", |layer| &layer.gtin);
        gtins.extend(
            layered.into_iter().filter_map(|c| Some(Candidate { value: codes::gtin(&c.value)?, ..c })),
        );
        gtins.extend(self.labelled(Labelled::Gtin));
        let mut mpns = self.stated(|product| &product.mpns);
        mpns.extend(meta(&["product:mfr_part_no"]));
        mpns.extend(self.layered("mpn", |layer| &layer.mpn));
        mpns.extend(self.labelled(Labelled::Mpn));
        let offers = self.declared.iter().map(|product| &product.offers).max_by_key(|offers| offers.len());
        let (price, currency) = self.price();
        let availability = self.availability(sources, price.best.is_some());
        ProductMetadata {
            name: Field::ranked(names),
            brand: Field::ranked(brands),
            sku: self.sku(sources),
            gtin: Field::ranked(gtins),
            mpn: Field::ranked(mpns),
            price,
            currency,
            availability,
            rating: ranked_exactly(self.stated(|product| &product.ratings)),
            offers: offers.cloned().unwrap_or_default(),
        }
    }

    /// The values of a property that structured data state.
    fn stated(&self, property: impl Fn(&DeclaredProduct) -> &Vec<(String, &'static str)>) -> Vec<Candidate> {
        let of_product = |product: &DeclaredProduct| {
            let values = property(product).iter();
            values
                .map(|(value, key)| Candidate::new(value.clone(), format!("{}:{key}", product.syntax)))
                .collect::<Vec<_>>()
        };
        let values = self.declared.iter().flat_map(of_product);
        values.filter(|candidate| !candidate.value.trim().is_empty()).collect()
    }

    fn labelled(&self, kind: Labelled) -> Vec<Candidate> {
        let of_kind = self.shown.codes.iter().filter(|code| code.kind == kind);
        of_kind.map(|code| Candidate::new(code.value.clone(), code.source)).collect()
    }

    /// The values of a property in scripts.
    fn layered(&self, key: &str, property: impl Fn(&LayerProduct) -> &Option<String>) -> Vec<Candidate> {
        let values = self.layers.iter().filter_map(|layer| property(layer).as_ref());
        values.map(|value| Candidate::new(value.clone(), format!("script:{key}"))).collect()
    }

    /// Codes of the shop: shown ones with a label first, those among them that are stated too before the others.
    fn sku(&self, sources: &MetadataSources<'_, '_>) -> Field {
        let labelled = self.labelled(Labelled::Sku);
        let mut stated = self.stated(|product| &product.skus);
        stated.extend(sources.meta.candidates(&["product:retailer_item_id", "product:sku", "sku"]));
        let urls: Vec<String> = sources.own_addresses().map(str::to_lowercase).collect();
        let is_shown =
            |code: &Candidate| labelled.iter().any(|shown| squashed(&shown.value) == squashed(&code.value));
        let is_in_url = |code: &Candidate| {
            code.value.len() >= url_code::MIN_CODE
                && urls.iter().any(|url| url.contains(&code.value.to_lowercase()))
        };
        let rank = |code: &Candidate| match code {
            _ if is_shown(code) => 0,
            _ if is_in_url(code) => 2,
            // Several words are the name of a model.
            _ if code.value.split_whitespace().count() > MAX_CODE_WORDS => 5,
            _ => 3,
        };
        let mut all: Vec<(u8, Candidate)> = stated.into_iter().map(|code| (rank(&code), code)).collect();
        all.extend(labelled.iter().map(|code| (u8::from(!is_in_url(code)), code.clone())));
        let layered =
            self.layered("sku", |layer| &layer.sku).into_iter().chain(self.layered("id", |layer| &layer.id));
        let fields = self.fields.iter().map(|code| Candidate::new(code.clone(), "field:hidden"));
        let of_programs = layered.filter(|code| codes::stated(&code.value).is_some()).chain(fields);
        all.extend(of_programs.map(|code| (if is_in_url(&code) { 4 } else { 6 }, code)));
        all.extend(url_code::of(sources.own_addresses()).map(|code| (7, Candidate::new(code, "url"))));
        all.sort_by_key(|(rank, _)| *rank);
        Field::ranked(all.into_iter().map(|(_, code)| code))
    }

    /// The price, and the currency with that of the chosen price first.
    fn price(&self) -> (Field, Field) {
        let mut all: Vec<(Candidate, Option<Candidate>)> = Vec::new();
        for product in &self.declared {
            let source = |key: &str| format!("{}:{key}", product.syntax);
            for offer in &product.offers {
                if let Some(price) = &offer.price {
                    let currency = offer
                        .currency
                        .as_ref()
                        .map(|code| Candidate::new(code.clone(), source("priceCurrency")));
                    all.push((Candidate::new(price.clone(), source("price")), currency));
                }
            }
        }
        for meta in &self.metas {
            let currency = meta.currency.as_ref().map(|(code, source)| Candidate::new(*code, source.clone()));
            let amount =
                amount::with_decimals(&meta.amount, currency.as_ref().map(|code| code.value.as_str()));
            all.push((Candidate::new(amount, meta.source.clone()), currency));
        }
        let shown = &self.shown.prices;
        for layer in &self.layers {
            let Some(amount) = layer.price.as_ref().and_then(|price| layer_amount(price, shown)) else {
                continue;
            };
            let code = layer.currency.as_ref().and_then(|code| amount::currency(code, Locale::default()));
            let currency = code.map(|code| Candidate::new(code, "script:currency"));
            all.push((Candidate::new(amount::with_decimals(&amount, code), "script:price"), currency));
        }
        for price in self.shown.likely_prices() {
            let currency = price.currency.map(|code| Candidate::new(code, "text:price"));
            all.push((Candidate::new(price.amount.clone(), "text:price"), currency));
        }
        if self.shown.is_sure() {
            all.sort_by_key(|(price, _)| !self.shown.shows(&price.value));
        }
        let currencies = all.iter().filter_map(|(_, currency)| currency.clone()).collect::<Vec<_>>();
        (ranked_exactly(all.into_iter().map(|(price, _)| price)), Field::ranked(currencies))
    }

    fn availability(&self, sources: &MetadataSources<'_, '_>, has_price: bool) -> Field {
        let mut all: Vec<Candidate> = Vec::new();
        for product in &self.declared {
            let stated = product.offers.iter().filter_map(|offer| offer.availability.clone());
            all.extend(stated.map(|name| Candidate::new(name, format!("{}:availability", product.syntax))));
        }
        let meta = sources.meta.candidates(&["product:availability", "og:availability", "availability"]);
        all.extend(meta.filter_map(|c| Some(Candidate::new(availability::stated(&c.value)?, c.source))));
        let layered = self.layered("availability", |layer| &layer.availability);
        all.extend(
            layered
                .into_iter()
                .filter_map(|c| Some(Candidate::new(availability::stated(&c.value)?, c.source))),
        );
        all.extend(self.shown.availability.iter().map(|name| Candidate::new(*name, "text:stock")));
        if self.shown.has_cart {
            all.push(Candidate::new("InStock", "text:cart"));
        } else if has_price {
            all.push(Candidate::new("InStock", "price"));
        }
        Field::ranked(all)
    }
}

/// The amount of a script's price. A whole number is in hundredths where the page shows a hundredth of it.
fn layer_amount(price: &str, shown: &[shown::RankedPrice]) -> Option<String> {
    let amount = amount::stated(price)?;
    let is_shown = |amount: &str| shown.iter().any(|price| same_amount(&price.amount, amount));
    let is_whole = price.bytes().all(|byte| byte.is_ascii_digit()) && price.len() > 2;
    let hundredth = || format!("{}.{}", &price[..price.len() - 2], &price[price.len() - 2..]);
    let in_hundredths = is_whole && !is_shown(&amount);
    let hundredth = in_hundredths.then(hundredth).and_then(|price| amount::stated(&price));
    Some(hundredth.filter(|amount| is_shown(amount)).unwrap_or(amount))
}

/// The products of scripts that are the page's: they have its name or a code of it.
fn layers(
    sources: &MetadataSources<'_, '_>,
    declared: &[DeclaredProduct],
    titles: &[String],
) -> Vec<LayerProduct> {
    let urls: Vec<String> = sources.own_addresses().map(str::to_lowercase).collect();
    let codes: Vec<&str> =
        declared.iter().flat_map(|product| &product.skus).map(|(code, _)| code.as_str()).collect();
    let is_code = |code: &String| {
        codes.contains(&code.as_str())
            || code.len() >= url_code::MIN_CODE && urls.iter().any(|url| url.contains(&code.to_lowercase()))
    };
    let is_own = |layer: &LayerProduct| {
        let mut own = layer.sku.iter().chain(&layer.id);
        own.any(is_code) || layer.name.as_ref().is_some_and(|name| titles.contains(&folded(name)))
    };
    data_layers::products(sources.page.document()).into_iter().filter(is_own).take(MAX_LAYERS).collect()
}

/// Words of a code.
const MAX_CODE_WORDS: usize = 2;

/// Objects of scripts that are the page's product: one for each tag manager, and variants.
const MAX_LAYERS: usize = 32;

/// Codes in hidden fields of forms, each once.
fn hidden_codes(doc: &Document) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for input in doc.elements_named(names::INPUT).take(MAX_FIELDS) {
        let says_code =
            [names::NAME, names::ID].iter().filter_map(|&name| doc.attribute(input, name)).any(|name| {
                let plain: String =
                    name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
                words::FIELD_NAMES.contains(&plain.as_str())
            });
        let is_hidden =
            doc.attribute(input, names::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"));
        let code = doc.attribute(input, names::VALUE).and_then(codes::leading);
        if let Some(code) = code.filter(|code| says_code && is_hidden && !found.contains(code)) {
            found.push(code);
        }
        if found.len() == MAX_HIDDEN {
            break;
        }
    }
    found
}

/// Fields that are looked at.
const MAX_FIELDS: usize = 2_000;

/// Codes of hidden fields that are kept: a list of products has one for each.
const MAX_HIDDEN: usize = 8;

/// Values in order, each once; unlike [`Field::ranked`] for values whose signs matter.
fn ranked_exactly(candidates: impl IntoIterator<Item = Candidate>) -> Field {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if kept.len() < crate::metadata::MAX_CANDIDATES
            && kept.iter().all(|have| have.value != candidate.value)
        {
            kept.push(candidate);
        }
    }
    let mut kept = kept.into_iter();
    Field { best: kept.next(), others: kept.collect() }
}

fn same_amount(a: &str, b: &str) -> bool {
    let plain = |amount: &str| amount.strip_suffix(".00").unwrap_or(amount).to_owned();
    plain(a) == plain(b)
}
