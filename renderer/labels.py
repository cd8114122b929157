"""The labels beside a board, from which readers find its cells or its dots."""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import Puzzle
from puzzle.names import Coord
from puzzle.places import cell_at_corner, cell_beside, cell_name
from renderer.highlights import Highlights
from renderer.positions import positions_of
from renderer.shapes import Point, ShapeRole, Text


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
"""Distance of two rows or columns, in shortest edges, below which a board has no labels."""
NAME_SHARE = 0.84
"""How far below the middle of a cell its name is, as a share of the radius of its circle."""
NAME_SCALE, NAME_WIDTH = 0.9, 1.7
"""Size of the name of a cell beside its clue, and its maximum width as a share of the radius."""
LETTER_HEIGHT, LETTER_WIDTH = 0.35, 0.26
"""Space that labels of scale 1 take down, and across for each letter, in cells."""

_Texts: TypeAlias = list[tuple[float, str]]
"""The texts of labels along one axis, each with its position in cells."""


class Label(NamedTuple):
    """A label: its text, the position of its centre as (x, y), and its maximum width in cells."""

    text: str
    at: Point
    max_width: float | None


class LabelLayout(Struct, frozen=True):
    """The labels of a board.

    - `near`, `far`: space above and left of the board, and below and right of it, in cells.
    - `scale`: the scale of the font.
    - `labels`: the labels.
    """

    near: float
    far: float
    scale: float
    labels: tuple[Label, ...]


def label_layout(
    grid: Grid, shown: Labels, margin: float, first: tuple[int, int] = (0, 0)
) -> LabelLayout:
    """Lay out the labels of a board; `margin` is the space beside it without labels, in cells.

    `first` is the row and column of its first cell on the board of which it is a part.
    Every row and column of squares is labelled if the board is not larger than in `SCALES`; on
    other tilings, labels that would touch are left out. Boards with a side of more than
    `MOST_ON_ONE_SIDE` have labels on all four sides. There are none where rows or columns of cells
    are too close to be told apart, as on aperiodic tilings.

    >>> from puzzle.grid import square_grid
    >>> layout = label_layout(square_grid(1, 2), Labels.CELLS, 0.6)
    >>> [(label.text, label.at) for label in layout.labels]
    [('A', (0.5, -0.54)), ('B', (1.5, -0.54)), ('1', (-0.54, 0.5))]
    """
    if shown is Labels.NONE or not has_labels(grid):
        return LabelLayout(margin, margin, 1.0, ())
    ends = positions_of(grid).size
    step, scale = next(((1, scale) for most, scale in SCALES if max(ends) <= most), COARSEST)
    around = max(ends) > MOST_ON_ONE_SIDE
    columns, rows = _texts(grid, grid.cells if shown is Labels.CELLS else grid.dots, first)
    if grid.is_square:
        columns, rows = columns[::step], rows[::step]
    else:
        columns = _thinned(columns, LETTER_WIDTH * scale, LETTER_WIDTH * scale)
        rows = _thinned(rows, LETTER_HEIGHT * scale, 0)
    most = COLUMN_WIDTH * step if grid.is_square else None
    labels = tuple(_labels(columns, rows, ends, DISTANCE * scale, most, around=around))
    space = MARGIN * scale
    return LabelLayout(space, space if around else margin, scale, labels)


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


def _texts(grid: Grid, places: tuple[Coord, ...], first: tuple[int, int]) -> tuple[_Texts, _Texts]:
    """The texts beside columns and rows of a part of a board that begins at `first`."""
    (first_row, first_col), unit = first, positions_of(grid).unit
    whole = grid.names.labels((row + first_row, col + first_col) for row, col in places)
    return (
        [((col - first_col) * unit, text) for col, text in whole.columns.items()],
        [((row - first_row) * unit, text) for row, text in whole.rows.items()],
    )


def _thinned(texts: _Texts, apart: float, letter: float) -> _Texts:
    """The texts that are not too near to the one before: `apart`, and by the room of letters."""
    kept: _Texts = []
    free = -inf
    for place, text in texts:
        half = (apart + letter * len(text)) / 2
        if place - half >= free:
            kept.append((place, text))
            free = place + half
    return kept


def _labels(  # noqa: PLR0913 - all lengths of one layout
    columns: _Texts, rows: _Texts, ends: Point, away: float, most: float | None, *, around: bool
) -> Iterator[Label]:
    right, bottom = ends[0] + away, ends[1] + away
    for x, text in columns:
        for y in (-away, bottom) if around else (-away,):
            yield Label(text, (x, y), most)
    for y, text in rows:
        for x in (-away, right) if around else (-away,):
            yield Label(text, (x, y), None)
