//! Pages that Chromium, or the engine in its place, draws now.

use super::DrawnInput;
use crate::exit::Usage;
use crate::help::{self, BROWSER};
use crate::inputs::{Inputs, PageInput};
use crate::messages::Messages;
use crate::reading::{PageBytes, ReadingArgs};
use crate::render::{self, ChromiumArgs, StyleSheets};
use anyhow::Result;
use debulha_render::{RenderOptions, RenderSource, Rendered, RendererPool};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether pages are drawn now, and by what.
#[derive(Debug, clap::Args)]
pub(super) struct BrowserArgs {
    /// Render pages in Chromium first, with scripts but no network
    ///
    /// Style sheets are used: those below the folder of a page, in its WARC file, or, if the page was fetched, on the web.
    /// The page is then its HTML after rendering, and positions refer to that HTML.
    #[arg(long, conflicts_with = "layout", help_heading = BROWSER, hide_short_help = true)]
    render: bool,
    /// Also draw the result over the page as PNG; needs --layout or --render
    ///
    /// With --render over a screenshot, with --layout over a blank page. A browser draws it in both cases.
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT, hide_short_help = true, hide_long_help = true)]
    png: Option<PathBuf>,
    #[command(flatten)]
    chromium: ChromiumArgs,
}

impl BrowserArgs {
    /// Whether pages are drawn.
    pub(super) fn is_given(&self) -> bool {
        self.render
    }

    /// Starts the browsers, at most one per page; none if neither pages nor pictures are drawn.
    ///
    /// # Errors
    /// [`Usage`] for a picture of several pages, or without a layout; a browser that does not run.
    pub(super) fn start(
        &self,
        inputs: &Inputs,
        reading: &ReadingArgs,
        has_records: bool,
        jobs: usize,
        messages: &Messages,
    ) -> Result<Option<DrawingBrowser<'_>>> {
        if self.png.is_some() && inputs.several {
            return Err(Usage("--png draws one page, but there are several; name one".to_owned()).into());
        }
        if self.png.is_some() && !self.render && !has_records {
            return Err(Usage("--png needs a layout; add --layout or --render".to_owned()).into());
        }
        if !self.render && self.png.is_none() {
            return Ok(None);
        }
        let options = RenderOptions {
            scripts: true,
            screenshot: self.png.as_ref().map(|_| RenderOptions::MAX_SCREENSHOT),
            ..RenderOptions::default()
        };
        let browsers = render::browsers(jobs).min(inputs.list.len());
        let pool = self.chromium.pool(options, browsers, messages)?;
        let timeout = self.chromium.timeout();
        let sheets = reading.style_sheets(timeout);
        let png = self.png.as_deref();
        Ok(Some(DrawingBrowser { draws_pages: self.render, png, pool, sheets, timeout }))
    }
}

/// What draws pages and pictures.
pub(super) struct DrawingBrowser<'a> {
    /// Whether pages are drawn; else they have records, and pictures alone are.
    pub(super) draws_pages: bool,
    /// Where the picture goes.
    pub(super) png: Option<&'a Path>,
    pool: RendererPool,
    sheets: StyleSheets,
    timeout: Duration,
}

impl DrawingBrowser<'_> {
    /// Draws a page.
    ///
    /// # Errors
    /// The reason in words.
    pub(super) fn draw(&self, input: &PageInput, page: &PageBytes) -> Result<DrawnInput, String> {
        let sheets = self.sheets.of(input, page.url.as_deref());
        let (drawn, fault) = render::draw(&self.pool, page, &sheets, self.timeout)?;
        let Rendered { html, record, screenshot, .. } = drawn;
        Ok(DrawnInput { html: Some(html), record: Some(record), picture: screenshot, fault })
    }

    /// A picture of an SVG, as PNG.
    ///
    /// # Errors
    /// The reason in words.
    pub(super) fn picture(&self, svg: &str) -> Result<Vec<u8>, String> {
        let html = format!("<!DOCTYPE html><style>body{{margin:0}}svg{{display:block}}</style>{svg}");
        let made = self.pool.render(&RenderSource { html: &html, address: None });
        let picture = made.map_err(|error| error.to_string())?.screenshot;
        picture.ok_or_else(|| "the browser took no screenshot".to_owned())
    }
}
