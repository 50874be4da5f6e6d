//! Files that verbs write, and what their texts share.

use anyhow::{Context, Result};
use debulha_cli::exit::Usage;
use debulha_compare::markup::decimal;
use debulha_io::warc::Time;
use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

/// Writes a text to a file, or for `-` to standard output.
///
/// # Errors
/// A file that cannot be written.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if path == Path::new("-") {
        return Ok(stdout().lock().write_all(text.as_bytes())?);
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Checks, before hours of work, that the folder of an output file exists.
///
/// # Errors
/// [`Usage`] if it does not.
pub(crate) fn check_folder(option: &str, path: &Path) -> Result<(), Usage> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => Err(Usage(format!(
            "{option} {}: no folder {}; run the verb in the root of the repository, or choose another file",
            path.display(),
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// `page` with `text` between two marks; `None` if it lacks them.
pub(crate) fn between(page: &str, begin: &str, end: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}{text}{end}{after}"))
}

/// Three decimals without the leading zero.
pub(crate) fn short(share: f64) -> String {
    decimal(Some(share))
}

/// Changes of a share up to this are none: half a unit of the third decimal.
pub(crate) const SAME: f64 = 0.000_5;

/// Three decimals with a sign.
pub(crate) fn signed(share: f64) -> String {
    let sign = if share < -SAME { "−" } else { "+" };
    if share.abs() < SAME { ".000".to_owned() } else { format!("{sign}{}", short(share.abs())) }
}

/// The date in UTC, as year-month-day.
pub(crate) fn today() -> String {
    let mut now = Time::now().to_string();
    now.truncate("2026-11-27".len());
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_replaced_between_its_marks() {
        assert_eq!(between("a<b>old<e>c", "<b>", "<e>", "new").as_deref(), Some("a<b>new<e>c"));
        assert_eq!(between("a<b>old", "<b>", "<e>", "new"), None);
    }

    #[test]
    fn changes_have_a_sign() {
        assert_eq!([0.0123, -0.5, 0.0001, -1.0].map(signed), ["+.012", "−.500", ".000", "−1.000"]);
    }

    #[test]
    fn folders_are_checked() {
        assert!(check_folder("-o", Path::new("-")).is_ok());
        assert!(check_folder("-o", Path::new("scores.md")).is_ok());
        let error = check_folder("-o", Path::new("no-such-folder/scores.md")).err();
        assert!(error.is_some_and(|error| error.0.starts_with("-o no-such-folder/scores.md: no folder")));
    }
}
