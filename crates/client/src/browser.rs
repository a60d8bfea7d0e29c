//! Direct access to the browser. Failures are ignored: the page works without these features.

use crate::shelf::Shelf;
use leptos::prelude::{StoredValue, WithValue as _, on_cleanup};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Document, Element, FocusOptions, Headers, HtmlAnchorElement, HtmlElement, HtmlInputElement,
    KeyboardEvent, MouseEvent, MouseEventInit, MutationObserver, MutationObserverInit, NodeList,
    Notification, NotificationPermission, RequestInit, ResizeObserver, Response, Storage, Window,
};

pub fn window() -> Option<Window> {
    web_sys::window()
}

pub fn document() -> Option<Document> {
    window()?.document()
}

/// Returns the path of the current URL.
pub fn path() -> String {
    window()
        .and_then(|window| window.location().pathname().ok())
        .unwrap_or_default()
}

/// Returns the full URL of a path, for sharing.
pub fn link(path: &str) -> String {
    let origin = window().and_then(|window| window.location().origin().ok());
    origin.unwrap_or_default() + path
}

/// Returns a parameter of the URL's query.
pub fn query(name: &str) -> Option<String> {
    let search = window()?.location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search)
        .ok()?
        .get(name)
}

/// Puts a value into the address behind `?name=`, without a new entry in the history.
pub fn replace_query(name: &str, value: &str) {
    let Some(window) = window() else { return };
    let (Ok(search), Ok(history)) = (window.location().search(), window.history()) else {
        return;
    };
    let Ok(query) = web_sys::UrlSearchParams::new_with_str(&search) else {
        return;
    };
    query.set(name, value);
    let address = format!("{}?{}", path(), query.to_string());
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
}

/// Puts a text where it can be pasted from, and tells whether there is such a place: browsers have none on a page without encryption.
pub fn copy(text: &str) -> bool {
    let Some(navigator) = window().map(|window| window.navigator()) else {
        return false;
    };
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    let there = clipboard.is_ok_and(|clipboard| clipboard.is_object());
    if there {
        let _ = navigator.clipboard().write_text(text);
    }
    there
}

/// Returns whether nobody looks at the page.
pub fn is_hidden() -> bool {
    document().is_some_and(|document| document.hidden())
}

/// Returns whether the device has a sheet for sharing links.
pub fn can_share() -> bool {
    share_sheet().is_some()
}

