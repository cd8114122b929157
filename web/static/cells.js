// The cells of a grid: which one is at a point, which lies beside another, and where its sign is.

import { between, distance } from "./geometry.js";

const SIGN_SHARE = 0.55; // of the way from the centre to the nearest edge, as in pictures

/** The cells of a grid. */
export class Cells {
  constructor(grid) {
    this.grid = grid;
    this.corners = grid.cells.map((_, cell) => grid.cornersOf(cell).map((dot) => grid.dots[dot]));
  }

  /** The cell at a point; undefined outside of the board. */
  at(point) {
    const found = this.corners.findIndex((corners) => isWithin(point, corners));
    return found < 0 ? undefined : found;
  }

  /** The cells beside a cell. */
  beside(cell) {
    const { edgesOf, sides } = this.grid;
    return edgesOf[cell].flatMap((edge) => sides[edge]).filter((other) => other >= 0 && other !== cell);
  }

  /** The cell beside another in a direction, in eighths of a turn clockwise from the right; undefined without one. */
  towards(cell, way) {
    const [x, y] = this.grid.cells[cell];
    const turn = (other) => {
      const [u, v] = this.grid.cells[other];
      const away = Math.abs(Math.atan2(v - y, u - x) * (4 / Math.PI) - way) % 8;
      return Math.min(away, 8 - away);
    };
    return this.beside(cell).filter((other) => turn(other) < 1.4).sort((a, b) => turn(a) - turn(b))[0];
  }

  /** The outline of a cell, or one within it that is a `share` as large. */
  outline(cell, share = 1) {
    const points = this.corners[cell].map((point) => between(this.grid.cells[cell], point, share));
    return `M${points.map((point) => point.join(" ")).join("L")}Z`;
  }

  /** Where the sign of a cell is, above and left of its clue. */
  signAt(cell) {
    const [x, y] = this.grid.cells[cell];
    const radius = Math.min(...this.grid.edgesOf[cell].map((edge) => this.#away([x, y], edge)));
    return [x - SIGN_SHARE * radius, y - SIGN_SHARE * radius];
  }

  #away(point, edge) {
    const [a, b] = this.grid.edges[edge].map((dot) => this.grid.dots[dot]);
    return distance(point, between(a, b, 0.5));
  }
}

function isWithin([x, y], corners) {
  let isInside = false;
  corners.forEach(([ax, ay], index) => {
    const [bx, by] = corners.at(index - 1);
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isInside = !isInside;
  });
  return isInside;
}
