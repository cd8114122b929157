"""Reads a puzzle from a picture: of Ouro, of another program, of a site or a page.

numpy starts threads when it is imported, unless OPENBLAS_NUM_THREADS is 1 by then.
"""

import numpy as np
from msgspec import Struct
from PIL import Image

from pictures.arrays import Bytes
from pictures.cells import BLANK, Cells, look
from pictures.digits import OTHER
from pictures.errors import CUT_OFF, NO_BOARD, NO_CLUES, SEVERAL, UNCLEAR, PictureError
from pictures.ink import Sums, ink_of, parts_of
from pictures.lattice import Lattice, lattices
from pictures.opening import open_picture, pixels_of
from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation.loopy import PNG_KEYWORD, parse_loopy

LEAST_CLUES = 3
MAX_TRIED = 6
"""How many lattices are looked at closely."""
CERTAIN = 0.9


class PictureReading(Struct, frozen=True):
    """The puzzle of a picture, and the cells whose clues are not certain, in order.

    `recognised` says that the picture is one of Ouro's own, whose file has the puzzle's game ID.
    """

    puzzle: Puzzle
    doubts: tuple[int, ...] = ()
    recognised: bool = False


def read_picture(data: bytes, bounds: Bounds = DEFAULT_BOUNDS) -> PictureReading:
    """The puzzle in the file of a picture: PNG, JPEG, WebP or GIF.

    Raises `PictureError` with a sentence when there is none, and `SizeError` when its board is
    outside `bounds`.
    """
    image = open_picture(data)
    puzzle = _recognised(image, bounds)
    if puzzle is not None:
        return PictureReading(puzzle, recognised=True)
    return _chosen(_boards(pixels_of(image)), bounds)


def _recognised(image: Image.Image, bounds: Bounds) -> Puzzle | None:
    """The puzzle whose game ID is in the file of a picture; None without a right one."""
    text = image.info.get(PNG_KEYWORD)
    if not isinstance(text, str) or len(text) > bounds.max_text:
        return None
    try:
        return parse_loopy(text, bounds)
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

    @property
    def is_flawless(self) -> bool:
        """Whether nothing in it is doubtful."""
        return not self.doubts and not self.outside and self.clue_count >= LEAST_CLUES

    def is_apart(self, other: "_FoundBoard") -> bool:
        """Whether two boards do not overlap."""
        (start, end), (first, last) = self.lattice.ends, other.lattice.ends
        return bool((end < first).any() or (last < start).any())


def _boards(pixels: Bytes) -> list[_FoundBoard]:
    """The boards of a picture, the best first."""
    ink = ink_of(pixels, int(np.clip(max(pixels.shape) / 70, 8, 40)))
    strong = ink[ink > 24]
    found: list[_FoundBoard] = []
    for share in (0.4, 0.18) if len(strong) >= 50 else ():
        mask = ink > max(20, share * float(np.percentile(strong, 85)))
        if mask.mean() > 0.6:
            continue
        for lattice in _best(lattices(mask, parts_of(mask), Sums.of(mask))):
            closer = ink_of(pixels, int(np.clip(lattice.pitch / 6, 4, 40)))
            found.append(_read(look(closer, lattice), lattice))
        found.sort(key=lambda board: -board.score)
        if found and found[0].is_flawless:
            break
    return found


def _best(found: list[Lattice]) -> list[Lattice]:
    """The likeliest lattices of boards that are large enough, each once."""
    kept: list[Lattice] = []
    for each in sorted(found, key=lambda x: -x.cells * x.support * (0.3 + x.drawn)):
        size = each.columns, each.rows
        if min(size) < 3 or each.support < 0.85:
            continue
        if not any(
            size == (one.columns, one.rows)
            and np.abs(each.ends - one.ends).max() < 0.08 * each.pitch
            for one in kept
        ):
            kept.append(each)
    return kept[:MAX_TRIED]


def _read(cells: Cells, lattice: Lattice) -> _FoundBoard:
    """The clues of a board by what is in its cells."""
    is_digit = (cells.content >= 0) & (cells.content < OTHER)
    inner = np.s_[1:-1, 1:-1]
    heights = cells.height[inner][is_digit[inner] & (cells.share[inner] > CERTAIN)]
    usual = float(np.median(heights)) if len(heights) else 0.4
    faint = cells.contrast < 0.15 * cells.usual_contrast
    fits = (cells.height >= 0.75 * usual) & (cells.height <= 1.3 * usual)
    certain = is_digit & fits & (cells.share >= CERTAIN) & ~faint
    likely = is_digit & fits & (cells.share >= 0.5)
    off_middle = (cells.content == BLANK) & (cells.share < 0.85)
    low = (cells.content == OTHER) & (cells.height < 0.5 * usual)
    nothing = (cells.content == BLANK) | faint | low
    doubtful = np.where(
        likely,
        ~certain,
        ~nothing | (off_middle & (cells.contrast > 0.3 * cells.usual_contrast)),
    )[inner]
    clues = np.where(likely, cells.content, BLANK)[inner].ravel()
    ring = is_digit & (cells.share > 0.95) & (np.abs(cells.height / usual - 1) < 0.15)
    ring &= cells.contrast > 0.6 * cells.usual_contrast
    ring[inner] = False
    outside, sure = int(ring.sum()), int(certain[inner].sum())
    score = sure + 0.2 * lattice.cells - 2 * int(doubtful.sum()) - 2 * outside
    return _FoundBoard(
        lattice,
        tuple(None if clue == BLANK else int(clue) for clue in clues),
        tuple(np.nonzero(doubtful.ravel())[0].tolist()),
        outside,
        score * lattice.support,
    )


def _chosen(found: list[_FoundBoard], bounds: Bounds) -> PictureReading:
    """The reading of the best board; raises `PictureError` unless it can be relied upon."""
    if not found:
        raise PictureError(NO_BOARD)
    best, *others = found
    if best.clue_count < LEAST_CLUES:
        raise PictureError(NO_CLUES)
    if len(best.doubts) > min(max(2, 0.06 * best.lattice.cells), 0.5 * best.clue_count):
        raise PictureError(UNCLEAR)
    if best.outside >= 2:
        raise PictureError(CUT_OFF)
    for other in others:
        if other.score > 0.3 * best.score and other.is_apart(best) and other.clue_count >= 3:
            raise PictureError(SEVERAL)
    bounds.check(best.lattice.rows, best.lattice.columns)
    return PictureReading(
        Puzzle(square_grid(best.lattice.rows, best.lattice.columns), best.clues), best.doubts
    )
