//! Whether `why` and the outputs of a page say the same of its texts.

use debulha::extend::Labels;
use debulha::extend::features::control_chars::printable;
use debulha::why::Outputs;
use debulha::{Extraction, Format, Title, WriteOptions};
use serde_json::Value;

/// Formats whose text is compared. CSV has the plain text.
pub(crate) const FORMATS: [Format; 6] =
    [Format::Text, Format::Markdown, Format::Html, Format::Json, Format::Xml, Format::XmlTei];

/// Letters and digits from which on a text is looked for: shorter ones occur by chance.
const MIN_LETTERS: usize = 12;

/// What was compared, and what did not agree.
#[derive(Debug, Default)]
pub(crate) struct Agreement {
    /// Texts compared, one per format.
    pub(crate) compared: usize,
    /// Format, what the output has, the text and the role that `why` states.
    pub(crate) contradictions: Vec<(Format, bool, String, Option<&'static str>)>,
}

/// Looks for each text node of a page in each output.
pub(crate) fn compare(extraction: &Extraction) -> Agreement {
    let (page, document) = (extraction.page(), extraction.document());
    let outputs = Outputs::new(&page, extraction.outcome.labels().unwrap_or(&Labels::default()));
    let texts: Vec<_> = document
        .nodes()
        .filter(|&node| document.is_text(node))
        .map(|node| (letters(document.text(node)), outputs.of(&page, node)))
        .filter(|(text, _)| !text.is_empty())
        .collect();
    let is_part = |text: &str| {
        texts.iter().any(|(other, found)| found.role.is_some() && !found.is_whole && other.contains(text))
    };
    let mut agreement = Agreement::default();
    for format in FORMATS {
        let has = |found: &debulha::why::NodeOutputs| found.formats.contains(&format);
        let kept: String =
            texts.iter().filter(|(_, found)| has(found)).map(|(text, _)| text.as_str()).collect();
        let written = content(extraction, format, Title::Auto);
        let untitled = content(extraction, format, Title::Page);
        let title = written.strip_suffix(untitled.as_str()).unwrap_or_default();
        for (text, found) in &texts {
            // A formula is written as TeX, and words of the title that metadata states may stand anywhere.
            let is_in_title = title.len() > text.len()
                && title.contains(text.as_str())
                && !untitled.contains(text.as_str());
            if text.chars().count() < MIN_LETTERS
                || found.role == Some("math")
                || is_in_title
                || is_part(text)
            {
                continue;
            }
            agreement.compared += 1;
            let is_written = written.contains(text.as_str());
            // Kept texts in a row may contain it too.
            let is_wrong = if is_written { !kept.contains(text.as_str()) } else { has(found) };
            if is_wrong {
                agreement.contradictions.push((format, is_written, text.clone(), found.role));
            }
        }
    }
    agreement
}

/// Letters and digits of the content in an output, without its metadata and markup.
fn content(extraction: &Extraction, format: Format, title: Title) -> String {
    let output = extraction.render(format, &WriteOptions { title, ..WriteOptions::default() });
    let behind = |start: &str| output.split_once(start).map_or("", |(_, content)| content);
    match format {
        Format::Text | Format::Csv => letters(&output),
        Format::Markdown => letters(&output.replace("<br>", " ")),
        Format::Html => letters(&without_tags(behind("<body"))),
        Format::Xml => letters(&without_tags(behind("<main"))),
        Format::XmlTei => letters(&without_tags(behind("<text"))),
        Format::Json => {
            let page: Value = serde_json::from_str(&output).unwrap_or_default();
            let mut text = String::new();
            strings(&page["blocks"], &mut text);
            strings(&page["comments"], &mut text);
            letters(&text)
        }
    }
}

/// The strings of a value but for paths and names.
fn strings(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => out.push_str(text),
        Value::Array(values) => values.iter().for_each(|value| strings(value, out)),
        Value::Object(fields) => {
            let is_text = |name: &str| !matches!(name, "xpath" | "type" | "language");
            fields.iter().filter(|(name, _)| is_text(name)).for_each(|(_, value)| strings(value, out));
        }
        _ => {}
    }
}

fn without_tags(markup: &str) -> String {
    let texts = markup.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text));
    texts.collect()
}

fn unescaped(text: &str) -> String {
    let characters =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    characters.iter().fold(text.to_owned(), |text, (name, character)| text.replace(name, character))
}

/// Letters and digits, references read as long as there are any: a listing may show them.
fn letters(text: &str) -> String {
    let text = unescaped(&unescaped(text));
    printable(&text).chars().filter(|c| c.is_alphanumeric()).collect()
}
