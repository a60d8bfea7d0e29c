//! The page: the one place that knows where its files come from.

use axum::http::Uri;
use axum::response::{Html, IntoResponse, Response};

/// What stands where the page will be.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Durbar</title>\
    <p>This server was built without its page. The API is described at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// A file of the page.
pub async fn file(_address: Uri) -> Response {
    Html(NOT_BUILT).into_response()
}
