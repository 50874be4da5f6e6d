//! The name of the site.

use crate::features::title_block::heading_level;
use crate::metadata::surroundings::TokenTest;
use crate::metadata::text::{folded, squashed, text_of};
use crate::metadata::title::end_parts;
use crate::metadata::{Candidate, Field, MetadataSources};
use debulha_dom::{Document, NodeId, names};
use url::Url;

const META: [&str; 5] =
    ["og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "citation_publisher"];

/// Characters of a name; what is longer is a slogan or a description.
const MAX_CHARS: usize = 80;

pub(super) fn field(sources: &MetadataSources<'_, '_>) -> Field {
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

/// Maximum links and last text blocks that are looked at for the name of the site, and headings for a title. Its link
/// stands in the banner, before the menus end, and its notice in the footer; the headings of articles are among the
/// first, those of teasers are not.
const MAX_LINKS: usize = 400;
const LAST_BLOCKS: usize = 40;
const MAX_HEADINGS: usize = 20;

/// What the title element calls the site, squashed, where the page does not state its name: a part of it, or all, that is
/// also the text of a link to the site's first page or of an element named for it, or stands in a notice of copyright; or the
/// first heading, if the rest of the title is another heading or a declared title, or longer where the heading stands in the banner and
/// is the only one of its level.
///
/// O(nodes).
pub(super) fn shown(sources: &MetadataSources<'_, '_>, title: &str, declared: &[Candidate]) -> Vec<String> {
    let doc = sources.page.document();
    let mut parts: Vec<(&str, &str)> = end_parts(title);
    if !is_first_page(sources) {
        parts.push(("", title.trim()));
    }
    parts.retain(|(_, part)| part.chars().count() <= MAX_CHARS && !folded(part).is_empty());
    if parts.is_empty() {
        return Vec::new();
    }
    let mut homes = home_links(sources);
    homes.extend(named(sources));
    let notices = copyright_notices(sources);
    let headings: Vec<(NodeId, String)> = doc
        .nodes()
        .filter(|&node| matches!(heading_level(doc.name(node)), 1 | 2))
        .take(MAX_HEADINGS)
        .map(|node| (node, folded(&shown_text(doc, node))))
        .collect();
    let is_further = |text: &str| headings.iter().skip(1).any(|(_, heading)| heading == text);
    let is_home = |name: &str| {
        homes.iter().any(|home| home == name) || notices.iter().any(|notice| has_words(notice, name))
    };
    let is_site = |(rest, part): &(&str, &str)| {
        let (rest, name) = (folded(rest), folded(part));
        let words = |text: &str| text.split(' ').count();
        let stands_last = |part: &str| title.trim_end().ends_with(part);
        let is_banner = || {
            headings.first().is_some_and(|&(node, _)| in_banner(doc, node))
                && headings.iter().skip(1).all(|&(node, _)| doc.name(node) != names::H1)
        };
        let is_heading =
            headings.first().is_some_and(|(node, first)| *first == name && doc.name(*node) == names::H1);
        let has_title = || {
            if rest.is_empty() {
                // The page's title is in the text, and declared elsewhere.
                declared.iter().map(|title| folded(&title.value)).any(|title| {
                    title != name && (is_further(&title) || words(&title) > words(&name) && is_banner())
                })
            } else {
                declared.iter().any(|title| folded(&title.value) == rest)
                    || words(&rest) > words(&name) && (is_further(&rest) || stands_last(part) && is_banner())
            }
        };
        is_home(&name) || (is_heading && !is_home(&rest) && has_title())
    };
    parts.into_iter().filter(is_site).map(|(_, part)| squashed(part)).collect()
}

/// Whether a heading stands in the banner of the page: a `header` that is not that of a section of it.
fn in_banner(doc: &Document, heading: NodeId) -> bool {
    let mut in_header = false;
    for around in doc.ancestors(heading) {
        match doc.name(around) {
            names::HEADER => in_header = true,
            names::MAIN | names::ARTICLE | names::SECTION => return false,
            _ => {}
        }
    }
    in_header
}

/// Whether the page is the first one of its site, whose title is the site's name.
pub(super) fn is_first_page(sources: &MetadataSources<'_, '_>) -> bool {
    sources.own_addresses().any(|address| Url::parse(address).is_ok_and(|url| url.path() == "/"))
}

/// The folded texts of links to the first page of the site, and of the pictures in them.
fn home_links(sources: &MetadataSources<'_, '_>) -> Vec<String> {
    let doc = sources.page.document();
    let host = sources.host();
    let links = doc.elements_named(names::A).take(MAX_LINKS).filter(|&link| {
        let href = doc.attribute(link, names::HREF).unwrap_or_default().trim();
        let is_marked =
            || doc.attribute(link, names::REL).is_some_and(|rel| rel.eq_ignore_ascii_case("home"));
        matches!(href, "/" | "/index.html") || is_root_of(href, host.as_deref()) || is_marked()
    });
    let texts = links.flat_map(|link| {
        let pictures =
            doc.descendants(link).take(MAX_LINK_NODES).filter_map(|node| doc.attribute(node, names::ALT));
        pictures.map(str::to_owned).chain([text_of(doc, link)]).collect::<Vec<_>>()
    });
    texts.map(|text| folded(&text)).filter(|text| !text.is_empty()).collect()
}

/// The text of an element, or what stands for its picture where it has none.
fn shown_text(doc: &Document, node: NodeId) -> String {
    let text = text_of(doc, node);
    if !text.is_empty() {
        return text;
    }
    let mut nodes = doc.descendants(node).take(MAX_LINK_NODES);
    nodes.find_map(|node| doc.attribute(node, names::ALT)).unwrap_or_default().to_owned()
}

/// Maximum elements read whose class names the site's name: the banner, a menu for small screens and the footer may
/// have one each.
const MAX_NAMED: usize = 10;

/// The folded texts of elements whose class says that they hold the site's name, such as `site-title`.
fn named(sources: &MetadataSources<'_, '_>) -> Vec<String> {
    const CLASSES: [&str; 9] = [
        "site-title",
        "site-name",
        "site__title",
        "site__name",
        "sitename",
        "sitetitle",
        "blog-title",
        "blog-name",
        "navbar-brand",
    ];
    let doc = sources.page.document();
    let mut tokens = TokenTest::new(|token| CLASSES.iter().any(|class| token.eq_ignore_ascii_case(class)));
    let elements = doc.nodes().filter(|&node| {
        doc.is_element(node)
            && (doc.subtree_end(node) - node.0) as usize <= MAX_LINK_NODES
            && !matches!(doc.name(node), names::HTML | names::BODY)
            && tokens.any_class(doc, node)
    });
    let texts = elements.take(MAX_NAMED).map(|node| folded(&text_of(doc, node)));
    texts.filter(|text| !text.is_empty()).collect()
}

/// Maximum nodes of a link that are searched for a picture, and of an element with the site's name: a few wrappers
/// around it. A link with more is a teaser.
const MAX_LINK_NODES: usize = 10;

/// Whether an absolute address is the first page of a host.
fn is_root_of(href: &str, host: Option<&str>) -> bool {
    let Some((_, rest)) = href.split_once("://") else { return false };
    let rest = rest.trim_end_matches('/');
    host.is_some_and(|host| rest.eq_ignore_ascii_case(host))
}

/// The last blocks of the page that claim a copyright, folded.
fn copyright_notices(sources: &MetadataSources<'_, '_>) -> Vec<String> {
    let (doc, blocks) = (sources.page.document(), sources.page.text_blocks());
    let text = |nodes: &[NodeId]| nodes.iter().map(|&node| doc.text(node)).collect::<String>();
    let claims = |text: &str| {
        text.contains('©') || text.contains("(c)") || text.contains("(C)") || has_copyright(text)
    };
    let last = blocks.blocks().iter().rev().take(LAST_BLOCKS);
    let short = last.filter(|block| block.counts.chars <= MAX_NOTICE_CHARS);
    short
        .map(|block| text(blocks.nodes(block)))
        .filter(|text| claims(text))
        .map(|text| folded(&text))
        .collect()
}

/// Maximum characters of a notice of copyright: a sentence or two. A longer block is a page's terms, which name
/// others too.
const MAX_NOTICE_CHARS: u32 = 200;

fn has_copyright(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("copyright"))
}

/// Whether a folded text has the words of another one after each other.
fn has_words(text: &str, words: &str) -> bool {
    format!(" {text} ").contains(&format!(" {words} "))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    /// The title of a page whose title element ends with the name of the site.
    fn title(name: &str, html: &str) -> Option<String> {
        let html = format!("<title>Rye after rain | {name}</title>{html}");
        let doc = parse(&html, &Limits::default()).document;
        crate::metadata::extract(&Page::new(&doc)).title.value().map(str::to_owned)
    }

    #[test]
    fn a_name_is_no_longer_than_its_limit() {
        for (length, is_name) in [(MAX_CHARS, true), (MAX_CHARS + 1, false)] {
            let name = "x".repeat(length);
            let html = format!("<meta property=og:site_name content={name}>");
            let doc = parse(&html, &Limits::default()).document;
            let stated = crate::metadata::extract(&Page::new(&doc)).site_name;
            assert_eq!(stated.best.is_some(), is_name, "{length}");
            let found = title(&name, &format!("<a href=/>{name}</a>"));
            assert_eq!(found.as_deref() == Some("Rye after rain"), is_name, "{length}");
        }
    }

    #[test]
    fn what_names_the_site_is_looked_for_within_limits() {
        let name = "Barn Times";
        for (more, is_found) in [(0, true), (1, false)] {
            // An element with the name is a node, too; below a link only the image is.
            let inside = "<i></i>".repeat(MAX_LINK_NODES - 2 + more);
            let in_link = "<i></i>".repeat(MAX_LINK_NODES - 1 + more);
            let notice = MAX_NOTICE_CHARS as usize - "© Barn Times ".chars().count() + more;
            let pages = [
                format!("{}<a href=/>{name}</a>", "<a href=x></a>".repeat(MAX_LINKS - 1 + more)),
                format!("<p>© {name}</p>{}", "<p>x</p>".repeat(LAST_BLOCKS - 1 + more)),
                format!(
                    "<h1>{name}</h1>{}<h2>Rye after rain</h2>",
                    "<h2>x</h2>".repeat(MAX_HEADINGS - 2 + more)
                ),
                format!(
                    "{}<p class=site-title>{name}</p>",
                    "<p class=site-title>x</p>".repeat(MAX_NAMED - 1 + more)
                ),
                format!("<p class=site-title>{inside}{name}</p>"),
                format!("<a href=/>{in_link}<img alt='{name}'></a>"),
                format!("<h1>{in_link}<img alt='{name}'></h1><h2>Rye after rain</h2>"),
                format!("<p>© {name} {}</p>", "x".repeat(notice)),
            ];
            for html in pages {
                let found = title(name, &html);
                assert_eq!(found.as_deref() == Some("Rye after rain"), is_found, "{more} {html}");
            }
        }
    }
}
