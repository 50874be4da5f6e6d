//! The promises of the site store: same pages, same store, however they came; old content survives whatever happens.
#![allow(clippy::unwrap_used)]

use debulha_core::site::sample::{KeptPage, PageKey, Sample};
use debulha_core::{Extractor, Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::{Limits, parse};
use debulha_io::site_store::{
    FORMAT, ObservedPage, SiteBy, SiteReading, SiteStore, StoreError, StoreExtractor, StoreSettings,
    StoreSites, export, import, merge,
};
use debulha_systems::site::{self, AnySiteMethod};
use proptest::prelude::*;
use redb::{Database, TableDefinition};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use tempfile::TempDir;

const METHOD: &str = "pagelet_local";

/// Few, so that samples are full.
const CAPACITY: usize = 7;

fn method() -> Box<dyn AnySiteMethod> {
    site::build(METHOD, &ParamMap::new()).unwrap()
}

fn settings() -> StoreSettings {
    StoreSettings { capacity: CAPACITY, ..StoreSettings::default() }
}

/// A page of one of three sites in one of two crawls, in one of two versions.
fn page(number: u64) -> ObservedPage {
    let (site, crawl, address, content) = (number % 3, number / 3 % 2, number / 6 % 40, number / 240);
    let url = format!("http://{site}.example.org/{address}");
    let structure = "07f3".repeat(64);
    let record = json!({ "page": address, "pagelets": [1, 2 + content, address * 1_000_000_007] });
    let record = json!({ "structure": structure, "record": record });
    ObservedPage {
        method: METHOD.to_owned(),
        site: format!("{site}.example.org"),
        crawl: format!("2026-0{crawl}"),
        key: PageKey::of_url(&url),
        content,
        url,
        record: method().record_from_json(record).unwrap(),
    }
}

fn new_store(path: &Path) -> SiteStore {
    let mut store = SiteStore::create(path, &settings()).unwrap();
    store.register(&*method()).unwrap();
    store
}

/// Adds pages in small batches, to a store that is made if it is not there.
fn learn(path: &Path, pages: impl IntoIterator<Item = u64>) {
    let store = if path.exists() { SiteStore::open(path).unwrap() } else { new_store(path) };
    let mut writer = store.writer().unwrap().batch_pages(16);
    for number in pages {
        writer.push(page(number)).unwrap();
    }
    writer.finish().unwrap();
}

fn exported(path: &Path) -> String {
    let mut out = Vec::new();
    export(&SiteStore::read(path).unwrap(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn dir() -> (TempDir, impl Fn(&str) -> PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().to_owned();
    (dir, move |name: &str| root.join(name))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn any_sharding_in_any_order_gives_the_same_store(
        pages in prop::collection::vec(0_u64..480, 1..120),
        shards in prop::collection::vec(0_usize..16, 120),
    ) {
        let (_dir, path) = dir();
        learn(&path("whole"), pages.iter().copied());
        let whole = exported(&path("whole"));
        for count in [4, 16] {
            let parts: Vec<PathBuf> = (0..count).map(|shard| path(&format!("{count}-{shard}"))).collect();
            for (shard, part) in parts.iter().enumerate() {
                learn(part, pages.iter().zip(&shards).filter(|(_, at)| *at % count == shard).map(|(&p, _)| p));
            }
            let merged = path(&format!("merged-{count}"));
            merge(&parts, &merged).unwrap();
            prop_assert_eq!(&exported(&merged), &whole);
            let backwards = path(&format!("backwards-{count}"));
            let (left, right) = parts.split_at(count / 3);
            merge(&right.iter().rev().cloned().collect::<Vec<_>>(), &backwards).unwrap();
            let both = path(&format!("both-{count}"));
            let all: Vec<PathBuf> = std::iter::once(backwards).chain(left.iter().cloned()).collect();
            merge(&all, &both).unwrap();
            prop_assert_eq!(&exported(&both), &whole);
            let sequence = path(&format!("sequence-{count}"));
            for shard in (0..count).rev() {
                learn(&sequence, pages.iter().zip(&shards).filter(|(_, at)| *at % count == shard).map(|(&p, _)| p));
            }
            prop_assert_eq!(&exported(&sequence), &whole);
        }
        learn(&path("whole"), pages.iter().rev().copied());
        prop_assert_eq!(&exported(&path("whole")), &whole, "twice the same");
    }

    #[test]
    fn a_store_holds_what_samples_in_memory_hold(pages in prop::collection::vec(0_u64..480, 0..200)) {
        let (_dir, path) = dir();
        learn(&path("s"), pages.iter().copied());
        let mut samples: BTreeMap<(String, String), Sample<Vec<u8>>> = BTreeMap::new();
        for number in pages {
            let page = page(number);
            let sample = samples.entry((page.site, page.crawl)).or_insert_with(|| Sample::new(CAPACITY));
            sample.insert(page.key, KeptPage { content: page.content, record: page.record });
        }
        let store = SiteStore::read(&path("s")).unwrap();
        let view = store.view().unwrap();
        let infos: Vec<_> = view.samples().unwrap().map(Result::unwrap).collect();
        prop_assert_eq!(infos.len(), samples.len());
        for (info, ((site, crawl), sample)) in infos.iter().zip(&samples) {
            prop_assert_eq!((&info.site, &info.crawl, info.pages), (site, crawl, sample.len()));
            prop_assert_eq!(info.pages_seen, sample.pages_seen());
            let kept = view.pages_of_crawl((METHOD, site, crawl)).unwrap().map(Result::unwrap);
            for (page, (key, expected)) in kept.zip(sample.pages()) {
                prop_assert_eq!((page.observed.key, page.content), (key, expected.content));
                prop_assert_eq!(&page.observed.record, &expected.record);
            }
            for number in 0..480 {
                let page = page_in(number, site, crawl);
                let place = (METHOD, site.as_str(), crawl.as_str());
                let wants = view.wants(place, page.key, Some(page.content)).unwrap();
                prop_assert_eq!(wants, sample.wants(page.key, page.content));
                prop_assert!(view.wants(place, page.key, None).unwrap() || !wants);
            }
        }
    }
}

fn page_in(number: u64, site: &str, crawl: &str) -> ObservedPage {
    ObservedPage { site: site.to_owned(), crawl: crawl.to_owned(), ..page(number) }
}

#[test]
fn export_and_import_are_inverse_and_import_merges() {
    let (_dir, path) = dir();
    learn(&path("a"), 0..60);
    learn(&path("b"), 40..120);
    learn(&path("both"), 0..120);
    let (a, b) = (exported(&path("a")), exported(&path("b")));
    let lines = a.lines().count() as u64;
    assert_eq!(import(a.as_bytes(), &path("copy")).unwrap(), lines - 1);
    assert_eq!(exported(&path("copy")), a);
    import(b.as_bytes(), &path("copy")).unwrap();
    assert_eq!(exported(&path("copy")), exported(&path("both")));

    let header: Value = serde_json::from_str(a.lines().next().unwrap()).unwrap();
    assert_eq!((&header["debulha_site_store"], &header["methods"][METHOD]["k"]), (&json!(1), &json!(3)));
    for (text, reason) in [
        (String::new(), "line 1: "),
        ("{}".to_owned(), "line 1: missing field"),
        (a.replacen("_store\":1", "_store\":9", 1), "line 1: format 9; this version reads formats up to 1"),
        (a.replacen("pagelet_local\",\"site", "no_such\",\"site", 1), "line 2: method `no_such`"),
        (a.replacen("\"pagelets\":[1", "\"pagelets\":[true", 1), "line 2: not a record of `pagelet_local`"),
        (a.replacen("\"capacity\":7", "\"capacity\":8", 1), "`capacity` is 7 in the store, not 8"),
    ] {
        let error = import(text.as_bytes(), &path("copy")).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn what_does_not_go_together_is_named() {
    let (_dir, path) = dir();
    learn(&path("a"), 0..9);
    let other = site::build(METHOD, &ParamMap::from_iter([("k".to_owned(), json!(5))])).unwrap();
    let loose = site::build(METHOD, &ParamMap::from_iter([("min_owners".to_owned(), json!(5))])).unwrap();
    let mut a = SiteStore::open(&path("a")).unwrap();
    a.register(&*loose).unwrap();
    assert!(
        a.register(&*other).unwrap_err().to_string().contains("`pagelet_local.k` is 3 in the store, not 5")
    );
    assert!(a.build(METHOD, &ParamMap::from_iter([("k".to_owned(), json!(5))])).is_err());
    let built = a.build(METHOD, &ParamMap::from_iter([("min_owners".to_owned(), json!(4))])).unwrap();
    assert_eq!(built.params()["min_owners"], 4);
    assert!(matches!(a.build("x_cex", &ParamMap::new()), Err(StoreError::NoSuchMethod { .. })));
    assert!(matches!(SiteStore::open(&path("a")), Err(StoreError::InUse { .. })));
    assert!(matches!(SiteStore::read(&path("a")), Err(StoreError::InUse { .. })));
    drop(a);
    let readers = [SiteStore::read(&path("a")).unwrap(), SiteStore::read(&path("a")).unwrap()];
    assert!(matches!(readers[0].writer(), Err(StoreError::ReadOnly { .. })));
    assert!(matches!(SiteStore::open(&path("a")), Err(StoreError::InUse { .. })));
    drop(readers);
    assert!(matches!(SiteStore::create(&path("a"), &settings()), Err(StoreError::Exists { .. })));

    let mut b = SiteStore::create(&path("b"), &settings()).unwrap();
    b.register(&*other).unwrap();
    drop(b);
    let merged = merge(&[path("a"), path("b")], &path("c"));
    assert!(merged.unwrap_err().to_string().contains("b: `pagelet_local.k` is 5 in the store, not 3"));
    drop(SiteStore::create(&path("d"), &StoreSettings { site_by: SiteBy::Domain, ..settings() }).unwrap());
    let merged = merge(&[path("a"), path("d")], &path("c"));
    assert!(merged.unwrap_err().to_string().contains("`site_by` is domain in the store, not host"));
    assert!(matches!(merge(&[path("a")], &path("a")), Err(StoreError::Exists { .. })));
    assert_eq!(fs::read_dir(path("")).unwrap().count(), 3, "nothing is left behind");
}

#[test]
fn a_smaller_store_makes_the_merged_one_small() {
    let (_dir, path) = dir();
    learn(&path("a"), 0..200);
    drop(SiteStore::create(&path("small"), &StoreSettings { capacity: 2, ..settings() }).unwrap());
    for (index, order) in [["a", "small"], ["small", "a"]].into_iter().enumerate() {
        let merged = path(&index.to_string());
        merge(&order.map(&path), &merged).unwrap();
        let store = SiteStore::read(&merged).unwrap();
        assert_eq!(store.settings().capacity, 2);
        assert!(store.view().unwrap().samples().unwrap().all(|sample| sample.unwrap().pages == 2));
    }
    assert_eq!(exported(&path("0")), exported(&path("1")));
}

#[test]
fn the_newest_version_of_a_page_counts_and_old_crawls_fade() {
    let (_dir, path) = dir();
    let store = new_store(&path("s"));
    let mut writer = store.writer().unwrap();
    for crawl in 0..8 {
        for number in 0..60 {
            let url = format!("http://a/{}", number + 30 * crawl);
            let crawl = format!("{crawl}");
            let page =
                ObservedPage { key: PageKey::of_url(&url), url, crawl, site: "a".to_owned(), ..page(0) };
            writer.push(page).unwrap();
        }
    }
    writer.finish().unwrap();
    let view = store.view().unwrap();
    let ages = |half_life| {
        let pages = view.pages(METHOD, "a", half_life).unwrap();
        assert_eq!(pages.len(), CAPACITY);
        assert!(pages.is_sorted_by_key(|page| page.observed.key));
        let age = |page: &debulha_io::site_store::StoredPage| 7 - page.observed.crawl.parse::<u32>().unwrap();
        pages.iter().map(age).sum::<u32>()
    };
    // Of all 270 pages those with the smallest keys, each in the newest crawl that has it.
    let mut keys: Vec<(PageKey, u64)> =
        (0..270).map(|number| (PageKey::of_url(&format!("http://a/{number}")), number)).collect();
    keys.sort_unstable();
    let expected: Vec<(PageKey, String)> =
        keys[..CAPACITY].iter().map(|&(key, number)| (key, (number / 30).min(7).to_string())).collect();
    let got: Vec<(PageKey, String)> = view
        .pages(METHOD, "a", None)
        .unwrap()
        .into_iter()
        .map(|page| (page.observed.key, page.observed.crawl.to_string()))
        .collect();
    assert_eq!(got, expected);
    assert!(ages(Some(1.0)) < ages(None));
    assert_eq!(ages(Some(0.01)), 0, "older pages have no chance");
    assert_eq!(ages(Some(1e9)), ages(None), "nothing fades");
}

/// What reading a damaged file gives: the content as it was, or an error.
fn read_all(path: &Path) -> Result<String, StoreError> {
    let mut out = Vec::new();
    export(&SiteStore::read(path)?, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn damage_is_seen_and_never_read_as_content() {
    let (_dir, path) = dir();
    learn(&path("s"), 0..300);
    let (whole, before) = (fs::read(path("s")).unwrap(), exported(&path("s")));
    let mut seen = 0;
    let flips = (0..512).chain((512..whole.len()).step_by(997));
    for at in flips {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(path("x"), &bytes).unwrap();
        match read_all(&path("x")) {
            // A byte that nothing refers to.
            Ok(content) => assert_eq!(content, before, "byte {at}"),
            Err(error) => {
                seen += 1;
                let known = matches!(
                    error,
                    StoreError::Damaged { .. }
                        | StoreError::NotAStore { .. }
                        | StoreError::NewerFormat { .. }
                );
                assert!(known, "byte {at}: {error}");
                assert!(error.to_string().contains(&*path("x").to_string_lossy()));
            }
        }
        assert_eq!(fs::read(path("x")).unwrap(), bytes, "reading changes nothing");
    }
    assert!(seen > 20, "{seen}");
    for len in [0, 5, 9, 100, 511, 4096, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(path("x"), &whole[..len]).unwrap();
        assert!(read_all(&path("x")).is_err(), "cut at {len}");
        assert!(SiteStore::open(&path("x")).is_err(), "cut at {len}");
    }
    fs::write(path("x"), "<html>").unwrap();
    assert!(matches!(SiteStore::open(&path("x")), Err(StoreError::NotAStore { .. })));
    assert!(matches!(SiteStore::read(&path("none")), Err(StoreError::Io { .. })));
}

#[test]
fn other_databases_and_later_formats_are_refused() {
    let meta: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");
    let (_dir, path) = dir();
    let write = |name: &str, rows: &[(&str, &str)]| {
        let database = Database::create(path(name)).unwrap();
        let transaction = database.begin_write().unwrap();
        for row in rows {
            transaction.open_table(meta).unwrap().insert(row.0, row.1).unwrap();
        }
        transaction.commit().unwrap();
    };
    write("other", &[]);
    assert!(matches!(SiteStore::read(&path("other")), Err(StoreError::NotAStore { .. })));
    learn(&path("s"), 0..9);
    let later = (FORMAT + 1).to_string();
    write("s", &[("format", &later), ("written_by", "debulha 9.1")]);
    for error in [SiteStore::read(&path("s")).unwrap_err(), SiteStore::open(&path("s")).unwrap_err()] {
        let expected =
            format!("format {later}, written by debulha 9.1; this version reads formats up to {FORMAT}");
        assert!(error.to_string().contains(&expected), "{error}");
    }
}

#[test]
fn a_store_that_was_not_closed_can_be_read_and_written() {
    let (_dir, path) = dir();
    learn(&path("s"), 0..50);
    let store = SiteStore::open(&path("s")).unwrap();
    let mut writer = store.writer().unwrap().batch_pages(1);
    (50..60).for_each(|number| writer.push(page(number)).unwrap());
    // As a killed process leaves it: what was committed is there, the database is not closed.
    fs::copy(path("s"), path("killed")).unwrap();
    drop(store);
    let bytes = fs::read(path("killed")).unwrap();
    learn(&path("expected"), 0..60);
    assert_eq!(exported(&path("killed")), exported(&path("expected")));
    assert_eq!(fs::read(path("killed")).unwrap(), bytes, "reading changes nothing");
    learn(&path("killed"), 60..70);
    learn(&path("expected"), 60..70);
    assert_eq!(exported(&path("killed")), exported(&path("expected")));
}

#[test]
fn pages_are_judged_by_their_site() {
    let (_dir, path) = dir();
    let method = method();
    let mut store = SiteStore::create(&path("s"), &StoreSettings::default()).unwrap();
    store.register(&*method).unwrap();
    let mut writer = store.writer().unwrap();
    let html = |site: u64, story: &str| {
        let menu: Vec<String> =
            (0..5).map(|item| format!("<a href=/{item}>Menu {item} of {site}</a>")).collect();
        format!("<div>{}</div><div><p>{story}</p></div>", menu.concat())
    };
    for site in 0..100 {
        for story in ["rye", "oats"] {
            let parsed = parse(&html(site, story), &Limits::default());
            let url = format!("http://s{site}.example.org/{story}");
            let page = Page::with_options(&parsed.document, Some(&url), PageOptions::default());
            writer
                .push(ObservedPage::observe(&*method, &page, &format!("s{site}.example.org"), "", 0))
                .unwrap();
        }
    }
    writer.finish().unwrap();
    drop(store);
    let store = Arc::new(SiteStore::read(&path("s")).unwrap());
    let build = |site: Option<&str>| {
        let method = store.build(METHOD, &ParamMap::new()).unwrap();
        {
            let sites = StoreSites {
                store: Arc::clone(&store),
                site: site.map(str::to_owned),
                reading: SiteReading::default(),
            };
            StoreExtractor::new(sites, method)
        }
    };
    let text = |extractor: &StoreExtractor, site: u64, url: Option<&str>| {
        let parsed = parse(&html(site, "barley"), &Limits::default());
        let page = Page::with_options(&parsed.document, url, PageOptions::default());
        match extractor.extract(&page, &mut Scratch::default()) {
            Outcome::Labeled(labels) => labels.plain_text(&page),
            Outcome::Abstained(reason) => reason.to_string(),
        }
    };
    let by_url = build(None);
    // Twice over more sites than are held ready.
    for site in (0..100).chain(0..100) {
        assert_eq!(text(&by_url, site, Some(&format!("http://s{site}.example.org/barley"))), "barley");
    }
    assert!(text(&by_url, 1, Some("http://s2.example.org/barley")).starts_with("Menu 0 of 1"));
    assert_eq!(text(&by_url, 1, Some("http://other.org/")), "no page of the site `other.org` was learned");
    assert_eq!(text(&by_url, 1, None), "needs the address of the page, or the name of its site");
    assert_eq!(text(&build(Some("s1.example.org")), 1, None), "barley");
}

#[test]
fn of_those_who_create_a_store_at_once_one_does() {
    let dir = tempfile::tempdir().unwrap();
    for nth in 0..20 {
        let path = dir.path().join(format!("{nth}.store"));
        let create = || match SiteStore::create(&path, &settings()) {
            // Another may have opened it between its creation and its opening here.
            Ok(_) | Err(StoreError::InUse { .. }) => true,
            Err(StoreError::Exists { .. }) => false,
            Err(error) => panic!("{error}"),
        };
        let made = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(create)).collect();
            threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum::<usize>()
        });
        assert_eq!(made, 1);
        SiteStore::open(&path).unwrap();
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 20, "nothing is left behind");
}
