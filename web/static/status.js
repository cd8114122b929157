// What the page tells: whether all is saved, notices, and what screen readers speak.

import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Shows whether marks are saved: "connecting", "saved", "saving", "offline" or "over". */
export function showState(name, unsaved = 0) {
  const text = say(name === "offline" && unsaved ? "offline_kept" : name, { count: unsaved });
  if (name === "offline" && $("status").dataset.state !== name) speak(text);
  $("status").dataset.state = name;
  $("status").textContent = text;
}

/** Shows a sentence until the next action; an empty one hides the last. */
export function notify(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

/** Has screen readers speak a text. */
export function speak(text) {
  $("spoken").textContent = text;
}
