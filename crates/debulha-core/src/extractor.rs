//! What every extractor is, and how it is described.

use crate::classify::model::Model;
use crate::outcome::{Outcome, Reason};
use crate::page::Page;
use crate::params::{BuildError, ParamInfo, ParamMap};
use debulha_dom::NodeId;
use std::ops::Deref;

/// A published system as a function from a page's evidence to labels.
///
/// Immutable after it is built and shared between threads. `extract` cannot fail, and gives the same labels for
/// the same page whatever ran before in `scratch`.
pub trait Extractor: Send + Sync {
    /// Description of the system.
    fn info(&self) -> &'static ExtractorInfo;

    /// The parameters in force.
    fn params(&self) -> ParamMap;

    /// Decides which text of the page is content.
    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome;

    /// Says by which rules and numbers a text node was kept or dropped, first rule first. Systems that decide on
    /// images ([`Unit::Image`]) take images too.
    ///
    /// Decides the whole page again: meant for people, not for bulk work.
    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        plain_reason(self, page, scratch, text_node)
    }

    /// Whether text that no reader sees at first is judged too ([`Page::unveiled`]): `why` then has reasons for it.
    fn judges_hidden(&self) -> bool {
        false
    }
}

/// The answer itself as the only reason.
pub(crate) fn plain_reason<E: Extractor + ?Sized>(
    extractor: &E,
    page: &Page<'_>,
    scratch: &mut Scratch,
    text_node: NodeId,
) -> Vec<Reason> {
    let keeps = extractor
        .extract(page, scratch)
        .labels()
        .is_some_and(|labels| labels.spans.iter().any(|span| span.node == text_node));
    let detail = if keeps { "labelled content" } else { "not labelled content" };
    vec![Reason { rule: extractor.info().id, keeps, node: text_node, detail: detail.to_owned() }]
}

