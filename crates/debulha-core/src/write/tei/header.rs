//! The header of a TEI document.

use super::{address, element};
use crate::metadata::Metadata;
use crate::write::{Written, escape};
use std::fmt;

/// The `teiHeader`, of what is known of the page.
pub(super) fn write(
    out: &mut dyn fmt::Write,
    written: &Written<'_>,
    metadata: Option<&Metadata>,
) -> fmt::Result {
    out.write_str("<teiHeader>\n<fileDesc>\n<titleStmt>\n")?;
    element(out, "title", &written.title())?;
    for author in metadata.iter().flat_map(|metadata| &metadata.authors) {
        element(out, "author", &author.value)?;
    }
    out.write_str("</titleStmt>\n<publicationStmt>\n")?;
    publication(out, metadata)?;
    out.write_str("</publicationStmt>\n<sourceDesc>\n<bibl>\n")?;
    element(out, "title", &written.title())?;
    if let Some(own) = written.address() {
        out.write_str("<ptr")?;
        address(out, "target", own)?;
        out.write_str("/>\n")?;
    }
    out.write_str("</bibl>\n</sourceDesc>\n</fileDesc>\n<encodingDesc>\n<appInfo>\n")?;
    writeln!(out, "<application ident=\"debulha\" version=\"{}\">", env!("CARGO_PKG_VERSION"))?;
    element(out, "label", written.extractor)?;
    out.write_str("</application>\n</appInfo>\n</encodingDesc>\n")?;
    if let Some(metadata) = metadata {
        profile(out, written, metadata)?;
    }
    out.write_str("</teiHeader>\n")
}

fn publication(out: &mut dyn fmt::Write, metadata: Option<&Metadata>) -> fmt::Result {
    let Some(metadata) = metadata else { return out.write_str("<p/>\n") };
    // The other elements may only follow a publisher.
    element(out, "publisher", metadata.site_name.value().unwrap_or_default())?;
    for (kind, date) in [("published", &metadata.published), ("modified", &metadata.modified)] {
        let Some(date) = date.value() else { continue };
        write!(out, "<date type=\"{kind}\"")?;
        if let Some(when) = when(date) {
            escape::attribute(out, "when", &when)?;
        }
        out.write_char('>')?;
        escape::markup(out, date, false)?;
        out.write_str("</date>\n")?;
    }
    if let Some(license) = metadata.license.value() {
        out.write_str("<availability>\n<licence")?;
        if is_web_address(license) {
            address(out, "target", license)?;
        }
        out.write_char('>')?;
        escape::markup(out, license, false)?;
        out.write_str("</licence>\n</availability>\n")?;
    }
    Ok(())
}

fn profile(out: &mut dyn fmt::Write, written: &Written<'_>, metadata: &Metadata) -> fmt::Result {
    out.write_str("<profileDesc>\n")?;
    if let Some(description) = metadata.description.value() {
        out.write_str("<abstract>\n")?;
        element(out, "p", description)?;
        out.write_str("</abstract>\n")?;
    }
    if let Some(language) = written.language() {
        out.write_str("<langUsage>\n<language")?;
        escape::attribute(out, "ident", language)?;
        out.write_str("/>\n</langUsage>\n")?;
    }
    if !metadata.categories.is_empty() || !metadata.tags.is_empty() {
        out.write_str("<textClass>\n<keywords>\n")?;
        for (kind, terms) in [("category", &metadata.categories), ("tag", &metadata.tags)] {
            for term in terms {
                write!(out, "<term type=\"{kind}\">")?;
                escape::markup(out, term, false)?;
                out.write_str("</term>\n")?;
            }
        }
        out.write_str("</keywords>\n</textClass>\n")?;
    }
    out.write_str("</profileDesc>\n")
}

/// Whether a licence is an address, not a text that may hold one.
fn is_web_address(license: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| license.starts_with(scheme))
        && !license.contains(char::is_whitespace)
}

/// The largest offset from UTC that XML Schema has.
const MAX_OFFSET: &str = "14:00";

/// A date, or date and time, as XML Schema writes them: with seconds. `None` for what is neither.
fn when(iso: &str) -> Option<String> {
    let has_shape = |text: &str, shape: &str| {
        text.len() == shape.len()
            && text.bytes().zip(shape.bytes()).all(|(b, like)| match like {
                b'0' => b.is_ascii_digit(),
                _ => b == like,
            })
    };
    let (day, rest) = iso.split_at_checked("0000-00-00".len())?;
    if !has_shape(day, "0000-00-00") {
        return None;
    }
    if rest.is_empty() {
        return Some(day.to_owned());
    }
    let (time, offset) = rest.split_at(rest.find(['Z', '+', '-']).unwrap_or(rest.len()));
    let seconds = match time {
        _ if has_shape(time, "T00:00") => ":00",
        _ if has_shape(time, "T00:00:00") && !time.ends_with(":60") => "",
        _ => return None,
    };
    let is_offset = |amount: &str| has_shape(amount, "00:00") && amount <= MAX_OFFSET;
    let is_zone = matches!(offset, "" | "Z") || offset.strip_prefix(['+', '-']).is_some_and(is_offset);
    is_zone.then(|| format!("{day}{time}{seconds}{offset}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_xml_schema() {
        for (iso, expected) in [
            ("2024-05-01", Some("2024-05-01")),
            ("2024-05-01T10:00", Some("2024-05-01T10:00:00")),
            ("2024-05-01T10:00Z", Some("2024-05-01T10:00:00Z")),
            ("2024-05-01T10:00:30-04:00", Some("2024-05-01T10:00:30-04:00")),
            ("2024-05-01T10:00:60Z", None),
            ("2024-05-01T10:00+15:00", None),
            ("2024-05-01T10:00Z01:00", None),
            ("2024-05", None),
            ("May 2024", None),
            ("2024-05-01é", None),
        ] {
            assert_eq!(when(iso).as_deref(), expected, "{iso}");
        }
    }
}
