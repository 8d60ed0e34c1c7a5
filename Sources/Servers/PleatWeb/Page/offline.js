// Keeps the list in the browser, for when the server does not answer: the service worker (worker.js) then answers with
// the page and its files, and the page shows the list as it was.
import { signed } from "./fields.js";
import { load, settle } from "./loading.js";
import { $, base, state } from "./state.js";
import { setOnline } from "./stream.js";

/** The address of what is served: an outline, or a folder of outlines. */
const ROOT = new URL($("trail").querySelector("a").href);
const { cache: name } = document.body.dataset;
const LIST = new URL("list", location); // under which the list is in the cache
const MOST = 1000; // lines that are kept
const { serviceWorker } = navigator; // not there where the page is not served safely
const openCache = async () => caches.open(`pleat ${ROOT} ${name}`);

/** Tells the service worker what to keep; it deletes everything else. */
export const tellWorker = async (message) => (await serviceWorker?.ready)?.active.postMessage(message);

/** Lets the service worker keep the page and its files. */
export async function install() {
  await serviceWorker?.register(new URL("worker.js", ROOT)).catch(() => {}); // the browser keeps nothing
  const files = Array.from(document.querySelectorAll("link[href]"), ({ href }) => href);
  tellWorker({ name, page: location.origin + location.pathname, files });
}

let waiting; // the timer after which the list is kept

/** Keeps the list, at most once a second: all of it, or what is around the lines that are shown. */
export function keepList() {
  waiting ??= setTimeout(async () => {
    waiting = null;
    const isMissing = state.lines.length <= MOST && state.lines.includes(undefined);
    if (isMissing && serviceWorker?.controller) return load(0, MOST).then(settle, () => {}); // which keeps it then
    const { lines, revision, offline } = state;
    if (!serviceWorker || offline || revision < 0) return;
    const start = Math.max(0, base() + state.shown.first - MOST / 2);
    const kept = Array.from(lines.slice(start, start + MOST), (line) => line && { ...line, signature: undefined });
    const body = JSON.stringify({ start, lines: kept, total: lines.length, revision, time: Date.now() });
    openCache().then((cache) => cache.put(LIST, new Response(body)), () => {});
  }, 1000);
}

/** Takes the list as it was kept; returns whether there is one. */
export async function recallList() {
  const kept = await openCache().then((cache) => cache.match(LIST)).catch(() => null);
  if (!kept) return false;
  const { start, lines, total, revision, time } = await kept.json();
  Object.assign(state, { lines: new Array(total), revision, offline: { since: time } });
  lines.forEach((line, at) => line && (state.lines[start + at] = signed(line)));
  setOnline(false);
  return true;
}
