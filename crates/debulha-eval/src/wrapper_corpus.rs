//! How well wrappers read pages that they were not learned from: records, values and fields, site by site.
//!
//! Of each site the first pages of the corpus are learned from, and the others are read. Labels count in scoring alone, but for
//! labels of fields: a wrapper's own names are matched to them on the pages that it learned from.

use crate::corpus::{Corpus, CorpusError, LabelledPage};
use crate::metrics::Prf;
use crate::metrics::records::score;
use crate::record_corpus::{PageScore, gold};
use debulha_core::features::records::wrapper::{JOINED_BY, Reading, Take, Wrapper, WrapperParams};
use debulha_core::source::{LoadedPage, PageSource};
use debulha_core::{Evidence, Page};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// The scores of a site's pages, as many as were not learned from.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteScore {
    /// The site.
    pub site: String,
    /// What was learned, or why nothing was.
    pub learned: String,
    /// A score a page, of its records or of its values.
    pub pages: Vec<PageScore>,
    /// A score a labelled field, where fields are labelled.
    pub fields: BTreeMap<String, Prf>,
}

/// A page that was read, with its labels.
struct Labelled<'c> {
    labels: &'c LabelledPage,
    bytes: Vec<u8>,
    loaded: LoadedPage,
}

impl Labelled<'_> {
    fn page(&self) -> Page<'_> {
        self.loaded.page(Evidence::of_url(self.labels.url.as_deref()))
    }
}

