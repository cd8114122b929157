// Other rules than the plain ones: what clues count, the signs of animals, and a line that tells them.

import { h, s, set } from "./dom.js";
import { insideCells, linesOf } from "./findings.js";
import { LINE } from "./marks.js";

/** The rules that the server tells, in a line below the title. */
export class Rules {
  constructor({ counted, full, animals, told, lacks }, title) {
    Object.assign(this, { full, animals, lacks, shown: new Map(), looks: new Map() });
    this.joins = counted === "touches"; // a line may make one touch of two
    this.count = { lines: linesOf, dots: dotsOf, touches: touchesOf }[counted];
    title?.after(h("p", { id: "rules" }, told));
    document.getElementById("board")?.setAttribute("aria-describedby", "rules keys");
  }

  /** Whether one loop that meets the clues that count breaks another rule. */
  isBroken(grid, marks, chains) {
    const isMissed = (_, dot) => !isVisited(grid, marks, dot);
    return (this.full && grid.dots.some(isMissed)) || this.#misplaced(grid, marks, chains).length > 0;
  }

  /** The animals on the wrong side, which only a closed loop tells. */
  #misplaced(grid, marks, chains) {
    if (chains.length !== 1 || !chains[0].closed) return [];
    const inside = new Set(insideCells(grid, marks));
    return this.#cells(grid).filter((cell) => inside.has(cell) !== this.animals[grid.clues[cell]][3]);
  }

  #cells(grid) {
    return [...grid.clues.keys()].filter((cell) => grid.clues[cell] in this.animals);
  }

  /** The signs of animals. */
  signs(grid) {
    for (const cell of this.#cells(grid)) {
      const [role, d, width] = this.animals[grid.clues[cell]];
      const [x, y] = grid.cells[cell];
      const path = s("path", { d, transform: `translate(${x} ${y})` });
      this.shown.set(cell, path);
      this.looks.set(cell, { false: [`var(--${role})`, width], true: ["var(--wrong-line)", 1.6 * width] });
    }
    this.show(grid, [], []);
    return s("g", { class: "animals" }, [...this.shown.values()]);
  }

  /** Shows which animals are on the wrong side of the only one of the `chains`. */
  show(grid, marks, chains) {
    const misplaced = new Set(this.#misplaced(grid, marks, chains));
    for (const [cell, path] of this.shown) {
      const [stroke, width] = this.looks.get(cell)[misplaced.has(cell)];
      set(path, { class: misplaced.has(cell) ? "over" : "", "stroke-width": width });
      path.style.stroke = stroke;
    }
  }
}

const isVisited = (grid, marks, dot) => grid.edgesAt[dot].some((edge) => marks[edge] === LINE);

const dotsOf = (grid, marks, cell) => grid.cornersOf(cell).filter((dot) => isVisited(grid, marks, dot)).length;

function touchesOf(grid, marks, cell) {
  return dotsOf(grid, marks, cell) - Math.min(linesOf(grid, marks, cell), grid.edgesOf[cell].length - 1);
}
