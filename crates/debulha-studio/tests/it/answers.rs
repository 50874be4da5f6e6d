//! Every address of the API, on the pages of `testdata`.

use crate::client::{Running, pages};
use debulha::{Pipeline, dom::NodeId};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn debulha() -> Value {
    json!({ "system": { "extractor": "debulha" } })
}

/// The id of a page by its name.
fn page(studio: &Running, name: &str) -> String {
    let list = studio.get(&format!("api/pages?q={name}")).json();
    list["pages"][0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn the_project_says_what_can_be_done() {
    let dir = pages(true);
    let studio = Running::on(dir.path());
    let project = studio.get("api/project").json();
    assert_eq!(
        (&project["kind"], &project["pages"], &project["has_gold"], &project["store"]),
        (&json!("folder"), &json!(12), &json!(true), &json!(false))
    );
    assert!(project["labels_file"].as_str().unwrap().ends_with("blocks.csv"));
    let systems = project["systems"].as_array().unwrap();
    let system = |id: &str| systems.iter().find(|system| system["id"] == id).unwrap();
    assert_eq!(system("debulha")["usable"], true);
    assert!(system("debulha")["presets"].as_array().unwrap().iter().any(|preset| preset["name"] == "recall"));
    let hidden = system("debulha")["params"]
        .as_array()
        .unwrap()
        .iter()
        .find(|param| param["name"] == "hidden_text")
        .unwrap();
    assert!(hidden["choices"].as_array().unwrap().contains(&hidden["default"]), "{hidden}");
    assert_eq!(system("template_evidence")["usable"], false, "no store");
    assert_eq!(system("template_evidence")["role"], "site method");
    let needs_layout =
        systems.iter().find(|system| system["needs"].as_array().unwrap().contains(&json!("layout")));
    assert!(needs_layout.is_none_or(|system| system["usable"] == false));
    assert!(project["segmenters"].as_array().unwrap().iter().any(|segmenter| segmenter["id"] == "pagelet"));
}

#[test]
fn pages_are_listed_in_the_order_that_is_asked_for() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let list = studio.get("api/pages").json();
    assert_eq!((&list["total"], &list["scanned"]), (&json!(12), &json!(0)));
    let names: Vec<&str> =
        list["pages"].as_array().unwrap().iter().map(|page| page["name"].as_str().unwrap()).collect();
    assert!(
        names.is_sorted() && list["pages"][3]["id"] == studio.id(3) && list["pages"][0]["verdict"].is_null()
    );
    let part = studio.get("api/pages?offset=2&limit=3&q=.HTML").json();
    assert_eq!(
        (&part["total"], part["pages"].as_array().unwrap().len(), &part["pages"][0]["id"]),
        (&json!(12), 3, &json!(studio.id(2)))
    );
    assert_eq!(studio.get("api/pages?q=barn").json()["total"], 1);

    assert_eq!(studio.post("api/scan", &json!({ "systems": [] })).problem(), "systems");
    assert_eq!(studio.post("api/scan", &json!({ "systems": ["nothing"] })).problem(), "system");
    let job = studio.post("api/scan", &json!({ "systems": ["debulha", "bte"] })).json()["job"].clone();
    let report = studio.wait(&job);
    assert_eq!(
        (&report["state"], &report["done"], &report["total"], &report["kind"]),
        (&json!("done"), &json!(12), &json!(12), &json!("scan"))
    );
    let list = studio.get("api/pages?sort=disagreement").json();
    assert_eq!(list["scanned"], 12);
    let column = |list: &Value, name: &str| -> Vec<f64> {
        list["pages"].as_array().unwrap().iter().map(|page| page[name].as_f64().unwrap()).collect()
    };
    let agreement = column(&list, "agreement");
    assert!(
        agreement.is_sorted()
            && agreement[0] < 1.0
            && agreement.iter().all(|share| (0.5..=1.0).contains(share)),
        "{agreement:?}"
    );
    assert!(column(&studio.get("api/pages?sort=confidence").json(), "confidence").is_sorted());
    let verdicts = studio.get("api/pages?sort=verdict").json();
    let verdicts: Vec<&str> =
        verdicts["pages"].as_array().unwrap().iter().map(|page| page["verdict"].as_str().unwrap()).collect();
    assert!(verdicts.is_sorted());
    let ok = studio.get("api/pages?verdict=ok").json();
    assert_eq!(ok["total"], verdicts.iter().filter(|verdict| **verdict == "ok").count());
    let uncertain = studio.get("api/pages?sort=uncertainty").json();
    assert_ne!(uncertain["pages"][0]["id"], uncertain["pages"][11]["id"]);

    assert_eq!(studio.send("DELETE", &format!("api/jobs/{job}"), "", "").json()["state"], "done");
}

#[test]
fn pages_with_labels_say_whose_they_are() {
    let dir = pages(false);
    fs::create_dir(dir.path().join("ana")).unwrap();
    let table = "page,xpath,text,label\nbarn-story,/html/body,,content\nbarn-story,/html/body/p,,noise\n";
    fs::write(dir.path().join("ana/blocks.csv"), table).unwrap();
    fs::write(dir.path().join("blocks.csv"), table.replace("barn-story", "listing.html")).unwrap();
    let studio = Running::on(dir.path());
    assert_eq!(studio.get("api/project").json()["labellers"], json!(["default", "ana"]));
    let of = |name: &str| studio.get(&format!("api/pages?q={name}")).json()["pages"][0]["labelled"].clone();
    assert_eq!((of("barn"), of("listing"), of("product")), (json!(["ana"]), json!(["default"]), json!([])));
}

#[test]
fn a_page_says_what_it_is() {
    let dir = pages(true);
    let studio = Running::on(dir.path());
    let info = studio.get(&format!("api/pages/{}", page(&studio, "barn"))).json();
    assert_eq!(
        (&info["name"], &info["gold"], &info["has_layout"], &info["lang"]),
        (&json!("barn-story.html"), &json!(true), &json!(false), &json!("en-GB"))
    );
    assert!(
        info["title"].is_string()
            && info["words"].as_u64().unwrap() > 50
            && info["text_nodes"].as_u64().unwrap() > 5
    );
    // The first page by name.
    assert_eq!((&info["previous"], &info["next"]), (&Value::Null, &json!(studio.id(1))));
    assert_eq!(studio.get("api/project").json()["first"], info["id"]);
    assert_eq!(info["bytes"], fs::metadata(dir.path().join("barn-story.html")).unwrap().len());
}

#[test]
fn answers_are_those_of_the_library_with_the_place_of_everything() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    for id in 0..12 {
        let name = studio.get(&format!("api/pages/{id}")).json()["name"].as_str().unwrap().to_owned();
        let answer = studio.post(&format!("api/pages/{id}/answer"), &debulha()).json();
        let extraction = debulha::extract(&fs::read(dir.path().join(&name)).unwrap());
        assert_eq!(answer["markdown"], extraction.markdown(), "{name}");
        assert_eq!(answer["verdict"], extraction.verdict.kind.name());
        assert_eq!(answer["comments"], extraction.comments().len());
        let units: Vec<u16> = answer["markdown"].as_str().unwrap().encode_utf16().collect();
        let blocks = answer["blocks"].as_array().unwrap();
        assert_eq!(blocks.len(), extraction.blocks().len());
        let mut last = 0;
        for (block, own) in blocks.iter().zip(extraction.blocks()) {
            assert_eq!(block["node"], own.node.0);
            if let Some(md) = block["md"].as_array() {
                let [start, end] = [&md[0], &md[1]].map(|unit| unit.as_u64().unwrap() as usize);
                assert!(
                    last <= start && start <= end && String::from_utf16(&units[start..end]).is_ok(),
                    "{name}"
                );
                last = end;
            }
        }
        let nodes = answer["nodes"].as_array().unwrap();
        let kept: BTreeSet<u64> = nodes
            .iter()
            .filter(|node| node[1] == 1 || node[1] == 2)
            .map(|node| node[0].as_u64().unwrap())
            .collect();
        let of_blocks: BTreeSet<u64> = blocks.iter().flat_map(|block| numbers(&block["texts"])).collect();
        assert!(!of_blocks.is_empty() && of_blocks.is_subset(&kept), "{name}");
        for node in nodes {
            let text = extraction.document().text(NodeId(node[0].as_u64().unwrap() as u32));
            assert!(!text.trim().is_empty());
            assert!(node[2].is_null() || (0.0..=1.0).contains(&node[2].as_f64().unwrap()));
        }
        assert!(
            nodes.iter().any(|node| node[1] == 0 && !node[2].is_null()),
            "{name}: what is dropped has a probability"
        );
    }
}

