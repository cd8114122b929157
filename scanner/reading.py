"""Reads a puzzle from a picture: of Ouro, of another program, of a site or a page.

numpy starts threads when it is imported, unless OPENBLAS_NUM_THREADS is 1 by then.
"""

from collections.abc import Callable
from math import prod

import numpy as np
from msgspec import Struct
from PIL import Image

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.drawn_marks import MARKS_KEYWORD, DrawnMarks
from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation.loopy import PNG_KEYWORD, parse_loopy
from scanner.cells import BLANK, Cells, look
from scanner.digits import OTHER
from scanner.errors import CUT_OFF, NO_BOARD, NO_CLUES, SEVERAL, UNCLEAR, PictureError
from scanner.ink import Array, ink_of
from scanner.lattice import LEAST_SUPPORT, Lattice, lattices, lattices_of_lines
from scanner.marks import read_marks
from scanner.opening import open_picture, pixels_of
from scanner.sides import open_sides
from scanner.values import LINES, TWO, UNLIKELY, PictureReading

__all__ = ["PictureReading", "read_picture"]

FEWEST_CLUES = 3
LEAST_JOINED = 9
"""The fewest rows of two boards that are read as one, with a blank row between them."""
LEVELS = (0.4, 20), (0.18, 20), (0.07, 9)
"""Which shares of strong ink count as ink, and the least that does; the last finds faint grids."""
WAYS = (
    *((lattices, *each) for each in LEVELS),
    *((lattices_of_lines, *each) for each in LEVELS[:2]),
)
"""How lattices are looked for in which ink, one way after another."""
MAX_TRIED = 9
"""How many lattices are looked at closely."""
MAX_LOOKED = 12_000
"""After how many cells no further lattice is looked at; the largest board has 7,921."""
CERTAIN, LIKELY = 0.9, 0.5
LUMA = np.array([0.3, 0.59, 0.11])
"""How bright red, green and blue are."""


def read_picture(
    data: bytes, may_be_meant: Callable[[Puzzle], bool], bounds: Bounds = DEFAULT_BOUNDS
) -> PictureReading:
    """The puzzle in the file of a picture: PNG, JPEG, WebP, GIF, AVIF or BMP.

    `may_be_meant` says whether a puzzle may be whole: few that are cut off have one solution.
    Raises `PictureError` with a sentence when there is none, and `SizeError` when its board is
    outside `bounds`.
    """
    image = open_picture(data)
    puzzle = _recognised(image, bounds)
    if puzzle is not None:
        marks = DrawnMarks.of_file(image.info.get(MARKS_KEYWORD), len(puzzle.grid.edge_dots))
        return PictureReading(puzzle, (), True, (LINES,) if marks else (), marks)
    pixels = pixels_of(image)
    found = _boards(pixels)
    if not found:
        raise PictureError(NO_BOARD)
    best = found[0]
    best.check(found[1:])
    rows, columns = best.lattice.size
    bounds.check(rows, columns)
    puzzle = Puzzle(square_grid(rows, columns), best.clues)
    remarks = open_sides(pixels, best.lattice)
    if not (remarks or best.doubts or may_be_meant(puzzle)):
        remarks.append(UNLIKELY)
    if best.is_joined(found[1:]):
        remarks.append(TWO)
    marks = read_marks(pixels, best.lattice)
    if marks:
        remarks.append(LINES)
    return PictureReading(puzzle, best.doubts, remarks=tuple(remarks), marks=marks)


def _recognised(image: Image.Image, bounds: Bounds) -> Puzzle | None:
    """The puzzle whose game ID is in the file of a picture; None without a right one."""
    text = image.info.get(PNG_KEYWORD)
    try:
        return parse_loopy(text, bounds) if isinstance(text, str) else None
    except PuzzleError:
        return None


