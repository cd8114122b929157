"""Reads the lines and crosses of a board in play.

An edge is told by its kind of ink, which is colour and width, and the kind by its shape: a loop
never branches, a grid does. What is left to doubt is no mistake of a player.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple

from puzzle.drawn_marks import DrawnMarks
from puzzle.grid import OUTSIDE, square_grid
from scanner.ink import Array
from scanner.lattice import Lattice

ALONG, ACROSS = np.linspace(0.16, 0.84, 18), np.linspace(-0.24, 0.24, 25)
"""Where an edge is looked at: along it, without its dots, and across it, in cells."""
STEP = ACROSS[1] - ACROSS[0]
AXIS, BESIDE, FARTHER = np.s_[6:19], np.r_[7:10, 15:18], np.r_[4:6, 19:21]
"""Places across an edge: where it may be drawn, on that where only arms of a cross are, beyond."""
MIDDLE, ENDS = np.s_[6:12], np.r_[0:6, 12:18]
"""Places along an edge: where a cross may be, and where not."""
FINEST = 36
"""How many pixels a cell has at most when it is looked at, so that no line is between places."""
AT_ONCE = 400
"""How many edges are looked at at once, for which that takes 20 MB; and how many are compared."""
MAX_KINDS = 40
"""The most kinds of ink; edges of others are not read."""
DRAWN = 0.62
"""The share of an edge that is inked if it is drawn."""
FAINT, DOUBTFUL = 0.35, 0.6
"""How strong marks are that were rubbed out, and those that may be none, beside others."""
WIDEST = 0.22
"""The width of a line is less, in cells; between large clues, the ground looks like one."""
LUMA = np.array([0.9, 1.77, 0.33])
"""How much the colours weigh in how strong ink is."""


class _Looks(Struct, frozen=True):
    """What edges look like; each field has a value for each.

    - `share`: how much of it is inked, and `level`, how much the ink differs from the ground;
    - `dashed`: whether its ink has gaps;
    - `colour`: that of its ink less that of the ground, `width`, in cells, and `strength`, what
      they make together, which is the same however blurred it is;
    - `cross`: how strong ink is in its middle beside the axis, where there is none at its ends.
    """

    share: Array
    level: Array
    dashed: Array
    colour: Array
    width: Array
    strength: Array
    cross: Array


def read_marks(pixels: Array, lattice: Lattice) -> DrawnMarks:
    """The lines and crosses that are drawn on the board of a lattice."""
    grid = square_grid(*lattice.size)
    ends = np.array(grid.edge_dots)
    looks = _looks(pixels, lattice, np.array(grid.dots)[ends][..., ::-1])
    border = np.array([min(sides) == OUTSIDE for sides in grid.edge_cells])
    lines, base, doubts = _lines(looks, ends, border)
    level, share = (np.median(of[lines]) if lines.any() else 0 for of in (looks.level, looks.share))
    crosses = (looks.cross > max(30, 0.155 * level)) & ~lines
    gaps = _gaps(looks, base, int((~lines).sum())) & ~lines & ~crosses
    for some, strong in ((lines, looks.level), (crosses, looks.cross)):
        usual = np.median(strong[some]) if some.any() else 0
        doubts |= some & (strong < DOUBTFUL * usual)
    doubts |= lines & (looks.share < 0.85 * share)
    found = (np.nonzero(each)[0].tolist() for each in (lines, crosses | gaps, doubts, gaps))
    return DrawnMarks(*map(frozenset, found))


def _looks(pixels: Array, lattice: Lattice, places: Array) -> _Looks:
    """The looks of edges from and to places on a lattice."""
    shrink = max(1, int(lattice.pitch // FINEST))
    high, wide = (side // shrink for side in pixels.shape[:2])
    if shrink > 1:
        pixels = pixels[: high * shrink, : wide * shrink].reshape(high, shrink, wide, shrink, 3)
        pixels = pixels.mean((1, 3), dtype=np.float32)
    found = []
    for some in np.array_split(places + lattice.first, -(-len(places) // AT_ONCE)):
        start, way = some[:, 0], some[:, 1] - some[:, 0]
        along = ALONG[:, None, None] * way[:, None, None]
        across = ACROSS[:, None] * way[:, None, None, ::-1]
        points = np.rint(lattice.at(start[:, None, None] + along + across) / shrink - 0.5)
        x, y = np.moveaxis(points.clip(0, (wide - 1, high - 1)).astype(int), -1, 0)
        found.append(astuple(_look(pixels[y, x].astype(np.float32))))
    return _Looks(*map(np.concatenate, zip(*found, strict=True)))


def _look(view: Array) -> _Looks:
    """The looks of edges by their colours at places along them and across them."""
    # What is drawn differs from both sides, so the rim of a shaded cell is not.
    # Large clues reach beside its middle.
    sides = np.stack([view[:, ENDS, :4], view[:, ENDS, -4:]], axis=1)
    ground = np.median(sides, axis=(2, 3))
    off = np.abs(view[:, None] - ground[:, :, None, None]).max(-1).min(1)
    near = off[:, :, AXIS]
    best = near.max(2)
    level = np.median(best[:, ENDS], axis=1)
    share = (best > np.maximum(16, 0.5 * level)[:, None]).mean(1)
    bare = best < 0.4 * np.percentile(best, 75, axis=1)[:, None]
    changes = (bare[:, 1:] != bare[:, :-1]).sum(1)
    axis = near[:, ENDS].argmax(2)[..., None, None]
    ink = np.take_along_axis(view[:, ENDS, AXIS], axis, 2)[:, :, 0]
    total = (view[:, ENDS, AXIS] - ground.mean(1)[:, None, None]).mean(1).sum(1)
    wide = (off[:, ENDS] > 0.5 * best[:, ENDS, None]).sum(2)
    width = np.median(wide, axis=1) * STEP  # the ground between large clues is broad and short
    middle = near[:, 7:11, 2:-2].max((1, 2))
    arms = np.percentile(off[:, MIDDLE][:, :, BESIDE], 75, axis=(1, 2))
    least = np.percentile(off[:, ENDS][:, :, BESIDE], 75, axis=(1, 2))
    beyond = np.percentile(best[:, ENDS], 70, axis=1)
    is_cross = (middle > 1.8 * beyond + 12) | (arms > 2.5 * least + 24)
    # Large clues are beside an edge too, but there is more of them farther from it.
    is_cross &= np.percentile(off[:, MIDDLE][:, :, FARTHER], 75, axis=(1, 2)) < 1.5 * arms + 12
    return _Looks(
        np.where(level < 14, 0, share),
        level,
        (changes + (bare[:, 0] & (width > 0.12)) > 2) & (bare.mean(1) < 0.5) & (level >= 14),
        np.median(ink, axis=1) - ground.mean(1),
        width,
        np.linalg.norm(total * LUMA, axis=1) * STEP,
        np.where(is_cross, np.maximum(arms, 0.5 * middle), 0),
    )


def _lines(looks: _Looks, ends: Array, border: Array) -> tuple[Array, list[Array], Array]:
    """Which edges are lines, the kinds of ink of the grid, and which edges are in doubt."""
    weighed = [(float(np.median(looks.strength[kind])), kind) for kind in _kinds(looks)]
    weighed.sort(key=lambda pair: -pair[0])
    usual = float(np.percentile(looks.strength, 30))  # that of the grid, as most edges are no lines
    lines, doubts = np.zeros((2, len(ends)), bool)
    base = []
    for weight, kind in weighed:
        # Wrong lines branch too, but at few dots; a grid is also the weaker ink.
        few = 0.4 if weight > 0.45 * weighed[0][0] or len(kind) <= 5 else 0.06
        is_dashed = looks.dashed[kind].mean() > 0.5
        is_weak = weight < max(0.3 * weighed[0][0], 1.6 * usual)
        is_weak |= np.median(looks.level[kind]) < FAINT * np.median(looks.level[weighed[0][1]])
        if border[kind].mean() > 0.9 and len(kind) > 0.5 * border.sum():
            continue  # a frame
        if is_dashed or is_weak or _branches(ends[kind]) > few:
            base.append(kind)
            continue
        # Loops may have several colours, but where two kinds branch together the weaker is none.
        joint = np.concatenate([np.nonzero(lines)[0], kind])
        is_joined = lines.any() and _branches(ends[joint]) > 0.12
        doubts[kind] = is_joined
        if is_joined and len(kind) > 3:
            base.append(kind)
        else:
            lines[kind] = ~looks.dashed[kind]
    return lines, base, doubts


def _kinds(looks: _Looks) -> Iterator[Array]:
    """Edges with ink of about the same colour and width, about the commonest kinds first."""
    left = np.nonzero(((looks.share > DRAWN) | looks.dashed) & (looks.width < WIDEST))[0]
    for _ in range(MAX_KINDS):
        if not len(left):
            return
        some = left[:: -(-len(left) // AT_ONCE)]
        apart = np.abs(looks.colour[some][:, None] - looks.colour[left]).max(-1)
        widths = np.log2(looks.width + 0.02)
        alike = (apart < 42) & (np.abs(widths[some][:, None] - widths[left]) < 0.9)
        chosen = alike[alike.sum(1).argmax()]
        yield left[chosen]
        left = left[~chosen]


def _branches(ends: Array) -> float:
    """The share of dots of edges, given by their dots, where there are more than two of them."""
    counts = np.bincount(ends.ravel())
    return float((counts > 2).sum() / (counts > 0).sum())


def _gaps(looks: _Looks, base: list[Array], others: int) -> Array:
    """Which edges were taken out of a grid: they are missing, or thinner than the others.

    `others` is the number of edges that are no lines; a grid has more than a few of them.
    """
    strengths = [
        float(np.median(looks.strength[kind]))
        for kind in base
        if np.linalg.norm(np.median(looks.colour[kind], axis=0)) > 25 and len(kind) > 1
    ]
    gaps = np.zeros(len(looks.share), bool)
    if not strengths or sum(map(len, base)) < 0.25 * others:
        return gaps
    gaps |= (looks.strength < 0.2 * max(strengths)) & (looks.share < 0.3)
    for kind in base:
        gaps[kind] |= bool(np.median(looks.strength[kind]) < 0.4 * max(strengths))
    return gaps
