"""Parsers and formatters of puzzles: one module for each notation, with its `Notation`."""

from puzzle.notation.comma import format_csv
from puzzle.notation.detect import (
    NOTATIONS,
    FoundPuzzle,
    detect,
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
from puzzle.notation.rows import format_rows, parse_rows
from puzzle.notation.search import (
    Reading,
    find,
    find_puzzle,
    read,
    read_board,
    read_only,
)

__all__ = [
    "NOTATIONS",
    "FoundPuzzle",
    "Reading",
    "detect",
    "find",
    "find_puzzle",
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
    "read",
    "read_board",
    "read_only",
    "read_text",
]
