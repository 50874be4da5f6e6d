//! `/v2/crawl` and `/v2/batch/scrape`.

use super::{Fields, Refusal, asked, jobs};
use crate::problem::Problem;
use crate::service::Service;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::routing::{MethodRouter, get, post};
use serde_json::Value;
use std::sync::Arc;

/// What a route answers.
type JobAnswer = Result<Json<Value>, Refusal>;

/// The routes with what answers there.
pub(crate) fn table() -> [(&'static str, MethodRouter<Arc<Service>>); 8] {
    [
        ("/v1/crawl", post(crawl_v1)),
        ("/v1/crawl/{id}", get(crawl_status_v1).delete(cancel_crawl_v1)),
        ("/v2/batch/scrape", post(batch)),
        ("/v2/batch/scrape/{id}", get(batch_status).delete(cancel_batch)),
        ("/v2/batch/scrape/{id}/errors", get(batch_errors)),
        ("/v2/crawl", post(crawl)),
        ("/v2/crawl/{id}", get(crawl_status).delete(cancel_crawl)),
        ("/v2/crawl/{id}/errors", get(crawl_errors)),
    ]
}

/// The address of a path on this server, as the client has it.
fn base(headers: &HeaderMap, path: &str) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    format!("http://{host}{path}")
}

/// Crawls a site, for clients of Firecrawl
///
/// Answers with an `id` at once; `GET /v2/crawl/{id}` has the pages so far. Links are followed below the folder of `url`:
/// `crawlEntireDomain`, `allowSubdomains`, `includePaths` and `excludePaths` (regular expressions), `maxDiscoveryDepth`, `limit` (at most
/// 1,000), and `scrapeOptions` as of `/v2/scrape`.
#[utoipa::path(
    post,
    path = "/v2/crawl",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json",
        example = json!({ "url": "https://example.org/farm/", "limit": 20, "scrapeOptions": { "formats": ["markdown"] } })),
    responses(
        (status = 200, description = "The crawl has begun", body = Object, example = json!({
            "success": true, "id": "0b2d53f8-6b1c-4c1e-8a55-4e5c1b8f0d11", "url": "http://127.0.0.1:8018/v2/crawl/0b2d53f8-6b1c-4c1e-8a55-4e5c1b8f0d11"
        })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn crawl(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    body: Result<Json<Fields>, JsonRejection>,
) -> JobAnswer {
    let (url, fields) = asked(body)?;
    Ok(Json(jobs::crawl(&service, &url, fields, &base(&headers, "/v2/crawl"))?))
}

/// Crawls a site, for older clients of Firecrawl
///
/// As `/v2/crawl`.
#[utoipa::path(
    post,
    path = "/v1/crawl",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json", example = json!({ "url": "https://example.org/farm/" })),
    responses(
        (status = 200, description = "As of `/v2/crawl`", body = Object, example = json!({ "success": true, "id": "0b2d53f8-6b1c-4c1e-8a55-4e5c1b8f0d11" })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn crawl_v1(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    body: Result<Json<Fields>, JsonRejection>,
) -> JobAnswer {
    let (url, fields) = asked(body)?;
    Ok(Json(jobs::crawl(&service, &url, fields, &base(&headers, "/v1/crawl"))?))
}

/// Scrapes pages at several addresses, for clients of Firecrawl
///
/// `urls`, and the options of `/v2/scrape`. Answers with an `id` at once; `GET /v2/batch/scrape/{id}` has the pages so far.
#[utoipa::path(
    post,
    path = "/v2/batch/scrape",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json",
        example = json!({ "urls": ["https://example.org/rye", "https://example.org/oats"], "formats": ["markdown"] })),
    responses(
        (status = 200, description = "The batch has begun", body = Object, example = json!({
            "success": true, "id": "0b2d53f8-6b1c-4c1e-8a55-4e5c1b8f0d11", "url": "http://127.0.0.1:8018/v2/batch/scrape/0b2d53f8-6b1c-4c1e-8a55-4e5c1b8f0d11"
        })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn batch(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    body: Result<Json<Fields>, JsonRejection>,
) -> JobAnswer {
    let Json(fields) =
        body.map_err(|error| Problem::new(error.status().as_u16(), "body", error.body_text()))?;
    Ok(Json(jobs::batch(&service, fields, &base(&headers, "/v2/batch/scrape"))?))
}

/// Declares the routes of a job that is there.
macro_rules! of_job {
    ($($(#[$docs:meta])* $name:ident $method:ident $path:literal $answer:path, $example:tt;)*) => {
        $(
            $(#[$docs])*
            #[utoipa::path(
                $method,
                path = $path,
                tag = "firecrawl",
                params(("id" = String, Path, description = "What the beginning answered with", example = "0b2d53f8-6b1c-4c1e-8a55-4e5c1b8f0d11")),
                responses(
                    (status = 200, description = "The job", body = Object, example = json!($example)),
                    (status = 404, description = "`no-job`: it is not known", body = super::Refused<'_>),
                    crate::openapi::FirecrawlProblems,
                )
            )]
            pub(crate) async fn $name(State(service): State<Arc<Service>>, Path(id): Path<String>) -> JobAnswer {
                Ok(Json($answer(&service, &id)?))
            }
        )*
    };
}

of_job! {
    /// How far a crawl is, with its pages so far
    crawl_status get "/v2/crawl/{id}" jobs::status, { "success": true, "status": "scraping", "total": 3, "completed": 1, "data": [] };
    /// How far a crawl is, for older clients
    crawl_status_v1 get "/v1/crawl/{id}" jobs::status, { "success": true, "status": "completed", "total": 3, "completed": 3, "data": [] };
    /// How far a batch is, with its pages so far
    batch_status get "/v2/batch/scrape/{id}" jobs::status, { "success": true, "status": "completed", "total": 2, "completed": 2, "data": [] };
    /// Pages of a crawl that were not read
    crawl_errors get "/v2/crawl/{id}/errors" jobs::errors, { "errors": [], "robotsBlocked": ["https://example.org/private"] };
    /// Pages of a batch that were not read
    batch_errors get "/v2/batch/scrape/{id}/errors" jobs::errors, { "errors": [], "robotsBlocked": [] };
    /// Ends a crawl; its pages stay
    cancel_crawl delete "/v2/crawl/{id}" jobs::cancel, { "success": true, "status": "cancelled" };
    /// Ends a crawl, for older clients
    cancel_crawl_v1 delete "/v1/crawl/{id}" jobs::cancel, { "success": true, "status": "cancelled" };
    /// Ends a batch; its pages stay
    cancel_batch delete "/v2/batch/scrape/{id}" jobs::cancel, { "success": true, "status": "cancelled" };
}
