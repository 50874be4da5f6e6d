//! The licence: an address where there is one, else a text.

use crate::metadata::{Candidate, Field, Sources};
use debulha_dom::names;

const META: [&str; 5] = ["dcterms.license", "dc.rights.license", "license", "dcterms.rights", "dc.rights"];

/// Where licences of Creative Commons live; a link there states a licence without saying so in `rel`.
const CREATIVE_COMMONS: [&str; 2] = ["creativecommons.org/licenses/", "creativecommons.org/publicdomain/"];

pub(super) fn field(sources: &Sources<'_, '_>) -> Field {
    let relations = sources.meta.relations("license");
    let source = |is_anchor: bool| if is_anchor { "a:license" } else { "link:license" };
    let stated = relations.map(|link| Candidate::new(link.href, source(link.is_anchor)));
    let mut found = sources.as_links(stated);
    for item in &sources.about {
        found.extend(sources.texts_of_item(item, &["license"]));
        found.extend(sources.links_of_item(item, &["license"]));
    }
    found.extend(sources.meta.candidates(&META));
    found.extend(creative_commons(sources));
    Field::ranked(found)
}

fn creative_commons(sources: &Sources<'_, '_>) -> Option<Candidate> {
    let doc = sources.page.document();
    let mut links = doc.elements_named(names::A).filter_map(|node| doc.attribute(node, names::HREF));
    let link = links.find(|href| CREATIVE_COMMONS.iter().any(|place| href.contains(place)))?;
    Some(Candidate::new(sources.absolute(link)?, "a:creativecommons"))
}
