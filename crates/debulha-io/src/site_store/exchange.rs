//! Stores as JSON lines, and several stores as one.

use super::error::AtStore;
use super::{ObservedPage, SiteStore, StoreError, StoreSettings, StoreWriter, part_of, publish};
use debulha_core::features::visibility::VisibilityOptions;
use debulha_core::site::sample::PageKey;
use debulha_core::{BuildError, ParamMap};
use debulha_systems::site::{self, AnySiteMethod};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// The first line of an exported store.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    debulha_site_store: u64,
    site_by: String,
    capacity: usize,
    visibility: VisibilityOptions,
    methods: BTreeMap<String, ParamMap>,
}

/// Every other line. Numbers that take all of 64 bits are hexadecimal: other programs' JSON has no room for them.
#[derive(Debug, Serialize, Deserialize)]
struct ExchangeLine {
    method: String,
    site: String,
    crawl: String,
    key: String,
    content: String,
    #[serde(default)]
    url: String,
    record: Value,
}

/// Writes a store as JSON lines: its settings, then the pages in the order of method, site, crawl and key. Stores with
/// the same content give the same bytes. Returns the number of pages.
///
/// # Errors
/// Of reading and writing, and records of a method or version that is not known here.
pub fn export(store: &SiteStore, out: &mut dyn Write) -> Result<u64, StoreError> {
    let StoreSettings { site_by, capacity, visibility } = store.settings().clone();
    let header = Header {
        debulha_site_store: super::FORMAT,
        site_by: site_by.to_string(),
        capacity,
        visibility,
        methods: store.methods().clone(),
    };
    write_line(out, &header)?;
    let mut written = 0;
    let methods = build_all(store)?;
    for_each_page(store, |page| {
        let record = methods[&page.method].record_to_json(&page.record);
        let record = record.map_err(|reason| StoreError::Record { path: store.path().to_owned(), reason })?;
        let (key, content) = (format!("{:016x}", page.key.0), format!("{:016x}", page.content));
        let ObservedPage { method, site, crawl, url, .. } = page;
        write_line(out, &ExchangeLine { method, site, crawl, key, content, url, record })?;
        written += 1;
        Ok(())
    })?;
    Ok(written)
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> Result<(), StoreError> {
    let written = serde_json::to_writer(&mut *out, line).map_err(io::Error::from);
    written.and_then(|()| out.write_all(b"\n")).map_err(|source| StoreError::Output { source })
}

/// The store's methods with the parameters of their records.
fn build_all(store: &SiteStore) -> Result<BTreeMap<String, Box<dyn AnySiteMethod>>, StoreError> {
    let none = ParamMap::new();
    store.methods().keys().map(|id| Ok((id.clone(), store.build(id, &none)?))).collect()
}

fn for_each_page(
    store: &SiteStore,
    mut take: impl FnMut(ObservedPage) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let view = store.view()?;
    for sample in view.samples()? {
        let sample = sample?;
        let (method, site, crawl) = (&sample.method, &sample.site, &sample.crawl);
        for page in view.pages_of_crawl((method, site, crawl))? {
            let page = page?;
            take(ObservedPage {
                method: method.clone(),
                site: site.clone(),
                crawl: crawl.clone(),
                key: page.observed.key,
                content: page.content,
                url: page.url,
                record: page.observed.record,
            })?;
        }
    }
    Ok(())
}

/// Adds an exported store to the one at `path`, which is made if it is not there. Returns the number of pages read.
///
/// # Errors
/// A line that is none of an exported store, other settings than the store's, and what writing says. Pages of earlier
/// lines may be there then.
pub fn import(input: impl BufRead, path: &Path) -> Result<u64, StoreError> {
    let mut lines = input.lines().zip(1..);
    let (header, _) = lines.next().unwrap_or((Ok(String::new()), 1));
    let header: Header = parse(header, 1)?;
    if header.debulha_site_store > super::FORMAT {
        let reason = format!(
            "format {}; this version reads formats up to {}",
            header.debulha_site_store,
            super::FORMAT
        );
        return Err(StoreError::Line { line: 1, reason });
    }
    let site_by = header.site_by.parse().map_err(|reason| StoreError::Line { line: 1, reason })?;
    let settings = StoreSettings { site_by, capacity: header.capacity, visibility: header.visibility };
    let built = header.methods.iter().map(|(id, params)| Ok((id.as_str(), site::build(id, params)?)));
    let built: Result<BTreeMap<&str, Box<dyn AnySiteMethod>>, BuildError> = built.collect();
    let methods = built.map_err(|error| StoreError::Line { line: 1, reason: error.to_string() })?;
    let mut store = open_or_create(path, &settings)?;
    for method in methods.values() {
        store.register(&**method)?;
    }
    let mut writer = store.writer()?;
    let mut read = 0;
    for (text, line) in lines {
        writer.push(page_of(parse(text, line)?, &methods, line)?)?;
        read += 1;
    }
    writer.finish()?;
    Ok(read)
}

fn open_or_create(path: &Path, settings: &StoreSettings) -> Result<SiteStore, StoreError> {
    if !fs::exists(path).at(path)? {
        return SiteStore::create(path, settings);
    }
    let store = SiteStore::open(path)?;
    store.check_settings(settings)?;
    Ok(store)
}

fn parse<T: for<'de> Deserialize<'de>>(text: io::Result<String>, line: usize) -> Result<T, StoreError> {
    let parsed = text
        .map_err(|error| error.to_string())
        .and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string()));
    parsed.map_err(|reason| StoreError::Line { line, reason })
}

