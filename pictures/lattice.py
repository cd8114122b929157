"""Finds the lattice of a board: where its dots are, whether drawn, covered by lines, or corners.

Points in the picture that may be dots are fitted by a lattice, first around one of them, then
farther away. A lattice may be slanted and a little bent, as in a picture of a screen.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from pictures.arrays import Integers, Mask, Reals
from pictures.ink import Parts, Sums, long_runs, parts_of

MAX_POINTS = 2_700
MAX_SIDE = 90
"""The most dots of a row or column that are looked for."""
ALONG = (0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86)
"""Where on an edge ink is looked for; lines may be dashed."""
MARGIN = 3
"""How many dots are looked for beyond the points by which a lattice was found."""


def terms(i: Reals, j: Reals, count: int = 3) -> Reals:
    """The terms of which the places of a lattice are sums, for columns i and rows j of dots."""
    return np.stack([np.ones_like(i), i, j, i * j, i * i, j * j][:count], axis=-1)


class Lattice(Struct, frozen=True):
    """The dots of a board of `columns` by `rows` cells; the first one is at the top left.

    `weights` of the terms give x and y of a dot. `support` is the share of the dots that are seen,
    drawn or covered by a line; `drawn` is the share of those that are drawn. `dot` is the size
    of a drawn dot, in cells.
    """

    weights: Reals
    columns: int
    rows: int
    support: float
    drawn: float
    dot: float

    @property
    def pitch(self) -> float:
        """The side of a cell in pixels."""
        return pitch_of(self.weights)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    @property
    def ends(self) -> Reals:
        """The first and last dot."""
        return at(self.weights, np.array([0.0, self.columns]), np.array([0.0, self.rows]))


def at(weights: Reals, i: Reals, j: Reals) -> Reals:
    """x and y of dots."""
    return terms(i, j, len(weights)) @ weights


def pitch_of(weights: Reals) -> float:
    """The mean distance of dots beside each other."""
    return float(np.hypot(*weights[1]) + np.hypot(*weights[2])) / 2


def places_of(weights: Reals, points: Reals) -> tuple[Reals, Reals]:
    """The column and row of the dot that is nearest to each point, and how far off it is."""
    inverse = np.linalg.inv(weights[1:3])
    place = (points - weights[0]) @ inverse
    for _ in range(3 if len(weights) > 3 else 0):
        place += (points - at(weights, *place.T)) @ inverse
    place = np.rint(place)
    return place, np.hypot(*(points - at(weights, *place.T)).T)


def fit(places: Reals, points: Reals, count: int = 3) -> Reals | None:
    """The weights of the lattice that is nearest to the points; None if they tell too little."""
    known = terms(*places.T, count)
    weights, _, rank, _ = np.linalg.lstsq(known, points)
    return weights if rank == count else None


def moved(weights: Reals, i: float, j: float) -> Reals:
    """The same lattice whose first dot is the one in column i and row j."""
    places = np.stack(np.meshgrid(np.arange(4.0), np.arange(4.0)), axis=-1).reshape(-1, 2)
    same = fit(places, at(weights, *(places + (i, j)).T), len(weights))
    assert same is not None  # noqa: S101 - 16 places tell all weights
    return same


class Guess(Struct, frozen=True):
    """A lattice on which many points are, and the first and last column and row of these."""

    weights: Reals
    first: Reals
    last: Reals


def fitted(points: Reals, size: float) -> Guess | None:
    """The lattice on which most of these points of a size are; None if there is none."""
    if not 8 <= len(points) <= MAX_POINTS:
        return None
    steps = _steps(points, size)
    if steps is None or not 0.75 < np.hypot(*steps[0]) / np.hypot(*steps[1]) < 1.33:
        return None
    best, most = None, 7
    order = np.argsort(((points - np.median(points, axis=0)) ** 2).sum(1))
    for seed in order[:: max(1, len(order) // 10)][:10]:
        weights = _grown(points, np.array([points[seed], *steps]))
        place, off = places_of(weights, points)
        on = np.unique(place[off < 0.14 * pitch_of(weights)], axis=0)
        if len(on) > most and pitch_of(weights) >= 2.4 * size:
            best, most = Guess(weights, on.min(0), on.max(0)), len(on)
    return best


def _steps(points: Reals, size: float) -> list[Reals] | None:
    """The commonest steps from a point to the next one, to the right and downwards."""
    steps = []
    for axis in (0, 1):
        found = []
        for part in np.array_split(points, max(1, len(points) // 400)):
            step = points[None] - part[:, None]
            along, across = step[..., axis], np.abs(step[..., 1 - axis])
            far = np.where((along > 2 * size) & (across < 0.2 * along), along, np.inf)
            nearest = far.argmin(1)[:, None, None]
            has_next = np.isfinite(far.min(1))
            found.append(np.take_along_axis(step, nearest, 1)[has_next, 0])
        all_steps = np.concatenate(found)
        if len(all_steps) < 4:
            return None
        lengths = np.sort(all_steps[:, axis])
        alike = np.searchsorted(lengths, lengths * 1.12, "right") - np.arange(len(lengths))
        first = int(np.nonzero(alike >= 0.75 * alike.max())[0][0])
        usual = np.median(lengths[first : first + alike[first]])
        near = np.abs(all_steps[:, axis] - usual) < 0.15 * usual
        steps.append(np.median(all_steps[near], axis=0))
    return steps


def _grown(points: Reals, weights: Reals) -> Reals:
    """A lattice around one point, fitted to more and more of the points."""
    reach = 3.5
    for _ in range(9):
        place, off = places_of(weights, points)
        used = (np.abs(place).max(1) < reach) & (off < 0.2 * pitch_of(weights))
        better = fit(place[used], points[used]) if used.sum() >= 5 else None
        if better is None or abs(np.linalg.det(better[1:])) < 1:
            break
        weights, reach = better, reach * 1.8
    place, off = places_of(weights, points)
    used = off < 0.16 * pitch_of(weights)
    bent = fit(place[used], points[used], 6) if used.sum() >= 25 else None
    return weights if bent is None else bent


# Where dots may be


def lattices(mask: Mask, parts: Parts, sums: Sums) -> list[Lattice]:
    """The lattices of all boards that there may be, some of them several times."""
    found = [board for guess in _of_dots(parts, mask) for board in trimmed(guess, parts, sums)]
    if any(each.cells >= 9 and each.support > 0.9 and each.drawn > 0.9 for each in found):
        return found
    for side in (3, 5, 8, 12):  # dots under lines are thicker than these
        thick = parts_of(sums.squares(side))
        for guess in _of_dots(thick, mask):
            found += trimmed(guess, parts, sums)
    for guess in (*_of_corners(mask), *_of_clues(parts)):
        found += trimmed(guess, parts, sums)
    return found


def _of_dots(parts: Parts, mask: Mask) -> Iterator[Guess]:
    """Lattices of small round parts, one for each of their sizes."""
    side, dots = _dots(parts, 0.05 * max(mask.shape))
    levels = np.rint(np.log(side.clip(1)) / np.log(1.25))
    for level in np.unique(levels[dots]):
        near = dots & (np.abs(levels - level) <= 1)
        guess = fitted(parts.middles[near], float(np.median(side[near]))) if near.any() else None
        if guess is not None:
            yield guess


def _dots(parts: Parts, most: float) -> tuple[Integers, Mask]:
    """The longer side of each part, and which parts may be dots by their shape."""
    width, height = parts.sides
    side = np.maximum(width, height)
    dots = (parts.area > 0.5 * width * height) & (np.minimum(width, height) >= 0.55 * side)
    return side, dots & (side >= 2) & (side < most)


def _of_corners(mask: Mask) -> Iterator[Guess]:
    """The lattice of the corners and crossings of lines along both axes."""
    least = max(8, max(mask.shape) // 130)
    both = long_runs(mask, least) & long_runs(mask.T, least).T
    guess = fitted(parts_of(both).middles, 2)
    if guess is not None:
        yield guess


def _of_clues(parts: Parts) -> Iterator[Guess]:
    """Lattices half a cell from those of parts that are as high as each other, such as clues."""
    width, height = parts.sides
    clue = (height >= 6) & (width <= 1.2 * height) & (width >= 0.08 * height)
    levels = np.rint(np.log(height.clip(1)) / np.log(1.25))
    for level in np.unique(levels[clue]):
        near = clue & (np.abs(levels - level) <= 1)
        size = float(np.median(height[near])) if near.any() else 0
        guess = fitted(parts.middles[near], 0.6 * size)
        if guess is not None:
            yield Guess(moved(guess.weights, -0.5, -0.5), guess.first, guess.last + 1)


# How far a board goes


class _Dots(Struct, frozen=True):
    """A piece of a lattice: which dots are drawn, and which are drawn or covered by lines."""

    weights: Reals
    first: Integers
    drawn: Mask
    seen: Mask
    sums: Sums

    def ink_at(self, i: Reals, j: Reals, radius: float) -> Mask:
        """Whether there is ink at places of the piece; the radius is in cells."""
        points = at(self.weights, i + self.first[0], j + self.first[1])
        return self.sums.near(points, max(1.5, radius * pitch_of(self.weights)))


def trimmed(guess: Guess, parts: Parts, sums: Sums) -> Iterator[Lattice]:
    """The boards on a lattice: rectangles on whose sides most dots are seen."""
    weights, pitch = guess.weights, pitch_of(guess.weights)
    if pitch < 7:
        return
    side, dots = _dots(parts, 0.35 * pitch)
    middles = parts.middles[dots]
    place, off = places_of(weights, middles)
    on = off < 0.14 * pitch
    size = float(np.median(side[dots][on])) if on.any() else 0.0
    on &= (side[dots] <= 1.6 * size + 1) & (side[dots] * 1.6 + 1 >= size)
    piece = _piece(guess, place[on].astype(int), sums)
    if piece is None:
        return
    todo = [(0, piece.seen.shape[1], 0, piece.seen.shape[0])]
    while todo:
        box = _shrunk(piece, *todo.pop())
        left, right, top, bottom = box
        if right - left < 3 or bottom - top < 3:
            continue
        seen, drawn = (each[top:bottom, left:right] for each in (piece.seen, piece.drawn))
        across, down = seen.mean(0), seen.mean(1)
        if across.min() < 0.5:
            gap = left + int(across.argmin())
            todo += [(left, gap, top, bottom), (gap + 1, right, top, bottom)]
        elif down.min() < 0.5:
            gap = top + int(down.argmin())
            todo += [(left, right, top, gap), (left, right, gap + 1, bottom)]
        elif drawn.any() or not _goes_on(piece, *box):
            yield Lattice(
                moved(weights, *(piece.first + (left, top))),
                right - left - 1,
                bottom - top - 1,
                float(seen.mean()),
                float(drawn.mean()),
                size / pitch,
            )


def _piece(guess: Guess, drawn_at: Integers, sums: Sums) -> _Dots | None:
    """The piece of a lattice around the points by which it was found; None if it is too large."""
    weights = guess.weights
    first, last = guess.first.astype(int) - MARGIN, guess.last.astype(int) + MARGIN
    columns, rows = last - first + 1
    if max(columns, rows) > MAX_SIDE:
        return None
    i, j = np.meshgrid(np.arange(columns, dtype=float), np.arange(rows, dtype=float))
    drawn = np.zeros(i.shape, bool)
    inside = ((drawn_at >= first) & (drawn_at <= last)).all(1)
    drawn[drawn_at[inside, 1] - first[1], drawn_at[inside, 0] - first[0]] = True
    piece = _Dots(weights, first, drawn, drawn, sums)
    points = at(weights, i + first[0], j + first[1])
    covered = np.zeros(i.shape, bool)
    for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        along = [piece.ink_at(i + part * di, j + part * dj, 0.05) for part in ALONG]
        covered |= np.mean(along, axis=0) > 0.6
    covered &= piece.ink_at(i, j, 0.09)
    covered &= ((points > 0) & (points < sums.size)).all(-1)
    return _Dots(weights, first, drawn, drawn | covered, sums)


def _shrunk(
    piece: _Dots, left: int, right: int, top: int, bottom: int
) -> tuple[int, int, int, int]:
    """A rectangle without the sides that are no dots of a board."""
    while right - left > 2 and bottom - top > 2:
        sides = _sides(piece.seen, left, right, top, bottom)
        worst = int(np.argmin(sides))
        if sides[worst] >= 0.7:
            others = [k for k in range(4) if _is_beside(piece, left, right, top, bottom, k)]
            if not others:
                break
            worst = others[0]
        left, right = left + (worst == 0), right - (worst == 1)
        top, bottom = top + (worst == 2), bottom - (worst == 3)
    return left, right, top, bottom


def _sides(mask: Mask, left: int, right: int, top: int, bottom: int) -> list[float]:
    part = mask[top:bottom, left:right]
    return [float(side.mean()) for side in (part[:, 0], part[:, -1], part[0], part[-1])]


def _is_beside(piece: _Dots, left: int, right: int, top: int, bottom: int, side: int) -> bool:
    """Whether a side is no dots but a line beside the board, as of a frame around it."""
    share = _sides(piece.drawn, left, right, top, bottom)[side]
    if piece.drawn[top + 1 : bottom - 1, left + 1 : right - 1].mean() > 0.75 and share < 0.25:
        return True
    if share > 0.15:
        return False
    upright = side < 2
    place = float((left, right - 1, top, bottom - 1)[side])
    low, high = (top, bottom - 1) if upright else (left, right - 1)
    beyond = np.array([low - 0.6, low - 0.35, high + 0.35, high + 0.6])
    i, j = (np.full(4, place), beyond) if upright else (beyond, np.full(4, place))
    return bool(piece.ink_at(i, j, 0.06).all())


def _goes_on(piece: _Dots, left: int, right: int, top: int, bottom: int) -> bool:
    """Whether lines lead out of a board of lines, which is then a part of a larger one."""
    i, j = np.arange(left, right, dtype=float), np.arange(top, bottom, dtype=float)
    for x, y, di, dj in (
        (i, np.full_like(i, top), 0, -1),
        (i, np.full_like(i, bottom - 1), 0, 1),
        (np.full_like(j, left), j, -1, 0),
        (np.full_like(j, right - 1), j, 1, 0),
    ):
        out = [piece.ink_at(x + part * di, y + part * dj, 0.06) for part in (0.25, 0.5)]
        if (out[0] & out[1]).mean() > 0.3:
            return True
    return False
