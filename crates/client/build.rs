//! Finds the pictures of the games: `art/card.svg` of each folder in `games`, and in a development build in `examples`.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    let mut roots = vec!["../../games"];
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        roots.push("../../examples");
    }
    let mut cards = String::from("&[\n");
    for root in roots.into_iter().filter(|root| Path::new(root).is_dir()) {
        println!("cargo::rerun-if-changed={root}");
        let entries = fs::read_dir(root).map_err(|error| format!("{root}: {error}"))?;
        for folder in entries.filter_map(Result::ok) {
            let card = folder.path().join("art/card.svg");
            if let Ok(card) = card.canonicalize() {
                let game = folder.file_name().to_string_lossy().into_owned();
                cards += &format!(
                    "({game:?}, include_str!({:?})),\n",
                    card.display().to_string()
                );
            }
        }
    }
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    fs::write(Path::new(&out).join("cards.rs"), cards + "]").map_err(|error| error.to_string())
}
