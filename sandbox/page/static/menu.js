// A list that opens beside an element and is used with the mouse or the keyboard.

import { h } from "./dom.js";

const FORGET_TYPED_MS = 700;

/** A button that opens a list of `items()`, of which `options` are those of `openMenu`. */
export function menuButton(attributes, items, options, ...children) {
  return h("button", {
    type: "button",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    onclick: ({ currentTarget: anchor }) => anchor.ariaDisabled === "true" || openMenu(anchor, items(), options),
    ...attributes,
  }, children);
}

/**
 * Opens a list at `anchor`. Items: { label, description, emoji, picture, value, checked }.
 * With `most` over 1, or `least` 0, options are ticked and confirmed; otherwise choosing one
 * closes the list. `onChoose` receives the list of chosen values.
 */
function openMenu(anchor, items, { least = 1, most = 1, label, onChoose }) {
  const several = most > 1 || least === 0;
  const chosen = new Set(items.filter((item) => item.checked).map((item) => item.value));
  const confirm = h("button", { type: "button", class: "button primary small", onclick: () => finish([...chosen]) }, "Done");
  const count = h("small", { class: "grow", role: "status" });
  const options = items.map((item) => h("li", {
    role: "option",
    tabindex: "0", // the list scrolls, so the keyboard must reach it
    "aria-selected": String(chosen.has(item.value)),
    onclick: () => (several ? toggle(item) : finish([item.value])),
  },
  item.picture,
  item.emoji && h("span", { class: "emoji" }, item.emoji),
  h("span", { class: "grow" }, item.label, item.description && h("small", {}, item.description)),
  several && h("span", { class: "tick", "aria-hidden": "true" })));
  const list = h("ul", { role: "listbox", "aria-label": label, "aria-multiselectable": several ? "true" : undefined }, options);
  const empty = items.length === 0 && h("p", { class: "nothing" }, "There is nothing to choose.");
  const popup = h("div", { class: "menu", popover: "auto", tabindex: "-1", onkeydown, ontoggle }, empty || list, several && h("div", { class: "menu-foot" }, count, confirm));
  (anchor.closest("dialog") ?? document.querySelector("main")).append(popup); // all else is inert beside a modal dialog
  popup.showPopover();
  place(popup, anchor);
  anchor.setAttribute("aria-expanded", "true");
  (options.find((option) => option.getAttribute("aria-selected") === "true") ?? options[0] ?? popup).focus();
  update();
  window.addEventListener("resize", close);
  let typed = "";
  let typedAt = 0;

  function close() {
    if (popup.isConnected) popup.hidePopover();
  }

  function ontoggle({ newState }) {
    if (newState === "open") return;
    popup.remove();
    anchor.setAttribute("aria-expanded", "false");
    window.removeEventListener("resize", close);
  }

  function toggle(item) {
    if (chosen.has(item.value)) chosen.delete(item.value);
    else if (chosen.size < most) chosen.add(item.value);
    options[items.indexOf(item)].setAttribute("aria-selected", String(chosen.has(item.value)));
    update();
  }

  function update() {
    confirm.disabled = chosen.size < least || chosen.size > most;
    count.textContent = `${chosen.size} of at most ${most}`;
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
    else if (event.key === "Escape" || (event.key === "Tab" && !several)) {
      close();
      anchor.focus();
    } else if (event.key === "Tab") (index >= 0 ? confirm : options[0]).focus();
    else if ((event.key === "Enter" || event.key === " ") && index >= 0) options[index].click();
    else if (event.key.length === 1 && index >= 0) jump(event.key, index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves to the next option that begins with the typed characters. */
  function jump(sign, from) {
    typed = Date.now() - typedAt > FORGET_TYPED_MS ? sign : typed + sign;
    typedAt = Date.now();
    const begins = (item) => item.label.toLowerCase().replace(/^[#@]/, "").startsWith(typed.toLowerCase());
    const start = typed.length > 1 ? from : from + 1;
    const order = items.map((_, step) => (start + step) % items.length);
    const found = order.find((index) => begins(items[index]));
    if (found !== undefined) options[found].focus();
  }
}

function place(popup, anchor) {
  const at = anchor.getBoundingClientRect();
  const size = popup.getBoundingClientRect();
  const below = window.innerHeight - at.bottom > size.height + 12 || at.top < size.height;
  const top = below ? Math.min(at.bottom + 4, window.innerHeight - size.height - 8) : at.top - size.height - 4;
  const left = Math.min(at.left, window.innerWidth - size.width - 8);
  popup.style.setProperty("top", `${Math.max(8, top)}px`);
  popup.style.setProperty("left", `${Math.max(8, left)}px`);
  popup.style.setProperty("min-width", `${Math.min(at.width, window.innerWidth - 16)}px`);
}
