//! `cargo verify`.

use crate::browser;
use crate::postgres;
use crate::tools::{WASM, add_browser_target, add_components, cargo, run, run_tests};
use anyhow::{Context, Result};
use std::time::{Duration, Instant};

/// Everything that is compiled for this machine. Every step names all of it, so that nothing is compiled twice with other features.
pub const NATIVE: [&str; 3] = ["--workspace", "--exclude", "module"];

/// A check with its name; some know how many tests passed.
type Step = (&'static str, fn() -> Result<Option<u32>>);

const STEPS: [Step; 6] = [
    ("format", format),
    ("lints", lints),
    ("lints of the page", lints_of_the_page),
    ("documentation", documentation),
    ("tests", tests),
    ("tests in a browser", tests_in_a_browser),
];

/// Every check that must pass before anything lands.
pub fn verify() -> Result<()> {
    let start = Instant::now();
    add_components()?;
    add_browser_target()?;
    postgres::install()?;
    browser::chromium()?;
    browser::axe()?;
    let mut summary = Vec::new();
    for (number, (name, check)) in STEPS.into_iter().enumerate() {
        println!("\n== {} of {}: {name}", number + 1, STEPS.len());
        let start = Instant::now();
        let passed = check().with_context(|| format!("the check ‘{name}’ failed"))?;
        summary.push((name, passed, start.elapsed()));
    }
    println!("\nAll checks passed.\n");
    let line = |name: &str, passed: Option<u32>, took: Duration| {
        let passed = passed.map_or(String::new(), |count| format!("{count} passed"));
        println!("{name:<20} {passed:>12} {:>7.1} s", took.as_secs_f64());
    };
    for (name, passed, took) in &summary {
        line(name, *passed, *took);
    }
    let all = summary.iter().filter_map(|(_, passed, _)| *passed).sum();
    line("in all", Some(all), start.elapsed());
    Ok(())
}

fn format() -> Result<Option<u32>> {
    run(&mut cargo(&["fmt", "--all", "--check"])).context("`cargo fmt` puts it right")?;
    Ok(None)
}

fn lints() -> Result<Option<u32>> {
    run(cargo(&["clippy"])
        .args(NATIVE)
        .args([
            "--all-targets",
            "--test",
            browser::TESTS,
            "--test",
            browser::OTHER_TESTS,
        ])
        .args(["--quiet", "--", "--deny", "warnings"]))?;
    Ok(None)
}

fn lints_of_the_page() -> Result<Option<u32>> {
    // As people get it: without the examples of development builds.
    run(
        cargo(&["clippy", "--package", "module", "--target", WASM]).args([
            "--profile",
            "page",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ]),
    )?;
    Ok(None)
}

fn documentation() -> Result<Option<u32>> {
    run(cargo(&["doc", "--no-deps", "--quiet"])
        .args(NATIVE)
        .env("RUSTDOCFLAGS", "--deny warnings"))?;
    Ok(None)
}

fn tests() -> Result<Option<u32>> {
    // Many tests wait for a server, a clock or a process; others compute meanwhile.
    run_tests(
        cargo(&["test", "--quiet"])
            .args(NATIVE)
            .env("RUST_TEST_THREADS", "8"),
    )
    .map(Some)
}

fn tests_in_a_browser() -> Result<Option<u32>> {
    browser::test(None).map(Some)
}
