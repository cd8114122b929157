// What the page tells: whether all is saved, notices, and what screen readers speak.

import { say } from "./words.js";

let ticking = 0;
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

/** Shows a clock that has run for some seconds and goes on; null hides it. */
export function showClock(seconds) {
  clearInterval(ticking);
  $("clock").hidden = seconds === null;
  if (seconds === null) return;
  const start = Date.now() - seconds * 1000;
  const tick = () => {
    $("clock").textContent = duration(Math.max(0, Math.floor((Date.now() - start) / 1000)));
  };
  tick();
  ticking = setInterval(tick, 1000);
}

function duration(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return [...parts, String(seconds % 60).padStart(2, "0")].join(":");
}

/** Has screen readers speak a text. */
export function speak(text) {
  $("spoken").textContent = text;
}
