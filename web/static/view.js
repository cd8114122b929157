// Draws the board in three layers: what seldom changes, the marks, and the stroke under way.
// Each marked edge is an element of its own, with its mark and its chain as classes.

import { Cells } from "./cells.js";
import { h, s, set } from "./dom.js";
import { chainLooks, chainsOf, insideCells, mistakesOf } from "./findings.js";
import { Labels } from "./labels.js";
import { BLANK, CROSS, INSIDE, LINE, OUTSIDE } from "./marks.js";
import { Notes } from "./notes.js";
import { Clues, helpLayer, layer, ring } from "./shapes.js";

const ARM = 0.06; // half the width of a cross, in cells
const NAMES = { [LINE]: "line", [CROSS]: "cross", [BLANK]: "erase" };

/** The roles of highlights that lie below dots, clues and marks. */
const GROUNDS = /^(region|known|reason|order-\d|inside|outside)$/;

/** The drawing of a board in the element `root`. */
export class View {
  constructor(root, grid) {
    this.grid = grid;
    this.cells = new Cells(grid);
    this.notes = new Notes(this.cells);
    this.edges = new Map();
    this.looks = new Map();
    this.shading = s("path", { class: "inside" });
    this.below = s("g");
    this.clues = new Clues(grid);
    this.labels = new Labels(grid.labels);
    this.lines = s("g");
    this.mistakes = s("path", { class: "mistakes" });
    this.above = s("g");
    this.cores = s("path", { class: "core" });
    this.stroke = s("path", { class: "stroke" });
    this.edge = s("path", { class: "facing" });
    this.cursor = s("circle", { class: "cursor", visibility: "hidden" });
    this.stage = h("div", { class: "stage" },
      layer("grid", this.shading, this.notes.grounds, this.below,
        s("path", { class: "base", d: grid.edges.map((_, edge) => this.along(edge)).join("") }),
        s("path", { class: "dots", d: grid.dots.map(([x, y]) => `M${x} ${y}h0`).join("") }),
        ...this.clues.groups),
      layer("marks", this.lines, this.cores, this.notes.signs, this.mistakes, this.above, this.labels.group),
      layer("stroke", this.stroke, this.edge, this.cursor));
    root.append(this.stage);
  }

  /** Shows marks as the person wants them shown, of which some are `tried`, by edge, and shades. */
  show(marks, shades, tried, settings) {
    const chains = chainsOf(this.grid, marks);
    this.looks = chainLooks(chains, this.looks);
    marks.forEach((mark, edge) => this.#showEdge(edge, mark));
    for (const [edge, path] of this.edges) set(path, { class: this.#classOf(edge, marks, tried, settings) });
    const lines = [...tried.keys()].filter((edge) => marks[edge] === LINE);
    set(this.cores, { d: lines.map((edge) => this.along(edge)).join("") });
    this.notes.show(shades);
    this.clues.show(marks, settings);
    this.grid.rules?.show(this.grid, marks, settings.mistakes ? chains : []);
    this.#showMistakes(settings.mistakes ? mistakesOf(this.grid, marks, chains) : { dots: [], edges: [] });
    const inside = settings.shading ? insideCells(this.grid, marks) : [];
    set(this.shading, { d: inside.map((cell) => this.cells.outline(cell)).join("") });
  }

  #showEdge(edge, mark) {
    if (mark === BLANK) {
      this.edges.get(edge)?.remove();
      this.edges.delete(edge);
      return;
    }
    if (!this.edges.has(edge)) {
      this.edges.set(edge, s("path", { "data-edge": edge }));
      this.lines.append(this.edges.get(edge));
    }
    set(this.edges.get(edge), { d: mark === LINE ? this.along(edge) : this.crossAt(edge) });
  }

  #classOf(edge, marks, tried, settings) {
    if (marks[edge] === CROSS) return tried.has(edge) ? "cross tried" : "cross";
    return settings.chains ? `line chain-${this.looks.get(edge).colour}` : "line";
  }

  #showMistakes({ dots, edges }) {
    const rings = dots.map((dot) => ring(this.grid.dots[dot], 0.2));
    set(this.mistakes, { d: rings.join("") });
    const closed = new Set(edges);
    for (const [edge, path] of this.edges) path.classList.toggle("closed", closed.has(edge));
  }

  /** Shows the edges of a stroke under way, and the mark that it sets. */
  showStroke(edges, mark) {
    const drawn = edges.map((edge) => (mark === CROSS ? this.crossAt(edge) : this.along(edge)));
    set(this.stroke, { class: `stroke ${NAMES[mark] ?? ""}`, d: drawn.join("") });
  }

  /** Shows the cells of a stroke under way, and the shade that it sets. */
  showShading(cells, shade) {
    const name = { [INSIDE]: "shade-in", [OUTSIDE]: "shade-out" }[shade] ?? "shade-none";
    set(this.stroke, { class: `stroke ${name}`, d: cells.map((cell) => this.cells.outline(cell)).join("") });
  }

  /** Shows the cursor of the keyboard around a point, and the edge that Space changes. */
  showCursor([cx, cy], edge, r) {
    set(this.cursor, { cx, cy, r, visibility: "visible" });
    set(this.edge, { d: edge === undefined ? "" : this.along(edge) });
  }

  /** Hides the cursor of the keyboard. */
  hideCursor() {
    set(this.cursor, { visibility: "hidden" });
    set(this.edge, { d: "" });
  }

  /** Shows the layers of help, as the server sends them. */
  showHelp(layers) {
    const groups = layers.map((each) => [GROUNDS.test(each.role), helpLayer(each)]);
    this.below.replaceChildren(...groups.filter(([ground]) => ground).map(([, group]) => group));
    this.above.replaceChildren(...groups.filter(([ground]) => !ground).map(([, group]) => group));
  }

  /** The part of the board that help is about, or null. */
  get helpBox() {
    const boxes = [this.below, this.above].map((group) => group.getBBox())
      .filter(({ width, height }) => width || height);
    const [left, top] = ["x", "y"].map((way) => Math.min(...boxes.map((box) => box[way])));
    const right = Math.max(...boxes.map(({ x, width }) => x + width));
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
    return boxes.length ? { x: left, y: top, width: right - left, height: bottom - top } : null;
  }

  along(edge) {
    const [a, b] = this.grid.edges[edge].map((dot) => this.grid.dots[dot].join(" "));
    return `M${a}L${b}`;
  }

  crossAt(edge) {
    const [x, y] = this.grid.middles[edge];
    return `M${x - ARM} ${y - ARM}l${2 * ARM} ${2 * ARM}m0 ${-2 * ARM}l${-2 * ARM} ${2 * ARM}`;
  }
}
