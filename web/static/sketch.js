// What is drawn lightly on the board of a draft: what is forced, where solutions differ, and signs of cells.

import { s, set } from "./dom.js";
import { layer, ring } from "./shapes.js";

const RING = 0.36; // the radius around a clue, of a square

/** The sketch in a view; each part is one path. */
export class Sketch {
  constructor(view) {
    this.view = view;
    const names = ["doubts", "conflict", "spare", "crosses", "forced", "drawn", "first", "second"];
    this.parts = Object.fromEntries(names.map((name) => [name, s("path", { class: name })]));
    view.stage.append(layer("sketch", ...Object.values(this.parts)));
  }

  /** Shows what the solver tells of a draft, and which clues are in doubt. */
  show({ doubts, isSaved, now }, asking) {
    const { parts, view } = this, { cells, scales } = view.grid;
    const draw = (name, items, shape) => set(parts[name], { d: items.map(shape).join("") });
    const along = (edge) => view.along(edge), frame = (share) => (cell) => view.cells.outline(cell, share);
    const { lines = [], crosses = [] } = now.forced ?? {};
    draw("drawn", now.lines, along);
    draw("forced", lines, along);
    draw("crosses", crosses, (edge) => view.crossAt(edge));
    const [first = [], second = []] = asking.groups("difference");
    draw("first", first, along);
    draw("second", second, along);
    draw("doubts", doubts, frame(0.76));
    draw("conflict", asking.groups("contradiction").flat(), (cell) => frame(0.8)(cell) + frame(0.68)(cell));
    draw("spare", asking.groups("removable").flat(), (cell) => ring(cells[cell], RING * scales[cell]));
    view.stage.dataset.saved = isSaved;
  }
}
