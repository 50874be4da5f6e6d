//! `docs/algorithms/`: one page a system, and `docs/features.md`, from the registries.

use anyhow::{Context, Result, bail, ensure};
use debulha_core::ExtractorInfo;
use debulha_core::criteria::{CRITERIA, Criteria};
use debulha_core::extractor::{About, Provenance, Unit};
use debulha_core::extractors::debulha::evidence;
use debulha_core::feature_table::{Feature, RowUnit, describe, features};
use debulha_systems::extractors::EXTRACTORS;
use debulha_systems::features::visual_table;
use debulha_systems::segmenters::SEGMENTERS;
use debulha_systems::site::SITE_METHODS;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Writes the pages, or with `check` fails when one of them is stale.
pub(crate) fn write(root: &Path, check: bool) -> Result<()> {
    let folder = root.join("docs/algorithms");
    fs::create_dir_all(&folder)?;
    let systems = systems();
    let mut pages: Vec<(String, String)> =
        systems.iter().map(|system| (format!("{}.md", system.about.id), page(system))).collect();
    pages.push(("README.md".to_owned(), index(&systems)));
    for (name, text) in &pages {
        write_page(&folder.join(name), text, check)?;
    }
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !pages.iter().any(|(page, _)| *page == name) {
            bail!("docs/algorithms/{name} belongs to no system: remove it");
        }
    }
    write_page(&root.join("docs/features.md"), &features_page(), check)?;
    check_count(root)?;
    println!("{} pages {}", pages.len() + 1, if check { "fresh" } else { "written" });
    Ok(())
}

fn write_page(path: &Path, text: &str, check: bool) -> Result<()> {
    if !check {
        fs::write(path, text).with_context(|| path.display().to_string())?;
    } else if fs::read_to_string(path).unwrap_or_default() != *text {
        bail!("{} is stale: run `cargo xtask docs`", path.display());
    }
    Ok(())
}

/// That the README gives the number of features as it is.
fn check_count(root: &Path) -> Result<()> {
    let count: usize = RowUnit::ALL.iter().map(|&unit| features(unit).count()).sum();
    let said = format!("[{count} features](docs/features.md)");
    let readme = fs::read_to_string(root.join("README.md"))?;
    ensure!(readme.contains(&said), "README.md does not say `{said}`");
    Ok(())
}

fn features_page() -> String {
    let mut page = format!(
        "<!-- written by `cargo xtask docs`; edit crates/debulha-core/src/feature_table, and for the flagship's own \
         crates/debulha-core/src/extractors/debulha/evidence.rs -->\n{}{}",
        describe(),
        visual_table::describe()
    );
    let _ = write!(
        page,
        "\n## The flagship's own: {} features\n\nOf text blocks, beside those above, for the system `debulha` alone: they \
         need the token odds of its model.\n\n| name | version | meaning |\n|---|---|---|\n",
        evidence::FEATURES.len()
    );
    for Feature { name, version, docs, .. } in evidence::FEATURES {
        let _ = writeln!(page, "| `{name}` | {version} | {docs} |");
    }
    page
}

/// A page's system.
struct System {
    about: &'static About,
    /// What it decides on or makes.
    does: String,
}

fn systems() -> Vec<System> {
    let decides = |info: &ExtractorInfo| format!("decides on {}", unit(info.unit));
    let extractors = EXTRACTORS.iter().map(|info| System { about: &info.about, does: decides(info) });
    let methods = SITE_METHODS.iter().map(|method| System {
        about: &method.extractor.about,
        does: format!(
            "learns from a site's pages, {} or more; {}",
            method.min_pages,
            decides(method.extractor)
        ),
    });
    let segmenters = SEGMENTERS
        .iter()
        .map(|info| System { about: &info.about, does: "cuts pages into blocks".to_owned() });
    extractors.chain(methods).chain(segmenters).collect()
}

fn page(system: &System) -> String {
    let info = system.about;
    let mut page = format!("<!-- written by `cargo xtask docs`; edit {} -->\n", info.file);
    let _ = writeln!(page, "# `{}`: {}\n", info.id, info.title);
    let _ = writeln!(page, "{}; {}.\n", provenance(info.provenance), system.does);
    for line in info.docs.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        // Lines that the doctest hides are for the compiler alone.
        if line != "#" && !line.starts_with("# ") {
            let _ = writeln!(page, "{line}");
        }
    }
    page.push_str("\n## Parameters\n");
    if info.params.is_empty() {
        page.push_str("None.\n");
    }
    for param in info.params {
        let (default, accepted) = ((param.default)(), param.accepted());
        let _ = writeln!(page, "- `{}` = `{default}`, {accepted}: {}", param.name, one_line(param.docs));
    }
    if !info.presets.is_empty() {
        page.push_str("\n## Presets\n");
    }
    for preset in info.presets {
        let _ = writeln!(page, "- `{}` `{}`: {}", preset.name, preset.params, one_line(preset.docs));
    }
    page
}

fn index(systems: &[System]) -> String {
    let mut page = String::from("<!-- written by `cargo xtask docs` -->\n# Systems\n\n");
    page.push_str("| id | name | what it does | source |\n|---|---|---|---|\n");
    for System { about: info, does } in systems {
        let source = if info.cite.is_empty() { "our own".to_owned() } else { info.cite.join(", ") };
        let (id, title) = (info.id, info.title);
        let _ = writeln!(page, "| [{id}]({id}.md) | {title} | {does} | {source} |");
    }
    page.push_str(&criteria(systems));
    page
}

/// Table 2.3 of lutz2013, with the systems that cite a row's publication first.
fn criteria(systems: &[System]) -> String {
    let mut table = String::from(
        "\n## Criteria\n\nThe criteria by which lutz2013 compares techniques (its tables 2.1 to 2.3). They judge the publication; what a \
         system here needs is on its page.\n\n| publication | systems | manual work | learning | segmentation tags | VIPS | text | \
         style sheets | link density | note |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let yes = |holds: bool| if holds { "yes" } else { "–" };
    for row in &CRITERIA {
        let cites = |system: &&System| Criteria::of(system.about.cite) == Some(row);
        let ids: Vec<String> =
            systems.iter().filter(cites).map(|system| format!("`{}`", system.about.id)).collect();
        let tags: Vec<String> = row.segmentation_tags.iter().map(|tag| format!("`{tag}`")).collect();
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            row.cite,
            ids.join(", "),
            yes(row.manual_work),
            yes(row.learning),
            if tags.is_empty() { "–".to_owned() } else { tags.join(", ") },
            yes(row.vips),
            yes(row.text),
            yes(row.style_sheets),
            yes(row.link_density),
            row.note.unwrap_or_default()
        );
    }
    table
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn provenance(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Paper => "Written from a publication",
        Provenance::Program => "Follows a published program",
        Provenance::Original => "Our own",
    }
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Token => "tokens",
        Unit::Line => "lines",
        Unit::Block => "text blocks",
        Unit::Node => "nodes",
        Unit::Subtree => "subtrees",
        Unit::Image => "images",
    }
}