/// Learns a wrapper from `learned` pages of each site, and scores what it reads on the others.
///
/// # Errors
/// A page that cannot be read.
pub fn score_wrappers(
    corpus: &Corpus,
    learned: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<SiteScore>, CorpusError> {
    let mut sites: BTreeMap<&str, Vec<&LabelledPage>> = BTreeMap::new();
    for labels in corpus.pages() {
        sites.entry(labels.site.as_deref().unwrap_or(&labels.id)).or_default().push(labels);
    }
    let sites: Vec<(&str, Vec<&LabelledPage>)> = sites.into_iter().collect();
    sites.par_iter().map(|(site, labels)| score_site(corpus, site, labels, learned, progress)).collect()
}

fn score_site(
    corpus: &Corpus,
    site: &str,
    labels: &[&LabelledPage],
    learned: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<SiteScore, CorpusError> {
    let mut pages = Vec::with_capacity(labels.len());
    for &labels in labels {
        let bytes = corpus.page_bytes(&labels.id)?;
        let loaded = PageSource::default().load(&bytes, labels.encoding.as_deref());
        pages.push(Labelled { labels, bytes, loaded });
        progress();
    }
    let (train, test) = pages.split_at(learned.min(pages.len()));
    let mut found = SiteScore {
        site: site.to_owned(),
        learned: String::new(),
        pages: Vec::new(),
        fields: BTreeMap::new(),
    };
    let own: Vec<Page<'_>> = train.iter().map(Labelled::page).collect();
    let wrapper = Wrapper::learn(&own.iter().collect::<Vec<_>>(), &WrapperParams::default());
    let wrapper = match wrapper {
        Ok(wrapper) => Some(wrapper),
        Err(error) => {
            found.learned = error.to_string();
            None
        }
    };
    if let Some(wrapper) = &wrapper {
        found.learned = described(wrapper);
    }
    let places = wrapper.as_ref().map(|wrapper| fields_by_label(wrapper, train)).unwrap_or_default();
    let mut fields: BTreeMap<String, Vec<Prf>> = BTreeMap::new();
    for page in test {
        let reading = wrapper.as_ref().map(|wrapper| wrapper.apply(&page.page()));
        if let Some(labelled) = page.labels.fields.as_ref().and_then(Value::as_object) {
            for (label, values) in labelled {
                let value = reading.as_ref().and_then(|reading| value_at(reading, *places.get(label)?));
                let is_right = value.is_some_and(|value| is_labelled(value, values));
                let prf = Prf::from_overlap(usize::from(is_right), usize::from(value.is_some()), 1);
                fields.entry(label.clone()).or_default().push(prf);
            }
        } else if let Some(scored) = score_page(page, wrapper.as_ref(), reading.as_ref(), site) {
            found.pages.push(scored);
        }
    }
    found.fields =
        fields.into_iter().filter_map(|(label, scores)| Some((label, Prf::mean(&scores)?))).collect();
    Ok(found)
}

fn described(wrapper: &Wrapper) -> String {
    match &wrapper.records {
        Some(boundary) => format!("{} {}", boundary.parent, boundary.start).trim().to_owned(),
        None => "the page".to_owned(),
    }
}

/// The score of a page whose records or values are labelled.
fn score_page(
    page: &Labelled<'_>,
    wrapper: Option<&Wrapper>,
    reading: Option<&Reading>,
    site: &str,
) -> Option<PageScore> {
    let scored = |predicted: usize, gold: usize, score: Prf| PageScore {
        id: page.labels.id.clone(),
        site: site.to_owned(),
        predicted,
        gold,
        score,
    };
    if let Some(labelled) = values_of(page.labels) {
        let read = wrapper.zip(reading).map_or_else(Vec::new, |(wrapper, reading)| texts(wrapper, reading));
        let mut left: HashMap<&str, usize> = HashMap::new();
        for value in &labelled {
            *left.entry(value).or_default() += 1;
        }
        let mut matched = 0;
        for value in &read {
            if let Some(count) = left.get_mut(value.as_str()).filter(|count| **count > 0) {
                *count -= 1;
                matched += 1;
            }
        }
        return Some(scored(
            read.len(),
            labelled.len(),
            Prf::from_overlap(matched, read.len(), labelled.len()),
        ));
    }
    let map = page.loaded.byte_map.as_ref()?;
    let gold = gold(&page.page(), page.labels, &page.bytes, map)?;
    let records = reading.iter().flat_map(|reading| &reading.records);
    let predicted: Vec<_> = records.map(|record| record.record.nodes.clone()).collect();
    Some(scored(predicted.len(), gold.len(), score(&predicted, &gold)))
}

/// The labelled values of a page that a person marked as right, as plain text.
fn values_of(labels: &LabelledPage) -> Option<Vec<String>> {
    let checked = labels.values_checked.as_ref()?.as_array()?;
    let values = labels.values.as_ref()?.as_array()?;
    let is_checked = |value: &&Value| checked.contains(&value[0]);
    let texts = values.iter().filter(is_checked).filter_map(|value| value[1].as_str()).map(plain);
    Some(texts.filter(|text| !text.is_empty()).collect())
}

/// All texts that a wrapper reads, each value of a repeated field by itself.
fn texts(wrapper: &Wrapper, reading: &Reading) -> Vec<String> {
    let of_records =
        reading.records.iter().flat_map(|record| wrapper.fields.fields.iter().zip(&record.values));
    let of_page = wrapper.page.fields.iter().zip(&reading.page);
    let values = of_records.chain(of_page).filter(|(field, _)| field.take == Take::Text);
    values
        .filter_map(|(_, value)| value.as_deref())
        .flat_map(|value| value.split(JOINED_BY))
        .map(plain)
        .collect()
}

/// A text without tags and references that labels have, white space folded.
fn plain(text: &str) -> String {
    let (mut plain, mut in_tag) = (String::new(), false);
    for c in text.replace("&nbsp;", " ").replace("&amp;", "&").chars() {
        match c {
            '<' => in_tag = true,
            '>' => {
                in_tag = false;
                plain.push(' ');
            }
            _ if !in_tag => plain.push(c),
            _ => {}
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of a field of the page's first record.
fn value_at(reading: &Reading, place: usize) -> Option<&str> {
    reading.records.first()?.values.get(place)?.as_deref()
}

/// Whether a value is one of the labelled ones; `: ` before a value is an error of published labels.
fn is_labelled(value: &str, labelled: &Value) -> bool {
    let bare = |text: &str| plain(text).trim_start_matches(": ").to_owned();
    let labelled = labelled.as_array().into_iter().flatten().filter_map(Value::as_str);
    let value = bare(value);
    labelled.into_iter().any(|one| bare(one) == value)
}

/// For each label the field that has its value on most of the pages.
fn fields_by_label(wrapper: &Wrapper, pages: &[Labelled<'_>]) -> BTreeMap<String, usize> {
    let mut hits: BTreeMap<String, BTreeMap<usize, usize>> = BTreeMap::new();
    for page in pages {
        let Some(labelled) = page.labels.fields.as_ref().and_then(Value::as_object) else { continue };
        let reading = wrapper.apply(&page.page());
        for (label, values) in labelled {
            for place in 0..wrapper.fields.fields.len() {
                if value_at(&reading, place).is_some_and(|value| is_labelled(value, values)) {
                    *hits.entry(label.clone()).or_default().entry(place).or_default() += 1;
                }
            }
        }
    }
    let most = |places: BTreeMap<usize, usize>| places.into_iter().rev().max_by_key(|&(_, count)| count);
    hits.into_iter().filter_map(|(label, places)| Some((label, most(places)?.0))).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn labelled_values_lose_their_tags() {
        assert_eq!(plain("<b> $3.20 </b>&nbsp;a\n b"), "$3.20 a b");
        assert!(
            is_labelled("978", &serde_json::json!([": 978"]))
                && !is_labelled("97", &serde_json::json!(["978"]))
        );
    }

    #[test]
    fn only_checked_values_count() {
        let labels: LabelledPage = serde_json::from_str(
            r#"{"id": "a", "values": [[1, "rye"], [2, "menu"], [1, "<br>"]], "values_checked": [1]}"#,
        )
        .unwrap();
        assert_eq!(values_of(&labels).unwrap(), ["rye"]);
    }
}
