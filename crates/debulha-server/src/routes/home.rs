//! `GET /`: a page to try the service with. It asks nobody else.

use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use debulha_compare::markup::THEME;

/// What the page may do: run its own script and ask this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Asset<T> = ([(HeaderName, &'static str); 2], T);

fn asset<T: IntoResponse>(media: &'static str, text: T) -> Asset<T> {
    ([(header::CONTENT_TYPE, media), (header::CONTENT_SECURITY_POLICY, POLICY)], text)
}

/// A page to try the service with
#[utoipa::path(get, path = "/", tag = "service", responses((status = 200, description = "The page", content_type = "text/html", body = String)))]
pub(super) async fn home() -> impl IntoResponse {
    asset("text/html; charset=utf-8", include_str!("../home/index.html"))
}

/// The script of the page
#[utoipa::path(get, path = "/app.js", tag = "service", responses((status = 200, description = "The script", content_type = "text/javascript", body = String)))]
pub(super) async fn script() -> impl IntoResponse {
    asset("text/javascript; charset=utf-8", include_str!("../home/app.js"))
}

/// The style of the page: the look of all pages of debulha, and its own
#[utoipa::path(get, path = "/style.css", tag = "service", responses((status = 200, description = "The style sheet", content_type = "text/css", body = String)))]
pub(super) async fn style() -> impl IntoResponse {
    asset("text/css; charset=utf-8", format!("{THEME}{}", include_str!("../home/style.css")))
}
