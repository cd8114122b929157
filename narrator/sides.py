"""Explains steps by the inside and the outside of the loop."""

from i18n.messages import Message, Plural
from narrator.words import EdgeWords
from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Board, EdgeState
from solver.explain.step import Step, Way

MAX_TURNS = 10
"""Maximum number of cells by which a way is named."""

TOLERANCE = 1e-6
"""How far a cell may be from the middle between two others, in cell sides, on a straight way."""

OUT_THERE = Message("outside")
CROSSES_TO_OUTSIDE = Message(
    "the way {way} leads over crosses alone, so {cell} is outside of the loop too"
)
IS_OUTSIDE = Plural(
    "the way {way} leads over {count} line, so {cell} is outside of the loop",
    "the way {way} leads over {count} lines, an even number, so {cell} is outside of the loop",
)
IS_INSIDE = Plural(
    "the way {way} leads over {count} line, so {cell} is inside of the loop",
    "the way {way} leads over {count} lines, an odd number, so {cell} is inside of the loop",
)
NO_LINE_BETWEEN = Message(
    "the way {way} leads over crosses alone, so {start} and {end} are on the same side of the loop"
)
SAME_SIDE = Plural(
    "the way {way} leads over {count} line, so {start} and {end} are on the same side of the loop",
    "the way {way} leads over {count} lines, an even number, so {start} and {end} are on the same "
    "side of the loop",
)
OTHER_SIDE = Plural(
    "the way {way} leads over {count} line, so {start} and {end} are on different sides of the "
    "loop",
    "the way {way} leads over {count} lines, an odd number, so {start} and {end} are on different "
    "sides of the loop",
)
BOTH_OR_NEITHER = Message("so {edges} are both lines or both crosses")
JUST_ONE = Message("so just one of {edges} is a line")
NEEDS_MORE = Plural("{clue} needs {count} more line", "{clue} needs {count} more lines")
NEEDS = Plural("{clue} needs {count} line", "{clue} needs {count} lines")


def sides_clauses(words: EdgeWords, board: Board, step: Step, way: Way) -> list[str]:
    """The clauses that explain a step by the sides of the loop, each a whole statement."""
    lines = sum(board.marks[edge] is EdgeState.LINE for edge in way.crossed)
    clauses = [_related(words, way, lines)]
    if step.pattern is not None and step.pattern.cells:
        edges = words.places.edges(step.pattern.edges)
        kind = JUST_ONE if lines % 2 else BOTH_OR_NEITHER
        clauses.append(words.localizer.say(kind, edges=edges))
        clauses.append(_needs(words, board, step, step.pattern.cells[0]))
    return clauses


def _related(words: EdgeWords, way: Way, lines: int) -> str:
    """The clause that tells the sides of the cells at both ends of a way over some lines."""
    say, path = words.localizer.say, _path(words, way)
    ends = (way.cells[0], way.cells[-1])
    cells = [words.places.cell(cell) for cell in ends if cell != OUTSIDE]
    if len(cells) == 1:
        if not lines:
            return say(CROSSES_TO_OUTSIDE, way=path, cell=cells[0])
        kind = IS_INSIDE if lines % 2 else IS_OUTSIDE
        return say(kind, lines, count=lines, way=path, cell=cells[0])
    start, end = cells
    if not lines:
        return say(NO_LINE_BETWEEN, start=start, end=end, way=path)
    kind = OTHER_SIDE if lines % 2 else SAME_SIDE
    return say(kind, lines, count=lines, start=start, end=end, way=path)


def _needs(words: EdgeWords, board: Board, step: Step, cell: int) -> str:
    """The clause that tells how many lines a clue needs beside those that the step uses."""
    around = step.known.intersection(board.puzzle.grid.cell_edges[cell])
    drawn = len(around & board.lines)
    left = (board.puzzle.clues[cell] or 0) - drawn
    kind = NEEDS_MORE if drawn else NEEDS
    return words.localizer.say(kind, left, clue=words.places.clue(cell), count=left)


def _path(words: EdgeWords, way: Way) -> str:
    """The cells at which a way begins, turns and ends; of many, the first and the last."""
    cells, grid = way.cells, words.puzzle.grid
    turns = [
        cell
        for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False)
        if OUTSIDE in {before, cell, after} or _turns(grid, before, cell, after)
    ]
    names = [
        words.localizer.say(OUT_THERE) if cell == OUTSIDE else words.places.cell(cell)
        for cell in (cells[0], *turns, cells[-1])
    ]
    if len(names) > MAX_TURNS:
        names[MAX_TURNS // 2 : -(MAX_TURNS // 2)] = ["…"]
    return " → ".join(names)


def _turns(grid: Grid, before: int, cell: int, after: int) -> bool:
    """Whether a way from cell to cell changes its direction."""
    (a, b), (c, d), (e, f) = grid.cells[before], grid.cells[cell], grid.cells[after]
    return max(abs(2 * c - a - e), abs(2 * d - b - f)) > TOLERANCE
