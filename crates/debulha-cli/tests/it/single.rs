//! One page at a time: results, messages, exit codes, and what the command says of itself.

use crate::common::{STORY, Sandbox, debulha, gzip};
use serde_json::Value;

const SENTENCE: &str = "There is no flame and hardly any noise.";

fn story() -> Sandbox {
    Sandbox::new(&[("story.html", STORY.as_bytes())])
}

#[test]
fn a_page_from_a_file_or_from_standard_input() {
    let sandbox = story();
    let file = sandbox.run(&["extract", "story.html"]);
    assert_eq!((file.code, file.err.as_str()), (0, ""));
    assert!(file.out.contains(SENTENCE) && file.out.ends_with('\n'));
    assert_eq!(sandbox.pipe(&["extract"], STORY.as_bytes()).out, file.out);
    assert_eq!(sandbox.pipe(&["extract", "-"], STORY.as_bytes()).out, file.out);
}

#[test]
fn each_format_has_its_shorthand_and_old_names() {
    let sandbox = story();
    for name in ["text", "markdown", "html", "json", "xml", "xmltei", "csv"] {
        let shorthand = format!("--{}", if name == "text" { "txt" } else { name });
        let long = sandbox.run(&["extract", "story.html", "--format", name]);
        assert_eq!(long.code, 0, "{}", long.err);
        assert_eq!(long.out, sandbox.run(&["extract", "story.html", &shorthand]).out);
        assert_eq!(long.out, sandbox.run(&["extract", "story.html", "--output-format", name]).out);
    }
    let markdown = sandbox.run(&["extract", "story.html", "--markdown", "--with-metadata", "--links"]).out;
    assert!(markdown.starts_with("---\n") && markdown.contains("Marta Lind"));
    assert!(markdown.contains("](https://code.example/ansell/barn-fan)"));
    for other in ["--markdown", "--xml", "--csv"] {
        assert_eq!(sandbox.run(&["extract", "story.html", "--html", other]).code, 2, "{other}");
    }
}

