//! Signs of currencies, and the words by which shops of many languages label what they sell. All lower case.

/// Codes of ISO 4217 that are in use, and those that shops still write.
#[rustfmt::skip]
pub(super) const CURRENCIES: [&str; 157] = [
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF",
    "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC",
    "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS",
    "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK",
    "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD",
    "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN",
    "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON",
    "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC",
    "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS",
    "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWL", "LTL",
];

/// Currencies whose smallest coin is the unit.
#[rustfmt::skip]
pub(super) const NO_MINOR_UNIT: [&str; 14] = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "XAF", "XOF",
];

/// Currencies of a thousand coins.
pub(super) const THREE_DECIMALS: [&str; 6] = ["BHD", "IQD", "JOD", "KWD", "OMR", "TND"];

/// Signs and short words of one currency.
#[rustfmt::skip]
pub(super) const SIGNS: [(&str, &str); 57] = [
    ("€", "EUR"), ("euro", "EUR"), ("euros", "EUR"), ("£", "GBP"), ("₹", "INR"), ("rs.", "INR"), ("₽", "RUB"),
    ("руб", "RUB"), ("руб.", "RUB"),  ("rur", "RUB"), ("₩", "KRW"), ("원", "KRW"), ("₺", "TRY"),
     ("₪", "ILS"), ("₫", "VND"), ("đ", "VND"), ("฿", "THB"), ("บาท", "THB"), ("₴", "UAH"),
    ("грн", "UAH"), ("₸", "KZT"), ("₦", "NGN"), ("₱", "PHP"), ("₡", "CRC"), ("₲", "PYG"), ("₾", "GEL"), ("₼", "AZN"),
    ("zł", "PLN"), ("zl", "PLN"), ("kč", "CZK"),  ("лв", "BGN"), ("лв.", "BGN"), 
     ("din.", "RSD"),   ("円", "JPY"), ("元", "CNY"), ("人民币", "CNY"),
    ("rmb", "CNY"), ("r$", "BRL"), ("us$", "USD"), ("us $", "USD"), ("usd$", "USD"), ("a$", "AUD"), ("au$", "AUD"), ("au $", "AUD"),
    ("c$", "CAD"), ("ca$", "CAD"), ("c $", "CAD"), ("nz$", "NZD"), ("s$", "SGD"), ("hk$", "HKD"), ("nt$", "TWD"),
    ("mx$", "MXN"), ("s/", "PEN"), ("s/.", "PEN"),   ("fr.", "CHF"), ("sfr.", "CHF"),
    ("бел. руб.", "BYN"),
];

/// Signs of several currencies: the usual one, and those of hosts and regions (`ca`) and of languages (`@nb`). Without a usual one,
/// a word is a currency in those places only: `ft` are feet elsewhere.
#[allow(clippy::type_complexity)] // A table.
#[rustfmt::skip]
pub(super) const SHARED_SIGNS: [(&str, &str, &[(&[&str], &str)]); 15] = [
    ("$", "USD", &[
        (&["ca"], "CAD"), (&["au"], "AUD"), (&["nz"], "NZD"), (&["mx"], "MXN"), (&["ar"], "ARS"), (&["cl"], "CLP"),
        (&["co"], "COP"), (&["sg"], "SGD"), (&["hk"], "HKD"), (&["tw"], "TWD"), (&["uy"], "UYU"),
    ]),
    ("kr", "SEK", &[(&["no", "@no", "@nb", "@nn"], "NOK"), (&["dk", "@da"], "DKK"), (&["is", "@is"], "ISK")]),
    ("kr.", "DKK", &[(&["no", "@no", "@nb", "@nn"], "NOK"), (&["se", "@sv"], "SEK"), (&["is", "@is"], "ISK")]),
    ("¥", "JPY", &[(&["cn", "@zh"], "CNY")]),
    ("￥", "JPY", &[(&["cn", "@zh"], "CNY")]),
    ("rs", "", &[(&["in", "@hi"], "INR"), (&["pk"], "PKR"), (&["lk"], "LKR"), (&["np"], "NPR"), (&["mu"], "MUR")]),
    ("tl", "", &[(&["tr", "@tr"], "TRY")]),
    ("kn", "", &[(&["hr", "@hr"], "HRK")]),
    ("ft", "", &[(&["hu", "@hu"], "HUF")]),
    ("din", "", &[(&["rs", "@sr"], "RSD")]),
    ("km", "", &[(&["ba", "@bs"], "BAM")]),
    ("lei", "", &[(&["ro", "@ro"], "RON"), (&["md"], "MDL")]),
    ("rp", "", &[(&["id", "@id"], "IDR")]),
    ("rm", "", &[(&["my", "@ms"], "MYR")]),
    ("р.", "", &[(&["ru", "@ru"], "RUB"), (&["by", "@be"], "BYN")]),
];

