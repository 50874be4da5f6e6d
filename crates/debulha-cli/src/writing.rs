//! What is written of the content, and in which format.

use crate::exit::Usage;
use crate::output::OutputForm;
use crate::{help, settings};
use clap::ArgGroup;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use debulha_core::write::{ChunkSize, Compat, Format, Renditions, Title, WriteOptions, csv_header};

/// The options that say the format.
const FORMATS: [&str; 8] = ["format", "txt", "markdown", "html", "json", "xml", "xmltei", "csv"];

/// What is written of the content. Never changes which text is content.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::OUTPUT)]
#[command(group = ArgGroup::new(settings::CHOICE).args(FORMATS).multiple(true))]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct WritingArgs {
    /// Format [default: by the extension of -o, else text]
    #[arg(short, long, alias = "output-format", value_name = "FORMAT", value_parser = format_parser(), hide_default_value = true)]
    format: Option<Format>,
    /// Same as --format text; with --json, JSON also has the text
    ///
    /// Each block has its range in that text.
    #[arg(long, alias = "text", hide_short_help = true, hide_long_help = true, conflicts_with_all = ["format", "html", "xml", "xmltei", "csv"])]
    txt: bool,
    /// Same as --format markdown; with --json, JSON also has the Markdown
    ///
    /// Each block has its range in that Markdown.
    #[arg(long, conflicts_with_all = ["format", "html", "xml", "xmltei", "csv"])]
    markdown: bool,
    /// Same as --format html
    #[arg(long, hide_short_help = true, hide_long_help = true, conflicts_with_all = ["format", "json", "xml", "xmltei", "csv"])]
    html: bool,
    /// Same as --format json: blocks with their positions in the page
    #[arg(long, conflicts_with_all = ["format", "xml", "xmltei", "csv"])]
    json: bool,
    /// Split the page into chunks for retrieval; needs --json
    ///
    /// A chunk has at most N blocks or characters; blocks are never split. JSON has them as `chunks`, each with its text
    /// or Markdown, the headings above it, its blocks and its bytes.
    #[arg(long, hide_short_help = true, hide_long_help = true, value_name = "blocks:N|chars:N", value_parser = chunk_size, requires = "json")]
    chunk: Option<ChunkSize>,
    /// Same as --format xml: elements as in trafilatura's XML
    #[arg(long, hide_short_help = true, hide_long_help = true, conflicts_with_all = ["format", "xmltei", "csv"])]
    xml: bool,
    /// Same as --format xmltei: XML of the Text Encoding Initiative
    #[arg(long, hide_short_help = true, hide_long_help = true, conflicts_with_all = ["format", "csv"])]
    xmltei: bool,
    /// Same as --format csv: a table, one row per page
    ///
    /// It has the page's metadata, text and comments.
    #[arg(long, hide_short_help = true, hide_long_help = true, conflicts_with = "format")]
    csv: bool,
    /// Write front matter, JSON and CSV as another tool does
    #[arg(long, hide_short_help = true, hide_long_help = true, value_name = "TOOL", value_parser = compats())]
    compat: Option<Compat>,
    /// Also write metadata: title, author, date and so on
    #[arg(long)]
    with_metadata: bool,
    /// Skip pages without title, date or URL
    #[arg(long, help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    pub(crate) only_with_metadata: bool,
    /// Keep link targets
    #[arg(long, help_heading = help::KEEP)]
    links: bool,
    /// Keep images
    #[arg(long, help_heading = help::KEEP)]
    images: bool,
    /// Mark the records of the content: posts, entries, a product
    ///
    /// JSON has them as `records`. Text and Markdown have a line with author and date above each post.
    #[arg(long, hide_short_help = true)]
    records: bool,
    /// Title of the content in Markdown and HTML
    ///
    /// auto: the page's heading or, if the content has none, the metadata title. page: only the page's heading. never:
    /// none.
    #[arg(long, hide_short_help = true, hide_long_help = true, value_name = "WHICH", value_parser = titles(), default_value_t)]
    title: Title,
    /// Drop tables
    #[arg(long, help_heading = help::KEEP)]
    no_tables: bool,
    /// Write notes in Markdown as footnotes (`[^1]`) instead of links and lists
    #[arg(long, hide_short_help = true, hide_long_help = true)]
    footnotes: bool,
    /// No effect: formats with emphasis always show it
    #[arg(long, hide_short_help = true, hide_long_help = true)]
    formatting: bool,
    /// No effect, for compatibility: there is one speed and no fallback
    #[arg(long, alias = "no-fallback", hide = true)]
    fast: bool,
}

