// Starts the page. A module of its own, because the page allows no inline script.
// The module and the texts of the language that it will most likely want travel beside its script.
const module = fetch("@client.wasm@");
const texts = document.body.getAttribute("data-words-" + navigator.language.slice(0, 2));
if (texts) fetch(texts).catch(() => {});

import("@client.js@")
  .then(({ default: init }) => init({ module_or_path: module }))
  .catch((error) => {
    const loading = document.getElementById("loading");
    if (loading) loading.textContent = "Durbar: " + error;
  });

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/offline.js").catch(() => {});
}
