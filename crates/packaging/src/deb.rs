//! A Debian package: an `ar` archive of a version, what the system should know, and the files.

use crate::VERSION;
use crate::files::{PackedFile, archive, time};
use anyhow::{Context, Result, bail};
use std::io::Write as _;

/// Debian's name of this machine's architecture.
pub fn architecture() -> Result<&'static str> {
    match std::env::consts::ARCH {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => bail!("no Debian name is known for the architecture {other}"),
    }
}

/// The whole package.
pub fn package(files: &[PackedFile], architecture: &str) -> Result<Vec<u8>> {
    let bytes: usize = files.iter().map(|file| file.content.len()).sum();
    let libc = files
        .iter()
        .filter_map(|file| newest_libc(&file.content))
        .max()
        .context("the binary asks for no version of the C library")?;
    let control = PackedFile {
        path: "control".to_owned(),
        content: control(architecture, bytes.div_ceil(1024), libc).into_bytes(),
        mode: 0o644,
    };
    let mut package = b"!<arch>\n".to_vec();
    add(&mut package, "debian-binary", b"2.0\n")?;
    add(&mut package, "control.tar.gz", &archive(&[control], ".")?)?;
    add(&mut package, "data.tar.gz", &archive(files, "./usr")?)?;
    Ok(package)
}

fn control(architecture: &str, kilobytes: usize, libc: u32) -> String {
    format!(
        "Package: durbar\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Durbar developers\n\
         Installed-Size: {kilobytes}\n\
         Depends: libc6 (>= 2.{libc}), libgcc-s1\n\
         Section: games\n\
         Priority: optional\n\
         Description: board games of India for people, bots and researchers\n \
         Hosts Taj Mahal, Amritsar and Maharaja for browsers, plays them between bots,\n \
         and drives them from programs. `systemctl enable --now durbar` starts a server\n \
         at 127.0.0.1:4040.\n"
    )
}

/// The newest version of the C library that a binary asks for: 34 for `GLIBC_2.34`.
fn newest_libc(binary: &[u8]) -> Option<u32> {
    const MARK: &[u8] = b"GLIBC_2.";
    let marks = binary.windows(MARK.len()).enumerate();
    let versions = marks.filter(|(_, mark)| *mark == MARK).map(|(start, _)| {
        let digits = binary.iter().skip(start + MARK.len());
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).take(3);
        digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    });
    versions.max()
}

/// Adds a member: a header of 60 bytes, the content, and a byte to make its length even.
fn add(package: &mut Vec<u8>, name: &str, content: &[u8]) -> Result<()> {
    writeln!(
        package,
        "{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`",
        time(),
        0,
        0,
        "100644",
        content.len()
    )?;
    package.extend_from_slice(content);
    if content.len() % 2 == 1 {
        package.push(b'\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_libc_counts() {
        let binary = b"\x7fELF GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0";
        assert_eq!(newest_libc(binary), Some(34));
        assert_eq!(newest_libc(b"a text"), None);
    }

    #[test]
    fn members_begin_at_even_places() {
        let mut package = Vec::new();
        add(&mut package, "odd", b"123").unwrap();
        assert_eq!(package.len(), 60 + 4);
        assert!(package.starts_with(b"odd             "));
        assert_eq!(package.get(58..60), Some(&b"`\n"[..]));
    }
}
