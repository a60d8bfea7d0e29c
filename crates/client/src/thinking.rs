//! Bots in a Web Worker: a [`Question`] comes as a message, its [`Answer`] is sent back.
//!
//! The worker runs the same module as the page, so the rules are downloaded and compiled once.

use crate::browser;
use crate::hosts::bots::Answer;
use table::Question;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Starts listening if this is a worker. Returns whether it is.
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
            // Fails only if the page has closed the worker and does not need the answer.
            let _ = answers.post_message(&JsValue::from_str(&answer(&question)));
        }
    });
    true
}

/// Returns the answer to a question, or an empty text if the question cannot be parsed, which only a page of another version could send.
fn answer(question: &str) -> String {
    let Ok(question) = serde_json::from_str::<Question>(question) else {
        return String::new();
    };
    let answer = Answer {
        version: question.version,
        seat: question.seat,
        // The levels are limited by iterations and do not read the clock.
        action: question.answer(|| 0.0, &mut || false),
    };
    serde_json::to_string(&answer).unwrap_or_default()
}
