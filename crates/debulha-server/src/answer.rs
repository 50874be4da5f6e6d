//! Answers in JSON.

use crate::problem::Problem;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A JSON text that is written where the work is done.
pub(crate) struct JsonAnswer(Vec<u8>);

impl JsonAnswer {
    /// Writes a value.
    ///
    /// # Errors
    /// 500 for what JSON cannot have, such as NaN in a key.
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, Problem> {
        serde_json::to_vec(value).map(JsonAnswer).map_err(|error| Problem::internal(error.to_string()))
    }
}

impl IntoResponse for JsonAnswer {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
