//! What every extractor is, and how it is described.

use crate::classify::model::Model;
use crate::outcome::{BlockChance, Outcome, Reason};
use crate::page::Page;
use crate::params::{BuildError, ParamInfo, ParamMap};

pub use crate::about::{About, Needs, Preset, Provenance};
pub use crate::scratch::Scratch;
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

    /// How surely each text block of the page is content, in document order; empty from systems that give no probabilities.
    ///
    /// Decides the whole page again.
    fn chances(&self, page: &Page<'_>, scratch: &mut Scratch) -> Vec<BlockChance> {
        let _ = (page, scratch);
        Vec::new()
    }

    /// Whether text that no reader sees at first is judged too ([`Page::with_hidden_text`]): `why` then has reasons for it.
    fn judges_hidden(&self) -> bool {
        false
    }
}

/// The answer itself as the only reason.
pub fn plain_reason<E: Extractor + ?Sized>(
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

/// How far a system has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Works; its experiments are not all signed.
    Preview,
    /// Its experiments stand.
    Stable,
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
            /// [`BuildError::WrongValue`]($crate::BuildError::OutOfRange).
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