/// Words of buttons that put a product into a cart; a button's text starts with one.
#[rustfmt::skip]
pub(super) const CART: [&str; 68] = [
    "add to cart", "add to bag", "add to basket", "add to your basket", "add to trolley", "add to my cart",
    "add to shopping", "buy now", "buy it now", "place bid", "order now", "in den warenkorb", "in den einkaufswagen",
    "jetzt kaufen", "zum warenkorb hinzufügen", "ajouter au panier", "ajouter à mon panier", "acheter", "añadir al carrito",
    "añadir a la cesta", "agregar al carrito", "agregar al carro", "comprar", "adicionar ao carrinho", "aggiungi al carrello", "acquista", "compralo subito",
    "in winkelwagen", "in winkelmandje", "toevoegen aan winkelwagen", "bestellen", "lägg i varukorg", "lägg i varukorgen",
    "lägg i kundvagn", "köp", "læg i kurv", "legg i handlekurv", "kjøp", "lisää ostoskoriin", "dodaj do koszyka",
    "do koszyka", "do košíku", "do košíka", "vložiť do košíka", "přidat do košíku", "kosárba", "dodaj v košarico",
    "dodaj u košaricu", "naroči", "kupi", "adaugă în coș", "adauga in cos", "добави в количката", "купи",
    "в корзину", "добавить в корзину", "купить", "додати в кошик", "купити", "lisa ostukorvi", "lisa korvi",
    "pievienot grozam", "ielikt grozā", "į krepšelį", "sepete ekle", "カートに入れる", "장바구니", "加入购物车",
];

/// Phrases of what can be had, by schema.org's name. Of several that fit a text the longest counts, so a negation goes
/// before what it negates.
#[rustfmt::skip]
pub(super) const AVAILABILITY: [(&str, &str); 110] = [
    ("in stock", "InStock"), ("currently in stock", "InStock"), ("available now", "InStock"), ("available online", "InStock"),
    ("ready to ship", "InStock"), ("ships today", "InStock"), ("auf lager", "InStock"), ("sofort lieferbar", "InStock"),
    ("sofort verfügbar", "InStock"), ("lieferbar", "InStock"), ("vorrätig", "InStock"), ("en stock", "InStock"),
    ("disponible", "InStock"), ("em stock", "InStock"), ("em estoque", "InStock"), ("disponível", "InStock"),
    ("disponibile", "InStock"), ("disponibilità immediata", "InStock"), ("op voorraad", "InStock"),
    ("direct leverbaar", "InStock"), ("i lager", "InStock"), ("finns i lager", "InStock"), ("på lager", "InStock"),
    ("varastossa", "InStock"), ("dostępny", "InStock"), ("w magazynie", "InStock"), ("skladem", "InStock"),
    ("skladom", "InStock"), ("na sklade", "InStock"), ("na skladě", "InStock"), ("raktáron", "InStock"), ("na zalogi", "InStock"),
    ("dobavljivo", "InStock"), ("na zalihi", "InStock"), ("dostupno", "InStock"), ("în stoc", "InStock"), ("in stoc", "InStock"),
    ("в наличност", "InStock"), ("наличен", "InStock"), ("в наличии", "InStock"), ("есть в наличии", "InStock"),
    ("в наявності", "InStock"), ("laos", "InStock"), ("saadaval", "InStock"), ("ir noliktavā", "InStock"),
    ("pieejams", "InStock"), ("yra sandėlyje", "InStock"), ("stokta", "InStock"), ("σε απόθεμα", "InStock"),
    ("במלאי", "InStock"), ("在庫あり", "InStock"), ("有货", "InStock"), ("现货", "InStock"), ("재고 있음", "InStock"),
    ("only a few left", "LimitedAvailability"), ("limited stock", "LimitedAvailability"), ("low stock", "LimitedAvailability"),
    ("nur noch wenige", "LimitedAvailability"), ("残りわずか", "LimitedAvailability"),
    ("out of stock", "OutOfStock"), ("not in stock", "OutOfStock"), ("currently unavailable", "OutOfStock"),
    ("temporarily unavailable", "OutOfStock"), ("no longer available", "Discontinued"), ("discontinued", "Discontinued"),
    ("not available", "OutOfStock"), ("currently out of stock", "OutOfStock"), ("sold out", "SoldOut"),
    ("this listing has ended", "SoldOut"), ("ausverkauft", "SoldOut"), ("nicht auf lager", "OutOfStock"),
    ("nicht verfügbar", "OutOfStock"), ("nicht lieferbar", "OutOfStock"), ("derzeit nicht verfügbar", "OutOfStock"),
    ("nicht mehr lieferbar", "Discontinued"), ("rupture de stock", "OutOfStock"), ("en rupture", "OutOfStock"),
    ("indisponible", "OutOfStock"), ("épuisé", "SoldOut"), ("agotado", "SoldOut"), ("sin stock", "OutOfStock"),
    ("no disponible", "OutOfStock"), ("esgotado", "SoldOut"), ("indisponível", "OutOfStock"), ("sem stock", "OutOfStock"),
    ("non disponibile", "OutOfStock"), ("esaurito", "SoldOut"), ("niet op voorraad", "OutOfStock"), ("uitverkocht", "SoldOut"),
    ("slutsåld", "SoldOut"), ("slut i lager", "OutOfStock"), ("udsolgt", "SoldOut"), ("utsolgt", "SoldOut"),
    ("ikke på lager", "OutOfStock"), ("loppuunmyyty", "SoldOut"), ("niedostępny", "OutOfStock"), ("vyprodáno", "SoldOut"),
    ("vypredané", "SoldOut"), ("elfogyott", "SoldOut"), ("ni na zalogi", "OutOfStock"), ("нет в наличии", "OutOfStock"),
    ("распродано", "SoldOut"), ("tükendi", "SoldOut"), ("אזל מהמלאי", "OutOfStock"), ("在庫切れ", "OutOfStock"),
    ("売り切れ", "SoldOut"), ("缺货", "OutOfStock"), ("품절", "SoldOut"), ("pre-order", "PreOrder"), ("preorder", "PreOrder"),
];

