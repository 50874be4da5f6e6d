//! The address of the lead image.

use crate::metadata::{Candidate, Field, MetadataSources};

const META: [&str; 6] = [
    "og:image:secure_url",
    "og:image",
    "og:image:url",
    "twitter:image",
    "twitter:image:src",
    "sailthru.image.full",
];

pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
    let mut found: Vec<Candidate> = sources.meta.candidates(&META).collect();
    found.extend(sources.meta.relations("image_src").map(|link| Candidate::new(link.href, "link:image_src")));
    let mut found = sources.as_links(found);
    for item in &sources.about {
        found.extend(sources.links_of_item(item, &["image", "thumbnailUrl"]));
    }
    Field::ranked(found)
}
