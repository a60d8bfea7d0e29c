//! Serves the page from its folder, with the headers that the real server sends.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'";

/// A site with nothing but the page.
pub struct Site {
    /// Where it is: `http://127.0.0.1:12345`.
    pub address: String,
    stopped: Arc<AtomicBool>,
}

impl Site {
    /// Begins to serve the folder that `DURBAR_PAGE` names.
    pub fn open() -> Site {
        let folder = std::env::var_os("DURBAR_PAGE")
            .map(PathBuf::from)
            .expect("run these tests with `cargo xtask browser`: it builds the page first");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let folder = folder.clone();
                std::thread::spawn(move || answer(stream, &folder));
            }
        });
        Site { address, stopped }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // The listener wakes up once more and sees that it shall stop.
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

fn answer(mut stream: TcpStream, folder: &std::path::Path) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let request = lines.next()?.ok()?;
    for line in lines {
        if line.ok()?.is_empty() {
            break;
        }
    }
    let path = request
        .split(' ')
        .nth(1)?
        .split('?')
        .next()?
        .trim_start_matches('/')
        .to_owned();
    let name = if path.contains('.') {
        path.clone()
    } else {
        "index.html".to_owned()
    };
    let (status, content) = match std::fs::read(folder.join(&name)) {
        Ok(content) if !path.starts_with("api") && !path.contains("..") => ("200 OK", content),
        _ => ("404 Not Found", Vec::new()),
    };
    let mime = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/json",
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\nConnection: close\r\n\r\n",
        content.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&content).ok()
}
