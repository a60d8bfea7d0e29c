//! Firefox and WebKit, by the standard protocols that they speak: WebDriver BiDi, and WebDriver.

use crate::Driver;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A browser beside Chromium, with one window.
pub trait Other: Driver + Sized {
    /// How it is called.
    const NAME: &str;
    /// Starts it.
    fn start() -> Self;
    /// Gives the page this size.
    fn resize(&mut self, width: u32, height: u32);
}

/// A program that ends with this value, and a folder that goes with it.
struct Process(Child, Option<PathBuf>);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
        if let Some(folder) = &self.1 {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A click in the words that both protocols share.
fn click(x: f64, y: f64) -> Value {
    let (x, y) = (x.round(), y.round());
    json!([{
        "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
        "actions": [
            {"type": "pointerMove", "x": x as i64, "y": y as i64, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ],
    }])
}

/// Values travel as text: each protocol has its own idea of a value, and of a promise.
fn as_text(script: &str) -> String {
    format!("Promise.resolve({script}).then(value => JSON.stringify(value ?? null))")
}

fn from_text(text: &Value) -> Value {
    serde_json::from_str(text.as_str().unwrap_or("null")).unwrap()
}

/// Firefox.
pub struct Firefox {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    context: Value,
    count: u64,
    errors: Vec<String>,
    _process: Process,
}

impl Firefox {
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        let message = json!({"id": self.count, "method": method, "params": params});
        self.socket
            .send(Message::text(message.to_string()))
            .unwrap();
        loop {
            let Message::Text(text) = self.socket.read().expect("Firefox answers") else {
                continue;
            };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.count {
                assert_eq!(answer["type"], "success", "{method}: {answer}");
                return answer["result"].take();
            }
            let entry = &answer["params"];
            if answer["method"] == "log.entryAdded" && entry["level"] == "error" {
                self.errors.push(entry["text"].to_string());
            }
        }
    }
}

impl Other for Firefox {
    const NAME: &str = "Firefox";

    fn start() -> Firefox {
        let profile = std::env::temp_dir().join(format!("durbar-firefox-{}", std::process::id()));
        std::fs::create_dir_all(&profile).unwrap();
        let mut process = Command::new("firefox-esr")
            .args(["--headless", "--no-remote", "--remote-debugging-port=0"])
            .arg("--profile")
            .arg(&profile)
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Firefox starts");
        let stderr = process.stderr.take().unwrap();
        let process = Process(process, Some(profile));
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| {
                line.strip_prefix("WebDriver BiDi listening on ")
                    .map(str::to_owned)
            })
            .expect("Firefox tells where it listens");
        // Nobody reads the rest, but the pipe must not fill up.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) =
            tungstenite::connect(format!("{address}/session")).expect("Firefox answers");
        let mut firefox = Firefox {
            socket,
            context: Value::Null,
            count: 0,
            errors: Vec::new(),
            _process: process,
        };
        firefox.call("session.new", json!({"capabilities": {}}));
        firefox.call("session.subscribe", json!({"events": ["log.entryAdded"]}));
        let mut tree = firefox.call("browsingContext.getTree", json!({}));
        firefox.context = tree["contexts"][0]["context"].take();
        firefox
    }

    fn resize(&mut self, width: u32, height: u32) {
        let params =
            json!({"context": self.context, "viewport": {"width": width, "height": height}});
        self.call("browsingContext.setViewport", params);
    }
}

impl Driver for Firefox {
    fn open(&mut self, address: &str) {
        let params = json!({"context": self.context, "url": address, "wait": "complete"});
        self.call("browsingContext.navigate", params);
    }

    fn run(&mut self, script: &str) -> Value {
        let params = json!({"expression": as_text(script), "target": {"context": self.context}, "awaitPromise": true});
        let answer = self.call("script.evaluate", params);
        assert_eq!(answer["type"], "success", "{script}: {answer}");
        from_text(&answer["result"]["value"])
    }

