//! Bots that think beside the page, in a Web Worker: a [`Thought`] comes as a message, the chosen action goes back.
//!
//! The worker runs the same module as the page, so the rules travel and are compiled once.

use crate::browser;
use parlour::{Thought, think};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Begins to listen, if this is a worker.
pub fn listen() -> bool {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return false;
    };
    let answers = scope.clone();
    browser::listen(&scope, "message", move |event| {
        let question = event
            .dyn_ref::<MessageEvent>()
            .and_then(|event| event.data().as_string());
        if let Some(question) = question {
            // A page that closed its worker no longer wants the answer.
            let _ = answers.post_message(&JsValue::from_str(&answer(&question)));
        }
    });
    true
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
