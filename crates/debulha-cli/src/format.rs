//! The format of verbs that write text for people or JSON for programs.

use crate::exit::Usage;
use crate::help;
use crate::output::Output;
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
    /// Format [default: by the extension of -o, else text]
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
