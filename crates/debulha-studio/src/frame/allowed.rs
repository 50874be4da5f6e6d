//! What a frame may hold: elements and attributes by name. Nothing else is ever written.

/// Elements that are written as they are.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "menu",
    "nav",
    "nobr",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "search",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Elements that end an open paragraph, as the `div` does that is written for them.
const BLOCKS: &[&str] = &["form", "frameset", "listing", "noframes", "plaintext", "xmp", super::PAYLOAD];

/// Attributes that are copied from any element.
const ATTRIBUTES: &[&str] = &[
    "align",
    "alt",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "class",
    "color",
    "colspan",
    "dir",
    "face",
    "height",
    "hidden",
    "id",
    "lang",
    "open",
    "rowspan",
    "size",
    "start",
    "style",
    "valign",
    "width",
];

/// Beginnings of addresses of pictures that are part of the page. SVG is not among them: it is a document of its own.
const PICTURES: &[&str] = &["data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp"];

/// The name under which an element of HTML is written.
pub(super) fn element(name: &str) -> &'static str {
    match ELEMENTS.iter().find(|known| **known == name) {
        Some(known) => known,
        None if BLOCKS.contains(&name) => "div",
        None => "span",
    }
}

/// Whether an element has no contents and no end tag.
pub(super) fn is_void(tag: &str) -> bool {
    matches!(tag, "br" | "col" | "hr" | "img" | "wbr")
}

/// Whether an attribute is copied.
pub(super) fn is_attribute(tag: &str, name: &str, value: &str) -> bool {
    match name {
        "src" => tag == "img" && is_embedded_image(value),
        "type" => matches!(tag, "li" | "ol" | "ul"),
        "value" => tag == "li",
        name => ATTRIBUTES.contains(&name),
    }
}

/// Whether a URL is that of an image that is part of the page.
pub(super) fn is_embedded_image(address: &str) -> bool {
    let of = |kind: &&str| {
        let begin = address.get(..kind.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(kind));
        begin && address[kind.len()..].starts_with([';', ','])
    };
    PICTURES.iter().any(of)
}

/// Whether `tag` may stand right inside of a part of a table; of others the parser would move the text out of it.
pub(super) fn fits_table(parent: &str, tag: &str) -> bool {
    match parent {
        "table" => matches!(tag, "caption" | "colgroup" | "col" | "tbody" | "thead" | "tfoot" | "tr"),
        "tbody" | "thead" | "tfoot" => tag == "tr",
        "tr" => matches!(tag, "td" | "th"),
        "colgroup" => tag == "col",
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_that_are_part_of_the_page_have_addresses() {
        for address in ["data:image/png;base64,AA==", "DATA:image/GIF,x", "data:image/webp;base64,"] {
            assert!(is_attribute("img", "src", address), "{address}");
        }
        for address in [
            "data:image/svg+xml,<svg onload=x>",
            "data:image/pngx,",
            "data:text/html,<script>",
            " data:image/png,",
            "https://e.org/a.png",
            "//e.org/a",
            "javascript:x",
            "",
            "data:image/pn\u{e9}",
        ] {
            assert!(!is_attribute("img", "src", address), "{address}");
        }
        assert!(!is_attribute("span", "src", "data:image/png,"));
        for name in [
            "onclick",
            "href",
            "srcset",
            "srcdoc",
            "action",
            "formaction",
            "background",
            "data-n",
            "xlink:href",
        ] {
            assert!(!is_attribute("img", name, ""), "{name}");
        }
    }
}
