//! Style sheets in files that were saved with a page.

use debulha_dom::{Document, Namespace, NodeId, names};
use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of all style sheets of a page together; further ones are dropped.
const MAX_BYTES: u64 = 2 << 20;

/// Links of a page that are followed.
const MAX_LINKS: usize = 64;

/// The style sheets of a page by the elements that link to them.
pub(super) type LinkedSheets = HashMap<NodeId, String>;

/// Reads the style sheets that a page in a file links to, if they are files of the project's folder: links that lead out of it are not
/// followed, whatever file they name.
pub(super) fn read(doc: &Document, page: &Path, root: &Path) -> LinkedSheets {
    let (Some(folder), Ok(root)) = (page.parent(), root.canonicalize()) else { return LinkedSheets::new() };
    let links = doc.nodes().filter(|&node| is_sheet(doc, node)).take(MAX_LINKS);
    let mut left = MAX_BYTES;
    let mut read = |node: NodeId| {
        let path = folder.join(relative(doc.attribute(node, names::HREF)?)?).canonicalize().ok()?;
        let is_css = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("css"));
        if !is_css || !path.starts_with(&root) {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(path)
            .ok()
            .filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?
            .take(left)
            .read_to_end(&mut bytes)
            .ok()?;
        left -= bytes.len() as u64;
        Some((node, String::from_utf8_lossy(&bytes).into_owned()))
    };
    links.filter_map(&mut read).collect()
}

fn is_sheet(doc: &Document, node: NodeId) -> bool {
    let is_link =
        doc.is_element(node) && doc.name(node) == names::LINK && doc.namespace(node) == Namespace::Html;
    let kinds = || doc.attribute(node, names::REL).unwrap_or_default().split_ascii_whitespace();
    is_link
        && kinds().any(|kind| kind.eq_ignore_ascii_case("stylesheet"))
        && !kinds().any(|kind| kind.eq_ignore_ascii_case("alternate"))
}

/// The path that a relative URL names; `None` for one of another kind.
fn relative(href: &str) -> Option<String> {
    let path = href.trim().split(['?', '#']).next()?;
    let first = path.split('/').next()?;
    if path.is_empty() || first.is_empty() || first.contains(':') || path.contains('\\') {
        return None;
    }
    Some(percent_decode_str(path).decode_utf8().ok()?.into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};
    use std::fs;

    #[test]
    fn sheets_of_the_folder_are_read_and_no_others() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("pages");
        fs::create_dir_all(root.join("a files")).unwrap();
        fs::write(dir.path().join("out.css"), "out").unwrap();
        fs::write(root.join("top.css"), "top").unwrap();
        fs::write(root.join("a files/x.css"), "x").unwrap();
        fs::write(root.join("a files/x.txt"), "text").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(dir.path().join("out.css"), root.join("link.css")).unwrap();
        let page = root.join("a.html");
        let of = |link: &str| {
            let doc = parse(&format!("<head>{link}"), &Limits::default()).document;
            read(&doc, &page, &root).into_values().collect::<String>()
        };
        assert_eq!(of("<link rel=stylesheet href='top.css?v=2'>"), "top");
        assert_eq!(of("<link rel='x StyleSheet' href='./a%20files/x.css#y'>"), "x");
        let absolute = format!("<link rel=stylesheet href='{}'>", root.join("top.css").display());
        for link in [
            "<link rel=stylesheet href=../out.css>",
            "<link rel=stylesheet href='a files/../../out.css'>",
            "<link rel=stylesheet href=link.css>",
            "<link rel=stylesheet href='a files/x.txt'>",
            "<link rel=stylesheet href=none.css>",
            "<link rel=stylesheet href=https://e.org/top.css>",
            "<link rel=stylesheet href=file:top.css>",
            "<link rel=stylesheet href=//top.css>",
            "<link rel='alternate stylesheet' href=top.css>",
            "<link rel=icon href=top.css>",
            "<link rel=stylesheet>",
            &absolute,
        ] {
            assert_eq!(of(link), "", "{link}");
        }
    }

    #[test]
    fn sheets_are_bounded_together() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("x.css"), "a".repeat(MAX_BYTES as usize - 3)).unwrap();
        let doc = parse(&"<link rel=stylesheet href=x.css>".repeat(3), &Limits::default()).document;
        let sheets = read(&doc, &dir.path().join("a.html"), dir.path());
        assert_eq!(sheets.values().map(String::len).sum::<usize>(), MAX_BYTES as usize);
    }
}
