//! What a probe finds, and what it leaves alone.

use super::databases::{all, books, jobs, races, recipes};
use super::pages::Manners;
use super::server::{Server, page};
use super::{open, options, run, serve, submitted};
use debulha_core::features::forms::FormRefusal;
use debulha_crawl::FetchError;
use debulha_crawl::probe::{FormChoice, ProbeEnded, ProbeError, ProbeOptions, ProbeStep, read_query};
use debulha_io::warc::{WarcReader, WarcRecordKind};
use std::collections::BTreeSet;
use std::time::Duration;

#[test]
fn nearly_all_rows_of_each_database_are_found() {
    let plain = all().into_iter().map(|database| (database, Manners::default()));
    let framed = all().into_iter().map(|database| (database, Manners { frame: true, ..Manners::default() }));
    for (database, manners) in plain.chain(framed) {
        let (name, count) = (database.name, database.rows.len());
        let server = serve(database, manners);
        let dir = tempfile::tempdir().unwrap();
        let (probe, ended) = run(dir.path(), options(&server));
        let account = probe.account();
        assert!(matches!(ended, ProbeEnded::Complete), "{name}: {ended:?}");
        let rows = account.rows();
        assert!(rows <= count && rows * 100 >= count * 95, "{name}: {rows} of {count}");
        let asked = submitted(&server);
        let different: BTreeSet<&String> = asked.iter().collect();
        assert_eq!(asked.len(), different.len(), "{name}: nothing is asked twice");
        assert_eq!(asked.len() as u64, probe.pages(), "{name}");
    }
}

#[test]
fn rows_are_those_of_the_database_alone() {
    let mut database = races();
    // All in one answer.
    (database.page, database.most) = (1000, 1000);
    let count = database.rows.len();
    let server = serve(database, Manners::default());
    let dir = tempfile::tempdir().unwrap();
    let (probe, _) = run(dir.path(), options(&server));
    assert_eq!(probe.account().rows(), count);
    // The nonsense word, the form as it is, and three queries to see whether that is all.
    assert_eq!(probe.account().submitted.len(), 5);
}

#[test]
fn robots_delays_and_budgets_are_kept() {
    let robots = "User-agent: *\nCrawl-delay: 4\nDisallow: /in\n".to_owned();
    let server = serve(books(), Manners { robots, ..Manners::default() });
    let dir = tempfile::tempdir().unwrap();
    let options = ProbeOptions { submissions: 9, pages_per_answer: 2, ..options(&server) };
    let (mut probe, watch) = open(dir.path(), options, Duration::from_secs(1)).unwrap();
    assert!(matches!(probe.run(|_, _| {}).unwrap(), ProbeEnded::Submissions));
    assert_eq!(probe.account().submitted.len(), 9);
    let asked = submitted(&server);
    assert!(asked.len() <= 2 * 9, "{asked:?}");
    // The form's page, then each page of an answer four seconds after what came before.
    let waits = watch.waits();
    assert_eq!(waits.len(), asked.len());
    assert!(waits.iter().all(|wait| *wait == Duration::from_secs(4)), "{waits:?}");

    let dir = tempfile::tempdir().unwrap();
    let before = submitted(&server).len();
    let (probe, ended) = run(dir.path(), ProbeOptions { requests: 7, ..super::options(&server) });
    assert!(matches!(ended, ProbeEnded::Requests), "{ended:?}");
    assert_eq!((probe.requests(), submitted(&server).len() - before), (7, 6));
}

#[test]
fn a_form_that_robots_txt_closes_is_not_sent() {
    let robots = "User-agent: *\nDisallow: /find\n".to_owned();
    let server = serve(books(), Manners { robots, ..Manners::default() });
    let dir = tempfile::tempdir().unwrap();
    let (_, ended) = run(dir.path(), options(&server));
    assert!(matches!(ended, ProbeEnded::Silent(FetchError::Robots)), "{ended:?}");
    assert!(submitted(&server).is_empty());
}

/// Why a probe does not begin.
fn refused(server: &Server, change: impl Fn(&mut ProbeOptions)) -> ProbeError {
    let dir = tempfile::tempdir().unwrap();
    let mut options = options(server);
    change(&mut options);
    open(dir.path(), options, Duration::ZERO).err().unwrap()
}

#[test]
fn forms_that_are_no_search_are_left_alone() {
    let server = serve(jobs(), Manners::default());
    let login = refused(&server, |options| options.form = Some(FormChoice::Number(1)));
    assert!(matches!(login, ProbeError::Refused { number: 1, reason: FormRefusal::Password }), "{login}");
    let post = refused(&server, |options| options.allow_post = false);
    assert_eq!(
        post.to_string(),
        "the page has no search form; form 1: it has a password field; form 2: it uses the method POST"
    );
    let third = refused(&server, |options| options.form = Some(FormChoice::Number(3)));
    assert!(matches!(third, ProbeError::NoSuchForm { asked: 3, count: 2 }), "{third}");
    let named = refused(&server, |options| options.form = Some(FormChoice::Named("lookup".to_owned())));
    assert_eq!(
        named.to_string(),
        "no form has the id, name, label or button `lookup`; use a number from 1 to 2"
    );
    let field =
        refused(&server, |options| options.values = vec![("crop".to_owned(), vec!["rye".to_owned()])]);
    assert_eq!(
        field.to_string(),
        "the form has no fillable field `crop`; it has keyword, region, kind, sector"
    );
    assert!(submitted(&server).is_empty());
}

