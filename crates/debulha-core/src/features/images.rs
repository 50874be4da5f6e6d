//! Images in links, with the features of AdEater (kushmerick1999): sizes, sites, and phrases of addresses and texts.
//!
//! The names are those of the authors' table: `height`, `width`, `aratio`, `local`, and phrases such as `alt*click+here`
//! or `ancurl*ads`. A phrase is one token, or several joined by `+`; tokens are runs of letters and digits, in lower
//! case. Addresses also give their host and its registrable domain.

use crate::features::links::LinkSite;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use thiserror::Error;
use url::Url;

/// Tokens of a phrase at most: K of kushmerick1999.
const MAX_TOKENS: usize = 2;

/// Characters of a token from which on it is a phrase by itself: the authors' table has no shorter one.
const MIN_CHARS: usize = 2;

/// Tokens that are no phrase by themselves; these are missing in the authors' table though its longer phrases have
/// them. Numbers are missing too.
const UNINFORMATIVE: [&str; 8] = ["cgi", "gif", "htm", "html", "http", "jpeg", "jpg", "www"];

/// Bytes of the page's base address up to which relative addresses are joined to it; beyond, they are taken as they
/// stand. Our decision: else a long base makes every image as long.
const MAX_BASE_BYTES: usize = 2048;

/// What the phrases of a feature are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PhraseSource {
    Image,
    Page,
    Link,
    Alt,
    Caption,
}

impl PhraseSource {
    /// In the order of their discriminants.
    const PREFIXES: [(&str, PhraseSource); 5] = [
        ("url", PhraseSource::Image),
        ("origurl", PhraseSource::Page),
        ("ancurl", PhraseSource::Link),
        ("alt", PhraseSource::Alt),
        ("caption", PhraseSource::Caption),
    ];
}

/// A name that is no feature of a linked image.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown feature of linked images: `{0}`")]
pub struct UnknownFeature(pub String);

/// The features that count, each at its place in a list of names.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    height: Option<usize>,
    width: Option<usize>,
    aspect_ratio: Option<usize>,
    local: Option<usize>,
    /// By source.
    phrases: [Phrases; PhraseSource::PREFIXES.len()],
    /// Values of an image of which nothing is known: 0 for phrases, else NaN.
    unknown: Vec<f64>,
}

impl Vocabulary {
    /// Reads feature names. O(names × log names).
    ///
    /// # Errors
    /// A name that is no feature of a linked image.
    pub fn new(features: &[String]) -> Result<Self, UnknownFeature> {
        let mut vocabulary = Vocabulary { unknown: vec![f64::NAN; features.len()], ..Vocabulary::default() };
        for (place, name) in features.iter().enumerate() {
            match name.as_str() {
                "height" => vocabulary.height = Some(place),
                "width" => vocabulary.width = Some(place),
                "aratio" => vocabulary.aspect_ratio = Some(place),
                "local" => vocabulary.local = Some(place),
                _ => {
                    let split = name.split_once('*');
                    let known = split.and_then(|(prefix, phrase)| {
                        let source = PhraseSource::PREFIXES.iter().find(|(known, _)| *known == prefix)?.1;
                        Some((source, phrase.to_lowercase()))
                    });
                    let (source, phrase) = known.ok_or_else(|| UnknownFeature(name.clone()))?;
                    vocabulary.phrases[source as usize].known.push((phrase, place));
                    vocabulary.unknown[place] = 0.0;
                }
            }
        }
        vocabulary.phrases.iter_mut().for_each(Phrases::order);
        Ok(vocabulary)
    }
}

/// The phrases of a source that count.
#[derive(Debug, Clone, Default)]
struct Phrases {
    /// In order, with their places.
    known: Vec<(String, usize)>,
    /// Bits of the bytes, modulo 64, that they begin with: nearly all phrases of a page begin otherwise.
    first_bytes: u64,
}

impl Phrases {
    fn order(&mut self) {
        self.known.sort_unstable();
        self.first_bytes = self.known.iter().fold(0, |bits, (phrase, _)| bits | Self::first_byte(phrase));
    }

