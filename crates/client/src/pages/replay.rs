//! Replay of a record.

use crate::pages::Lost;
use leptos::prelude::*;

/// A record, step by step.
#[component]
pub fn ReplayPage(id: Option<String>) -> impl IntoView {
    let _ = id;
    view! { <Lost/> }
}
