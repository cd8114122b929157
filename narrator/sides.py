"""Explains steps by the inside and the outside of the loop: on which side each cell is, and why."""

from itertools import accumulate

from i18n.messages import Message, Plural
from narrator.words import EdgeWords
from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState
from solver.explain.step import Step, Way

CROSSES_TO_OUTSIDE = Message(
    "{cell} is outside of the loop: only crosses are on the way there from outside"
)
IS_OUTSIDE = Plural(
    "{cell} is outside of the loop: {count} line is on the way there from outside",
    "{cell} is outside of the loop: {count} lines, an even number, are on the way there from "
    "outside",
)
IS_INSIDE = Plural(
    "{cell} is inside of the loop: {count} line is on the way there from outside",
    "{cell} is inside of the loop: {count} lines, an odd number, are on the way there from outside",
)
NO_LINE_BETWEEN = Message(
    "{start} and {end} are on the same side of the loop: only crosses are on the way between them"
)
SAME_SIDE = Plural(
    "{start} and {end} are on the same side of the loop: {count} line is on the way between them",
    "{start} and {end} are on the same side of the loop: {count} lines, an even number, are on the "
    "way between them",
)
OTHER_SIDE = Plural(
    "{start} and {end} are on different sides of the loop: {count} line is on the way between them",
    "{start} and {end} are on different sides of the loop: {count} lines, an odd number, are on "
    "the way between them",
)
BOTH_OR_NEITHER = Message("so {edges} are both lines or both crosses")
JUST_ONE = Message("so just one of {edges} is a line")
NEEDS_MORE = Plural("{clue} needs {count} more line", "{clue} needs {count} more lines")
NEEDS = Plural("{clue} needs {count} line", "{clue} needs {count} lines")


def sides_clauses(words: EdgeWords, board: Board, step: Step, way: Way) -> list[str]:
    """The clauses that explain a step by the sides of the loop, each a whole statement.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.places import Places
    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.sides import ConnectedCells, find_sides, step_of_sides
    >>> puzzle = Puzzle(square_grid(1, 2), (None, None))
    >>> board = Board.blank(puzzle).mark({0: EdgeState.LINE, 1: EdgeState.CROSS})
    >>> connected = ConnectedCells(puzzle.grid, board.marks)
    >>> step = step_of_sides(connected, find_sides(connected)[-1])
    >>> words = EdgeWords(puzzle, ENGLISH, Places(puzzle, ENGLISH))
    >>> for clause in sides_clauses(words, board, step, step.way):
    ...     print(clause)
    A1 is inside of the loop: one line is on the way there from outside
    B1 is outside of the loop: only crosses are on the way there from outside
    """
    clauses = list(_of_cells(words, board, way))
    if step.pattern is not None and step.pattern.cells:
        edges = words.places.edges(step.pattern.edges)
        kind = JUST_ONE if _lines_on(board, way)[-1] % 2 else BOTH_OR_NEITHER
        clauses.append(words.localizer.say(kind, edges=edges))
        clauses.append(_needs(words, board, step, step.pattern.cells[0]))
    return clauses


def _lines_on(board: Board, way: Way) -> list[int]:
    """The number of lines from the first cell of a way to each of its cells."""
    lines = (board.marks[edge] is EdgeState.LINE for edge in way.crossed)
    return list(accumulate(lines, initial=0))


def _of_cells(words: EdgeWords, board: Board, way: Way) -> list[str]:
    """Clauses with the sides of the cells at both ends of a way, as far as they are known."""
    start, end, lines = way.cells[0], way.cells[-1], _lines_on(board, way)
    if OUTSIDE not in way.cells:
        return [_compared(words, start, end, lines[-1])]
    before = lines[way.cells.index(OUTSIDE)]
    ends = ((start, before), (end, lines[-1] - before))
    return [_side(words, cell, count) for cell, count in ends if cell != OUTSIDE]


def _side(words: EdgeWords, cell: int, lines: int) -> str:
    name, count = words.places.cell(cell), words.localizer.number(lines)
    if not lines:
        return words.localizer.say(CROSSES_TO_OUTSIDE, cell=name)
    return words.localizer.say(
        IS_INSIDE if lines % 2 else IS_OUTSIDE, lines, cell=name, count=count
    )


def _compared(words: EdgeWords, one: int, other: int, lines: int) -> str:
    start, end = words.places.cell(one), words.places.cell(other)
    if not lines:
        return words.localizer.say(NO_LINE_BETWEEN, start=start, end=end)
    kind, count = OTHER_SIDE if lines % 2 else SAME_SIDE, words.localizer.number(lines)
    return words.localizer.say(kind, lines, start=start, end=end, count=count)


def _needs(words: EdgeWords, board: Board, step: Step, cell: int) -> str:
    """The clause that tells how many lines a clue needs beside those that the step uses."""
    around = step.known.intersection(board.puzzle.grid.cell_edges[cell])
    drawn = len(around & board.lines)
    left = (board.puzzle.clues[cell] or 0) - drawn
    kind, count = NEEDS_MORE if drawn else NEEDS, words.localizer.number(left)
    return words.localizer.say(kind, left, clue=words.places.clue(cell), count=count)
