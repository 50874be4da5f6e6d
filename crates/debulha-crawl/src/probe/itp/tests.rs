use super::*;
use crate::probe::search::{RowSource, SearchProgress, search};
use crate::probe::space::{AnswerRow, Facet, More, RowWord};
use debulha_core::features::random::SplitMix64;
use std::convert::Infallible;

/// Answers as they are listed.
struct Listed(BTreeMap<Query, QueryAnswer>);

impl RowSource for Listed {
    type Error = Infallible;

    fn answer(&mut self, _: &Space, query: &Query) -> Result<QueryAnswer, Infallible> {
        Ok(self.0.get(query).cloned().unwrap_or_default())
    }
}

const RED: (u16, u32) = (0, 0);
const BLUE: (u16, u32) = (0, 1);
const SMALL: (u16, u32) = (1, 0);
const MEDIUM: (u16, u32) = (1, 1);

/// The example of the specification.
fn worked(red_is_cut: bool) -> Vec<Query> {
    let mut space = Space::new(vec![
        Facet::of_options("color", &["red", "blue"]),
        Facet::of_options("size", &["S", "M"]),
    ]);
    let answers = [
        (vec![RED], QueryAnswer::of(&[1, 2], if red_is_cut { More::Yes } else { More::No })),
        (vec![BLUE], QueryAnswer::of(&[], More::No)),
        (vec![SMALL], QueryAnswer::of(&[1, 3], More::Yes)),
        (vec![MEDIUM], QueryAnswer::of(&[2], More::No)),
    ];
    let mut source = Listed(answers.into_iter().map(|(pairs, answer)| (Query::of(pairs), answer)).collect());
    let mut itp = Itp::new(&space, ItpParams::plain(), Vec::new());
    let account = search(&mut itp, &mut space, &mut source, 100).unwrap();
    account.submitted.into_iter().map(|submitted| submitted.query).collect()
}

#[test]
fn five_submissions_instead_of_eight() {
    let level_1 = [vec![RED], vec![BLUE], vec![SMALL], vec![MEDIUM]].map(Query::of);
    let red_and_small = Query::of(vec![RED, SMALL]);
    assert_eq!(worked(true), [&level_1[..], &[red_and_small]].concat());
    assert_eq!(worked(false), level_1);
}

/// A table of rows, each with a value in each of some columns and a text, behind a form of which every answer is cut.
struct Table {
    rows: Vec<(Vec<u32>, Vec<String>)>,
    most: usize,
}

impl Table {
    fn new(count: usize, columns: &[u32], most: usize) -> Table {
        let mut random = SplitMix64::new(1);
        let rows = (0..count).map(|number| {
            let values = columns.iter().map(|&options| random.below(options as usize) as u32).collect();
            let name = |start: &str, number: usize| format!("{start}{}", char::from(b'a' + number as u8));
            (values, vec![name("word", number % 23), name("stem", random.below(26)), "farm".to_owned()])
        });
        Table { rows: rows.collect(), most }
    }

    fn space(columns: &[u32]) -> Space {
        let facet = |(at, &options): (usize, &u32)| {
            let values: Vec<String> = (0..options).map(|n| n.to_string()).collect();
            Facet::of_options(&format!("c{at}"), &values.iter().map(String::as_str).collect::<Vec<_>>())
        };
        Space::new(columns.iter().enumerate().map(facet).collect())
    }
}

impl RowSource for Table {
    type Error = Infallible;

    fn answer(&mut self, space: &Space, query: &Query) -> Result<QueryAnswer, Infallible> {
        let fits = |(values, words): &(Vec<u32>, Vec<String>)| {
            query.pairs().iter().all(|&(field, value)| {
                let facet = space.facet(field);
                if facet.is_text {
                    words.contains(&facet.values[value as usize])
                } else {
                    values[usize::from(field)] == value
                }
            })
        };
        let found = self.rows.iter().enumerate().filter(|(_, row)| fits(row));
        let row = |(number, (_, words)): (usize, &(Vec<u32>, Vec<String>))| AnswerRow {
            fingerprint: number as u64,
            words: words.iter().map(|text| RowWord { text: text.clone(), place: 0 }).collect(),
        };
        Ok(QueryAnswer { rows: found.take(self.most).map(row).collect(), ..QueryAnswer::default() })
    }
}

