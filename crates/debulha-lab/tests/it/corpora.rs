//! Corpora of people's own: labels in every form, and what is said of those that are of no use.

use super::common::Sandbox;

/// Page `n` of a site of the same number: a menu, a story and a footer.
fn page(n: usize) -> String {
    let menu = "<li><a href=/>To all parts</a>".repeat(4);
    let story = (0..3).map(|part| format!("<p>{}", story_part(n, part))).collect::<Vec<_>>().concat();
    format!("<nav><ul>{menu}</ul></nav><main>{story}</main><footer>Owner of the site {n}</footer>")
}

fn story_part(n: usize, part: usize) -> String {
    format!("In story {n}, part {part}, the rye was cut and bound before the rain came down the valley.")
}

const PAGES: usize = 8;

/// The pages with the labels that `label` gives them: the source of a page, and files beside it.
fn corpus(label: impl Fn(usize, String) -> String, files: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for n in 0..PAGES {
        sandbox.write(&format!("own/p{n}.html"), label(n, page(n)).as_bytes());
    }
    for (name, text) in files {
        sandbox.write(name, text.as_bytes());
    }
    sandbox
}

const TRAIN: &str = "train debulha --data own -o own.model --held-out run.jsonl --no-progress \
    -p folds=4 -p trees=40 -p min_rows=2 -p features=40 -p l2=0.1";

/// Trains, and scores what is kept of pages that were held out.
fn is_learned(sandbox: &Sandbox) {
    let train: Vec<&str> = TRAIN.split_whitespace().collect();
    let trained = sandbox.run(&train);
    assert_eq!(trained.code, 0, "{}", trained.err);
    let scored = sandbox.run(&["score", "run.jsonl", "--data", "own"]);
    assert!(scored.code == 0 && scored.out.contains("1.000  1.000  1.000"), "{}{}", scored.out, scored.err);
    let eval = sandbox.run(&["eval", "--data", "own", "-e", "bte", "--no-progress"]);
    assert!(eval.code == 0 && eval.out.contains("own: 8 pages"), "{}{}", eval.out, eval.err);
    let rows = sandbox.run(&["features", "--data", "own", "--select", "words"]);
    assert_eq!((rows.code, rows.err.as_str()), (0, ""));
    let label = |line: &str| line.rsplit(',').next().unwrap().to_owned();
    let first: Vec<String> = rows.out.lines().filter(|row| row.starts_with("own/p0,")).map(label).collect();
    assert_eq!(first, ["0", "0", "0", "0", "1", "1", "1", "0"]);
    let nodes = sandbox.run(&["features", "--data", "own", "--select", "distance", "--unit", "node"]);
    assert!(nodes.out.contains("/html[1]/body[1]/main[1],main,1,1\n"), "{}", nodes.out);
    let labels = sandbox.run(&["label", "auto", "--data", "own", "--preset", "d0", "--no-progress"]);
    assert_eq!(labels.out.lines().count(), PAGES, "{}", labels.err);
}

#[test]
fn labels_inside_pages_are_learned_and_no_system_sees_them() {
    let sandbox = corpus(|_, html| html.replace("<main>", "<main data-debulha=content>"), &[]);
    is_learned(&sandbox);
}

#[test]
fn labels_of_blocks_are_learned_from_lines_and_tables() {
    let line = |n: usize| {
        let file = format!("p{n}.html");
        let blocks = serde_json::json!([{"xpath": "/html/body/main", "label": "content"}, {"text": "To all parts", "label": 0}]);
        serde_json::json!({"file": file, "blocks": blocks}).to_string() + "\n"
    };
    let lines: String = (0..PAGES).map(line).collect();
    is_learned(&corpus(|_, html| html, &[("own/truth.jsonl", &lines)]));

    let row = |n: usize| (0..3).map(move |part| format!("p{n},\"{}\",1\n", story_part(n, part)));
    let table = "page,text,label\n".to_owned() + &(0..PAGES).flat_map(row).collect::<String>();
    is_learned(&corpus(|_, html| html, &[("own/blocks.csv", &table)]));
}

