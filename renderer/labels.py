"""The labels beside a board, from which readers find its cells or its dots."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import TypeAlias

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import Puzzle
from puzzle.names import Coord
from puzzle.places import cell_at_corner, cell_beside, cell_name
from renderer.highlights import Highlights
from renderer.positions import positions_of
from renderer.shapes import ShapeRole, Text


class Labels(Enum):
    """What the labels of rows and columns name."""

    NONE = "none"
    CELLS = "cells"
    DOTS = "dots"


MARGIN = 1.0
"""Space beside a board for labels of scale 1, in cells."""
DISTANCE = 0.54
"""Distance from the outermost dots to the centres of labels of scale 1, in cells."""
SCALES = ((5, 1.0), (7, 1.4), (60, 1.75), (200, 2.4))
"""Scale of labels as (maximum side of the board in cells, scale): large boards have small cells.

Up to 10x10, labels are at least 9 pixels high on a picture that a phone shows 295 pixels wide."""
COARSEST = 10, 5.0
"""Label every n-th place, and the scale of labels, on boards larger than in `SCALES`."""
MOST_ON_ONE_SIDE = 15
"""Maximum side of a board, in cells, with labels at the top and left only."""
COLUMN_WIDTH = 0.92
"""Maximum width of the label of a column, in cells."""


CLOSEST = 0.25
"""Distance of two rows or columns, in shortest edges, below which they are close."""
CLOSE_SCALE, CLOSE_LINES, LINE_DISTANCE = 0.5, 3, 0.7
"""Where rows or columns are close: the size of labels beside that on other boards, the maximum
number of their lines, and the distance of these for labels of scale 1, in cells."""
NAME_SHARE = 0.84
"""How far below the middle of a cell its name is, as a share of the radius of its circle."""
NAME_SCALE, NAME_WIDTH = 0.9, 1.7
"""Size of the name of a cell beside its clue, and its maximum width as a share of the radius."""
LETTER_HEIGHT, LETTER_WIDTH = 0.35, 0.26
"""Space that labels of scale 1 take down, and across for each letter, in cells."""

_Text: TypeAlias = tuple[float, str, int]
"""The text of a label along an axis, with its position in cells and its line."""


class LabelLayout(Struct, frozen=True):
    """The labels of a board.

    - `near`: space above and left of the board, in cells.
    - `right`, `bottom`: space beyond its other sides.
    - `scale`: the scale of the font.
    - `labels`: the labels.
    """

    near: float
    right: float
    bottom: float
    scale: float
    labels: tuple[Text, ...]


def label_layout(
    grid: Grid, shown: Labels, margin: float, first: tuple[int, int] = (0, 0)
) -> LabelLayout:
    """Lay out the labels of a board; `margin` is the space beside it without labels, in cells.

    `first` is the row and column of its first cell on the board of which it is a part.
    Every row and column of squares is labelled if the board is not larger than in `SCALES`; on
    other tilings, labels that would touch are left out. Boards of squares with a side of more than
    `MOST_ON_ONE_SIDE` have labels on all four sides; others have labels of rows on the right if
    they are so wide, and of columns below if they are so high. Where rows or columns of cells are
    close, as on aperiodic tilings, labels are smaller and stand in several lines.

    >>> from puzzle.grid import square_grid
    >>> layout = label_layout(square_grid(1, 2), Labels.CELLS, 0.6)
    >>> [(label.text, label.at) for label in layout.labels]
    [('A', (0.5, -0.54)), ('B', (1.5, -0.54)), ('1', (-0.54, 0.5))]
    """
    if shown is Labels.NONE:
        return LabelLayout(margin, margin, margin, 1.0, ())
    ends = positions_of(grid).size
    step, scale = next(((1, scale) for most, scale in SCALES if max(ends) <= most), COARSEST)
    sides = (max(ends), max(ends)) if grid.is_square else ends
    is_wide, is_high = (side > MOST_ON_ONE_SIDE for side in sides)
    texts = _texts(grid, grid.cells if shown is Labels.CELLS else grid.dots, first)
    most, lines = None, 1
    if not has_labels(grid):
        scale, lines = CLOSE_SCALE * scale, CLOSE_LINES
    high, wide = LETTER_HEIGHT * scale, LETTER_WIDTH * scale
    if grid.is_square:
        most = COLUMN_WIDTH * step
        columns, rows = ([(*each, 0) for each in axis[::step]] for axis in texts)
    else:
        columns = _in_lines(texts[0], wide, wide, lines)
        rows = _in_lines(texts[1], high, 0, lines)
    away, further = DISTANCE * scale, (lines - 1) * LINE_DISTANCE * scale
    labels = []
    for x, text, line in columns:
        y = away + line * LINE_DISTANCE * scale
        beside = (-y, ends[1] + y) if is_high else (-y,)
        labels += [Text(ShapeRole.LABEL, (x, at), text, scale, most) for at in beside]
    for y, text, line in rows:
        x = away + line * LINE_DISTANCE * scale
        beside = (-x, ends[0] + x) if is_wide else (-x,)
        labels += [Text(ShapeRole.LABEL, (at, y), text, scale) for at in beside]
    space = MARGIN * scale + further
    right, bottom = space if is_wide else margin, space if is_high else margin
    return LabelLayout(space, right, bottom, scale, tuple(labels))


@lru_cache(maxsize=16)
def has_labels(grid: Grid) -> bool:
    """Whether the rows and columns of cells are far enough from each other to be labelled.

    >>> from puzzle.grid import square_grid
    >>> has_labels(square_grid(1, 2))
    True
    """
    labels = grid.names.labels(grid.cells)
    return all(
        after - before >= CLOSEST
        for axis in (labels.rows, labels.columns)
        for before, after in pairwise(sorted(axis))
    )


def cell_names(puzzle: Puzzle, shown: Highlights) -> Iterator[Text]:
    """The names of the cells by which a text names what is highlighted, below their clues."""
    grid, clues = puzzle.grid, puzzle.clues
    at, cells = positions_of(grid), set(shown.cells)
    cells.update(cell_beside(grid, edge) for edge in shown.edges)
    cells.update(cell_at_corner(grid, dot, sorted(cells)) for dot in shown.dots)
    for cell in sorted(cells):
        (x, y), radius, name = at.cells[cell], at.radii[cell], cell_name(grid, cell)
        below = y if clues[cell] is None else y + NAME_SHARE * radius
        size = NAME_SCALE * at.scales[cell]
        yield Text(ShapeRole.LABEL, (x, below), name, size, NAME_WIDTH * radius)


def _texts(
    grid: Grid, places: tuple[Coord, ...], first: tuple[int, int]
) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """The texts beside columns and rows of a part of a board that begins at `first`, in cells."""
    (first_row, first_col), unit = first, positions_of(grid).unit
    whole = grid.names.labels((row + first_row, col + first_col) for row, col in places)
    return (
        [((col - first_col) * unit, text) for col, text in whole.columns.items()],
        [((row - first_row) * unit, text) for row, text in whole.rows.items()],
    )


def _in_lines(
    texts: Iterable[tuple[float, str]], apart: float, letter: float, lines: int
) -> list[_Text]:
    """The texts, each in the first of some lines in which it is not too near to the one before.

    That is `apart`, and by the room of letters. Texts that fit into no line are left out.
    """
    kept: list[_Text] = []
    free = [-inf] * lines
    for place, text in texts:
        half = (apart + letter * len(text)) / 2
        line = next((line for line, end in enumerate(free) if place - half >= end), None)
        if line is not None:
            kept.append((place, text, line))
            free[line] = place + half
    return kept
