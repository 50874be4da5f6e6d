//! `debulha site learn`: pages of sites into a store.

use crate::batch::{self, BatchTally, in_order};
use crate::exit::Usage;
use crate::help;
use crate::inputs::{InputArgs, PageInput};
use crate::known::{self, KnownValues};
use crate::layout::LayoutArgs;
use crate::messages::{MessageArgs, Messages, NO_PROGRESS, Verbosity, guarded};
use crate::reading::{ReadFault, ReadingArgs};
use crate::system::{ALL_SYSTEMS, Param, find_site_method, params_of};
use anyhow::Result;
use debulha::site::SITE_METHODS;
use debulha_core::Evidence;
use debulha_core::ParamMap;
use debulha_core::features::hashing::hash_bytes;
use debulha_core::site::AnySiteMethod;
use debulha_core::site::sample::{DEFAULT_CAPACITY, PageKey};
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_dom::decode::decode;
use debulha_io::site_store::{
    BATCH_PAGES, ObservedPage, SiteBy, SiteStore, StoreError, StoreSettings, StoreWriter,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Heading of which pages are one site.
const SITES: &str = "Sites";

/// Learn from pages of sites
///
/// Keeps what the methods need from at most --capacity pages per site, chosen by a hash of their URLs: the same pages in
/// any order, in one run or many, give the same store. To resume an interrupted run, repeat it; pages already in the
/// store are not parsed again.
///
/// The site of a page follows from its URL, which --list gives. Pages without a URL are identified by their text, and
/// need --site or --site-by folder.
#[derive(Debug, clap::Args)]
#[command(mut_arg("no_progress", |arg| arg.help(NO_PROGRESS).long_help(NO_PROGRESS)))]
pub(crate) struct SiteLearnArgs {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    /// Pages that form a site [default: host, or as in the store]
    ///
    /// host; domain: the registrable domain; prefix:N: the host and N path segments; folder: the folder of the files, the
    /// first one below the folder given.
    #[arg(long, value_name = "host|domain|prefix:N|folder", help_heading = SITES)]
    site_by: Option<SiteBy>,
    /// Site of all pages
    #[arg(long, value_name = "NAME", help_heading = SITES)]
    site: Option<String>,
    /// Crawl name, such as its date
    ///
    /// Crawls are ordered by name. Of each page, the version in the newest crawl counts.
    #[arg(long, value_name = "ID", default_value = "", hide_default_value = true, help_heading = SITES)]
    crawl: String,
    /// Maximum pages per site and crawl [default: 200, or as in the store]
    #[arg(long, value_name = "PAGES", help_heading = SITES, hide_short_help = true)]
    capacity: Option<usize>,
    /// Site methods, in addition to those in the store; or `all`
    #[arg(short, long, value_name = "ID", value_delimiter = ',', help_heading = help::SYSTEM)]
    #[arg(value_parser = KnownValues::text(known::site_methods), hide_possible_values = true)]
    method: Vec<String>,
    /// Set a parameter of a method; `debulha explain ID` lists them
    ///
    /// The value is JSON, otherwise a string. Repeatable. With a question mark, ?ID.NAME=VALUE, it applies only if that
    /// method learns.
    #[arg(short, long, value_name = "[ID.]NAME=VALUE", help_heading = help::SYSTEM)]
    #[arg(value_parser = crate::system::read_param_of)]
    param: Vec<Param>,
    /// Site store; created if missing
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    site_store: PathBuf,
    /// Commit after at most N pages
    ///
    /// Committed pages survive a crash.
    #[arg(long, value_name = "PAGES", default_value_t = BATCH_PAGES, help_heading = help::OUTPUT, hide_short_help = true)]
    commit_pages: usize,
    /// Pages processed at once; 0 uses one per processor
    ///
    /// Maximum: four per processor.
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    messages: MessageArgs,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, a store that cannot be used or goes with other settings, and those of writing.
pub(super) fn learn(args: &SiteLearnArgs) -> Result<ExitCode> {
    args.reading.check()?;
    args.layout.check(true)?;
    let inputs = args.inputs.named(Some(&args.site_store), args.reading.url.as_deref())?;
    let list = args.inputs.listed()?;
    let asked = args.asked()?;
    let (store, methods) = args.open(&asked)?;
    let messages = args.messages.of_long_work(list.is_none().then_some(inputs.list.len()));
    let pool = batch::pool(args.jobs)?;
    let mut end = End {
        writer: store.writer()?.batch_pages(args.commit_pages),
        tally: BatchTally::default(),
        learned: 0,
    };
    let observer = Observer { args, store: &store, methods: &methods };
    let pages = inputs.list.into_iter().chain(list.into_iter().flatten());
    let result = in_order(&pool, pages, |input| observer.page(input), |done| end.take(done, &messages));
    let End { writer, tally, learned } = end;
    let result = result.and_then(|()| Ok(writer.finish()?));
    messages.finish();
    result?;
    let BatchTally { written, damaged, failed, .. } = tally;
    let passed = written + damaged - learned;
    messages.say(
        Verbosity::Normal,
        &format!("{learned} pages learned, {passed} already known or outside the sample, {damaged} damaged, {failed} failed"),
    );
    Ok(tally.exit_code())
}

impl SiteLearnArgs {
    /// The methods that shall learn whatever the store has, each with the parameters given.
    fn asked(&self) -> Result<Vec<(&'static str, ParamMap)>> {
        let mut ids = vec![EVIDENCE];
        for id in &self.method {
            if id == ALL_SYSTEMS {
                ids.extend(SITE_METHODS.iter().map(|method| method.extractor.id));
            } else {
                ids.push(find_site_method(id)?.extractor.id);
            }
        }
        let mut seen = BTreeSet::new();
        ids.retain(|id| seen.insert(*id));
        params_of(&ids, &self.param)
    }

    /// The store, and the methods that learn: those requested, and those that it has records of.
    fn open(&self, asked: &[(&'static str, ParamMap)]) -> Result<(SiteStore, Vec<Box<dyn AnySiteMethod>>)> {
        let wrong = |error: StoreError| match error {
            StoreError::OtherSettings { .. } | StoreError::Build { .. } => Usage(error.to_string()).into(),
            other => anyhow::Error::from(other),
        };
        if self.capacity == Some(0) {
            return Err(Usage("--capacity is 0; use 1 or more".to_owned()).into());
        }
        let visibility = self.reading.source().options.visibility;
        // Before a store is made for it.
        for (id, params) in asked {
            (find_site_method(id)?.build)(params).map_err(|error| Usage(error.to_string()))?;
        }
        let mut store = if self.site_store.exists() {
            let store = SiteStore::open(&self.site_store)?;
            let own = store.settings();
            let site_by = self.site_by.unwrap_or(own.site_by);
            let capacity = self.capacity.unwrap_or(own.capacity);
            store.check_settings(&StoreSettings { site_by, capacity, visibility }).map_err(wrong)?;
            store
        } else {
            let (site_by, capacity) =
                (self.site_by.unwrap_or_default(), self.capacity.unwrap_or(DEFAULT_CAPACITY));
            SiteStore::create(&self.site_store, &StoreSettings { site_by, capacity, visibility })?
        };
        let none = ParamMap::new();
        let mut methods = Vec::new();
        for id in store.methods().keys() {
            let params = asked.iter().find(|(asked, _)| asked == id).map_or(&none, |(_, params)| params);
            methods.push(store.build(id, params).map_err(wrong)?);
        }
        for (id, params) in asked {
            if !store.methods().contains_key(*id) {
                let method = (find_site_method(id)?.build)(params)?;
                store.register(&*method)?;
                methods.push(method);
            }
        }
        Ok((store, methods))
    }
}

/// What the workers share.
struct Observer<'a> {
    args: &'a SiteLearnArgs,
    store: &'a SiteStore,
    methods: &'a [Box<dyn AnySiteMethod>],
}

/// The result for one page.
struct LearnedPage {
    name: String,
    records: Vec<ObservedPage>,
    fault: Option<ReadFault>,
    failure: Option<String>,
}

impl Observer<'_> {
    /// One page from its file to its records. A panic on the way is the failure of this page.
    fn page(&self, input: PageInput) -> LearnedPage {
        let mut done = LearnedPage { name: String::new(), records: Vec::new(), fault: None, failure: None };
        done.failure = guarded(|| self.observe(&input, &mut done)).and_then(|result| result).err();
        done.name = input.name;
        done
    }

    fn observe(&self, input: &PageInput, done: &mut LearnedPage) -> Result<(), String> {
        let url = input.url.as_deref().or(self.args.reading.url.as_deref());
        let site = self.site_of(input, url)?;
        let key = url.map(PageKey::of_url);
        // A page that is outside the sample is not even read, and one that is known not decoded.
        if key.is_some() && self.wanting(&site, key, None)?.is_empty() {
            return Ok(());
        }
        let page = self.args.reading.read(input)?;
        done.fault = page.fault;
        let content = hash_bytes(&page.bytes);
        if key.is_some() && self.wanting(&site, key, Some(content))?.is_empty() {
            return Ok(());
        }
        let text = decode(&page.bytes, page.charset.as_deref()).text;
        let source = self.args.reading.source();
        // The key of a page without an address is that of its text as it is parsed, which a limit may cut.
        let key = key.or_else(|| (text.len() <= source.limits.max_bytes).then(|| PageKey::of_text(&text)));
        let methods = self.wanting(&site, key, Some(content))?;
        if methods.is_empty() {
            return Ok(());
        }
        let mut loaded = source.load_text(&text);
        if let Some(record) = self.args.layout.read(input)? {
            loaded = loaded.with_layout(&record);
        }
        let page = loaded.page(Evidence::of_url(url));
        let observe = |method| ObservedPage::observe(method, &page, &site, &self.args.crawl, content);
        done.records = methods.into_iter().map(observe).collect();
        Ok(())
    }

    fn site_of(&self, input: &PageInput, url: Option<&str>) -> Result<String, String> {
        let site_by = self.store.settings().site_by;
        let by_rule = || match site_by {
            SiteBy::Folder => input.folder.clone(),
            _ => url.and_then(|url| site_by.site_of(url)),
        };
        self.args.site.clone().or_else(by_rule).ok_or_else(|| match url {
            Some(url) => format!("the URL `{url}` has no {site_by}; use another --site-by, or --site"),
            None => "unknown site; give URLs with --list, or use --site or --site-by folder".to_owned(),
        })
    }

    /// The methods for which the page would change what is kept, or might where its key or content is not known yet.
    fn wanting(
        &self,
        site: &str,
        key: Option<PageKey>,
        content: Option<u64>,
    ) -> Result<Vec<&dyn AnySiteMethod>, String> {
        let Some(key) = key else { return Ok(self.methods.iter().map(|method| &**method).collect()) };
        let view = self.store.view().map_err(|error| error.to_string())?;
        let mut wanting = Vec::new();
        for method in self.methods {
            let sample = (method.info().extractor.id, site, self.args.crawl.as_str());
            if view.wants(sample, key, content).map_err(|error| error.to_string())? {
                wanting.push(&**method);
            }
        }
        Ok(wanting)
    }
}

/// Where the records of pages end up.
struct End<'s> {
    writer: StoreWriter<'s>,
    tally: BatchTally,
    learned: usize,
}

impl End<'_> {
    fn take(&mut self, done: LearnedPage, messages: &Messages) -> Result<()> {
        let LearnedPage { name, records, fault, failure } = done;
        if let Some(reason) = failure {
            self.tally.failed += 1;
            messages.say(Verbosity::Normal, &format!("{name}: {reason}"));
        } else {
            self.learned += usize::from(!records.is_empty());
            let what = if records.is_empty() { "already known or outside the sample" } else { "learned" };
            messages.say(Verbosity::Verbose, &format!("{name}: {what}"));
            self.tally.count(fault.as_ref());
        }
        if let Some(reason) = fault.map(ReadFault::into_reason) {
            messages.say(Verbosity::Normal, &format!("{name}: warning: {reason}"));
        }
        for record in records {
            self.writer.push(record)?;
        }
        messages.step();
        Ok(())
    }
}
