//! `debulha-lab site-scores`: site methods, and page-level systems with and without what is known of the site, as
//! `docs/site.md` and its figures.

use crate::corpora::CorporaArgs;
use crate::files::{self, SAME, between, short, signed, today};
use anyhow::{Context, Result};
use debulha::DEFAULT_EXTRACTOR;
use debulha::site::SITE_METHODS;
use debulha::systems::EXTRACTORS;
use debulha_cli::batch;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::messages::ProgressArgs;
use debulha_compare::System;
use debulha_compare::stats::{Interval, mean};
use debulha_core::ParamMap;
use debulha_core::extractor::Needs;
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use debulha_corpus::Corpus;
use debulha_corpus::run_file::RunRow;
use debulha_eval::plot::figure::{COLOURS, Lines};
use debulha_eval::runner::{RunOptions, run_in_memory, write_runs};
use debulha_eval::score::{Metric, SystemScores, score_run};
use debulha_eval::site_eval::{Learn, Protocol, SiteFolds, SiteSystem, run_by_site};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Score site methods and the template filter, and write docs/site.md
///
/// All systems are tested on the same pages of each corpus with several pages per site, and learn from 2, 3, 5, 10 or all
/// other pages of the site. Writes the tables between the marks of the page, and one figure per corpus.
#[derive(Debug, clap::Args)]
pub(crate) struct SiteScoresArgs {
    #[command(flatten)]
    corpora: CorporaArgs,
    /// Measure only these corpora; the page then has no others
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = CORPORA, help_heading = help::INPUT)]
    only: Vec<String>,
    /// Page to update; its figures go to the folder of that name, without .md
    #[arg(short, long, value_name = "FILE", default_value = "docs/site.md", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Save the extractions as DIR/SYSTEM/CORPUS.jsonl
    #[arg(long, value_name = "DIR", help_heading = help::OUTPUT)]
    extractions: Option<PathBuf>,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Corpora with several pages a site.
const CORPORA: [&str; 6] = ["big9", "daniel", "cleanportaleval", "swde-book", "exalg", "wien"];

/// Pages that are learned from, beside all others.
const LEARNED: [usize; 4] = [2, 3, 5, 10];

/// Shares of the other pages from which on text is taken as template: what the filter is tried with.
const MAX_SHARES: [f64; 6] = [0.1, 0.2, 0.3, 0.5, 0.7, 0.9];

/// Share of the pages that must be on sites large enough for a number of learned pages.
const MIN_SHARE: f64 = 0.5;

/// What the tables stand between.
const BEGIN: &str = "<!-- site scores: written by `debulha-lab site-scores` -->\n";
const END: &str = "<!-- end of site scores -->\n";

/// Column that everything is about.
const F1: &str = "word_f1.f1";

/// Text of everybody's baseline.
const BASELINE: &str = "all_text";

/// Runs the verb.
///
/// # Errors
/// [`Usage`] for absent corpora and for a page without marks; files that cannot be read or written.
pub(crate) fn run(args: &SiteScoresArgs) -> Result<ExitCode> {
    let path = &args.output;
    let page = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    if between(&page, BEGIN, END, "").is_none() {
        let marks = format!("add the lines `{}` and `{}`", BEGIN.trim_end(), END.trim_end());
        return Err(Usage(format!("--output {}: no place for the scores; {marks}", path.display())).into());
    }
    let data = args.corpora.folder();
    let names =
        CORPORA.into_iter().filter(|name| args.only.is_empty() || args.only.iter().any(|one| one == name));
    let opened: Vec<Corpus> =
        names.map(|name| corpora::open(&data.join(name), CorpusPurpose::Score)).collect::<Result<_>>()?;
    let measured: Vec<MeasuredSites> =
        opened.into_iter().map(|corpus| MeasuredSites::of(corpus, args)).collect::<Result<_>>()?;
    let folder = path.with_extension("");
    let figures = folder.file_name().unwrap_or_default().to_string_lossy();
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut text = format!("Measured {}: `debulha-lab site-scores`.\n\n{}", today(), summary(&measured));
    text.push_str(&shares(&measured));
    for corpus in &measured {
        files::write(&folder.join(format!("{}.svg", corpus.name())), &corpus.figure())?;
        text.push_str(&corpus.section(&figures));
    }
    files::write(path, &between(&page, BEGIN, END, &text).unwrap_or(page))?;
    Ok(ExitCode::SUCCESS)
}

/// One corpus with the scores of all systems on the same pages.
struct MeasuredSites {
    corpus: Corpus,
    /// Sites and pages that were tested.
    sites: usize,
    pages: usize,
    settings: Vec<Learn>,
    page_level: Vec<SystemScores>,
    /// A list a site method, of one entry a setting.
    methods: Vec<Vec<SystemScores>>,
    /// The same for each page-level system with the filter.
    filtered: Vec<Vec<SystemScores>>,
    /// F1 of the default system and of the baseline by [`MAX_SHARES`], all others learned from.
    by_share: Vec<[f64; 2]>,
}

