//! Which pages of a site were made from the same template: sketches of their structure, and clusters of these.
//!
//! Pages of one template share most of their tag paths (buttler2004). A sketch holds, for each of [`VALUES`] orders of
//! all possible paths, the first one that the page has (broder1997), so that two sketches agree in about the share of
//! paths that the pages have in common.
//!
//! Mixtures of two to four sites, at most 20 pages of each, taken for one site (60 mixtures a corpus;
//! `measure templates`). Precision is the share of the pairs in a cluster that are of one site and page type, recall
//! the share of those pairs that are in a cluster:
//!
//! | threshold | exalg | wien | cleanportaleval | swde-book | daniel |
//! |---|---|---|---|---|---|
//! | .3 | .952 / 1 | .988 / 1 | 1 / .869 | 1 / 1 | .961 / .947 |
//! | .4 | .952 / 1 | .988 / 1 | 1 / .869 | 1 / 1 | .961 / .939 |
//! | **.5** | 1 / .983 | .988 / .996 | 1 / .869 | 1 / 1 | .960 / .917 |
//! | .6 | 1 / .983 | .988 / .990 | 1 / .869 | 1 / 1 | .959 / .898 |
//! | .8 | 1 / .926 | .988 / .990 | 1 / .764 | 1 / 1 | .957 / .847 |
//!
//! Sites that share a template (two of wien, some of daniel's publishers) are joined at any threshold, and a site may
//! have more templates than labels tell. Paths of names alone need a threshold of .6 to tell two of exalg's sites
//! apart; classes all along the path split portals (recall .72 on cleanportaleval, .85 on daniel at .5).

use crate::features::hashing::{hash_text, then};
use crate::features::random::{GOLDEN_GAMMA, mix};
use crate::features::repetition::Components;
use crate::page::{Page, PageView};
use crate::site::sample::PageKey;
use debulha_dom::{Document, NameId, NodeId};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// Numbers in a sketch: its similarities have a standard error of at most 1/16 (our decision).
pub const VALUES: usize = 64;

/// Similarity from which on two pages are of one template (our decision).
pub const DEFAULT_THRESHOLD: f64 = 0.5;

/// The structure of a page in 128 bytes: a function of the page alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sketch([u16; VALUES]);

/// Bytes of a stored sketch.
pub const BYTES: usize = 2 * VALUES;

impl From<Sketch> for String {
    /// Hexadecimal digits, for JSON.
    fn from(sketch: Sketch) -> String {
        let digit =
            |value: u16, shift: u32| char::from_digit(u32::from(value >> shift) & 0xf, 16).unwrap_or('0');
        sketch.0.iter().flat_map(|&value| [12, 8, 4, 0].map(|shift| digit(value, shift))).collect()
    }
}

impl TryFrom<String> for Sketch {
    type Error = &'static str;

    fn try_from(digits: String) -> Result<Sketch, Self::Error> {
        const REASON: &str = "a sketch is 256 hexadecimal digits";
        if digits.len() != 2 * BYTES {
            return Err(REASON);
        }
        let mut values = [0; VALUES];
        for (place, value) in values.iter_mut().enumerate() {
            let digits = digits.get(4 * place..4 * place + 4).ok_or(REASON)?;
            *value = u16::from_str_radix(digits, 16).map_err(|_| REASON)?;
        }
        Ok(Sketch(values))
    }
}

/// Odd factors, by which numbers are put into as many orders.
static FACTORS: [u64; VALUES] = {
    let mut factors = [0; VALUES];
    let mut place = 0;
    while place < VALUES {
        factors[place] = mix(GOLDEN_GAMMA.wrapping_mul(place as u64 + 1)) | 1;
        place += 1;
    }
    factors
};

impl Sketch {
    /// The sketch of the page's tag paths: see [`tag_paths`]. O(nodes + [`VALUES`] · distinct paths).
    pub fn of_page(page: &Page<'_>) -> Self {
        Sketch::of_set(tag_paths(page))
    }

    /// The sketch of a set of numbers; the order and repetitions do not matter.
    pub fn of_set(numbers: impl IntoIterator<Item = u64>) -> Self {
        let mut smallest = [u64::MAX; VALUES];
        for number in numbers {
            // 0 would come first in every order.
            let number = mix(number ^ GOLDEN_GAMMA);
            for (least, factor) in smallest.iter_mut().zip(FACTORS) {
                *least = number.wrapping_mul(factor).min(*least);
            }
        }
        // Any 16 bits will do: two smallest numbers that differ agree in these with a chance of 1 in 65,536.
        Sketch(smallest.map(|number| mix(number) as u16))
    }

