// A race of the person: who is in it, how far they are, the countdown to its start, and its end.

import { button, h } from "./dom.js";
import { get } from "./session.js";
import { speak } from "./status.js";
import { say } from "./words.js";

const WAITING_MS = 1000;
const RACING_MS = 3000;
const list = document.getElementById("others");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Shows the race until it is over, and then its places; a page that waits opens its board when it begins. */
export async function followRace(page) {
  if (page.races) return;
  page.races = true;
  let [race, isWaiting] = [{}, false];
  while (!race.over) {
    race = await get("api/race", { token: page.token }).catch(() => ({ isOffline: true })); // later
    if (!race?.title && !race?.isOffline) break; // there is none
    if (race.title) {
      const isElsewhere = !race.waits && !race.here;
      if (isElsewhere && !isWaiting && !race.starts) break; // it goes on, or is over, on another board
      isWaiting = race.waits;
      show(page, race);
      if (race.starts > 0) await countDown(race.starts);
      if (isElsewhere && !race.over) page.act("next");
    }
    await pause(isWaiting ? WAITING_MS : RACING_MS);
  }
  page.races = false;
}

function show(page, { title, ranking, people, over }) {
  const again = button(say("rematch"), () => page.act("race"), { class: "main" });
  const lines = people.map(({ text, percent, own }) => h("li", own ? { "aria-current": "true" } : {}, `${text} `,
    percent !== null && h("progress", { max: 100, value: percent, "aria-label": text }), " ",
    percent !== null && h("small", {}, say("other_percent", { percent }))));
  list.setAttribute("aria-label", title);
  const heading = h("li", {}, h("strong", {}, title), " ", ranking && h("small", {}, ranking));
  list.replaceChildren(heading, ...lines, ...(over ? [h("li", {}, again)] : []));
  list.hidden = false;
}

async function countDown(seconds) {
  const number = h("p", { id: "countdown", role: "timer" });
  document.body.append(number);
  await pause((seconds % 1) * 1000);
  for (let left = Math.floor(seconds); left > 0; left -= 1) {
    number.textContent = left;
    speak(String(left));
    await pause(1000);
  }
  number.remove();
}