impl MeasuredSites {
    fn of(corpus: Corpus, args: &SiteScoresArgs) -> Result<Self> {
        let ids: Vec<&str> =
            EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE).map(|info| info.id).collect();
        let none = ParamMap::new();
        let page_level = ids.iter().map(|id| System::new(id, &none)).collect::<Result<Vec<_>, _>>()?;
        let filter = TemplateEvidenceParams::default();
        let methods = SITE_METHODS.iter().map(|info| SiteSystem::new(info.extractor.id, &none));
        let filtered = ids.iter().map(|id| SiteSystem::filtered(id, &none, filter));
        let learning = methods.chain(filtered).collect::<Result<Vec<_>, _>>()?;

        let learned = learned(&corpus);
        let most = learned.iter().copied().max().unwrap_or(1);
        let settings: Vec<Learn> = learned
            .into_iter()
            .filter_map(NonZeroUsize::new)
            .map(Learn::Pages)
            .chain([Learn::Others])
            .collect();
        // The same pages in every setting, or curves would compare sites.
        let protocol = |learn| Protocol { min_pages: most + 1, ..Protocol::new(learn) };
        let sites = protocol(Learn::Others).part(&corpus, None);
        let mut tested: Vec<usize> = sites.iter().flat_map(SiteFolds::tested).collect();
        tested.sort_unstable();
        let pages = tested.len();
        // The systems alone, the settings, and the filter by its share.
        let steps = pages * (settings.len() + 2);
        let messages = args.progress.messages(format!("pages of {}", corpus.name()), steps);
        let step = || messages.step();