#[test]
fn presets_and_parameters_change_the_answer() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let id = page(&studio, "news-comments");
    let ask = |system: Value| studio.post(&format!("api/pages/{id}/answer"), &json!({ "system": system }));
    let page = fs::read(dir.path().join("news-comments.html")).unwrap();
    let markdown = |system: Value| ask(system).json()["markdown"].as_str().unwrap().to_owned();
    for (name, params) in [
        ("debulha", json!({ "comments": "only" })),
        ("debulha", json!({ "beta": 20.0, "hysteresis": 0.01 })),
        ("cetd", json!({ "link_count": "descendants" })),
    ] {
        let own = Pipeline::with_params(name, params.as_object().unwrap()).unwrap().extract(&page).markdown();
        assert_eq!(markdown(json!({ "extractor": name, "params": params })), own, "{params}");
    }
    let usual = markdown(json!({ "extractor": "debulha" }));
    assert_ne!(markdown(json!({ "extractor": "debulha", "params": { "comments": "only" } })), usual);
    let recall = Pipeline::with_params("debulha", json!({ "beta": 2.0 }).as_object().unwrap()).unwrap();
    assert_eq!(
        markdown(json!({ "extractor": "debulha", "preset": "recall" })),
        recall.extract(&page).markdown()
    );
    for (system, kind) in [
        (json!({ "extractor": "nothing" }), "system"),
        (json!({ "extractor": "debulha", "params": { "beta": -1 } }), "system"),
        (json!({ "extractor": "debulha", "preset": "nothing" }), "preset"),
        (json!({ "extractor": "debulha", "model": "nothing" }), "model"),
        (json!({ "extractor": "debulha", "beta": 1 }), "body"),
    ] {
        assert_eq!((ask(system.clone()).status, ask(system).problem().as_str()), (400, kind));
    }
    assert_eq!(ask(json!({ "extractor": "template_evidence" })).problem(), "no-store");
}

