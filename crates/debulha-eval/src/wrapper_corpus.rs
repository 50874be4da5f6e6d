//! How well wrappers read pages that they were not learned from: records, values and fields, site by site.
//!
//! Of each site the first pages of the corpus are learned from, and the others are read. Labels count in scoring alone, but for
//! labels of fields: a wrapper's own names are matched to them on the pages that it learned from.

use crate::record_corpus::{RecordPageScore, gold};
use debulha_compare::metrics::Prf;
use debulha_compare::metrics::records::score;
use debulha_core::features::records::wrapper::{FieldSet, JOINED_BY, Reading, Take, Wrapper, WrapperParams};
use debulha_core::source::{LoadedPage, PageSource};
use debulha_core::{Evidence, Labels, Page};
use debulha_corpus::{Corpus, CorpusError, LabelledPage};
use rayon::prelude::*;
use serde::Deserialize;
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
    pub pages: Vec<RecordPageScore>,
    /// A score a labelled field, where fields are labelled.
    pub fields: BTreeMap<String, Prf>,
    /// A score a page, of the values in its records, where the texts of their fields are labelled.
    pub values: Vec<Prf>,
}

/// A page that a wrapper reads.
#[derive(Debug, Clone, Copy)]
pub struct WrapperInput<'a, 'p> {
    /// The page.
    pub page: &'a Page<'p>,
    /// Its labels.
    pub labels: &'a LabelledPage,
    /// The wrapper and what it reads; `None` where none was learned.
    pub read: Option<(&'a Wrapper, &'a Reading)>,
}

impl WrapperInput<'_, '_> {
    /// The text that the wrapper extracts: the values of the records, a line each. Where values of the whole page are labelled, those
    /// of the page's own fields come before them.
    pub fn text(&self) -> String {
        let Some((wrapper, reading)) = self.read else { return String::new() };
        let mut values =
            if self.labels.values_checked.is_some() { of_page(wrapper, reading) } else { Vec::new() };
        values.extend(of_records(wrapper, reading));
        values.join("\n")
    }
}

/// A page that was read, with its labels.
struct LoadedLabels<'c> {
    labels: &'c LabelledPage,
    bytes: Vec<u8>,
    loaded: LoadedPage,
}

impl<'c> LoadedLabels<'c> {
    fn load(corpus: &Corpus, pages: &[&'c LabelledPage]) -> Result<Vec<Self>, CorpusError> {
        let load = |&labels: &&'c LabelledPage| {
            let bytes = corpus.page_bytes(&labels.id)?;
            let loaded = PageSource::default().load(&bytes, labels.encoding.as_deref());
            Ok(LoadedLabels { labels, bytes, loaded })
        };
        pages.iter().map(load).collect()
    }

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
    let score = |(site, labels): &(&str, Vec<&LabelledPage>)| {
        let (train, test) = labels.split_at(learned.min(labels.len()));
        let scored = score_site(corpus, site, (train, test), &mut |_| progress());
        for _ in train {
            progress();
        }
        scored
    };
    sites.par_iter().map(score).collect()
}

