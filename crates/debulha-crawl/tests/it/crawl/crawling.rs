//! A crawl from its beginning to its end.

use super::server::{Server, Then, answer, page, raw, redirect};
use super::visitor;
use debulha_crawl::{
    Crawl, CrawlBudget, CrawlEnd, CrawlError, CrawlOptions, CrawlScope, Politeness, Same, SeenUrl,
};
use debulha_io::warc::{ArchiveRecord, WarcReader, WarcRecordKind};
use std::path::Path;

/// A crawl with nothing but what is given.
pub(crate) fn options(seed: &str) -> CrawlOptions {
    CrawlOptions { seeds: vec![seed.to_owned()], respect_nofollow: true, ..CrawlOptions::default() }
}

pub(crate) fn open(dir: &Path, options: CrawlOptions) -> Result<Crawl, CrawlError> {
    Crawl::open(&dir.join("site.warc.gz"), &dir.join("site.state"), options, visitor(Politeness::default()).0)
}

pub(crate) fn run(dir: &Path, options: CrawlOptions) -> (CrawlEnd, Vec<String>) {
    let mut seen = Vec::new();
    let ended = open(dir, options).unwrap().run(|step: &SeenUrl| seen.push(step.url.clone())).unwrap();
    (ended, seen)
}

pub(crate) fn records(dir: &Path) -> Vec<ArchiveRecord> {
    WarcReader::open(&dir.join("site.warc.gz")).unwrap().map(Result::unwrap).collect()
}

/// The paths of all answers in the file, but for robots.txt.
pub(crate) fn kept(dir: &Path) -> Vec<String> {
    let records = records(dir);
    let answers = records
        .iter()
        .filter(|record| matches!(record.kind, WarcRecordKind::Response | WarcRecordKind::Revisit));
    let paths = answers.map(|record| url::Url::parse(record.target().unwrap()).unwrap());
    let paths = paths
        .map(|url| url.path().to_owned() + url.query().map(|q| format!("?{q}")).as_deref().unwrap_or(""));
    paths.filter(|path| path != "/robots.txt").collect()
}

fn site() -> Server {
    Server::start(|asked| match asked.path.as_str() {
        "/" => page(
            "<a href=/b#x>b</a><a href=/a>a</a><a href='/a?utm_source=x'>a</a><a href=/moved>m</a><a rel=nofollow href=/ad>x</a>\
             <a href=/x.png>i</a><a href=//elsewhere.invalid/>e</a><a href=/missing>?</a>",
        ),
        "/a" => page("<a href=/deep>d</a><a href=/>home</a>"),
        "/b" => page("<a href=/a>a</a>"),
        "/moved" => redirect("/a"),
        "/deep" => page("<a href=/deeper>d</a>"),
        "/deeper" => page("end"),
        "/robots.txt" => answer(200, &[], b"User-agent: *\nDisallow: /none\n"),
        _ => answer(404, &[("Content-Type", "text/html")], b"no"),
    })
}

#[test]
fn a_site_is_crawled_in_the_order_of_its_links() {
    let server = site();
    let dir = tempfile::tempdir().unwrap();
    let (ended, _) = run(dir.path(), options(&server.url("/")));
    assert_eq!(ended, CrawlEnd::Complete);
    assert_eq!(server.paths(), ["/", "/b", "/a", "/moved", "/missing", "/deep", "/deeper"]);
    assert_eq!(kept(dir.path()), server.paths());
    let records = records(dir.path());
    assert_eq!(records[0].kind, WarcRecordKind::Warcinfo);
    let of = |kind| records.iter().filter(|record| record.kind == kind).count();
    assert_eq!(
        (of(WarcRecordKind::Request), of(WarcRecordKind::Response), of(WarcRecordKind::Metadata)),
        (8, 8, 7)
    );
    let ids: std::collections::BTreeSet<_> =
        records.iter().map(|r| r.field("WARC-Record-ID").unwrap()).collect();
    assert_eq!(ids.len(), records.len());
}

