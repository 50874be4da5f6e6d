//! `debulha probe`: the answers of a search form into a WARC file.

use crate::crawl::{beside, stop_on_signals, time};
use crate::exit::{FAILED, Usage};
use crate::fetching::{FetchingArgs, words};
use crate::help;
use crate::inputs::absolute_url;
use crate::messages::{MessageArgs, Messages, NO_PROGRESS, Verbosity};
use anyhow::{Context, Result};
use debulha_core::features::canonical_url::is_web_address;
use debulha_core::features::forms::{FormRefusal, Method};
use debulha_crawl::probe::{
    FormChoice, FormPage, ItpParams, LabelValues, Plan, Probe, ProbeEnded, ProbeError, ProbeOptions,
    ProbeStep, Rank, SearchProgress,
};
use debulha_crawl::{CrawlError, FetchOptions, Fetcher, Politeness, Sleep, StopSignal, Visitor};
use debulha_dom::decode::decode;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Heading of what is asked.
const ASKED: &str = "Queries";

/// Requests for each query, where nobody says how many.
const REQUESTS_PER_SUBMISSION: u64 = 10;

/// Bytes of a page in a file that are read.
const MAX_BYTES: usize = 32 << 20;

/// Values of a field: NAME=v1,v2.
type Values = (String, Vec<String>);

/// Which queries are asked, and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ProbeStrategy {
    /// Instance template pruning: more fields only where results are truncated
    Itp,
    /// All fields at once, with the values --labels gives for their labels
    Matcher,
    /// All combinations of values, in order
    Product,
    /// All combinations of values, in random order
    Random,
}

/// Query a search form and save the results in a WARC file
///
/// Fills in the first search form of a page, and seeks many rows with few queries: the form unchanged, options of lists, and
/// words from the form's page and from the rows found so far. Result pages are followed. Obeys robots.txt with its
/// Crawl-delay; the host gets one request at a time. Forms for logins, payments, files, comments and subscriptions are never
/// submitted.
///
/// To resume an interrupted probe, Ctrl-C included, repeat the command; responses already in the file are not fetched
/// again. The exit code is 1 if the probe was interrupted, the server does not respond, or there is no row.
///
/// Other verbs read the file: `debulha records learn answers.warc.gz -o shop.json` finds the columns of the rows, and
/// `debulha records apply shop.json answers.warc.gz -o rows.csv` writes them. `debulha harvest` does all three.
#[derive(Debug, clap::Args)]
pub struct ProbeArgs {
    /// WARC file to write; compressed if its name ends in .gz
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// State file, for resuming [default: the WARC file's name with .state]
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    state: Option<PathBuf>,
    /// Write a summary as JSON to standard output
    #[arg(long, help_heading = help::OUTPUT)]
    json: bool,
    #[command(flatten)]
    querying: QueryingArgs,
}

