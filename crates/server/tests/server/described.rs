//! The server answers as its description says: requests are made from the description alone, right ones and wrong ones, and every answer is compared with it.

use crate::house::House;
use kit::{Dice, Seed, below, dice};
use serde_json::{Map, Value, json};
use visitor::{Reply, Visitor, body, request};

/// The description of the API, and a client made from nothing else.
struct Described {
    description: Value,
}

/// An operation: its method, its path and what is said about it.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    about: &'a Value,
}

impl Described {
    async fn by(visitor: &mut Visitor) -> Self {
        let description = visitor.get("/api/openapi.json").await.unwrap();
        Described { description }
    }

    fn operations(&self) -> Vec<Operation<'_>> {
        let paths = self.description["paths"].as_object().unwrap();
        paths
            .iter()
            .flat_map(|(path, item)| {
                item.as_object()
                    .unwrap()
                    .iter()
                    .map(|(method, about)| Operation {
                        method,
                        path,
                        about,
                    })
            })
            .collect()
    }

    fn operation(&self, name: &str) -> Operation<'_> {
        let mut all = self.operations().into_iter();
        all.find(|operation| operation.about["operationId"] == name)
            .unwrap_or_else(|| panic!("no operation {name}"))
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                let name = name.rsplit('/').next().unwrap();
                self.resolved(&self.description["components"]["schemas"][name])
            }
            None => schema,
        }
    }

    /// Says what is wrong with a value, if it does not fit a schema.
    fn fault(&self, value: &Value, schema: &Value) -> Option<String> {
        let schema = self.resolved(schema);
        for (all, enough) in [("oneOf", 1), ("anyOf", 1)] {
            if let Some(kinds) = schema[all].as_array() {
                let faults: Vec<String> = kinds
                    .iter()
                    .filter_map(|kind| self.fault(value, kind))
                    .collect();
                if kinds.len() - faults.len() < enough {
                    return Some(format!("{value} is none of {all}: {faults:?}"));
                }
            }
        }
        if let Some(kinds) = schema["allOf"].as_array()
            && let Some(fault) = kinds.iter().find_map(|kind| self.fault(value, kind))
        {
            return Some(fault);
        }
        if let Some(values) = schema["enum"].as_array()
            && !values.contains(value)
        {
            return Some(format!("{value} is none of {values:?}"));
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let fits = types.iter().any(|kind| match *kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            _ => value.is_null(),
        });
        if !fits {
            return Some(format!("{value} is not of type {types:?}"));
        }
        if let Some(items) = value.as_array() {
            return items
                .iter()
                .find_map(|item| self.fault(item, &schema["items"]));
        }
        let object = value.as_object()?;
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Some(format!("{name} is missing in {value}"));
            }
        }
        let properties = schema["properties"].as_object()?;
        object.iter().find_map(|(name, value)| {
            let known = properties.get(name)?;
            let fault = self.fault(value, known)?;
            Some(format!("{name}: {fault}"))
        })
    }

    /// Checks that an answer is one of those that are declared.
    fn check(&self, operation: &Operation<'_>, reply: &Reply, sent: &str) {
        let (method, path) = (operation.method, operation.path);
        let asked = format!("{method} {path} with {sent}");
        let status = reply.status.as_u16().to_string();
        let declared = &operation.about["responses"][&status];
        assert!(
            declared.is_object(),
            "{asked}: {status} is not declared: {}",
            reply.text()
        );
        let Some(content) = declared["content"].as_object() else {
            assert!(reply.body.is_empty(), "{asked}: {status} has a body");
            return;
        };
        let kind = reply.headers["content-type"].to_str().unwrap();
        let kind = kind.split(';').next().unwrap();
        let content = content
            .get(kind)
            .unwrap_or_else(|| panic!("{asked}: {status} is {kind}"));
        if kind.ends_with("json") {
            let value: Value = serde_json::from_slice(&reply.body).unwrap();
            let fault = self.fault(&value, &content["schema"]);
            assert_eq!(fault, None, "{asked}: {status}");
        }
    }

    /// Returns a value that fits a schema.
    fn value(&self, schema: &Value, dice: &mut Dice) -> Value {
        let schema = self.resolved(schema);
        for all in ["oneOf", "anyOf"] {
            if let Some(kinds) = schema[all].as_array() {
                return self.value(pick(kinds, dice), dice);
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            return pick(values, dice).clone();
        }
        let kind = match &schema["type"] {
            Value::Array(several) => pick(several, dice).as_str().unwrap_or("null"),
            one => one.as_str().unwrap_or("object"),
        };
        match kind {
            "object" => {
                let mut object = Map::new();
                let required = schema["required"].as_array().cloned().unwrap_or_default();
                for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                    if required.contains(&json!(name)) || below(dice, 2) == 0 {
                        object.insert(name.clone(), self.value(property, dice));
                    }
                }
                Value::Object(object)
            }
            "array" => (0..below(dice, 4))
                .map(|_| self.value(&schema["items"], dice))
                .collect(),
            "integer" => json!(below(dice, 6)),
            "boolean" => json!(below(dice, 2) == 0),
            "string" => {
                let words = [
                    "taj-mahal",
                    "amritsar",
                    "maharaja",
                    "withdraw",
                    "easy",
                    "Anna",
                    "é🐘",
                    "",
                ];
                json!(pick(&words, dice))
            }
            _ => Value::Null,
        }
    }

    /// Sends what an operation needs, by names of parameters and fields.
    async fn call(&self, visitor: &mut Visitor, name: &str, values: Value) -> Value {
        let operation = self.operation(name);
        let (mut path, mut query) = (operation.path.to_owned(), Vec::new());
        for parameter in operation.about["parameters"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let name = parameter["name"].as_str().unwrap();
            match (parameter["in"].as_str().unwrap(), values.get(name)) {
                ("path", value) => {
                    let value = value.and_then(Value::as_str).unwrap();
                    path = path.replace(&format!("{{{name}}}"), value);
                }
                (_, Some(value)) => query.push(format!("{name}={value}")),
                _ => (),
            }
        }
        let path = format!("{path}?{}", query.join("&"));
        let schema = &operation.about["requestBody"]["content"]["application/json"]["schema"];
        let body = self.resolved(schema)["properties"]
            .as_object()
            .map(|properties| {
                let fields = properties.keys().filter_map(|name| {
                    let value = values.get(name)?;
                    Some((name.clone(), value.clone()))
                });
                Value::Object(fields.collect())
            });
        let method = operation.method.to_uppercase();
        let reply = visitor.send(&method, &path, body.clone()).await.unwrap();
        self.check(&operation, &reply, &format!("{body:?}"));
        if let Some(cookie) = reply.headers.get("set-cookie") {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            visitor.cookie = Some(cookie.to_owned());
        }
        serde_json::from_slice(&reply.body).unwrap_or(Value::Null)
    }
}

