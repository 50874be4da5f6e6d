//! Pages in processes of their own.

use crate::arrow;
use crate::extractor::{Extractor, shown};
use debulha_bulk::sandbox::{Poisoned, Sandbox, limit_memory, serve};
use debulha_bulk::{Columns, RowExtractor as Rows, RowMaker};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// What `debulha.Sandbox` is made of: the command that starts a process, and what it makes.
#[pyclass(module = "debulha._debulha", frozen)]
pub(crate) struct Processes {
    sandbox: Sandbox,
    columns: Columns,
}

#[pymethods]
impl Processes {
    #[new]
    fn new(command: Vec<String>, columns: Option<Vec<String>>, deadline: f64) -> PyResult<Self> {
        let Some((program, arguments)) =
            command.split_first().map(|(first, rest)| (first.clone(), rest.to_vec()))
        else {
            return Err(PyValueError::new_err("no command"));
        };
        let deadline = Duration::try_from_secs_f64(deadline).ok().filter(|deadline| !deadline.is_zero());
        let deadline =
            deadline.ok_or_else(|| PyValueError::new_err("deadline is a number of seconds above 0"))?;
        let start = move || {
            let mut command = Command::new(&program);
            command.args(&arguments);
            command
        };
        Ok(Processes {
            sandbox: Sandbox::new(start, deadline),
            columns: arrow::parse_columns(columns.as_deref())?,
        })
    }

    #[pyo3(signature = (batch, fields=None, threads=1))]
    fn extract_arrow<'py>(
        &self,
        py: Python<'py>,
        batch: Bound<'py, PyAny>,
        fields: Option<BTreeMap<String, String>>,
        threads: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let threads = crate::many::checked_threads(threads)?;
        let batch = arrow::batch(&batch)?;
        arrow::rows_of(py, &self.sandbox, &self.columns, batch, fields.as_ref(), threads)
    }
}

/// The other side: makes rows of the pages that come in, until there are no more.
#[pyfunction]
pub(crate) fn serve_pages(
    py: Python<'_>,
    extractor: &Extractor,
    columns: Option<Vec<String>>,
    shown_parts: (bool, bool, bool),
    memory: u64,
    poison: bool,
) -> PyResult<()> {
    let (links, images, tables) = shown_parts;
    let columns = arrow::parse_columns(columns.as_deref())?;
    let rows = Rows::new(Arc::clone(&extractor.built.pipeline), columns, shown(links, images, tables));
    py.detach(|| {
        // Where the system has no such limit, the deadline alone holds.
        let _ = limit_memory(memory);
        let poisoned = Poisoned(&rows);
        let work: &dyn RowMaker = if poison { &poisoned } else { &rows };
        serve(work, io::stdin().lock(), io::stdout().lock())
    })?;
    Ok(())
}
