//! Verbs and options of a build without features, which `just features` makes.

use crate::common::{Ran, debulha};

#[test]
fn what_is_not_in_the_build_names_its_feature() {
    let absent: [(&str, &[&str]); 11] = [
        ("bulk", &["extract", "--to", "parquet", "-o", "rows", "a.warc.gz"]),
        ("fetch", &["crawl", "https://example.org/", "-o", "a.warc.gz"]),
        ("fetch", &["extract", "--contact", "a@example.org", "page.html"]),
        ("fetch", &["extract", "https://example.org/"]),
        ("lab", &["eval", "--data=pages", "-v"]),
        ("learn", &["train", "debulha", "--data", "pages"]),
        ("learn", &["explain", "cetd", "--permutation", "table.csv"]),
        ("render", &["extract", "--render", "page.html"]),
        ("render", &["render", "page.html"]),
        ("serve", &["serve", "--open"]),
        ("studio", &["studio", "pages"]),
    ];
    for (feature, arguments) in absent {
        let ran = Ran::of(debulha().args(arguments).output().unwrap());
        let reason = format!("is not in this build; build debulha-cli with the Cargo feature `{feature}`");
        assert!(ran.err.contains(&reason), "{arguments:?}: {}", ran.err);
        assert!(matches!(ran.code, 1 | 2) && ran.out.is_empty(), "{arguments:?}: {}", ran.code);
    }
}
