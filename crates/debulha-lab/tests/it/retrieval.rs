//! Search over a small collection.

use crate::common::Sandbox;
use serde_json::json;

/// Two sites of three pages. A page has a menu, a title and four headings of its own, of which three become queries.
fn collection() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let mut truth = Vec::new();
    for site in ["rye", "oats"] {
        for number in 0..3 {
            let name = format!("{site}{number}");
            let title = format!("Title of {name}");
            let sections: Vec<(String, String)> = (0..4)
                .map(|at| {
                    let text = format!("Sentence {at} about {name} is long enough to be the content of a page, as it has many words.");
                    (format!("Heading{at} of {name}"), text)
                })
                .collect();
            let body: String = sections
                .iter()
                .map(|(head, text)| format!("<h2>{head}</h2><p>{text}</p>"))
                .collect::<Vec<_>>()
                .concat();
            let html = format!("<nav><a href=/>Menu of {site}</a></nav><main><h1>{title}</h1>{body}</main>");
            let lines: Vec<String> = sections.into_iter().flat_map(|(head, text)| [head, text]).collect();
            let text = format!("{title}\n{}", lines.join("\n"));
            let url = format!("https://{site}.example/{number}");
            let row = json!({"id": name, "site": site, "url": url, "title": title, "text": text});
            truth.push(row.to_string());
            sandbox.write(&format!("data/daniel/pages/{name}.html"), html.as_bytes());
        }
    }
    sandbox.write("data/daniel/truth.jsonl", truth.join("\n").as_bytes());
    sandbox
}

#[test]
fn a_page_gets_one_row_per_way_of_indexing() {
    let sandbox = collection();
    let marks = "<!-- retrieval: written by `debulha-lab retrieval` -->\n<!-- end of retrieval -->\n";
    sandbox.write("page.md", format!("# Search\n\n{marks}").as_bytes());
    let args = ["retrieval", "--data", "data", "--only", "daniel", "-o", "page.md", "--no-progress"];
    let ran = sandbox.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = sandbox.read("page.md");
    assert!(page.contains("6 pages of 2 sites"), "{page}");
    assert!(page.contains("6 titles and 18 headings as queries"), "{page}");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    // The head, ten texts and three weights.
    assert_eq!(rows.len(), 1 + 11 + 3, "{page}");
    let labelled = rows.last().unwrap();
    assert!(labelled.starts_with("| labelled text | 1.000 | 1.000 … 1.000 | 1.000 | 1.000 |"), "{labelled}");

    sandbox.write("page.md", b"# Search\n");
    let refused = sandbox.run(&args);
    assert!(refused.code == 2 && refused.err.contains("no place for the tables"), "{}", refused.err);
}
