//! The description of the API is true.

use crate::house::House;
use std::collections::BTreeSet;

#[tokio::test(flavor = "multi_thread")]
async fn openapi_describes_exactly_what_is_answered() {
    let house = House::open().await;
    let mut stranger = house.stranger();
    let described: serde_json::Value = stranger.get("/api/openapi.json").await.unwrap();
    assert_eq!(described, serde_json::to_value(server::describe()).unwrap());
    let paths = described["paths"].as_object().unwrap();
    let methods = ["get", "post", "put", "patch", "delete"];
    for (path, item) in paths {
        let known: BTreeSet<&str> = item
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let address = path.replace("{id}", "0000000000000000000000");
        for method in methods {
            let reply = stranger
                .send(&method.to_uppercase(), &address, None)
                .await
                .unwrap();
            assert_eq!(
                reply.status == 405,
                !known.contains(method),
                "{method} {path}: {}",
                reply.status
            );
        }
    }
    assert_eq!(paths.len(), 51);
}

#[test]
fn every_reference_of_the_description_is_there() {
    let described = serde_json::to_value(server::describe()).unwrap();
    let text = described.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name: String = reference
            .chars()
            .take_while(|letter| letter.is_alphanumeric())
            .collect();
        assert!(
            described["components"]["schemas"].get(&name).is_some(),
            "{name}"
        );
    }
}
