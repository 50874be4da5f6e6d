//! What systems say of themselves, as JSON and as short words.

use debulha::{DEFAULT_EXTRACTOR, systems};
use debulha_core::extractor::About;
use debulha_core::{
    ExtractorInfo, extractors::EXTRACTORS, segmenters::SEGMENTERS, segmenters::SegmenterInfo,
    site::SITE_METHODS, site::SiteMethodInfo,
};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::ops::Deref;

/// A system, whatever it is.
#[derive(Debug)]
pub(crate) struct System {
    /// `extractor`, `segmenter` or `site method`.
    pub(crate) role: &'static str,
    pub(crate) about: &'static About,
    /// What an extractor decides on, or a segmenter makes.
    pub(crate) unit: String,
    status: Option<String>,
}

impl Deref for System {
    type Target = About;

    fn deref(&self) -> &About {
        self.about
    }
}

impl From<&'static ExtractorInfo> for System {
    fn from(info: &'static ExtractorInfo) -> Self {
        let (unit, status) = (word(info.unit), Some(word(info.status)));
        System { role: "extractor", about: &info.about, unit, status }
    }
}

impl From<&'static SegmenterInfo> for System {
    fn from(info: &'static SegmenterInfo) -> Self {
        System { role: "segmenter", about: &info.about, unit: "block".to_owned(), status: None }
    }
}

impl From<&'static SiteMethodInfo> for System {
    fn from(info: &'static SiteMethodInfo) -> Self {
        System { role: "site method", ..info.extractor.into() }
    }
}

impl System {
    /// The extractors, then the segmenters, then the site methods, in the order of their registries.
    pub(crate) fn all() -> Vec<System> {
        let extractors = EXTRACTORS.iter().map(|&info| info.into());
        let segmenters = SEGMENTERS.iter().map(|&info| info.into());
        extractors.chain(segmenters).chain(SITE_METHODS.iter().map(|&info| info.into())).collect()
    }

    /// The verbs that take it, where not all do.
    pub(crate) fn verbs(&self) -> &'static str {
        match self.role {
            "segmenter" => "`debulha segment`",
            "site method" => "`debulha site learn`, then --site-store with the others",
            _ => "",
        }
    }

    /// Whether it is used unless told otherwise.
    pub(crate) fn is_default(&self) -> bool {
        self.id == DEFAULT_EXTRACTOR
    }

    /// The documentation without the space that stands before each line of a doc comment.
    pub(crate) fn docs(&self) -> String {
        systems::docs(self.about)
    }

    /// Everything but the documentation.
    pub(crate) fn json(&self) -> Value {
        json!({
            "role": self.role,
            "id": self.id,
            "title": self.title,
            "default": self.is_default(),
            "unit": self.unit,
            "needs": self.needs.names().collect::<Vec<_>>(),
            "provenance": word(self.provenance),
            "status": self.status,
            "cite": self.cite,
            "params": systems::describe_params(self.about),
            "presets": systems::describe_presets(self.about),
        })
    }
}

/// A variant's name in lower case.
fn word(variant: impl Debug) -> String {
    format!("{variant:?}").to_lowercase()
}
