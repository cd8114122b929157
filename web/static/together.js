// A board that several people draw: who they are, what they asked for, and what waits on this page alone.

import { Authors, letterOf } from "./authors.js";
import { chosen } from "./dialogs.js";
import { h, set } from "./dom.js";
import { NOBODY, withWaiting } from "./marks.js";
import { toolButton } from "./panel.js";
import { showPeople } from "./people.js";
import { Pointing } from "./pointing.js";
import { notify, speak } from "./status.js";
import { say } from "./words.js";

const LACKS = ["shade", "redo", "submit", "share", "review", "together"];
const DRAWING = ["line", "cross", "erase", "begin", "undo", "clear", "rest", "hint", "check"];
const ON_TRIAL = ["begin", "clear", "rest"];
const $ = (id) => document.getElementById(id);

/** What the page of such a board has besides that of a person's own. */
export class Together {
  constructor(page) {
    this.page = page;
    this.own = page.lacks; // what the rules of the puzzle leave out
    this.people = page.status.people ?? [];
    this.authors = new Authors(page.view, page.grid, () => page.draw());
    this.pointing = new Pointing($("board"), page, (member) => this.people[member]?.name ?? "");
    const press = (name) => page.panel.toggleMore(false) ?? page.act(name);
    this.buttons = ["who", "pointers"].map((name) => toolButton(name, press, { who: "D" }[name]));
    $("actions").lastChild.before(this.buttons[0]);
    $("more").prepend(this.buttons[1]);
    this.isAsked = false;
    this.isPointing = page.storage.getItem("pointers") !== "hidden";
    this.#showChosen();
    this.#showAll();
  }

  /** Whether the person only looks on. */
  get looksOn() {
    return this.page.marks.confirmed.me === NOBODY;
  }

  /** The buttons that there are not now. */
  get lacks() {
    const { status, marks } = this.page;
    return [...this.own, ...LACKS, ...(this.looksOn ? DRAWING : []), ...(marks.trials ? ON_TRIAL : []),
      ...(status.begins || status.ended ? [] : ["reveal"])];
  }

  /** Does what a button is for, if that is about several people; returns whether it is. */
  act(name) {
    const { held } = this.page.unsent;
    if (name === "who") this.isAsked = !this.isAsked;
    else if (name === "pointers") this.isPointing = !this.isPointing;
    else if (held.length && ["undo", "take-back"].includes(name)) this.#drop(name === "undo" ? held.slice(-1) : held, name);
    else if (held.length && name === "keep") this.#showTrial(held);
    else return false;
    this.#showChosen();
    return true;
  }

  #showChosen() {
    set(this.buttons[0], { "aria-pressed": this.isAsked });
    set(this.buttons[1], { "aria-pressed": this.isPointing });
    this.page.storage.setItem("pointers", this.isPointing ? "shown" : "hidden");
    this.pointing.isShown = this.isPointing;
    this.page.draw();
  }

  #drop(requests, name) {
    this.page.unsent.drop(requests);
    this.page.refresh();
    speak(say(`done_${name}`));
  }

  /** Draws what is on trial for all, in one stroke. */
  #showTrial(held) {
    const { marks: { confirmed, edges, shown }, unsent } = this.page;
    const others = unsent.waiting.filter((request) => !held.includes(request));
    const { places } = withWaiting(confirmed, others, edges);
    const drawn = [...shown.entries()].filter(([edge, mark]) => mark !== places[edge]);
    this.#drop(held, "keep");
    if (drawn.length) this.page.commit(drawn.map(([edge, mark]) => [edge, places[edge], mark]));
  }

  /** Shows who drew the marks, as far as that is wanted now. */
  show() {
    const { marks, help, status } = this.page;
    const told = new Map(help.marks); // other marks than those that were drawn have no author
    const authors = marks.authors.map((member, edge) => (told.get(edge) ?? marks.shown[edge]) === marks.shown[edge] ? member : NOBODY);
    const isLoop = help.shown?.asked.do === "reveal" || (status.ended === "solved" && !told.size);
    this.authors.show(marks.shown, authors, this.isAsked ? "all" : isLoop ? "loop" : "new");
  }

  /**
   * Takes a message, after the marks: it `changed` edges, as `Marks.take` returns them, and may be the
   * answer to `settled`. `isFirst`: the page had no board before.
   */
  take(message, settled, changed, isFirst) {
    const { page } = this;
    this.people = message.people ?? this.people;
    this.pointing.take(message.pointers ?? []);
    if (message.ends_own) this.#ask(message.ends_own);
    if (page.status !== message) return;
    const number = message.asked?.[0];
    if (!isFirst) this.#tell(message, settled, changed);
    if (!isFirst && number && number !== this.heard) page.connection.ask({ do: "hear", number });
    if (!isFirst && message.next && !this.isNext) notify(say("gone_on"));
    [this.heard, this.isNext] = [number, message.next];
    if (message.ended) page.unsent.drop(page.unsent.held);
    if (message.ended === "revealed" && !this.isTold && settled?.do !== "reveal") page.connection.ask({ do: "reveal" });
    this.isTold = Boolean(message.ended);
    this.#showAll();
  }

  /** Tells what others drew, and what was drawn over, to both. */
  #tell({ left = [] }, settled, changed) {
    const { me, who } = this.page.marks.confirmed;
    const own = new Set(settled?.edges?.map(([edge]) => edge));
    const over = changed.filter(([edge, , before]) => own.has(edge) && ![me, NOBODY].includes(before));
    const lost = changed.filter(([edge, , before]) => !own.has(edge) && before === me && me !== NOBODY && settled?.do !== "edit" && who[edge] !== me);
    this.authors.flash([...over.map(([edge, , before]) => [edge, before]), ...lost.map(([edge]) => [edge, who[edge]]),
      ...left.map((edge) => [edge, who[edge]])]);
    if (lost.length) speak(say("replaced", { count: lost.length }));
    this.authors.name(changed.map(([edge]) => edge).filter((edge) => ![me, NOBODY].includes(who[edge])));
  }

  /** Help that somebody asked for, with who that was. */
  named({ help, by }) {
    if (by === this.page.marks.confirmed.me) return help;
    return { ...help, title: say("asked_by", { person: this.people[by]?.name ?? letterOf(by), title: help.title }) };
  }

  async #ask(text) {
    if (await chosen("draw_along", [h("p", {}, text)])) this.page.ask({ do: "join", ends_own: true });
  }

  #showAll() {
    const { page, looksOn } = this;
    if (this.looked !== looksOn) page.setMode(looksOn ? "move" : "line");
    this.looked = looksOn;
    document.body.classList.toggle("looks-on", looksOn);
    const { begins, ended, closed, out } = page.status;
    const shown = JSON.stringify([this.people, page.marks.confirmed.me, begins, ended, closed, out]);
    if (shown !== this.shown) showPeople(page, this.people); // a button stays while it is pressed
    this.shown = shown;
  }
}
