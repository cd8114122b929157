// The labels of rows and columns: beside the board or, where it is zoomed, at the sides of the view.

import { s, set } from "./dom.js";

/** Half the width of the bands on which labels lie on the board, and their largest size there. */
export const HALF_BAND_PX = 12;

/** The labels of a board, with their size in cells and their texts as [x, y, text]. */
export class Labels {
  constructor({ size, texts }) {
    Object.assign(this, { size, texts });
    this.bands = s("path", { class: "bands" });
    this.labels = texts.map(([, , text]) => s("text", {}, text));
    this.group = s("g", { class: "labels" }, this.bands, this.labels);
  }

  /** Keeps those above and left of the board in a view, [left, top, width, height]. */
  keepIn([left, top, width, height], pixel) {
    const half = HALF_BAND_PX * pixel;
    const [across, down] = [left + half, top + half];
    const isLeft = this.texts.some(([x]) => x < 0 && x < across);
    const isTop = this.texts.some(([, y]) => y < 0 && y < down);
    const beside = isLeft ? `M${left} ${top}v${height}h${2 * half}v${-height}z` : "";
    const above = isTop ? `M${left} ${top}h${width}v${2 * half}h${-width}z` : "";
    set(this.bands, { d: beside + above });
    this.group.style.fontSize = `${isLeft || isTop ? Math.min(this.size, half) : this.size}px`;
    this.labels.forEach((label, index) => {
      const [x, y] = this.texts[index];
      const isInCorner = x < 0 ? isTop && y < down + half : y < 0 && isLeft && x < across + half;
      const at = { x: x < 0 ? Math.max(x, across) : x, y: y < 0 ? Math.max(y, down) : y };
      set(label, { ...at, visibility: isInCorner ? "hidden" : "visible" });
    });
  }
}
