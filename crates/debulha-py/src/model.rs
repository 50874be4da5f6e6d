//! The class `Model`.

use crate::building::ModelSource;
use crate::objects;
use debulha::systems::Model as Learned;
use debulha_corpus::run_file::RunRow;
use debulha_io::whole_file;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// What a system learned: the contents of a model file.
///
/// ``train`` makes one, and ``Extractor(model=…)`` uses it. Immutable; it can be pickled, but then without ``held_out``.
///
/// Args:
///     source: the file, as its path or as bytes.
///
/// Raises:
///     ValueError: bytes that are no model, or are damaged.
///     OSError: a file that cannot be read.
///
/// >>> import debulha
/// >>> debulha.Model(b"<p>Rye")
/// Traceback (most recent call last):
/// ValueError: not a model file; use one from `debulha train`
#[pyclass(module = "debulha", frozen)]
pub(crate) struct Model {
    pub(crate) bytes: Py<PyBytes>,
    learned: Learned,
    held_out: Option<Vec<RunRow>>,
}

impl Model {
    /// What was just learned.
    ///
    /// # Errors
    /// `ValueError` for a number that no file can hold.
    pub(crate) fn of(py: Python<'_>, learned: Learned, held_out: Option<Vec<RunRow>>) -> PyResult<Self> {
        let bytes = learned.to_bytes().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Model { bytes: PyBytes::new(py, &bytes).unbind(), learned, held_out })
    }
}

#[pymethods]
impl Model {
    #[new]
    fn new(py: Python<'_>, source: ModelSource) -> PyResult<Self> {
        let learned = py.detach(|| source.read())?;
        Model::of(py, learned, None)
    }

    /// The id of the system that uses the model.
    #[getter]
    fn system(&self) -> &str {
        &self.learned.card.system
    }

    /// Where the model comes from and how good it is: a dict with ``system``, ``about``, ``data``, ``licence``, ``seed``,
    /// ``parameters``, ``metrics``, ``command``, ``date`` and ``program``.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        objects::to_python(py, &self.learned.card)
    }

    /// What is kept of pages by models that know nothing of their sites: a list of dicts with ``page``, ``text`` and, of a corpus,
    /// ``set``. As JSON lines, ``debulha-lab score`` takes them. None where it was not requested.
    #[getter]
    fn held_out<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.held_out.as_ref().map(|rows| objects::to_python(py, rows)).transpose()
    }

    /// The bytes of the model file.
    fn to_bytes(&self, py: Python<'_>) -> Py<PyBytes> {
        self.bytes.clone_ref(py)
    }

    /// Writes the model file. One that is there stays until the new one is whole.
    ///
    /// Raises:
    ///     OSError: a file that cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let bytes = self.bytes.as_bytes(py);
        py.detach(|| whole_file::write(&path, bytes))?;
        Ok(())
    }

    fn __getnewargs__(&self, py: Python<'_>) -> (Py<PyBytes>,) {
        (self.bytes.clone_ref(py),)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> bool {
        self.bytes.as_bytes(py) == other.bytes.as_bytes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Model of '{}'>", self.learned.card.system)
    }
}