/// A list without end, of which one page is linked from the first page too.
fn list() -> Server {
    Server::start(|asked| {
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        let number: usize = query.strip_prefix("page=").and_then(|number| number.parse().ok()).unwrap_or(1);
        match path {
            "/" => {
                page("<a href=/list>List</a><a href=/rye>Rye</a><a href='/list?page=3'>More of the list</a>")
            }
            "/list" => page(&format!(
                "<ul><li><a href=/entry/{number}>Entry</a></ul><p class=pager><b>{number}</b> <a href='/list?page={0}'>{0}</a> \
                 <a class=next href='/list?page={0}'>Next page</a>",
                number + 1
            )),
            "/robots.txt" => answer(404, &[], b""),
            _ => page("A field"),
        }
    })
}

#[test]
fn next_pages_have_the_depth_of_the_first_and_come_before_others() {
    let dir = tempfile::tempdir().unwrap();
    let server = list();
    let budget = CrawlBudget { depth: Some(1), ..CrawlBudget::default() };
    run(dir.path(), CrawlOptions { budget, max_parts: 3, ..options(&server.url("/")) });
    assert_eq!(server.paths(), ["/", "/list", "/list?page=2", "/list?page=3", "/rye"]);
}

#[test]
fn after_so_many_next_pages_the_next_one_is_a_link_like_others() {
    let dir = tempfile::tempdir().unwrap();
    let server = list();
    let budget = CrawlBudget { depth: Some(1), ..CrawlBudget::default() };
    run(dir.path(), CrawlOptions { budget, max_parts: 2, ..options(&server.url("/list")) });
    // The third page is one link away, and so is the fourth, which continues it.
    let expected = ["/list", "/list?page=2", "/entry/1", "/entry/2", "/list?page=3", "/list?page=4"];
    assert_eq!(server.paths(), expected);
}

#[test]
fn budgets_bound_pages_requests_and_depth() {
    let server = site();
    for (budget, expected) in [
        (CrawlBudget { pages: 3, ..CrawlBudget::default() }, CrawlEnd::Pages),
        (CrawlBudget { requests: 3, ..CrawlBudget::default() }, CrawlEnd::Requests),
        (CrawlBudget { depth: Some(0), ..CrawlBudget::default() }, CrawlEnd::Complete),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let (ended, seen) = run(dir.path(), CrawlOptions { budget, ..options(&server.url("/")) });
        assert_eq!(ended, expected);
        assert_eq!(seen.len(), if budget.depth.is_some() { 1 } else { 3 }, "{budget:?}");
    }
}

#[test]
fn a_host_has_a_budget_of_its_own_over_all_runs() {
    let server = site();
    let dir = tempfile::tempdir().unwrap();
    let other = format!("http://localhost:{}/", server.port());
    let of = |pages_per_host| CrawlOptions {
        seeds: vec![server.url("/"), other.clone()],
        budget: CrawlBudget { pages_per_host: Some(pages_per_host), ..CrawlBudget::default() },
        ..CrawlOptions::default()
    };
    let pages = |seen: &[String], host: &str| seen.iter().filter(|url| url.contains(host)).count();
    let (ended, seen) = run(dir.path(), of(1));
    assert_eq!(ended, CrawlEnd::Complete);
    assert_eq!((pages(&seen, "localhost"), pages(&seen, "127.0.0.1")), (1, 1));
    let (ended, seen) = run(dir.path(), of(3));
    assert_eq!(ended, CrawlEnd::Complete);
    assert_eq!((pages(&seen, "localhost"), pages(&seen, "127.0.0.1")), (2, 2));
}

#[test]
fn patterns_and_prefixes_bound_a_crawl() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/farm/" => page("<a href=rye>r</a><a href=oats>o</a><a href=/town/>t</a>"),
        "/robots.txt" => answer(404, &[], b""),
        _ => page("<p>x"),
    });
    let dir = tempfile::tempdir().unwrap();
    let exclude = vec![glob::Pattern::new("*oats*").unwrap()];
    let scope = CrawlScope { same: Same::Prefix, exclude, ..CrawlScope::default() };
    run(dir.path(), CrawlOptions { scope, ..options(&server.url("/farm/")) });
    assert_eq!(server.paths(), ["/farm/", "/farm/rye"]);
}

