//! Made-up sites: any number of pages whose template and content are known, from a seed, in constant memory.
//!
//! A page is template × content. The templates of a site, one to four of them, share its menu, its foot and its class
//! names and differ in their layout; each page has a title, a story and links to other pages of the site that are its
//! own. Words are made of syllables and as skewed as those of a language (Zipf's law with exponent 1).
//!
//! Sizes of sites are skewed as well: one site has a share of the pages of its own, the others follow Zipf's law, and
//! each has at least one page.
//!
//! ```
//! use debulha_eval::synthetic::SyntheticWeb;
//!
//! let web = SyntheticWeb { sites: 3, pages: 10, ..SyntheticWeb::default() };
//! let pages: Vec<_> = web.pages().collect();
//! assert_eq!(pages.len(), 10);
//! assert!(pages[9].html.contains(&pages[9].title));
//! assert_eq!(pages[9], web.page(9));
//! ```

use std::fmt::Write as _;

use debulha_core::features::random::SplitMix64;

/// What sites are made. Every figure is our decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SyntheticWeb {
    /// Number of sites, at least 1.
    pub sites: u64,
    /// Number of pages of all sites; the first `sites` of them are the first page of each.
    pub pages: u64,
    /// Share of the further pages that the first site has.
    pub largest_share: f64,
    /// Most templates of a site.
    pub max_templates: usize,
    /// Most paragraphs of a story.
    pub max_paragraphs: usize,
    /// Decides everything.
    pub seed: u64,
}

impl Default for SyntheticWeb {
    /// 10⁵ pages of about 3 kB on 10⁴ sites, a fifth of them on one site.
    fn default() -> Self {
        SyntheticWeb {
            sites: 10_000,
            pages: 100_000,
            largest_share: 0.2,
            max_templates: 4,
            max_paragraphs: 6,
            seed: 0,
        }
    }
}

/// One page of a [`SyntheticWeb`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntheticPage {
    /// Number of its site.
    pub site: u64,
    /// Number of its template within the site.
    pub template: usize,
    /// Its address; no two pages have the same.
    pub url: String,
    /// The page.
    pub html: String,
    /// The heading of its content.
    pub title: String,
    /// The paragraphs of its content, one per line.
    pub story: String,
    /// The text at the foot of all pages of its site.
    pub foot: String,
}

/// Syllables that words are made of.
const SYLLABLES: [&str; 32] = [
    "ba", "be", "bi", "bo", "ca", "ce", "co", "da", "de", "di", "fa", "fe", "fo", "ga", "go", "la", "le",
    "li", "lo", "ma", "me", "mi", "mo", "na", "ne", "no", "ra", "re", "ri", "sa", "te", "to",
];

/// Different words.
const VOCABULARY: f64 = 20_000.0;

/// What draws of a generator are for, so that templates do not depend on pages.
#[derive(Debug, Clone, Copy)]
enum DrawPurpose {
    Site,
    Template,
    Page,
}

impl SyntheticWeb {
    /// All pages in their order; sites are mixed. Holds one page at a time.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = SyntheticPage> + use<> {
        let web = *self;
        // Ranges of 64-bit numbers have no exact size.
        (0..web.pages as usize).map(move |number| web.page(number as u64))
    }

    /// The page of a number below `pages`. A page depends on the seed, its number and its site alone. O(page).
    pub fn page(&self, number: u64) -> SyntheticPage {
        let mut random = self.random(DrawPurpose::Page, number);
        let site = if number < self.sites { number } else { self.site_of(&mut random) };
        let look = SiteLook::of(self, site);
        let template = random.below(look.templates);
        let title = sentence(&mut random, 3, 8);
        let paragraphs = 1 + random.below(self.max_paragraphs.max(1));
        let story: Vec<String> = (0..paragraphs).map(|_| paragraph(&mut random)).collect();
        let related: Vec<String> = (0..3).map(|_| sentence(&mut random, 3, 6)).collect();
        let content = PageContent { title: &title, story: &story, related: &related };
        let html = look.page(&self.random(DrawPurpose::Template, site), template, &content);
        let url = format!("http://site{site}.example/{}/{number}", look.sections[template]);
        SyntheticPage { site, template, url, html, title, story: story.join("\n"), foot: look.foot }
    }

    /// The site of a page after the first of each: log-uniform numbers follow Zipf's law.
    fn site_of(&self, random: &mut SplitMix64) -> u64 {
        if self.sites <= 1 || random.below_one() < self.largest_share {
            return 0;
        }
        let rank = (self.sites as f64).powf(random.below_one());
        (rank as u64).clamp(1, self.sites - 1)
    }

    fn random(&self, purpose: DrawPurpose, number: u64) -> SplitMix64 {
        let mut seed = SplitMix64::new(self.seed ^ ((purpose as u64 + 1) << 56));
        SplitMix64::new(seed.next_u64() ^ number)
    }
}

/// What all pages of a site share.
struct SiteLook {
    name: String,
    templates: usize,
    /// A section a template.
    sections: Vec<String>,
    menu: Vec<String>,
    foot: String,
    /// Prefix of the site's class names.
    class: String,
}

/// What a page has of its own.
struct PageContent<'p> {
    title: &'p str,
    story: &'p [String],
    related: &'p [String],
}

impl SiteLook {
    fn of(web: &SyntheticWeb, site: u64) -> Self {
        let mut random = web.random(DrawPurpose::Site, site);
        let templates = 1 + random.below(web.max_templates.max(1));
        SiteLook {
            name: sentence(&mut random, 1, 3),
            templates,
            sections: (0..templates).map(|section| format!("{}{section}", word(&mut random))).collect(),
            menu: (0..4 + random.below(9)).map(|_| sentence(&mut random, 1, 2)).collect(),
            foot: sentence(&mut random, 8, 20),
            class: word(&mut random),
        }
    }

