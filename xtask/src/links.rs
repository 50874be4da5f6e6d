//! Links of the documentation: each leads to a file, and the book's summary lists every page.

use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The book's list of pages, below the root.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Checks the Markdown files of the root and all below `docs/`.
pub(crate) fn check(root: &Path) -> Result<()> {
    let docs = markdown_below(&root.join("docs"))?;
    let mut files = markdown_in(root)?;
    files.extend(docs.iter().cloned());
    let mut problems = Vec::new();
    let mut count = 0;
    let mut listed = BTreeSet::new();
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let folder = file.parent().unwrap_or(root);
        for target in targets(&text) {
            let Some(path) = local_path(&target) else { continue };
            count += 1;
            let to = tidy(&folder.join(path));
            if !to.exists() {
                problems.push(format!("{}: nothing at {target}", shown(root, file)));
            } else if *file == root.join(SUMMARY) {
                listed.insert(to);
            }
        }
    }
    let summary = tidy(&root.join(SUMMARY));
    for page in docs.iter().map(|page| tidy(page)).filter(|page| *page != summary) {
        if !listed.contains(&page) {
            problems.push(format!("{}: not in {SUMMARY}", shown(root, &page)));
        }
    }
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    println!("{count} links in {} files lead somewhere", files.len());
    Ok(())
}

/// The path of a file below the root.
fn shown(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

/// The Markdown files of a folder, in the order of their names.
fn markdown_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let (files, _) = entries(folder)?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect())
}

/// The Markdown files of a folder and of all folders below.
pub(crate) fn markdown_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        found.extend(markdown_in(&folder)?);
        folders.extend(entries(&folder)?.1);
    }
    found.sort();
    Ok(found)
}

/// The files and the folders in a folder.
fn entries(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let mut files = Vec::new();
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok((files, folders))
}

/// The targets of all links and images of a Markdown text, code left out.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let start = line.trim_start();
        if let Some(mark) = &fence {
            if start.starts_with(mark.as_str()) {
                fence = None;
            }
            continue;
        }
        if start.starts_with("```") || start.starts_with("~~~") {
            let sign = if start.starts_with('`') { '`' } else { '~' };
            fence = Some(start.chars().take_while(|&c| c == sign).collect());
            continue;
        }
        let line = without_code(line);
        let mut rest = line.as_str();
        while let Some((_, after)) = rest.split_once("](") {
            let end = end_of_target(after);
            found.push(target_of(&after[..end]));
            rest = &after[end..];
        }
        // A definition such as `[name]: target`.
        if line.starts_with('[')
            && let Some((_, target)) = line.split_once("]: ")
        {
            found.push(target_of(target));
        }
    }
    found
}

/// A line without its code spans. Spans of one line only.
fn without_code(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let length = rest[start..].bytes().take_while(|&byte| byte == b'`').count();
        let (mark, after) = (&rest[start..start + length], &rest[start + length..]);
        kept.push_str(&rest[..start]);
        match after.find(mark) {
            Some(end) => rest = &after[end + length..],
            None => rest = after,
        }
    }
    kept.push_str(rest);
    kept
}

/// Where the target ends that a link's opening bracket begins: at the bracket that closes it.
fn end_of_target(text: &str) -> usize {
    let mut depth = 0_usize;
    for (place, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 0 => return place,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// A target without its title and angle brackets.
fn target_of(text: &str) -> String {
    let target = text.split_whitespace().next().unwrap_or_default();
    target.trim_start_matches('<').trim_end_matches('>').to_owned()
}

/// The path of a target without its fragment; `None` where it leads to an address, or within the page.
fn local_path(target: &str) -> Option<&str> {
    let path = target.split('#').next().unwrap_or_default();
    let is_elsewhere = path.is_empty() || path.contains("://") || path.starts_with("mailto:");
    (!is_elsewhere).then_some(path)
}

/// A path without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                tidied.pop();
            }
            other => tidied.push(other),
        }
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_a_text() {
        let text =
            "A [b](c.md#d), ![e](f_(g).png \"title\") and `[h](i)`.\n```sh\n[j](k)\n```\n[l]: <m.md>\n";
        assert_eq!(targets(text), ["c.md#d", "f_(g).png", "m.md"]);
    }

    #[test]
    fn code_with_several_marks() {
        assert_eq!(without_code("a ``b ` c`` d `e` f"), "a  d  f");
        assert_eq!(without_code("a ` b"), "a  b");
    }

    #[test]
    fn only_paths_are_looked_up() {
        let paths =
            ["a.md#b", "#b", "https://example.org/a", "mailto:a@example.org", "../a/"].map(local_path);
        assert_eq!(paths, [Some("a.md"), None, None, None, Some("../a/")]);
    }

    #[test]
    fn paths_are_tidied() {
        assert_eq!(tidy(Path::new("/a/docs/../b/./c.md")), Path::new("/a/b/c.md"));
    }
}
