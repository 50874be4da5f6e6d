//! `cetr`: lines with much text for their tags.

use debulha_core::extractor::Preset;
use debulha_core::features::lines::{Line, LineBreaks, Lines};
use debulha_core::features::smoothing::{convolve, gaussian};
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, choices, extractor, params};
use debulha_dom::NodeId;

choices! {
    /// How lines are told apart.
    pub enum CetrVariant {
        /// k-means on the smoothed ratio and its change, one cluster held at the origin (CETR).
        TwoDimensional,
        /// The smoothed ratio against a threshold (CETR-TM).
        Threshold,
        /// k-means on the smoothed ratio (CETR-KM).
        Kmeans,
    }
}

choices! {
    /// Which Gaussian smooths.
    pub enum SmoothingKernel {
        /// Its standard deviation is that of the page's tag ratios, its radius the same rounded up.
        StandardDeviation,
        /// The same on every page.
        Fixed,
    }
}

choices! {
    /// Which ratios the change from line to line is taken of.
    pub enum Derivative {
        /// The smoothed ones, as published.
        Smoothed,
        /// The raw ones, as the public implementation does.
        Raw,
    }
}

params! {
    /// Parameters of `cetr`.
    pub struct CetrParams {
        /// How lines are told apart (weninger2010).
        pub variant: CetrVariant = CetrVariant::TwoDimensional;
        /// Where a line ends; many pages have few newlines.
        pub lines: LineBreaks = LineBreaks::BlockStarts;
        /// Which Gaussian smooths (weninger2010).
        pub kernel: SmoothingKernel = SmoothingKernel::StandardDeviation;
        /// Standard deviation of the fixed kernel in lines; 1 in the public implementation.
        pub kernel_sigma: f64 = 1.0, range: 0.01..=1000.0;
        /// Radius of the fixed kernel in lines.
        pub kernel_radius: u32 = 2, range: 0..=1000;
        /// Largest radius of any kernel in lines, so that long pages stay local and cost stays linear.
        pub radius_cap: u32 = 5, range: 0..=1000;
        /// Which ratios the change is taken of.
        pub derivative: Derivative = Derivative::Smoothed;
        /// Lines ahead whose mean is compared with a line for its change; 3 in the public implementation.
        pub alpha: u32 = 3, range: 1..=100;
        /// Threshold of the `threshold` variant in standard deviations of the page's tag ratios (weninger2010).
        pub coefficient: f64 = 1.0, range: 0.0..=100.0;
        /// Clusters of the two k-means variants (weninger2010).
        pub k: u32 = 3, range: 2..=20;
        /// Rounds of k-means at most.
        pub iterations: u32 = 50, range: 1..=1000;
    }
}

