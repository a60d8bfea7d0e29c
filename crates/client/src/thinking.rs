//! Bots in a Web Worker: a [`Question`] comes as a message, its [`Answer`] is sent back.
//!
//! The worker runs the same module as the page, with the part that thinks: see [`later`].

use crate::browser;
use crate::hosts::bots::Answer;
use crate::later;
use table::Question;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Starts listening if this is a worker. Returns whether it is.
pub fn listen() -> bool {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return false;
    };
    // Before the first question, so that its answer comes sooner.
    spawn_local(async {
        let _ = later::load_bots().await;
    });
    let answers = scope.clone();
    browser::listen(&scope, "message", move |event| {
        let question = event
            .dyn_ref::<MessageEvent>()
            .and_then(|event| event.data().as_string());
        let Some(question) = question else { return };
        let answers = answers.clone();
        spawn_local(async move {
            // Without the part that thinks, there is no answer.
            let answer = later::think(question).await.unwrap_or_default();
            // Fails only if the page has closed the worker and does not need the answer.
            let _ = answers.post_message(&JsValue::from_str(&answer));
        });
    });
    true
}

/// Returns the answer to a question, or an empty text if the question cannot be parsed, which only a page of another version could send.
pub fn answer(question: &str) -> String {
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