#[test]
fn reasons_name_rules_and_what_hides() {
    let dir = tempfile::tempdir().unwrap();
    let page = "<p>Rye was sown early this year, before the rain came down the valley and filled the ditches.</p><p hidden>Wheat was not.</p>";
    fs::write(dir.path().join("a.html"), page).unwrap();
    let studio = Running::on(dir.path());
    let answer = studio.post("api/pages/0/answer", &debulha()).json();
    let nodes = answer["nodes"].as_array().unwrap();
    let why = |node: &Value, system: &str| {
        let answers = studio
            .post("api/pages/0/why", &json!({ "system": { "extractor": system }, "node": node }))
            .json();
        assert_eq!(answers["answers"].as_array().unwrap().len(), 1);
        answers["answers"][0].clone()
    };
    let shown = why(&nodes[0][0], "debulha");
    assert_eq!((&shown["decision"], &shown["hidden_by"]), (&json!("kept"), &Value::Null));
    assert!(
        shown["reasons"]
            .as_array()
            .unwrap()
            .iter()
            .any(|reason| reason["rule"] == "cut" && reason["keeps"] == true)
    );
    assert_eq!(shown["xpath"], "/html[1]/body[1]/p[1]/text()[1]");
    let hidden = why(&nodes[1][0], "bte");
    assert_eq!((&hidden["decision"], &hidden["text"]), (&json!("hidden"), &json!("Wheat was not.")));
    assert!(hidden["hidden_by"].as_str().unwrap().contains("`hidden`"));
    for node in [0, 1, 9999] {
        let answer =
            studio.post("api/pages/0/why", &json!({ "system": { "extractor": "bte" }, "node": node }));
        assert_eq!((answer.status, answer.problem().as_str()), (404, "not-found"), "{node}");
    }
}

