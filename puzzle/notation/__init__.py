"""Parsers and formatters of puzzles: one module for each exact notation, with its `Notation`.

What people write otherwise is read as candidates, of which `solver.judge` judges.
"""

from puzzle.notation.detect import (
    NOTATIONS,
    FoundPuzzle,
    format_board,
    format_puzzle,
    parse_board,
    parse_puzzle,
    play_address,
    read_text,
)
from puzzle.notation.loopy import format_loopy, parse_loopy
from puzzle.notation.puzzlink import format_puzzlink, parse_puzzlink
from puzzle.notation.pzpr import format_pzpr, parse_pzpr
from puzzle.notation.rows import format_csv, format_rows, parse_rows

__all__ = [
    "NOTATIONS",
    "FoundPuzzle",
    "format_board",
    "format_csv",
    "format_loopy",
    "format_puzzle",
    "format_puzzlink",
    "format_pzpr",
    "format_rows",
    "parse_board",
    "parse_loopy",
    "parse_puzzle",
    "parse_puzzlink",
    "parse_pzpr",
    "parse_rows",
    "play_address",
    "read_text",
]