extractor! {
    /// Keeps the lines of the page that have much text for their tags, neighbours considered.
    ///
    /// ## How it decides
    /// The body is cut into lines ([`Lines`]); a line's *tag ratio* is its characters of text by its tags, of which at
    /// least one is counted. A Gaussian smooths the ratios along the page. Then, by `variant`:
    ///
    /// - `two_dimensional`: a line's *change* is how far it is from the mean of the next `alpha` lines, smoothed with
    ///   the same Gaussian. k-means clusters the points (ratio, change); before each assignment the center nearest
    ///   the origin is moved to the origin. Lines of that cluster are noise, all others content. The first centers
    ///   are the origin, the greatest ratio and the greatest change; beyond three, the farthest point from those before.
    /// - `threshold`: content is what reaches `coefficient` standard deviations of the page's raw ratios.
    /// - `kmeans`: k-means on the smoothed ratio; lines of the lowest cluster are noise. The first centers are spread
    ///   evenly from 0 to the greatest ratio.
    ///
    /// A label's score is the smoothed ratio of its line.
    /// ## Cost
    /// O(lines · (kernel + alpha + k · iterations)), all of them bounded parameters; 28 bytes a line of scratch.
    /// ## Differs from the paper
    /// Lines end before block-level start tags, not only at newlines, since many pages are one line; the paper wraps
    /// such pages at 65 characters. Lines come from the tree: newlines inside tags are none, implied end tags count,
    /// hidden elements are taken out like scripts, and only the body is read. The Gaussian's radius stops at
    /// `radius_cap`. k-means starts from fixed centers instead of random ones, so that runs agree.
    /// ## Known failures
    /// Short paragraphs between long ones are saved by smoothing, but so are short menus next to an article. Headings
    /// and list items of an article are often lost. Long comments and footers in running text are kept. Clusters
    /// are found on every page: among texts of mixed length, as on a forum, short ones can be taken for noise.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::cetr::Cetr;
    /// use debulha_core::{Extractor, Outcome, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let links = "<li><a href=/>More</a>".repeat(40);
    /// let story = "<p>The harvest was late again this year, and prices rose with the rain.".repeat(4);
    /// let html = format!("<ul>{links}</ul>{story}<ul>{links}</ul>");
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Cetr::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text.matches("harvest").count(), 4);
    /// assert!(text.matches("More").count() < 27, "only links next to the story come along");
    /// ```
    /// ## References
    /// weninger2010
    pub struct Cetr(CetrParams) {
        id: "cetr",
        title: "Content Extraction via Tag Ratios",
        cite: ["weninger2010"],
        provenance: Paper,
        unit: Line,
        presets: [
            Preset {
                name: "precision",
                docs: "Two clusters: what is not clearly text is noise.",
                params: r#"{"k": 2}"#,
            },
            Preset {
                name: "recall",
                docs: "Four clusters: what is not clearly noise is text.",
                params: r#"{"k": 4}"#,
            },
        ],
        why: explain,
    }
}

impl Cetr {
    fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let lines = page.lines(self.params.lines);
        let decision = self.decide(lines.lines(), scratch);
        let mut labels = Labels::default();
        let mut scores = Vec::new();
        for line in 0..lines.lines().len() {
            if decision.keeps(line) {
                labels.spans.extend_from_slice(lines.segments(line));
                scores.resize(labels.spans.len(), decision.smoothed[line] as f32);
            }
        }
        labels.scores = Some(scores);
        decision.give_back(scratch);
        Outcome::Labeled(labels)
    }

    fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let lines = page.lines(self.params.lines);
        let decision = self.decide(lines.lines(), scratch);
        let mut reasons: Vec<Reason> = (0..lines.lines().len())
            .filter(|&line| lines.segments(line).iter().any(|segment| segment.node == text_node))
            .map(|line| Reason {
                rule: "line",
                keeps: decision.keeps(line),
                node: text_node,
                detail: self.describe(lines, line, &decision),
            })
            .collect();
        if reasons.is_empty() {
            let detail = "blank, hidden or outside the body: on no line".to_owned();
            reasons.push(Reason { rule: "line", keeps: false, node: text_node, detail });
        }
        decision.give_back(scratch);
        reasons
    }

    fn describe(&self, lines: &Lines, line: usize, decision: &LineDecision) -> String {
        let Line { chars, tags, .. } = lines.lines()[line];
        let smoothed = decision.smoothed[line];
        let counts = format!(
            "line {} of {}: {chars} characters, {tags} tags, ratio {:.2}, smoothed {smoothed:.2}",
            line + 1,
            lines.lines().len(),
            tag_ratio(&lines.lines()[line]),
        );
        let center = |cluster: u32| decision.centers[cluster as usize];
        let own = decision.cluster[line];
        match self.params.variant {
            CetrVariant::Threshold => format!("{counts}; content from {:.2}", decision.threshold),
            CetrVariant::Kmeans => format!(
                "{counts}; nearest cluster at {:.2}, that of noise at {:.2}",
                center(own).ratio,
                center(decision.noise).ratio
            ),
            CetrVariant::TwoDimensional => format!(
                "{counts}, change {:.2}; nearest cluster at ({:.2}, {:.2}), that of noise at the origin",
                decision.change[line],
                center(own).ratio,
                center(own).change
            ),
        }
    }

    fn decide(&self, lines: &[Line], scratch: &mut Scratch) -> LineDecision {
        let mut ratios = scratch.floats(0, 0.0);
        ratios.extend(lines.iter().map(tag_ratio));
        let sigma = standard_deviation(&ratios);
        let kernel = self.kernel(sigma);
        let mut decision = LineDecision {
            smoothed: scratch.floats(0, 0.0),
            change: scratch.floats(lines.len(), 0.0),
            cluster: scratch.indices(lines.len(), 0),
            centers: Vec::new(),
            noise: 0,
            threshold: self.params.coefficient * sigma,
        };
        convolve(&ratios, &kernel, &mut decision.smoothed);
        match self.params.variant {
            CetrVariant::Threshold => decision.cut(),
            CetrVariant::Kmeans => {
                decision.centers = spread_centers(&decision.smoothed, self.params.k);
                decision.cluster_lines(self.params.iterations, false);
            }
            CetrVariant::TwoDimensional => {
                let mut steps = scratch.floats(0, 0.0);
                let source = match self.params.derivative {
                    Derivative::Smoothed => &decision.smoothed,
                    Derivative::Raw => &ratios,
                };
                changes(source, self.params.alpha as usize, &mut steps);
                convolve(&steps, &kernel, &mut decision.change);
                scratch.give_floats(steps);
                decision.centers = far_centers(&decision.smoothed, &decision.change, self.params.k);
                decision.cluster_lines(self.params.iterations, true);
            }
        }
        scratch.give_floats(ratios);
        decision
    }

    /// The kernel for a page whose ratios have this standard deviation.
    fn kernel(&self, deviation: f64) -> Vec<f64> {
        let p = &self.params;
        let (sigma, radius) = match p.kernel {
            SmoothingKernel::StandardDeviation => (deviation, deviation.ceil() as u32),
            SmoothingKernel::Fixed => (p.kernel_sigma, p.kernel_radius),
        };
        gaussian(sigma, radius.min(p.radius_cap))
    }
}

