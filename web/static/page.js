// The page of a board: joins the board, its marks, the help and the connection.

import { Camera } from "./camera.js";
import { Connection } from "./connection.js";
import { confirmed, showCard, showSettings } from "./dialogs.js";
import { Grid } from "./geometry.js";
import { Help } from "./help.js";
import { listenToKeys } from "./keyboard.js";
import { Marks } from "./marks.js";
import { Panel } from "./panel.js";
import { listenToPointers } from "./pointer.js";
import { keepSettings, readSettings } from "./settings.js";
import { View } from "./view.js";
import { say } from "./words.js";

const ZOOM = 1.5;
const ASKED_FIRST = new Set(["submit", "reveal", "clear"]);
const EDITS = { undo: "undone", redo: "redone", clear: "cleared" };
const HELPING = new Set(["hint", "check", "part", "lesson"]);
const $ = (id) => document.getElementById(id);

/** The page of a board that the server sent. */
export class Page {
  constructor(board, token, outbox, storage) {
    Object.assign(this, { outbox, storage, isCourse: board.course, sentSettings: board.settings });
    this.settings = readSettings(board.settings);
    this.grid = new Grid(board.geometry);
    this.marks = new Marks(this.grid.edges.length);
    this.view = new View($("board"), this.grid);
    this.camera = new Camera($("board"), this.view.stage, this.grid);
    this.help = new Help($("help"), this);
    this.panel = new Panel(this);
    this.status = {};
    this.setMode("line", { isSaid: false });
    this.refresh();
    this.pointers = listenToPointers($("board"), this);
    listenToKeys($("board"), this);
    this.connection = new Connection(token, outbox, {
      message: (message, settled) => this.receive(message, settled),
      state: (name, why) => this.showState(name, why),
    });
    if (this.isCourse) this.ask({ do: "lesson" });
  }

  // What the person does

  /** Marks edges, as [edge, mark seen, mark to set], in one step; the pen in chat goes to `dot`. */
  commit(edges, dot) {
    if (this.status.ended) return this.notify(say("ended"));
    this.ask({ do: "mark", edges, pen: dot ?? null });
  }

  /** Marks what the help tells. */
  markHelp(marks) {
    const { shown } = this.marks;
    const edges = marks.filter(([edge, mark]) => shown[edge] !== mark).map(([edge, mark]) => [edge, shown[edge], mark]);
    if (edges.length) this.commit(edges);
    this.help.close();
  }

  /** Sends a request, now or when the page is connected. */
  ask(request) {
    this.notify("");
    if (HELPING.has(request.do)) this.help.wait();
    this.connection.ask(request);
    this.refresh();
  }

  /** Does what a button or a key is for. */
  async act(name) {
    if (this.status.ended && ["hint", "check", "submit", "clear", "undo", "redo"].includes(name)) return;
    if (ASKED_FIRST.has(name) && !(this.status.ended === "revealed") && !(await confirmed(name))) return;
    if (name in EDITS) this.ask({ do: "edit", edit: name });
    else if (name === "hint") this.ask(this.isCourse ? { do: "lesson" } : { do: "hint", level: "nudge" });
    else if (name === "check") this.ask({ do: "check", detail: "count" });
    else if (name === "settings") showSettings(this.settings, (change) => this.changeSettings(change));
    else if (name === "zoom_in") this.camera.zoom(ZOOM);
    else if (name === "zoom_out") this.camera.zoom(1 / ZOOM);
    else if (name === "whole") this.camera.fit();
    else this.ask({ do: name });
  }

  setMode(mode, { isSaid = true } = {}) {
    this.mode = mode;
    $("board").dataset.mode = mode;
    this.panel.showMode(mode);
    if (isSaid) this.speak(say("mode_now", { mode: say(mode) }));
  }

  /** Ends the stroke under way, or closes the help. */
  cancel() {
    if (this.pointers.isDrawing()) this.pointers.cancel();
    else this.help.close();
  }

  changeSettings(change) {
    this.settings = { ...this.settings, ...change };
    if (this.sentSettings) this.ask({ do: "settings", settings: this.settings });
    else keepSettings(this.settings);
    this.refresh(true);
  }

  // What the server tells

  receive(message, settled) {
    if (message.revision >= this.marks.revision) this.showStatus(message);
    this.marks.take(message);
    this.refresh();
    if (message.refused && message.why !== "busy") this.refuse(message, settled);
    else if (settled) this.answer(message, settled);
  }

  refuse({ text }, settled) {
    if (HELPING.has(settled?.do)) this.help.close();
    this.notify(text);
  }

  answer(message, settled) {
    if (message.help) this.help.show(message.help, settled);
    else if (message.judged) this.help.tell(message.judged.text, [], message.judged.layers);
    else if (message.solution) this.showSolution(message.solution);
    else if (message.card) showCard(message);
    else if (message.token) this.open(message.token);
    else if (settled.edit) this.speak(say(EDITS[settled.edit]));
  }

  /** Opens another board in this tab. */
  open(token) {
    this.storage.setItem("token", token);
    location.reload();
  }

  // What is shown

  /** Draws the marks, all of them with `isWhole`. */
  refresh(isWhole = false) {
    const before = this.marks.shown;
    const changed = this.marks.recompute(this.outbox.waiting);
    const { shown } = this.marks;
    if (changed.length) this.help.boardChanged(changed.map((edge) => [edge, before[edge], shown[edge]]), shown);
    if (changed.length || isWhole) this.draw();
    this.panel.showStatus(this.status, this.outbox.unsaved);
  }

  draw() {
    const marks = [...this.marks.shown];
    for (const [edge, mark] of this.help.marks) marks[edge] = mark;
    this.view.show(marks, marks.keys(), this.settings);
  }

  showHelp(layers) {
    this.view.showHelp(layers);
    this.draw();
  }

  showSolution(marks) {
    const shown = [...marks].map((mark, edge) => [edge, mark]);
    this.help.show({ title: say("solution"), text: this.status.verdict ?? "", layers: [], shown }, { do: "reveal" });
  }

  showStatus(status) {
    const { ended = "", verdict = "" } = this.status;
    this.status = status;
    $("penalty").textContent = status.penalty ? say("penalty", { time: status.penalty }) : "";
    if (status.ended && (status.ended !== ended || status.verdict !== verdict)) {
      this.help.tell(status.verdict, status.ended === "solved" ? ["share", "next"] : ["next"]);
    }
  }

  showState(name, why) {
    const count = this.outbox.unsaved;
    const text = say(name === "offline" && count ? "offline_kept" : name, { count });
    if (name !== $("status").dataset.state && name === "offline") this.speak(text);
    $("status").dataset.state = name;
    $("status").textContent = text;
    if (why) this.notify(say(why));
  }

  notify(text) {
    $("notice").textContent = text;
    $("notice").hidden = !text;
  }

  speak(text) {
    $("spoken").textContent = text;
  }
}
