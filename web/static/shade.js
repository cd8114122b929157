// Turns the points of a pointer into the cells that it shades. Knows no events and no pixels.

import { between, distance } from "./geometry.js";
import { BLANK, INSIDE, OUTSIDE } from "./marks.js";

const PIECE = 0.25; // between two points that are looked at
const TAP_REACH = 0.45;
const NEXT = { [BLANK]: INSIDE, [INSIDE]: OUTSIDE, [OUTSIDE]: BLANK };

/** The shade that a tap sets on a cell: inside, outside, none. */
export const nextShade = (shade) => NEXT[shade];

/** A stroke over cells from the point where it begins; the first cell decides the shade of all. */
export class ShadeStroke {
  constructor(cells, shades, start) {
    Object.assign(this, { cells, shades, start, last: start });
    this.path = [];
    this.isTap = true;
    this.#add(start);
  }

  /** Follows the pointer to a point; returns whether the cells of the stroke changed. */
  follow(point) {
    const pieces = Math.max(1, Math.ceil(distance(this.last, point) / PIECE));
    const before = this.path.length;
    for (let i = 1; i <= pieces; i += 1) this.#add(between(this.last, point, i / pieces));
    this.last = point;
    this.isTap &&= this.path.length < 2 && distance(this.start, point) < TAP_REACH;
    return this.path.length !== before;
  }

  #add(point) {
    const cell = this.cells.at(point);
    if (cell === undefined || this.path.includes(cell)) return;
    if (!this.path.length) this.shade = nextShade(this.shades[cell]);
    this.path.push(cell);
  }

  /** Shows the stroke in a view. */
  show(view) {
    view.showShading(this.path, this.shade);
  }

  /** Asks the page for the shades, as [cell, shade]; without cells that have theirs. */
  commit(page) {
    const cells = this.path.filter((cell) => this.shades[cell] !== this.shade);
    if (cells.length) page.shade(cells.map((cell) => [cell, this.shade]));
  }
}
