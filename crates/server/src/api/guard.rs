//! Middleware for every request: limits, origin, security headers, metrics.

use super::LONGEST_REQUEST;
use crate::App;
use crate::measures;
use crate::people::Secret;
use crate::problem::Problem;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

/// Where the policy of a response allows a style sheet inside a document.
const STYLES: &str = "style-src 'self'";

/// Returns the content security policy of a document with a style sheet of this hash inside.
pub fn policy_with_style(hash: &str) -> Option<HeaderValue> {
    let mut headers = HEADERS.iter();
    let (_, policy) = headers.find(|(name, _)| *name == "content-security-policy")?;
    let allowed = format!("{STYLES} 'sha256-{hash}'");
    HeaderValue::from_str(&policy.replace(STYLES, &allowed)).ok()
}

/// The headers of every response.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// Guards every request.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or("page", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let mut response = match admit(&app, &request) {
        Ok(()) => match tokio::time::timeout(LONGEST_REQUEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::unavailable("the request took too long").into_response(),
        },
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if path.starts_with("/api") && !headers.contains_key("cache-control") {
        headers.insert("cache-control", HeaderValue::from_static("no-store"));
    }
    let status = response.status();
    let seconds = start.elapsed().as_secs_f64();
    tracing::debug!(%method, path, status = status.as_u16(), seconds, "answered");
    let (method, status) = (known_method(&method), status.as_u16());
    let labels = format!("method=\"{method}\",path=\"{path}\",status=\"{status}\"");
    measures::REQUESTS.record_for(labels, seconds);
    response
}

/// Maps unknown methods to one label, so that clients cannot create new metrics.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

fn admit(app: &App, request: &Request) -> Result<(), Problem> {
    let path = request.uri().path();
    if path == "/health" || path == "/metrics" {
        return Ok(());
    }
    let wait = "Too many requests; retry in 1 second";
    if !app.by_address.take(address(app, request)) {
        return Err(Problem::too_many(wait));
    }
    if let Some(secret) = Secret::of(request.headers())
        && !app.by_session.take(secret.hash())
    {
        return Err(Problem::too_many(wait));
    }
    if request.method() != Method::GET || path.ends_with("/live") {
        same_origin(request.headers())?;
    }
    Ok(())
}

/// Rejects requests from pages of other sites, which must not act for the visitor. Programs send no origin.
fn same_origin(headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(ORIGIN) else {
        return Ok(());
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let origin = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"));
    match (origin, host) {
        (Some((_, origin)), Some(host)) if origin == host => Ok(()),
        _ => Err(Problem::forbidden("cross-origin requests are not allowed")),
    }
}

/// Returns the address whose requests are counted together; of an IPv6 address only the network prefix.
fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let told = forwarded(request.headers()).filter(|_| app.config.behind_proxy);
    match told.unwrap_or(peer).to_canonical() {
        IpAddr::V6(long) => IpAddr::V6((u128::from(long) >> 64 << 64).into()),
        short => short,
    }
}

/// Returns the address reported by the reverse proxy: the last one of the list, the only one that a client cannot forge.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let list = headers.get_all("x-forwarded-for").iter().next_back()?;
    list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Returns whether the request came over TLS, as far as the server can know.
pub fn over_tls(app: &App, headers: &HeaderMap) -> bool {
    let scheme = headers.get("x-forwarded-proto");
    app.config.behind_proxy && scheme.is_some_and(|scheme| scheme == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(origin: &'static str, host: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ORIGIN, HeaderValue::from_static(origin));
        headers.insert(HOST, HeaderValue::from_static(host));
        headers
    }

    #[test]
    fn a_document_may_have_the_style_sheet_that_it_was_built_with() {
        let policy = policy_with_style("abc=").unwrap();
        let policy = policy.to_str().unwrap();
        assert!(
            policy.contains("; style-src 'self' 'sha256-abc='; "),
            "{policy}"
        );
        assert!(policy_with_style("line\nbreak").is_none());
    }

    #[test]
    fn only_the_own_page_may_ask() {
        assert!(same_origin(&headers("http://durbar.example", "durbar.example")).is_ok());
        assert!(
            same_origin(&headers(
                "https://durbar.example:8443",
                "durbar.example:8443"
            ))
            .is_ok()
        );
        for other in [
            "https://evil.example",
            "null",
            "",
            "https://durbar.example.evil.example",
        ] {
            assert!(
                same_origin(&headers(other, "durbar.example")).is_err(),
                "{other}"
            );
        }
        assert!(same_origin(&HeaderMap::new()).is_ok());
    }
}
