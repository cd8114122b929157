// Who drew what on a board of several people: a colour, a pattern and a letter each, over the marks.

import { s } from "./dom.js";
import { distance } from "./geometry.js";
import { BLANK, LINE, NOBODY } from "./marks.js";

const NAMED_MS = 4000; // how long the author of a new mark is seen
const FLASH_MS = 1800;
/** The dashes along the middle of lines, by the colours of people: none, dots, dashes, and both. */
const PATTERNS = ["0 9", "0 .25", ".2 .2", ".5 .17", "0 .13", ".3 .2 0 .2", ".12 .12", ".3 .15 0 .15 0 .15"];
const CODE_A = 65;

const placeOf = (member) => member % PATTERNS.length;

/** The letters of a person on a board: A to Z, then AA. */
export function letterOf(member) {
  const last = String.fromCharCode(CODE_A + (member % 26));
  return member < 26 ? last : letterOf(Math.floor(member / 26) - 1) + last;
}

/** Gives an element the colour of a person. */
export function inColourOf(member, element) {
  const colour = member === NOBODY ? "var(--wrong-line)" : `var(--person-${placeOf(member) + 1})`;
  element.style.setProperty("--who", colour);
  return element;
}

/** Shows who drew the marks of a view; `changed()` is called when new ones are named no more. */
export class Authors {
  constructor(view, grid, changed) {
    Object.assign(this, { view, grid, changed });
    this.named = new Map(); // the time until which edges are named
    [this.group, this.flashes] = [s("g", { class: "authors" }), s("g")];
    view.lines.after(this.group, this.flashes);
  }

  /** Names the authors of some edges for a moment. */
  name(edges) {
    if (!edges.length) return;
    for (const edge of edges) this.named.set(edge, Date.now() + NAMED_MS);
    this.changed();
    setTimeout(() => {
      for (const [edge, until] of this.named) if (until <= Date.now()) this.named.delete(edge);
      this.changed();
    }, NAMED_MS);
  }

  /** Lets edges flash, each with the person in whose colour. */
  flash(edges) {
    const paths = edges.map(([edge, member]) => inColourOf(member, s("path", { class: "flash", d: this.view.along(edge) })));
    this.flashes.append(...paths);
    setTimeout(() => paths.forEach((path) => path.remove()), FLASH_MS);
  }

  /** Shows the `authors` of `marks`: of all, of the `loop` in the end, or of new ones ("new"). */
  show(marks, authors, which) {
    const isSeen = { all: () => true, loop: (edge) => marks[edge] === LINE, new: (edge) => this.named.has(edge) }[which];
    const edges = [...marks.keys()].filter((edge) => marks[edge] !== BLANK && authors[edge] !== NOBODY && isSeen(edge));
    const lines = edges.filter((edge) => marks[edge] === LINE);
    const pieces = this.#pieces(lines, authors);
    const shown = which === "loop" ? longest(pieces, authors) : pieces;
    this.group.replaceChildren(
      ...lines.flatMap((edge) => this.#line(edge, authors[edge])),
      ...shown.map((piece) => this.#sign(this.#middle(piece), authors[piece[0]], "plate")),
      ...edges.filter((edge) => marks[edge] !== LINE).map((edge) => this.#sign(edge, authors[edge], "cover")));
  }

  #line(edge, member) {
    const d = this.view.along(edge);
    const pattern = s("path", { class: "pattern", d, "stroke-dasharray": PATTERNS[placeOf(member)] });
    return [inColourOf(member, s("path", { class: "author", d })), placeOf(member) ? pattern : ""];
  }

  /** The letter of who drew an edge, on a round ground. */
  #sign(edge, member, kind) {
    const [x, y] = this.grid.middles[edge];
    const sign = s("g", { class: `sign ${kind}` }, s("circle", { cx: x, cy: y }), s("text", { x, y }, letterOf(member)));
    return inColourOf(member, sign);
  }

  /** The pieces of lines that hang together and are of one person. */
  #pieces(lines, authors) {
    const left = new Set(lines);
    const pieces = [];
    for (const first of lines) {
      if (!left.delete(first)) continue;
      const piece = [first];
      for (const edge of piece) { // which grows
        for (const next of this.grid.edges[edge].flatMap((dot) => this.grid.edgesAt[dot])) {
          if (authors[next] === authors[first] && left.delete(next)) piece.push(next);
        }
      }
      pieces.push(piece);
    }
    return pieces;
  }

  /** The edge of a piece that is nearest to its middle. */
  #middle(piece) {
    const points = piece.map((edge) => this.grid.middles[edge]);
    const centre = [0, 1].map((way) => points.reduce((sum, point) => sum + point[way], 0) / points.length);
    const away = (edge) => distance(this.grid.middles[edge], centre);
    return piece.reduce((best, edge) => (away(edge) < away(best) ? edge : best));
  }
}

/** The longest piece of each person. */
function longest(pieces, authors) {
  const found = new Map();
  for (const piece of [...pieces].sort((a, b) => a.length - b.length)) found.set(authors[piece[0]], piece);
  return [...found.values()];
}
