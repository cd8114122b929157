// Starts the page: the link or the session of this tab, then its board.

import { forget, isInstalled, keep, keepFiles, recall } from "./keeping.js";
import { Outbox } from "./outbox.js";
import { Page } from "./page.js";
import { fetchBoard, fetchWords, findToken, inDiscord, openStorage } from "./session.js";
import { namedClues } from "./spoken.js";
import { notify, showState } from "./status.js";
import { say, useWords } from "./words.js";

const LONGEST_WAIT_MS = 8000;
const KNOWN_WAIT_MS = 4000; // for the server, where the board is known
const { storage, lasts } = openStorage();
const $ = (id) => document.getElementById(id);

setTheme(storage.getItem("theme") ?? "system");
addEventListener("hashchange", () => location.reload());
start();

async function start() {
  showState("connecting");
  const known = recall(storage);
  useWords(known?.board.words ?? (await untilOnline(fetchWords)));
  showState("connecting");
  const hadLink = location.hash.length > 1;
  const before = storage.getItem("token");
  let refusal = null;
  const token = await untilOnline(() => enter((text) => (refusal = text)));
  if (!token) return fail(refusal ?? say(hadLink ? "link_over" : "no_link"));
  const board = await boardOf(token, token === before ? known : null);
  if (!board) {
    forget(storage);
    return fail(say("session_over"));
  }
  describe(board);
  keep(storage, token, "board", board);
  const rules = board.rules && new (await untilOnline(() => import("./variants.js"))).Rules(board.rules, $("title"));
  const isKept = board === known?.board;
  const activity = inDiscord ? await import("./activity.js") : null;
  const page = new Page(board, token, new Outbox(storage, token), storage, isKept ? known.state : null, rules);
  page.others = activity?.showOthers(page);
  if (!lasts) notify(say("not_lasting"));
  else if (isKept) notify(say(isInstalled() ? "kept_on_device" : "kept_in_tab"));
  keepFiles();
}

/** The board of a session, or as it is known while the server cannot be reached; null if it is over. */
async function boardOf(token, known) {
  if (!known) return untilOnline(() => fetchBoard(token));
  try {
    return await fetchBoard(token, AbortSignal.timeout(KNOWN_WAIT_MS));
  } catch {
    return known.board;
  }
}

/** The token of this tab; null if there is none. Throws while offline. */
async function enter(refuse) {
  if (!inDiscord) return findToken(storage);
  const { findActivityToken } = await import("./activity.js");
  return findActivityToken(storage, refuse);
}

/** Tries again, with growing waits, while the server cannot be reached. */
async function untilOnline(attempt) {
  for (let wait = 250; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await attempt();
    } catch {
      showState("offline");
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }
}

function fail(text) {
  showState("over");
  notify(text);
}

/** Sets what says which board this is, in the reader's language and theme. */
function describe({ geometry, words, language, theme }) {
  useWords(words);
  document.documentElement.lang = language;
  setTheme(theme);
  storage.setItem("theme", theme);
  document.title = $("title").textContent = geometry.title;
  $("keys").textContent = say("guide_keys_lines").replaceAll("\n", " ");
  $("clues").textContent = say("clue_list", { clues: namedClues(geometry.clues, geometry.cell_names) });
}

function setTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
