//! C4.5 against the printed output of Weka 3.6.14's J48, on the tables in `tests/weka` (see its SOURCE.md).
//!
//! `cargo test --release -p debulha-learn --test it weka -- --ignored --nocapture` runs Weka again where it is installed
//! (`WEKA_JAR`, else Debian's place), and prints the table of docs/c45.md.

use debulha_learn::c45::{GrownTree, Options, train};
use debulha_learn::evaluate::{Confusion, Folds, percentage_split};
use debulha_learn::{Table, read, read_arff, to_arff};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Seed and share of the split that both programs are judged on.
const SPLIT: (f64, u64) = (0.66, 1);

const FOLDS: usize = 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/weka")
}

fn unpacked(path: &Path) -> String {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes.into_iter().map(char::from).collect()
}

/// The tables of the folder by name, in order.
fn tables() -> Vec<(String, Table)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "gz"));
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().trim_end_matches(".arff.gz").to_owned();
        (name, read_arff(&unpacked(path), None).unwrap())
    };
    files.iter().map(read).collect()
}

/// What Weka prints of a tree and of the rows that it is judged on, in its words.
fn printed(tree: &GrownTree, table: &Table, rows: &[u32]) -> String {
    let confusion = judged(tree, table, rows);
    let right = (0..table.classes().len()).map(|class| confusion.count(class, class)).sum::<u32>();
    format!(
        "{}\nNumber of Leaves  : \t{}\n\nSize of the tree : \t{}\n\nCorrect: {right} of {}\n\n{}",
        tree.display(table),
        tree.leaves(),
        tree.size(),
        rows.len(),
        confusion.display(table.classes())
    )
}

fn judged(tree: &GrownTree, table: &Table, rows: &[u32]) -> Confusion {
    let mut confusion = Confusion::new(table.classes().len());
    for &row in rows {
        confusion.add(table.class(row), tree.classify(|attribute| table.value(row, attribute)));
    }
    confusion
}

/// The same of our trees: of all rows, judged on them; and of a split, judged on the rows held out.
fn ours(table: &Table) -> [String; 2] {
    let all = table.all_rows();
    let (known, held_out) = percentage_split(table.len(), SPLIT.0, SPLIT.1);
    let learn = |rows: &[u32]| train(table, rows, &Options::default());
    [printed(&learn(&all), table, &all), printed(&learn(&known), table, &held_out)]
}

#[test]
fn trees_and_counts_are_those_that_weka_printed() {
    let tables = tables();
    assert!(tables.len() >= 6);
    for (name, table) in tables {
        for (ours, kind) in ours(&table).iter().zip(["all", "split"]) {
            let expected = fs::read_to_string(folder().join(format!("{name}.{kind}.txt"))).unwrap();
            assert_eq!(*ours, expected, "{name}, {kind}");
        }
    }
}

/// A table with only some rows.
fn some(table: &Table, rows: &[u32]) -> Table {
    let mut part = Table::new(table.attributes().to_vec(), table.classes().to_vec());
    for &row in rows {
        let values: Vec<Option<f64>> = (0..table.attributes().len()).map(|at| table.value(row, at)).collect();
        part.push(&values, table.class(row));
    }
    part
}

/// What J48 prints when it learns from some rows and is judged on others, in the form of [`printed`].
fn weka(table: &Table, known: &[u32], judged: &[u32]) -> String {
    let place = env::temp_dir().join(format!("debulha-weka-{}", std::process::id()));
    fs::create_dir_all(&place).unwrap();
    let write = |name: &str, rows: &[u32]| {
        let path = place.join(name);
        fs::write(&path, to_arff(&some(table, rows))).unwrap();
        path
    };
    let (known, judged_on) = (write("known.arff", known), write("judged.arff", judged));
    let jar = env::var_os("WEKA_JAR").unwrap_or_else(|| "/usr/share/java/weka.jar".into());
    let mut java = Command::new("java");
    java.args(["-Dfile.encoding=UTF-8", "-cp"]).arg(jar).arg("weka.classifiers.trees.J48");
    java.arg("-t").arg(known).arg("-T").arg(judged_on).arg("-i");
    let found = java.output().unwrap();
    assert!(found.status.success(), "{found:?}");
    let text = String::from_utf8(found.stdout).unwrap();
    let between = |text: &str, from: &str, to: &str| {
        text.split_once(from).unwrap().1.split_once(to).unwrap_or_else(|| panic!("{text}")).0.to_owned()
    };
    let tree = between(&text, "------------------\n", "Time taken");
    let test = text.split_once("=== Error on test data ===").unwrap().1;
    let right = between(test, "Correctly Classified Instances", "%");
    let right = right.split_whitespace().next().unwrap();
    let matrix = test.split_once("=== Confusion Matrix ===").unwrap().1.trim_start_matches('\n').trim_end();
    fs::remove_dir_all(place).unwrap();
    let tree = tree.trim_start_matches('\n').trim_end();
    format!("{tree}\n\nCorrect: {right} of {}\n\n{matrix}\n", judged.len())
}

