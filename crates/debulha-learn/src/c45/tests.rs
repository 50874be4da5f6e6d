#![allow(clippy::unwrap_used)]

use super::split::{gain_ratio, information_gain};
use super::*;
use crate::evaluate::{Confusion, predictor};
use crate::read;

/// The data of quinlan1993, table 1-1: golf by the weather.
const GOLF_NAMES: &str = "play, stay. outlook: sunny, overcast, rain. temperature: continuous. \
    humidity: continuous. windy: true, false.";
const GOLF: &str = "sunny,75,70,true,play\nsunny,80,90,true,stay\nsunny,85,85,false,stay\n\
    sunny,72,95,false,stay\nsunny,69,70,false,play\novercast,72,90,true,play\novercast,83,78,false,play\n\
    overcast,64,65,true,play\novercast,81,75,false,play\nrain,71,80,true,stay\nrain,65,70,true,stay\n\
    rain,75,80,false,play\nrain,68,80,false,play\nrain,70,96,false,play\n";

/// Weka's weather.numeric, of which all but humidity and temperature are in weather.nominal too.
const WEATHER_NAMES: &str = "yes, no. outlook: sunny, overcast, rainy. temperature: continuous. \
    humidity: continuous. windy: TRUE, FALSE.";
const WEATHER: &str = "sunny,85,85,FALSE,no\nsunny,80,90,TRUE,no\novercast,83,86,FALSE,yes\nrainy,70,96,FALSE,yes\n\
    rainy,68,80,FALSE,yes\nrainy,65,70,TRUE,no\novercast,64,65,TRUE,yes\nsunny,72,95,FALSE,no\n\
    sunny,69,70,FALSE,yes\nrainy,75,80,FALSE,yes\nsunny,75,70,TRUE,yes\novercast,72,90,TRUE,yes\n\
    overcast,81,75,FALSE,yes\nrainy,71,91,TRUE,no\n";

fn learned(table: &Table, options: &Options) -> GrownTree {
    train(table, &table.all_rows(), options)
}

fn rounded_to(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}

/// The class counts of each branch of a split by name, in the order of the names.
fn bags(table: &Table, attribute: usize) -> Vec<Vec<f64>> {
    let mut bags = vec![vec![0.0; table.classes().len()]; table.attributes()[attribute].names()];
    for row in table.all_rows() {
        if let Some(value) = table.value(row, attribute) {
            bags[value as usize][table.class(row)] += 1.0;
        }
    }
    bags
}

fn gains(table: &Table, attribute: usize) -> (f64, f64) {
    let bags = bags(table, attribute);
    let bags: Vec<&[f64]> = bags.iter().map(Vec::as_slice).collect();
    let total = table.len() as f64;
    let gain = information_gain(&bags, total);
    (rounded_to(gain, 3), rounded_to(gain_ratio(&bags, total, gain), 3))
}

#[test]
fn weka_weather_numeric() {
    let table = read(WEATHER_NAMES, WEATHER).unwrap();
    let tree = learned(&table, &Options::default());
    let expected = "outlook = sunny\n|   humidity <= 75: yes (2.0)\n|   humidity > 75: no (3.0)\n\
        outlook = overcast: yes (4.0)\noutlook = rainy\n|   windy = TRUE: no (2.0)\n|   windy = FALSE: yes (3.0)\n";
    assert_eq!(tree.display(&table), expected);
    assert_eq!((tree.leaves(), tree.size()), (5, 8));
    // The midpoint of 70 and 85; 75, of an overcast day, is the largest value of all below it.
    let midpoint = learned(&table, &Options { actual_thresholds: false, ..Options::default() });
    assert!(midpoint.display(&table).contains("humidity <= 77.5: yes (2.0)"));
}

