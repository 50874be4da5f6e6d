//! Labels of blocks beside pages: the field `blocks` of a page's labels, and the table `blocks.csv`.

use super::{CorpusError, LabelledPage, id_of};
use debulha_learn::label::{Annotation, Annotations, LabelPlace};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// Name of the table with labels of blocks.
pub const BLOCKS_TABLE: &str = "blocks.csv";

/// Column or columns of which the table must have one each.
const COLUMNS: [&[&str]; 3] = [&["page", "id", "file"], &["xpath", "text"], &["label"]];

/// Whether a label of a block says content: `content`, `main` or `1`, in any case; `noise`, `boilerplate` or `0` say the rest.
///
/// # Errors
/// An unknown label: which ones there are.
pub fn is_content(name: &str) -> Result<bool, String> {
    match name.trim().to_ascii_lowercase().as_str() {
        "content" | "main" | "1" => Ok(true),
        "noise" | "boilerplate" | "0" => Ok(false),
        _ => Err(format!(
            "unknown label {name:?}: write content, main or 1 for what is to be kept; noise, boilerplate or 0 for the rest"
        )),
    }
}

/// A label as it is written.
#[derive(Deserialize)]
struct WrittenLabel {
    #[serde(default)]
    xpath: Option<String>,
    #[serde(default)]
    text: Option<String>,
    label: Value,
}

impl TryFrom<WrittenLabel> for Annotation {
    type Error = String;

    fn try_from(block: WrittenLabel) -> Result<Self, String> {
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let place = match (given(block.xpath), given(block.text)) {
            (Some(path), _) => LabelPlace::XPath(path),
            (None, Some(text)) => LabelPlace::Text(text),
            (None, None) => return Err("a block needs an `xpath` or a `text`".to_owned()),
        };
        let is_content = match &block.label {
            Value::String(name) => is_content(name)?,
            other => is_content(&other.to_string())?,
        };
        Ok(Annotation { place, is_content })
    }
}

/// The field `blocks`.
pub(super) fn annotations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Annotations, D::Error> {
    let blocks = Option::<Vec<WrittenLabel>>::deserialize(deserializer)?.unwrap_or_default();
    let list: Result<Vec<Annotation>, String> = blocks.into_iter().map(Annotation::try_from).collect();
    list.map(Annotations).map_err(serde::de::Error::custom)
}

/// A row of the table.
#[derive(Deserialize)]
struct BlockLabelRow {
    #[serde(alias = "id", alias = "file")]
    page: String,
    #[serde(default)]
    xpath: Option<String>,
    #[serde(default)]
    text: Option<String>,
    label: String,
}

/// Labels by the id of their page, each with its line in the table. Rows with an empty label are none.
pub(super) struct BlocksTable(HashMap<String, (u64, Annotations)>);

impl BlocksTable {
    /// Reads the table.
    ///
    /// # Errors
    /// No table, a column that it lacks, a row that makes no sense.
    pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Self, CorpusError> {
        let malformed = |source| CorpusError::Table { path: path.to_owned(), source };
        let mut reader = csv::Reader::from_reader(bytes);
        let header = reader.headers().map_err(malformed)?.clone();
        check_columns(path, &header, &COLUMNS)?;
        let mut table = BlocksTable(HashMap::new());
        for record in reader.records() {
            let record = record.map_err(malformed)?;
            let line = record.position().map_or(0, csv::Position::line);
            let row: BlockLabelRow = record.deserialize(Some(&header)).map_err(malformed)?;
            if row.label.trim().is_empty() {
                continue;
            }
            let wrong = |reason| CorpusError::Block { path: path.to_owned(), line, reason };
            let block = WrittenLabel { xpath: row.xpath, text: row.text, label: Value::String(row.label) };
            let of_page =
                table.0.entry(id_of(&row.page).to_owned()).or_insert((line, Annotations::default()));
            of_page.1.0.push(block.try_into().map_err(wrong)?);
        }
        Ok(table)
    }

    /// Whether a page has labels.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Gives the pages their labels.
    ///
    /// # Errors
    /// Labels of a page that is not among them.
    pub(super) fn label(mut self, path: &Path, pages: &mut [LabelledPage]) -> Result<(), CorpusError> {
        for page in pages {
            if let Some((_, annotations)) = self.0.remove(&page.id) {
                page.blocks.0.extend(annotations.0);
            }
        }
        let left = self.0.into_iter().map(|(id, (line, _))| (line, id)).min();
        match left {
            Some((line, id)) => {
                let reason = format!("the corpus has no page {id:?}");
                Err(CorpusError::Block { path: path.to_owned(), line, reason })
            }
            None => Ok(()),
        }
    }
}

