// The list of those who draw on a board of several people, and what who began it does about them.

import { inColourOf, letterOf } from "./authors.js";
import { choose } from "./dialogs.js";
import { button, h } from "./dom.js";
import { NOBODY } from "./marks.js";
import { say } from "./words.js";

const list = document.getElementById("others");

/** Lists people by their numbers; who looks on can draw along. */
export function showPeople(page, people) {
  const { confirmed: { me }, revision } = page.marks;
  const { begins, ended, closed, out } = page.status;
  const join = button(say("draw_along"), () => page.ask({ do: "join" }), { class: "main" });
  const isLooking = me === NOBODY && !ended && revision >= 0;
  const items = people.map((each, member) => {
    const content = person(each, member);
    const choosing = () => keepOrder(page, each, member);
    const isKept = begins && !ended && member !== me;
    const attributes = { "aria-current": member === me && "true", class: !each.draws && "away" };
    return h("li", attributes, isKept ? button(content, choosing, { "aria-haspopup": "dialog" }) : content);
  });
  list.setAttribute("aria-label", say("people"));
  const joining = isLooking ? [!out && h("li", {}, join), closed && h("li", { class: "closed" }, closed)] : [];
  list.replaceChildren(...joining.filter(Boolean), ...items);
  list.hidden = !list.children.length;
}

function person({ name, draws, out, removed }, member) {
  const states = [removed && say("taken_back"), out ? say("shut_out") : !draws && say("away")].filter(Boolean);
  return [inColourOf(member, h("b", {}, letterOf(member))), " ", h("span", {}, name),
    states.length > 0 && h("small", {}, ` ${states.join(", ")}`)];
}

/** Lets who began the board choose what becomes of what a person drew, or draws. */
async function keepOrder(page, { name, out, removed }, member) {
  const whats = [removed ? "put-back" : "take-back", out ? "let-in" : "shut-out"];
  const what = await choose(name, whats.map((each) => [each, say(`order_${each}`, { person: name })]));
  if (what) page.ask({ do: "order", member, what });
}