    fn first_byte(phrase: &str) -> u64 {
        phrase.bytes().next().map_or(0, |byte| 1 << (byte % 64))
    }

    fn find(&self, phrase: &str) -> Option<usize> {
        if self.first_bytes & Self::first_byte(phrase) == 0 {
            return None;
        }
        let at = self.known.binary_search_by(|(known, _)| known.as_str().cmp(phrase)).ok()?;
        Some(self.known[at].1)
    }
}

/// An image in a link.
#[derive(Debug, Clone, Copy)]
pub struct LinkedImage<'v> {
    /// The `img` element.
    pub image: NodeId,
    /// The innermost `a` element with `href` around it.
    pub link: NodeId,
    /// Value of each feature of the vocabulary; NaN where it is missing, and 1 or 0 for phrases and `local`.
    values: &'v [f64],
}

impl LinkedImage<'_> {
    /// The value of a feature, by its place among the vocabulary's names; `None` where it is missing.
    pub fn value(&self, place: usize) -> Option<f64> {
        Some(self.values[place]).filter(|value| !value.is_nan())
    }
}

/// Calls `each` for every visible `img` in an `a` with `href`, in document order.
///
/// Sizes are those of the attributes; percentages are missing. `local` says whether link and image lead to the same
/// registrable domain. The caption is the visible text of the link, without that of links inside of it.
///
/// O(nodes + (bytes of addresses and texts in links with images) × log phrases + images × features).
///
/// ```
/// use debulha_core::Page;
/// use debulha_core::features::images::{Vocabulary, linked_images};
/// use debulha_dom::{Limits, parse};
///
/// let html = "<a href=/click?to=shop><img src=/ads/big.gif width=468 height=60 alt='Click here'></a>";
/// let parsed = parse(html, &Limits::default());
/// let names = ["alt*click+here", "ancurl*shop", "aratio", "url*ads"].map(str::to_owned);
/// let mut found = Vec::new();
/// linked_images(&Page::new(&parsed.document), &Vocabulary::new(&names)?, |image| {
///     found = (0..names.len()).map(|place| image.value(place)).collect();
/// });
/// assert_eq!(found, [Some(1.0), Some(1.0), Some(7.8), Some(1.0)]);
/// # Ok::<(), debulha_core::features::images::UnknownFeature>(())
/// ```
pub fn linked_images(page: &Page<'_>, vocabulary: &Vocabulary, mut each: impl FnMut(LinkedImage<'_>)) {
    let doc = page.document();
    let whole = page.stats().subtree(doc, Document::ROOT);
    if whole.images == 0 || whole.links == 0 {
        return;
    }
    let mut reader = ImageReader::new(page, vocabulary);
    let mut open: Vec<OpenLink> = Vec::new();
    for node in doc.nodes() {
        while open.last().is_some_and(|link| link.end <= node.0) {
            open.pop();
        }
        match doc.name(node) {
            names::A => {
                if let Some(href) = doc.attribute(node, names::HREF) {
                    open.push(OpenLink { node, end: doc.subtree_end(node), href, read: None });
                }
            }
            names::IMG if !page.visibility().is_hidden(node) => {
                if let Some(link) = open.last_mut() {
                    reader.read(node, link);
                    each(LinkedImage { image: node, link: link.node, values: &reader.values });
                }
            }
            _ => {}
        }
    }
}

/// An `a` element whose end was not met yet.
struct OpenLink<'d> {
    node: NodeId,
    end: u32,
    href: &'d str,
    /// Read with the first image inside of it.
    read: Option<ReadLink>,
}

/// What all images of a link share.
struct ReadLink {
    site: LinkTarget,
    /// Features of its address and text.
    features: Vec<usize>,
}

/// Where an address leads.
enum LinkTarget {
    /// To a place relative to a page of unknown address.
    Here,
    /// To a site.
    Site(LinkSite),
    /// To no site: a script, or data.
    Nowhere,
}