#[test]
fn weka_weather_nominal() {
    let names = "yes, no. outlook: sunny, overcast, rainy. temperature: hot, mild, cool. humidity: high, normal. \
        windy: TRUE, FALSE.";
    let data = "sunny,hot,high,FALSE,no\nsunny,hot,high,TRUE,no\novercast,hot,high,FALSE,yes\n\
        rainy,mild,high,FALSE,yes\nrainy,cool,normal,FALSE,yes\nrainy,cool,normal,TRUE,no\n\
        overcast,cool,normal,TRUE,yes\nsunny,mild,high,FALSE,no\nsunny,cool,normal,FALSE,yes\n\
        rainy,mild,normal,FALSE,yes\nsunny,mild,normal,TRUE,yes\novercast,mild,high,TRUE,yes\n\
        overcast,hot,normal,FALSE,yes\nrainy,mild,high,TRUE,no\n";
    let table = read(names, data).unwrap();
    let expected = "outlook = sunny\n|   humidity = high: no (3.0)\n|   humidity = normal: yes (2.0)\n\
        outlook = overcast: yes (4.0)\noutlook = rainy\n|   windy = TRUE: no (2.0)\n|   windy = FALSE: yes (3.0)\n";
    assert_eq!(learned(&table, &Options::default()).display(&table), expected);
    // Gain and gain ratio of each attribute, as Witten and Frank give them.
    let found: Vec<(f64, f64)> = (0..4).map(|attribute| gains(&table, attribute)).collect();
    assert_eq!(found, [(0.247, 0.156), (0.029, 0.019), (0.152, 0.152), (0.048, 0.049)]);
}

#[test]
fn quinlan_1993_missing_value() {
    let data = GOLF.replace("overcast,72,90,true", "?,72,90,true");
    let table = read(GOLF_NAMES, &data).unwrap();
    assert_eq!(gains(&table, 0), (0.199, 0.11));
    let tree = learned(&table, &Options { prune: false, ..Options::default() });
    let shown = tree.display(&table);
    for (line, weight) in
        [("play (2.0)", ""), ("stay (3.38", "/0.38"), ("play (3.23)", ""), ("stay (2.38", "/0.38")]
    {
        assert!(shown.contains(&format!("{line}{weight}")), "{shown}");
    }
    // Sunny, 70, humidity unknown, no wind: play .44, stay .56.
    let found = tree.probabilities(|attribute| [Some(0.0), Some(70.0), None, Some(1.0)][attribute]);
    assert_eq!(found.iter().map(|&p| rounded_to(p, 2)).collect::<Vec<_>>(), [0.44, 0.56]);
}

#[test]
fn branches_that_no_row_took_answer_as_the_node_above() {
    let table = read("a, b. x: one, two, three.", "one,a\none,a\ntwo,b\ntwo,b\ntwo,b\n").unwrap();
    let tree = learned(&table, &Options { prune: false, ..Options::default() });
    assert_eq!(tree.display(&table), "x = one: a (2.0)\nx = two: b (3.0)\nx = three: b (0.0)\n");
    assert_eq!(tree.classify(|_| Some(2.0)), 1);
    assert_eq!(tree.probabilities(|_| None), [0.4, 0.6]);
}

#[test]
fn thresholds_are_the_same_with_zeros_left_out() {
    // The same numbers, once around 0 and once away from it: zeros are not stored, the split is the same.
    let rows = |shift: i32| {
        let row = |(x, class): (i32, &str)| format!("{},{class}\n", x + shift);
        [(-2, "a"), (-1, "a"), (0, "a"), (0, "b"), (0, "b"), (3, "b"), (4, "b"), (-3, "a")].map(row).concat()
    };
    let split = |shift: i32| {
        let table = read("a, b. x: continuous.", &rows(shift)).unwrap();
        learned(&table, &Options::default()).display(&table)
    };
    assert_eq!(split(0), "x <= -1: a (3.0)\nx > -1: b (5.0/1.0)\n");
    assert_eq!(split(10), "x <= 9: a (3.0)\nx > 9: b (5.0/1.0)\n");
}

#[test]
fn a_threshold_that_is_a_value_of_other_rows_still_divides() {
    // The first four rows have nearly the x of the next four, and another y.
    let rows = [("0,0.9999995,a\n", 4), ("1,1,b\n", 4), ("1,2,a\n", 4)]
        .map(|(row, times)| row.repeat(times))
        .concat();
    let table = read("a, b. y: continuous. x: continuous.", &rows).unwrap();
    let tree = learned(&table, &Options { mdl_correction: false, prune: false, ..Options::default() });
    assert_eq!(tree.leaves(), 3, "{}", tree.display(&table));
}

