//! Probing: filling in a search form with few queries that bring many rows, and keeping all answers.
//!
//! - [`search()`] is the search itself, without a network: a [`Strategy`] chooses queries, a [`RowSource`] answers them.
//! - Strategies: [`Itp`] (instance template pruning), [`Matcher`] (a table of labels and values), [`Product`] (all combinations,
//!   in order or at random).
//! - [`Probe`] asks a form over the network, politely. Every exchange goes into a WARC file, and where each answer is into a state
//!   file, so that a probe which was stopped in whatever way goes on where it was.

mod account;
mod error;
mod forecast;
mod itp;
mod lattice;
mod log;
mod matcher;
mod opening;
mod options;
mod paging;
mod product;
mod rows;
mod run;
mod search;
mod space;
mod submission;
mod totals;
mod vocabulary;

pub use debulha_io::warc::{AskedQuery, read_query};
pub use error::ProbeError;
pub use itp::{Itp, ItpParams};
pub use matcher::{LabelValues, Matcher, Rank};
pub use options::{FormChoice, FormPage, Plan, ProbeOptions};
pub use product::Product;
pub use run::{Probe, ProbeEnded, ProbeStep};
pub use search::{RowSource, SearchProgress, Strategy, Submitted, search};
pub use space::{AnswerRow, Facet, MAX_ROWS_PER_ANSWER, More, Query, QueryAnswer, RowWord, Space};
pub use submission::SearchForm;
