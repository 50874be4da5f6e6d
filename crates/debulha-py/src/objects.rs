//! Values of JSON as Python objects, and back; what is said of objects of another type.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The objects of a value as `json.loads` makes them.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &(impl Serialize + Sync),
) -> PyResult<Bound<'py, PyAny>> {
    let text = py.detach(|| serde_json::to_string(value)).map_err(wrong)?;
    loads(py, &text)
}

/// The objects of a text.
pub(crate) fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// A value of what `json.dumps` takes.
pub(crate) fn of_python<T: DeserializeOwned>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    let text: String = value.py().import("json")?.call_method1("dumps", (value,))?.extract()?;
    serde_json::from_str(&text).map_err(wrong)
}

fn wrong(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Says that an argument is of another type than it `must` be.
pub(crate) fn wrong_type(must: &str, object: Borrowed<'_, '_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("{must}, not {found}")),
        Err(error) => error,
    }
}
