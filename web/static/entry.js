// How clues are entered: by pointers, buttons and keys; in one place or row by row, alone or in opposite cells.

import { OPEN } from "./draft.js";
import { distance } from "./geometry.js";
import { notify, speak } from "./status.js";
import { say } from "./words.js";

const TAP_REACH = 0.45; // in cells
const LETTERS = { "-": OPEN, "?": OPEN, ".": null, s: -2, w: -3 };
const ACTIONS = { u: "undo", z: "undo", r: "redo", y: "redo", n: "next_doubt" };

/** What enters clues on a page; its modes "symmetric" and "rows" are kept in the storage `own`. */
export class Entry {
  constructor(page, own) {
    Object.assign(this, { page, own });
    this.isNewRow = false; // a full row has led to the next one
  }

  /** Whether a mode is on. */
  is(mode) {
    return this.own.getItem(mode) === "on";
  }

  toggle(mode) {
    this.own.setItem(mode, this.is(mode) ? "off" : "on");
    if (this.is(mode)) notify(say(`tip_${mode}`));
  }

  /** Enters clues of a board: counts up to the `max` of each cell, and `animals`. */
  open({ max }, animals) {
    [this.max, this.animals] = [max, Object.keys(animals).map(Number)];
  }

  /** The clues that a cell can have, or any cell, in the order in which presses step through them. */
  choices(cell) {
    const max = cell === undefined ? Math.max(...this.max) : this.max[cell];
    return [null, OPEN, ...Array(max + 1).keys(), ...this.animals];
  }

  /** Sets the clue of a cell. In opposite cells, a clue has one to come for its partner, which goes with it. */
  set(cell, clue) {
    const { asking, draft, fields, steps } = this.page;
    if (draft.isTurning) return;
    const clues = [[cell, clue]], other = this.is("symmetric") ? fields.opposite(cell) : cell;
    const [alone, joined] = clue === null ? [OPEN, null] : [null, OPEN];
    if (other !== undefined && other !== cell && draft.clues[other] === alone) clues.push([other, joined]);
    notify("");
    asking.last = cell;
    steps.set(clues);
    this.page.show();
  }

  /** Sets the clue of the selected cell, if it can have that; row by row, the next cell is selected then. */
  type(clue) {
    const { at, cells } = this.page.fields;
    if (!this.choices(at).includes(clue)) return;
    this.set(at, clue);
    if (!this.is("rows")) return speak(this.page.fields.told);
    this.page.select(Math.min(at + 1, cells.length - 1));
    this.isNewRow = this.page.fields.towards("Enter", at) === at + 1;
  }

  #digit(digit) {
    const { draft, fields: { at } } = this.page;
    const both = draft.clues[at] > 0 ? 10 * draft.clues[at] + digit : digit;
    this.type(!this.is("rows") && this.choices(at).includes(both) ? both : digit);
  }

  /** Selects a cell, or steps to the next clue of the selected one, or `isBack`. */
  tap(cell, isBack = false) {
    if (cell === undefined) return;
    const { draft, fields } = this.page, choices = this.choices(cell);
    const next = choices.indexOf(draft.clues[cell]) + (isBack ? -1 : 1);
    if (cell === fields.at) this.set(cell, choices.at(next % choices.length));
    this.page.select(cell);
  }

  /** Does what a key is for, on the board or with Ctrl; returns whether it is for anything. */
  press({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
    const { page, isNewRow } = this, letter = key.toLowerCase(), { at, list } = page.fields;
    if (altKey || (ctrlKey || metaKey ? target.closest("dialog") || !"zy".includes(letter) : !list.contains(target))) return false;
    this.isNewRow = false;
    const isRows = this.is("rows");
    if (/^\d$/.test(key)) this.#digit(Number(key));
    else if (letter in ACTIONS) page.act(letter === "z" && shiftKey ? "redo" : ACTIONS[letter]);
    else if (letter in LETTERS) this.type(LETTERS[letter]);
    else if (key === " " && isRows) this.type(null);
    else if (key === " ") page.select(Math.min(at + 1, page.fields.cells.length - 1));
    else if (key === "Backspace" || key === "Delete") {
      if (key === "Backspace" && isRows) page.select(Math.max(0, at - 1));
      this.set(page.fields.at, null);
    } else if (!(key === "Enter" && isNewRow)) {
      const cell = page.fields.towards(key);
      if (cell in page.fields.cells) page.select(cell);
      else return key === "Enter" || key.startsWith("Arrow");
    }
    return true;
  }
}

/** The press of a pointer that begins at a point of the board, for `listenToPointers`. */
export const tapAt = ({ view, entry }, mode, start) => ({
  isTap: true,
  follow(point) { this.isTap &&= distance(start, point) < TAP_REACH; },
  show() {},
  commit() { if (this.isTap) entry.tap(view.cells.at(start), mode === "cross"); },
});
