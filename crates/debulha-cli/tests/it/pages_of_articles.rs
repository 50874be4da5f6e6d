//! The pages of an article: joined from files, WARC files and the web, and told by `metadata`.

use crate::common::Sandbox;
use crate::server::{Asked, Server, answer, page};
use serde_json::Value;

/// What each page of the article says.
const TEXTS: [&str; 3] = [
    "The rye was sown in the last week of September, when the nights were still warm and the soil of the lower fields had \
     dried enough to carry the horses and the new drill.",
    "In spring the farmers walked the rows and found that the frost had lifted hardly a plant, so that nobody had to sow \
     barley into the gaps, as they had to in the years before.",
    "By the middle of July the ears were heavy and pale, and the whole village came out to bring the harvest in before the \
     first of the summer storms could lay it flat.",
];

/// A page of the article at an address such as `/rye` and `/rye/2`.
fn part(number: usize, more: &str) -> String {
    let link = |to: usize, text: &str| {
        let address = if to == 1 { "/rye".to_owned() } else { format!("/rye/{to}") };
        format!("<a href='{address}'>{text}</a> ")
    };
    let mut pager: String = (1..=TEXTS.len())
        .map(|to| if to == number { format!("{to} ") } else { link(to, &to.to_string()) })
        .collect();
    if number < TEXTS.len() {
        pager += &link(number + 1, "Next page »");
    }
    format!(
        "<!doctype html><html lang=en><title>The year of the rye</title>{more}<body><nav><a href=/>Barn Times</a></nav><article>\
         <h1>The year of the rye</h1><p class=byline>By Ana Lima</p><p>{}</p><p>So it was told in part {number} by all who had \
         seen the fields from the road that leads up to the mill.</p></article><p class=pager>{pager}</p><footer>Barn Times, \
         made with care</footer>",
        TEXTS[number - 1]
    )
}

fn canonical(address: &str) -> String {
    format!("<link rel=canonical href='https://barn.example{address}'>")
}

/// The article as files whose pages say their own addresses, out of order.
fn files() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for (name, number, address) in
        [("in/c.html", 1, "/rye"), ("in/b.html", 2, "/rye/2"), ("in/a.html", 3, "/rye/3")]
    {
        sandbox.write(name, part(number, &canonical(address)).as_bytes());
    }
    sandbox
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

fn starts() -> [String; 3] {
    TEXTS.map(|text| text[..40].to_owned())
}

#[test]
fn files_that_say_their_addresses_are_joined() {
    let sandbox = files();
    let ran = sandbox.run(&["extract", "in", "--join-pages", "--json"]);
    let pages = rows(&ran.out);
    assert_eq!((ran.code, pages.len()), (0, 1), "{}", ran.err);
    let joined = &pages[0];
    assert!(joined["file"].as_str().unwrap().ends_with("c.html"), "the first page names it");
    assert_eq!(joined["pages"].as_array().map(Vec::len), Some(3));
    assert_eq!(joined["pages"][1]["url"], "https://barn.example/rye/2");
    let blocks = joined["blocks"].as_array().unwrap();
    let of =
        |text: &str| blocks.iter().find(|block| block["text"].as_str().is_some_and(|own| own.contains(text)));
    for (number, text) in starts().iter().enumerate() {
        assert_eq!(of(text).unwrap()["page"], number, "{text}");
    }
    let titles = blocks.iter().filter(|block| block["text"] == "The year of the rye").count();
    assert!(titles <= 1, "{titles} titles");

    let ran = sandbox.run(&["extract", "in", "--join-pages", "--markdown", "--with-metadata"]);
    assert_eq!(
        (ran.out.matches("title:").count(), ran.out.matches("# The year").count()),
        (1, 1),
        "{}",
        ran.out
    );
    let places = starts().map(|text| ran.out.find(&text).unwrap());
    assert!(places.is_sorted(), "{}", ran.out);

    let apart = sandbox.run(&["extract", "in", "--json"]);
    assert_eq!(rows(&apart.out).len(), 3, "nothing is joined unasked");
    let two = sandbox.run(&["extract", "in", "--join-pages=2", "--json"]);
    assert_eq!(rows(&two.out).len(), 2, "two pages at most");
    assert_eq!(sandbox.run(&["extract", "in", "--join-pages=1"]).code, 2);
}

#[test]
fn a_list_tells_addresses() {
    let sandbox = Sandbox::new(&[]);
    let addresses = [(1, "rye"), (2, "rye/2"), (3, "rye/3")];
    for (number, _) in addresses {
        sandbox.write(&format!("{number}.html"), part(number, "").as_bytes());
    }
    let list = addresses
        .map(|(number, address)| format!("{number}.html\thttp://barn.example/{address}?utm_source=list\n"));
    sandbox.write("list", list.concat().as_bytes());
    let ran = sandbox.run(&["extract", "--list", "list", "--join-pages", "-o", "out.jsonl", "--txt"]);
    let pages = rows(&sandbox.read("out.jsonl"));
    assert_eq!((ran.code, pages.len()), (0, 1), "{}", ran.err);
    assert_eq!(pages[0]["pages"].as_array().map(Vec::len), Some(3));
    assert!(starts().iter().all(|text| pages[0]["text"].as_str().unwrap().contains(text)));
}