/// A line as a point of the plane that k-means works in.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LinePoint {
    ratio: f64,
    change: f64,
}

impl LinePoint {
    const ORIGIN: LinePoint = LinePoint { ratio: 0.0, change: 0.0 };

    fn squared_distance(self, other: LinePoint) -> f64 {
        (self.ratio - other.ratio).powi(2) + (self.change - other.change).powi(2)
    }
}

/// The numbers of every line and what follows from them.
struct LineDecision {
    smoothed: Vec<f64>,
    /// All 0 in the variants that do not look at it.
    change: Vec<f64>,
    cluster: Vec<u32>,
    /// Empty in the `threshold` variant.
    centers: Vec<LinePoint>,
    noise: u32,
    threshold: f64,
}

impl LineDecision {
    fn keeps(&self, line: usize) -> bool {
        self.cluster[line] != self.noise
    }

    fn give_back(self, scratch: &mut Scratch) {
        scratch.give_floats(self.smoothed);
        scratch.give_floats(self.change);
        scratch.give_indices(self.cluster);
    }

    fn point(&self, line: usize) -> LinePoint {
        LinePoint { ratio: self.smoothed[line], change: self.change[line] }
    }

    /// Cluster 1 from the threshold upwards, else 0, which is noise.
    fn cut(&mut self) {
        for (cluster, &smoothed) in self.cluster.iter_mut().zip(&self.smoothed) {
            *cluster = u32::from(smoothed >= self.threshold);
        }
    }

    /// k-means from the centers at hand; the cluster whose center is nearest the origin is noise.
    ///
    /// Anchored, that center is moved to the origin before lines are assigned. Ties go to the first center, and
    /// a center that loses all its lines stays where it is.
    fn cluster_lines(&mut self, iterations: u32, anchored: bool) {
        for iteration in 0..iterations {
            self.noise = nearest(LinePoint::ORIGIN, &self.centers);
            if anchored {
                self.centers[self.noise as usize] = LinePoint::ORIGIN;
            }
            let moved = self.assign_lines() || iteration == 0;
            if !moved || iteration + 1 == iterations {
                break;
            }
            self.move_centers();
        }
    }

    /// Gives each line to the first of its nearest centers, and says whether one changed.
    fn assign_lines(&mut self) -> bool {
        let near = self.near_origin();
        let mut moved = false;
        for line in 0..self.cluster.len() {
            let point = self.point(line);
            let cluster = if point.squared_distance(LinePoint::ORIGIN) < near {
                self.noise
            } else {
                nearest(point, &self.centers)
            };
            moved |= cluster != self.cluster[line];
            self.cluster[line] = cluster;
        }
        moved
    }