/// Learns a wrapper from the first pages of a site, and scores what it reads on the second ones. `look` sees each of these.
///
/// # Errors
/// A page that cannot be read.
pub fn score_site(
    corpus: &Corpus,
    site: &str,
    (train, test): (&[&LabelledPage], &[&LabelledPage]),
    look: &mut dyn FnMut(WrapperInput<'_, '_>),
) -> Result<SiteScore, CorpusError> {
    let (train, test) = (LoadedLabels::load(corpus, train)?, LoadedLabels::load(corpus, test)?);
    let mut found = SiteScore {
        site: site.to_owned(),
        learned: String::new(),
        pages: Vec::new(),
        fields: BTreeMap::new(),
        values: Vec::new(),
    };
    let own: Vec<Page<'_>> = train.iter().map(LoadedLabels::page).collect();
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
    let places = wrapper.as_ref().map(|wrapper| fields_by_label(wrapper, &train)).unwrap_or_default();
    let mut fields: BTreeMap<String, Vec<Prf>> = BTreeMap::new();
    for page in &test {
        let shown = page.page();
        let reading = wrapper.as_ref().map(|wrapper| wrapper.apply(&shown));
        let read = wrapper.as_ref().zip(reading.as_ref());
        look(WrapperInput { page: &shown, labels: page.labels, read });
        if let Some(labelled) = texts_of_fields(&shown, page.labels) {
            let read = read.map_or_else(Vec::new, |(wrapper, reading)| of_records(wrapper, reading));
            found.values.push(overlap(&read, &labelled));
        }
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
    page: &LoadedLabels<'_>,
    wrapper: Option<&Wrapper>,
    reading: Option<&Reading>,
    site: &str,
) -> Option<RecordPageScore> {
    let scored = |predicted: usize, gold: usize, score: Prf| RecordPageScore {
        id: page.labels.id.clone(),
        site: site.to_owned(),
        predicted,
        gold,
        score,
    };
    if let Some(labelled) = values_of(page.labels) {
        let read = wrapper.zip(reading).map_or_else(Vec::new, |(wrapper, reading)| {
            let mut read = of_page(wrapper, reading);
            read.extend(of_records(wrapper, reading));
            read
        });
        return Some(scored(read.len(), labelled.len(), overlap(&read, &labelled)));
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

/// The texts of the fields of a page's records that stand on the page; the addresses of links do not.
fn texts_of_fields(page: &Page<'_>, labels: &LabelledPage) -> Option<Vec<String>> {
    let records: Vec<Vec<String>> = Vec::deserialize(labels.records.as_ref()?).ok()?;
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    let on_page = without_space(&Labels::from_subtrees(page, &[page.body()]).plain_text(page));
    let texts = records.iter().flatten().map(|text| plain(text));
    Some(texts.filter(|text| !text.is_empty() && on_page.contains(&without_space(text))).collect())
}

/// Of the values that are read, and of the labelled ones, those that are in both, each as often as it is.
fn overlap(read: &[String], labelled: &[String]) -> Prf {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for value in labelled {
        *left.entry(value).or_default() += 1;
    }
    let mut matched = 0;
    for value in read {
        if let Some(count) = left.get_mut(value.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            matched += 1;
        }
    }
    Prf::from_overlap(matched, read.len(), labelled.len())
}

/// The texts that a wrapper reads in records, each value of a repeated field by itself.
fn of_records(wrapper: &Wrapper, reading: &Reading) -> Vec<String> {
    let records = reading.records.iter();
    records.flat_map(|record| texts(&wrapper.fields, &record.values)).collect()
}

/// The same of what the page has beside its records.
fn of_page(wrapper: &Wrapper, reading: &Reading) -> Vec<String> {
    texts(&wrapper.page, &reading.page)
}

fn texts(fields: &FieldSet, values: &[Option<String>]) -> Vec<String> {
    let values = fields.fields.iter().zip(values).filter(|(field, _)| field.take == Take::Text);
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
fn fields_by_label(wrapper: &Wrapper, pages: &[LoadedLabels<'_>]) -> BTreeMap<String, usize> {
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
    fn values_count_as_often_as_they_are_labelled() {
        let values = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let prf = overlap(&values("rye rye oats menu"), &values("rye oats oats"));
        assert_eq!((prf.precision, prf.recall), (0.5, 2.0 / 3.0));
    }

    #[test]
    fn addresses_are_no_texts_of_a_page() {
        let document =
            debulha_dom::parse("<p><a href=/7>Rye <b>bread</b></a>", &debulha_dom::Limits::default());
        let read = |records: &str| {
            let labels = format!(r#"{{"id": "a", "records": {records}}}"#);
            texts_of_fields(&Page::new(&document.document), &serde_json::from_str(&labels).unwrap())
        };
        assert_eq!(read(r#"[["/7", "Rye <b>bread</b>"], ["oats"]]"#).unwrap(), ["Rye bread"]);
        assert_eq!(read(r#"[{"xpath": "/p"}]"#), None, "elements have no fields");
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