#[test]
fn trees_have_a_depth_at_most() {
    // Each question parts two rows from the rest.
    let row = |row: usize| format!("{row},{}\n", if (row / 2).is_multiple_of(2) { "a" } else { "b" });
    let rows: String = (0..4000).map(row).fold(String::new(), |all, row| all + &row);
    let table = read("a, b. x: continuous.", &rows).unwrap();
    let options = Options { mdl_correction: false, prune: false, collapse: false, ..Options::default() };
    let mut open = vec![(learned(&table, &options), 0)];
    let mut deepest = 0;
    while let Some((tree, depth)) = open.pop() {
        deepest = deepest.max(depth);
        open.extend(tree.branches.into_iter().map(|branch| (branch, depth + 1)));
    }
    assert!(deepest <= MAX_DEPTH, "{deepest}");
}

#[test]
fn mdl_correction_refuses_thresholds_that_tell_little() {
    let data = "1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,b\n9,a\n10,b\n";
    let table = read("a, b. x: continuous.", data).unwrap();
    let grown = Options { prune: false, collapse: false, ..Options::default() };
    assert_eq!(learned(&table, &grown).leaves(), 1);
    assert!(learned(&table, &Options { mdl_correction: false, ..grown }).leaves() > 1);
}

#[test]
fn pruning_raises_the_largest_branch() {
    // The class is y; a tree that asks for x first gets one of the rows with x = 1 wrong.
    let data = format!("{}{}1,1,a\n1,0,b\n", "0,1,a\n".repeat(20), "0,0,b\n".repeat(20));
    let table = read("a, b. x: 0,1. y: 0,1.", &data).unwrap();
    let leaf = |a, b| GrownTree { counts: vec![a, b], split: None, branches: Vec::new() };
    let node = |attribute, branches: Vec<GrownTree>| {
        let counts = (0..2).map(|class| branches.iter().map(|branch| branch.counts[class]).sum()).collect();
        GrownTree { counts, split: Some(NodeSplit::Name { attribute }), branches }
    };
    let grown = node(0, vec![node(1, vec![leaf(0.0, 20.0), leaf(20.0, 0.0)]), leaf(1.0, 1.0)]);
    let rows: Vec<Weighted> = table.all_rows().into_iter().map(|row| (row, 1.0)).collect();
    let mut raised = grown.clone();
    prune::prune(&mut raised, &table, &rows, &Options::default());
    assert_eq!(raised, node(1, vec![leaf(0.0, 21.0), leaf(21.0, 0.0)]));
    let mut kept = grown.clone();
    prune::prune(&mut kept, &table, &rows, &Options { subtree_raising: false, ..Options::default() });
    assert_eq!(kept, grown);
}

#[test]
fn rules_of_the_weather() {
    let table = read(WEATHER_NAMES, WEATHER).unwrap();
    let tree = learned(&table, &Options { prune: false, ..Options::default() });
    let found = rules(&table, &table.all_rows(), &tree, &RuleOptions::default());
    let predict = predictor(&table, found.clone());
    let mut confusion = Confusion::new(2);
    for row in table.all_rows() {
        confusion.add(table.class(row), predict(row));
    }
    assert!(confusion.accuracy() >= 12.0 / 14.0, "{found}");
}

#[test]
fn conditions_that_tell_nothing_are_dropped() {
    let data = format!("{}{}{}", "1,0,a\n".repeat(10), "1,1,a\n".repeat(10), "0,1,b\n".repeat(10));
    let table = read("a, b. x: 0,1. noise: 0,1.", &data).unwrap();
    let leaf = |a, b| GrownTree { counts: vec![a, b], split: None, branches: Vec::new() };
    let noisy = GrownTree {
        counts: vec![20.0, 10.0],
        split: Some(NodeSplit::Name { attribute: 1 }),
        branches: vec![
            leaf(10.0, 0.0),
            GrownTree {
                counts: vec![10.0, 10.0],
                split: Some(NodeSplit::Name { attribute: 0 }),
                branches: vec![leaf(0.0, 10.0), leaf(10.0, 0.0)],
            },
        ],
    };
    let found = rules(&table, &table.all_rows(), &noisy, &RuleOptions::default());
    let mut shown: Vec<String> = found.rules.iter().map(|rule| found.describe(rule)).collect();
    shown.sort();
    assert!(
        shown.iter().all(|rule| rule == "if x = 0 then b (10/0)" || rule == "if x = 1 then a (20/0)"),
        "{shown:?}"
    );
}
