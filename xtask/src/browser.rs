//! The browser tests: they need the page, Chromium, and axe-core.

use crate::build::{self, Build};
use crate::tools::{self, add_browser_target, cargo, run, run_tests, target, works};
use crate::verify::NATIVE;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The program of the browser tests. It is not among the other tests, since it needs a page.
pub const TESTS: &str = "page";

/// Builds the page quickly and tries it in a real browser; tells how many tests passed.
pub fn test(name: Option<&str>) -> Result<u32> {
    add_browser_target()?;
    run(cargo(&["build", "--bin", "bundle"]).args(NATIVE))?;
    let page = build::page(Build::Quick)?;
    let mut tests = cargo(&["test", "--test", TESTS]);
    tests.args(NATIVE).args(["--", "--test-threads", "2"]);
    tests.args(name);
    tests
        .env("DURBAR_PAGE", page)
        .env("CHROMIUM", chromium()?)
        .env("AXE", axe()?);
    run_tests(&mut tests).context("the page does not work in the browser")
}

/// The browser; installed where that is possible.
pub fn chromium() -> Result<String> {
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let found = || {
        names
            .into_iter()
            .find(|name| works(Command::new(name).arg("--version")))
            .map(str::to_owned)
    };
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Ok(named);
    }
    if let Some(name) = found() {
        return Ok(name);
    }
    tools::install("chromium");
    match found() {
        Some(name) => Ok(name),
        None => bail!(
            "the browser tests need Chromium: please install it, or name it in the variable CHROMIUM"
        ),
    }
}

/// The version of axe-core, which looks for barriers.
const AXE: &str = "4.11.0";

/// The accessibility checker, downloaded once.
pub fn axe() -> Result<PathBuf> {
    let folder = target().join("axe");
    let script = folder.join("package/axe.min.js");
    if script.exists() {
        return Ok(script);
    }
    std::fs::create_dir_all(&folder)?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(Command::new(npm)
        .args(["pack", "--silent", &format!("axe-core@{AXE}")])
        .current_dir(&folder)
        .stdout(Stdio::null()))
    .context("axe-core is downloaded with npm: please install npm")?;
    run(Command::new("tar")
        .args(["xzf", &format!("axe-core-{AXE}.tgz")])
        .current_dir(&folder))?;
    Ok(script)
}
