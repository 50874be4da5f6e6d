//! `POST /v1/records`: what repeats on a page.

use crate::answer::JsonAnswer;
use crate::app::App;
use crate::ask::{AskedPage, HeldPage, PageFields};
use crate::fields::{ParamsField, fields};
use crate::openapi::RecordsRequest;
use crate::problem::Problem;
use axum::extract::State;
use debulha::extend::Params as _;
use debulha::records::{Comment, RegionObjects, of_content, regions};
use debulha::systems::SystemSpec;
use debulha_dom::XPaths;
use serde::Serialize;
use serde_json::{Map, Value};

/// Regions that are found where all are requested.
const ALL_REGIONS: usize = 10_000;

fields! {
    /// Which records are looked for.
    pub(crate) struct RecordsFields {
        /// `regions`: what repeats, field by field. `content`: posts, entries and products of the content. `comments`: readers'
        /// comments below it.
        #[schema(default = "regions")]
        #[param(default = "regions")]
        of: Option<String>,
        /// Find the records of all regions, best first, and not of the main one alone.
        #[schema(default = false)]
        #[param(default = false)]
        all: Option<bool>,
        /// Parameters of the search for regions: an object, or in a query its JSON.
        #[schema(value_type = Option<Object>, example = json!({ "max_regions": 3 }))]
        #[param(value_type = Option<String>, example = "{\"max_regions\":3}")]
        params: Option<ParamsField>,
    }
}

#[derive(Serialize)]
struct RegionsAnswer<R> {
    regions: R,
}

#[derive(Serialize)]
struct OfContent {
    records: Vec<Map<String, Value>>,
}

#[derive(Serialize)]
struct CommentsAnswer {
    comments: Vec<Comment>,
}

/// The records of a page: search results, entries of listings, posts
///
/// A page without records is no error.
#[utoipa::path(
    post,
    path = "/v1/records",
    tag = "pages",
    params(PageFields, RecordsFields),
    request_body(content(
        (String = "text/html", example = json!("<ul><li><a href=/rye>Rye</a> 2 €</li><li><a href=/oats>Oats</a> 3 €</li></ul>")),
        (RecordsRequest = "application/json", example = json!({
            "html": "<ul><li><a href=/rye>Rye</a> 2 €</li><li><a href=/oats>Oats</a> 3 €</li></ul>", "of": "regions"
        })),
    )),
    responses(
        (status = 200, description = "An object with `regions`, `records` or `comments`", body = Object, example = json!({
            "regions": [{
                "xpath": "/html[1]/body[1]/ul[1]", "score": 1.4, "similarity": 1.0,
                "records": [{
                    "xpath": "/html[1]/body[1]/ul[1]/li[1]", "bytes": [4, 39],
                    "fields": [{ "path": "li/a", "text": "Rye", "href": "/rye" }, { "path": "li", "text": "2 €" }]
                }]
            }]
        })),
        crate::openapi::PageProblems,
    )
)]
pub(super) async fn records(
    State(app): State<App>,
    asked: AskedPage<(RecordsFields,)>,
) -> Result<JsonAnswer, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, options: (options,), .. } = asked;
    let of = options.of.as_deref().unwrap_or("regions");
    if of == "regions" {
        let params = search(&options)?;
        return turns.run(move || of_regions(&page, &params)).await?;
    }
    if options.all.is_some() || options.params.is_some() {
        return Err(Problem::bad_request("option", "options `all` and `params` go with `of` = `regions`"));
    }
    let are_comments = match of {
        "content" => false,
        "comments" => true,
        _ => {
            let detail = "option `of` is `regions`, `content` or `comments`";
            return Err(Problem::bad_request("option", detail));
        }
    };
    let pipeline = turns.pipeline(&SystemSpec::default()).await?;
    let work = move || {
        let extraction = page.extract(&pipeline);
        if are_comments {
            JsonAnswer::of(&CommentsAnswer { comments: extraction.comments() })
        } else {
            JsonAnswer::of(&OfContent { records: of_content(&extraction) })
        }
    };
    turns.run(work).await?
}

fn search(options: &RecordsFields) -> Result<regions::RecordParams, Problem> {
    let mut params = options.params.clone().unwrap_or_default().0;
    if options.all == Some(true) {
        params.entry("max_regions").or_insert(Value::from(ALL_REGIONS));
    }
    regions::RecordParams::from_map("records", &params)
        .map_err(|error| Problem::bad_request("system", error.to_string()))
}

fn of_regions(given: &HeldPage, params: &regions::RecordParams) -> Result<JsonAnswer, Problem> {
    let loaded = given.load();
    let page = loaded.page(given.evidence());
    let found = regions::find_with(&page, params, None);
    let paths = XPaths::new(page.document());
    JsonAnswer::of(&RegionsAnswer { regions: RegionObjects::new(&page, &loaded, &paths, &found) })
}
