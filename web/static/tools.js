// The buttons beside the board of a draft: clues, actions, and those that are needed seldom.

import { chosen } from "./dialogs.js";
import { button, h, s, set } from "./dom.js";
import { OPEN } from "./draft.js";
import { toolButton } from "./panel.js";
import { clueInWords, say } from "./words.js";

const MODES = ["symmetric", "rows"];
const ACTIONS = ["undo", "redo", ...MODES, "play", "more"];
const TURNS = ["turn_right", "turn_left", "turn_mirror", "turn_flip"];
const SELDOM = [...TURNS, "resize", "removable", "whole", "copy_id", "copy_rows", "copy_link"];
const KEYS = { undo: "Control+Z", redo: "Control+Y" };
const $ = (id) => document.getElementById(id);

/** The buttons of a page that has `act(name)` and what is entered. */
export class Tools {
  constructor(page) {
    Object.assign(this, { page, clues: new Map() });
    const tool = (name) => toolButton(name, () => page.act(name), KEYS[name]);
    this.buttons = Object.fromEntries([...ACTIONS, ...SELDOM].map((name) => [name, tool(name)]));
    $("actions").append(...ACTIONS.map((name) => this.buttons[name]));
    $("more").append(...SELDOM.map((name) => this.buttons[name]));
    $("doubts").append(h("p"), ...["next_doubt", "certain"].map((name) => button(say(name), () => page.act(name))));
    set($("digits"), { "aria-label": say("cells") });
    set($("actions"), { "aria-label": say("tools") });
    this.toggleMore(false);
    // A mouse leaves the focus, and with it the keys, on the board.
    $("panel").addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
  }

  /** Has buttons for the clues of a board, and for the turns that it can make. */
  open({ turns, square }, animals) {
    this.clues = new Map(this.page.entry.choices().map((clue) => {
      const shown = clue in animals ? sign(animals[clue]) : clue ?? say("blank");
      return [clue, button(shown, () => this.page.entry.type(clue))]; // if the cell can have it
    }));
    $("digits").replaceChildren(...this.clues.values());
    for (const name of TURNS) this.buttons[name].hidden = !turns.includes(name.slice("turn_".length));
    this.buttons.resize.hidden = !square;
  }

  /** Shows what can be done, and what the solver says. */
  show() {
    const { asking, draft, entry, fields, grid, steps } = this.page, { doubts, isSaved, now } = draft;
    const values = asking.values(fields.at);
    const choices = entry.choices(fields.at), shown = draft.clues[fields.at];
    for (const [clue, element] of this.clues) {
      const isOut = values && clue !== null && clue !== OPEN && !values.includes(clue);
      const name = clue === null ? say("blank") : clue === OPEN ? say("open") : clueInWords(clue);
      const told = isOut ? say("impossible", { clue: name }) : name;
      set(element, { "aria-label": told, title: told, "aria-pressed": clue === shown, "aria-disabled": !choices.includes(clue) });
      element.classList.toggle("out", Boolean(isOut));
    }
    for (const mode of MODES) set(this.buttons[mode], { "aria-pressed": entry.is(mode) });
    set(this.buttons.undo, { "aria-disabled": !steps.done.length });
    set(this.buttons.redo, { "aria-disabled": !steps.undone.length });
    set(this.buttons.removable, { "aria-disabled": now.count !== "unique" });
    this.buttons.play.classList.toggle("main", isSaved && now.count === "unique");
    for (const [name, text] of Object.entries(now.texts)) this.buttons[`copy_${name}`].hidden = !text;
    $("doubts").hidden = !doubts.length;
    $("doubts").firstChild.textContent = say("doubt_count", { cells: doubts.map((cell) => grid.cellNames[cell]).join(", ") });
    $("count").dataset.count = isSaved ? now.count : "";
    $("count").textContent = isSaved ? now.told : say("counting");
    $("found").textContent = asking.told;
  }

  /** Opens or closes the buttons that are needed seldom. */
  toggleMore(isOpen = $("more").classList.toggle("open")) {
    set(this.buttons.more, { "aria-expanded": isOpen });
  }
}

/** Asks for the size of a board, "12x8"; resolves to it, or to nothing. */
export async function askSize(size) {
  const fields = size.split("x").map((value) => h("input", { type: "number", inputmode: "numeric", value }));
  const labels = ["columns", "rows"].map((name, i) => h("label", {}, h("span", {}, say(`size_${name}`)), fields[i]));
  return (await chosen("resize", labels)) ? fields.map(({ value }) => Math.abs(parseInt(value.slice(0, 3), 10)) || 0).join("x") : "";
}

/** The sign of an animal, [role, path, width]. */
function sign([, d, width]) {
  return s("svg", { class: "sign", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, s("path", { d, "stroke-width": width }));
}
