//! Completion scripts.

use crate::common::Sandbox;

#[test]
fn scripts_are_for_this_program_and_know_experiments_and_metrics() {
    for shell in ["bash", "zsh", "fish"] {
        let script = Sandbox::new(&[]).run(&["completions", shell]).out;
        for word in ["debulha-lab", "eval-records", "nce-thesis/e-nce-1", "word_f1"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
