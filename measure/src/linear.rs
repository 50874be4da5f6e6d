//! How the time of parsing grows on crafted pages: each family at a size and at ten times that size. In a linear parser
//! `time ×` is near 10 wherever `nodes ×` is.
//!
//! `cargo run --release -p measure -- linear [--unlimited] [--seconds N] [WORD]`: only families with WORD
//! in their name; `--unlimited` lifts [`Limits`] as far as they go.
//!
//! Each page is parsed in a process of its own, so that one can be ended after so many seconds and has a peak memory of
//! its own.

mod families;

use cpu_time::ThreadTime;
use debulha_dom::{Limits, parse};
use families::{FAMILIES, Family};
use std::error::Error;
use std::io::Read;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};
use std::{env, thread};

/// Seconds after which a page is given up.
const SECONDS: u64 = 60;

/// A short page is parsed again until so much time has passed in all, and the best time counts.
const REPEAT_FOR: Duration = Duration::from_millis(300);

/// How often a page under way is looked after.
const POLL: Duration = Duration::from_millis(5);

/// The larger page of a family by the smaller.
const GROWTH: usize = 10;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let Options { unlimited, patience, word, page } = Options::from_arguments()?;
    if let Some((family, size)) = page {
        let text = (FAMILIES.get(family).ok_or("no such family")?.make)(size);
        println!("{}", measure(&text, &limits(unlimited))?);
        return Ok(());
    }
    println!("| family | n | MB | s at n/10 | s at n | time × | nodes × | MB/s | peak MB | reports |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---|");
    for (index, family) in FAMILIES.iter().enumerate().filter(|(_, family)| family.name.contains(&word)) {
        println!("{}", row(index, family, unlimited, patience)?);
    }
    Ok(())
}

struct Options {
    unlimited: bool,
    /// Time for one page, from making it to the result.
    patience: Duration,
    /// What the families that are measured have in their names.
    word: String,
    /// For a process that parses one page: index of its family, and its size.
    page: Option<(usize, usize)>,
}

impl Options {
    fn from_arguments() -> Result<Self, Box<dyn Error>> {
        let patience = Duration::from_secs(SECONDS);
        let mut options = Options { unlimited: false, patience, word: String::new(), page: None };
        let mut arguments = crate::arguments();
        while let Some(argument) = arguments.next() {
            let mut number =
                || -> Result<usize, Box<dyn Error>> { Ok(arguments.next().ok_or("a number?")?.parse()?) };
            match argument.as_str() {
                "--unlimited" => options.unlimited = true,
                "--seconds" => options.patience = Duration::from_secs(number()? as u64),
                "--page" => options.page = Some((number()?, number()?)),
                _ => options.word = argument,
            }
        }
        Ok(options)
    }
}

fn limits(unlimited: bool) -> Limits {
    if unlimited {
        Limits {
            max_bytes: usize::MAX,
            max_nodes: usize::MAX,
            min_node_bytes: 1,
            max_depth: u16::MAX,
            max_attributes: u16::MAX,
            max_formatting: u16::MAX,
            max_work: u64::MAX,
        }
    } else {
        Limits::default()
    }
}

fn row(index: usize, family: &Family, unlimited: bool, patience: Duration) -> Result<String, Box<dyn Error>> {
    let Family { name, size, .. } = family;
    let Some(small) = page(index, size / GROWTH, unlimited, patience)? else {
        return Ok(format!("| `{name}` | {size} | | > {} | | | | | | |", patience.as_secs()));
    };
    let Some(large) = page(index, *size, unlimited, patience)? else {
        let Measured { seconds, reports, .. } = small;
        let patience = patience.as_secs();
        return Ok(format!("| `{name}` | {size} | | {seconds:.4} | > {patience} | | | | | {reports} |"));
    };
    let megabytes = large.bytes as f64 / 1e6;
    Ok(format!(
        "| `{name}` | {size} | {megabytes:.1} | {:.4} | {:.4} | {:.1} | {:.1} | {:.0} | {:.0} | {} |",
        small.seconds,
        large.seconds,
        large.seconds / small.seconds,
        large.nodes as f64 / small.nodes as f64,
        megabytes / large.seconds,
        large.peak as f64 / 1e6,
        large.reports
    ))
}

/// What parsing one page took. As text: the fields, parted by tabs.
struct Measured {
    bytes: usize,
    seconds: f64,
    nodes: usize,
    /// Bytes of memory at the peak, the page included; 0 where the system does not say.
    peak: usize,
    /// What the limits cut.
    reports: String,
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Measured { bytes, seconds, nodes, peak, reports } = self;
        write!(f, "{bytes}\t{seconds}\t{nodes}\t{peak}\t{reports}")
    }
}

impl FromStr for Measured {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let fields: Vec<&str> = line.trim_end_matches('\n').split('\t').collect();
        let [bytes, seconds, nodes, peak, reports] = fields[..] else {
            return Err(format!("not a measurement: {line}").into());
        };
        Ok(Measured {
            bytes: bytes.parse()?,
            seconds: seconds.parse()?,
            nodes: nodes.parse()?,
            peak: peak.parse()?,
            reports: reports.to_owned(),
        })
    }
}

/// Parses a page in this process.
fn measure(text: &str, limits: &Limits) -> Result<Measured, Box<dyn Error>> {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    loop {
        let start = ThreadTime::now();
        let parsed = parse(text, limits);
        best = best.min(start.elapsed());
        if begin.elapsed() >= REPEAT_FOR {
            let reports: Vec<String> = parsed.truncations.iter().map(ToString::to_string).collect();
            return Ok(Measured {
                bytes: text.len(),
                seconds: best.as_secs_f64(),
                nodes: parsed.document.len(),
                peak: crate::process::memory("VmHWM").unwrap_or(0),
                reports: reports.join("; "),
            });
        }
    }
}

/// Parses a page of a family in another process; `None` when it takes too long.
fn page(
    family: usize,
    size: usize,
    unlimited: bool,
    patience: Duration,
) -> Result<Option<Measured>, Box<dyn Error>> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["linear", "--page", &family.to_string(), &size.to_string()]);
    if unlimited {
        command.arg("--unlimited");
    }
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL);
    }
    let mut line = String::new();
    child.stdout.take().ok_or("no output")?.read_to_string(&mut line)?;
    if line.is_empty() {
        return Err(format!("`{}` of size {size} ended without a result", FAMILIES[family].name).into());
    }
    Ok(Some(line.parse()?))
}
