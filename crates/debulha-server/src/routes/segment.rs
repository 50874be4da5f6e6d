//! `POST /v1/segment`: a page cut into blocks.

use crate::answer::JsonAnswer;
use crate::app::App;
use crate::ask::{AskedPage, PageFields};
use crate::fields::{ParamsField, fields};
use crate::openapi::SegmentRequest;
use crate::problem::Problem;
use axum::extract::State;
use debulha::ParamMap;
use debulha::segments::{Segment, segments};
use debulha::systems::segmenters;
use serde::Serialize;

/// The segmenter unless told otherwise.
const DEFAULT_SEGMENTER: &str = "tag_list";

fields! {
    /// What cuts the page.
    pub(crate) struct SegmentFields {
        /// Its id: `tag_list` or `pagelet`. The others need a layout, which a page has where `render` is true.
        #[schema(default = "tag_list")]
        #[param(default = "tag_list")]
        segmenter: Option<String>,
        /// Its parameters by name: an object, or in a query its JSON.
        #[schema(value_type = Option<Object>, example = json!({ "min_words": 3 }))]
        #[param(value_type = Option<String>, example = "{\"min_words\":3}")]
        params: Option<ParamsField>,
    }
}

#[derive(Serialize)]
struct SegmentsAnswer {
    segmenter: &'static str,
    params: ParamMap,
    blocks: Vec<Segment>,
}

/// A page cut into blocks
#[utoipa::path(
    post,
    path = "/v1/segment",
    tag = "pages",
    params(PageFields, SegmentFields),
    request_body(content(
        (String = "text/html", example = json!("<div><p>Rye</p><p>Oats</p></div><div>Wheat</div>")),
        (SegmentRequest = "application/json", example = json!({ "html": "<div><p>Rye</p></div><div>Wheat</div>" })),
    )),
    responses(
        (status = 200, description = "The blocks", body = Object, example = json!({
            "segmenter": "tag_list", "params": { "nested": "outermost", "hr_splits": false, "min_words": 1 },
            "blocks": [{
                "kind": "element", "xpath": "/html[1]/body[1]/div[2]", "bytes": [32, 48], "rectangle": null,
                "words": 1, "link_words": 0, "coherence": null, "fingerprint": null, "label": null, "text": "Wheat"
            }]
        })),
        crate::openapi::PageProblems,
        (status = 422, description = "`needs-layout`: the segmenter needs to know where a browser put the elements",
            body = crate::problem::Problem, content_type = "application/problem+json"),
    )
)]
pub(super) async fn segment(
    State(app): State<App>,
    asked: AskedPage<(SegmentFields,)>,
) -> Result<JsonAnswer, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, options: (options,), .. } = asked;
    let id = options.segmenter.as_deref().unwrap_or(DEFAULT_SEGMENTER);
    let segmenter = segmenters::build(id, &options.params.unwrap_or_default().0)
        .map_err(|error| Problem::bad_request("system", error.to_string()))?;
    let work = move || {
        let loaded = page.load();
        let page = loaded.page(page.evidence());
        let id = segmenter.info().id;
        let found = segmenter.segment(&page);
        let found = found.map_err(|error| Problem::new(422, "needs-layout", format!("{id} {error}")))?;
        let blocks = segments(&page, &loaded, &found.blocks);
        JsonAnswer::of(&SegmentsAnswer { segmenter: id, params: segmenter.params(), blocks })
    };
    turns.run(work).await?
}
