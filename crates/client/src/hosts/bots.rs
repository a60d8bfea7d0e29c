//! The bots, in a Web Worker.

use crate::browser;
use kit::Seat;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use table::Question;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A bot's answer.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    /// The version that the answer is for.
    pub version: u64,
    /// The seat that decides.
    pub seat: Seat,
    /// The chosen action, or an error message.
    pub action: Result<String, String>,
}

impl Answer {
    fn broken(why: &str) -> Self {
        Answer {
            version: 0,
            seat: Seat::FIRST,
            action: Err(why.to_owned()),
        }
    }
}

type Answered = Box<dyn FnOnce(Answer)>;

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
    static WAITING: RefCell<Option<Answered>> = const { RefCell::new(None) };
}

/// Starts the worker in advance, so that the first answer is not delayed.
pub fn wake() {
    WORKER.with_borrow_mut(|worker| {
        if worker.is_none() {
            *worker = start();
        }
    });
}

/// Requests one decision. A new question replaces an old one.
pub fn ask(question: &Question, answered: impl FnOnce(Answer) + 'static) {
    wake();
    WAITING.with_borrow_mut(|waiting| *waiting = Some(Box::new(answered)));
    let question = serde_json::to_string(question).unwrap_or_default();
    let sent = WORKER.with_borrow(|worker| {
        let worker = worker.as_ref()?;
        worker.post_message(&JsValue::from_str(&question)).ok()
    });
    if sent.is_none() {
        tell(Answer::broken("no worker"));
    }
}

/// Cancels the current question; a worker that is thinking is terminated.
pub fn rest() {
    if WAITING.with_borrow_mut(Option::take).is_some()
        && let Some(worker) = WORKER.with_borrow_mut(Option::take)
    {
        worker.terminate();
    }
}

fn start() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&browser::body_attribute("data-bots")?, &options).ok()?;
    worker.post_message(&wasm_bindgen::module()).ok()?;
    browser::listen(&worker, "message", |event| {
        let text = event
            .dyn_ref::<MessageEvent>()
            .and_then(|event| event.data().as_string());
        let answer = text.and_then(|text| serde_json::from_str(&text).ok());
        tell(answer.unwrap_or_else(|| Answer::broken("worker")));
    });
    browser::listen(&worker, "error", |_| {
        WORKER.with_borrow_mut(Option::take);
        tell(Answer::broken("worker"));
    });
    Some(worker)
}

fn tell(answer: Answer) {
    if let Some(answered) = WAITING.with_borrow_mut(Option::take) {
        answered(answer);
    }
}
