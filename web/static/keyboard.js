// The keyboard: a cursor that draws from dot to dot, or shades cells. The place is spoken.

import { isDiagonal } from "./geometry.js";
import { BLANK, CROSS, LINE } from "./marks.js";
import { nextShade } from "./shade.js";
import { cellInWords, dotInWords, wordOf } from "./spoken.js";
import { speak } from "./status.js";
import { nextMark } from "./stroke.js";
import { say } from "./words.js";

/** The keys that lead in a direction, in eighths of a turn clockwise from the right. */
export const WAYS = { ArrowRight: 0, PageDown: 1, ArrowDown: 2, End: 3, ArrowLeft: 4, Home: 5, ArrowUp: 6, PageUp: 7 };
const MODES = { l: "line", x: "cross", e: "erase", i: "shade", m: "move" };
const MARKS = { line: LINE, cross: CROSS, erase: BLANK };
const ACTIONS = {
  u: "undo", r: "redo", h: "hint", c: "check", s: "submit", "+": "zoom_in", "=": "zoom_in", "-": "zoom_out", 0: "whole",
  "?": "guide", t: "begin", k: "keep", b: "take-back", d: "who",
};
const [AT_DOT, AT_CELL] = [0.24, 0.36]; // radii of the cursor

/** Listens for keys on the board. `page` has `act(name)`, `setMode(mode)`, `cancel()` and what pointers need. */
export function listenToKeys(root, page) {
  const keyboard = new Keyboard(page);
  root.addEventListener("focus", () => root.matches(":focus-visible") && keyboard.show());
  root.addEventListener("blur", () => page.view.hideCursor());
  root.addEventListener("keydown", (event) => keyboard.press(event) && event.preventDefault());
  document.addEventListener("keydown", (event) => keyboard.pressAnywhere(event) && event.preventDefault());
}

class Keyboard {
  constructor(page) {
    this.page = page;
    this.dot = 0;
    this.cell = undefined; // in the mode Shade
    this.edge = undefined; // the edge passed last
  }

  /** Does what a key is for; returns whether it is for anything. */
  press(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    this.#settle();
    if (key in WAYS && (this.page.grid.hasDiagonals || !isDiagonal(WAYS[key]))) this.#go(WAYS[key], event.shiftKey);
    else if (key in MODES) this.#choose(MODES[key]);
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
    this.#settle();
    this.#look();
    speak(this.#place(true));
  }

  #choose(mode) {
    this.page.setMode(mode);
    this.#settle();
    this.#look();
  }

  get #isShading() { return this.page.mode === "shade"; }

  /** The point where the cursor is. */
  get #point() {
    const { grid } = this.page;
    return this.#isShading ? grid.cells[this.cell] : grid.dots[this.dot];
  }

  /** Chooses a cell beside the dot, in the mode Shade. */
  #settle() {
    const around = this.page.grid.cellsAt(this.dot);
    if (this.#isShading && !around.includes(this.cell)) [this.cell] = around;
  }

  #look() {
    const isCell = this.#isShading;
    this.page.view.showCursor(this.#point, isCell ? undefined : this.edge, isCell ? AT_CELL : AT_DOT);
  }

  #act(name) {
    this.page.act(name);
    if (name.startsWith("zoom")) this.page.camera.reveal(this.#point);
  }

  #go(way, onlyMoves) {
    const { grid } = this.page;
    if (this.#isShading) return this.#goToCell(way);
    const edge = grid.towards(this.dot, way);
    if (edge === undefined) return speak(say(grid.hasDiagonals ? "no_edge" : "board_edge"));
    [this.edge, this.dot] = [edge, grid.otherEnd(edge, this.dot)];
    const mark = onlyMoves ? undefined : MARKS[this.page.mode];
    if (mark !== undefined) this.#mark(mark);
    this.page.camera.reveal(this.#point);
    this.#look();
    speak(this.#place(false));
  }

  #goToCell(way) {
    const { grid, view } = this.page;
    const cell = view.cells.towards(this.cell, way);
    if (cell === undefined) return speak(say(grid.hasDiagonals ? "no_cell" : "board_edge"));
    this.cell = cell;
    [this.dot] = grid.cornersOf(cell);
    this.edge = undefined;
    this.page.camera.reveal(this.#point);
    this.#look();
    speak(this.#place(true));
  }

  #cycle() {
    if (this.#isShading) {
      this.page.shade([[this.cell, nextShade(this.page.marks.shades[this.cell])]]);
      return speak(this.#place(false));
    }
    if (this.edge === undefined) return;
    const mark = nextMark(this.page.marks.shown[this.edge]);
    this.#mark(mark);
    this.#look();
    speak(say("said_set", { edge: this.page.grid.edgeNames[this.edge], mark: wordOf(mark) }));
  }

  #mark(mark) {
    const now = this.page.marks.shown[this.edge];
    if (mark !== now) this.page.commit([[this.edge, now, mark]], this.dot);
  }

  /** The cell or the dot in words, with the clues there if asked for. */
  #place(withClues) {
    const { page } = this;
    return this.#isShading ? cellInWords(page, this.cell, withClues) : dotInWords(page, this.dot, withClues);
  }
}
