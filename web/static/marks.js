// The marks of a board and the notes on it: what the server has confirmed, with the requests that it
// has not answered. Places are the edges, then the cells.

export const BLANK = ".";
export const LINE = "-";
export const CROSS = "x";

/** The shades of cells by the letters that the server has; one that is noted of nothing is `BLANK`. */
export const [INSIDE, OUTSIDE] = ["i", "o"];

export const MAX_TRIALS = 9; // within each other
export const NOBODY = -1; // who drew what is blank, and who looks on

/**
 * The marks of a board; `shown` and `shades`, `trials` and `tried` are what the person sees. On a board
 * of several people, `who` drew each edge is known, and `me` is the person's number there.
 */
export class Marks {
  constructor(edges, cells = 0) {
    this.edges = edges;
    this.confirmed = { places: Array(edges + cells).fill(BLANK), trials: 0, tried: [], me: NOBODY };
    this.confirmed.who = Array(edges).fill(NOBODY);
    this.revision = -1;
    this.recompute([]);
  }

  /**
   * Takes what a message tells about the board; returns the edges of which the mark differs, each as
   * [edge, mark before, who drew that]. An older board than the present one is ignored.
   */
  take({ marks, shades, trials, tried, changes = [], who = [], me, revision = this.revision }) {
    if (revision < this.revision) return [];
    this.revision = revision;
    const { confirmed, edges } = this;
    const before = confirmed.places.slice(0, edges).map((mark, edge) => [edge, mark, confirmed.who[edge]]);
    if (marks) confirmed.who.fill(NOBODY);
    for (const [edge, member] of who) confirmed.who[edge] = member;
    if (marks) confirmed.places.splice(0, edges, ...marks);
    if (shades !== undefined) confirmed.places.splice(edges, Infinity, ...(shades || BLANK.repeat(this.shades.length)));
    for (const [edge, mark] of changes) confirmed.places[edge] = mark;
    for (const [name, value] of Object.entries({ trials, tried, me })) confirmed[name] = value ?? confirmed[name];
    return before.filter(([edge, mark]) => confirmed.places[edge] !== mark);
  }

  /** What the server has confirmed, as a message tells it. */
  get told() {
    const { places, who, ...others } = this.confirmed;
    const [marks, shades] = [places.slice(0, this.edges), places.slice(this.edges)].map((each) => each.join(""));
    return { ...others, marks, shades, who: [...who.entries()].filter(([, member]) => member !== NOBODY) };
  }

  /** Computes what is shown; returns the edges that look different now, or null if nothing does. */
  recompute(waiting) {
    const { shown: before = this.confirmed.places, noted } = this;
    const now = withWaiting(this.confirmed, waiting, this.edges);
    this.shown = now.places.slice(0, this.edges);
    this.shades = now.places.slice(this.edges);
    [this.trials, this.tried, this.authors] = [now.trials, now.tried, now.authors];
    this.noted = JSON.stringify([this.shades, now.trials, [...now.tried], now.authors]);
    const changed = [...this.shown.keys()].filter((edge) => this.shown[edge] !== before[edge]);
    return changed.length || this.noted !== noted ? changed : null;
  }
}

/**
 * A board with what waiting requests do, in order: its `places`, the number of `trials` that are open,
 * the edges that are `tried`, each with its level, and the `authors` of all edges. What an undo does is
 * known only if it is about a step that waits as well; of an edge on a confirmed trial it is taken that
 * it was blank before. Clearing is of one's own marks.
 */
export function withWaiting({ places, trials, tried, who = [], me = NOBODY }, waiting, edges = places.length) {
  const board = new Waiting([...places], trials, tried, edges);
  const isOwn = (place) => who[place] === me || board.places[place] !== places[place];
  board.isCleared = me === NOBODY ? () => true : isOwn;
  for (const request of waiting) board.apply(request);
  const authors = who.map((member, edge) => (isOwn(edge) && board.places[edge] !== BLANK ? me : member));
  return { places: board.places, trials: board.trials.length, tried: board.tried, authors };
}

class Waiting {
  constructor(places, trials, tried, edges) {
    Object.assign(this, { places, edges, told: tried });
    this.done = [];
    this.undone = [];
    this.trials = Array(trials).fill(-Infinity); // for each trial, how many steps were done before it
  }

  apply({ do: name, edit, edges, cells }) {
    if (name === "mark") this.#step(edges.map(([edge, , mark]) => [edge, mark]));
    else if (name === "shade") this.#step(cells.map(([cell, shade]) => [this.edges + cell, shade]));
    else if (edit === "undo") this.#turn(this.done, this.undone, 1);
    else if (edit === "redo") this.#turn(this.undone, this.done, 2);
    else if (edit === "begin" && this.trials.length < MAX_TRIALS) this.trials.push(this.done.length);
    else if (edit === "keep") this.trials.pop();
    else if (edit === "take-back" && this.trials.length) this.#takeBack();
    else if (edit === "rest") this.#all(BLANK, LINE, this.places.slice(0, this.edges));
    else if (edit === "clear") this.#clear();
  }

  #clear() {
    const marks = this.places.slice(0, this.edges);
    this.#all(null, BLANK, marks.some((mark) => mark !== BLANK) ? marks : this.places);
  }

  #all(from, to, places) {
    const isMeant = (place) => (from === null ? this.isCleared(place) : places[place] === from);
    this.#step([...places.keys()].filter(isMeant).map((place) => [place, to]));
  }

  #step(changes) {
    const step = changes.map(([place, after]) => [place, this.places[place], after]);
    if (step.every(([, before, after]) => before === after)) return;
    for (const [place, , after] of step) this.places[place] = after;
    this.done.push(step);
    this.undone.length = 0;
  }

  #turn(from, to, index) {
    const step = from.pop();
    if (step) {
      for (const change of step) this.places[change[0]] = change[index];
      to.push(step);
    }
    if (index === 2) return;
    const left = step ? this.done.length : -1; // -1: one that the server has confirmed is undone
    this.trials = this.trials.filter((began) => began <= left);
  }

  #takeBack() {
    const level = this.trials.length;
    const began = this.trials.pop();
    const before = new Map();
    if (began < 0) for (const [edge, at] of this.told) if (at === level) before.set(edge, BLANK);
    for (const [place, was] of this.done.slice(Math.max(0, began)).flat()) if (!before.has(place)) before.set(place, was);
    this.#step([...before]);
  }

  /** The marked edges that are on trial, each with its level. */
  get tried() {
    const confirmed = this.trials.filter((began) => began < 0).length;
    const levels = new Map(this.told.map(([edge, level]) => [edge, Math.min(level, confirmed)]));
    this.done.forEach((step, number) => {
      const level = this.trials.filter((began) => began <= number).length;
      for (const [place] of step) levels.set(place, level);
    });
    return new Map([...levels].filter(([place, level]) => level && place < this.edges && this.places[place] !== BLANK)
      .sort(([a], [b]) => a - b));
  }
}
