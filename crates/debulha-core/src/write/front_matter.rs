//! Metadata as YAML front matter, for text and Markdown.

use super::trafilatura::TrafilaturaFields;
use super::{Compat, WriteOptions, Written, escape};
use crate::metadata::{Metadata, ProductMetadata};
use crate::verdict::VerdictKind;
use std::fmt;

/// Writes the fields that the page gives between `---` lines, and says whether there was any.
///
/// The keys are those of `metadata` in JSON with `verdict` unless it is `ok`, or those of trafilatura. Values are double-quoted, so none is read as a
/// number, a date or a mark of YAML; lists are lists. The last line ends without a line break.
pub(super) fn write(
    written: &Written<'_>,
    metadata: &Metadata,
    options: &WriteOptions,
    out: &mut dyn fmt::Write,
) -> Result<bool, fmt::Error> {
    let mut matter = Matter { out, any: false };
    match options.compat {
        None => own(written, metadata, &mut matter)?,
        Some(Compat::Trafilatura) => trafilatura(&TrafilaturaFields::of(written, metadata), &mut matter)?,
    }
    if matter.any {
        matter.out.write_str("---")?;
    }
    Ok(matter.any)
}

fn own(written: &Written<'_>, metadata: &Metadata, matter: &mut Matter<'_>) -> fmt::Result {
    matter.field("title", metadata.title.value())?;
    matter.list("authors", metadata.authors.iter().map(|author| author.value.as_str()))?;
    matter.field("published", metadata.published.value())?;
    matter.field("modified", metadata.modified.value())?;
    matter.field("site_name", metadata.site_name.value())?;
    matter.field("url", written.address())?;
    matter.field("description", metadata.description.value())?;
    matter.field("language", metadata.language.value())?;
    matter.field("license", metadata.license.value())?;
    matter.field("image", metadata.image.value())?;
    matter.field("page_type", metadata.page_type.value())?;
    matter.list("categories", metadata.categories.iter().map(String::as_str))?;
    matter.list("tags", metadata.tags.iter().map(String::as_str))?;
    for (name, field) in metadata.product.iter().flat_map(ProductMetadata::fields) {
        matter.field(&format!("product_{name}"), field.value())?;
    }
    // What is content needs no remark.
    let verdict = written.verdict.map(|verdict| verdict.kind).filter(|kind| *kind != VerdictKind::Ok);
    matter.field("verdict", verdict.map(VerdictKind::name))
}

/// `fingerprint` and `id`, which are not ours to give, are left out as all that is missing.
fn trafilatura(fields: &TrafilaturaFields<'_>, matter: &mut Matter<'_>) -> fmt::Result {
    matter.field("title", fields.title)?;
    matter.field("author", fields.author.as_deref())?;
    matter.field("url", fields.url)?;
    matter.field("hostname", fields.hostname.as_deref())?;
    matter.field("description", fields.description)?;
    matter.field("sitename", fields.sitename.as_deref())?;
    matter.field("date", fields.date)?;
    matter.list("categories", fields.categories.iter().map(String::as_str))?;
    matter.list("tags", fields.tags.iter().map(String::as_str))?;
    matter.field("license", fields.license)
}

struct Matter<'o> {
    out: &'o mut dyn fmt::Write,
    any: bool,
}

impl Matter<'_> {
    fn key(&mut self, key: &str) -> fmt::Result {
        if !self.any {
            self.any = true;
            self.out.write_str("---\n")?;
        }
        write!(self.out, "{key}: ")
    }

    fn field(&mut self, key: &str, value: Option<&str>) -> fmt::Result {
        let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(()) };
        self.key(key)?;
        escape::yaml(self.out, value)?;
        self.out.write_char('\n')
    }

    fn list<'v>(&mut self, key: &str, values: impl ExactSizeIterator<Item = &'v str>) -> fmt::Result {
        if values.len() == 0 {
            return Ok(());
        }
        self.key(key)?;
        for (index, value) in values.enumerate() {
            self.out.write_str(if index == 0 { "[" } else { ", " })?;
            escape::yaml(self.out, value)?;
        }
        self.out.write_str("]\n")
    }
}
