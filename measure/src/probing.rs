//! How many rows of the databases of the tests each strategy finds, by submissions: a table on standard output, and a chart of each
//! database in a folder.
//!
//! ```sh
//! cargo run --release -p measure -- probing docs/probing
//! ```
#![allow(clippy::print_stderr)]

use crate::databases::{Control, Database};
use debulha_crawl::probe::{
    AnswerRow, Facet, Itp, ItpParams, LabelValues, Matcher, More, Product, Query, QueryAnswer, Rank,
    RowSource, RowWord, SearchProgress, Space, Strategy, search,
};
use debulha_eval::plot::figure::Lines;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;

/// Submissions that the charts show.
const SHOWN: usize = 120;

/// Submissions between two numbers of the axis.
const MARKS: usize = 20;

/// Submissions of a search at most.
const BUDGET: usize = 2000;

/// Fields of a query that the oracle may ask.
const MAX_FIELDS: usize = 3;

/// The seed of the random order.
const SEED: u64 = 1;

/// The share of the rows that counts as nearly all.
const NEARLY_ALL: f64 = 0.95;

/// A database without the web before it: rows and their words are those that a page would show.
struct Table<'a>(&'a Database);

impl RowSource for Table<'_> {
    type Error = Infallible;

    fn answer(&mut self, space: &Space, query: &Query) -> Result<QueryAnswer, Infallible> {
        let pairs: Vec<(&str, &str)> = space.pairs(query).collect();
        let found = self.0.find(|name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1));
        let rows = found
            .into_iter()
            .map(|row| AnswerRow { fingerprint: row as u64, words: words(&self.0.rows[row]) });
        Ok(QueryAnswer { rows: rows.collect(), more: More::Unknown, total: None, failed: false })
    }
}

fn words(row: &[String]) -> Vec<RowWord> {
    let of_cell = |(place, text): (usize, &String)| {
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        words.into_iter().map(move |text| RowWord { text, place: place as u64 })
    };
    row.iter().enumerate().flat_map(of_cell).collect()
}

/// The fields of a form, text fields with some words.
fn space(database: &Database, words: impl Fn(&str) -> Vec<String>) -> Space {
    let facet = |field: &crate::databases::SearchField| {
        let is_text = field.control == Control::Text;
        let values = if is_text { words(field.name) } else { database.options(field) };
        let (name, label) = (field.name.to_owned(), field.label.to_owned());
        Facet { name, label, values, shown: Vec::new(), is_text, is_neutral: true }
    };
    Space::new(database.fields.iter().map(facet).collect())
}

fn probe(database: &Database, mut space: Space, strategy: &mut dyn Strategy) -> (SearchProgress, Space) {
    let Ok(account) = search(strategy, &mut space, &mut Table(database), BUDGET);
    (account, space)
}

/// The share of the rows after each number of submissions.
fn curve(account: &SearchProgress, rows: usize) -> Vec<f64> {
    let mut known = 0;
    let mut shares: Vec<f64> = account
        .submitted
        .iter()
        .map(|submitted| {
            known += submitted.new;
            known as f64 / rows as f64
        })
        .take(SHOWN)
        .collect();
    let last = shares.last().copied().unwrap_or(0.0);
    shares.resize(SHOWN, last);
    shares
}

/// Set cover by one who knows the database: always the query with most new rows, of all with at most three fields.
fn oracle(database: &Database, space: &Space) -> Vec<usize> {
    let mut queries = vec![Query::default()];
    let (mut all, mut counted) = (Product::in_order(space), space.clone());
    while let Some(query) = all.next(&mut counted) {
        if query.pairs().len() <= MAX_FIELDS {
            queries.push(query);
        }
    }
    let mut table = Table(database);
    let mut answers: Vec<Vec<u64>> = queries
        .iter()
        .map(|query| {
            let Ok(answer) = table.answer(space, query);
            answer.rows.iter().map(|row| row.fingerprint).collect()
        })
        .collect();
    let mut found = Vec::new();
    while let Some(best) = answers.iter().max_by_key(|rows| rows.len()).filter(|rows| !rows.is_empty()) {
        let best: BTreeSet<u64> = best.iter().copied().collect();
        found.push(best.len());
        for rows in &mut answers {
            rows.retain(|row| !best.contains(row));
        }
    }
    found
}

/// What each strategy finds of a database.
struct Measured {
    /// The share of the rows after each submission of one who knows the database.
    oracle: Vec<f64>,
    itp: SearchProgress,
    plain: SearchProgress,
    matcher: SearchProgress,
    product: SearchProgress,
    random: SearchProgress,
    combinations: u64,
}

