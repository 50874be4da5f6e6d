//! Labelling, training, running and looking at sites.

use crate::client::{Running, pages};
use debulha::site;
use debulha_core::source::PageSource;
use debulha_core::{Evidence, ParamMap};
use debulha_io::site_store::{ObservedPage, SiteStore, StoreSettings};
use debulha_studio::StudioOptions;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Labels a page as the system guesses, but for its first block, which gets the other label; and says how many blocks are content.
fn label(studio: &Running, page: usize, labeller: &str, all_as_guessed: bool) -> usize {
    let blocks = studio.get(&format!("api/pages/{page}/labels?labeller={labeller}")).json()["blocks"].clone();
    let mut content = 0;
    let of_block = |(place, block): (usize, &Value)| {
        let is_content = (block["guess"].as_f64().unwrap() >= 0.5) != (place == 0 && !all_as_guessed);
        content += usize::from(is_content);
        json!({ "xpath": block["xpath"], "label": if is_content { "content" } else { "noise" } })
    };
    let labels: Vec<Value> = blocks.as_array().unwrap().iter().enumerate().map(of_block).collect();
    let count = labels.len();
    let saved = json!({ "labeller": labeller, "labels": labels, "done": true });
    let answer = studio.put(&format!("api/pages/{page}/labels"), &saved);
    assert_eq!(answer.json(), json!({ "saved": count }));
    content
}

fn left(studio: &Running, labeller: &str) -> Value {
    studio.get(&format!("api/labels/next?labeller={labeller}")).json()["page"].clone()
}

#[test]
fn labels_are_a_corpus_and_two_people_are_compared() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let before = studio.get("api/pages/0/labels").json();
    assert!(before["blocks"].as_array().unwrap().iter().all(|block| block["label"].is_null()), "{before}");
    assert_eq!((&before["done"], &before["guess_system"]), (&json!(false), &json!("debulha")));
    let begun = json!({ "labels": [{ "xpath": before["blocks"][2]["xpath"], "label": "noise" }] });
    assert_eq!(studio.put("api/pages/0/labels", &begun).json()["saved"], 1);
    let half = studio.get("api/pages/0/labels").json();
    let labels: Vec<&Value> =
        half["blocks"].as_array().unwrap().iter().map(|block| &block["label"]).collect();
    assert!(
        labels[2] == "noise" && labels.iter().filter(|label| label.is_null()).count() == labels.len() - 1
    );
    let content = label(&studio, 0, "default", true);
    let after = studio.get("api/pages/0/labels").json();
    let said = after["blocks"].as_array().unwrap().iter().filter(|block| block["label"] == "content").count();
    assert!(after["done"] == true && said == content && content > 3, "{after}");
    assert_eq!(left(&studio, "default"), studio.id(1));

    let corpus = debulha_corpus::Corpus::open_labelled(dir.path()).unwrap();
    assert_eq!(corpus.pages().len(), 1);
    assert!(
        corpus.unresolved().is_none() && corpus.pages()[0].text.as_ref().is_some_and(|text| text.len() > 200)
    );

    for (labeller, as_guessed) in [("ana", true), ("bo", false)] {
        for page in 0..2 {
            label(&studio, page, labeller, as_guessed);
        }
    }
    let pairs = studio.get("api/labels/agreement").json()["pairs"].clone();
    let pair = pairs
        .as_array()
        .unwrap()
        .iter()
        .find(|pair| pair["a"] == "ana" && pair["b"] == "bo")
        .unwrap()
        .clone();
    let blocks = pair["blocks"].as_f64().unwrap();
    assert_eq!(pair["pages"], 2);
    assert!((pair["agreement"].as_f64().unwrap() - (blocks - 2.0) / blocks).abs() < 1e-9, "{pair}");
    assert!(pair["kappa"].as_f64().unwrap() < pair["agreement"].as_f64().unwrap(), "{pair}");
    let list = studio.get("api/pages").json();
    assert_eq!(list["pages"][0]["labelled"], json!(["default", "ana", "bo"]));
    assert_eq!(list["pages"][2]["labelled"], json!([]));
    let progress = studio.get("api/labels/progress?labeller=ana").json();
    assert_eq!((&progress["labelled"], &progress["total"]), (&json!(2), &list["total"]));
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_written() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let put = |page: usize, body: Value| studio.put(&format!("api/pages/{page}/labels"), &body).problem();
    assert_eq!(put(0, json!({ "labeller": "../out", "labels": [] })), "labeller");
    assert_eq!(put(0, json!({ "labels": [{ "xpath": "/p", "label": "maybe" }] })), "body");
    assert_eq!(put(999, json!({ "labels": [] })), "not-found");
    assert_eq!(studio.get("api/labels/next?labeller=a/b").problem(), "labeller");
    let train = |body: Value| studio.post("api/train", &body).problem();
    assert_eq!(train(json!({ "recipe": "oracle", "name": "x" })), "recipe");
    assert_eq!(train(json!({ "recipe": "table", "name": "x" })), "recipe");
    assert_eq!(train(json!({ "recipe": "debulha", "name": "../x" })), "name");
    for params in [json!({ "folds": 101 }), json!({ "without": "x" }), json!({ "no_such": 1 })] {
        let refused =
            studio.post("api/train", &json!({ "recipe": "debulha", "name": "x", "params": params }));
        assert_eq!((refused.status, refused.problem().as_str()), (400, "params"));
    }
    let run = |body: Value| studio.post("api/run", &body).problem();
    assert_eq!(run(json!({ "system": {}, "format": "zip", "output": "x" })), "format");
    assert_eq!(run(json!({ "system": {}, "format": "jsonl", "output": "a/b" })), "output");
    assert_eq!(studio.get("api/runs/none").problem(), "no-run");
    assert_eq!(studio.get("api/sites").problem(), "no-store");
    let is_page = |entry: fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "html");
    assert!(fs::read_dir(dir.path()).unwrap().all(|entry| is_page(entry.unwrap())));
}