/// The table of kushmerick1999, where it is at hand, and tables of a folder that may not be in the repository.
fn others() -> Vec<(String, Table)> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let adeater = env::var_os("DEBULHA_DATA").map_or_else(beside, PathBuf::from).join("adeater");
    let mut found = Vec::new();
    if adeater.is_dir() {
        let names: String = fs::read(adeater.join("ad.names")).unwrap().into_iter().map(char::from).collect();
        let table = read(&names, &unpacked(&adeater.join("ad.data.gz"))).unwrap();
        found.push(("adeater".to_owned(), table));
    }
    let files = env::var_os("WEKA_TABLES").and_then(|folder| fs::read_dir(folder).ok());
    let mut files: Vec<PathBuf> = files.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        found.push((name, read_arff(&fs::read_to_string(path).unwrap(), None).unwrap()));
    }
    found
}

fn right(printed: &str) -> f64 {
    let (right, of) = printed.split_once("Correct: ").unwrap().1.split_once(" of ").unwrap();
    let of = of.split_whitespace().next().unwrap();
    100.0 * right.parse::<f64>().unwrap() / of.parse::<f64>().unwrap()
}

#[test]
#[ignore = "runs Weka"]
fn weka_runs_again() {
    let is_new = env::var_os("WEKA_WRITE").is_some();
    println!(
        "| table | rows | attributes | tree | training: J48 | ours | split: J48 | ours | folds: J48 | ours |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let committed = tables();
    for (at, (name, table)) in committed.iter().cloned().chain(others()).enumerate() {
        let ours = ours(&table);
        let all = table.all_rows();
        let (known, held_out) = percentage_split(table.len(), SPLIT.0, SPLIT.1);
        let wekas = [weka(&table, &all, &all), weka(&table, &known, &held_out)];
        let (mut of_folds, mut equal) = ([0.0; 2], 0);
        let folds = Folds::stratified(&table, FOLDS, SPLIT.1).splits();
        for (known, held_out) in &folds {
            let tree = train(&table, known, &Options::default());
            let (ours, weka) = (printed(&tree, &table, held_out), weka(&table, known, held_out));
            let share = held_out.len() as f64 / table.len() as f64;
            of_folds[0] += share * right(&weka);
            of_folds[1] += share * right(&ours);
            equal += usize::from(ours == weka);
        }
        let same: usize = ours.iter().zip(&wekas).map(|(ours, weka)| usize::from(ours == weka)).sum();
        println!(
            "| {name} | {} | {} | {} of {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
            table.len(),
            table.attributes().len(),
            same + equal,
            2 + folds.len(),
            right(&wekas[0]),
            right(&ours[0]),
            right(&wekas[1]),
            right(&ours[1]),
            of_folds[0],
            of_folds[1]
        );
        for ((ours, weka), kind) in ours.iter().zip(&wekas).zip(["all", "split"]) {
            if is_new && at < committed.len() {
                fs::write(folder().join(format!("{name}.{kind}.txt")), weka).unwrap();
            }
            if ours != weka {
                let differing = ours.lines().zip(weka.lines()).find(|(ours, weka)| ours != weka);
                println!("<!-- {name}, {kind}: {differing:?} -->");
            }
        }
    }
}
