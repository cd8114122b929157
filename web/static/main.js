// Starts the page of a board: the link or the session of this tab, then its board.

import { followRace } from "./answers.js";
import { isInstalled, keep, keepFiles, recall } from "./keeping.js";
import { enter, untilOnline } from "./opening.js";
import { Page } from "./page.js";
import { findToken, inDiscord, openStorage } from "./session.js";
import { namedClues } from "./spoken.js";
import { notify } from "./status.js";
import { Unsent } from "./unsent.js";
import { say } from "./words.js";

const { storage, lasts } = openStorage();
const $ = (id) => document.getElementById(id);
const known = recall(storage);
const found = await enter(storage, { known: known?.board, find });
if (found) start(found);

async function start({ token, board }) {
  const { geometry } = board;
  $("keys").textContent = say("guide_keys_lines").replaceAll("\n", " ");
  $("clues").textContent = say("clue_list", { clues: namedClues(geometry.clues, geometry.cell_names) });
  keep(storage, token, "board", board);
  const rules = board.rules && new (await untilOnline(() => import("./variants.js"))).Rules(board.rules, $("title"));
  const isKept = board === known?.board;
  const activity = inDiscord ? await import("./activity.js") : null;
  const shared = board.together && (await untilOnline(() => import("./together.js")));
  const unsent = new Unsent(storage, token, Boolean(board.drill), Boolean(board.together));
  const page = new Page(board, token, unsent, storage, isKept ? known.state : null, rules);
  if (shared) page.together = new shared.Together(page);
  else page.others = activity?.showOthers(page);
  if (board.racing) followRace(page);
  if (!shared) window.addEventListener("focus", () => followRace(page)); // one may have been joined in chat
  if (!lasts && !inDiscord) notify(say("not_lasting"));
  else if (isKept) notify(say(isInstalled() ? "kept_on_device" : "kept_in_tab"));
  keepFiles();
}

/** The token of this tab. */
async function find(own, refuse) {
  return inDiscord ? (await import("./activity.js")).findActivityToken(own, refuse) : findToken(own);
}
