// Dialogs: questions before what costs something, the card of a solved board, and settings.

import { button, h } from "./dom.js";
import { say } from "./words.js";

/** Asks before an action; resolves to whether the person wants it. */
export async function confirmed(action) {
  return chosen(action, [h("p", {}, say(`ask_${action}`))]);
}

/** Shows a question; resolves to whether the person chose the action. */
export async function chosen(action, content) {
  const dialog = open(say(action), content, [closing("cancel"), closing(action, "main")]);
  await new Promise((resolve) => dialog.addEventListener("close", resolve));
  return dialog.returnValue === action;
}

/** Lets a person choose one of some actions, [name, label]; resolves to its name, or another without one. */
export async function choose(title, actions) {
  const buttons = actions.map(([name, label]) => button(label, ({ target }) => target.closest("dialog").close(name)));
  const dialog = open(title, h("div", { class: "choices" }, buttons), [closing("cancel")]);
  await new Promise((resolve) => dialog.addEventListener("close", resolve));
  return actions.some(([name]) => name === dialog.returnValue) && dialog.returnValue;
}

/** Shows a card and the text that can be copied; `post`, if there is a channel, posts it there. */
export function showCard({ card, alt, text, note }, post) {
  const copied = h("p", { role: "status" });
  const field = h("textarea", { readonly: true, rows: text.split("\n").length, "aria-label": say("share") });
  field.value = text;
  open(say("share"), [h("img", { src: card, alt: alt ?? "" }), note && h("p", {}, note), field, copied], [
    closing("close"),
    button(say("copy"), async () => {
      await copy(field);
      copied.textContent = say("copied");
    }, post ? {} : { class: "main", autofocus: true }),
    post && button(say("post"), ({ target }) => {
      target.closest("dialog").close();
      post();
    }, { class: "main", autofocus: true }),
  ]);
}

/** Shows a picture, { title, src, alt }, which can be copied unless it moves. */
export function showPicture({ title, src, alt }) {
  const copied = h("p", { role: "status" });
  const still = src.startsWith("data:image/png") && "ClipboardItem" in window;
  open(title, [h("img", { src, alt }), copied], [
    closing("close", still ? null : "main", !still),
    still && button(say("copy_picture"), async () => {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blobOf(src) })]);
      copied.textContent = say("copied");
    }, { class: "main", autofocus: true }),
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
  open(say("guide"), parts, [closing("close", "main", true)]);
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
    const onchange = ({ target }) => change({ [name]: target.checked });
    return h("label", {}, h("input", { type: "checkbox", name, checked: settings[name], onchange }), h("span", {}, say(name)));
  });
  open(say("settings"), boxes, [closing("close", "main")]);
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

/** A button that closes its dialog. */
function closing(name, kind, autofocus) {
  return button(say(name), ({ target }) => target.closest("dialog").close(name), { class: kind, autofocus });
}