#[test]
fn sitemaps_and_feeds_lead_to_pages() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(200, &[], b"Sitemap: /index.xml\nUser-agent: *\nDisallow: /no\n"),
        "/sitemap.xml" => {
            answer(200, &[], b"<sitemapindex><sitemap><loc>/s1.xml</loc></sitemap></sitemapindex>")
        }
        "/s1.xml" => answer(200, &[], b"<urlset><url><loc>/p1</loc></url><url><loc>/no</loc></url></urlset>"),
        "/feed" => answer(
            200,
            &[("Content-Type", "application/rss+xml")],
            b"<rss><item><link>/p2</link></item></rss>",
        ),
        "/" => page("<link rel=alternate type=application/rss+xml href=/feed>"),
        _ => page("<p>x"),
    });
    let dir = tempfile::tempdir().unwrap();
    let (ended, _) = run(dir.path(), CrawlOptions { sitemaps: true, ..options(&server.url("/")) });
    assert_eq!(ended, CrawlEnd::Complete);
    let mut paths = server.paths();
    paths.sort();
    assert_eq!(paths, ["/", "/feed", "/p1", "/p2", "/s1.xml", "/sitemap.xml"]);
}

#[test]
fn what_is_no_page_costs_little_and_a_broken_page_is_kept_in_part() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => page("<a href=/picture>p</a><a href=/half>h</a><a href=/last>l</a>"),
        "/picture" => raw(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx", Then::Endless),
        "/half" => raw(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n<a href=/found>f</a>", Then::Close),
        "/robots.txt" => answer(404, &[], b""),
        _ => page("<p>x"),
    });
    let dir = tempfile::tempdir().unwrap();
    let (ended, _) = run(dir.path(), options(&server.url("/")));
    assert_eq!(ended, CrawlEnd::Complete);
    assert_eq!(kept(dir.path()), ["/", "/half", "/last", "/found"]);
    let half = records(dir.path()).into_iter().find(|r| r.field("WARC-Truncated").is_some()).unwrap();
    assert_eq!(half.field("WARC-Truncated"), Some("disconnect"));
}

#[test]
fn a_host_that_does_not_answer_is_left_alone_and_tried_again() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let dir = tempfile::tempdir().unwrap();
    let seeds = (0..9).map(|n| format!("http://127.0.0.1:{port}/{n}")).collect();
    let options = || CrawlOptions { seeds: Vec::clone(&seeds), ..CrawlOptions::default() };
    let (ended, seen) = run(dir.path(), options());
    assert_eq!((ended, seen.len()), (CrawlEnd::Silent(vec!["127.0.0.1".to_owned()]), 5));
    // The first run has asked for robots.txt; its failure is not for ever.
    let (_, seen) = run(dir.path(), options());
    assert_eq!(seen.len(), 5);
}

#[test]
fn a_second_crawl_refers_to_what_has_not_changed() {
    let server = Server::start(|asked| match (asked.path.as_str(), asked.field("If-None-Match")) {
        ("/robots.txt", _) => answer(404, &[], b""),
        ("/", Some("1")) => answer(304, &[("ETag", "1")], b""),
        ("/", _) => answer(200, &[("ETag", "1"), ("Content-Type", "text/html")], b"<a href=/a>a</a>"),
        _ => page("<p>changes"),
    });
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(first.path(), options(&server.url("/")));
    let earlier = Some(first.path().join("site.warc.gz"));
    let (ended, seen) = run(second.path(), CrawlOptions { earlier, ..options(&server.url("/")) });
    assert_eq!((ended, seen.len()), (CrawlEnd::Complete, 2));
    let [before, after] = [&first, &second].map(|dir| records(dir.path()));
    let revisit = after.iter().find(|record| record.kind == WarcRecordKind::Revisit).unwrap();
    let original =
        before.iter().find(|r| r.kind == WarcRecordKind::Response && r.target() == revisit.target()).unwrap();
    assert_eq!(revisit.field("WARC-Refers-To"), original.field("WARC-Record-ID"));
    assert_eq!(revisit.field("WARC-Payload-Digest"), original.field("WARC-Payload-Digest"));
    assert!(revisit.field("WARC-Profile").unwrap().ends_with("server-not-modified"));
}

