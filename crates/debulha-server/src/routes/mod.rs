//! The routes of the service, each with its documentation for the OpenAPI document.

mod batch;
mod compare;
mod extract;
mod home;
mod openapi;
mod page;
mod records;
mod segment;
mod status;
mod systems;
mod why;

pub(crate) use compare::CompareFields;
pub(crate) use records::RecordsFields;
pub(crate) use segment::SegmentFields;
pub(crate) use why::WhyFields;

use crate::app::App;
use axum::Router;
use axum::routing::{MethodRouter, get, post};

/// The routes with what answers there.
fn table() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/", get(home::home)),
        ("/app.js", get(home::script)),
        ("/style.css", get(home::style)),
        ("/health", get(status::health)),
        ("/metrics", get(status::metrics)),
        ("/openapi.json", get(openapi::document)),
        ("/v1/batch", post(batch::batch)),
        ("/v1/compare", post(compare::compare)),
        ("/v1/extract", post(extract::extract)),
        ("/v1/metadata", post(page::metadata)),
        ("/v1/records", post(records::records)),
        ("/v1/segment", post(segment::segment)),
        ("/v1/systems", get(systems::systems)),
        ("/v1/verdict", post(page::verdict)),
        ("/v1/why", post(why::why)),
    ]
}

/// Routes that need no token: they tell nothing but what the program is.
pub(crate) const OPEN: [&str; 5] = ["/", "/app.js", "/style.css", "/health", "/openapi.json"];

/// All routes.
pub(crate) fn routes() -> Router<App> {
    table().into_iter().fold(Router::new(), |router, (path, answers)| router.route(path, answers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_documented_and_every_documented_route_is_there() {
        let own = table().into_iter().map(|(path, _)| path.to_owned());
        // `/r` and `/r/` are one.
        let faces = faces::paths().into_iter().filter(|path| !path.ends_with('/'));
        let there: BTreeSet<String> = own.chain(faces).collect();
        let documented: BTreeSet<String> = openapi::paths().into_iter().collect();
        assert_eq!(there, documented);
        assert!(OPEN.iter().all(|path| there.contains(*path)));
    }
}