/// Which form is submitted, and how.
#[derive(Debug, clap::Args)]
#[command(mut_arg("no_progress", |arg| arg.help(NO_PROGRESS).long_help(NO_PROGRESS)))]
#[command(mut_arg("allow_private", |arg| arg.hide_long_help(false)))]
#[command(mut_arg("ca_file", |arg| arg.hide_long_help(false)))]
#[command(mut_arg("contact", |arg| arg.hide_short_help(false).hide_long_help(false)))]
#[command(mut_arg("user_agent", |arg| arg.hide_long_help(false)))]
pub(crate) struct QueryingArgs {
    /// URL of the page with the form, or an HTML file with --url
    #[arg(value_name = "URL|FILE")]
    page: String,
    /// URL of the page, if it is read from a file
    #[arg(long, value_name = "URL", value_parser = absolute_url, help_heading = ASKED)]
    url: Option<Url>,
    /// Form: its number from 1, id, name, label or button [default: first search form]
    #[arg(long, value_name = "N|NAME", value_parser = form, help_heading = ASKED)]
    form: Option<FormChoice>,
    /// Maximum submissions, earlier runs included
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = ASKED)]
    budget: usize,
    /// Maximum requests in this run [default: ten per submission]
    #[arg(long, value_name = "N", help_heading = ASKED, hide_short_help = true)]
    max_requests: Option<u64>,
    /// Maximum result pages followed per submission
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = ASKED)]
    max_pages_per_answer: u32,
    /// Initial word for text fields
    #[arg(long, value_name = "WORD", help_heading = ASKED)]
    seed: Vec<String>,
    /// Values to use for a field, instead of those in the form
    #[arg(long, value_name = "FIELD=V1,V2", value_parser = values, help_heading = ASKED)]
    values: Vec<Values>,
    /// Query strategy
    #[arg(long, value_name = "NAME", value_enum, default_value_t = ProbeStrategy::Itp, help_heading = ASKED)]
    strategy: ProbeStrategy,
    /// JSON file of labels with values, for --strategy matcher
    ///
    /// An object from labels to lists of values, or to objects from values to weights.
    #[arg(long, value_name = "FILE", help_heading = ASKED, hide_short_help = true)]
    labels: Option<PathBuf>,
    /// Ranking of combinations by the weights of their values, for the matcher
    #[arg(long, value_name = "min|mean|any", default_value = "min", value_parser = rank, help_heading = ASKED)]
    #[arg(hide_short_help = true)]
    rank: Rank,
    /// Random seed of the order
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = ASKED, hide_short_help = true)]
    random_seed: u64,
    /// Also submit forms that use POST
    #[arg(long, help_heading = ASKED)]
    post: bool,
    /// Delay between requests: 1s, 500ms, 2m; robots.txt may raise it
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, help_heading = help::FETCHING)]
    delay: Duration,
    #[command(flatten)]
    fetching: FetchingArgs,
    #[command(flatten)]
    messages: MessageArgs,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, a form that is left alone, and those of the files.
