//! Values of JSON as Python objects, and back; what is said of objects of another type.

use debulha::ParamMap;
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

/// The parameters of a system, by name.
///
/// # Errors
/// `ValueError` that names the parameter whose value is none of JSON, such as NaN.
pub(crate) fn params(given: &Bound<'_, PyAny>) -> PyResult<ParamMap> {
    let mut params = ParamMap::new();
    for item in given.call_method0("items")?.try_iter()? {
        let (name, value): (String, Bound<'_, PyAny>) = item?.extract()?;
        // A number of NumPy is one of Python.
        let value = if value.hasattr("item")? { value.call_method0("item")? } else { value };
        let read = of_python(&value).map_err(|error| {
            PyValueError::new_err(format!("parameter `{name}`: {}", error.value(given.py())))
        })?;
        params.insert(name, read);
    }
    Ok(params)
}

/// A number from 0 of an argument.
///
/// # Errors
/// `ValueError` for one below, `TypeError` for what is no whole number.
pub(crate) fn count(name: &str, given: i128) -> PyResult<u64> {
    u64::try_from(given)
        .map_err(|_| PyValueError::new_err(format!("{name} must be between 0 and 2^64 - 1, not {given}")))
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
