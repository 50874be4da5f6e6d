//! Habits that other programs teach.

use crate::common::{STORY, Sandbox};

#[test]
fn options_of_trafilatura_are_answered_with_or_without_the_verb() {
    let sandbox = Sandbox::new(&[("page.html", STORY.as_bytes())]);
    for (args, answer) in [
        (&["--config-file", "settings.cfg"][..], "use --config FILE"),
        (&["extract", "--config-file=settings.cfg"], "use --config FILE"),
        (&["--target-language", "de"], "filter by `language`"),
        (&["-i", "list.txt"], "use --list FILE"),
        (&["records", "--fast", "page.html"], "remove it"),
        (&["--explore", "https://example.org"], "debulha crawl"),
        (&["-b", "list.txt"], "from --list FILE"),
    ] {
        let ran = sandbox.run(args);
        assert!(ran.code == 2 && ran.err.contains(answer), "{args:?}: {}", ran.err);
    }
    let ran = sandbox.run(&["-u", "https://example.org"]);
    assert!(ran.code != 0, "{}", ran.err);
}

#[test]
fn command_lines_of_trafilatura_work() {
    let sandbox = Sandbox::new(&[("pages/a.html", STORY.as_bytes())]);
    let folder = sandbox.run(&["--input-dir", "pages", "--json", "--parallel", "2", "-vv"]);
    assert!(folder.code == 0 && folder.out.starts_with("{\"file\":\"pages/a.html\""), "{}", folder.err);
    let piped = sandbox.pipe(&["--markdown", "--no-comments", "--precision"], STORY.as_bytes());
    assert!(piped.out.starts_with("# A barn"), "{}", piped.err);
    let text = sandbox.pipe(&["--output-format", "txt", "-u", "https://example.org/"], STORY.as_bytes());
    assert!(text.out.starts_with("A barn"), "{}", text.err);
}