    /// The share of values that two sketches have in common: an estimate of the paths that both pages have, by those
    /// that either has.
    ///
    /// ```
    /// use debulha_core::site::structure::Sketch;
    ///
    /// let (a, b) = (Sketch::of_set(0..1000), Sketch::of_set(250..1250));
    /// assert!((a.similarity(&b) - 0.6).abs() < 0.15 && a.similarity(&a) == 1.0);
    /// ```
    pub fn similarity(&self, other: &Sketch) -> f64 {
        f64::from(self.agreeing(other)) / VALUES as f64
    }

    /// The sketch as it is stored.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (bytes, value) in bytes.chunks_exact_mut(2).zip(self.0) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    /// The sketch that stands before a stored record; `None` where there are too few bytes.
    pub fn of_record(record: &[u8]) -> Option<Self> {
        let mut values = [0; VALUES];
        for (value, bytes) in values.iter_mut().zip(record.get(..BYTES)?.chunks_exact(2)) {
            *value = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        Some(Sketch(values))
    }

    fn agreeing(&self, other: &Sketch) -> u16 {
        self.0.iter().zip(&other.0).map(|(a, b)| u16::from(a == b)).sum()
    }
}

/// Attributes that tell presentation in markup and do not vary with the content, as `style`, `width` and `height` do.
const PRESENTATION: [&str; 4] = ["class", "bgcolor", "align", "valign"];

/// The distinct tag paths of the body's clean view, as numbers that are the same for all pages: the names of the
/// elements from the body down, and how the last one is presented (`class`, `bgcolor`, `align`, `valign`). Digits of
/// these do not count, since pages number their parts; nor does the presentation of the elements above, so that
/// one wrapper with a class of its own does not change the paths of all that it holds.
/// O(nodes + bytes of names and attributes).
pub fn tag_paths(page: &Page<'_>) -> Vec<u64> {
    let (doc, visibility) = (page.document(), page.visibility());
    let presentation: Vec<NameId> = PRESENTATION.iter().filter_map(|name| doc.find_name(name)).collect();
    let mut seen = FxHashSet::default();
    let mut paths = Vec::new();
    // The elements around a node: where each ends, and the names down to it.
    let mut open: Vec<(u32, u64)> = Vec::new();
    for node in doc.descendants(page.body()) {
        if !doc.is_element(node) || visibility.is_hidden(node) {
            continue;
        }
        while open.last().is_some_and(|&(end, _)| end <= node.0) {
            open.pop();
        }
        let above = open.last().map_or(0, |&(_, names)| names);
        let names = then(above, hash_text(doc.name_str(doc.name(node))));
        let path = presented(doc, node, &presentation).fold(names, then);
        if seen.insert(path) {
            paths.push(path);
        }
        if doc.subtree_end(node) > node.0 + 1 {
            open.push((doc.subtree_end(node), names));
        }
    }
    paths
}

/// The numbers of an element's attributes of presentation.
fn presented(doc: &Document, node: NodeId, names: &[NameId]) -> impl Iterator<Item = u64> {
    let values =
        names.iter().enumerate().filter_map(move |(place, &name)| Some((place, doc.attribute(node, name)?)));
    values.map(|(place, value)| {
        // The order of classes does not count.
        let words = value.split_ascii_whitespace().map(without_digits);
        then(place as u64, words.fold(0, u64::wrapping_add))
    })
}

/// The number of a word without its digits.
fn without_digits(word: &str) -> u64 {
    word.split(|c: char| c.is_ascii_digit()).fold(0, |hash, part| match part {
        "" => hash,
        part => then(hash, hash_text(part)),
    })
}

/// Pages that seem to be of one template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateCluster {
    /// The pages, in the order of their keys.
    pub pages: Vec<(PageKey, Sketch)>,
}

impl TemplateCluster {
    /// The similarity of the page that is most like a sketch. O(pages).
    pub fn similarity(&self, sketch: &Sketch) -> f64 {
        let agreeing = self.pages.iter().map(|(_, other)| other.agreeing(sketch)).max();
        f64::from(agreeing.unwrap_or(0)) / VALUES as f64
    }
}

