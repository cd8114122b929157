"""Finds the lattice of a board: where its dots are, whether drawn or covered by lines.

Dots are found by small round parts of the picture, half a cell from clues or whole cells, or where
lines end. They are fitted by a lattice, first around one of them, then farther away. A lattice may
be slanted and a little bent, as in a picture of a screen.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from scanner.ink import Array, Parts, near, parts_of, sums_of

LEAST_SUPPORT = 0.85
"""How large the share must be of a board's dots that are seen."""
MAX_POINTS = 2_700
MAX_DOTS = 90
"""The most dots of a row or column that are looked for."""
MARGIN = 3
"""How many dots are looked for beyond the points by which a lattice was found."""
LEAST_STROKE = 5
"""How many times as long as the usual width of ink a line between dots is at least."""
ALONG = (0.0, 0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86, 1.0)
"""Where on an edge ink is looked for; lines may be dashed."""


class Lattice(Struct, frozen=True):
    """Places in columns i and rows j; x and y of one are sums of 1, i, j, and of i * j, i², j².

    `weights` are those of the terms, of the first three alone if the lattice is not bent. Its dots
    are at `offset`, and those of a board go from `first` to `last`, each a column and a row.
    `support` is the share of them that are seen, drawn or covered by a line, and `drawn` that of
    those that are drawn, with a size of `dot` cells.
    """

    weights: Array
    first: Array
    last: Array
    offset: float = 0.0
    support: float = 0.0
    drawn: float = 0.0
    dot: float = 0.0

    @property
    def pitch(self) -> float:
        """The side of a cell in pixels."""
        return float(np.hypot(*self.weights[1:3].T).mean())

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and columns of cells."""
        columns, rows = (self.last - self.first).tolist()
        return rows, columns

    @property
    def ends(self) -> Array:
        """x and y of the first and last dot."""
        return self.at(np.stack([self.first, self.last]))

    def at(self, places: Array) -> Array:
        """x and y of places."""
        points: Array = _terms(places + self.offset, len(self.weights)) @ self.weights
        return points

    def nearest(self, points: Array) -> tuple[Array, Array]:
        """The dot that is nearest to each point, and how far from it the point is, in cells."""
        inverse = np.linalg.inv(self.weights[1:3])
        places = (points - self.weights[0]) @ inverse - self.offset
        for _ in range(3 if len(self.weights) > 3 else 0):
            places += (points - self.at(places)) @ inverse
        places = np.rint(places)
        return places, np.hypot(*(points - self.at(places)).T) / self.pitch


def _terms(places: Array, count: int) -> Array:
    i, j = np.moveaxis(places, -1, 0)
    return np.stack([np.ones_like(i), i, j, i * j, i * i, j * j][:count], axis=-1)


def lattices(mask: Array) -> list[Lattice]:
    """The lattices of all boards that there may be, some of them several times."""
    parts, sums = parts_of(mask), sums_of(mask)
    found = [*_of_dots(parts, sums)]
    good = [each for each in found if min(each.support, each.drawn) > 0.9]
    for some in (parts,) if good else (parts, parts_of(~mask)):  # clues; cells between lines
        apart = np.ones(len(some.areas), bool)
        for each in good:
            places, _ = each.nearest(some.middles)
            apart &= ((places < each.first) | (places > each.last)).any(1)
        steps = [each.weights[1:3] for each in good[:1]]
        cells = _of_cells(some, apart, *steps)
        found += [board for each in cells for board in _trimmed(each, parts, sums)]
    if not any(each.support >= LEAST_SUPPORT for each in found):
        found += _of_dots(_with_filled_pluses(parts), sums)
    return found


def lattices_of_lines(mask: Array) -> list[Lattice]:
    """The lattices of boards whose lines cover so many dots that they are not found by those."""
    return [*_of_strokes(mask, parts_of(mask), sums_of(mask))]


def _of_dots(parts: Parts, sums: Array) -> Iterator[Lattice]:
    sides = parts.sizes.max(1)
    for chosen in _levels(sides, _are_dots(parts, 0.05 * max(sums.shape))):
        for each in _fitted(parts.middles[chosen], float(np.median(sides[chosen]))):
            yield from _trimmed(each, parts, sums)


def _of_strokes(mask: Array, parts: Parts, sums: Array) -> Iterator[Lattice]:
    """Lattices of dots most of which lines cover: those where straight lines end or turn."""
    least = LEAST_STROKE * max(2, int(np.median(np.diff(parts.runs[:, 1:]))))
    across, down = _strokes(mask, least), _strokes(mask.T, least)[..., ::-1]
    strokes = np.concatenate([across, down])
    lengths = np.abs(strokes[:, 1] - strokes[:, 0]).max(1)
    for chosen in _levels(lengths, lengths > 0):
        size = 0.3 * float(np.median(lengths[chosen]))
        ends = strokes[lengths > 2.4 * size].reshape(-1, 2)
        dots = parts.middles[_are_dots(parts, size)]
        for each in _fitted(np.concatenate([ends, dots]), size):
            yield from _trimmed(each, parts, sums)


def _strokes(mask: Array, least: int) -> Array:
    """The ends of the strokes from left to right that are of `least` pixels, without their caps."""
    sums = np.pad(mask.cumsum(1, dtype=np.int32), ((0, 0), (1, 0)))
    long = parts_of(sums[:, least:] - sums[:, :-least] == least)
    left, top, right, bottom = long.boxes.T
    y, cap = (top + bottom) / 2, (bottom - top) / 2
    ends = np.stack([left + cap, y, right + least - 1 - cap, y], axis=1).reshape(-1, 2, 2)
    thin: Array = ends[3 * (bottom - top) < right - left + least]
    return thin


def _with_filled_pluses(parts: Parts) -> Parts:
    """The parts, of which plus signs are as full as dots."""
    width, height = parts.sizes.T
    longest = np.zeros(len(width), int)
    np.maximum.at(longest, parts.members, parts.runs[:, 2] - parts.runs[:, 1])
    is_plus = (longest > 0.9 * width) & (np.abs(width - height) < 0.15 * width) & (width > 4)
    return replace(parts, areas=np.where(is_plus, width * height, parts.areas))


def _are_dots(parts: Parts, most: float) -> Array:
    """Which parts may be dots by their shape, if they are smaller than `most`."""
    short, long = np.sort(parts.sizes, axis=1).T
    dots = (parts.areas > 0.5 * short * long) & (short >= 0.55 * long)
    small: Array = dots & (long >= 2) & (long < most)
    return small


def _of_cells(parts: Parts, among: Array, steps: Array | None = None) -> Iterator[Lattice]:
    """Lattices half a cell from parts of one height, and those of parts that are crossings."""
    width, height = parts.sizes.T
    upright = (height >= 6) & (width <= 1.2 * height) & (width >= 0.08 * height)
    for chosen in _levels(height, among & upright):
        size = 0.4 * float(np.median(height[chosen]))
        for found in _fitted(parts.middles[chosen], size, steps):
            yield replace(found, last=found.last + 1, offset=-0.5)
            yield found


def _levels(sizes: Array, among: Array) -> Iterator[Array]:
    """Those of about the same size, for each size."""
    levels = np.rint(np.log(sizes.clip(1)) / np.log(1.25))
    for level in np.unique(levels[among]):
        yield among & (np.abs(levels - level) <= 1)


def _fitted(points: Array, size: float, steps: Array | None = None) -> Iterator[Lattice]:
    """The lattice on which most of these points of a size are, and those beside it.

    `steps` are those of the first one if they are known.
    """
    if not 8 <= len(points) <= MAX_POINTS:
        return
    if steps is None:
        steps = np.array([_step(points, size, axis) for axis in (0, 1)])
    if not all(step.any() for step in steps) or not 0.75 < steps[0][0] / steps[1][1] < 1.33:
        return
    best, most = None, 7
    order = np.argsort(((points - np.median(points, axis=0)) ** 2).sum(1))
    for seed in order[:: max(1, len(order) // 10)][:10]:
        lattice = _grown(points, np.array([points[seed], *steps]))
        places, off = lattice.nearest(points)
        on = np.unique(places[off < 0.14], axis=0)
        if len(on) > most and lattice.pitch >= 2.4 * size:
            best, most = replace(lattice, first=on.min(0), last=on.max(0)), len(on)
    if best is not None:
        yield best
        places, _ = best.nearest(points)
        beyond = ((places < best.first - 1) | (places > best.last + 1)).any(1)
        yield from _fitted(points[beyond], size)


def _step(points: Array, size: float, axis: int) -> Array:
    """The commonest step from a point to the next one, to the right or downwards; 0 if none."""
    found = []
    for some in np.array_split(points, max(1, len(points) // 400)):
        ways = points[None] - some[:, None]
        along, across = ways[..., axis], np.abs(ways[..., 1 - axis])
        far = np.where((along > 2 * size) & (across < 0.2 * along), along, np.inf)
        found.append(ways[np.arange(len(some)), far.argmin(1)][np.isfinite(far.min(1))])
    steps = np.concatenate(found)
    if len(steps) < 4:
        return np.zeros(2)
    lengths = np.sort(steps[:, axis])
    alike = np.searchsorted(lengths, lengths * 1.12, "right") - np.arange(len(lengths))
    first = int(np.argmax(alike >= 0.75 * alike.max()))
    usual = np.median(lengths[first : first + alike[first]])
    step: Array = np.median(steps[np.abs(steps[:, axis] - usual) < 0.15 * usual], axis=0)
    return step


def _grown(points: Array, weights: Array) -> Lattice:
    """A lattice around one point, fitted to more and more of the points."""
    lattice = Lattice(weights, np.zeros(2), np.zeros(2))
    for reach in (*(3.5 * 1.8**k for k in range(9)), np.inf):
        places, off = lattice.nearest(points)
        used = (np.abs(places).max(1) < reach) & (off < 0.2)
        known = _terms(places[used], 6 if reach == np.inf and used.sum() >= 25 else 3)
        weights, _, rank, _ = np.linalg.lstsq(known, points[used])
        if rank < len(weights) or abs(np.linalg.det(weights[1:3])) < 1:
            break
        lattice = replace(lattice, weights=weights)
    return lattice


def _trimmed(lattice: Lattice, parts: Parts, sums: Array) -> Iterator[Lattice]:
    """The boards on a lattice: rectangles on whose sides most dots are seen."""
    first = lattice.first - MARGIN
    columns, rows = (lattice.last + MARGIN + 1 - first).astype(int)
    if lattice.pitch < 7 or max(columns, rows) > MAX_DOTS:
        return
    dots = np.nonzero(_are_dots(parts, 0.35 * lattice.pitch))[0]
    places, off = lattice.nearest(parts.middles[dots])
    sides, places = parts.sizes[dots].max(1), (places - first).astype(int)
    on = (off < 0.14) & (places >= 0).all(1) & (places < (columns, rows)).all(1)
    size = float(np.median(sides[on])) if on.any() else 0.0
    on &= (sides <= 1.6 * size + 1) & (sides * 1.6 + 1 >= size)
    drawn = np.zeros((rows, columns), bool)
    drawn[places[on, 1], places[on, 0]] = True
    grid = first + np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
    joined = _joined(lattice, grid, sums)
    seen = drawn | _covered(lattice, grid, sums, joined)
    todo = [(0, 0, columns, rows)]
    while todo:
        left, top, right, bottom = _unframed(joined, *_shrunk(seen, *todo.pop()))
        part = seen[top:bottom, left:right]
        if min(part.shape) < 4:
            continue
        columns_seen, rows_seen = part.mean(0), part.mean(1)
        if columns_seen.min() < 0.5:  # two boards beside each other
            gap = left + int(columns_seen.argmin())
            todo += [(left, top, gap, bottom), (gap + 1, top, right, bottom)]
        elif rows_seen.min() < 0.5:
            gap = top + int(rows_seen.argmin())
            todo += [(left, top, right, gap), (left, gap + 1, right, bottom)]
        else:
            box = left, top, right, bottom
            smaller = _shrunk(drawn, *box)
            is_near = np.abs(np.subtract(box, smaller)).max() <= 1
            for left, top, right, bottom in {box, smaller} if is_near else {box}:
                inside = np.s_[top:bottom, left:right]
                yield replace(
                    lattice,
                    first=(first + np.array([left, top])).astype(int),
                    last=(first + np.array([right - 1, bottom - 1])).astype(int),
                    support=float(seen[inside].mean()),
                    drawn=float(drawn[inside].mean()),
                    dot=size / lattice.pitch,
                )


def _joined(lattice: Lattice, grid: Array, sums: Array) -> Array:
    """Which dots a line joins to the next one to the right, below, to the left and above."""
    radius = max(1.5, 0.05 * lattice.pitch)
    along = [
        [near(sums, lattice.at(grid + part * step), radius) for part in ALONG]
        for step in np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
    ]
    joined: Array = np.mean(along, axis=1) > 0.6
    return joined


def _covered(lattice: Lattice, grid: Array, sums: Array, joined: Array) -> Array:
    """Which dots a line covers."""
    points = lattice.at(grid)
    inside = ((points > 0) & (points < np.array(sums.shape[::-1]) - 1)).all(-1)
    return joined.any(0) & inside & near(sums, points, max(1.5, 0.09 * lattice.pitch))


def _unframed(
    joined: Array, left: int, top: int, right: int, bottom: int
) -> tuple[int, int, int, int]:
    """A rectangle without a frame that no lines join to what is within, which they join."""
    part = joined[:, top:bottom, left:right]
    if min(part.shape[1:]) < 6 or part[:2, 1:-2, 1:-2].mean() < 0.7:
        return left, top, right, bottom
    sides = part[0, :, 0], part[1, 0], part[2, :, -1], part[3, -1]
    off = [int(side[1:-1].mean() < 0.2) for side in sides]
    return left + off[0], top + off[1], right - off[2], bottom - off[3]


def _shrunk(seen: Array, left: int, top: int, right: int, bottom: int) -> tuple[int, int, int, int]:
    """A rectangle without the sides on which few dots are seen."""
    while right > left and bottom > top:
        part = seen[top:bottom, left:right]
        shares = [float(side.mean()) for side in (part[:, 0], part[0], part[:, -1], part[-1])]
        worst = int(np.argmin(shares))
        if shares[worst] >= 0.7:
            break
        left, top = left + (worst == 0), top + (worst == 1)
        right, bottom = right - (worst == 2), bottom - (worst == 3)
    return left, top, right, bottom
