//! The code of a product in the page's URL, for pages that state none.

use url::Url;

/// Characters of a code in a URL; shorter numbers are pages, sizes and categories.
pub(super) const MIN_CODE: usize = 5;

/// Characters of a code in a URL, at most.
const MAX_CODE: usize = 30;

/// Digits of a code in a URL.
const MIN_DIGITS: usize = 3;

/// Parameters that hold a code; lower case.
#[rustfmt::skip]
const PARAMETERS: [&str; 12] = [
    "sku", "childsku", "pid", "product_id", "productid", "item_id", "itemid", "article", "artikel", "variant", "product", "id",
];

/// The code in the first of a page's URLs that has one: a parameter, else the last part of the path that has the form of one:
/// `/item/302474151804`, `/p4781720`, `/rye-flour-12345.html`.
pub(super) fn of<'u>(mut urls: impl Iterator<Item = &'u str>) -> Option<String> {
    urls.find_map(|url| code_of(&Url::parse(url).ok()?))
}

fn code_of(url: &Url) -> Option<String> {
    let named = |parameter: &&str| {
        let mut pairs = url.query_pairs();
        pairs
            .find(|(name, value)| name.eq_ignore_ascii_case(parameter) && is_code(value))
            .map(|(_, value)| value.into_owned())
    };
    if let Some(code) = PARAMETERS.iter().find_map(named) {
        return Some(code);
    }
    let segments: Vec<&str> = url.path_segments()?.filter(|segment| !segment.is_empty()).collect();
    segments.iter().rev().find_map(|segment| {
        let stem = segment.rsplit_once('.').map_or(*segment, |(stem, _)| stem);
        if is_code(stem) {
            return Some(without_letter(stem).to_owned());
        }
        let mut parts = stem.rsplit(['-', '_', '~', ',']);
        let last = parts.next()?;
        let first = stem.split(['-', '_', '~', ',']).next()?;
        [last, first].into_iter().find(|part| is_code(part)).map(|part| without_letter(part).to_owned())
    })
}

/// `4781720` of `p4781720`.
fn without_letter(code: &str) -> &str {
    let digits = code.strip_prefix(['p', 'P']).unwrap_or(code);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits } else { code }
}

fn is_code(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (MIN_CODE..=MAX_CODE).contains(&text.len())
        && digits >= MIN_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_urls() {
        for (url, code) in [
            ("https://example.org/item/302474151804", Some("302474151804")),
            ("https://example.org/rye/p4781720?from=x", Some("4781720")),
            ("https://example.org/dp/B004SNMXRS", Some("B004SNMXRS")),
            ("https://example.org/rye-flour-123456.html", Some("123456")),
            ("https://example.org/item/93133869_rye-flour", Some("93133869")),
            ("https://example.org/rye?sku=1049084", Some("1049084")),
            ("https://example.org/rye/flour", None),
            ("https://example.org/2024/", None),
            ("rye", None),
        ] {
            assert_eq!(of([url].into_iter()).as_deref(), code, "{url}");
        }
    }
}
