//! Bots that think beside the page, in a Web Worker: a [`Thought`] comes as a message, the chosen action goes back.

use parlour::{Thought, think};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Begins to listen.
#[wasm_bindgen(start)]
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answers = scope.clone();
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let question = event.data().as_string().unwrap_or_default();
        // A page that closed its worker no longer wants the answer.
        let _ = answers.post_message(&JsValue::from_str(&answer(&question)));
    });
    let _ = scope.add_event_listener_with_callback("message", listen.as_ref().unchecked_ref());
    listen.forget();
}

/// `{"version":7,"action":"withdraw"}`, or with a `problem` instead of an action.
fn answer(question: &str) -> String {
    let thought: Result<Thought, _> = serde_json::from_str(question);
    match thought {
        Ok(thought) => match think(&thought) {
            Ok(action) => serde_json::json!({"version": thought.version, "action": action}),
            Err(problem) => serde_json::json!({"version": thought.version, "problem": problem}),
        },
        Err(error) => serde_json::json!({"problem": error.to_string()}),
    }
    .to_string()
}
