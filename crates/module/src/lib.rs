//! The page's WebAssembly module: it starts the client.

use wasm_bindgen::prelude::*;

/// Called by the browser as soon as the module is there.
#[wasm_bindgen(start)]
pub fn start() {
    client::start();
}
