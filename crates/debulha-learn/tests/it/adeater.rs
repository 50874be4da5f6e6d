//! C4.5 on the table of kushmerick1999, where it is at hand: `DEBULHA_DATA`, else beside the workspace.

use debulha_learn::c45::{Options, RuleOptions, rules, train};
use debulha_learn::evaluate::{Confusion, Folds, cross_validate, predictor};
use debulha_learn::{Table, read};
use debulha_systems::extractors::adeater::{Adeater, AdeaterParams};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn table() -> Option<Table> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = env::var_os("DEBULHA_DATA").map_or_else(beside, PathBuf::from).join("adeater");
    if !folder.is_dir() {
        println!("left out: no {}", folder.display());
        return None;
    }
    let names: String = fs::read(folder.join("ad.names")).unwrap().into_iter().map(char::from).collect();
    let mut data = String::new();
    GzDecoder::new(fs::File::open(folder.join("ad.data.gz")).unwrap()).read_to_string(&mut data).unwrap();
    Some(read(&names, &data).unwrap())
}

fn accuracy(folds: &[Confusion]) -> f64 {
    let mut all = Confusion::new(2);
    for fold in folds {
        all.add_all(fold);
    }
    assert_eq!(all.total(), 3279);
    println!("{:.4} precision {:.4} recall {:.4}", all.accuracy(), all.precision(0), all.recall(0));
    all.accuracy()
}

#[test]
fn trees_and_rules_reach_the_published_accuracy() {
    let Some(table) = table() else { return };
    assert_eq!((table.len(), table.attributes().len(), table.classes().len()), (3279, 1558, 2));
    let folds = Folds::stratified(&table, 10, 1);
    let trees = cross_validate(&table, &folds, |rows| {
        let tree = train(&table, rows, &Options::default());
        let table = &table;
        move |row| tree.classify(|attribute| table.value(row, attribute))
    });
    assert!(accuracy(&trees) >= 0.966);
    let lists = cross_validate(&table, &folds, |rows| {
        let tree = train(&table, rows, &Options { prune: false, ..Options::default() });
        let list = rules(&table, rows, &tree, &RuleOptions::default());
        println!("{} leaves, {} rules", tree.leaves(), list.rules.len());
        predictor(&table, list)
    });
    assert!(accuracy(&lists) >= 0.968);
}

#[test]
fn the_shipped_rules_are_learned_again() {
    let Some(table) = table() else { return };
    let tree = train(&table, &table.all_rows(), &Options { prune: false, ..Options::default() });
    let learned = rules(&table, &table.all_rows(), &tree, &RuleOptions::default());
    let shipped = Adeater::new(AdeaterParams::default()).unwrap();
    assert_eq!(learned.to_string(), shipped.rules().to_string());
    assert_eq!(learned.rules.len(), 25);
}
