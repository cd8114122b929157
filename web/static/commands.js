// What the buttons and keys of the page of a draft do.

import { copyText } from "./dialogs.js";
import { notify } from "./status.js";
import { askSize } from "./tools.js";
import { say } from "./words.js";

const COMMANDS = {
  undo: (page) => step(page, "back"),
  redo: (page) => step(page, "again"),
  play: (page) => page.draft.connection.ask({ do: "play" }),
  more: (page) => page.tools.toggleMore(),
  whole: (page) => page.camera.fit(),
  removable: (page) => page.asking.spare(page.entry.is("symmetric")),
  resize: async (page) => reshape(page, "resize", await askSize(page.draft.size)),
  next_doubt: nextDoubt,
  certain: confirm,
};

/** Does what a button or a key is for; what is no command is a mode. */
export function act(page, name) {
  notify("");
  const [kind, what] = name.split("_");
  if (kind === "turn") reshape(page, kind, what);
  else if (kind === "copy") copyText(page.draft.now.texts[what]).then(() => notify(say("copied")));
  else if (name in COMMANDS) COMMANDS[name](page);
  else page.entry.toggle(name);
  page.show();
}

/** Turns the board, or gives it another size; not before it has turned to where it is turned already. */
function reshape({ draft, steps }, kind, how) {
  if (how && !draft.isTurning) steps[kind](how);
}

function step(page, way) {
  const [first] = page.draft.isTurning ? [] : page.steps.move(way);
  page.show();
  if (first) page.select(first[0]);
}

function nextDoubt(page) {
  const { doubts } = page.draft;
  if (doubts.length) page.select(doubts.find((cell) => cell > page.fields.at) ?? doubts[0]);
}

/** Takes the clue of the selected cell as certain. */
function confirm(page) {
  const { draft, fields: { at } } = page;
  if (draft.doubts.includes(at)) draft.change(draft.setting([], [at]));
  nextDoubt(page);
}
