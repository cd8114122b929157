"""The core values: puzzles, boards with marks, solutions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from itertools import compress, count, repeat
from operator import is_
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from puzzle.clue_rows import Clue, canonical_key, key_of_places, key_of_rows
from puzzle.errors import PuzzleError
from puzzle.grid import Grid, check_square
from puzzle.rules import PLAIN, Rules

Solution: TypeAlias = frozenset[int]
"""The edges of the loop."""


class EdgeState(IntEnum):
    """The mark of a player on an edge."""

    UNKNOWN = 0
    LINE = 1
    CROSS = 2


OPPOSITE: Mapping[EdgeState, EdgeState] = MappingProxyType(
    {EdgeState.LINE: EdgeState.CROSS, EdgeState.CROSS: EdgeState.LINE}
)
"""The other state of a marked edge."""


class Puzzle(Struct, frozen=True):
    """A grid with a clue, or None for a blank cell, for each of its cells in order, and its rules.

    Raises `PuzzleError` when there are not as many clues as cells, or a clue is none of the rules:
    below 0 or above the number of edges of its cell, or an animal where there are none.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> puzzle.size, puzzle.clue_cells
    ('2x1', (0,))
    >>> Puzzle(square_grid(1, 2), (3, 5))
    Traceback (most recent call last):
    ...
    puzzle.errors.PuzzleError: the clue 5 at B1 is out of range; a cell here has 4 edges
    """

    grid: Grid
    clues: tuple[Clue, ...]
    rules: Rules = PLAIN

    def __post_init__(self) -> None:
        if len(self.clues) != len(self.grid.cells):
            raise PuzzleError(f"{len(self.clues)} clues given for {len(self.grid.cells)} cells")
        self.rules.check(self.grid, self.clues)

    @property
    def size(self) -> str:
        """The size as columns x rows, the order of Loopy and puzz.link; in cells on squares."""
        return f"{self.grid.cols}x{self.grid.rows}"

    @property
    def canonical_key(self) -> str:
        """32 hexadecimal digits that are the same for all puzzles with the same clues and rules.

        That is, for all rotations and reflections, with any blank cells around; under other rules
        than the plain ones, of the same size. On tilings of hexagons or triangles, whose
        coordinates are rounded, turns by 60 degrees differ.
        """
        if not self.rules.is_plain_with(self.clues):
            return key_of_rows(tuple(self.clue_rows), self.rules.name)
        if self.grid.is_square:
            return canonical_key(tuple(self.clue_rows))
        places = self.grid.cell_means
        clues = [(places[cell], clue) for cell, clue in enumerate(self.clues) if clue is not None]
        return key_of_places(self.grid.tiling, clues)

    @property
    def clue_cells(self) -> tuple[int, ...]:
        """The cells with a clue, in order."""
        return tuple(cell for cell, clue in enumerate(self.clues) if clue is not None)

    @property
    def line_counts(self) -> tuple[Clue, ...]:
        """For each cell, the number of lines around it that its clue demands, if it does.

        >>> from puzzle.grid import square_grid
        >>> Puzzle(square_grid(1, 2), (2, 0), Rules("vertex")).line_counts
        (None, 0)
        """
        return self.rules.line_counts(self.clues)

    @property
    def clue_rows(self) -> list[tuple[Clue, ...]]:
        """The clues row by row; raises `ValueError` unless the cells are squares."""
        check_square(self.grid)
        cols = self.grid.cols
        return [self.clues[start : start + cols] for start in range(0, len(self.clues), cols)]


class Board(Struct, frozen=True):
    """A puzzle with the marks of a player, one for each edge; immutable.

    Raises `PuzzleError` when there are not as many marks as edges.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,)))
    >>> board.mark({0: EdgeState.LINE, 3: EdgeState.CROSS}).lines
    frozenset({0})
    """

    puzzle: Puzzle
    marks: tuple[EdgeState, ...]

    def __post_init__(self) -> None:
        if len(self.marks) != len(self.puzzle.grid.edge_dots):
            raise PuzzleError(
                f"{len(self.marks)} marks given for {len(self.puzzle.grid.edge_dots)} edges"
            )

    @classmethod
    def blank(cls, puzzle: Puzzle) -> Board:
        """The board without any marks."""
        return cls(puzzle, (EdgeState.UNKNOWN,) * len(puzzle.grid.edge_dots))

    @classmethod
    def of_lines(cls, puzzle: Puzzle, lines: frozenset[int]) -> Board:
        """The board with these edges as lines and no other marks."""
        return cls.blank(puzzle).mark(dict.fromkeys(lines, EdgeState.LINE))

    def mark(self, states: Mapping[int, EdgeState]) -> Board:
        """A new board in which the given edges have the given states."""
        marks = list(self.marks)
        for edge, state in states.items():
            marks[edge] = state
        return replace(self, marks=tuple(marks))

    @property
    def lines(self) -> frozenset[int]:
        """The edges marked as lines."""
        return self._edges(EdgeState.LINE)

    @property
    def crosses(self) -> frozenset[int]:
        """The edges marked with a cross."""
        return self._edges(EdgeState.CROSS)

    def _edges(self, state: EdgeState) -> frozenset[int]:
        return frozenset(compress(count(), map(is_, self.marks, repeat(state))))
