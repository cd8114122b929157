// Keeps the files of the page, so that it opens without a network. What is below api/, which has
// boards and tokens, goes past it. The server puts FILES before this text: the version of each file by
// name, so that a browser installs it again when one of them changes.

const CACHE = `page ${Object.values(FILES).join("")}`;
const WAIT_MS = 3000; // for the network, before the file that is kept
const FOLDER = new URL("./", location.href);

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const name = pathname.slice(FOLDER.pathname.length) || "index.html";
  const isInside = origin === FOLDER.origin && pathname.startsWith(FOLDER.pathname);
  if (method === "GET" && isInside && Object.hasOwn(FILES, name)) event.respondWith(answer(event.request, name));
});

/** Keeps all files, or none. */
async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(Object.keys(FILES).map((name) => new Request(new URL(name, FOLDER), { cache: "no-cache" })));
  await skipWaiting();
}

/** Removes the files of other versions. */
async function clear() {
  const others = (await caches.keys()).filter((name) => name.startsWith("page ") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

/** A file from the network or, where that fails or is slow, as it is kept. */
async function answer(request, name) {
  const coming = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  const found = await Promise.race([coming.catch(() => null), late]);
  if (found?.ok) return found;
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, FOLDER))) ?? coming;
}
