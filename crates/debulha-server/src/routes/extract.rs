//! `POST /v1/extract`: the content of a page.

use crate::app::App;
use crate::ask::{AskedPage, PageFields};
use crate::openapi::ExtractRequest;
use crate::problem::Problem;
use crate::system::SystemFields;
use crate::writing::{WritingFields, WrittenContent};
use axum::extract::State;

/// Options of the route.
pub(super) type Wanted = (SystemFields, WritingFields);

/// The content of a page
///
/// A page without content is no error: the answer has no blocks, and its verdict says why. The headers `X-Debulha-Verdict` and
/// `X-Debulha-Confidence` come with every format.
#[utoipa::path(
    post,
    path = "/v1/extract",
    tag = "pages",
    params(PageFields, SystemFields, WritingFields),
    request_body(
        description = "The page as it is, with options in the query; or JSON with the page as `html` or `base64`, and all options in it",
        content(
            (String = "text/html", example = json!("<h1>Rye</h1><p>Rye is sown in autumn, and reaped in July.</p>")),
            (ExtractRequest = "application/json", example = json!({
                "html": "<h1>Rye</h1><p>Rye is sown in autumn, and reaped in July.</p>",
                "url": "https://example.org/rye",
                "format": "markdown"
            })),
        )
    ),
    responses(
        (status = 200, description = "The content, in the format asked for. JSON is the object of docs/json-schema.md",
            headers(
                ("X-Debulha-Verdict" = String, description = "What the page turned out to be, such as `ok` or `paywall`"),
                ("X-Debulha-Confidence" = f64, description = "The word F1 that the system expects of its answer, where it can tell"),
            ),
            content(
                (Object = "application/json", example = json!({
                    "schema": "1", "url": null, "extractor": "debulha", "verdict": "ok", "evidence": [], "confidence": 0.8817,
                    "language": null, "direction": null,
                    "blocks": [{
                        "type": "heading", "level": 1, "text": "Rye", "xpath": "/html[1]/body[1]/h1[1]", "node": 4, "bytes": [0, 12],
                        "score": 0.877
                    }],
                    "warnings": []
                })),
                (String = "text/plain", example = json!("Rye\nRye is sown in autumn, and reaped in July.")),
                (String = "text/markdown", example = json!("# Rye\n\nRye is sown in autumn, and reaped in July.")),
                (String = "text/html"),
                (String = "application/xml"), (String = "application/tei+xml"), (String = "text/csv"),
            )),
        crate::openapi::PageProblems,
        (status = 406, description = "`not-acceptable`: no format is one that the caller accepts", body = crate::problem::Problem,
            content_type = "application/problem+json"),
    )
)]
pub(super) async fn extract(
    State(app): State<App>,
    asked: AskedPage<Wanted>,
) -> Result<WrittenContent, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, options: (system, writing), accept, .. } = asked;
    let writing = writing.writing(accept.as_deref())?;
    let pipeline = turns.pipeline(&system.spec()).await?;
    let counted = app.clone();
    let work = move || {
        let extraction = page.extract(&pipeline);
        counted.metrics().page(extraction.verdict.kind);
        writing.of(extraction)
    };
    turns.run(work).await
}
