//! Finds the sketches of the games' boards, for the previews of links: `art/sketch` of each game.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let root = "../../games";
    println!("cargo::rerun-if-changed={root}");
    let mut table = String::from("&[\n");
    let entries = fs::read_dir(root).map_err(|error| format!("{root}: {error}"))?;
    let mut games: Vec<_> = entries.filter_map(Result::ok).collect();
    games.sort_by_key(|game| game.file_name());
    for game in games {
        let path = game.path().join("art/sketch");
        if let Ok(text) = fs::read_to_string(&path) {
            println!("cargo::rerun-if-changed={}", path.display());
            let key = game.file_name().to_string_lossy().into_owned();
            table += &format!("({key:?}, {text:?}),\n");
        }
    }
    let write = fs::write(Path::new(&out).join("sketches.rs"), table + "]");
    write.map_err(|error| error.to_string())
}
