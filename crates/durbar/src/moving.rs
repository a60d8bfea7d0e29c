//! `durbar export` and `durbar import`: moves a whole site between stores.

use anyhow::{Context, Result};
use clap::Args;
use server::moving::{Moved, export, import};
use server::store::{Store, StoreError};
use std::fs::File;
use std::io::{BufReader, BufWriter, stdin, stdout};
use std::path::{Path, PathBuf};

/// Write a whole site as text: one JSON object per line, as it is at one moment. A server may be running.
///
/// The text contains every seed and the hashes of all sessions and recovery codes. Protect it like the database.
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    ends: Ends,
}

/// Read the output of `durbar export` into an empty database: all of it, or nothing.
///
/// Every table is replayed and checked by the rules, and the last line must count what was read.
#[derive(Args)]
pub struct Import {
    #[command(flatten)]
    ends: Ends,
}

/// The source and the target.
#[derive(Args)]
struct Ends {
    /// The database: a SQLite file or postgres://user@host/name.
    #[arg(
        long,
        value_name = "URL",
        env = "DURBAR_DATABASE",
        hide_env_values = true
    )]
    database: String,
    /// The text file; `-` is standard output for `export` and standard input for `import`.
    #[arg(default_value = "-")]
    file: PathBuf,
}

impl Export {
    /// Exports and prints the number of items.
    pub fn run(self) -> Result<()> {
        let open = async |database: &str| Store::visit(database).await;
        self.ends.join(open, async |store, path| {
            let moved = if path.as_os_str() == "-" {
                export(store, &mut BufWriter::new(stdout().lock())).await?
            } else {
                let file = File::create(path)
                    .with_context(|| format!("{} cannot be written", path.display()))?;
                export(store, &mut BufWriter::new(file)).await?
            };
            Ok(moved)
        })
    }
}

impl Import {
    /// Imports and prints the number of items.
    pub fn run(self) -> Result<()> {
        let open = async |database: &str| Store::open(database).await;
        self.ends.join(open, async |store, path| {
            let moved = if path.as_os_str() == "-" {
                import(store, stdin().lock()).await?
            } else {
                let file = File::open(path)
                    .with_context(|| format!("{} cannot be read", path.display()))?;
                import(store, BufReader::new(file)).await?
            };
            Ok(moved)
        })
    }
}

impl Ends {
    /// Opens the database, runs the work, and prints the number of items moved.
    fn join(
        self,
        open: impl AsyncFnOnce(&str) -> Result<Store, StoreError>,
        work: impl AsyncFnOnce(&Store, &Path) -> Result<Moved>,
    ) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let store = open(&self.database).await;
            let store = store.context("the database cannot be used")?;
            let moved = work(&store, &self.file).await?;
            store.close().await;
            eprintln!("{moved}");
            Ok(())
        })
    }
}
