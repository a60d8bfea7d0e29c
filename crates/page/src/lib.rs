//! The files of the page, embedded in the binary that serves it.
//!
//! `cargo play` builds the page first and names its folder in `DURBAR_PAGE`. A binary that was built without it has no page, and [`is_built`]
//! says so.

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

/// All files by name, sorted.
static FILES: &[(&str, Content)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Whether this binary has a page.
pub fn is_built() -> bool {
    !FILES.is_empty()
}

/// The file at an address such as `/` or `/table/abc`. Addresses inside the page all lead to its one document; `None` if nothing is there.
pub fn file(path: &str) -> Option<PageFile> {
    let name = path.trim_start_matches('/');
    let is_place = !name.contains('.') && name != "api" && !name.starts_with("api/");
    let name = if is_place { "index.html" } else { name };
    let found = FILES
        .binary_search_by(|(other, _)| (*other).cmp(name))
        .ok()?;
    let (name, content) = FILES.get(found)?;
    Some(PageFile {
        mime: mime(name),
        immutable: is_hashed(name),
        content: *content,
    })
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
