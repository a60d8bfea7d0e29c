//! The browser tests: they need the page, Chromium, and axe-core.

use crate::page::{self, Build};
use crate::tools::{cargo, install, root, run};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Builds the page quickly and tries it in a real browser.
pub fn test(name: Option<&str>) -> Result<()> {
    let page = page::build(Build::Quick)?;
    let mut tests = cargo(&[
        "test",
        "--package",
        "browser-tests",
        "--",
        "--test-threads",
        "2",
    ]);
    tests.args(name);
    tests
        .env("DURBAR_PAGE", &page)
        .env("CHROMIUM", chromium()?)
        .env("AXE", axe()?);
    run(&mut tests).context("the page does not work in the browser")
}

/// The browser; installed where that is possible.
fn chromium() -> Result<String> {
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let found = || {
        names
            .into_iter()
            .find(|name| works(name, "--version"))
            .map(str::to_owned)
    };
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Ok(named);
    }
    if let Some(name) = found() {
        return Ok(name);
    }
    install("chromium");
    match found() {
        Some(name) => Ok(name),
        None => bail!(
            "the browser tests need Chromium: please install it, or name it in the variable CHROMIUM"
        ),
    }
}

fn works(program: &str, argument: &str) -> bool {
    let status = Command::new(program)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// The version of axe-core, which looks for barriers.
const AXE: &str = "4.11.0";

/// The accessibility checker, downloaded once.
fn axe() -> Result<PathBuf> {
    let folder = root().join("target/axe");
    let script = folder.join("package/axe.min.js");
    if script.exists() {
        return Ok(script);
    }
    std::fs::create_dir_all(&folder)?;
    run(Command::new("npm")
        .args(["pack", "--silent", &format!("axe-core@{AXE}")])
        .current_dir(&folder)
        .stdout(Stdio::null()))
    .context("axe-core is downloaded with npm: please install npm")?;
    run(Command::new("tar")
        .args(["xzf", &format!("axe-core-{AXE}.tgz")])
        .current_dir(&folder))?;
    Ok(script)
}