#[test]
fn circles_end_and_other_titles_are_not_joined() {
    let sandbox = Sandbox::new(&[]);
    let page = |number: usize, next: &str, title: &str| {
        part(number, &canonical(&format!("/{number}")))
            .replace("The year of the rye", title)
            .replace("</article>", &format!("</article><a rel=next href='/{next}'>Next</a>"))
    };
    for number in 1..=3 {
        let next = (number % 3 + 1).to_string();
        sandbox.write(&format!("circle/{number}.html"), page(number, &next, "A round of rye").as_bytes());
        let title = ["Rye of the hills", "Oats of the valley", "Wheat of the plain"][number - 1];
        sandbox.write(&format!("posts/{number}.html"), page(number, &next, title).as_bytes());
    }
    let ran = sandbox.run(&["extract", "circle", "--join-pages", "--json"]);
    assert_eq!(rows(&ran.out)[0]["pages"].as_array().map(Vec::len), Some(3), "{}", ran.err);
    let ran = sandbox.run(&["extract", "posts", "--join-pages", "--json"]);
    assert_eq!(rows(&ran.out).len(), 3, "posts that lead to one another stay apart");
}

#[test]
fn a_listing_is_not_joined() {
    let sandbox = Sandbox::new(&[]);
    for number in 1..=2 {
        let entries: Vec<String> = (0..12)
            .map(|entry| {
                format!(
                    "<article class=entry><h2><a href='/post/{number}-{entry}'>News of field number {entry} and its owner</a></h2>\
                     <p>What happened on the field.</p></article>"
                )
            })
            .collect();
        let html = format!(
            "<!doctype html><title>News of the fields</title>{}<main><h1>News of the fields</h1>{}\
             <p class=pager><a class=next href='/news/{}'>Next »</a></main>",
            canonical(&format!("/news/{number}")),
            entries.concat(),
            number + 1
        );
        sandbox.write(&format!("in/{number}.html"), html.as_bytes());
    }
    let ran = sandbox.run(&["extract", "in", "--join-pages", "--json"]);
    let pages = rows(&ran.out);
    assert_eq!(pages.len(), 2, "{}", ran.err);
    assert!(pages.iter().all(|page| page["pages"].is_null()));
}

/// The article on a server, whose robots.txt forbids a page.
fn server(forbidden: &'static str) -> Server {
    Server::start(move |asked: &Asked| match asked.path.as_str() {
        "/robots.txt" => answer(200, &[], format!("User-agent: *\nDisallow: {forbidden}\n").as_bytes()),
        "/" => page("<a href=/rye>The year of the rye</a> <a href=/oats>Oats</a>"),
        "/rye" => page(&part(1, "")),
        "/rye/2" => page(&part(2, "")),
        "/rye/3" => page(&part(3, "")),
        _ => answer(404, &[], b"no"),
    })
}

#[test]
fn an_address_is_followed_politely() {
    let (sandbox, server) = (Sandbox::new(&[]), server("/none"));
    let url = server.url("/rye");
    let ran = sandbox.run(&["extract", &url, "--join-pages=2", "--allow-private"]);
    assert!(
        ran.code == 0 && ran.out.contains(&starts()[1]) && !ran.out.contains(&starts()[2]),
        "{}",
        ran.err
    );
    assert_eq!(server.paths(), ["/rye", "/rye/2"]);
    let forbidden = self::server("/rye/2");
    let ran = sandbox.run(&["extract", &forbidden.url("/rye"), "--join-pages", "--allow-private"]);
    assert!(ran.code == 0 && ran.out.contains(&starts()[0]), "{}", ran.err);
    assert!(ran.err.contains("missing page of the article"), "{}", ran.err);
    assert!(ran.err.contains("disallowed by robots.txt"), "{}", ran.err);
    assert_eq!(forbidden.paths(), ["/rye"]);
}

#[test]
fn a_crawl_follows_next_links_and_its_file_is_joined() {
    let (sandbox, server) = (Sandbox::new(&[]), server("/none"));
    let url = server.url("/");
    let crawl = ["crawl", &url, "--allow-private", "--delay", "0", "-o", "site.warc.gz", "--max-depth", "1"];
    let ran = sandbox.run(&crawl);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        server.paths(),
        ["/", "/rye", "/rye/2", "/rye/3", "/oats"],
        "continuations first, at one depth"
    );
    let ran = sandbox.run(&["extract", "site.warc.gz", "--join-pages", "--json"]);
    let pages = rows(&ran.out);
    let joined: Vec<&Value> = pages.iter().filter(|page| page["pages"].is_array()).collect();
    assert_eq!(joined.len(), 1, "{}", ran.err);
    assert_eq!(joined[0]["pages"][2]["url"], server.url("/rye/3"));
    assert_eq!(pages.len(), 2, "the home page and the article");
}

#[test]
fn metadata_tells_the_pages() {
    let sandbox = files();
    let ran = sandbox.run(&["metadata", "in/b.html", "--url", "https://barn.example/rye/2"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let pagination = &told["pagination"];
    assert_eq!(pagination["next"]["address"], "https://barn.example/rye/3", "{}", ran.out);
    assert_eq!((&pagination["number"], &pagination["next"]["number"]), (&Value::from(2), &Value::from(3)));
    assert_eq!(pagination["pages"].as_array().map(Vec::len), Some(2));
    let plain = Sandbox::new(&[("a.html", b"<title>Rye</title><p>Rye <a href=/oats>and oats</a>")]);
    let ran = plain.run(&["metadata", "a.html"]);
    assert!(serde_json::from_str::<Value>(&ran.out).unwrap()["pagination"].is_null());
}
