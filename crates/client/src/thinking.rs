//! Bots that think beside the page, in a Web Worker: a [`Question`] comes as a message, its [`Answer`] goes back.
//!
//! The worker runs the same module as the page, so the rules travel and are compiled once.

use crate::browser;
use crate::hosts::bots::Answer;
use table::Question;
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

/// The answer to a question; nothing if it cannot be read, which only a page of another version could send.
fn answer(question: &str) -> String {
    let Ok(question) = serde_json::from_str::<Question>(question) else {
        return String::new();
    };
    let answer = Answer {
        version: question.version,
        seat: question.seat,
        // The levels count worlds and do not look at a clock.
        action: question.answer(|| 0.0, &mut || false),
    };
    serde_json::to_string(&answer).unwrap_or_default()
}
