//! `GET /openapi.json`: the service described for programs.

use super::{batch, compare, extract, home, page, records, segment, status, systems, why};
use crate::answer::JsonAnswer;
use crate::firecrawl::{self, job_routes};
use crate::problem::Problem;
use crate::{jina, mcp};
use utoipa::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};

#[derive(OpenApi)]
#[openapi(
    info(title = "debulha", description = "The main content of web pages, with its places, metadata and verdicts."),
    paths(
        home::home, home::script, home::style, status::health, status::metrics, document,
        batch::batch, compare::compare, extract::extract, page::metadata, records::records, segment::segment,
        systems::systems, page::verdict, why::why,
        firecrawl::scrape, firecrawl::scrape_v1, firecrawl::map, firecrawl::map_v1, firecrawl::parse, firecrawl::formats,
        job_routes::crawl, job_routes::crawl_v1, job_routes::batch, job_routes::crawl_status, job_routes::crawl_status_v1,
        job_routes::batch_status, job_routes::crawl_errors, job_routes::batch_errors, job_routes::cancel_crawl,
        job_routes::cancel_crawl_v1, job_routes::cancel_batch, jina::read, jina::post, mcp::mcp,
    ),
    components(schemas(Problem, firecrawl::Refused, jina::Refused)),
    tags(
        (name = "pages", description = "What is made of a page"),
        (name = "service", description = "The server itself"),
        (name = "agents", description = "Tools for agents"),
        (name = "firecrawl", description = "What clients of Firecrawl ask for"),
        (name = "jina", description = "What clients of Jina's reader ask for"),
    ),
    security((), ("token" = [])),
    modifiers(&TokenScheme),
)]
struct ApiDescription;

/// The scheme of the token, which a server may ask for.
struct TokenScheme;

impl utoipa::Modify for TokenScheme {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        if let Some(components) = &mut document.components {
            let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
            components.add_security_scheme("token", scheme);
        }
    }
}

/// This document
#[utoipa::path(get, path = "/openapi.json", tag = "service", responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
pub(super) async fn document() -> Result<JsonAnswer, Problem> {
    JsonAnswer::of(&ApiDescription::openapi())
}

/// The routes that are described.
#[cfg(test)]
pub(super) fn paths() -> Vec<String> {
    ApiDescription::openapi().paths.paths.into_keys().collect()
}