/// Clusters of pages by single link: chains of pages that are similar by at least `threshold`, 0 to 1.
///
/// The largest cluster comes first; of equally large ones, the one with the smallest key. The result does not depend on
/// the order of the pages, and a page that is given twice counts once. O(pages²) comparisons of 128 bytes for pages
/// that are all different, less for those that are alike: 2,000 different pages take 6 ms.
///
/// ```
/// use debulha_core::site::sample::PageKey;
/// use debulha_core::site::structure::{DEFAULT_THRESHOLD, Sketch, clusters, nearest};
///
/// let (story, list) = (Sketch::of_set(0..100), Sketch::of_set(100..200));
/// let pages = [(PageKey(1), list), (PageKey(2), story), (PageKey(3), story)];
/// let found = clusters(&pages, DEFAULT_THRESHOLD);
/// assert_eq!((found.len(), found[0].pages.len()), (2, 2));
/// assert_eq!(nearest(&found, &list), Some((1, 1.0)));
/// ```
pub fn clusters(pages: &[(PageKey, Sketch)], threshold: f64) -> Vec<TemplateCluster> {
    let mut pages = pages.to_vec();
    pages.sort_unstable();
    pages.dedup_by_key(|&mut (key, _)| key);
    let least = (threshold * VALUES as f64).ceil() as u16;
    let mut components = Components::new(pages.len());
    for (later, (_, sketch)) in pages.iter().enumerate() {
        for (earlier, (_, other)) in pages[..later].iter().enumerate() {
            if sketch.agreeing(other) >= least && components.smallest(earlier) != components.smallest(later) {
                components.join(earlier, later);
            }
        }
    }
    let mut of_smallest = vec![usize::MAX; pages.len()];
    let mut found: Vec<TemplateCluster> = Vec::new();
    for (index, &page) in pages.iter().enumerate() {
        let cluster = &mut of_smallest[components.smallest(index)];
        if *cluster == usize::MAX {
            *cluster = found.len();
            found.push(TemplateCluster { pages: Vec::new() });
        }
        found[*cluster].pages.push(page);
    }
    // Stable: equally large ones stay in the order of their smallest keys.
    found.sort_by_key(|cluster| std::cmp::Reverse(cluster.pages.len()));
    found
}

/// The cluster that holds the page most like a sketch, by its index, and that page's similarity; of equally similar
/// ones the first. `None` without clusters. A page less similar than the clusters' threshold belongs to none of them.
/// O(pages).
pub fn nearest(clusters: &[TemplateCluster], sketch: &Sketch) -> Option<(usize, f64)> {
    let similarities = clusters.iter().map(|cluster| cluster.similarity(sketch)).enumerate();
    similarities.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

impl Page<'_> {
    /// The sketch of the page's structure, by which pages of one template are told from others.
    pub fn structure(&self) -> &Sketch {
        self.view(PageView::Structure, || Sketch::of_page(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::random::SplitMix64;
    use debulha_dom::{Limits, parse};

    fn sketch(html: &str) -> Sketch {
        let document = parse(html, &Limits::default()).document;
        Sketch::of_page(&Page::new(&document))
    }

    #[test]
    fn what_repeats_and_what_numbers_do_not_count() {
        let story = "<body class=p12><div class='post post-17'><p>a<p>b<p>c</div><ul class=nav><li>x</ul>";
        let other = "<body class=p13><div class='post-5 post'><p>long</div><ul class=nav><li>x<li>y</ul>";
        assert_eq!(sketch(story), sketch(other));
        assert!(sketch(story).similarity(&sketch("<table class=list><tr><td>1")) < 0.2);
        assert_eq!(sketch(""), sketch("text alone <script>x</script>"));
    }

    #[test]
    fn stored_sketches_are_128_bytes_and_stay_as_they_are() {
        let sketch = Sketch::of_set(0..50);
        assert_eq!(Sketch::of_record(&sketch.to_bytes()), Some(sketch));
        assert_eq!(Sketch::of_record(&sketch.to_bytes()[1..]), None);
        assert_eq!(Sketch::try_from(String::from(sketch)), Ok(sketch));
        assert!(Sketch::try_from("é".repeat(128)).is_err());
        assert_eq!(sketch.0[..4], FIRST_VALUES);
    }

    /// Stored models hold such numbers: other values make them useless.
    const FIRST_VALUES: [u16; 4] = [45_998, 40_652, 61_976, 6_549];

    #[test]
    fn clusters_do_not_depend_on_the_order_of_the_pages() {
        let mut random = SplitMix64::new(5);
        let mut pages: Vec<(PageKey, Sketch)> = (0..90_u64)
            .map(|page| {
                let paths = (0..100).map(|path| (page % 3) * 1000 + path + page % 7);
                (PageKey(random.next_u64()), Sketch::of_set(paths))
            })
            .collect();
        let whole = clusters(&pages, DEFAULT_THRESHOLD);
        assert_eq!(whole.iter().map(|cluster| cluster.pages.len()).collect::<Vec<_>>(), [30, 30, 30]);
        for _ in 0..5 {
            random.shuffle(&mut pages);
            assert_eq!(clusters(&pages, DEFAULT_THRESHOLD), whole);
        }
        assert_eq!(clusters(&[&pages[..], &pages[..]].concat(), DEFAULT_THRESHOLD), whole);
        for (index, cluster) in whole.iter().enumerate() {
            assert_eq!(nearest(&whole, &cluster.pages[0].1), Some((index, 1.0)));
        }
        assert_eq!(clusters(&pages, 0.0).len(), 1);
        assert_eq!((clusters(&[], 0.5).len(), nearest(&[], &pages[0].1)), (0, None));
    }
}
