//! What holds for every operation of the API, written once into its description.

use crate::limits::{LONGEST_ACTION, LONGEST_BODY, LONGEST_KEY, LONGEST_LINE};
use crate::people::{COOKIE, HOST_COOKIE, LONGEST_NAME};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, SecurityRequirement};

/// The type of problem documents.
const PROBLEM: &str = "application/problem+json";

/// Adds the answers that every operation can give, the ways to authenticate, and the bounds of texts.
pub fn complete(description: &mut OpenApi) {
    for item in description.paths.paths.values_mut() {
        for operation in operations(item) {
            complete_operation(operation);
        }
    }
    let components = description.components.get_or_insert_default();
    let schemes = [
        ("session", cookie(COOKIE, "The session of a browser.")),
        (
            "session-over-tls",
            cookie(HOST_COOKIE, "The same behind TLS."),
        ),
        (
            "token",
            SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)),
        ),
    ];
    for (name, scheme) in schemes {
        components
            .security_schemes
            .insert(name.to_owned(), RefOr::T(scheme));
    }
    for (schema, property, longest) in [
        ("Rename", "name", LONGEST_NAME),
        ("Say", "text", LONGEST_LINE),
        ("Say", "key", LONGEST_KEY),
        ("Play", "action", LONGEST_ACTION),
        ("Play", "key", LONGEST_KEY),
        ("NewTable", "key", LONGEST_KEY),
    ] {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(schema) {
            bound(object, property, longest);
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.delete]
        .into_iter()
        .filter_map(Option::as_mut)
}

fn complete_operation(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    let needs_session = responses.contains_key("401");
    let mut declare = |status: u16, says: &str| {
        let usual = RefOr::T(Response::new(says));
        responses.entry(status.to_string()).or_insert(usual);
    };
    declare(403, "Excluded by the host, or sent by another site's page");
    declare(429, "Too many requests; wait as long as `Retry-After` says");
    declare(500, "An internal error");
    declare(503, "Unavailable, or the outcome is unknown: see `type`");
    if operation.parameters.is_some() {
        declare(400, "The query is malformed");
        declare(404, "There is nothing with this id");
    }
    if operation.request_body.is_some() {
        declare(400, "The body is malformed");
        declare(413, &format!("The body has more than {LONGEST_BODY} bytes"));
        declare(415, "The body is not JSON");
        declare(422, "The request is never valid");
    }
    for (status, response) in responses {
        if let RefOr::T(response) = response
            && status.as_str() >= "400"
        {
            let problem = Content::new(Some(Ref::from_schema_name("Problem")));
            response.content.clear();
            response
                .content
                .insert(PROBLEM.to_owned(), RefOr::T(problem));
            if response.description.is_empty() {
                response.description = usual_words(status).to_owned();
            }
        }
    }
    let schemes = ["session", "session-over-tls", "token"];
    let required = schemes.map(|name| SecurityRequirement::new(name, [""; 0]));
    operation.security = match needs_session {
        true => Some(required.to_vec()),
        false => None,
    };
}

fn usual_words(status: &str) -> &'static str {
    match status {
        "401" => "No valid session",
        "404" => "There is nothing with this id",
        "409" => "The table does not allow this now; see `reason`",
        _ => "The request is never valid",
    }
}

fn cookie(name: &str, says: &str) -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(name, says)))
}

/// Bounds the length of a text.
fn bound(object: &mut Object, property: &str, longest: usize) {
    if let Some(RefOr::T(Schema::Object(text))) = object.properties.get_mut(property) {
        text.min_length = Some(1);
        text.max_length = Some(longest);
    }
}
