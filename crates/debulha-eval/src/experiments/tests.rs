#![allow(clippy::unwrap_used)]

mod drawn_and_trained;
mod samples;

use super::*;
use crate::test_corpus::write_corpus;
use debulha_compare::System;

const EXPERIMENT: &str = r#"
title = "Small"
about = "Nothing."
metric = "bag_of_words"
tolerance = 0.02

[[dataset]]
name = "small"
digest = "DIGEST"
pages = 3

[[row]]
label = "all" # kept
dataset = "small"
system = "all_text"
published = { f1 = 1.0 }

[[row]]
label = "site"
dataset = "small"
sites = "b"
system = "bte"
params = { tag_weight = 2.0 }
"#;

/// A corpus whose pages hold their gold text and nothing else, and an experiment on it.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let pages = ["a-1", "b-1", "b-2"].map(|site| {
        (
            site.to_owned(),
            format!(r#", "site": "{site}", "text": "one two three four""#),
            "<p>one two three four",
        )
    });
    let corpus = write_corpus(&dir.path().join("data/small"), &pages);
    let file = dir.path().join("experiments/key2000/table1.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, EXPERIMENT.replace("DIGEST", corpus.digest())).unwrap();
    (dir, file)
}

fn load(dir: &tempfile::TempDir) -> Experiment {
    let mut experiments = load_all(&dir.path().join("experiments")).unwrap();
    assert_eq!(experiments.len(), 1);
    experiments.remove(0)
}

fn run(dir: &tempfile::TempDir) -> Result<Reproduction, ExperimentError> {
    reproduce(
        &load(dir),
        DataFolders { data: &dir.path().join("data"), layouts: None, draw: None },
        1,
        &|| (),
    )
}

#[test]
fn rows_are_run_on_their_pages_and_pinned_in_place() {
    let (dir, file) = folder();
    let first = run(&dir).unwrap();
    assert_eq!(first.experiment.id, "key2000/table1");
    assert_eq!((first.outcomes[0].pages, first.outcomes[1].pages), (3, 2));
    assert_eq!(
        (first.outcomes[0].measured.f1, first.outcomes[1].system.as_str()),
        (1.0, "bte(tag_weight=2.0)")
    );
    assert_eq!(first.off(), 2);
    assert!(first.to_string().contains("OFF: not pinned"), "{first}");

    assert_eq!(pin(first).unwrap().off(), 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("label = \"all\" # kept"), "{text}");
    assert!(text.contains("ours = { pages = 3, precision = 1.0, recall = 1.0, f1 = 1.0 }"), "{text}");
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    assert!(
        page.contains(
            "| all | `all_text` | small | 3 | – / – / 1 | 1.0000 / 1.0000 / 1.0000 | +0.000 | within the tolerance |"
        ),
        "{page}"
    );
    assert_eq!(again.page_name(), "key2000-table1.md");
}

#[test]
fn rows_may_be_on_several_corpora_and_on_hosts() {
    let (dir, file) = folder();
    let page = |id: &str, url: &str, html: &'static str| {
        let labels = format!(r#", "site": "c", "url": "{url}", "text": "one two""#);
        (id.to_owned(), labels, html)
    };
    let pages = [
        page("c-1", "http://www.example.org/", "<p>one two"),
        page("c-2", "http://example.org/", "<p>one two three four"),
        page("c-3", "http://otherexample.org/", "<p>none"),
    ];
    let other = write_corpus(&dir.path().join("data/other"), &pages);
    let digest = other.digest();
    let rows = std::fs::read_to_string(&file).unwrap();
    let more = format!(
        "\n[[dataset]]\nname = \"other\"\ndigest = \"{digest}\"\npages = 3\n\n[[row]]\nlabel = \"host\"\ndataset = \
         \"other\"\nhosts = \"example.org\"\nsystem = \"all_text\"\n\n[[row]]\nlabel = \"both\"\ndataset = \
         [\"small\", \"other\"]\nsystem = \"all_text\"\n"
    );
    std::fs::write(&file, rows + &more).unwrap();
    let done = run(&dir).unwrap();
    let [.., host, both] = &*done.outcomes else { panic!("{done}") };
    assert_eq!((host.pages, host.measured.precision, host.measured.recall), (2, 0.75, 1.0));
    // Three pages with 1, and pages with 1, .5 and 0.
    assert_eq!((both.pages, both.measured.precision), (6, 0.75));
    assert!(
        done.markdown().contains("| host | `all_text` | other, `example.org` | 2 |"),
        "{}",
        done.markdown()
    );
    assert!(done.markdown().contains("| both | `all_text` | small, other | 6 |"), "{}", done.markdown());
}

