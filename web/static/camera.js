// Which part of the board is seen. During a gesture the layers move by a CSS transform; their
// viewBox is set once, when the gesture rests.

import { aimed, Frame } from "./aiming.js";

const CLOSEST_PX = 96;
const SMALL_PX = 24;
const LARGE_PX = 44;

/** A camera over a grid: `root` is the free area, and `drawing` has the `stage` with the layers. */
export class Camera {
  constructor(root, drawing, grid) {
    this.root = root;
    this.open(drawing, grid);
    new ResizeObserver(() => this.resize()).observe(root);
  }

  /** Shows the whole of a drawing. */
  open(drawing, grid) {
    Object.assign(this, { drawing, stage: drawing.stage, grid });
    this.aim = null; // what stays in sight until the person moves the view
    this.frame = new Frame(grid, drawing.labels.bandsPx);
    this.view = { at: [0, 0], scale: 1 };
    this.isWhole = true;
    this.resize();
  }

  /** Pixels of a cell. */
  get scale() {
    return this.view.scale;
  }

  get leastScale() {
    return Math.max(1, this.frame.scaleIn([this.width, this.height]));
  }

  resize() {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    Object.assign(this, { left, top, width, height });
    if (this.isWhole) this.view = { ...this.view, scale: this.leastScale };
    this.look(this.aim ? aimed(this, this.aim) : this.view);
  }

  /** The point of the board under a point of the window. */
  pointAt([x, y]) {
    const { at, scale } = this.view;
    return [at[0] + (x - this.left - this.width / 2) / scale, at[1] + (y - this.top - this.height / 2) / scale];
  }

  /** The view in which a point of the board is under a point of the window. */
  viewWith(point, [x, y], scale) {
    const most = Math.max(CLOSEST_PX / this.grid.shortest, 2 * this.leastScale);
    const kept = Math.min(Math.max(scale, this.leastScale), most);
    const dx = (x - this.left - this.width / 2) / kept;
    const dy = (y - this.top - this.height / 2) / kept;
    return this.#within({ at: [point[0] - dx, point[1] - dy], scale: kept });
  }

  /** The view moved so that the board fills the free area, or is at the middle of its top. */
  #within({ at, scale }) {
    const kept = this.frame.boundsAt(scale).map(([first, last], i) => {
      const half = [this.width, this.height][i] / scale / 2;
      if (last - first > 2 * half) return Math.min(Math.max(at[i], first + half), last - half);
      return i ? first + half : (first + last) / 2; // help opens below, and the board stays
    });
    return { at: kept, scale };
  }

  /** Draws a view. */
  look(view) {
    this.view = this.drawn = this.#within(view);
    this.isWhole = view.scale <= this.leastScale * 1.001;
    const { at: [x, y], scale } = this.view;
    const [width, height] = [this.width / scale, this.height / scale];
    const seen = [x - width / 2, y - height / 2, width, height];
    this.stage.style.transform = "";
    this.root.dataset.gliding = "false";
    this.stage.style.setProperty("--pixel", `${1 / scale}px`);
    for (const layer of this.stage.children) {
      layer.setAttribute("viewBox", seen.join(" "));
    }
    this.drawing.labels.keepIn(seen, 1 / scale);
  }

  /** Shows a view with what is drawn already, until `rest`. */
  glide(view) {
    this.aim = null;
    const { at: from, scale: before } = this.drawn;
    const factor = view.scale / before;
    const x = (this.width / 2) * (1 - factor) + (from[0] - view.at[0]) * view.scale;
    const y = (this.height / 2) * (1 - factor) + (from[1] - view.at[1]) * view.scale;
    this.stage.style.transform = `translate(${x}px, ${y}px) scale(${factor})`;
    this.root.dataset.gliding = "true";
    this.view = view;
  }

  /** Draws the view to which it glided. */
  rest() {
    if (this.view !== this.drawn) this.look(this.view);
  }

  /** Zooms by a factor at a point of the window, by default the middle of the board. */
  zoom(factor, at = [this.left + this.width / 2, this.top + this.height / 2]) {
    this.aim = null;
    this.look(this.viewWith(this.pointAt(at), at, this.scale * factor));
  }

  /** Shows the whole board. */
  fit() {
    this.aim = null;
    this.look({ ...this.view, scale: this.leastScale });
  }

  /** Whether edges are too small for a finger. */
  get isSmall() {
    return this.scale * this.grid.shortest < SMALL_PX;
  }

  /** Zooms in at a point of the window so that a finger hits an edge. */
  enlarge(at) {
    this.zoom(LARGE_PX / (this.scale * this.grid.shortest), at);
  }

  /**
   * Shows a part of the board, { x, y, width, height }, so large that it can be read, in the space
   * that there is now, and in any other until the person moves the view. Null: nothing in particular.
   */
  show(part) {
    this.aim = part;
    if (part) this.resize();
  }

  /** Moves just as far as needed to see a point of the board. */
  reveal(point) {
    this.aim = null;
    const beside = Math.max(this.scale, ...this.drawing.labels.bandsPx);
    const free = [this.width, this.height].map((pixels) => Math.max(0, pixels / 2 - beside) / this.scale);
    const at = this.view.at.map((now, i) => Math.min(Math.max(now, point[i] - free[i]), point[i] + free[i]));
    if (at.some((each, i) => each !== this.view.at[i])) this.look({ at, scale: this.scale });
  }
}
