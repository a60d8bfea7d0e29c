//! What fuzzing feeds with arbitrary bytes: each function takes any input and panics if it finds a defect.
//!
//! `fuzz/fuzz_targets` calls these functions from libFuzzer, which looks for new ways through the code; `cargo xtask fuzz` runs it. The inputs in
//! `corpus` lead through most of what was found so far, and an ordinary test feeds them again.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a panic is how a finding is told"
)]

mod action;
mod engine_lines;
mod record;
mod requests;
mod state;
mod tampered;

pub use action::action;
pub use engine_lines::engine;
pub use record::record;
pub use requests::requests;
pub use state::state;
pub use tampered::tampered;

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A function that takes any input.
pub type Target = fn(&[u8]);

/// All of them by name.
pub const TARGETS: [(&str, Target); 6] = [
    ("action", action),
    ("engine", engine),
    ("record", record),
    ("requests", requests),
    ("state", state),
    ("tampered", tampered),
];

/// What all inputs share, made once for each type and thread.
fn remembered<T: 'static>(make: impl FnOnce() -> T) -> Rc<T> {
    thread_local! {
        static MADE: RefCell<HashMap<TypeId, Rc<dyn Any>>> = RefCell::default();
    }
    let made = MADE.with_borrow_mut(|made| {
        let make = || -> Rc<dyn Any> { Rc::new(make()) };
        made.entry(TypeId::of::<T>()).or_insert_with(make).clone()
    });
    made.downcast().expect("it was made as this type")
}