/// What a label introduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Labelled {
    Sku,
    Mpn,
    Gtin,
    Brand,
}

/// Labels of codes and brands. A label stands at the start of a line or of a part of one.
#[rustfmt::skip]
pub(super) const LABELS: [(&str, Labelled); 127] = [
    ("sku", Labelled::Sku), ("item number", Labelled::Sku), ("item no", Labelled::Sku), ("item no.", Labelled::Sku),
    ("item code", Labelled::Sku), ("item id", Labelled::Sku), ("item #", Labelled::Sku), ("product code", Labelled::Sku),
    ("product number", Labelled::Sku), ("product no", Labelled::Sku), ("product no.", Labelled::Sku), ("product id", Labelled::Sku),
    ("product ref", Labelled::Sku), ("catalogue number", Labelled::Sku), ("catalog number", Labelled::Sku), ("stock code", Labelled::Sku),
    ("web code", Labelled::Sku), ("article number", Labelled::Sku), ("article no", Labelled::Sku), ("style no", Labelled::Sku),
    ("style number", Labelled::Sku), ("ref", Labelled::Sku), ("ref.", Labelled::Sku), ("reference", Labelled::Sku), ("asin", Labelled::Sku),
    ("lot number", Labelled::Sku), ("listing id", Labelled::Sku), ("ad id", Labelled::Sku), ("post id", Labelled::Sku),
    ("art.-nr.", Labelled::Sku), ("art.-nr", Labelled::Sku), ("art.nr.", Labelled::Sku), ("art. nr.", Labelled::Sku), ("art-nr", Labelled::Sku),
    ("artikelnummer", Labelled::Sku), ("artikel-nr.", Labelled::Sku), ("artikel-nr", Labelled::Sku), ("artikelnr.", Labelled::Sku),
    ("artikelnr", Labelled::Sku), ("artikel nr.", Labelled::Sku), ("bestellnummer", Labelled::Sku), ("best.-nr.", Labelled::Sku), ("bestell-nr.", Labelled::Sku),
    ("produktnummer", Labelled::Sku), ("anzeige", Labelled::Sku), ("anzeigennummer", Labelled::Sku), ("anzeigen-id", Labelled::Sku),
    ("référence", Labelled::Sku), ("réf", Labelled::Sku), ("réf.", Labelled::Sku), ("code article", Labelled::Sku), ("numéro de l'objet", Labelled::Sku),
    ("referencia", Labelled::Sku), ("código", Labelled::Sku), ("referência", Labelled::Sku), ("código do produto", Labelled::Sku),
    ("codice", Labelled::Sku), ("codice prodotto", Labelled::Sku), ("codice articolo", Labelled::Sku), ("cod.", Labelled::Sku),
    ("cod", Labelled::Sku), ("numero oggetto", Labelled::Sku), ("productnummer", Labelled::Sku), ("bestelnummer", Labelled::Sku), ("varenummer", Labelled::Sku),
    ("varenr.", Labelled::Sku), ("varenr", Labelled::Sku), ("tuotenumero", Labelled::Sku), ("tuotekoodi", Labelled::Sku), ("kod produktu", Labelled::Sku),
    ("nr katalogowy", Labelled::Sku), ("kód produktu", Labelled::Sku), ("kód tovaru", Labelled::Sku), ("kód zboží", Labelled::Sku), ("kód", Labelled::Sku),
    ("objednávacie číslo", Labelled::Sku), ("cikkszám", Labelled::Sku), ("šifra", Labelled::Sku), ("šifra artikla", Labelled::Sku), ("cod produs", Labelled::Sku),
    ("артикул", Labelled::Sku), ("код товара", Labelled::Sku), ("код товару", Labelled::Sku), ("код продукта", Labelled::Sku), ("код", Labelled::Sku), ("tootekood", Labelled::Sku),
    ("preces kods", Labelled::Sku), ("prekės kodas", Labelled::Sku), ("ürün kodu", Labelled::Sku), ("stok kodu", Labelled::Sku), ("κωδικός", Labelled::Sku),
    ("מק\"ט", Labelled::Sku), ("מק״ט", Labelled::Sku), ("商品番号", Labelled::Sku), ("品番", Labelled::Sku), ("商品编号", Labelled::Sku), ("상품번호", Labelled::Sku),
    ("mpn", Labelled::Mpn), ("model number", Labelled::Mpn), ("item model number", Labelled::Mpn), ("manufacturer part number", Labelled::Mpn),
    ("part number", Labelled::Mpn), ("part no.", Labelled::Mpn), ("herstellernummer", Labelled::Mpn), ("modellnummer", Labelled::Mpn),
    ("gtin", Labelled::Gtin), ("ean", Labelled::Gtin), ("ean code", Labelled::Gtin), ("ean13", Labelled::Gtin), ("upc", Labelled::Gtin), ("isbn", Labelled::Gtin), ("isbn-13", Labelled::Gtin),
    ("brand", Labelled::Brand), ("marke", Labelled::Brand), ("marque", Labelled::Brand), ("бренд", Labelled::Brand),
    ("proizvajalec", Labelled::Brand), ("hersteller", Labelled::Brand), ("fabricant", Labelled::Brand), ("marca", Labelled::Brand),
    ("merk", Labelled::Brand), ("výrobca", Labelled::Brand), ("výrobce", Labelled::Brand), ("producent", Labelled::Brand),
    ("производитель", Labelled::Brand), ("varumärke", Labelled::Brand), ("品牌", Labelled::Brand),
];

