//! Embeds the folder that `DURBAR_EMBED` names; without it, there is no page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=DURBAR_EMBED");
    let mut files = String::from("&[\n");
    if let Some(folder) = env::var_os("DURBAR_EMBED").map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut paths = fs::read_dir(&folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        for path in paths.iter().filter(|path| !is_compressed(path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let _ = writeln!(
                files,
                "    ({name:?}, Content {{ plain: include_bytes!({path:?}), brotli: {}, gzip: {} }}),",
                compressed(path, "br"),
                compressed(path, "gz"),
            );
        }
    }
    files.push(']');
    fs::write(
        Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("files.rs"),
        files,
    )
}

fn is_compressed(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == "br" || ending == "gz")
}

fn compressed(path: &Path, ending: &str) -> String {
    let other = PathBuf::from(format!("{}.{ending}", path.display()));
    if other.exists() {
        format!("Some(include_bytes!({other:?}))")
    } else {
        "None".to_owned()
    }
}
