//! Options of requests, from the query of an address or from JSON.

use crate::problem::Problem;
use debulha::ParamMap;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use url::form_urlencoded;

/// A group of options that belong together.
pub(crate) trait OptionFields: DeserializeOwned + Default + Send + 'static {
    /// Their names.
    const NAMES: &'static [&'static str];

    /// What is not given is taken from the defaults.
    #[must_use]
    fn or(self, defaults: &Self) -> Self;
}

/// Declares a group of options, each of which may be missing.
macro_rules! fields {
    ($(#[$about:meta])* pub(crate) struct $group:ident {
        $($(#[$field_about:meta])* $name:ident: Option<$type:ident>,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, serde::Deserialize, utoipa::IntoParams, utoipa::ToSchema)]
        #[into_params(parameter_in = Query)]
        pub(crate) struct $group {
            $($(#[$field_about])* pub(crate) $name: Option<$type>,)*
        }

        impl $crate::fields::OptionFields for $group {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            fn or(self, defaults: &Self) -> Self {
                $group { $($name: self.$name.or_else(|| defaults.$name.clone()),)* }
            }
        }
    };
}
pub(crate) use fields;

/// Options that were given and not yet taken.
pub(crate) enum GivenOptions {
    /// Of the query of an address.
    Query(Vec<(String, String)>),
    /// Of a JSON object.
    Json(Map<String, Value>),
}

impl GivenOptions {
    /// The options of a query.
    pub(crate) fn of_query(query: &str) -> Self {
        GivenOptions::Query(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// Takes a group of options.
    ///
    /// # Errors
    /// 400 for a value that an option does not take.
    pub(crate) fn take<F: OptionFields>(&mut self) -> Result<F, Problem> {
        match self {
            GivenOptions::Query(pairs) => {
                let mut text = form_urlencoded::Serializer::new(String::new());
                let own = |(name, _): &mut (String, String)| F::NAMES.contains(&name.as_str());
                text.extend_pairs(pairs.extract_if(.., own));
                let text = text.finish();
                let pairs = form_urlencoded::parse(text.as_bytes());
                serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs)).map_err(wrong)
            }
            GivenOptions::Json(object) => {
                let own = F::NAMES.iter().filter_map(|name| object.remove_entry(*name)).collect();
                serde_path_to_error::deserialize(Value::Object(own)).map_err(wrong)
            }
        }
    }

    /// To be called when all groups are taken.
    ///
    /// # Errors
    /// 400 for an option that is in none of them.
    pub(crate) fn finish(self, known: &[&[&str]]) -> Result<(), Problem> {
        let left = match &self {
            GivenOptions::Query(pairs) => pairs.first().map(|(name, _)| name),
            GivenOptions::Json(object) => object.keys().next(),
        };
        match left {
            None => Ok(()),
            Some(name) => {
                let name: String = name.chars().take(SHOWN_CHARS).collect();
                let detail = format!("unknown option `{name}`; known are {}", known.concat().join(", "));
                Err(Problem::bad_request("option", detail))
            }
        }
    }
}

/// Characters of an unknown name that are shown.
const SHOWN_CHARS: usize = 40;

fn wrong(error: serde_path_to_error::Error<impl std::fmt::Display>) -> Problem {
    let path = error.path().to_string();
    Problem::bad_request("option", format!("option `{path}`: {}", error.into_inner()))
}

/// All options of a route: groups of which each takes its own.
pub(crate) trait RouteOptions: Send + Sized + 'static {
    /// The names of each group.
    const NAMES: &'static [&'static [&'static str]];

    /// Takes them.
    ///
    /// # Errors
    /// 400 for a value that an option does not take.
    fn take(given: &mut GivenOptions) -> Result<Self, Problem>;

    /// What is not given is taken from the defaults.
    #[must_use]
    fn or(self, defaults: &Self) -> Self;
}

impl RouteOptions for () {
    const NAMES: &'static [&'static [&'static str]] = &[];

    fn take(_: &mut GivenOptions) -> Result<Self, Problem> {
        Ok(())
    }

    fn or(self, (): &Self) -> Self {}
}

impl<A: OptionFields> RouteOptions for (A,) {
    const NAMES: &'static [&'static [&'static str]] = &[A::NAMES];

    fn take(given: &mut GivenOptions) -> Result<Self, Problem> {
        Ok((given.take()?,))
    }

    fn or(self, defaults: &Self) -> Self {
        (self.0.or(&defaults.0),)
    }
}

impl<A: OptionFields, B: OptionFields> RouteOptions for (A, B) {
    const NAMES: &'static [&'static [&'static str]] = &[A::NAMES, B::NAMES];

    fn take(given: &mut GivenOptions) -> Result<Self, Problem> {
        Ok((given.take()?, given.take()?))
    }

    fn or(self, defaults: &Self) -> Self {
        (self.0.or(&defaults.0), self.1.or(&defaults.1))
    }
}

/// An object, or in a query its JSON.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ParamsField(pub(crate) ParamMap);

impl<'de> Deserialize<'de> for ParamsField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer).map(ParamsField)
    }
}

/// The query that led to a page: an object, or in a query its JSON.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TermsField(pub(crate) TermsObject);

/// What was submitted.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TermsObject {
    /// Addresses that a form led to: names and values of their parameters are words of the query.
    pub(crate) urls: Vec<String>,
    /// What a form sent by POST, such as `name=value&name=value`.
    pub(crate) bodies: Vec<String>,
    /// Further words.
    pub(crate) words: Vec<String>,
}

impl<'de> Deserialize<'de> for TermsField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Value::Object(object(deserializer)?);
        serde_json::from_value(object).map(TermsField).map_err(Error::custom)
    }
}

fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    let read = match Value::deserialize(deserializer)? {
        Value::String(text) => serde_json::from_str(&text),
        value => serde_json::from_value(value),
    };
    read.map_err(Error::custom)
}

/// Names: an array, or in a query with commas between them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NameList(pub(crate) Vec<String>);

impl<'de> Deserialize<'de> for NameList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(NameList(text.split(',').map(|name| name.trim().to_owned()).collect())),
            value => serde_json::from_value(value).map(NameList).map_err(Error::custom),
        }
    }
}
