"""`ouro render`: a picture of a puzzle."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from cli.errors import UsageError
from cli.inputs import BOUNDS, Source
from cli.status import Status
from puzzle.model import Board
from puzzle.notation import parse_board
from renderer.highlights import Highlights
from renderer.picture import Picture
from renderer.text import board_text
from renderer.theme import THEMES, theme_named
from solver.search import Limits, Outcome
from solver.search import solve as search

FORMATS: dict[str, Callable[[Picture], bytes]] = {
    "png": Picture.png,
    "svg": lambda picture: picture.svg().encode(),
    "txt": lambda picture: f"{board_text(picture.board)}\n".encode(),
}
"""What a file can hold: pixels, shapes, or Unicode characters."""


def render(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    puzzle: Annotated[
        str | None, typer.Argument(help="A puzzle in any notation, or - for standard input.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Read the puzzle from a file.")] = None,
    solved: Annotated[bool, typer.Option("--solved", help="Draw the loop too.")] = False,
    form: Annotated[
        str | None,
        typer.Option("--format", help=f"{', '.join(FORMATS)}; as the file is named, unless given."),
    ] = None,
    theme: Annotated[str, typer.Option(help=f"The look: {', '.join(THEMES)}.")] = "light",
    labels: Annotated[
        bool, typer.Option("--labels", help="Name the columns and rows of dots.")
    ] = False,
    dim: Annotated[
        bool, typer.Option("--dim", help="Let clues that have their lines step back.")
    ] = False,
    footer: Annotated[str, typer.Option(help="A line of text below the board.")] = "",
    time_limit: Annotated[float | None, typer.Option(help="Seconds to spend on solving.")] = None,
) -> None:
    """Draw a puzzle into a file, with the marks of a saved file or with its solution."""
    draw = _format(form, output)
    theme_named(theme)  # before the search
    board = parse_board(Source(puzzle, file).whole(), BOUNDS)
    status = Status.ANSWERED
    if solved:
        board, status = _solved(board, time_limit)
    picture = Picture(board, theme, labels, Highlights(dim_satisfied=dim), footer)
    output.write_bytes(draw(picture))
    raise typer.Exit(status)


def _format(name: str | None, output: Path) -> Callable[[Picture], bytes]:
    chosen = output.suffix[1:].lower() if name is None else name
    if chosen in FORMATS:
        return FORMATS[chosen]
    if name is None and not chosen:
        return FORMATS["png"]
    *others, last = FORMATS
    problem = f"There is no format {chosen!r}"
    raise UsageError(f"{problem}; choose {', '.join(others)} or {last} with --format.")


def _solved(board: Board, seconds: float | None) -> tuple[Board, Status]:
    report = search(board.puzzle, Limits(seconds=seconds))
    if not report.solutions:
        unsolved = {
            Outcome.NONE: ("This puzzle has no solution", Status.ANSWERED),
            Outcome.LIMIT: ("The time ran out before a solution was found", Status.LIMIT_HIT),
        }
        sentence, status = unsolved[report.outcome]
        print(f"{sentence}; the puzzle is drawn without a loop.", file=sys.stderr)
        return board, status
    if report.outcome is Outcome.MULTIPLE:
        print("This puzzle has several solutions; one of them is drawn.", file=sys.stderr)
    return Board.of_lines(board.puzzle, report.solutions[0]), Status.ANSWERED
