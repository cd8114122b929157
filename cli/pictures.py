"""Reads puzzles from pictures. What decodes them is loaded for pictures only."""

import os
from typing import BinaryIO

from puzzle.notation import format_loopy
from puzzle.places import cell_name
from scanner.values import MAX_BYTES, REMARKS
from solver.search import may_be_meant

ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".bmp", ".heic"})
"""How the names of pictures end, so that an argument is known to be a file."""


class PictureLine(str):
    """The game ID of the puzzle of a picture, the names of cells that are not certain, and what
    else is told of the picture, in sentences."""

    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def picture_line(stream: BinaryIO) -> PictureLine:
    """The puzzle of a picture; raises `PuzzleError` when there is none."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scanner.reading import read_picture  # noqa: PLC0415 - it loads numpy and Pillow

    reading = read_picture(stream.read(MAX_BYTES + 1), may_be_meant)
    line = PictureLine(format_loopy(reading.puzzle))
    line.doubts = tuple(cell_name(reading.puzzle.grid, cell) for cell in reading.doubts)
    line.remarks = tuple(REMARKS[remark] for remark in reading.remarks)
    return line
