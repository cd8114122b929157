// Sends the waiting requests, one at a time and in order, and connects again when that fails.

import { SESSION_OVER, openPolling, openSocket } from "./transports.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const BUSY_SECONDS = 2;
const FAILURES_BEFORE_POLLING = 2;
const LATE_MS = 3000;
const ENDS = { [SESSION_OVER]: "session_over", 4029: "too_many", 4400: "outdated" };

/**
 * The connection of a session. `on` has `message(message, request)`, with the request that the
 * message answers, and `state(name, why)`: "saved", "saving", "offline" or "over".
 */
export class Connection {
  constructor(token, unsent, on) {
    Object.assign(this, { token, unsent, on });
    this.wait = FIRST_WAIT_MS;
    this.failures = 0;
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  /** Numbers and sends a request; it waits while offline. */
  ask(request) {
    this.unsent.add(request);
    this.push();
  }

  open() {
    this.timer = 0;
    this.ready = false; // until the first message
    this.sent = null;
    const polling = this.failures >= FAILURES_BEFORE_POLLING;
    const start = polling ? openPolling : openSocket;
    this.way = start(this.token, {
      message: (message) => this.receive(message),
      lost: (code) => this.lose(code, polling),
    });
  }

  receive(message) {
    this.ready = true;
    this.failures = 0;
    this.wait = FIRST_WAIT_MS;
    const settled = this.unsent.settle(message);
    if (message.ack ?? message.refused) this.sent = null;
    if (message.why === "busy") this.pause(message.retry ?? BUSY_SECONDS);
    this.on.message(message, settled);
    this.push();
  }

  /** Sends the first waiting request, unless one is under way, and tells the state. */
  push() {
    const first = this.unsent.next;
    if (this.ready && first && !this.sent && !this.pausing) {
      this.sent = first;
      const { made, ...request } = first;
      this.way.send(made && Date.now() - made > LATE_MS ? { ...request, late: true } : request);
    }
    this.tell();
  }

  /** Shows others where the pointer is, while there is a socket; nothing is kept of that. */
  point(at) {
    if (this.ready) this.way.point?.({ do: "point", at });
  }

  pause(seconds) {
    clearTimeout(this.pausing);
    this.pausing = setTimeout(() => {
      this.pausing = 0;
      this.push();
    }, seconds * 1000);
  }

  lose(code, polling) {
    this.ready = false;
    this.failures = polling ? 0 : this.failures + 1;
    this.over = ENDS[code];
    if (!this.over) {
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    }
    this.tell();
  }

  /** Connects at once if it waits to do so. */
  hurry() {
    if (!this.timer || document.visibilityState !== "visible") return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT_MS;
    this.open();
  }

  tell() {
    if (this.over) this.on.state("over", this.over);
    else if (!this.ready) this.on.state("offline");
    else this.on.state(this.unsent.unsaved ? "saving" : "saved");
  }
}
