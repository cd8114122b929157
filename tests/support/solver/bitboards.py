"""Bitboards by edge number, and random boards for them."""

import random
from collections.abc import Iterator, Mapping

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from solver.bitboard.rules import BitRules
from solver.bitboard.state import BitState, Contradiction, Propagated, Solved, first_state
from tests.support.oracle import simple_cycles
from tests.support.solver.expected import as_solution

Marks = Mapping[int, EdgeState]
SIZES = ((1, 1), (1, 2), (1, 5), (4, 1), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4))


def with_marks(rules: BitRules, state: BitState, marks: Marks) -> BitState:
    """A state with further marks."""
    layout = rules.layout
    lines = layout.edge_bits(edge for edge, mark in marks.items() if mark is EdgeState.LINE)
    crosses = layout.edge_bits(edge for edge, mark in marks.items() if mark is EdgeState.CROSS)
    return state.assume(layout, lines, crosses)


def marked(rules: BitRules, marks: Marks) -> BitState:
    """The first state with marks."""
    return with_marks(rules, first_state(rules), marks)


def known_edges(rules: BitRules, result: Propagated) -> dict[int, EdgeState] | None:
    """What a propagation found, by edge; None for a contradiction."""
    layout = rules.layout
    if isinstance(result, Contradiction):
        return None
    if isinstance(result, Solved):
        edges = range(len(layout.positions))
        loop = result.solution(layout)
        return {edge: EdgeState.LINE if edge in loop else EdgeState.CROSS for edge in edges}
    lines = layout.edge_numbers(result.state.lines(layout))
    crosses = layout.edge_numbers(result.state.crosses(layout))
    assert not lines & crosses
    return dict.fromkeys(lines, EdgeState.LINE) | dict.fromkeys(crosses, EdgeState.CROSS)


def random_marked_boards(count: int, seed: int) -> Iterator[tuple[Puzzle, dict[int, EdgeState]]]:
    """Small boards with clues of a cycle, some of them wrong or missing, and a few marks."""
    rng = random.Random(seed)
    for _ in range(count):
        rows, cols = rng.choice(SIZES)
        grid = square_grid(rows, cols)
        one, other = (as_solution(grid, rng.choice(simple_cycles(rows, cols))) for _ in range(2))
        share = rng.choice((0.0, 0.3, 0.6, 0.8, 1.0))
        clues = [
            len(one.intersection(edges)) if rng.random() < share else None
            for edges in grid.cell_edges
        ]
        if rng.random() < 0.25:
            clues[rng.randrange(len(clues))] = rng.randrange(5)
        every = range(len(grid.edge_dots))
        chosen = rng.sample(every, rng.choice((0, 0, 1, 3, min(8, len(every)))))
        marks = {
            edge: EdgeState.LINE if edge in rng.choice((one, one, other)) else EdgeState.CROSS
            for edge in chosen
        }
        yield Puzzle(grid, tuple(clues)), marks
