//! How one input becomes bytes of a page.

use crate::exit::Usage;
#[cfg(feature = "fetch")]
use crate::fetching::FetchingArgs;
use crate::help;
use crate::inputs::{InputPlace, PageInput, absolute_url};
#[cfg(feature = "render")]
use crate::render::StyleSheets;
use anyhow::Result;
use debulha::Pipeline;
use debulha_core::features::visibility::VisibilityOptions;
use debulha_core::source::LoadedPage;
use debulha_core::source::PageSource;
use debulha_core::{PageOptions, features::payloads::PayloadOptions, features::payloads::ReadPayloads};
use debulha_dom::Limits;
use debulha_dom::decode::{Evidence, decode};
use debulha_io::page_file::{self, PageFile, PageFileError};
use debulha_io::sniff::{InputKind, sniff};
use debulha_io::warc::{RecordPage, WarcReader, http};
use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(feature = "render")]
use std::time::Duration;

/// Bytes of a record that may come before a page.
const HEADERS: usize = 1 << 20;

/// How pages are read and looked at.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub struct ReadingArgs {
    /// Base URL of the page, to resolve links; single input only
    #[arg(short, long, alias = "URL", value_name = "URL", help_heading = help::INPUT, display_order = 2)]
    pub url: Option<String>,
    /// Encoding, as in Content-Type; overrides the page's declaration
    #[arg(long, value_name = "NAME", help_heading = help::INPUT, display_order = 3, hide_short_help = true)]
    charset: Option<String>,
    /// Read at most N bytes per page; the rest is dropped with a warning
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_bytes)]
    #[arg(help_heading = help::INPUT, hide_short_help = true, hide_long_help = true)]
    max_bytes: usize,
    /// Keep at most N nodes per page; the rest is dropped with a warning
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_nodes)]
    #[arg(help_heading = help::INPUT, hide_short_help = true, hide_long_help = true)]
    max_nodes: usize,
    /// Maximum work per page, in units; the rest is skipped with a warning
    ///
    /// One unit is a node, 16 bytes of text, or a step of matching style sheets.
    #[arg(long, value_name = "UNITS", default_value_t = Limits::default().max_work)]
    #[arg(help_heading = help::INPUT, hide_short_help = true, hide_long_help = true)]
    max_work: u64,
    /// Parse as the HTML standard says: an unclosed <title> or <textarea> swallows the rest of the page
    ///
    /// Without this option, what is never closed ends before the next tag, with a warning.
    #[arg(long, help_heading = help::INPUT, hide_short_help = true, hide_long_help = true)]
    standard_tree: bool,
    /// Ignore `<style>` sheets when deciding what is hidden
    #[arg(long, help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    no_style_sheets: bool,
    /// Ignore style attributes when deciding what is hidden
    #[arg(long, help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    no_inline_styles: bool,
    /// Ignore the attribute `hidden`
    #[arg(long, help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    no_hidden_attribute: bool,
    /// Never hide an element with more than this share of the text, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = VisibilityOptions::default().max_hidden_share)]
    #[arg(help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    max_hidden_share: f64,
    /// Read `<noscript>` if the rest of the page shows fewer characters
    #[arg(long, value_name = "CHARS", default_value_t = VisibilityOptions::default().noscript_below_chars)]
    #[arg(help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    noscript_below: u32,
    /// Read text from scripts and attributes: if the page has little, or never
    ///
    /// JSON and structured data found there are added to the page as hidden text.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Payloads::Auto)]
    #[arg(help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    payloads: Payloads,
    #[cfg(feature = "fetch")]
    #[command(flatten)]
    fetching: FetchingArgs,
}

/// When scripts and attributes are read for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Payloads {
    Auto,
    Never,
}

impl Default for ReadingArgs {
    /// As without any option.
    fn default() -> Self {
        let (limits, visibility) = (Limits::default(), VisibilityOptions::default());
        ReadingArgs {
            url: None,
            charset: None,
            max_bytes: limits.max_bytes,
            max_nodes: limits.max_nodes,
            max_work: limits.max_work,
            standard_tree: false,
            no_style_sheets: !visibility.style_sheets,
            no_inline_styles: !visibility.inline_style,
            no_hidden_attribute: !visibility.hidden_attribute,
            max_hidden_share: visibility.max_hidden_share,
            noscript_below: visibility.noscript_below_chars,
            payloads: Payloads::Auto,
            #[cfg(feature = "fetch")]
            fetching: FetchingArgs::default(),
        }
    }
}