        let score = |runs: Vec<Vec<RunRow>>| -> Result<Vec<SystemScores>> {
            if let Some(out) = &args.extractions {
                write_runs(&corpus, &runs, out)?;
            }
            let scores = runs.iter().map(|rows| score_run(&corpus, rows, &[Metric::WordF1]));
            Ok(scores.collect::<Result<_, _>>()?)
        };
        let options = RunOptions { jobs: batch::threads(args.jobs), ..RunOptions::default() };
        let of_tested = RunOptions { pages: Some(tested), ..options.clone() };
        let alone = score(run_in_memory(&corpus, &page_level, &of_tested, &step)?)?;
        let mut by_system: Vec<Vec<SystemScores>> = learning.iter().map(|_| Vec::new()).collect();
        for &learn in &settings {
            let runs = run_by_site(&corpus, &[], &learning, &protocol(learn), &options, &step)?;
            by_system.iter_mut().zip(score(runs)?).for_each(|(all, one)| all.push(one));
        }
        let filtered = by_system.split_off(SITE_METHODS.len());
        let by_share = by_share(&corpus, &protocol(Learn::Others), &options, &step)?;
        messages.finish();
        let sites = sites.len();
        Ok(MeasuredSites {
            corpus,
            sites,
            pages,
            settings,
            page_level: alone,
            methods: by_system,
            filtered,
            by_share,
        })
    }

    fn name(&self) -> &str {
        self.corpus.name()
    }

    /// Places of page-level systems, best first.
    fn best_page_level(&self) -> Vec<usize> {
        by_value(self.page_level.iter().map(|scores| value(scores, F1)))
    }

    /// Places of site methods, best first when they learn from all others.
    fn best_methods(&self) -> Vec<usize> {
        by_value(self.methods.iter().map(|settings| settings.last().map_or(0.0, |last| value(last, F1))))
    }

    /// The difference that the filter makes to a page-level system when all others are learned from.
    fn change(&self, system: usize) -> FilterChange {
        let alone: BTreeMap<&str, f64> = page_values(&self.page_level[system]).collect();
        let mut by_site: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (page, value) in self.filtered[system].last().into_iter().flat_map(page_values) {
            let site = self.corpus.get(page).and_then(|labels| labels.site.as_deref()).unwrap_or_default();
            by_site.entry(site).or_default().extend(alone.get(page).map(|alone| value - alone));
        }
        let sites: Vec<Vec<f64>> = by_site.into_values().collect();
        let all = || sites.iter().flatten().copied();
        let bootstrap = self.page_level[system].bootstrap;
        FilterChange {
            mean: mean(all()).unwrap_or_default(),
            interval: bootstrap.grouped_mean_interval(&sites),
            better: all().filter(|&change| change > SAME).count(),
            worse: all().filter(|&change| change < -SAME).count(),
        }
    }

    /// Site methods over the pages learned from, with page-level systems as levels.
    fn figure(&self) -> String {
        let f1 = |settings: &[SystemScores]| settings.iter().map(|scores| value(scores, F1)).collect();
        let best = self.best_page_level();
        let lines = self.best_methods().into_iter().take(COLOURS - 2);
        let mut lines: Vec<(String, Vec<f64>)> = lines
            .map(|place| (SITE_METHODS[place].extractor.id.to_owned(), f1(&self.methods[place])))
            .collect();
        let mut levels = Vec::new();
        for (rank, &place) in best.iter().enumerate() {
            let system = &self.page_level[place].system;
            if rank == 0 || system == DEFAULT_EXTRACTOR {
                lines.push((format!("{system}, filtered"), f1(&self.filtered[place])));
            }
            if rank == 0 || [DEFAULT_EXTRACTOR, BASELINE].contains(&system.as_str()) {
                levels.push((system.clone(), value(&self.page_level[place], F1)));
            }
        }
        Lines {
            title: format!("{}: learning from pages of the site", self.name()),
            quantity: "pages learned from".to_owned(),
            at: (0..self.settings.len()).map(|place| place as f64).collect(),
            names: self.settings.iter().map(Learn::to_string).collect(),
            shares: "word F1, mean over pages".to_owned(),
            lines,
            levels,
            mark: None,
        }
        .svg()
    }

    /// Its tables; `figures` is the folder of its figure, from the page.
    fn section(&self, figures: &str) -> String {
        let Self { sites, pages, .. } = self;
        let (name, digest) = (self.name(), self.corpus.digest());
        let mut text = format!(
            "\n### {name}\n\n{pages} pages of {sites} sites, labels `{digest}`.\n\n![{name}: word F1 over the pages \
             learned from]({figures}/{name}.svg)\n\n"
        );
        let heads: Vec<String> = self.settings.iter().map(|learn| format!("{learn} |")).collect();
        let rule = "---:|".repeat(self.settings.len());
        let f1 = |settings: &[SystemScores]| {
            let cells: Vec<String> = settings.iter().map(|scores| short(value(scores, F1))).collect();
            format!("{} | ", cells.join(" | "))
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| site method | P | R | F1, learned from {} 95 % |\n|---|---:|---:|{rule}---|",
            heads.join(" ")
        );
        for place in self.best_methods() {
            let settings = &self.methods[place];
            let Some(last) = settings.last() else { continue };
            let (p, r) = (value(last, "word_f1.precision"), value(last, "word_f1.recall"));
            let interval = decimals(self.interval(last));
            let id = SITE_METHODS[place].extractor.id;
            let _ = writeln!(text, "| `{id}` | {} | {} | {}{interval} |", short(p), short(r), f1(settings));
        }
        let _ = writeln!(
            text,
            "\n| page-level system | F1 alone | filtered, learned from {} change | 95 % | better | worse |\n\
             |---|---:|{rule}---:|---|---:|---:|",
            heads.join(" ")
        );
        for place in self.best_page_level() {
            let alone = &self.page_level[place];
            let change = self.change(place);
            let _ = writeln!(
                text,
                "| `{}` | {} | {}{} | {} | {} | {} |",
                alone.system,
                short(value(alone, F1)),
                f1(&self.filtered[place]),
                signed(change.mean),
                change.interval.map_or("–".to_owned(), |i| format!(
                    "{} … {}",
                    signed(i.low),
                    signed(i.high)
                )),
                change.better,
                change.worse
            );
        }
        text
    }

    /// The interval of the mean F1 when sites are drawn.
    fn interval(&self, scores: &SystemScores) -> Option<Interval> {
        let mut by_site: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (page, value) in page_values(scores) {
            let site = self.corpus.get(page).and_then(|labels| labels.site.as_deref()).unwrap_or_default();
            by_site.entry(site).or_default().push(value);
        }
        scores.bootstrap.grouped_mean_interval(&by_site.into_values().collect::<Vec<_>>())
    }
}

