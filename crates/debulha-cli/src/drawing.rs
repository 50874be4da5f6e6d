//! Pages that a browser has drawn, before or now, and pictures of what a verb made of them.

#[cfg(feature = "render")]
mod browser;

#[cfg(feature = "render")]
use self::browser::{BrowserArgs, DrawingBrowser};
use crate::inputs::{Inputs, PageInput};
use crate::layout::LayoutArgs;
use crate::messages::Messages;
use crate::output::WholeFile;
use crate::overlay::{self, OverlayBox};
use crate::reading::{PageBytes, ReadFault, ReadingArgs};
use anyhow::Result;
use debulha_core::Page;
use debulha_core::layout::LayoutRecord;
use debulha_core::source::LoadedPage;
use std::io::Write;
use std::path::Path;

/// Where a browser put what is on the pages: from records, or from a browser that is started.
#[derive(Debug, clap::Args)]
pub(crate) struct DrawingArgs {
    #[command(flatten)]
    layout: LayoutArgs,
    #[cfg(feature = "render")]
    #[command(flatten)]
    browser: BrowserArgs,
}

impl DrawingArgs {
    /// Whether it may become known where things are on a page.
    pub(crate) fn is_given(&self) -> bool {
        #[cfg(feature = "render")]
        if self.browser.is_given() {
            return true;
        }
        self.layout.layout.is_some()
    }

    /// Starts the browsers that are requested, at most one per page.
    ///
    /// # Errors
    /// [`Usage`](crate::exit::Usage) for records that are not there and for a picture of several pages; a browser that does not run.
    pub(crate) fn start(
        &self,
        inputs: &Inputs,
        reading: &ReadingArgs,
        jobs: usize,
        messages: &Messages,
    ) -> Result<PageDrawing<'_>> {
        self.layout.check(inputs.several)?;
        Ok(PageDrawing {
            layout: &self.layout,
            #[cfg(feature = "render")]
            browser: self.browser.start(inputs, reading, self.layout.layout.is_some(), jobs, messages)?,
        })
    }
}

/// What has pages drawn.
pub(crate) struct PageDrawing<'a> {
    layout: &'a LayoutArgs,
    #[cfg(feature = "render")]
    browser: Option<DrawingBrowser<'a>>,
}

/// What is known of how a page is drawn.
#[derive(Debug, Default)]
pub(crate) struct DrawnInput {
    /// What the page is after its scripts, where it was drawn now.
    pub(crate) html: Option<String>,
    /// Where things are.
    pub(crate) record: Option<LayoutRecord>,
    picture: Option<Vec<u8>>,
    /// What it was drawn without.
    pub(crate) fault: Option<ReadFault>,
}

impl DrawnInput {
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

impl PageDrawing<'_> {
    /// Draws a page, or reads its record.
    ///
    /// # Errors
    /// The reason in words.
    pub(crate) fn page(&self, input: &PageInput, page: &PageBytes) -> Result<DrawnInput, String> {
        #[cfg(feature = "render")]
        if let Some(browser) = self.browser.as_ref().filter(|browser| browser.draws_pages) {
            return browser.draw(input, page);
        }
        Ok(DrawnInput { record: self.layout.read(input)?, ..DrawnInput::default() })
    }

    /// Writes the screenshot of a page that is requested, and the drawing.
    ///
    /// # Errors
    /// The reason in words: a page without a layout, a picture that cannot be made, a file that cannot be written.
    pub(crate) fn write(
        &self,
        drawn: &DrawnInput,
        page: &Page<'_>,
        svg: Option<&Path>,
        marks: impl FnOnce(&debulha_core::layout::Layout) -> Vec<OverlayBox>,
    ) -> Result<(), String> {
        #[cfg(feature = "render")]
        let png = self.browser.as_ref().and_then(|browser| Some((browser, browser.png?)));
        #[cfg(feature = "render")]
        let is_asked = svg.is_some() || png.is_some();
        #[cfg(not(feature = "render"))]
        let is_asked = svg.is_some();
        if !is_asked {
            return Ok(());
        }
        let layout = page.layout().ok_or("the page has no layout; use --render or --layout")?;
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
        #[cfg(feature = "render")]
        if let Some((browser, path)) = png {
            write(path, &browser.picture(&text)?)?;
        }
        Ok(())
    }
}
