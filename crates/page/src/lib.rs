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
    /// Whether it is the document of a place.
    pub document: bool,
    /// Whether the page knows this address; otherwise its document says that nothing is there.
    pub known: bool,
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
        if !contents.contains_key("start-en.html") {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("{} has no start-en.html", folder.display()),
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

    /// The file at an address such as `/` or `/table/abc`, or the document of a place in the language with this tag; `None` if nothing is there.
    pub fn file(&self, path: &str, language: &str) -> Option<PageFile> {
        let name = path.trim_start_matches('/');
        let document = !name.contains('.') && name != "api" && !name.starts_with("api/");
        let name = match name {
            "" => format!("start-{language}.html"),
            _ if document => format!("place-{language}.html"),
            _ => name.to_owned(),
        };
        let content = self.files.get(&name)?;
        Some(PageFile {
            mime: mime(&name),
            immutable: is_hashed(&name),
            document,
            known: !document || is_known(path),
            content: *content,
        })
    }

    /// The hash of the style sheet inside the documents, as a content security policy names it.
    pub fn style_hash(&self) -> Option<&'static str> {
        str::from_utf8(self.files.get("style.sha256")?.plain).ok()
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

/// The places of the page; a star stands for any word.
pub const PLACES: [&str; 15] = [
    "/",
    "/new/*",
    "/tables",
    "/open",
    "/people/*",
    "/local/*",
    "/table/*",
    "/replay",
    "/replay/*",
    "/rules/*",
    "/learn/*",
    "/learn/*/*",
    "/account",
    "/continue",
    "/privacy",
];

/// Whether the page has something to show at an address.
fn is_known(path: &str) -> bool {
    let words = |path: &'_ str| -> Vec<String> {
        let words = path.split('/').filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let path = words(path);
    PLACES.iter().any(|place| {
        let place = words(place);
        let mut pairs = place.iter().zip(&path);
        place.len() == path.len() && pairs.all(|(place, word)| place == "*" || place == word)
    })
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
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
        assert!(!is_hashed("start-en.html"));
        assert!(!is_hashed("offline.js"));
        assert!(!is_hashed("some-name.js"));
    }

    #[test]
    fn a_folder_is_a_page_if_it_has_a_document() {
        let folder = std::env::temp_dir().join(format!("durbar-page-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("offline.js"), "plain").unwrap();
        assert!(Page::read(&folder).is_err());
        std::fs::write(folder.join("start-en.html"), "<p>").unwrap();
        std::fs::write(folder.join("place-de.html"), "<b>").unwrap();
        std::fs::write(folder.join("offline.js.gz"), "gz").unwrap();
        let page = Page::read(&folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let content = |path: &str| page.file(path, "de").map(|file| file.content("gzip"));
        assert_eq!(content("/offline.js"), Some((&b"gz"[..], Some("gzip"))));
        assert_eq!(content("/table/abc"), Some((&b"<b>"[..], None)));
        assert_eq!(page.file("/", "en").unwrap().content("").0, b"<p>");
        assert_eq!(content("/offline.js.gz"), None);
        assert_eq!(content("/api/unknown"), None);
    }

    #[test]
    fn only_places_of_the_page_are_known() {
        for path in [
            "/",
            "/tables",
            "/tables/",
            "/table/abc",
            "/replay",
            "/rules/x",
        ] {
            assert!(is_known(path), "{path}");
        }
        for path in ["/table", "/no/such/place", "/tables/abc", "/new/a/b"] {
            assert!(!is_known(path), "{path}");
        }
    }

    #[test]
    fn the_best_accepted_encoding_is_served() {
        let file = PageFile {
            mime: mime("a.js"),
            immutable: false,
            document: false,
            known: true,
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
