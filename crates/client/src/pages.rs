//! The pages of the site.

mod lost;
mod new_table;
mod open_table;
mod replay;
mod rules;
mod settings;
mod start;
mod tables;

pub use lost::Lost;
pub use new_table::NewTable;
pub use open_table::OpenTable;
pub use replay::ReplayPage;
pub use rules::RulesPage;
pub use settings::{SettingsPanel, SpeedChoice};
pub use start::Start;
pub use tables::Tables;
