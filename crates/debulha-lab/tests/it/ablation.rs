//! What evidence is worth on a small collection.

use crate::common::Sandbox;
use serde_json::json;

const MARKS: &str =
    "# Ablation\n\n<!-- ablation: written by `debulha-lab ablation` -->\n<!-- end of ablation -->\n";

const ARGS: [&str; 10] = [
    "ablation",
    "--data",
    "data",
    "--layout",
    "layouts",
    "--only",
    "daniel",
    "-o",
    "page.md",
    "--no-progress",
];

/// Five sites of two pages, each with a menu and a text, and with their layout.
fn collection() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let mut truth = Vec::new();
    for site in 0..5 {
        for number in 0..2 {
            let name = format!("p{site}{number}");
            let text =
                format!("Sentence {number} of site {site} is long enough to be the content of a page.");
            let html = format!("<body><div>Menu of {site}</div><p>{text}</p></body>");
            truth.push(json!({"id": name, "site": format!("s{site}"), "text": text}).to_string());
            sandbox.write(&format!("data/daniel/pages/{name}.html"), html.as_bytes());
            let node = |id: usize, tag: &str, width: usize| json!({"id": id, "tag": tag, "parent": (id > 0).then_some(0), "x": 0, "y": 20 * id, "width": width, "height": 20});
            let record = json!({"nodes": [node(0, "body", 1000), node(1, "div", 200), node(2, "p", 800)]});
            sandbox.write(&format!("layouts/daniel/{name}.json"), record.to_string().as_bytes());
        }
    }
    sandbox.write("data/daniel/truth.jsonl", truth.join("\n").as_bytes());
    sandbox
}

#[test]
fn each_set_of_evidence_gets_a_row_in_both_tables() {
    let sandbox = collection();
    sandbox.write("page.md", MARKS.as_bytes());
    let ran = sandbox.run(&ARGS);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = sandbox.read("page.md");
    assert!(page.contains("| daniel | 10 | 5 | 10 | 10 | `"), "{page}");
    let rows = |name: &str| page.lines().filter(|line| line.starts_with(&format!("| {name} |"))).count();
    for name in ["text + site", "text + query", "text + geometry", "text + site + geometry", "all"] {
        assert_eq!(rows(name), 2, "{name}: {page}");
    }
    assert_eq!((rows("text"), rows("text, trained on text alone")), (1, 2), "{page}");
    assert!(page.contains("| `debulha` as shipped, page alone | "), "{page}");
}

#[test]
fn collections_without_layouts_and_pages_without_marks_are_refused() {
    let sandbox = collection();
    sandbox.write("page.md", b"# Ablation\n");
    let refused = sandbox.run(&ARGS);
    assert!(refused.code == 2 && refused.err.contains("no place for the tables"), "{}", refused.err);
    sandbox.write("page.md", MARKS.as_bytes());
    let mut args = ARGS;
    args[4] = "elsewhere";
    let refused = sandbox.run(&args);
    let told = "--layout elsewhere: no layout records of daniel; make them by `debulha render";
    assert!(refused.code == 2 && refused.err.contains(told), "{}", refused.err);
    assert_eq!(sandbox.read("page.md"), MARKS, "nothing is written");
}
