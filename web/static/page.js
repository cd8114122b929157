// The page of a board: joins the board, its marks, the help and the connection.

import { act, NO_DRILL, NO_LESSON } from "./actions.js";
import { receive } from "./answers.js";
import { Camera } from "./camera.js";
import { Connection } from "./connection.js";
import { Grid } from "./geometry.js";
import { Help } from "./help.js";
import { forget } from "./keeping.js";
import { listenToKeys } from "./keyboard.js";
import { LINE, Marks } from "./marks.js";
import { Panel } from "./panel.js";
import { listenToPointers } from "./pointer.js";
import { inDiscord, openAgain } from "./session.js";
import { notify, showState, speak } from "./status.js";
import { View } from "./view.js";
import { say } from "./words.js";

const HELPING = new Set(["hint", "check", "part", "lesson", "review"]);
const SOLVED = { dim: false, mistakes: false, chains: false, shading: true }; // one loop, and its inside
const $ = (id) => document.getElementById(id);

/** The page of a board that the server sent; its marks are `known` from before, `rules` not plain, or null. */
export class Page {
  constructor(board, token, unsent, storage, known = null, rules = null) {
    const { course: isCourse, daily: isDaily, text, elsewhere = {} } = board;
    const lacks = unsent.holds ? NO_DRILL : isCourse ? NO_LESSON : board.rules?.lacks ?? [];
    Object.assign(this, { token, unsent, storage, isCourse, isDaily, text, elsewhere, lacks });
    [this.others, this.together] = [null, null]; // who else plays inside Discord, or draws on this board
    const root = $("board");
    this.settings = board.settings;
    this.status = known ?? {};
    this.grid = new Grid(board.geometry, rules);
    this.marks = new Marks(this.grid.edges.length, this.grid.cells.length);
    if (known) this.marks.take(known);
    this.view = new View(root, this.grid);
    this.camera = new Camera(root, this.view, this.grid);
    this.help = new Help($("help"), this);
    this.panel = new Panel(this);
    this.mode = "line";
    this.panel.showMode(this.mode);
    this.refresh();
    this.draw();
    if (known?.ended) this.help.tell(known.verdict);
    this.pointers = listenToPointers(root, this);
    listenToKeys(root, this);
    this.connection = new Connection(token, unsent, {
      message: (message, settled) => {
        if (this.marks.revision < 0) notify((!message.ended && board.drill) || ""); // the board is as it is now
        receive(this, message, settled);
      },
      state: (name, why) => {
        showState(name, unsent.unsaved);
        if (why === "session_over") forget(storage);
        if (why === "session_over" && inDiscord) openAgain();
        else if (why) notify(say(why));
      },
    });
    if (this.isCourse) this.act("hint");
  }

  /** Does what a button or a key is for. */
  act(name) {
    return act(this, name);
  }

  /**
   * Marks edges, as [edge, mark seen, mark to set], in one step; the pen in chat goes to `dot`.
   * `told` is whether help told them.
   */
  commit(edges, dot, told = false) {
    const goesOn = this.settings.go_on && !told && edges.some(([, , mark]) => mark === LINE);
    this.#change({ do: "mark", edges, pen: dot ?? null, told, goes_on: goesOn, made: Date.now() });
  }

  /** Shades cells, as [cell, shade], in one step. */
  shade(cells) {
    this.#change({ do: "shade", cells });
  }

  #change(request) {
    if (this.status.ended || this.together?.looksOn) notify(say(this.status.ended ? "ended" : "looks_on"));
    else this.ask(request);
  }

  /** Marks what the help tells. */
  markHelp(marks) {
    const { shown } = this.marks;
    const edges = marks.map(([edge, mark]) => [edge, shown[edge], mark]).filter(([, before, mark]) => before !== mark);
    if (edges.length) this.commit(edges, null, true);
    this.help.close();
  }

  /** Sends a request, now or when the page is connected. */
  ask(request) {
    notify("");
    if (HELPING.has(request.do)) this.help.wait();
    this.connection.ask(request);
    this.refresh();
  }

  /** Chooses what dragging and the arrow keys do. */
  setMode(mode) {
    if (this.together && this.lacks.includes(mode)) return;
    this.mode = mode;
    $("board").dataset.mode = mode;
    this.panel.showMode(mode);
    speak(say("mode_now", { mode: say(mode) }));
  }

  /** Ends the stroke under way, or closes the help. */
  cancel() {
    if (this.pointers.isDrawing()) this.pointers.cancel();
    else this.help.close();
  }

  /** Computes the marks, and draws them if they differ from what is shown. */
  refresh() {
    const before = this.marks.shown;
    const changed = this.marks.recompute(this.unsent.waiting);
    const { shown } = this.marks;
    if (changed) {
      if (changed.length) this.help.boardChanged(changed.map((edge) => [edge, before[edge], shown[edge]]), shown);
      this.draw();
    }
    if (this.together) this.lacks = this.together.lacks;
    this.panel.showStatus(this.status, this.unsent.waiting.length, this.marks.trials);
  }

  /** Draws the marks, with those that the help shows instead. */
  draw() {
    const { shades, tried } = this.marks;
    const marks = [...this.marks.shown];
    for (const [edge, mark] of this.help.marks) marks[edge] = mark;
    const { ended } = this.status;
    const settings = { ...this.settings, dim: this.settings.dim && !ended };
    this.view.show(marks, shades, tried, ended === "solved" && !this.help.marks.length ? SOLVED : settings);
    this.together?.show();
  }

  /** Draws the layers of the help, and its marks. */
  showHelp(layers) {
    this.view.showHelp(layers);
    this.draw();
    this.camera.show(this.view.helpBox);
  }
}