/// Checks that a table has a column of each group.
///
/// # Errors
/// The first group of which it has none.
pub(super) fn check_columns(
    path: &Path,
    header: &csv::StringRecord,
    groups: &[&[&str]],
) -> Result<(), CorpusError> {
    let is_there = |group: &[&str]| header.iter().any(|name| group.contains(&name));
    match groups.iter().find(|group| !is_there(group)) {
        Some(group) => Err(CorpusError::NoColumn {
            path: path.to_owned(),
            wanted: group.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or "),
            found: header.iter().collect::<Vec<_>>().join(", "),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{Corpus, TRUTH_FILE, TRUTH_TABLE, is_corpus};
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    const PAGE: &str = "<nav>Home</nav><main>Rye <p>Advert</p>stands <b>well</b></main>";

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(dir.path().join(name), text).unwrap();
        }
        dir
    }

    fn error(files: &[(&str, &str)]) -> String {
        let error = Corpus::open_labelled(folder(files).path()).unwrap_err();
        let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
        format!("{error}{}", source.unwrap_or_default())
    }

    #[test]
    fn the_same_labels_in_every_form() {
        let lines = r#"{"file": "rye.html", "blocks": [{"xpath": "/html/body/main", "label": "content"},
            {"text": "advert", "label": 0}]}"#
            .replace('\n', "");
        let table = "xpath,page,label,text\n/html/body/main[1],rye,1,\n,rye.html,noise,advert\n/html/body/nav,rye,,\n";
        let annotated =
            PAGE.replace("<main>", "<main data-debulha=content>").replace("<p>", "<p data-debulha=noise>");
        let forms: [&[(&str, &str)]; 5] = [
            &[("rye.html", PAGE), (TRUTH_FILE, &lines)],
            &[("rye.html", PAGE), (BLOCKS_TABLE, table)],
            &[("rye.html", PAGE), (TRUTH_TABLE, "file,lang\nrye.html,en\n"), (BLOCKS_TABLE, table)],
            &[("rye.html", &annotated), ("bare.html", PAGE)],
            &[("rye.html", &annotated), (TRUTH_TABLE, "file,lang\nrye.html,en\n")],
        ];
        let mut digests = Vec::new();
        for files in forms {
            let dir = folder(files);
            assert!(is_corpus(dir.path()));
            let corpus = Corpus::open_labelled(dir.path()).unwrap();
            assert_eq!((corpus.pages().len(), corpus.unresolved()), (1, None));
            let page = &corpus.pages()[0];
            assert_eq!(
                (page.id.as_str(), page.text.as_deref()),
                ("rye", Some("Rye\nstands well")),
                "{files:?}"
            );
            let source = corpus.load(page, &debulha_core::source::PageSource::default()).unwrap();
            assert!(!source.document.source().contains("data-debulha"));
            digests.push(corpus.digest().to_owned());
        }
        assert!(
            digests
                .iter()
                .all(|digest| *digest != Corpus::open(folder(&[(TRUTH_FILE, "")]).path()).unwrap().digest())
        );
    }

    #[test]
    fn the_text_is_what_is_scored_and_the_labels_what_is_learned() {
        let annotated = PAGE.replace("<main>", "<main data-debulha=content>");
        let dir = folder(&[("rye.html", &annotated), ("rye.txt", "Rye stands")]);
        let to_score = Corpus::open_labelled(dir.path()).unwrap();
        assert!(to_score.pages()[0].blocks.is_empty());
        let to_learn = Corpus::open_to_learn(dir.path()).unwrap();
        assert_eq!(to_learn.pages()[0].text.as_deref(), Some("Rye stands"));
        assert_eq!(to_learn.pages()[0].blocks.0.len(), 1);
        assert_ne!(to_score.digest(), to_learn.digest());
    }

    #[test]
    fn labels_without_a_place_are_counted() {
        let table =
            "page,xpath,text,label\nrye,/html/body/main,,1\nrye,/html/body/div[2],,0\nrye,,Imprint,0\n";
        let corpus =
            Corpus::open_labelled(folder(&[("rye.html", PAGE), (BLOCKS_TABLE, table)]).path()).unwrap();
        assert_eq!(corpus.pages()[0].text.as_deref(), Some("Rye\nAdvert\nstands well"));
        assert_eq!(
            corpus.unresolved().unwrap().to_string(),
            "2 of 3 block labels match nothing on their page and are skipped (pages: 1); page \"rye\" has no node at \
             /html/body/div[2]"
        );
    }

    #[test]
    fn wrong_labels_are_told_with_their_place() {
        let page = ("rye.html", PAGE);
        let of_line = |blocks: &str| {
            let line = format!(r#"{{"file": "rye.html", "blocks": {blocks}}}"#);
            error(&[page, (TRUTH_FILE, &line)])
        };
        let unknown = of_line(r#"[{"text": "Rye", "label": "good"}]"#);
        assert!(
            unknown.contains("truth.jsonl, line 1") && unknown.contains("unknown label \"good\": write"),
            "{unknown}"
        );
        assert!(of_line(r#"[{"label": 1}]"#).contains("a block needs an `xpath` or a `text`"));
        assert!(of_line(r#"[{"text": "Rye"}]"#).contains("missing field `label`"));
        let of_table = |table: &str| error(&[page, (BLOCKS_TABLE, table)]);
        let unknown = of_table("page,xpath,label\nrye,/html,ad\n");
        assert!(unknown.contains("blocks.csv, line 2: unknown label \"ad\""), "{unknown}");
        let column = of_table("page,xpath\nrye,/html\n");
        assert!(
            column.contains(
                "no column `label`; the first line must name the columns, but it names: page, xpath"
            ),
            "{column}"
        );
        assert!(of_table("page,label\nrye,1\n").contains("no column `xpath` or `text`"));
        let other = of_table("page,text,label\nrye,Rye,1\noats,Oats,1\n");
        assert!(other.contains("line 3: the corpus has no page \"oats\""), "{other}");
        let inside = error(&[("rye.html", "<p data-debulha=ad>Rye")]);
        assert!(inside.contains(", page \"rye\": data-debulha: unknown label \"ad\""), "{inside}");
    }
}
