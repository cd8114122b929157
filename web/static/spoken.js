// What screen readers speak of a place on the board.

import { clueInWords, say } from "./words.js";

/** A mark or a shade in words. */
export const wordOf = (mark) => say(`said_${mark}`);

/** A cell with its shade and, if asked for, its clue. */
export function cellInWords({ grid, marks }, cell, withClue) {
  const said = say("said_cell", { cell: grid.cellNames[cell], shade: wordOf(marks.shades[cell]) });
  const clue = clueInWords(grid.clues[cell]);
  if (!withClue || !clue) return said;
  return `${said}; ${grid.clues[cell] < 0 ? clue : say("said_clue", { clue })}`;
}

/** A dot with the marks of its edges and, if asked for, the clues around it. */
export function dotInWords({ grid, marks }, dot, withClues) {
  const edges = grid.edgesAt[dot]
    .map((edge) => [grid.wayFrom(dot, edge), edge])
    .sort(([a], [b]) => a - b)
    .map(([way, edge]) => say("said_edge", { way: say(`way_${way}`), mark: markInWords(marks, edge) }));
  const named = namedClues(grid.clues, grid.cellNames, grid.cellsAt(dot));
  const said = say("said_dot", { dot: grid.dotNames[dot], edges: edges.join(", ") });
  return withClues && named ? `${said}; ${say("said_clues", { clues: named })}` : said;
}

/** The clues of some cells with their names; "" for none. */
export function namedClues(clues, names, cells = [...clues.keys()]) {
  return cells.filter((cell) => clueInWords(clues[cell]))
    .map((cell) => `${names[cell]} ${clueInWords(clues[cell])}`).join(", ");
}

function markInWords({ shown, tried }, edge) {
  const mark = wordOf(shown[edge]);
  return tried.has(edge) ? say("said_tried", { mark, level: tried.get(edge) }) : mark;
}
