//! The chores that need neither corpora nor the network, as CI runs them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

fn passes(chore: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_xtask")).args(chore).current_dir(root).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn crates_and_rooms_use_what_they_may() {
    passes(&["arrows"]);
}

#[test]
fn what_is_unknown_is_refused() {
    let ran = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("sweep-the-barn").output().unwrap();
    assert!(!ran.status.success());
}
