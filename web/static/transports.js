// Two ways to the server: a socket, and requests by HTTP where no socket opens.
// Each calls `on.message(message)`, and `on.lost(code)` once, when it ends.

import { address, ask } from "./session.js";

export const SESSION_OVER = 4001;
const OPENING_MS = 8000; // until the board comes; some networks neither open a socket nor refuse it

/** Opens a socket; returns `send`, and `point` for what needs no answer. */
export function openSocket(token, on) {
  const url = address("api/live");
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url, "ouro.1");
  socket.addEventListener("open", () => socket.send(JSON.stringify({ token })));
  const opening = setTimeout(() => socket.close(), OPENING_MS);
  socket.addEventListener("message", ({ data }) => {
    clearTimeout(opening);
    on.message(JSON.parse(data));
  });
  socket.addEventListener("close", ({ code }) => on.lost(code));
  const send = (request) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(request));
  return { send, point: send };
}

/** Asks for changes again and again; returns `send`. */
export function openPolling(token, on) {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (code) => {
    if (signal.aborted) return;
    stop.abort();
    on.lost(code);
  };
  const read = async (path, value) => {
    try {
      const answer = await ask(path, { value, token, signal });
      if (answer.ok) return answer.status === 204 ? null : await answer.json();
      end(answer.status === 401 ? SESSION_OVER : 0);
    } catch {
      end(0);
    }
    return null;
  };
  follow(read, on, signal);
  return {
    send: async (request) => {
      const found = await read("api/requests", { requests: [request] });
      for (const message of found?.answers ?? []) on.message(message);
    },
  };
}

async function follow(read, on, signal) {
  let revision = -1; // of the last board that came this way
  while (!signal.aborted) {
    const message = await read(`api/changes?revision=${revision}`);
    if (message) {
      revision = message.revision;
      on.message(message);
    }
  }
}
