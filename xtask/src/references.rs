//! `crates/debulha-dom/src/references/table.rs`: the named character references of the HTML standard.

use anyhow::{Context, Result, bail};
use html5ever::data::NAMED_ENTITIES;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const TABLE: &str = "crates/debulha-dom/src/references/table.rs";

/// What a name stands for.
struct Reference {
    first: u32,
    /// 0 where the name stands for one character.
    second: u32,
    /// Whether the name is a reference without its semicolon too.
    legacy: bool,
}

/// Writes the table, or with `check` fails when it is stale.
pub(crate) fn write(root: &Path, check: bool) -> Result<()> {
    let path = root.join(TABLE);
    let references = references()?;
    let table = table(&references);
    if !check {
        fs::write(&path, table).with_context(|| path.display().to_string())?;
    } else if fs::read_to_string(&path).unwrap_or_default() != table {
        bail!("{TABLE} is stale: run `cargo xtask references`");
    }
    println!("{} named references {}", references.len(), if check { "fresh" } else { "written" });
    Ok(())
}

/// The names without their semicolons, sorted.
fn references() -> Result<BTreeMap<&'static str, Reference>> {
    let mut references = BTreeMap::new();
    // The list has the proper prefixes of names too, with no character.
    for (name, &(first, second)) in NAMED_ENTITIES.entries().filter(|(_, value)| value.0 != 0) {
        if let Some(name) = name.strip_suffix(';') {
            let legacy = NAMED_ENTITIES.get(name).is_some_and(|value| value.0 != 0);
            references.insert(name, Reference { first, second, legacy });
        } else if NAMED_ENTITIES.get(&format!("{name};")) != Some(&(first, second)) {
            bail!("`{name}` means something else with a semicolon: the table cannot say so");
        }
    }
    Ok(references)
}

fn table(references: &BTreeMap<&'static str, Reference>) -> String {
    let longest = |legacy: bool| {
        references.iter().filter(|(_, r)| !legacy || r.legacy).map(|(name, _)| name.len()).max().unwrap_or(0)
    };
    let mut text = format!(
        "//! Named character references of the HTML standard; written by `cargo xtask references`.\n\n\
         use super::NamedReference;\n\n\
         /// Bytes of the longest name.\n\
         pub(super) const LONGEST: usize = {};\n\n\
         /// Bytes of the longest name that is a reference without its semicolon.\n\
         pub(super) const LONGEST_LEGACY: usize = {};\n\n\
         /// Every name without its semicolon, in byte order, one after the other.\n\
         #[rustfmt::skip]\n\
         pub(super) static NAMES: &str = \"",
        longest(false),
        longest(true)
    );
    let mut line = 110;
    for name in references.keys() {
        if line + name.len() > 100 {
            text.push_str("\\\n    ");
            line = 4;
        }
        text.push_str(name);
        line += name.len();
    }
    text.push_str(
        "\";\n\n\
         /// What each name stands for.\n\
         #[rustfmt::skip]\n\
         pub(super) static NAMED: &[NamedReference] = &[\n",
    );
    let mut end = 0;
    for (name, Reference { first, second, legacy }) in references {
        end += name.len();
        let constructor = match (legacy, second) {
            (true, _) => "legacy",
            (false, 0) => "one",
            (false, _) => "two",
        };
        let _ = write!(text, "    NamedReference::{constructor}({end}, '\\u{{{first:x}}}'");
        if *second != 0 {
            let _ = write!(text, ", '\\u{{{second:x}}}'");
        }
        let _ = writeln!(text, "), // {name}");
    }
    text.push_str("];\n");
    text
}
