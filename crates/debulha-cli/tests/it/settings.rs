//! Options from a file and from the environment.

use crate::common::{Ran, STORY, Sandbox};

fn sandbox(file: &str) -> Sandbox {
    Sandbox::new(&[("page.html", STORY.as_bytes()), ("debulha.toml", file.as_bytes())])
}

/// Runs it with variables.
fn run_with(sandbox: &Sandbox, variables: &[(&str, &str)], args: &[&str]) -> Ran {
    let mut command = sandbox.command(args);
    Ran::of(command.envs(variables.iter().copied()).output().unwrap())
}

/// The format of what was written.
fn format(ran: &Ran) -> &'static str {
    assert_eq!(ran.code, 0, "{}", ran.err);
    match ran.out.as_bytes() {
        [b'#', ..] => "markdown",
        [b'<', ..] if ran.out.contains("<TEI") => "xmltei",
        [b'<', ..] => "html",
        [b'{', ..] => "json",
        _ => "text",
    }
}

#[test]
fn flags_outweigh_the_environment_the_file_and_the_default() {
    let files = sandbox("format = \"markdown\"");
    let html = [("DEBULHA_FORMAT", "html")];
    assert_eq!(format(&files.run(&["extract", "--no-config", "page.html"])), "text");
    assert_eq!(format(&files.run(&["extract", "page.html"])), "markdown");
    assert_eq!(format(&files.run(&["page.html"])), "markdown");
    assert_eq!(format(&run_with(&files, &html, &["extract", "page.html"])), "html");
    assert_eq!(format(&run_with(&files, &html, &["extract", "page.html", "--format", "json"])), "json");
    assert_eq!(format(&run_with(&files, &html, &["extract", "page.html", "--xmltei"])), "xmltei");
    assert_eq!(format(&run_with(&files, &[("DEBULHA_FORMAT", "")], &["extract", "page.html"])), "markdown");
}

#[test]
fn the_file_is_the_one_named_or_the_one_here() {
    let files = sandbox("format = \"markdown\"");
    files.write("html.toml", b"format = \"html\"");
    files.write("tei.toml", b"format = \"xmltei\"");
    files.write("below/page.html", STORY.as_bytes());
    let variable = [("DEBULHA_CONFIG", "html.toml")];
    assert_eq!(format(&run_with(&files, &variable, &["extract", "page.html"])), "html");
    assert_eq!(
        format(&run_with(&files, &variable, &["extract", "page.html", "--config", "tei.toml"])),
        "xmltei"
    );
    assert_eq!(format(&files.run(&["--config", "tei.toml", "extract", "page.html"])), "xmltei");
    assert_eq!(format(&files.run(&["--config=tei.toml", "page.html"])), "xmltei");
    assert_eq!(format(&run_with(&files, &variable, &["extract", "page.html", "--no-config"])), "text");
    // Only the folder itself counts, and none above it.
    let below = files.command(&["extract", "page.html"]).current_dir(files.path("below")).output().unwrap();
    assert_eq!(format(&Ran::of(below)), "text");
    let missing = files.run(&["extract", "page.html", "--config", "none.toml"]);
    assert!(missing.code == 2 && missing.err.contains("none.toml: "), "{}", missing.err);
    let both = files.run(&["extract", "page.html", "--config", "tei.toml", "--no-config"]);
    assert_eq!(both.code, 2, "{}", both.err);
}

#[test]
fn tables_speak_to_their_verb_and_keys_above_them_to_all_that_take_the_value() {
    let files = sandbox(
        "format = \"markdown\"\n[verdict]\nformat = \"json\"\n[site.learn]\nsite-store = \"my.store\"\nsite = \"vale\"",
    );
    assert_eq!(format(&files.run(&["extract", "page.html"])), "markdown");
    assert_eq!(format(&files.run(&["verdict", "page.html"])), "json");
    // Takes no Markdown.
    assert_eq!(files.run(&["segment", "page.html"]).code, 0);
    let learned = files.run(&["site", "learn", "page.html"]);
    assert!(learned.code == 0 && files.path("my.store").exists(), "{}", learned.err);
    let shown = files.run(&["site", "show", "my.store"]).out;
    assert!(shown.contains("vale"), "{shown}");
    // The verb's own table outweighs.
    let files = sandbox("quiet = true\n[extract]\nquiet = false\nverbose = true");
    assert!(files.run(&["extract", "page.html"]).err.contains("page.html: written"));
    assert_eq!(files.run(&["metadata", "page.html", "nowhere.html"]).err, "");
}

