//! A small client of the DevTools protocol.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long anything may take. A test that needs it has failed, so it is generous.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Every run of a test plays the same games: a page's random numbers depend on how many pages this tab has loaded, and on nothing else.
pub(crate) const SAME_SHUFFLES: &str = "(() => {
    let state = 7;
    try { sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1; state += Number(sessionStorage.loads); } catch {}
    crypto.getRandomValues = (bytes) => {
        for (let i = 0; i < bytes.length; i++) {
            state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
            bytes[i] = state >> 16;
        }
        return bytes;
    };
})()";

/// Others' moves are shown at once, nothing stops the game and nothing happens by itself, unless a test chooses otherwise.
const SHOWN_AT_ONCE: &str = r#"try { localStorage["durbar.settings"] ??= '{"speed":"instant","skip_moments":true,"single":false}'; } catch {}"#;

/// A browser. All tests that run at the same time share one process: what must not be shared is kept apart by [`Browser::person`].
pub struct Browser(Arc<Chromium>);

/// The process of a browser, with its own profile.
struct Chromium {
    process: Child,
    profile: PathBuf,
    address: String,
}

/// What the page is looked at with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// 1920 by 1080.
    Wide,
    /// 1440 by 900.
    Desk,
    /// 1280 by 800.
    Laptop,
    /// 390 by 844, with a finger.
    Phone,
    /// 844 by 390, with a finger.
    PhoneAcross,
    /// 360 by 640, with a finger.
    SmallPhone,
}

impl Device {
    /// Every device that everything must fit, with its size as pictures are named.
    pub const ALL: [(Device, &str); 6] = [
        (Device::Wide, "1920x1080"),
        (Device::Desk, "1440x900"),
        (Device::Laptop, "1280x800"),
        (Device::Phone, "390x844"),
        (Device::PhoneAcross, "844x390"),
        (Device::SmallPhone, "360x640"),
    ];

    /// Whether it is used with a finger.
    pub fn has_fingers(self) -> bool {
        !matches!(self, Device::Wide | Device::Desk | Device::Laptop)
    }

    fn size(self) -> (u32, u32) {
        match self {
            Device::Wide => (1920, 1080),
            Device::Desk => (1440, 900),
            Device::Laptop => (1280, 800),
            Device::Phone => (390, 844),
            Device::PhoneAcross => (844, 390),
            Device::SmallPhone => (360, 640),
        }
    }
}

impl Browser {
    /// The browser that is running, or a new one.
    pub fn start() -> Browser {
        static RUNNING: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let chromium = running.upgrade().unwrap_or_else(|| {
            let chromium = Arc::new(Chromium::start());
            *running = Arc::downgrade(&chromium);
            chromium
        });
        Browser(chromium)
    }

    /// A tab of a person of their own: nothing is shared with other people's tabs.
    pub fn person(&self, device: Device) -> Tab {
        let mut tab = self.connect();
        let how = json!({"disposeOnDetach": true});
        let context = tab.call("Target.createBrowserContext", how)["browserContextId"].take();
        tab.show(context, device);
        tab
    }

    /// Another tab of the same person.
    pub fn beside(&self, other: &Tab, device: Device) -> Tab {
        let mut tab = self.connect();
        tab.show(other.driver.person.clone(), device);
        tab
    }

    fn connect(&self) -> Tab {
        let (socket, _) = tungstenite::connect(&self.0.address).expect("the browser answers");
        Tab {
            driver: DevTools {
                socket,
                session: None,
                person: Value::Null,
                has_fingers: false,
                count: 0,
                errors: Vec::new(),
                trace: Vec::new(),
                traced: false,
            },
        }
    }
}

impl Tab {
    /// Opens the tab, as one of this person's.
    fn show(&mut self, person: Value, device: Device) {
        let tab = self;
        let target = tab.call(
            "Target.createTarget",
            json!({"url": "about:blank", "browserContextId": person}),
        )["targetId"]
            .clone();
        let session = tab.call(
            "Target.attachToTarget",
            json!({"targetId": target, "flatten": true}),
        )["sessionId"]
            .clone();
        tab.driver.session = session.as_str().map(str::to_owned);
        tab.driver.person = person;
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab.call(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": SAME_SHUFFLES}),
        );
        tab.call(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": SHOWN_AT_ONCE}),
        );
        tab.turn(device);
        // Somebody looks at each tab, whichever window is in front.
        tab.call(
            "Emulation.setFocusEmulationEnabled",
            json!({"enabled": true}),
        );
        tab.prefer("light");
    }
}

