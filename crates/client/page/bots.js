// Starts the bots' worker. Messages that come before it is ready wait for it.
import init from "@worker.js@";

const early = [];
const keep = (event) => early.push(event);
self.addEventListener("message", keep);

await init({ module_or_path: "@worker.wasm@" });

self.removeEventListener("message", keep);
for (const event of early) self.dispatchEvent(new MessageEvent("message", { data: event.data }));
