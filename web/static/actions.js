// What the buttons and keys of the page do.

import { confirmed, copyText, showGuide, showSettings } from "./dialogs.js";
import { BLANK, MAX_TRIALS } from "./marks.js";
import { notify, speak } from "./status.js";
import { say } from "./words.js";

const ZOOM = 1.5;
const ON_OPEN_BOARDS = new Set(["hint", "check", "submit"]);
const ASKED_FIRST = new Set(["submit", "reveal", "clear"]);

/** What takes a moment, which is told meanwhile. */
export const SLOW = new Set(["picture", "replay", "share", "post", "next", "race", "together"]);

/** The buttons that lessons and drills do not have. */
export const NO_LESSON = ["shade", "move", "begin", "check", "submit", "share", "more"];
export const NO_DRILL = [
  "hint", "check", "begin", "clear", "reveal", "together", "copy_puzzle", "picture", "elsewhere", "settings", "share", "review", "next",
];

const IN_CHANNEL = new Set(["post", "race", "together"]);
const EDITS = new Set(["undo", "redo", "clear", "rest", "begin", "keep", "take-back"]);

const ACTIONS = {
  hint: (page) => page.ask(page.isCourse ? { do: "lesson" } : { do: "hint" }),
  check: (page) => page.ask({ do: "check" }),
  submit,
  settings: (page) => showSettings(page.settings, (change) => changeSettings(page, change)),
  guide: () => showGuide(),
  copy_puzzle: async (page) => {
    await copyText(page.text);
    notify(say("copied"));
    speak(say("copied"));
  },
  zoom_in: (page) => page.camera.zoom(ZOOM),
  zoom_out: (page) => page.camera.zoom(1 / ZOOM),
  whole: (page) => page.camera.fit(),
};

/** Does what a button or a key is for, after a question if it cannot be taken back lightly. */
export async function act(page, name) {
  const { ended } = page.status;
  if (page.lacks.includes(name) || (ended && (ON_OPEN_BOARDS.has(name) || EDITS.has(name)))) return;
  if (page.together ? page.together.act(name) : name === "who") return;
  if (ASKED_FIRST.has(name) && !ended && !page.unsent.holds && !(await confirmed(name))) return;
  if (EDITS.has(name)) edit(page, name);
  else if (name in ACTIONS) ACTIONS[name](page);
  else if (IN_CHANNEL.has(name)) page.ask({ do: name, place: page.storage.getItem("place") ?? "" });
  else page.ask({ do: name });
  if (SLOW.has(name)) notify(say("asking"));
}

/** Asks for the verdict: on the board as it is, or in a drill on what was drawn. */
function submit(page) {
  const { shown, confirmed } = page.marks;
  const edges = [...shown.entries()].filter(([edge, mark]) => ![BLANK, confirmed.places[edge]].includes(mark));
  if (!page.unsent.holds) page.ask({ do: "submit" });
  else if (edges.length) page.ask({ do: "submit", edges });
  else notify(say("tip_submit"));
}

/** Changes the board, if its trials allow that. */
function edit(page, name) {
  const { trials } = page.marks;
  const isPossible = { begin: trials < MAX_TRIALS, keep: trials > 0, "take-back": trials > 0 }[name] ?? true;
  if (isPossible) page.ask({ do: "edit", edit: name });
}

function changeSettings(page, change) {
  page.settings = { ...page.settings, ...change };
  page.ask({ do: "settings", settings: change });
  page.draw();
}
