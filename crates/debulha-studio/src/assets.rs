//! The files of the app, which are part of the program.

use crate::wire::not_there;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use debulha_compare::markup::THEME;
use debulha_server::problem::Problem;
use rust_embed::RustEmbed;

/// The folder `web`. Debug builds read it from there each time.
#[derive(RustEmbed)]
#[folder = "web"]
struct WebFiles;

/// The style sheet that the app shares with all reports.
pub(crate) const THEME_FILE: &str = "theme.css";

/// What the app may do: load its own files, ask its own server, and show pages from it in frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the app, by its path.
///
/// # Errors
/// 404 for what is no file of it.
pub(crate) fn file(path: &str) -> Result<Response, Problem> {
    let mut response = match path {
        THEME_FILE => THEME.into_response(),
        _ => WebFiles::get(path).ok_or_else(not_there)?.data.into_owned().into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}

/// The page for those who come without the token of this run.
///
/// # Errors
/// 404 where the program has no such page.
pub(crate) fn without_token() -> Result<Response, Problem> {
    let mut response = file("no-token.html")?;
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
