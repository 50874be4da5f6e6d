//! `debulha studio`: what it cannot be opened on. The studio itself is tested in its own crate, and in a browser.

use super::common::Sandbox;

#[test]
fn what_cannot_be_opened_is_told_once() {
    let sandbox = Sandbox::new(&[("page.html", b"<p>Rye"), ("bad.model", b"rye"), ("notes/x.txt", b"rye")]);
    for (args, reason) in [
        (&["studio", "nowhere"][..], "nowhere: No such file"),
        (&["studio", "notes"], "notes: no pages"),
        (&["studio", "page.html", "--model", "bad.model"], "bad.model: "),
        (&["studio", "page.html", "--model", "none.model"], "none.model: No such file"),
        (&["studio", "page.html", "--site-store", "none.store"], "none.store"),
    ] {
        let ran = sandbox.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(reason), "{}", ran.err);
        let parts: Vec<&str> = ran.err.trim().split(": ").collect();
        assert_eq!(parts.len(), parts.iter().collect::<std::collections::BTreeSet<_>>().len(), "{}", ran.err);
    }
}
