// Two ways to the server: a socket, and requests by HTTP where no socket opens.
// Each calls `on.message(message)`, and `on.lost(code)` once, when it ends.

import { address } from "./session.js";

export const SESSION_OVER = 4001;
const OPENING_MS = 8000; // until the board comes; some networks neither open a socket nor refuse it

/** Opens a socket; returns `send` and `close`. */
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
  socket.addEventListener("close", ({ code }) => {
    clearTimeout(opening);
    on.lost(code);
  });
  return {
    send: (request) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(request)),
    close: () => socket.close(),
  };
}

/** Asks for changes again and again; returns `send` and `close`. */
export function openPolling(token, on) {
  const stop = new AbortController();
  const ask = (path, options) => fetch(address(path), {
    ...options,
    headers: { ...options?.headers, Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const end = (code) => {
    if (stop.signal.aborted) return;
    stop.abort();
    on.lost(code);
  };
  follow(ask, on, end, stop.signal);
  return {
    send: (request) => post(ask, request, on, end),
    close: () => end(0),
  };
}

async function follow(ask, on, end, signal) {
  let revision = -1; // of the last board that came this way
  while (!signal.aborted) {
    try {
      const answer = await ask(`api/changes?revision=${revision}`);
      if (!answer.ok) return end(answer.status === 401 ? SESSION_OVER : 0);
      if (answer.status === 204) continue;
      const message = await answer.json();
      revision = message.revision;
      on.message(message);
    } catch {
      return end(0);
    }
  }
}

async function post(ask, request, on, end) {
  try {
    const answer = await ask("api/requests", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ requests: [request] }),
    });
    if (!answer.ok) return end(answer.status === 401 ? SESSION_OVER : 0);
    for (const message of (await answer.json()).answers) on.message(message);
  } catch {
    end(0);
  }
}
