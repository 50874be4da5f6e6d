//! Links to pages of the same section of the site, such as from a product to others of the shop.

use crate::features::text_measures::share;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use std::ops::Range;

/// The links of a page, and how many before each lead into its own section: the first part of the path of its address.
#[derive(Debug)]
pub struct SectionLinks {
    links: Vec<NodeId>,
    before: Vec<u32>,
}

impl SectionLinks {
    /// O(nodes + bytes of the addresses).
    pub fn of(page: &Page<'_>) -> Self {
        let doc = page.document();
        let section = page.url().and_then(first_part);
        let mut found = SectionLinks { links: Vec::new(), before: vec![0] };
        let Some(section) = section else { return found };
        let mut sum = 0;
        for link in doc.elements_named(names::A) {
            let Some(href) = doc.attribute(link, names::HREF) else { continue };
            sum += u32::from(first_part(href) == Some(section));
            found.links.push(link);
            found.before.push(sum);
        }
        found
    }

    /// The share of those among the links with ids in a range; missing without links. O(log links).
    pub fn share(&self, nodes: Range<u32>) -> f32 {
        let start = self.links.partition_point(|link| link.0 < nodes.start);
        let end = self.links.partition_point(|link| link.0 < nodes.end);
        if start == end {
            f32::NAN
        } else {
            share(self.before[end] - self.before[start], (end - start) as u32) as f32
        }
    }
}

/// The first part of the path of an address, with or without scheme and host: `b` of `https://a.org/b/c` and of `/b/c`.
fn first_part(address: &str) -> Option<&str> {
    let address = address.trim_ascii();
    let path = match address.split_once("//") {
        Some((scheme, rest)) if scheme.is_empty() || scheme.ends_with(':') => rest.split_once('/')?.1,
        _ => address.strip_prefix('/')?,
    };
    let part = path.split(['/', '?', '#']).next()?;
    (!part.is_empty()).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::first_part;

    #[test]
    fn the_first_part_of_a_path_is_found_with_and_without_host() {
        assert_eq!(first_part("https://a.org/products/x?y"), Some("products"));
        assert_eq!(first_part("//a.org/products#x"), Some("products"));
        assert_eq!(first_part(" /products/x"), Some("products"));
        for none in ["https://a.org", "https://a.org/", "x/y", "#x", "mailto:a@b", "/", "/?x"] {
            assert_eq!(first_part(none), None, "{none}");
        }
    }
}