impl Tab {
    /// Looks at the page with this device from now on.
    pub fn turn(&mut self, device: Device) {
        let ((width, height), mobile) = (device.size(), device.has_fingers());
        self.driver.has_fingers = mobile;
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}),
        );
        self.call(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": mobile}),
        );
    }
}

impl Tab {
    /// Whether the page is looked at with a device that is used with a finger.
    pub(crate) fn has_fingers(&self) -> bool {
        self.driver.has_fingers
    }
}

impl Chromium {
    fn start() -> Chromium {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile =
            std::env::temp_dir().join(format!("durbar-browser-{}-{number}", std::process::id()));
        let chromium = std::env::var("CHROMIUM").unwrap_or("chromium".to_owned());
        let mut process = Command::new(chromium)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--hide-scrollbars",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
            ])
            // Nothing that no test looks at, and no second, better compilation of a module that runs for seconds only.
            .args([
                "--disable-extensions",
                "--disable-default-apps",
                "--disable-component-extensions-with-background-pages",
                "--disable-features=Translate,MediaRouter,OptimizationHints",
                "--js-flags=--no-wasm-tier-up",
            ])
            // What a screen reader is told of an element: `computedRole` and `computedName`.
            .arg("--enable-blink-features=ComputedAccessibilityInfo")
            .args(["--remote-debugging-port=0", "--lang=en", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let stderr = process.stderr.take().unwrap();
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            line.strip_prefix("DevTools listening on ")
                .map(str::to_owned)
        });
        let address = address.expect("Chromium tells where it listens");
        // Nobody reads the rest, but the pipe must not fill up.
        std::thread::spawn(move || lines.for_each(drop));
        Chromium {
            process,
            profile,
            address,
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// What a test asks of a browser, in whatever protocol the browser speaks.
pub trait Driver {
    /// Opens an address.
    fn open(&mut self, address: &str);
    /// The value of an expression in the page, or of what it promises.
    fn run(&mut self, script: &str) -> Value;
    /// Clicks as a mouse does.
    fn click_at(&mut self, x: f64, y: f64);
    /// What went wrong since this was last asked.
    fn errors(&mut self) -> Vec<String>;
    /// What is seen, as PNG in Base64.
    fn picture(&mut self) -> Value;
}

/// Scrolls to an element and tells where its middle is.
pub(crate) const MIDDLE: &str = "(e => { e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })";

/// One tab.
pub struct Tab<D = DevTools> {
    pub(crate) driver: D,
}

/// A connection to Chromium.
pub struct DevTools {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    /// Whose tab it is: the browser's name for what the tabs of one person share.
    person: Value,
    /// Whether the device is used with a finger.
    has_fingers: bool,
    count: u64,
    errors: Vec<String>,
    /// What the browser told of its tasks, and whether that is all.
    trace: Vec<Value>,
    traced: bool,
}

impl DevTools {
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        let mut message = json!({"id": self.count, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket
            .send(Message::text(message.to_string()))
            .unwrap();
        loop {
            let Message::Text(text) = self.socket.read().expect("the browser answers") else {
                continue;
            };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.count {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.note(&answer);
        }
    }

    /// Uncaught errors and refused files are remembered.
    fn note(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.errors.push(params["exceptionDetails"].to_string())
            }
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                self.errors.push(format!(
                    "{} {}",
                    params["entry"]["text"], params["entry"]["url"]
                ));
            }
            Some("Tracing.dataCollected") => {
                let events = params["value"].as_array().into_iter().flatten();
                let events = events
                    .filter(|event| event["name"] == "RunTask" || event["name"] == "thread_name");
                self.trace.extend(events.cloned());
            }
            Some("Tracing.tracingComplete") => self.traced = true,
            Some("Runtime.consoleAPICalled") if params["type"] == "error" => {
                self.errors.push(params["args"].to_string())
            }
            _ => {}
        }
    }
}

