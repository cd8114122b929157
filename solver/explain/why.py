"""Explanations why a puzzle does not have exactly one solution.

For several solutions, the explanation is two solutions that differ in as few edges as possible. For
no solution, it is a smallest set of contradictory clues, with the dots or the loop rule that they
contradict.
"""

from dataclasses import dataclass

from puzzle.grid import Grid
from puzzle.model import Board, Puzzle, Solution
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.shrink import open_rules
from solver.explain.step import LoopReason, Reason
from solver.fewest import find_fewest_clues
from solver.loops import LoopWalker, inside_cells
from solver.minimal import reduced_by_cores
from solver.nearest import find_nearest
from solver.report import Limits, Outcome

WHY_LIMITS = Limits(seconds=None, propagations=3_000_000)
"""The limits of the search for a small explanation."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Two solutions of a puzzle that differ little.

    - `edges`: the edges that are lines in exactly one of them.
    - `cells`: the cells that are inside exactly one of the loops.
    - `nearest`: whether no solution differs from the first in fewer edges.
    """

    first: Solution
    second: Solution
    edges: frozenset[int]
    cells: frozenset[int]
    nearest: bool


@dataclass(frozen=True, slots=True)
class Impossible:
    """Clues that contradict each other.

    - `cells`: the cells of the clues, in order. The set is minimal unless a limit was reached.
    - `reasons`: these clues, and the dots that they contradict; or the loop rule, when the dots
      alone do not contradict them.
    - `smallest`: whether no set of fewer clues of the puzzle is contradictory.
    """

    cells: tuple[int, ...]
    reasons: tuple[Reason, ...]
    smallest: bool


def why_not_unique(
    explainer: Explainer, limits: Limits = WHY_LIMITS
) -> Ambiguous | Impossible | Outcome:
    """Why a puzzle has several solutions or none; UNIQUE if it has one, LIMIT if that is not known.

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
    """The cells inside the loop of a solution."""
    (loop,) = LoopWalker(grid).walk(sorted(solution))
    return inside_cells(grid, loop)


def _impossible(explainer: Explainer, limits: Limits) -> Impossible | Outcome:
    found = find_fewest_clues(explainer.puzzle, limits)
    if found.outcome is not Outcome.NONE:
        return found.outcome
    clues = tuple(sorted(found.clues))
    return Impossible(clues, _reasons(explainer.graph, clues), found.smallest)


def _reasons(graph: RuleGraph, clues: tuple[int, ...]) -> tuple[Reason, ...]:
    """The clues with a minimal set of dots that they contradict, or else with the loop rule."""
    dots = range(graph.cells, graph.cells + len(graph.puzzle.grid.dots))
    states = states_of(Board.blank(graph.puzzle))
    with open_rules(graph, states, [*clues, *dots]) as rule_solver:
        left = rule_solver.refute([], [*clues, *dots])
        if left is None:
            return (*graph.reasons(clues), LoopReason())
        needed, _ = reduced_by_cores(
            left,
            sorted(left.difference(clues)),
            lambda dot, rules: rule_solver.refute([], rules - {dot}),
        )
    return graph.reasons({*clues, *needed})
