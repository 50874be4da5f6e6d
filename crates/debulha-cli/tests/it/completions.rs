//! Completion scripts.

use crate::common::Sandbox;
use std::process::Command;

#[test]
fn scripts_know_ids() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sandbox.run(&["completions", shell]).out;
        assert!(script.contains("--site-store") || script.contains("-l site-store"), "{shell}");
        if ["bash", "zsh", "fish"].contains(&shell) {
            for id in [
                "boilerpipe_article",
                "template_evidence",
                "tag_list",
                "xmltei",
                "learner=boosted_trees",
                "hidden_web",
            ] {
                assert!(script.contains(id), "{shell}: {id}");
            }
        }
    }
}

#[test]
fn scripts_know_the_corpora_at_hand() {
    let sandbox = Sandbox::new(&[]);
    let page = ("http://h/".to_owned(), "<p>Rye".to_owned(), "Rye".to_owned());
    sandbox.write_corpus("data/rye-pages", [page]);
    let mut command = sandbox.command(&["completions", "bash"]);
    let script = command.env("DEBULHA_DATA", "data").output().unwrap().stdout;
    assert!(String::from_utf8(script).unwrap().contains("rye-pages"));
}

/// What bash offers for the last of the words; `None` where there is no bash.
fn offered(script: &str, words: &[&str]) -> Option<String> {
    let call = r#"
        source "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _debulha debulha "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[*]}"
    "#;
    let output = Command::new("bash").args(["-c", call, "bash", script]).args(words).output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

#[test]
#[cfg(unix)]
fn bash_completes_ids() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("script", sandbox.run(&["completions", "bash"]).out.as_bytes());
    let script = sandbox.path("script");
    for (words, ids) in [
        (&["debulha", "extract", "a.html", "-e", "ce"][..], "cetr cetd cetd_td"),
        (&["debulha", "explain", "pagelet_"], "pagelet_local pagelet_global"),
        (&["debulha", "segment", "a.html", "--segmenter", "t"], "tag_list"),
        (&["debulha", "train", "hid"], "hidden_web"),
        (&["debulha", "site", "learn", "a", "--method", "rt"], "rtdm"),
        (&["debulha", "extract", "a.html", "--comments", "k"], "keep"),
    ] {
        // Systems without bash have nothing to try.
        let Some(offered) = offered(script.to_str().unwrap(), words) else { return };
        assert_eq!(offered, ids, "{words:?}");
    }
}

#[test]
fn ids_that_no_script_knows_still_get_the_better_answer() {
    let sandbox = Sandbox::new(&[("a.html", b"<p>Rye")]);
    let ran = sandbox.run(&["extract", "a.html", "-e", "cetdd"]);
    assert!(ran.code == 2 && ran.err.contains("did you mean `cetd`"), "{}", ran.err);
    let ran = sandbox.run(&["explain", "cetdd"]);
    assert!(ran.err.contains("`cetd`"), "{}", ran.err);
    assert!(sandbox.run(&["extract", "a.html", "-e", "vote:recall,cetd"]).err.is_empty());
}
