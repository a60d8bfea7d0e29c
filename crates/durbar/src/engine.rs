//! `durbar engine`: a line protocol for programs. See `docs/engine.md`.

use anyhow::Result;
use clap::Args;
use std::io::BufWriter;

/// Serve a program: one JSON request per input line, one JSON answer per output line.
///
/// Try: echo '{"do":"games"}' | durbar engine
#[derive(Args)]
pub struct Engine {}

impl Engine {
    /// Answers until the end of input.
    pub fn run(self) -> Result<()> {
        let output = BufWriter::new(std::io::stdout().lock());
        Ok(::engine::serve(std::io::stdin().lock(), output)?)
    }
}
