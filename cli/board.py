"""Reads boards with marks for the commands for players, and draws them."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from cli.inputs import source_of
from cli.shapes import PuzzleText
from puzzle.model import Board
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels

PuzzleArgument: TypeAlias = Annotated[
    str | None,
    typer.Argument(help="A puzzle in any notation, the name of a file, or - for standard input."),
]
PuzzleFile: TypeAlias = Annotated[Path | None, typer.Option(help="Read the puzzle from a file.")]
AsBoard: TypeAlias = Annotated[
    bool, typer.Option("--board", help="Read all lines as one board, whatever they look like.")
]
Choice: TypeAlias = Annotated[
    int | None,
    typer.Option("--as", help="Which board is meant, of those that a text may be."),
]
Marks: TypeAlias = Annotated[
    str, typer.Option(help='What is drawn already: "A1-A3 x B1-B2", lines and crosses.')
]
InMind: TypeAlias = Annotated[
    bool,
    typer.Option("--in-mind", help="Use the crosses that easy steps show, as if they were drawn."),
]
Png: TypeAlias = Annotated[Path | None, typer.Option(help="Draw a picture into this PNG file.")]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="Draw a picture into this file: png, svg or pdf, or a gif that shows the argument "
        "sentence by sentence."
    ),
]
ThemeName: TypeAlias = Annotated[str, typer.Option(help="The look of the picture.")]


def read_text(
    puzzle: str | None, file: Path | None, as_board: bool = False, choice: int | None = None
) -> PuzzleText:
    """The text of the puzzle of an argument or a file.

    Raises `PuzzleError` or `UsageError` when the input cannot be read, or holds several boards and
    `as_board` does not say that it is one.
    """
    return source_of(puzzle, file, False if as_board else None, choice).only()


def draw_board(
    path: Path,
    board: Board,
    theme: str = "light",
    *,
    labels: Labels = Labels.NONE,
    highlights: Highlights = NO_HIGHLIGHTS,
    footer: str = "",
) -> None:
    """Write a picture of a board to a PNG file, with a line of text below it."""
    from renderer.picture import Picture  # noqa: PLC0415 - few runs draw, and it loads Pillow

    path.write_bytes(Picture(board, theme, labels, highlights, footer).png())
