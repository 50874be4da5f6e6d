//! From a page to its content.

use crate::catalog::extractors;
use crate::{DEFAULT_EXTRACTOR, Extraction, Input};
use debulha_core::classify::model::Model;
use debulha_core::combine::{Combine, Combined};
use debulha_core::content;
use debulha_core::extractor::{Extractor, Scratch};
use debulha_core::features::payloads::PayloadOptions;
use debulha_core::outcome::Outcome;
use debulha_core::page::{PageOptions, SharedViews};
use debulha_core::params::{BuildError, ParamMap};
use debulha_core::source::PageSource;
use debulha_core::verdict::{Verdict, VerdictParams};
use debulha_core::warning::Warning;
use debulha_dom::Limits;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Nodes of a page from which on what was computed for the decision gives way to the content, to be computed again where
/// that asks for it: memory counts more there than time. Of 3,012 saved pages none has as many.
const LARGE_PAGE: usize = 200_000;

/// From a page to its content: one system or several with their parameters, limits and options, for any number of
/// pages.
///
/// Immutable and `Sync`: build it once and share it between threads. Building reads the system's model, where it has one,
/// which takes longer than most pages do.
pub struct Pipeline {
    decider: PipelineDecider,
    source: PageSource,
    /// Buffers that no thread is using.
    scratches: Mutex<Vec<Scratch>>,
}

/// Who decides.
enum PipelineDecider {
    One(Box<dyn Extractor>),
    Several(Combined),
}

impl Default for Pipeline {
    /// The default system with its default parameters.
    fn default() -> Self {
        Pipeline::new(DEFAULT_EXTRACTOR).expect("the default extractor is registered")
    }
}

/// The pipeline of [`crate::extract`], built once a process.
pub(crate) fn shared() -> &'static Pipeline {
    static SHARED: OnceLock<Pipeline> = OnceLock::new();
    SHARED.get_or_init(Pipeline::default)
}

impl Pipeline {
    /// A pipeline with the system of this id and its default parameters.
    ///
    /// # Errors
    /// An unknown id.
    pub fn new(extractor: &str) -> Result<Self, BuildError> {
        Pipeline::with_params(extractor, &ParamMap::new())
    }

    /// A pipeline with the system of this id and some of its parameters, by name.
    ///
    /// # Errors
    /// An unknown id or parameter, a wrong type, or a value outside its range.
    ///
    /// ```
    /// use debulha::{ParamMap, Pipeline};
    ///
    /// let params = ParamMap::from_iter([("link_count".to_owned(), "descendants".into())]);
    /// assert!(Pipeline::with_params("cetd", &params).is_ok());
    /// assert!(Pipeline::with_params("bte", &params).is_err());
    /// ```
    pub fn with_params(extractor: &str, params: &ParamMap) -> Result<Self, BuildError> {
        Ok(Pipeline::of(PipelineDecider::One(extractors::build(extractor, params)?)))
    }

    /// A pipeline with the system that a model was trained for.
    ///
    /// # Errors
    /// As [`Pipeline::with_params`]; a model that lacks what the system needs.
    pub fn with_model(model: &Model, params: &ParamMap) -> Result<Self, BuildError> {
        Ok(Pipeline::of(PipelineDecider::One(extractors::load(model, params)?)))
    }

    /// A pipeline with an extractor that is built: one with typed parameters, one that learned from a site, or your own.
    ///
    /// ```
    /// use debulha::Pipeline;
    /// use debulha::systems::cetr::{Cetr, CetrParams};
    ///
    /// let pipeline = Pipeline::with(Cetr::new(CetrParams { k: 4, ..CetrParams::default() })?);
    /// assert_eq!(pipeline.name(), "cetr");
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn with(extractor: impl Extractor + 'static) -> Self {
        Pipeline::of(PipelineDecider::One(Box::new(extractor)))
    }

    /// [`Pipeline::with`] of what is boxed.
    pub fn with_boxed(extractor: Box<dyn Extractor>) -> Self {
        Pipeline::of(PipelineDecider::One(extractor))
    }

    /// A pipeline with several systems over one parse and one set of page views.
    ///
    /// A system that abstains has no vote; where all abstain, the pipeline does.
    ///
    /// # Errors
    /// As [`Pipeline::with_params`]; no systems; or a threshold outside its range.
    ///
    /// ```
    /// use debulha::{ParamMap, Pipeline, Rule};
    ///
    /// let systems = ["cetd", "bte", "nce"].map(|id| (id, ParamMap::new()));
    /// let pipeline = Pipeline::combined(&systems, Rule::Vote)?;
    /// let extraction = pipeline.extract(include_str!("../../../testdata/pages/barn-story/source.html"));
    /// assert_eq!(extraction.extractor, "vote(cetd,bte,nce)");
    /// assert!(extraction.agreement.is_some_and(|agreement| agreement > 0.8));
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn combined(systems: &[(&str, ParamMap)], combine: impl Into<Combine>) -> Result<Self, BuildError> {
        let members = systems.iter().map(|(id, params)| extractors::build(id, params));
        Ok(Pipeline::with_combined(Combined::of(members.collect::<Result<_, _>>()?, combine.into())?))
    }