fn pick<'a, T>(all: &'a [T], dice: &mut Dice) -> &'a T {
    &all[below(dice, all.len() as u32) as usize]
}

/// How many requests are made of each operation.
const REQUESTS: u32 = 60;

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_one_that_is_declared() {
    let house = House::open().await;
    let (anna, mut ben, table) = house.duel("taj-mahal").await;
    let described = Described::by(&mut ben).await;
    let mut dice = dice(Seed::from_text("described"));
    let waiting = ben.create(json!({"game": "taj-mahal"})).await.unwrap();
    for operation in described.operations() {
        // These two would end the visitors' sessions.
        let ends = operation.method == "delete";
        for number in 0..REQUESTS {
            let id = [table.as_str(), &waiting, "0000000000000000000000", "../x"];
            let path = operation.path.replace("{id}", pick::<&str>(&id, &mut dice));
            let query = match below(&mut dice, 4) {
                0 => "?since=0&chat=0&at_least=1",
                1 => "?since=-1&chat=x",
                2 => "?since=18446744073709551615",
                _ => "",
            };
            let schema = &operation.about["requestBody"]["content"]["application/json"]["schema"];
            let mut sent = match schema.is_null() {
                true => String::new(),
                false => described.value(schema, &mut dice).to_string(),
            };
            // Some are spoilt: cut, too long, of another shape, or not JSON at all.
            match below(&mut dice, 8) {
                0 => sent = sent.chars().take(sent.len() / 2).collect(),
                1 => sent = format!("[{sent}]"),
                2 => sent = "\u{0}".to_owned(),
                3 if number % 10 == 0 => sent = format!("\"{}\"", "x".repeat(20_000)),
                _ => (),
            }
            let kind = match below(&mut dice, 8) {
                0 => "text/plain",
                _ => "application/json",
            };
            let method = operation.method.to_uppercase();
            let mut request = request(&method, &format!("{path}{query}"))
                .header("host", house.address.to_string())
                .header("content-type", kind);
            if below(&mut dice, 4) > 0 && !ends {
                request = request.header("cookie", anna.cookie.as_ref().unwrap());
            }
            if below(&mut dice, 16) == 0 {
                request = request.header("origin", "https://evil.example");
            }
            let request = request.body(body(&sent)).unwrap();
            let reply = house.stranger().send_raw(request).await.unwrap();
            let length = sent.len().min(200);
            let shown: String = sent.chars().take(length).collect();
            described.check(&operation, &reply, &format!("{query} {shown}"));
            assert!(
                reply.status.as_u16() < 500,
                "{method} {path}: {}",
                reply.text()
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_made_from_the_description_plays_a_game() {
    let house = House::open().await;
    let (mut anna, mut ben) = (house.stranger(), house.stranger());
    let described = Described::by(&mut anna).await;
    described
        .call(&mut anna, "name_me", json!({"name": "Anna"}))
        .await;
    described
        .call(&mut ben, "name_me", json!({"name": "Ben"}))
        .await;
    let wanted = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me", "open"]});
    let table = described.call(&mut anna, "create", wanted).await;
    let id = table["table"].clone();
    described
        .call(&mut ben, "sit", json!({"id": id, "seat": 1}))
        .await;
    described.call(&mut anna, "start", json!({"id": id})).await;
    let mut people = [anna, ben];
    for turn in 0..1_000 {
        let person = &mut people[turn % 2];
        let update = described
            .call(person, "read", json!({"id": id, "since": 0}))
            .await;
        if update["status"] == "over" {
            assert!(update["position"]["standings"]["over"] == true);
            return;
        }
        let legal = update["position"]["legal"].as_array().unwrap();
        if let Some(action) = legal.first() {
            let play = json!({"id": id, "version": update["version"], "action": action});
            described.call(person, "play", play).await;
        }
    }
    panic!("the game did not end");
}