#[test]
fn overlays_are_structures_and_segments() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let kinds = |name: &str| -> BTreeSet<String> {
        let structures = studio.get(&format!("api/pages/{}/structures", page(&studio, name))).json();
        let structures = structures["structures"].as_array().unwrap().clone();
        assert!(structures.iter().all(|structure| !numbers(&structure["texts"]).is_empty()
            && !structure["label"].as_str().unwrap().is_empty()));
        structures.iter().map(|structure| structure["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert!(kinds("docs-tables").contains("table"));
    assert!(kinds("news-comments").contains("comments"));
    let id = page(&studio, "barn");
    let segments = studio.get(&format!("api/pages/{id}/segments?segmenter=pagelet")).json();
    assert_eq!(segments["segmenter"], "pagelet");
    assert!(segments["blocks"].as_array().unwrap().iter().any(|block| !numbers(&block["texts"]).is_empty()));
    let vips = studio.get(&format!("api/pages/{id}/segments?segmenter=vips"));
    assert_eq!((vips.status, vips.problem().as_str()), (409, "needs-layout"));
    assert_eq!(studio.get(&format!("api/pages/{id}/segments?segmenter=x")).problem(), "segmenter");
}

#[test]
fn what_the_other_pages_have_is_repeated() {
    let dir = tempfile::tempdir().unwrap();
    for (name, story) in [
        ("a", "Rye was sown."),
        ("b", "Oats were reaped."),
        ("c", "Wheat was ground."),
        ("d", "Rye was sown."),
    ] {
        let page = format!(
            "<nav><a href=/>Home</a><a href=/n>News of the day</a></nav><p>{story}</p><p>{name}{name}</p>"
        );
        fs::write(dir.path().join(format!("{name}.html")), page).unwrap();
    }
    let studio = Running::on(dir.path());
    let found = studio.get("api/pages/0/repetition").json();
    assert_eq!((&found["pages"], &found["source"]), (&json!(3), &json!("folder")));
    let shares: Vec<f64> =
        found["nodes"].as_array().unwrap().iter().map(|node| node[1].as_f64().unwrap()).collect();
    assert_eq!(shares, [1.0, 1.0, 1.0 / 3.0, 0.0]);

    let one = Running::on(dir.path().join("a.html"));
    let none = one.get("api/pages/0/repetition");
    assert_eq!((none.status, none.problem().as_str()), (409, "no-site"));
}

#[test]
fn systems_are_compared_block_by_block() {
    let dir = pages(true);
    let studio = Running::on(dir.path());
    let id = page(&studio, "news-comments");
    let ask =
        |systems: Value| studio.post(&format!("api/pages/{id}/compare"), &json!({ "systems": systems }));
    let found = ask(json!([{ "extractor": "debulha" }, { "extractor": "bte" }, { "extractor": "debulha", "preset": "recall" }])).json();
    let names: Vec<&str> =
        found["systems"].as_array().unwrap().iter().map(|system| system["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["debulha", "bte", "debulha:recall"]);
    assert!(found["systems"][0]["gold"]["f1"].as_f64().unwrap() > 0.8, "{}", found["systems"]);
    assert_eq!(found["f1"][0][0], 1.0);
    let blocks = found["blocks"].as_array().unwrap();
    assert!(blocks.iter().all(|block| !numbers(&block["texts"]).is_empty() && block["kept"].as_array().unwrap().len() == 3));
    assert!(blocks.iter().any(|block| block["kept"][0] != block["kept"][1]));
    assert_eq!(ask(json!([{ "extractor": "bte" }])).problem(), "systems");
    let six: Vec<Value> = vec![json!({ "extractor": "bte" }); 6];
    assert_eq!(ask(json!(six)).problem(), "systems");
}

#[test]
fn scores_have_the_cut_of_their_page() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let nodes = |system: &str| {
        studio.post("api/pages/0/answer", &json!({ "system": { "extractor": system } })).json()["nodes"]
            .clone()
    };
    let scored = nodes("debulha");
    let scored: Vec<(f64, f64, u64)> = scored
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|node| Some((node[2].as_f64()?, node[3].as_f64()?, node[1].as_u64()?)))
        .collect();
    let as_cut =
        scored.iter().filter(|(score, cut, fate)| (score >= cut) == (*fate == 1 || *fate == 2)).count();
    assert!(scored.len() > 20 && as_cut * 10 > scored.len() * 8, "{scored:?}");
    assert!(nodes("bte").as_array().unwrap().iter().all(|node| node[2].is_null() && node[3].is_null()));
}

#[test]
fn data_are_those_of_the_command() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let product = studio.get(&format!("api/pages/{}/data", page(&studio, "product"))).json();
    assert_eq!(
        (&product["metadata"]["product"]["price"], &product["metadata"]["candidates"]["title"][0]["source"]),
        (&json!("84.00"), &json!("element:h1"))
    );
    let catalogue = studio.get(&format!("api/pages/{}/data", page(&studio, "catalogue"))).json();
    let region = &catalogue["regions"][0];
    let records = region["records"].as_array().unwrap();
    assert_eq!(region["count"], records.len());
    let link = &records[0]["fields"][1];
    assert_eq!((&link["path"], &link["href"]), (&json!("tr/td/a"), &json!("/reg/48213")));
    let texts = records[0]["texts"].as_array().unwrap();
    assert!(texts.len() >= 8 && texts[0].as_u64() > records[0]["node"].as_u64(), "{records:?}");
}