fn page_of(
    row: ExchangeLine,
    methods: &BTreeMap<&str, Box<dyn AnySiteMethod>>,
    line: usize,
) -> Result<ObservedPage, StoreError> {
    let wrong = |reason: String| StoreError::Line { line, reason };
    let number =
        |text: &str| u64::from_str_radix(text, 16).map_err(|error| wrong(format!("`{text}`: {error}")));
    let method = methods
        .get(row.method.as_str())
        .ok_or_else(|| wrong(format!("method `{}` is not in the first line", row.method)))?;
    let record = method.record_from_json(row.record).map_err(|error| wrong(error.to_string()))?;
    let (key, content) = (PageKey(number(&row.key)?), number(&row.content)?);
    let ExchangeLine { method, site, crawl, url, .. } = row;
    Ok(ObservedPage { method, site, crawl, key, content, url, record })
}

/// Makes one store of several: what one store would hold that had seen all their pages. The capacity is the smallest of
/// theirs. The new store appears whole or not at all.
///
/// # Errors
/// A file of that name, stores that tell sites apart in different ways or kept records with other parameters, and what
/// reading and writing say.
pub fn merge(stores: &[PathBuf], path: &Path) -> Result<(), StoreError> {
    let Some((first, others)) = stores.split_first() else { return Ok(()) };
    if fs::exists(path).at(path)? {
        return Err(StoreError::Exists { path: path.to_owned() });
    }
    let (mut settings, mut methods) = {
        let first = SiteStore::read(first)?;
        (first.settings().clone(), first.methods().clone())
    };
    for other in others {
        let other = SiteStore::read(other)?;
        let capacity = other.settings().capacity;
        other.check_settings(&StoreSettings { capacity, ..settings.clone() })?;
        settings.capacity = settings.capacity.min(capacity);
        for (id, kept) in other.methods() {
            other.same_params(id, kept, methods.entry(id.clone()).or_insert_with(|| kept.clone()))?;
        }
    }
    let part = part_of(path).at(path)?;
    SiteStore::initialise(&part, path, &settings)?;
    merge_into(stores, &part)?;
    publish(part, path)
}

fn merge_into(stores: &[PathBuf], path: &Path) -> Result<(), StoreError> {
    let mut merged = SiteStore::open(path)?;
    for store in stores {
        let store = SiteStore::read(store)?;
        for (id, kept) in store.methods() {
            merged.register_kept(id, kept.clone())?;
        }
        let mut writer: StoreWriter<'_> = merged.writer()?;
        for_each_page(&store, |page| writer.push(page))?;
        writer.finish()?;
    }
    Ok(())
}
