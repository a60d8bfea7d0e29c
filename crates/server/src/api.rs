//! The HTTP API. Each handler contains its description, which is served as OpenAPI.

mod absence;
mod account;
mod conduct;
mod contacts;
mod description;
pub(crate) mod guard;
pub(crate) mod input;
mod lists;
mod me;
mod people;
pub(crate) mod seats;
mod sign_in;
pub(crate) mod table;
pub(crate) mod turns;

use crate::App;
use crate::measures;
use crate::page;
use crate::preview;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Durbar",
        description = "Tables of Taj Mahal, Amritsar and Maharaja for people and bots. Begin with `POST /api/me`. \
            Errors are problem documents (RFC 9457)."
    ),
    components(schemas(protocol::Problem))
)]
struct Api;

/// The time limit for a request.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);

fn described() -> (Router<App>, Description) {
    let (routes, mut description) = declared();
    description::complete(&mut description);
    (routes, description)
}

fn declared() -> (Router<App>, Description) {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(lists::games))
        .routes(routes!(me::me, me::name_me, me::sign_out))
        .routes(routes!(me::token))
        .routes(routes!(me::sessions, me::end_other_sessions))
        .routes(routes!(me::end_session))
        .routes(routes!(account::account, account::delete_account))
        .routes(routes!(account::passkey_challenge))
        .routes(routes!(account::add_passkey))
        .routes(routes!(account::remove_passkey))
        .routes(routes!(account::codes))
        .routes(routes!(account::device_link))
        .routes(routes!(account::privacy))
        .routes(routes!(sign_in::sign_in_challenge))
        .routes(routes!(sign_in::sign_in_by_passkey))
        .routes(routes!(sign_in::sign_in_by_code))
        .routes(routes!(sign_in::owner_of_link))
        .routes(routes!(sign_in::sign_in_by_link))
        .routes(routes!(contacts::contacts, contacts::add))
        .routes(routes!(contacts::remove))
        .routes(routes!(contacts::confirm))
        .routes(routes!(contacts::set_quiet))
        .routes(routes!(contacts::webhooks, contacts::add_webhook))
        .routes(routes!(contacts::remove_webhook))
        .routes(routes!(people::profile))
        .routes(routes!(people::games))
        .routes(routes!(conduct::blocked))
        .routes(routes!(conduct::block, conduct::unblock))
        .routes(routes!(conduct::report))
        .routes(routes!(lists::my_tables))
        .routes(routes!(lists::open_tables, table::create))
        .routes(routes!(table::read))
        .routes(routes!(table::live))
        .routes(routes!(table::record))
        .routes(routes!(table::say))
        .routes(routes!(seats::sit))
        .routes(routes!(seats::leave))
        .routes(routes!(seats::set_seat))
        .routes(routes!(seats::ready))
        .routes(routes!(seats::shuffle))
        .routes(routes!(seats::start))
        .routes(routes!(turns::play))
        .routes(routes!(turns::undo))
        .routes(routes!(turns::answer_undo))
        .routes(routes!(turns::resign))
        .routes(routes!(turns::come_back))
        .routes(routes!(turns::rematch))
        .routes(routes!(absence::nudge))
        .routes(routes!(absence::stand_in))
        .routes(routes!(absence::vacation))
        .routes(routes!(absence::substitute))
        .routes(routes!(absence::answer_substitute))
        .split_for_parts()
}

/// Returns the OpenAPI description of the API.
pub fn describe() -> Description {
    described().1
}

/// Returns all routes of the server.
pub fn routes(app: App) -> Router {
    let (api, description) = described();
    let description = description.to_json().unwrap_or_default();
    let shown = move || {
        let description = description.clone();
        async move { ([(CONTENT_TYPE, "application/json")], description) }
    };
    api.route("/api/openapi.json", get(shown))
        .route("/api/{*unknown}", axum::routing::any(unknown))
        .route("/health", get(health))
        .route("/picture/{table}/{name}", get(preview::serve))
        .fallback(get(page::file))
        .method_not_allowed_fallback(async || Problem::wrong_method())
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(app)
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    measures::PANICS.count();
    tracing::error!("a request ended in a panic");
    Problem::internal().into_response()
}

async fn unknown() -> Problem {
    Problem::not_found("there is nothing at this address; see /api/openapi.json")
}

/// Returns 200 if this node can do its work, otherwise 503: the store writes, and other nodes are heard.
async fn health(State(app): State<App>) -> Response {
    if *app.stopping.borrow() {
        return Problem::unavailable("the server is stopping").into_response();
    }
    if !app.hears_others() {
        let detail = "notifications of other nodes do not arrive; this node may show the past";
        return Problem::unavailable(detail).into_response();
    }
    match app.check_store().await {
        Ok(()) => Json(serde_json::json!({"status": "ok"})).into_response(),
        Err(error) => Problem::from(error).into_response(),
    }
}

/// Returns the routes of the address for the host alone.
pub fn metrics_routes() -> Router {
    Router::new().route("/metrics", get(metrics))
}

async fn metrics() -> Response {
    let plain = HeaderValue::from_static("text/plain; version=0.0.4");
    let fresh = HeaderValue::from_static("no-store");
    let headers = [(CONTENT_TYPE, plain), (CACHE_CONTROL, fresh)];
    (headers, measures::render()).into_response()
}
