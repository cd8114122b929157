// The shapes of which the board is drawn.

import { s, set } from "./dom.js";
import { clueState } from "./findings.js";

/** A layer of the board. */
export function layer(name, ...children) {
  return s("svg", { id: name, class: "layer", "aria-hidden": "true" }, children);
}

/** The path of a ring around a point. */
export function ring([x, y], r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** A layer of help, as the server sends it. */
export function helpLayer({ role, d, width, texts = [] }) {
  const colour = `var(--${role})`;
  const group = s("g", { class: "help-layer", "data-role": role });
  if (d) {
    const path = s("path", width === null ? { class: "filled", d } : { d, "stroke-width": width });
    path.style[width === null ? "fill" : "stroke"] = colour;
    group.append(path);
  }
  for (const [x, y, text, size] of texts) {
    const element = s("text", { x, y }, text);
    element.style.fontSize = `${size}px`;
    element.style.fill = colour;
    group.append(element);
  }
  return group;
}

const CLUE_SIZE = 0.56; // of a square, in cells

/** A clue at the centre of its cell, larger or smaller than on squares by `scale`. */
function clueText(clue, [x, y], scale = 1) {
  const text = s("text", { x, y }, String(clue));
  text.style.fontSize = `${CLUE_SIZE * scale}px`;
  return text;
}

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