fn run(table: &mut Table, space: &mut Space, params: ItpParams) -> SearchProgress {
    let mut itp = Itp::new(space, params, Vec::new());
    search(&mut itp, space, table, 2000).unwrap()
}

#[test]
fn cut_answers_are_extended_until_all_rows_are_there() {
    let columns = [4, 9, 5];
    let patient = ItpParams { patience: usize::MAX, ..ItpParams::default() };
    for params in [patient, ItpParams::plain()] {
        let mut table = Table::new(400, &columns, 20);
        let account = run(&mut table, &mut Table::space(&columns), params);
        assert_eq!(account.rows(), 400);
    }
}

#[test]
fn options_that_cover_the_rest_spare_queries() {
    let columns = [4, 9, 5];
    let submitted = |params| {
        let account = run(&mut Table::new(400, &columns, 60), &mut Table::space(&columns), params);
        assert_eq!(account.rows(), 400);
        account.submitted.len()
    };
    let (with, without) =
        (submitted(ItpParams::default()), submitted(ItpParams { partitions: false, ..ItpParams::default() }));
    assert!(with < without, "{with} {without}");
}

#[test]
fn words_of_rows_find_the_rest() {
    let mut table = Table::new(300, &[], 30);
    let mut space = Space::new(vec![Facet::of_text("q", &["wordb"])]);
    let account = run(&mut table, &mut space, ItpParams::default());
    assert!(account.rows() >= 285, "{} rows by {}", account.rows(), account.submitted.len());
}

#[test]
fn options_that_are_not_all_are_found_out() {
    // Rows of the value 3 of the first column are behind no option.
    let mut table = Table::new(200, &[4, 7], 80);
    let mut facets = Table::space(&[3, 7]).facets().to_vec();
    facets[0].values = ["0", "1", "2"].map(str::to_owned).to_vec();
    let account = run(&mut table, &mut Space::new(facets), ItpParams::default());
    assert_eq!(account.rows(), 200);
}

#[test]
fn a_budget_and_a_form_without_fields_end_a_search() {
    let account = run(&mut Table::new(50, &[], 10), &mut Space::new(Vec::new()), ItpParams::default());
    assert_eq!((account.rows(), account.submitted.len()), (10, 1));
    let columns = [4, 9, 5];
    let mut space = Table::space(&columns);
    let mut itp = Itp::new(&space, ItpParams::default(), Vec::new());
    let account = search(&mut itp, &mut space, &mut Table::new(400, &columns, 20), 7).unwrap();
    assert_eq!(account.submitted.len(), 7);
}

#[test]
fn few_queries_follow_a_stated_total() {
    let asked = |total: u64, new: usize| {
        let mut space = Space::new(vec![Facet::of_options("c0", &["1", "2", "3", "4", "5", "6"])]);
        let mut itp = Itp::new(&space, ItpParams::default(), Vec::new());
        let answer = QueryAnswer { total: Some(total), ..QueryAnswer::of(&[1, 2, 3], More::Yes) };
        assert_eq!(itp.next(&mut space), Some(Query::default()));
        itp.take(&space, &Query::default(), &answer, 3);
        let mut asked = 0;
        while let Some(query) = itp.next(&mut space) {
            itp.take(&space, &query, &QueryAnswer::of(&[1, 2], More::No), if asked == 0 { new } else { 0 });
            asked += 1;
        }
        asked
    };
    assert_eq!(asked(3, 0), ItpParams::default().checks);
    assert_eq!([asked(4, 0), asked(3, 1)], [6, 6], "rows are missing");
}

#[test]
fn options_without_effect_are_not_combined() {
    let asked = |differing: u64| {
        let facets = vec![Facet::of_text("q", &[]), Facet::of_options("op", &["or"])];
        let mut space = Space::new(facets);
        let mut itp = Itp::new(&space, ItpParams::default(), Vec::new());
        let mut with_option = Vec::new();
        for word in 0..2 + differing {
            let value = space.intern(0, &format!("word{word}"));
            let rows = [word, word + 100];
            let own = Query::of(vec![(0, value)]);
            let more = own.with(1, 0);
            itp.take(&space, &own, &QueryAnswer::of(&rows, More::Yes), 2);
            let rows = if word < 2 { rows } else { [word, word + 200] };
            itp.take(&space, &more, &QueryAnswer::of(&rows, More::Yes), 0);
            with_option.push(more);
        }
        itp.has_idle_option(&with_option[0])
    };
    assert!(asked(0) && asked(1) && !asked(2));
}
