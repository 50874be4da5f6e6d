//! Pages of corpora with their layout records.

use crate::inputs::{Input, Place};
use crate::layout::LayoutArgs;
use debulha_core::classify::model::DataSet;
use debulha_core::{Evidence, Page};
use debulha_eval::corpus_pages::CorpusPages;
use debulha_learn::pages::{PageError, PageInfo, Pages};
use std::path::{Component, PathBuf};

/// Pages of corpora. The record of page `a` of corpus `news` is `news/a.json.gz` or `a.json.gz` in the folder of records.
pub(super) struct DrawnPages {
    pub(super) pages: CorpusPages,
    pub(super) layout: LayoutArgs,
}

impl DrawnPages {
    /// The page as an input, for which records are looked for; `None` where its key leads out of the folder.
    fn input(id: &str) -> Option<Input> {
        let relative = PathBuf::from(format!("{id}.html"));
        let is_inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
        let place = Place::File(relative.clone());
        is_inside.then(|| Input { name: id.to_owned(), place, relative, url: None, folder: None })
    }
}

impl Pages for DrawnPages {
    fn list(&self) -> &[PageInfo] {
        self.pages.list()
    }

    fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
        let id = &self.list()[index].id;
        let record = DrawnPages::input(id).map_or(Ok(None), |input| self.layout.read(&input));
        let record = record.map_err(|reason| PageError { id: id.clone(), reason })?;
        self.pages.visit(index, &mut |page| match &record {
            Some(record) => {
                let layout = record.fit(page.document()).layout;
                work(&page.seen_with(Evidence { layout: Some(&layout), ..page.evidence() }));
            }
            None => work(page),
        })
    }

    fn data_sets(&self) -> Vec<DataSet> {
        self.pages.data_sets()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::layout::{LayoutNode, LayoutRecord, Rectangle};
    use debulha_eval::corpus::Corpus;
    use std::fs;

    #[test]
    fn pages_have_the_records_of_their_names() {
        let dir = tempfile::tempdir().unwrap();
        let corpus = dir.path().join("news");
        let layouts = dir.path().join("layouts");
        fs::create_dir_all(corpus.join("pages")).unwrap();
        fs::create_dir_all(layouts.join("news")).unwrap();
        fs::write(
            corpus.join("truth.jsonl"),
            "{\"id\": \"a\", \"text\": \"Rye\"}\n{\"id\": \"b\", \"text\": \"Rye\"}\n",
        )
        .unwrap();
        for page in ["a", "b"] {
            fs::write(corpus.join(format!("pages/{page}.html")), "<p>Rye").unwrap();
        }
        let at = Rectangle { x: 1.0, y: 2.0, width: 30.0, height: 40.0 };
        let nodes = vec![LayoutNode::new(1, "body", None).at(at)];
        let record = LayoutRecord { nodes, ..LayoutRecord::default() };
        fs::write(layouts.join("news/a.json"), record.to_json()).unwrap();
        let pages = DrawnPages {
            pages: CorpusPages::new(vec![Corpus::open(&corpus).unwrap()]),
            layout: LayoutArgs { layout: Some(layouts) },
        };
        let mut found = Vec::new();
        for index in 0..2 {
            pages
                .visit(index, &mut |page| {
                    found.push(page.layout().and_then(|layout| layout.rectangle(page.body())))
                })
                .unwrap();
        }
        assert_eq!(found, [Some(at), None]);
        assert!(DrawnPages::input("news/../../secret").is_none());
    }
}
