//! The tests of the server start a PostgreSQL of their own; this sees to it that there is one.

use crate::tools;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// Where Debian keeps the programs of each version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Installs PostgreSQL where that is possible, or says what to install.
pub fn install() -> Result<()> {
    if exists() {
        return Ok(());
    }
    tools::install("postgresql");
    if !exists() {
        bail!(
            "the tests of the server need PostgreSQL (initdb and postgres): please install it, then try again"
        );
    }
    Ok(())
}

fn exists() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = Path::new(DEBIAN).read_dir() {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders
        .iter()
        .any(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}
