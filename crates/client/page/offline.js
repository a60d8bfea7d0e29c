// Keeps the page, so that local play needs no server once it was loaded, and shows whose turn it is while no page is open.
// The start page, any other place, and the files that both need.
const FILES = ["/", "/tables", "@all@"];
const CACHE = "durbar" + FILES.join();
// The version of each table that was told last.
const TOLD = "durbar-told";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== CACHE && name !== TOLD).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (mode === "navigate") {
    // The document comes fresh from the server if there is one.
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname === "/" ? "/" : "/tables")));
  } else if (FILES.includes(pathname)) {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request)));
  }
});

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

// The server sends a message again if it does not know that it arrived: it is shown again without a sound.
async function tell({ table, version, title, body }) {
  // The server tells nobody who looks at the table; a page that was opened there knows, too.
  const pages = await self.clients.matchAll({ type: "window" });
  const place = "/table/" + table;
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === place)) return;
  const told = await caches.open(TOLD);
  const last = Number(await (await told.match(place))?.text());
  const again = last >= version;
  if (!again) await told.put(place, new Response(String(version)));
  await self.registration.showNotification(title, {
    body,
    tag: table,
    renotify: !again,
    silent: again,
    icon: "/icon-192.png",
    data: place,
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const place = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const page = pages.find((page) => new URL(page.url).pathname === place);
    return page ? page.focus() : self.clients.openWindow(place);
  };
  event.waitUntil(open());
});
