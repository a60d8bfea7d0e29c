//! The browser tests: they need the page, Chromium, and axe-core.

use crate::build::{self, Build};
use crate::tools::{self, add_browser_target, cargo, run, run_tests, target, works};
use crate::verify::NATIVE;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program of the browser tests. It is not among the other tests, since it needs a page.
pub const TESTS: &str = "page";

/// The program that tries the other browsers.
pub const OTHER_TESTS: &str = "others";

/// Builds the page quickly and tries it in a real browser; tells how many tests passed.
pub fn test(name: Option<&str>) -> Result<u32> {
    let page = page()?;
    let mut tests = cargo(&["test", "--test", TESTS]);
    tests.args(NATIVE).args(["--", "--test-threads", "2"]);
    tests.args(name);
    tests
        .env("DURBAR_PAGE", page)
        .env("CHROMIUM", chromium()?)
        .env("AXE", axe()?);
    run_tests(&mut tests).context("the page does not work in the browser")
}

/// Measures how quickly a page is there, on a slow device behind a slow network.
pub fn measure(page: &Path) -> Result<()> {
    let mut test = cargo(&["test", "--test", TESTS]);
    test.args(NATIVE)
        .args(["--", "--ignored", "--nocapture", "loading"])
        .env("DURBAR_PAGE", page)
        .env("CHROMIUM", chromium()?);
    run(&mut test).context("the page cannot be measured")
}

/// The page, built quickly.
fn page() -> Result<PathBuf> {
    add_browser_target()?;
    run(cargo(&["build", "--bin", "bundle"]).args(NATIVE))?;
    build::page(Build::Quick)
}

/// The programs that each other browser needs, with the system's packages that bring them.
const OTHERS: [(&str, &[(&str, &str)]); 2] = [
    ("firefox", &[("firefox-esr", "firefox-esr")]),
    (
        "webkit",
        &[("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")],
    ),
];

/// Plays a little of each game in Firefox and WebKit, or in one of them. Not among the checks: few machines have these browsers.
pub fn others(name: Option<&str>) -> Result<()> {
    let chosen: Vec<_> = OTHERS
        .into_iter()
        .filter(|(browser, _)| name.is_none_or(|name| name == *browser))
        .collect();
    if chosen.is_empty() {
        bail!("the other browsers are firefox and webkit");
    }
    let needed = chosen.iter().flat_map(|(_, programs)| programs.iter());
    let missing: Vec<_> = needed
        .filter(|(program, _)| !is_installed(program))
        .map(|(_, package)| *package)
        .collect();
    if !missing.is_empty() {
        bail!(
            "a browser is missing: apt-get install {}",
            missing.join(" ")
        );
    }
    let mut tests = cargo(&["test", "--test", OTHER_TESTS]);
    tests.args(NATIVE).args(["--quiet", "--"]);
    tests.args(["--nocapture", "--test-threads", "1"]);
    tests.args(name).env("DURBAR_PAGE", page()?);
    run_tests(&mut tests).context("the page does not work in another browser")?;
    Ok(())
}

/// Whether a program is in the search path. Not each of them can be asked for its version.
fn is_installed(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.join(program).exists())
    })
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
