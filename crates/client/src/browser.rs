//! The little of the browser that the page touches directly. What a browser refuses is passed over: the page works without it.

use parlour::Shelf;
use std::cell::RefCell;
use std::collections::BTreeMap;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, HtmlAnchorElement, HtmlElement, MouseEvent, Notification,
    NotificationPermission, Storage, Window,
};

pub fn window() -> Option<Window> {
    web_sys::window()
}

pub fn document() -> Option<Document> {
    window()?.document()
}

/// The address inside the page.
pub fn path() -> String {
    window()
        .and_then(|window| window.location().pathname().ok())
        .unwrap_or_default()
}

/// The whole address of a path, to be sent to friends.
pub fn link(path: &str) -> String {
    let origin = window().and_then(|window| window.location().origin().ok());
    origin.unwrap_or_default() + path
}

/// What stands in the address behind `?name=`.
pub fn query(name: &str) -> Option<String> {
    let search = window()?.location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search)
        .ok()?
        .get(name)
}

/// Puts a text where it can be pasted from.
pub fn copy(text: &str) {
    if let Some(window) = window() {
        let _ = window.navigator().clipboard().write_text(text);
    }
}

pub fn push_path(path: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Calls `go` with the new address when a link inside the page is clicked, or the person goes back.
pub fn follow_links(go: impl Fn(String) + Clone + 'static) {
    let (Some(window), Some(document)) = (window(), document()) else {
        return;
    };
    let clicked = go.clone();
    listen(&document, "click", move |event| {
        let Some(event) = event.dyn_ref::<MouseEvent>() else {
            return;
        };
        if let Some(path) = inner_link(event) {
            event.prevent_default();
            push_path(&path);
            clicked(path);
        }
    });
    listen(&window, "popstate", move |_| go(path()));
}

/// The address of a clicked link that stays inside the page.
fn inner_link(event: &MouseEvent) -> Option<String> {
    if event.button() != 0 || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    let target: Element = event.target()?.dyn_into().ok()?;
    let link: HtmlAnchorElement = target.closest("a[href^='/']").ok()??.dyn_into().ok()?;
    if link.has_attribute("download") || link.has_attribute("target") {
        return None;
    }
    link.get_attribute("href")
}

/// Listens as long as the page lives.
pub fn listen(
    target: &web_sys::EventTarget,
    event: &str,
    heard: impl FnMut(web_sys::Event) + 'static,
) {
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(heard);
    let _ = target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// The languages that the person reads, best first.
pub fn languages() -> Vec<String> {
    let wishes = window().map(|window| window.navigator().languages());
    wishes
        .iter()
        .flat_map(|wishes| wishes.iter())
        .filter_map(|wish| wish.as_string())
        .collect()
}

pub fn set_document_attribute(name: &str, value: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute(name, value);
    }
}

pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Marks the icon of the page, or takes the mark away.
pub fn mark_icon(marked: bool) {
    let name = if marked {
        "data-icon-turn"
    } else {
        "data-icon"
    };
    let link =
        document().and_then(|document| document.query_selector("link[rel='icon']").ok().flatten());
    if let (Some(link), Some(address)) = (link, body_attribute(name)) {
        let _ = link.set_attribute("href", &address);
    }
}

/// Whether the person was not yet asked about notifications.
pub fn may_ask_to_notify() -> bool {
    has_notifications() && Notification::permission() == NotificationPermission::Default
}

/// Asks whether the page may notify.
pub fn ask_to_notify() {
    if has_notifications() {
        let _ = Notification::request_permission();
    }
}

/// Tells somebody who looks elsewhere, if they allowed it.
pub fn notify(title: &str) {
    let looks_elsewhere = document().is_some_and(|document| document.hidden());
    if looks_elsewhere
        && has_notifications()
        && Notification::permission() == NotificationPermission::Granted
    {
        let _ = Notification::new(title);
    }
}

/// Some browsers have no notifications at all.
fn has_notifications() -> bool {
    window().is_some_and(|window| {
        js_sys::Reflect::has(&window, &JsValue::from_str("Notification")).unwrap_or(false)
    })
}

pub fn remove_element(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.remove();
    }
}

/// Puts the keyboard there.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Where the keyboard is.
pub fn focused() -> Option<HtmlElement> {
    document()?.active_element()?.dyn_into().ok()
}

/// Lights the places of the board with these ids, and no others.
pub fn light_up(ids: &[&str]) {
    let Some(document) = document() else {
        return;
    };
    let all = |selector: &str| {
        let found = document.query_selector_all(selector).ok();
        let found = found
            .iter()
            .flat_map(|list| (0..list.length()).filter_map(|at| list.item(at)));
        found
            .filter_map(|node| node.dyn_into::<Element>().ok())
            .collect::<Vec<_>>()
    };
    for element in all(".named") {
        let _ = element.class_list().remove_1("named");
    }
    for id in ids {
        for element in all(&format!("[data-city='{id}'], [data-place='{id}']")) {
            let _ = element.class_list().add_1("named");
        }
    }
}

/// An attribute of the document's body, where the build writes the addresses of files.
pub fn body_attribute(name: &str) -> Option<String> {
    document()?.body()?.get_attribute(name)
}

/// 256 bits that nobody can guess.
pub fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    if let Some(crypto) = window().and_then(|window| window.crypto().ok()) {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes
}

/// A name that nobody else has.
pub fn random_name() -> String {
    let bytes = random_bytes();
    bytes
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// Lets the person keep a text as a file.
pub fn download(name: &str, text: &str) {
    let save = || -> Result<(), JsValue> {
        let blob = web_sys::Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into()))?;
        let address = web_sys::Url::create_object_url_with_blob(&blob)?;
        let document = document().ok_or(JsValue::NULL)?;
        let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
        web_sys::Url::revoke_object_url(&address)
    };
    let _ = save();
}

/// The browser's local storage; where it is switched off, memory that lasts as long as the page.
pub struct BrowserShelf;

thread_local! {
    static MEMORY: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Whether what is kept outlasts the page.
pub fn storage_lasts() -> bool {
    storage().is_some_and(|storage| storage.set_item("durbar.probe", "1").is_ok())
}

impl Shelf for BrowserShelf {
    fn get(&self, name: &str) -> Option<String> {
        let kept = storage().and_then(|storage| storage.get_item(name).ok().flatten());
        kept.or_else(|| MEMORY.with_borrow(|memory| memory.get(name).cloned()))
    }

    fn put(&self, name: &str, text: &str) -> bool {
        let kept = storage().is_some_and(|storage| storage.set_item(name, text).is_ok());
        if !kept {
            MEMORY.with_borrow_mut(|memory| memory.insert(name.to_owned(), text.to_owned()));
        }
        kept
    }

    fn remove(&self, name: &str) {
        if let Some(storage) = storage() {
            let _ = storage.remove_item(name);
        }
        MEMORY.with_borrow_mut(|memory| memory.remove(name));
    }

    fn names(&self) -> Vec<String> {
        let kept = storage().map(|storage| {
            let count = storage.length().unwrap_or(0);
            (0..count)
                .filter_map(|number| storage.key(number).ok().flatten())
                .collect::<Vec<_>>()
        });
        let memory = MEMORY.with_borrow(|memory| memory.keys().cloned().collect::<Vec<_>>());
        kept.into_iter().flatten().chain(memory).collect()
    }
}
