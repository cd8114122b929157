// What is set on the board of a draft by pointers, keys and buttons, and what follows from it.

import { copyText } from "./dialogs.js";
import { button, h } from "./dom.js";
import { Draft } from "./draft.js";
import { Fields } from "./fields.js";
import { forget } from "./keeping.js";
import { fail } from "./opening.js";
import { notify, showState, speak } from "./status.js";
import { Unsent } from "./unsent.js";
import { say } from "./words.js";

const CLUES = [null, 0, 1, 2, 3, 4];
const $ = (id) => document.getElementById(id);

/** The page of a draft that the server sent; `own` is its storage, `storage` that of the board page. */
export class Editor {
  constructor({ token, board: { geometry } }, own, storage) {
    this.storage = storage;
    this.before = []; // what undoing sets: [cell, clue], the last one last
    this.isNew = true; // until the first message
    this.draft = new Draft(token, geometry, new Unsent(own, token), {
      message: (message) => this.receive(message),
      state: (name, why) => (why ? fail(why) : showState(name)),
    });
    this.fields = new Fields($("cells"), geometry, (cell) => this.tap(cell));
    this.#addButtons();
    this.show();
    this.fields.select(0);
    $("cells").addEventListener("keydown", (event) => this.press(event));
    addEventListener("visibilitychange", () => document.hidden || this.draft.connection.ask({ do: "look" }));
  }

  #addButtons() {
    const tool = (name, onclick) => button(say(name), onclick);
    $("digits").append(...CLUES.map((clue) => button(clue ?? say("blank"), () => this.type(clue))));
    $("doubts").append(h("p"), tool("next_doubt", () => this.nextDoubt()), tool("certain", () => this.confirm()));
    $("copies").append(h("span", {}, say("copy")));
    $("copies").append(...["id", "rows", "link"].map((name) => tool(`copy_${name}`, () => this.copy(name))));
    this.playing = tool("play", () => this.play());
    $("actions").append(tool("undo", () => this.undo()), this.playing);
  }

  receive(message) {
    if (message.token) return this.open(message.token);
    if (message.refused && message.why !== "busy") notify(message.text);
    this.show();
    if (this.isNew) this.fields.select(this.fields.at || (this.draft.doubts[0] ?? 0));
    this.isNew = false;
  }

  /** Sets the clue of a cell, which undoing sets back. */
  set(cell, clue) {
    const before = this.draft.clue(cell);
    if (before !== clue) this.before.push([cell, before]);
    this.draft.set([[cell, clue]]);
    this.show();
  }

  /** Sets the clue of the selected cell, and selects the next one. */
  type(clue) {
    this.set(this.fields.at, clue);
    this.goTo(Math.min(this.fields.at + 1, this.fields.cells.length - 1));
    this.isNewRow = this.fields.at % this.fields.cols === 0;
  }

  /** Selects a cell, or sets the next clue of the selected one. */
  tap(cell) {
    if (cell === this.fields.at) this.set(cell, CLUES[(CLUES.indexOf(this.draft.clue(cell)) + 1) % CLUES.length]);
    this.fields.select(cell);
  }

  goTo(cell) {
    this.fields.select(cell);
    if (!$("cells").contains(document.activeElement)) speak(this.fields.told);
  }

  undo() {
    if (!this.before.length) return;
    const [cell, clue] = this.before.pop();
    this.draft.set([[cell, clue]]);
    this.show();
    this.goTo(cell);
  }

  nextDoubt() {
    const { doubts } = this.draft;
    if (doubts.length) this.goTo(doubts.find((cell) => cell > this.fields.at) ?? doubts[0]);
  }

  /** Takes the clue of the selected cell as certain. */
  confirm() {
    if (this.draft.doubts.includes(this.fields.at)) this.draft.set([], [this.fields.at]);
    this.show();
    this.nextDoubt();
  }

  press(event) {
    const { key, ctrlKey, metaKey, altKey } = event, letter = key.toLowerCase();
    if (altKey || ((ctrlKey || metaKey) && letter !== "z")) return;
    const { isNewRow } = this; // a full row has led there already
    this.isNewRow = false;
    if (/^[0-4]$/.test(key)) this.type(Number(key));
    else if (key === "." || key === " ") this.type(null);
    else if (key === "Delete") this.set(this.fields.at, null);
    else if (key === "Backspace") {
      this.goTo(Math.max(0, this.fields.at - 1));
      this.set(this.fields.at, null);
    } else if (letter === "u" || letter === "z") this.undo();
    else if (letter === "n") this.nextDoubt();
    else if (!(key === "Enter" && isNewRow) && !this.fields.move(key)) return;
    event.preventDefault();
  }

  play() {
    notify("");
    this.draft.connection.ask({ do: "play" });
  }

  /** Opens a board of the puzzle on the board page, in this tab. */
  open(token) {
    forget(this.storage);
    this.storage.removeItem("link");
    this.storage.setItem("token", token);
    location.assign("./");
  }

  async copy(name) {
    await copyText(this.draft.now.texts[name]);
    notify(say("copied"));
  }

  show() {
    const { draft, fields } = this, { doubts } = draft;
    fields.show((cell) => draft.clue(cell), doubts, draft.now.lines);
    $("doubts").hidden = !doubts.length;
    $("doubts").firstChild.textContent = say("doubt_count", { cells: doubts.map((cell) => fields.names[cell]).join(", ") });
    const { count, told } = draft.isSaved ? draft.now : { count: "", told: say("counting") };
    $("count").dataset.count = count;
    $("count").textContent = told;
    this.playing.classList.toggle("main", count === "unique");
  }
}