impl ReadingArgs {
    /// For what reads pages and does not look at them.
    pub fn of_bytes(url: Option<String>, charset: Option<String>, max_bytes: usize) -> Self {
        ReadingArgs { url, charset, max_bytes, ..ReadingArgs::default() }
    }

    /// The same with another way of fetching.
    #[cfg(all(feature = "fetch", feature = "render"))]
    pub(crate) fn fetching_by(self, fetching: &FetchingArgs) -> Self {
        ReadingArgs { fetching: fetching.clone(), ..self }
    }

    /// The style sheets of pages that are drawn within a time each.
    #[cfg(feature = "render")]
    pub(crate) fn style_sheets(&self, time: Duration) -> StyleSheets {
        StyleSheets::new(
            time,
            #[cfg(feature = "fetch")]
            self.fetching.clone(),
        )
    }

    /// Sets limits and options as the arguments say.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn apply(&self, pipeline: Pipeline) -> Result<Pipeline> {
        self.check()?;
        Ok(pipeline.source(self.source()))
    }

    /// How pages are read and looked at.
    pub fn source(&self) -> PageSource {
        PageSource {
            limits: self.limits(),
            payloads: self.payload_options(),
            options: self.page_options(),
            standard_tree: self.standard_tree,
        }
    }

    /// Reads one input as a page.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn load(&self, input: &PageInput) -> Result<Loaded, String> {
        let read = self.read(input)?;
        let page = self.source().load(&read.bytes, read.charset.as_deref());
        Ok(Loaded { page, fault: read.fault, url: read.url })
    }

    /// Whether the arguments make sense.
    ///
    /// # Errors
    /// [`Usage`] for an unknown charset, a URL that is not absolute, or a share outside 0 to 1.
    pub fn check(&self) -> Result<()> {
        if let Some(label) = &self.charset
            && decode(b"", Some(label)).evidence != Evidence::Caller
        {
            return Err(Usage(format!(
                "unknown charset `{label}`; use a name such as utf-8 or windows-1252"
            ))
            .into());
        }
        if let Some(url) = &self.url {
            absolute_url(url).map_err(|reason| Usage(format!("--url: {reason}")))?;
        }
        if !(0.0..=1.0).contains(&self.max_hidden_share) {
            return Err(Usage(format!(
                "--max-hidden-share is {}; use a number from 0 to 1",
                self.max_hidden_share
            ))
            .into());
        }
        Ok(())
    }

    /// Bytes of a page at most.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// The limits on a page.
    fn limits(&self) -> Limits {
        let ReadingArgs { max_bytes, max_nodes, max_work, .. } = *self;
        Limits { max_bytes, max_nodes, max_work, ..Limits::default() }
    }

    /// Which text of scripts becomes part of pages.
    fn payload_options(&self) -> PayloadOptions {
        let read = match self.payloads {
            Payloads::Auto => ReadPayloads::Auto,
            Payloads::Never => ReadPayloads::Never,
        };
        PayloadOptions { read, ..PayloadOptions::default() }
    }

    /// How pages are looked at.
    fn page_options(&self) -> PageOptions {
        let visibility = VisibilityOptions {
            hidden_attribute: !self.no_hidden_attribute,
            inline_style: !self.no_inline_styles,
            style_sheets: !self.no_style_sheets,
            max_hidden_share: self.max_hidden_share,
            noscript_below_chars: self.noscript_below,
            payloads: false,
            everything: false,
            rendered: VisibilityOptions::default().rendered,
        };
        PageOptions { visibility, max_work: self.max_work }
    }

    /// Reads one input whole, or up to the limit; compressed ones are decompressed.
    ///
    /// # Errors
    /// The reason in words: unreadable, empty, not decompressible, or not text.
    pub fn read(&self, input: &PageInput) -> Result<PageBytes, String> {
        let limit = self.max_bytes;
        let mut page = match &input.place {
            InputPlace::Unusable(reason) => return Err(reason.clone()),
            InputPlace::Stdin => PageBytes::of_file(page_file::read(io::stdin().lock(), false, limit))?,
            InputPlace::File(path) => PageBytes::of_file(page_file::open(path, limit))?,
            InputPlace::Record { file, offset } => self.read_record(file, *offset)?,
            #[cfg(feature = "fetch")]
            InputPlace::Address(address) => self.fetching.page(address, self.max_bytes)?,
            #[cfg(not(feature = "fetch"))]
            InputPlace::Address(_) => return Err(crate::absent::missing("fetching", "fetch").to_string()),
        };
        page.charset = self.charset.clone().or(page.charset);
        page.url = page.url.or_else(|| input.url.clone()).or_else(|| self.url.clone());
        match sniff(&page.bytes) {
            InputKind::Page => Ok(page),
            // The bytes of an encoding that is not looked for.
            InputKind::Binary if self.charset.is_some() => Ok(page),
            InputKind::Empty => Err("empty".to_owned()),
            kind => Err(format!("not HTML: {kind}")),
        }
    }

    /// The page of a record of a WARC file.
    fn read_record(&self, path: &Path, offset: u64) -> Result<PageBytes, String> {
        let words = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| words(&error))?;
        let reader = WarcReader::at(file, offset).map_err(|error| words(&error))?;
        // Headers come before the page, and a limit of pages is one of decoded ones.
        let limit = self.max_bytes.saturating_add(HEADERS);
        let record = match reader.max_block(limit).next_record() {
            Some(record) => record.map_err(|error| words(&error))?,
            None => {
                return Err(format!("{}: no record at byte {offset}; the file has changed", path.display()));
            }
        };
        let page = RecordPage::of(&record).map_err(|error| error.to_string())?;
        let page = page
            .ok_or_else(|| format!("{}: no page at byte {offset}; the file has changed", path.display()))?;
        let body = page.body(self.max_bytes).map_err(|error| error.to_string())?;
        Ok(PageBytes::new(body.bytes.into_owned(), body.fault, page.charset))
    }
}

