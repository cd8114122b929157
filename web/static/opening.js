// Opens a page: the link or the session of this tab, then what never changes of its board.

import { forget } from "./keeping.js";
import { findToken, get } from "./session.js";
import { notify, showState } from "./status.js";
import { say, useWords } from "./words.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const KNOWN_WAIT_MS = 4000; // for the server, where the board is known

/**
 * What a page shows, { token, board }; null after telling why there is nothing. The board may be `known`
 * from before; `find(storage, refuse)` gives the token, and `words` are said before the board is there.
 */
export async function enter(storage, { words = "api/words", known = null, find = findToken }) {
  document.getElementById("stuck").remove();
  setTheme(storage.getItem("theme") ?? "system");
  addEventListener("hashchange", () => location.reload());
  showState("connecting");
  useWords(known?.words ?? (await untilOnline(() => get(words))));
  showState("connecting");
  let why = location.hash.length > 1 ? "link_over" : "no_link";
  const before = storage.getItem("token");
  const token = await untilOnline(() => find(storage, (refusal) => { why = refusal; }));
  if (!token) return fail(why);
  const board = await boardOf(token, token === before ? known : null);
  if (!board) {
    forget(storage);
    return fail("session_over");
  }
  describe(board);
  storage.setItem("theme", board.theme);
  return { token, board };
}

/** The board of a session, or as it is known while the server cannot be reached; null if it is over. */
async function boardOf(token, known) {
  if (!known) return untilOnline(() => get("api/board", { token }));
  try {
    return await get("api/board", { token, signal: AbortSignal.timeout(KNOWN_WAIT_MS) });
  } catch {
    return known;
  }
}

/** Sets what says which board this is, in the reader's language and theme. */
function describe({ geometry: { title }, words, language, theme }) {
  useWords(words);
  document.documentElement.lang = language;
  setTheme(theme);
  document.title = document.getElementById("title").textContent = title;
}

function setTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Tells why a page can be used no more, by a sentence or its key. */
export function fail(why) {
  showState("over");
  notify(say(why) || why);
  return null;
}

/** Tries again, with growing waits, while the server cannot be reached. */
export async function untilOnline(attempt) {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await attempt();
    } catch {
      showState("offline");
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }
}
