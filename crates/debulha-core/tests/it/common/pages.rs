//! The golden pages: pages of our own, as raw bytes, with what a reader would keep of them.

use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits, parse};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `origin.toml` of a golden page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Who wrote it.
    pub author: String,
    /// Under which licence.
    pub licence: String,
    /// What the page stands for.
    pub about: String,
    /// The address it would have.
    pub url: String,
    /// Charset in the `Content-Type` it would be served with.
    pub charset: Option<String>,
    /// The encoding it is in, by the name of the WHATWG standard.
    pub encoding: String,
}

/// A golden page.
#[derive(Debug, Clone)]
pub struct Golden {
    /// Name of its folder.
    pub slug: String,
    /// The bytes as served.
    pub bytes: Vec<u8>,
    /// Where it comes from.
    pub origin: Origin,
    /// What a reader would keep, one block a line.
    pub expected: String,
}

impl Golden {
    /// The tree.
    pub fn document(&self) -> Document {
        parse(&decode(&self.bytes, self.origin.charset.as_deref()).text, &Limits::default()).document
    }
}

/// All golden pages by name.
pub fn golden_pages() -> Vec<Golden> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("testdata/pages"))
        .expect("testdata/pages")
        .map(|entry| entry.expect("entry").path())
        .collect();
    folders.sort();
    folders.iter().map(|folder| read(folder)).collect()
}

fn read(folder: &Path) -> Golden {
    let text = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    Golden {
        slug: folder.file_name().expect("a name").to_string_lossy().into_owned(),
        bytes: fs::read(folder.join("source.html")).expect("source.html"),
        origin: toml::from_str(&text("origin.toml")).unwrap_or_else(|e| panic!("{}: {e}", folder.display())),
        expected: text("expected.txt"),
    }
}
