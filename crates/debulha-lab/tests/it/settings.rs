//! Options of the verbs of the laboratory from the environment and from files.

use crate::common::{Ran, STORY, Sandbox};

/// The program in a sandbox, with variables.
fn run_with(files: &Sandbox, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    Ran::of(files.command(arguments).envs(variables.iter().copied()).output().unwrap())
}

#[test]
fn variables_with_another_meaning_are_no_options() {
    let files = Sandbox::new(&[]);
    files.write_corpus("data/rye", [("http://h/".to_owned(), STORY.to_owned(), "Rye".to_owned())]);
    let ran = run_with(&files, &[("DEBULHA_DATA", "data")], &["eval", "-e", "bte"]);
    assert!(ran.code == 2 && ran.err.contains("--data <DIR>"), "{}", ran.err);
    let ran = run_with(&files, &[("DEBULHA_DATA", "data")], &["eval", "-e", "bte", "-d", "rye"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    files.write("debulha.toml", b"[eval]\ndata = [\"rye\"]\nextractor = \"bte\"");
    let ran = run_with(&files, &[("DEBULHA_DATA", "data")], &["eval"]);
    assert!(ran.code == 0 && ran.out.contains("bte"), "{}", ran.err);
}
