"""Propagation before a search: what the rules alone decide, so that the search need not.

On square grids `solver.bitboard` applies the rules of clues, dots, corners and the one loop. Most
puzzles made for people are solved then, which also proves that the solution is the only one. The
rules of colours take longer, so they are left out where the other ones show little: such boards
are left to the search.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import Capability
from solver.agreement import Agreement
from solver.bitboard.layout import BitLayout
from solver.bitboard.propagate import propagate
from solver.bitboard.rules import BitRules
from solver.bitboard.state import Contradiction, Solved, first_state

KNOWN_FOR_COLOURS = 0.45
"""Minimum share of the edges that the other rules decide before those of colours are applied."""


class OnlySolution(Struct, frozen=True):
    """The only solution."""

    lines: Solution


class NoSolution(Struct, frozen=True):
    """There is no solution."""


Presolved: TypeAlias = Agreement | OnlySolution | NoSolution
"""What is known before a search."""

NOTHING_KNOWN = Agreement()
"""No edge is known."""


def presolve(puzzle: Puzzle, assume: Mapping[int, EdgeState]) -> Presolved:
    """Propagate a puzzle with assumed marks, of edges of the board; UNKNOWN assumes nothing.

    On other grids than square ones, and without `Capability.FAST_SEARCH`, nothing is known.

    >>> from puzzle.grid import square_grid
    >>> presolve(Puzzle(square_grid(1, 2), (3, None)), {})
    OnlySolution(lines=frozenset({0, 1, 2, 3, 4, 6}))
    >>> presolve(Puzzle(square_grid(1, 2), (3, None)), {5: EdgeState.LINE})
    NoSolution()
    >>> sorted(presolve(Puzzle(square_grid(1, 3), (3, None, None)), {}).lines)
    [0, 1, 3, 4, 6]
    """
    if not puzzle.grid.is_square or not (assume or any(c is not None for c in puzzle.clues)):
        return NOTHING_KNOWN
    if not puzzle.rules.supports(Capability.FAST_SEARCH):
        return NOTHING_KNOWN
    layout = bit_layout(puzzle.grid)
    rules = BitRules.of_puzzle(puzzle, layout)
    state = first_state(rules)
    if assume:
        line, cross = (
            layout.edge_bits(edge for edge, mark in assume.items() if mark is state_of_edge)
            for state_of_edge in (EdgeState.LINE, EdgeState.CROSS)
        )
        state = state.assume(layout, line, cross)
    match propagate(rules, state, KNOWN_FOR_COLOURS):
        case Solved() as solved:
            return OnlySolution(solved.solution(layout))
        case Contradiction():
            return NoSolution()
        case stuck:
            lines, crosses = stuck.state.lines(layout), stuck.state.crosses(layout)
            return Agreement(layout.edge_numbers(lines), layout.edge_numbers(crosses))


@lru_cache(maxsize=8)
def bit_layout(grid: Grid) -> BitLayout:
    """The bit layout of a square grid; those of the 8 most recent grids are cached."""
    return BitLayout.of(grid)
