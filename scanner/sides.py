"""Tells whether a board goes on beyond its picture."""

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
