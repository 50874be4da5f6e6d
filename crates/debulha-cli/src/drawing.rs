//! Pages that a browser has drawn, before or now, and pictures of what a verb made of them.

use crate::exit::Usage;
use crate::help;
use crate::inputs::{Input, Inputs};
use crate::layout::LayoutArgs;
use crate::messages::Messages;
use crate::output::WholeFile;
use crate::overlay::{self, Mark};
use crate::reading::{PageBytes, ReadingArgs};
use crate::render::{self, BROWSER, ChromiumArgs, draw};
use anyhow::Result;
use debulha_core::Page;
use debulha_core::layout::LayoutRecord;
use debulha_core::source::LoadedPage;
use debulha_render::{PageSource, RenderOptions, Rendered, RendererPool};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a browser put what is on the pages: from records, or from a browser that is started.
#[derive(Debug, clap::Args)]
pub(crate) struct DrawingArgs {
    #[command(flatten)]
    layout: LayoutArgs,
    /// Have Chromium draw each page first, with scripts and without a network
    ///
    /// The page is its final HTML then, and places in it are places there.
    #[arg(long, conflicts_with = "layout", help_heading = BROWSER, hide_short_help = true)]
    render: bool,
    /// Also make a picture of the page with what is made of it drawn on it; needs --render
    #[arg(long, value_name = "FILE", requires = "render", help_heading = help::OUTPUT, hide_short_help = true)]
    png: Option<PathBuf>,
    #[command(flatten)]
    chromium: ChromiumArgs,
}

impl DrawingArgs {
    /// Whether it may become known where things are on a page.
    pub(crate) fn is_given(&self) -> bool {
        self.render || self.layout.layout.is_some()
    }

    /// Starts the browsers that are asked for, at most one a page.
    ///
    /// # Errors
    /// [`Usage`] for records that are not there and for a picture of several pages; a browser that does not run.
    pub(crate) fn start(&self, inputs: &Inputs, jobs: usize, messages: &Messages) -> Result<Drawing<'_>> {
        self.layout.check(inputs.several)?;
        if self.png.is_some() && inputs.several {
            return Err(Usage("--png draws one page, and there are several".to_owned()).into());
        }
        let options = RenderOptions {
            scripts: true,
            screenshot: self.png.as_ref().map(|_| RenderOptions::MAX_SCREENSHOT),
            ..RenderOptions::default()
        };
        let browsers = render::browsers(jobs).min(inputs.list.len());
        let pool = || self.chromium.pool(options, browsers, messages);
        Ok(Drawing { args: self, renderers: self.render.then(pool).transpose()? })
    }
}

/// What has pages drawn.
pub(crate) struct Drawing<'a> {
    args: &'a DrawingArgs,
    renderers: Option<RendererPool>,
}

/// What is known of how a page is drawn.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// What the page is after its scripts, where it was drawn now.
    pub(crate) html: Option<String>,
    /// Where things are.
    pub(crate) record: Option<LayoutRecord>,
    picture: Option<Vec<u8>>,
}

impl Drawn {
    /// The page to look at: the final HTML, or the bytes given.
    pub(crate) fn load(&self, page: &PageBytes, reading: &ReadingArgs) -> LoadedPage {
        let loaded = match &self.html {
            Some(html) => reading.source().load(html.as_bytes(), Some("utf-8")),
            None => reading.source().load(&page.bytes, page.charset.as_deref()),
        };
        match &self.record {
            Some(record) => loaded.with_layout(record),
            None => loaded,
        }
    }
}

impl Drawing<'_> {
    /// Draws a page, or reads its record.
    ///
    /// # Errors
    /// The reason in words.
    pub(crate) fn page(&self, input: &Input, page: &PageBytes) -> Result<Drawn, String> {
        let Some(pool) = &self.renderers else {
            return Ok(Drawn { record: self.args.layout.read(input)?, ..Drawn::default() });
        };
        let (url, charset) = (page.url.as_deref(), page.charset.as_deref());
        let Rendered { html, record, screenshot, .. } = draw(pool, &page.bytes, charset, url)?;
        Ok(Drawn { html: Some(html), record: Some(record), picture: screenshot })
    }

    /// Writes the picture of a page that is asked for, and the drawing.
    ///
    /// # Errors
    /// The reason in words: a page without a layout, a picture that cannot be made, a file that cannot be written.
    pub(crate) fn write(
        &self,
        drawn: &Drawn,
        page: &Page<'_>,
        svg: Option<&Path>,
        marks: impl FnOnce(&debulha_core::layout::Layout) -> Vec<Mark>,
    ) -> Result<(), String> {
        if svg.is_none() && self.args.png.is_none() {
            return Ok(());
        }
        let layout = page.layout().ok_or("no record of a browser tells where things are on this page")?;
        let text = overlay::svg(layout.page(), drawn.picture.as_deref(), &marks(layout));
        let write = |path: &Path, bytes: &[u8]| {
            let written = WholeFile::create(path)
                .and_then(|mut file| file.write_all(bytes).map(|()| file))
                .and_then(WholeFile::finish);
            written.map_err(|error| format!("{}: {error}", path.display()))
        };
        if let Some(path) = svg {
            write(path, text.as_bytes())?;
        }
        if let Some((path, pool)) = self.args.png.as_deref().zip(self.renderers.as_ref()) {
            let html = format!("<!DOCTYPE html><style>body{{margin:0}}svg{{display:block}}</style>{text}");
            let made = pool.render(&PageSource { html: &html, address: None });
            let picture = made.map_err(|error| error.to_string())?.screenshot;
            write(path, &picture.ok_or("the browser made no picture")?)?;
        }
        Ok(())
    }
}
