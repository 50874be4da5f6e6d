//! Made-up pages and what is read of them.

use super::*;
use crate::page::PageOptions;
use crate::{Page, metadata};
use debulha_dom::{Limits, parse};

const URL: &str = "https://shop.example/rye-flour/p4781720";

fn product(html: &str) -> Option<ProductMetadata> {
    product_at(html, URL)
}

fn product_at(html: &str, url: &str) -> Option<ProductMetadata> {
    let document = parse(html, &Limits::default()).document;
    metadata::extract(&Page::with_options(&document, Some(url), PageOptions::default())).product
}

/// The chosen values by name.
fn values(product: &ProductMetadata) -> Vec<(&'static str, String)> {
    product.fields().into_iter().filter_map(|(name, field)| Some((name, field.value()?.to_owned()))).collect()
}

fn check(html: &str, expected: &[(&str, &str)]) {
    let product = product(html).unwrap_or_else(|| panic!("no product: {html}"));
    let found = values(&product);
    for (name, value) in expected {
        let have = found.iter().find(|(have, _)| have == name).map(|(_, value)| value.as_str());
        assert_eq!(have, Some(*value), "{name} of {html}");
    }
}

const HEAD: &str = "<title>Rye flour</title><h1>Rye flour</h1>";

#[test]
fn json_ld_states_a_product() {
    let json = r#"{"@type": "product", "name": "Rye flour", "brand": {"name": "Barn"}, "sku": "sku:ab-12", "gtin13": "4006381333931",
        "mpn": "M9", "aggregateRating": {"ratingValue": "9.2", "bestRating": 10},
        "offers": {"@type": "Offer", "price": "1.234,50", "priceCurrency": "eur", "availability": "http://schema.org/outofstock"}}"#;
    let expected = [
        ("name", "Rye flour"),
        ("brand", "Barn"),
        ("sku", "ab-12"),
        ("gtin", "4006381333931"),
        ("mpn", "M9"),
        ("price", "1234.50"),
        ("currency", "EUR"),
        ("availability", "OutOfStock"),
        ("rating", "4.6"),
    ];
    check(&format!("{HEAD}<script type=application/ld+json>{json}</script>"), &expected);
    let nested = format!(r#"{{"@type": "Review", "itemReviewed": {json}}}"#);
    check(&format!("{HEAD}<script type=application/ld+json>{nested}</script>"), &expected);
    let graph = format!(r#"{{"@graph": [{{"@type": "WebSite", "name": "Shop"}}, {json}]}}"#);
    check(&format!("{HEAD}<script type=application/ld+json>{graph}</script>"), &expected);
}

#[test]
fn microdata_and_rdfa_state_a_product() {
    check(
        "<title>Rye flour</title><div itemscope itemtype='https://schema.org/Product'><h1 itemprop=name>Rye flour</h1>
         <b itemprop=sku>ab-12</b><p itemprop=offers itemscope itemtype='https://schema.org/Offer'>
         <meta itemprop=priceCurrency content=GBP><b itemprop=price content='49.0'>£49</b>
         <link itemprop=availability href='https://schema.org/PreOrder'></p></div>",
        &[("name", "Rye flour"), ("sku", "ab-12"), ("price", "49.00"), ("currency", "GBP"), ("availability", "PreOrder")],
    );
    check(
        "<title>Rye flour</title><div vocab='http://schema.org/' typeof=Product><h1 property=name>Rye flour</h1>
         <p property=offers typeof=Offer><b property=price content='49.5'>x</b><i property=priceCurrency content=SEK></i></p></div>",
        &[("price", "49.50"), ("currency", "SEK")],
    );
}

#[test]
fn meta_elements_state_a_price() {
    for meta in [
        "<meta property=product:price:amount content='1,234.50'><meta property=product:price:currency content=USD>",
        "<meta property=og:price:amount content='1234.5'><meta property=og:price:currency content=USD>",
        "<meta property=og:price content='$1,234.50'>",
        "<meta name=twitter:label1 content=Price><meta name=twitter:data1 content='$1,234.50'>",
    ] {
        check(&format!("{meta}{HEAD}"), &[("price", "1234.50"), ("currency", "USD")]);
    }
    check(
        &format!(
            "<meta property=product:price:amount content=5><meta property=product:availability content='in stock'>{HEAD}"
        ),
        &[("availability", "InStock")],
    );
}

#[test]
fn scripts_state_a_product() {
    let html = format!(
        "<meta property=og:type content=product>{HEAD}<script>dataLayer.push({{ecommerce: {{detail: {{products: [{{name: 'Rye flour',
         sku: 'ab-12', price: '49.90', brand: 'Barn', currency: 'EUR'}}]}}}}, also: [{{name: 'Oats', id: 'o-1', price: 3}}]}})</script>"
    );
    check(&html, &[("sku", "ab-12"), ("price", "49.90"), ("brand", "Barn"), ("currency", "EUR")]);
    // A whole number in hundredths, of which the page shows the amount.
    let html = format!(
        "{HEAD}<b class=price>19,90 €</b><button>In den Warenkorb</button>
         <script>var meta = {{\"product\": {{\"title\": \"Rye flour\", \"vendor\": \"Barn\", \"variants\": [{{\"price\": 1990}}]}}}}</script>"
    );
    check(&html, &[("price", "19.90"), ("brand", "Barn")]);
}

#[test]
fn visible_words_describe_a_product() {
    for (body, expected) in [
        (
            "<b>£48.99</b><p>SKU: 466/7999</p><p>In stock</p>",
            [("price", "48.99"), ("sku", "466/7999"), ("availability", "InStock")],
        ),
        (
            "<b>1.234,50&nbsp;€</b><p>Art.-Nr. AB-129</p><p>Ausverkauft</p>",
            [("price", "1234.50"), ("sku", "AB-129"), ("availability", "SoldOut")],
        ),
        (
            "<b>₹1,23,456</b><p>Item number<br></p><p>30247415</p>",
            [("price", "123456.00"), ("sku", "30247415"), ("availability", "InStock")],
        ),
        (
            "<b>¥1,200</b><dl><dt>ASIN<dd>B004SNMXRS</dl>",
            [("price", "1200"), ("sku", "B004SNMXRS"), ("availability", "InStock")],
        ),
        (
            "<b>£48<sup>99</sup></b><p>Артикул: 12-345</p><p>Нет в наличии</p>",
            [("price", "48.99"), ("sku", "12-345"), ("availability", "OutOfStock")],
        ),
        (
            "<div>€</div><div>20,-</div><i data-test=product-reference>1002/710</i>",
            [("price", "20.00"), ("sku", "1002/710"), ("availability", "InStock")],
        ),
    ] {
        check(&format!("{HEAD}{body}<button>Add to cart</button>"), &expected);
    }
    check(&format!("{HEAD}<b>£5</b><input type=submit value='Add to Basket'>"), &[("price", "5.00")]);
}

#[test]
fn a_code_of_the_shop_is_no_gtin() {
    // Its last digit is a right check digit by chance.
    let json = r#"{"@type": "Product", "name": "Rye flour", "sku": "4006381333931"}"#;
    let found =
        product(&format!("{HEAD}<script type=application/ld+json>{json}</script>")).expect("a product");
    assert_eq!((found.sku.value(), found.gtin.value()), (Some("4006381333931"), None));
}

#[test]
fn the_price_is_the_current_one() {
    for body in [
        "<del>£20.00</del><b>£15.00</b>",
        "<span class=old-price>£20.00</span><b class=price>£15.00</b>",
        "<p>RRP: £20.00</p><p class=price>£15.00</p><p>You save: £5.00</p>",
        "<p>Was £20.00</p><p class=price>£15.00</p><p>Delivery £3.00</p>",
        "<b class=price>£15.00</b><p>or £5.00 per month</p>",
    ] {
        check(&format!("{HEAD}{body}<button>Add to cart</button>"), &[("price", "15.00")]);
    }
    // Named as old, but there is no other.
    check(&format!("{HEAD}<b class=price-old>£15.00</b><button>Add to cart</button>"), &[("price", "15.00")]);
}

#[test]
fn variants_have_the_selected_or_the_lowest_price() {
    let json = r#"{"@type": "ProductGroup", "name": "Rye flour", "sku": "g-1", "hasVariant": [
        {"@type": "Product", "name": "2 kg", "sku": "r-200", "offers": {"price": 18, "priceCurrency": "EUR", "availability": "InStock"}},
        {"@type": "Product", "name": "1 kg", "sku": "r-100", "offers": {"price": 10, "priceCurrency": "EUR", "availability": "InStock"}},
        {"@type": "Product", "name": "sample", "sku": "r-1", "offers": {"price": 1, "priceCurrency": "EUR", "availability": "SoldOut"}}]}"#;
    let html = format!("{HEAD}<script type=application/ld+json>{json}</script>");
    check(&html, &[("price", "10.00"), ("availability", "InStock")]);
    let selected = product_at(&html, "https://shop.example/rye?variant=r-200").expect("a product");
    assert_eq!(selected.price.value(), Some("18.00"));
    let names: Vec<_> =
        selected.offers.iter().map(|offer| offer.name.as_deref().unwrap_or_default()).collect();
    assert_eq!(names, ["2 kg", "1 kg", "sample"]);
    let aggregate = r#"{"@type": "Product", "name": "Rye flour", "offers": {"@type": "AggregateOffer", "lowPrice": "9.8", "highPrice": "12"}}"#;
    check(&format!("{HEAD}<script type=application/ld+json>{aggregate}</script>"), &[("price", "9.80")]);
    let list_price = r#"{"@type": "Product", "name": "Rye flour", "offers": {"priceSpecification": [{"priceType": "https://schema.org/ListPrice",
        "price": 20}, {"price": 15, "priceCurrency": "EUR"}]}}"#;
    check(&format!("{HEAD}<script type=application/ld+json>{list_price}</script>"), &[("price", "15.00")]);
}

