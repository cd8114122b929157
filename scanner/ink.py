"""Finds ink in a picture, which is what differs from the ground around it, and its parts."""

from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def ink_of(pixels: Array, block: int) -> Array:
    """How much each pixel differs from the ground around it, 0 to 255, so any colours are read.

    The ground is the usual colour of blocks of pixels and of those around them.
    """
    height, width, _ = pixels.shape
    rows, columns = -(-height // block), -(-width // block)
    filled = (0, rows * block - height), (0, columns * block - width), (0, 0)
    blocks = np.pad(pixels, filled, mode="edge").reshape(rows, block, columns, block, 3)
    middle = np.median(blocks.swapaxes(1, 2).reshape(rows, columns, -1, 3), axis=2)
    middle = middle.astype(np.float32)
    around = np.pad(middle, ((3, 3), (3, 3), (0, 0)), mode="edge")
    near = np.stack([around[k // 7 :, k % 7 :][:rows, :columns] for k in range(49)], axis=-1)
    ground = np.median(near, axis=-1)
    # A shaded cell has a ground of its own: most blocks close to it have the same colour.
    close = near.reshape(*middle.shape, 7, 7)[..., 1:6, 1:6]
    own = (np.abs(close - middle[..., None, None]).max(2) < 12).sum((2, 3)) >= 13
    ground[own] = middle[own]
    whole = ground.astype(np.uint8).repeat(block, 0).repeat(block, 1)[:height, :width]
    red, green, blue = np.moveaxis(np.maximum(pixels, whole) - np.minimum(pixels, whole), -1, 0)
    ink: Array = np.maximum(np.maximum(red, green), blue)
    return ink


class Parts(Struct, frozen=True):
    """The connected parts of a mask, and the runs of pixels along its rows of which they are.

    `boxes` are left, top, right and bottom of each part, `areas` their numbers of pixels; `runs`
    are row, start and end of each run, and `members` the part of each run.
    """

    boxes: Array
    areas: Array
    runs: Array
    members: Array

    @property
    def sizes(self) -> Array:
        """The width and height of each part."""
        return self.boxes[:, 2:] - self.boxes[:, :2]

    @property
    def middles(self) -> Array:
        """The middle of the box of each part, as x and y."""
        return (self.boxes[:, 2:] + self.boxes[:, :2]) / 2


def parts_of(mask: Array) -> Parts:
    """The connected parts of a mask; pixels that touch at a corner are connected."""
    change = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, start = np.nonzero(change == 1)
    end = np.nonzero(change == -1)[1]
    # Runs of the next row that touch a run are neighbours in the order of all runs.
    here, below = row * (mask.shape[1] + 4), (row + 1) * (mask.shape[1] + 4)
    first = np.searchsorted(here + end, below + start)
    touching = np.maximum(np.searchsorted(here + start, below + end, "right") - first, 0)
    one = np.repeat(np.arange(len(row)), touching)
    begins = np.repeat(np.cumsum(touching) - touching - first, touching)
    other = np.arange(len(one)) - begins
    root = np.arange(len(row))
    while len(one):  # each round joins each part to one beside it, so there are few rounds
        apart = root[one] != root[other]
        one, other = root[one[apart]], root[other[apart]]
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while (root[root] != root).any():
            root = root[root]
    members = np.unique(root, return_inverse=True)[1]
    count = int(members.max()) + 1 if len(row) else 0
    boxes = np.tile(np.array([mask.size, mask.size, 0, 0]), (count, 1))
    np.minimum.at(boxes[:, :2], members, np.stack([start, row], axis=1))
    np.maximum.at(boxes[:, 2:], members, np.stack([end, row + 1], axis=1))
    areas = np.bincount(members, end - start, count)
    return Parts(boxes, areas, np.stack([row, start, end], axis=1), members)


def sums_of(mask: Array) -> Array:
    """Sums of a mask above and left of each corner of a pixel, for `near`."""
    sums = mask.cumsum(0, dtype=np.int32).cumsum(1, dtype=np.int32)
    return np.pad(sums, ((1, 0), (1, 0)))


def near(sums: Array, points: Array, radius: float) -> Array:
    """Whether there is ink around each point, in a square with sides of twice the radius."""
    most = np.array(sums.shape[::-1]) - 1
    left, top = np.moveaxis(np.rint(points - radius).clip(0, most).astype(int), -1, 0)
    right, bottom = np.moveaxis(np.rint(points + radius).clip(0, most).astype(int), -1, 0)
    found: Array = sums[bottom, right] - sums[top, right] > sums[bottom, left] - sums[top, left]
    return found
