//! Help in three lengths.

use crate::common::Sandbox;

/// Lines of a screen.
const SCREEN: usize = 50;

/// The help of a verb, at a hundred columns.
fn help(sandbox: &Sandbox, verb: &[&str], length: &str) -> String {
    let mut command = sandbox.command(&[verb, &[length]].concat());
    let output = command.env("COLUMNS", "100").output().unwrap();
    assert!(output.status.success(), "{verb:?} {length}");
    String::from_utf8(output.stdout).unwrap()
}

/// The verbs that a help lists.
fn listed(help: &str) -> Vec<&str> {
    let mut lines = help.lines();
    let is_root = help.contains("\nSetup:\n");
    let groups =
        if is_root { &["Extract:", "Sites:", "Models:", "Serve:", "Setup:"][..] } else { &["Commands:"] };
    let mut found = Vec::new();
    while lines.by_ref().any(|line| groups.contains(&line)) {
        let group = lines.by_ref().take_while(|line| !line.is_empty());
        found.extend(group.filter_map(|line| line.split_whitespace().next()));
    }
    found
}

/// All verbs, `site learn` and its like too.
fn verbs(sandbox: &Sandbox) -> Vec<Vec<String>> {
    let mut verbs = vec![Vec::new()];
    let mut done = 0;
    while let Some(verb) = verbs.get(done) {
        let words: Vec<&str> = verb.iter().map(String::as_str).collect();
        let help = help(sandbox, &words, "--help");
        let below = listed(&help).into_iter().map(|name| [verb.as_slice(), &[name.to_owned()]].concat());
        let below: Vec<Vec<String>> = below.collect();
        verbs.extend(below);
        done += 1;
    }
    verbs
}

/// The long options that a help shows.
fn options(help: &str) -> Vec<&str> {
    let entries = help.lines().filter(|line| line.starts_with("  -") || line.starts_with("      --"));
    let shown = entries.filter_map(|entry| entry.split_whitespace().find(|word| word.starts_with("--")));
    shown.map(|word| word.split(['=', '[']).next().unwrap()).collect()
}

#[test]
fn help_of_every_verb_fits_its_screens() {
    let sandbox = Sandbox::new(&[]);
    let verbs = verbs(&sandbox);
    assert!(verbs.len() > 22, "{verbs:?}");
    for verb in &verbs {
        let words: Vec<&str> = verb.iter().map(String::as_str).collect();
        let [short, pages, all] = ["-h", "--help", "--help-all"].map(|length| help(&sandbox, &words, length));
        assert!(short.lines().count() <= SCREEN, "{verb:?} -h: {} lines", short.lines().count());
        assert!(pages.lines().count() <= 2 * SCREEN, "{verb:?} --help: {} lines", pages.lines().count());
        let everything = options(&all);
        for option in options(&short).iter().chain(&options(&pages)) {
            assert!(everything.contains(option), "{verb:?}: {option}");
        }
        if listed(&pages).is_empty() {
            assert!(pages.trim_end().lines().last().unwrap().contains("--help-all"), "{verb:?}");
            assert!(pages.contains("\nExamples:\n  debulha "), "{verb:?}");
        }
    }
}

#[test]
fn the_help_of_the_command_and_of_extract_are_short() {
    let sandbox = Sandbox::new(&[]);
    for (verb, most) in [(&[][..], 45), (&["extract"], 60)] {
        let lines = help(&sandbox, verb, "--help").lines().count();
        assert!(lines <= most, "{verb:?} --help: {lines} lines");
    }
}

#[test]
fn every_option_is_in_the_longest_help_and_in_the_manual() {
    let sandbox = Sandbox::new(&[]);
    let rare = ["--max-work", "--noscript-below", "--half-life", "--payloads", "--formatting"];
    let [pages, all] = ["--help", "--help-all"].map(|length| help(&sandbox, &["extract"], length));
    assert_eq!(sandbox.run(&["man", "pages"]).code, 0);
    let manual = sandbox.read("pages/debulha-extract.1").replace("\\-", "-");
    for option in rare {
        assert!(!options(&pages).contains(&option) && options(&all).contains(&option), "{option}");
        assert!(manual.contains(option), "{option}");
    }
    assert!(manual.contains("a step of matching style sheets") && !manual.contains("--help shows more"));
    let left_out = options(&all).len() - options(&pages).len();
    assert!(pages.contains(&format!("--help-all shows {left_out} more options")), "{left_out}");
}

#[test]
fn help_needs_neither_inputs_nor_a_sound_file() {
    let sandbox = Sandbox::new(&[("debulha.toml", b"no toml")]);
    for args in
        [&["--help"][..], &["-h"], &["train", "--help"], &["site", "learn", "--help-all"], &["why", "-h"]]
    {
        let ran = sandbox.run(args);
        assert!(
            ran.code == 0 && ran.err.is_empty() && ran.out.contains("Usage: debulha"),
            "{args:?}: {}",
            ran.err
        );
    }
}