/// Reads features into one row of values.
struct ImageReader<'p, 'd> {
    page: &'p Page<'d>,
    vocabulary: &'p Vocabulary,
    base: Option<&'p Url>,
    /// The values that all images of the page share.
    of_page: Vec<f64>,
    values: Vec<f64>,
    tokens: JoinedTokens,
}

impl<'p, 'd> ImageReader<'p, 'd> {
    fn new(page: &'p Page<'d>, vocabulary: &'p Vocabulary) -> Self {
        let base = page.base_address().filter(|base| base.as_str().len() <= MAX_BASE_BYTES);
        let of_page = vocabulary.unknown.clone();
        let mut reader = ImageReader {
            page,
            vocabulary,
            base,
            of_page,
            values: Vec::new(),
            tokens: JoinedTokens::default(),
        };
        if let Some(own) = page.address() {
            let mut features = Vec::new();
            reader.add_address(PhraseSource::Page, own, &mut features);
            for feature in features {
                reader.of_page[feature] = 1.0;
            }
        }
        reader
    }

    /// Fills `values` for an image.
    fn read(&mut self, image: NodeId, link: &mut OpenLink<'d>) {
        let (doc, vocabulary) = (self.page.document(), self.vocabulary);
        let read = link.read.get_or_insert_with(|| self.read_link(link.node, link.href));
        let mut features = Vec::new();
        self.add_text(PhraseSource::Alt, doc.attribute(image, names::ALT).unwrap_or_default(), &mut features);
        // A lazy image has a placeholder in `src`.
        let address = doc.attribute(image, names::DATA_SRC).or(doc.attribute(image, names::SRC));
        let site = self.add(PhraseSource::Image, address.unwrap_or_default(), &mut features);
        self.values.clone_from(&self.of_page);
        for &feature in read.features.iter().chain(&features) {
            self.values[feature] = 1.0;
        }
        let pixels = |name| doc.attribute(image, name).and_then(pixels);
        let (height, width) = (pixels(names::HEIGHT), pixels(names::WIDTH));
        let ratio =
            height.zip(width).filter(|&(height, _)| height > 0.0).map(|(height, width)| width / height);
        let local = match (&read.site, &site) {
            (LinkTarget::Site(link), LinkTarget::Site(image)) => Some(f64::from(u8::from(link == image))),
            (LinkTarget::Here, LinkTarget::Here) => Some(1.0),
            _ => None,
        };
        let numbers = [
            (vocabulary.height, height),
            (vocabulary.width, width),
            (vocabulary.aspect_ratio, ratio),
            (vocabulary.local, local),
        ];
        for (place, number) in numbers {
            if let (Some(place), Some(number)) = (place, number) {
                self.values[place] = number;
            }
        }
    }

    fn read_link(&mut self, link: NodeId, href: &str) -> ReadLink {
        let mut features = Vec::new();
        let site = self.add(PhraseSource::Link, href, &mut features);
        let doc = self.page.document();
        self.tokens.clear();
        let mut at = link.0 + 1;
        while at < doc.subtree_end(link) {
            let node = NodeId(at);
            let is_apart = self.page.visibility().is_hidden(node) || doc.name(node) == names::A;
            if doc.is_text(node) && !is_apart {
                self.tokens.push(doc.text(node));
            }
            at = if is_apart { doc.subtree_end(node) } else { at + 1 };
        }
        self.look_up(PhraseSource::Caption, &mut features);
        ReadLink { site, features }
    }

    /// Adds the features of an address, which may be relative.
    fn add(&mut self, source: PhraseSource, address: &str, features: &mut Vec<usize>) -> LinkTarget {
        let address = address.trim();
        match Url::options().base_url(self.base).parse(address) {
            Ok(url) => {
                self.add_address(source, &url, features);
                LinkSite::of(&url).map_or(LinkTarget::Nowhere, LinkTarget::Site)
            }
            Err(url::ParseError::RelativeUrlWithoutBase) => {
                self.add_text(source, address.split('#').next().unwrap_or_default(), features);
                LinkTarget::Here
            }
            Err(_) => LinkTarget::Nowhere,
        }
    }

