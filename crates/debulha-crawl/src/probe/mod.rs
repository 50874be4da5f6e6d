//! Probing: filling in a search form with few queries that bring many rows, and keeping all answers.
//!
//! - [`search`](search::search) is the search itself, without a network: a [`Strategy`] chooses queries, a [`Source`] answers them.
//! - Strategies: [`Itp`] (instance template pruning), [`Matcher`] (a table of labels and values), [`Product`] (all combinations,
//!   in order or at random).

mod forecast;
mod itp;
mod lattice;
mod matcher;
mod product;
mod search;
mod space;
mod vocabulary;

pub use itp::{Itp, ItpParams};
pub use matcher::{LabelValues, Matcher, Rank};
pub use product::Product;
pub use search::{Account, Source, Strategy, Submitted, search};
pub use space::{Answer, Facet, MAX_ROWS_PER_ANSWER, More, Query, Row, Space, Word};
