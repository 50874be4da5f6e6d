//! What is written of the content, and in which format.

use crate::exit::Usage;
use crate::output::Form;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use debulha_core::write::{ChunkSize, Compat, Format, Renditions, Title, WriteOptions, csv_header};

/// What is written of the content. Never changes which text is content.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Writing")]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct WritingArgs {
    /// Format [default: by the ending of the output file, else text]
    #[arg(long, alias = "output-format", value_name = "FORMAT", value_parser = format_parser(), hide_default_value = true)]
    format: Option<Format>,
    /// Same as --format text; with --json the text is in the JSON, with the range of each block
    #[arg(long, alias = "text", conflicts_with_all = ["format", "html", "xml", "xmltei", "csv"])]
    txt: bool,
    /// Same as --format markdown; with --json the Markdown is in the JSON, with the range of each block
    #[arg(long, conflicts_with_all = ["format", "html", "xml", "xmltei", "csv"])]
    markdown: bool,
    /// Same as --format html
    #[arg(long, conflicts_with_all = ["format", "json", "xml", "xmltei", "csv"])]
    html: bool,
    /// Same as --format json
    #[arg(long, conflicts_with_all = ["format", "xml", "xmltei", "csv"])]
    json: bool,
    /// Cut the page into chunks of so many blocks or characters, for retrieval: JSON has them as `chunks`, each with its
    /// text or Markdown, headings above, blocks and bytes. No block is cut
    #[arg(long, value_name = "blocks:N|chars:N", value_parser = chunk_size, requires = "json")]
    chunk: Option<ChunkSize>,
    /// Same as --format xml: the elements of trafilatura's XML
    #[arg(long, conflicts_with_all = ["format", "xmltei", "csv"])]
    xml: bool,
    /// Same as --format xmltei: XML of the Text Encoding Initiative
    #[arg(long, conflicts_with_all = ["format", "csv"])]
    xmltei: bool,
    /// Same as --format csv: a table, a row a page, with its metadata, text and comments
    #[arg(long, conflicts_with = "format")]
    csv: bool,
    /// Write front matter, JSON and CSV under the names and in the shape of another program
    #[arg(long, value_name = "PROGRAM", value_enum)]
    compat: Option<CompatArg>,
    /// Write title, author, date and so on, too
    #[arg(long)]
    with_metadata: bool,
    /// Leave out pages without title, date or address
    #[arg(long)]
    pub(crate) only_with_metadata: bool,
    /// Keep the targets of links
    #[arg(long)]
    links: bool,
    /// Keep images
    #[arg(long)]
    images: bool,
    /// Find the records of the content: posts of a thread, entries of a listing, a product. JSON has them as `records`;
    /// text and Markdown have a line with author and date above each post
    #[arg(long)]
    records: bool,
    /// Which heading names the content in Markdown and HTML: the page's own or, where the content has none, the title of
    /// the metadata; only the page's own; or none
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = TitleArg::Auto)]
    title: TitleArg,
    /// Leave out tables
    #[arg(long)]
    no_tables: bool,
    /// Taken for compatibility: formats that have emphasis always show it
    #[arg(long)]
    formatting: bool,
    /// Taken for compatibility: there is one speed, and no fallback
    #[arg(long, alias = "no-fallback", hide = true)]
    fast: bool,
}

/// A program whose output is imitated.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum CompatArg {
    Trafilatura,
}

/// Which heading names the content.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum TitleArg {
    Auto,
    Page,
    Never,
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
        _ => Err("blocks:N or chars:N with N from 1, such as chars:2000".to_owned()),
    }
}

impl WritingArgs {
    /// The format asked for, if one is.
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
                "--compat trafilatura: its JSON has no chunks, and text alone: leave out --chunk, --txt, --markdown"
                    .to_owned(),
            ));
        }
        if self.txt && self.markdown && !self.json {
            return Err(Usage("--txt and --markdown are two formats: both go into --json only".to_owned()));
        }
        Ok(())
    }

    /// The options for writers.
    pub(crate) fn options(&self) -> WriteOptions {
        WriteOptions {
            links: self.links,
            images: self.images,
            tables: !self.no_tables,
            metadata: self.with_metadata,
            records: self.records,
            title: match self.title {
                TitleArg::Auto => Title::Auto,
                TitleArg::Page => Title::Page,
                TitleArg::Never => Title::Never,
            },
            renditions: Renditions {
                markdown: self.json && self.markdown,
                text: self.json && self.txt,
                chunks: self.chunk,
            },
            compat: self.compat.map(|CompatArg::Trafilatura| Compat::Trafilatura),
        }
    }

    /// What a page becomes. A row of CSV has its file before the columns of the library.
    pub(crate) fn form(&self, format: Format) -> Form {
        match format {
            Format::Json => Form::Object,
            Format::Csv => {
                let header = csv_header(&self.options()).map(|columns| format!("file,{columns}"));
                Form::Rows { header: header.unwrap_or_default() }
            }
            _ => Form::Document,
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