/// Parts of the names of elements whose text is a code; letters only.
#[rustfmt::skip]
pub(super) const CODE_NAMES: [&str; 14] = [
    "sku", "productreference", "productcode", "productnumber", "productid", "itemnumber", "itemcode", "articlenumber", "articleno",
    "artikelnummer", "artikelnr", "catnumber", "prodcode", "partnumber",
];

/// Names of hidden fields that hold a code; letters only.
#[rustfmt::skip]
pub(super) const FIELD_NAMES: [&str; 11] = [
    "sku", "productsku", "productid", "idproduct", "itemid", "asin", "articleid", "productcode", "pid", "prodid", "articlenumber",
];

/// Words before an amount that is not what the product costs; part of a line.
#[rustfmt::skip]
pub(super) const OTHER_AMOUNTS: [&str; 51] = [
    "save", "saving", "was ", "rrp", "msrp", "list price", "shipping", "delivery", "postage", "p&p", "per month", "a month", "/mo",
    "month", "instal", "deposit", "finance", "gift card", "trade in", "trade-in", "voucher", "coupon", "cashback", "over ", "orders",
    "minimum", "statt", "uvp", "versand", "spar", "ab einem", "livraison", "au lieu", "économ", "envío", "envio", "spedizione",
    "frete", "desconto", "verzend", "porto", "doprava", "brez ddv", "bez dph", "доставк", "рассрочк", "excl", "ex vat", "without tax", "subtotal", "warranty",
];

/// Parts of class names and ids of a price.
#[rustfmt::skip]
pub(super) const PRICE_NAMES: [&str; 13] = [
    "price", "preis", "prix", "precio", "preco", "prezzo", "prijs", "pris", "cena", "cijena", "prc", "hinta", "amount",
];

/// Parts of class names and ids of a price that no longer holds, or of another amount.
#[rustfmt::skip]
pub(super) const OLD_PRICE_NAMES: [&str; 27] = [
    "old", "was", "regular", "strike", "strikethrough", "crossed", "rrp", "msrp", "uvp", "list", "before", "previous", "original", "save",
    "saving", "savings", "discount", "shipping", "delivery", "monthly", "installment", "compare", "stroke", "through",
    "alt", "barre", "unit",
];
