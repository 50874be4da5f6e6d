//! Text that other pages of the site have too is less likely to be content.

use crate::outcome::Reason;
use crate::page::Page;
use crate::site::evidence::TemplateEvidence;

/// Other pages of the site from which on they count (our decision: what one page alone has in common may be the story).
const MIN_PAGES: u32 = 2;

/// Lowers the log-odds of each block by `weight` times the share of the site's other pages that have its text. Nothing changes
/// where the page comes without them ([`Evidence::site`](crate::Evidence::site)). O(text nodes).
pub fn lower_repeated(shown: &Page<'_>, weight: f64, log_odds: &mut [f32]) {
    let Some(seen) = evidence(shown) else { return };
    for (row, score) in log_odds.iter_mut().enumerate() {
        *score -= (weight * share(shown, seen, row)) as f32;
    }
}

/// What the site says of a block and what follows; `None` where no other page has text of it.
pub fn reason(shown: &Page<'_>, weight: f64, row: usize) -> Option<Reason> {
    let seen = evidence(shown).filter(|_| weight > 0.0)?;
    let share = share(shown, seen, row);
    let detail = format!(
        "{:.0} % of {} other pages of the site have this text: log-odds {:+.3}",
        100.0 * share,
        seen.other_pages(),
        -weight * share
    );
    let node = shown.text_blocks().blocks()[row].element;
    (share > 0.0).then_some(Reason { rule: "repeated", keeps: false, node, detail })
}

/// What enough other pages say.
fn evidence<'p>(shown: &'p Page<'_>) -> Option<&'p TemplateEvidence> {
    shown.template_evidence().filter(|seen| seen.other_pages() >= MIN_PAGES)
}

/// The share of the other pages, 0 to 1, that have the text nodes of a block, in the mean over its characters.
fn share(shown: &Page<'_>, seen: &TemplateEvidence, row: usize) -> f64 {
    let (mut chars, mut repeated) = (0.0, 0.0);
    for &node in shown.text_blocks().nodes(&shown.text_blocks().blocks()[row]) {
        let own = f64::from(shown.stats().chars(shown.document(), node));
        chars += own;
        repeated += own * seen.of(node).map_or(0.0, |occurrence| occurrence.share);
    }
    if chars > 0.0 { repeated / chars } else { 0.0 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::site::evidence::{PageUnits, SiteEvidence};
    use debulha_dom::{Document, Limits, parse};
    use std::sync::Arc;

    fn parsed(html: &str) -> Document {
        parse(html, &Limits::default()).document
    }

    fn site_of(pages: &[&str]) -> SiteEvidence {
        let documents: Vec<Document> = pages.iter().map(|html| parsed(html)).collect();
        let pages: Vec<Page<'_>> = documents.iter().map(Page::new).collect();
        let units: Vec<PageUnits> = pages.iter().map(PageUnits::of).collect();
        let crawl: Arc<str> = "".into();
        SiteEvidence::count(pages.iter().zip(&units).map(|(page, units)| (page.key(), &crawl, units)))
    }

    fn lowered(others: &[&str]) -> Vec<f32> {
        let document = parsed("<p>Barns for sale</p><p>By <b>the staff</b></p><p>Rye was sown early.</p>");
        let site = site_of(others);
        let page = Page::new(&document).seen_with(Evidence { site: Some(&site), ..Evidence::default() });
        let mut log_odds = [1.0; 3];
        lower_repeated(&page, 2.0, &mut log_odds);
        log_odds.to_vec()
    }

    #[test]
    fn text_is_less_likely_the_more_pages_have_it() {
        let others =
            ["<p>Barns for sale</p><p>By nobody", "<p>Barns for sale</p><p>Oats <b>the staff</b></p>"];
        let scores = lowered(&others);
        // All of the first; of the second nine of eleven characters on one page of two; nothing of the third.
        let expected = [-1.0, 1.0 - 2.0 * 0.5 * 9.0 / 11.0, 1.0];
        assert!(
            scores.iter().zip(expected).all(|(score, expected)| (score - expected).abs() < 1e-6),
            "{scores:?}"
        );
    }

    #[test]
    fn one_other_page_and_none_say_nothing() {
        assert_eq!(lowered(&["<p>Barns for sale</p>"]), [1.0; 3]);
        let document = parsed("<p>Barns for sale</p>");
        let mut log_odds = [1.0];
        lower_repeated(&Page::new(&document), 2.0, &mut log_odds);
        assert_eq!(log_odds, [1.0]);
    }

    #[test]
    fn the_reason_tells_share_and_weight() {
        let document = parsed("<p>Barns for sale</p><p>Rye was sown early.</p>");
        let site = site_of(&["<p>Barns for sale</p>", "<p>Oats"]);
        let page = Page::new(&document).seen_with(Evidence { site: Some(&site), ..Evidence::default() });
        let told = reason(&page, 3.0, 0).unwrap();
        assert_eq!(told.detail, "50 % of 2 other pages of the site have this text: log-odds -1.500");
        assert!(reason(&page, 3.0, 1).is_none() && reason(&page, 0.0, 0).is_none());
    }
    #[cfg(feature = "model")]
    #[test]
    fn without_repeated_tells_the_system_of_the_site() {
        use crate::extractors::debulha::Debulha;
        use crate::site::filter::WithoutRepeated;
        use crate::site::template_evidence::TemplateEvidenceParams;
        use crate::{Extractor, ParamMap, Scratch};

        let notice = "<p>The barn was built by the grandfather, and the family has sown the fields around it ever since.";
        let story = |grain: &str, notice: &str| {
            format!(
                "<title>The {grain} harvest</title><main><h1>The {grain} harvest</h1><p>The {grain} was sown early this year, and \
                the farmers of the valley cut it before the rain came.{notice}<p>They will thresh the {grain} in the autumn, when \
                the other work in the fields is done.</main>"
            )
        };
        let others = [story("wheat", notice), story("oat", notice), story("spelt", "")];
        let document = parsed(&story("rye", notice));
        // The filter itself drops only what all pages have.
        let filter = TemplateEvidenceParams { max_share: 1.0, ..TemplateEvidenceParams::default() };
        let text = |weight: f64| {
            let params = ParamMap::from_iter([("site_weight".to_owned(), weight.into())]);
            let system = Arc::new(Debulha::new(&params).unwrap());
            let system =
                WithoutRepeated::new(system, filter, site_of(&others.each_ref().map(String::as_str)));
            let page = Page::new(&document);
            system.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
        };
        assert!(text(0.0).contains("grandfather"));
        let weighed = text(100.0);
        assert!(!weighed.contains("grandfather") && weighed.contains("before the rain"), "{weighed}");
    }
}
