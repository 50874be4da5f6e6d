//! Metadata as YAML front matter, for text and Markdown.

use super::{Written, escape};
use crate::metadata::{Candidate, Metadata};
use std::fmt;

/// Stands between the authors, as in the output of other tools.
const AUTHOR_SEPARATOR: &str = "; ";

/// Writes the fields that the page gives between `---` lines, and says whether there was any.
///
/// The keys are those that users know from trafilatura. Values are double-quoted, so none is read as a number, a date
/// or a mark of YAML; categories and tags are lists. The last line ends without a line break.
pub(super) fn write(
    written: &Written<'_>,
    metadata: &Metadata,
    out: &mut dyn fmt::Write,
) -> Result<bool, fmt::Error> {
    let authors: Vec<&str> = metadata.authors.iter().map(|Candidate { value, .. }| value.as_str()).collect();
    let authors = authors.join(AUTHOR_SEPARATOR);
    let address = written.address();
    let host = address.and_then(|address| url::Url::parse(address).ok());
    let host = host.as_ref().and_then(url::Url::host_str);
    let mut matter = Matter { out, any: false };
    matter.field("title", metadata.title.value())?;
    matter.field("author", Some(authors.as_str()))?;
    matter.field("url", address)?;
    matter.field("hostname", host)?;
    matter.field("description", metadata.description.value())?;
    matter.field("sitename", metadata.site_name.value())?;
    matter.field("date", metadata.published.value())?;
    matter.list("categories", &metadata.categories)?;
    matter.list("tags", &metadata.tags)?;
    matter.field("license", metadata.license.value())?;
    matter.field("language", metadata.language.value())?;
    matter.field("image", metadata.image.value())?;
    matter.field("pagetype", metadata.page_type.value())?;
    if matter.any {
        matter.out.write_str("---")?;
    }
    Ok(matter.any)
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

    fn list(&mut self, key: &str, values: &[String]) -> fmt::Result {
        if values.is_empty() {
            return Ok(());
        }
        self.key(key)?;
        for (index, value) in values.iter().enumerate() {
            self.out.write_str(if index == 0 { "[" } else { ", " })?;
            escape::yaml(self.out, value)?;
        }
        self.out.write_str("]\n")
    }
}
