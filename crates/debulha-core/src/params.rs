//! Typed parameters of extractors: named, documented, range-checked, settable by name.

use crate::classify::model::ModelError;
use crate::feature_table::UnknownColumn;
pub use crate::param_kind::{ParamKind, ParamType, choice_names};
use serde_json::{Map, Value};
use thiserror::Error;

/// Parameters by name, as given on a command line or in JSON.
pub type ParamMap = Map<String, Value>;

/// Why an extractor could not be built.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No extractor has this id.
    #[error("unknown extractor `{0}`; `debulha list` shows all")]
    UnknownExtractor(String),
    /// No segmenter has this id.
    #[error("unknown segmenter `{0}`; `debulha list` shows all")]
    UnknownSegmenter(String),
    /// No site method has this id.
    #[error("unknown site method `{0}`; `debulha list` shows all")]
    UnknownSiteMethod(String),
    /// Parameters that are accepted one by one and do not fit together, or a parameter that needs another.
    #[error("system `{extractor}`: {reason}")]
    Invalid {
        /// Id of the extractor or segmenter.
        extractor: &'static str,
        /// What is wrong, naming the parameter.
        reason: String,
    },
    /// A name that is no parameter of the system.
    #[error("system `{extractor}` has no parameter `{parameter}`; {}", list_of(known))]
    UnknownParam {
        /// Id of the extractor or segmenter.
        extractor: &'static str,
        /// The name that was given.
        parameter: String,
        /// The names of its parameters.
        known: Vec<&'static str>,
    },
    /// A name that is no preset of the system.
    #[error("system `{system}` has no preset `{preset}`; {}", list_of(known))]
    UnknownPreset {
        /// Id of the extractor or segmenter.
        system: &'static str,
        /// The name that was given.
        preset: String,
        /// The names of its presets.
        known: Vec<&'static str>,
    },
    /// A value of the wrong type, a name that is none of the choices, or a number outside its range.
    #[error("system `{extractor}`: parameter `{parameter}`: {value} is not accepted; use {accepted}")]
    WrongValue {
        /// Id of the extractor or segmenter.
        extractor: &'static str,
        /// Name of the parameter.
        parameter: &'static str,
        /// The value that was given, as JSON.
        value: String,
        /// The values that are accepted, in words.
        accepted: String,
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

/// `it has a, b`, or `it has none`.
fn list_of(known: &[&str]) -> String {
    if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) }
}

/// One parameter of an extractor, for people and tools.
#[derive(Debug, Clone, Copy)]
pub struct ParamInfo {
    /// Name in parameter maps and on the command line.
    pub name: &'static str,
    /// Meaning, unit and source.
    pub docs: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
    /// Numbers that are accepted, as a Rust range such as `1..=100`; empty where any value of the kind is.
    pub range: &'static str,
    /// The default, as JSON.
    pub default: fn() -> Value,
}

impl ParamInfo {
    /// The values that are accepted, in words: `a number from 0.0 to 1.0`, `whole or parts`.
    pub fn accepted(&self) -> String {
        let numbers = match (self.kind, self.range) {
            (ParamKind::Choice(names), _) => return join_or(names()),
            (ParamKind::Flag, _) => return "true or false".to_owned(),
            (ParamKind::Text, _) => return "text".to_owned(),
            (ParamKind::List, _) => return "a list".to_owned(),
            (ParamKind::Object, _) => return "an object".to_owned(),
            (ParamKind::Number, _) => "a number",
            (ParamKind::Integer, _) => "a whole number",
        };
        match self.range.replace('_', "").split_once("..") {
            None => numbers.to_owned(),
            Some((from, to)) => match to.strip_prefix('=') {
                Some(to) => format!("{numbers} from {from} to {to}"),
                None => format!("{numbers} from {from} to below {to}"),
            },
        }
    }

    /// Whether a value is of this kind. Ranges are checked when the system is built.
    fn takes(&self, value: &Value) -> bool {
        match self.kind {
            ParamKind::Number => value.is_number(),
            ParamKind::Integer => value.is_u64(),
            ParamKind::Flag => value.is_boolean(),
            ParamKind::Choice(names) => value.as_str().is_some_and(|name| names().contains(&name)),
            ParamKind::Text => value.is_string(),
            ParamKind::List => value.is_array(),
            ParamKind::Object => value.is_object(),
        }
    }
}

