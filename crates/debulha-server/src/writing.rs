//! How content is written: the format, by option or by what the caller accepts, and its options.

use crate::fields::fields;
use crate::problem::Problem;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use debulha::{Extraction, Format, Verdict, WriteOptions, csv_header};

fields! {
    /// How content is written.
    pub(crate) struct WritingFields {
        /// `json`, `text`, `markdown`, `html`, `xml`, `xmltei` or `csv`. Without it, `Accept` decides; JSON where that has no wish.
        #[schema(example = "markdown")]
        #[param(example = "markdown")]
        format: Option<String>,
        /// Keep the targets of links.
        #[schema(default = false)]
        #[param(default = false)]
        links: Option<bool>,
        /// Keep images.
        #[schema(default = false)]
        #[param(default = false)]
        images: Option<bool>,
        /// Keep tables.
        #[schema(default = true)]
        #[param(default = true)]
        tables: Option<bool>,
        /// Write notes in Markdown as footnotes (`[^1]`).
        #[schema(default = false)]
        #[param(default = false)]
        footnotes: Option<bool>,
        /// Write metadata.
        #[schema(default = false)]
        #[param(default = false)]
        metadata: Option<bool>,
        /// Which heading names the content in Markdown and HTML: `auto`, `page` or `never`.
        #[schema(default = "auto")]
        #[param(default = "auto")]
        title: Option<String>,
        /// Look for records: posts, entries and products.
        #[schema(default = false)]
        #[param(default = false)]
        records: Option<bool>,
    }
}

/// Formats by the media types that callers accept.
const MEDIA_TYPES: [(&str, Format); 8] = [
    ("application/json", Format::Json),
    ("text/plain", Format::Text),
    ("text/markdown", Format::Markdown),
    ("text/html", Format::Html),
    ("application/xml", Format::Xml),
    ("text/xml", Format::Xml),
    ("application/tei+xml", Format::XmlTei),
    ("text/csv", Format::Csv),
];

/// Media ranges of an `Accept` field that are looked at.
const MAX_RANGES: usize = 32;

/// Header with the verdict.
const VERDICT: HeaderName = HeaderName::from_static("x-debulha-verdict");

/// Header with the word F1 that the system expects of its answer.
const CONFIDENCE: HeaderName = HeaderName::from_static("x-debulha-confidence");

/// A format with its options.
#[derive(Debug, Clone)]
pub(crate) struct Writing {
    pub(crate) format: Format,
    pub(crate) options: WriteOptions,
}

impl WritingFields {
    /// The format and its options.
    ///
    /// # Errors
    /// 400 for a format or title that there is none of, 406 where no format is accepted.
    pub(crate) fn writing(&self, accept: Option<&str>) -> Result<Writing, Problem> {
        let format = match &self.format {
            Some(name) => {
                let wrong = |error| Problem::bad_request("option", format!("option `format`: {error}"));
                name.parse().map_err(|error: debulha_core::write::UnknownFormat| wrong(error.to_string()))?
            }
            None => accept.map_or(Ok(Format::Json), accepted)?,
        };
        let wrong = |error| Problem::bad_request("option", format!("option `title`: {error}"));
        let title = self.title.as_deref().map(|name| name.parse().map_err(wrong)).transpose()?;
        let default = WriteOptions::default();
        let options = WriteOptions {
            links: self.links.unwrap_or(default.links),
            images: self.images.unwrap_or(default.images),
            tables: self.tables.unwrap_or(default.tables),
            footnotes: self.footnotes.unwrap_or(default.footnotes),
            metadata: self.metadata.unwrap_or(default.metadata),
            records: self.records.unwrap_or(default.records),
            title: title.unwrap_or(default.title),
            ..default
        };
        Ok(Writing { format, options })
    }
}

/// The format that an `Accept` field wants most.
fn accepted(field: &str) -> Result<Format, Problem> {
    let mut best: Option<(f32, Format)> = None;
    for range in field.split(',').take(MAX_RANGES) {
        let mut parts = range.split(';').map(str::trim);
        let media = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok());
        let format = match media.as_str() {
            "*/*" | "application/*" => Some(Format::Json),
            "text/*" => Some(Format::Text),
            media => MEDIA_TYPES.iter().find(|(name, _)| *name == media).map(|(_, format)| *format),
        };
        let (Some(weight), Some(format)) = (weight, format) else { continue };
        if weight > best.map_or(0.0, |(weight, _)| weight) {
            best = Some((weight, format));
        }
    }
    best.map(|(_, format)| format).ok_or_else(|| {
        let known = MEDIA_TYPES.map(|(name, _)| name).join(", ");
        Problem::new(406, "not-acceptable", format!("answers are {known}"))
    })
}

/// Content as it was written, with its verdict.
pub(crate) struct WrittenContent {
    format: Format,
    text: String,
    verdict: Verdict,
}

impl Writing {
    /// Writes content. A table has its header.
    pub(crate) fn of(&self, extraction: Extraction) -> WrittenContent {
        let mut text = extraction.render(self.format, &self.options);
        if self.format == Format::Csv
            && let Some(header) = csv_header(&self.options)
        {
            text = format!("{header}\n{text}\n");
        }
        WrittenContent { format: self.format, text, verdict: extraction.verdict }
    }
}

impl IntoResponse for WrittenContent {
    fn into_response(self) -> Response {
        let media = match self.format {
            Format::Json => "application/json",
            Format::Text => "text/plain; charset=utf-8",
            Format::Markdown => "text/markdown; charset=utf-8",
            Format::Html => "text/html; charset=utf-8",
            Format::Xml => "application/xml; charset=utf-8",
            Format::XmlTei => "application/tei+xml; charset=utf-8",
            Format::Csv => "text/csv; charset=utf-8",
        };
        let mut response = self.text.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
        headers.insert(VERDICT, HeaderValue::from_static(self.verdict.kind.name()));
        let confidence = self.verdict.rounded_confidence();
        let confidence = confidence.and_then(|value| HeaderValue::try_from(value.to_string()).ok());
        headers.extend(confidence.map(|value| (CONFIDENCE, value)));
        response
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_the_one_that_is_wanted_most() {
        for (field, format) in [
            ("*/*", Format::Json),
            ("text/markdown", Format::Markdown),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Format::Html),
            ("text/plain;q=0.5, text/markdown;q=0.9", Format::Markdown),
            ("text/html;q=0, text/*;q=0.1", Format::Text),
            ("image/png, Application/JSON", Format::Json),
        ] {
            assert_eq!(accepted(field).unwrap(), format, "{field}");
        }
        for field in ["image/png", "", "text/html;q=0", "text/html;q=x"] {
            assert_eq!(accepted(field).unwrap_err().status(), 406, "{field}");
        }
    }
}