#[test]
fn labels_outweigh_the_text_in_training_and_the_text_scores() {
    let sandbox = corpus(|_, html| html.replace("<main>", "<main data-debulha=content>"), &[]);
    for n in 0..PAGES {
        sandbox.write(&format!("own/p{n}.txt"), format!("Owner of the site {n}").as_bytes());
    }
    let train: Vec<&str> = TRAIN.split_whitespace().collect();
    assert_eq!(sandbox.run(&train).code, 0);
    assert!(sandbox.read("run.jsonl").lines().all(|row| row.contains("part 0") && !row.contains("Owner")));
    let scored = sandbox.run(&["score", "run.jsonl", "--data", "own"]);
    assert!(scored.out.contains("held out") && !scored.out.contains("1.000"), "{}", scored.out);
}

#[test]
fn labels_that_match_nothing_are_counted_and_the_page_goes_on() {
    let lines = r#"{"file": "p0.html", "blocks": [{"xpath": "/html/body/main", "label": 1}, {"xpath": "/html/body/div", "label": 0}]}"#;
    let lines = format!("{lines}\n{{\"file\": \"p1.html\"}}\n");
    let sandbox = corpus(|_, html| html, &[("own/truth.jsonl", &lines)]);
    let eval = sandbox.run(&["eval", "--data", "own", "-e", "bte", "--no-progress"]);
    assert!(eval.code == 0 && eval.out.contains("own: 2 pages"), "{}{}", eval.out, eval.err);
    for warning in [
        "own: warning: 1 of 2 block labels match nothing on their page and are skipped (pages: 1); page \"p0\" has no node at /html/body/div",
        "own: warning: 1 of 2 pages have neither a text nor labelled blocks; text metrics skip them. The first is \"p1\"",
    ] {
        assert!(eval.err.contains(warning), "{}", eval.err);
    }
}

#[test]
fn what_is_no_corpus_is_told_what_it_lacks() {
    let with = |files: &[(&str, &str)]| corpus(|_, html| html, files);
    let cases: [(Sandbox, &str, i32, &str); 9] = [
        (Sandbox::new(&[]), "eval --data own -e bte", 2, "corpus own: no such folder"),
        (
            Sandbox::new(&[("own/a/p.html", b"")]),
            "eval --data own -e bte",
            2,
            "list pages of other folders below it as `file`",
        ),
        (
            with(&[]),
            "eval --data own -e bte",
            2,
            "8 pages without labels. Put the content of p0.html into p0.txt",
        ),
        (
            with(&[("own/truth.csv", "name,text\np0.html,x\n")]),
            "eval --data own -e bte",
            1,
            "truth.csv: no column `id` or `file`; the first line must name the columns, but it names: name, text",
        ),
        (
            with(&[("own/truth.csv", "file,lang\np0.html,en\n")]),
            "eval --data own -e bte",
            2,
            "own: no labels to score 1 pages by word_f1, shingles, snippets: no page has a text or labelled blocks",
        ),
        (
            with(&[("own/truth.csv", "file,text\np0.html,a,b\n")]),
            "eval --data own -e bte",
            1,
            "must be quoted",
        ),
        (
            with(&[("own/truth.jsonl", "{\"id\": \"p9\", \"text\": \"x\"}\n")]),
            "eval --data own -e bte",
            1,
            "page \"p9\": cannot read own/pages/p9.html.gz, nor with the ending .html or .htm; put the page there or name its `file`",
        ),
        (
            with(&[("own/truth.jsonl", "{\"id\": \"p0\"}\n{id}\n")]),
            "eval --data own -e bte",
            1,
            "truth.jsonl, line 2: not a labelled page",
        ),
        (
            with(&[("own/truth.jsonl", "{\"file\": \"p0.html\"}\n")]),
            "features --data own",
            2,
            "no page has a text or labelled blocks. Give each page `text`",
        ),
    ];
    for (sandbox, command, code, reason) in cases {
        let mut command: Vec<&str> = command.split(' ').collect();
        command.extend((command[0] == "eval").then_some("--no-progress"));
        let ran = sandbox.run(&command);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{reason}: {}", ran.err);
        assert!(ran.err.contains(reason), "{reason}: {}", ran.err);
    }
}

