//! Build and check chores behind `cargo play` and `cargo verify`. Needs nothing but Cargo; the rest it sets up itself.

mod audit;
mod browser;
mod build;
mod fuzz;
mod instructions;
mod load;
mod play;
mod postgres;
mod tools;
mod verify;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo play                 build everything, serve it on this machine, and open the page in the browser
cargo verify               every check: format, lints, tests, documentation, the page in a browser
cargo xtask build          build the `durbar` command with the page inside, to be installed on a server
cargo xtask package        the same as an archive and a Debian package, with manual pages and completions
cargo xtask audit          licences, sources, advisories and versions of dependencies, and the oldest Rust
cargo xtask page           build the page and report what travels over the wire; --measure tells how quickly it is there
cargo xtask browser [NAME] the browser tests, or those whose name contains NAME
cargo xtask browsers [NAME] each game in `firefox` and `webkit`; needs firefox-esr, webkit2gtk-driver and xvfb
cargo xtask load ARGUMENTS load and faults for the server: play, kill, nodes, flood (--help tells more)
cargo xtask fuzz [TARGET]  arbitrary input, guided by what it reaches; --seconds N for each target, 60 if not given
cargo xtask instructions   instructions per decision of each game, counted by valgrind";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    match run(&task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{task} failed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str) -> Result<()> {
    match task {
        "play" => play::play(),
        "verify" => verify::verify(),
        "build" => build::release().map(|durbar| println!("{}", durbar.display())),
        "package" => build::package(),
        "audit" => audit::audit(),
        "page" => {
            let page = build::release_page()?;
            if std::env::args().any(|argument| argument == "--measure") {
                browser::measure(&page)?;
            }
            build::report(&page)
        }
        "browser" => browser::test(std::env::args().nth(2).as_deref()).map(drop),
        "browsers" => browser::others(std::env::args().nth(2).as_deref()),
        "load" => load::load(&std::env::args().skip(2).collect::<Vec<_>>()),
        "fuzz" => fuzz::fuzz(&std::env::args().skip(2).collect::<Vec<_>>()),
        "instructions" => instructions::count(),
        "" | "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        unknown => bail!("there is no such task ‘{unknown}’. The tasks are:\n{HELP}"),
    }
}
