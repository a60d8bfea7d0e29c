//! The files of the page.

use crate::App;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use axum::response::{Html, IntoResponse, Response};

/// Shown if the page was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Durbar</title>\
    <p>This server was built without its page; <code>cargo play</code> builds it. The API is described at \
    <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// Returns a file of the page, in the smallest encoding that the browser accepts.
pub async fn file(State(app): State<App>, address: Uri, headers: HeaderMap) -> Response {
    if app.config.page.is_empty() {
        return Html(NOT_BUILT).into_response();
    }
    let Some(file) = app.config.page.file(address.path()) else {
        return Problem::not_found("the page has no such file").into_response();
    };
    let accepted = headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let (content, encoding) = file.content(accepted.unwrap_or_default());
    let keep = if file.immutable {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.mime));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}
