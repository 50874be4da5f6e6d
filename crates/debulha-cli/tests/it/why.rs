//! `debulha why`: reasons for what was kept and dropped.

use crate::common::{STORY, Sandbox};

#[test]
fn why_tells_kept_hidden_and_absent_text_apart() {
    let sandbox = Sandbox::new(&[("story.html", STORY.as_bytes())]);
    let why = |text: &str| sandbox.run(&["why", "story.html", text, "-e", "all_text"]);
    let kept = why("down\n to 14.5 per cent, the");
    assert_eq!(kept.code, 0);
    assert!(kept.out.starts_with("kept by all_text  /html[1]/body[1]/main[1]/article[1]/p["), "{}", kept.out);
    assert_eq!(kept.out.matches("kept by").count(), 3, "across the bold words: {}", kept.out);
    let title = why("A barn that dries its own grain | Upper Vale");
    assert!(!title.out.contains("kept by"), "{}", title.out);
    let hidden = why("survey closes");
    assert_eq!(hidden.code, 0);
    assert!(
        hidden.out.contains("hidden by the attribute `hidden` of /html[1]/body[1]/div[3]"),
        "{}",
        hidden.out
    );
    let sheet = why("Skip to the story");
    assert!(sheet.out.contains("hidden by a style sheet"), "{}", sheet.out);
    let attribute = why("A fan under a slatted barn floor");
    assert!(attribute.out.contains("attribute `alt`"), "{}", attribute.out);
    let absent = why("a word of Klingon");
    assert_eq!(absent.code, 1);
    assert!(absent.out.starts_with("not in the page"));
}

#[test]
fn why_gives_the_numbers_of_a_decision() {
    let sandbox = Sandbox::new(&[("story.html", STORY.as_bytes())]);
    let ran = sandbox.run(&["why", "story.html", "Late hay after a wet summer", "-e", "cetd"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("dropped by cetd"), "{}", ran.out);
    let reasons: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("  - ")).collect();
    assert!(reasons.iter().any(|line| line.contains(|c: char| c.is_ascii_digit())), "{}", ran.out);
}

#[test]
fn why_explains_images_to_a_system_that_decides_on_them() {
    let page = "<p>Rye<a href='http://ads.example/click?id=1'><img src=/ads/rye.gif alt='Click here'></a><a href=/x>y</a>";
    let sandbox = Sandbox::new(&[("page.html", page.as_bytes())]);
    let why = |text: &str, id: &str| sandbox.run(&["why", "page.html", text, "-e", id]).out;
    for text in ["rye.gif", "Click here", "ads.example"] {
        let out = why(text, "adeater");
        assert!(
            out.starts_with("dropped by adeater  /html[1]/body[1]/p[1]/a[1]/img[1]\n  - image in a link"),
            "{out}"
        );
        assert!(out.contains("then ad ("), "{out}");
    }
    assert!(why("/x", "adeater").starts_with("no image"));
    assert!(why("rye.gif", "all_text").starts_with("no text"));
}

/// A story with a part that opens on a click, a script and a comment.
const FOLDED: &str = "<!doctype html><title>How rye is dried</title><article><h1>How rye is dried</h1>\
    <p>The rye is spread on a floor of slats, a hand deep, and turned with a wooden rake twice a day until it rustles.</p>\
    <div class=panel hidden><p>In a wet summer the same floor is warmed from below, with air that was heated under the roof.</p></div>\
    <p>It is dry enough to be stored when a grain breaks between the teeth, and does not bend.</p></article>\
    <!-- never dried in the shade --><script>let kiln = 'never lit';</script>";

#[test]
fn hidden_text_has_reasons_where_the_system_judges_it() {
    let sandbox = Sandbox::new(&[("folded.html", FOLDED.as_bytes())]);
    let why = |text: &str, more: &[&str]| {
        let ran = sandbox.run(&[&["why", "folded.html", text][..], more].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.out
    };
    let hides = "hidden by the attribute `hidden` of /html[1]/body[1]/article[1]/div[1]";
    let judged = why("warmed from below", &[]);
    let place = "by debulha  /html[1]/body[1]/article[1]/div[1]/p[1]/text()[1]\n  text: ";
    for part in [
        place,
        hides,
        "block: /html[1]/body[1]/article[1]/div[1]/p[1], 19 words",
        "probability of content",
        "log-odds",
    ] {
        assert!(judged.contains(part), "{part}: {judged}");
    }
    for unjudged in
        [why("warmed from below", &["-p", "hidden_text=never"]), why("warmed", &["-e", "all_text"])]
    {
        let lines: Vec<&str> = unjudged.lines().collect();
        assert!(
            lines.len() == 3 && lines[0].starts_with("hidden  /html") && lines[2].trim() == hides,
            "{unjudged}"
        );
    }
    let both = why("warmed from below", &["-e", "debulha,all_text"]);
    for part in [hides, "of 2 systems keep some of it", "probability of content", "not labelled content"] {
        assert!(both.contains(part), "{part}: {both}");
    }
}

#[test]
fn what_is_never_text_has_no_reasons() {
    let sandbox = Sandbox::new(&[("folded.html", FOLDED.as_bytes())]);
    for (text, reason) in [("dried in the shade", "a comment"), ("never lit", "never shown: inside")] {
        let ran = sandbox.run(&["why", "folded.html", text]);
        let lines: Vec<&str> = ran.out.lines().collect();
        assert!(lines.len() == 3 && lines[0].starts_with("hidden  /html"), "{}", ran.out);
        assert!(lines[2].trim().starts_with(reason), "{}", ran.out);
    }
}

#[test]
fn a_copy_of_kept_text_is_explained_by_the_one_that_is_kept() {
    let wide = FOLDED.replace("<article>", "<article class=wide>").replace("</article>", "</article><article class=narrow>\
        <p>The rye is spread on a floor of slats, a hand deep, and turned with a wooden rake twice a day until it rustles.</p></article>");
    let sandbox = Sandbox::new(&[("twice.html", wide.as_bytes())]);
    let told = sandbox.run(&["why", "twice.html", "turned with a wooden rake"]);
    let kept = "a copy of the text is judged in its place: /html[1]/body[1]/article[1]/p";
    assert!(told.code == 0 && told.out.matches(kept).count() == 1, "{}{}", told.out, told.err);
    let extracted = sandbox.run(&["extract", "twice.html"]).out;
    assert_eq!(extracted.matches("wooden rake").count(), 1, "{extracted}");
    let judged = sandbox.run(&["extract", "twice.html", "-p", "repeats=judged"]).out;
    assert_eq!(judged.matches("wooden rake").count(), 2, "{judged}");
    // The title says what the heading says, but is never content by itself.
    let titled = sandbox.run(&["why", "twice.html", "How rye is dried"]);
    assert!(titled.out.contains("/head[1]/title") && !titled.out.contains("in its place"), "{}", titled.out);
}
