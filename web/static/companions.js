// Who else plays in this instance of the Activity, and how far they are.

import { button, h } from "./dom.js";
import { speak } from "./status.js";
import { say } from "./words.js";

const list = document.getElementById("others");

/** The others: Discord tells who is there by what name, the server how far they are. */
export class Companions {
  constructor(page) {
    this.page = page;
    this.names = new Map();
    this.standings = [];
  }

  /** Takes the people of the instance, as Discord's library has them. */
  meet(people) {
    this.names = new Map(people.map((each) => [each.id, each.nickname || each.global_name || each.username]));
    this.#show();
  }

  /** Takes how far others are, as [ID, percent, whether solved]; who has left is among them. */
  take(standings) {
    const before = new Map(this.standings.map(([id, , solved]) => [id, solved]));
    this.standings = standings;
    this.#show();
    for (const [id, , solved] of this.#here()) {
      if (solved && before.get(id) === false) speak(say("other_solved", { name: this.names.get(id) }));
    }
  }

  #here() {
    return this.standings.filter(([id]) => this.names.has(id));
  }

  #show() {
    if (this.page.races) return; // the list has those in the race
    const items = this.#here().map(([id, percent, solved]) =>
      h("li", {}, h("span", {}, this.names.get(id)), " ",
        h("progress", { max: 100, value: percent, "aria-hidden": "true" }), " ",
        h("small", {}, solved ? say("other_done") : say("other_percent", { percent }))));
    const race = button(say("race"), () => this.page.act("race"));
    list.setAttribute("aria-label", say("others"));
    list.replaceChildren(...items, h("li", {}, race));
    list.hidden = items.length === 0;
  }
}
