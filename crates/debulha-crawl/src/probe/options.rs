//! What a probe is told: which form, how queries are chosen, and within which limits.

use super::itp::ItpParams;
use super::matcher::{LabelValues, Rank};
use std::fmt;
use url::Url;

/// How queries are chosen.
#[derive(Debug, Clone)]
pub enum Plan {
    /// By instance template pruning.
    Itp(ItpParams),
    /// By a table of labels and values.
    Matcher(LabelValues, Rank),
    /// All combinations in order.
    Product,
    /// All combinations at random, by a seed.
    Random(u64),
}

impl Plan {
    pub(super) fn name(&self) -> String {
        match self {
            Plan::Itp(_) => "itp".to_owned(),
            Plan::Matcher(..) => "matcher".to_owned(),
            Plan::Product => "product".to_owned(),
            Plan::Random(seed) => format!("random, seed {seed}"),
        }
    }
}

/// Where the form is.
#[derive(Debug, Clone)]
pub enum FormPage {
    /// At an address.
    At(Url),
    /// In markup that is at hand, and the address that it is from.
    Html {
        /// The page.
        html: String,
        /// Its address.
        url: Url,
    },
}

impl FormPage {
    pub(super) fn url(&self) -> &Url {
        match self {
            FormPage::At(url) | FormPage::Html { url, .. } => url,
        }
    }
}

/// Which form of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormChoice {
    /// By its place, from 1.
    Number(usize),
    /// By its `id`, `name` or `aria-label`, or by the text of its button; case does not count.
    Named(String),
}

impl fmt::Display for FormChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormChoice::Number(number) => number.fmt(f),
            FormChoice::Named(name) => name.fmt(f),
        }
    }
}

/// What is probed, and how.
#[derive(Debug, Clone)]
pub struct ProbeOptions {
    /// The page with the form.
    pub page: FormPage,
    /// The form; the first search of the page where it is `None`.
    pub form: Option<FormChoice>,
    /// Fill in forms that are sent by POST too.
    pub allow_post: bool,
    /// How queries are chosen.
    pub plan: Plan,
    /// Queries at most, those that the file has included.
    pub submissions: usize,
    /// Requests in this run at most.
    pub requests: u64,
    /// Pages of an answer at most.
    pub pages_per_answer: u32,
    /// Words to begin with, for all text fields.
    pub seeds: Vec<String>,
    /// Values of fields by name, in the place of those that the form has.
    pub values: Vec<(String, Vec<String>)>,
}

impl ProbeOptions {
    /// 100 queries within 1,000 requests, by instance template pruning.
    pub fn new(page: FormPage) -> ProbeOptions {
        ProbeOptions {
            page,
            form: None,
            allow_post: false,
            plan: Plan::Itp(ItpParams::default()),
            submissions: 100,
            requests: 1000,
            pages_per_answer: 1000,
            seeds: Vec::new(),
            values: Vec::new(),
        }
    }
}
