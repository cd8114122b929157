"""Mines kernels from steps on random clues of random loops, and keeps those that make drills.

The kernel of a step is cut out of its board.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from puzzle.grid import OUTSIDE, Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.names import Coord
from solver.agreement import agreed
from solver.drills.kernels import ANY, Kernel, Truth, edge_at
from solver.drills.making import Grower
from solver.drills.solutions import open_solutions
from solver.errors import DrillError
from solver.explain.crossings import explained_by_counting
from solver.explain.direct import close
from solver.explain.explainer import Explainer
from solver.explain.loop_choices import refute_by_loop
from solver.explain.pairs import find_proofs
from solver.explain.rule_graph import board_of, states_of
from solver.explain.shrink import Forced, shrink
from solver.explain.smallest import as_forced
from solver.explain.step import Step, Subloop
from solver.explain.steps import MAX_FURTHER, step_of_forced
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom

SIDES, CLUE_SHARES = (5, 6, 7), (0.3, 0.45, 0.6, 0.8)
"""The sizes of boards that are searched, and the shares of their cells that have a clue."""

WALK_UNITS, MAX_REASONS = 400_000, 9
"""The work for one walk, and the maximum number of reasons of a proof that is not the smallest."""

MOST_KERNELS, LOOPS, PLACES = 24, 30, 3
"""Kernels kept of a technique, loops on which each is tried, and places that must do."""

Found = Mapping[str, Counter[Kernel]]
MAX_SIDE = 6
"""Maximum number of rows and columns of a kernel."""

KNOWN = {EdgeState.LINE: "1", EdgeState.CROSS: "0"}
FOLLOWS = {EdgeState.LINE: "+", EdgeState.CROSS: "x"}


def mine(seconds: float, seed: int) -> Found:
    """Kernels by the name of their technique, with how often they were found."""
    rng, found = SeededRandom(seed), defaultdict[str, Counter[Kernel]](Counter)
    end = time.process_time() + seconds
    while time.process_time() < end:
        for board, step in _steps(rng):
            kernel = kernel_of(board, step)
            if kernel is not None:
                found[step.technique.name][kernel] += 1
    return found


def select(
    found: Found, seconds: float, names: Iterable[str]
) -> Iterator[tuple[str, list[Kernel]]]:
    """Techniques, each with kernels whose step is the next."""
    for name in names:
        rng = SeededRandom(name)
        grid = square_grid(6, 6)
        truths = [Truth(grid, random_loop(grid, rng)) for _ in range(LOOPS)]
        end = time.process_time() + seconds
        kept: list[Kernel] = []
        for kernel, _ in found[name].most_common():
            if len(kept) == MOST_KERNELS or time.process_time() > end:
                break
            if _makes_drills(name, kernel, truths, rng):
                kept.append(kernel)
        yield name, sorted(kept)


def _makes_drills(name: str, kernel: Kernel, truths: list[Truth], rng: SeededRandom) -> bool:
    """Whether the step of a kernel alone is the next one, at the first places it has on loops."""
    good = bad = 0
    for truth in truths:
        placed = truth.place(kernel, rng)
        if placed is None:
            continue
        is_next = False
        with open_solutions(truth.grid) as solutions, suppress(DrillError):
            solutions.add(truth.loop)
            is_next = Grower(truth, solutions, name, placed).begin()
        good, bad = good + is_next, bad + (not is_next)
        if good == PLACES or bad > good:
            break
    return good > bad


def _steps(rng: SeededRandom) -> Iterator[tuple[Board, Step]]:
    """Steps on random clues of a random loop, each with its board."""
    side, share = rng.pick(SIDES), rng.pick(CLUE_SHARES)
    grid = square_grid(side, side)
    truth = Truth(grid, random_loop(grid, rng))
    clues = tuple(clue if rng.chance(share) else None for clue in truth.clues)
    explainer = Explainer(Puzzle(grid, clues), shared=agreed(grid, [truth.loop]))
    yield from _steps_of_proofs(explainer, rng)
    board = Board.blank(explainer.puzzle)
    for step in explainer.walkthrough(units=WALK_UNITS):
        if isinstance(step, Step):
            yield board, step
            board = board.mark(step.forced)


def _steps_of_proofs(explainer: Explainer, rng: SeededRandom) -> Iterator[tuple[Board, Step]]:
    """Steps on boards closed under single reasons, for all proofs by corners and by the loop."""
    graph, states = explainer.graph, states_of(Board.blank(explainer.puzzle))
    seen = set[tuple[int, frozenset[int]]]()
    while True:
        for _ in close(graph, states):
            pass
        board = board_of(explainer.puzzle, states)
        taken = []
        sets = [Forced(*proof[:3]) for proof in find_proofs(graph, states, 3)]
        for found in (*sets, *map(as_forced, refute_by_loop(graph, states))):
            small = shrink(graph, states, found)
            if small is None or len(small.rules) > MAX_REASONS or (found.edge, small.rules) in seen:
                continue
            seen.add((found.edge, small.rules))
            step = step_of_forced(graph, board, small, most=MAX_FURTHER)
            taken.append(explained_by_counting(graph, board, states, step))
        if not taken:
            step_or_none = explainer.next_step(board)
            if not isinstance(step_or_none, Step):
                return
            taken.append(step_or_none)
        yield from ((board, step) for step in taken)
        for edge, state in rng.pick(taken).forced.items():
            states[edge] = int(state)


def kernel_of(board: Board, step: Step) -> Kernel | None:
    """The smallest image of the kernel of a step; None where it is too large.

    A dot that is a reason keeps all its edges: where one is missing, the kernel touches the border.
    So it does where a way leads by the outside.
    """
    grid = board.puzzle.grid
    cells, dots = _cells_of(step), _dots_of(step)
    known = set(step.known)
    edges = {*step.forced, *known, *(edge for dot in dots for edge in grid.dot_edges[dot])}
    places = [grid.dots[dot] for edge in edges for dot in grid.edge_dots[edge]]
    places += [grid.dots[dot] for cell in cells for dot in grid.cell_dots[cell]]
    (top, bottom), (left, right) = ((min(at), max(at)) for at in zip(*places, strict=True))
    rows, cols = max(1, int(bottom - top)), max(1, int(right - left))
    if max(rows, cols) > MAX_SIDE:
        return None
    top, left = min(top, grid.rows - rows), min(left, grid.cols - cols)
    own = square_grid(rows, cols)
    clues, marks = [ANY] * len(own.cells), [ANY] * len(own.edge_dots)
    for cell in cells:
        row, col = grid.cells[cell]
        if board.puzzle.clues[cell] is not None:
            clues[own.cell_index[row - top, col - left]] = str(board.puzzle.clues[cell])
    for states, signs in (({e: board.marks[e] for e in known}, KNOWN), (step.forced, FOLLOWS)):
        for edge, state in states.items():
            one, two = (grid.dots[dot] for dot in grid.edge_dots[edge])
            place = edge_at(own, (one[0] - top, one[1] - left), (two[0] - top, two[1] - left))
            marks[place] = signs[state]
    border = set(_border_dots(grid, step, dots))
    sides = (
        ("b", any(row == grid.rows for row, _ in border)),
        ("l", any(col == 0 for _, col in border)),
        ("r", any(col == grid.cols for _, col in border)),
        ("t", any(row == 0 for row, _ in border)),
    )
    touched = "".join(side for side, is_touched in sides if is_touched)
    return Kernel(rows, cols, touched, "".join(clues), "".join(marks)).images()[0]


def _cells_of(step: Step) -> set[int]:
    """The clues that a step needs, with those that show why a loop is premature."""
    unmet = {loop.unmet for loop in _subloops(step) if loop.unmet is not None}
    return unmet.union(step.cells, step.pattern.cells if step.pattern else ())


def _dots_of(step: Step) -> set[int]:
    return {*step.dots, *(step.pattern.dots if step.pattern else ())}


def _subloops(step: Step) -> Iterator[Subloop]:
    if step.pattern and step.pattern.subloop:
        yield step.pattern.subloop
    for argument in step.arguments:
        for inference in argument.all_inferences():
            if inference.subloop is not None:
                yield inference.subloop
            if isinstance(inference.fact, Subloop):
                yield inference.fact


def _border_dots(grid: Grid, step: Step, dots: set[int]) -> Iterator[Coord]:
    """Places that the kernel must have on the border of the board, not at its corners alone."""
    for dot in dots:
        if len(grid.dot_edges[dot]) < 4:
            yield grid.dots[dot]
    if step.way and OUTSIDE in step.way.cells:
        for edge in (*step.way.crossed, *step.forced):
            if OUTSIDE in grid.edge_cells[edge]:
                (row, col), (end_row, end_col) = (grid.dots[dot] for dot in grid.edge_dots[edge])
                # between its ends, so that an edge at a corner of the board touches one side
                yield (row + end_row) / 2, (col + end_col) / 2
