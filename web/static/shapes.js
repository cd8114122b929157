// The shapes of which the board is drawn.

import { s } from "./dom.js";

/** A layer of the board. */
export function layer(name, ...children) {
  return s("svg", { id: name, class: "layer", "aria-hidden": "true" }, children);
}

const CLUE_SIZE = 0.56; // of a square, in cells

/** A clue at the centre of its cell, larger or smaller than on squares by `scale`. */
export function clueText(clue, [x, y], scale = 1) {
  const text = s("text", { x, y }, String(clue));
  text.style.fontSize = `${CLUE_SIZE * scale}px`;
  return text;
}

/** The path of a ring around a point. */
export function ring([x, y], r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** A layer of help, as the server sends it. */
export function helpLayer({ role, d, width, texts = [] }) {
  const colour = `var(--${role})`;
  const group = s("g", { class: "help-layer", "data-role": role });
  if (d) {
    const path = s("path", width === null ? { class: "filled", d } : { d, "stroke-width": width });
    path.style[width === null ? "fill" : "stroke"] = colour;
    group.append(path);
  }
  for (const [x, y, text, size] of texts) {
    const element = s("text", { x, y }, text);
    element.style.fontSize = `${size}px`;
    element.style.fill = colour;
    group.append(element);
  }
  return group;
}
