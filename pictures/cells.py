"""Looks into the cells of a board: each is blank, a digit, or something else."""

import numpy as np
from msgspec import Struct

from pictures.arrays import Bytes, Floats, Integers, Mask, Reals
from pictures.digits import OTHER, classify, glyph
from pictures.ink import Parts, parts_of
from pictures.lattice import Lattice, at

SIDE = 32
"""The side of the picture of a cell."""
INSET = 0.1
"""How much of a cell is left out at each side."""
SHOWN = 1 - 2 * INSET
BLANK = -1
FAINTEST = 14
"""Ink that differs less from the ground is none."""


class Cells(Struct, frozen=True):
    """What is in the cells of a board and of a ring around it; each field is one array.

    `content` is `BLANK`, a digit or `OTHER`; `share` tells how certain that is, 0 to 1. `height` is
    that of what is in the cell, in cells, and `contrast` how much it differs from the ground.
    `usual_contrast` is that of most clues.
    """

    content: Integers
    share: Reals
    height: Reals
    contrast: Reals
    usual_contrast: float


def look(ink: Bytes, lattice: Lattice) -> Cells:
    """What is in the cells."""
    views = _views(ink, lattice)
    rows, columns = views.shape[:2]
    flat = views.reshape(rows, columns, -1)
    contrast = np.partition(flat, -12, axis=-1)[..., -12].astype(float)
    mask = views > np.maximum(FAINTEST, 0.45 * contrast)[..., None, None]
    sheet = np.zeros((rows * (SIDE + 1), columns * (SIDE + 1)), bool)  # a gap between cells
    sheet.reshape(rows, SIDE + 1, columns, SIDE + 1).swapaxes(1, 2)[..., :SIDE, :SIDE] = mask
    parts = parts_of(sheet)
    size = rows, columns
    cells = Cells(
        np.full(size, BLANK), np.ones(size), np.zeros(size), contrast, _usual(contrast[1:-1, 1:-1])
    )
    if len(parts.area):
        crossed = _without_border(views, parts)
        _fill(cells, views, parts)
        strange = crossed & (cells.content == BLANK)
        cells.content[strange], cells.height[strange] = OTHER, SHOWN
    return cells


def _usual(contrast: Reals) -> float:
    values = np.sort(contrast.ravel())
    strong = values[values > max(24, 0.4 * values[-1 - len(values) // 50])]
    return float(np.median(strong)) if len(strong) else 0.0


def _views(ink: Bytes, lattice: Lattice) -> Floats:
    """A picture of each cell and those of a ring around the board, without dots."""
    weights, shrink = lattice.weights, int(lattice.pitch // 40)
    if shrink >= 2:
        height, width = (side // shrink for side in ink.shape)
        ink = ink[: height * shrink, : width * shrink]
        ink = ink.reshape(height, shrink, width, shrink).mean((1, 3)).astype(np.uint8)
        weights = weights / shrink
    inside = INSET + (np.arange(SIDE) + 0.5) / SIDE * SHOWN
    i, j = np.meshgrid(
        *((np.arange(-1, count + 1)[:, None] + inside).ravel()
          for count in (lattice.columns, lattice.rows))
    )  # fmt: skip
    points = at(weights, i, j) - 0.5
    most = np.array(ink.shape[::-1]) - 1.01
    held = points.clip(0, most)
    x, y = held.astype(int).transpose(2, 0, 1)
    right, down = (held - np.stack([x, y], axis=-1)).astype(np.float32).transpose(2, 0, 1)
    upper = ink[y, x] * (1 - right) + ink[y, x + 1] * right
    lower = ink[y + 1, x] * (1 - right) + ink[y + 1, x + 1] * right
    values = upper * (1 - down) + lower * down
    values[(np.abs(held - points) > 1).any(-1)] = 0
    views = values.reshape(lattice.rows + 2, SIDE, lattice.columns + 2, SIDE).swapaxes(1, 2)
    edge = np.minimum(np.arange(SIDE), SIDE - 1 - np.arange(SIDE)) + 0.5
    radius = max(0.0, (lattice.dot * 0.93 - INSET * 1.8) * SIDE / SHOWN)
    views[..., np.hypot(*np.meshgrid(edge, edge)) < radius] = 0
    return np.ascontiguousarray(views, np.float32)


def _borders(parts: Parts) -> tuple[Integers, Integers, Reals, Mask]:
    """The row and column of the cell of each part, its box there, and if it comes from outside.

    A large clue may touch one side, but reaches neither from side to side nor into a corner.
    """
    row, column = parts.top // (SIDE + 1), parts.left // (SIDE + 1)
    box = np.stack([parts.left, parts.top, parts.right, parts.bottom], axis=1)
    box -= np.stack([column, row, column, row], axis=1) * (SIDE + 1)
    sides = (box[:, :2] <= 0).sum(1) + (box[:, 2:] >= SIDE).sum(1)
    size, off = box[:, 2:] - box[:, :2], np.abs(box[:, 2:] + box[:, :2] - SIDE) / 2
    clue = (size[:, 1] > 0.5 * SIDE) & (size < 0.95 * SIDE).all(1) & (off < 0.25 * SIDE).all(1)
    return row, column, box, (sides > 1) | ((sides == 1) & ~clue)


def _without_border(views: Floats, parts: Parts) -> Mask:
    """Erase what reaches the border of its cell: lines, crosses, dots.

    Returns the cells where such a thing reaches the middle too.
    """
    *_, border = _borders(parts)
    crossed = np.zeros(views.shape[:2])
    runs, kept = parts.runs, border[parts.part_of_run]
    for y, start, end in zip(runs.row[kept], runs.start[kept], runs.end[kept], strict=True):
        row, column = y // (SIDE + 1), start // (SIDE + 1)
        y, start, end = y % (SIDE + 1), start % (SIDE + 1), (end - 1) % (SIDE + 1) + 1
        if 0.3 * SIDE < y < 0.7 * SIDE:
            crossed[row, column] += max(0, min(end, 0.7 * SIDE) - max(start, 0.3 * SIDE))
        views[row, column, y, start:end] = 0
    return crossed > 0.02 * SIDE * SIDE


def _fill(cells: Cells, views: Floats, parts: Parts) -> None:
    """Tell the digits in the middle of cells."""
    rows, columns, boxes, border = _borders(parts)
    inside: dict[tuple[int, int], list[int]] = {}
    for part in np.nonzero(~border & (parts.area >= 5))[0]:
        inside.setdefault((int(rows[part]), int(columns[part])), []).append(part)
    found, glyphs = [], []
    for place, members in inside.items():
        areas = parts.area[members]
        main = boxes[np.array(members)[areas >= 0.12 * areas.max()]]
        left, top = main[:, :2].min(0)
        right, bottom = main[:, 2:].max(0)
        cells.height[place] = (bottom - top) / SIDE * SHOWN
        off = max(abs(left + right - SIDE), abs(top + bottom - SIDE)) / 2 / SIDE
        if cells.height[place] >= 0.1 and off <= 0.3:
            found.append(place)
            glyphs.append(glyph(views[place][top:bottom, left:right]))
        elif cells.height[place] >= 0.1 or (right - left) / SIDE > 0.2:
            cells.share[place] = 0.8
    if found:
        shares = classify(np.stack(glyphs))
        at_found = tuple(np.array(found).T)
        cells.content[at_found] = shares.argmax(1)
        cells.share[at_found] = shares.max(1)
