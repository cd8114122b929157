"""The labels beside a board, from which readers find its cells or its dots."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from puzzle.grid import Grid
from puzzle.names import AxisLabels, Coord


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


class Label(NamedTuple):
    """A label: its text, the position of its centre, and its maximum width in cells."""

    text: str
    at: Coord
    max_width: float | None


@dataclass(frozen=True, slots=True)
class LabelLayout:
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
    Every row and column is labelled if the board is not larger than in `SCALES`. Boards with more
    than `MOST_ON_ONE_SIDE` rows or columns have labels on all four sides.

    >>> from puzzle.grid import square_grid
    >>> layout = label_layout(square_grid(1, 2), Labels.CELLS, 0.6)
    >>> [(label.text, label.at) for label in layout.labels]
    [('A', (-0.54, 0.5)), ('B', (-0.54, 1.5)), ('1', (0.5, -0.54))]
    """
    if shown is Labels.NONE:
        return LabelLayout(margin, margin, 1.0, ())
    side = max(grid.rows, grid.cols)
    step, scale = next(((1, scale) for most, scale in SCALES if side <= most), COARSEST)
    around = side > MOST_ON_ONE_SIDE
    texts = _texts(grid, grid.cells if shown is Labels.CELLS else grid.dots, first)
    labels = tuple(_labels(grid, texts, step, DISTANCE * scale, around=around))
    space = MARGIN * scale
    return LabelLayout(space, space if around else margin, scale, labels)


def _texts(grid: Grid, places: tuple[Coord, ...], first: tuple[int, int]) -> AxisLabels:
    """The texts of labels by their positions on a part of a board that begins at `first`."""
    first_row, first_col = first
    whole = grid.names.labels((row + first_row, col + first_col) for row, col in places)
    return AxisLabels(
        {row - first_row: text for row, text in whole.rows.items()},
        {col - first_col: text for col, text in whole.columns.items()},
    )


def _labels(
    grid: Grid, texts: AxisLabels, step: int, away: float, *, around: bool
) -> Iterator[Label]:
    bottom, right = (max(dot[axis] for dot in grid.dots) + away for axis in (0, 1))
    for column, text in list(texts.columns.items())[::step]:
        for row in (-away, bottom) if around else (-away,):
            yield Label(text, (row, column), COLUMN_WIDTH * step)
    for row, text in list(texts.rows.items())[::step]:
        for column in (-away, right) if around else (-away,):
            yield Label(text, (row, column), None)