#[test]
fn a_post_that_redirects_is_kept_with_its_query() {
    let server = serve(jobs(), Manners { redirects: true, sessions: true, ..Manners::default() });
    let dir = tempfile::tempdir().unwrap();
    let (probe, ended) = run(dir.path(), ProbeOptions { submissions: 6, ..options(&server) });
    assert!(matches!(ended, ProbeEnded::Submissions) && probe.account().rows() > 50, "{ended:?}");
    let methods: Vec<String> = submitted(&server).iter().map(|asked| asked[..4].to_owned()).collect();
    assert_eq!(methods, ["POST", "GET "].repeat(6));

    let records: Vec<_> =
        WarcReader::open(&dir.path().join("answers.warc.gz")).unwrap().map(Result::unwrap).collect();
    let bodies = records
        .iter()
        .filter(|record| record.kind == WarcRecordKind::Request && record.block.starts_with(b"POST"));
    let bodies: Vec<String> =
        bodies.map(|record| String::from_utf8_lossy(&record.block).into_owned()).collect();
    assert_eq!(bodies.len(), 6);
    assert!(bodies[0].contains("\r\n\r\nkeyword=zqxvkjwqyz&region="), "{}", bodies[0]);
    let queries: Vec<_> = records
        .iter()
        .filter(|record| record.kind == WarcRecordKind::Metadata)
        .map(|record| (read_query(&record.block).unwrap(), record))
        .collect();
    let asked: Vec<Vec<(String, String)>> =
        probe.account().submitted.iter().map(|submitted| probe.pairs(submitted)).collect();
    assert_eq!(queries.iter().map(|(query, _)| query.pairs()).collect::<Vec<_>>(), asked);
    assert_eq!((queries[0].0.page, queries[0].0.form), (1, 2));
    assert!(String::from_utf8_lossy(&queries[2].1.block).contains("\"label\":"));
}

#[test]
fn values_and_words_are_given_by_hand() {
    let server = serve(recipes(), Manners::default());
    let dir = tempfile::tempdir().unwrap();
    let mut asked = Vec::new();
    let options = ProbeOptions {
        seeds: vec!["honey".to_owned()],
        values: vec![("course".to_owned(), vec!["0".to_owned()])],
        submissions: 4,
        ..options(&server)
    };
    let (mut probe, _) = open(dir.path(), options, Duration::ZERO).unwrap();
    probe
        .run(|_, step| {
            if let ProbeStep::Answered { asked: pairs, .. } = step {
                asked.extend(pairs.clone());
            }
        })
        .unwrap();
    let has = |name: &str, value: &str| asked.iter().any(|pair| pair.0 == name && pair.1 == value);
    assert!(has("course", "0") && has("q", "honey"), "{asked:?}");
    assert!(!has("course", "1"), "{asked:?}");
}

/// A list of 45 lots, 10 of which are on a page, with a form that searches nothing; `turn` shows what leads from the page of a
/// number and a word to the next one.
fn list_of_lots(turn: impl Fn(usize, &str) -> String + Send + Sync + 'static) -> Server {
    Server::start(move |asked| {
        let url = url::Url::parse(&format!("http://localhost{}", asked.path)).unwrap();
        let of_body = url::form_urlencoded::parse(&asked.body);
        let number = |name: &str| {
            let pairs = url.query_pairs().chain(of_body);
            pairs.filter(|(known, _)| known == name).find_map(|(_, value)| value.parse::<usize>().ok())
        };
        let word = url
            .query_pairs()
            .find(|(name, _)| name == "q")
            .map_or(String::new(), |(_, word)| word.into_owned());
        let (limit, at) = (number("limit").unwrap_or(10), number("page").unwrap_or(1));
        let shown = (at - 1) * 10..((at - 1) * 10 + limit).min(45);
        let row = |at: usize| format!("<tr><td>Lot {at}</td><td>rye of field {at}</td></tr>");
        let rows = shown.clone().map(row).collect::<Vec<_>>().concat();
        let more = if shown.end < 45 { turn(at, &word) } else { String::new() };
        page(&format!(
            "<form><input type=search name=q><button>Find</button></form><table>{rows}</table>{more}"
        ))
    })
}

fn rows_of(server: &Server) -> usize {
    let dir = tempfile::tempdir().unwrap();
    let (probe, ended) = run(dir.path(), options(server));
    assert!(matches!(ended, ProbeEnded::Complete), "{ended:?}");
    probe.account().rows()
}

#[test]
fn a_word_without_effect_finds_no_empty_page() {
    let server = list_of_lots(|page, _| format!("<a href='?page={}'>Next page</a>", page + 1));
    assert_eq!(rows_of(&server), 45);
}

#[test]
fn buttons_and_links_to_more_lead_on() {
    for method in ["get", "post"] {
        let button = move |page: usize, _: &str| {
            format!("<form method={method}><button name=page value={}>Next &raquo;</button></form>", page + 1)
        };
        assert_eq!(rows_of(&list_of_lots(button)), 45, "{method}");
    }
    let more = |_: usize, word: &str| format!("<a href='?q={word}&limit=45'>Load more</a>");
    assert_eq!(rows_of(&list_of_lots(more)), 45);
}