#[test]
fn what_does_not_suffice_for_training_is_told() {
    let main = |label: &'static str| {
        move |_: usize, html: String| {
            html.replace("<body>", "").replace("<main>", &format!("<main data-debulha={label}>"))
        }
    };
    let whole = |_, html: String| format!("<body data-debulha=content>{html}");
    let one_site: String = (0..PAGES)
        .map(|n| format!("{{\"file\": \"p{n}.html\", \"site\": \"a\"}}\n"))
        .collect::<Vec<_>>()
        .concat();
    for (sandbox, model, code, reason) in [
        (
            corpus(main("noise"), &[]),
            "debulha",
            1,
            "of 64 text blocks on 8 labelled pages none is content: the texts do not stand on the pages, or all labels say noise",
        ),
        (corpus(whole, &[]), "debulha", 1, "all are content"),
        (corpus(main("noise"), &[]), "blocks", 1, "none is content"),
        (corpus(main("noise"), &[]), "l_extractor", 1, "none is content"),
        (corpus(main("noise"), &[]), "hidden_web", 1, "none is content"),
        (
            corpus(main("content"), &[]),
            "debulha",
            1,
            "no feature separates content from noise on 8 labelled pages: label more pages",
        ),
        (
            corpus(main("content"), &[("own/truth.jsonl", &one_site)]),
            "blocks",
            0,
            "model of `blocks`; not scored: all pages are from one site",
        ),
        (
            corpus(main("content"), &[]),
            "template",
            1,
            "no site has 10 different pages; given are 8 pages of 8 sites",
        ),
        (
            corpus(|_, html| html, &[("own/truth.jsonl", &one_site)]),
            "debulha",
            2,
            "no page has a text or labelled blocks",
        ),
        (corpus(main("content"), &[]), "table", 2, "own is a folder; a table is a file"),
    ] {
        let ran = sandbox.run(&["train", model, "--data", "own", "-o", "x.model", "--no-progress"]);
        assert_eq!(ran.code, code, "{model}: {}", ran.err);
        assert!(ran.err.contains(reason), "{model}: {reason}: {}", ran.err);
    }
    let sandbox = corpus(main("content"), &[]);
    for (model, option) in [
        ("debulha", "`debulha` learns from labelled pages; add --data DIR"),
        ("table", "--data FILE"),
        ("template", "--pages DIR"),
    ] {
        let ran = sandbox.run(&["train", model, "-o", "x.model"]);
        assert!(ran.code == 2 && ran.err.contains(option), "{model}: {}", ran.err);
    }
    let pages = sandbox.run(&["train", "debulha", "-o", "x.model", "--pages", "own"]);
    assert!(pages.code == 2 && pages.err.contains("pages without labels; use --data DIR"), "{}", pages.err);
}

#[test]
fn runs_without_pages_of_the_corpus_are_told() {
    let sandbox = Sandbox::new(&[
        ("own/p0.html", b"<p>Rye"),
        ("own/p0.txt", b"Rye"),
        ("none.jsonl", b""),
        ("other.jsonl", b"{\"id\": \"p0\", \"text\": \"Rye\"}\n{\"id\": \"q\", \"text\": \"Rye\"}\n"),
        ("runs/bte/others.jsonl", b"{\"id\": \"p0\", \"text\": \"Rye\"}\n"),
        ("right.jsonl", b"{\"id\": \"p0\", \"text\": \"Rye\"}\n"),
        ("wrong.jsonl", b"{\"id\": \"q\", \"text\": \"Rye\"}\n"),
    ]);
    for (command, code, reason) in [
        (
            "score none.jsonl --data own",
            2,
            "none.jsonl: the file has no rows; a run has one JSON object per line",
        ),
        (
            "score other.jsonl --data own",
            1,
            "1 of 2 rows are of pages that corpus own does not have, the first is \"q\"; the first page of the corpus is \"p0\"",
        ),
        (
            "score right.jsonl --data own --gold wrong.jsonl",
            2,
            "--gold wrong.jsonl: none of its 1 rows has the text of a page of the corpus",
        ),
        (
            "eval --data own -e bte --no-progress --runs runs",
            2,
            "--runs runs: neither the folder nor a folder in it has own.jsonl",
        ),
        ("features own --labels own", 2, "own: --labels needs a file; give a corpus with --data"),
        ("features own --labels right.jsonl", 1, "use a file from `debulha label auto`"),
    ] {
        let ran = sandbox.run(&command.split(' ').collect::<Vec<_>>());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{command}: {}", ran.err);
        assert!(ran.err.contains(reason), "{command}: {}", ran.err);
    }
}