/// Everything beside rows: means, sweeps, points, times.
const CHARTS: &str = r#"
[[mean]]
label = "mean"
published = { f1 = 0.9 }
gap = "other pages"

[[sweep]]
title = "Tags"
dataset = "small"
system = "bte"
parameter = "tag_weight"
values = [0.5, 1.0, 2.0]

[[points]]
title = "Two"
dataset = "small"
systems = ["bte", "all_text"]

[[time]]
title = "Time"
systems = ["bte"]
pages = { small = 2 }
published = { reading = 1.0, algorithm = 2.0, total = 3.0 }
"#;

#[test]
fn means_sweeps_and_points_are_pinned_and_times_recorded() {
    let (dir, file) = folder();
    let rows = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{rows}{CHARTS}")).unwrap();
    let first = run(&dir).unwrap();
    assert_eq!((first.judged().count(), first.off()), (8, 8));
    assert_eq!(first.sweeps[0][2].system, "bte(tag_weight=2.0)");
    assert_eq!((first.means[0].pages, first.times[0].pages), (5, 2));
    record(pin(first).unwrap(), "a day, a machine").unwrap();

    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    assert_eq!(again.means[0].verdict, RowVerdict::Unexplained);
    assert_eq!(again.experiment.sweep[0].ours, [[1.0; 3]; 3]);
    let page = again.markdown();
    for part in [
        "| mean | `all_text, bte(tag_weight=2.0)` | 2 rows above | 5 |",
        "![Tags](key2000-table1-1.svg)",
        "| published | 1 | with reading | 2 | 3 | 0.7 |",
        "Recorded a day, a machine:",
        "![bte: time a page, 2 pages](key2000-table1-3.svg)",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let charts = again.charts();
    assert_eq!(charts.len(), 3);
    assert!(charts.iter().all(|(_, svg)| svg.starts_with("<svg") && !svg.contains("NaN")));
    let index = index(&[again]);
    assert!(index.contains("| 1 | 0 | 1 | 1 | – | [1](key2000-table1-1.svg) [2]"), "{index}");
    assert!(index.contains("| **total** | 1 | 0 | 1 | 1 | – |  |"), "{index}");

    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("    [1.0, 1.0, 1.0],\n    [1.0", "    [1.0, 0.5, 1.0],\n    [1.0"))
        .unwrap();
    assert!(run(&dir).unwrap().to_string().contains("OFF: R rose by 0.5000"));
    std::fs::write(&file, text.replace("values = [0.5, 1.0", "values = [1.5, 1.0")).unwrap();
    assert!(load_all(&dir.path().join("experiments")).unwrap_err().to_string().contains("not ascending"));
}

#[test]
fn a_site_by_its_whole_name_is_that_site_alone() {
    let (dir, file) = folder();
    let text = std::fs::read_to_string(&file).unwrap();
    let pages = |sites: &str| {
        std::fs::write(&file, text.replace("sites = \"b\"", &format!("sites = {sites:?}"))).unwrap();
        run(&dir).unwrap().outcomes[1].pages
    };
    assert_eq!((pages("b-1"), pages("b-"), pages("")), (1, 2, 3));
}

#[test]
fn a_move_either_way_is_off() {
    let (dir, file) = folder();
    pin(run(&dir).unwrap()).unwrap();
    let pinned = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, pinned.replace("f1 = 1.0 }\n", "f1 = 0.99 }\n")).unwrap();
    let risen = run(&dir).unwrap();
    assert_eq!(risen.outcomes[1].verdict, RowVerdict::Off("F1 rose by 0.0100".to_owned()));
    std::fs::write(&file, pinned.replace("precision = 1.0", "precision = 1.1")).unwrap();
    assert_eq!(run(&dir).unwrap().outcomes[0].verdict, RowVerdict::Off("P fell by 0.1000".to_owned()));
}

