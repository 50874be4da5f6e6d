//! What a training keeps of pages that its models have not seen, as the rows of a run.

use crate::run_file::RunRow;
use debulha_core::content;
use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Labels, Page};
use debulha_learn::pages::PageInfo;
use std::sync::{Mutex, PoisonError};

/// Gathers the rows. Pages may come from several threads, in any order.
#[derive(Debug)]
pub struct HeldOut {
    recipe: String,
    rows: Mutex<Vec<RunRow>>,
}

impl HeldOut {
    /// No rows yet, of the training of a recipe.
    pub fn of(recipe: &str) -> Self {
        HeldOut { recipe: recipe.to_owned(), rows: Mutex::default() }
    }

    /// Adds what is kept of a page, as `debulha extract` writes it.
    pub fn add(&self, info: &PageInfo, page: &Page<'_>, labels: &Labels) {
        let (set, id) = info.id.split_once('/').unwrap_or(("", &info.id));
        let row = RunRow {
            page: id.to_owned(),
            set: (!set.is_empty()).then(|| set.to_owned()),
            system: Some(format!("{} (held out)", self.recipe)),
            text: Some(text_of(page, labels, &self.recipe)),
            ..RunRow::default()
        };
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).push(row);
    }

    /// The rows in the order of their pages.
    pub fn into_rows(self) -> Vec<RunRow> {
        let mut rows = self.rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.sort_by(|a, b| (&a.set, &a.page).cmp(&(&b.set, &b.page)));
        rows
    }
}

fn text_of(page: &Page<'_>, labels: &Labels, system: &str) -> String {
    let written = Written {
        document: page.document(),
        byte_map: None,
        content: &content::build(page, labels),
        metadata: None,
        records: None,
        comments: &[],
        url: page.url(),
        extractor: system,
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    render(Format::Text, &written, &WriteOptions::default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::extractors::all_text::AllText;
    use debulha_core::source::PageSource;
    use debulha_core::{Evidence, Extractor, Scratch};

    #[test]
    fn rows_have_the_order_of_their_pages_and_the_text_that_was_kept() {
        let held_out = HeldOut::of("cetd");
        let loaded = PageSource::default().load_text("<p>Rye was sown early.<p>Oats came late.");
        let page = loaded.page(Evidence::default());
        let outcome = AllText::default().extract(&page, &mut Scratch::default());
        for id in ["farms/2", "farms/1", "alone"] {
            held_out.add(
                &PageInfo { id: id.to_owned(), ..PageInfo::default() },
                &page,
                outcome.labels().unwrap(),
            );
        }
        let rows = held_out.into_rows();
        let places: Vec<(Option<&str>, &str)> =
            rows.iter().map(|row| (row.set.as_deref(), row.page.as_str())).collect();
        assert_eq!(places, [(None, "alone"), (Some("farms"), "1"), (Some("farms"), "2")]);
        assert_eq!(rows[0].text.as_deref(), Some("Rye was sown early.\nOats came late."));
        assert_eq!(rows[0].system.as_deref(), Some("cetd (held out)"));
    }
}
