"""`ouro convert`: a puzzle in another notation."""

import json
from typing import Annotated

import typer

from cli.board import AsBoard, Choice, PuzzleArgument, PuzzleFile, read_text
from cli.errors import UsageError
from cli.output import AsJson
from puzzle.notation import NOTATIONS, format_board, format_loopy


def convert(
    to: Annotated[str, typer.Option(help=f"One of {', '.join(NOTATIONS)}.")],
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    as_json: AsJson = False,
) -> None:
    """Write a puzzle in another notation; drawn edges are kept where it has room for them."""
    if to not in NOTATIONS:
        raise UsageError(f"There is no notation '{to}'; choose one of {', '.join(NOTATIONS)}.")
    given = read_text(puzzle, file, as_board, choice)
    board = given.board()
    text = format_board(board, to)
    record = {
        "puzzle": format_loopy(board.puzzle),
        "notation": to,
        "text": text,
        **given.left_open(),
    }
    print(json.dumps(record) if as_json else text)
