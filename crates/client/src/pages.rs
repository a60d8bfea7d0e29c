//! The pages of the site.

mod account;
pub mod learn;
mod lost;
mod new_table;
mod notices;
mod open_table;
mod open_tables;
mod person;
mod privacy;
mod replay;
mod rules;
mod settings;
mod start;
mod tables;

pub use account::{Account, Continue};
pub use learn::{GuidedTable, LearnPage};
pub use lost::Lost;
pub use new_table::NewTable;
pub use open_table::OpenTable;
pub use open_tables::OpenTables;
pub use person::PersonPage;
pub use privacy::Privacy;
pub use replay::ReplayPage;
pub use rules::RulesPage;
pub use settings::{SettingsPanel, SpeedChoice};
pub use start::Start;
pub use tables::Tables;