/// Opens the device's sheet for sharing a link.
pub fn share(title: &str, address: &str) {
    let (Some(sheet), Some(window)) = (share_sheet(), window()) else {
        return;
    };
    let shared = js_sys::Object::new();
    for (name, value) in [("title", title), ("url", address)] {
        let _ = js_sys::Reflect::set(&shared, &name.into(), &value.into());
    }
    let promise = sheet.call1(&window.navigator(), &shared);
    // Whoever closes the sheet has shared nothing; that is no error.
    if let Some(promise) = promise
        .ok()
        .and_then(|it| it.dyn_into::<js_sys::Promise>().ok())
    {
        wasm_bindgen_futures::spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}

fn share_sheet() -> Option<js_sys::Function> {
    let navigator = window()?.navigator();
    let sheet = js_sys::Reflect::get(&navigator, &"share".into());
    sheet.ok()?.dyn_into().ok()
}

pub fn push_path(path: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Calls `go` with the new path when an internal link is clicked, or on navigation back.
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

/// Lets a service worker keep the whole page, so that local play needs no server.
pub fn keep_for_play_without_a_server() {
    let Some(navigator) = window().map(|window| window.navigator()) else {
        return;
    };
    // Browsers have no service workers on a page without encryption.
    if js_sys::Reflect::has(&navigator, &"serviceWorker".into()) == Ok(true) {
        let _ = navigator.service_worker().register("/offline.js");
    }
}

/// Returns the path of a clicked link if it is internal.
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

/// Adds a listener for the lifetime of the page.
pub fn listen(
    target: &web_sys::EventTarget,
    event: &str,
    heard: impl FnMut(web_sys::Event) + 'static,
) {
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(heard);
    let _ = target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Returns the browser's preferred languages, best first.
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

/// Adds or removes a mark on the page's icon.
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

/// Returns how many minutes this machine's clock is ahead of UTC.
pub fn minutes_ahead_of_utc() -> i16 {
    -js_sys::Date::new_0().get_timezone_offset() as i16
}

/// Shows the number of tables that wait on the icon of an installed page, where that is possible.
pub fn set_badge(count: usize) {
    let Some(window) = window() else {
        return;
    };
    let navigator = window.navigator();
    let set = js_sys::Reflect::get(&navigator, &JsValue::from_str("setAppBadge"));
    if let Some(set) = set
        .ok()
        .and_then(|set| set.dyn_into::<js_sys::Function>().ok())
    {
        let _ = set.call1(&navigator, &JsValue::from_f64(count as f64));
    }
}

/// Returns whether the person can see the page.
pub fn is_visible() -> bool {
    document().is_some_and(|document| !document.hidden())
}

/// Shows a notification if it is allowed and the page is not visible.
pub fn notify(title: &str) {
    if !is_visible()
        && has_notifications()
        && Notification::permission() == NotificationPermission::Granted
    {
        let _ = Notification::new(title);
    }
}

/// Some browsers do not support notifications.
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

/// Replaces the text of an element.
pub fn set_text(id: &str, text: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.set_text_content(Some(text));
    }
}

/// Focuses an element.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// The elements that can be focused.
const TAKES_FOCUS: &str = "[tabindex], a, button:enabled, input, select, summary, textarea";

/// Scrolls to the top and focuses the beginning of a new route.
pub fn to_the_top(id: &str) {
    focus(id);
    if let Some(window) = window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// Keeps the focus near its place when the focused element disappears.
pub fn keep_focus() {
    let Some(document) = document() else {
        return;
    };
    let around = Rc::new(RefCell::new(Vec::<Element>::new()));
    let noted = around.clone();
    listen(&document, "focusin", move |event| {
        let target = event.target().and_then(|target| target.dyn_into().ok());
        let outwards = std::iter::successors(target, |element: &Element| element.parent_element());
        *noted.borrow_mut() = outwards.collect();
    });
    let look = Closure::<dyn FnMut()>::new(move || {
        if focused().is_some_and(|focused| focused.tag_name() != "BODY") {
            return;
        }
        // Taken out first, because focusing an element triggers this listener at once.
        let around = around.take();
        // If the element still exists, the focus was moved on purpose.
        let on_purpose = |element: &Element| {
            element.is_connected()
                && element.get_client_rects().length() > 0
                && element.matches(TAKES_FOCUS).unwrap_or(false)
        };
        let gone = !around.first().is_some_and(on_purpose);
        let is_shown =
            |element: &&Element| element.is_connected() && element.get_client_rects().length() > 0;
        let left = around.iter().find(is_shown);
        let Some(left) = left.filter(|_| gone) else {
            return;
        };
        if left.get_attribute("tabindex").is_none() {
            let _ = left.set_attribute("tabindex", "-1");
        }
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = left
            .unchecked_ref::<HtmlElement>()
            .focus_with_options(&options);
    });
    let observer = MutationObserver::new(look.as_ref().unchecked_ref());
    let (Ok(observer), Some(body)) = (observer, document.body()) else {
        return;
    };
    let changes = MutationObserverInit::new();
    changes.set_child_list(true);
    changes.set_subtree(true);
    let _ = observer.observe_with_options(&body, &changes);
    look.forget();
}

/// Calls back after changes of the page's elements and of these attributes, until the component is gone.
pub fn watch(attributes: &[&str], changed: impl FnMut() + 'static) {
    let heard = Closure::<dyn FnMut()>::new(changed);
    let observer = MutationObserver::new(heard.as_ref().unchecked_ref());
    let body = document().and_then(|document| document.body());
    let (Ok(observer), Some(body)) = (observer, body) else {
        return;
    };
    let changes = MutationObserverInit::new();
    changes.set_child_list(true);
    changes.set_subtree(true);
    let names: js_sys::Array = attributes.iter().copied().map(JsValue::from).collect();
    changes.set_attribute_filter(&names);
    let _ = observer.observe_with_options(&body, &changes);
    let kept = StoredValue::new_local((observer, heard));
    on_cleanup(move || {
        kept.try_with_value(|(observer, _)| observer.disconnect());
    });
}

/// Calls back when this element has got a size and whenever it gets another one, until the component is gone.
pub fn watch_size(element: &Element, changed: impl FnMut() + 'static) {
    let heard = Closure::<dyn FnMut()>::new(changed);
    let Ok(observer) = ResizeObserver::new(heard.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(element);
    let kept = StoredValue::new_local((observer, heard));
    on_cleanup(move || {
        kept.try_with_value(|(observer, _)| observer.disconnect());
    });
}

/// Returns the focused element.
pub fn focused() -> Option<HtmlElement> {
    document()?.active_element()?.dyn_into().ok()
}

/// Returns whether a text is being written.
pub fn is_writing() -> bool {
    focused().is_some_and(|focused| {
        let text = focused.dyn_ref::<HtmlInputElement>();
        text.is_some_and(|text| !text.value().is_empty())
    })
}

/// Moves the focus with an arrow key to the nearest element of the same drawing or list in that direction.
pub fn follow_arrow(event: &KeyboardEvent) {
    let (dx, dy) = match event.key().as_str() {
        "ArrowLeft" => (-1.0, 0.0),
        "ArrowRight" => (1.0, 0.0),
        "ArrowUp" => (0.0, -1.0),
        "ArrowDown" => (0.0, 1.0),
        _ => return,
    };
    event.prevent_default();
    let Some(from) = document().and_then(|document| document.active_element()) else {
        return;
    };
    let middle = |element: &Element| {
        let area = element.get_bounding_client_rect();
        (
            area.x() + area.width() / 2.0,
            area.y() + area.height() / 2.0,
        )
    };
    let whole = from.closest("svg, .log, .choices, .sheet").ok().flatten();
    let (x, y) = if whole.as_ref() == Some(&from) {
        (middle(&from).0, from.get_bounding_client_rect().y())
    } else {
        middle(&from)
    };
    let distance = |element: &Element| {
        let (right, down) = (middle(element).0 - x, middle(element).1 - y);
        let (along, aside) = (right * dx + down * dy, right * dy + down * dx);
        (along > 1.0).then_some(along + 2.0 * aside.abs())
    };
    let things = whole.and_then(|whole| whole.query_selector_all("[tabindex], button").ok());
    let nearest = elements(things)
        .filter_map(|element| Some((distance(&element)?, element)))
        .min_by(|(one, _), (other, _)| one.total_cmp(other));
    if let Some((_, element)) = nearest {
        let _ = element.unchecked_ref::<HtmlElement>().focus();
    }
}

/// Returns the elements inside another that match.
pub fn elements_in(whole: &Element, selector: &str) -> impl Iterator<Item = Element> + use<> {
    elements(whole.query_selector_all(selector).ok())
}

/// Clicks an element of the page, drawn or not.
pub fn click(element: &Element) {
    let how = MouseEventInit::new();
    how.set_bubbles(true);
    how.set_cancelable(true);
    if let Ok(click) = MouseEvent::new_with_mouse_event_init_dict("click", &how) {
        let _ = element.dispatch_event(&click);
    }
}

/// Returns whether a click came from a finger.
pub fn is_touch(event: &web_sys::Event) -> bool {
    js_sys::Reflect::get(event, &"pointerType".into())
        .is_ok_and(|kind| kind.as_string().as_deref() == Some("touch"))
}

/// Returns whether the screen is as a media query asks.
pub fn matches_media(query: &str) -> bool {
    let found = window().and_then(|window| window.match_media(query).ok().flatten());
    found.is_some_and(|found| found.matches())
}

/// Returns the elements of a list.
fn elements(list: Option<NodeList>) -> impl Iterator<Item = Element> {
    let list = list.into_iter();
    list.flat_map(|list| (0..list.length()).filter_map(move |at| list.item(at)?.dyn_into().ok()))
}

/// Highlights the places of the board with these ids, and no others.
pub fn light_up(ids: &[String]) {
    for element in all(".named") {
        let _ = element.class_list().remove_1("named");
    }
    for element in places(ids) {
        let _ = element.class_list().add_1("named");
    }
}

/// Marks the places of the board with these ids as news, and no others.
pub fn mark_news(ids: &[String]) {
    for element in all("[data-news]") {
        let _ = element.remove_attribute("data-news");
    }
    for element in places(ids) {
        let _ = element.set_attribute("data-news", "");
    }
}

/// Returns all elements that a selector matches.
pub fn all(selector: &str) -> impl Iterator<Item = Element> + use<> {
    elements(document().and_then(|document| document.query_selector_all(selector).ok()))
}

/// Returns the places of the board with these ids, not the cards that stand for them in the stage.
fn places(ids: &[String]) -> impl Iterator<Item = Element> {
    ids.iter()
        .flat_map(|id| all(&format!("[data-place='{id}']:not(.choice-card)")))
}

/// Returns what follows `#` in the address, unless it is empty.
pub fn fragment() -> Option<String> {
    let hash = window()?.location().hash().ok()?;
    let fragment = hash.trim_start_matches('#').to_owned();
    (!fragment.is_empty()).then_some(fragment)
}

/// Opens the browser's dialog to print the page.
pub fn print() {
    if let Some(window) = window() {
        let _ = window.print();
    }
}

/// Returns an attribute of the document's body, where the build writes the URLs of files.
pub fn body_attribute(name: &str) -> Option<String> {
    document()?.body()?.get_attribute(name)
}

/// Sends a request to the server of the page. Returns the status and the text of the answer.
pub async fn fetch(method: &str, path: &str, body: Option<&str>) -> Result<(u16, String), JsValue> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        let headers = Headers::new()?;
        headers.set("content-type", "application/json")?;
        init.set_headers(&headers);
        init.set_body(&JsValue::from_str(body));
    }
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let response: Response = JsFuture::from(window.fetch_with_str_and_init(path, &init))
        .await?
        .dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.status(), text.as_string().unwrap_or_default()))
}

/// Returns cryptographically random bytes.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let crypto = window().and_then(|window| window.crypto().ok());
    let filled = crypto.and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes).ok());
    if filled.is_none() {
        // Every supported browser has the API; but repeating the same game would be worse than a shuffle that could be guessed.
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
    bytes
}

/// Returns a random unique name.
pub fn random_name() -> String {
    kit::hexadecimal(&random_bytes::<8>())
}

/// Returns the milliseconds since 1970.
pub fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// Returns a time, in milliseconds since 1970, as people of this language write it: day, month, year, hour and minute.
pub fn date(time: u64, language: &str) -> String {
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let date = js_sys::Date::new(&JsValue::from_f64(time as f64));
    date.to_locale_string(language, &options).into()
}

/// Downloads a text as a file.
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

/// The browser's local storage, or memory for the lifetime of the page if it is disabled.
pub struct BrowserShelf;

thread_local! {
    static MEMORY: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Returns whether stored data outlasts the page.
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