/// A page as stored, decompressed.
#[derive(Debug)]
pub struct PageBytes {
    /// Its bytes, at least one.
    pub bytes: Vec<u8>,
    /// Why they are not all of the page, if they are not.
    pub fault: Option<ReadFault>,
    /// Its encoding as the arguments or the server state it.
    pub charset: Option<String>,
    /// Its address, where it is known; after redirects the last one.
    pub url: Option<String>,
}

impl PageBytes {
    /// The bytes of a page, with what went wrong with them and the charset that a server stated.
    pub fn new(bytes: Vec<u8>, fault: Option<http::BodyFault>, charset: Option<String>) -> Self {
        PageBytes { bytes, fault: fault.map(ReadFault::from), charset, url: None }
    }

    fn of_file(read: Result<PageFile, PageFileError>) -> Result<Self, String> {
        let PageFile { bytes, fault } = read.map_err(|error| error.to_string())?;
        Ok(PageBytes::new(bytes, fault, None))
    }
}

/// A page, read.
#[derive(Debug)]
pub struct Loaded {
    /// The page.
    pub page: LoadedPage,
    /// Why it is not all of the page, if it is not.
    pub fault: Option<ReadFault>,
    /// Its address, where it is known; after redirects the last one.
    pub url: Option<String>,
}

/// Why a page was read in part.
#[derive(Debug)]
pub enum ReadFault {
    /// It is longer than the limit.
    Cut(String),
    /// The compressed stream breaks off.
    Damaged(String),
}

impl From<http::BodyFault> for ReadFault {
    fn from(fault: http::BodyFault) -> Self {
        match fault {
            http::BodyFault::Limit(_) => ReadFault::Cut(fault.to_string()),
            http::BodyFault::Damaged(_) => ReadFault::Damaged(fault.to_string()),
        }
    }
}

impl ReadFault {
    /// What a page was drawn without.
    pub fn of_drawing(missing: String) -> Self {
        ReadFault::Cut(missing)
    }

    /// In words.
    pub fn into_reason(self) -> String {
        match self {
            ReadFault::Cut(reason) | ReadFault::Damaged(reason) => reason,
        }
    }
}
