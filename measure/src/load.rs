//! Asks a server over and over, and says how it fared.
//!
//! `cargo run --release -p measure -- load ADDRESS FOLDER [CONNECTIONS] [SECONDS] [PID] [PATH]`
//!
//! ADDRESS is that of a running `debulha serve`, such as `127.0.0.1:8018`. The pages are all files of FOLDER that end in `.html`, those of
//! folders below it too. Each connection asks with one page after another. PID is that of the server, for its memory (Linux).
#![allow(clippy::print_stderr, clippy::unwrap_used)]

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Connections, seconds and path unless told otherwise.
const DEFAULTS: (usize, u64, &str) = (8, 10, "/v1/extract?format=markdown");

/// What one connection saw.
#[derive(Default)]
struct Seen {
    /// Of good answers.
    times: Vec<Duration>,
    bytes: u64,
    /// Answers other than 200, and connections that broke off.
    failures: u64,
}

pub(crate) fn run() -> io::Result<()> {
    let args: Vec<String> = crate::arguments().collect();
    let [address, folder, ..] = &args[..] else {
        eprintln!("load ADDRESS FOLDER [CONNECTIONS] [SECONDS] [PID] [PATH]");
        return Ok(());
    };
    let number = |at: usize| args.get(at).and_then(|text| text.parse::<u64>().ok());
    let connections = number(2).unwrap_or(DEFAULTS.0 as u64) as usize;
    let length = Duration::from_secs(number(3).unwrap_or(DEFAULTS.1));
    let path = args.get(5).map_or(DEFAULTS.2, String::as_str);
    let pages = pages(Path::new(folder))?;
    if pages.is_empty() {
        eprintln!("no file in {folder} ends in .html");
        return Ok(());
    }
    let begun = Instant::now();
    let seen: Vec<Seen> = thread::scope(|scope| {
        let ask = |nth| {
            scope.spawn({
                let pages = &pages;
                move || ask(address, path, pages, nth, begun + length)
            })
        };
        let asking: Vec<_> = (0..connections).map(ask).collect();
        asking.into_iter().map(|asking| asking.join().unwrap_or_default()).collect()
    });
    let seconds = begun.elapsed().as_secs_f64();
    report(&seen, seconds, number(4));
    Ok(())
}

fn report(seen: &[Seen], seconds: f64, process: Option<u64>) {
    let mut times: Vec<Duration> = seen.iter().flat_map(|seen| seen.times.iter().copied()).collect();
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    let bytes: u64 = seen.iter().map(|seen| seen.bytes).sum();
    let failures: u64 = seen.iter().map(|seen| seen.failures).sum();
    println!("connections  {}", seen.len());
    println!("seconds      {seconds:.1}");
    println!("pages        {}", times.len());
    println!("pages/s      {:.1}", times.len() as f64 / seconds);
    println!("MB/s         {:.2}", bytes as f64 / 1e6 / seconds);
    for (name, share) in [("p50 ms", 0.5), ("p90 ms", 0.9), ("p99 ms", 0.99), ("p99.9 ms", 0.999)] {
        println!("{name:12} {:.2}", at(share).as_secs_f64() * 1e3);
    }
    println!("max ms       {:.2}", times.last().copied().unwrap_or_default().as_secs_f64() * 1e3);
    println!("failures     {failures}");
    if let Some(status) = process.and_then(|id| fs::read_to_string(format!("/proc/{id}/status")).ok()) {
        for line in status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM")) {
            println!("{line}");
        }
    }
}

/// The pages of a folder in the order of their paths.
fn pages(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let (mut folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().map(fs::read).collect()
}

/// Asks with one page after another until it is time; every connection begins at another page.
fn ask(address: &str, path: &str, pages: &[Vec<u8>], nth: usize, until: Instant) -> Seen {
    let mut seen = Seen::default();
    let mut connection = None;
    let mut place = nth * pages.len() / 7;
    while Instant::now() < until {
        let page = &pages[place % pages.len()];
        place += 1;
        let begun = Instant::now();
        match exchange(&mut connection, address, path, page) {
            Ok(200) => {
                seen.times.push(begun.elapsed());
                seen.bytes += page.len() as u64;
            }
            Ok(_) => seen.failures += 1,
            Err(_) => {
                seen.failures += 1;
                connection = None;
            }
        }
    }
    seen
}

/// One request and its answer; the status.
fn exchange(
    connection: &mut Option<BufReader<TcpStream>>,
    address: &str,
    path: &str,
    page: &[u8],
) -> io::Result<u16> {
    if connection.is_none() {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        *connection = Some(BufReader::new(stream));
    }
    let Some(reader) = connection else { return Err(io::ErrorKind::NotConnected.into()) };
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n",
        page.len()
    );
    let mut stream: &TcpStream = reader.get_ref();
    stream.write_all(&[head.as_bytes(), page].concat())?;
    let mut status = None;
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        match status {
            None => status = line.split(' ').nth(1).and_then(|status| status.parse().ok()),
            Some(_) => {
                if let Some(value) = line.strip_prefix("content-length:") {
                    length = value.trim().parse().map_err(io::Error::other)?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    status.ok_or_else(|| io::ErrorKind::InvalidData.into())
}
