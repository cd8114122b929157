// Starts the page: the link or the session of this tab, then its board.

import { Outbox } from "./outbox.js";
import { Page } from "./page.js";
import { fetchBoard, fetchWords, findToken, inDiscord, openStorage } from "./session.js";
import { notify, showState } from "./status.js";
import { say, useWords } from "./words.js";

const LONGEST_WAIT_MS = 8000;
const { storage, lasts } = openStorage();
const $ = (id) => document.getElementById(id);

setTheme(storage.getItem("theme") ?? "system");
addEventListener("hashchange", () => location.reload());
start();

async function start() {
  showState("connecting");
  useWords(await untilOnline(fetchWords));
  showState("connecting");
  const hadLink = location.hash.length > 1;
  let refusal = null;
  const token = await untilOnline(() => enter((text) => (refusal = text)));
  if (!token) return fail(refusal ?? say(hadLink ? "link_over" : "no_link"));
  const board = await untilOnline(() => fetchBoard(token));
  if (!board) return fail(say("session_over"));
  describe(board);
  const page = new Page(board, token, new Outbox(storage, token), storage);
  if (inDiscord) (await import("./activity.js")).watchPeople((people) => page.together.meet(people));
  if (!lasts) notify(say("not_lasting"));
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
  $("clues").textContent = say("clue_list", { clues: cluesOf(geometry) });
}

function cluesOf({ clues, cell_names: names }) {
  return clues.map((clue, cell) => (clue < 0 ? null : `${names[cell]} ${clue}`)).filter(Boolean).join(", ");
}

function setTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
