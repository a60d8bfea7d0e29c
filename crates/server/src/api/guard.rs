//! Middleware for every request: limits, origin, security headers, metrics.

use super::LONGEST_REQUEST;
use crate::App;
use crate::connections::network;
use crate::measures;
use crate::people::Secret;
use crate::problem::Problem;
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::request::Parts;
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
    match status.is_server_error() {
        true => tracing::warn!(%method, path, status = status.as_u16(), seconds, "failed"),
        false => tracing::debug!(%method, path, status = status.as_u16(), seconds, "answered"),
    }
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
    if path == "/health" {
        return Ok(());
    }
    let wait = "Too many requests; retry in 1 second";
    if !app.by_address.take(address_of(app, request)) {
        return Err(Problem::too_many(wait));
    }
    if let Some(secret) = Secret::of(request.headers())
        && !app.by_session.take(secret.hash())
    {
        return Err(Problem::too_many(wait));
    }
    if request.method() != Method::GET || path.ends_with("/live") {
        same_origin(app.config.origin.as_deref(), request.headers())?;
    }
    Ok(())
}

/// Rejects requests from pages of other sites, which must not act for the visitor. Programs send no origin.
fn same_origin(own: Option<&str>, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().ok();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_own = match own {
        Some(own) => origin == Some(own),
        // Without a configured origin, the page comes from the host that the browser names.
        None => {
            let named = origin.and_then(|origin| origin.split_once("://"));
            named.is_some_and(|(_, named)| Some(named) == host)
        }
    };
    match is_own {
        true => Ok(()),
        false => Err(Problem::forbidden(
            "cross-origin requests are not allowed; behind a proxy, set --origin to the address of the site",
        )),
    }
}

/// The address of a client.
pub struct Address(pub IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Address(address(app, peer, &parts.headers)))
    }
}

fn address_of(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    address(app, peer, request.headers())
}

/// Returns the address whose requests are counted together.
fn address(app: &App, peer: Option<&ConnectInfo<SocketAddr>>, headers: &HeaderMap) -> IpAddr {
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    network(forwarded(headers, app.config.proxies).unwrap_or(peer))
}

/// Returns the address that the outermost of so many reverse proxies reports. Each appends the address that it sees, so the last ones of the list cannot be
/// forged by a client.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lists = headers.get_all("x-forwarded-for").iter();
    let lists: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
    let addresses = lists.iter().flat_map(|list| list.split(','));
    let addresses: Vec<&str> = addresses.map(str::trim).collect();
    let place = addresses.len().checked_sub(proxies.max(1))?;
    let address = addresses.get(place).filter(|_| proxies > 0)?;
    address.parse().ok()
}

/// Returns whether the request came over TLS, as far as the server can know.
pub fn over_tls(app: &App, headers: &HeaderMap) -> bool {
    if let Some(origin) = &app.config.origin {
        return origin.starts_with("https://");
    }
    app.config.proxies > 0 && forwarded_tls(headers)
}

/// Returns whether the outermost reverse proxy, which comes first, was reached over TLS.
fn forwarded_tls(headers: &HeaderMap) -> bool {
    let scheme = headers.get("x-forwarded-proto");
    let scheme = scheme.and_then(|scheme| scheme.to_str().ok());
    let outermost = scheme.and_then(|scheme| scheme.split(',').next());
    outermost.is_some_and(|scheme| scheme.trim() == "https")
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
        let alone = |origin, host| same_origin(None, &headers(origin, host));
        assert!(alone("http://durbar.example", "durbar.example").is_ok());
        assert!(alone("https://durbar.example:8443", "durbar.example:8443").is_ok());
        for other in [
            "https://evil.example",
            "null",
            "",
            "https://durbar.example.evil.example",
        ] {
            assert!(alone(other, "durbar.example").is_err(), "{other}");
            let own = Some("https://durbar.example");
            assert!(same_origin(own, &headers(other, "proxied")).is_err());
        }
        assert!(same_origin(None, &HeaderMap::new()).is_ok());
        // A proxy may change the host; the configured origin counts.
        let own = Some("https://durbar.example");
        let asked = headers("https://durbar.example", "127.0.0.1:4040");
        assert!(same_origin(own, &asked).is_ok());
        assert!(same_origin(own, &headers("http://127.0.0.1:4040", "127.0.0.1:4040")).is_err());
    }

    #[test]
    fn the_outermost_of_the_trusted_proxies_tells_the_address() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 1.1.1.1".parse().unwrap());
        headers.append("x-forwarded-for", "10.0.0.2".parse().unwrap());
        let told = |proxies| forwarded(&headers, proxies).map(|address| address.to_string());
        assert_eq!(told(0), None);
        assert_eq!(told(1).unwrap(), "10.0.0.2");
        assert_eq!(told(2).unwrap(), "1.1.1.1");
        assert_eq!(told(4), None);
    }

    #[test]
    fn tls_ends_at_the_outermost_proxy() {
        let tells = |schemes: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-proto", schemes.parse().unwrap());
            forwarded_tls(&headers)
        };
        assert!(tells("https") && tells("https, http"));
        assert!(!tells("http") && !tells("http, https") && !tells(""));
        assert!(!forwarded_tls(&HeaderMap::new()));
    }
}