    fn add_address(&mut self, source: PhraseSource, url: &Url, features: &mut Vec<usize>) {
        if let Some(host) = url.host_str() {
            let known = &self.vocabulary.phrases[source as usize];
            features.extend(known.find(host));
            features.extend(psl::domain_str(host).and_then(|domain| known.find(domain)));
        }
        self.add_text(source, &url[url::Position::BeforePath..url::Position::AfterQuery], features);
    }

    fn add_text(&mut self, source: PhraseSource, text: &str, features: &mut Vec<usize>) {
        self.tokens.clear();
        self.tokens.push(text);
        self.look_up(source, features);
    }

    /// Adds the features of the tokens' phrases.
    fn look_up(&self, source: PhraseSource, features: &mut Vec<usize>) {
        let known = &self.vocabulary.phrases[source as usize];
        features.extend(self.tokens.phrases().filter_map(|phrase| known.find(phrase)));
    }
}

/// A length in pixels: the digits at the start, as browsers read it; nothing for a percentage.
pub(crate) fn pixels(value: &str) -> Option<f64> {
    let value = value.trim_start();
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let (digits, rest) = value.split_at(end);
    if rest.contains('%') { None } else { digits.parse().ok() }
}

/// The tokens of a text.
#[derive(Debug, Default)]
struct JoinedTokens {
    /// With `+` between them.
    joined: String,
    /// Where each is in `joined`.
    ranges: Vec<(usize, usize)>,
}

impl JoinedTokens {
    fn clear(&mut self) {
        self.joined.clear();
        self.ranges.clear();
    }

    /// Adds the tokens of a text.
    fn push(&mut self, text: &str) {
        let runs = text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
        for run in runs {
            if !self.joined.is_empty() {
                self.joined.push('+');
            }
            let start = self.joined.len();
            if run.is_ascii() {
                self.joined.push_str(run);
                self.joined[start..].make_ascii_lowercase();
            } else {
                self.joined.extend(run.chars().flat_map(char::to_lowercase));
            }
            self.ranges.push((start, self.joined.len()));
        }
    }

    /// The runs of up to [`MAX_TOKENS`] tokens that say something.
    fn phrases(&self) -> impl Iterator<Item = &str> {
        self.ranges.iter().enumerate().flat_map(move |(first, &(start, own_end))| {
            let last = (first + MAX_TOKENS).min(self.ranges.len());
            let phrase = move |&(_, end): &(usize, usize)| &self.joined[start..end];
            let says_something =
                move |phrase: &&str| phrase.len() > own_end - start || is_informative(phrase);
            self.ranges[first..last].iter().map(phrase).filter(says_something)
        })
    }
}

