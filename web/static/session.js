// The session of this tab: the link of the address is exchanged for a token, which the tab keeps.

import { lasting } from "./keeping.js";

/** Whether the page runs inside Discord, which names its frame. */
export const inDiscord = new URLSearchParams(location.search).has("frame_id");

/** Loads the page again inside Discord, where another board may have been launched for it. */
export function openAgain() {
  window.name = "again"; // also where the browser keeps nothing else for the page
  location.reload();
}

/** A random word of 22 letters, digits, "-" and "_". */
export function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** The storage of this tab, or memory where the browser blocks it; `lasts` tells which. */
export function openStorage() {
  try {
    sessionStorage.setItem("probe", "1");
    sessionStorage.removeItem("probe");
    return { storage: lasting(sessionStorage, localStorage), lasts: true };
  } catch {
    return { storage: memory(), lasts: false };
  }
}

function memory() {
  const values = new Map();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  };
}

/** An address of the server, relative to the page. */
export const address = (path) => new URL(path, location.href.split("#")[0]);

/** The token of this tab; null without one, or if its link is over. Throws while offline. */
export async function findToken(storage) {
  takeLink(storage);
  const link = storage.getItem("link");
  if (link) {
    await seen();
    const token = await redeem(link, holderOf(storage));
    storage.removeItem("link");
    if (token) storage.setItem("token", token);
    else storage.removeItem("token");
  }
  return storage.getItem("token");
}

/** Moves the secret of a link, and where it was made, out of the address, where people could copy it. */
function takeLink(storage) {
  const [link, ...place] = location.hash.slice(1).split(".");
  if (!link) return;
  storage.setItem("link", link);
  storage.setItem("place", place.join("."));
  history.replaceState(null, "", location.pathname + location.search);
}

function holderOf(storage) {
  if (!storage.getItem("holder")) storage.setItem("holder", randomWord());
  return storage.getItem("holder");
}

/** Waits until a person sees the page: programs that look at links do not use them up. */
async function seen() {
  while (document.prerendering || document.visibilityState !== "visible") {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
      document.addEventListener("prerenderingchange", resolve, { once: true });
    });
  }
}

async function redeem(link, holder) {
  const answer = await ask("api/session", { value: { link, holder } });
  if (answer.ok) return (await answer.json()).token;
  if (answer.status < 500 && ![408, 429].includes(answer.status)) return null;
  throw new Error(`status ${answer.status}`);
}

/** The server's answer, to a `value` if there is one. Throws while offline. */
export function ask(path, { value, token, signal } = {}) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (value) headers["Content-Type"] = "application/json";
  return fetch(address(path), { method: value ? "POST" : "GET", headers, body: JSON.stringify(value), signal });
}

/** The value of the server's answer; null if the session is over. */
export async function get(path, options) {
  const answer = await ask(path, options);
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}
