//! Pages cut into blocks.

use crate::common::{STORY, Sandbox};
use serde_json::{Value, json};

const PAGE: &[u8] =
    b"<meta charset=latin1><div><a href=1>Home</a> <a href=2>News</a> <a href=3>Sport</a></div>
<div><p>Caf\xe9 and rye.</p><hr><p>Oats <b>as</b> well.</p></div>";

fn page() -> Sandbox {
    Sandbox::new(&[("page.html", PAGE)])
}

#[test]
fn blocks_are_shown_with_place_and_text() {
    let sandbox = page();
    let ran = sandbox.run(&["segment", "page.html"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let expected = "1  /html[1]/body[1]/div[1], 3 words, 3 in links\n    Home News Sport\n\
                    2  /html[1]/body[1]/div[2]/p[1], 3 words, 0 in links\n    Café and rye.\n\
                    3  /html[1]/body[1]/div[2]/p[2], 3 words, 0 in links\n    Oats as well.\n";
    assert_eq!(ran.out, expected);
    assert_eq!(sandbox.pipe(&["segment"], PAGE).out, expected);
}

#[test]
fn json_has_the_bytes_as_served() {
    let sandbox = page();
    let ran = sandbox.run(&["segment", "page.html", "--segmenter", "pagelet", "--format", "json"]);
    let all: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&all["segmenter"], &all["params"]["k"]), (&"pagelet".into(), &3.into()));
    let blocks = all["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[1]["text"], "Café and rye.\nOats as well.");
    assert_eq!(blocks[0]["fingerprint"].as_str().unwrap().len(), 16);
    let bytes: Vec<usize> = serde_json::from_value(blocks[1]["bytes"].clone()).unwrap();
    assert!(PAGE[bytes[0]..bytes[1]].starts_with(b"<div><p>Caf\xe9"));
    assert_eq!(bytes[1], PAGE.len());
}

#[test]
fn presets_and_parameters_reach_the_segmenter() {
    let sandbox = page();
    let count = |args: &[&str]| {
        let ran = sandbox.run(&[&["segment", "page.html", "--format", "json"], args].concat());
        let all: Value = serde_json::from_str(&ran.out).unwrap();
        all["blocks"].as_array().unwrap().iter().map(|block| block["kind"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(count(&["-p", "tags=[\"div\"]"]), ["element", "element"]);
    let rules = ["-p", "tags=[\"div\", \"hr\"]", "-p", "hr_splits=true"];
    assert_eq!(count(&rules), ["element", "siblings", "siblings"]);
    assert_eq!(count(&["--preset", "content_extractor"]), ["element", "element"], "the menu is beside the p");
    assert_eq!(count(&["-s", "pagelet", "-p", "k=4"]), ["element"]);
}

/// A page of a heading with marks of XML and a paragraph, and its layout.
fn rendered() -> Sandbox {
    let page = "<body><h1>Rye &amp; &lt;oats&gt;</h1><p>Sown in autumn.</p>";
    let text = |id: usize, parent: usize, text: &str, y: usize| {
        let number = debulha_core::layout::text_number(text).unwrap();
        serde_json::json!({"id": id, "tag": "#text", "parent": parent, "style": 0, "text": number,
            "lines": [[8, y, 200, 20]]})
    };
    let element = |id: usize, tag: &str, parent: Option<usize>, y: usize, height: usize| {
        serde_json::json!({"id": id, "tag": tag, "parent": parent, "style": 0, "x": 8, "y": y, "width": 784,
            "height": height})
    };
    let record = serde_json::json!({"format": 2, "page": {"width": 800, "height": 600}, "styles": [{}], "nodes": [
        element(1, "body", None, 8, 584), element(2, "h1", Some(1), 8, 20), text(3, 2, "Rye & <oats>", 8),
        element(4, "p", Some(1), 68, 20), text(5, 4, "Sown in autumn.", 68)]});
    Sandbox::new(&[("page.html", page.as_bytes()), ("page.json", record.to_string().as_bytes())])
}

#[test]
fn visual_blocks_have_a_degree_of_coherence_and_a_drawing() {
    let sandbox = rendered();
    let vips = ["segment", "page.html", "--method", "vips"];
    let with = |more: &[&str]| sandbox.run(&[&vips[..], &["--layout", "page.json"], more].concat());
    let ran = with(&[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("1  /html[1]/body[1]/h1[1], 3 words, 0 in links, DoC 10\n"), "{}", ran.out);
    let all: Value = serde_json::from_str(&with(&["-f", "json", "--svg", "page.svg"]).out).unwrap();
    assert_eq!(all["blocks"][1]["coherence"], 10);
    let place = serde_json::json!({"x": 8.0, "y": 68.0, "width": 784.0, "height": 20.0});
    assert_eq!(all["blocks"][1]["rectangle"], place);
    let svg = std::fs::read_to_string(sandbox.path("page.svg")).unwrap();
    assert!(svg.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"600\""), "{svg}");
    assert!(
        svg.contains("<title>Rye &amp; &lt;oats&gt;</title><rect x=\"8\" y=\"8\" width=\"784\""),
        "{svg}"
    );
    assert!(svg.contains("2 · DoC 10</text>"), "{svg}");
    let coarse: Value = serde_json::from_str(&with(&["-f", "json", "--preset", "tree"]).out).unwrap();
    assert_eq!(coarse["blocks"][0]["coherence"], 1);

    let without = sandbox.run(&vips);
    assert_eq!(without.code, 1);
    assert!(without.err.contains("vips: needs the page's layout"), "{}", without.err);
    assert_eq!(sandbox.run(&[&vips[..], &["--svg", "x.svg"]].concat()).code, 2, "a drawing needs a layout");
    let several = ["segment", "page.html", "page.html", "--layout", ".", "--svg", "x.svg"];
    assert_eq!(sandbox.run(&several).code, 2);
    let tags = sandbox.run(&["segment", "page.html", "--layout", "page.json", "--svg", "tags.svg"]);
    assert_eq!(tags.code, 0, "{}", tags.err);
    assert!(!std::fs::read_to_string(sandbox.path("tags.svg")).unwrap().contains("DoC"));
}

#[test]
fn what_makes_no_sense_or_has_no_block_is_said_by_the_exit_code() {
    let sandbox = page();
    sandbox.write("empty.html", b"<p>");
    for (args, code, reason) in [
        (&["-s", "taglist"][..], 2, "did you mean `tag_list`"),
        (&["-s", "pagelet", "-p", "k=0"], 2, "`k`: 0 is not accepted; use a whole number from 1 to 10000"),
        (&["--preset", "thorough"], 2, "`tag_list` has no preset `thorough`; it has section"),
        (&["--charset", "klingon"], 2, "unknown charset"),
    ] {
        let ran = sandbox.run(&[&["segment", "page.html"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
    assert_eq!(sandbox.run(&["segment", "empty.html", "-s", "pagelet"]).code, 1);
    assert_eq!(sandbox.run(&["segment", "missing.html"]).code, 1);
    let story = sandbox.pipe(&["segment", "-", "-s", "pagelet"], STORY.as_bytes());
    assert!(story.out.contains("14.5 per cent"), "{}", story.out);
}

#[test]
fn areas_of_rendered_pages_have_labels() {
    let number = |text: &str| debulha_core::layout::text_number(text).unwrap();
    let node = |id: u32, tag: &str, [x, y, width, height]: [u32; 4]| json!({"id": id, "tag": tag, "parent": 0, "style": 0, "x": x, "y": y, "width": width, "height": height});
    let text = |id: u32, parent: u32, text: &str, line: [u32; 4]| json!({"id": id, "tag": "#text", "parent": parent, "style": 0, "text": number(text), "lines": [line]});
    let mut body = node(0, "body", [0, 0, 1000, 2000]);
    body["parent"] = Value::Null;
    let record = json!({"format": 2, "styles": [{}], "nodes": [
        body,
        node(1, "h1", [0, 0, 1000, 120]), text(2, 1, "Rye News", [0, 0, 90, 20]),
        node(3, "p", [220, 300, 560, 1000]), text(4, 3, "Rye is in.", [220, 300, 90, 20]),
        node(5, "div", [0, 1880, 1000, 120]), text(6, 5, "Imprint", [0, 1880, 90, 20]),
    ]});
    let html = b"<h1>Rye News</h1><p>Rye is in.</p><div>Imprint</div>";
    let sandbox = Sandbox::new(&[("page.html", html), ("page.json", record.to_string().as_bytes())]);
    let drawn = |segmenter: &str| {
        let args = ["segment", "page.html", "-s", segmenter, "--layout", "page.json", "--svg", "page.svg"];
        let ran = sandbox.run(&args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{segmenter}");
        (ran.out, std::fs::read_to_string(sandbox.path("page.svg")).unwrap())
    };
    let (blocks, svg) = drawn("kovacevic_areas");
    for (place, label) in [("h1[1]", "header"), ("p[1]", "centre"), ("div[1]", "footer")] {
        assert!(blocks.lines().any(|line| line.contains(place) && line.ends_with(label)), "{blocks}");
        assert!(svg.contains(&format!(" · {label}</text>")), "{svg}");
    }
    let (blocks, svg) = drawn("burget_areas");
    assert_eq!(blocks.matches("in links, text").count(), 3, "{blocks}");
    assert_eq!(svg.matches(" · text</text>").count(), 3, "{svg}");
    let without = sandbox.run(&["segment", "page.html", "-s", "burget_areas"]);
    assert!(
        without.code == 1 && without.err.contains("needs the page's layout: `debulha render`"),
        "{}",
        without.err
    );
}

#[test]
fn segmenters_are_listed_and_explained() {
    let sandbox = page();
    let all: Vec<Value> = serde_json::from_str(&sandbox.run(&["list", "--json"]).out).unwrap();
    let segmenters: Vec<&Value> = all.iter().filter(|system| system["role"] == "segmenter").collect();
    assert!(segmenters.iter().any(|system| system["id"] == "pagelet"));
    assert!(sandbox.run(&["list"]).out.contains("segmenters, for `debulha segment`"));
    assert!(sandbox.run(&["explain", "pagelet"]).out.contains("- `k` = 3, a whole number from 1 to 10000"));
    assert!(sandbox.run(&["explain", "pagelets"]).err.contains("did you mean `pagelet`"));
}

#[test]
fn learned_importance_takes_layouts_of_a_corpus() {
    let sandbox = Sandbox::new(&[]);
    let story = |n: usize| {
        format!("Story {n} tells how the rye was cut, bound and threshed before the rain came that year.")
    };
    let mut truth = String::new();
    for n in 0..12 {
        let texts = [format!("Menu {n}"), story(n)];
        let html = format!("<body><p>{}</p><p>{}</p>", texts[0], texts[1]);
        let node = |id: usize, tag: &str, parent: Option<usize>, y: usize, height: usize| {
            serde_json::json!({"id": id, "tag": tag, "parent": parent, "style": 0, "x": 8, "y": y, "width": 784,
                "height": height})
        };
        let mut nodes = vec![node(1, "body", None, 0, 600)];
        for (place, text) in texts.iter().enumerate() {
            let (y, height) = (place * 100, 20 + place * 400);
            nodes.push(node(2 + place, "p", Some(1), y, height));
            let number = debulha_core::layout::text_number(text).unwrap();
            nodes.push(serde_json::json!({"id": 4 + place, "tag": "#text", "parent": 2 + place, "style": 0,
                "text": number, "lines": [[8, y, 784, height]]}));
        }
        let record = serde_json::json!({"format": 2, "styles": [{}], "nodes": nodes});
        sandbox.write(&format!("barns/pages/{n}.html"), html.as_bytes());
        sandbox.write(&format!("layouts/{n}.json"), record.to_string().as_bytes());
        let label = serde_json::json!({"id": n.to_string(), "url": format!("https://s{}.org/{n}", n % 4), "text": story(n)});
        truth.push_str(&label.to_string());
        truth.push('\n');
    }
    sandbox.write("barns/truth.jsonl", truth.as_bytes());
    let train = ["train", "song_block_importance", "--data", "barns", "-o", "song.model", "--no-progress"];
    let ran = sandbox.run(&train);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("12 labelled pages, 0 of them with a layout (--layout)"), "{}", ran.err);
    let ran = sandbox.run(&[&train[..], &["--layout", "layouts", "--param", "learner=rbf_network"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let extract = ["extract", "barns/pages/3.html", "--model", "song.model"];
    let ran = sandbox.run(&[&extract[..], &["--layout", "layouts/3.json"]].concat());
    assert_eq!(ran.out, format!("{}\n", story(3)), "{}", ran.err);
    let ran = sandbox.run(&extract);
    assert!(ran.code == 1 && ran.err.contains("layout"), "{}", ran.err);
}
