//! Progress where standard error is no terminal: lines of long work, nothing of verbs that are piped.

use super::common::{Ran, STORY, Sandbox};
use super::train::barns;

/// The lines of progress, without the times, which differ from run to run.
fn counts(ran: &Ran) -> Vec<String> {
    let is_count = |line: &&str| {
        let last = line.rsplit_once(": ").and_then(|(_, count)| count.split_once(" of "));
        last.is_some_and(|(done, _)| done.parse::<usize>().is_ok())
    };
    let lines = ran.err.lines().filter(is_count);
    lines.map(|line| line.split(" after ").next().unwrap_or(line).to_owned()).collect()
}

/// A help text in one line.
fn help(sandbox: &Sandbox, verb: &[&str]) -> String {
    let help = sandbox.run(&[verb, &["--help-all"]].concat()).out;
    help.split_whitespace().collect::<Vec<_>>().join(" ")
}

const SMALL: &str = "-p folds=3 -p trees=4 -p min_rows=2 -p features=40";

#[test]
fn training_tells_each_step_in_lines() {
    let sandbox = barns();
    let train = format!("train debulha --data barns -o barns.model {SMALL}");
    let train: Vec<&str> = train.split(' ').collect();
    let told = sandbox.run(&train);
    assert_eq!(told.code, 0, "{}", told.err);
    let steps = [("pages", 12), ("trees of the folds", 24), ("trees of the model", 8)].map(|(what, of)| {
        ["0".to_owned(), of.to_string()].map(|done| format!("debulha: {what}: {done} of {of}"))
    });
    assert_eq!(counts(&told), steps.concat(), "{}", told.err);

    let silent = sandbox.run(&[&train[..], &["--no-progress"]].concat());
    assert_eq!((silent.code, counts(&silent).len()), (0, 0), "{}", silent.err);
}

#[test]
fn scoring_and_labelling_tell_their_pages() {
    let sandbox = barns();
    for (verb, what) in [
        ("eval --data barns -e bte --limit 6", "pages of barns: {} of 6"),
        ("eval-records --data barns", "pages of barns: {} of 12"),
        ("label auto --data barns", "pages: {} of 12"),
        ("site learn barns/pages --site-store kept --site barns", "pages: {} of 12"),
    ] {
        let verb: Vec<&str> = verb.split(' ').collect();
        let told = sandbox.run(&verb);
        assert_eq!(told.code, 0, "{}", told.err);
        let all = what.rsplit(' ').next().unwrap();
        let expected = ["0", all].map(|done| format!("debulha: {}", what.replace("{}", done)));
        assert_eq!(counts(&told), expected, "{verb:?}: {}", told.err);
        let silent = sandbox.run(&[&verb[..], &["--no-progress"]].concat());
        assert_eq!((silent.code, counts(&silent).len()), (0, 0), "{verb:?}: {}", silent.err);
        let words = if matches!(verb[0], "label" | "site") { 2 } else { 1 };
        assert!(help(&sandbox, &verb[..words]).contains("at most every 5 seconds"), "{verb:?}");
    }
    let quiet =
        sandbox.run(&["site", "learn", "barns/pages", "--site-store", "other", "--site", "barns", "-q"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
}

#[test]
fn extraction_of_many_pages_stays_quiet() {
    let sandbox = Sandbox::new(&[("in/a.html", STORY.as_bytes()), ("in/b.html", STORY.as_bytes())]);
    let ran = sandbox.run(&["extract", "in", "-o", "out"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(help(&sandbox, &["extract"]).contains("only if standard error is a terminal"));
}
