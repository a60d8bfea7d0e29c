// Starts the page. A module of its own, because the page allows no inline script.
import init from "@client.js@";

init({ module_or_path: "@client.wasm@" }).catch((error) => {
  const loading = document.getElementById("loading");
  if (loading) loading.textContent = "Durbar: " + error;
});

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/offline.js").catch(() => {});
}
