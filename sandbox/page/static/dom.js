// Helpers that create DOM elements.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  add: "M12 5v14M5 12h14",
  apps: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 13v8M13 17h8",
  close: "M6 6l12 12M18 6L6 18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  file: "M6 2h8l5 5v15H6zM14 2v6h5",
  down: "M12 5v14M6 13l6 6 6-6",
  forum: "M3 4h12v8H8l-5 4zM18 8h3v12l-4-3h-7v-2",
  hash: "M9 4L7 20M17 4l-2 16M4 9h17M3 15h17",
  link: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  list: "M4 6h16M4 12h16M4 18h16",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-6 8-6s8 2 8 6",
  send: "M3 11l18-8-8 18-2-8z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7",
  chevron: "M6 9l6 6 6-6",
  switch: "M7 10l5-5 5 5M7 14l5 5 5-5",
  thread: "M5 4v7a4 4 0 0 0 4 4h10M15 11l4 4-4 4",
  tools: "M4 7h9M19 7h1M16 4v6M4 17h1M11 17h9M8 14v6",
  warning: "M12 3l10 18H2zM12 10v5M12 18v.5",
};

/** Creates an element: attributes by name, `on…` listeners, `class`, `style` as custom properties. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG icon in the colour of the surrounding text. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** The avatar of a person: initials on a colour that depends on the id. */
export function avatar(person, size = "") {
  const initials = person.name.split(/\s+/).slice(0, 2).map((word) => [...word][0]).join("");
  const hue = Number(BigInt(person.id) % 997n) * 47 % 360;
  return h("span", { class: `avatar ${size}`, style: { "--hue": hue }, "aria-hidden": "true" }, initials.toUpperCase());
}

/** A readable file size. */
export function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  const [amount, unit] = size < 1024 ** 2 ? [size / 1024, "KB"] : [size / 1024 ** 2, "MB"];
  return `${amount.toFixed(1)} ${unit}`;
}

const shown = new WeakMap();

/**
 * Rebuilds the content of `root`, but only when `about` (a JSON value) has changed since last time.
 * The focus moves to the new element with the same `href` or id.
 */
export function redraw(root, about, build) {
  const key = JSON.stringify(about);
  if (shown.get(root) === key) return;
  shown.set(root, key);
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  root.replaceChildren(...build());
  if (!focused) return;
  const same = [...root.querySelectorAll("a, button")].find((element) =>
    (focused.id && element.id === focused.id) || (focused.href && element.href === focused.href));
  (same ?? root.querySelector("a, button"))?.focus();
}