#[test]
fn pages_of_one_name_are_not_labelled() {
    let dir = tempfile::tempdir().unwrap();
    for folder in ["a", "b"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
        fs::write(dir.path().join(folder).join("rye.html"), "<p>Rye was sown early this year.").unwrap();
    }
    let studio = Running::on(dir.path());
    assert_eq!(studio.put("api/pages/0/labels", &json!({ "labels": [] })).problem(), "ambiguous");
    assert_eq!(left(&studio, "default"), Value::Null);
}

#[test]
fn every_recipe_reads_its_parameters_before_it_learns() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let recipes = studio.get("api/project").json()["recipes"].clone();
    let recipes = recipes.as_array().unwrap();
    assert!(recipes.iter().any(|recipe| recipe["id"] == "debulha"), "{recipes:?}");
    for recipe in recipes {
        let params: Value = recipe["params"]
            .as_array()
            .unwrap()
            .iter()
            .map(|param| (param["name"].as_str().unwrap().to_owned(), param["default"].clone()))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let ask = |params: Value| {
            studio.post("api/train", &json!({ "recipe": recipe["id"], "name": "x", "params": params }))
        };
        assert_eq!(ask(json!({ "no_such": 1 })).problem(), "params", "{recipe}");
        let job = ask(params).json()["job"].clone();
        assert_eq!(studio.wait(&job)["message"], "no page is labelled", "{recipe}");
    }
}

#[test]
fn a_model_is_trained_judged_and_used() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let start = |name: &str| {
        let ask = json!({ "recipe": "debulha", "name": name, "params": { "folds": 2, "features": 20, "min_rows": 2 } });
        let job = studio.post("api/train", &ask).json()["job"].clone();
        studio.wait(&job)
    };
    let nothing = start("early");
    assert_eq!((&nothing["state"], &nothing["message"]), (&json!("failed"), &json!("no page is labelled")));
    for page in 0..4 {
        label(&studio, page, "default", true);
    }
    let trained = start("mine");
    assert_eq!(trained["state"], "done", "{trained}");
    let result = &trained["result"];
    assert_eq!(
        (&result["model"], &result["split"], &result["held_out"]["pages"]),
        (&json!("mine"), &json!("page"), &json!(4))
    );
    // What was labelled is what the default system keeps.
    assert_eq!(result["before"]["f1"], 1.0, "{result}");
    let f1 = result["held_out"]["f1"].as_f64().unwrap();
    let changed = result["changed"].as_array().unwrap();
    assert!(f1 > 0.2 && (f1 < 1.0) != changed.is_empty(), "{result}");
    for page in changed {
        let info = studio.get(&format!("api/pages/{}", page["page"].as_str().unwrap())).json();
        assert_eq!((&page["name"], &page["title"]), (&info["name"], &info["title"]));
        assert_eq!(page["before"], 1.0, "{page}");
    }
    assert_eq!(result["card"]["parameters"], json!({ "folds": 2, "features": 20, "min_rows": 2 }));
    assert!(Path::new(result["file"].as_str().unwrap()).is_file());
    assert_eq!(studio.get("api/project").json()["models"], json!([{ "name": "mine", "system": "debulha" }]));
    let ask = json!({ "system": { "model": "mine" } });
    assert_eq!(studio.post("api/pages/0/answer", &ask).json()["extractor"], "debulha");

    // A later studio has the model, too; a file that is none is no hindrance.
    drop(studio);
    fs::write(dir.path().join("models/broken.model"), "no model").unwrap();
    let later = Running::on(dir.path());
    assert_eq!(later.get("api/project").json()["models"], json!([{ "name": "mine", "system": "debulha" }]));
    assert_eq!(later.post("api/pages/0/answer", &ask).json()["extractor"], "debulha");
}

