//! `debulha-lab retrieval`: what content and block weights are worth to search, as `docs/retrieval.md`.

use crate::corpora::CorporaArgs;
use crate::files::{self, between, short, today};
use anyhow::{Context, Result};
use debulha::DEFAULT_EXTRACTOR;
use debulha_cli::batch;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::messages::ProgressArgs;
use debulha_compare::System;
use debulha_compare::stats::Bootstrap;
use debulha_core::features::title_block::heading_level;
use debulha_core::site::evidence::SiteEvidence;
use debulha_core::site::template_evidence::{TemplateEvidenceMethod, TemplateEvidenceParams};
use debulha_core::site::{Observed, SiteMethod};
use debulha_core::source::{LoadedPage, PageSource};
use debulha_core::{Evidence, Extractor, Page, ParamMap, Scratch};
use debulha_corpus::run_file::RunRow;
use debulha_corpus::{Corpus, LabelledPage};
use debulha_eval::retrieval::{
    KnownItem, SearchIndex, TermWeights, add_text, ndcg, near_duplicates, reciprocal_rank, terms, unambiguous,
};
use debulha_eval::runner::{RunOptions, run_in_memory};
use debulha_eval::site_eval::{Learn, Protocol, SiteFolds, SiteSystem, run_by_site};
use debulha_systems::extractors;
use debulha_systems::site::block_importance::BlockImportance;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Measure ranking, index size and near-duplicates, and write docs/retrieval.md
///
/// Pages of sites are indexed by all their text, by the content that systems keep, and with weights of blocks. Queries are
/// titles and headings; the page that has them is to be found. Writes the tables between the marks of the page.
#[derive(Debug, clap::Args)]
pub(crate) struct RetrievalArgs {
    #[command(flatten)]
    corpora: CorporaArgs,
    /// Measure only these corpora; the page then has no others
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = CORPORA, help_heading = help::INPUT)]
    only: Vec<String>,
    /// Page to update
    #[arg(short, long, value_name = "FILE", default_value = "docs/retrieval.md", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Corpora with several pages per site and labelled text.
const CORPORA: [&str; 3] = ["generated-docs", "big9", "daniel"];

/// Systems that decide on a page alone, the baseline first.
const PAGE_SYSTEMS: [&str; 4] = ["all_text", DEFAULT_EXTRACTOR, "readability", "boilerpipe_default"];

/// Place of the default system among them.
const OWN: usize = 1;

/// Page systems from whose answers the text is taken that the site repeats.
const FILTERED: [&str; 2] = ["all_text", DEFAULT_EXTRACTOR];

/// Site methods, each learned from the other pages of a site.
const SITE_SYSTEMS: [&str; 3] = ["x_cex", "site_style_tree", "block_importance"];

/// Headings of a page that become queries, so that pages with many do not decide.
const MAX_HEADINGS: usize = 3;

/// Similarity of near-duplicates (our decision).
const MIN_SIMILARITY: f64 = 0.8;

const BEGIN: &str = "<!-- retrieval: written by `debulha-lab retrieval` -->\n";
const END: &str = "<!-- end of retrieval -->\n";

/// Runs the verb.
///
/// # Errors
/// [`Usage`] for absent corpora and for a page without marks; files that cannot be read or written.
pub(crate) fn run(args: &RetrievalArgs) -> Result<ExitCode> {
    let path = &args.output;
    let page = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    if between(&page, BEGIN, END, "").is_none() {
        let marks = format!("add the lines `{}` and `{}`", BEGIN.trim_end(), END.trim_end());
        return Err(Usage(format!("--output {}: no place for the tables; {marks}", path.display())).into());
    }
    let data = args.corpora.folder();
    let names =
        CORPORA.into_iter().filter(|name| args.only.is_empty() || args.only.iter().any(|one| one == name));
    let mut text = format!("Measured {}: `debulha-lab retrieval`.\n", today());
    for name in names {
        let corpus = corpora::open(&data.join(name), CorpusPurpose::Score)?;
        text.push_str(&PageCollection::of(&corpus, args)?.section());
    }
    files::write(path, &between(&page, BEGIN, END, &text).unwrap_or(page))?;
    Ok(ExitCode::SUCCESS)
}

/// Pages of a corpus as each way of indexing sees them.
struct PageCollection {
    name: String,
    digest: String,
    /// Site of each page.
    sites: Vec<String>,
    /// The labelled text of each page.
    gold: Vec<String>,
    titles: Vec<KnownItem>,
    headings: Vec<KnownItem>,
    ways: Vec<IndexedPages>,
}

/// Pages in one way of indexing.
struct IndexedPages {
    name: String,
    pages: Vec<TermWeights>,
    /// The indexed text of each page; `None` where terms are weighted.
    texts: Option<Vec<String>>,
}

impl IndexedPages {
    fn of_texts(name: String, texts: Vec<String>) -> Self {
        let page = |text: &String| {
            let mut page = TermWeights::new();
            add_text(&mut page, text, 1.0);
            page
        };
        IndexedPages { name, pages: texts.iter().map(page).collect(), texts: Some(texts) }
    }
}

