//! The canonical address.

use crate::metadata::{Candidate, Field, MetadataSources};

pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
    let canonical = sources.meta.relations("canonical").filter(|link| !link.is_anchor);
    let mut found: Vec<Candidate> =
        canonical.map(|link| Candidate::new(link.href, "link:canonical")).collect();
    found.extend(sources.meta.candidates(&["og:url"]));
    let mut found = sources.as_links(found);
    for item in &sources.about {
        found.extend(sources.links_of_item(item, &["mainEntityOfPage", "url"]));
    }
    found.extend(sources.page.url().map(|url| Candidate::new(url, "page")));
    Field::ranked(found)
}
