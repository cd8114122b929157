"""Drills as questions, and the verdict on what somebody drew in a drill.

A question is: which of four edges is decided, and is it a line or a cross?
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from puzzle.errors import NotationError
from puzzle.grid import OUTSIDE
from puzzle.lazy_messages import lazy
from puzzle.model import OPPOSITE, Board, EdgeState, Solution
from puzzle.moves import parse_changes
from solver.drills.drill import OTHERS, Drill, apart
from solver.drills.packing import pack
from solver.drills.solutions import open_solutions
from solver.errors import AssumptionError
from solver.explain.nearness import edge_centres
from solver.generate.seeded_random import SeededRandom


class Question(NamedTuple):
    """Edges in reading order, the index of the only one that is decided, and its state."""

    edges: tuple[int, ...]
    right: int
    state: EdgeState


def question(drill: Drill) -> Question:
    """The question of a drill, which is always the same.

    The decided edge is one of the answer, a line if there is one; each place in reading order is as
    frequent. The others may each be a line or a cross. As far as the board allows, they touch
    neither the answer nor each other, and a clue or a mark is beside each of them.

    >>> from solver.drills.making import make_drill
    >>> asked = question(make_drill("corner-3", 1))
    >>> len(asked.edges), asked.state
    (4, <EdgeState.LINE: 1>)
    """
    rng, answer = SeededRandom(pack(drill)), drill.answer
    lines = [edge for edge, state in answer.items() if state is EdgeState.LINE]
    rights = rng.shuffled(lines or sorted(answer))
    others = sorted(rng.shuffled(_undecided(drill)), key=partial(_is_bare, drill.board))
    ways = [
        _asked_about(drill, right, place, others)
        for place in rng.shuffled(range(OTHERS + 1))
        for right in rights
    ]
    _, right, edges = min(ways, key=itemgetter(0))
    return Question(edges, edges.index(right), answer[right])


def _undecided(drill: Drill) -> list[int]:
    """The unmarked edges that may each be a line or a cross."""
    board = drill.board
    with open_solutions(board.puzzle.grid, board.puzzle.rules) as solutions:
        forced = solutions.forced(board)
    return [edge for edge, mark in enumerate(board.marks) if not mark and edge not in forced]


def _is_bare(board: Board, edge: int) -> bool:
    """Whether no clue is beside an edge and no mark at its ends."""
    grid, clues = board.puzzle.grid, board.puzzle.clues
    around = (other for dot in grid.edge_dots[edge] for other in grid.dot_edges[dot])
    has_clue = any(clues[cell] is not None for cell in grid.edge_cells[edge] if cell != OUTSIDE)
    return not has_clue and not any(board.marks[other] for other in around)


def _asked_about(
    drill: Drill, right: int, place: int, others: Iterable[int]
) -> tuple[int, int, tuple[int, ...]]:
    """A question with so many edges before the decided one, and how far it is from what is wanted.

    Those come first that touch neither the answer nor another one, then those of `others` in front.
    """
    grid = drill.board.puzzle.grid
    order = edge_centres(grid).__getitem__
    edges, faults = [right], 0
    for wanted, is_before in ((place, True), (OTHERS - place, False)):
        left = [edge for edge in others if (order(edge) < order(right)) is is_before]
        for _ in range(wanted):
            good = apart(grid, left, {*edges, *drill.answer})
            faults += not good
            edges += (good or apart(grid, left, [right]) or left)[:1]
            left = [edge for edge in left if edge not in edges]
    faults += OTHERS * (OTHERS + 1 - len(edges))
    return faults, right, tuple(sorted(edges, key=order))


class DrillVerdict(Enum):
    """What an answer to a drill is worth; only the last two are wrong."""

    RIGHT = "right"
    PART = "a part"
    ALSO_RIGHT = "also right"
    NOT_DECIDED = "not decided"
    IMPOSSIBLE = "impossible"


class Graded(NamedTuple):
    """A verdict; `edge` is the first edge drawn wrong.

    `counterexample` is a solution in which an edge that is not decided has its other state.
    """

    verdict: DrillVerdict
    counterexample: Solution | None = None
    edge: int | None = None


def grade(drill: Drill, drawn: Mapping[int, EdgeState]) -> Graded:
    """Judge edges drawn on the board of a drill; edges drawn as UNKNOWN and as marked say nothing.

    - RIGHT: all lines of the answer, or all of it if it has no line; other edges may follow too.
    - PART: a part of the answer, perhaps nothing yet.
    - ALSO_RIGHT: nothing of the answer, but all of it follows.
    - NOT_DECIDED: some edge may have either state.
    - IMPOSSIBLE: some edge has the other state in all solutions.

    Raises `AssumptionError` when an edge is not on the board.

    >>> from solver.drills.making import make_drill
    >>> drill = make_drill("corner-3", 1)
    >>> edge, *_ = drill.answer
    >>> grade(drill, drill.answer).verdict, grade(drill, {edge: EdgeState.LINE}).verdict
    (<DrillVerdict.RIGHT: 'right'>, <DrillVerdict.PART: 'a part'>)
    >>> grade(drill, {edge: EdgeState.CROSS})
    Graded(verdict=<DrillVerdict.IMPOSSIBLE: 'impossible'>, counterexample=None, edge=36)
    """
    marks, answer = drill.board.marks, drill.answer
    outside = next((edge for edge in drawn if not 0 <= edge < len(marks)), None)
    if outside is not None:
        raise AssumptionError(outside, len(marks))
    new = new_in(drill, drawn)
    found = {edge for edge, state in new.items() if answer.get(edge) is state}
    others = {edge: state for edge, state in new.items() if edge not in found}
    wrong = _first_wrong(drill, others)
    if wrong is not None:
        return wrong
    lines = {edge for edge, state in answer.items() if state is EdgeState.LINE}
    if found >= (lines or answer.keys()):
        return Graded(DrillVerdict.RIGHT)
    return Graded(DrillVerdict.PART if found or not others else DrillVerdict.ALSO_RIGHT)


def about(drill: Drill, graded: Graded, drawn: Mapping[int, EdgeState]) -> int:
    """The edge that a verdict is about: the first wrong one, else one of the answer, else any."""
    if graded.edge is not None:
        return graded.edge
    return min(new_in(drill, drawn), key=lambda edge: edge not in drill.answer)


def new_in(drill: Drill, drawn: Mapping[int, EdgeState]) -> dict[int, EdgeState]:
    """What of drawn edges the board does not have yet; edges that are not there stay."""
    marks = dict(enumerate(drill.board.marks))
    return {
        edge: state
        for edge, state in sorted(drawn.items())
        if state and marks.get(edge) is not state
    }


def moves_on(drill: Drill, text: str) -> dict[int, EdgeState]:
    """What typed moves draw on the board of a drill, as `parse_changes` reads them.

    Raises `NotationError` for a text that has no moves, and if the board has all of them already.
    """
    drawn = new_in(drill, parse_changes(text, drill.board.puzzle.grid))
    if not drawn:
        raise NotationError(
            lazy("marks"), lazy("the board has this already"), remedy=lazy("draw what follows")
        )
    return drawn


def _first_wrong(drill: Drill, drawn: Mapping[int, EdgeState]) -> Graded | None:
    """The verdict on the first impossible edge, or else on the first one that is not decided."""
    found = None
    with open_solutions(drill.board.puzzle.grid, drill.board.puzzle.rules) as solutions:
        for edge, state in drawn.items():
            if solutions.find(drill.board, {edge: state}) is None:
                return Graded(DrillVerdict.IMPOSSIBLE, None, edge)
            counterexample = solutions.find(drill.board, {edge: OPPOSITE[state]})
            if counterexample is not None and found is None:
                found = Graded(DrillVerdict.NOT_DECIDED, counterexample, edge)
    return found