impl PageCollection {
    fn of(corpus: &Corpus, args: &RetrievalArgs) -> Result<Self> {
        let protocol = Protocol::new(Learn::Others);
        let mut tested: Vec<usize> = protocol.part(corpus, None).iter().flat_map(SiteFolds::tested).collect();
        tested.sort_unstable();
        let labelled: Vec<&LabelledPage> = tested.iter().map(|&place| &corpus.pages()[place]).collect();
        let messages = args.progress.messages(format!("pages of {}", corpus.name()), 3 * tested.len());
        let step = || messages.step();

        let none = ParamMap::new();
        let page_systems =
            PAGE_SYSTEMS.iter().map(|id| System::new(id, &none)).collect::<Result<Vec<_>, _>>()?;
        let filter = TemplateEvidenceParams::default();
        let filtered = FILTERED.iter().map(|id| SiteSystem::filtered(id, &none, filter));
        let methods = SITE_SYSTEMS.iter().map(|id| SiteSystem::new(id, &none));
        let site_systems = filtered.chain(methods).collect::<Result<Vec<_>, _>>()?;
        let options = RunOptions { jobs: batch::threads(args.jobs), ..RunOptions::default() };
        let of_tested = RunOptions { pages: Some(tested), metadata: true, ..options.clone() };
        let mut runs = run_in_memory(corpus, &page_systems, &of_tested, &step)?;
        runs.extend(run_by_site(corpus, &[], &site_systems, &protocol, &options, &step)?);

        let filtered = FILTERED.iter().map(|id| format!("`{id}`, filtered by `template_evidence`"));
        let titled =
            |row: &RunRow| format!("{}\n{}", row.title.as_deref().unwrap_or_default(), row.scored_text());
        let with_title = runs[OWN].iter().map(titled).collect();
        let names = PAGE_SYSTEMS.iter().map(|id| format!("`{id}`")).chain(filtered);
        let names = names.chain(SITE_SYSTEMS.iter().map(|id| format!("`{id}`")));
        let texts =
            runs.into_iter().map(|rows| rows.iter().map(|row| row.scored_text().to_owned()).collect());
        let mut ways: Vec<IndexedPages> =
            names.zip(texts).map(|(name, texts)| IndexedPages::of_texts(name, texts)).collect();
        ways.insert(
            OWN + 1,
            IndexedPages::of_texts(format!("`{DEFAULT_EXTRACTOR}` and the title it finds"), with_title),
        );
        let gold: Vec<String> = labelled.iter().map(|page| page.text.clone().unwrap_or_default()).collect();
        ways.push(IndexedPages::of_texts("labelled text".to_owned(), gold.clone()));

        let site_of = |page: &LabelledPage| page.site.clone().unwrap_or_default();
        let sites: Vec<String> = labelled.iter().map(|page| site_of(page)).collect();
        let mut by_site: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, site) in sites.iter().enumerate() {
            by_site.entry(site).or_default().push(place);
        }
        let mut titles = Vec::new();
        let mut headings = Vec::new();
        let mut weighted = WEIGHTS.map(|name| IndexedPages {
            name: name.to_owned(),
            pages: vec![TermWeights::new(); labelled.len()],
            texts: None,
        });
        for places in by_site.into_values() {
            let loaded = places.iter().map(|&place| corpus.load(labelled[place], &PageSource::default()));
            let site = KnownSite::of(loaded.collect::<Result<_, _>>()?, &places, &labelled)?;
            for (&place, loaded) in places.iter().zip(&site.pages) {
                let page = site.page(loaded, labelled[place].url.as_deref());
                for (way, weights) in weighted.iter_mut().zip(site.weights(&page)) {
                    way.pages[place] = weights;
                }
                let title = labelled[place].title.clone().or_else(|| first_line(&gold[place]));
                titles.extend(title.map(|query| KnownItem { query, page: place }));
                let found = headings_of(&page, &gold[place]).into_iter();
                headings.extend(found.map(|query| KnownItem { query, page: place }));
                step();
            }
        }
        messages.finish();
        ways.splice(ways.len() - 1..ways.len() - 1, weighted);
        Ok(PageCollection {
            name: corpus.name().to_owned(),
            digest: corpus.digest().to_owned(),
            sites,
            gold,
            titles: unambiguous(titles),
            headings: unambiguous(headings),
            ways,
        })
    }

    /// Its table.
    fn section(&self) -> String {
        let sites: BTreeSet<&String> = self.sites.iter().collect();
        let alike = near_duplicates(&self.gold, MIN_SIMILARITY);
        let mut text = format!(
            "\n## {}\n\n{} pages of {} sites, labels `{}`; {} titles and {} headings as queries; near-duplicate pairs \
             by labelled text: {}.\n\n\
             | index of | titles: MRR | 95 % | nDCG | headings: MRR | 95 % | nDCG | postings | bytes | near-duplicates | right |\n\
             |---|---:|---|---:|---:|---|---:|---:|---:|---:|---:|\n",
            self.name,
            self.sites.len(),
            sites.len(),
            self.digest,
            self.titles.len(),
            self.headings.len(),
            alike.len()
        );
        for way in &self.ways {
            let index = SearchIndex::new(&way.pages);
            let found = way.texts.as_ref().map(|texts| near_duplicates(texts, MIN_SIMILARITY));
            let count = |count: Option<usize>| count.map_or("–".to_owned(), |count| count.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {} |",
                way.name,
                self.ranks(&index, &self.titles),
                self.ranks(&index, &self.headings),
                index.postings(),
                index.bytes(),
                count(found.as_ref().map(BTreeSet::len)),
                count(found.as_ref().map(|found| found.intersection(&alike).count()))
            );
        }
        text
    }

    /// The cells of MRR, its interval when sites are drawn, and nDCG.
    fn ranks(&self, index: &SearchIndex, queries: &[KnownItem]) -> String {
        let mut by_site: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let (mut sum, mut gain) = (0.0, 0.0);
        for KnownItem { query, page } in queries {
            let rank = index.rank(query, *page);
            by_site.entry(&self.sites[*page]).or_default().push(reciprocal_rank(rank));
            sum += reciprocal_rank(rank);
            gain += ndcg(rank);
        }
        let count = queries.len().max(1) as f64;
        let groups: Vec<Vec<f64>> = by_site.into_values().collect();
        let interval = Bootstrap::default().grouped_mean_interval(&groups);
        let interval = interval
            .map_or("–".to_owned(), |found| format!("{} … {}", short(found.low), short(found.high)));
        format!("{} | {interval} | {}", short(sum / count), short(gain / count))
    }
}

