//! How quickly the page is there, on a slow device behind a slow network. `cargo xtask page --measure` runs it with the page as people get it.

use browser_tests::{Browser, Device, Site, Tab};
use serde_json::json;

/// Collects what the browser tells about its own speed.
const OBSERVE: &str = "(() => {
    const seen = window.seen = { first: 0, largest: 0, shifts: 0 };
    const observe = (type, hear) => new PerformanceObserver(list => list.getEntries().forEach(hear)).observe({ type, buffered: true });
    observe('paint', e => { if (e.name === 'first-contentful-paint') seen.first = e.startTime; });
    observe('largest-contentful-paint', e => { seen.largest = e.startTime; });
    observe('layout-shift', e => { if (!e.hadRecentInput) seen.shifts += e.value; });
})()";

/// A person whose browser tells about its speed, and has nothing of the page yet.
fn person(browser: &Browser, device: Device) -> Tab {
    let mut tab = browser.person(device);
    let source = json!({"source": OBSERVE});
    tab.call("Page.addScriptToEvaluateOnNewDocument", source);
    tab
}

/// A processor that is four times slower, and a network with this latency.
fn slow(tab: &mut Tab, latency: f64) {
    tab.call("Emulation.setCPUThrottlingRate", json!({"rate": 4}));
    let (down, up) = (1_600_000.0 / 8.0, 750_000.0 / 8.0);
    tab.call(
        "Network.emulateNetworkConditions",
        json!({"offline": false, "latency": latency, "downloadThroughput": down, "uploadThroughput": up}),
    );
}

fn seen(tab: &mut Tab, what: &str) -> f64 {
    tab.run(&format!("seen.{what}")).as_f64().unwrap()
}

/// When something became true, in milliseconds since the page was opened.
fn when(tab: &mut Tab, script: &str) -> f64 {
    tab.wait(script);
    tab.run("performance.now()").as_f64().unwrap()
}

#[test]
#[ignore = "measures; only the page as people get it tells something"]
fn how_quickly_the_page_is_there() {
    let (site, browser) = (Site::open(), Browser::start());
    for (network, latency) in [
        ("Fast 3G of DevTools (1.6 Mbit/s, 562.5 ms)", 562.5),
        ("1.6 Mbit/s, 150 ms", 150.0),
    ] {
        println!("{network}, processor four times slower:");
        for device in [Device::Phone, Device::Desk] {
            let mut tab = person(&browser, device);
            slow(&mut tab, latency);
            tab.open(&site.address);
            let ready = when(
                &mut tab,
                "document.querySelector('main button.play-now') && !document.querySelector('#loading')",
            );
            let [first, largest, shifts] =
                ["first", "largest", "shifts"].map(|what| seen(&mut tab, what));
            tab.click("[data-game='taj-mahal'] button.play-now");
            let board = when(
                &mut tab,
                "document.querySelector('.table :is(.lit, [data-action])')",
            );
            println!(
                "  {device:?}: first paint {first:.0} ms, largest {largest:.0} ms, buttons work at {ready:.0} ms, a board {:.0} ms after the click at once, layout shift {shifts:.3}",
                board - ready
            );
        }
    }
    println!("Playing with bots, not slowed down:");
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let mut tab = person(&browser, Device::Laptop);
        tab.open(&site.address);
        tab.play_now(game);
        tab.is_asked();
        tab.record_tasks();
        let decisions = tab.play(40);
        let mut tasks = tab.recorded_tasks();
        tasks.sort_by(|one, other| other.total_cmp(one));
        let long = tasks.iter().take_while(|task| **task > 50.0).count();
        println!(
            "  {game}: {decisions} decisions, {} tasks, {long} above 50 ms of the processor, the longest {:.0?} ms",
            tasks.len(),
            tasks.iter().take(5).collect::<Vec<_>>()
        );
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}
