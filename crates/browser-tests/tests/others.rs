//! The page in Firefox and WebKit. `cargo xtask browsers` runs it.

use browser_tests::{Firefox, WebKit, visit};

#[test]
fn firefox() {
    visit::<Firefox>();
}

#[test]
fn webkit() {
    visit::<WebKit>();
}
