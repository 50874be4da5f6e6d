//! The hidden-web classifier from labelled answer pages to an answer on a page that it has not seen.

use crate::common::Sandbox;

const ITEMS: [&str; 6] = ["toffee", "fudge", "nougat", "jelly", "praline", "sherbet"];

/// An answer page and the rows that are its content.
fn answer(item: &str, rows: usize) -> (String, String) {
    let row = |row: usize| format!("{item} number {row} for {row}.50");
    let rows: Vec<String> = (1..=rows).map(row).collect();
    let html = format!(
        "<ul><li><a href=/>Home</a><li><a href=/help>Help with orders</a></ul><table><tr><td>{}</table><p>No postage",
        rows.join("<tr><td>")
    );
    (html, rows.join("\n"))
}

/// A folder with a labelled corpus, and a page that is not in it.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("new.html", answer("caramel", 4).0.as_bytes())]);
    let page = |(number, item): (usize, &&str)| {
        let (html, gold) = answer(item, 3 + number);
        (format!("http://sweets.example/s?item={item}"), html, gold)
    };
    sandbox.write_corpus("sweets", ITEMS.iter().enumerate().map(page));
    sandbox
}

#[test]
fn a_model_is_trained_and_the_query_comes_with_the_page() {
    let sandbox = sandbox();
    let trained = sandbox.run(&["train", "hidden_web", "--data", "sweets", "-o", "sweets.model"]);
    assert_eq!(trained.code, 0, "{}", trained.err);
    let is_f1 = |line: &str| line.trim_start().starts_with("content F1, by page ") && line.contains("  0.98");
    assert!(trained.err.lines().any(is_f1), "{}", trained.err);
    let rows = answer("caramel", 4).1;
    let asked = ["--query-url", "http://sweets.example/s?item=caramel", "--query-term", "Item"];
    let extract = ["extract", "new.html", "--model", "sweets.model"];
    let extracted = sandbox.run(&[&extract[..], &asked].concat());
    assert_eq!((extracted.code, extracted.err.as_str()), (0, ""));
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(folded(&extracted.out), folded(&rows));

    // Without -e the model's system decides, so its parameters need no other name, and those of others are refused.
    let with = |param: &str| sandbox.run(&[&extract[..], &["-p", param], &asked].concat());
    for param in ["threshold=0.5", "hidden_web.threshold=0.5"] {
        assert_eq!(with(param).code, 0, "{}", with(param).err);
    }
    assert_eq!(with("debulha.beta=2").code, 2);
    let comments = sandbox.run(&[&extract[..], &["--comments", "drop"], &asked].concat());
    assert!(comments.code == 2 && comments.err.contains("only with the system debulha"), "{}", comments.err);
    let why = ["why", "new.html", "number 2", "--model", "sweets.model"];
    let why = sandbox.run(&[&why[..], &asked].concat());
    assert!(why.out.starts_with("kept by hidden_web"), "{}{}", why.out, why.err);
    for line in
        ["`sweets.example`, 2 terms of the query", "query_score 1", "training rows: noise", "probability"]
    {
        assert!(why.out.contains(line), "{line}: {}", why.out);
    }

    sandbox.write("list", b"new.html\n");
    let run = sandbox.run(&[&["run", "list", "--model", "sweets.model"][..], &asked].concat());
    assert!(run.out.contains("caramel number 4") && !run.out.contains("Help"), "{}{}", run.out, run.err);
}

#[test]
fn without_a_model_it_says_how_to_get_one() {
    let sandbox = sandbox();
    let extracted = sandbox.run(&["extract", "new.html", "-e", "hidden_web", "--query-term", "caramel"]);
    assert_eq!(extracted.code, 1);
    assert!(extracted.err.contains("`debulha train hidden_web` makes one"), "{}", extracted.err);
}
