// Helpers that create elements.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  line: "M6 18L18 6M5 19h.01M19 5h.01",
  cross: "M7 7l10 10M17 7L7 17",
  erase: "M9 19L4 14 14 4l6 6-9 9zM9 9l6 6M9 19h11",
  move: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  shade: "M4 4h16v16H4zM4 12h16M8 4v8M12 4v8M16 4v8",
  begin: "M6 20v-5a4 4 0 0 1 4-4h4a4 4 0 0 0 4-4V4M15 7l3-3 3 3M6 11V4",
  keep: "M5 13l5 5L20 6",
  "take-back": "M9 5L4 10l5 5M4 10h16M20 5v10",
  rest: "M4 12h3M10 12h4M17 12h3",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1 1.5 1 2.5h6c0-1 0-1.5 1-2.5A6 6 0 0 0 12 3z",
  check: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6M8 10l2 2 3-4",
  submit: "M5 13l5 5L20 6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  reveal: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  next: "M5 5l8 7-8 7zM18 5v14",
  review: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6M10 7v3l2 2",
  copy_puzzle: "M9 9h11v11H9zM5 15H4V4h11v1",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  elsewhere: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  settings: "M4 7h9M19 7h1M16 4v6M4 17h1M11 17h9M8 14v6",
  zoom_in: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6M7 10h6M10 7v6",
  zoom_out: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6M7 10h6",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  who: "M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a4 4 0 0 1 0 7M18 14c3 1 4 3 4 6",
  together: "M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2 20c0-4 3-6 7-6s7 2 7 6M19 7v6M16 10h6",
  pointers: "M6 3l12 9-6 1-3 6z",
  close: "M6 6l12 12M18 6L6 18",
  symmetric: "M12 3v18M8 8H4v8h4M16 8h4v8h-4",
  rows: "M4 7h16M4 12h12M4 17h7M16 14l4 3-4 3",
  play: "M7 5l12 7-12 7z",
};

/** Creates an HTML element: attributes by name, `on…` listeners; empty values are left out. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Creates a button. */
export function button(content, onclick, attributes = {}) {
  return h("button", { type: "button", ...attributes, onclick }, content);
}

/** Creates an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

/** Sets attributes, but only those that differ. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** An icon in the colour of the surrounding text; nothing without one of that name. */
export function icon(name) {
  return ICONS[name] && s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}
