// A text field with a list of suggestions under it.

import { h } from "./dom.js";
import { Options } from "./options.js";

let number = 0;

/**
 * `suggest(text)` returns (a promise of) [{ name, value, description }]. With `strict` only a
 * suggestion is accepted, otherwise any text. The element has `read()`: the value, or "".
 */
export function combobox({ suggest, strict = false, label, placeholder = "", required = false, delay = 0 }) {
  const id = `suggestions-${++number}`;
  let moved = false; // whether an arrow key moved the selection since the last input
  let picked = null;
  let asked = 0;
  let timer;

  const input = h("input", {
    type: "text",
    role: "combobox",
    "aria-label": label,
    "aria-autocomplete": "list",
    "aria-controls": id,
    "aria-expanded": "false",
    "aria-required": String(required),
    autocomplete: "off",
    spellcheck: "false",
    placeholder,
    oninput: () => {
      picked = null;
      moved = false;
      if (!input.value.trim()) options.active = -1;
      later();
    },
    onfocus: later,
    onblur: () => setTimeout(() => document.activeElement === input || hide(), 150),
    onkeydown,
  });
  const list = h("ul", { id, role: "listbox", class: "suggestions", hidden: true, "aria-label": `${label}: suggestions` });
  const draw = ({ name, description }) => [name, description && h("small", {}, description)];
  const options = new Options(input, list, draw, pick);
  const box = h("div", { class: "combobox" }, input, list);
  box.read = () => {
    if (picked) return picked.value;
    const exact = options.items.find((item) => item.name.toLowerCase() === input.value.trim().toLowerCase());
    if (exact) return exact.value;
    return strict ? "" : input.value;
  };
  box.typed = () => input.value;
  box.input = input;
  return box;

  function later() {
    withdraw();
    if (delay) timer = setTimeout(refresh, delay);
    else refresh();
  }

  /** Cancels the pending request for suggestions; a late answer is ignored. */
  function withdraw() {
    clearTimeout(timer);
    asked += 1;
  }

  async function refresh() {
    const turn = asked;
    let items;
    try {
      items = await suggest(picked ? "" : input.value);
    } catch {
      items = [];
    }
    if (turn !== asked || document.activeElement !== input) return;
    options.show(items, activeIn(items));
    list.hidden = items.length === 0;
    place();
    input.setAttribute("aria-expanded", String(options.isOpen));
  }

  /** Index of the selection in a new list: the same value; otherwise the same row if it was moved by keys. */
  function activeIn(items) {
    const { active, chosen } = options;
    const same = items.findIndex((item) => item.value === chosen?.value);
    if (same >= 0) return same;
    if (moved && active >= 0) return Math.min(active, items.length - 1);
    return strict && !picked && input.value.trim() && items.length ? 0 : -1;
  }

  /** Places the list above the form, so that it covers no field, aligned with its own field. */
  function place() {
    const field = box.getBoundingClientRect();
    const form = (box.closest("form") ?? box).getBoundingClientRect();
    list.style.setProperty("left", `${field.left}px`);
    list.style.setProperty("width", `${field.width}px`);
    list.style.setProperty("bottom", `${window.innerHeight - form.top + 4}px`);
    list.style.setProperty("max-height", `${Math.min(260, form.top - 12)}px`);
  }

  function hide() {
    withdraw();
    options.hide();
    input.setAttribute("aria-expanded", "false");
  }

  function pick(item) {
    picked = item;
    input.value = item.name;
    hide();
  }

  function onkeydown(event) {
    const done = options.press(event);
    if (done === "move") moved = true;
    if (done === "hide") hide();
    if (done === "hide" || (done && event.key === "Enter")) event.stopPropagation();
    if (!done && (event.key === "ArrowDown" || event.key === "ArrowUp")) later();
    else if (!done || event.key === "Tab" || event.key === "Escape") return;
    event.preventDefault();
  }
}

/** A `suggest` for a fixed list: the items that contain the typed text. */
export function among(items) {
  return (text) => {
    const wanted = text.trim().toLowerCase();
    return items.filter((item) => item.name.toLowerCase().includes(wanted)).slice(0, 25);
  };
}
