"""Propagation before a search: what the rules alone decide, so that the search need not.

On square grids `solver.bitboard` applies the rules of clues, dots, corners and the one loop. Most
puzzles made for people are solved then, which also proves that the solution is the only one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle, Solution
from solver.bitboard.layout import BitLayout
from solver.bitboard.propagate import propagate
from solver.bitboard.rules import BitRules
from solver.bitboard.state import Contradiction, Solved, first_state

TILING = "square"
"""The tiling of grids that are propagated."""


@dataclass(frozen=True, slots=True)
class KnownEdges:
    """The lines and crosses that every solution has, as far as propagation finds them."""

    lines: frozenset[int] = frozenset()
    crosses: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.lines) + len(self.crosses)


@dataclass(frozen=True, slots=True)
class OnlySolution:
    """The only solution."""

    lines: Solution


@dataclass(frozen=True, slots=True)
class NoSolution:
    """There is no solution."""


Presolved: TypeAlias = KnownEdges | OnlySolution | NoSolution
"""What is known before a search."""

NOTHING_KNOWN = KnownEdges()
"""No edge is known."""


def presolve(puzzle: Puzzle, assume: Mapping[int, EdgeState]) -> Presolved:
    """Propagate a puzzle with assumed marks, of edges of the board; UNKNOWN assumes nothing.

    On other grids than square ones nothing is known.

    >>> from puzzle.grid import square_grid
    >>> presolve(Puzzle(square_grid(1, 2), (3, None)), {})
    OnlySolution(lines=frozenset({0, 1, 2, 3, 4, 6}))
    >>> presolve(Puzzle(square_grid(1, 2), (3, None)), {5: EdgeState.LINE})
    NoSolution()
    >>> sorted(presolve(Puzzle(square_grid(1, 3), (3, None, None)), {}).lines)
    [0, 1, 3, 4, 6]
    """
    if puzzle.grid.tiling != TILING:
        return NOTHING_KNOWN
    layout = bit_layout(puzzle.grid)
    rules = BitRules.of_puzzle(puzzle, layout)
    state = first_state(rules)
    if assume:
        lines = (edge for edge, mark in assume.items() if mark is EdgeState.LINE)
        crosses = (edge for edge, mark in assume.items() if mark is EdgeState.CROSS)
        state = state.assume(layout, layout.edge_bits(lines), layout.edge_bits(crosses))
    match propagate(rules, state):
        case Solved() as solved:
            return OnlySolution(solved.solution(layout))
        case Contradiction():
            return NoSolution()
        case stuck:
            state = stuck.state
            return KnownEdges(
                layout.edge_numbers(state.lines(layout)), layout.edge_numbers(state.crosses(layout))
            )


@lru_cache(maxsize=8)
def bit_layout(grid: Grid) -> BitLayout:
    """The bit layout of a square grid; those of the 8 most recent grids are cached."""
    return BitLayout.of(grid)