#[test]
fn a_gap_is_stated_and_explained_by_a_measurement() {
    let row = |published: Option<f64>, gap: Option<&str>| ExperimentRow {
        label: "x".into(),
        dataset: vec!["small".into()],
        hosts: None,
        sites: None,
        system: "bte".into(),
        params: ParamMap::new(),
        published: RowNumbers { f1: published, ..RowNumbers::default() },
        ours: RowNumbers { pages: Some(3), precision: Some(0.5), recall: Some(0.5), f1: Some(0.5) },
        tolerance: None,
        gap: gap.map(str::to_owned),
        explained_by: Vec::new(),
    };
    let measured = Prf { precision: 0.5, recall: 0.5, f1: 0.5 };
    let judged = |row: ExperimentRow| row.judge(0.02, 3, measured);
    assert_eq!(judged(row(None, None)), RowVerdict::OursAlone);
    assert_eq!(judged(row(Some(0.52), None)), RowVerdict::Within);
    assert!(matches!(judged(row(Some(0.53), None)), RowVerdict::Off(_)));
    assert!(matches!(judged(row(Some(0.47), None)), RowVerdict::Off(_)));
    let stated = row(Some(0.9), Some("other pages"));
    assert_eq!(judged(stated.clone()), RowVerdict::Unexplained);
    let explained_by = vec!["y".to_owned()];
    assert_eq!(judged(ExperimentRow { explained_by, ..stated.clone() }), RowVerdict::Explained);
    let tolerant = ExperimentRow { tolerance: Some(0.5), ..row(Some(0.9), None) };
    assert_eq!(judged(tolerant), RowVerdict::Within);
    assert_eq!(stated.judge(0.02, 4, measured), RowVerdict::Off("4 pages, pinned 3".to_owned()));
}

#[test]
fn other_data_and_malformed_files_are_errors() {
    let (dir, file) = folder();
    let text = std::fs::read_to_string(&file).unwrap();
    let error = |text: String| {
        std::fs::write(&file, text).unwrap();
        load_all(&dir.path().join("experiments"))
            .and_then(|all| {
                reproduce(
                    &all[0],
                    DataFolders { data: &dir.path().join("data"), layouts: None, draw: None },
                    1,
                    &|| (),
                )
            })
            .unwrap_err()
    };
    assert!(matches!(error(text.replace("pages = 3", "pages = 4")), ExperimentError::OtherCorpus { .. }));
    assert!(matches!(
        error(text.replace("digest = \"", "digest = \"0")),
        ExperimentError::OtherCorpus { .. }
    ));
    let absent = text.replace("\"small\"", "\"absent\"");
    assert!(error(absent.clone()).to_string().contains("see experiments/README.md"));
    let made = error(absent.replace("pages = 3", "pages = 3\nmade_by = \"make it so\""));
    assert!(made.to_string().ends_with("data; make it by `make it so`"), "{made}");
    assert!(matches!(error(text.replace("\"bte\"", "\"no_such\"")), ExperimentError::Build { .. }));
    for (from, to) in
        [("bag_of_words", "snippets"), ("dataset = \"small\"", "dataset = \"x\""), ("label", "lable")]
    {
        let error = error(text.replace(from, to));
        assert!(matches!(error, ExperimentError::Malformed { .. }), "{error}");
        assert!(error.to_string().contains("table1.toml"), "{error}");
    }
}

/// Two effects on the rows of [`EXPERIMENT`], whose numbers are all 1.
const EFFECTS: &str = r#"
[[effect]]
what = "The first is no better"
rows = ["all", "site"]
measure = "f1"
order = "same"
within = 0.1
published = [0.9, 0.95]

[[effect]]
what = "Recall is above precision"
rows = ["site"]
measure = ["precision", "recall"]
order = "rises"
"#;

