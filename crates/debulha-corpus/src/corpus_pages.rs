//! Labelled corpora as pages to learn from.

use debulha_core::Evidence;
use debulha_core::source::PageSource;
use std::borrow::Borrow;
use std::fs;

use debulha_core::Page;
use debulha_learn::pages::{PageError, PageInfo, Pages};

use crate::Corpus;
use debulha_core::classify::model::DataSet;

/// File of a corpus that says where it comes from.
const SOURCE_FILE: &str = "SOURCE.md";

/// How the line with the licence begins there.
const LICENCE: &str = "- Licence:";

/// Pages of some corpora, in their order.
#[derive(Debug)]
pub struct CorpusPages<C = Corpus> {
    corpora: Vec<C>,
    list: Vec<PageInfo>,
    /// Corpus and place there, by place in the list.
    places: Vec<(usize, usize)>,
}

impl<C: Borrow<Corpus>> CorpusPages<C> {
    /// Takes the pages of all corpora. Those without a site are each a site.
    pub fn new(corpora: Vec<C>) -> Self {
        let (mut list, mut places) = (Vec::new(), Vec::new());
        for (index, corpus) in corpora.iter().map(Borrow::borrow).enumerate() {
            for (place, page) in corpus.pages().iter().enumerate() {
                let id = format!("{}/{}", corpus.name(), page.id);
                list.push(PageInfo {
                    site: page.site.clone().unwrap_or_else(|| id.clone()),
                    id,
                    data_set: corpus.name().to_owned(),
                    url: page.url.clone(),
                    body: page.body.clone(),
                    gold: page.text.clone(),
                    annotations: page.blocks.clone(),
                    page_links: page.page_links.clone(),
                    page_type: page.page_type.clone(),
                    title: page.title.clone(),
                    author: page.author.clone(),
                    date: page.date.clone(),
                    forms: page.form_labels(),
                });
                places.push((index, place));
            }
        }
        CorpusPages { corpora, list, places }
    }

    /// Keeps the pages that are wanted.
    #[must_use]
    pub fn filtered(self, mut wanted: impl FnMut(&PageInfo) -> bool) -> Self {
        let keep: Vec<bool> = self.list.iter().map(&mut wanted).collect();
        let kept = |index: &usize| keep[*index];
        let list = (0..keep.len()).filter(kept).map(|index| self.list[index].clone()).collect();
        let places = (0..keep.len()).filter(kept).map(|index| self.places[index]).collect();
        CorpusPages { corpora: self.corpora, list, places }
    }
}

impl<C: Borrow<Corpus> + Sync> Pages for CorpusPages<C> {
    fn list(&self) -> &[PageInfo] {
        &self.list
    }

    fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
        let (corpus, place) = self.places[index];
        let corpus: &Corpus = self.corpora[corpus].borrow();
        let page = &corpus.pages()[place];
        let loaded = corpus
            .load(page, &PageSource::default())
            .map_err(|error| PageError { id: self.list[index].id.clone(), reason: error.to_string() })?;
        work(&loaded.page(Evidence::of_url(page.url.as_deref())));
        Ok(())
    }

    fn data_sets(&self) -> Vec<DataSet> {
        let of = |(index, corpus): (usize, &Corpus)| {
            let source = fs::read_to_string(corpus.dir().join(SOURCE_FILE)).unwrap_or_default();
            let licence = source.lines().find_map(|line| line.strip_prefix(LICENCE));
            DataSet {
                name: corpus.name().to_owned(),
                digest: corpus.digest().to_owned(),
                licence: licence.map_or("not stated", str::trim).to_owned(),
                examples: self.places.iter().filter(|(of, _)| *of == index).count() as u64,
            }
        };
        self.corpora.iter().map(Borrow::borrow).enumerate().map(of).collect()
    }
}
