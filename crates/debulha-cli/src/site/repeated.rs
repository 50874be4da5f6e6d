//! What of a page its site repeats, for `debulha site show --page`.

use crate::inputs::PageInput;
use crate::reading::{Loaded, ReadingArgs};
use anyhow::{Result, anyhow};
use debulha_core::Evidence;
use debulha_core::features::white_space::fold_into;
use debulha_core::site::by_template::PerTemplate;
use debulha_core::site::evidence::{Occurrence, SiteEvidence, TemplateEvidence};
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;

/// Characters of a piece that are shown on a line.
const EXCERPT: usize = 72;

/// The outermost pieces of a page that its site repeats, the longest first.
pub(super) struct RepeatedSpans {
    other_pages: u32,
    pieces: Vec<RepeatedSpan>,
}

struct RepeatedSpan {
    xpath: String,
    text: String,
    seen: Occurrence,
    /// First and last crawl with it.
    crawls: Option<(String, String)>,
}

impl RepeatedSpans {
    /// Reads a page and looks up what is known of its template.
    ///
    /// # Errors
    /// A page that cannot be read.
    pub(super) fn read(
        file: &Path,
        reading: &ReadingArgs,
        known: &PerTemplate<SiteEvidence>,
    ) -> Result<Self> {
        reading.check()?;
        let input = PageInput::one(file);
        let Loaded { page: loaded, url, .. } =
            reading.load(&input).map_err(|reason| anyhow!("{}: {reason}", input.name))?;
        let doc = &loaded.document;
        let page = loaded.page(Evidence::of_url(url.as_deref()));
        let evidence = TemplateEvidence::compute(&page, known.of(&page));
        let crawl = |place: usize| evidence.crawls().get(place).map(ToString::to_string);
        let mut pieces: Vec<RepeatedSpan> = evidence
            .repeated(&page, TemplateEvidenceParams::default().max_share)
            .into_iter()
            .map(|(node, seen)| {
                let mut text = String::new();
                for &node in page.text_nodes_in(node.0..doc.subtree_end(node)) {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    fold_into(&mut text, doc.text(node));
                }
                let crawls = seen.seen.and_then(|(first, last)| crawl(first).zip(crawl(last)));
                RepeatedSpan { xpath: doc.xpath(node), text, seen, crawls }
            })
            .collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.text.len()));
        Ok(RepeatedSpans { other_pages: evidence.other_pages(), pieces })
    }

    /// As JSON.
    pub(super) fn json(&self) -> Value {
        let piece = |piece: &RepeatedSpan| {
            let Occurrence { pages, share, .. } = piece.seen;
            json!({
                "xpath": piece.xpath, "text": piece.text, "pages": pages, "share": share, "entropy": piece.seen.entropy(),
                "first_crawl": piece.crawls.as_ref().map(|(first, _)| first),
                "last_crawl": piece.crawls.as_ref().map(|(_, last)| last),
            })
        };
        json!({"other_pages": self.other_pages, "pieces": self.pieces.iter().map(piece).collect::<Vec<_>>()})
    }
}

impl fmt::Display for RepeatedSpans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  of the page, {} other pages of its template have:", self.other_pages)?;
        for RepeatedSpan { xpath, text, seen, crawls } in &self.pieces {
            let share = 100.0 * seen.share;
            write!(
                f,
                "    {share:3.0} %  entropy {:.2}  {} chars  {xpath}",
                seen.entropy(),
                text.chars().count()
            )?;
            match crawls {
                Some((first, last)) if !(first.is_empty() && last.is_empty()) => {
                    writeln!(f, "  crawls {first} to {last}")?;
                }
                _ => writeln!(f)?,
            }
            let excerpt: String = text.chars().take(EXCERPT).collect();
            let more = if excerpt.len() < text.len() { "…" } else { "" };
            writeln!(f, "        {excerpt}{more}")?;
        }
        Ok(())
    }
}