#[test]
fn effects_are_pinned_whether_they_agree_or_not() {
    let (dir, file) = folder();
    let rows = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{rows}{EFFECTS}")).unwrap();
    let first = run(&dir).unwrap();
    assert_eq!((first.verdicts().count(), first.off()), (4, 4));
    let pinned = pin(first).unwrap();
    assert_eq!((pinned.off(), pinned.agreeing()), (0, 1), "{pinned}");
    let page = Reproduction::pinned(&load(&dir)).unwrap().markdown();
    assert_eq!(page, run(&dir).unwrap().markdown());
    for part in [
        "1 of 2 agree",
        "| The first is no better | F1 the same within 0.1: all; site | 0.900, 0.950 | 1.000, 1.000 | yes |",
        "| Recall is above precision | precision to recall rises: site | – | 1.000, 1.000 | no |",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("agrees = true", "agrees = false")).unwrap();
    assert!(run(&dir).unwrap().to_string().contains("The first is no better: yes  OFF: agrees now"));
}

#[test]
fn effects_and_explanations_name_what_exists() {
    let (dir, file) = folder();
    let rows = std::fs::read_to_string(&file).unwrap();
    let error = |text: String| {
        std::fs::write(&file, text).unwrap();
        load_all(&dir.path().join("experiments")).unwrap_err().to_string()
    };
    let gap = |explained_by: &str| {
        let published = "published = { f1 = 1.0 }\n";
        rows.replace(published, &format!("{published}gap = \"x\"\nexplained_by = {explained_by:?}\n"))
    };
    assert!(error(gap("all")).contains("is not the label of another row"));
    assert!(error(gap("key2000/table1")).contains("is not the label"));
    assert!(error(gap("site").replace("gap = \"x\"\n", "")).contains("explained_by without a gap"));
    std::fs::write(&file, gap("site")).unwrap();
    load_all(&dir.path().join("experiments")).unwrap();

    let effects = format!("{rows}{EFFECTS}");
    for (from, to, reason) in [
        ("rows = [\"all\", \"site\"]", "rows = [\"all\", \"other\"]", "no row \"other\""),
        ("rows = [\"all\", \"site\"]", "rows = [\"all\"]", "one row and several measures"),
        ("within = 0.1\n", "", "`within` belongs to order"),
        ("published = [0.9, 0.95]", "published = [0.9]", "one number per row"),
        ("published = [0.9, 0.95]", "published = [0.8, 0.95]", "in another order"),
        ("label = \"site\"", "label = \"all\"", "several rows \"all\""),
    ] {
        let error = error(effects.replace(from, to));
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

/// The pages of the project are those of the pinned numbers.
#[test]
fn committed_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let experiments = load_all(&root.join("experiments")).unwrap();
    let pinned: Vec<_> = experiments.iter().map(|of| Reproduction::pinned(of).unwrap()).collect();
    let pages = pinned.iter().map(|of| (of.page_name(), of.markdown()));
    for (name, page) in pages.chain([("README.md".to_owned(), index(&pinned))]) {
        let written = std::fs::read_to_string(root.join("docs/reproduce").join(&name)).unwrap();
        assert_eq!(written, page, "{name}: `debulha-lab reproduce --all --pages` writes it");
    }
    for reproduction in &pinned {
        assert_eq!(reproduction.off(), 0, "{reproduction}");
    }
}

/// The experiments of the project are well-formed, and every row is pinned.
#[test]
fn committed_experiments() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let experiments = load_all(&folder).unwrap();
    assert!(!experiments.is_empty());
    let bibliography = std::fs::read_to_string(folder.join("../references.bib")).unwrap();
    for experiment in &experiments {
        let (key, _) = experiment.id.split_once('/').unwrap();
        assert!(bibliography.contains(&format!("{{{key},")), "{key}");
        for row in &experiment.row {
            let is_pinned = row.ours.f1.is_some() && row.ours.pages.is_some();
            assert!(is_pinned, "{}, row {:?}: not pinned", experiment.id, row.label);
            System::new(&row.system, &row.params).unwrap();
        }
        for mean in &experiment.mean {
            assert!(mean.ours.f1.is_some(), "{}, mean {:?}: not pinned", experiment.id, mean.label);
        }
        for sweep in &experiment.sweep {
            assert_eq!(
                sweep.ours.len(),
                sweep.values.len(),
                "{}, {:?}: not pinned",
                experiment.id,
                sweep.title
            );
        }
        for count in &experiment.template_nodes {
            assert!(!count.ours.is_empty(), "{}, {:?}: not pinned", experiment.id, count.title);
        }
        for nodes in &experiment.node_classification {
            assert!(!nodes.ours.is_empty(), "{}, {:?}: not pinned", experiment.id, nodes.title);
        }
        for row in experiment.blocks.iter().flat_map(|table| &table.row) {
            assert!(!row.ours.is_empty(), "{}, row {:?}: not pinned", experiment.id, row.label);
        }
        for row in experiment.template_classifier.iter().flat_map(|table| &table.row) {
            assert!(row.text_f1.is_some(), "{}, row {:?}: not pinned", experiment.id, row.label);
        }
        for row in experiment.trained_system.iter().flat_map(|table| &table.row) {
            assert!(row.ours.f1.is_some(), "{}, row {:?}: not pinned", experiment.id, row.label);
        }
        for areas in &experiment.element_areas {
            assert!(!areas.ours.is_empty(), "{}, {:?}: not pinned", experiment.id, areas.title);
        }
        for timing in &experiment.time {
            assert!(timing.recorded.is_some(), "{}, {:?}: not recorded", experiment.id, timing.title);
        }
        for timing in experiment.trained_system.iter().filter_map(|table| table.time.as_ref()) {
            let drawn = timing.recorded.as_ref().and_then(|record| record.rendering.as_ref());
            assert!(drawn.is_some(), "{}, {:?}: not recorded", experiment.id, timing.title);
        }
        for table in experiment.template_classifier.iter().filter(|table| !table.published_pages.is_empty()) {
            assert!(table.recorded.is_some(), "{}, {:?}: not recorded", experiment.id, table.title);
        }
    }
}

