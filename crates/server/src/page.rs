//! The files of the page.

use crate::App;
use crate::api::guard::{over_tls, policy_with_style};
use crate::preview::Preview;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, VARY,
};
use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use protocol::Update;
use words::Language;

/// Shown if the page was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Durbar</title>\
    <p>This server was built without its page; <code>cargo play</code> builds it. The API is described at \
    <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// Returns a file of the page, in the smallest encoding that the browser accepts.
pub async fn file(State(app): State<App>, address: Uri, headers: HeaderMap) -> Response {
    let page = &app.config.page;
    if page.is_empty() {
        return Html(NOT_BUILT).into_response();
    }
    let language = language(text(&headers, ACCEPT_LANGUAGE));
    let Some(file) = page.file(address.path(), language.tag()) else {
        return Problem::not_found("the page has no such file").into_response();
    };
    let (content, encoding) = file.content(text(&headers, ACCEPT_ENCODING));
    let keep = if file.immutable {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    // Browsers tell what they want a document for. Programs that show a preview of a link do not; they need a whole address for its picture.
    let previewed = file.document && !headers.contains_key("sec-fetch-dest");
    let configured = app.config.origin.clone();
    let origin = configured.or_else(|| origin(&headers, over_tls(&app, &headers)));
    let origin = origin.filter(|_| previewed);
    let table = match table_at(address.path()).filter(|_| file.document) {
        None => Table::None,
        Some(id) => look_at(&app, id, origin.is_some()).await,
    };
    let (mut response, encoding) = match (origin, &table) {
        (Some(origin), Table::Here(update)) => {
            let document = String::from_utf8_lossy(file.content("").0);
            let preview = Preview::of(update, language);
            let document = preview.in_document(&document, update, language, &origin);
            (document.into_response(), None)
        }
        (Some(origin), _) => (
            with_origin(file.content("").0, &origin).into_response(),
            None,
        ),
        (None, _) => (content.into_response(), encoding),
    };
    // People are found by their games, not by search engines.
    let is_private = matches!(&table, Table::Here(update) if !update.listed);
    if is_private || address.path().starts_with("/people/") {
        let hidden = HeaderValue::from_static("noindex");
        response.headers_mut().insert("x-robots-tag", hidden);
    }
    if !file.known || matches!(table, Table::Missing) {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.mime));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    let vary = match file.document {
        true => "accept-encoding, accept-language, sec-fetch-dest",
        false => "accept-encoding",
    };
    headers.insert(VARY, HeaderValue::from_static(vary));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if let Some(policy) = page.style_hash().and_then(policy_with_style)
        && file.document
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// The table that a document is about.
enum Table {
    /// It is about none, or the table cannot be read now.
    None,
    /// There is no such table.
    Missing,
    /// As the public sees it.
    Here(Box<Update>),
}

/// Returns the id in the address of a table.
fn table_at(path: &str) -> Option<&str> {
    let id = path.strip_prefix("/table/")?.trim_end_matches('/');
    (!id.is_empty() && !id.contains('/')).then_some(id)
}

async fn look_at(app: &App, id: &str, whole: bool) -> Table {
    let Ok(id) = id.parse() else {
        return Table::Missing;
    };
    match app.public_update(&id, whole).await {
        Ok(update) => Table::Here(Box::new(update)),
        Err(problem) if problem.status() == 404 => Table::Missing,
        Err(_) => Table::None,
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default()
}

/// The first of the accepted languages that the page speaks; browsers name the best first.
fn language(accepted: &str) -> Language {
    let mut tags = accepted.split(',').map(|tag| tag.split(';').next());
    tags.find_map(|tag| Language::of_tag(tag?.trim()))
        .unwrap_or_default()
}

/// The beginning of the addresses of this server, if the request tells it and it is harmless inside a document.
pub fn origin(headers: &HeaderMap, over_tls: bool) -> Option<String> {
    let host = text(headers, HOST);
    let harmless = |letter: u8| letter.is_ascii_alphanumeric() || b".:-[]".contains(&letter);
    let scheme = if over_tls { "https" } else { "http" };
    (!host.is_empty() && host.bytes().all(harmless)).then(|| format!("{scheme}://{host}"))
}

/// The document with a whole address for the picture of its preview.
fn with_origin(document: &[u8], origin: &str) -> String {
    let document = String::from_utf8_lossy(document);
    document.replace(
        "content=\"/preview.png\"",
        &format!("content=\"{origin}/preview.png\""),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_speaks_the_first_language_that_the_page_knows() {
        assert_eq!(language("fr, de-AT;q=0.8, en;q=0.5"), Language::De);
        assert_eq!(language("ru"), Language::Ru);
        for other in ["", "fr", "*", ";;,"] {
            assert_eq!(language(other), Language::En, "{other}");
        }
    }

    #[test]
    fn a_preview_has_a_picture_with_a_whole_address() {
        let mut headers = HeaderMap::new();
        assert_eq!(origin(&headers, false), None);
        headers.insert(HOST, HeaderValue::from_static("durbar.example:4040"));
        let origin_here = origin(&headers, false).unwrap();
        let document = b"<meta property=\"og:image\" content=\"/preview.png\">";
        assert_eq!(
            with_origin(document, &origin_here),
            "<meta property=\"og:image\" content=\"http://durbar.example:4040/preview.png\">"
        );
        assert_eq!(
            origin(&headers, true).unwrap(),
            "https://durbar.example:4040"
        );
        headers.insert(HOST, HeaderValue::from_static("a\"><script>"));
        assert_eq!(origin(&headers, true), None);
    }
}