    fn click_at(&mut self, x: f64, y: f64) {
        let params = json!({"context": self.context, "actions": click(x, y)});
        self.call("input.performActions", params);
    }

    fn errors(&mut self) -> Vec<String> {
        self.run("1");
        std::mem::take(&mut self.errors)
    }

    fn picture(&mut self) -> Value {
        let params = json!({"context": self.context});
        self.call("browsingContext.captureScreenshot", params)["data"].take()
    }
}

/// WebKit for GTK, on a screen in memory: it knows no mode without one.
pub struct WebKit {
    port: u16,
    session: String,
    _driver: Process,
    _screen: Process,
}

/// WebKit's driver tells nothing of errors, so the page itself remembers them, from the moment when it is there.
const REMEMBER: &str = "(() => {
    if (window.remembered) return;
    window.remembered = [];
    addEventListener('error', event => remembered.push(String(event.message)));
    addEventListener('unhandledrejection', event => remembered.push(String(event.reason)));
    const before = console.error;
    console.error = (...what) => { remembered.push(what.map(String).join(' ')); before.apply(console, what); };
})()";

impl WebKit {
    /// One request, one answer, one connection.
    fn request(&self, method: &str, path: &str, body: Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver answers");
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, content) = answer.split_once("\r\n\r\n").expect("an answer in HTTP");
        let mut content: Value = serde_json::from_str(content).expect(content);
        let value = content["value"].take();
        assert!(value["error"].is_null(), "{path}: {value}");
        value
    }

    fn call(&self, what: &str, body: Value) -> Value {
        self.request("POST", &format!("/session/{}/{what}", self.session), body)
    }
}

impl Other for WebKit {
    const NAME: &str = "WebKit";

    fn start() -> WebKit {
        let mut screen = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-nolisten",
                "tcp",
                "-screen",
                "0",
                "1600x1200x24",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut display = String::new();
        let mut stdout = BufReader::new(screen.stdout.take().unwrap());
        let screen = Process(screen, None);
        stdout.read_line(&mut display).unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("DISPLAY", format!(":{}", display.trim()))
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("WebKitWebDriver starts");
        let driver = Process(driver, None);
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(30), "no answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut webkit = WebKit {
            port,
            session: String::new(),
            _driver: driver,
            _screen: screen,
        };
        // The whole window is the page, so that it can be as narrow as a telephone.
        let options = json!({"args": ["--automation", "--full-screen"]});
        let wishes =
            json!({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}});
        let session = webkit.request("POST", "/session", wishes);
        webkit.session = session["sessionId"].as_str().unwrap().to_owned();
        webkit
    }

    fn resize(&mut self, width: u32, height: u32) {
        let place = json!({"x": 0, "y": 0, "width": width, "height": height});
        self.call("window/rect", place);
    }
}

impl Drop for WebKit {
    fn drop(&mut self) {
        // The driver ends its browser.
        if !self.session.is_empty() {
            self.request("DELETE", &format!("/session/{}", self.session), Value::Null);
        }
    }
}

impl Driver for WebKit {
    fn open(&mut self, address: &str) {
        self.call("url", json!({"url": address}));
        self.run(REMEMBER);
    }

    fn run(&mut self, script: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; ({}).then(done, error => done(JSON.stringify({{failed: String(error)}})))",
            as_text(script)
        );
        let answer = from_text(&self.call("execute/async", json!({"script": script, "args": []})));
        assert!(answer["failed"].is_null(), "{script}: {answer}");
        answer
    }

    fn click_at(&mut self, x: f64, y: f64) {
        self.call("actions", json!({"actions": click(x, y)}));
    }

    fn errors(&mut self) -> Vec<String> {
        let errors = self.run("window.remembered?.splice(0) ?? []");
        serde_json::from_value(errors).unwrap()
    }

    fn picture(&mut self) -> Value {
        let path = format!("/session/{}/screenshot", self.session);
        self.request("GET", &path, Value::Null)
    }
}