fn titles() -> impl TypedValueParser<Value = Title> {
    PossibleValuesParser::new(Title::ALL.map(Title::name)).try_map(|name| name.parse())
}

fn compats() -> impl TypedValueParser<Value = Compat> {
    PossibleValuesParser::new(Compat::ALL.map(Compat::name)).try_map(|name| name.parse())
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let shown = |format: Format| {
        let value = PossibleValue::new(format.name());
        match format {
            Format::Text => value.alias("txt"),
            Format::Markdown => value.alias("md"),
            Format::XmlTei => value.aliases(["tei", "xml-tei"]),
            Format::Html | Format::Json | Format::Xml | Format::Csv => value,
        }
    };
    PossibleValuesParser::new(Format::ALL.map(shown)).try_map(|name| name.parse::<Format>())
}

/// Reads the size of chunks.
fn chunk_size(text: &str) -> Result<ChunkSize, String> {
    let (unit, number) = text.split_once(':').unwrap_or((text, ""));
    let number = number.parse::<usize>().ok().filter(|&number| number > 0);
    match (unit, number) {
        ("blocks", Some(number)) => Ok(ChunkSize::Blocks(number)),
        ("chars", Some(number)) => Ok(ChunkSize::Chars(number)),
        _ => Err("use blocks:N or chars:N with N of 1 or more, such as chars:2000".to_owned()),
    }
}

impl WritingArgs {
    /// The format requested, if one is.
    pub(crate) fn format(&self) -> Option<Format> {
        // Beside JSON, text and Markdown are in it.
        let short = [
            (self.json, Format::Json),
            (self.txt, Format::Text),
            (self.markdown, Format::Markdown),
            (self.html, Format::Html),
            (self.xml, Format::Xml),
            (self.xmltei, Format::XmlTei),
            (self.csv, Format::Csv),
        ];
        let short = short.into_iter().find(|&(given, _)| given).map(|(_, format)| format);
        self.format.or(short)
    }

    /// Whether the arguments make sense.
    ///
    /// # Errors
    /// [`Usage`] for two formats of which neither is JSON, and for fields that the JSON of another program lacks.
    pub(crate) fn check(&self) -> Result<(), Usage> {
        if self.compat.is_some() && (self.chunk.is_some() || (self.json && (self.txt || self.markdown))) {
            return Err(Usage(
                "--compat trafilatura cannot be combined with --chunk, --txt or --markdown in JSON"
                    .to_owned(),
            ));
        }
        if self.txt && self.markdown && !self.json {
            return Err(Usage("--txt and --markdown can be combined only with --json".to_owned()));
        }
        Ok(())
    }

    /// The options for writers.
    pub(crate) fn options(&self) -> WriteOptions {
        WriteOptions {
            links: self.links,
            images: self.images,
            tables: !self.no_tables,
            footnotes: self.footnotes,
            metadata: self.with_metadata,
            records: self.records,
            title: self.title,
            renditions: Renditions {
                markdown: self.json && self.markdown,
                text: self.json && self.txt,
                chunks: self.chunk,
            },
            compat: self.compat,
        }
    }

    /// What a page becomes. A row of CSV has its file before the columns of the library.
    pub(crate) fn form(&self, format: Format) -> OutputForm {
        match format {
            Format::Json => OutputForm::Object,
            Format::Csv => {
                let header = csv_header(&self.options()).map(|columns| format!("file,{columns}"));
                OutputForm::Rows { header: header.unwrap_or_default() }
            }
            _ => OutputForm::Document,
        }
    }

    /// A row of CSV as it stands below the header of [`WritingArgs::form`].
    ///
    /// # Errors
    /// Those of the writer of the file's name.
    pub(crate) fn row(&self, file: &str, row: String) -> Result<String, String> {
        if self.compat.is_some() {
            return Ok(row);
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([file]).map_err(|error| error.to_string())?;
        let bytes = writer.into_inner().map_err(|error| error.to_string())?;
        Ok(format!("{},{row}", String::from_utf8_lossy(&bytes).trim_end_matches('\n')))
    }
}
