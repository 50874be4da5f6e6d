//! Pages drawn at random.

use super::crawling::{kept, open, options, records, run};
use super::server::{Server, answer, page};
use debulha_crawl::{CrawlBudget, CrawlEnd, CrawlOptions, CrawlStep};
use debulha_io::warc::WarcRecordKind;
use std::fmt::Write;
use std::path::Path;

fn site(has_sitemap: bool) -> Server {
    Server::start(move |asked| match asked.path.as_str() {
        "/sitemap.xml" if has_sitemap => {
            let mut sitemap = "<urlset>".to_owned();
            for number in 0..500 {
                write!(sitemap, "<url><loc>/p{number}</loc></url>").unwrap();
            }
            answer(200, &[("Content-Type", "application/xml")], sitemap.as_bytes())
        }
        "/robots.txt" | "/sitemap.xml" => answer(404, &[], b""),
        path => {
            let number: usize = path.trim_start_matches("/p").parse().unwrap_or(0);
            let link = |n| format!("<a href=/p{}>x</a>", (5 * number + n) % 500);
            page(&(1..6).map(link).collect::<String>())
        }
    })
}

fn sample(server: &Server, dir: &Path, seed: u64) -> (CrawlEnd, Vec<String>) {
    let budget = CrawlBudget { pages: 20, ..CrawlBudget::default() };
    let (ended, _) =
        run(dir, CrawlOptions { sample: Some(seed), sitemaps: true, budget, ..options(&server.url("/p0")) });
    let records = records(dir);
    let list = records.iter().find(|record| record.kind == WarcRecordKind::Resource).unwrap();
    let list = String::from_utf8(list.block.clone()).unwrap();
    let drawn = list.lines().map(|line| url::Url::parse(line).unwrap().path().to_owned()).collect();
    (ended, drawn)
}

#[test]
fn a_sample_depends_on_the_addresses_and_the_seed_alone() {
    let server = site(true);
    let [one, two, three] = [1, 1, 2].map(|seed| {
        let dir = tempfile::tempdir().unwrap();
        let before = server.paths().len();
        let (ended, drawn) = sample(&server, dir.path(), seed);
        assert_eq!((ended, drawn.len()), (CrawlEnd::Complete, 20));
        let asked = server.paths().split_off(before);
        assert!(drawn.iter().all(|path| asked.contains(path)), "{drawn:?} {asked:?}");
        // The page that it began with, the sitemap, and what was drawn.
        assert!(asked.len() <= 22, "{asked:?}");
        drawn
    });
    assert_eq!(one, two);
    assert_ne!(one, three);
    let middle = one.iter().filter(|path| path[2..].parse::<u32>().unwrap() < 250).count();
    assert!((4..=16).contains(&middle), "{one:?}");
}

#[test]
fn without_a_sitemap_pages_are_looked_at_first() {
    let server = site(false);
    let dir = tempfile::tempdir().unwrap();
    let (ended, drawn) = sample(&server, dir.path(), 1);
    assert_eq!((ended, drawn.len()), (CrawlEnd::Complete, 20));
    let again = sample(&server, dir.path(), 1);
    assert_eq!(again, (CrawlEnd::Complete, drawn));
}

#[test]
fn a_sample_that_is_interrupted_at_every_step_is_the_same() {
    let server = site(false);
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (_, expected) = sample(&server, whole.path(), 3);
    let budget = CrawlBudget { pages: 20, ..CrawlBudget::default() };
    let wanted = CrawlOptions { sample: Some(3), sitemaps: true, budget, ..options(&server.url("/p0")) };
    while let CrawlStep::Seen(_) = open(broken.path(), wanted.clone()).unwrap().step().unwrap() {}
    assert_eq!(sample(&server, broken.path(), 3), (CrawlEnd::Complete, expected));
    let mut once = kept(broken.path());
    let all = once.len();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), all);
}
