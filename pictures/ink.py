"""Finds ink in a picture, which is what differs from the ground around it, and its parts."""

import numpy as np
from msgspec import Struct

from pictures.arrays import Bytes, Integers, Mask, Reals


def ink_of(pixels: Bytes, block: int) -> Bytes:
    """How much each pixel differs from the ground around it, 0 to 255, so any colours are read.

    The ground is the usual colour of blocks of pixels and of those around them.
    """
    height, width, _ = pixels.shape
    rows, columns = -(-height // block), -(-width // block)
    padded = np.pad(
        pixels, ((0, rows * block - height), (0, columns * block - width), (0, 0)), mode="edge"
    )
    blocks = padded.reshape(rows, block, columns, block, 3).swapaxes(1, 2)
    middle = np.median(blocks.reshape(rows, columns, -1, 3), axis=2)
    around = np.pad(middle, ((3, 3), (3, 3), (0, 0)), mode="edge")
    near = np.stack([around[i : i + rows, j : j + columns] for i in range(7) for j in range(7)])
    ground = np.median(near, axis=0)
    # A shaded cell has a ground of its own: most blocks close to it have the same colour.
    close = near.reshape(7, 7, rows, columns, 3)[1:6, 1:6]
    own = (np.abs(close - middle).max(-1) < 12).sum((0, 1)) >= 13
    ground[own] = middle[own]
    whole = ground.astype(np.uint8).repeat(block, 0).repeat(block, 1)[:height, :width]
    ink: Bytes = (np.maximum(pixels, whole) - np.minimum(pixels, whole)).max(-1)
    return ink


class Runs(Struct, frozen=True):
    """The pixels of a mask as runs along its rows: their row, first column and the one after."""

    row: Integers
    start: Integers
    end: Integers


def runs_of(mask: Mask) -> Runs:
    """The runs of a mask, row by row."""
    edge = np.zeros((mask.shape[0], mask.shape[1] + 2), np.int8)
    edge[:, 1:-1] = mask
    change = np.diff(edge, axis=1)
    row, start = np.nonzero(change == 1)
    return Runs(row, start, np.nonzero(change == -1)[1])


class Parts(Struct, frozen=True):
    """The connected parts of a mask: their boxes, numbers of pixels, and the part of each run."""

    left: Integers
    top: Integers
    right: Integers
    bottom: Integers
    area: Integers
    runs: Runs
    part_of_run: Integers

    @property
    def sides(self) -> tuple[Integers, Integers]:
        """The width and height of each part."""
        return self.right - self.left, self.bottom - self.top

    @property
    def middles(self) -> Reals:
        """The middle of the box of each part, as x and y."""
        return np.stack([self.left + self.right, self.top + self.bottom], axis=1) / 2


def parts_of(mask: Mask) -> Parts:
    """The connected parts of a mask; pixels that touch at a corner are connected."""
    runs = runs_of(mask)
    count, wide = len(runs.row), mask.shape[1] + 4
    # Runs of the next row that touch a run are neighbours in the order of all runs.
    first = np.searchsorted(runs.row * wide + runs.end, (runs.row + 1) * wide + runs.start)
    last = np.searchsorted(runs.row * wide + runs.start, (runs.row + 1) * wide + runs.end, "right")
    touching = np.maximum(last - first, 0)
    above = np.repeat(np.arange(count), touching)
    begins = np.repeat(np.cumsum(touching) - touching, touching)
    below = np.arange(len(above)) - begins + np.repeat(first, touching)
    root = np.arange(count)
    while len(above):  # each round joins each part to one beside it, so there are few rounds
        one, other = root[above], root[below]
        apart = one != other
        above, below, one, other = above[apart], below[apart], one[apart], other[apart]
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while (root[root] != root).any():
            root = root[root]
    _, part = np.unique(root, return_inverse=True)
    return _boxes(runs, part, int(part.max()) + 1 if count else 0)


def _boxes(runs: Runs, part: Integers, count: int) -> Parts:
    left, top = np.full((2, count), np.iinfo(np.int64).max)
    right, bottom, area = np.zeros((3, count), np.int64)
    np.minimum.at(left, part, runs.start)
    np.minimum.at(top, part, runs.row)
    np.maximum.at(right, part, runs.end)
    np.maximum.at(bottom, part, runs.row + 1)
    np.add.at(area, part, runs.end - runs.start)
    return Parts(left, top, right, bottom, area, runs, part)


def long_runs(mask: Mask, least: int) -> Mask:
    """The pixels of runs along the rows with at least this length."""
    runs = runs_of(mask)
    kept = runs.end - runs.start >= least
    change = np.zeros((mask.shape[0], mask.shape[1] + 1), np.int8)
    change[runs.row[kept], runs.start[kept]] = 1
    change[runs.row[kept], runs.end[kept]] -= 1
    return change.cumsum(axis=1, dtype=np.int8)[:, :-1] > 0


class Sums(Struct, frozen=True):
    """Sums of a mask, which tell at once how much of any rectangle is ink."""

    table: Integers

    @classmethod
    def of(cls, mask: Mask) -> "Sums":
        """The sums of a mask."""
        table = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), np.int32)
        table[1:, 1:] = mask.cumsum(0, dtype=np.int32).cumsum(1, dtype=np.int32)
        return cls(table)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the mask."""
        return self.table.shape[1] - 1, self.table.shape[0] - 1

    def near(self, points: Reals, radius: float) -> Mask:
        """Whether there is ink around each point, in a square with sides of twice the radius."""
        width, height = self.size
        left, top = np.rint(points - radius).astype(int).transpose(-1, *range(points.ndim - 1))
        right, bottom = np.rint(points + radius).astype(int).transpose(-1, *range(points.ndim - 1))
        x0, x1 = left.clip(0, width), right.clip(0, width)
        y0, y1 = top.clip(0, height), bottom.clip(0, height)
        table = self.table
        return table[y1, x1] - table[y0, x1] - table[y1, x0] + table[y0, x0] > 0

    def squares(self, side: int) -> Mask:
        """The middles of all squares of this side that are all ink."""
        table = self.table
        sums = table[side:, side:] - table[:-side, side:]
        sums = sums - table[side:, :-side] + table[:-side, :-side]
        mask = np.zeros((table.shape[0] - 1, table.shape[1] - 1), bool)
        at = side // 2
        mask[at : at + sums.shape[0], at : at + sums.shape[1]] = sums == side * side
        return mask
