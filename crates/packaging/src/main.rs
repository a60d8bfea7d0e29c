//! Packs a release. `cargo xtask build` and `cargo xtask package` call it.
//!
//! `packaging sbom FILE` lists the components of the `durbar` command. `packaging package BINARY FOLDER` writes an archive and a Debian package, with manual
//! pages, completions for shells and a systemd unit.

mod deb;
mod files;
mod sbom;

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["sbom", file] => sbom::write(Path::new(file)),
        ["package", binary, folder] => package(Path::new(binary), Path::new(folder)),
        _ => Err(anyhow::anyhow!(
            "usage: packaging sbom FILE, or packaging package BINARY FOLDER"
        )),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the release cannot be packed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The version of the release, the same for all crates.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The project's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn package(binary: &Path, folder: &Path) -> Result<()> {
    if !binary.is_file() {
        bail!(
            "{} is not there; `cargo xtask package` builds it",
            binary.display()
        );
    }
    fs::create_dir_all(folder)?;
    let system = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let archive = folder.join(format!("durbar-{VERSION}-{system}.tar.gz"));
    let name = format!("durbar-{VERSION}");
    let content = files::archive(&files::all(binary, "/usr/local")?, &name)?;
    write(&archive, &content)?;
    if std::env::consts::OS == "linux" {
        let architecture = deb::architecture()?;
        let content = deb::package(&files::all(binary, "/usr")?, architecture)?;
        write(
            &folder.join(format!("durbar_{VERSION}_{architecture}.deb")),
            &content,
        )?;
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).with_context(|| format!("{} cannot be written", path.display()))?;
    println!("{:>8.1} MB  {}", content.len() as f64 / 1e6, path.display());
    Ok(())
}