impl Driver for DevTools {
    fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
    }

    fn run(&mut self, script: &str) -> Value {
        let params = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
        let mut result = self.call("Runtime.evaluate", params);
        assert!(
            result["exceptionDetails"].is_null(),
            "{script}: {}",
            result["exceptionDetails"]
        );
        result["result"]["value"].take()
    }

    fn click_at(&mut self, x: f64, y: f64) {
        let mouse =
            |kind: &str| json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
        self.call("Input.dispatchMouseEvent", mouse("mousePressed"));
        self.call("Input.dispatchMouseEvent", mouse("mouseReleased"));
    }

    fn errors(&mut self) -> Vec<String> {
        self.run("1");
        std::mem::take(&mut self.errors)
    }

    fn picture(&mut self) -> Value {
        self.call("Page.captureScreenshot", json!({"format": "png"}))["data"].take()
    }
}

impl<D: Driver> Tab<D> {
    /// What went wrong since this was last asked.
    pub fn errors(&mut self) -> Vec<String> {
        self.driver.errors()
    }

    /// Opens an address.
    pub fn open(&mut self, address: &str) {
        self.driver.open(address);
    }

    /// The value of an expression in the page.
    pub fn run(&mut self, script: &str) -> Value {
        self.driver.run(script)
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&mut self, script: &str) {
        assert!(
            self.becomes(script, TIMEOUT),
            "timed out waiting for {script}\n{}\n{:?}",
            self.text("body"),
            self.errors()
        );
    }

    /// Whether an expression becomes true within a few seconds.
    pub fn soon(&mut self, script: &str) -> bool {
        self.becomes(script, Duration::from_secs(8))
    }

    fn becomes(&mut self, script: &str, timeout: Duration) -> bool {
        let start = Instant::now();
        while self.run(&format!("!!({script})")) != true {
            if start.elapsed() > timeout {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }

    /// Waits until something is there.
    #[track_caller]
    pub fn wait_for(&mut self, selector: &str) {
        self.wait(&format!("document.querySelector({})", json!(selector)));
    }

    /// Clicks as a mouse does, in the middle of the element.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.click_on(&place);
    }

    #[track_caller]
    pub(crate) fn click_on(&mut self, place: &Value) {
        let [x, y] = [0, 1].map(|axis| place[axis].as_f64().unwrap());
        self.driver.click_at(x, y);
    }

    /// Where an element's middle is, once it is in sight.
    #[track_caller]
    fn middle(&mut self, selector: &str) -> Value {
        self.wait_for(selector);
        self.run(&format!(
            "{MIDDLE}((all => all.find(e => e.checkVisibility()) ?? all[0])([...document.querySelectorAll({})]))",
            json!(selector)
        ))
    }

    /// Chooses a value of a `select`.
    #[track_caller]
    pub fn choose(&mut self, selector: &str, value: &str) {
        self.wait_for(selector);
        let (selector, value) = (json!(selector), json!(value));
        self.run(&format!(
            "(() => {{ const e = document.querySelector({selector}); e.value = {value}; e.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        ));
    }

    /// The visible text of an element.
    pub fn text(&mut self, selector: &str) -> String {
        let text = self.run(&format!(
            "document.querySelector({})?.innerText",
            json!(selector)
        ));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until movements have come to rest. What moves for ever (a lit choice breathes) is not waited for. Their own promises would never tell of
    /// movements in what is folded up.
    pub(crate) fn settle(&mut self) {
        self.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 1)");
        self.wait("document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().iterations === Infinity)");
    }

    /// A picture of what is seen, if `SCREENSHOTS` names a folder for it.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("SCREENSHOTS").map(PathBuf::from) else {
            return;
        };
        self.settle();
        let data = self.driver.picture();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join(format!("{name}.png")),
            decoded(data.as_str().unwrap_or_default()),
        )
        .unwrap();
    }
}

