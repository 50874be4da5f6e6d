//! What systems say of themselves.

use crate::params::{BuildError, ParamInfo, ParamMap};

/// What any system says of itself, be it an extractor, a segmenter or a site method: what lists, help texts and
/// documentation pages show.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Name in every face and of the file.
    pub id: &'static str,
    /// Name in the literature.
    pub title: &'static str,
    /// Keys in `references.bib`.
    pub cite: &'static [&'static str],
    /// Where the system comes from.
    pub provenance: Provenance,
    /// What it cannot do without.
    pub needs: Needs,
    /// Its documentation in Markdown, under fixed headings.
    pub docs: &'static str,
    /// Its source file.
    pub file: &'static str,
    /// Its parameters in order.
    pub params: &'static [ParamInfo],
    /// Its named parameter sets.
    pub presets: &'static [Preset],
}

impl About {
    /// The values that a preset of this name sets.
    ///
    /// # Errors
    /// [`BuildError::UnknownPreset`].
    ///
    /// ```
    /// let debulha = debulha_core::extractors::Registry::default().find("debulha")?;
    /// assert!(debulha.preset("precision").is_ok());
    /// let error = debulha.preset("thorough").map_err(|error| error.to_string());
    /// let message = "system `debulha` has no preset `thorough`; it has precision, recall";
    /// assert_eq!(error, Err(message.to_owned()));
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    pub fn preset(&self, name: &str) -> Result<ParamMap, BuildError> {
        let known = || self.presets.iter().map(|preset| preset.name).collect();
        let preset = self.presets.iter().find(|preset| preset.name == name);
        let unknown =
            || BuildError::UnknownPreset { system: self.id, preset: name.to_owned(), known: known() };
        let invalid =
            |error: serde_json::Error| BuildError::Invalid { extractor: self.id, reason: error.to_string() };
        serde_json::from_str(preset.ok_or_else(unknown)?.params).map_err(invalid)
    }
}

/// Where a system comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// Written from a publication.
    Paper,
    /// Follows the behaviour of a program that others publish.
    Program,
    /// Our own.
    Original,
}

/// Evidence that a system cannot do without.
// Independent kinds of evidence, not states.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// Rendered geometry.
    pub layout: bool,
    /// Other pages of the site.
    pub site: bool,
    /// Terms of the query that led to the page.
    pub query: bool,
    /// A trained model.
    pub model: bool,
}

impl Needs {
    /// The page alone.
    pub const PAGE: Needs = Needs { layout: false, site: false, query: false, model: false };

    /// What is needed beside the page, by name.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all =
            [(self.layout, "layout"), (self.site, "site"), (self.query, "query"), (self.model, "model")];
        all.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name)
    }
}

/// A named set of parameter values of a system.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Name, such as `precision` or `recall`.
    pub name: &'static str,
    /// What it is for.
    pub docs: &'static str,
    /// Values that differ from the defaults, as a JSON object.
    pub params: &'static str,
}
