//! The `durbar` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    durbar::run()
}
