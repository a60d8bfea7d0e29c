//! The files of the page: embedded in the binary that serves them, or read from a folder.
//!
//! `cargo xtask build` names a folder in `DURBAR_EMBED` when it compiles this crate; `cargo play` and the browser tests read one at run time, so that a change
//! of the page needs no new server.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// All files of the page by name.
#[derive(Clone, Debug, Default)]
pub struct Page {
    files: BTreeMap<String, Content>,
}

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Its `Content-Type`.
    pub mime: &'static str,
    /// Whether its address changes with its content, so that it can be kept for ever.
    pub immutable: bool,
    content: Content,
}

/// A file as it is, and compressed.
#[derive(Clone, Copy, Debug)]
struct Content {
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

/// The embedded files by name.
static EMBEDDED: &[(&str, Content)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl Page {
    /// The page inside this binary; empty if it was compiled without one.
    pub fn embedded() -> Page {
        let files = EMBEDDED.iter();
        Page {
            files: files
                .map(|(name, content)| ((*name).to_owned(), *content))
                .collect(),
        }
    }

    /// Reads a folder that `bundle` has written. The files stay in memory for as long as the process lives.
    pub fn read(folder: &Path) -> io::Result<Page> {
        let mut contents = BTreeMap::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let content: &'static [u8] = std::fs::read(entry.path())?.leak();
            contents.insert(name, content);
        }
        if !contents.contains_key("index.html") {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("{} has no index.html", folder.display()),
            ));
        }
        let compressed =
            |name: &str, ending: &str| contents.get(&format!("{name}.{ending}")).copied();
        let plain = contents
            .iter()
            .filter(|(name, _)| !name.ends_with(".br") && !name.ends_with(".gz"));
        let files = plain.map(|(name, plain)| {
            let content = Content {
                plain,
                brotli: compressed(name, "br"),
                gzip: compressed(name, "gz"),
            };
            (name.clone(), content)
        });
        Ok(Page {
            files: files.collect(),
        })
    }

    /// Whether there is no page.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file at an address such as `/` or `/table/abc`. Addresses inside the page all lead to its one document; `None` if nothing is there.
    pub fn file(&self, path: &str) -> Option<PageFile> {
        let name = path.trim_start_matches('/');
        let is_place = !name.contains('.') && name != "api" && !name.starts_with("api/");
        let name = if is_place { "index.html" } else { name };
        let content = self.files.get(name)?;
        Some(PageFile {
            mime: mime(name),
            immutable: is_hashed(name),
            content: *content,
        })
    }
}

impl PageFile {
    /// The smallest content that a browser with this `Accept-Encoding` understands, and its `Content-Encoding`.
    pub fn content(&self, accept_encoding: &str) -> (&'static [u8], Option<&'static str>) {
        let accepts = |name: &str| {
            let mut codings = accept_encoding.split(',').map(str::trim);
            codings.any(|coding| {
                let (coding, weight) = coding.split_once(';').unwrap_or((coding, ""));
                coding.trim() == name && !matches!(weight.trim(), "q=0" | "q=0.0")
            })
        };
        match self.content {
            Content {
                brotli: Some(small),
                ..
            } if accepts("br") => (small, Some("br")),
            Content {
                gzip: Some(small), ..
            } if accepts("gzip") => (small, Some("gzip")),
            Content { plain, .. } => (plain, None),
        }
    }
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Whether a name carries the hash of the content: `client-0123456789abcdef.js`.
fn is_hashed(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let hash = stem.rsplit_once('-').map(|(_, hash)| hash);
    hash.is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashed_names_are_kept_for_ever() {
        assert!(is_hashed("client-0123456789abcdef.js"));
        assert!(!is_hashed("index.html"));
        assert!(!is_hashed("offline.js"));
        assert!(!is_hashed("some-name.js"));
    }

    #[test]
    fn a_folder_is_a_page_if_it_has_a_document() {
        let folder = std::env::temp_dir().join(format!("durbar-page-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("offline.js"), "plain").unwrap();
        assert!(Page::read(&folder).is_err());
        std::fs::write(folder.join("index.html"), "<p>").unwrap();
        std::fs::write(folder.join("offline.js.gz"), "gz").unwrap();
        let page = Page::read(&folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let content = |path: &str| page.file(path).map(|file| file.content("gzip"));
        assert_eq!(content("/offline.js"), Some((&b"gz"[..], Some("gzip"))));
        assert_eq!(content("/table/abc"), Some((&b"<p>"[..], None)));
        assert_eq!(content("/offline.js.gz"), None);
        assert_eq!(content("/api/unknown"), None);
    }

    #[test]
    fn the_best_accepted_encoding_is_served() {
        let file = PageFile {
            mime: mime("a.js"),
            immutable: false,
            content: Content {
                plain: b"plain",
                brotli: Some(b"br"),
                gzip: Some(b"gz"),
            },
        };
        assert_eq!(file.content("gzip, deflate, br"), (&b"br"[..], Some("br")));
        assert_eq!(file.content("gzip;q=1.0"), (&b"gz"[..], Some("gzip")));
        assert_eq!(file.content("br;q=0, identity"), (&b"plain"[..], None));
    }
}
