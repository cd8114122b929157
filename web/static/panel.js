// The buttons beside the board: modes, tools, and those that are needed seldom.

import { button, h, icon, set } from "./dom.js";
import { MAX_TRIALS } from "./marks.js";
import { say } from "./words.js";

const MODES = ["line", "cross", "erase", "shade", "move"];
const TRIAL = ["keep", "take-back"];
const PLAYING = ["undo", "redo", "hint", "check", "submit"];
const ENDED = ["share", "review", "next"];
const TOOLS = [...PLAYING, ...ENDED, "more"];
const SELDOM = [
  "clear", "reveal", "together", "copy_puzzle", "picture", "elsewhere", "settings", "zoom_in", "zoom_out", "whole",
];
const KEYS = {
  line: "L", cross: "X", erase: "E", shade: "I", move: "M", undo: "Control+Z", redo: "Control+Y",
  hint: "H", check: "C", submit: "S", zoom_in: "+", zoom_out: "-", whole: "0",
  begin: "T", keep: "K", "take-back": "B",
};

/** The buttons; `page` has `setMode(mode)` and `act(name)`. */
export class Panel {
  constructor(page) {
    this.page = page;
    const guide = document.getElementById("guide");
    set(guide, { "aria-label": say("guide"), title: `${say("guide")} (?)`, "aria-keyshortcuts": "?" });
    guide.addEventListener("click", () => page.act("guide"));
    guide.hidden = false;
    set(document.getElementById("clock"), { "aria-label": say("clock"), title: say("clock") });
    this.more = document.getElementById("more");
    this.buttons = new Map();
    this.#fill("modes", [...MODES, "begin"], (name) => (name === "begin" ? this.#act(name) : page.setMode(name)));
    this.trial = document.getElementById("trial");
    this.#fill("trial", [...TRIAL, "rest"], (name) => this.#act(name));
    this.level = h("span");
    this.trial.prepend(this.level);
    set(this.trial, { "aria-label": say("trial") });
    this.#fill("actions", TOOLS, (name) => (name === "more" ? this.toggleMore() : this.#act(name)));
    this.#fill("more", SELDOM, (name) => this.#act(name));
    set(document.getElementById("modes"), { "aria-label": say("mode") });
    set(document.getElementById("actions"), { "aria-label": say("tools") });
    set(this.buttons.get("more"), { "aria-expanded": "false", "aria-controls": "more" });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.toggleMore(false));
  }

  #fill(id, names, press) {
    const made = names.map((name) => this.#button(name, press));
    document.getElementById(id).replaceChildren(...made);
  }

  #button(name, press) {
    if (name === "elsewhere") return this.#link(name, this.page.elsewhere);
    const made = toolButton(name, press, KEYS[name]);
    this.buttons.set(name, made);
    return made;
  }

  #link(name, { address, label }) {
    const link = { class: "button", "data-action": name, href: address, target: "_blank", rel: "noopener noreferrer" };
    const made = h("a", link, icon(name), h("span", {}, label));
    this.buttons.set(name, made);
    return made;
  }

  #act(name) {
    this.toggleMore(false);
    this.page.act(name);
  }

  /** Opens or closes the buttons that are needed seldom, where they are not always shown. */
  toggleMore(open = !this.more.classList.contains("open")) {
    if (!open && this.more.contains(document.activeElement)) this.buttons.get("more").focus();
    this.more.classList.toggle("open", open);
    set(this.buttons.get("more"), { "aria-expanded": open });
  }

  showMode(mode) {
    for (const name of MODES) set(this.buttons.get(name), { "aria-pressed": name === mode });
  }

  /**
   * Shows what can be done; `status` is that of the board, `waiting` counts requests, `trials` those
   * that are open.
   */
  showStatus({ undo = 0, redo = 0, ended = "", penalty = "", par = "", rest = false, next = false }, waiting, trials) {
    this.#showTrial(trials, rest);
    document.getElementById("par").textContent = par;
    document.getElementById("penalty").textContent = penalty && say("penalty", { time: penalty });
    this.#enable("undo", undo > 0 || waiting > 0);
    this.#enable("redo", redo > 0 || waiting > 0);
    document.body.dataset.ended = ended;
    document.getElementById("modes").hidden = Boolean(ended) || this.page.together?.looksOn;
    for (const name of [...MODES, ...PLAYING, "begin", "clear", "together"]) this.buttons.get(name).hidden = Boolean(ended);
    this.buttons.get("reveal").hidden = ended === "solved";
    this.buttons.get("reveal").querySelector("span").textContent = say(ended ? "solution" : "reveal");
    for (const name of ["share", "review"]) this.buttons.get(name).hidden = ended !== "solved";
    this.buttons.get("next").hidden = !ended && !next;
    for (const name of this.page.lacks) this.buttons.get(name).hidden = true;
  }

  /** Shows how a trial ends, while one is open, and the rest as lines where the server offers it. */
  #showTrial(trials, rest) {
    const { activeElement } = document;
    this.level.textContent = trials ? say("trial_now", { level: trials }) : "";
    for (const name of TRIAL) this.buttons.get(name).hidden = !trials;
    this.buttons.get("rest").hidden = !rest;
    this.trial.hidden = !trials && !rest;
    this.#enable("begin", trials < MAX_TRIALS);
    const isGone = this.trial.contains(activeElement) && (this.trial.hidden || activeElement.hidden);
    if (isGone) document.getElementById("board").focus();
  }

  #enable(name, isEnabled) {
    set(this.buttons.get(name), { "aria-disabled": !isEnabled });
  }
}

/** A button with its icon, label, cost and tip, as far as it has them; `key` is its shortcut. */
export function toolButton(name, press, key) {
  const title = `${say(`tip_${name}`) || say(name)}${key ? ` (${key.replace("Control", "Ctrl")})` : ""}`;
  const cost = say(`cost_${name}`);
  const content = [icon(name), h("span", {}, say(name)), cost && h("small", {}, cost)];
  const onclick = () => made.ariaDisabled === "true" || press(name);
  const made = button(content, onclick, { "data-action": name, "aria-keyshortcuts": key, title });
  return made;
}
