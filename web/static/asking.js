// What is asked of the solver while nothing is set for a moment, and its answers about the draft as it is.

const PAUSE_MS = 250;
const RATING_PAUSE_MS = 1000;
const ABOUT = { none: "contradiction", multiple: "difference", unique: "rating" };

/** The questions about a draft and their answers. */
export class Asking {
  constructor(draft) {
    Object.assign(this, { draft, answers: new Map(), timers: [], last: null });
  }

  /** The answer to a question, if there is one about the draft as it is. */
  answer(name) {
    const found = this.answers.get(name), { isSaved, now } = this.draft;
    return isSaved && found?.revision === now.revision ? found : undefined;
  }

  /** The parts of an answer; none without one. */
  groups(name) {
    return this.answer(name)?.groups ?? [];
  }

  /** The clues that a cell could have; undefined if that is not known. */
  values(cell) {
    const found = this.answer("values");
    return found?.cell === cell && found.complete ? found.groups.flat() : undefined;
  }

  /** What the solver says besides the number of solutions. */
  get told() {
    return (this.answer("removable") ?? this.answer(ABOUT[this.draft.now.count]))?.told ?? "";
  }

  /** Asks what is not known yet, of the selected cell too, if nothing else is done meanwhile. */
  plan(cell) {
    const { draft, last } = this, { count } = draft.now, name = ABOUT[count];
    this.timers.forEach(clearTimeout);
    this.timers = [];
    if (!count || !draft.isSaved) return;
    const later = (question, wait) => this.timers.push(setTimeout(() => draft.ask(question), wait));
    if (this.answer("values")?.cell !== cell) later({ do: "values", cell }, PAUSE_MS);
    if (name && !this.answer(name)) {
      later(name === "contradiction" ? { do: name, cell: last } : { do: name }, name === "rating" ? RATING_PAUSE_MS : PAUSE_MS);
    }
  }

  /** Takes the answer to a question. */
  take(answer, { cell }) {
    this.answers.set(answer.of, { ...answer, cell });
  }

  /** Asks which clues could go, or in `pairs`; hides them when they are shown. */
  spare(pairs) {
    if (this.answer("removable")) this.answers.delete("removable");
    else this.draft.ask({ do: "removable", pairs });
  }
}
