//! What values a parameter takes.

use serde::de::{Deserialize, Deserializer, Error as _, Visitor, value};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// What values a parameter takes.
#[derive(Debug, Clone, Copy)]
pub enum ParamKind {
    /// A number with decimals.
    Number,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Flag,
    /// One of the names that this function gives.
    Choice(fn() -> &'static [&'static str]),
    /// Any text.
    Text,
    /// A list of numbers, texts or pairs.
    List,
    /// An object.
    Object,
}

impl ParamKind {
    /// Its name for tools: `number`, `integer`, `flag`, `choice`, `text`, `list` or `object`.
    pub fn name(self) -> &'static str {
        match self {
            ParamKind::Number => "number",
            ParamKind::Integer => "integer",
            ParamKind::Flag => "flag",
            ParamKind::Choice(_) => "choice",
            ParamKind::Text => "text",
            ParamKind::List => "list",
            ParamKind::Object => "object",
        }
    }
}

/// A Rust type that a parameter may have.
pub trait ParamType {
    /// What values it takes.
    const KIND: ParamKind;
}

macro_rules! param_types {
    ($($kind:ident: $($type:ty),*;)*) => {
        $($(impl ParamType for $type {
            const KIND: ParamKind = ParamKind::$kind;
        })*)*
    };
}

param_types! {
    Number: f32, f64;
    Integer: u8, u16, u32, u64, usize;
    Flag: bool;
    Text: String;
    Object: Map<String, Value>, std::collections::BTreeMap<String, f64>;
}

impl<T> ParamType for Vec<T> {
    const KIND: ParamKind = ParamKind::List;
}

/// The names of an enumeration's values, as serde reads them; none for other types.
pub fn choice_names<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // Always an error, since there is no value to read.
    let _ = T::deserialize(VariantNames(&mut names));
    names
}

/// A deserializer without a value, which keeps the variants that it is asked for.
struct VariantNames<'n>(&'n mut &'static [&'static str]);

impl<'de> Deserializer<'de> for VariantNames<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
        Err(value::Error::custom("not an enumeration"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        *self.0 = variants;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
