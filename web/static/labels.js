// The labels of rows and columns: beside the board or, where it is zoomed, at the sides of the view.

import { s, set } from "./dom.js";

const HALF_BAND_PX = 12; // half the width of the bands on which labels lie on the board, and their largest size there
const BESIDE_PX = 4; // from a band to the outermost dots
const LINES_PX = 32; // from the first to the last of several lines of labels there

/** The labels of a board, with their size in cells and their texts as [x, y, text]. */
export class Labels {
  constructor({ size, texts }) {
    Object.assign(this, { size, texts });
    const before = [0, 1].map((i) => texts.map((each) => each[i]).filter((place) => place < 0));
    this.outer = before.map((places) => Math.min(0, ...places)); // the outermost of several lines
    this.depths = before.map((places, i) => Math.max(this.outer[i], ...places) - this.outer[i]);
    this.bands = s("path", { class: "bands" });
    this.labels = texts.map(([, , text]) => s("text", {}, text));
    this.group = s("g", { class: "labels" }, this.bands, this.labels);
  }

  /** Pixels that the bands at the left and at the top take, with a line that begins beside them. */
  get bandsPx() {
    return this.depths.map((depth) => 2 * HALF_BAND_PX + (depth && LINES_PX) + BESIDE_PX);
  }

  /** Whether a point of the board lies under a band. */
  covers([x, y]) {
    return this.bands.isPointInFill({ x, y });
  }

  /** Keeps those above and left of the board in a view, [left, top, width, height]. */
  keepIn([left, top, width, height], pixel) {
    const half = HALF_BAND_PX * pixel;
    const [isLeft, isTop] = [this.outer[0] < left + half, this.outer[1] < top + half];
    const [shrunkX, shrunkY] = this.depths.map((depth) => Math.min(1, (LINES_PX * pixel) / (depth || 1)));
    const [wide, high] = [this.depths[0] * shrunkX + 2 * half, this.depths[1] * shrunkY + 2 * half];
    const beside = isLeft ? `M${left} ${top}v${height}h${wide}v${-height}z` : "";
    const above = isTop ? `M${left} ${top}h${width}v${high}h${-width}z` : "";
    set(this.bands, { d: beside + above });
    this.group.style.fontSize = `${isLeft || isTop ? Math.min(this.size, half) : this.size}px`;
    this.labels.forEach((label, index) => {
      const [x, y] = this.texts[index];
      const isInCorner = x < 0 ? isTop && y < top + high : y < 0 && isLeft && x < left + wide;
      const across = left + half + (x - this.outer[0]) * shrunkX;
      const down = top + half + (y - this.outer[1]) * shrunkY;
      const at = { x: x < 0 ? Math.max(x, across) : x, y: y < 0 ? Math.max(y, down) : y };
      set(label, { ...at, visibility: isInCorner ? "hidden" : "visible" });
    });
  }
}
