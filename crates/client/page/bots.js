// The bots, in a worker. The first message is the page's own compiled module; questions that come before it runs wait for it.
import init from "@client.js@";

self.onmessage = async ({ data: module }) => {
  const early = [];
  self.onmessage = ({ data }) => early.push(data);
  await init({ module_or_path: module });
  self.onmessage = null;
  for (const data of early) self.dispatchEvent(new MessageEvent("message", { data }));
};