/// A system's id and the parameters that differ from their defaults, such as `cetr(variant=threshold)`.
pub fn name(extractor: &dyn Extractor) -> String {
    let in_force = extractor.params();
    let changed = |param: &ParamInfo| {
        let value = in_force.get(param.name).filter(|value| **value != (param.default)())?;
        let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Some(format!("{}={plain}", param.name))
    };
    let info = extractor.info();
    let changed: Vec<String> = info.params.iter().filter_map(changed).collect();
    if changed.is_empty() { info.id.to_owned() } else { format!("{}({})", info.id, changed.join(",")) }
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

/// The smallest piece of page that a system decides on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A word or tag.
    Token,
    /// A line of the source.
    Line,
    /// A run of text between block-level tags.
    Block,
    /// A node of the tree.
    Node,
    /// A node with all that is below it.
    Subtree,
    /// An image; all text stays.
    Image,
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

/// How far a system has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Works; its experiments are not all signed.
    Preview,
    /// Its experiments stand.
    Stable,
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

/// Description of an extractor. What all systems say is read as if it were its own: `info.id`.
#[derive(Debug, Clone, Copy)]
pub struct ExtractorInfo {
    /// What all systems say of themselves.
    pub about: About,
    /// What it decides on.
    pub unit: Unit,
    /// How far it has come.
    pub status: Status,
    /// Builds it from parameters.
    pub build: fn(&ParamMap) -> Result<Box<dyn Extractor>, BuildError>,
    /// Builds it from parameters and a model; `None` for a system that learns nothing.
    pub load: Option<Load>,
}

impl Deref for ExtractorInfo {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

/// Builds a system from parameters and what it learned.
pub type Load = fn(&ParamMap, &Model) -> Result<Box<dyn Extractor>, BuildError>;

/// Buffers that extractors reuse from page to page.
///
/// Owned by the caller, one a thread. What a page leaves behind is never read for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    floats: Vec<Vec<f64>>,
    indices: Vec<Vec<u32>>,
}

impl Scratch {
    /// A buffer of `len` times `value`; hand it back with [`Scratch::give_floats`].
    pub fn floats(&mut self, len: usize, value: f64) -> Vec<f64> {
        let mut buffer = self.floats.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(len, value);
        buffer
    }

    /// Takes a buffer back.
    pub fn give_floats(&mut self, buffer: Vec<f64>) {
        self.floats.push(buffer);
    }

    /// A buffer of `len` times `value`; hand it back with [`Scratch::give_indices`].
    pub fn indices(&mut self, len: usize, value: u32) -> Vec<u32> {
        let mut buffer = self.indices.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(len, value);
        buffer
    }

    /// Takes a buffer back.
    pub fn give_indices(&mut self, buffer: Vec<u32>) {
        self.indices.push(buffer);
    }
}

/// What a declaration by [`extractor!`](crate::extractor), [`segmenter!`](crate::segmenter) or
/// [`site_method!`](crate::site_method) says of its system, and the type that it makes.
#[doc(hidden)]
#[macro_export]
macro_rules! __system {
    (type $(#[doc = $doc:literal])* $name:ident($params:ty)) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name {
            /// The parameters in force.
            pub params: $params,
        }
    };
    (about [$($doc:literal),*] $id:literal $title:literal [$($cite:literal),*] $provenance:ident
        $needs:expr, $params:ty, [$($preset:expr),*]) => {
        $crate::extractor::About {
            id: $id,
            title: $title,
            cite: &[$($cite),*],
            provenance: $crate::extractor::Provenance::$provenance,
            needs: $needs,
            docs: concat!($($doc, "\n"),*),
            file: file!(),
            params: <$params as $crate::params::Params>::INFO,
            presets: &[$($preset),*],
        }
    };
    (build $name:ident $params:ty, $id:literal) => {
        |map| {
            let params = <$params as $crate::params::Params>::from_map($id, map)?;
            Ok(Box::new($name { params }))
        }
    };
}

/// Declares an extractor: its documentation, its parameter set and its description, in one place.
///
/// The type gets the field `params` and must have a method
/// `fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome`. A method
/// `fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason>` is called for
/// `why` when the declaration ends in `why: explain`.
#[macro_export]
macro_rules! extractor {
    ($(#[doc = $doc:literal])* pub struct $name:ident($params:ty) {
        id: $id:literal,
        title: $title:literal,
        cite: [$($cite:literal),* $(,)?],
        provenance: $provenance:ident,
        unit: $unit:ident,
        presets: [$($preset:expr),* $(,)?],
        $(why: $why:ident,)?
    }) => {
        $crate::__system!(type $(#[doc = $doc])* $name($params));

        impl $name {
            /// Description for the registry.
            pub const INFO: &'static $crate::ExtractorInfo = &$crate::ExtractorInfo {
                about: $crate::__system!(about [$($doc),*] $id $title [$($cite),*] $provenance
                    $crate::extractor::Needs::PAGE, $params, [$($preset),*]),
                unit: $crate::extractor::Unit::$unit,
                status: $crate::extractor::Status::Preview,
                build: $crate::__system!(build $name $params, $id),
                load: None,
            };

            /// The system with parameters.
            ///
            /// # Errors
            /// [`BuildError::OutOfRange`]($crate::BuildError::OutOfRange).
            pub fn new(params: $params) -> Result<Self, $crate::BuildError> {
                $crate::params::Params::checked(params, $id).map(|params| $name { params })
            }
        }

        impl $crate::Extractor for $name {
            fn info(&self) -> &'static $crate::ExtractorInfo {
                Self::INFO
            }

            fn params(&self) -> $crate::ParamMap {
                $crate::params::Params::to_map(&self.params)
            }

            fn extract(&self, page: &$crate::Page<'_>, scratch: &mut $crate::Scratch) -> $crate::Outcome {
                self.label(page, scratch)
            }

            $(
                fn why(
                    &self,
                    page: &$crate::Page<'_>,
                    scratch: &mut $crate::Scratch,
                    text_node: $crate::__private::NodeId,
                ) -> Vec<$crate::outcome::Reason> {
                    self.$why(page, scratch, text_node)
                }
            )?
        }
    };
}
