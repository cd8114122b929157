// Starts the page of a draft: the link or the session of this tab, then its board.

import { apart, fetchDraft, untilOnline } from "./draft.js";
import { Editor } from "./editor.js";
import { fetchWords, findToken, openStorage } from "./session.js";
import { notify, showState } from "./status.js";
import { say, useWords } from "./words.js";

const { storage } = openStorage();
const own = apart(storage, "draft ");
const $ = (id) => document.getElementById(id);

addEventListener("hashchange", () => location.reload());
start();

async function start() {
  const online = (attempt) => untilOnline(attempt, () => showState("offline"));
  useWords(await online(fetchWords));
  showState("connecting");
  const hadLink = location.hash.length > 1;
  const token = await online(() => findToken(own));
  if (!token) return fail(hadLink ? "link_over" : "draft_no_link");
  const draft = await online(() => fetchDraft(token));
  if (!draft) return fail("draft_over");
  useWords(draft.words);
  document.documentElement.lang = draft.language;
  if (draft.theme !== "system") document.documentElement.dataset.theme = draft.theme;
  document.title = $("title").textContent = draft.title;
  for (const name of ["keys", "share"]) $(name).textContent = say(`edit_${name}`);
  new Editor(token, draft, storage, fail);
}

function fail(why) {
  showState("over");
  notify(say(why));
}
