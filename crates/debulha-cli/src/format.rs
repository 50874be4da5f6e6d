//! The formats of verbs that write text for people, JSON for programs, or one row per page.

use crate::exit::Usage;
use crate::help;
use crate::output::{Output, OutputForm, OutputStyle};
use std::ffi::OsStr;
use std::path::Path;

/// Text or JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TextOrJson {
    #[default]
    Text,
    Json,
}

/// The options that choose between them.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::OUTPUT)]
pub(crate) struct FormatArgs {
    /// Output format [default: text]
    ///
    /// With -o, the extension of the file decides.
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    format: Option<TextOrJson>,
    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    /// The format that was given, if one was.
    pub(crate) fn given(&self) -> Option<TextOrJson> {
        self.format.or(self.json.then_some(TextOrJson::Json))
    }

    /// The format that was given, or that of the output's ending.
    ///
    /// # Errors
    /// [`Usage`] for an ending of another format.
    pub(crate) fn of(&self, target: Option<&Path>) -> Result<TextOrJson, Usage> {
        if let Some(format) = self.given() {
            return Ok(format);
        }
        Output::check_ending(target, &["txt", "json", "jsonl", "ndjson"])?;
        let ending = target.and_then(Path::extension).and_then(OsStr::to_str);
        Ok(if matches!(ending, Some("json" | "jsonl" | "ndjson")) {
            TextOrJson::Json
        } else {
            TextOrJson::Text
        })
    }

    /// Whether JSON is to be written, on standard output.
    pub(crate) fn is_json(&self) -> bool {
        self.given() == Some(TextOrJson::Json)
    }
}

/// A format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RowFormat {
    /// For people.
    Text,
    /// One object per page.
    Json,
    /// One object per page and line.
    Jsonl,
    /// Comma-separated, with a header.
    Csv,
    /// Tab-separated, with a header.
    Tsv,
}

/// The options that choose a format of rows.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::OUTPUT)]
pub(crate) struct RowFormatArgs {
    /// Output format [default: by the extension of -o]
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    format: Option<RowFormat>,
    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl RowFormatArgs {
    /// The format that was given, or that of the output's ending, or else the verb's own.
    ///
    /// # Errors
    /// [`Usage`] for an ending of another format.
    pub(crate) fn of(&self, target: Option<&Path>, default: RowFormat) -> Result<RowFormat, Usage> {
        if let Some(format) = self.format.or(self.json.then_some(RowFormat::Json)) {
            return Ok(format);
        }
        Output::check_ending(target, &["txt", "json", "jsonl", "ndjson", "csv", "tsv"])?;
        Ok(match target.and_then(Path::extension).and_then(OsStr::to_str) {
            Some("txt") => RowFormat::Text,
            Some("json") => RowFormat::Json,
            Some("jsonl" | "ndjson") => RowFormat::Jsonl,
            Some("csv") => RowFormat::Csv,
            Some("tsv") => RowFormat::Tsv,
            _ => default,
        })
    }
}

impl RowFormat {
    /// How pages are written in it, under a header for tables.
    pub(crate) fn style(self, columns: &[&str]) -> OutputStyle {
        match self {
            RowFormat::Text => {
                OutputStyle { extension: "txt", form: OutputForm::Rows { header: String::new() } }
            }
            RowFormat::Json => OutputStyle { extension: "json", form: OutputForm::Object },
            RowFormat::Jsonl => OutputStyle { extension: "json", form: OutputForm::JsonLines },
            RowFormat::Csv => {
                OutputStyle { extension: "csv", form: OutputForm::Rows { header: columns.join(",") } }
            }
            RowFormat::Tsv => {
                OutputStyle { extension: "tsv", form: OutputForm::Rows { header: columns.join("\t") } }
            }
        }
    }

    /// A row of a table, without line break.
    ///
    /// # Errors
    /// Those of the writer of the fields.
    pub(crate) fn row<'f>(self, fields: impl IntoIterator<Item = &'f str>) -> Result<String, String> {
        if self != RowFormat::Csv {
            let fields: Vec<String> =
                fields.into_iter().map(|field| field.replace(['\t', '\n', '\r'], " ")).collect();
            return Ok(fields.join("\t"));
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(fields).map_err(|error| error.to_string())?;
        let bytes = writer.into_inner().map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned())
    }
}