/// `a, b or c`.
fn join_or(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A parameter set: implemented by [`params!`](crate::params!).
pub trait Params: Default + serde::Serialize + serde::de::DeserializeOwned {
    /// The parameters in order.
    const INFO: &'static [ParamInfo];

    /// The first parameter outside its range: its name and its value.
    fn out_of_range(&self) -> Option<(&'static str, String)>;

    /// Reads a parameter map over the defaults.
    ///
    /// # Errors
    /// Unknown names, wrong types and values outside their ranges.
    fn from_map(extractor: &'static str, map: &ParamMap) -> Result<Self, BuildError> {
        for (name, value) in map {
            let Some(info) = Self::INFO.iter().find(|info| info.name == name) else {
                let known = Self::INFO.iter().map(|info| info.name).collect();
                return Err(BuildError::UnknownParam { extractor, parameter: name.clone(), known });
            };
            if !info.takes(value) {
                let (parameter, value, accepted) = (info.name, value.to_string(), info.accepted());
                return Err(BuildError::WrongValue { extractor, parameter, value, accepted });
            }
        }
        let params: Self = serde_json::from_value(Value::Object(map.clone()))
            .map_err(|e| BuildError::Invalid { extractor, reason: e.to_string() })?;
        params.checked(extractor)
    }

    /// The parameters, if each is inside its range.
    ///
    /// # Errors
    /// [`BuildError::WrongValue`].
    fn checked(self, extractor: &'static str) -> Result<Self, BuildError> {
        let Some((parameter, value)) = self.out_of_range() else { return Ok(self) };
        let info = Self::INFO.iter().find(|info| info.name == parameter);
        let accepted = info.map(ParamInfo::accepted).unwrap_or_default();
        Err(BuildError::WrongValue { extractor, parameter, value, accepted })
    }

    /// The values in force, by name.
    fn to_map(&self) -> ParamMap {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => ParamMap::new(),
        }
    }
}

/// Declares a parameter set with defaults and ranges.
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
///         pub min_words: u32 = 10, range: 1..=1000;
///         /// Which links count.
///         pub links: Links = Links::Controls;
///     }
/// }
/// use debulha_core::params::Params;
/// assert_eq!(ExampleParams::default().min_words, 10);
/// assert_eq!(ExampleParams::INFO[0].accepted(), "a whole number from 1 to 1000");
/// assert_eq!(ExampleParams::INFO[1].accepted(), "anchors or controls");
/// let wrong = debulha_core::ParamMap::from_iter([("links".to_owned(), "all".into())]);
/// let error = ExampleParams::from_map("example", &wrong).map_err(|error| error.to_string());
/// let message = "system `example`: parameter `links`: \"all\" is not accepted; use anchors or controls";
/// assert_eq!(error, Err(message.to_owned()));
/// ```
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[doc = $doc:literal])* pub $field:ident : $type:ty = $default:expr
            $(, range: $range:expr)?;)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, $crate::__private::serde::Serialize, $crate::__private::serde::Deserialize)]
        #[serde(crate = "debulha_core::__private::serde", default, deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = $doc])* pub $field: $type,)*
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
                    kind: <$type as $crate::params::ParamType>::KIND,
                    range: concat!("" $(, stringify!($range))?),
                    default: || $crate::__private::serde_json::to_value(<$name>::default().$field).unwrap_or_default(),
                },
            )*];

            fn out_of_range(&self) -> Option<(&'static str, String)> {
                $($(
                    if !($range).contains(&self.$field) {
                        return Some((stringify!($field), format!("{:?}", self.$field)));
                    }
                )?)*
                None
            }
        }
    };
}

/// A name that is none of a choice.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{given:?} is not accepted; use {}", join_or(known))]
pub struct UnknownName {
    /// What was given.
    pub given: String,
    /// The names of the choice.
    pub known: &'static [&'static str],
}

/// Declares a closed choice, whose names are its variants in snake case: a parameter type with `ALL`, `name`, `Display` and
/// `FromStr`.
///
/// ```
/// debulha_core::choices! {
///     /// Which links count.
///     pub enum Links {
///         /// `a` alone.
///         AnchorsOnly,
///         /// `a`, `button` and `select`.
///         Controls,
///     }
/// }
/// assert_eq!(Links::ALL.map(Links::name), ["anchors_only", "controls"]);
/// assert_eq!("controls".parse(), Ok(Links::Controls));
/// let error = "all".parse::<Links>().map_err(|error| error.to_string());
/// assert_eq!(error, Err(r#""all" is not accepted; use anchors_only or controls"#.to_owned()));
/// ```
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

        impl $name {
            /// All values in order.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];

            /// The name that [`FromStr`](std::str::FromStr) reads back.
            pub fn name(self) -> &'static str {
                $crate::params::choice_names::<Self>()[self as usize]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::params::UnknownName;

            fn from_str(given: &str) -> Result<Self, $crate::params::UnknownName> {
                let found = Self::ALL.into_iter().find(|value| value.name() == given);
                found.ok_or_else(|| $crate::params::UnknownName {
                    given: given.to_owned(),
                    known: $crate::params::choice_names::<Self>(),
                })
            }
        }

        impl $crate::params::ParamType for $name {
            const KIND: $crate::params::ParamKind =
                $crate::params::ParamKind::Choice($crate::params::choice_names::<$name>);
        }
    };
}
