//! Typed parameters of extractors: named, documented, range-checked, settable by name.

use crate::classify::model::ModelError;
use crate::feature_table::UnknownColumn;
use serde_json::{Map, Value};
use thiserror::Error;

/// Parameters by name, as given on a command line or in JSON.
pub type ParamMap = Map<String, Value>;

/// Why an extractor could not be built.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No extractor has this id.
    #[error("unknown extractor `{0}`; `debulha list` names them all")]
    UnknownExtractor(String),
    /// No segmenter has this id.
    #[error("unknown segmenter `{0}`; `debulha list` names them all")]
    UnknownSegmenter(String),
    /// No site method has this id.
    #[error("unknown site method `{0}`; `debulha list` names them all")]
    UnknownSiteMethod(String),
    /// A name that is no parameter of the system, or a value of the wrong type.
    #[error("system `{extractor}`: {reason}")]
    Invalid {
        /// Id of the extractor or segmenter.
        extractor: &'static str,
        /// What is wrong, naming the parameter.
        reason: String,
    },
    /// A number outside its range.
    #[error("system `{extractor}`: parameter `{parameter}` is {value}, outside {range}")]
    OutOfRange {
        /// Id of the extractor or segmenter.
        extractor: &'static str,
        /// Name of the parameter.
        parameter: &'static str,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        range: &'static str,
    },
    /// A feature that a model or a recipe asks for and that this version does not have.
    #[error("system `{extractor}`: {column}")]
    Column {
        /// Id of the extractor.
        extractor: &'static str,
        /// What is asked for.
        column: UnknownColumn,
    },
    /// The model that is inside the library cannot be read.
    #[error("system `{extractor}`: {model}")]
    Model {
        /// Id of the extractor.
        extractor: &'static str,
        /// What is wrong with it.
        model: ModelError,
    },
}

/// One parameter of an extractor, for people and tools.
#[derive(Debug, Clone, Copy)]
pub struct ParamInfo {
    /// Name in parameter maps and on the command line.
    pub name: &'static str,
    /// Meaning, unit and source.
    pub docs: &'static str,
    /// Values that are allowed: a range or the list of choices; empty where any value of the type is.
    pub range: &'static str,
    /// The value unless told otherwise, as JSON.
    pub default: fn() -> Value,
}

/// A parameter set: implemented by [`params!`](crate::params!).
pub trait Params: Default + serde::Serialize + serde::de::DeserializeOwned {
    /// The parameters in order.
    const INFO: &'static [ParamInfo];

    /// The first parameter outside its range: name, value, range.
    fn out_of_range(&self) -> Option<(&'static str, String, &'static str)>;

    /// Reads a parameter map over the defaults.
    ///
    /// # Errors
    /// Unknown names, wrong types and values outside their ranges.
    fn from_map(extractor: &'static str, map: &ParamMap) -> Result<Self, BuildError> {
        let params: Self = serde_json::from_value(Value::Object(map.clone()))
            .map_err(|e| BuildError::Invalid { extractor, reason: e.to_string() })?;
        params.checked(extractor)
    }

    /// The parameters, if each is inside its range.
    ///
    /// # Errors
    /// [`BuildError::OutOfRange`].
    fn checked(self, extractor: &'static str) -> Result<Self, BuildError> {
        match self.out_of_range() {
            None => Ok(self),
            Some((parameter, value, range)) => {
                Err(BuildError::OutOfRange { extractor, parameter, value, range })
            }
        }
    }

    /// The values in force, by name.
    fn to_map(&self) -> ParamMap {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => ParamMap::new(),
        }
    }
}

/// Declares a parameter set with defaults and ranges. `once: "name"` lets a parameter be given by an earlier name, too.
///
/// ```
/// debulha_core::choices! {
///     /// Which links count.
///     pub enum Links {
///         /// `a` alone.
///         Anchors,
///         /// `a`, `button` and `select`.
///         Controls,
///     }
/// }
/// debulha_core::params! {
///     /// Parameters of an example.
///     pub struct ExampleParams {
///         /// Smallest block in words.
///         pub min_words: u32 = 10, range: 1..=1000, once: "least_words";
///         /// Which links count.
///         pub links: Links = Links::Controls;
///     }
/// }
/// use debulha_core::params::Params;
/// assert_eq!(ExampleParams::default().min_words, 10);
/// assert_eq!(ExampleParams::INFO[0].range, "1..=1000");
/// let old = debulha_core::ParamMap::from_iter([("least_words".to_owned(), 5.into())]);
/// assert_eq!(ExampleParams::from_map("example", &old).map(|params| params.min_words), Ok(5));
/// ```
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[doc = $doc:literal])* pub $field:ident : $type:ty = $default:expr
            $(, range: $range:expr)? $(, once: $old:literal)?;)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, $crate::__private::serde::Serialize, $crate::__private::serde::Deserialize)]
        #[serde(crate = "debulha_core::__private::serde", default, deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = $doc])* $(#[serde(alias = $old)])? pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }

        impl $crate::params::Params for $name {
            const INFO: &'static [$crate::params::ParamInfo] = &[$(
                $crate::params::ParamInfo {
                    name: stringify!($field),
                    docs: concat!($($doc, "\n"),*),
                    range: concat!("" $(, stringify!($range))?),
                    default: || $crate::__private::serde_json::to_value(<$name>::default().$field).unwrap_or_default(),
                },
            )*];

            fn out_of_range(&self) -> Option<(&'static str, String, &'static str)> {
                $($(
                    if !($range).contains(&self.$field) {
                        return Some((stringify!($field), format!("{:?}", self.$field), stringify!($range)));
                    }
                )?)*
                None
            }
        }
    };
}

/// Declares a closed choice as a parameter type, spelled in snake case.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident,)*
    }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq,
            $crate::__private::serde::Serialize, $crate::__private::serde::Deserialize,
        )]
        #[serde(crate = "debulha_core::__private::serde", rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)*
        }
    };
}
