//! Writes measured numbers into the file of an experiment, and leaves the rest of it as it is.

use serde::Serialize;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::block_table::numbers;
use super::run::judge;
use super::{
    ElementCounts, ExperimentError, NodeScores, Reproduction, RowNumbers, RowOutcome, RowVerdict, SiteAreas,
    SiteNodes, SiteOutcome, SystemScores, WrapperScores,
};
use debulha_compare::metrics::Prf;
use debulha_compare::metrics::blocks::BlockCounts;

/// Decimals of a pin.
const DECIMALS: f64 = 1e4;

/// Writes what was measured as `ours` of everything that has a verdict, judges anew and gives the result back.
///
/// A row that is far from its published number without a `gap` stays OFF: pinning explains nothing.
///
/// # Errors
/// When the file cannot be read or written, or is not the one that was run.
pub fn pin(mut reproduction: Reproduction) -> Result<Reproduction, ExperimentError> {
    let mut document = read(&reproduction)?;
    let mut write = |kind: &str, tables: Vec<Item>| -> Result<(), ExperimentError> {
        for (place, ours) in tables.into_iter().enumerate() {
            table(&mut document, kind, place)
                .ok_or_else(|| malformed(&reproduction, format!("no {kind} {}", place + 1)))?["ours"] = ours;
        }
        Ok(())
    };
    let named = |outcome: &RowOutcome| {
        let names = ["precision", "recall", "f1"];
        value(names.into_iter().zip(rounded(outcome.measured)).collect::<InlineTable>())
    };
    let listed = |outcomes: &Vec<RowOutcome>| {
        let mut list: Array =
            outcomes.iter().map(|outcome| Array::from_iter(rounded(outcome.measured))).collect();
        one_a_line(&mut list);
        value(list)
    };
    let by_system = |outcomes: &Vec<RowOutcome>| {
        let numbers = |outcome: &RowOutcome| Value::from(Array::from_iter(rounded(outcome.measured)));
        let pins = outcomes.iter().map(|outcome| (outcome.system.clone(), numbers(outcome)));
        value(pins.collect::<InlineTable>())
    };
    let by_site = |outcomes: &Vec<SiteOutcome>| {
        let mut pins = Table::new();
        for SiteOutcome { site, counted: SiteNodes(pages, nodes, template), .. } in outcomes {
            let numbers = Array::from_iter([pages, nodes, template].map(|&number| i64::from(number)));
            pins.insert(site, value(numbers));
        }
        Item::Table(pins)
    };
    write("row", reproduction.outcomes.iter().map(named).collect())?;
    write("mean", reproduction.means.iter().map(named).collect())?;
    write("sweep", reproduction.sweeps.iter().map(listed).collect())?;
    write("points", reproduction.points.iter().map(by_system).collect())?;
    let areas = |outcomes: &Vec<SiteAreas>| {
        let pins = outcomes.iter().map(|of| (of.site.clone(), of.measured.pin()));
        Item::Table(pins.collect())
    };
    write("element_areas", reproduction.element_areas.iter().map(areas).collect())?;
    write("template_nodes", reproduction.template_nodes.iter().map(by_site).collect())?;
    let of_sites = reproduction.node_classification.iter().map(|classified| {
        let pins = classified.sites.iter().map(|of| (of.site.clone(), scores(&of.scores)));
        Item::Table(pins.collect())
    });
    write("node_classification", of_sites.collect())?;
    for (place, classified) in reproduction.node_classification.iter().enumerate() {
        let variants =
            table(&mut document, "node_classification", place).and_then(|nodes| nodes.get_mut("variant"));
        let variants =
            variants.and_then(Item::as_array_of_tables_mut).into_iter().flat_map(|list| list.iter_mut());
        for (variant, of) in variants.zip(&classified.variants) {
            variant["ours"] = scores(&of.scores);
        }
    }
    for (place, outcomes) in reproduction.blocks.iter().enumerate() {
        let rows = rows(&reproduction, &mut document, "blocks", place)?;
        for (row, outcome) in rows.iter_mut().zip(outcomes) {
            let sites = outcome.sites.iter().map(|counts| Array::from_iter(pinned_blocks(*counts)));
            let mut list: Array = sites.collect();
            one_a_line(&mut list);
            row["ours"] = value(list);
        }
    }
    for (place, outcomes) in reproduction.template_classifier.iter().enumerate() {
        let rows = rows(&reproduction, &mut document, "template_classifier", place)?;
        for (row, outcome) in rows.iter_mut().zip(outcomes) {
            row["ours"] = named(&outcome.nodes);
            row["text_f1"] = value((outcome.text_f1 * DECIMALS).round() / DECIMALS);
        }
    }
    for (place, outcomes) in reproduction.trained_system.iter().enumerate() {
        let rows = rows(&reproduction, &mut document, "trained_system", place)?;
        for (row, outcome) in rows.iter_mut().zip(outcomes) {
            row["ours"] = named(&outcome.all);
        }
    }
    save(&reproduction, &document)?;
    judge_again(&mut reproduction);
    Ok(reproduction)
}

