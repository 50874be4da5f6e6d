//! Writes measured numbers into the file of an experiment, and leaves the rest of it as it is.

use serde::Serialize;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::pinned::rounded;
use super::{
    ElementCounts, Experiment, ExperimentError, NodeScores, Reproduction, RowNumbers, RowOutcome, SiteAreas,
    SiteNodes, SiteOutcome, SystemScores, TestedPage, WrapperScores,
};

/// Writes what was measured as `ours` of everything that has a verdict, judges anew and gives the result back.
///
/// A row that is far from its published number without a `gap` stays OFF: pinning explains nothing.
///
/// # Errors
/// When the file cannot be read or written, or is not the one that was run.
pub fn pin(reproduction: Reproduction) -> Result<Reproduction, ExperimentError> {
    let mut document = read(&reproduction.experiment)?;
    let mut write = |kind: &str, tables: Vec<Item>| -> Result<(), ExperimentError> {
        for (place, ours) in tables.into_iter().enumerate() {
            table(&mut document, kind, place)
                .ok_or_else(|| malformed(&reproduction.experiment, format!("no {kind} {}", place + 1)))?["ours"] =
                ours;
        }
        Ok(())
    };
    let named = |outcome: &RowOutcome| value(named_numbers(outcome.pin()));
    let listed = |outcomes: &Vec<RowOutcome>| {
        let mut list: Array =
            outcomes.iter().map(|outcome| Array::from_iter(outcome.pinned_scores())).collect();
        one_per_line(&mut list);
        value(list)
    };
    let by_system = |outcomes: &Vec<RowOutcome>| {
        let numbers = |outcome: &RowOutcome| Value::from(Array::from_iter(outcome.pinned_scores()));
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
    write_rows(&reproduction, &mut document)?;
    save(&reproduction.experiment, &document)?;
    let mut pinned = Reproduction::pinned(&reproduction.measured())?;
    let Reproduction { blocks, element_areas, template_pages, times, drawn_times, .. } = reproduction;
    for (pinned, outcome) in pinned.blocks.iter_mut().flatten().zip(blocks.into_iter().flatten()) {
        pinned.seconds = outcome.seconds;
    }
    for (pinned, outcome) in
        pinned.element_areas.iter_mut().flatten().zip(element_areas.into_iter().flatten())
    {
        pinned.bars = outcome.bars;
    }
    Ok(Reproduction { times, template_pages, drawn_times, ..pinned })
}

/// Writes the pins of effects, and of tables that have rows of their own.
fn write_rows(reproduction: &Reproduction, document: &mut DocumentMut) -> Result<(), ExperimentError> {
    for (place, effect) in reproduction.effects.iter().enumerate() {
        if let Some(table) = table(document, "effect", place) {
            table["agrees"] = value(effect.agrees);
        }
    }
    for (place, outcomes) in reproduction.blocks.iter().enumerate() {
        let rows = rows(reproduction, document, "blocks", place)?;
        for (row, outcome) in rows.iter_mut().zip(outcomes) {
            let sites = outcome.sites.iter().map(|numbers| Array::from_iter(numbers.map(rounded)));
            let mut list: Array = sites.collect();
            one_per_line(&mut list);
            row["ours"] = value(list);
        }
    }
    for (place, outcomes) in reproduction.template_classifier.iter().enumerate() {
        let rows = rows(reproduction, document, "template_classifier", place)?;
        for (row, outcome) in rows.iter_mut().zip(outcomes) {
            row["ours"] = value(named_numbers(outcome.nodes.pin()));
            row["text_f1"] = value(rounded(outcome.text_f1));
        }
    }
    for (place, tested) in reproduction.template_pages.iter().enumerate() {
        if let (Some(table), false) = (table(document, "template_classifier", place), tested.pages.is_empty())
        {
            let mut list: Array = tested.pages.iter().map(TestedPage::pin).collect();
            one_per_line(&mut list);
            table["tested_pages"] = value(list);
        }
    }
    for (place, outcomes) in reproduction.trained_system.iter().enumerate() {
        let rows = rows(reproduction, document, "trained_system", place)?;
        for (row, outcome) in rows.iter_mut().zip(outcomes) {
            row["ours"] = value(named_numbers(outcome.all.pin()));
            let (sites, cards) = (outcome.pinned_sites(), outcome.pinned_cards());
            if !sites.is_empty() {
                let pins = sites.into_iter().map(|(site, numbers)| (site, value(named_numbers(numbers))));
                row["ours_by_site"] = Item::Table(pins.collect());
            }
            if !cards.is_empty() {
                let cards = cards.into_iter().map(|card| card.into_iter().collect::<InlineTable>());
                row["ours_cards"] = value(cards.collect::<Array>());
            }
        }
    }
    Ok(())
}

/// Writes the times that were measured, as those of `on`: a date and a kind of machine.
///
/// # Errors
/// As [`pin`].
pub fn record(mut reproduction: Reproduction, on: &str) -> Result<Reproduction, ExperimentError> {
    let mut document = read(&reproduction.experiment)?;
    let measured = std::mem::take(&mut reproduction.times);
    for (place, mut record) in measured.into_iter().enumerate() {
        on.clone_into(&mut record.on);
        let recorded = written(&reproduction, &record)?;
        table(&mut document, "time", place)
            .ok_or_else(|| malformed(&reproduction.experiment, format!("no time {}", place + 1)))?
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
            .ok_or_else(|| {
                malformed(&reproduction.experiment, format!("no template_classifier {}", place + 1))
            })?
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
            .ok_or_else(|| {
                malformed(&reproduction.experiment, format!("no time of trained_system {}", place + 1))
            })?
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
            .ok_or_else(|| malformed(&reproduction.experiment, format!("no table {}", place + 1)))?
            .insert("recorded", Item::Table(recorded));
        reproduction.experiment.blocks[place].recorded = Some(times);
    }
    save(&reproduction.experiment, &document)?;
    Ok(reproduction)
}

/// What was recorded as a table.
fn written(reproduction: &Reproduction, record: &impl Serialize) -> Result<Item, ExperimentError> {
    let text = toml::to_string(record).map_err(|e| malformed(&reproduction.experiment, e.to_string()))?;
    let parsed =
        text.parse::<DocumentMut>().map_err(|e| malformed(&reproduction.experiment, e.to_string()))?;
    let mut recorded = parsed.as_table().clone();
    forget_positions(&mut recorded);
    Ok(Item::Table(recorded))
}

pub(super) fn read(experiment: &Experiment) -> Result<DocumentMut, ExperimentError> {
    let path = experiment.file.clone();
    let text = std::fs::read_to_string(&path)
        .map_err(|source| ExperimentError::Io { path: path.clone(), source })?;
    text.parse().map_err(|e: toml_edit::TomlError| malformed(experiment, e.to_string()))
}

pub(super) fn save(experiment: &Experiment, document: &DocumentMut) -> Result<(), ExperimentError> {
    let path = experiment.file.clone();
    std::fs::write(&path, document.to_string()).map_err(|source| ExperimentError::Io { path, source })
}

pub(super) fn malformed(experiment: &Experiment, reason: String) -> ExperimentError {
    ExperimentError::Malformed { path: experiment.file.clone(), reason }
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
    rows.ok_or_else(|| malformed(&reproduction.experiment, format!("no {kind} {}", place + 1)))
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

/// Numbers of a row by their names.
fn named_numbers(RowNumbers { pages, precision, recall, f1 }: RowNumbers) -> InlineTable {
    let pages = pages.map(|pages| ("pages", Value::from(pages as i64)));
    let scores = [("precision", precision), ("recall", recall), ("f1", f1)];
    let scores = scores.into_iter().filter_map(|(name, score)| Some((name, Value::from(score?))));
    pages.into_iter().chain(scores).collect()
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
pub(super) fn one_per_line(list: &mut Array) {
    for item in list.iter_mut() {
        item.decor_mut().set_prefix("\n    ");
    }
    list.set_trailing("\n");
    list.set_trailing_comma(true);
}
