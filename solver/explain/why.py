"""Why a puzzle does not have a single solution.

Of several solutions, two are shown that differ as little as possible. Where there is none, the
fewest clues are named that cannot hold together, and what else has a part in it: the dots
around them, or the rule that all lines are one loop.
"""

from dataclasses import dataclass

from puzzle.grid import Grid
from puzzle.model import Board, Puzzle, Solution
from solver.explain.explainer import Explainer, states_of
from solver.explain.field import Field
from solver.explain.shrink import open_rules
from solver.explain.step import LoopReason, Reason
from solver.fewest import find_fewest_clues
from solver.loops import LoopWalker, inside_cells
from solver.nearest import find_nearest
from solver.report import Limits, Outcome

WHY_LIMITS = Limits(seconds=None, propagations=3_000_000)
"""What it may take to make a reason small, once it is known that there is one."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Two solutions of a puzzle.

    - `edges` are the lines of one that the other does not have, of both.
    - `cells` are inside one of the loops and outside the other.
    - `nearest` says that no solution differs from the first in fewer edges.
    """

    first: Solution
    second: Solution
    edges: frozenset[int]
    cells: frozenset[int]
    nearest: bool


@dataclass(frozen=True, slots=True)
class Impossible:
    """Clues that no loop meets together.

    - `cells` are the cells of the clues, in order; without any one of them, the rest is
      possible, if the limits left room to see to that.
    - `reasons` are these clues, and the dots that contradict them; or, where the dots do not,
      the rule of one loop.
    - `smallest` says that no fewer clues of the puzzle contradict each other.
    """

    cells: tuple[int, ...]
    reasons: tuple[Reason, ...]
    smallest: bool


def why_not_unique(
    explainer: Explainer, limits: Limits = WHY_LIMITS
) -> Ambiguous | Impossible | Outcome:
    """Why a puzzle has several solutions or none; UNIQUE or LIMIT if that is not known.

    >>> from puzzle.grid import square_grid
    >>> found = why_not_unique(Explainer(Puzzle(square_grid(1, 3), (3, None, None))))
    >>> sorted(found.edges), sorted(found.cells)
    ([2, 5, 8, 9], [2])
    >>> why_not_unique(Explainer(Puzzle(square_grid(1, 3), (0, None, 0)))).reasons
    (ClueReason(cell=0), ClueReason(cell=2), LoopReason())
    """
    report = explainer.report
    if report.outcome is Outcome.MULTIPLE:
        return _ambiguous(explainer.puzzle, report.solutions[0], report.solutions[1], limits)
    if report.outcome is Outcome.NONE:
        return _impossible(explainer, limits)
    return report.outcome


def _ambiguous(puzzle: Puzzle, first: Solution, second: Solution, limits: Limits) -> Ambiguous:
    found = find_nearest(puzzle, first, second, limits)
    cells = _inside(puzzle.grid, first) ^ _inside(puzzle.grid, found.solution)
    return Ambiguous(
        first, found.solution, first ^ found.solution, frozenset(cells), found.complete
    )


def _inside(grid: Grid, solution: Solution) -> set[int]:
    (loop,) = LoopWalker(grid).walk(sorted(solution))
    return inside_cells(grid, loop)


def _impossible(explainer: Explainer, limits: Limits) -> Impossible | Outcome:
    found = find_fewest_clues(explainer.puzzle, limits)
    if found.outcome is not Outcome.NONE:
        return found.outcome
    clues = tuple(sorted(found.clues))
    return Impossible(clues, _reasons(explainer.field, clues), found.smallest)


def _reasons(field: Field, clues: tuple[int, ...]) -> tuple[Reason, ...]:
    """The clues with the dots that contradict them, or else with the rule of one loop."""
    dots = range(field.cells, field.cells + len(field.puzzle.grid.dots))
    states = states_of(Board.blank(field.puzzle))
    with open_rules(field, states, [*clues, *dots]) as rule_solver:
        left = rule_solver.refute([], [*clues, *dots])
        if left is None:
            return (*field.reasons(clues), LoopReason())
        for dot in sorted(left.difference(clues)):
            if dot in left:
                left = rule_solver.refute([], left - {dot}) or left
    return field.reasons({*clues, *left})
