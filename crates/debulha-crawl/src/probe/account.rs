//! What a metadata record says of a query, so that it can be read back, also where it was sent in the body of a request.

use super::space::Space;
use crate::exchange::Request;
use debulha_core::features::forms::Form;
use debulha_io::warc::AskedQuery;
use serde_json::{Value, json};

/// The block of the record. Beside what [`debulha_io::warc::read_query`] reads it has labels, and what was sent.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exchange::Posted;
    use crate::probe::space::Facet;
    use debulha_core::Page;
    use debulha_core::features::forms::forms;
    use debulha_dom::{Limits, parse};
    use debulha_io::warc::read_query;
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
