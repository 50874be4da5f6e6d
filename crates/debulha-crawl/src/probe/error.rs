//! Why a form is not probed.

use crate::error::{CrawlError, FetchError};
use debulha_core::features::forms::FormRefusal;
use std::io;
use thiserror::Error;

/// Why a form cannot be probed, or no longer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The page with the form was not fetched.
    #[error("the page with the form was not fetched: {0}")]
    Fetch(#[from] FetchError),
    /// The server answered with an error in its place.
    #[error("the page with the form was not fetched: status {0}")]
    Status(u16),
    /// The page has no form that is a search.
    #[error("the page has no search form{}", account(.0))]
    NoSearch(Vec<(usize, FormRefusal)>),
    /// The page has no form of this number.
    #[error("there is no form {asked}; the page has {count}")]
    NoSuchForm {
        /// The number, from 1.
        asked: usize,
        /// How many there are.
        count: usize,
    },
    /// The page has no form of this name.
    #[error("no form has the id, name, label or button `{asked}`; use a number from 1 to {count}")]
    NoFormNamed {
        /// The name.
        asked: String,
        /// How many forms there are.
        count: usize,
    },
    /// The form is not to be filled in by a program.
    #[error("form {number} is not submitted: {reason}")]
    Refused {
        /// Its number, from 1.
        number: usize,
        /// Why.
        reason: FormRefusal,
    },
    /// The form is sent in a way that is not known here.
    #[error("form {0} uses an encoding other than application/x-www-form-urlencoded")]
    Encoding(usize),
    /// The form leads nowhere.
    #[error("form {0} has no URL to submit to")]
    NoAction(usize),
    /// A field that values are given for is not one of the form's.
    #[error("the form has no fillable field `{name}`; it has {known}")]
    NoSuchField {
        /// The name that was given.
        name: String,
        /// Those there are.
        known: String,
    },
    /// The files.
    #[error(transparent)]
    Files(#[from] CrawlError),
}

impl From<io::Error> for ProbeError {
    fn from(error: io::Error) -> Self {
        ProbeError::Files(error.into())
    }
}

fn account(refusals: &[(usize, FormRefusal)]) -> String {
    refusals.iter().map(|(number, reason)| format!("; form {number}: {reason}")).collect::<Vec<_>>().concat()
}
