//! What the page says it is.

use crate::metadata::{Candidate, Field, MetadataSources};

/// `og:type` first, then the types of the things about the page; in lower case.
pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
    let mut found: Vec<Candidate> = sources.meta.candidates(&["og:type"]).collect();
    for item in &sources.about {
        let source = format!("{}:type", item.syntax.id());
        found.extend(item.types.iter().map(|name| Candidate::new(name, source.clone())));
    }
    found.extend(sources.meta.candidates(&["dc.type", "dcterms.type", "parsely-type"]));
    for candidate in &mut found {
        candidate.value = candidate.value.to_lowercase();
    }
    Field::ranked(found)
}