pub(crate) fn probe(args: &ProbeArgs) -> Result<ExitCode> {
    let state = args.state.clone().unwrap_or_else(|| beside(&args.output));
    let found = probe_into(&args.querying, &args.output, &state, args.json)?;
    Ok(if found.is_good && found.rows > 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// What a probe found.
pub(crate) struct ProbeFound {
    pub(crate) rows: usize,
    /// It was neither interrupted nor left without responses.
    pub(crate) is_good: bool,
}

/// Submits the form; the responses go into a WARC file.
///
/// # Errors
/// A usage error, a form that is left alone, and those of the files.
pub(crate) fn probe_into(args: &QueryingArgs, output: &Path, state: &Path, json: bool) -> Result<ProbeFound> {
    let options = args.options()?;
    let stop = StopSignal::default();
    let fetching = FetchOptions { max_bytes: MAX_BYTES, ..args.fetching.options() };
    let fetcher = Fetcher::new(fetching).pause(Arc::new(Sleep(stop.clone())));
    stop_on_signals(stop, fetcher.interrupter())?;
    let politeness = Politeness { delay: args.delay, ..Politeness::default() };
    let visitor = Visitor::new(fetcher, politeness);
    let mut probe = Probe::open(output, state, options, visitor).map_err(of_opening)?;
    let messages = args.messages();
    messages.say(
        Verbosity::Verbose,
        &format!("form {}, submitted to {}", probe.form_number(), probe.form().action()),
    );
    let ended = probe.run(|probe, step| report(probe, step, args, &messages));
    messages.finish();
    let ended = ended?;
    messages.say(Verbosity::Normal, &in_words(&probe, &ended));
    if json {
        println!("{}", account(&probe, &ended));
    }
    let is_good = matches!(ended, ProbeEnded::Complete | ProbeEnded::Submissions | ProbeEnded::Requests);
    Ok(ProbeFound { rows: probe.account().rows(), is_good })
}

impl QueryingArgs {
    /// The messages of the search.
    pub(crate) fn messages(&self) -> Messages {
        self.messages.of_long_work(Some(self.budget))
    }

    fn options(&self) -> Result<ProbeOptions> {
        if self.budget == 0 || self.max_pages_per_answer == 0 {
            return Err(Usage("--budget and --max-pages-per-answer must be 1 or more".to_owned()).into());
        }
        let requests = REQUESTS_PER_SUBMISSION.saturating_mul(self.budget as u64);
        Ok(ProbeOptions {
            form: self.form.clone(),
            allow_post: self.post,
            plan: self.plan()?,
            submissions: self.budget,
            requests: self.max_requests.unwrap_or(requests),
            pages_per_answer: self.max_pages_per_answer,
            seeds: self.seed.clone(),
            values: self.values.clone(),
            ..ProbeOptions::new(self.form_page()?)
        })
    }

    fn form_page(&self) -> Result<FormPage> {
        match (is_web_address(&self.page), &self.url) {
            (true, None) => Ok(FormPage::At(absolute_url(&self.page).map_err(Usage)?)),
            (true, Some(_)) => Err(Usage("--url is only for a page in a file; remove it".to_owned()).into()),
            (false, None) => Err(Usage(format!(
                "`{}` is not an absolute URL; begin with https://, or add --url URL if it is a file",
                self.page
            ))
            .into()),
            (false, Some(url)) => {
                let bytes = fs::read(&self.page).with_context(|| self.page.clone())?;
                let html = decode(&bytes[..bytes.len().min(MAX_BYTES)], None).text.into_owned();
                Ok(FormPage::Html { html, url: url.clone() })
            }
        }
    }

    fn plan(&self) -> Result<Plan> {
        if self.labels.is_some() && self.strategy != ProbeStrategy::Matcher {
            return Err(Usage("--labels needs --strategy matcher".to_owned()).into());
        }
        Ok(match self.strategy {
            ProbeStrategy::Itp => Plan::Itp(ItpParams::default()),
            ProbeStrategy::Matcher => {
                let table = self.labels.as_deref().map(read_labels).transpose()?;
                Plan::Matcher(table.unwrap_or_default(), self.rank)
            }
            ProbeStrategy::Product => Plan::Product,
            ProbeStrategy::Random => Plan::Random(self.random_seed),
        })
    }
}

/// A table of labels: an object of lists of values, or of objects from values to weights.
fn read_labels(path: &Path) -> Result<LabelValues> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let wrong = |what: &str| Usage(format!("{}: {what}", path.display()));
    let labels: Map<String, Value> =
        serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    let mut table = LabelValues::default();
    for (label, values) in &labels {
        let pairs: Option<Vec<(String, f64)>> = match values {
            Value::Array(values) => {
                values.iter().map(|value| Some((value.as_str()?.to_owned(), 1.0))).collect()
            }
            Value::Object(values) => {
                values.iter().map(|(value, weight)| Some((value.clone(), weight.as_f64()?))).collect()
            }
            _ => None,
        };
        let pairs = pairs.ok_or_else(|| {
            wrong(&format!("the label `{label}` needs a list of values, or an object from values to weights"))
        })?;
        table.add(label, pairs);
    }
    Ok(table)
}

/// Says what a query brought.
fn report(probe: &Probe, step: &ProbeStep, args: &QueryingArgs, messages: &Messages) {
    let ProbeStep::Answered { asked, submitted, error } = step else { return };
    let pairs: Vec<String> = asked.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let query = if pairs.is_empty() { "the form unchanged".to_owned() } else { pairs.join(" & ") };
    match error {
        Some(error) => messages.say(Verbosity::Normal, &format!("{query}: {}", words(error))),
        None => {
            messages
                .say(Verbosity::Verbose, &format!("{query}: {} rows, {} new", submitted.rows, submitted.new));
        }
    }
    messages.at("submissions", probe.account().submitted.len().min(args.budget), args.budget);
}

fn reason(ended: &ProbeEnded) -> String {
    match ended {
        ProbeEnded::Complete => "no useful query left".to_owned(),
        ProbeEnded::Submissions => "reached --budget".to_owned(),
        ProbeEnded::Requests => "reached the maximum requests".to_owned(),
        ProbeEnded::Stopped => "stopped; repeat the command to resume".to_owned(),
        ProbeEnded::Silent(error) => format!("{}; repeat the command to retry", words(error)),
        ProbeEnded::Errors(status) => format!("the server responds with status {status}"),
    }
}

fn in_words(probe: &Probe, ended: &ProbeEnded) -> String {
    let account = probe.account();
    let new = account.submitted.iter().filter(|submitted| submitted.new > 0).count();
    let of_total =
        account.stated_total.map(|total| format!(" of {total} that the pages state")).unwrap_or_default();
    format!(
        "{} submissions, {} pages, {} rows{of_total}; {:.0} % of the submissions found rows, {new} found new ones: {}",
        account.submitted.len(),
        probe.pages(),
        account.rows(),
        100.0 * account.efficiency(),
        reason(ended)
    )
}

/// The account of a probe.
fn account(probe: &Probe, ended: &ProbeEnded) -> Value {
    let account: &SearchProgress = probe.account();
    let of_one = |submitted: &debulha_crawl::probe::Submitted| {
        let query: Map<String, Value> =
            probe.pairs(submitted).into_iter().map(|(name, value)| (name, Value::String(value))).collect();
        json!({"query": query, "rows": submitted.rows, "new": submitted.new})
    };
    json!({
        "form": probe.form_number(),
        "action": probe.form().action().as_str(),
        "submissions": account.submitted.len(),
        "pages": probe.pages(),
        "requests": probe.requests(),
        "rows": account.rows(),
        "stated_total": account.stated_total,
        "coverage": account.coverage(),
        "efficiency": account.efficiency(),
        "ended": reason(ended),
        "submitted": account.submitted.iter().map(of_one).collect::<Vec<_>>(),
    })
}

/// What makes no sense on the command line, and what the system says.
fn of_opening(error: ProbeError) -> anyhow::Error {
    match error {
        ProbeError::NoSuchForm { .. }
        | ProbeError::NoFormNamed { .. }
        | ProbeError::NoSuchField { .. }
        | ProbeError::Files(
            CrawlError::OtherOptions { .. } | CrawlError::OtherWarc { .. } | CrawlError::NotAState { .. },
        ) => Usage(error.to_string()).into(),
        ProbeError::Fetch(ref error) => anyhow::anyhow!("{}", words(error)),
        ProbeError::NoSearch(ref refusals)
            if refusals.iter().any(|(_, reason)| matches!(reason, FormRefusal::Method(Method::Post))) =>
        {
            anyhow::anyhow!("{error}; use --post")
        }
        other => other.into(),
    }
}

fn form(text: &str) -> Result<FormChoice, String> {
    if text.trim().is_empty() {
        return Err("use a number, or an id, name, label or button".to_owned());
    }
    Ok(text.parse().map_or_else(|_| FormChoice::Named(text.to_owned()), FormChoice::Number))
}

fn values(text: &str) -> Result<Values, String> {
    let (name, values) = text.split_once('=').ok_or("not of the form FIELD=V1,V2")?;
    let values: Vec<String> =
        values.split(',').map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned).collect();
    if name.is_empty() || values.is_empty() {
        return Err("not of the form FIELD=V1,V2".to_owned());
    }
    Ok((name.to_owned(), values))
}

fn rank(text: &str) -> Result<Rank, String> {
    match text {
        "min" => Ok(Rank::Conjunction),
        "mean" => Ok(Rank::Average),
        "any" => Ok(Rank::Probabilistic),
        _ => Err("use min, mean or any".to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_field() {
        let of_crop = ("crop".to_owned(), vec!["rye".to_owned(), "oats".to_owned()]);
        assert_eq!(values("crop=rye, oats,").unwrap(), of_crop);
        for text in ["crop", "crop=", "=rye"] {
            assert!(values(text).is_err(), "{text}");
        }
    }

    #[test]
    fn labels_are_lists_or_weights() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("labels.json");
        fs::write(&path, r#"{"Author": {"Poe": 0.5}, "Title": ["rye", "oats"]}"#).unwrap();
        let table = read_labels(&path).unwrap();
        assert_eq!(table.of("author").unwrap(), [("Poe".to_owned(), 0.5)]);
        assert_eq!(table.of("title").unwrap().len(), 2);
        fs::write(&path, r#"{"Author": 3}"#).unwrap();
        assert!(read_labels(&path).is_err());
    }
}
