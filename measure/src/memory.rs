//! Prints the peak memory of parsing one page. Linux only: `VmHWM` of `/proc/self/status`.
//!
//! `cargo run --release -p measure -- memory page.html`, or `-- --dense 50` for a generated page of 50 MB
//! (10⁶ bytes) with an element every 15 bytes.

use crate::process::memory;
use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::{Limits, parse};
use std::error::Error;
use std::fs;

/// One element and two text nodes in 15 bytes.
const DENSE: &str = "<i>barley</i>, ";

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = crate::arguments();
    let argument = arguments.next().ok_or("give a file or --dense MEGABYTES")?;
    let limits = Limits::default();
    let text = if argument == "--dense" {
        let megabytes: usize = arguments.next().ok_or("give megabytes")?.parse()?;
        DENSE.repeat(megabytes * 1_000_000 / DENSE.len())
    } else {
        let bytes = fs::read(argument)?;
        let body = decompress(&bytes, limits.max_bytes)?;
        decode(&body.bytes, None).text.into_owned()
    };
    // Decoding may have held more than parsing will: the peak starts anew.
    fs::write("/proc/self/clear_refs", "5")?;
    let before = memory("VmRSS")?;
    let parsed = parse(&text, &limits);
    let peak = memory("VmHWM")?;
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    println!("page     {:8.1} MB, {} nodes", megabytes(text.len()), parsed.document.len());
    println!("before   {:8.1} MB, the page included", megabytes(before));
    println!("peak     {:8.1} MB", megabytes(peak));
    println!("parsing  {:8.1} bytes a byte of page", peak.saturating_sub(before) as f64 / text.len() as f64);
    for truncated in parsed.truncations {
        println!("{truncated}");
    }
    Ok(())
}
