//! Text in scripts: `--payloads`.

use crate::common::Sandbox;

const MONDAY: &str =
    "The rye of the lower field was cut on Monday, before the rain came, and was bound by hand.";
const TUESDAY: &str =
    "On Tuesday the sheaves were carried to the barn, where they will dry until the month ends.";

/// A page that a browser would build from a script.
fn page() -> Sandbox {
    let html = format!(
        "<!doctype html><title>The Barn</title><div id=root></div><script type=application/json>\
         {{\"page\": {{\"post\": {{\"id\": 7, \"body\": \"{MONDAY}\\n\\n{TUESDAY}\"}}}}}}</script>"
    );
    Sandbox::new(&[("page.html", html.as_bytes())])
}

#[test]
fn text_of_scripts_is_judged_where_the_page_has_little_else() {
    // What stands in scripts alone is doubtful: that the page has content at all is taken for granted here.
    let extract = ["extract", "page.html", "-p", "min_top_probability=0"];
    let sandbox = page();
    for asked in [&extract[..], &[&extract[..], &["--payloads", "auto"]].concat()] {
        let ran = sandbox.run(asked);
        assert_eq!((ran.code, ran.out), (0, format!("{MONDAY}\n{TUESDAY}\n")), "{}", ran.err);
    }
    let never = sandbox.run(&[&extract[..], &["--payloads", "never"]].concat());
    assert_eq!((never.code, never.out.as_str()), (1, ""));
    assert!(never.err.contains("no content (shell)"), "{}", never.err);
    let unknown = sandbox.run(&[&extract[..], &["--payloads", "sometimes"]].concat());
    assert_eq!(unknown.code, 2);
}

#[test]
fn systems_that_look_at_what_is_seen_never_take_it() {
    for system in ["all_text", "vote"] {
        for when in ["auto", "never"] {
            let ran = page().run(&["extract", "page.html", "-e", system, "--payloads", when]);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{system} {when}");
        }
    }
}

#[test]
fn why_names_the_place_of_such_text() {
    let ran = page().run(&["why", "page.html", "before the rain came"]);
    assert!(ran.out.contains("by debulha  /PAYLOAD[1]/div[1]/p[1]/text()[1]"), "{}", ran.out);
    assert!(ran.out.contains("never shown: inside /PAYLOAD[1]"), "{}", ran.out);
    let never = page().run(&["why", "page.html", "before the rain came", "--payloads", "never"]);
    assert!(never.out.starts_with("hidden  /html[1]/body[1]/script[1]/text()[1]"), "{}", never.out);
}
