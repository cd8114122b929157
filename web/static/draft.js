// A draft as the server has it, with what is set here and waits. Clues that are set before the server has
// answered wait as one request: each answer tells what they force.

import { Connection } from "./connection.js";

/** The clue of a cell that is to get one. */
export const OPEN = "?";

const QUESTIONS = new Set(["contradiction", "values", "difference", "removable", "rating"]);
const TURNS = new Set(["turn", "resize"]);
const NOTHING = { clues: [], certain: [] };

/** A draft with its waiting requests; `on` is that of its connection. */
export class Draft {
  constructor(token, { size, clues }, unsent, on) {
    Object.assign(this, { size, unsent });
    const blank = { clues: clues.map(() => null), open: [], doubts: [], lines: [] };
    this.now = { revision: -1, size, ...blank, count: "", told: "", forced: null, texts: {} };
    this.connection = new Connection(token, unsent, {
      ...on,
      message: (message, settled) => {
        if (message.revision >= this.now.revision) this.now = message;
        on.message(message, settled);
      },
    });
  }

  get #waiting() {
    return this.unsent.waiting.filter((each) => each.do === "set" && each.size === this.size);
  }

  /** Whether the server has all that is set. */
  get isSaved() {
    return this.unsent.unsaved === 0;
  }

  /** Whether cells are about to move, so that none can be set. */
  get isTurning() {
    return this.now.size !== this.size || this.unsent.waiting.some((each) => TURNS.has(each.do));
  }

  /** The clues of all cells: null for a blank one. */
  get clues() {
    const clues = [...this.now.clues];
    for (const cell of this.now.open) clues[cell] = OPEN;
    for (const [cell, clue] of this.#waiting.flatMap((each) => each.clues)) clues[cell] = clue;
    return clues;
  }

  /** The cells whose clue is not certain. */
  get doubts() {
    const ended = this.#waiting.flatMap(({ clues, certain }) => [...clues.map(([cell]) => cell), ...certain]);
    return this.now.doubts.filter((cell) => !ended.includes(cell));
  }

  /** The request that sets clues, as [cell, clue], which are certain then, as are other cells. */
  setting(clues, certain = []) {
    return { do: "set", size: this.size, clues, certain };
  }

  /** Changes the draft; questions about how it was are not sent any more. */
  change(request) {
    const { unsent, connection: { sent } } = this;
    unsent.waiting = unsent.waiting.filter((each) => each === sent || !QUESTIONS.has(each.do));
    const last = unsent.waiting.at(-1);
    const isJoined = request.do === "set" && last?.do === "set" && last.size === request.size && last !== sent;
    const { clues, certain } = isJoined ? unsent.waiting.pop() : NOTHING;
    this.connection.ask(request.do !== "set" ? request : {
      ...request,
      clues: [...new Map([...clues, ...request.clues])],
      certain: [...new Set([...certain, ...request.certain])],
    });
  }

  /** Asks something about the draft as it is, unless that is asked already. */
  ask(question) {
    const isSame = (each) => each.do === question.do && each.cell === question.cell;
    if (this.isSaved && !this.unsent.waiting.some(isSame)) this.connection.ask(question);
  }
}

/** Whether a request is a question that nobody pressed a button for. */
export const isUnasked = (request) => QUESTIONS.has(request?.do) && request.do !== "removable";
