//! The query that an answer belongs to, as a probe keeps it in the record before.

use super::record::{ArchiveRecord, WarcRecordKind};
use serde_json::{Value, json};
use url::form_urlencoded::Serializer;

/// The query that an answer belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuery {
    /// The URL of the page with the form.
    pub form_page: String,
    /// The number of the form on it, from 1.
    pub form: usize,
    /// Names and values that were filled in, as a JSON list of pairs.
    pub key: String,
    /// The page of the answer, from 1.
    pub page: u32,
}

impl AskedQuery {
    /// Names and values that were filled in.
    pub fn pairs(&self) -> Vec<(String, String)> {
        serde_json::from_str(&self.key).unwrap_or_default()
    }

    /// The same as the body of a form that is sent: `crop=rye+%26+oats`.
    pub fn form_body(&self) -> String {
        Serializer::new(String::new()).extend_pairs(self.pairs()).finish()
    }
}

/// The query of a metadata record, if it is one of a probe.
pub fn read_query(block: &[u8]) -> Option<AskedQuery> {
    let value: Value = serde_json::from_slice(block).ok()?;
    if value.get("debulha-probe")?.as_u64()? != 1 {
        return None;
    }
    let text = |of: &Value, name: &str| Some(of.get(name)?.as_str()?.to_owned());
    let pairs: Option<Vec<(String, String)>> = value
        .get("query")?
        .as_array()?
        .iter()
        .map(|pair| Some((text(pair, "name")?, text(pair, "value")?)))
        .collect();
    Some(AskedQuery {
        form_page: text(&value, "form-page")?,
        form: usize::try_from(value.get("form")?.as_u64()?).ok()?,
        key: json!(pairs?).to_string(),
        page: u32::try_from(value.get("page")?.as_u64()?).ok()?,
    })
}

/// The queries of the answers in a file, record by record.
#[derive(Debug, Default)]
pub struct Queries {
    /// The address that the last metadata record is about, and its query.
    before: Option<(String, AskedQuery)>,
}

impl Queries {
    /// The query that a record is the answer to; to be called for every record, in order.
    pub fn of(&mut self, record: &ArchiveRecord) -> Option<AskedQuery> {
        let target = record.target().unwrap_or_default();
        match record.kind {
            WarcRecordKind::Metadata => {
                self.before = read_query(&record.block).map(|query| (target.to_owned(), query));
                None
            }
            WarcRecordKind::Response => {
                self.before.take().filter(|(url, _)| url == target).map(|(_, query)| query)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_the_query_of_the_record_before_it() {
        let record = |kind: WarcRecordKind, target: &str, block: &str| ArchiveRecord {
            kind,
            fields: vec![("WARC-Target-URI".to_owned(), target.to_owned())],
            offset: 0,
            end: 0,
            block: block.as_bytes().to_vec(),
            block_len: block.len() as u64,
        };
        let query = r#"{"debulha-probe": 1, "form-page": "http://h/", "form": 1, "page": 1,
            "query": [{"name": "crop", "value": "rye & oats"}]}"#;
        let mut queries = Queries::default();
        let mut of =
            |kind, target, block| queries.of(&record(kind, target, block)).map(|query| query.form_body());
        assert_eq!(of(WarcRecordKind::Response, "http://h/", ""), None);
        assert_eq!(of(WarcRecordKind::Metadata, "http://h/find", query), None);
        assert_eq!(of(WarcRecordKind::Request, "http://h/find", ""), None);
        assert_eq!(of(WarcRecordKind::Response, "http://h/find", "").as_deref(), Some("crop=rye+%26+oats"));
        assert_eq!(of(WarcRecordKind::Response, "http://h/find", ""), None, "one answer a query");
        assert_eq!(of(WarcRecordKind::Metadata, "http://h/find", query), None);
        assert_eq!(of(WarcRecordKind::Response, "http://h/other", ""), None);
        assert_eq!(of(WarcRecordKind::Metadata, "http://h/find", "hopsFromSeed: 1"), None);
        assert_eq!(of(WarcRecordKind::Response, "http://h/find", ""), None);
    }
}
