//! What routes share in the OpenAPI document: bodies in JSON, and problems.

use crate::ask::{ContentFields, PageFields};
use crate::problem::Problem;
use crate::system::SystemFields;
use crate::writing::WritingFields;
use crate::{firecrawl, jina};
use std::collections::BTreeMap;
use utoipa::openapi::{AllOfBuilder, ContentBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

/// Declares the schema of a JSON body: groups of options in one object.
macro_rules! body {
    ($($name:ident = $($group:ty),+;)*) => {
        $(
            pub(crate) enum $name {}

            impl PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    let all = AllOfBuilder::new();
                    $(let all = all.item(Ref::from_schema_name(<$group as ToSchema>::name()));)+
                    RefOr::T(Schema::AllOf(all.build()))
                }
            }

            impl ToSchema for $name {
                fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                    $(
                        schemas.push((<$group as ToSchema>::name().into_owned(), <$group as PartialSchema>::schema()));
                        <$group as ToSchema>::schemas(schemas);
                    )+
                }
            }
        )*
    };
}

body! {
    PageRequest = ContentFields, PageFields;
    ExtractRequest = ContentFields, PageFields, SystemFields, WritingFields;
    VerdictRequest = ContentFields, PageFields, SystemFields;
    WhyRequest = ContentFields, PageFields, SystemFields, crate::routes::WhyFields;
    SegmentRequest = ContentFields, PageFields, crate::routes::SegmentFields;
    RecordsRequest = ContentFields, PageFields, crate::routes::RecordsFields;
    CompareRequest = ContentFields, PageFields, crate::routes::CompareFields;
}

/// Problems of all routes but those that are open.
pub(crate) enum GuardProblems {}

/// Problems of routes that take a body.
pub(crate) enum BodyProblems {}

/// Problems of routes that take a page.
pub(crate) enum PageProblems {}

/// Problems of routes that take a page for clients of Firecrawl.
pub(crate) enum FirecrawlProblems {}

/// Problems of routes that take a page for clients of Jina's reader.
pub(crate) enum JinaProblems {}

const GUARD: [(u16, &str); 5] = [
    (400, "`repeated-header`: more than one `Host` or `Origin`"),
    (401, "`token`: the token of the server was not shown"),
    (
        403,
        "`other-origin`: the request comes from a page of another site; of fetching, `private-address` and `robots`",
    ),
    (421, "`other-host`: the server does not answer for that `Host`"),
    (431, "`large-head`: the head of the request is over 64 KiB"),
];

const BODY: [(u16, &str); 7] = [
    (400, "`content-encoding`, `broken-off`, `repeated-header`: the request makes no sense"),
    (408, "`too-slow`: the body came too slowly"),
    (413, "`too-large`: the body is too long, as it was sent or without its encodings"),
    (415, "`content-encoding`: an unknown encoding"),
    (429, "`full`: too many requests are in work or wait; come back after `Retry-After` seconds"),
    (500, "`internal`: a bug"),
    (503, "`deadline`: not done in time; `no-room`: too many long pages at once"),
];

const PAGE: [(u16, &str); 6] = [
    (
        400,
        "`option`, `json`, `base64`, `no-page`, `system`, `preset`, `content-encoding`, `broken-off`, `repeated-header`: the request makes \
        no sense; of fetching, `fetch-off` and `address`; of drawing, `render-off`",
    ),
    (
        413,
        "`too-large`: the page is too long, as it was sent or without its encodings; of fetching, `page-too-large`; of drawing, \
        `render-too-large`",
    ),
    (
        415,
        "`content-encoding`: an unknown encoding; `not-a-page`: a PDF, a picture or another file that is no text",
    ),
    (
        502,
        "Of fetching, `not-fetched` and `upstream-status`: the other server does not answer as it should; of drawing, `render-crash` \
        and `not-rendered`",
    ),
    (
        503,
        "`deadline`: not done in time; `no-room`: too many long pages at once; of drawing, `render-stopped`: the server is being stopped",
    ),
    (
        504,
        "Of fetching, `fetch-deadline`: the other server takes too long; of drawing, `render-deadline`: the page or the browsers do",
    ),
];

/// What the drop-in interfaces have in the place of that, or beside it.
const DROP_IN: [(u16, &str); 3] = [
    (
        400,
        "`option`, `format`, `options`, `body`, `selector`, `content-encoding`, `broken-off`: the request makes no sense; of fetching, \
        `fetch-off` and `address`; of drawing, `render-off`",
    ),
    (408, "`too-slow`: the body came too slowly; `timeout`: not done in the time that the client gives"),
    (422, "`selector`: the selectors are too much work for the page"),
];

impl IntoResponses for GuardProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<Problem>(PROBLEM, &[&GUARD])
    }
}

impl IntoResponses for BodyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<Problem>(PROBLEM, &[&GUARD, &BODY])
    }
}

impl IntoResponses for PageProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<Problem>(PROBLEM, &[&GUARD, &BODY, &PAGE])
    }
}

impl IntoResponses for FirecrawlProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<firecrawl::Refused<'_>>(JSON, &[&GUARD, &BODY, &PAGE, &DROP_IN])
    }
}

impl IntoResponses for JinaProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<jina::Refused<'_>>(JSON, &[&GUARD, &BODY, &PAGE, &DROP_IN])
    }
}

/// Media types of problems.
const PROBLEM: &str = "application/problem+json";
const JSON: &str = "application/json";

/// The answers of some tables, in which later ones outweigh earlier ones.
fn problems<S: ToSchema>(media: &str, tables: &[&[(u16, &str)]]) -> BTreeMap<String, RefOr<Response>> {
    let response = |&(status, description): &(u16, &str)| {
        let schema = Ref::from_schema_name(S::name());
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response = ResponseBuilder::new().description(description);
        (status.to_string(), response.content(media, content).build().into())
    };
    tables.iter().copied().flatten().map(response).collect()
}