fn measure(database: &Database) -> Measured {
    let page_words = || vec!["search".to_owned(), "archive".to_owned()];
    let empty = || space(database, |_| Vec::new());
    let (itp, asked) = probe(database, empty(), &mut Itp::new(&empty(), ItpParams::default(), page_words()));
    let (plain, _) = probe(database, empty(), &mut Itp::new(&empty(), ItpParams::plain(), page_words()));
    // All others get the words that were asked.
    let words = |name: &str| -> Vec<String> {
        let pairs = itp.submitted.iter().flat_map(|submitted| asked.pairs(&submitted.query));
        let words: BTreeSet<String> =
            pairs.filter(|pair| pair.0 == name).map(|pair| pair.1.to_owned()).collect();
        words.into_iter().collect()
    };
    let full = || space(database, words);
    let mut table = LabelValues::default();
    for facet in full().facets().iter().filter(|facet| facet.is_text) {
        table.add(&facet.label, facet.values.iter().map(|value| (value.clone(), 1.0)));
    }
    let mut labelled = empty();
    let mut matcher = Matcher::new(&mut labelled, &table, Rank::default());
    let (matcher, _) = probe(database, labelled, &mut matcher);
    let mut in_order = Product::in_order(&full());
    let combinations = in_order.count();
    let (product, _) = probe(database, full(), &mut in_order);
    let (random, _) = probe(database, full(), &mut Product::at_random(&full(), SEED));
    let mut known = 0;
    let oracle = oracle(database, &full())
        .into_iter()
        .map(|new| {
            known += new;
            known as f64 / database.rows.len() as f64
        })
        .collect();
    Measured { oracle, itp, plain, matcher, product, random, combinations }
}

/// A row of the table.
fn row(database: &Database, measured: &Measured) -> String {
    let rows = database.rows.len();
    let wanted = (rows as f64 * NEARLY_ALL).ceil() as usize;
    let needed = |account: &SearchProgress| match account.submissions_for(wanted) {
        Some(submissions) => submissions.to_string(),
        None => format!("> {} ({} %)", account.submitted.len(), account.rows() * 100 / rows),
    };
    let Measured { oracle, itp, plain, matcher, product, random, combinations } = measured;
    let of_oracle = oracle.iter().position(|share| *share >= NEARLY_ALL).map_or(0, |at| at + 1);
    let itp_ends = format!("{} rows by {}", itp.rows(), itp.submitted.len());
    let [itp, plain, matcher, product, random] = [itp, plain, matcher, product, random].map(needed);
    format!(
        "| {} | {rows} | {} | {combinations} | {of_oracle} | {itp} | {itp_ends} | {plain} | {matcher} | {product} | {random} |",
        database.name, database.most
    )
}

fn chart(database: &Database, measured: &Measured) -> Lines {
    let rows = database.rows.len();
    let mut oracle = measured.oracle.clone();
    oracle.resize(SHOWN, 1.0);
    let lines = [
        ("ITP", &measured.itp),
        ("ITP, plain", &measured.plain),
        ("matcher", &measured.matcher),
        ("product", &measured.product),
        ("random", &measured.random),
    ];
    let name = |number: usize| {
        let is_named = number == 1 || number.is_multiple_of(MARKS);
        if is_named { number.to_string() } else { String::new() }
    };
    Lines {
        title: format!("{}: {rows} rows, at most {} in an answer", database.name, database.most),
        quantity: "submissions".to_owned(),
        at: (1..=SHOWN).map(|number| number as f64).collect(),
        names: (1..=SHOWN).map(name).collect(),
        shares: "share of the rows".to_owned(),
        lines: std::iter::once(("oracle".to_owned(), oracle))
            .chain(lines.map(|(name, account)| (name.to_owned(), curve(account, rows))))
            .collect(),
        ..Lines::default()
    }
}

pub(crate) fn run() {
    let Some(folder) = crate::arguments().next() else {
        eprintln!("the folder of the charts is missing");
        return;
    };
    println!(
        "| database | rows | rows of an answer | combinations | greedy oracle | ITP | by | ITP, plain | matcher | product | random |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for database in crate::databases::all() {
        let measured = measure(&database);
        println!("{}", row(&database, &measured));
        let path = Path::new(&folder).join(format!("{}.svg", database.name));
        if let Err(error) = std::fs::write(&path, chart(&database, &measured).svg()) {
            eprintln!("{}: {error}", path.display());
        }
    }
}
