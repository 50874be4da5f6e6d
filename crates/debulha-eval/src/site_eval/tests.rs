use super::*;
use crate::test_corpus::write_corpus;
use std::sync::atomic::{AtomicUsize, Ordering};

const MENU: &str = "<div><a href=/>Home</a><a href=/n>News</a><a href=/s>Sport</a></div>";

/// Sites of so many pages, each page with the menu and a story of its own.
fn corpus(sizes: &[(&str, usize)]) -> (tempfile::TempDir, Corpus) {
    let dir = tempfile::tempdir().unwrap();
    let pages = sizes.iter().flat_map(|&(site, pages)| {
        (0..pages).map(move |page| {
            let story = format!("story {page} of {site}");
            let html = format!("{MENU}<div><p>{story}</p></div>");
            (format!("{site}{page}"), format!(r#", "site": "{site}", "text": "{story}""#), html)
        })
    });
    let pages: Vec<_> = pages.collect();
    let corpus = write_corpus(dir.path(), &pages);
    (dir, corpus)
}

fn pages(learned: usize) -> Protocol {
    Protocol::new(Learn::Pages(NonZeroUsize::new(learned).unwrap()))
}

#[test]
fn every_page_of_a_large_site_is_tested_once_and_never_learned_from_for_it() {
    let (_dir, corpus) = corpus(&[("a", 3), ("b", 4), ("c", 9), ("d", 45)]);
    for protocol in [pages(1), pages(3), pages(8), Protocol::new(Learn::Others)] {
        let sites = protocol.part(&corpus, None);
        for SiteFolds { site, folds } in &sites {
            let n = corpus.pages().iter().filter(|page| page.site.as_ref() == Some(site)).count();
            let mut tested: Vec<usize> = folds.iter().flat_map(|fold| fold.tested.clone()).collect();
            tested.sort_unstable();
            tested.dedup();
            assert_eq!(tested.len(), n);
            assert_eq!(folds.iter().map(|fold| fold.tested.len()).sum::<usize>(), n);
            for fold in folds {
                let mut all = [&fold.tested[..], &fold.learned].concat();
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), fold.tested.len() + fold.learned.len(), "{site}: disjoint");
                match protocol.learn {
                    Learn::Pages(pages) => assert_eq!(fold.learned.len(), pages.get()),
                    Learn::Others => assert_eq!(all.len(), n),
                }
            }
        }
    }
    let sites =
        |protocol: Protocol| protocol.part(&corpus, None).iter().map(|site| site.folds.len()).collect();
    let folds: Vec<Vec<usize>> = [pages(3), pages(8), Protocol::new(Learn::Others)].map(sites).into();
    assert_eq!(folds, [vec![4, 5, 5], vec![9, 5], vec![3, 4, 9, MAX_FOLDS]]);
    assert_eq!(Protocol { min_pages: 9, ..pages(1) }.part(&corpus, None).len(), 2);
}

#[test]
fn folds_depend_on_the_seed_alone() {
    let (_dir, corpus) = corpus(&[("a", 12)]);
    let parts = |seed| Protocol { seed, ..pages(5) }.part(&corpus, None);
    assert_eq!(parts(0), parts(0));
    assert_ne!(parts(0), parts(1));
    let some = Protocol::new(Learn::Others).part(&corpus, Some(&[2, 4]));
    assert_eq!(some[0].tested().collect::<std::collections::BTreeSet<_>>(), [2, 4].into());
}

#[test]
fn rows_are_those_of_a_run_in_the_order_of_the_corpus() {
    let (_dir, corpus) = corpus(&[("b", 7), ("small", 2), ("a", 4)]);
    let systems = [System::new("all_text", &ParamMap::new()).unwrap()];
    let filter = TemplateEvidenceParams::default();
    let methods = [
        SiteSystem::new("pagelet_local", &ParamMap::new()).unwrap(),
        SiteSystem::filtered("all_text", &ParamMap::new(), filter).unwrap(),
    ];
    let done = AtomicUsize::new(0);
    let progress = || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    let runs =
        run_by_site(&corpus, &systems, &methods, &pages(2), &RunOptions::default(), &progress).unwrap();
    assert_eq!(done.into_inner(), 2 * 11);
    let column = |run: &[RunRow], of: fn(&RunRow) -> &str| -> Vec<String> {
        run.iter().map(|row| of(row).to_owned()).collect()
    };
    let ids = ["b0", "b1", "b2", "b3", "b4", "b5", "b6", "a0", "a1", "a2", "a3"];
    assert_eq!(column(&runs[0], |row| &row.page), ids);
    assert_eq!(column(&runs[1], |row| &row.page), ids);
    assert_eq!(runs[0][0].scored_text(), "Home News Sport\nstory 0 of b");
    assert_eq!(runs[1][0].scored_text(), "story 0 of b");
    assert_eq!(runs[1][0].system.as_deref(), Some("pagelet_local@2"));
    assert_eq!(runs[2][0].system.as_deref(), Some("all_text+filter@2"));
    let gold = |row: &RunRow| corpus.get(&row.page).unwrap().text.clone();
    assert!(runs[1..].iter().flatten().all(|row| row.text == gold(row)), "{runs:?}");
}

#[test]
fn learn_is_a_number_or_others() {
    assert_eq!("others".parse(), Ok(Learn::Others));
    assert_eq!("5".parse::<Learn>().unwrap().to_string(), "5");
    for wrong in ["0", "-1", "all", ""] {
        assert_eq!(wrong.parse::<Learn>(), Err(NotLearn), "{wrong}");
    }
}