fn is_informative(token: &str) -> bool {
    token.chars().nth(MIN_CHARS - 1).is_some()
        && !token.bytes().all(|byte| byte.is_ascii_digit())
        && !UNINFORMATIVE.contains(&token)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::page::PageOptions;
    use debulha_dom::{Limits, parse};

    /// The values of each linked image of a page.
    fn values(html: &str, url: Option<&str>, features: &[&str]) -> Vec<Vec<Option<f64>>> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::with_options(&doc, url, PageOptions::default());
        let features: Vec<String> = features.iter().map(|&name| name.to_owned()).collect();
        let mut found = Vec::new();
        linked_images(&page, &Vocabulary::new(&features).unwrap(), |image| {
            found.push((0..features.len()).map(|place| image.value(place)).collect());
        });
        found
    }

    const BANNER: &str = "<a href='http://ads.x.com/click?id=1'><img src='http://ads.x.com/banner/468x60.gif' \
        width=468 height=60 alt='Click here'></a>";

    #[test]
    fn spec_13_banner() {
        let numbers = values(BANNER, None, &["width", "height", "aratio", "local"]);
        assert_eq!(numbers, [[Some(468.0), Some(60.0), Some(7.8), Some(1.0)]]);
        let there = [
            "alt*click",
            "alt*here",
            "alt*click+here",
            "ancurl*click",
            "ancurl*click+id",
            "url*banner",
            "url*banner+468x60",
        ];
        assert_eq!(values(BANNER, None, &there), [[Some(1.0); 7]]);
        let further = ["ancurl*ads.x.com", "url*x.com", "ancurl*id+1", "url*468x60", "url*468x60+gif"];
        assert_eq!(values(BANNER, None, &further), [[Some(1.0); 5]]);
        let absent = ["ancurl*1", "url*gif", "url*click", "caption*click", "origurl*x.com", "url*banner+gif"];
        assert_eq!(values(BANNER, None, &absent), [[Some(0.0); 6]]);
    }

    #[test]
    fn hosts_of_one_registrable_domain_are_local() {
        let local = |href: &str, src: &str, url: Option<&str>| {
            values(&format!("<a href='{href}'><img src='{src}'></a>"), url, &["local"])[0][0]
        };
        assert_eq!(local("http://www.ee.mtu.edu/", "http://www.cs.mtu.edu/x.gif", None), Some(1.0));
        assert_eq!(local("http://www.mtu.edu/", "http://www.osu.edu/x.gif", None), Some(0.0));
        assert_eq!(local("/a", "b.gif", None), Some(1.0));
        assert_eq!(local("/a", "http://a.org/b.gif", None), None);
        assert_eq!(local("/a", "http://img.a.org/b.gif", Some("http://www.a.org/")), Some(1.0));
        assert_eq!(local("javascript:x()", "javascript:x()", Some("http://a.org/")), None);
    }

    #[test]
    fn sizes_are_whole_pixels_or_missing() {
        let sizes = |attributes: &str| {
            let html = format!("<a href=x><img {attributes}></a>");
            values(&html, None, &["width", "height", "aratio"])[0].clone()
        };
        assert_eq!(sizes("width='100%' height=' 60px'"), [None, Some(60.0), None]);
        assert_eq!(sizes("width=10 height=0"), [Some(10.0), Some(0.0), None]);
        assert_eq!(sizes("width=wide"), [None, None, None]);
    }

    #[test]
    fn a_link_gives_its_text_to_its_own_images() {
        let html = "<a href=/one>Our <b>web</b> ring<img src=1.gif><table><tr><td><a href=/two><img src=2.gif>Two words\
            </a></table><img src=3.gif></a><img src=4.gif><a><img src=5.gif></a><a href=x><img hidden></a>";
        let found =
            values(html, None, &["caption*our+web", "caption*web+ring", "caption*two+words", "ancurl*two"]);
        let (one, two) =
            ([Some(1.0), Some(1.0), Some(0.0), Some(0.0)], [Some(0.0), Some(0.0), Some(1.0), Some(1.0)]);
        assert_eq!(found, [one, two, one]);
    }

    #[test]
    fn relative_addresses_follow_the_base() {
        let html = "<base href='http://cdn.b.org/ads/'><a href=x><img src=top.gif data-src=lazy.gif></a>";
        let features = ["url*b.org", "url*ads+lazy", "url*top", "origurl*a.org", "origurl*news+today"];
        let found = values(html, Some("http://a.org/news/today.html#x"), &features);
        assert_eq!(found, [[Some(1.0), Some(1.0), Some(0.0), Some(1.0), Some(1.0)]]);
        let long = format!("http://a.org/{}/", "x".repeat(MAX_BASE_BYTES));
        let found = values("<a href=x><img src=ads/top.gif></a>", Some(&long), &["url*ads+top", "url*a.org"]);
        assert_eq!(found, [[Some(1.0), Some(0.0)]]);
    }

    #[test]
    fn unknown_names_are_refused() {
        for name in ["depth", "title*x", "*x"] {
            let error = Vocabulary::new(&[name.to_owned()]).unwrap_err();
            assert_eq!(error, UnknownFeature(name.to_owned()));
        }
    }
}
