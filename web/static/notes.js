// The shades that a person gives to cells: a ground, and a sign beside the clue for those who do not
// see the colours.

import { s, set } from "./dom.js";
import { INSIDE, OUTSIDE } from "./marks.js";
import { ring } from "./shapes.js";

const SQUARE = 0.08; // half the side of the sign of cells inside, in cells
const RING = 0.075; // the radius of that of cells outside

/** The shades of cells; `grounds` lie below the board, and `signs` above. */
export class Notes {
  constructor(cells) {
    this.cells = cells;
    this.shades = "";
    this.inside = s("path", { class: "shade-in" });
    this.outside = s("path", { class: "shade-out" });
    this.squares = s("path", { class: "sign-in" });
    this.rings = s("path", { class: "sign-out" });
    this.grounds = s("g", {}, this.inside, this.outside);
    this.signs = s("g", {}, this.squares, this.rings);
  }

  /** Shows shades, one for each cell. */
  show(shades) {
    if (this.shades === shades.join("")) return;
    this.shades = shades.join("");
    const drawn = (shade, draw) => shades.map((each, cell) => (each === shade ? draw(cell) : "")).join("");
    set(this.inside, { d: drawn(INSIDE, (cell) => this.cells.outline(cell)) });
    set(this.outside, { d: drawn(OUTSIDE, (cell) => this.cells.outline(cell)) });
    set(this.squares, { d: drawn(INSIDE, (cell) => square(this.cells.signAt(cell))) });
    set(this.rings, { d: drawn(OUTSIDE, (cell) => ring(this.cells.signAt(cell), RING)) });
  }
}

const square = ([x, y]) => `M${x - SQUARE} ${y - SQUARE}h${2 * SQUARE}v${2 * SQUARE}h${-2 * SQUARE}z`;
