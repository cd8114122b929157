// What can be read off the marks of a board: chains, finished clues, mistakes, and the inside.

import { BLANK, LINE } from "./marks.js";

const COLOURS = 4;

/** The chains of lines, each with its edges and whether it is closed; a branch ends chains. */
export function chainsOf(grid, marks) {
  const seen = new Set();
  const chains = [];
  marks.forEach((mark, edge) => {
    if (mark !== LINE || seen.has(edge)) return;
    chains.push(chainFrom(grid, marks, edge, seen));
  });
  return chains;
}

function chainFrom(grid, marks, first, seen) {
  const edges = [];
  const open = [first];
  let closed = true;
  seen.add(first);
  while (open.length) {
    const edge = open.pop();
    edges.push(edge);
    for (const dot of grid.edges[edge]) {
      const lines = linesAt(grid, marks, dot);
      if (lines.length !== 2) closed = false;
      else for (const next of lines) if (!seen.has(next)) open.push(next), seen.add(next);
    }
  }
  return { edges, closed };
}

const linesAt = (grid, marks, dot) => grid.edgesAt[dot].filter((edge) => marks[edge] === LINE);

/**
 * For each edge with a line the look of its chain, { colour }, with a colour from 1 to 4. A chain keeps
 * the look that most of its edges have in `before`, unless a longer one keeps it: the two were one. It
 * then gets another colour, as a new chain does: the one that the fewest chains have.
 */
export function chainLooks(chains, before) {
  const looks = new Map();
  const used = Array(COLOURS).fill(0);
  const longestFirst = [...chains].sort((a, b) => b.edges.length - a.edges.length);
  const lookOf = ({ edges }) => mostFrequent(edges.map((edge) => before.get(edge)).filter(Boolean));
  const olds = new Map(longestFirst.map((chain) => [chain, lookOf(chain)]));
  const keeping = new Map(); // chains by the look that they keep
  for (const [chain, old] of olds) if (old && !keeping.has(old)) keeping.set(old, chain);
  const give = ({ edges }, look) => {
    used[look.colour - 1] += 1;
    for (const edge of edges) looks.set(edge, look);
  };
  for (const [look, chain] of keeping) give(chain, look);
  for (const [chain, old] of olds) {
    if (keeping.get(old) !== chain) give(chain, { colour: leastUsed(used, old?.colour) });
  }
  return looks;
}

/** The colour that is used least of those that are not `other`. */
function leastUsed(used, other) {
  const colours = used.map((_, index) => index + 1).filter((colour) => colour !== other);
  return colours.sort((a, b) => used[a - 1] - used[b - 1])[0];
}

function mostFrequent(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The lines around a cell. */
export const linesOf = (grid, marks, cell) => grid.edgesOf[cell].filter((edge) => marks[edge] === LINE).length;

const countOf = (grid, marks, cell) => (grid.rules?.count ?? linesOf)(grid, marks, cell);

/** Whether the clue of a cell is "done", has too much around it ("over"), or neither (""). */
export function clueState(grid, marks, cell) {
  const clue = grid.clues[cell];
  const count = countOf(grid, marks, cell);
  if (count > clue) return grid.rules?.joins && clue ? "" : "over";
  const isOpen = grid.edgesOf[cell].some((edge) => marks[edge] === BLANK);
  return count === clue && (clue > 0 || !isOpen) ? "done" : "";
}

/** What cannot be in a solution: dots with more than two lines, and loops that are not the whole. */
export function mistakesOf(grid, marks, chains) {
  const dots = [...grid.dots.keys()].filter((dot) => linesAt(grid, marks, dot).length > 2);
  const loops = chains.filter(({ closed }) => closed);
  const whole = chains.length === 1 && allCluesMet(grid, marks) && !grid.rules?.isBroken(grid, marks, chains);
  return { dots, edges: whole ? [] : loops.flatMap(({ edges }) => edges) };
}

function allCluesMet(grid, marks) {
  return grid.clues.every((clue, cell) => clue < 0 || countOf(grid, marks, cell) === clue);
}

/** The cells that lines separate from the outside. */
export function insideCells(grid, marks) {
  const reached = new Set();
  const open = [-1];
  const borders = [...grid.sides.keys()].filter((edge) => grid.sides[edge].includes(-1));
  while (open.length) {
    const cell = open.pop();
    for (const edge of cell < 0 ? borders : grid.edgesOf[cell]) {
      if (marks[edge] === LINE) continue;
      for (const next of grid.sides[edge]) {
        if (next >= 0 && !reached.has(next)) open.push(next), reached.add(next);
      }
    }
  }
  return [...grid.cells.keys()].filter((cell) => !reached.has(cell));
}
