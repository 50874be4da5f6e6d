//! Pages as Arrow record batches.

use crate::many::{SIGNAL_CHECK, received_within};
use crate::objects::wrong_type;
use arrow_array::RecordBatch;
use debulha::{Pipeline, WriteOptions};
use debulha_bulk::{
    BulkRow, Columns, FieldNames, PageOrigin, ReadOptions, RowExtractor, RowMaker, page_of_row,
};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::{panic, thread};

/// The batch that an object is.
///
/// # Errors
/// `TypeError` for what is none, with what to do about tables.
pub(crate) fn batch(object: &Bound<'_, PyAny>) -> PyResult<PyRecordBatch> {
    if object.hasattr("to_batches")? {
        let reason = "batch must be a record batch, not a table: take its batches by to_batches()";
        return Err(PyTypeError::new_err(reason));
    }
    object.extract().map_err(|_: PyErr| {
        wrong_type("batch must be a record batch, or have __arrow_c_array__", object.as_borrowed())
    })
}

/// Makes a batch of rows of a batch of pages.
///
/// # Errors
/// `ValueError`: unknown columns, or a batch that is too large for one of its columns.
pub(crate) fn extract<'py>(
    py: Python<'py>,
    pipeline: &Arc<Pipeline>,
    batch: PyRecordBatch,
    columns: Option<&[String]>,
    fields: Option<&BTreeMap<String, String>>,
    options: WriteOptions,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let extractor = RowExtractor::new(Arc::clone(pipeline), parse_columns(columns)?, options);
    rows_of(py, &extractor, extractor.columns(), batch, fields, threads)
}

/// Columns by their names; all but the blocks where none are named.
///
/// # Errors
/// `ValueError`: a name that no column has.
pub(crate) fn parse_columns(names: Option<&[String]>) -> PyResult<Columns> {
    let columns = names.map(|names| Columns::parse(names.iter().map(String::as_str))).transpose();
    Ok(columns.map_err(PyValueError::new_err)?.unwrap_or_default())
}

/// Makes a batch of the rows that some work makes of a batch of pages.
///
/// # Errors
/// As [`extract`].
pub(crate) fn rows_of<'py>(
    py: Python<'py>,
    work: &dyn RowMaker,
    columns: &Columns,
    batch: PyRecordBatch,
    fields: Option<&BTreeMap<String, String>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = batch.into_inner();
    let wrong = PyValueError::new_err::<String>;
    let names: Vec<String> = fields.into_iter().flatten().map(|(of, name)| format!("{of}={name}")).collect();
    let fields = FieldNames::parse(names.iter().map(String::as_str)).map_err(wrong)?;
    if !fields.html.iter().chain(&fields.text).any(|name| batch.column_by_name(name).is_some()) {
        return Err(wrong(format!("no column `{}`", fields.html.join("` or `"))));
    }
    let options = ReadOptions { fields, ..ReadOptions::default() };
    let made = interruptible(py, |is_stopped| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let rows = rows(work, &batch, &options, pool.map_err(|error| error.to_string())?, is_stopped);
        columns.batch(&rows).map_err(|error| error.to_string())
    })?;
    let made = PyRecordBatch::new(made.map_err(wrong)?);
    if py.import("pyarrow").is_ok() { made.into_pyarrow(py) } else { made.into_bound_py_any(py) }
}

/// Runs `work` without the interpreter lock. On a signal such as Ctrl-C, it sets the flag and waits for `work` to end.
///
/// # Errors
/// The exception of the signal handler.
fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let is_stopped = &AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, mut receiver) = channel();
        let working = scope.spawn(move || {
            // The receiver is there until it has this.
            let _ = sender.send(work(is_stopped));
        });
        loop {
            let received;
            (received, receiver) = received_within(py, SIGNAL_CHECK, receiver);
            match received {
                Ok(made) => return Ok(made),
                Err(RecvTimeoutError::Disconnected) => {
                    let panic = working.join().err();
                    panic::resume_unwind(panic.unwrap_or_else(|| Box::new("the thread has ended")));
                }
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| is_stopped.store(true, Ordering::Relaxed))?;
                }
            }
        }
    })
}

/// One row per row of the batch; without content once `is_stopped` is set.
fn rows(
    work: &dyn RowMaker,
    batch: &RecordBatch,
    options: &ReadOptions,
    pool: rayon::ThreadPool,
    is_stopped: &AtomicBool,
) -> Vec<BulkRow> {
    let none = |row: usize| {
        let origin = PageOrigin { id: row.to_string(), ..PageOrigin::default() };
        BulkRow::of_error(origin, "no page by its status or media type")
    };
    let page = |row: usize| page_of_row(batch, row, row.to_string(), options);
    let row = |row: usize| {
        if is_stopped.load(Ordering::Relaxed) {
            return none(row);
        }
        let mut made = page(row).map_or_else(|| none(row), |page| work.row(page));
        // Of what is no page there is no text, as of one without content.
        made.text = made.text.filter(|text| made.error.is_none() || !text.is_empty());
        made
    };
    pool.install(|| (0..batch.num_rows()).into_par_iter().map(row).collect())
}