#[test]
fn the_product_is_that_of_the_page() {
    let of = |name: &str, price: u32| {
        format!(r#"{{"@type": "Product", "name": "{name}", "offers": {{"price": {price}}}}}"#)
    };
    let related = format!("[{}, {}, {}]", of("Oats", 1), of("Rye flour", 2), of("Wheat", 3));
    check(&format!("{HEAD}<script type=application/ld+json>{related}</script>"), &[("price", "2.00")]);
    let listing = format!("[{}, {}]", of("Oats", 1), of("Wheat", 3));
    assert_eq!(product(&format!("{HEAD}<script type=application/ld+json>{listing}</script>")), None);
}

#[test]
fn shown_values_override_stated_ones_that_nobody_sees() {
    let json = r#"{"@type": "Product", "name": "Rye flour", "sku": "99000111", "offers": {"price": 20, "priceCurrency": "EUR"}}"#;
    let html = format!(
        "{HEAD}<script type=application/ld+json>{json}</script><b class=price>15,00 €</b><p>Product code: 83810610</p><button>Add to cart</button>"
    );
    check(&html, &[("price", "15.00"), ("sku", "83810610")]);
    let product = product(&html).expect("a product");
    assert_eq!(product.sku.best.map(|code| code.source).as_deref(), Some("text:label"));
    assert_eq!(product.price.others[0].source, "json-ld:price");
}

#[test]
fn other_pages_have_no_product() {
    let card = "<li><b class=price>£5.00</b><button>Add to cart</button></li>";
    for html in [
        format!("{HEAD}<p>Rye flour costs £5.00 this year, farmers say."),
        format!("{HEAD}<b class=price>£5.00</b>"),
        format!("{HEAD}<ul>{}</ul>", card.repeat(20)),
        format!("{HEAD}<button>Add to cart</button>"),
        format!(
            r#"{HEAD}<script type=application/ld+json>{{"@type": "Product", "name": "Rye flour", "aggregateRating": {{"ratingValue": 5}}}}</script>"#
        ),
        String::new(),
    ] {
        assert_eq!(product(&html), None, "{html}");
    }
}

#[test]
fn offers_have_a_bound() {
    let offer = r#"{"price": 1},"#;
    let html = |count: usize| {
        let offers = offer.repeat(count);
        let json = format!(
            r#"{{"@type": "Product", "name": "Rye flour", "offers": [{}]}}"#,
            offers.trim_end_matches(',')
        );
        product(&format!("{HEAD}<script type=application/ld+json>{json}</script>"))
            .expect("a product")
            .offers
            .len()
    };
    assert_eq!(html(declared::MAX_OFFERS), declared::MAX_OFFERS);
    assert_eq!(html(declared::MAX_OFFERS + 1), declared::MAX_OFFERS);
    // Offers that refer to each other end.
    let json = r##"{"@graph": [{"@type": "Product", "@id": "#a", "name": "Rye flour", "sku": "ab-1", "offers": [{"@id": "#a"}, {"@id": "#a"}]}]}"##;
    check(&format!("{HEAD}<script type=application/ld+json>{json}</script>"), &[("sku", "ab-1")]);
}
