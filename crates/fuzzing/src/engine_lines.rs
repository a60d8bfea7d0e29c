//! A session with `durbar engine`.

use serde_json::Value;

/// Sends lines to an engine. Each must get exactly one answer, a JSON object that says whether it went well.
pub fn engine(data: &[u8]) {
    let mut output = Vec::new();
    // A bot that thinks long would only cost time.
    engine::serve_until(data, &mut output, || true).expect("memory can be read and written");
    let output = String::from_utf8(output).expect("answers are text");
    let lines = data.split_inclusive(|&byte| byte == b'\n').count();
    assert_eq!(output.lines().count(), lines);
    for line in output.lines() {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        let ok = answer.get("ok").and_then(Value::as_bool);
        let told = answer.get("error").is_some_and(Value::is_string);
        assert_eq!(ok, Some(!told), "{line}");
    }
}
