//! What a metadata record says of a query, so that it can be read back, also where it was sent in the body of a request.

use super::space::Space;
use crate::exchange::Request;
use debulha_core::features::forms::Form;
use serde_json::{Value, json};

/// The query that an answer belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuery {
    /// The address of the page with the form.
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
}

/// The block of the record. Beside what [`read_query`] reads it has labels, and what was sent.
pub(super) fn metadata(asked: &AskedQuery, space: &Space, form: &Form, request: &Request) -> String {
    let label = |name: &str| space.facets().iter().find(|facet| facet.name == name).map(|facet| &facet.label);
    let filled: Vec<Value> = asked
        .pairs()
        .iter()
        .map(|(name, value)| json!({"name": name, "label": label(name), "value": value}))
        .collect();
    let body = request.posted.as_ref().map(|posted| String::from_utf8_lossy(&posted.bytes).into_owned());
    json!({
        "debulha-probe": 1,
        "form-page": asked.form_page,
        "form": asked.form,
        "page": asked.page,
        "query": filled,
        "method": if request.posted.is_some() { "post" } else { "get" },
        "form-method": form.method.name(),
        "url": request.url.as_str(),
        "body": body,
    })
    .to_string()
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exchange::Posted;
    use crate::probe::space::Facet;
    use debulha_core::Page;
    use debulha_core::features::forms::forms;
    use debulha_dom::{Limits, parse};
    use url::Url;

    #[test]
    fn a_query_is_read_back() {
        let space = Space::new(vec![Facet::of_text("q", &["rye"])]);
        let document = parse("<form method=post><input name=q></form>", &Limits::default()).document;
        let form = forms(&Page::new(&document)).swap_remove(0);
        let posted = Posted { content_type: String::new(), bytes: b"q=r%26ye".to_vec() };
        let request = Request { url: Url::parse("https://example.org/find").unwrap(), posted: Some(posted) };
        let key = r#"[["q","r&ye"]]"#.to_owned();
        let asked = AskedQuery { form_page: "https://example.org/".to_owned(), form: 2, key, page: 3 };
        let block = metadata(&asked, &space, &form, &request);
        assert_eq!(read_query(block.as_bytes()), Some(asked));
        assert!(block.contains(r#""body":"q=r%26ye""#) && block.contains(r#""label":"q""#), "{block}");
        assert_eq!(read_query(b"hopsFromSeed: 1\r\n"), None);
    }
}