    /// A page of the template; `random` is that of the site's templates.
    fn page(&self, random: &SplitMix64, template: usize, content: &PageContent<'_>) -> String {
        let mut random = random.clone();
        // Each template begins where the site's generator stands after as many numbers as it has before it.
        (0..template).for_each(|_| _ = random.next_u64());
        let mut random = SplitMix64::new(random.next_u64());
        let is_table = random.below(4) == 0;
        let side_first = random.below(2) == 0;
        let aside = paragraph(&mut random);
        let class = &self.class;
        let section = &self.sections[template];
        let mut html = String::with_capacity(4096);
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<!DOCTYPE html><html><head><title>{} | {}</title></head><body><div class=\"{class}-head\">\
             <a href=\"/\">{1}</a><ul class=\"{class}-menu\">",
            content.title, self.name
        );
        for (place, item) in self.menu.iter().enumerate() {
            let _ = write!(html, "<li><a href=\"/m{place}\">{item}</a></li>");
        }
        html.push_str("</ul></div>");
        let (open, between, close) = if is_table {
            ("<table><tr><td class=\"", "</td><td class=\"", "</td></tr></table>")
        } else {
            ("<div class=\"", "</div><div class=\"", "</div>")
        };
        let side = self.side(section, &aside, content);
        let main = self.main(section, content);
        let (first, second) = if side_first { (&side, &main) } else { (&main, &side) };
        let _ = write!(html, "{open}{first}{between}{second}{close}");
        let _ = write!(html, "<div class=\"{class}-foot\"><p>{}</p></div></body></html>", self.foot);
        html
    }

    fn main(&self, section: &str, content: &PageContent<'_>) -> String {
        let mut html = format!("{}-{section}\"><h1>{}</h1>", self.class, content.title);
        for paragraph in content.story {
            let _ = write!(html, "<p>{paragraph}</p>");
        }
        html
    }

    /// The side column: a text of the template, and links that every page has to others.
    fn side(&self, section: &str, aside: &str, content: &PageContent<'_>) -> String {
        let mut html = format!("{}-side\"><h3>{section}</h3><p>{aside}</p><ul>", self.class);
        for title in content.related {
            let _ = write!(html, "<li><a href=\"/{section}/{}\">{title}</a></li>", title.len());
        }
        html.push_str("</ul>");
        html
    }
}

/// The word of a rank that follows Zipf's law; different ranks are different words.
fn word(random: &mut SplitMix64) -> String {
    let mut rank = VOCABULARY.powf(random.below_one()) as usize;
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[rank % SYLLABLES.len()]);
        rank /= SYLLABLES.len();
        if rank == 0 {
            return word;
        }
    }
}

fn words(random: &mut SplitMix64, text: &mut String, least: usize, most: usize) {
    for place in 0..least + random.below(most - least + 1) {
        if place > 0 {
            text.push(' ');
        }
        text.push_str(&word(random));
    }
}

fn sentence(random: &mut SplitMix64, least: usize, most: usize) -> String {
    let mut text = String::new();
    words(random, &mut text, least, most);
    text[..1].make_ascii_uppercase();
    text
}

fn paragraph(random: &mut SplitMix64) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(5) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&sentence(random, 5, 20));
        text.push('.');
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Page;
    use debulha_dom::{Limits, parse};
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn sizes_are_skewed_and_no_site_is_empty() {
        let web = SyntheticWeb { sites: 50, pages: 2_000, ..SyntheticWeb::default() };
        let (mut sizes, mut urls) = (BTreeMap::<u64, u32>::new(), BTreeSet::new());
        for page in web.pages() {
            *sizes.entry(page.site).or_default() += 1;
            assert!(urls.insert(page.url));
        }
        assert_eq!((sizes.len(), *sizes.keys().last().unwrap()), (50, 49));
        let share = f64::from(sizes[&0]) / 2_000.0;
        assert!((share - 0.2).abs() < 0.03, "{share}");
        let others: Vec<u32> = sizes.values().skip(1).copied().collect();
        assert!(others[..10].iter().sum::<u32>() > others[39..].iter().sum::<u32>() * 3, "{others:?}");
    }

    #[test]
    fn pages_of_a_template_share_all_but_their_content() {
        let web = SyntheticWeb { sites: 1, pages: 60, ..SyntheticWeb::default() };
        let mut by_template: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        let mut bytes = 0;
        for page in web.pages() {
            bytes += page.html.len();
            let parsed = parse(&page.html, &Limits::default());
            let view = Page::new(&parsed.document);
            let text = debulha_core::Labels::from_subtrees(&view, &[view.body()]).plain_text(&view);
            assert!(text.contains(&page.story) && text.contains(&page.title), "{text}");
            let lines = text.lines().filter(|line| !page.story.contains(line)).map(str::to_owned);
            let lines: BTreeSet<String> = lines.collect();
            let shared = by_template.entry(page.template).or_insert_with(|| lines.clone());
            shared.retain(|line| lines.contains(line));
        }
        assert!((1_000..6_000).contains(&(bytes / 60)), "{bytes}");
        assert!(by_template.len() > 1 && by_template.values().all(|shared| shared.len() > 5));
        let asides: BTreeSet<_> = by_template.values().collect();
        assert_eq!(asides.len(), by_template.len(), "templates differ");
    }

    #[test]
    fn same_seed_same_pages() {
        let web = SyntheticWeb { sites: 5, pages: 20, ..SyntheticWeb::default() };
        assert!(web.pages().eq(web.pages()));
        let other = SyntheticWeb { seed: 1, ..web };
        assert!(web.pages().zip(other.pages()).all(|(a, b)| a.html != b.html));
    }
}
