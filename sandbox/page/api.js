// Talking to the server. The key in the address proves that this page was opened on purpose.

const key = new URLSearchParams(location.search).get("key") ?? "";
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

async function ask(path, options) {
  const response = await fetch(`/page/api/${path}`, {
    ...options,
    headers: { "X-Sandbox-Key": key, ...options.headers },
  });
  const text = await response.text();
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
    throw new Error(text.trim() || "The server did not answer.");
  }
  const data = JSON.parse(text);
  if (!response.ok) throw new Error(data.error);
  return data;
}

export function getState() {
  return ask("state", { method: "GET" });
}

/** POST of JSON, with `files` ([field, File] pairs) as a form. Throws an Error to show. */
export function act(path, payload, files = []) {
  for (const [, file] of files) {
    if (file.size > MAX_FILE_BYTES) return Promise.reject(new Error(`${file.name} is larger than 10 MB.`));
  }
  if (files.length === 0) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", headers, body: JSON.stringify(payload) });
  }
  const form = new FormData();
  form.append("payload_json", JSON.stringify(payload));
  for (const [field, file] of files) form.append(field, file, file.name);
  return ask(path, { method: "POST", body: form });
}

/** Calls `onEvent` for everything that happens; `onOpen` each time the connection is (re)made. */
export function listen({ onOpen, onEvent, onLost }) {
  let wait = 250;
  function connect() {
    const socket = new WebSocket(`ws://${location.host}/page/api/events?key=${encodeURIComponent(key)}`);
    socket.addEventListener("open", () => {
      wait = 250;
      onOpen();
    });
    socket.addEventListener("message", (message) => onEvent(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      onLost();
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 4000);
    });
  }
  connect();
}
