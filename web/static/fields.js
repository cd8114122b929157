// The cells of a draft in its drawing, one of which is selected. Screen readers have each by its name.

import { s, set } from "./dom.js";
import { distance, isDiagonal } from "./geometry.js";
import { WAYS } from "./keyboard.js";
import { layer } from "./shapes.js";
import { clueInWords, say } from "./words.js";

const FRAME = 0.88; // of a cell, for the frame of the selected one
const SAME_PLACE = 0.05; // in cells

/** The cells of a view; calls `tap(cell)` for a press of a screen reader, and `go(cell)` where it moves the focus. */
export class Fields {
  constructor({ cells, grid, stage }, tap, go) {
    Object.assign(this, { grid, ways: cells, at: 0 });
    this.cells = grid.cells.map((_, cell) => {
      const [d, onfocus] = [cells.outline(cell, FRAME), () => cell === this.at || go(cell)];
      return s("path", { d, role: "option", tabindex: -1, onclick: () => tap(cell), onfocus });
    });
    this.list = layer("fields", ...this.cells);
    set(this.list, { role: "listbox", "aria-hidden": false, "aria-labelledby": "title", "aria-describedby": "keys" });
    stage.append(this.list);
  }

  /** Shows the clues of all cells, and which of them are in doubt. */
  show(clues, doubts) {
    this.cells.forEach((element, cell) => {
      const clue = clues[cell], values = { cell: this.grid.cellNames[cell], clue };
      const told = typeof clue === "number" ? say("cell_now", { ...values, clue: clueInWords(clue) })
        : say(clue ? "cell_open" : "cell_blank", values);
      set(element, { "aria-label": doubts.includes(cell) ? say("in_doubt", { cell: told }) : told });
    });
  }

  /** What a screen reader says of the selected cell. */
  get told() {
    return this.cells[this.at].getAttribute("aria-label");
  }

  /** Selects a cell; it has the focus, unless a button has it. */
  select(cell) {
    set(this.cells[this.at], { tabindex: -1, "aria-selected": false });
    this.at = cell;
    const element = this.cells[cell], { activeElement } = document;
    set(element, { tabindex: 0, "aria-selected": true });
    if (activeElement === document.body || this.list.contains(activeElement)) element.focus({ preventScroll: true });
  }

  /** The cell to which a key leads from one, by default the selected one; undefined if it leads to none. */
  towards(key, at = this.at) {
    const { grid } = this;
    if (key in WAYS && (grid.hasDiagonals || !isDiagonal(WAYS[key]))) return this.ways.towards(at, WAYS[key]);
    const isLeftOf = ([x], cell) => cell > at && x < grid.cells[cell - 1][0];
    return key === "Enter" ? grid.cells.findIndex(isLeftOf) : undefined; // a row begins further left
  }

  /** The cell opposite another across the middle of the board; undefined without one. */
  opposite(cell) {
    const { box: [left, top, right, bottom], cells } = this.grid;
    const [x, y] = cells[cell], there = [left + right - x, top + bottom - y];
    const found = cells.findIndex((each) => distance(each, there) < SAME_PLACE);
    return found < 0 ? undefined : found;
  }
}
