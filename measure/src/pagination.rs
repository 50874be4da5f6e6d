//! How well pages of lists and articles are found: the classifier and the plain rules, by cross-validation over sites, and
//! the pages on which one of them errs. For `docs/pagination.md`.
//!
//! ```sh
//! cargo run --release -p measure -- pagination pagination
//! ```

use debulha_core::ParamMap;
use debulha_core::features::pagination::Pagination;
use debulha_corpus::Corpus;
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_learn::recipes::Training;
use debulha_learn::recipes::pagination::{JudgedPage, JudgedPart, PaginationQuality, judge_pages};
use std::error::Error;

/// One of the two on a page.
type Of = fn(&JudgedPage) -> &Pagination;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let mut args = crate::arguments();
    let folder = args.next().ok_or("name the folder of the corpus")?;
    let params: ParamMap = args
        .map(|arg| {
            let (name, value) = arg.split_once('=').ok_or("a parameter is NAME=VALUE")?;
            Ok((name.to_owned(), serde_json::from_str(value)?))
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    let pages = CorpusPages::new(vec![Corpus::open(folder)?]);
    let judged = judge_pages(&pages, &Training::new(1, &params))?;
    let both: [(&str, Of); 2] = [("classifier", |page| &page.model), ("rules", |page| &page.rules)];
    println!("| | right | found | labelled | precision | recall | F1 |\n|---|---|---|---|---|---|---|");
    for part in JudgedPart::ALL {
        for (name, of) in both {
            let sum = judged.iter().fold(PaginationQuality::default(), |sum, page| {
                let one = page.quality(part, of(page));
                PaginationQuality {
                    right: sum.right + one.right,
                    found: sum.found + one.found,
                    wanted: sum.wanted + one.wanted,
                }
            });
            let (precision, recall) = (sum.precision(), sum.recall());
            println!(
                "| {}, {name} | {} | {} | {} | {precision:.3} | {recall:.3} | {:.3} |",
                part.name(),
                sum.right,
                sum.found,
                sum.wanted,
                2.0 * precision * recall / (precision + recall)
            );
        }
    }
    for part in JudgedPart::ALL {
        let count = judged.iter().map(|page| page.unfollowable[part as usize]).sum::<usize>();
        println!("{}: {count} labelled links lead to no other address of the host", part.name());
    }
    for part in JudgedPart::ALL {
        for (name, of) in both {
            println!("\n{} of the {name}:", part.name());
            for page in &judged {
                errors(page, part, of(page));
            }
        }
    }
    Ok(())
}

/// The addresses of a page that are missing or too many.
fn errors(page: &JudgedPage, part: JudgedPart, pagination: &Pagination) {
    let (wanted, found) = (page.wanted(part), JudgedPage::found(part, pagination));
    if part != JudgedPart::Pages && found.intersection(wanted).count() > 0 {
        return;
    }
    let url = page.url.as_deref().unwrap_or_default();
    for missed in wanted.difference(&found).take(4) {
        println!("  {} {url}: missed {missed}", page.id);
    }
    for extra in found.difference(wanted).take(4) {
        let class = JudgedPart::ALL
            .into_iter()
            .find(|part| page.wanted(*part).contains(extra))
            .map_or("other", JudgedPart::name);
        let is_stated =
            pagination.next.iter().chain(&pagination.previous).any(|link| link.probability >= 1.0);
        let stated = if is_stated && part != JudgedPart::Pages { ", stated by the page" } else { "" };
        println!("  {} {url}: wrong {extra} ({class}{stated})", page.id);
    }
}
