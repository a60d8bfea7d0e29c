//! Messages of the server to this browser while no page is open, through the service worker.

use crate::browser::{self, BrowserShelf};
use crate::hosts::{Trouble, api};
use crate::shelf::Shelf as _;
use protocol::{ContactAbout, NewContact, Quiet, Subscription};
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{PushManager, PushSubscriptionOptionsInit, ServiceWorkerRegistration};

/// Where the browser remembers which contact it is.
const CONTACT: &str = "durbar.contact";

/// A subscription as the browser tells it.
#[derive(Deserialize)]
struct Told {
    endpoint: String,
    keys: Keys,
}

#[derive(Deserialize)]
struct Keys {
    p256dh: String,
    auth: String,
}

/// Returns whether the browser can be told something while no page is open. iPhones can only when the page is on the home screen.
pub fn is_possible() -> bool {
    browser::window().is_some_and(|window| {
        js_sys::Reflect::has(&window, &JsValue::from_str("PushManager")).unwrap_or(false)
    })
}

/// Returns the id of the contact that this browser is.
pub fn own_contact() -> Option<String> {
    BrowserShelf.get(CONTACT)
}

/// Subscribes with the key of the site, and adds this browser to the contacts. Browsers ask the person first.
pub async fn add(key: &str, language: &str, quiet: Option<Quiet>) -> Result<ContactAbout, Trouble> {
    let push = subscribe(key).await.map_err(|_| Trouble::Unreachable)?;
    let contact = NewContact {
        push: Some(push),
        mail: None,
        language: language.to_owned(),
        quiet,
    };
    let contact: ContactAbout = api::post("/api/me/contacts", &contact).await?;
    BrowserShelf.put(CONTACT, &contact.id);
    Ok(contact)
}

/// Forgets the subscription. The contact is removed by its list.
pub async fn forget() {
    BrowserShelf.remove(CONTACT);
    let Ok(manager) = manager().await else {
        return;
    };
    if let Ok(subscription) = manager.get_subscription()
        && let Ok(subscription) = JsFuture::from(subscription).await
        && let Ok(subscription) = subscription.dyn_into::<web_sys::PushSubscription>()
        && let Ok(gone) = subscription.unsubscribe()
    {
        let _ = JsFuture::from(gone).await;
    }
}

async fn manager() -> Result<PushManager, JsValue> {
    let window = browser::window().ok_or(JsValue::NULL)?;
    let ready = window.navigator().service_worker().ready()?;
    let registration: ServiceWorkerRegistration = JsFuture::from(ready).await?.dyn_into()?;
    registration.push_manager()
}

async fn subscribe(key: &str) -> Result<Subscription, JsValue> {
    let options = PushSubscriptionOptionsInit::new();
    options.set_user_visible_only(true);
    options.set_application_server_key(&JsValue::from_str(key));
    let subscribed = manager().await?.subscribe_with_options(&options)?;
    let subscription = JsFuture::from(subscribed).await?;
    let text = String::from(js_sys::JSON::stringify(&subscription)?);
    let told: Told = serde_json::from_str(&text).map_err(|_| JsValue::NULL)?;
    Ok(Subscription {
        endpoint: told.endpoint,
        p256dh: told.keys.p256dh,
        auth: told.keys.auth,
    })
}
