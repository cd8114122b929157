// The keyboard: a cursor on a dot that draws, crosses, erases or moves. The place is spoken.

import { isDiagonal } from "./geometry.js";
import { BLANK, CROSS, LINE } from "./marks.js";
import { speak } from "./status.js";
import { nextMark } from "./stroke.js";
import { say } from "./words.js";

const WAYS = { ArrowRight: 0, PageDown: 1, ArrowDown: 2, End: 3, ArrowLeft: 4, Home: 5, ArrowUp: 6, PageUp: 7 };
const MODES = { l: "line", x: "cross", e: "erase", m: "move" };
const MARKS = { line: LINE, cross: CROSS, erase: BLANK };
const SAID = { [LINE]: "said_line", [CROSS]: "said_cross", [BLANK]: "said_blank" };
const ACTIONS = {
  u: "undo", r: "redo", h: "hint", c: "check", s: "submit", "+": "zoom_in", "=": "zoom_in", "-": "zoom_out", 0: "whole",
  "?": "guide",
};

/** Listens for keys on the board. `page` has `act(name)`, `setMode(mode)`, `cancel()` and what pointers need. */
export function listenToKeys(root, page) {
  const keyboard = new Keyboard(page);
  root.addEventListener("focus", () => root.matches(":focus-visible") && keyboard.show());
  root.addEventListener("blur", () => keyboard.hide());
  root.addEventListener("keydown", (event) => keyboard.press(event) && event.preventDefault());
  document.addEventListener("keydown", (event) => keyboard.pressAnywhere(event) && event.preventDefault());
}

class Keyboard {
  constructor(page) {
    this.page = page;
    this.dot = 0;
    this.edge = undefined; // the edge passed last
  }

  /** Does what a key is for; returns whether it is for anything. */
  press(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key in WAYS && (this.page.grid.hasDiagonals || !isDiagonal(WAYS[key]))) this.#go(WAYS[key], event.shiftKey);
    else if (key in MODES) this.page.setMode(MODES[key]);
    else if (key in ACTIONS) this.#act(ACTIONS[key]);
    else if (key === " ") this.#cycle();
    else if (key === "w") speak(this.#place(true));
    else if (key === "Escape") this.page.cancel();
    else return false;
    return true;
  }

  /** Undoes and redoes with Ctrl, wherever the focus is; a dialog keeps its keys. */
  pressAnywhere({ key, ctrlKey, metaKey, shiftKey }) {
    if (!(ctrlKey || metaKey) || document.querySelector("dialog")) return false;
    const action = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
    if (action) this.page.act(action);
    return Boolean(action);
  }

  show() {
    this.page.view.showCursor(this.dot, this.edge);
    speak(this.#place(true));
  }

  hide() {
    this.page.view.hideCursor();
  }

  #act(name) {
    this.page.act(name);
    if (name.startsWith("zoom")) this.page.camera.reveal(this.page.grid.dots[this.dot]);
  }

  #go(way, onlyMoves) {
    const { grid } = this.page;
    const edge = grid.towards(this.dot, way);
    if (edge === undefined) return speak(say(grid.hasDiagonals ? "no_edge" : "board_edge"));
    [this.edge, this.dot] = [edge, grid.otherEnd(edge, this.dot)];
    const mark = onlyMoves ? undefined : MARKS[this.page.mode];
    if (mark !== undefined) this.#mark(mark);
    this.page.camera.reveal(grid.dots[this.dot]);
    this.page.view.showCursor(this.dot, edge);
    speak(this.#place(false));
  }

  #cycle() {
    if (this.edge === undefined) return;
    const mark = nextMark(this.page.marks.shown[this.edge]);
    this.#mark(mark);
    this.page.view.showCursor(this.dot, this.edge);
    speak(say("said_set", { edge: this.#edgeName(), mark: say(SAID[mark]) }));
  }

  #mark(mark) {
    const now = this.page.marks.shown[this.edge];
    if (mark !== now) this.page.commit([[this.edge, now, mark]], this.dot);
  }

  #edgeName() {
    return this.page.grid.edgeNames[this.edge] ?? "";
  }

  /** The dot with the marks of its edges and, if asked for, the clues around it. */
  #place(withClues) {
    const { grid, marks } = this.page;
    const edges = grid.edgesAt[this.dot]
      .map((edge) => [grid.wayFrom(this.dot, edge), edge])
      .sort(([a], [b]) => a - b)
      .map(([way, edge]) => say("said_edge", { way: say(`way_${way}`), mark: say(SAID[marks.shown[edge]]) }));
    const cells = new Set(grid.edgesAt[this.dot].flatMap((edge) => grid.sides[edge]));
    const clues = [...cells].filter((cell) => cell >= 0 && grid.clues[cell] >= 0);
    const said = say("said_dot", { dot: grid.dotNames[this.dot], edges: edges.join(", ") });
    if (!withClues || !clues.length) return said;
    const named = clues.map((cell) => `${grid.cellNames[cell]} ${grid.clues[cell]}`);
    return `${said}; ${say("said_clues", { clues: named.join(", ") })}`;
  }
}
