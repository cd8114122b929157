// Hints, checks, lessons, reviews and verdicts: text beside the board, and layers on it.

import { button, h, icon } from "./dom.js";
import { BLANK } from "./marks.js";
import { speak } from "./status.js";
import { say } from "./words.js";

/**
 * The panel of help. `page` has `ask(request)`, `markHelp(marks)` and `showHelp(layers)`.
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
   * that were there, but where others draw it stays as long as a hint.
   */
  boardChanged(changes, marks) {
    if (!this.shown) return;
    const { help, asked } = this.shown;
    const stays = (this.page.together || ["hint", "lesson"].includes(asked.do)) && changes.every(([, before]) => before === BLANK);
    const own = help.marks ?? [];
    const isDone = own.length > 0 && own.every(([edge, mark]) => marks[edge] === mark);
    const isWrong = own.some(([edge, mark]) => ![BLANK, mark].includes(marks[edge]));
    if (!stays || isDone || isWrong) this.close();
  }

  #fill(...children) {
    const close = button(icon("close"), () => this.close(), { class: "close", "aria-label": say("close") });
    this.root.setAttribute("aria-label", say("help"));
    this.root.replaceChildren(close, ...children.flat().filter(Boolean));
    this.root.hidden = false;
    this.root.scrollTop = 0;
  }

  /** Buttons that turn to another part of a long argument. */
  #parts({ parts, part }) {
    if (!parts) return [];
    const turn = (number) => () => this.page.ask({ do: "part", of: this.shown.asked.do, number, another: this.shown.asked.another ?? 0 });
    return [
      h("span", {}, part ? say("part", { part, parts }) : say("all_parts")),
      part > 0 && button(say("previous"), turn(part - 1)),
      part < parts && button(say("following"), turn(part + 1)),
    ];
  }

  /** Buttons for what can follow this help: marks, and the help that the server offers. */
  #further(help) {
    return [
      help.asks && button(help.show, () => this.page.ask({ do: "lesson", shown: true })),
      (help.wrong || !help.asks) && help.marks?.length > 0
        && button(help.do ?? say("mark_it"), () => this.page.markHelp(help.marks), { class: !help.do || help.wrong ? "main" : null }),
      ...(help.choices ?? []).map(([text, choose]) => button(text, choose)),
      ...(help.ways ?? []).concat(help.offers ?? []).map(({ text, ask }) => button(text, () => this.page.ask(ask))),
    ];
  }
}

function paragraphs(text) {
  return text.split("\n").filter(Boolean).map((line) => h("p", {}, line));
}

/** Shows a review, { text, moments }: its counts if it has any, or the moment with a number. */
export function showReview(page, { text, moments }, number = text ? 0 : 1) {
  const part = number ? moments[number - 1] : { text };
  const [title, ...lines] = part.text.split("\n");
  const turn = (to) => () => showReview(page, { text, moments }, to);
  const choices = [
    number > (text ? 0 : 1) && [say("previous"), turn(number - 1)],
    number < moments.length && [say(number ? "following" : "moments"), turn(number + 1)],
    text && [say("replay"), () => page.act("replay")],
  ];
  page.help.show(
    { ...part, title, text: lines.join("\n"), choices: choices.filter(Boolean) },
    { do: "review" },
  );
}
