use super::*;
use debulha_core::Extractor;
use debulha_dom::{Limits, parse};

const RATIOS: [f64; 6] = [0.0, 2.0, 50.0, 60.0, 1.0, 0.0];
const VARIANTS: [CetrVariant; 3] = [CetrVariant::TwoDimensional, CetrVariant::Threshold, CetrVariant::Kmeans];

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() < 5e-4, "{found:?} is not {expected:?}");
    }
}

fn smoothed() -> Vec<f64> {
    let mut out = Vec::new();
    convolve(&RATIOS, &gaussian(1.0, 1), &mut out);
    out
}

fn text(html: &str, params: CetrParams) -> String {
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let outcome = Cetr { params }.extract(&page, &mut Scratch::default());
    let labels = outcome.labels().unwrap();
    assert!(labels.is_valid(&doc));
    labels.plain_text(&page)
}

fn variant(variant: CetrVariant) -> CetrParams {
    CetrParams { variant, ..CetrParams::default() }
}

/// A page with the tag ratios of the specification: lines of so many characters without tags, between rules.
fn page_of_the_specification() -> String {
    let line = |chars: usize| "x".repeat(chars);
    format!("<hr>\n{}\n{}\n{}\n{}\n<hr>", line(2), line(50), line(60), line(1))
}

#[test]
fn spec_25_mean_and_deviation() {
    assert!((RATIOS.iter().sum::<f64>() / RATIOS.len() as f64 - 18.8333).abs() < 5e-5);
    assert!((standard_deviation(&RATIOS) - 25.745).abs() < 5e-4);
}

#[test]
fn spec_25_smoothing() {
    assert_close(&smoothed(), &[0.5481, 14.6072, 39.5854, 41.0893, 16.896, 0.2741]);
}

#[test]
fn spec_25_change() {
    let mut out = Vec::new();
    changes(&smoothed(), 3, &mut out);
    assert_close(&out, &[31.2125, 17.9164, 20.1656, 32.5042, 16.6219, 8.311]);
}

#[test]
fn spec_25_threshold() {
    let params = CetrParams {
        lines: LineBreaks::SourceLines,
        kernel: SmoothingKernel::Fixed,
        kernel_radius: 1,
        ..variant(CetrVariant::Threshold)
    };
    let html = page_of_the_specification();
    let doc = parse(&html, &Limits::default()).document;
    let page = Page::new(&doc);
    let lines = page.lines(LineBreaks::SourceLines);
    assert_eq!(lines.lines().iter().map(tag_ratio).collect::<Vec<_>>(), RATIOS);
    assert_eq!(text(&html, params), format!("{} {}", "x".repeat(50), "x".repeat(60)));
}

#[test]
fn spec_25_one_line_is_content_and_none_is_nothing() {
    for v in VARIANTS {
        assert_eq!(text("<p>One line of text.", variant(v)), "One line of text.", "{v:?}");
        assert_eq!(text("<p><img><p><img>", variant(v)), "", "{v:?}");
        assert_eq!(text("", variant(v)), "", "{v:?}");
    }
}

#[test]
fn the_kernel_follows_the_deviation_up_to_the_cap() {
    let cetr = Cetr::default();
    assert_eq!(cetr.kernel(0.0), [1.0]);
    assert_eq!(cetr.kernel(1.5).len(), 5);
    assert_eq!(cetr.kernel(25.7).len(), 11);
    let uncapped = Cetr { params: CetrParams { radius_cap: 1000, ..CetrParams::default() } };
    assert_eq!(uncapped.kernel(25.7).len(), 53);
    assert!((cetr.kernel(25.7).iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn every_variant_keeps_the_story_and_drops_distant_links() {
    // Ratio and change, each smoothed over five lines, and three lines ahead: so far a story spreads.
    let reach = 5 + 5 + 3;
    let links = "<li><a href=/>More</a>".repeat(40);
    let story = "<p>The harvest was late again this year, and prices rose with the rain.".repeat(4);
    let html = format!("<ul>{links}</ul>{story}<ul>{links}</ul>");
    for derivative in [Derivative::Smoothed, Derivative::Raw] {
        for kernel in [SmoothingKernel::StandardDeviation, SmoothingKernel::Fixed] {
            for v in VARIANTS {
                let found = text(&html, CetrParams { kernel, derivative, ..variant(v) });
                assert_eq!(found.matches("harvest").count(), 4, "{v:?} {kernel:?} {derivative:?}");
                assert!(found.matches("More").count() <= 2 * reach, "{v:?} {kernel:?} {derivative:?}");
            }
        }
    }
}

#[test]
fn the_derivative_of_raw_ratios_differs() {
    let decide = |derivative| {
        let doc = parse(&page_of_the_specification(), &Limits::default()).document;
        let page = Page::new(&doc);
        let cetr = Cetr {
            params: CetrParams { derivative, kernel: SmoothingKernel::Fixed, ..CetrParams::default() },
        };
        cetr.decide(page.lines(LineBreaks::SourceLines).lines(), &mut Scratch::default()).change
    };
    assert_ne!(decide(Derivative::Smoothed), decide(Derivative::Raw));
}

#[test]
fn first_centers_are_extremes_and_then_the_farthest() {
    let (ratios, changes) = ([1.0, 9.0, 2.0, 9.0], [1.0, 2.0, 7.0, 7.0]);
    let centers: Vec<(f64, f64)> =
        far_centers(&ratios, &changes, 4).iter().map(|c| (c.ratio, c.change)).collect();
    assert_eq!(centers, [(0.0, 0.0), (9.0, 2.0), (2.0, 7.0), (9.0, 7.0)]);
    assert_eq!(far_centers(&ratios, &changes, 2).len(), 2);
    let spread: Vec<f64> = spread_centers(&ratios, 3).iter().map(|c| c.ratio).collect();
    assert_eq!(spread, [0.0, 4.5, 9.0]);
}

#[test]
fn scores_are_the_smoothed_ratios_of_the_lines() {
    let doc = parse("<p>One <b>line</b> of text.", &Limits::default()).document;
    let page = Page::new(&doc);
    let outcome = Cetr::default().extract(&page, &mut Scratch::default());
    // 17 characters on a line with four tags; a single line has no deviation and is not smoothed.
    assert_eq!(outcome.labels().unwrap().scores, Some(vec![4.25; 3]));
}

#[test]
fn why_gives_the_numbers_of_every_line_of_the_node() {
    let params = CetrParams { lines: LineBreaks::SourceLines, ..variant(CetrVariant::Threshold) };
    let doc = parse(&page_of_the_specification(), &Limits::default()).document;
    let page = Page::new(&doc);
    let reasons = Cetr { params }.why(&page, &mut Scratch::default(), page.text_nodes()[0]);
    assert_eq!(reasons.len(), 4);
    assert_eq!(
        reasons[1].detail,
        "line 3 of 6: 50 characters, 0 tags, ratio 50.00, smoothed 10.35; content from 25.75"
    );
}