#[test]
fn template_nodes_are_counted_by_site_and_pinned() {
    let dir = tempfile::tempdir().unwrap();
    let page = |site: &str, page: usize| {
        let html = format!("<ul><li>home<li>news</ul><p>story {page}<p>more of {page}");
        (format!("{site}{page}"), format!(r#", "site": "{site}", "text": "x""#), html)
    };
    let pages: Vec<_> = (0..10).map(|n| page("large", n)).chain((0..9).map(|n| page("small", n))).collect();
    let corpus = write_corpus(&dir.path().join("data/small"), &pages);
    let file = dir.path().join("experiments/key2000/nodes.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let head = &EXPERIMENT[..EXPERIMENT.find("[[row]]").unwrap()];
    let head = head.replace("DIGEST", corpus.digest()).replace("pages = 3", "pages = 19");
    let published = "published = { large = [200, 40, 10] }\ngap = \"Other pages.\"";
    let count = format!("[[template_nodes]]\ntitle = \"Sites\"\ndataset = \"small\"\n{published}\n");
    std::fs::write(&file, head + &count).unwrap();

    let first = run(&dir).unwrap();
    // The body, the list with its items, and two paragraphs; the list and its items return.
    let sites: Vec<(&str, SiteNodes)> =
        first.template_nodes[0].iter().map(|outcome| (outcome.site.as_str(), outcome.counted)).collect();
    assert_eq!(sites, [("large", SiteNodes(10, 60, 30))]);
    assert_eq!((first.off(), first.verdicts().count()), (1, 1));
    assert_eq!(pin(first).unwrap().off(), 0);
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    assert!(page.contains("| large | 10 | 60 | 30 | 50.00 | 200 | 40 | 10 | 25.00 |"), "{page}");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("[10, 60, 30]", "[10, 60, 31]")).unwrap();
    assert!(run(&dir).unwrap().to_string().contains("OFF: pinned 60 nodes, 31 template"));
}

#[test]
fn nodes_are_classified_by_site_and_pinned() {
    let dir = tempfile::tempdir().unwrap();
    let page = |number: usize| {
        let rows: Vec<String> = (0..=number).map(|row| format!("rye sold in {row}")).collect();
        let html = format!(
            "<ul><li>home<li>help</ul><form><input name=q value=rye></form><table><tr><td>{}",
            rows.join("<tr><td>")
        );
        (format!("p{number}"), format!(r#", "site": "s", "text": "{}""#, rows.join("\\n")), html)
    };
    let pages: Vec<_> = (0..9).map(page).collect();
    let corpus = write_corpus(&dir.path().join("data/small"), &pages);
    let file = dir.path().join("experiments/key2000/nodes.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let head = &EXPERIMENT[..EXPERIMENT.find("[[row]]").unwrap()];
    let head = head.replace("DIGEST", corpus.digest()).replace("pages = 3", "pages = 9");
    let nodes = "[[node_classification]]\ntitle = \"Sites\"\ndataset = \"small\"\nparams = { fields = true }\n\
        [[node_classification.variant]]\nlabel = \"no query\"\nparams = { features = \"none\" }\n";
    std::fs::write(&file, head + nodes).unwrap();

    let first = run(&dir).unwrap();
    let scores = &first.node_classification[0].sites[0].scores;
    assert_eq!((scores.pages, scores.terms, scores.text), (9, 2, [1.0, 1.0]));
    // Body, list, two items, form and input of three unseen pages are noise.
    let ElementCounts(noise, false_alarms, content, misses) = scores.by_page;
    assert_eq!((noise, false_alarms, misses), (18, 0, 0));
    let found = scores.by_page.confusion().content();
    assert_eq!((found.recall, content > 9), (1.0, true));
    assert_eq!((first.off(), first.verdicts().count()), (2, 2));
    assert_eq!(pin(first).unwrap().off(), 0);
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    assert!(again.markdown().contains("| no query | 1.000 / 1.000 / 1.000 |"), "{}", again.markdown());
    assert!(again.markdown().contains(&format!("| {noise} 0 {content} 0 | 1.000 / 1.000 / 1.000 |")));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("terms = 2", "terms = 3")).unwrap();
    assert!(run(&dir).unwrap().to_string().contains("OFF: pinned by row"));
}

#[test]
fn a_wrapper_stands_beside_the_classifier_and_is_pinned() {
    let dir = tempfile::tempdir().unwrap();
    let crops = ["rye", "oats", "winter peas", "vetch", "broad beans", "flax", "hops"];
    let page = |number: usize| {
        let cells = |row: usize| [crops[(number + row) % crops.len()].to_owned(), format!("{row}{number}.5")];
        let rows: Vec<[String; 2]> = (0..number % 3 + 2).map(cells).collect();
        let cells = rows.iter().map(|[name, price]| format!("<tr><td>{name}<td>{price}"));
        let html = format!("<p>Crops for all<table>{}</table><p>Come again", cells.collect::<String>());
        let span = |text: &String| html.find(text.as_str()).map(|at| (at, at + text.len())).unwrap();
        let spans: Vec<_> = rows.iter().map(|row| row.each_ref().map(span)).collect();
        let labels = serde_json::json!({ "records": rows, "spans": spans }).to_string();
        (format!("p{number}"), format!(r#", "site": "s", {}"#, &labels[1..labels.len() - 1]), html)
    };
    let pages: Vec<_> = (0..9).map(page).collect();
    let corpus = write_corpus(&dir.path().join("data/small"), &pages);
    let file = dir.path().join("experiments/key2000/nodes.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let head = &EXPERIMENT[..EXPERIMENT.find("[[row]]").unwrap()];
    let head = head.replace("DIGEST", corpus.digest()).replace("pages = 3", "pages = 9\ngold = \"records\"");
    let nodes = "[[node_classification]]\ntitle = \"small\"\ndataset = \"small\"\nwrapper = true\nquery = \"own\"\n\
        systems = [\"all_text\"]\nrendered = [\"vide\"]\n";
    std::fs::write(&file, head + nodes).unwrap();

    let first = run(&dir).unwrap();
    let wrapper = first.node_classification[0].sites[0].scores.wrapper.unwrap();
    assert_eq!((wrapper.records, wrapper.fields, wrapper.text), (Some(1.0), Some(1.0), [1.0, 1.0]));
    assert_eq!(wrapper.nodes.confusion().content().f1, 1.0);
    assert!(first.charts().is_empty());
    assert_eq!(pin(first).unwrap().off(), 0);
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    let line = "| | wrapper | 1.000 / 1.000 / 1.000 | 1.000 / 1.000 / 1.000 | 1.000 / 1.000 / 1.000 | 1.000 | 1.000 |";
    assert!(page.contains(line) && page.contains("| | `hidden_web`, own; 0 terms | "), "{page}");
    let text = std::fs::read_to_string(&file).unwrap();
    // There are no layout records, so that `vide` has no answers.
    for (system, recall) in [("`all_text`", "1.000"), ("`vide`, rendered", "0.000")] {
        let line = page.lines().find(|line| line.starts_with(&format!("| | {system} | "))).unwrap();
        assert!(line.contains(&format!("/ {recall} /")), "{page}");
    }
    std::fs::write(&file, text.replace("records = 1.0", "records = 0.9")).unwrap();
    assert!(run(&dir).unwrap().to_string().contains("OFF: pinned wrapper"));
    std::fs::write(
        &file,
        text.replace("rendered\" = { text = [0.0, 0.0]", "rendered\" = { text = [0.0, 0.1]"),
    )
    .unwrap();
    assert!(run(&dir).unwrap().to_string().contains("OFF: pinned systems"));
}

#[test]
fn template_classifiers_are_trained_on_other_sites_and_pinned() {
    let dir = tempfile::tempdir().unwrap();
    let page = |site: usize, page: usize| {
        let entry = |n: usize| format!("<li><a href=/{n}>Entry {n} of site {site} goes here</a>");
        let menu: String = (0..5 + site).map(entry).collect();
        let part = |n: usize| format!("<p>Story {page} of {site}, part {n}, tells of rye and oats.");
        let story: String = (0..3).map(part).collect();
        let html = format!(
            "<ul>{menu}</ul><div>{story}</div><p>All rights reserved by the owners of site {site}</p>"
        );
        let gold = story.replace("<p>", " ");
        (format!("{site}-{page}"), format!(r#", "site": "s{site}", "text": "{gold}""#), html)
    };
    let pages: Vec<_> = (0..4).flat_map(|site| (0..10).map(move |n| page(site, n))).collect();
    let corpus = write_corpus(&dir.path().join("data/small"), &pages);
    let file = dir.path().join("experiments/key2000/classifier.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let head = &EXPERIMENT[..EXPERIMENT.find("[[row]]").unwrap()];
    let head = head.replace("DIGEST", corpus.digest()).replace("pages = 3", "pages = 40");
    let table = r#"[[template_classifier]]
title = "Table"
test = ["small"]
total = ["small"]
pages = 2
folds = 2
content_share = 0.9
params = { learner = "c45" }
published_pages = [["A", 10, 20.0]]

[[template_classifier.row]]
label = "one" # kept
training = "total"
c = 0.01
published = { f1 = 0.5 }
gap = "Other pages."

[[template_classifier.row]]
label = "two"
system = "everything"

[[template_classifier.row]]
label = "three"
system = "site_level"
"#;
    std::fs::write(&file, head + table).unwrap();
    let first = run(&dir).unwrap();
    let [one, two, three] = &*first.template_classifier[0] else { panic!("{first}") };
    assert_eq!(one.nodes.pages, 8);
    assert!(one.nodes.measured.f1 > 0.95 && one.text_f1 > 0.95, "{first}");
    assert!(two.nodes.measured.recall == 1.0 && two.text_f1 == 0.0, "{first}");
    assert!(three.nodes.measured.f1 > 0.95, "{first}");
    assert_eq!(first.off(), 3, "not pinned");
    assert_eq!(pin(first).unwrap().off(), 0);
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    assert!(page.contains("| one | – / – / 0.50 |") && !page.contains("### Times"), "{page}");
    let tested = &again.template_pages[0];
    assert_eq!((tested.pages.len(), tested.times.training["total"].len()), (8, 2));
    record(again, "today").unwrap();
    let page = run(&dir).unwrap().markdown();
    assert!(page.contains("| one | – | ") && page.contains("Recorded today: "), "{page}");
    assert!(page.contains("| published | 1 | 10, 10,") && page.contains("\n| s3 | "), "{page}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("label = \"one\" # kept"), "{text}");
}

#[test]
fn tables_of_blocks_are_learned_judged_and_pinned() {
    let dir = tempfile::tempdir().unwrap();
    let stories = ["rye stood high in july", "oats fell to heavy hail", "barley fetched little money"];
    let sources = stories.map(|story| format!("<p>menu of the day<p>{story}<div>by Ann</div>"));
    let pages: Vec<(String, String, &str)> = stories
        .iter()
        .zip(&sources)
        .map(|(story, html)| {
            let labels = format!(r#", "site": "s", "text": "{story}\nAnd a line that no block holds""#);
            (story.replace(' ', "-"), labels, html.as_str())
        })
        .collect();
    let corpus = write_corpus(&dir.path().join("data/small"), &pages);
    let file = dir.path().join("experiments/key2000/blocks.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let toml = format!(
        "title = \"Blocks\"\nabout = \"\"\ntolerance = 0.02\n\n[[dataset]]\nname = \"small\"\ndigest = \"{}\"\npages = \
         3\n\n[[blocks]]\ntitle = \"Table\"\ndataset = \"small\"\nsites = [\"s\"]\npublished_sites = [\"P\"]\n\n\
         [[blocks.row]] # kept\nlabel = \"one\"\nsystem = \"x_cex\"\nparams = {{ tags = [\"p\"] }}\npublished = [[6, \
         1.0, 0.5, 0.667, 1.0]]\n",
        corpus.digest()
    );
    std::fs::write(&file, &toml).unwrap();
    let first = run(&dir).unwrap();
    assert_eq!(first.blocks[0][0].sites[0][..3], [6.0, 1.0, 0.5]);
    assert_eq!(first.off(), 1);

    let pinned = pin(first).unwrap();
    assert_eq!(pinned.off(), 0, "{pinned}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("[[blocks.row]] # kept") && text.contains("[6.0, 1.0, 0.5, 0.6667, 1.0]"),
        "{text}"
    );
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0);
    let page = again.markdown();
    let row = "| one | `x_cex(tags=[\"p\"])` | 1.000 / 0.500 / 0.667 | 1.000 / 0.500 / 0.667 | -0.000 | within the tolerance |";
    for part in [row, "### Ours by site", "| one | 6; 1.00 / 0.50 / 0.67 / 1.00 |"] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let timed = text.replace("published = [[6", "published_seconds = [3]\npublished = [[6");
    let chart = "\n[[blocks.chart]]\ntitle = \"Bars\"\nparts = [\"recall\", \"time\"]\nrows = [\"one\"]\n\n\
        [[blocks.chart]]\ntitle = \"Lines\"\nparts = [\"f1\"]\nrows = [\"one\"]\nat = [0.5]\nquantity = \"x\"\n";
    std::fs::write(&file, format!("{timed}{chart}")).unwrap();
    record(run(&dir).unwrap(), "a day, a machine").unwrap();
    let again = run(&dir).unwrap();
    assert_eq!(again.off(), 0, "{again}");
    let page = again.markdown();
    assert!(page.contains("Recorded a day, a machine: ") && page.contains("| one | 3 | 1.00 | 0."), "{page}");
    assert!(page.contains("## Bars\n\n![Bars](key2000-blocks-1.svg)"), "{page}");
    let charts = again.charts();
    assert_eq!(charts.len(), 2);
    assert!(
        charts[0].1.contains("one, recall published") && charts[1].1.contains("F1, ours"),
        "{}",
        charts[0].1
    );
    std::fs::write(&file, format!("{timed}{}", chart.replace("rows = [\"one\"]", "rows = [\"two\"]")))
        .unwrap();
    assert!(load_all(&dir.path().join("experiments")).unwrap_err().to_string().contains("no row"));
    std::fs::write(&file, text.replace("published = [[6, 1.0, 0.5", "published = [[6, 1.0, 0.6")).unwrap();
    assert!(run(&dir).unwrap().to_string().contains("no gap is stated"));
    std::fs::write(&file, text.replace("[6.0, 1.0, 0.5,", "[6.0, 1.0, 0.6,")).unwrap();
    assert!(run(&dir).unwrap().to_string().contains("site 1 was"));
}
