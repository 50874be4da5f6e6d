//! The description or abstract.

use crate::metadata::text::without_tags;
use crate::metadata::{Candidate, Field, MetadataSources};

const META: [&str; 9] = [
    "og:description",
    "description",
    "twitter:description",
    "dc.description",
    "dcterms.description",
    "dcterms.abstract",
    "citation_abstract",
    "sailthru.description",
    "excerpt",
];

pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
    let mut found: Vec<Candidate> = sources.meta.candidates(&META).collect();
    for item in &sources.about {
        found.extend(sources.texts_of_item(item, &["description", "abstract"]));
    }
    for candidate in &mut found {
        candidate.value = without_tags(&candidate.value);
    }
    Field::ranked(found)
}