    /// A pipeline with systems that decide together, of which some learned from a site.
    pub fn with_combined(systems: Combined) -> Self {
        Pipeline::of(PipelineDecider::Several(systems))
    }

    /// The same pipeline with another extractor made of its own.
    pub(crate) fn map_extractor(self, map: impl FnOnce(Box<dyn Extractor>) -> Box<dyn Extractor>) -> Self {
        let extractor = match self.decider {
            PipelineDecider::One(extractor) => extractor,
            PipelineDecider::Several(combined) => Box::new(combined),
        };
        Pipeline { decider: PipelineDecider::One(map(extractor)), ..self }
    }

    fn of(decider: PipelineDecider) -> Self {
        Pipeline { decider, source: PageSource::default(), scratches: Mutex::default() }
    }

    /// Sets how pages are read and looked at.
    #[must_use]
    pub fn source(mut self, source: PageSource) -> Self {
        self.source = source;
        self
    }

    /// Sets the limits on a page.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.source.limits = limits;
        self
    }

    /// Sets how pages are looked at.
    #[must_use]
    pub fn page_options(mut self, options: PageOptions) -> Self {
        self.source.options = options;
        self
    }

    /// Sets which text of scripts and attributes becomes part of pages, where systems that look at hidden text find it.
    #[must_use]
    pub fn payloads(mut self, options: PayloadOptions) -> Self {
        self.source.payloads = options;
        self
    }

    /// The system of this pipeline, or its systems as one.
    pub fn extractor(&self) -> &dyn Extractor {
        match &self.decider {
            PipelineDecider::One(extractor) => &**extractor,
            PipelineDecider::Several(combined) => combined,
        }
    }

    /// The system's id, or the rule and the systems, such as `vote(cetd,nce)`.
    pub fn name(&self) -> &str {
        match &self.decider {
            PipelineDecider::One(extractor) => extractor.info().id,
            PipelineDecider::Several(combined) => combined.name(),
        }
    }

    /// Extracts the content of a page: of its text, its bytes, or an [`Input`] that says more of it.
    pub fn extract<'i>(&self, page: impl Into<Input<'i>>) -> Extraction {
        let mut scratch = self.lock_scratches().pop().unwrap_or_default();
        let extraction = self.extract_in(page, &mut scratch);
        self.lock_scratches().push(scratch);
        extraction
    }

    /// [`Pipeline::extract`] with the caller's buffers.
    pub fn extract_in<'i>(&self, page: impl Into<Input<'i>>, scratch: &mut Scratch) -> Extraction {
        let input = page.into();
        let loaded = input.load(&self.source);
        let mut page = loaded.page(input.evidence());
        let mut warnings = loaded.warnings();
        let mut no_answer = |system: &str, reason| {
            warnings.push(Warning::NoAnswer { system: system.to_owned(), reason });
        };
        let (outcome, agreement) = match &self.decider {
            PipelineDecider::One(extractor) => {
                let outcome = extractor.extract(&page, scratch);
                if let Outcome::Abstained(reason) = &outcome {
                    no_answer(self.name(), reason.clone());
                }
                (outcome, None)
            }
            PipelineDecider::Several(combined) => {
                let decision = combined.decide(&page, scratch);
                for (name, reason) in decision.abstained {
                    no_answer(&name, reason);
                }
                (decision.outcome, decision.agreement)
            }
        };
        let is_large = loaded.document.len() >= LARGE_PAGE;
        if is_large {
            page = page.without_views();
            *scratch = Scratch::default();
        }
        let content = outcome.labels().map(|labels| content::build(&page, labels)).unwrap_or_default();
        let verdict = Verdict::of(&page, &outcome, &loaded.truncations, &VerdictParams::default());
        warnings.extend(page.visibility().truncated().map(Warning::from));
        let views = if is_large { SharedViews::default() } else { page.shared_views() };
        Extraction {
            extractor: self.name().to_owned(),
            agreement,
            url: input.evidence().url.map(str::to_owned),
            outcome,
            content,
            verdict,
            warnings,
            page: loaded,
            views,
        }
    }

    /// The lock is never held while a page is worked on, so what a panic leaves behind is sound.
    fn lock_scratches(&self) -> std::sync::MutexGuard<'_, Vec<Scratch>> {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
