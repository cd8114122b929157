// Dialogs: questions before what costs something, the card of a solved board, and settings.

import { h } from "./dom.js";
import { say } from "./words.js";

/** Asks before an action; resolves to whether the person wants it. */
export function confirmed(action) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = open(say(action), [h("p", {}, say(`ask_${action}`))], [
      button("cancel", () => dialog.close()),
      button(action, () => {
        answer = true;
        dialog.close();
      }, "main"),
    ]);
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/** Shows a card and the text that can be copied. */
export function showCard({ card, alt, text }) {
  const copied = h("p", { role: "status" });
  const field = h("textarea", { readonly: true, rows: text.split("\n").length, "aria-label": say("share") });
  field.value = text;
  const dialog = open(say("share"), [h("img", { src: card, alt: alt ?? "" }), field, copied], [
    button("close", () => dialog.close()),
    button("copy", async () => {
      await copy(field);
      copied.textContent = say("copied");
    }, "main", true),
  ]);
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

/** Lets the person choose how the board is shown; calls `change(settings)` at each choice. */
export function showSettings(settings, change) {
  const boxes = Object.keys(settings).map((name) => {
    const box = h("input", { type: "checkbox", name, checked: settings[name] });
    box.addEventListener("change", () => change({ [name]: box.checked }));
    return h("label", {}, box, h("span", {}, say(name)));
  });
  const dialog = open(say("settings"), boxes, [button("close", () => dialog.close(), "main")]);
}

function open(title, content, buttons) {
  const dialog = h("dialog", { "aria-label": title },
    h("h2", {}, title), content, h("div", { class: "buttons" }, buttons));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function button(name, onclick, kind = null, autofocus = false) {
  return h("button", { type: "button", class: kind, autofocus, onclick }, say(name));
}
