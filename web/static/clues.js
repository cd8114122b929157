// The clues of a board: numbers, and the signs that other rules have instead.

import { s, set } from "./dom.js";
import { clueState } from "./findings.js";
import { clueText } from "./shapes.js";

/** The clues of a grid, which may change; `groups` are what is drawn. */
export class Clues {
  constructor(grid) {
    this.grid = grid;
    this.groups = [s("g", { class: "clues" }), s("g")];
    this.set(grid.clues);
  }

  /** Shows other clues than before. */
  set(clues) {
    const { grid, groups: [texts, signs] } = this;
    grid.clues = clues;
    this.texts = clues.map((clue, cell) => (clue < 0 ? null : clueText(clue, grid.cells[cell], grid.scales[cell])));
    texts.replaceChildren(...this.texts.filter(Boolean));
    if (grid.rules) signs.replaceChildren(grid.rules.signs(grid));
  }

  /** Shows which clues are done and which have too much around them, as far as settings want that. */
  show(marks, settings) {
    this.texts.forEach((text, cell) => {
      if (!text) return;
      const state = clueState(this.grid, marks, cell);
      const isShown = state === "done" ? settings.dim : settings.mistakes;
      set(text, { class: isShown ? state : "" });
    });
  }
}
