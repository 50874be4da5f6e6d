//! How far the layout records of two engines agree: `compare-layouts PAGES RECORDS OTHERS [LIMIT]`.
//!
//! Both records of a page are fitted to it, so what is compared is what both say of the same element or text. Pages are those that have
//! both records, in the order of their names, LIMIT at most.
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr)]

use anyhow::{Context, Result, bail};
use debulha_core::layout::{Layout, Rectangle};
use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits, NodeId, parse};
use debulha_io::layout_files;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// Pairs of neighbours whose order is compared: tops that differ by less are the same height, in pixels.
const SAME_HEIGHT: f32 = 2.0;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare-layouts: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let args: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [pages, records, others, rest @ ..] = args.as_slice() else {
        bail!("three folders: pages, records, other records");
    };
    let limit = match rest.first() {
        Some(limit) => limit.to_string_lossy().parse().context("the limit is a number")?,
        None => usize::MAX,
    };
    let mut paths: Vec<PathBuf> =
        fs::read_dir(pages)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    let mut total = Agreement::default();
    let (mut compared, mut without) = (0, 0);
    for path in paths.iter().take(limit) {
        let Some((one, other)) = both(path, records, others)? else {
            without += 1;
            continue;
        };
        compared += 1;
        total.add(&one, &other);
    }
    total.print(compared, without);
    Ok(())
}

/// A page with a record that is fitted to it.
struct Fitted {
    doc: Document,
    layout: Layout,
}

/// A page with its two records; `None` where one is missing.
fn both(path: &Path, records: &Path, others: &Path) -> Result<Option<(Fitted, Layout)>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = PathBuf::from(name.split('.').next().unwrap_or_default());
    let (Some(one), Some(other)) = (layout_files::find(records, &stem), layout_files::find(others, &stem))
    else {
        return Ok(None);
    };
    let raw = fs::read(path)?;
    let body = decompress(&raw, Limits::default().max_bytes)?;
    let doc = parse(&decode(&body.bytes, None).text, &Limits::default()).document;
    let layout = layout_files::read(&one)?.fit(&doc).layout;
    let other = layout_files::read(&other)?.fit(&doc).layout;
    Ok(Some((Fitted { doc, layout }, other)))
}

/// What was compared.
#[derive(Default)]
struct Agreement {
    /// Differences of left, top, width and height of elements.
    elements: [Vec<f32>; 4],
    /// Of texts that both draw, the same of the box around their lines.
    texts: [Vec<f32>; 4],
    /// Texts of both, and of how many both say whether they are seen.
    seen: Share,
    /// Of the texts that one engine draws, how many the other draws.
    drawn: Share,
    /// Pairs of texts that follow each other in the page, and of how many both say which is above.
    order: Share,
    /// The same of left and right.
    sides: Share,
    sizes: Share,
    weights: Share,
}

#[derive(Default)]
struct Share {
    agreed: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, agreed: bool) {
        self.agreed += usize::from(agreed);
        self.all += 1;
    }
}

impl Agreement {
    fn add(&mut self, one: &Fitted, other: &Layout) {
        let Fitted { doc, layout } = one;
        let mut before: Option<(Rectangle, Rectangle)> = None;
        for node in doc.nodes() {
            if doc.is_element(node) {
                // Elements without a size are anchors, or wait for scripts.
                if let (Some(a), Some(b)) = (layout.rectangle(node), other.rectangle(node))
                    && a.width > 0.0
                    && a.height > 0.0
                {
                    differences(&mut self.elements, a, b);
                }
            } else if doc.is_text(node) {
                let (Some(a), Some(b)) = (layout.is_seen(node), other.is_seen(node)) else { continue };
                self.seen.count(a == b);
                if a {
                    self.drawn.count(b);
                }
                let (Some(a), Some(b)) = (around(layout, node), around(other, node)) else { continue };
                differences(&mut self.texts, a, b);
                if let (Some(a), Some(b)) = (layout.style(node), other.style(node)) {
                    self.sizes.count((a.font_size - b.font_size).abs() < 0.1);
                    self.weights.count(a.is_bold() == b.is_bold());
                }
                if let Some((a_before, b_before)) = before {
                    self.order.count(sign(a.y - a_before.y) == sign(b.y - b_before.y));
                    self.sides.count(sign(a.x - a_before.x) == sign(b.x - b_before.x));
                }
                before = Some((a, b));
            }
        }
    }

    fn print(mut self, compared: usize, without: usize) {
        println!("{compared} pages, {without} without both records");
        for (what, differences) in [("elements", &mut self.elements), ("texts", &mut self.texts)] {
            println!("{what}: {}", differences[0].len());
            for (side, values) in ["left", "top", "width", "height"].iter().zip(differences) {
                values.sort_by(f32::total_cmp);
                println!("  {side}: median {:.1}, p90 {:.1}", quantile(values, 0.5), quantile(values, 0.9));
            }
        }
        for (what, share) in [
            ("texts seen or hidden alike", &self.seen),
            ("texts seen by the first that the other sees", &self.drawn),
            ("neighbouring texts with the same one above", &self.order),
            ("neighbouring texts with the same one on the left", &self.sides),
            ("texts with the same font size", &self.sizes),
            ("texts that are bold alike", &self.weights),
        ] {
            println!("{what}: {:.4} of {}", share.agreed as f64 / share.all.max(1) as f64, share.all);
        }
    }
}

fn differences(into: &mut [Vec<f32>; 4], a: Rectangle, b: Rectangle) {
    into[0].push((a.x - b.x).abs());
    into[1].push((a.y - b.y).abs());
    into[2].push((a.width - b.width).abs());
    into[3].push((a.height - b.height).abs());
}

/// The box around the lines of a text.
fn around(layout: &Layout, node: NodeId) -> Option<Rectangle> {
    Rectangle::around(layout.lines(node).iter().copied())
}

fn sign(difference: f32) -> i8 {
    i8::from(difference > SAME_HEIGHT) - i8::from(difference < -SAME_HEIGHT)
}

/// Of sorted values.
fn quantile(values: &[f32], share: f64) -> f32 {
    let place = (values.len() as f64 * share) as usize;
    values.get(place.min(values.len().saturating_sub(1))).copied().unwrap_or(0.0)
}
