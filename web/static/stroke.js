// Turns the points of a pointer into the edges of a stroke. Knows no events and no pixels.

import { between, distance } from "./geometry.js";
import { BLANK, CROSS, LINE } from "./marks.js";

const DOT_REACH = 0.4; // of the shortest edge at the dot
const OVER_REACH = 0.25;
const NEAR_DOT = 0.25; // of its shortest edge: so near, several edges are meant equally
const TAP_REACH = 0.45;
const PIECE = 0.25; // between two points that are looked at
const NEXT = { [BLANK]: LINE, [LINE]: CROSS, [CROSS]: BLANK };

/** The mark that a tap sets on an edge; `mode` is "line", "cross" or "erase". */
export function nextMark(mark, mode = "line") {
  if (mode === "erase") return BLANK;
  if (mode === "cross") return mark === CROSS ? BLANK : CROSS;
  return NEXT[mark];
}

/** A stroke from the point where it begins; `marks` are those that the person sees. */
export class Stroke {
  constructor(grid, marks, mode, start) {
    Object.assign(this, { grid, marks, mode, start, last: start });
    this.dot = grid.nearestDot(start, DOT_REACH);
    this.path = []; // edges in the order in which they are drawn
    this.mark = { line: null, cross: CROSS, erase: BLANK }[mode];
    this.isTap = true;
  }

  /** Follows the pointer to a point; returns whether the edges of the stroke changed. */
  follow(point) {
    const pieces = Math.max(1, Math.ceil(distance(this.last, point) / PIECE));
    const from = this.last;
    const isLine = this.mode === "line";
    let changed = false;
    for (let i = 0; i <= pieces; i += 1) {
      const next = between(from, point, i / pieces);
      changed = (isLine ? this.#along(next) : this.#over(next)) || changed;
    }
    this.last = point;
    this.isTap &&= !(isLine && changed) && distance(this.start, point) < TAP_REACH;
    return changed;
  }

  #along(point) {
    const dot = this.grid.nearestDot(point, DOT_REACH);
    if (dot === undefined || dot === this.dot) return false;
    const edge = this.dot === undefined ? undefined : this.grid.edgeBetween(this.dot, dot);
    this.dot = dot;
    if (edge === undefined) return false;
    if (this.path.at(-1) === edge) return this.#takeOut();
    if (this.path.includes(edge)) return false;
    this.mark ??= this.marks[edge] === LINE ? BLANK : LINE; // the first edge decides
    this.path.push(edge);
    return true;
  }

  #takeOut() {
    this.path.pop();
    if (this.path.length === 0) this.mark = null;
    return true;
  }

  #over(point) {
    if (this.grid.nearestDot(point, NEAR_DOT) !== undefined) return false;
    const edge = this.grid.nearestEdge(point, OVER_REACH);
    if (edge === undefined || this.path.includes(edge)) return false;
    const now = this.marks[edge];
    if (this.path.length === 0 && this.mode === "cross" && now === CROSS) this.mark = BLANK;
    if (this.mode === "cross" && now === LINE) return false; // crosses never replace lines
    this.path.push(edge);
    return true;
  }

  /** What to mark, as [edge, mark seen, mark to set]; a tap is about the nearest edge. */
  finish() {
    const path = this.isTap ? [this.grid.nearestEdge(this.start, TAP_REACH)] : this.path;
    return path
      .filter((edge) => edge !== undefined && this.#touches(this.marks[edge]))
      .map((edge) => [edge, this.marks[edge], this.isTap ? nextMark(this.marks[edge], this.mode) : this.mark])
      .filter(([, before, after]) => before !== after);
  }

  /** Shows the stroke in a view. */
  show(view) {
    view.showStroke(this.path, this.mark);
  }

  /** Asks the page for the marks. */
  commit(page) {
    const edges = this.finish();
    if (edges.length) page.commit(edges, this.dot);
  }

  /** Whether a mark is one that this stroke changes: those that erase lines leave crosses. */
  #touches(mark) {
    if (this.isTap || this.mark !== BLANK || this.mode === "erase") return true;
    return mark === (this.mode === "line" ? LINE : CROSS);
  }
}
