// A list that opens beside an element and is used with the mouse or the arrow keys.

import { h } from "./dom.js";

let close = () => {};

/**
 * Opens a list at `anchor`. Items: { label, description, emoji, value, checked }.
 * With `most` over 1 several are ticked and confirmed; otherwise choosing one closes the list.
 * `onChoose` gets the list of chosen values.
 */
export function openMenu(anchor, items, { least = 1, most = 1, label, onChoose }) {
  close();
  const several = most > 1 || least === 0;
  const chosen = new Set(items.filter((item) => item.checked).map((item) => item.value));
  const confirm = h("button", { type: "button", class: "button primary small", onclick: () => finish([...chosen]) }, "Done");
  const options = items.map((item) => h("li", {
    role: "option",
    tabindex: "-1",
    "aria-selected": String(chosen.has(item.value)),
    onclick: () => (several ? toggle(item) : finish([item.value])),
  },
  item.emoji && h("span", { class: "emoji" }, item.emoji),
  h("span", { class: "grow" }, item.label, item.description && h("small", {}, item.description)),
  several && h("span", { class: "tick", "aria-hidden": "true" })));
  const list = h("ul", { role: "listbox", "aria-label": label, "aria-multiselectable": several ? "true" : undefined }, options);
  const popup = h("div", { class: "menu", onkeydown }, list, several && h("div", { class: "menu-foot" }, confirm));
  document.body.append(popup);
  place(popup, anchor);
  anchor.setAttribute("aria-expanded", "true");
  (options.find((option) => option.getAttribute("aria-selected") === "true") ?? options[0])?.focus();
  update();
  document.addEventListener("pointerdown", outside, true);
  window.addEventListener("resize", shut);
  close = shut;

  function shut() {
    popup.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    window.removeEventListener("resize", shut);
    close = () => {};
  }

  function outside(event) {
    if (!popup.contains(event.target)) close();
  }
  function toggle(item) {
    if (chosen.has(item.value)) chosen.delete(item.value);
    else if (chosen.size < most) chosen.add(item.value);
    options[items.indexOf(item)].setAttribute("aria-selected", String(chosen.has(item.value)));
    update();
  }
  function update() {
    confirm.disabled = chosen.size < least || chosen.size > most;
  }
  function finish(values) {
    close();
    anchor.focus();
    onChoose(values);
  }
  function onkeydown(event) {
    const index = options.indexOf(document.activeElement);
    const steps = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: options.length - 1 };
    if (event.key in steps) options.at(steps[event.key] % options.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      close();
      anchor.focus();
    } else if ((event.key === "Enter" || event.key === " ") && index >= 0) options[index].click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function place(popup, anchor) {
  const at = anchor.getBoundingClientRect();
  const size = popup.getBoundingClientRect();
  const below = window.innerHeight - at.bottom > size.height + 12 || at.top < size.height;
  const top = below ? at.bottom + 4 : at.top - size.height - 4;
  const left = Math.min(at.left, window.innerWidth - size.width - 8);
  popup.style.setProperty("top", `${Math.max(8, top)}px`);
  popup.style.setProperty("left", `${Math.max(8, left)}px`);
}