#[test]
fn a_run_is_searched_and_its_name_is_taken() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let ask = |format: &str, output: &str| {
        studio
            .post("api/run", &json!({ "system": { "extractor": "bte" }, "format": format, "output": output }))
    };
    let total = studio.get("api/pages").json()["total"].as_u64().unwrap();
    for format in ["jsonl", "parquet", "wet", "md-dir"] {
        let report = studio.wait(&ask(format, format).json()["job"]);
        assert_eq!(
            (&report["state"], &report["result"]["pages"]),
            (&json!("done"), &json!(total)),
            "{report}"
        );
        let folder = report["result"]["folder"].as_str().unwrap().to_owned();
        assert!(fs::read_dir(folder).unwrap().count() >= 1);
        let found = studio.get(&format!("api/runs/{format}?q=HOLLIN%20farm&limit=1")).json();
        assert!(found["total"].as_u64().is_some_and(|found| (1..total).contains(&found)), "{found}");
        let row = &found["rows"][0];
        let page = studio.get(&format!("api/pages/{}", row["page"].as_str().unwrap())).json();
        assert_eq!(page["name"], row["name"]);
    }
    assert_eq!(ask("jsonl", "jsonl").problem(), "exists");
    let of_file = |input: &str| {
        let system = json!({ "extractor": "bte" });
        studio
            .post("api/run", &json!({ "system": system, "format": "wet", "output": "other", "input": input }))
    };
    for input in ["../a.warc", "/etc/a.warc", "barn-story.html", "none.warc"] {
        assert_eq!(of_file(input).problem(), "input", "{input}");
    }
    fs::write(dir.path().join("two.jsonl"), "{\"html\":\"<p>Rye was sown early.\"}\n{\"html\":\"\"}\n")
        .unwrap();
    let report = studio.wait(&of_file("two.jsonl").json()["job"]);
    assert_eq!(
        (&report["result"]["pages"], &report["result"]["failures"]),
        (&json!(2), &json!(1)),
        "{report}"
    );
    let exported = studio.get("api/runs/jsonl/export");
    assert!(exported.header("content-disposition").is_some_and(|value| value.contains("jsonl.rows.jsonl")));
    assert_eq!(exported.body.lines().count() as u64, total);
}

/// Makes a whole run one that was killed: its last shard is not noted, and a row of it is cut.
fn kill(runs: &Path, name: &str) {
    let progress = runs.join(format!(".{name}.run/progress.jsonl"));
    let noted = fs::read_to_string(&progress).unwrap();
    let kept: Vec<&str> = noted.lines().rev().skip(1).collect();
    fs::write(&progress, kept.into_iter().rev().fold(String::new(), |all, line| all + line + "\n")).unwrap();
    let rows = fs::read_to_string(runs.join(format!("{name}.rows.jsonl"))).unwrap();
    fs::write(runs.join(format!("{name}.rows.part.jsonl")), &rows[..rows.len() - 20]).unwrap();
    fs::remove_file(runs.join(format!("{name}.rows.jsonl"))).unwrap();
}