impl Tab {
    /// Calls a method of the protocol.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.driver.call(method, params)
    }

    /// Touches the middle of the element with a finger, for so many milliseconds.
    #[track_caller]
    pub fn touch(&mut self, selector: &str, milliseconds: u64) {
        let place = self.middle(selector);
        self.touch_at(&place, milliseconds);
    }

    /// Touches a point with a finger, for so many milliseconds.
    pub(crate) fn touch_at(&mut self, place: &Value, milliseconds: u64) {
        let finger = json!({"type": "touchStart", "touchPoints": [{"x": place[0], "y": place[1]}]});
        self.call("Input.dispatchTouchEvent", finger);
        std::thread::sleep(Duration::from_millis(milliseconds));
        self.call(
            "Input.dispatchTouchEvent",
            json!({"type": "touchEnd", "touchPoints": []}),
        );
    }

    /// Touches the middle of an element, as a finger does.
    #[track_caller]
    pub fn tap(&mut self, selector: &str) {
        // The page ignores taps that follow a change too soon.
        std::thread::sleep(Duration::from_millis(450));
        let place = self.middle(selector);
        self.touch_at(&place, 30);
    }

    /// Presses a key such as `Tab` or `Enter`.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            " " => 32,
            _ => 0,
        };
        let text = if key == "Enter" {
            "\r"
        } else if key == " " {
            " "
        } else {
            ""
        };
        let event = |kind: &str| json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": if kind == "keyDown" { text } else { "" }});
        self.call("Input.dispatchKeyEvent", event("keyDown"));
        self.call("Input.dispatchKeyEvent", event("keyUp"));
    }

    /// Light or dark, as the system would say, and without movements, so that a test need not wait for them.
    pub fn prefer(&mut self, scheme: &str) {
        let wishes = [
            ("prefers-color-scheme", scheme),
            ("prefers-reduced-motion", "reduce"),
        ];
        let features = wishes.map(|(name, value)| json!({"name": name, "value": value}));
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Everything moves, as most people see it.
    pub fn with_movements(&mut self) {
        self.call("Emulation.setEmulatedMedia", json!({"features": []}));
    }

    /// Begins to record the tasks of the page.
    pub fn record_tasks(&mut self) {
        let config = json!({"includedCategories": ["disabled-by-default-devtools.timeline"]});
        self.call(
            "Tracing.start",
            json!({"traceConfig": config, "transferMode": "ReportEvents"}),
        );
    }

    /// The recorded tasks of the page's main thread: how many milliseconds of the processor each took. Other programs do not change that.
    pub fn recorded_tasks(&mut self) -> Vec<f64> {
        self.call("Tracing.end", json!({}));
        while !std::mem::take(&mut self.driver.traced) {
            self.run("1");
        }
        let trace = std::mem::take(&mut self.driver.trace);
        let thread = |event: &Value| (event["pid"].as_u64(), event["tid"].as_u64());
        let names = trace
            .iter()
            .filter(|event| event["args"]["name"] == "CrRendererMain");
        let pages: Vec<_> = names.map(thread).collect();
        let tasks = trace.iter().filter(|event| pages.contains(&thread(event)));
        tasks
            .filter_map(|task| Some(task["tdur"].as_f64()? / 1000.0))
            .collect()
    }

    /// Cuts the connection, or restores it.
    pub fn offline(&mut self, offline: bool) {
        self.call("Network.emulateNetworkConditions", json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}));
    }

    /// Looks at the page in light and dark: no barriers, no errors, nothing wider than the screen, and a picture of each.
    #[track_caller]
    pub fn look(&mut self, name: &str) {
        self.run("scrollTo(0, 0)");
        // The mouse points at nothing, so nothing explains itself.
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": "mouseMoved", "x": 1, "y": 1}),
        );
        for scheme in ["light", "dark"] {
            self.prefer(scheme);
            self.picture(&format!("{name}-{scheme}"));
            self.check_accessibility();
        }
        self.prefer("light");
        let wider =
            self.run("document.documentElement.scrollWidth > document.documentElement.clientWidth");
        assert_eq!(wider, false, "{name} is wider than the screen");
        assert_eq!(self.errors(), Vec::<String>::new(), "{name}");
    }

    /// Looks for barriers with axe-core.
    #[track_caller]
    pub fn check_accessibility(&mut self) {
        if self.run("!window.axe") == true {
            let script = std::fs::read_to_string(
                std::env::var("AXE").expect("`cargo xtask browser` tells where axe-core is"),
            );
            self.run(&format!("{}\n1", script.unwrap()));
        }
        self.settle();
        let found = self.run("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' + v.help + '\\n' + v.nodes.slice(0, 4).map(n => n.html + ' ' + n.failureSummary).join('\\n')))");
        assert_eq!(found, json!([]), "barriers");
    }
}

/// Base64, as the protocol sends pictures.
pub fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let (mut bytes, mut bits, mut buffer) = (Vec::new(), 0, 0_u32);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        buffer = buffer << 6 | u32::from(value(letter));
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
        }
    }
    bytes
}
