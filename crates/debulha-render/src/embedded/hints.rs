//! What attributes say of an element's look, as rules of a style sheet below those of the page. The engine itself knows only
//! some of them.

use debulha_dom::{Document, Namespace, NodeId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How the engine's own style sheet is changed: to what Chromium does where the two differ, for what the engine does not
/// draw, and so that animations are at their end.
pub(super) const BASE: &str = "
html { line-height: 1.149 }
tt, code, kbd, samp, pre, listing, xmp, plaintext { font-family: monospace }
noframes, template, datalist, audio, head, dialog:not([open]), area, param, source, track { display: none }
details:not([open]) > :not(summary:first-of-type) { display: none }
select, iframe, video, embed, object, canvas, svg, meter, progress { display: inline-block; overflow: hidden }
select > *, iframe > *, video > *, canvas > *, svg > *, meter > *, progress > * { display: none !important }
iframe, video, svg, embed { width: 300px; height: 150px }
iframe { border: 2px inset }
select { width: 120px; height: 19px; border: 1px solid #767676; box-sizing: border-box; font-size: 13.3333px }
button, input, textarea { font-size: 13.3333px; font-family: sans-serif; line-height: 1.149; letter-spacing: normal }
button, input[type=submit], input[type=reset], input[type=button] { display: inline-block; border: 2px outset #767676;
  text-align: center; font-weight: 400 }
textarea { font-family: monospace; display: inline-block; border: 1px solid #767676 }
input { border: 2px inset #767676; padding: 1px 2px; width: 153px; box-sizing: content-box }
input[type=checkbox], input[type=radio] { width: 13px; height: 13px; border: none; padding: 0 }
input[type=submit], input[type=reset], input[type=button] { width: auto; padding: 1px 6px }
input[type=hidden] { display: none !important }
fieldset { display: block; margin: 0 2px; padding: .35em .75em .625em; border: 2px groove #c0c0c0 }
legend { display: block; padding: 0 2px }
*, ::before, ::after { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important }
";

/// Different rules that attributes make at most.
const MAX_RULES: usize = 2000;

/// Longest value of an attribute that becomes a rule.
const MAX_VALUE: usize = 40;

/// Sizes of `font`, of 1 to 7.
const FONT_SIZES: [&str; 7] = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];

/// The rules for the attributes of a page, each once.
pub(super) fn of(doc: &Document) -> String {
    let mut rules = BTreeSet::new();
    for node in doc.nodes().filter(|&node| doc.is_element(node)) {
        let tag = doc.name_str(doc.name(node));
        for (name, value) in doc.attributes(node) {
            let value = value.trim();
            let is_plain = value.len() <= MAX_VALUE
                && value
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '%' | '#' | '+' | '-' | ' '));
            if is_plain && rules.len() < MAX_RULES {
                rules.extend(rule(doc, node, tag, doc.name_str(name), value));
            }
        }
        if tag == "img" && rules.len() < MAX_RULES {
            rules.extend(ratio(doc, node));
        }
    }
    rules.into_iter().collect()
}

/// The rule for one attribute.
fn rule(doc: &Document, node: NodeId, tag: &str, name: &str, value: &str) -> Option<String> {
    let is_svg = doc.namespace(node) == Namespace::Svg;
    let mut declarations = String::new();
    let mut below = "";
    match (tag, name) {
        (
            "table" | "td" | "th" | "tr" | "col" | "iframe" | "video" | "canvas" | "object" | "embed" | "hr"
            | "svg" | "img" | "pre",
            "width" | "height",
        ) => {
            write!(declarations, "{name}: {}", length(value, is_svg)?).ok()?;
        }
        ("body" | "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th", "bgcolor") => {
            write!(declarations, "background-color: {}", color(value)?).ok()?;
        }
        ("body", "text") | ("font", "color") => write!(declarations, "color: {}", color(value)?).ok()?,
        ("font", "size") => {
            let number: i32 = value.trim_start_matches('+').parse().ok()?;
            let size = if value.starts_with(['+', '-']) { 3_i32.saturating_add(number) } else { number };
            write!(declarations, "font-size: {}", FONT_SIZES[size.clamp(1, 7) as usize - 1]).ok()?;
        }
        ("table", "cellpadding") => {
            below = "> * > tr > :is(td, th)";
            write!(declarations, "padding: {}", length(value, false)?).ok()?;
        }
        ("table", "cellspacing") => write!(declarations, "border-spacing: {}", length(value, false)?).ok()?,
        ("table", "border") if value != "0" => {
            below = "> * > tr > :is(td, th)";
            declarations.push_str("border: 1px inset gray");
        }
        ("table", "align") if value.eq_ignore_ascii_case("center") => {
            declarations.push_str("margin-left: auto; margin-right: auto");
        }
        ("td" | "th", "nowrap") => declarations.push_str("white-space: nowrap"),
        ("img" | "iframe" | "table", "align")
            if value.eq_ignore_ascii_case("left") || value.eq_ignore_ascii_case("right") =>
        {
            write!(declarations, "float: {value}").ok()?;
        }
        _ => return None,
    }
    Some(format!("{tag}[{name}=\"{value}\"] {below} {{ {declarations} }}\n"))
}

/// The ratio of the sides of an image that says both.
fn ratio(doc: &Document, image: NodeId) -> Option<String> {
    let side =
        |name| doc.attribute(image, doc.find_name(name)?)?.parse::<u32>().ok().filter(|&side| side > 0);
    let (width, height) = (side("width")?, side("height")?);
    Some(format!("img[width=\"{width}\"][height=\"{height}\"] {{ aspect-ratio: {width} / {height} }}\n"))
}

/// A length or percentage; in SVG with a unit of CSS.
fn length(value: &str, is_svg: bool) -> Option<String> {
    let digits = value.chars().take_while(|c| c.is_ascii_digit() || *c == '.').count();
    let (number, unit) = value.split_at(digits);
    let number: f32 = number.parse().ok()?;
    match unit.trim() {
        "%" => Some(format!("{number}%")),
        unit @ ("em" | "rem" | "ex") if is_svg => Some(format!("{number}{unit}")),
        _ => Some(format!("{number}px")),
    }
}

/// A colour by its name or six or three digits.
fn color(value: &str) -> Option<String> {
    let digits = value.trim_start_matches('#');
    let is_hex = matches!(digits.len(), 3 | 6) && digits.chars().all(|c| c.is_ascii_hexdigit());
    if is_hex {
        return Some(format!("#{digits}"));
    }
    value.chars().all(|c| c.is_ascii_alphabetic()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn attributes_become_rules() {
        let page = "<body bgcolor=fff><table width='50%' cellpadding=3><td height=10px></table><font size='+2'>a</font>
            <img width=80 height='a'><p width=9>b";
        let rules = of(&parse(page, &Limits::default()).document);
        for rule in [
            "body[bgcolor=\"fff\"]  { background-color: #fff }",
            "table[width=\"50%\"]  { width: 50% }",
            "table[cellpadding=\"3\"] > * > tr > :is(td, th) { padding: 3px }",
            "td[height=\"10px\"]  { height: 10px }",
            "font[size=\"+2\"]  { font-size: x-large }",
            "img[width=\"80\"]  { width: 80px }",
        ] {
            assert!(rules.contains(rule), "{rules}");
        }
        assert_eq!(rules.lines().count(), 6);
    }
}
