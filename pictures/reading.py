"""Reads a puzzle from a picture: of this program, of another one, of a site or a page.

numpy starts threads when it is imported, unless OPENBLAS_NUM_THREADS is 1 by then.
"""

from msgspec import Struct
from PIL import Image

from pictures.errors import NO_BOARD, PictureError
from pictures.opening import open_picture, pixels_of
from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation.loopy import PNG_KEYWORD, parse_loopy


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
    pixels_of(image)
    raise PictureError(NO_BOARD)


def _recognised(image: Image.Image, bounds: Bounds) -> Puzzle | None:
    """The puzzle whose game ID is in the file of a picture; None without a right one."""
    text = image.info.get(PNG_KEYWORD)
    if not isinstance(text, str) or len(text) > bounds.max_text:
        return None
    try:
        return parse_loopy(text, bounds)
    except PuzzleError:
        return None
