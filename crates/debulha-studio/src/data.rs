//! What is structured on a page: its records, and what it says about itself.

use crate::state::StudioState;
use crate::texts::TextNumbers;
use crate::wire::{JsonReply, PageNumber};
use axum::extract::State;
use debulha::metadata::{Described, describe};
use debulha_core::features::records::{Record, RecordParams, Region, fields, find};
use debulha_core::params::Params;
use debulha_core::{Evidence, Page, ParamMap};
use debulha_server::problem::Problem;
use serde::Serialize;
use std::sync::Arc;

/// Regions of an answer at most, best first.
const MAX_REGIONS: u64 = 8;

/// Records of a region in an answer at most.
const MAX_RECORDS: usize = 200;

#[derive(Serialize)]
pub(crate) struct PageData {
    /// As `debulha metadata` writes it.
    metadata: Described,
    /// The regions of `debulha records --all`, best first.
    regions: Vec<DataRegion>,
}

#[derive(Serialize)]
struct DataRegion {
    xpath: String,
    /// All its records, of which the first ones are listed.
    count: usize,
    records: Vec<DataRecord>,
}

#[derive(Serialize)]
struct DataRecord {
    node: u32,
    texts: Vec<u32>,
    fields: Vec<DataField>,
}

#[derive(Serialize)]
struct DataField {
    path: String,
    text: String,
    href: Option<String>,
}

/// `GET pages/ID/data`.
pub(crate) async fn get(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
) -> Result<JsonReply<PageData>, Problem> {
    let own = Arc::clone(&shared);
    let work = move || -> Result<PageData, Problem> {
        let params = ParamMap::from_iter([("max_regions".to_owned(), MAX_REGIONS.into())]);
        let params = RecordParams::from_map("records", &params)
            .map_err(|error| Problem::internal(error.to_string()))?;
        let (parsed, url) = (own.parsed(id)?, own.entry(id)?.url.clone());
        let page = parsed.page(Evidence::of_url(url.as_deref()));
        let mut numbers = TextNumbers::new();
        let regions = find(&page, &params).iter().map(|found| region(&page, found, &mut numbers)).collect();
        Ok(PageData { metadata: describe(&page), regions })
    };
    shared.engine.run(work).await?.map(JsonReply)
}

fn region(page: &Page<'_>, region: &Region, numbers: &mut TextNumbers) -> DataRegion {
    let doc = page.document();
    let record = |record: &Record| DataRecord {
        node: record.first().0,
        texts: numbers.of(page.text_nodes_in(record.nodes.clone())),
        fields: fields(page, record)
            .into_iter()
            .map(|field| DataField { path: field.path, text: field.text, href: field.href })
            .collect(),
    };
    DataRegion {
        xpath: doc.xpath(region.root(doc)),
        count: region.records.len(),
        records: region.records.iter().take(MAX_RECORDS).map(record).collect(),
    }
}
