//! What holds for every operation of the API, written once into its description.

use crate::limits::{LONGEST_ACTION, LONGEST_BODY, LONGEST_KEY, LONGEST_LINE, LONGEST_REPORT};
use crate::people::{COOKIE, HOST_COOKIE, LONGEST_NAME};
use bots::Level;
use kit::{Key as _, MAX_SEATS};
use serde_json::{Value, json};
use table::AnyGame;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{AdditionalProperties, Object, Schema};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, SecurityRequirement};
use words::Language;

/// The type of problem documents.
const PROBLEM: &str = "application/problem+json";
/// A key: no control characters.
const KEY: &str = r"^[^\u0000-\u001f\u007f-\u009f]+$";
/// A name: no control characters, and something to see.
const NAME: &str = r"^[^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb][^\u0000-\u001f\u007f-\u009f]*$";
/// A message: the same with several lines.
const MESSAGE: &str = r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u00a0\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000][^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$";

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
        ("NewPasskey", "name", LONGEST_NAME),
        ("Say", "text", LONGEST_LINE),
        ("Say", "key", LONGEST_KEY),
        ("NewReport", "text", LONGEST_REPORT),
        ("Play", "action", LONGEST_ACTION),
        ("Play", "key", LONGEST_KEY),
        ("NewTable", "key", LONGEST_KEY),
    ] {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(schema) {
            bound(object, property, longest);
        }
    }
    let levels: Vec<Value> = Level::all().map(|level| json!(level)).collect();
    let games = AnyGame::ALL.map(|game| json!(game.about().key));
    let levels_or_none = levels.iter().cloned().chain([Value::Null]);
    for (schema, property, values) in [
        ("NewTable", "game", games.to_vec()),
        ("NewTable", "stand_in", levels_or_none.collect()),
    ] {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(schema) {
            choose(object, property, &values);
        }
    }
    let languages = Language::ALL.map(|language| json!(language.tag()));
    for schema in ["NewContact", "NewWebhook"] {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(schema) {
            choose(object, "language", &languages);
        }
    }
    // One of several kinds has one field, its kind.
    for schema in ["SeatFor", "Pace"] {
        if let Some(RefOr::T(Schema::OneOf(kinds))) = components.schemas.get_mut(schema) {
            for kind in &mut kinds.items {
                if let RefOr::T(Schema::Object(object)) = kind {
                    choose(object, "bot", &levels);
                    if !object.properties.is_empty() {
                        let nothing_else = AdditionalProperties::FreeForm(false);
                        object.additional_properties = Some(Box::new(nothing_else));
                    }
                }
            }
        }
    }
    for schema in components.schemas.values_mut() {
        if let RefOr::T(Schema::Object(object)) = schema
            && let Some(RefOr::T(Schema::Object(seat))) = object.properties.get_mut("seat")
        {
            seat.maximum = Some((MAX_SEATS - 1).into());
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

/// Lists the values of a property.
fn choose(object: &mut Object, property: &str, values: &[Value]) {
    if let Some(RefOr::T(Schema::Object(text))) = object.properties.get_mut(property) {
        text.enum_values = Some(values.to_vec());
    }
}

/// Bounds the length of a text, and says what it consists of.
fn bound(object: &mut Object, property: &str, longest: usize) {
    if let Some(RefOr::T(Schema::Object(text))) = object.properties.get_mut(property) {
        text.min_length = Some(1);
        text.max_length = Some(longest);
        let pattern = match property {
            "key" => Some(KEY),
            "name" => Some(NAME),
            "text" => Some(MESSAGE),
            _ => None,
        };
        text.pattern = pattern.map(str::to_owned);
    }
}
