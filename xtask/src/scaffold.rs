//! The file of a new extractor.

use anyhow::{Result, bail};
use std::fs;
use std::path::Path;

const TEMPLATE: &str = include_str!("extractor.rs.template");

/// Writes the file and its lines in the registry.
pub(crate) fn new_extractor(root: &Path, id: &str, cite: &str) -> Result<()> {
    if !id.starts_with(|c: char| c.is_ascii_lowercase())
        || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    {
        bail!("`{id}` is no id: lower-case letters, digits and underscores, a letter first");
    }
    let folder = root.join("crates/debulha-systems/src/extractors");
    let path = folder.join(format!("{id}.rs"));
    if path.exists() {
        bail!("{} exists", path.display());
    }
    if !fs::read_to_string(root.join("references.bib"))?.contains(&format!("{{{cite},")) {
        bail!("references.bib has no entry `{cite}`: add it first");
    }
    let name: String = id.split('_').map(capitalised).collect();
    fs::write(&path, TEMPLATE.replace("@ID@", id).replace("@NAME@", &name).replace("@CITE@", cite))?;
    let registry = folder.join("mod.rs");
    let text = fs::read_to_string(&registry)?;
    let Some(slice_end) = text.find("];") else { bail!("the registry slice is not where it was") };
    let text = format!("{}    {id}::{name}::INFO,\n{}", &text[..slice_end], &text[slice_end..]);
    let text = text.replacen("pub mod vote;", &format!("pub mod {id};\npub mod vote;"), 1);
    fs::write(&registry, text)?;
    println!("wrote {} and its lines in mod.rs; run `cargo fmt`", path.display());
    Ok(())
}

fn capitalised(part: &str) -> String {
    let mut chars = part.chars();
    chars.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(chars).collect()
}