#[test]
fn what_the_command_line_excludes_does_not_count() {
    for file in ["json = true", "format = \"json\"", "[extract]\njson = true", "html = true"] {
        let files = sandbox(file);
        for flag in ["--markdown", "--format=markdown"] {
            assert_eq!(format(&files.run(&["extract", "page.html", flag])), "markdown", "{file}");
        }
        assert_eq!(format(&files.run(&["extract", "page.html", "--xmltei"])), "xmltei", "{file}");
        assert_eq!(format(&files.run(&["extract", "page.html", "--txt"])), "text", "{file}");
    }
    let files = sandbox("quiet = true\nprecision = true\nformat = \"html\"\n[extract]\nmarkdown = true");
    let ran = files.run(&["extract", "page.html", "-v", "--recall"]);
    assert!(format(&ran) == "markdown" && ran.err.contains("written"), "{}", ran.err);
    assert!(!ran.err.contains("--precision") && !ran.err.contains("--format"), "{}", ran.err);
}

#[test]
fn what_needs_another_option_counts_beside_it() {
    let files = sandbox("[extract]\nchunk = \"chars:500\"");
    assert_eq!(format(&files.run(&["extract", "page.html"])), "text");
    assert!(files.run(&["extract", "page.html", "--json"]).out.contains("\"chunks\":["));
    let files = sandbox("[extract]\nchunk = \"chars:500\"\njson = true");
    assert!(files.run(&["extract", "page.html"]).out.contains("\"chunks\":["));
    assert_eq!(format(&files.run(&["extract", "page.html", "--markdown"])), "markdown");
}

#[test]
fn switches_are_true_or_false_everywhere() {
    let files = sandbox("[extract]\nlinks = true\nmarkdown = true");
    let has_links = |ran: Ran| ran.out.contains("](");
    assert!(has_links(files.run(&["extract", "page.html"])));
    assert!(!has_links(run_with(&files, &[("DEBULHA_LINKS", "false")], &["extract", "page.html"])));
    assert!(has_links(run_with(&files, &[("DEBULHA_LINKS", "1")], &["extract", "page.html"])));
    let wrong = run_with(&files, &[("DEBULHA_LINKS", "maybe")], &["extract", "page.html"]);
    assert!(wrong.code == 2 && wrong.err.contains("DEBULHA_LINKS: \"maybe\""), "{}", wrong.err);
}

#[test]
fn parameters_add_up_and_those_of_a_system_count_where_it_decides() {
    let files = sandbox("[param.cetr]\nk = 4\n[extract.param]\nnce.no_such = 1");
    let wrong = files.run(&["extract", "page.html"]);
    assert!(wrong.code == 2 && wrong.err.contains("extract.param: `nce.no_such=1`"), "{}", wrong.err);

    let files = sandbox("[param]\ncetr.k = 4\n[compare]\nformat = \"json\"\n[compare.param]\ncetr.alpha = 2");
    let has = |args: &[&str], name: &str| {
        let ran = files.run(&[&["compare", "page.html"], args].concat());
        assert!(ran.out.contains(&format!("\"{name}\"")), "{args:?}: {} {}", ran.out, ran.err);
    };
    has(&["-e", "cetr,nce"], "cetr(alpha=2,k=4)");
    has(&["-e", "cetr", "-p", "cetr.k=5"], "cetr(alpha=2,k=5)");
    has(&["-e", "nce,bte"], "nce");
    has(&["-e", "cetr", "--format=json", "--no-config"], "cetr");
    assert_eq!(files.run(&["extract", "page.html"]).code, 0);
    assert_eq!(files.run(&["why", "page.html", "barn", "-e", "bte"]).code, 0);

    // Of no system, or of the verb's own search.
    let files = sandbox(
        "[records.param]\nmin_records = 400\n[extract]\nparam = [\"cetr.k=4\"]\nextractor = \"cetr\"",
    );
    assert_eq!(format(&files.run(&["extract", "page.html"])), "text");
    assert_eq!(files.run(&["records", "page.html"]).err, "debulha: page.html: no records\n");
    let files = sandbox("[param]\nmin_records = 4");
    let shared = files.run(&["records", "page.html"]);
    assert!(shared.code == 2 && shared.err.contains("param.ID.NAME"), "{}", shared.err);
}

