//! The module in parts: the first is what every visitor needs; the others travel when they are needed.
//!
//! `client::later` says where the module is divided. The linker leaves in it what each function uses (`--emit-relocs`), and from that it is divided after it was
//! compiled.

use anyhow::{Context as _, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

/// The first part and its script.
pub const CLIENT: &str = "client";
/// The script that loads the other parts. It and the first part's script name each other.
pub const LOADER: &str = "parts";

/// A divided module.
pub struct Parts {
    /// The parts by name.
    pub modules: BTreeMap<String, Vec<u8>>,
    /// The names of the parts that each entrance needs: see `client::later`.
    pub entrances: BTreeMap<String, Vec<String>>,
    /// The scripts by name. They name each other and the parts as `./name.js` and `./name.wasm`.
    pub scripts: BTreeMap<String, String>,
}

/// Divides a module. What is made on the way lies in `folder`.
pub fn of(module: &[u8], folder: &Path) -> Result<Parts> {
    let _ = fs::remove_dir_all(folder);
    let undivided = folder.join("first.wasm");
    let (client, loader) = (format!("./{CLIENT}.js"), format!("./{LOADER}.js"));
    let mut options = Options::new(module);
    options.output_dir = folder;
    options.main_out_path = &undivided;
    options.main_module = &client;
    options.link_name = &loader;
    let divided =
        transform(options).map_err(|error| anyhow!("the module cannot be divided: {error:?}"))?;
    Bindgen::new()
        .input_bytes(CLIENT, fs::read(&undivided)?)
        .web(true)?
        .demangle(false)
        .typescript(false)
        // The other parts use them.
        .keep_lld_exports(true)
        .omit_default_module_path(true)
        .generate(folder)?;
    if folder.join("snippets").exists() {
        bail!("the module brings scripts of its own, which the page does not serve");
    }
    let first = fs::read(folder.join(format!("{CLIENT}_bg.wasm")))?;
    let mut modules = BTreeMap::from([(CLIENT.to_owned(), without_notes(&first)?)]);
    for part in divided.split_modules {
        let name = part.file_stem().unwrap_or_default().to_string_lossy();
        modules.insert(name.into_owned(), without_notes(&fs::read(&part)?)?);
    }
    let script = |name: &str| Ok((name.to_owned(), read_script(folder, name)?));
    let scripts = [CLIENT, LOADER].into_iter().map(script);
    let mut scripts: BTreeMap<String, String> = scripts.collect::<Result<_>>()?;
    if let Some(loader) = scripts.get_mut(LOADER) {
        // The page itself says when a part does not come. Whoever leaves it while a part travels has made no mistake.
        *loader = loader.replace("console.error(e);", "");
    }
    Ok(Parts {
        modules,
        entrances: divided.prefetch_map.into_iter().collect(),
        scripts,
    })
}

fn read_script(folder: &Path, name: &str) -> Result<String> {
    let script = folder.join(format!("{name}.js"));
    fs::read_to_string(&script).with_context(|| format!("{} is missing", script.display()))
}

/// A module without its custom sections, such as the names of its functions. They mean nothing to a browser.
fn without_notes(module: &[u8]) -> Result<Vec<u8>> {
    const CUSTOM: u8 = 0;
    let broken = || anyhow!("a part of the module ends within a section");
    let (head, mut rest) = module.split_at_checked(8).ok_or_else(broken)?;
    let mut kept = head.to_vec();
    while let Some((&kind, after)) = rest.split_first() {
        let (size, content) = number(after).ok_or_else(broken)?;
        let header = rest.len() - content.len();
        let (section, next) = rest.split_at_checked(header + size).ok_or_else(broken)?;
        if kind != CUSTOM {
            kept.extend(section);
        }
        rest = next;
    }
    Ok(kept)
}

/// A number of variable length as WebAssembly writes it, and what comes after it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let length = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at_checked(length)?;
    let digits = digits.iter().rev().map(|byte| usize::from(byte & 0x7f));
    Some((digits.fold(0, |number, digit| number << 7 | digit), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_the_same_without_its_notes() {
        let (head, code) = (b"\0asm\x01\0\0\0".as_slice(), [10, 2, 1, 0]);
        let long_name = [&[0, 0x83, 0x01, 4][..], b"name", &[7; 126]].concat();
        let module = [head, &long_name, &code, &[0, 1, 0]].concat();
        assert_eq!(without_notes(&module).unwrap(), [head, &code].concat());
        assert_eq!(without_notes(head).unwrap(), head);
        for end in [7, head.len() + 1, module.len() - 1] {
            assert!(without_notes(&module[..end]).is_err(), "{end}");
        }
    }
}
