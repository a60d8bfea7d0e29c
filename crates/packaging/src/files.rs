//! What a package contains, below `/usr/local` or `/usr`.

use crate::{root, sbom};
use anyhow::{Context, Result};
use clap_complete::Shell;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use tar::{EntryType, Header};

/// A file of the package.
pub struct PackedFile {
    /// Where it lies: `bin/durbar`.
    pub path: String,
    /// What is in it.
    pub content: Vec<u8>,
    /// Who may do what, as in `chmod`.
    pub mode: u32,
}

/// Texts that everybody gets.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "CHANGELOG.md",
    "NOTICE.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
];

/// All files for an installation below `prefix`.
pub fn all(binary: &Path, prefix: &str) -> Result<Vec<PackedFile>> {
    let mut files = Vec::new();
    let mut add = |path: String, content: Vec<u8>| {
        let mode = if path.starts_with("bin/") {
            0o755
        } else {
            0o644
        };
        files.push(PackedFile {
            path,
            content,
            mode,
        });
    };
    add(
        format!("bin/durbar{}", std::env::consts::EXE_SUFFIX),
        read(binary)?,
    );
    let unit = String::from_utf8(read(&root().join("contrib/durbar.service"))?)?;
    let unit = unit.replace("/usr/local/", &format!("{prefix}/"));
    add(
        "lib/systemd/system/durbar.service".to_owned(),
        unit.into_bytes(),
    );
    for (name, page) in manual_pages()? {
        add(format!("share/man/man1/{name}.1.gz"), gzip(&page)?);
    }
    // What a system brings and what its administrator adds lie in different folders.
    let zsh = match prefix {
        "/usr" => "zsh/vendor-completions/_durbar",
        _ => "zsh/site-functions/_durbar",
    };
    for (shell, path) in [
        (Shell::Bash, "bash-completion/completions/durbar"),
        (Shell::Zsh, zsh),
        (Shell::Fish, "fish/vendor_completions.d/durbar.fish"),
    ] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut durbar::command(), "durbar", &mut script);
        add(format!("share/{path}"), script);
    }
    for name in DOCUMENTS {
        add(
            format!("share/doc/durbar/{name}"),
            read(&root().join(name))?,
        );
    }
    add(
        "share/doc/durbar/durbar.cdx.json".to_owned(),
        sbom::text()?.into_bytes(),
    );
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// A page for the command and one for each of its subcommands.
fn manual_pages() -> Result<Vec<(String, Vec<u8>)>> {
    let mut command = durbar::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    for command in std::iter::once(&command).chain(command.get_subcommands()) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        pages.push((name.to_owned(), page));
    }
    Ok(pages)
}

/// The files as a compressed archive, below a folder. Folders have entries of their own, without which `dpkg` cannot make them.
pub fn archive(files: &[PackedFile], below: &str) -> Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut folders = BTreeSet::new();
    for file in files {
        let path = format!("{below}/{}", file.path);
        for (end, _) in path.match_indices('/') {
            let folder = path.get(..=end).unwrap_or_default();
            if folders.insert(folder.to_owned()) {
                let mut header = header(EntryType::Directory, 0, 0o755);
                archive.append_data(&mut header, folder, std::io::empty())?;
            }
        }
        let mut header = header(EntryType::Regular, file.content.len(), file.mode);
        archive.append_data(&mut header, path, file.content.as_slice())?;
    }
    gzip(&archive.into_inner()?)
}

fn header(kind: EntryType, size: usize, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(size as u64);
    header.set_mode(mode);
    header.set_mtime(time());
    header
}

/// When the release was made; packagers who want the same bytes again say it in `SOURCE_DATE_EPOCH`.
pub fn time() -> u64 {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok();
    said.and_then(|seconds| seconds.parse().ok())
        .unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            now.unwrap_or_default().as_secs()
        })
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(content)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_comes_before_what_is_in_it() {
        let file = |path: &str| PackedFile {
            path: path.to_owned(),
            content: b"content".to_vec(),
            mode: 0o644,
        };
        let packed = archive(&[file("bin/a"), file("share/b/c"), file("share/b/d")], "x").unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let entries = archive.entries().unwrap();
        let paths: Vec<String> = entries
            .map(|entry| entry.unwrap().path().unwrap().display().to_string())
            .collect();
        let wanted = [
            "x/",
            "x/bin/",
            "x/bin/a",
            "x/share/",
            "x/share/b/",
            "x/share/b/c",
            "x/share/b/d",
        ];
        assert_eq!(paths, wanted);
    }

    #[test]
    fn every_subcommand_has_a_manual_page() {
        let pages = manual_pages().unwrap();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.first(), Some(&"durbar"));
        assert!(names.contains(&"durbar-serve"), "{names:?}");
        let serve = pages.iter().find(|(name, _)| name == "durbar-serve");
        let text = String::from_utf8(serve.unwrap().1.clone()).unwrap();
        assert!(text.contains("DURBAR_DATABASE"), "{text}");
    }
}