#[test]
fn files_that_do_not_go_together_are_refused() {
    let server = site();
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for dir in [&one, &other] {
        run(dir.path(), options(&server.url("/")));
    }
    let again = options(&server.url("/"));
    let same = CrawlScope { same: Same::Domain, ..CrawlScope::default() };
    let changed = CrawlOptions { scope: same, ..again.clone() };
    assert!(matches!(open(one.path(), changed), Err(CrawlError::OtherOptions { .. })));
    std::fs::copy(other.path().join("site.warc.gz"), one.path().join("site.warc.gz")).unwrap();
    assert!(matches!(open(one.path(), again.clone()), Err(CrawlError::OtherWarc { .. })));
    std::fs::remove_file(one.path().join("site.warc.gz")).unwrap();
    assert!(matches!(open(one.path(), again.clone()), Err(CrawlError::OtherWarc { .. })));
    std::fs::remove_file(other.path().join("site.state")).unwrap();
    assert!(matches!(open(other.path(), again), Err(CrawlError::OtherWarc { .. })));
    assert!(matches!(open(one.path(), options("mailto:x")), Err(CrawlError::Seed { .. })));
}

/// A site whose pages have style sheets, one of which imports another and one of which is elsewhere.
fn styled_site() -> Server {
    let other = Server::start(|_| answer(200, &[("Content-Type", "text/css")], b"p{}"));
    let elsewhere = other.url("/cdn.css");
    let css = |text: &str| answer(200, &[("Content-Type", "text/css")], text.as_bytes());
    Server::start(move |asked| match asked.path.as_str() {
        "/" => page(&format!(
            "<link rel=stylesheet href=/a.css><link rel=stylesheet href={elsewhere}><a href=/b>b</a><img src=/i.png>"
        )),
        "/b" => page("<link rel=stylesheet href=/moved.css>"),
        "/a.css" => css("@import 'c.css'; p{}"),
        "/c.css" => css("@import 'a.css'; @import 'gone.css';"),
        "/moved.css" => redirect("/d.css"),
        "/d.css" => css("p{}"),
        _ => answer(404, &[("Content-Type", "text/html")], b"no"),
    })
}

#[test]
fn style_sheets_are_fetched_where_they_are_wanted() {
    let server = styled_site();
    let dir = tempfile::tempdir().unwrap();
    let (ended, seen) = run(dir.path(), options(&server.url("/")));
    assert_eq!((ended, seen.len()), (CrawlEnd::Complete, 2));
    let wanted = |server: &Server| CrawlOptions { style_sheets: true, ..options(&server.url("/")) };
    let server = styled_site();
    let dir = tempfile::tempdir().unwrap();
    let (ended, seen) = run(dir.path(), wanted(&server));
    assert_eq!(ended, CrawlEnd::Complete);
    assert_eq!(server.paths(), ["/", "/a.css", "/c.css", "/gone.css", "/b", "/moved.css", "/d.css"]);
    assert!(kept(dir.path()).contains(&"/cdn.css".to_owned()), "{seen:?}");
}

#[test]
fn the_style_sheets_of_the_last_page_are_fetched_too() {
    let server = styled_site();
    let dir = tempfile::tempdir().unwrap();
    let budget = CrawlBudget { pages: 1, pages_per_host: Some(1), ..CrawlBudget::default() };
    let options = CrawlOptions { style_sheets: true, budget, ..options(&server.url("/")) };
    let mut crawl = open(dir.path(), options.clone()).unwrap();
    assert_eq!(crawl.run(|_| {}).unwrap(), CrawlEnd::Pages);
    assert_eq!(server.paths(), ["/", "/a.css", "/c.css", "/gone.css"]);
    drop(crawl);
    // Nothing is asked for again.
    assert_eq!(run(dir.path(), options).0, CrawlEnd::Pages);
    assert_eq!(
        (server.paths().len(), open(dir.path(), self::options(&server.url("/"))).unwrap().pages()),
        (4, 1)
    );
}

#[test]
fn style_sheets_import_one_another_so_many_times() {
    // Each sheet imports the next one.
    let server = Server::start(|asked| {
        let number = asked.path.trim_start_matches('/').trim_end_matches(".css").parse::<u32>();
        match number {
            Ok(number) => answer(
                200,
                &[("Content-Type", "text/css")],
                format!("@import '{}.css';", number + 1).as_bytes(),
            ),
            Err(_) => page("<link rel=stylesheet href=0.css>"),
        }
    });
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), CrawlOptions { style_sheets: true, ..options(&server.url("/")) });
    assert_eq!(server.paths(), ["/", "/0.css", "/1.css", "/2.css", "/3.css", "/4.css", "/5.css"]);
}
