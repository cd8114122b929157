// What the page does with the messages of the server.

import { SLOW } from "./actions.js";
import { showCard, showPicture } from "./dialogs.js";
import { showReview } from "./help.js";
import { keep } from "./keeping.js";
import { untilOnline } from "./opening.js";
import { notify, showClock, speak } from "./status.js";
import { say } from "./words.js";

/** Takes a message; `settled` is the request that it answers, if any. */
export function receive(page, message, settled) {
  if (message.companions) return page.others?.take(message.companions);
  const [before, isFirst] = [page.status, page.marks.revision < 0];
  if (message.revision >= page.marks.revision) page.status = message;
  const changed = page.marks.take(message);
  page.refresh();
  page.together?.take(message, settled, changed, isFirst);
  if (page.status !== before) {
    keepState(page);
    showClock(page.status.clock ?? null);
    showEnd(page, before);
  }
  if (message.refused) refuse(page, message, settled);
  else if (settled) answer(page, message, settled);
}

/** Keeps the board as the server has it, for a time without a network. */
function keepState({ storage, token, status, marks, unsent, together }) {
  if (unsent.holds) return; // what is drawn waits in the storage
  const { undo, redo, ended, verdict, penalty, par, rest, begins } = status;
  const state = { undo, redo, ended, verdict, penalty, par, rest, begins, people: together?.people };
  keep(storage, token, "state", { ...state, ...marks.told });
}

function refuse(page, { why, text }, settled) {
  if (why === "busy" || settled?.do === "hear") return; // something else was asked for meanwhile
  page.help.stopWaiting();
  notify(text);
}

function answer(page, message, settled) {
  if (SLOW.has(settled.do)) notify("");
  if (message.of) page.help.show(page.together.named(message), message.of);
  else if (message.help) page.help.show(message.help, settled);
  else if (message.judged) page.help.tell(message.judged.text, message.judged.layers);
  else if (message.solution) showSolution(page, message.solution);
  else if (message.card) showCard(message, post(page, message));
  else if (message.ranking) page.help.tell(`${page.status.verdict}\n${message.ranking}`);
  else if (message.review) showReview(page, message.review);
  else if (message.picture) showPicture(message.picture);
  else if (message.told) told(page, message);
  else if (message.token) open(page, message.token);
  else if (settled.edit) speak(say(`done_${settled.edit}`, { level: page.marks.trials }));
  if (needsLesson(page)) page.act("hint");
}

/** Whether a board of the course shows no lesson because the last one is done. */
function needsLesson({ isCourse, help, unsent, status }) {
  return isCourse && !help.shown && !status.ended && unsent.waiting.length === 0;
}

function told(page, { told: text, racing }) {
  notify(text);
  if (racing) followRace(page);
}

/** Shows the race that the person is in. */
export async function followRace(page) {
  await (await untilOnline(() => import("./racing.js"))).followRace(page);
}

/** What posts a card in the channel that the page came from; null without one. */
function post(page, { posts }) {
  const place = page.storage.getItem("place") ?? "";
  return posts || place ? () => page.act("post") : null;
}

/** Opens another board in this tab. */
function open(page, token) {
  page.storage.setItem("token", token);
  location.reload();
}

function showSolution(page, marks) {
  const shown = [...marks].map((mark, edge) => [edge, mark]);
  page.help.show({ title: say("solution"), text: page.status.verdict, shown }, { do: "reveal" });
}

/** Tells how the board ended, once; not before the marks of the end are shown. */
function showEnd(page, before) {
  const { ended, verdict } = page.status;
  if (!ended || (ended === before.ended && verdict === before.verdict)) return;
  page.draw();
  if (page.status.moments) showReview(page, page.status);
  else page.help.tell(verdict);
  if (ended === "solved" && page.isDaily) {
    page.connection.ask({ do: "ranking", place: page.storage.getItem("place") ?? "" });
  }
}