#[test]
fn output_has_the_names_of_trafilatura_where_they_are_asked_for() {
    let sandbox = story();
    let run = |more: &[&str]| {
        let all = [&["extract", "story.html", "--with-metadata", "--compat", "trafilatura"], more].concat();
        let ran = sandbox.run(&all);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let markdown = run(&["--markdown"]);
    assert!(
        markdown.starts_with("---\ntitle: ") && markdown.contains("\nauthor: \"Marta Lind"),
        "{markdown}"
    );
    let object: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert!(object["author"].is_string() && object["text"].as_str().unwrap().contains(SENTENCE));
    let table = run(&["--csv"]);
    let mut table =
        csv::ReaderBuilder::new().delimiter(b'\t').has_headers(false).from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!((rows.len(), rows[0].len(), &rows[0][1], &rows[0][10]), (1, 11, "null", "article"));
    // Text in JSON lines is that object too.
    run(&["-o", "out.jsonl"]);
    let line: Value = serde_json::from_str(&sandbox.read("out.jsonl")).unwrap();
    assert_eq!((&line["file"], &line["raw_text"]), (&"story.html".into(), &object["raw_text"]));
    for more in [&["--json", "--chunk", "chars:9"][..], &["--json", "--markdown"]] {
        let refused = sandbox.run(&[&["extract", "story.html", "--compat", "trafilatura"], more].concat());
        assert!(refused.code == 2 && refused.err.contains("--compat trafilatura"), "{}", refused.err);
    }
}

#[test]
fn a_page_is_written_to_the_file_that_is_named() {
    let sandbox = story();
    let markdown = sandbox.run(&["extract", "story.html", "--markdown"]).out;
    let ran = sandbox.run(&["extract", "story.html", "-o", "out.md"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(sandbox.read("out.md"), markdown, "the ending names the format");
    assert_eq!(sandbox.run(&["extract", "story.html", "-o", "out.xml"]).code, 0);
    assert!(sandbox.read("out.xml").contains("\n<doc>\n<main>\n"), "TEI has to be asked for");
    sandbox.write("empty.html", b"<p>");
    assert_eq!(sandbox.run(&["extract", "empty.html", "-o", "empty.txt"]).code, 1);
    assert!(!sandbox.path("empty.txt").exists());
}

#[test]
fn bad_inputs_are_named_with_the_reason() {
    let sandbox = story();
    sandbox.write("empty.html", b"");
    sandbox.write("binary.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    sandbox.write("paper.pdf", b"%PDF-1.7\n1 0 obj");
    sandbox.write("nothing.html", b"<!DOCTYPE html><title>t</title><script>x()</script>");
    let whole = gzip(STORY.as_bytes());
    sandbox.write("head-only.html.gz", &whole[..12]);
    sandbox.write("not.br", b"<p>not Brotli");
    for (input, reason) in [
        ("empty.html", "empty"),
        ("binary.png", "an image"),
        ("paper.pdf", "a PDF"),
        ("nothing.html", "no content"),
        ("head-only.html.gz", "Gzip"),
        ("not.br", "Brotli"),
        ("missing.html", "o such file"),
        ("story.html/below", "ot a directory"),
        ("no-match-*.html", "no file matches"),
    ] {
        let ran = sandbox.run(&["extract", input]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{input}");
        let first = ran.err.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("debulha: {input}: ")) && first.contains(reason), "{}", ran.err);
        assert_eq!(sandbox.run(&["extract", input, "--quiet"]).err, "", "{input}");
    }
}

#[test]
fn a_damaged_page_is_written_as_far_as_it_goes_and_reported() {
    let sandbox = Sandbox::new(&[]);
    let whole = gzip(STORY.as_bytes());
    sandbox.write("half.html.gz", &whole[..whole.len() * 3 / 4]);
    let ran = sandbox.run(&["extract", "half.html.gz"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(SENTENCE));
    assert!(ran.err.starts_with("debulha: half.html.gz: warning: damaged"), "{}", ran.err);
    let json: Value = serde_json::from_str(&sandbox.run(&["extract", "half.html.gz", "--json"]).out).unwrap();
    assert!(json["warnings"][0].as_str().unwrap().starts_with("damaged"));
}

#[test]
fn what_limits_and_encodings_change_is_said() {
    let sandbox = story();
    let cut = sandbox.run(&["extract", "story.html", "--max-bytes", "5000", "-e", "all_text"]);
    assert_eq!(cut.code, 0);
    assert!(cut.err.contains("warning: cut at 5000 bytes"), "{}", cut.err);
    sandbox.write("latin.html", b"<meta charset=klingon><p>Centeio d\xe1 em terra fraca.");
    let sniffed = sandbox.run(&["extract", "latin.html", "-e", "all_text"]);
    assert_eq!((sniffed.code, sniffed.out.trim()), (0, "Centeio dá em terra fraca."));
    let forced = sandbox.run(&["extract", "latin.html", "-e", "all_text", "--charset", "utf-8"]);
    assert_eq!(forced.code, 0);
    assert!(forced.out.contains('\u{fffd}') && forced.err.contains("UTF-8"), "{}", forced.err);
}

#[test]
fn what_counts_as_hidden_can_be_chosen() {
    const PAGE: &[u8] = b"<style>.x{display:none}</style><p>Rye stands well in poor soil, and so do oats.
        <p hidden>Wheat</p><p style='display:none'>Barley</p><p class=x>Maize</p><noscript><p>Millet</p></noscript>";
    let sandbox = Sandbox::new(&[("page.html", PAGE)]);
    let words = ["Wheat", "Barley", "Maize", "Millet"];
    let shown = |args: &[&str]| {
        let ran = sandbox.run(&[&["extract", "page.html", "-e", "all_text"], args].concat());
        words.iter().copied().filter(|word| ran.out.contains(word)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(&["--noscript-below", "0"]), "");
    assert_eq!(shown(&["--noscript-below", "0", "--no-hidden-attribute"]), "Wheat");
    assert_eq!(shown(&["--noscript-below", "0", "--no-inline-styles"]), "Barley");
    assert_eq!(shown(&["--noscript-below", "0", "--no-style-sheets"]), "Maize");
    assert_eq!(shown(&["--noscript-below", "1000"]), "Millet");
    assert_eq!(shown(&["--noscript-below", "0", "--max-hidden-share", "0"]), "Wheat Barley Maize");
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    let sandbox = story();
    for (args, reason) in [
        (&["extract", "story.html", "-e", "all_txt"][..], "did you mean `all_text`"),
        (
            &["extract", "story.html", "-e", "cetr", "-p", "k=0"],
            "`k`: 0 is not accepted; use a whole number from 2 to 20",
        ),
        (
            &["extract", "story.html", "-e", "cetr", "-p", "colour=1"],
            "`cetr` has no parameter `colour`; it has ",
        ),
        (&["extract", "story.html", "-p", "colour"], "NAME=VALUE"),
        (&["extract", "story.html", "-e", "all_text", "--precision"], "no preset `precision`"),
        (&["extract", "story.html", "--preset", "thorough"], "no preset `thorough`"),
        (&["extract", "story.html", "--precision", "--recall"], "cannot be used with"),
        (
            &["extract", "story.html", "--url", "/a"],
            "--url: `/a` is not an absolute URL; begin with https://",
        ),
        (&["extract", "story.html", "--jobs", "many"], "--jobs <N>: \"many\" is not a whole number"),
        (&["extract", "story.html", "--charset", "klingon"], "unknown charset `klingon`"),
        (&["extract", "story.html", "--max-hidden-share", "2"], "use a number from 0 to 1"),
        (&["extract", "story.html", "--format", "pdf"], "possible values: text, markdown"),
        (&["extract", "a["], "bad pattern `a[`"),
        (&["extract", "-", "-"], "(standard input) is given twice"),
        (&["extract", "story.html", "story.html", "--url", "https://a.example/"], "--url"),
        (&["extract", "story.html", "story.html", "-o", "all.txt"], "use a folder or a .jsonl file"),
        (&["explain", "all_txt"], "did you mean `all_text`"),
        (&["why", "story.html", " "], "empty"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&[], "Usage"),
    ] {
        let ran = sandbox.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
}

#[test]
fn presets_and_parameters_reach_the_system() {
    let sandbox = story();
    let text = |args: &[&str]| sandbox.run(&[&["extract", "story.html", "-e", "vote"], args].concat()).out;
    let members = r#"members=[{"id": "all_text"}, {"id": "bte"}]"#;
    let halves = text(&["-p", members]);
    let recall = text(&["-p", members, "--recall"]);
    let precision = text(&["-p", members, "--precision"]);
    assert!(recall.len() >= halves.len() && halves.len() >= precision.len());
    assert!(recall.len() > precision.len());
    assert_eq!(text(&["-p", members, "--precision", "-p", "threshold=0.5"]), halves, "--param overrides");
    assert_eq!(text(&["-p", members, "--preset", "recall"]), recall);
}

#[test]
fn compressed_pages_are_read_as_if_they_were_not() {
    /// `<p>Rye stands well in poor soil.` as Brotli stores it.
    const BROTLI: &[u8] = b"\x8b\x0f\x80<p>Rye stands well in poor soil.\x03";
    let sandbox = story();
    sandbox.write("story.html.gz", &gzip(STORY.as_bytes()));
    sandbox.write("rye.html.br", BROTLI);
    let plain = sandbox.run(&["extract", "story.html"]).out;
    assert_eq!(sandbox.run(&["extract", "story.html.gz"]).out, plain);
    assert_eq!(sandbox.pipe(&["extract"], &gzip(STORY.as_bytes())).out, plain);
    let brotli = sandbox.run(&["extract", "rye.html.br", "-e", "all_text"]);
    assert_eq!(brotli.out, "Rye stands well in poor soil.\n");
}

#[test]
fn pages_without_metadata_can_be_left_out() {
    let sandbox = story();
    sandbox.write("bare.html", b"<p>Rye stands well in poor soil.");
    let both = ["extract", "story.html", "bare.html", "-e", "all_text", "--only-with-metadata", "-v"];
    let ran = sandbox.run(&both);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("bare.html: skipped: no title"), "{}", ran.err);
    assert!(!ran.out.contains("Rye stands"));
    assert_eq!(sandbox.run(&["extract", "bare.html", "--only-with-metadata"]).code, 1);
}

#[test]
fn the_systems_describe_themselves() {
    let sandbox = Sandbox::new(&[]);
    let table = sandbox.run(&["list"]).out;
    let all: Vec<Value> = serde_json::from_str(&sandbox.run(&["list", "--json"]).out).unwrap();
    assert_eq!(all.iter().filter(|system| system["default"] == true).count(), 1);
    for system in &all {
        let id = system["id"].as_str().unwrap();
        assert!(table.contains(id));
        let text = sandbox.run(&["explain", id]).out;
        assert!(text.contains("## How it decides") && text.contains("## Parameters"), "{id}");
        let json: Value = serde_json::from_str(&sandbox.run(&["explain", id, "--json"]).out).unwrap();
        assert!(json["docs"].as_str().unwrap().contains("## Cost"));
        assert_eq!(json["params"], system["params"]);
        for param in json["params"].as_array().unwrap() {
            assert!(text.contains(&format!("- `{}` = ", param["name"].as_str().unwrap())), "{id}");
        }
    }
}

#[test]
fn metadata_comes_with_its_candidates() {
    let sandbox = story();
    let ran = sandbox.run(&["metadata", "story.html"]);
    let metadata: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(metadata["title"], "A barn that dries its own grain");
    assert!(metadata["candidates"]["published"][0]["source"].is_string());
    assert_eq!(sandbox.pipe(&["metadata"], STORY.as_bytes()).out, ran.out);
    assert_eq!(sandbox.run(&["metadata", "missing.html"]).code, 1);
}

#[test]
fn a_run_has_a_row_for_each_page() {
    let sandbox = story();
    let list =
        format!("{}\n{}\n\n", sandbox.path("story.html").display(), sandbox.path("gone.html").display());
    sandbox.write("pages.list", list.as_bytes());
    let ran = sandbox.run(&["run", "pages.list", "--extractor", "all_text", "--set", "ours"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["id"], &rows[0]["set"]), (&"story".into(), &"ours".into()));
    let text = sandbox.run(&["extract", "story.html", "-e", "all_text"]).out;
    assert_eq!(rows[0]["text"], text.trim_end());
    assert!(rows[0]["ms"].as_f64().unwrap() > 0.0 && rows[0]["cpu_ms"].as_f64().unwrap() > 0.0);
    assert!(rows[0].get("err").is_none());
    assert_eq!(rows[1]["text"], "");
    assert!(rows[1]["err"].as_str().unwrap().contains("o such file"));
    assert_eq!(sandbox.pipe(&["run", "-"], list.as_bytes()).out.lines().count(), 2);
    assert_eq!(sandbox.run(&["run", "no.list"]).code, 1);
}

#[test]
fn shells_and_man_get_their_files() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(sandbox.run(&["completions", shell]).out.contains("only-with-metadata"), "{shell}");
    }
    assert!(sandbox.run(&["man"]).out.contains(".TH debulha 1"));
    assert_eq!(sandbox.run(&["man", "pages"]).code, 0);
    assert!(sandbox.files("pages").contains(&"debulha-extract.1".to_owned()));
}

#[test]
fn help_and_version_are_no_failures() {
    for args in [&["--help"][..], &["extract", "--help"], &["--version"]] {
        let output = debulha().args(args).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
    }
}

#[test]
fn json_holds_markdown_text_and_chunks_where_they_are_asked_for() {
    let sandbox = Sandbox::new(&[("story.html", STORY.as_bytes())]);
    let json = |more: &[&str]| -> serde_json::Value {
        let ran = sandbox.run(&[&["extract", "story.html", "--json"], more].concat());
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.err))
    };
    let both = json(&["--markdown", "--txt", "--chunk", "chars:400"]);
    let markdown = sandbox.run(&["extract", "story.html", "--markdown"]).out;
    assert_eq!(both["markdown"].as_str().unwrap(), markdown.trim_end());
    assert_eq!(both["text"].as_str().unwrap(), sandbox.run(&["extract", "story.html"]).out.trim_end());
    assert!(both["chunks"].as_array().unwrap().len() > 1);
    let plain = json(&[]);
    assert!(plain.get("markdown").is_none() && plain["blocks"][0].get("heading_path").is_none());
    for wrong in [
        &["--chunk", "chars:9"][..],
        &["--json", "--chunk", "words:9"],
        &["--json", "--chunk", "chars:0"],
        &["--txt", "--markdown"],
    ] {
        assert_eq!(sandbox.run(&[&["extract", "story.html"], wrong].concat()).code, 2, "{wrong:?}");
    }
}
