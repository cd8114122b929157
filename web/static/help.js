// Hints, checks, lessons and verdicts: text beside the board, and layers on it.

import { h, icon } from "./dom.js";
import { BLANK } from "./marks.js";
import { speak } from "./status.js";
import { say } from "./words.js";

const DEEPER = {
  nudge: [{ do: "hint", level: "hint" }, { do: "hint", level: "step" }],
  hint: [{ do: "hint", level: "step" }],
  count: [{ do: "check", detail: "where" }, { do: "check", detail: "why" }],
  where: [{ do: "check", detail: "why" }],
};

/**
 * The panel of help. `page` has `ask(request)`, `act(name)`, `markHelp(marks)` and
 * `showHelp(layers)`.
 */
export class Help {
  constructor(root, page) {
    Object.assign(this, { root, page, shown: null });
  }

  /** The marks to draw instead of those of the board, as [edge, mark]. */
  get marks() {
    return this.shown?.help.shown ?? [];
  }

  /** Tells that an answer is awaited. */
  wait() {
    this.isWaiting = true;
    this.#fill(h("p", {}, say("asking")));
  }

  /** Closes what tells that an answer is awaited, because none comes. */
  stopWaiting() {
    if (this.isWaiting) this.close();
  }

  /** Shows help; `asked` is the request that it answers. */
  show(help, asked) {
    this.isWaiting = false;
    this.shown = { help, asked: asked.do === "part" ? { ...this.shown?.asked, ...asked, do: asked.of } : asked };
    this.#fill(
      h("h2", {}, help.title),
      paragraphs(help.text),
      help.cost ? h("p", { class: "cost" }, help.cost) : null,
      h("div", { class: "buttons" }, this.#parts(help), this.#further(help)));
    this.page.showHelp(help.layers ?? []);
    speak(`${help.title}. ${help.text} ${help.cost ?? ""}`);
  }

  /** Shows a verdict, with layers of what is wrong. */
  tell(text, layers = []) {
    const [title, ...lines] = text.split("\n");
    this.shown = { help: { layers, marks: [] }, asked: { do: "tell" } };
    this.#fill(h("h2", {}, title), paragraphs(lines.join("\n")));
    this.page.showHelp(layers);
    speak(text);
  }

  /** Removes the help, its layers and its marks. */
  close() {
    this.isWaiting = false;
    if (this.root.hidden) return;
    if (this.root.contains(document.activeElement)) document.getElementById("board").focus();
    this.shown = null;
    this.root.hidden = true;
    this.root.replaceChildren();
    this.page.showHelp([]);
  }

  /**
   * Takes changes of the board, as [edge, mark before, mark]. A hint stays right while marks are
   * added, until all of its own are there or one is marked otherwise; other help is about the marks
   * that were there.
   */
  boardChanged(changes, marks) {
    if (!this.shown) return;
    const { help, asked } = this.shown;
    const stays = ["hint", "lesson"].includes(asked.do) && changes.every(([, before]) => before === BLANK);
    const own = help.marks ?? [];
    const isDone = own.length > 0 && own.every(([edge, mark]) => marks[edge] === mark);
    const isWrong = own.some(([edge, mark]) => ![BLANK, mark].includes(marks[edge]));
    if (!stays || isDone || isWrong) this.close();
  }

  #fill(...children) {
    const close = h("button", { type: "button", class: "close", "aria-label": say("close"), onclick: () => this.close() }, icon("close"));
    this.root.setAttribute("aria-label", say("help"));
    this.root.replaceChildren(close, ...children.flat().filter(Boolean));
    this.root.hidden = false;
    this.root.scrollTop = 0;
  }

  /** Buttons that turn to another part of a long argument. */
  #parts({ parts, part }) {
    if (!parts) return [];
    const turn = (number) => () => this.#ask({ do: "part", of: this.shown.asked.do, number, another: this.shown.asked.another ?? 0 });
    return [
      h("span", {}, part ? say("part", { part, parts }) : say("all_parts")),
      part > 0 && button(say("previous"), turn(part - 1)),
      part < parts && button(say("following"), turn(part + 1)),
    ];
  }

  /** Buttons for what can follow this help. */
  #further(help) {
    const { asked } = this.shown;
    const deeper = help.missing ? [] : DEEPER[asked.level ?? asked.detail] ?? [];
    const another = asked.another ?? 0;
    return [
      help.asks && button(help.show, () => this.#ask({ do: "lesson", shown: true })),
      (help.wrong || !help.asks) && help.marks?.length > 0
        && button(help.do ?? say("mark_it"), () => this.page.markHelp(help.marks), help.do && !help.wrong ? "" : "main"),
      ...deeper.map((request) => button(say(request.level ? `level_${request.level}` : `detail_${request.detail}`),
        () => this.#ask(request.do === "hint" ? { ...request, another } : request))),
      Number.isInteger(help.next) && asked.do === "hint"
        && button(say("another"), () => this.#ask({ do: "hint", level: asked.level, another: help.next })),
      help.wrong && asked.do === "hint" && button(say("check"), () => this.page.act("check")),
    ];
  }

  #ask(request) {
    this.page.ask(request);
  }
}

function button(text, onclick, kind = "") {
  return h("button", { type: "button", class: kind || null, onclick }, text);
}

function paragraphs(text) {
  return text.split("\n").filter(Boolean).map((line) => h("p", {}, line));
}