/// What terms weigh, in the order of [`KnownSite::weights`].
const WEIGHTS: [&str; 3] = [
    "all text, by block importance (fernandes2007)",
    "all text, by the share of the site's other pages without it",
    "all text, by the probability of `debulha`",
];

/// The pages of a site and what was learned from them.
struct KnownSite {
    pages: Vec<LoadedPage>,
    evidence: SiteEvidence,
    importance: <BlockImportance as SiteMethod>::Learned,
    extractor: Box<dyn Extractor>,
}

impl KnownSite {
    fn of(pages: Vec<LoadedPage>, places: &[usize], labelled: &[&LabelledPage]) -> Result<Self> {
        let views =
            || pages.iter().zip(places).map(|(page, &place)| view(page, labelled[place].url.as_deref()));
        let crawl: Arc<str> = Arc::from("");
        let units: Vec<_> = views()
            .map(|page| (page.key(), SiteMethod::observe(&TemplateEvidenceMethod::default(), &page)))
            .collect();
        let evidence = SiteEvidence::count(units.iter().map(|(key, units)| (*key, &crawl, units)));
        let method = BlockImportance::default();
        let records: BTreeMap<_, _> = views().map(|page| (page.key(), method.observe(&page))).collect();
        let observed = |(key, record)| Observed { key, crawl: Arc::clone(&crawl), record };
        let importance = SiteMethod::finish(&method, records.into_iter().map(observed).collect());
        let extractor = extractors::build(DEFAULT_EXTRACTOR, &ParamMap::new())?;
        Ok(KnownSite { pages, evidence, importance, extractor })
    }

    fn page<'p>(&'p self, loaded: &'p LoadedPage, url: Option<&'p str>) -> Page<'p> {
        loaded.page(Evidence { url, site: Some(&self.evidence), ..Evidence::default() })
    }

    /// The terms of a page by each of [`WEIGHTS`].
    fn weights(&self, page: &Page<'_>) -> [TermWeights; WEIGHTS.len()] {
        let doc = page.document();
        let mut by_share = TermWeights::new();
        let evidence = page.template_evidence();
        for &node in page.body_text_nodes() {
            let share = evidence.and_then(|evidence| evidence.of(node)).map_or(0.0, |seen| seen.share);
            add_text(&mut by_share, doc.text(node), 1.0 - share);
        }
        let mut by_chance = TermWeights::new();
        for block in self.extractor.chances(page, &mut Scratch::default()) {
            for node in block.nodes {
                add_text(&mut by_chance, doc.text(node), f64::from(block.probability));
            }
        }
        [self.importance.term_weights(page), by_share, by_chance]
    }
}

fn view<'p>(page: &'p LoadedPage, url: Option<&'p str>) -> Page<'p> {
    page.page(Evidence::of_url(url))
}

fn first_line(text: &str) -> Option<String> {
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// The first headings below the title whose words stand one after another in the labelled text.
fn headings_of(page: &Page<'_>, gold: &str) -> Vec<String> {
    let doc = page.document();
    let spaced = |text: &str| format!(" {} ", terms(text).collect::<Vec<_>>().join(" "));
    let gold = spaced(gold);
    let shown = doc.nodes().filter(|&node| !page.visibility().is_hidden(node));
    let texts = shown.filter(|&node| heading_level(doc.name(node)) > 1).map(|node| doc.text_content(node));
    texts.filter(|text| gold.contains(&spaced(text))).take(MAX_HEADINGS).collect()
}
