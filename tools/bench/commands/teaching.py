"""How steps are told: what a learner reads, sees and meets in which order.

It uses only what steps and narrations have had from the first version on, so that the same file
measures an older checkout: copy it there and run the command there.
"""

import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from narrator.frames import walkthrough_frames
from narrator.narration import Level, narrate
from puzzle.grid import Grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.names import Coord
from renderer.picture import Picture
from solver.explain.explainer import Explainer, states_of
from solver.explain.field import Field
from solver.explain.shrink import open_rules
from solver.explain.step import ClueReason, DotReason, Reason, Step, Subloop
from solver.explain.techniques import is_named
from solver.search import Outcome
from tools.bench.datasets import Dataset, load, shared
from tools.bench.measure import print_machine

SETS = ("puzzleloop_10x10_hard", "loopy_10x10t0dt", "loopy_10x10t0dh", "puzzleloop_25x30_medium")
"""Datasets of the usual levels; the last one is large and needs single reasons only."""

THREES = frozenset({"adjacent-3-3", "diagonal-3-3", "diagonal-3-2-3"})
EASY = THREES | {
    *("three-next-to-zero", "three-diagonal-to-zero", "corner-1", "corner-2", "corner-3"),
    *(f"{name}-{clue}" for name in ("line-arriving", "forced-turn") for clue in (1, 2, 3)),
}
"""Techniques of several reasons that are no harder than a known pattern."""


@dataclass
class Told:
    """Counts over the steps of walkthroughs; `joint` are those of several reasons."""

    steps: int = 0
    joint: int = 0
    named: int = 0
    sentences: list[int] = field(default_factory=list)
    joint_sentences: list[int] = field(default_factory=list)
    supposed: int = 0
    threes_supposed: int = 0
    witnesses: list[float] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)
    known: int = 0
    idle: int = 0
    steps_with_idle: int = 0
    harder: int = 0
    harder_beside_threes: int = 0
    threes: int = 0
    whole_threes: int = 0
    moves: list[float] = field(default_factory=list)
    techniques: Counter[str] = field(default_factory=Counter)


