// Requests to the server. The key in the page's URL authorises them.

const key = new URLSearchParams(location.search).get("key") ?? "";
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILES = 10;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;

let persona = sessionStorage.getItem("persona"); // each tab has its own persona

async function ask(path, options = {}) {
  const headers = { "X-Sandbox-Key": key, ...options.headers };
  if (persona) headers["X-Sandbox-User"] = persona;
  const response = await fetch(`/page/api/${path}`, { ...options, headers });
  const text = await response.text();
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
    throw Object.assign(new Error(text.trim() || "The server did not answer."), { status: response.status });
  }
  const data = JSON.parse(text);
  if (!response.ok) throw new Error(data.error);
  return data;
}

/** The complete visible state. Resets the stored persona when the server does not know it. */
export async function getState() {
  try {
    return await ask("state");
  } catch (error) {
    if (error.status !== 403 || persona === null) throw error;
    become(null);
    return ask("state");
  }
}

export const look = (path) => ask(path);
export const remove = (path) => ask(path, { method: "DELETE" });

/** POSTs JSON, with `files` ([field, File] pairs) as a form. Throws an Error with a text for the user. */
export function act(path, payload, files = []) {
  const large = files.find(([, file]) => file.size > MAX_FILE_BYTES);
  if (large) return Promise.reject(new Error(`${large[1].name} is larger than 10 MB.`));
  if (files.length > MAX_FILES) return Promise.reject(new Error(`Attach at most ${MAX_FILES} files.`));
  if (files.length === 0) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", headers, body: JSON.stringify(payload) });
  }
  const form = new FormData();
  form.append("payload_json", JSON.stringify(payload));
  for (const [field, file] of files) form.append(field, file, file.name);
  return ask(path, { method: "POST", body: form });
}

/** Acts for another persona from now on; `null` is the server's default user. */
export function become(id) {
  persona = id;
  if (id === null) sessionStorage.removeItem("persona");
  else sessionStorage.setItem("persona", id);
}

/**
 * Calls `onEvent` for each event, `onOpen` each time the socket connects, `onLost` when it closes.
 * Returns a function that reconnects, for instance as another persona.
 */
export function listen({ onOpen, onEvent, onLost }) {
  let wait = FIRST_WAIT_MS;
  let socket;
  function connect() {
    const query = new URLSearchParams({ key, ...(persona && { user: persona }) });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/page/api/events?${query}`);
    socket = mine;
    mine.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      onOpen();
    });
    mine.addEventListener("message", (message) => {
      if (mine === socket) onEvent(JSON.parse(message.data));
    });
    mine.addEventListener("close", () => {
      if (mine !== socket) return;
      onLost();
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  }
  connect();
  return () => {
    const before = socket;
    connect();
    before.close();
  };
}