/// Writes the times that were measured, as those of `on`: a date and a kind of machine.
///
/// # Errors
/// As [`pin`].
pub fn record(mut reproduction: Reproduction, on: &str) -> Result<Reproduction, ExperimentError> {
    let mut document = read(&reproduction)?;
    let measured = std::mem::take(&mut reproduction.times);
    for (place, mut record) in measured.into_iter().enumerate() {
        on.clone_into(&mut record.on);
        let recorded = written(&reproduction, &record)?;
        table(&mut document, "time", place)
            .ok_or_else(|| malformed(&reproduction, format!("no time {}", place + 1)))?
            .insert("recorded", recorded);
        reproduction.experiment.time[place].recorded = Some(record.clone());
        reproduction.times.push(record);
    }
    for place in 0..reproduction.template_pages.len() {
        if reproduction.experiment.template_classifier[place].published_pages.is_empty() {
            continue;
        }
        let mut times = reproduction.template_pages[place].times.clone();
        on.clone_into(&mut times.on);
        let recorded = written(&reproduction, &times)?;
        table(&mut document, "template_classifier", place)
            .ok_or_else(|| malformed(&reproduction, format!("no template_classifier {}", place + 1)))?
            .insert("recorded", recorded);
        reproduction.experiment.template_classifier[place].recorded = Some(times);
    }
    for place in 0..reproduction.drawn_times.len() {
        let Some(mut record) = reproduction.drawn_times[place].clone() else { continue };
        on.clone_into(&mut record.on);
        let recorded = written(&reproduction, &record)?;
        let timing = table(&mut document, "trained_system", place).and_then(|table| table.get_mut("time"));
        timing
            .and_then(Item::as_table_mut)
            .ok_or_else(|| malformed(&reproduction, format!("no time of trained_system {}", place + 1)))?
            .insert("recorded", recorded);
        if let Some(timing) = &mut reproduction.experiment.trained_system[place].time {
            timing.recorded = Some(record);
        }
    }
    for place in 0..reproduction.blocks.len() {
        let times = reproduction.experiment.blocks[place].times(&reproduction.blocks[place], on);
        let seconds = times.seconds.iter().map(|(label, of_sites)| {
            (label.clone(), Value::from(of_sites.iter().copied().collect::<Array>()))
        });
        let mut recorded = Table::new();
        recorded["on"] = value(times.on.as_str());
        recorded["seconds"] = Item::Table(seconds.map(|(label, list)| (label, value(list))).collect());
        table(&mut document, "blocks", place)
            .ok_or_else(|| malformed(&reproduction, format!("no table {}", place + 1)))?
            .insert("recorded", Item::Table(recorded));
        reproduction.experiment.blocks[place].recorded = Some(times);
    }
    save(&reproduction, &document)?;
    Ok(reproduction)
}

