//! The system that a request asks for.

use crate::fields::{ParamsField, fields};
use debulha::DEFAULT_EXTRACTOR;
use debulha::systems::SystemSpec;

fields! {
    /// Which system decides what is content.
    pub(crate) struct SystemFields {
        /// Its id; `GET /v1/systems` has them all.
        #[schema(example = "debulha")]
        #[param(example = "debulha")]
        extractor: Option<String>,
        /// One of its presets.
        #[schema(example = "precision")]
        #[param(example = "precision")]
        preset: Option<String>,
        /// Its parameters by name, over those of the preset: an object, or in a query its JSON.
        #[schema(value_type = Option<Object>, example = json!({ "link_count": "descendants" }))]
        #[param(value_type = Option<String>, example = "{\"link_count\":\"descendants\"}")]
        params: Option<ParamsField>,
    }
}

impl SystemFields {
    /// The system that these fields name.
    pub(crate) fn spec(self) -> SystemSpec {
        SystemSpec {
            id: self.extractor.unwrap_or_else(|| DEFAULT_EXTRACTOR.to_owned()),
            preset: self.preset,
            params: self.params.unwrap_or_default().0,
        }
    }
}
