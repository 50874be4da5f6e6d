//! The registry as a text for people.

use super::{Feature, GROUPS, RowUnit, features};
use crate::about::Needs;
use std::fmt::Write;

/// All features in Markdown: a section a unit, a table a group.
pub fn describe() -> String {
    let mut text = String::from("# Features\n");
    for &unit in RowUnit::ALL {
        let count = features(unit).count();
        let _ = write!(text, "\n## Unit {}: {count} features\n\n{}\n", unit.name(), unit.docs());
        for group in GROUPS.iter().filter(|group| group.unit == unit) {
            let _ = write!(
                text,
                "\n### {}\n\n| name | version | needs | meaning |\n|---|---|---|---|\n",
                group.name
            );
            for Feature { name, version, docs, needs } in group.features {
                let _ = writeln!(text, "| `{name}` | {version} | {} | {docs} |", evidence(*needs));
            }
        }
    }
    text
}

fn evidence(needs: Needs) -> String {
    let all = [(needs.layout, "layout"), (needs.site, "site"), (needs.query, "query")];
    let named: Vec<&str> = all.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect();
    if named.is_empty() { "page".to_owned() } else { named.join(", ") }
}
