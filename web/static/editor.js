// The page of a draft: joins the draft, its drawing, what is entered, and what the solver tells.

import { Asking } from "./asking.js";
import { Camera } from "./camera.js";
import { act } from "./commands.js";
import { Draft, isUnasked } from "./draft.js";
import { Entry, tapAt } from "./entry.js";
import { Fields } from "./fields.js";
import { Grid } from "./geometry.js";
import { forget } from "./keeping.js";
import { fail, untilOnline } from "./opening.js";
import { listenToPointers } from "./pointer.js";
import { get } from "./session.js";
import { Sketch } from "./sketch.js";
import { notify, showState, speak } from "./status.js";
import { Steps } from "./steps.js";
import { Tools } from "./tools.js";
import { Unsent } from "./unsent.js";
import { Rules } from "./variants.js";
import { View } from "./view.js";

const $ = (id) => document.getElementById(id);

/** The page of a draft that the server sent; `own` is its storage, `storage` that of the board page. */
export class Editor {
  constructor({ token, board }, own, storage) {
    Object.assign(this, { token, storage, mode: "clue", isNew: true });
    this.draft = new Draft(token, board.geometry, new Unsent(own, token), {
      message: (message, settled) => this.receive(message, settled),
      state: (name, why) => (why ? fail(why) : showState(name)),
    });
    this.steps = new Steps(this.draft);
    this.asking = new Asking(this.draft);
    this.entry = new Entry(this, own);
    this.tools = new Tools(this);
    this.draw(board);
    listenToPointers($("board"), this, tapAt);
    addEventListener("keydown", (event) => this.entry.press(event) && event.preventDefault());
    addEventListener("visibilitychange", () => document.hidden || this.draft.connection.ask({ do: "look" }));
  }

  /** Draws a board, instead of the one before. */
  draw({ geometry, rules }) {
    this.draft.size = geometry.size;
    $("board").replaceChildren();
    this.grid = new Grid(geometry, rules && new Rules(rules, this.view ? null : $("title")));
    this.view = new View($("board"), this.grid);
    this.sketch = new Sketch(this.view);
    this.fields = new Fields(this.view, (cell) => this.entry.tap(cell), (cell) => this.select(cell));
    this.camera ??= new Camera($("board"), this.view, this.grid);
    this.camera.open(this.view, this.grid);
    for (const part of [this.entry, this.tools]) part.open(geometry, rules?.animals ?? {});
    this.show();
    this.select(0);
  }

  async receive(message, settled) {
    if (message.token) return this.open(message.token);
    if (message.answer) this.asking.take(message.answer, settled ?? {});
    if (message.refused && message.why !== "busy" && !isUnasked(settled)) notify(message.text);
    if (message.why === "conflict") this.steps.clear();
    else if (message.refused && settled?.do === "resize") this.steps.done.pop();
    if (this.draft.now.size !== this.draft.size) return this.redraw();
    this.show();
    if (this.isNew) this.select(this.fields.at || (this.draft.doubts[0] ?? 0));
    else if (!message.answer) this.asking.plan(this.fields.at);
    this.isNew = false;
  }

  /** Draws the board anew, which has another size now. */
  async redraw() {
    const board = await untilOnline(() => get("api/board", { token: this.token }));
    if (!board) return fail("session_over");
    if (board.geometry.size !== this.draft.size) this.draw(board);
    $("title").textContent = board.geometry.title;
  }

  /** Does what a button or a key is for. */
  act(name) {
    act(this, name);
  }

  /** Selects a cell. */
  select(cell) {
    this.fields.select(cell);
    this.camera.reveal(this.grid.cells[cell]);
    if (!$("board").contains(document.activeElement)) speak(this.fields.told);
    this.asking.plan(cell);
    this.tools.show();
  }

  /** Opens a board of the puzzle on the board page, in this tab. */
  open(token) {
    forget(this.storage);
    this.storage.removeItem("link");
    this.storage.setItem("token", token);
    location.assign("./");
  }

  show() {
    const { clues, doubts } = this.draft;
    this.view.clues.set(clues.map((clue) => clue ?? -1));
    this.fields.show(clues, doubts);
    this.sketch.show(this.draft, this.asking);
    this.tools.show();
  }
}
