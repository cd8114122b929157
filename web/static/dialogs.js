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

/** Shows a picture, { title, src, alt }, which can be copied unless it moves. */
export function showPicture({ title, src, alt }) {
  const copied = h("p", { role: "status" });
  const still = src.startsWith("data:image/png") && "ClipboardItem" in window;
  const dialog = open(title, [h("img", { src, alt }), copied], [
    button("close", () => dialog.close(), still ? null : "main", !still),
    still && button("copy_picture", async () => {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blobOf(src) })]);
      copied.textContent = say("copied");
    }, "main", true),
  ]);
}

function blobOf(src) {
  const bytes = atob(src.slice(src.indexOf(",") + 1));
  return new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))], { type: "image/png" });
}

/** Shows how to draw: with a mouse, with fingers and with keys. */
export function showGuide() {
  const first = matchMedia("(pointer: coarse)").matches ? ["finger", "mouse"] : ["mouse", "finger"];
  const parts = [...first, "keys", "notes", "offline"].flatMap((name) => [
    h("h3", {}, say(`guide_${name}`)),
    h("ul", {}, say(`guide_${name}_lines`).split("\n").map((line) => h("li", {}, line))),
  ]);
  const dialog = open(say("guide"), parts, [button("close", () => dialog.close(), "main", true)]);
}

/** Copies a text. */
export async function copyText(text) {
  const field = h("textarea", { class: "unseen", readonly: true });
  field.value = text;
  document.body.append(field);
  await copy(field);
  field.remove();
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
