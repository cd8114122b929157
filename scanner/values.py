"""What reading a picture gives, and how pictures are known: without what decodes them."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from msgspec import Struct

from puzzle.drawn_marks import DrawnMarks
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Puzzle

SIGNATURES = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a"
MAX_BYTES = 10 * 2**20
"""How large the file of a picture may be."""


UNLIKELY, TWO, LINES = "unlikely", "two", "lines"
REMARKS: Mapping[str, LazyMessage] = MappingProxyType(
    {
        "left": lazy("Does the board go on at the left?"),
        "top": lazy("Does the board go on at the top?"),
        "right": lazy("Does the board go on at the right?"),
        "bottom": lazy("Does the board go on at the bottom?"),
        UNLIKELY: lazy("Is a clue wrong or missing, or is the picture cut off?"),
        TWO: lazy("Are there two boards in the picture?"),
        LINES: lazy("The lines in the picture are left out."),
    }
)
"""What is told of whole pictures; all but the last are questions."""


def are_in_doubt(doubts: Collection[int], remarks: Collection[str]) -> bool:
    """Whether a clue is not certain, or whether this is the whole board."""
    return bool(doubts or {*remarks} - {LINES})


class PictureReading(Struct, frozen=True):
    """The puzzle of a picture, and the cells whose clues are not certain, in order.

    `recognised` says that the picture is one of Ouro's own, whose file has the puzzle's game ID.
    `remarks` are names in `REMARKS`, and `marks` the lines and crosses that the picture shows.
    """

    puzzle: Puzzle
    doubts: tuple[int, ...] = ()
    recognised: bool = False
    remarks: tuple[str, ...] = ()
    marks: DrawnMarks = DrawnMarks()

    @property
    def in_doubt(self) -> bool:
        """Whether a clue is not certain, or whether this is the whole board."""
        return are_in_doubt(self.doubts, self.remarks)


def is_picture(start: bytes) -> bool:
    """Whether a file that begins so is a PNG, JPEG, GIF, WebP, AVIF, BMP or HEIC picture.

    >>> is_picture(b"GIF89a"), is_picture(b"3x3:3h")
    (True, False)
    """
    return (
        start.startswith(SIGNATURES)
        or (start[:4] == b"RIFF" and start[8:12] == b"WEBP")
        or (start[:2] == b"BM" and start[6:10] == bytes(4))
        or (start[4:8] == b"ftyp" and start[8:11] in {b"avi", b"hei", b"hev", b"mif", b"msf"})
    )
