//! Local play, and all of the page that needs no browser.
//!
//! A [`LocalTable`] lives in the page and tells the same [`Update`](protocol::Update) as a table on a server. Bots [`think`] elsewhere: they
//! get a view and give an action. A [`Replay`] walks through a record.

mod local;
mod replay;
mod route;
mod saved;
mod settings;
mod sitting;
mod thinking;

pub use local::{BadTable, LocalTable, Seated, Setting};
pub use replay::{Look, Replay};
pub use route::Route;
pub use saved::{Saved, Shelf};
pub use settings::{Settings, Speed, Theme};
pub use thinking::{Thought, think};