class _FoundBoard(Struct, frozen=True):
    """A board in a picture, the clues that it seems to have, and how good the reading is."""

    lattice: Lattice
    clues: tuple[int | None, ...]
    doubts: tuple[int, ...]
    outside: int
    score: float

    @property
    def clue_count(self) -> int:
        """The number of its clues."""
        return sum(clue is not None for clue in self.clues)

    def beyond(self, other: "_FoundBoard") -> int:
        """How many clues of another board are not on this one."""
        cells = np.array([cell for cell, clue in enumerate(other.clues) if clue is not None], int)
        places = np.stack(np.divmod(cells, other.lattice.size[1])[::-1], axis=-1) + 0.5
        points, (start, end) = other.lattice.at(places + other.lattice.first), self.lattice.ends
        return int(((points < start) | (points > end)).any(-1).sum())

    def is_within(self, other: "_FoundBoard") -> bool:
        """Whether it is the other one without what lies beyond its drawn dots, which is empty.

        Lines of a page there are as far from it as its dots are from each other.
        """
        one, whole = self.lattice, other.lattice
        is_part = (whole.first <= one.first).all() and (one.last <= whole.last).all()
        is_same = one.weights is whole.weights and is_part
        return bool(is_same and one.drawn > 0.95 > whole.drawn and not self.outside)

    def check(self, others: list["_FoundBoard"]) -> None:
        """Raise `PictureError` unless it can be relied upon, and no other one is as good."""
        if self.clue_count < FEWEST_CLUES:
            raise PictureError(NO_CLUES if len(self.doubts) < FEWEST_CLUES else UNCLEAR)
        if len(self.doubts) > min(max(2, 0.06 * len(self.clues)), 0.5 * self.clue_count):
            raise PictureError(UNCLEAR)
        if self.outside >= 2:
            raise PictureError(CUT_OFF)
        for other in others:
            if other.score > 0.3 * self.score and self.beyond(other) >= FEWEST_CLUES:
                raise PictureError(SEVERAL)

    def is_joined(self, others: list["_FoundBoard"]) -> bool:
        """Whether it may be two boards, with a blank line between them, or one of several."""
        blank = np.array([clue is None for clue in self.clues]).reshape(self.lattice.size)
        lines = [side for side in (blank, blank.T) if len(side) >= LEAST_JOINED and len(side) % 2]
        is_double = any(side[len(side) // 2].all() for side in lines)
        return is_double or any(self.beyond(other) >= FEWEST_CLUES for other in others)


def _boards(pixels: Array) -> list[_FoundBoard]:
    """The boards of a picture, the best first."""
    ink = ink_of(pixels, int(np.clip(max(pixels.shape) / 70, 8, 40)))
    strong = ink[ink > 24]
    found: list[_FoundBoard] = []
    tried = looked = 0
    for way, share, least in WAYS if len(strong) >= 50 else ():
        if found and way is lattices_of_lines:
            break
        mask = ink > max(least, share * float(np.percentile(strong, 85)))
        if mask.mean() > 0.6:
            continue
        for lattice in _best(_lattices(way, mask, is_last=share == LEVELS[-1][0])):
            if tried == MAX_TRIED or looked > MAX_LOOKED:
                break
            tried, looked = tried + 1, looked + prod(lattice.size)
            board = _look(pixels, lattice)
            if way is lattices or board.clue_count >= FEWEST_CLUES:  # lines alone are no board
                found.append(board)
        found = [each for each in found if not any(other.is_within(each) for other in found)]
        found.sort(key=lambda board: -board.score)
        if found and not (found[0].doubts or found[0].outside or found[0].clue_count < 3):
            break
    if found and found[0].doubts:  # strong colours run into cells when they are compressed
        grey = np.repeat((pixels @ LUMA).astype(np.uint8)[..., None], 3, axis=-1)
        again = _look(grey, found[0].lattice)
        if again.clue_count >= found[0].clue_count and len(again.doubts) < len(found[0].doubts):
            found[0] = again
    return found


def _look(pixels: Array, lattice: Lattice) -> _FoundBoard:
    """The board on a lattice."""
    ink = ink_of(pixels, int(np.clip(lattice.pitch / 6, 4, 40)))
    return _read(look(ink, lattice), lattice)


def _lattices(way: Callable[[Array], list[Lattice]], mask: Array, is_last: bool) -> list[Lattice]:
    """The lattices of a mask; none if the faintest ink is too dense, such as noise."""
    try:
        return way(mask)
    except PictureError:
        if is_last:
            return []
        raise


def _best(found: list[Lattice]) -> list[Lattice]:
    """The likeliest lattices of boards that are large enough, each once."""
    kept: list[Lattice] = []
    for one in sorted(found, key=lambda x: -prod(x.size) * x.support * (0.3 + x.drawn)):
        is_new = all(np.abs(one.ends - each.ends).max() > 0.08 * one.pitch for each in kept)
        if min(one.size) >= 3 and one.support >= LEAST_SUPPORT and is_new:
            kept.append(one)
    return kept


def _read(cells: Cells, lattice: Lattice) -> _FoundBoard:
    """The clues of a board by what is in its cells."""
    inner = np.zeros(cells.contents.shape, bool)
    inner[1:-1, 1:-1] = True
    is_digit = (cells.contents != BLANK) & (cells.contents != OTHER)
    heights = cells.heights[inner & is_digit & (cells.shares > CERTAIN)]
    height = cells.heights / (np.median(heights) if len(heights) else 0.4)
    is_faint = cells.contrasts < 0.15
    is_likely = is_digit & (height >= 0.75) & (height <= 1.3) & (cells.shares >= LIKELY)
    is_certain = is_likely & (cells.shares >= CERTAIN) & ~is_faint
    is_blank = (cells.contents == BLANK) | is_faint | ((cells.contents == OTHER) & (height < 0.5))
    is_off_middle = (cells.contents == BLANK) & (cells.shares < CERTAIN) & (cells.contrasts > 0.3)
    is_doubt = np.where(is_likely, ~is_certain, ~is_blank | is_off_middle)[inner]
    beyond = ~inner & is_digit & (cells.shares > 0.95) & (np.abs(height - 1) < 0.15)
    outside = int((beyond & (cells.contrasts > 0.6)).sum())
    sure = int(is_certain[inner].sum()) + 0.2 * prod(lattice.size)
    clues = zip(cells.contents[inner].tolist(), is_likely[inner].tolist(), strict=True)
    return _FoundBoard(
        lattice,
        tuple(content if likely else None for content, likely in clues),
        tuple(np.nonzero(is_doubt)[0].tolist()),
        outside,
        (sure - 2 * int(is_doubt.sum()) - 2 * outside) * lattice.support,
    )
