//! The licence: an address where there is one, else a text.

use crate::metadata::{Candidate, Field, MetadataSources};
use debulha_dom::names;
use memchr::memmem::Finder;
use url::Url;

const META: [&str; 5] = ["dcterms.license", "dc.rights.license", "license", "dcterms.rights", "dc.rights"];

/// Where Creative Commons lives; a link to a licence there states it without saying so in `rel`.
const CREATIVE_COMMONS: &str = "creativecommons.org/";

/// Where its licences are.
const LICENCES: [&str; 2] = ["licenses/", "publicdomain/"];

pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
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
    found.retain(|candidate| !is_executable(&candidate.value));
    Field::ranked(found)
}

/// Whether a text is a URL that executes or embeds content instead of locating it, in any spelling that a browser might accept.
fn is_executable(text: &str) -> bool {
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let plain: String = text.chars().filter(|&c| !is_space(c)).collect();
    Url::parse(&plain).is_ok_and(|url| match url.scheme() {
        "javascript" | "vbscript" => true,
        // "Data: CC BY 4.0" is a text.
        "data" | "blob" | "file" => !text.trim().contains(is_space),
        _ => false,
    })
}

fn creative_commons(sources: &MetadataSources<'_, '_>) -> Option<Candidate> {
    let doc = sources.page.document();
    let mut links = doc.elements_named(names::A).filter_map(|node| doc.attribute(node, names::HREF));
    let home = Finder::new(CREATIVE_COMMONS);
    let is_licence = |href: &str| {
        let mut at = home.find_iter(href.as_bytes()).map(|start| &href[start + CREATIVE_COMMONS.len()..]);
        at.any(|rest| LICENCES.iter().any(|place| rest.starts_with(place)))
    };
    let link = links.find(|href| is_licence(href))?;
    Some(Candidate::new(sources.absolute(link)?, "a:creativecommons"))
}

#[cfg(test)]
mod tests {
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn license(html: &str) -> Option<String> {
        let doc = parse(html, &Limits::default()).document;
        crate::metadata::extract(&Page::new(&doc)).license.value().map(str::to_owned)
    }

    #[test]
    fn a_licence_is_a_text_or_an_address_of_a_place() {
        for (content, expected) in [
            ("CC BY 4.0", Some("CC BY 4.0")),
            ("Licence: see below", Some("Licence: see below")),
            ("https://example.org/licence", Some("https://example.org/licence")),
            ("javascript:pwn()", None),
            (" JaVa\nScRiPt:pwn()", None),
            ("data:text/html,x", None),
            ("Data: CC BY 4.0", Some("Data: CC BY 4.0")),
            ("vbscript:x", None),
        ] {
            let html = format!("<meta name=license content=\"{content}\"><p>Rye");
            assert_eq!(license(&html).as_deref(), expected, "{content}");
            let json = serde_json::json!({ "@type": "Article", "license": content });
            let html = format!("<script type=application/ld+json>{json}</script><p>Rye");
            assert_eq!(license(&html).as_deref(), expected, "{content}");
        }
    }
}