    /// The squared distance from the origin below which no other center is as near as one at the origin: most
    /// lines are there, and need not be compared with each center. 0 where no center is at the origin.
    fn near_origin(&self) -> f64 {
        if self.centers[self.noise as usize] != LinePoint::ORIGIN {
            return 0.0;
        }
        let others = (0..).zip(&self.centers).filter(|&(index, _)| index != self.noise);
        let nearest = others
            .map(|(_, center)| center.squared_distance(LinePoint::ORIGIN))
            .fold(f64::INFINITY, f64::min);
        // Half the distance, a little less for rounding.
        nearest * 0.249
    }

    fn move_centers(&mut self) {
        let mut sums = vec![(LinePoint::ORIGIN, 0u32); self.centers.len()];
        let mut line = 0;
        // Neighbours are mostly in one cluster: its sum stays at hand.
        for run in self.cluster.chunk_by(|a, b| a == b) {
            let (mut sum, count) = sums[run[0] as usize];
            for _ in run {
                let point = self.point(line);
                sum.ratio += point.ratio;
                sum.change += point.change;
                line += 1;
            }
            sums[run[0] as usize] = (sum, count + run.len() as u32);
        }
        for (center, (sum, count)) in self.centers.iter_mut().zip(sums) {
            if count > 0 {
                let count = f64::from(count);
                *center = LinePoint { ratio: sum.ratio / count, change: sum.change / count };
            }
        }
    }
}

/// Characters of text for each tag; a line without tags counts as one with one.
fn tag_ratio(line: &Line) -> f64 {
    f64::from(line.chars) / f64::from(line.tags.max(1))
}

/// The deviation of a whole population; 0 for none.
fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// How far each value is from the mean of the next `alpha` ones; the last, from its mean with the one before.
fn changes(values: &[f64], alpha: usize, out: &mut Vec<f64>) {
    out.clear();
    out.extend((0..values.len()).map(|i| {
        let ahead = &values[i + 1..(i + 1 + alpha).min(values.len())];
        let mean = if ahead.is_empty() {
            // A page of one line changes nowhere.
            f64::midpoint(values[i], values[i.saturating_sub(1)])
        } else {
            ahead.iter().sum::<f64>() / ahead.len() as f64
        };
        (mean - values[i]).abs()
    }));
}

/// First centers for the plane: the origin, the line of greatest ratio, the line of greatest change, and then
/// whichever line is farthest from the centers so far. Ties go to the first line.
fn far_centers(ratios: &[f64], changes: &[f64], k: u32) -> Vec<LinePoint> {
    let points = || ratios.iter().zip(changes).map(|(&ratio, &change)| LinePoint { ratio, change });
    let mut centers = vec![LinePoint::ORIGIN];
    let greatest = |key: &dyn Fn(LinePoint) -> f64| {
        points().fold(LinePoint::ORIGIN, |best, point| if key(point) > key(best) { point } else { best })
    };
    centers.push(greatest(&|point| point.ratio));
    if k > 2 {
        centers.push(greatest(&|point| point.change));
    }
    while (centers.len() as u32) < k {
        let distance = |point: LinePoint| point.squared_distance(centers[nearest(point, &centers) as usize]);
        let farthest = greatest(&distance);
        centers.push(farthest);
    }
    centers
}

/// First centers for the ratio alone: evenly from 0 to the greatest.
fn spread_centers(ratios: &[f64], k: u32) -> Vec<LinePoint> {
    let greatest = ratios.iter().copied().fold(0.0, f64::max);
    (0..k).map(|i| LinePoint { ratio: greatest * f64::from(i) / f64::from(k - 1), change: 0.0 }).collect()
}

/// The first of the centers that are nearest to a point.
fn nearest(point: LinePoint, centers: &[LinePoint]) -> u32 {
    let mut best = (0, f64::INFINITY);
    for (index, &center) in centers.iter().enumerate() {
        let distance = point.squared_distance(center);
        if distance < best.1 {
            best = (index as u32, distance);
        }
    }
    best.0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