#[test]
fn lists_are_for_options_that_may_be_repeated() {
    let files = sandbox("[extract]\nextractor = [\"bte\", \"cetr\"]\njson = true");
    assert!(files.run(&["extract", "page.html"]).out.contains("\"extractor\":\"vote(bte,cetr)\""));
    assert!(files.run(&["extract", "page.html", "-e", "nce"]).out.contains("\"extractor\":\"nce\""));
}

#[test]
fn mistakes_are_named_with_the_file_the_key_and_a_suggestion() {
    for (file, said) in [
        ("job = 2", "debulha.toml: job is neither a verb nor an option; did you mean `jobs`"),
        (
            "[extracts]\njobs = 2",
            "debulha.toml: extracts is neither a verb nor an option; did you mean `extract`",
        ),
        (
            "[extract]\nmarkdowns = true",
            "extract.markdowns is not an option of `debulha extract`; did you mean `markdown`",
        ),
        ("[extract]\nsegmenter = \"vips\"", "extract.segmenter is an option of segment, not of extract"),
        (
            "[site.learn]\nsite-stor = \"x\"",
            "site.learn.site-stor is not an option of `debulha site learn`; did you mean `site-store`",
        ),
        ("extract = 1", "debulha.toml: extract is a verb; put its options into a table [extract]"),
        ("config = \"x\"", "config works only on the command line; remove it"),
        ("[extract]\nhelp = true", "extract.help works only on the command line; remove it"),
        ("jobs = \"many\"", "debulha.toml: jobs: \"many\" is not a whole number"),
        ("[records]\nquiet = \"yes\"", "records.quiet: \"yes\" is not accepted; use true or false"),
        (
            "[extract]\nformat = \"markdowns\"",
            "`markdowns` is not accepted; use text, markdown, html, json, xml, xmltei, csv; did you mean `markdown`",
        ),
        ("[extract]\nformat = [\"html\"]", "extract.format: a list is not accepted; use one value"),
        ("[extract]\njobs = true", "extract.jobs: true is not accepted; use a text or a number"),
        ("[extract]\njson = true\nhtml = true", "`extract.html` and `extract.json` cannot be combined"),
        ("[param.cert]\nk = 4", "param: `cert.k=4`: unknown system `cert`; did you mean `cetr`"),
        ("[extract.param.cetr]\nkk = 4", "`cetr` has no parameter `kk`; did you mean `k`"),
        ("jobs = = 2", "debulha.toml: TOML parse error at line 1"),
    ] {
        let ran = sandbox(file).run(&["extract", "page.html"]);
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(said), "{file}\n{}", ran.err);
    }
    // Of a verb that is not run, too.
    assert_eq!(sandbox("[records]\njob = 2").run(&["extract", "page.html"]).code, 2);
    // Verbs without options need no file.
    assert_eq!(sandbox("jobs = = 2").run(&["completions", "bash"]).code, 0);
}

#[test]
fn a_line_tells_where_options_come_from() {
    let files = sandbox("links = true");
    let said = "debulha: options from debulha.toml: --links; from the environment: --jobs=2\n";
    let loud = run_with(&files, &[("DEBULHA_JOBS", "2")], &["extract", "page.html", "-v"]);
    assert!(loud.err.starts_with(said), "{}", loud.err);
    assert_eq!(files.run(&["extract", "page.html"]).err, "");
    // And wherever the command line makes no sense with them.
    let files = sandbox("[extract]\npreset = \"thorough\"");
    let ran = files.run(&["extract", "page.html", "-e", "bte"]);
    assert!(ran.code == 2 && ran.err.contains("options from debulha.toml: --preset=thorough"), "{}", ran.err);
}
