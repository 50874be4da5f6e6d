//! The template classifier from an unlabelled crawl to a page, and layouts of pages.

use crate::common::Sandbox;

/// A page of a site that repeats a menu and a footer around a story.
fn page(site: usize, page: usize) -> String {
    let entry = |n: usize| format!("<li><a href=/{n}>Entry {n} of site {site} goes here</a>");
    let menu: String = (0..5 + site).map(entry).collect();
    let part =
        |n: usize| format!("<p>Story {page} of {site}, part {n}, tells of rye, of oats and of barley.");
    let story: String = (0..4).map(part).collect();
    format!("<ul>{menu}</ul><div>{story}</div><p>All rights reserved by the owners of site {site}")
}

fn crawl() -> Sandbox {
    let sandbox = Sandbox::new(&[("page.html", page(9, 3).as_bytes())]);
    for (site, number) in (0..4).flat_map(|site| (0..10).map(move |number| (site, number))) {
        sandbox.write(&format!("crawl/s{site}/{number}.html"), page(site, number).as_bytes());
    }
    sandbox.write("crawl/s0/broken.html", b"");
    sandbox
}

#[test]
fn a_crawl_without_labels_teaches_what_template_is() {
    let sandbox = crawl();
    let train =
        ["train", "template", "--pages", "crawl", "-o", "model.bin", "--param", "folds=2", "--no-progress"];
    let ran = sandbox.run(&train);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said: Vec<&str> = ran.err.split_whitespace().collect();
    let said = said.join(" ");
    assert!(said.contains("sites 4") && said.contains("pages that cannot be read 1"), "{said}");
    let bytes = std::fs::read(sandbox.path("model.bin")).unwrap();
    assert_eq!(sandbox.run(&[&train[..], &["--jobs", "1"]].concat()).code, 0);
    assert_eq!(std::fs::read(sandbox.path("model.bin")).unwrap(), bytes, "the same on one thread");

    let ran = sandbox.run(&["extract", "page.html", "--model", "model.bin"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Story 3 of 9, part 0") && !ran.out.contains("Entry"), "{}", ran.out);
    let why = sandbox.run(&["why", "page.html", "All rights reserved", "--model", "model.bin"]);
    assert!(why.out.contains("smoothed with c = 0.01: y = "), "{}", why.out);
    assert!(why.out.contains("anchor_word_share 0.000"), "{}", why.out);

    let without = sandbox.run(&["extract", "page.html", "-e", "template_isotonic"]);
    assert_eq!(without.code, 1);
    assert!(without.err.contains("debulha train template"), "{}", without.err);
    assert_eq!(sandbox.run(&["train", "template", "-o", "x"]).code, 2);
    assert_eq!(sandbox.run(&["train", "adeater", "--pages", "crawl", "-o", "x"]).code, 2);
    let few = sandbox.run(&["train", "template", "--pages", "crawl/s1/1.html", "-o", "x", "--no-progress"]);
    assert_eq!(few.code, 1);
    assert!(few.err.contains("no site has 10 different pages"), "{}", few.err);
}

/// A rectangle for `html`, `body`, the list and all its items and links, the story, and the footer.
fn layout(site: usize) -> String {
    let mut nodes =
        vec![("html", None), ("body", Some(0)), ("ul", Some(1)), ("div", Some(1)), ("p", Some(1))];
    for _ in 0..5 + site {
        nodes.push(("li", Some(2)));
        nodes.push(("a", Some(nodes.len() - 1)));
    }
    (0..4).for_each(|_| nodes.push(("p", Some(3))));
    let line = |(id, (tag, parent)): (usize, &(&str, Option<usize>))| {
        let parent = parent.map_or("null".to_owned(), |parent| parent.to_string());
        let height = 20 + 10 * (id % 7);
        format!(
            r#"{{"id": {id}, "tag": "{tag}", "parent": {parent}, "x": 0, "y": {}, "width": 400, "height": {height}}}"#,
            20 * id
        )
    };
    nodes.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn layouts_are_read_beside_pages() {
    let sandbox = crawl();
    for (site, number) in (0..4).flat_map(|site| (0..10).map(move |number| (site, number))) {
        sandbox.write(&format!("layouts/s{site}/{number}.jsonl"), layout(site).as_bytes());
    }
    let train =
        ["train", "template", "--pages", "crawl", "--layout", "layouts", "--param", "geometry=rendered"];
    let ran = sandbox.run(&[&train[..], &["--no-progress", "-o", "model.bin"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let without = sandbox.run(&["extract", "page.html", "--model", "model.bin"]);
    assert_eq!(without.code, 1);
    assert!(without.err.contains("--layout"), "{}", without.err);

    sandbox.write("page.json", layout(9).as_bytes());
    let with = sandbox.run(&["extract", "page.html", "--model", "model.bin", "--layout", "page.json"]);
    assert_eq!((with.code, with.err.as_str()), (0, ""), "all of it fits");
    let why = sandbox.run(&["why", "page.html", "Story", "--model", "model.bin", "--layout", "page.json"]);
    assert!(why.out.contains("px², classifier area_"), "{} {}", why.out, why.err);
    sandbox.write("page.json", layout(10).as_bytes());
    let other = sandbox.run(&["extract", "page.html", "--model", "model.bin", "--layout", "page.json"]);
    assert!(other.err.contains("layout: 2 nodes are not in the page"), "{}", other.err);

    sandbox.write("page.json", b"{\"id\": 1}");
    let broken = sandbox.run(&["extract", "page.html", "--layout", "page.json"]);
    assert_eq!(broken.code, 1);
    assert!(broken.err.contains("not a layout record: missing field `tag`"), "{}", broken.err);
    assert_eq!(sandbox.run(&["extract", "page.html", "--layout", "nowhere"]).code, 2);
    assert_eq!(sandbox.run(&["extract", "crawl", "--layout", "page.json"]).code, 2);
    let folder =
        sandbox.run(&["extract", "crawl/s1", "--model", "model.bin", "--layout", "layouts/s1", "-o", "out"]);
    assert_eq!(folder.code, 0, "{}", folder.err);
    assert_eq!(sandbox.files("out").len(), 10);
}
