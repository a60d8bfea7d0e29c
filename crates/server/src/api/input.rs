//! The input of requests: bodies, table ids and queries.

use crate::App;
use crate::limits::{LONGEST_BODY, LONGEST_KEY};
use crate::problem::Problem;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;
use table::TableId;

/// A JSON body. A body that only has optional fields can be omitted.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &App) -> Result<Self, Problem> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        // Other sites can send forms without a preflight request, but not JSON.
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(Problem::not_json());
        }
        let bytes = to_bytes(request.into_body(), LONGEST_BODY)
            .await
            .map_err(|_| Problem::too_large(format!("a body has at most {LONGEST_BODY} bytes")))?;
        let body = read(&bytes);
        body.map(Body)
            .map_err(|error| Problem::bad_request(format!("invalid body: {error}")))
    }
}

/// Reads JSON. For a client whose language only has floating-point numbers, 5.0 is the integer 5, as JSON Schema says.
fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice(text).or_else(|error| {
        let mut value: Value = serde_json::from_slice(text)?;
        make_whole(&mut value);
        serde_json::from_value(value).map_err(|_| error)
    })
}

/// Writes numbers without a fraction as integers.
fn make_whole(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        Value::Number(number) => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0);
            if let Some(whole) = whole.filter(|number| number.abs() < LARGEST_WHOLE)
                && number.is_f64()
            {
                *number = (whole as i64).into();
            }
        }
        _ => (),
    }
}

/// Every smaller integer is exact as a floating-point number.
const LARGEST_WHOLE: f64 = (1_u64 << 53) as f64;

/// Returns an idempotency key that is valid.
pub fn fit_key(key: &str) -> Result<&str, Problem> {
    match (1..=LONGEST_KEY).contains(&key.chars().count()) && !key.chars().any(char::is_control) {
        true => Ok(key),
        false => Err(Problem::invalid(format!(
            "a key has 1 to {LONGEST_KEY} printable characters"
        ))),
    }
}

/// The table id in the path.
pub struct At(pub TableId);

impl FromRequestParts<App> for At {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(id) = path.map_err(|_| Problem::no_table())?;
        id.parse().map(At).map_err(|_| Problem::no_table())
    }
}

/// The query of the URL.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        let Query(asked) = query.map_err(|error| Problem::bad_request(error.body_text()))?;
        Ok(Asked(asked))
    }
}