/// What was recorded as a table.
fn written(reproduction: &Reproduction, record: &impl Serialize) -> Result<Item, ExperimentError> {
    let text = toml::to_string(record).map_err(|e| malformed(reproduction, e.to_string()))?;
    let parsed = text.parse::<DocumentMut>().map_err(|e| malformed(reproduction, e.to_string()))?;
    let mut recorded = parsed.as_table().clone();
    forget_positions(&mut recorded);
    Ok(Item::Table(recorded))
}

fn read(reproduction: &Reproduction) -> Result<DocumentMut, ExperimentError> {
    let path = reproduction.experiment.file.clone();
    let text = std::fs::read_to_string(&path)
        .map_err(|source| ExperimentError::Io { path: path.clone(), source })?;
    text.parse().map_err(|e: toml_edit::TomlError| malformed(reproduction, e.to_string()))
}

fn save(reproduction: &Reproduction, document: &DocumentMut) -> Result<(), ExperimentError> {
    let path = reproduction.experiment.file.clone();
    std::fs::write(&path, document.to_string()).map_err(|source| ExperimentError::Io { path, source })
}

fn malformed(reproduction: &Reproduction, reason: String) -> ExperimentError {
    ExperimentError::Malformed { path: reproduction.experiment.file.clone(), reason }
}

fn table<'d>(document: &'d mut DocumentMut, kind: &str, place: usize) -> Option<&'d mut Table> {
    document.get_mut(kind)?.as_array_of_tables_mut()?.get_mut(place)
}

/// The rows of a table that has rows.
fn rows<'d>(
    reproduction: &Reproduction,
    document: &'d mut DocumentMut,
    kind: &str,
    place: usize,
) -> Result<&'d mut ArrayOfTables, ExperimentError> {
    let rows = table(document, kind, place).and_then(|table| table.get_mut("row"));
    let rows = rows.and_then(Item::as_array_of_tables_mut);
    rows.ok_or_else(|| malformed(reproduction, format!("no {kind} {}", place + 1)))
}

/// Tables of another document stand where they are put, not where they stood there.
fn forget_positions(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        if let Some(below) = item.as_table_mut() {
            forget_positions(below);
        }
    }
}

fn rounded(numbers: Prf) -> [f64; 3] {
    [numbers.precision, numbers.recall, numbers.f1].map(|number| (number * DECIMALS).round() / DECIMALS)
}

/// The numbers of a site in a table of blocks: a count and four shares.
fn pinned_blocks(counts: BlockCounts) -> [f64; 5] {
    numbers(counts).map(|number| (number * DECIMALS).round() / DECIMALS)
}

/// The scores of a classification of nodes.
fn scores(of: &NodeScores) -> Item {
    let counts = |ElementCounts(rr, rc, cc, cr): ElementCounts| {
        Value::from(Array::from_iter([rr, rc, cc, cr].map(|n| n as i64)))
    };
    let pins = [
        ("pages", Value::from(of.pages as i64)),
        ("terms", Value::from(of.terms as i64)),
        ("by_row", counts(of.by_row)),
        ("by_page", counts(of.by_page)),
        ("cetd", counts(of.cetd)),
        ("text", Value::from(Array::from_iter(of.text))),
        ("cetd_text", Value::from(Array::from_iter(of.cetd_text))),
    ];
    let mut pins: InlineTable = pins.into_iter().collect();
    if let Some(WrapperScores { records, fields, text, nodes }) = of.wrapper {
        let numbers = [("records", records), ("fields", fields)];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, Value::from(number?))));
        let mut wrapper: InlineTable = numbers.collect();
        wrapper.insert("text", Value::from(Array::from_iter(text)));
        wrapper.insert("nodes", counts(nodes));
        pins.insert("wrapper", Value::from(wrapper));
    }
    if !of.systems.is_empty() {
        let pin = |SystemScores { text, nodes }: &SystemScores| {
            let pins = [("text", Value::from(Array::from_iter(*text))), ("nodes", counts(*nodes))];
            Value::from(pins.into_iter().collect::<InlineTable>())
        };
        let systems: InlineTable = of.systems.iter().map(|(id, scores)| (id, pin(scores))).collect();
        pins.insert("systems", Value::from(systems));
    }
    value(pins)
}

