//! What systems keep of the structures of pages, for a terminal.

use super::Evaluation;
use super::table::align;
use debulha_compare::markup::decimal;
use debulha_compare::metrics::structure::found::StructureKind;
use debulha_compare::metrics::structure::tally::StructureTally;

/// A line a system for each kind of structure, empty where structures were not requested.
///
/// Numbers and formulas are counted by labels alone, so they are – for runs of other programs.
pub fn table(evaluation: &Evaluation<'_>) -> String {
    let systems = evaluation.systems.iter();
    let tallies: Vec<(&str, &StructureTally)> = systems
        .filter_map(|system| Some((system.scores.system.as_str(), system.scores.structure.as_ref()?)))
        .collect();
    let mut out = String::new();
    if tallies.is_empty() {
        return out;
    }
    for kind in StructureKind::ALL {
        let mut lines = vec![head(kind)];
        lines.extend(tallies.iter().map(|(system, tally)| line(kind, system, tally)));
        out.push('\n');
        out += &align(&lines);
    }
    let mut lines = vec![["formulas", "kept"].map(str::to_owned).to_vec()];
    lines.extend(
        tallies
            .iter()
            .map(|(system, tally)| vec![(*system).to_owned(), of(tally.formulas_kept, tally.formulas)]),
    );
    out.push('\n');
    out + &align(&lines)
}

fn head(kind: StructureKind) -> Vec<String> {
    let further: &[&str] = match kind {
        StructureKind::Table => &["cells P", "R"],
        StructureKind::Listing => &["alike"],
        StructureKind::OrderedList => &["items renumbered"],
        _ => &[],
    };
    let name = match kind {
        StructureKind::Table => "tables",
        StructureKind::Listing => "listings",
        StructureKind::OrderedList => "numbered lists",
        StructureKind::Definitions => "definitions",
        StructureKind::Caption => "captions",
    };
    let columns = [name, "kept", "holes", "gold", "whole", "lost"];
    columns.iter().chain(further).map(|&column| column.to_owned()).collect()
}

fn line(kind: StructureKind, system: &str, tally: &StructureTally) -> Vec<String> {
    let fates = tally.kinds.get(&kind).copied().unwrap_or_default();
    let counts = [fates.kept, fates.holes, fates.gold, fates.gold_whole, fates.gold_lost];
    let mut line = vec![system.to_owned()];
    line.extend(counts.map(|count| count.to_string()));
    match kind {
        StructureKind::Table => {
            let (precision, recall) = tally.cells_precision_recall();
            line.extend([decimal(precision), decimal(recall)]);
        }
        StructureKind::Listing => {
            let alike = (tally.listings > 0).then(|| tally.listings_alike / tally.listings as f64);
            line.push(decimal(alike));
        }
        StructureKind::OrderedList => line.push(of(tally.items_renumbered, tally.items)),
        _ => {}
    }
    line
}

/// A count among others, – where there are none.
fn of(part: usize, whole: usize) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{part} of {whole}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;
    use debulha_compare::metrics::structure::tally::Fates;

    #[test]
    fn a_table_a_kind() {
        let (_dir, corpus, mut systems) = sample();
        let tally = StructureTally {
            kinds: [(
                StructureKind::Table,
                Fates { kept: 5, holes: 2, gold: 4, gold_whole: 3, gold_lost: 1 },
            )]
            .into(),
            cells_gold: 8,
            cells_kept: 10,
            cells_shared: 6,
            items: 9,
            items_renumbered: 1,
            ..StructureTally::default()
        };
        systems[0].scores.structure = Some(tally);
        let text = table(&Evaluation::new(&corpus, systems.into()));
        let words = |start: &str| {
            let at = text.lines().position(|line| line.starts_with(start)).map_or(0, |at| at + 1);
            text.lines().nth(at).map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(words("tables").as_deref(), Some("5 2 4 3 1 .600 .750"));
        assert_eq!(words("numbered").as_deref(), Some("0 0 0 0 0 1 of 9"));
        assert_eq!(words("listings").as_deref(), Some("0 0 0 0 0 –"));
        assert_eq!(words("formulas").as_deref(), Some("–"));
    }

    #[test]
    fn nothing_unless_asked_for() {
        let (_dir, corpus, systems) = sample();
        assert_eq!(table(&Evaluation::new(&corpus, systems.into())), "");
    }
}
