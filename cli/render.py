"""`ouro render`: a picture of a puzzle."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.inputs import BOUNDS, Source
from cli.status import Status
from puzzle.model import Board
from puzzle.notation import parse_board
from renderer.png import draw_png
from renderer.scene import build_scene
from renderer.theme import theme_named
from solver.search import Limits, Outcome
from solver.search import solve as search


def render(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PNG file to write.")],
    puzzle: Annotated[
        str | None, typer.Argument(help="A puzzle in any notation, or - for standard input.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Read the puzzle from a file.")] = None,
    solved: Annotated[bool, typer.Option("--solved", help="Draw the loop too.")] = False,
    theme: Annotated[str, typer.Option(help="The look: light or dark.")] = "light",
    labels: Annotated[
        bool, typer.Option("--labels", help="Name the columns and rows of dots.")
    ] = False,
    time_limit: Annotated[float | None, typer.Option(help="Seconds to spend on solving.")] = None,
) -> None:
    """Draw a puzzle as a PNG picture, with the marks of a saved file or with its solution."""
    look = theme_named(theme)
    board = parse_board(Source(puzzle, file).whole(), BOUNDS)
    status = Status.ANSWERED
    if solved:
        board, status = _solved(board, time_limit)
    output.write_bytes(draw_png(build_scene(board, labels=labels), look))
    raise typer.Exit(status)


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