def teaching(
    datasets: Annotated[
        list[Path] | None,
        typer.Argument(help="Files with one puzzle on every line; without any, the usual sets."),
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 20,
) -> None:
    """Walk through puzzles and measure how each step is told.

    A step of several reasons is harder unless it is a known pattern. `beside 3-3` counts the harder
    steps given while two adjacent or diagonal 3s have none of their edges marked. A witness is the
    clue or line that shows that a loop would be premature; its distance is that from the edge that
    would close the loop. A known mark is idle when the reasons force the same without it.
    """
    print_machine()
    for dataset in map(load, datasets) if datasets else shared(*SETS):
        print(f"\n{dataset.name}", flush=True)
        _print(tell(dataset, limit))


def tell(dataset: Dataset, limit: int) -> Told:
    """Walk through puzzles of a set that have one solution."""
    told = Told()
    for puzzle in dataset.spread(limit):
        explainer = Explainer(puzzle)
        if explainer.report.outcome is Outcome.UNIQUE:
            _walk(explainer, told)
    return told


def _walk(explainer: Explainer, told: Told) -> None:
    puzzle = explainer.puzzle
    board = Board.blank(puzzle)
    threes = list(pairs_of_threes(puzzle))
    steps = [step for step in explainer.walkthrough() if isinstance(step, Step)]
    before: list[int] = []
    for step in steps:
        edges = [found.edge for found in step.deductions]
        _count_text(board, step, told)
        _count_marks(explainer.field, board, step, told)
        _count_threes(board, step, threes, told)
        told.witnesses += witness_distances(puzzle, step)
        if before:
            told.moves.append(between(puzzle.grid, before, edges))
        before = edges
        board = board.mark({found.edge: found.state for found in step.deductions})
    told.frames.append(len(walkthrough_frames(Picture(Board.blank(puzzle)), steps)))


def _count_text(board: Board, step: Step, told: Told) -> None:
    narration = narrate(board, step, Level.STEP)
    count = len(narration.sentences) + (narration.conclusion is not None)
    told.steps += 1
    told.sentences.append(count)
    told.techniques[step.technique.name] += 1
    supposes = any("uppose" in sentence for sentence in narration.sentences)
    if step.technique.name in THREES:
        told.threes_supposed += supposes
    if step.cost > 1:
        told.joint += 1
        told.joint_sentences.append(count)
        told.named += is_named(step.technique)
        told.supposed += supposes


def _count_marks(field_: Field, board: Board, step: Step, told: Told) -> None:
    """Count known marks without which the reasons force the same."""
    idle = sum(is_idle(field_, board, step, edge) for edge in step.known)
    told.known += len(step.known)
    told.idle += idle
    told.steps_with_idle += idle > 0


def is_idle(field_: Field, board: Board, step: Step, edge: int) -> bool:
    """Whether the reasons of a step and its other known marks force all its deductions."""
    kept = step.known - {edge}
    blank = Board.blank(board.puzzle)
    states = states_of(blank.mark({other: board.marks[other] for other in kept}))
    rules = [_rule(field_, reason) for reason in step.reasons]
    with open_rules(field_, states, rules, [found.edge for found in step.deductions]) as solver:
        return all(
            solver.forces(found.edge, int(found.state), rules) is not None
            for found in step.deductions
        )


def _rule(field_: Field, reason: Reason) -> int:
    match reason:
        case ClueReason(cell):
            return cell
        case DotReason(dot):
            return field_.cells + dot
        case _:
            return field_.loop_rule


def _count_threes(board: Board, step: Step, threes: Iterable["PairOfThrees"], told: Told) -> None:
    edges = {found.edge for found in step.deductions}
    cells = {reason.cell for reason in step.reasons if isinstance(reason, ClueReason)}
    standing = [
        pair for pair in threes if all(board.marks[edge] is EdgeState.UNKNOWN for edge in pair.core)
    ]
    if step.cost > 1 and step.technique.name not in EASY:
        told.harder += 1
        told.harder_beside_threes += bool(standing)
    own = [pair for pair in standing if cells.issuperset(pair.cells)]
    if step.technique.name in THREES and own:
        told.threes += 1
        told.whole_threes += any(edges.issuperset(pair.core) for pair in own)


class PairOfThrees(NamedTuple):
    """Two adjacent or diagonal 3s, and the lines that they force."""

    cells: tuple[int, int]
    core: frozenset[int]


def pairs_of_threes(puzzle: Puzzle) -> Iterator[PairOfThrees]:
    """All pairs of adjacent or diagonal 3s of a puzzle."""
    grid, threes = puzzle.grid, [cell for cell, clue in enumerate(puzzle.clues) if clue == 3]
    for one, other in combinations(threes, 2):
        shared_dots = {*grid.cell_dots[one]} & {*grid.cell_dots[other]}
        if shared_dots:
            sides, others = grid.cell_edges[one], grid.cell_edges[other]
            far = {
                edge
                for edge in (*sides, *others)
                if not shared_dots.intersection(grid.edge_dots[edge])
            }
            yield PairOfThrees((one, other), frozenset(far | ({*sides} & {*others})))


def witness_distances(puzzle: Puzzle, step: Step) -> Iterator[float]:
    """The distances of the witnesses of a step from the edges that would close the loops."""
    grid = puzzle.grid
    for argument in (step.argument, *step.further):
        for inference in argument.all_inferences():
            fact = inference.fact
            loop = fact if isinstance(fact, Subloop) else inference.subloop
            if loop is not None:
                closing = [e for e in loop.edges if e not in inference.given] or list(loop.edges)
                yield _witness_distance(grid, loop, closing)
    place = getattr(step, "pattern", None)
    if place is not None and place.subloop is not None:
        yield _witness_distance(grid, place.subloop, place.edges)


def _witness_distance(grid: Grid, loop: Subloop, closing: Collection[int]) -> float:
    places = [_middle(grid, edge) for edge in closing]
    if loop.unmet is not None:
        return min(_apart(grid.cells[loop.unmet], place) for place in places)
    if loop.outside is not None:
        return min(_apart(_middle(grid, loop.outside), place) for place in places)
    return 0


def between(grid: Grid, some: Iterable[int], others: Iterable[int]) -> float:
    """The distance of two groups of edges, in steps along rows and columns."""
    places = [_middle(grid, edge) for edge in others]
    return min(_apart(_middle(grid, edge), place) for edge in some for place in places)


def _middle(grid: Grid, edge: int) -> Coord:
    (row, col), (last_row, last_col) = (grid.dots[dot] for dot in grid.edge_dots[edge])
    return (row + last_row) / 2, (col + last_col) / 2


def _apart(one: Coord, other: Coord) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _print(told: Told) -> None:
    print(f"  {told.steps} steps, {told.joint} of several reasons, {told.harder} of them harder")
    print(f"  sentences          {_spread(told.sentences)}")
    print(f"    several reasons  {_spread(told.joint_sentences)}")
    print(f"  name a pattern     {_share(told.named, told.joint)}")
    print(f"  with Suppose       {_share(told.supposed, told.joint)}")
    print(f"    3-3              {_share(told.threes_supposed, _count(told, THREES))}")
    print(f"  3-3 told whole     {_share(told.whole_threes, told.threes)}")
    print(f"  beside 3-3         {_share(told.harder_beside_threes, told.harder)}")
    print(f"  witness distance   {_spread(told.witnesses)}")
    print(f"  idle marks         {_share(told.idle, told.known)}")
    print(f"    steps with some  {_share(told.steps_with_idle, told.steps)}")
    print(f"  from step to step  {_spread(told.moves)}")
    print(f"  frames             {_spread(told.frames)}")
    common = ", ".join(f"{count} {name}" for name, count in told.techniques.most_common(60))
    print(f"  techniques         {common}", flush=True)


def _count(told: Told, names: Iterable[str]) -> int:
    return sum(told.techniques[name] for name in names)


def _share(count: int, total: int) -> str:
    return f"{count} of {total}" + (f" ({count / total:.1%})" if total else "")


def _spread(values: Collection[float]) -> str:
    if not values:
        return "none"
    mean, middle = statistics.fmean(values), statistics.median(values)
    return f"mean {mean:.2f}   median {middle:g}   max {max(values):g}"
