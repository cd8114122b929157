// The marks of a board: what the server has confirmed, with the requests that it has not answered.

export const BLANK = ".";
export const LINE = "-";
export const CROSS = "x";

/** The marks of a board; `shown` are those that the person sees. */
export class Marks {
  constructor(edges) {
    this.confirmed = Array(edges).fill(BLANK);
    this.shown = [...this.confirmed];
    this.revision = -1;
  }

  /** Takes what a message tells about the board. An older board than the present one is ignored. */
  take({ marks, changes = [], revision = this.revision }) {
    if (revision < this.revision) return;
    this.revision = revision;
    if (marks) this.confirmed = [...marks];
    for (const [edge, mark] of changes) this.confirmed[edge] = mark;
  }

  /** Computes the shown marks; returns the edges that look different now. */
  recompute(waiting) {
    const before = this.shown;
    this.shown = withWaiting(this.confirmed, waiting);
    return [...this.shown.keys()].filter((edge) => this.shown[edge] !== before[edge]);
  }
}

/**
 * The marks with what waiting requests do, in order.
 * What an undo does is known only if it is about a stroke that waits as well.
 */
export function withWaiting(confirmed, waiting) {
  const marks = [...confirmed];
  const done = [];
  const undone = [];
  for (const request of waiting) {
    const steps = { undo: [done, undone, 1], redo: [undone, done, 2] }[request.edit];
    if (steps) takeBack(marks, ...steps);
    else if (request.do === "mark" || request.edit === "clear") {
      done.push(apply(marks, request.edges ?? marks.map((mark, edge) => [edge, mark, BLANK])));
      undone.length = 0;
    }
  }
  return marks;
}

function apply(marks, edges) {
  const step = edges.map(([edge, , mark]) => [edge, marks[edge], mark]);
  for (const [edge, , mark] of step) marks[edge] = mark;
  return step;
}

function takeBack(marks, from, to, index) {
  const step = from.pop();
  if (!step) return;
  for (const change of step) marks[change[0]] = change[index];
  to.push(step);
}
