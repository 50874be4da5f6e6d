//! Experiments on pages with layouts, and on systems that learn.

use super::*;
use serde_json::json;

/// An experiment of one table on a corpus of pages given by site and HTML, whose text is the gold.
fn experiment(pages: &[(&str, String, String)], dataset: &str, table: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let labelled: Vec<_> = pages
        .iter()
        .enumerate()
        .map(|(n, (site, html, gold))| {
            (format!("p{n}"), format!(r#", "site": "{site}", "text": "{gold}""#), html)
        })
        .collect();
    let corpus = write_corpus(&dir.path().join("data/small"), &labelled);
    let file = dir.path().join("experiments/key2000/table.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let head = &EXPERIMENT[..EXPERIMENT.find("[[row]]").unwrap()];
    let count = format!("pages = {}\n{dataset}", pages.len());
    let head = head.replace("DIGEST", corpus.digest()).replace("pages = 3", &count);
    std::fs::write(&file, head + table).unwrap();
    (dir, file)
}

fn run_drawn(dir: &tempfile::TempDir) -> Result<Reproduction, ExperimentError> {
    let (data, layouts) = (dir.path().join("data"), dir.path().join("layouts"));
    reproduce(&load(dir), DataFolders { data: &data, layouts: Some(&layouts), draw: None }, 1, &|| ())
}

#[test]
fn areas_are_those_of_records() {
    // Pages without an address are told apart by their source.
    let html = |n: usize| format!("<body><!-- {n} --><div>rye</div><p>oats</p></body>");
    let pages = [("a", 0), ("a", 1), ("b", 2)].map(|(site, n)| (site, html(n), "rye oats".to_owned()));
    let table = "[[element_areas]]\ntitle = \"Areas\"\ndataset = \"small\"\nmin_pages = 2\nmin_area = 2000\n\
                 charts = [\"a\"]\npublished = { a = [1, 2, 3] }\ngap = \"x\"\n[[template_nodes]]\ntitle = \"Nodes\"\n\
                 dataset = \"small\"\nmin_area = 2000\nparams = { min_site_pages = 2 }\n";
    let (dir, file) = experiment(&pages, "records = 2\n", table);
    assert!(matches!(run(&dir), Err(ExperimentError::NoLayouts { .. })));
    assert!(matches!(run_drawn(&dir), Err(ExperimentError::OtherCorpus { .. })), "no records");
    let node = |id: usize, tag: &str, height: usize| json!({"id": id, "tag": tag, "parent": (id > 0).then_some(0), "x": 0, "y": 0, "width": 100, "height": height});
    let record = json!({"nodes": [node(0, "body", 100), node(1, "div", 30), node(2, "p", 10)]}).to_string();
    for page in ["p0", "p1"] {
        let path = dir.path().join(format!("layouts/small/{page}.json"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &record).unwrap();
    }
    let first = run_drawn(&dir).unwrap();
    let found: Vec<_> = first.element_areas[0].iter().map(|of| (&*of.site, of.measured)).collect();
    let areas =
        element_areas::SiteElementAreas { pages: 2, elements: 4, quartiles: [3000.0, 6500.0, 10000.0] };
    assert_eq!(found, [("a", areas)], "the paragraph is too small, and one page is too few");
    // Of the elements with text, the body and the div are large enough; all of both pages returns.
    assert_eq!(first.template_nodes[0][0].counted, SiteNodes(2, 4, 4));
    assert_eq!(first.off(), 2, "not pinned");
    assert_eq!(pin(first).unwrap().off(), 0);
    let again = run_drawn(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    assert!(page.contains("| a | 2 | 4 | 3000 | 6500 | 10000 | 1 / 2 / 3 |"), "{page}");
    assert!(
        page.contains("debulha-lab reproduce key2000/table --layout layouts")
            && page.contains("3, 2 rendered")
    );
    assert_eq!(again.charts()[0].0, "key2000-table-1.svg");
    assert!(again.charts()[0].1.contains("elements") && page.contains("key2000-table-1.svg"));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("6500", "6501")).unwrap();
    assert!(run_drawn(&dir).unwrap().to_string().contains("OFF: pinned 4 elements"));
    std::fs::write(dir.path().join("layouts/small/p0.json"), "{").unwrap();
    assert!(matches!(run_drawn(&dir), Err(ExperimentError::Corpus(_))), "a record that is none");
}

#[test]
fn trained_systems_are_tested_on_pages_that_they_have_not_seen() {
    let page = |n: usize| {
        let menu = [0, 1, 2, 3, 4, 5].map(|link| format!("<a href={link}>Shelf {link}</a> ")).concat();
        let gold = format!("Story {n} tells how the rye was cut, bound and threshed before the rain came.");
        let html = format!("<div>{menu}</div><div>{gold}</div><div><a href=/>Imprint of the house</a></div>");
        (["a", "b", "c"][n % 3], html, gold)
    };
    let pages: Vec<_> = (0..12).map(page).collect();
    let table = r#"[[trained_system]]
title = "Trained"
recipe = "l_extractor"
params = { learner = "c45", folds = 2 }

[trained_system.time]
title = "Times"
rows = ["all"]
drawn = 4
published = { pages = 2, rendering = 8.0, algorithm = 1.0 }

[[trained_system.row]]
label = "three parts" # kept
train = ["small"]
parts = 3
by_site = true
published = { f1 = 0.5 }
gap = "Other pages."

[[trained_system.row]]
label = "all"
system = "all_text"
test = ["small"]
"#;
    let (dir, file) = experiment(&pages, "", table);
    let first = run(&dir).unwrap();
    let [parts, all] = &*first.trained_system[0] else { panic!("{first}") };
    // Each page is tested by the two parts that it is not in.
    assert_eq!((parts.all.pages, parts.sites["a"].0, all.all.pages), (24, 8, 12));
    assert!(parts.all.measured.f1 > 0.95, "{first}");
    assert!(all.all.measured.recall == 1.0 && all.all.measured.precision < 0.7, "{first}");
    assert_eq!(first.off(), 2, "not pinned");
    assert_eq!(pin(first).unwrap().off(), 0);
    let drawn = std::cell::Cell::new(0);
    // The second page fails.
    let draw = |html: &str, _: Option<&str>| {
        assert!(html.contains("Imprint"));
        drawn.set(drawn.get() + 1);
        if drawn.get() == 2 { Err("no browser".to_owned()) } else { Ok(()) }
    };
    let data = dir.path().join("data");
    let places = DataFolders { data: &data, layouts: None, draw: Some(&draw) };
    let timed = record(reproduce(&load(&dir), places, 1, &|| ()).unwrap(), "today").unwrap();
    let of_rows = timed.drawn_times[0].as_ref().unwrap();
    assert_eq!((of_rows.algorithm.pages, of_rows.failed, drawn.get()), (12, 1, 4));
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    assert!(page.contains("| rendering | 8 | 4000 | 3 |") && page.contains("Recorded today."), "{page}");
    assert_eq!(again.charts().len(), 2);
    assert!(again.charts().iter().all(|(name, _)| page.contains(name)), "{page}");
    assert!(
        page.contains("| three parts | 24 | – / – / 0.500 |") && page.contains("### three parts by site"),
        "{page}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("label = \"three parts\" # kept"), "{text}");
    std::fs::write(&file, text.replace("recipe = \"l_extractor\"", "recipe = \"l_extractors\"")).unwrap();
    assert!(matches!(run(&dir), Err(ExperimentError::Malformed { .. })));
}

#[test]
fn sites_are_named_by_how_they_begin() {
    let sites: Vec<template_classifier::CorpusSites> =
        serde_json::from_value(json!(["wien", "big9/bbc"])).unwrap();
    let has = |corpus: &str, site: &str| sites.iter().any(|sites| sites.has(corpus, site));
    assert!(has("wien", "s1") && has("big9", "bbc-2009") && !has("big9", "cnn-2009") && !has("bbc", "bbc"));
}