/// The filter by the share from which on text is template.
fn by_share(
    corpus: &Corpus,
    protocol: &Protocol,
    options: &RunOptions,
    step: &(dyn Fn() + Sync),
) -> Result<Vec<[f64; 2]>> {
    let tried = MAX_SHARES.iter().flat_map(|&max_share| {
        let filter = TemplateEvidenceParams { max_share, ..TemplateEvidenceParams::default() };
        [DEFAULT_EXTRACTOR, BASELINE].map(|id| SiteSystem::filtered(id, &ParamMap::new(), filter))
    });
    let tried = tried.collect::<Result<Vec<_>, _>>()?;
    let runs = run_by_site(corpus, &[], &tried, protocol, options, step)?;
    let f1 = |rows: &Vec<RunRow>| Ok(value(&score_run(corpus, rows, &[Metric::WordF1])?, F1));
    let scores: Vec<f64> = runs.iter().map(f1).collect::<Result<_>>()?;
    Ok(scores.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// The default system and the baseline with the filter, by its share.
fn shares(measured: &[MeasuredSites]) -> String {
    let heads: Vec<String> = MAX_SHARES.iter().map(|&share| format!("{} |", short(share))).collect();
    let mut text = format!(
        "\n### By the share of pages\n\nF1 with the filter by the share of the other pages from which on text is \
         template (`max_share`), all others learned from; the default is {}.\n\n| corpus | system | alone | {}\n\
         |---|---|---:|{}\n",
        short(TemplateEvidenceParams::default().max_share),
        heads.join(" "),
        "---:|".repeat(MAX_SHARES.len())
    );
    for corpus in measured {
        for (place, id) in [DEFAULT_EXTRACTOR, BASELINE].into_iter().enumerate() {
            let alone = corpus.page_level.iter().find(|scores| scores.system == id);
            let cells = corpus.by_share.iter().map(|pair| format!("{} |", short(pair[place])));
            let alone = alone.map_or(0.0, |scores| value(scores, F1));
            let cells: Vec<String> = cells.collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {} | `{id}` | {} | {}", corpus.name(), short(alone), cells.join(" "));
        }
    }
    text
}

/// How the F1 of pages changes.
struct FilterChange {
    mean: f64,
    interval: Option<Interval>,
    /// Pages.
    better: usize,
    worse: usize,
}

/// Of [`LEARNED`], what sites of the corpus are large enough for, but always the first.
fn learned(corpus: &Corpus) -> Vec<usize> {
    let share = |learned: usize| {
        let protocol = Protocol { min_pages: learned + 1, ..Protocol::new(Learn::Others) };
        let pages: usize = protocol.part(corpus, None).iter().map(|site| site.tested().count()).sum();
        pages as f64 / corpus.pages().len() as f64
    };
    let enough = |&(place, &learned): &(usize, &usize)| place == 0 || share(learned) >= MIN_SHARE;
    LEARNED.iter().enumerate().take_while(enough).map(|(_, &learned)| learned).collect()
}

/// The best of each kind on each corpus, and the default system with and without the filter.
fn summary(measured: &[MeasuredSites]) -> String {
    let mut text =
        "| corpus | sites | pages | best page-level system | best with the filter | best site method | \
                    default system | with the filter | change | 95 % |\n\
                    |---|---:|---:|---|---|---|---:|---:|---:|---|\n"
            .to_owned();
    for corpus in measured {
        let last = |settings: &Vec<SystemScores>| settings.last().map_or(0.0, |scores| value(scores, F1));
        let (alone, method) = (corpus.best_page_level(), corpus.best_methods());
        let filtered = by_value(corpus.filtered.iter().map(last));
        let default = corpus.page_level.iter().position(|scores| scores.system == DEFAULT_EXTRACTOR);
        let (Some(&alone), Some(&filtered), Some(&method), Some(default)) =
            (alone.first(), filtered.first(), method.first(), default)
        else {
            continue;
        };
        let change = corpus.change(default);
        let system = |place: usize| &corpus.page_level[place].system;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| [{0}](#{0}) | {1} | {2} | `{3}` {4} | `{5}` {6} | `{7}` {8} | {9} | {10} | {11} | {12} |",
            corpus.name(),
            corpus.sites,
            corpus.pages,
            system(alone),
            short(value(&corpus.page_level[alone], F1)),
            system(filtered),
            short(last(&corpus.filtered[filtered])),
            SITE_METHODS[method].extractor.id,
            short(last(&corpus.methods[method])),
            short(value(&corpus.page_level[default], F1)),
            short(last(&corpus.filtered[default])),
            signed(change.mean),
            change.interval.map_or("–".to_owned(), |i| format!("{} … {}", signed(i.low), signed(i.high)))
        );
    }
    text
}

fn value(scores: &SystemScores, column: &str) -> f64 {
    scores.overall(column).map_or(0.0, |summary| summary.value)
}

/// Pages with their F1.
fn page_values(scores: &SystemScores) -> impl Iterator<Item = (&str, f64)> {
    let column = scores.columns.iter().position(|name| name == F1).unwrap_or_default();
    scores.pages.iter().filter_map(move |page| Some((page.page.as_str(), page.values[column]?)))
}

/// Places of values, the largest first, the first of equals first.
fn by_value(values: impl Iterator<Item = f64>) -> Vec<usize> {
    let values: Vec<f64> = values.collect();
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    places
}

fn decimals(interval: Option<Interval>) -> String {
    interval
        .map_or("–".to_owned(), |interval| format!("{} … {}", short(interval.low), short(interval.high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first() {
        assert_eq!(by_value([0.1, 0.3, 0.3, 0.2].into_iter()), [1, 2, 3, 0]);
    }
}
