// The service worker of the page: without a connection, it answers with the pages and files that were kept. They are in
// one cache, which the server names by user and version; whatever has another name is deleted before more is kept.
const PREFIX = `pleat ${registration.scope} `;

addEventListener("install", (event) => {
  skipWaiting();
  event.addRoutes?.({ condition: { requestDestination: "" }, source: "network" }); // what the script asks for
});
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener("message", (event) => event.waitUntil(keepFiles(event.data)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && new URL(request.url).pathname.endsWith("/sign-out")) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event)); // every one, as it is asked for already
  else if (request.destination) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

/** Deletes what is kept, except for the cache of a name. */
async function forget(name) {
  for (const each of await caches.keys())
    if (each.startsWith(PREFIX) && each !== PREFIX + name) await caches.delete(each);
}

/** Keeps the files of a page that is open, and the page as it is at the end of the list; nothing without a name. */
async function keepFiles({ name, page, files = [] }) {
  await forget(name);
  const cache = name && (await caches.open(PREFIX + name));
  for (const each of files) if (!(await cache.match(each))) await cache.add(each);
  if (name && !(await cache.match(page))) await keepPage(page, await fetch(`${page}?from=${Number.MAX_SAFE_INTEGER}`));
}

/** A page as the server has it, or, where that does not answer, as it was kept. */
async function page(event) {
  const { origin, pathname, search } = new URL(event.request.url);
  const answer = event.preloadResponse.then((loaded) => loaded ?? fetch(event.request));
  const response = await answer.catch(() => null);
  if (!response || response.status >= 500)
    return (await caches.match(origin + pathname)) ?? response ?? Response.error();
  event.waitUntil(keepPage(search ? null : origin + pathname, response.clone()));
  return response;
}

/** Keeps a page under its address; what is kept of others is deleted, and everything when nobody is signed in. */
async function keepPage(address, response) {
  const name = response.headers.get("Pleat-Cache");
  if (name || response.status === 401) await forget(name);
  if (!name || !address) return;
  const cache = await caches.open(PREFIX + name);
  await (response.ok ? cache.put(address, response) : cache.delete(address));
}
