"""Tells whether a board goes on beyond its picture, and whether lines are drawn on it."""

import numpy as np

from scanner.ink import Array
from scanner.lattice import Lattice

SIDES = "left", "top", "right", "bottom"
CLOSE = 1.15
"""How far from the edge of its picture a board may end that goes on there, in cells."""
EVEN, UNEVEN = 0.03, 0.08
"""How much margins differ that are alike, and by how much another one does."""
CHANGE = 36
"""How much the colour changes along the edge of a picture where lines, clues or dots end at it."""
ALONG = np.array([0.17, 0.23, 0.74, 0.8])
ACROSS = np.linspace(-0.14, 0.14, 11)
"""Where on an edge its colour is looked at, away from crosses; the first and last are beside it."""
UNLIKE, FEWEST_MARKS = 24, 3
"""How much the colours of edges differ that are drawn otherwise, and how many such edges count."""


def open_sides(pixels: Array, lattice: Lattice) -> list[str]:
    """The sides at which a board may go on.

    Lines, clues or dots end at the edge of the picture there, or its margin is not like the others.
    """
    high, wide, _ = pixels.shape
    corners = np.stack(np.meshgrid(*np.stack([lattice.first, lattice.last], axis=1)), axis=-1)
    x, y = np.moveaxis(lattice.at(corners), -1, 0)
    (left, right), (top, bottom) = x.mean(0), y.mean(1)
    margins = np.array([left, top, wide - right, high - bottom]) / lattice.pitch
    down, across = slice(max(0, int(top)), int(bottom)), slice(max(0, int(left)), int(right))
    edges = pixels[down, 1], pixels[1, across], pixels[down, -2], pixels[-2, across]
    step = max(2, int(lattice.pitch / 4))
    least = max(0.06, 0.62 * lattice.dot) + max(0.1, 2 / lattice.pitch)
    found = []
    for number, (colours, margin) in enumerate(zip(edges, margins, strict=True)):
        changes = np.abs(colours[step:].astype(int) - colours[:-step]).max(1)
        low, *_, high = others = np.sort(np.delete(margins, number))
        is_even = high - low < EVEN and low > 0.3 and high < 1.3
        is_odd = is_even and abs(margin - others.mean()) > UNEVEN
        is_traced = (changes > max(CHANGE, 6 * np.median(changes))).sum() > 1 and margin > least
        if margin < CLOSE and (is_odd or is_traced):
            found.append(SIDES[number])
    return found


def has_marks(pixels: Array, lattice: Lattice) -> bool:
    """Whether some edges within a board are drawn otherwise than most: in play, not blank."""
    within = (np.arange(*ends) for ends in np.stack([lattice.first + 1, lattice.last], axis=1))
    starts = np.stack(np.meshgrid(*within), axis=-1).reshape(-1, 1, 1, 2)
    kinds = []
    for way in np.eye(2):
        places = starts + ALONG[:, None] * way + ACROSS[:, None, None] * way[::-1]
        points = np.rint(lattice.at(places) - 0.5).astype(int)
        x, y = np.moveaxis(points.clip(0, np.array(pixels.shape[1::-1]) - 1), -1, 0)
        colours = pixels[y, x].astype(float).mean(2)  # of each edge: below it, on it, above it
        kinds.append(colours[:, 1:-1].mean(1) - (colours[:, 0] + colours[:, -1]) / 2)
    found = np.concatenate(kinds)
    return bool((np.abs(found - np.median(found, axis=0)).max(1) > UNLIKE).sum() >= FEWEST_MARKS)
