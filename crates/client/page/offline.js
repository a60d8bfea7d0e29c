// Keeps the page, so that local play needs no server once it was loaded.
// The start page, any other place, and the files that both need.
const FILES = ["/", "/tables", "@all@"];
const CACHE = "durbar" + FILES.join();

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (mode === "navigate") {
    // The document comes fresh from the server if there is one.
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname === "/" ? "/" : "/tables")));
  } else {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request)));
  }
});
