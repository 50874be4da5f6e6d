//! How well the pages of a list or article are found.

use super::Known;
use debulha_core::features::pagination::{LinkClass, PageLink, Pagination};
use std::collections::BTreeSet;

/// What is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgedPart {
    /// The next page: one address a page.
    Next,
    /// The page before.
    Previous,
    /// Pages by their numbers: each address.
    Pages,
}

impl JudgedPart {
    /// All.
    pub const ALL: [JudgedPart; 3] = [JudgedPart::Next, JudgedPart::Previous, JudgedPart::Pages];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            JudgedPart::Next => "next links",
            JudgedPart::Previous => "previous links",
            JudgedPart::Pages => "page links",
        }
    }

    fn class(self) -> LinkClass {
        match self {
            JudgedPart::Next => LinkClass::Next,
            JudgedPart::Previous => LinkClass::Previous,
            JudgedPart::Pages => LinkClass::Page,
        }
    }
}

/// How many were found, and how many of them rightly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PaginationQuality {
    /// Found and labelled.
    pub right: usize,
    /// Found.
    pub found: usize,
    /// Labelled.
    pub wanted: usize,
}

impl PaginationQuality {
    /// The share of what was found that is labelled; 1 where nothing was found.
    pub fn precision(&self) -> f64 {
        share(self.right, self.found)
    }

    /// The share of what is labelled that was found; 1 where nothing is labelled.
    pub fn recall(&self) -> f64 {
        share(self.right, self.wanted)
    }
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 1.0 } else { part as f64 / of as f64 }
}

/// What was found on a page.
#[derive(Debug, Clone)]
pub struct JudgedPage {
    /// Key of the page.
    pub id: String,
    /// Its site.
    pub site: String,
    /// Its address.
    pub url: Option<String>,
    /// The labelled addresses of each part: other addresses of the page's host, since no other can be followed.
    pub wanted: [BTreeSet<String>; 3],
    /// Labelled links that lead to no such address.
    pub unfollowable: [usize; 3],
    /// What the classifier finds.
    pub model: Pagination,
    /// What the plain rules find.
    pub rules: Pagination,
}

impl JudgedPage {
    /// What one of the two found.
    pub fn found(part: JudgedPart, pagination: &Pagination) -> BTreeSet<String> {
        let address = |link: &PageLink| link.address.clone();
        match part {
            JudgedPart::Next => pagination.next.iter().map(address).collect(),
            JudgedPart::Previous => pagination.previous.iter().map(address).collect(),
            JudgedPart::Pages => pagination.pages.iter().map(address).collect(),
        }
    }

    /// The labelled addresses.
    pub fn wanted(&self, part: JudgedPart) -> &BTreeSet<String> {
        &self.wanted[part as usize]
    }

    /// How well a part was found. A page has one next page, though several links may be labelled as leading to it.
    pub fn quality(&self, part: JudgedPart, pagination: &Pagination) -> PaginationQuality {
        let (wanted, found) = (self.wanted(part), Self::found(part, pagination));
        let right = found.intersection(wanted).count();
        let most = if part == JudgedPart::Pages { wanted.len() } else { wanted.len().min(1) };
        PaginationQuality { right, found: found.len(), wanted: most }
    }
}

pub(super) fn judge(page: &Known, model: Pagination, rules: Pagination) -> JudgedPage {
    let mut wanted: [BTreeSet<String>; 3] = Default::default();
    let mut unfollowable = [0; 3];
    for part in JudgedPart::ALL {
        for (link, class) in page.links.links.iter().zip(&page.classes) {
            if *class != part.class() {
                continue;
            }
            if page.links.may_follow(link) {
                wanted[part as usize].insert(link.place().to_owned());
            } else {
                unfollowable[part as usize] += 1;
            }
        }
    }
    let info = &page.info;
    JudgedPage {
        id: info.id.clone(),
        site: info.site.clone(),
        url: info.url.clone(),
        wanted,
        unfollowable,
        model,
        rules,
    }
}

/// The quality over all pages.
pub(crate) fn sum<'j>(
    judged: &'j [JudgedPage],
    part: JudgedPart,
    of: impl Fn(&'j JudgedPage) -> &'j Pagination,
) -> PaginationQuality {
    judged.iter().fold(PaginationQuality::default(), |sum, page| {
        let one = page.quality(part, of(page));
        PaginationQuality {
            right: sum.right + one.right,
            found: sum.found + one.found,
            wanted: sum.wanted + one.wanted,
        }
    })
}
