// A draft as the server has it, with what is set here and waits. What is set before the server has
// answered waits as one request: each answer counts the solutions.

import { Connection } from "./connection.js";

const NOTHING = { clues: [], certain: [] };

/** A draft with its waiting requests; `on` is that of its connection. */
export class Draft {
  constructor(token, { size, names }, unsent, on) {
    Object.assign(this, { size, unsent });
    this.now = { revision: -1, clues: names.map(() => null), doubts: [], lines: [], count: "", told: "", texts: {} };
    this.connection = new Connection(token, unsent, {
      ...on,
      message: (message) => {
        if (message.revision >= this.now.revision) this.now = message;
        if (this.now.size === size) on.message(message);
        else location.reload(); // the board has another size now
      },
    });
  }

  get #waiting() {
    return this.unsent.waiting.filter(({ size }) => size === this.size);
  }

  /** Whether the server has all that is set. */
  get isSaved() {
    return this.unsent.unsaved === 0;
  }

  /** The clue of a cell; null for a blank one. */
  clue(cell) {
    const set = this.#waiting.flatMap(({ clues }) => clues).findLast(([each]) => each === cell);
    return set ? set[1] : this.now.clues[cell];
  }

  /** The cells whose clue is not certain. */
  get doubts() {
    const ended = this.#waiting.flatMap(({ clues, certain }) => [...clues.map(([cell]) => cell), ...certain]);
    return this.now.doubts.filter((cell) => !ended.includes(cell));
  }

  /** Sets clues, as [cell, clue], which are certain then, as are other cells. */
  set(clues, certain = []) {
    const last = this.unsent.waiting.at(-1);
    const isOpen = last?.size === this.size && last !== this.connection.sent;
    const before = isOpen ? this.unsent.waiting.pop() : NOTHING;
    this.connection.ask({
      do: "set",
      size: this.size,
      clues: [...new Map([...before.clues, ...clues])],
      certain: [...new Set([...before.certain, ...certain])],
    });
  }
}
