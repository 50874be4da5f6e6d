//! The name of the site.

use crate::metadata::text::squashed;
use crate::metadata::{Candidate, Field, Sources};

const META: [&str; 5] =
    ["og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "citation_publisher"];

/// Characters of a name; what is longer is a slogan or a description.
const MAX_CHARS: usize = 80;

pub(super) fn field(sources: &Sources<'_, '_>) -> Field {
    let mut found: Vec<Candidate> = sources.meta.candidates(&META[..1]).collect();
    for item in sources.items.all().iter().filter(|item| item.is_a("WebSite")) {
        found.extend(sources.texts_of_item(item, &["name"]));
    }
    for item in &sources.about {
        found.extend(sources.texts_of_item(item, &["publisher"]));
    }
    found.extend(sources.meta.candidates(&META[1..]));
    found.retain(|candidate| {
        candidate.value.chars().count() <= MAX_CHARS
            && !candidate.value.contains("://")
            && !candidate.value.starts_with('@')
    });
    Field::ranked(found)
}

/// Every way in which titles and bylines may spell the site: the names, and the labels of the host.
pub(super) fn spellings(field: &Field, host: Option<&str>) -> Vec<String> {
    let names = field.best.iter().chain(&field.others).map(|candidate| squashed(&candidate.value));
    let mut spellings: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    if let Some(host) = host {
        let host = host.strip_prefix("www.").unwrap_or(host);
        spellings.push(squashed(host));
        if let Some(domain) = psl::domain_str(host) {
            spellings.push(squashed(domain));
            spellings.push(squashed(domain.split('.').next().unwrap_or_default()));
        }
    }
    spellings.retain(|spelling| !spelling.is_empty());
    spellings
}
