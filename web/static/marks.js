// The marks of a board and the notes on it: what the server has confirmed, with the requests that it
// has not answered. Places are the edges, then the cells.

export const BLANK = ".";
export const LINE = "-";
export const CROSS = "x";

/** The shades of cells by the letters that the server has; one that is noted of nothing is `BLANK`. */
export const INSIDE = "i";
export const OUTSIDE = "o";

/** The largest number of trials within each other. */
export const MAX_TRIALS = 9;

/** The marks of a board; `shown` and `shades`, `trials` and `tried` are what the person sees. */
export class Marks {
  constructor(edges, cells = 0) {
    this.edges = edges;
    this.confirmed = { places: Array(edges + cells).fill(BLANK), trials: 0, tried: [] };
    this.revision = -1;
    this.recompute([]);
  }

  /** Takes what a message tells about the board. An older board than the present one is ignored. */
  take({ marks, shades, trials, tried, changes = [], revision = this.revision }) {
    if (revision < this.revision) return;
    this.revision = revision;
    const { confirmed, edges } = this;
    if (marks) confirmed.places.splice(0, edges, ...marks);
    if (shades !== undefined) confirmed.places.splice(edges, Infinity, ...(shades || BLANK.repeat(this.shades.length)));
    for (const [edge, mark] of changes) confirmed.places[edge] = mark;
    confirmed.trials = trials ?? confirmed.trials;
    confirmed.tried = tried ?? confirmed.tried;
  }

  /** What the server has confirmed, as a message tells it. */
  get told() {
    const { places, trials, tried } = this.confirmed;
    return { marks: places.slice(0, this.edges).join(""), shades: places.slice(this.edges).join(""), trials, tried };
  }

  /** Computes what is shown; returns the edges that look different now, or null if nothing does. */
  recompute(waiting) {
    const { shown: before = this.confirmed.places, shades, tried, trials } = this;
    const now = withWaiting(this.confirmed, waiting, this.edges);
    this.shown = now.places.slice(0, this.edges);
    this.shades = now.places.slice(this.edges);
    [this.trials, this.tried] = [now.trials, now.tried];
    const changed = [...this.shown.keys()].filter((edge) => this.shown[edge] !== before[edge]);
    const isNoted = `${shades}${trials}` !== `${this.shades}${now.trials}` || !alike(tried, now.tried);
    return changed.length || isNoted ? changed : null;
  }
}

const alike = (one, other) => JSON.stringify([...(one ?? [])]) === JSON.stringify([...other]);

/**
 * A board with what waiting requests do, in order: its `places`, the number of `trials` that are open,
 * and the edges that are `tried`, each with its level. What an undo does is known only if it is about
 * a step that waits as well; of an edge on a confirmed trial it is taken that it was blank before.
 */
export function withWaiting({ places, trials, tried }, waiting, edges = places.length) {
  const board = new Waiting([...places], trials, tried, edges);
  for (const request of waiting) board.apply(request);
  return { places: board.places, trials: board.trials.length, tried: board.tried };
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
    this.#step([...places.keys()].filter((place) => from === null || places[place] === from).map((place) => [place, to]));
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
