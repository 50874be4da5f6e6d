//! Descriptions of systems, as JSON for people and tools.

use crate::DEFAULT_EXTRACTOR;
use crate::catalog::extractors::EXTRACTORS;
#[cfg(feature = "systems")]
use crate::catalog::segmenters::{SEGMENTERS, SegmenterInfo};
use crate::catalog::site::SITE_METHODS;
use debulha_core::criteria::Criteria;
use debulha_core::extractor::{About, ExtractorInfo};
use debulha_core::params::{ParamInfo, ParamKind};
use debulha_core::site::SiteMethodInfo;
use serde_json::{Value, json};
use std::fmt::Debug;
use std::ops::Deref;

/// An extractor, a segmenter or a site method, with what can be said of any of them.
#[derive(Debug, Clone)]
pub struct SystemDescription {
    /// `extractor`, `segmenter` or `site method`.
    pub role: &'static str,
    /// What the system says of itself.
    pub about: &'static About,
    /// What an extractor decides on, or a segmenter makes: `block`, `node`, `token` and so on.
    pub unit: String,
    /// `preview` or `stable`; of extractors.
    pub status: Option<String>,
}

impl Deref for SystemDescription {
    type Target = About;

    fn deref(&self) -> &About {
        self.about
    }
}

impl From<&'static ExtractorInfo> for SystemDescription {
    fn from(info: &'static ExtractorInfo) -> Self {
        let (unit, status) = (lower_case(info.unit), Some(lower_case(info.status)));
        SystemDescription { role: "extractor", about: &info.about, unit, status }
    }
}

#[cfg(feature = "systems")]
impl From<&'static SegmenterInfo> for SystemDescription {
    fn from(info: &'static SegmenterInfo) -> Self {
        SystemDescription { role: "segmenter", about: &info.about, unit: "block".to_owned(), status: None }
    }
}

impl From<&'static SiteMethodInfo> for SystemDescription {
    fn from(info: &'static SiteMethodInfo) -> Self {
        SystemDescription { role: "site method", ..info.extractor.into() }
    }
}

impl SystemDescription {
    /// The extractors, then the segmenters, then the site methods, in the order of their registries.
    pub fn all() -> Vec<SystemDescription> {
        let mut all: Vec<_> = EXTRACTORS.iter().map(|&info| info.into()).collect();
        #[cfg(feature = "systems")]
        all.extend(SEGMENTERS.iter().map(|&info| SystemDescription::from(info)));
        all.extend(SITE_METHODS.iter().map(|&info| SystemDescription::from(info)));
        all
    }

    /// Whether it is used by default.
    pub fn is_default(&self) -> bool {
        self.id == DEFAULT_EXTRACTOR
    }

    /// The documentation in Markdown.
    pub fn docs(&self) -> String {
        let lines = self.about.docs.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }

    /// All of it as an object: `id`, `title`, `role`, `default`, `unit`, `needs`, `provenance`, `status`, `cite`, `criteria` (of lutz2013,
    /// or null), `params` (see [`describe_param`]), `presets` and `docs`.
    ///
    /// ```
    /// use debulha::systems::SystemDescription;
    ///
    /// let cetd = SystemDescription::from(debulha::systems::find("cetd")?).json();
    /// assert_eq!(cetd["role"], "extractor");
    /// let link_like = &cetd["params"][0];
    /// assert_eq!((&link_like["kind"], &link_like["choices"][0]), (&"choice".into(), &"anchors".into()));
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn json(&self) -> Value {
        json!({
            "id": self.id,
            "title": self.title,
            "role": self.role,
            "default": self.is_default(),
            "unit": self.unit,
            "needs": self.needs.names().collect::<Vec<_>>(),
            "provenance": lower_case(self.provenance),
            "status": self.status,
            "cite": self.cite,
            "criteria": Criteria::of(self.cite),
            "params": self.params.iter().map(describe_param).collect::<Vec<_>>(),
            "presets": self.presets_json(),
            "docs": self.docs(),
        })
    }

    fn presets_json(&self) -> Value {
        let preset = |name, docs| json!({ "name": name, "docs": docs, "params": self.preset(name).unwrap_or_default() });
        self.presets.iter().map(|one| preset(one.name, one.docs)).collect()
    }
}

/// A parameter as an object: `name`, `kind`, `default`, `range` of numbers, `choices` by name, `accepted` in words, and `docs`.
pub fn describe_param(param: &ParamInfo) -> Value {
    let choices = match param.kind {
        ParamKind::Choice(names) => Some(names()),
        _ => None,
    };
    json!({
        "name": param.name,
        "kind": param.kind.name(),
        "default": (param.default)(),
        "range": param.range,
        "choices": choices,
        "accepted": param.accepted(),
        "docs": param.docs.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

/// A variant's name in lower case.
fn lower_case(variant: impl Debug) -> String {
    format!("{variant:?}").to_lowercase()
}
