// Starts the page. A module of its own, because the page allows no inline script.
// The module and the texts of the language that it will most likely want travel beside its script.
const module = fetch("@client.wasm@");
const root = document.documentElement;
let settings = {};
try {
  settings = JSON.parse(localStorage.getItem("durbar.settings")) ?? {};
} catch {}
if (settings.theme) root.dataset.theme = settings.theme;
// The server chose the language of the document; it does not know what was chosen in this browser.
const language = settings.language ?? root.lang;
if (language !== root.lang) root.classList.add("other-language");
const texts = document.body?.getAttribute("data-words-" + language);
if (texts) fetch(texts).catch(() => {});

import("@client.js@")
  .then(({ default: init }) => init({ module_or_path: module }))
  .catch((error) => {
    const loading = document.getElementById("loading");
    if (loading) loading.textContent = "Durbar: " + error;
  });
