// Starts the page. A module of its own, because the page allows no inline script.
import init from "@client.js@";

// The module asks for the texts of one language, most likely of this one: they travel beside it.
const texts = document.body.getAttribute("data-words-" + navigator.language.slice(0, 2));
if (texts) fetch(texts).catch(() => {});

init({ module_or_path: "@client.wasm@" }).catch((error) => {
  const loading = document.getElementById("loading");
  if (loading) loading.textContent = "Durbar: " + error;
});

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/offline.js").catch(() => {});
}
