"""Edits that somebody makes to a daily so that it is not recognised, written as text.

One edit a line: `blank 12` and `put 12 3` change a cell, `row 4` and `col 4` put a blank row or
column before another or last, `no row 4` and `no col 4` take one out, `turn 5` chooses one of the
images.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from play.resemblance import CONTRADICTION, GAP
from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.symmetry import images

LONGEST = 40
"""No edit makes a side longer than so many cells."""

_EDIT = re.compile(r"(blank|row|col|no row|no col|turn) ([0-9]{1,4})|(put) ([0-9]{1,4}) ([0-4])")
_COST_OF_ADDED = {0: 0, 1: GAP, 2: GAP, 3: 2 * GAP}
"""What so many lines cost that were put in at one place."""


@dataclass(slots=True)
class Edited:
    """A puzzle under edits. `origins` has, for the rows and for the columns, the line of the
    original that each is, and None for one that was put in."""

    original: Puzzle
    origins: tuple[list[int | None], list[int | None]]
    cells: list[list[Clue]]
    turn: int = field(default=0)

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Edited":
        """A puzzle before the first edit."""
        rows = [list(row) for row in puzzle.clue_rows]
        return cls(puzzle, (list(range(len(rows))), list(range(len(rows[0])))), rows)

    @property
    def puzzle(self) -> Puzzle:
        """What became of it."""
        grid = square_grid(len(self.cells), len(self.cells[0]))
        return images(Puzzle(grid, tuple(clue for row in self.cells for clue in row)))[self.turn]

    def put(self, cell: int, clue: Clue) -> None:
        """Change a cell, counted row by row and around again past the last one."""
        row, col = divmod(cell % (len(self.cells) * len(self.cells[0])), len(self.cells[0]))
        self.cells[row][col] = clue

    def add_line(self, axis: int, place: int) -> None:
        """Put a blank row (axis 0) or column (axis 1) in; ValueError when there are too many."""
        lines = self.origins[axis]
        if len(lines) >= LONGEST:
            raise ValueError("the board is too large")
        place = min(place, len(lines))
        lines.insert(place, None)
        if axis == 0:
            self.cells.insert(place, [None] * len(self.cells[0]))
        else:
            for row in self.cells:
                row.insert(place, None)

    def remove_line(self, axis: int, place: int) -> None:
        """Take a row or column out; ValueError for the last one."""
        lines = self.origins[axis]
        if len(lines) == 1:
            raise ValueError("nothing is left of the board")
        place = min(place, len(lines) - 1)
        del lines[place]
        for row in self.cells if axis else [self.cells]:
            del row[place]

    def least_score(self) -> int | None:
        """What the original scores in the puzzle at least, by what documents say of the score;
        None where they promise nothing."""
        costs = [
            _cost(lines, side) for lines, side in zip(self.origins, self._sides(), strict=True)
        ]
        across, down = costs
        if across is None or down is None or (across and down):
            return None
        return self._agreeing() - across - down

    def _agreeing(self) -> int:
        clues, score = self.original.clue_rows, 0
        for row, cells in zip(self.origins[0], self.cells, strict=True):
            for col, cell in zip(self.origins[1], cells, strict=True):
                clue = None if row is None or col is None else clues[row][col]
                if clue is not None and cell is not None:
                    score += 1 if clue == cell else -CONTRADICTION
        return score

    def _sides(self) -> tuple[int, int]:
        return self.original.grid.rows, self.original.grid.cols


def _cost(lines: Sequence[int | None], side: int) -> int | None:
    """What the lines cost that were put in and taken out; None when no line is left, or too many
    were put in at one place."""
    kept = [(place, line) for place, line in enumerate(lines) if line is not None]
    if not kept:
        return None
    (first, top), (last, bottom) = kept[0], kept[-1]
    cost = 0
    if first:  # what was taken out here would lie where other lines were put in
        cost += top * GAP
    if last < len(lines) - 1:
        cost += (side - 1 - bottom) * GAP
    for (place, line), (next_place, next_line) in pairwise(kept):
        added = next_place - place - 1
        if added not in _COST_OF_ADDED:
            return None
        cost += _COST_OF_ADDED[added] + (next_line - line - 1) * GAP
    return cost


def edit(puzzle: Puzzle, text: str) -> Edited:
    """Makes the edits of a text; ValueError for what is none."""
    edited = Edited.of(puzzle)
    for line in text.split("\n"):
        found = _EDIT.fullmatch(line)
        if found is None:
            raise ValueError(f"no edit: {line[:40]!r}")
        name, number = found[1] or found[3], int(found[2] or found[4])
        if name == "turn":
            edited.turn = number % 8
        elif name == "put":
            edited.put(number, int(found[5]))
        elif name == "blank":
            edited.put(number, None)
        elif name.startswith("no "):
            edited.remove_line(int(name == "no col"), number)
        else:
            edited.add_line(int(name == "col"), number)
    return edited
