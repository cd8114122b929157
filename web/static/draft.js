// A draft as the server has it, with what is set here and waits. What waits is sent again until it is
// answered; the answer is the whole draft, which others may have changed.

import { address } from "./session.js";

const FIRST_WAIT_MS = 250, LONGEST_WAIT_MS = 8000;

/** Tries again, with growing waits, while the server cannot be reached. */
export async function untilOnline(attempt, offline) {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await attempt();
    } catch {
      offline();
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }
}

/** The values of a storage whose keys have a prefix: the board page may open in the same tab. */
export function apart(storage, prefix) {
  return {
    getItem: (key) => storage.getItem(prefix + key),
    setItem: (key, value) => storage.setItem(prefix + key, value),
    removeItem: (key) => storage.removeItem(prefix + key),
  };
}

/** The draft of a session; null if the session is over. Throws while offline. */
export async function fetchDraft(token) {
  const answer = await send(token);
  return answer.status === 401 ? null : answer.json();
}

/** Asks the server. Throws while it cannot be reached, or has no time. */
async function send(token, value) {
  const method = value ? "POST" : "GET", body = value && JSON.stringify(value);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(address("api/draft"), { method, headers, body });
  if (answer.status === 429 || answer.status >= 500) throw new Error(`status ${answer.status}`);
  return answer;
}

/** A draft; calls `listener.state(name)`, `.changed()`, and `.ended()` when it can be changed no more. */
export class Draft {
  #token;
  #listener;
  #saving = null;
  #look = false;
  #waiting = new Map(); // clues by cell, null for blank
  #certain = new Set();

  constructor(token, draft, listener) {
    this.#token = token;
    this.#listener = listener;
    this.now = draft; // as the server has it
    this.isOver = false;
  }

  /** The cells whose clue is not certain. */
  get doubts() {
    return this.now.doubts.filter((cell) => !this.#waiting.has(cell) && !this.#certain.has(cell));
  }

  /** Whether the server has all that is set. */
  get isSaved() {
    return !this.#waiting.size && !this.#certain.size;
  }

  /** The clue of a cell; null for a blank one. */
  clue(cell) {
    return this.#waiting.has(cell) ? this.#waiting.get(cell) : this.now.clues[cell];
  }

  /** Sets the clue of a cell, which is certain then. */
  set(cell, clue) {
    this.#waiting.set(cell, clue);
    this.save();
  }

  /** Notes that the clue of a cell is certain. */
  confirm(cell) {
    this.#certain.add(cell);
    this.save();
  }

  /** Asks for the draft as it is now. */
  look() {
    this.#look = true;
    this.save();
  }

  /** Sends what waits, one request after the other. */
  save() {
    this.#listener.changed();
    this.#saving ??= this.#sendAll().finally(() => (this.#saving = null));
    return this.#saving;
  }

  /** The answer to a request that is done once, by its number; null if the session is over. */
  async ask(value) {
    if (this.isOver) return null;
    const answer = await this.#send(value);
    if (answer.status === 401) this.#end("draft_over");
    return this.isOver ? null : answer.json();
  }

  #send(value) {
    return untilOnline(() => send(this.#token, value), () => this.#listener.state("offline"));
  }

  async #sendAll() {
    await null; // what is set at once is sent at once
    while (!this.isOver && (this.#look || !this.isSaved)) {
      this.#look = false;
      this.#listener.state("saving");
      const clues = [...this.#waiting], certain = [...this.#certain];
      const answer = await this.#send({ do: "set", size: this.now.size, clues, certain });
      if (answer.status === 401) return this.#end("draft_over");
      if (!answer.ok) return this.#end("draft_size");
      const draft = await answer.json();
      if (draft.size !== this.now.size) return this.#end("draft_size");
      for (const [cell, clue] of clues) if (this.#waiting.get(cell) === clue) this.#waiting.delete(cell);
      for (const cell of certain) this.#certain.delete(cell);
      Object.assign(this.now, draft);
      if (this.isSaved) this.#listener.state("saved");
      this.#listener.changed();
    }
  }

  #end(why) {
    this.isOver = true;
    this.#listener.ended(why);
  }
}