/// Puts every item of a list on a line of its own.
fn one_a_line(list: &mut Array) {
    for item in list.iter_mut() {
        item.decor_mut().set_prefix("\n    ");
    }
    list.set_trailing("\n");
    list.set_trailing_comma(true);
}

fn judge_again(reproduction: &mut Reproduction) {
    let experiment = &mut reproduction.experiment;
    let tolerance = experiment.tolerance;
    let pinned = |outcome: &RowOutcome| {
        let [precision, recall, f1] = rounded(outcome.measured).map(Some);
        RowNumbers { precision, recall, f1 }
    };
    for (row, outcome) in experiment.row.iter_mut().zip(&mut reproduction.outcomes) {
        row.ours = pinned(outcome);
        outcome.verdict = row.judge(tolerance, outcome.measured);
    }
    for (mean, outcome) in experiment.mean.iter_mut().zip(&mut reproduction.means) {
        mean.ours = pinned(outcome);
        outcome.verdict = mean.judge(tolerance, outcome.measured);
    }
    for (table, outcomes) in experiment.blocks.iter_mut().zip(&mut reproduction.blocks) {
        for (row, outcome) in table.row.iter_mut().zip(outcomes) {
            row.ours = outcome.sites.iter().map(|counts| pinned_blocks(*counts)).collect();
            outcome.mean.verdict = row.judge(tolerance, outcome);
        }
    }
    for (table, outcomes) in
        experiment.template_classifier.iter_mut().zip(&mut reproduction.template_classifier)
    {
        for (row, outcome) in table.row.iter_mut().zip(outcomes) {
            row.ours = pinned(&outcome.nodes);
            row.text_f1 = Some((outcome.text_f1 * DECIMALS).round() / DECIMALS);
            outcome.nodes.verdict = row.judge(tolerance, outcome);
        }
    }
    for (table, outcomes) in experiment.trained_system.iter_mut().zip(&mut reproduction.trained_system) {
        for (row, outcome) in table.row.iter_mut().zip(outcomes) {
            row.ours = pinned(&outcome.all);
            outcome.all.verdict = row.judge(tolerance, outcome.all.measured);
        }
    }
    for outcome in reproduction.sweeps.iter_mut().chain(&mut reproduction.points).flatten() {
        outcome.verdict = judge(RowNumbers::default(), pinned(outcome), tolerance, false, outcome.measured);
        debug_assert_eq!(outcome.verdict, RowVerdict::Ok, "just pinned");
    }
    for (nodes, classified) in
        experiment.node_classification.iter_mut().zip(&mut reproduction.node_classification)
    {
        nodes.ours = classified.sites.iter().map(|of| (of.site.clone(), of.scores.clone())).collect();
        for (variant, of) in nodes.variant.iter_mut().zip(&classified.variants) {
            variant.ours = Some(of.scores.clone());
        }
        for of in classified.sites.iter_mut().chain(&mut classified.variants) {
            of.verdict = RowVerdict::Ok;
        }
    }
    for (areas, outcomes) in experiment.element_areas.iter_mut().zip(&mut reproduction.element_areas) {
        areas.ours = outcomes.iter().map(|outcome| (outcome.site.clone(), outcome.measured)).collect();
        for outcome in outcomes {
            outcome.verdict = RowVerdict::Ok;
        }
    }
    for (count, outcomes) in experiment.template_nodes.iter_mut().zip(&mut reproduction.template_nodes) {
        count.ours = outcomes.iter().map(|outcome| (outcome.site.clone(), outcome.counted)).collect();
        for outcome in outcomes {
            outcome.verdict = RowVerdict::Ok;
        }
    }
}
