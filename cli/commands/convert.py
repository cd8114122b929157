"""`ouro convert`: a puzzle in another notation."""

import json
from pathlib import Path
from typing import Annotated

import typer

from cli.errors import UsageError
from cli.inputs import BOUNDS, Source
from cli.output import AsJson
from puzzle.notation import NOTATIONS, format_board, format_loopy, parse_board


def convert(
    to: Annotated[str, typer.Option(help=f"One of {', '.join(NOTATIONS)}.")],
    puzzle: Annotated[
        str | None, typer.Argument(help="A puzzle in any notation, or - for standard input.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Read the puzzle from a file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write a puzzle in another notation; drawn edges are kept where it has room for them."""
    if to not in NOTATIONS:
        raise UsageError(f"There is no notation '{to}'; choose one of {', '.join(NOTATIONS)}.")
    board = parse_board(Source(puzzle, file).read_all(), BOUNDS)
    text = format_board(board, to)
    record = {"puzzle": format_loopy(board.puzzle), "notation": to, "text": text}
    print(json.dumps(record) if as_json else text)
