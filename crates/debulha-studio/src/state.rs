//! What all requests share.

use crate::collecting::Collector;
use crate::jobs::Jobs;
use crate::label_files::LabelFiles;
use crate::models::{MODELS, StudioModels};
use crate::project::{Project, ProjectEntry, StoredBytes};
use crate::recent::RecentCache;
use crate::repetition::Repetition;
use crate::scan::Scans;
use crate::systems::{AskedSystem, Pipelines};
use crate::wire::not_there;
use crate::{StudioError, StudioOptions};
use debulha::{Extraction, Pipeline, Warning};
use debulha_core::source::{LoadedPage, PageSource};
use debulha_io::site_store::{SiteReading, SiteStore, StoreSites};
use debulha_server::engine::Engine;
use debulha_server::problem::Problem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Memory of a page that is parsed, for each byte of its source: the tree alone. A page of 20 MB took 5.
const PARSED_PER_BYTE: usize = 8;

/// The same of one that is extracted: the tree, its views and the content. A page of 20 MB took 16.
const EXTRACTED_PER_BYTE: usize = 20;

/// Memory for pages as they were stored.
const STORED_BYTES: usize = 32 << 20;

/// Memory for pages that were parsed.
const PARSED_BYTES: usize = 256 << 20;

/// Memory for extractions: one of a page of 20 MB is kept, so that a question about it need not extract it again.
const EXTRACTED_BYTES: usize = 512 << 20;

/// A studio, for its handlers.
pub(crate) struct StudioState {
    pub(crate) project: Project,
    pub(crate) engine: Engine,
    pub(crate) jobs: Jobs,
    pub(crate) models: StudioModels,
    /// Where labels, models and runs are written.
    pub(crate) labels: PathBuf,
    /// The labels that are there.
    pub(crate) label_files: LabelFiles,
    /// What is known of sites, where a store was given.
    pub(crate) sites: Option<StoreSites>,
    pub(crate) pipelines: Pipelines,
    /// What fetches pages, where that is allowed.
    pub(crate) collector: Option<Collector>,
    pub(crate) scans: Scans,
    pub(crate) repetition: Repetition,
    stored: RecentCache<usize, StoredBytes>,
    parsed: RecentCache<usize, LoadedPage>,
    extracted: RecentCache<(usize, AskedSystem, usize), Extraction>,
}

impl StudioState {
    /// Opens the project, the models and the store.
    ///
    /// # Errors
    /// What of them cannot be read.
    pub(crate) fn open(options: &StudioOptions) -> Result<Self, StudioError> {
        let project = Project::open(&options.project, options.layouts.as_deref())?;
        let store = options.store.as_deref().or(project.store());
        let sites = store.map(open_store).transpose()?;
        let labels = match &options.labels {
            Some(folder) => folder.clone(),
            None if options.project.is_dir() => options.project.clone(),
            None => options.project.parent().map_or_else(PathBuf::new, Path::to_owned),
        };
        let models = StudioModels::read(&options.models)?;
        models.add_trained(&labels.join(MODELS));
        Ok(StudioState {
            label_files: LabelFiles::new(labels.clone(), !project.is_container()),
            project,
            engine: Engine::new(options.engine),
            jobs: Jobs::default(),
            models,
            labels,
            pipelines: Pipelines::default(),
            collector: options.collector.clone(),
            scans: Scans::default(),
            repetition: Repetition::of(sites.as_ref()),
            sites,
            stored: RecentCache::new(STORED_BYTES),
            parsed: RecentCache::new(PARSED_BYTES),
            extracted: RecentCache::new(EXTRACTED_BYTES),
        })
    }

    /// The page of a number.
    ///
    /// # Errors
    /// 404 for a number that there is not.
    pub(crate) fn entry(&self, id: usize) -> Result<&ProjectEntry, Problem> {
        self.project.entries().get(id).ok_or_else(not_there)
    }

    /// A page as it was stored.
    ///
    /// # Errors
    /// 404 for a number that there is not, 422 for a page that cannot be read.
    pub(crate) fn stored(&self, id: usize) -> Result<Arc<StoredBytes>, Problem> {
        if let Some(stored) = self.stored.get(&id) {
            return Ok(stored);
        }
        let stored = self.project.read(self.entry(id)?).map_err(unreadable)?;
        let bytes = stored.bytes.len();
        Ok(self.stored.keep(id, stored, bytes))
    }

    /// A page, parsed, with its layout where there is a record of it. Text nodes have the numbers that they have in all answers.
    ///
    /// Meant for a turn of the engine.
    ///
    /// # Errors
    /// As [`Self::stored`].
    pub(crate) fn parsed(&self, id: usize) -> Result<Arc<LoadedPage>, Problem> {
        if let Some(parsed) = self.parsed.get(&id) {
            return Ok(parsed);
        }
        let stored = self.stored(id)?;
        let page = self.parse(self.entry(id)?, &stored)?;
        Ok(self.parsed.keep(id, page, stored.bytes.len().saturating_mul(PARSED_PER_BYTE)))
    }

    /// What a system makes of a page.
    ///
    /// # Errors
    /// As [`Self::stored`]; as [`Pipelines::get`]; 503 and 500 as [`Engine::run`].
    pub(crate) async fn extraction(
        self: &Arc<Self>,
        id: usize,
        asked: &AskedSystem,
    ) -> Result<Arc<Extraction>, Problem> {
        let pipeline = self.pipelines.get(self, asked).await?;
        let key = (id, asked.clone(), pipeline.model);
        if let Some(extraction) = self.extracted.get(&key) {
            return Ok(extraction);
        }
        let shared = Arc::clone(self);
        let work = move || -> Result<Arc<Extraction>, Problem> {
            let stored = shared.stored(id)?;
            let extraction = shared.extract(shared.entry(id)?, &stored, &pipeline.pipeline)?;
            let bytes = stored.bytes.len().saturating_mul(EXTRACTED_PER_BYTE);
            Ok(shared.extracted.keep(key, extraction, bytes))
        };
        self.engine.run(work).await?
    }

    /// What a pipeline makes of a page that was read, on this thread.
    ///
    /// # Errors
    /// 422 for a layout record that cannot be read.
    pub(crate) fn extract(
        &self,
        entry: &ProjectEntry,
        stored: &StoredBytes,
        pipeline: &Pipeline,
    ) -> Result<Extraction, Problem> {
        let layout = self.project.layout(entry).map_err(unreadable)?;
        let input = debulha::Input::from(&stored.bytes)
            .charset(stored.charset.as_deref())
            .url(entry.url.as_deref())
            .layout(layout.as_ref());
        let mut extraction = pipeline.extract(input);
        extraction.warnings.extend(stored.fault.clone().map(Warning::Reading));
        Ok(extraction)
    }

    /// A page that was read, parsed, with its layout where there is a record of it.
    ///
    /// # Errors
    /// 422 for a layout record that cannot be read.
    pub(crate) fn parse(&self, entry: &ProjectEntry, stored: &StoredBytes) -> Result<LoadedPage, Problem> {
        let page = PageSource::default().load(&stored.bytes, stored.charset.as_deref());
        Ok(match self.project.layout(entry).map_err(unreadable)? {
            Some(record) => page.with_layout(&record),
            None => page,
        })
    }
}

fn open_store(path: &Path) -> Result<StoreSites, StudioError> {
    Ok(StoreSites { store: Arc::new(SiteStore::read(path)?), site: None, reading: SiteReading::default() })
}

// Built as `map_err` hands it over.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn unreadable(error: crate::ProjectError) -> Problem {
    Problem::new(422, "unreadable", error.to_string())
}
