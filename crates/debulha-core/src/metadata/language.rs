//! The language as the page states it; nothing is guessed from the text.

use crate::metadata::{Candidate, Field, MetadataSources};
use debulha_dom::names;

const META: [&str; 6] =
    ["content-language", "language", "dc.language", "dcterms.language", "citation_language", "og:locale"];

/// Letters of a tag's first part by BCP 47: what is longer is the name of a language, not its tag.
const MAX_PRIMARY: usize = 3;

pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
    let doc = sources.page.document();
    let of_element = |node| doc.attribute(node, names::LANG).or_else(|| doc.attribute(node, names::XML_LANG));
    let mut found: Vec<Candidate> = Vec::new();
    found.extend(doc.html().and_then(of_element).map(|tag| Candidate::new(tag, "html:lang")));
    for item in &sources.about {
        found.extend(sources.texts_of_item(item, &["inLanguage"]));
    }
    found.extend(sources.meta.candidates(&META));
    found.extend(doc.body().and_then(of_element).map(|tag| Candidate::new(tag, "body:lang")));
    let tagged = |c: Candidate| Some(Candidate { value: tag(&c.value)?, ..c });
    Field::ranked(found.into_iter().filter_map(tagged))
}

/// A value as a BCP 47 tag: `en_US` becomes `en-US`; of a list, the first; `None` for what is no tag.
fn tag(value: &str) -> Option<String> {
    let first = value.split([',', ';', ' ']).next().unwrap_or_default().trim().replace('_', "-");
    let primary = first.split('-').next().unwrap_or_default();
    let is_tag = (2..=MAX_PRIMARY).contains(&primary.len())
        && first.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && primary.bytes().all(|b| b.is_ascii_alphabetic());
    is_tag.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_names() {
        assert_eq!(tag("en_US").as_deref(), Some("en-US"));
        assert_eq!(tag("pt-BR, pt").as_deref(), Some("pt-BR"));
        assert_eq!(tag("English"), None);
        assert_eq!(tag("{{lang}}"), None);
    }

    #[test]
    fn a_tag_has_two_or_three_letters() {
        for (letters, is_tag) in [(1, false), (2, true), (MAX_PRIMARY, true), (MAX_PRIMARY + 1, false)] {
            assert_eq!(tag(&"x".repeat(letters)).is_some(), is_tag, "{letters}");
        }
    }
}
