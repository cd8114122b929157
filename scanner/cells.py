"""Looks into the cells of a board: each is blank, has a digit, or something else."""

import numpy as np
from msgspec import Struct

from scanner.digits import OTHER, classify, glyph
from scanner.ink import Array, Parts, parts_of
from scanner.lattice import Lattice

SIDE, GAP = 32, 1
"""The side of the picture of a cell, and the space between two of them."""
INSET = 0.1
"""How much of a cell is left out at each side."""
SHOWN = 1 - 2 * INSET
BLANK = -1
FAINTEST = 14
"""Ink that differs less from the ground is none."""


class Cells(Struct, frozen=True):
    """What is in the cells of a board and of a ring around it; each field has a value for each.

    `contents` are `BLANK`, a digit or `OTHER`; `shares` tell how certain that is, 0 to 1. `heights`
    are those of what is in the cells, in cells, and `contrasts` how much it differs from the
    ground, compared with most clues.
    """

    contents: Array
    shares: Array
    heights: Array
    contrasts: Array


def look(ink: Array, lattice: Lattice) -> Cells:
    """What is in the cells."""
    views = _views(ink, lattice)
    rows, columns = size = views.shape[:2]
    contrasts = np.partition(views.reshape(*size, -1), -12, axis=-1)[..., -12]
    mask = views > np.maximum(FAINTEST, 0.45 * contrasts)[..., None, None]
    apart = np.pad(mask, ((0, 0), (0, 0), (0, GAP), (0, GAP))).swapaxes(1, 2)
    parts = parts_of(apart.reshape(rows * (SIDE + GAP), columns * (SIDE + GAP)))
    usual = np.sort(contrasts[1:-1, 1:-1].ravel())
    usual = usual[usual > max(24, 0.4 * usual[-1 - len(usual) // 50])]
    contrasts = contrasts / np.median(usual) if len(usual) else contrasts * 0
    cells = Cells(np.full(size, BLANK), np.ones(size), np.zeros(size), contrasts)
    _fill(cells, views, parts)
    return cells


def _views(ink: Array, lattice: Lattice) -> Array:
    """A picture of each cell and those of a ring around the board, without dots."""
    shrink = max(1, int(lattice.pitch // 40))
    height, width = (side // shrink for side in ink.shape)
    ink = ink[: height * shrink, : width * shrink].reshape(height, shrink, width, shrink)
    ink = ink.mean((1, 3), dtype=np.float32)
    inside = INSET + (np.arange(SIDE) + 0.5) / SIDE * SHOWN
    rows, columns = (np.arange(-1, count + 1) for count in lattice.size)
    i = (columns[:, None] + inside).ravel()
    views = np.empty((len(rows), len(columns), SIDE, SIDE), np.float32)
    for view, row in zip(views, rows, strict=True):  # all at once would take much memory
        places = np.stack(np.meshgrid(i, row + inside), axis=-1) + lattice.first
        points = lattice.at(places) / shrink - 0.5
        held = points.clip(0, (width - 1.01, height - 1.01))
        x, y = np.moveaxis(held.astype(int), -1, 0)
        right, down = np.moveaxis(held % 1, -1, 0)
        upper = ink[y, x] * (1 - right) + ink[y, x + 1] * right
        lower = ink[y + 1, x] * (1 - right) + ink[y + 1, x + 1] * right
        values = upper * (1 - down) + lower * down
        values[(np.abs(held - points) > 1).any(-1)] = 0
        view[:] = values.reshape(SIDE, len(columns), SIDE).swapaxes(0, 1)
    edge = np.minimum(np.arange(SIDE), SIDE - 1 - np.arange(SIDE)) + 0.5
    radius = (lattice.dot * 0.93 - INSET * 1.8) * SIDE / SHOWN
    views[..., np.hypot(*np.meshgrid(edge, edge)) < radius] = 0
    return views


def _fill(cells: Cells, views: Array, parts: Parts) -> None:
    """Tell the digits in the middle of cells, and what comes from outside and crosses a cell."""
    column, row = parts.boxes[:, :2].T // (SIDE + GAP)
    boxes = parts.boxes - np.stack([column, row] * 2, axis=1) * (SIDE + GAP)
    is_line = _come_from_outside(boxes)
    y, start, end = parts.runs[is_line[parts.members]].T
    sheet = np.zeros((len(views) * (SIDE + GAP), views.shape[1] * (SIDE + GAP)), np.int8)
    sheet[y, start], sheet[y, end] = 1, -1
    sheet = sheet.cumsum(1, dtype=np.int8).reshape(len(views), SIDE + GAP, -1, SIDE + GAP)
    crossing = sheet.swapaxes(1, 2)[..., :SIDE, :SIDE] > 0
    views[crossing] = 0
    inside: dict[tuple[int, int], list[int]] = {}
    for part in np.nonzero(~is_line & (parts.areas >= 5))[0].tolist():
        inside.setdefault((int(row[part]), int(column[part])), []).append(part)
    found, glyphs = [], []
    for place, all_parts in inside.items():
        areas = parts.areas[all_parts]
        members = np.array(all_parts)[areas >= 0.12 * areas.max()]
        left, top = boxes[members, :2].min(0)
        right, bottom = boxes[members, 2:].max(0)
        cells.heights[place] = (bottom - top) / SIDE * SHOWN
        off = max(abs(left + right - SIDE), abs(top + bottom - SIDE)) / 2 / SIDE
        if cells.heights[place] >= 0.1 and off <= 0.3:
            found.append(place)
            glyphs.append(glyph(views[place][top:bottom, left:right]))
        elif cells.heights[place] >= 0.1 or (right - left) / SIDE > 0.2:
            cells.shares[place] = 0.8
    if found:
        shares = classify(np.stack(glyphs))
        at_found = tuple(np.array(found).T)
        cells.contents[at_found], cells.shares[at_found] = shares.argmax(1), shares.max(1)
    middle = crossing[..., int(0.3 * SIDE) : int(0.7 * SIDE), int(0.3 * SIDE) : int(0.7 * SIDE)]
    strange = (middle.mean((2, 3)) > 0.12) & (cells.contents == BLANK)
    cells.contents[strange], cells.heights[strange] = OTHER, SHOWN


def _come_from_outside(boxes: Array) -> Array:
    """Which parts of cells are lines, crosses or dots that reach the border of their cell.

    A large clue may touch one side, but neither reaches the opposite one nor a corner.
    """
    sides = (boxes[:, :2] <= 0).sum(1) + (boxes[:, 2:] >= SIDE).sum(1)
    sizes, off = boxes[:, 2:] - boxes[:, :2], np.abs(boxes[:, 2:] + boxes[:, :2] - SIDE) / 2
    clues = (sizes[:, 1] > 0.5 * SIDE) & (sizes < 0.95 * SIDE).all(1) & (off < 0.25 * SIDE).all(1)
    lines: Array = (sides > 1) | ((sides == 1) & ~clues)
    return lines
