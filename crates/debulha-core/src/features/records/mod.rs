//! Records.
mod cut;
mod fields;
mod profile;

use crate::features::tag_path_sequence::{SegmentOptions, segment};
use crate::features::tag_paths::TagPaths;
use crate::page::Page;
use crate::{choices, params};
pub use fields::{Field, fields};
use debulha_dom::{Document, NodeId, names};
use profile::Profiles;
use std::ops::Range;

choices! {
    /// Where records are looked for.
    pub enum Scope {
        /// In the whole body.
        Page,
        /// In the region that tag path sequence segmentation leaves (velloso2013).
        Tps,
    }
}

params! {
    /// Parameters of the search for records.
    pub struct RecordParams {
        /// Where records are looked for.
        pub region: Scope = Scope::Page;
        /// Fewer records make no region.
        pub min_records: u32 = 2, range: 2..=1000;
        /// Tag paths tried as the key of records; a bound on the work.
        pub max_keys: u32 = 4096, range: 1..=100_000;
        /// Occurrences of a path within a record from this one on are not compared.
        pub max_count: u32 = 2, range: 1..=1000;
        /// sim
        pub min_similarity: f64 = 0.5, range: 0.0..=1.0;
        /// exponent
        pub regularity: f64 = 2.0, range: 0.0..=16.0;
        /// chars per record that make a record full
        pub full_record: f64 = 30.0, range: 1.0..=10_000.0;
        /// Candidates as good as this share of the best
        pub tie: f64 = 0.85, range: 0.0..=1.0;
    }
}

/// Records.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Records {
    /// Best first.
    pub regions: Vec<Region>,
}

/// Region.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// key path example
    pub key: NodeId,
    /// Records in document order.
    pub records: Vec<Record>,
    /// Mean similarity.
    pub similarity: f64,
    /// Score.
    pub score: f64,
}

/// Record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Run of nodes in document order: siblings with all below.
    pub nodes: Range<u32>,
}

impl Region {
    fn range(&self) -> Range<u32> {
        self.records[0].nodes.start..self.records[self.records.len() - 1].nodes.end
    }
}

/// Find.
pub fn find(page: &Page<'_>, params: &RecordParams) -> Records {
    let doc = page.document();
    let paths = TagPaths::compute(doc, page.visibility(), page.body(), false);
    let scope = scope(page, &paths, params.region);
    let occurrences = Occurrences::new(&paths, scope);
    let mut profiles = Profiles::new(&paths, params.max_count);
    let mut regions: Vec<Region> = Vec::new();
    for key in occurrences.keys(doc, params) {
        let nodes = occurrences.of(key);
        let runs = cut::runs(doc, &paths, nodes);
        if let Some(region) = assemble(page, &mut profiles, runs, nodes[0], params) {
            regions.push(region);
        }
    }
    Records { regions: choose(regions, params) }
}

/// Merges the runs of a key that are alike, and scores them.
fn assemble(
    page: &Page<'_>,
    profiles: &mut Profiles<'_>,
    mut runs: Vec<Vec<Record>>,
    key: NodeId,
    params: &RecordParams,
) -> Option<Region> {
    let chars = |record: &Record| page.stats().range(record.nodes.clone()).chars;
    let size = |run: &Vec<Record>| run.iter().map(|r| u64::from(chars(r))).sum::<u64>();
    let best = (0..runs.len()).max_by_key(|&i| (size(&runs[i]), std::cmp::Reverse(i)))?;
    let sample = runs[best][runs[best].len() / 2].clone();
    let mut i = 0;
    runs.retain(|run| {
        i += 1;
        i - 1 == best || profiles.similarity(&sample.nodes, &run[run.len() / 2].nodes) >= params.min_similarity
    });
    let records: Vec<Record> = runs.into_iter().flatten().collect();
    if records.len() < params.min_records as usize {
        return None;
    }
    let count = records.len() as f64;
    let mean = records.windows(2).map(|w| profiles.similarity(&w[0].nodes, &w[1].nodes)).sum::<f64>() / (count - 1.0);
    let total: f64 = records.iter().map(|r| f64::from(chars(r))).sum();
    let full = (total / count / params.full_record).min(1.0);
    let score = total * full * mean.powf(params.regularity) * (1.0 - 1.0 / count);
    (score > 0.0).then_some(Region { key, records, similarity: mean, score })
}

/// The best regions that do not overlap.
fn choose(mut regions: Vec<Region>, params: &RecordParams) -> Vec<Region> {
    regions.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
    let mut chosen: Vec<Region> = Vec::new();
    while !regions.is_empty() {
        let best = regions.remove(0);
        let range = best.range();
        let mut first = best;
        for other in &regions {
            if other.score < first.score * params.tie {
                break;
            }
            if other.records.len() == first.records.len()
                && other.range().start < first.range().start
                && other.range().end > range.start
            {
                first = other.clone();
                break;
            }
        }
        let range = first.range();
        regions.retain(|r| r.range().end <= range.start || r.range().start >= range.end);
        chosen.push(first);
    }
    chosen
}

/// The nodes among which records are looked for.
fn scope(page: &Page<'_>, paths: &TagPaths, scope: Scope) -> Range<u32> {
    let body = page.body();
    let whole = body.0 + 1..page.document().subtree_end(body);
    if scope == Scope::Page {
        return whole;
    }
    let sequence: Vec<u32> = paths.nodes().iter().map(|&node| paths.of(node)).collect();
    let main = segment(&sequence, SegmentOptions { keep_border: true, max_splits: 64 }).main;
    match (paths.nodes().get(main.start), paths.nodes().get(main.end)) {
        (Some(first), Some(next)) => first.0..next.0,
        (Some(first), None) => first.0..whole.end,
        _ => whole,
    }
}

/// The nodes of each path, in document order.
struct Occurrences {
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl Occurrences {
    fn new(paths: &TagPaths, scope: Range<u32>) -> Self {
        let in_scope = |node: &&NodeId| scope.contains(&node.0);
        let mut starts = vec![0; paths.counts().len() + 1];
        for &node in paths.nodes().iter().filter(in_scope) {
            starts[paths.of(node) as usize + 1] += 1;
        }
        for path in 1..starts.len() {
            starts[path] += starts[path - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![Document::ROOT; starts[starts.len() - 1] as usize];
        for &node in paths.nodes().iter().filter(in_scope) {
            let place = &mut next[paths.of(node) as usize];
            nodes[*place as usize] = node;
            *place += 1;
        }
        Occurrences { starts, nodes }
    }

    fn of(&self, path: u32) -> &[NodeId] {
        &self.nodes[self.starts[path as usize] as usize..self.starts[path as usize + 1] as usize]
    }

    fn keys(&self, doc: &Document, params: &RecordParams) -> Vec<u32> {
        let paths = self.starts.len() as u32 - 1;
        (0..paths)
            .filter(|&p| {
                let nodes = self.of(p);
                nodes.len() >= params.min_records as usize && doc.is_element(nodes[0])
            })
            .take(params.max_keys as usize)
            .collect()
    }
}

/// Whether the element parts what stands before it from what follows, and holds nothing.
fn is_separator(doc: &Document, node: NodeId) -> bool {
    matches!(doc.name(node), names::HR | names::BR)
}