#[test]
fn a_run_that_ended_early_goes_on_or_starts_anew() {
    let dir = tempfile::tempdir().unwrap();
    // More than a shard.
    let pages = (0..1200).fold(String::new(), |all, page| {
        all + &format!("{{\"url\":\"https://e.org/{page}\",\"html\":\"<p>Rye was sown on field {page} early this year.\"}}\n")
    });
    let file = dir.path().join("fields.jsonl");
    fs::write(&file, pages).unwrap();
    let studio = Running::on(&file);
    let ask = |system: &str, existing: Option<&str>| {
        let mut body = json!({ "system": { "extractor": system }, "format": "jsonl", "output": "one" });
        if let Some(existing) = existing {
            body["existing"] = existing.into();
        }
        studio.post("api/run", &body)
    };
    let finish = |system: &str, existing: Option<&str>| studio.wait(&ask(system, existing).json()["job"]);
    let whole = finish("bte", None);
    assert_eq!((&whole["state"], &whole["result"]["pages"]), (&json!("done"), &json!(1200)), "{whole}");
    assert_eq!(ask("bte", None).problem(), "exists");
    assert_eq!(ask("bte", Some("continue")).problem(), "exists");
    let runs = dir.path().join("runs");
    let rows = || fs::read_to_string(runs.join("one.rows.jsonl")).unwrap();
    let all = rows();

    kill(&runs, "one");
    assert_eq!(studio.get("api/runs/one").json()["total"], 1199);
    let refused = ask("bte", None);
    assert_eq!(refused.problem(), "unfinished");
    assert!(refused.body.contains("ended early with 1000 rows"), "{}", refused.body);
    let other = finish("cetd", Some("continue"));
    assert_eq!(other["state"], "failed");
    assert!(other["message"].as_str().unwrap().contains("the earlier run had system: bte"), "{other}");
    let gone_on = finish("bte", Some("continue"));
    assert_eq!((&gone_on["state"], &gone_on["result"]), (&json!("done"), &whole["result"]), "{gone_on}");
    assert_eq!(rows(), all);

    kill(&runs, "one");
    assert_eq!(finish("cetd", Some("replace"))["state"], "done");
    assert_eq!(rows().lines().count(), 1200);
    assert!(
        fs::read_to_string(runs.join(".one.run/manifest.json")).unwrap().contains("\"system\": \"cetd\"")
    );

    fs::create_dir(runs.join("mine")).unwrap();
    let body = json!({ "system": {}, "format": "jsonl", "output": "mine", "existing": "replace" });
    assert_eq!(studio.post("api/run", &body).problem(), "other");
    assert!(runs.join("mine").is_dir());
}

/// A store with two crawls of a site: between them a page went, a page came and a page changed.
fn store(path: &Path) {
    let mut store = SiteStore::create(path, &StoreSettings::default()).unwrap();
    let method = site::build("template_evidence", &ParamMap::new()).unwrap();
    store.register(&*method).unwrap();
    let mut writer = store.writer().unwrap();
    for (crawl, stories) in [
        ("2025", [("a", "rye"), ("b", "oats"), ("c", "wheat")]),
        ("2026", [("a", "rye"), ("b", "spelt"), ("d", "maize")]),
    ] {
        for (name, story) in stories {
            let html =
                format!("<ul><li>Barns for sale, and barns to let</ul><p>This is the story of {story}.");
            let loaded = PageSource::default().load_text(&html);
            let url = format!("https://example.org/{name}");
            let page = loaded.page(Evidence::of_url(Some(&url)));
            let content = u64::from(story.as_bytes()[0]);
            writer.push(ObservedPage::observe(&*method, &page, "example.org", crawl, content)).unwrap();
        }
    }
    writer.finish().unwrap();
}

#[test]
fn sites_templates_and_crawls_are_shown() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("farms.store");
    store(&path);
    let studio = Running::with(StudioOptions { store: Some(path.clone()), ..StudioOptions::of(&path) });
    let sites = studio.get("api/sites").json();
    assert_eq!(
        (&sites["sites"][0]["site"], &sites["sites"][0]["crawls"]),
        (&json!("example.org"), &json!(2))
    );
    assert_eq!(sites["sites"][0]["methods"], json!(["template_evidence"]));
    let site = studio.get("api/sites/example.org").json();
    assert_eq!(site["crawls"], json!(["2025", "2026"]));
    assert_eq!(site["templates"].as_array().unwrap().len(), 1, "{site}");
    let diff = studio.get("api/sites/example.org/diff?from=2025&to=2026").json();
    assert_eq!([&diff["new"], &diff["gone"], &diff["changed"], &diff["same"]], [1, 1, 1, 1], "{diff}");
    assert_eq!(diff["pages"].as_array().unwrap().len(), 3);
    assert_eq!(studio.get("api/sites/example.com").problem(), "no-site");
}
