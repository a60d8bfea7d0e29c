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
            "integer" => value.as_f64().is_some_and(|value| value.fract() == 0.0),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            _ => value.is_null(),
        });
        if !fits {
            return Some(format!("{value} is not of type {types:?}"));
        }
        if let Some(number) = value.as_f64()
            && (schema["minimum"]
                .as_f64()
                .is_some_and(|least| number < least)
                || schema["maximum"].as_f64().is_some_and(|most| number > most))
        {
            return Some(format!("{value} is out of bounds"));
        }
        if let Some(text) = value.as_str() {
            let length = text.chars().count() as u64;
            let short = schema["minLength"]
                .as_u64()
                .is_some_and(|least| length < least);
            let long = schema["maxLength"]
                .as_u64()
                .is_some_and(|most| length > most);
            return (short || long).then(|| format!("a text of {length} characters"));
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
            "integer" => {
                let least = schema["minimum"].as_i64().unwrap_or(0);
                let number = match (schema["maximum"].as_i64(), below(dice, 4)) {
                    (Some(most), 0) => most,
                    (most, _) => (least + i64::from(below(dice, 6))).min(most.unwrap_or(i64::MAX)),
                };
                match below(dice, 6) {
                    0 => json!(number as f64),
                    _ => json!(number),
                }
            }
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
                let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
                let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX) as usize;
                match (pick(&words, dice), below(dice, 8)) {
                    (_, 0) => json!("é".repeat(most.min(200))),
                    (word, _) if (least..=most).contains(&word.chars().count()) => json!(word),
                    _ => json!("x".repeat(least)),
                }
            }
            _ => Value::Null,
        }
    }

    /// Spoils one part of a value: a required field is missing, or something is of another type or out of bounds. Returns whether there was such a part.
    fn spoil(&self, value: &mut Value, schema: &Value, dice: &mut Dice) -> bool {
        let schema = self.resolved(schema);
        let Some(object) = value.as_object_mut() else {
            return false;
        };
        let required: Vec<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if !required.is_empty() && below(dice, 3) == 0 {
            return object.remove(*pick(&required, dice)).is_some();
        }
        let fields: Vec<String> = object.keys().cloned().collect();
        if fields.is_empty() {
            return false;
        }
        let name = pick(&fields, dice);
        let schema = &schema["properties"][name];
        if below(dice, 2) == 0 && self.spoil(&mut object[name], schema, dice) {
            return true;
        }
        let schema = self.resolved(schema);
        let bound = |name: &str, by: i64| schema[name].as_i64().map(|bound| json!(bound + by));
        let long = schema["maxLength"]
            .as_u64()
            .map(|most| json!("x".repeat(most as usize + 1)));
        let bounds = [
            bound("minimum", -1),
            bound("maximum", 1),
            long,
            Some(json!("")),
        ];
        let others = [
            json!({}),
            json!([1]),
            json!(-1),
            json!(1.5),
            json!(true),
            json!("?"),
            Value::Null,
        ];
        let mut wrong: Vec<Value> = bounds.into_iter().flatten().chain(others).collect();
        wrong.retain(|wrong| self.fault(wrong, schema).is_some());
        if wrong.is_empty() {
            return false;
        }
        object[name] = pick(&wrong, dice).clone();
        true
    }

    /// Sends what an operation needs, by names of parameters and fields, and checks both directions against the description.
    async fn call(&self, visitor: &mut Visitor, name: &str, values: Value) -> Value {
        let operation = self.operation(name);
        let (mut path, mut query) = (operation.path.to_owned(), Vec::new());
        let parameters = operation.about["parameters"].as_array();
        for parameter in parameters.into_iter().flatten() {
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
        let properties = self.resolved(schema)["properties"].as_object();
        let body = properties.map(|properties| {
            let fields = properties.keys().filter_map(|name| {
                let value = values.get(name)?;
                Some((name.clone(), value.clone()))
            });
            Value::Object(fields.collect())
        });
        if let Some(body) = &body {
            assert_eq!(self.fault(body, schema), None, "{name}");
        }
        let needs_session = operation.about["security"].is_array();
        let has_session = visitor.cookie.is_some() || visitor.token.is_some();
        assert!(has_session || !needs_session, "{name}");
        let method = operation.method.to_uppercase();
        let reply = visitor.send(&method, &path, body.clone()).await.unwrap();
        self.check(&operation, &reply, &format!("{body:?}"));
        if let Some(cookie) = reply.headers.get("set-cookie") {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, _) = cookie.split_once('=').unwrap();
            let schemes = self.description["components"]["securitySchemes"].as_object();
            let mut schemes = schemes.unwrap().values();
            assert!(
                schemes.any(|scheme| scheme["in"] == "cookie" && scheme["name"] == name),
                "{name} is no described way to authenticate"
            );
            visitor.cookie = Some(cookie.to_owned());
        }
        let text = || Value::String(reply.text());
        serde_json::from_slice(&reply.body).unwrap_or_else(|_| text())
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
            let mut body_sent = match schema.is_null() {
                true => Value::Null,
                false => described.value(schema, &mut dice),
            };
            let is_spoilt = below(&mut dice, 3) == 0
                && !schema.is_null()
                && described.spoil(&mut body_sent, schema, &mut dice);
            // The description allows it, unless it was spoilt.
            let fits = match schema.is_null() {
                true => true,
                false => described.fault(&body_sent, schema).is_none(),
            };
            assert_eq!(fits, !is_spoilt, "{body_sent}");
            let mut sent = match schema.is_null() {
                true => String::new(),
                false => body_sent.to_string(),
            };
            // Some are cut, too long, of another shape, or not JSON at all.
            let mut is_cut = true;
            match below(&mut dice, 12) {
                0 => sent = sent.chars().take(sent.len() / 2).collect(),
                1 => sent = format!("[{sent}]"),
                2 => sent = "\u{0}".to_owned(),
                3 if number % 10 == 0 => sent = format!("\"{}\"", "x".repeat(20_000)),
                _ => is_cut = false,
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
            let status = reply.status.as_u16();
            let asked = || format!("{method} {path}{query} {shown}: {status} {}", reply.text());
            if is_spoilt && !is_cut {
                assert!(
                    status >= 400,
                    "accepted against the description: {}",
                    asked()
                );
            }
            if fits && !is_cut && !schema.is_null() && query.is_empty() {
                assert_ne!(status, 400, "refused against the description: {}", asked());
            }
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
    let call = async |visitor: &mut Visitor, name: &str, values: Value| {
        described.call(visitor, name, values).await
    };
    call(&mut anna, "name_me", json!({"name": "Anna"})).await;
    call(&mut ben, "name_me", json!({"name": "Ben"})).await;
    // Ben goes on with the token of a program.
    let token = call(&mut ben, "token", json!({})).await;
    ben.cookie = None;
    ben.token = token["token"].as_str().map(str::to_owned);
    let games = call(&mut anna, "games", json!({})).await;
    let game = games["games"][0]["key"].clone();
    let wanted =
        json!({"game": game, "options": {"players": 2}, "seats": ["me", "open"], "listed": true});
    let table = call(&mut anna, "create", wanted).await;
    let id = table["table"].clone();
    let open = call(&mut ben, "open_tables", json!({})).await;
    assert_eq!(open["tables"][0]["table"], id);
    call(&mut ben, "sit", json!({"id": id, "seat": 1})).await;
    call(&mut anna, "start", json!({"id": id})).await;
    call(&mut ben, "say", json!({"id": id, "text": "Good luck!"})).await;
    let mut people = [anna, ben];
    let mut dice = dice(Seed::from_text("a game by description"));
    let (mut heard, mut taken_back) = (false, 0);
    for turn in 0..4_000 {
        let who = turn % 2;
        let read = json!({"id": id, "since": 0, "chat": 0});
        let update = call(&mut people[who], "read", read).await;
        heard |= update["chat"][0]["text"] == "Good luck!";
        if update["status"] == "over" {
            assert_eq!(update["position"]["standings"]["over"], true);
            assert!(heard && taken_back > 0);
            let record = call(&mut people[0], "record", json!({"id": id})).await;
            assert!(record.as_str().unwrap().contains("[Seed "), "{record}");
            let again = call(&mut people[1], "rematch", json!({"id": id})).await;
            let same = call(&mut people[0], "rematch", json!({"id": id})).await;
            assert_eq!(again, same);
            return;
        }
        let version = json!({"id": id, "version": update["version"]});
        if update["undo_asked"].is_object() && update["undo_asked"]["seat"] != who {
            let mut agrees = version.clone();
            agrees["agree"] = json!(true);
            let done = call(&mut people[who], "answer_undo", agrees).await;
            taken_back += u32::from(done["version"].is_u64());
            continue;
        }
        let legal = update["position"]["legal"].as_array().unwrap();
        let action = match who {
            0 => legal.first(),
            _ if legal.is_empty() => None,
            _ => Some(pick(legal, &mut dice)),
        };
        if let Some(action) = action {
            let mut play = version.clone();
            play["action"] = action.clone();
            call(&mut people[who], "play", play).await;
        } else if turn < 60 && update["undo_asked"].is_null() && who == 0 {
            // Ben thinks: Anna wants her last action back, at once or with his consent.
            let done = call(&mut people[who], "undo", version).await;
            taken_back += u32::from(done["version"].is_u64());
        }
    }
    panic!("the game did not end");
}
