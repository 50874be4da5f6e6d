//! The recipe on pages of made-up sites.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::label::LinkSelectors;
use crate::pages::MemoryPages;
use debulha_core::ParamMap;

/// Sites whose texts differ and whose classes are the same in part, each with a first, a middle and a last page.
fn pages() -> MemoryPages {
    let mut pages = MemoryPages::default();
    for site in 0..8 {
        let host = format!("https://site{site}.org");
        for number in 1..=3 {
            let link = |to: u32, class: &str, text: &str| {
                format!("<a class='pager-item {class}' href='/list?page={to}'>{text}</a> ")
            };
            let entry = |n: u32| format!("<li><a href='/entry{site}/{n}'>Entry of field {n}</a>");
            let entries: Vec<String> = (0..20).map(entry).collect();
            let mut html = format!("<ul>{}</ul><div class=pager>", entries.concat());
            if number > 1 {
                html += &link(number - 1, "previous", ["«", "Back", "Zurück"][site % 3]);
            }
            for other in (1..=3).filter(|other| *other != number) {
                html += &link(other, "num", &other.to_string());
            }
            if number < 3 {
                html += &link(number + 1, "following", ["»", "Onwards", "Weiter"][site % 3]);
            }
            let labelled = |class: &str| Some(class.to_owned());
            let info = PageInfo {
                id: format!("{site}-{number}"),
                site: host.clone(),
                url: Some(format!("{host}/list?page={number}")),
                page_links: LinkSelectors {
                    next: labelled(".following"),
                    prev: labelled(".previous"),
                    page: labelled(".num"),
                    ..LinkSelectors::default()
                },
                ..PageInfo::default()
            };
            pages.push(info, html);
        }
    }
    pages
}

#[test]
fn links_of_sites_that_were_not_learned_from_are_found() {
    let pages = pages();
    let params = ParamMap::from_iter([("folds".to_owned(), 4.into())]);
    let model = train(Examples::Pages(&pages), &Training::new(1, &params)).unwrap();
    assert_eq!(model.card.metrics["recall of next links, 4 folds by site"], 1.0);
    assert_eq!(model.card.metrics["precision of page links, 4 folds by site"], 1.0);
    assert!(PaginationModel::of(&model).is_ok());
    let again = train(Examples::Pages(&pages), &Training::new(1, &params)).unwrap();
    assert_eq!(model.to_bytes().unwrap(), again.to_bytes().unwrap());
    let judged = judge_pages(&pages, &Training::new(1, &params)).unwrap();
    let of_rules = judge::sum(&judged, JudgedPart::Next, |page| &page.rules);
    assert_eq!((of_rules.wanted, judged.len()), (16, 24));
}

#[test]
fn models_of_other_words_and_classes_are_refused() {
    let pages = pages();
    let params = ParamMap::new();
    let mut model = train(Examples::Pages(&pages), &Training::new(1, &params)).unwrap();
    model.settings.insert(VERSION_SETTING.to_owned(), 99.into());
    let error = PaginationModel::of(&model).unwrap_err().to_string();
    assert!(error.contains("train it again"), "{error}");
    model.card.system = "cetd".to_owned();
    assert!(PaginationModel::of(&model).is_err());
}

#[test]
fn pages_without_labels_do_not_suffice() {
    let mut pages = MemoryPages::default();
    pages.push(PageInfo::default(), "<a href=2>Next</a>");
    let params = ParamMap::new();
    let error = train(Examples::Pages(&pages), &Training::new(1, &params)).unwrap_err().to_string();
    assert!(error.contains("no page has a labelled link"), "{error}");
}

#[test]
fn links_beside_labelled_ones_are_always_learned_from() {
    let page = Known {
        info: PageInfo::default(),
        links: PaginationCandidates::default(),
        words: Vec::new(),
        classes: (0..100).map(|at| if at == 50 { LinkClass::Next } else { LinkClass::Other }).collect(),
    };
    let kept = learned_from(&page, 5, 1);
    assert_eq!(kept.len(), 2 * NEAR + 1 + 5);
    assert!((47..=53).all(|at| kept.contains(&at)) && kept.is_sorted());
    assert_eq!(kept, learned_from(&page, 5, 1));
}
