use super::tree::{composite_importance, feature_importance, node_importance};
use super::*;
use debulha_core::site::sample::PageKey;
use debulha_core::site::{SiteMethod, learn};
use debulha_dom::{Document, Limits, parse};

fn trees(pages: &[String]) -> Vec<Document> {
    pages.iter().map(|html| parse(html, &Limits::default()).document).collect()
}

/// The texts of the pages by the site's style tree.
fn texts(method: &SiteStyleTree, pages: &[String]) -> Vec<String> {
    let trees = trees(pages);
    let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
    let extractor = learn(method, &pages);
    let text = |page| {
        extractor.extract(page, &mut Scratch::default()).labels().map(|labels| labels.plain_text(page))
    };
    pages.iter().map(|page| text(page).expect("labels")).collect()
}

fn method(params: SiteStyleTreeParams) -> SiteStyleTree {
    SiteStyleTree { params }
}

const MENU: &str = "<ul class=menu><li><a href=/>Home</a><li><a href=/n>News</a></ul>";

#[test]
fn spec_08_node_importance() {
    assert!((node_importance(&[0.35, 0.4, 0.25], 100) - 0.2346).abs() < 5e-5);
    assert!((node_importance(&[0.5, 0.5], 4) - 0.5).abs() < 1e-12);
    assert_eq!(node_importance(&[1.0], 7), 0.0);
    assert_eq!(node_importance(&[1.0], 1), 1.0);
}

#[test]
fn spec_08_leaf_importance() {
    let on_all = [(1, 0), (1, 1), (1, 2), (1, 3)];
    assert!(feature_importance(&on_all, 4).abs() < 1e-12);
    assert_eq!(feature_importance(&[(1, 2)], 4), 1.0);
    // Entropies 1, 0 and .5.
    let three = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (3, 0), (3, 1)];
    assert!((feature_importance(&three, 4) - 0.5).abs() < 1e-12);
    assert_eq!(feature_importance(&[], 4), 0.0);
}

#[test]
fn spec_08_composite_importance() {
    assert!((composite_importance(0.9, 2, 0.5, 0.5 * 1.0 + 0.5 * 0.0) - 0.5).abs() < 1e-12);
}

#[test]
fn spec_08_a_menu_that_all_pages_have_is_removed() {
    let words = ["rye", "oats", "wheat", "barley"];
    let pages = words.map(|word| format!("{MENU}<div><p>{word} {word}s grow</div>"));
    assert_eq!(texts(&SiteStyleTree::default(), &pages)[1], "oats oatss grow");
}

#[test]
fn spec_08_an_outlier_keeps_what_only_it_has() {
    let mut pages: Vec<String> = (0..5).map(|page| format!("{MENU}<div><p>story{page}</div>")).collect();
    pages.push("<table><tr><td>Home</table>".to_owned());
    let texts = texts(&SiteStyleTree::default(), &pages);
    assert_eq!((texts[0].as_str(), texts[5].as_str()), ("story0", "Home"));
}

#[test]
fn one_page_is_kept_whole() {
    assert_eq!(texts(&SiteStyleTree::default(), &[format!("{MENU}<p>x")]), ["Home\nNews\nx"]);
}

#[test]
fn text_beside_elements_is_judged_by_itself_or_with_its_parent() {
    let words = ["rye", "oats", "wheat", "barley"];
    let pages = words.map(|word| format!("{MENU}<div>{word} grows<br>{word}<br></div>"));
    assert_eq!(texts(&SiteStyleTree::default(), &pages)[0], "rye grows rye");
    let as_published = method(SiteStyleTreeParams { own_text: false, ..SiteStyleTreeParams::default() });
    assert_eq!(texts(&as_published, &pages)[0], "");
}

#[test]
fn rare_styles_may_be_left_alone() {
    let list = |items: usize| "<li>same".repeat(items);
    // Pages with the same source would count as one.
    let page = |(number, items)| format!("<!--{number}--><ul>{}</ul>", list(items));
    let pages: Vec<String> = [1, 1, 1, 2, 2, 3, 3].into_iter().enumerate().map(page).collect();
    let of = |max_styles| {
        texts(
            &method(SiteStyleTreeParams { max_styles, threshold: 0.6, ..SiteStyleTreeParams::default() }),
            &pages,
        )
    };
    assert_eq!(of(0), [""; 7]);
    let some = of(1);
    assert_eq!((some[0].as_str(), some[6].as_str()), ("", "same\nsame\nsame"));
}

#[test]
fn the_threshold_is_chosen_on_labelled_pages() {
    let pages: Vec<String> = (0..6).map(|page| format!("{MENU}<p>part {}", page % 2)).collect();
    let trees = trees(&pages);
    let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
    let site = SiteStyleTree::default();
    let observed = pages.iter().enumerate().map(|(index, page)| Observed {
        key: PageKey(index as u64),
        crawl: "".into(),
        record: SiteMethod::observe(&site, page),
    });
    let mut learned = SiteMethod::finish(&site, observed.collect());
    let mut tried = Vec::new();
    let chosen = choose_threshold(&mut learned, &THRESHOLDS, |learned| {
        let outcome = learned.label(&pages[0], &mut Scratch::default());
        let text = outcome.labels().map(|labels| labels.plain_text(&pages[0])).unwrap_or_default();
        tried.push(text.clone());
        f64::from(text == "part 0")
    });
    assert_eq!(chosen, Some(0.1), "{tried:?}");
    assert_eq!(tried.last().map(String::as_str), Some(""));
    assert_eq!(choose_threshold(&mut learned, &[], |_| 1.0), None);
}

#[test]
fn records_that_do_not_fit_together_do_no_harm() {
    let elements = LabelledTree::from_depths([(0, 0), (5, 1)]);
    let record = StyleRecord { elements, leaves: vec![(1, u32::MAX), (7, 3)], features: vec![1] };
    let page = |key| Observed { key: PageKey(key), crawl: "".into(), record: record.clone() };
    SiteMethod::finish(&SiteStyleTree::default(), vec![page(1), page(2)]);
}
