"""Reads puzzles from pictures. What decodes them is loaded for pictures only."""

import os
from typing import BinaryIO

from msgspec.structs import replace

from cli.shapes import PuzzleText
from puzzle.drawn_marks import DrawnMarks, judged
from puzzle.model import EdgeState
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from puzzle.places import cell_name
from scanner.values import LINES, MAX_BYTES, REMARKS
from solver.report import Outcome
from solver.search import may_be_meant, solve

ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".bmp", ".heic"})
"""How the names of pictures end, so that an argument is known to be a file."""


class PictureLine(str):
    """The game ID of the puzzle of a picture, the names of cells that are not certain, what else is
    told of the picture, in sentences, what is drawn on it, and whether all clues are certain."""

    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    drawn: DrawnMarks = DrawnMarks()
    certain: bool = True


def picture_line(stream: BinaryIO) -> PictureLine:
    """The puzzle of a picture; raises `PuzzleError` when there is none."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scanner.reading import read_picture  # noqa: PLC0415 - it loads numpy and Pillow

    reading = read_picture(stream.read(MAX_BYTES + 1), may_be_meant)
    line = PictureLine(format_loopy(reading.puzzle))
    line.doubts = tuple(cell_name(reading.puzzle.grid, cell) for cell in reading.doubts)
    line.remarks = tuple(REMARKS[remark] for remark in reading.remarks)
    line.drawn, line.certain = reading.marks, not reading.in_doubt
    return line


def in_play(text: PuzzleText) -> PuzzleText:
    """The text of a puzzle with the marks of its picture, if it is a picture.

    Marks that disagree with the only solution and may be read wrongly are left out and told.
    """
    line = text.text
    if not isinstance(line, PictureLine) or not line.drawn:
        return text
    puzzle, asked = text.found().puzzle, frozenset[int]()
    board, report = line.drawn.on(puzzle), solve(puzzle)
    if report.outcome is Outcome.UNIQUE:
        board, asked = judged(line.drawn, puzzle, report.solutions[0], line.certain)
    remarks = tuple(remark for remark in text.remarks if remark != REMARKS[LINES])
    if asked:
        names = format_marks(puzzle.grid, {edge: board.marks[edge] for edge in sorted(asked)})
        remarks += (f"Is this drawn: {names}? It is left out; --marks adds it.",)
        board = board.mark(dict.fromkeys(asked, EdgeState.UNKNOWN))
    return replace(text, board_in_play=board, remarks=remarks)
