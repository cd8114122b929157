"""Highlights of a picture that illustrate a narration."""

from msgspec.structs import replace

from narrator.checks import Detail
from narrator.narration import Level, looked_at
from puzzle.grid import OUTSIDE
from puzzle.model import EdgeState, Puzzle
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from solver.explain.mistakes import Check
from solver.explain.step import (
    Branch,
    ClueReason,
    Contradiction,
    DeadEnd,
    DotReason,
    PatternPlace,
    Reason,
    Step,
    Subloop,
    TooFew,
    TooMany,
    Unvisited,
    WrongSide,
)


def highlight(puzzle: Puzzle, step: Step, level: Level) -> Highlights:
    """The highlights of a step at a level of help.

    A nudge shows a region, a hint the reasons and the known edges, a step also the conclusions.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(2, 2), (0, None, None, 4))
    >>> step = Explainer(puzzle).next_step(Board.blank(puzzle))
    >>> highlight(puzzle, step, Level.NUDGE).region
    frozenset({0})
    >>> shown = highlight(puzzle, step, Level.STEP)
    >>> shown.reason_cells, sorted(shown.forced_crosses)
    (frozenset({0}), [0, 2, 6, 7])
    """
    if level is Level.NUDGE:
        return Highlights(region=_region(puzzle, step))
    reasons = Highlights(
        reason_cells=frozenset(step.cells),
        reason_dots=frozenset(step.dots),
        known=step.known,
        in_mind=step.in_mind,
    )
    reasons = _with_way(reasons, step.pattern)
    if level is Level.HINT:
        return reasons
    return replace(
        reasons,
        forced_lines=_forced(step, EdgeState.LINE),
        forced_crosses=_forced(step, EdgeState.CROSS),
    )


def _with_way(shown: Highlights, place: PatternPlace | None) -> Highlights:
    """Highlights with the cells of a way, as inside and outside of the loop where that is known.

    Those of a sum are of its whole area.
    """
    if place is None or place.way is None:
        return replace(shown, summed=place is not None and place.name == "parity")
    cells = frozenset(place.way.cells) - {OUTSIDE}
    if OUTSIDE not in place.way.cells and place.way.jump is None:
        return replace(shown, region=cells)
    return replace(shown, inside_cells=place.inside, outside_cells=cells - place.inside)


def _forced(step: Step, state: EdgeState) -> frozenset[int]:
    return frozenset(edge for edge, forced in step.forced.items() if forced is state)


def _region(puzzle: Puzzle, step: Step) -> frozenset[int]:
    """The cells of the clues and around the dots among the reasons, or where to look without."""
    grid, cells, dots = puzzle.grid, step.cells, step.dots
    if not cells and not dots:
        cells, dots = looked_at(grid, step)
    edges = {edge for dot in dots for edge in grid.dot_edges[dot]}
    around = {cell for edge in edges for cell in grid.edge_cells[edge]}
    return frozenset(around.union(cells) - {OUTSIDE})


def highlight_check(found: Check, detail: Detail) -> Highlights:
    """The highlights of a check: the wrong marks and, with `Detail.WHY`, the broken rule.

    >>> from solver.explain.mistakes import CheckOutcome
    >>> found = Check(CheckOutcome.WRONG, frozenset({3}))
    >>> highlight_check(found, Detail.COUNT).wrong, highlight_check(found, Detail.WHERE).wrong
    (frozenset(), frozenset({3}))
    """
    if detail is Detail.COUNT:
        return NO_HIGHLIGHTS
    if detail is Detail.WHERE:
        return Highlights(wrong=found.wrong)
    shown = Highlights() if found.conflict is None else highlight_contradiction(found.conflict)
    return replace(shown, wrong=found.wrong, culprits=found.explained, in_mind=found.in_mind)


def left_out(loop: Subloop | None) -> Highlights:
    """The clue that a loop leaves unmet, or the dot that it does not visit."""
    unmet, missed = (None, None) if loop is None else (loop.unmet, loop.missed)
    return Highlights(
        conflict_cells=frozenset() if unmet is None else frozenset({unmet}),
        conflict_dots=frozenset() if missed is None else frozenset({missed}),
    )


def highlight_contradiction(fact: Contradiction, reason: Reason | None = None) -> Highlights:
    """The highlights of a place where a rule is broken; `reason` is the rule of a clash.

    Of a premature loop these are its edges, and the clue or dot that it leaves out.

    >>> highlight_contradiction(TooMany(3, 4)).conflict_cells
    frozenset({3})
    """
    match fact:
        case TooMany(cell) | TooFew(cell):
            reason = ClueReason(cell)
        case Branch(dot) | DeadEnd(dot) | Unvisited(dot):
            reason = DotReason(dot)
        case Subloop(edges):
            shown = left_out(fact)
            return replace(shown, conflict_edges=frozenset(edges))
        case WrongSide():
            reason = ClueReason(fact.cell)
    match reason:
        case ClueReason(cell):
            return Highlights(conflict_cells=frozenset({cell}))
        case DotReason(dot):
            return Highlights(conflict_dots=frozenset({dot}))
    return NO_HIGHLIGHTS
