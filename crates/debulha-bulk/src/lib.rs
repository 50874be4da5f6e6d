//! Pages in bulk: read from files that hold many of them, extracted, written as tables.
//!
//! A page is a [`PageRecord`], with what its container says of it. An [`RowExtractor`] makes a [`BulkRow`] of it, whatever happens: one row
//! for each record, and an error is a row. [`Columns`] turns rows into Arrow record batches.
//! [`open`] reads files of many pages, and a [`Job`] takes any number of them to shards.
//!
//! ```
//! use debulha::{Pipeline, WriteOptions};
//! use debulha_bulk::{Columns, RowExtractor, PageRecord};
//!
//! let extractor = RowExtractor::new(Pipeline::new("all_text")?, Columns::default(), WriteOptions::default());
//! let rows = [extractor.row(PageRecord::html("<h1>Rye</h1><p>Sown in autumn.")), extractor.row(PageRecord::html(""))];
//! assert_eq!(rows[0].markdown.as_deref(), Some("# Rye\n\nSown in autumn."));
//! assert!(rows[1].error.is_some());
//! assert_eq!(extractor.columns().batch(&rows)?.num_rows(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod columns;
mod job;
mod record;
mod row;
pub mod sandbox;
mod sink;
mod source;

pub use columns::{Column, Columns, SCHEMA_VERSION};
pub use job::{
    Asked, DEFAULT_SHARD_ROWS, Event, Job, JobEnd, JobError, JobInput, RowMaker, Totals, state_folder,
};
pub use record::{PageBody, PageOrigin, PageRecord};
pub use row::{BlockRow, BulkRow, RowExtractor};
pub use sink::TargetFormat;
pub use source::{
    FieldNames, PageFilter, ReadOptions, SinglePageFile, SkipReason, SourceError, SourceFormat, SourceStep,
    Steps, open, open_pages, page_of_row,
};
