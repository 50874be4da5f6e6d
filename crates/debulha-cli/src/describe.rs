//! What systems say of themselves, as JSON and as short words.

use debulha::DEFAULT_EXTRACTOR;
use debulha_core::extractor::{Needs, Preset};
use debulha_core::params::ParamInfo;
use debulha_core::{
    ExtractorInfo, extractors::EXTRACTORS, segmenters::SEGMENTERS, segmenters::SegmenterInfo,
    site::SITE_METHODS, site::SiteMethodInfo,
};
use serde_json::{Value, json};
use std::fmt::Debug;

/// What extractors, segmenters and site methods have in common.
#[derive(Debug)]
pub(crate) struct System {
    /// `extractor`, `segmenter` or `site method`.
    pub(crate) role: &'static str,
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    /// What an extractor decides on, or a segmenter makes.
    pub(crate) unit: String,
    /// Evidence that it cannot do without, in words.
    pub(crate) needs: Vec<&'static str>,
    provenance: String,
    status: Option<String>,
    cite: &'static [&'static str],
    docs: &'static str,
    pub(crate) params: &'static [ParamInfo],
    pub(crate) presets: &'static [Preset],
}

impl From<&'static ExtractorInfo> for System {
    fn from(info: &'static ExtractorInfo) -> Self {
        System {
            role: "extractor",
            id: info.id,
            title: info.title,
            unit: word(info.unit),
            needs: needs(info.needs),
            provenance: word(info.provenance),
            status: Some(word(info.status)),
            cite: info.cite,
            docs: info.docs,
            params: info.params,
            presets: info.presets,
        }
    }
}

impl From<&'static SegmenterInfo> for System {
    fn from(info: &'static SegmenterInfo) -> Self {
        System {
            role: "segmenter",
            id: info.id,
            title: info.title,
            unit: "block".to_owned(),
            needs: needs(info.needs),
            provenance: word(info.provenance),
            status: None,
            cite: info.cite,
            docs: info.docs,
            params: info.params,
            presets: info.presets,
        }
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
        let lines = self.docs.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }

    /// Everything but the documentation.
    pub(crate) fn json(&self) -> Value {
        let params = self.params.iter().map(|param| {
            json!({
                "name": param.name,
                "default": (param.default)(),
                "range": param.range,
                "docs": param.docs.trim(),
            })
        });
        let presets = self.presets.iter().map(|preset| {
            let values = serde_json::from_str::<Value>(preset.params).unwrap_or_default();
            json!({"name": preset.name, "docs": preset.docs, "params": values})
        });
        json!({
            "role": self.role,
            "id": self.id,
            "title": self.title,
            "default": self.is_default(),
            "unit": self.unit,
            "needs": self.needs,
            "provenance": self.provenance,
            "status": self.status,
            "cite": self.cite,
            "params": params.collect::<Vec<_>>(),
            "presets": presets.collect::<Vec<_>>(),
        })
    }
}

/// A variant's name in lower case.
fn word(variant: impl Debug) -> String {
    format!("{variant:?}").to_lowercase()
}

/// The evidence that a system cannot do without, in words.
fn needs(needs: Needs) -> Vec<&'static str> {
    let all =
        [(needs.layout, "layout"), (needs.site, "site"), (needs.query, "query"), (needs.model, "model")];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}
