//! The list of components (SBOM) of the `durbar` command with its page, in the format CycloneDX.

use crate::{VERSION, root};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a release is made of: packages of ours, and for which platform they are compiled.
const PARTS: [(&str, Option<&str>); 2] =
    [("durbar", None), ("client", Some("wasm32-unknown-unknown"))];

/// Writes the list to a file.
pub fn write(file: &Path) -> Result<()> {
    fs::write(file, text()?).with_context(|| format!("{} cannot be written", file.display()))
}

/// The list as JSON.
pub fn text() -> Result<String> {
    let checksums = checksums(&fs::read_to_string(root().join("Cargo.lock"))?);
    let mut components = BTreeMap::new();
    for (package, platform) in PARTS {
        let platform = platform.map_or_else(host, |name| Ok(name.to_owned()))?;
        for found in linked(&metadata(&platform)?, package)? {
            let (name, version) = (text_of(&found, "name"), text_of(&found, "version"));
            let key = (name.to_owned(), version.to_owned());
            let hashes = checksums
                .get(&key)
                .map(|checksum| json!({"alg": "SHA-256", "content": checksum}));
            let component = json!({
                "type": "library",
                "name": name,
                "version": version,
                "purl": format!("pkg:cargo/{name}@{version}"),
                "licenses": [{"expression": text_of(&found, "license").replace('/', " OR ")}],
                "hashes": Vec::from_iter(hashes),
            });
            components.insert(key, component);
        }
    }
    let list = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "durbar", "version": VERSION}},
        "components": components.into_values().collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&list)?)
}

/// The platform of this machine.
fn host() -> Result<String> {
    let output = run(Command::new("rustc").arg("-vV"))?;
    let host = output.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not tell its host")?.to_owned())
}

fn metadata(platform: &str) -> Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = run(Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", platform])
        .current_dir(root()))?;
    Ok(serde_json::from_str(&output)?)
}

fn run(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The packages of others that are linked into one of ours: what is needed only to compile or to test is left out.
fn linked(metadata: &Value, package: &str) -> Result<Vec<Value>> {
    let nodes = list(&metadata["resolve"], "nodes");
    let packages = list(metadata, "packages");
    let root = packages
        .iter()
        .find(|found| found["name"] == package && found["source"].is_null())
        .with_context(|| format!("the workspace has no package {package}"))?;
    let (mut seen, mut open) = (BTreeSet::new(), vec![text_of(root, "id")]);
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id);
        for dependency in node.map_or(&[][..], |node| list(node, "deps")) {
            let kinds = list(dependency, "dep_kinds");
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                open.push(text_of(dependency, "pkg"));
            }
        }
    }
    let of_others =
        |package: &&Value| seen.contains(text_of(package, "id")) && !package["source"].is_null();
    Ok(packages.iter().filter(of_others).cloned().collect())
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn text_of<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// The checksums in a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut checksums = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let field = |name: &str| {
            let (_, rest) = package.split_once(&format!("\n{name} = \""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (field("name"), field("version"), field("checksum"))
        {
            checksums.insert((name, version), checksum);
        }
    }
    checksums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_listed_with_licence_and_checksum() {
        let list: Value = serde_json::from_str(&text().unwrap()).unwrap();
        let components = super::list(&list, "components");
        let find = |name: &str| {
            components
                .iter()
                .find(|component| component["name"] == name)
        };
        for name in ["tokio", "sqlx-postgres", "leptos"] {
            let found = find(name).unwrap_or_else(|| panic!("{name} is missing"));
            assert!(!text_of(&found["licenses"][0], "expression").is_empty());
            assert_eq!(text_of(&found["hashes"][0], "content").len(), 64);
        }
        assert!(find("kit").is_none(), "our own crates are no components");
        assert!(
            find("wasm-bindgen-cli-support").is_none(),
            "a tool is not linked"
        );
    }
}
