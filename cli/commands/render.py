"""`ouro render`: a picture of a puzzle, or an animation."""

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from cli.argument import ANIMATION_FORMATS, FORMATS
from cli.board import AsBoard, Choice, PuzzleArgument, PuzzleFile, read_text
from cli.endings import check_place
from cli.errors import UsageError
from cli.languages import LanguageCode, localizer_of
from cli.progress import file_size, note
from cli.status import ExitStatus
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from narrator.frames import walkthrough_frames
from narrator.outcomes import explain_no_step
from puzzle.errors import alternatives
from puzzle.model import Board
from renderer.animation import AnimationFrame, draw_animation, drawing_frames
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.theme import THEMES, theme_named
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.search import Limits, Outcome
from solver.search import solve as search


class AnimationKind(StrEnum):
    """What an animation shows: the loop being drawn, or the steps of a walkthrough."""

    LOOP = "loop"
    STEPS = "steps"


ENDS_EARLY = Message("The walkthrough ends early.")
TIME_RAN_OUT = Message("The time ran out.")
NO_SOLUTION = Message("This puzzle has no solution; it is drawn without a loop.")
OUT_OF_TIME = Message(
    "The time ran out before a solution was found; the puzzle is drawn without a loop."
)
WRITTEN = Message("Wrote {file}: {size}.")
PIXELS = Message("{width} x {height} pixels")
SEVERAL_SOLUTIONS = Message("This puzzle has several solutions; one of them is drawn.")


def render(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")],
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    solved: Annotated[bool, typer.Option("--solved", help="Draw the loop too.")] = False,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help=f"{', '.join(FORMATS)}; as the file is named, unless given. "
            f"With --animate: {', '.join(ANIMATION_FORMATS)}.",
        ),
    ] = None,
    animate: Annotated[
        AnimationKind | None,
        typer.Option(help="Draw the loop bit by bit, or show a walkthrough step by step."),
    ] = None,
    theme: Annotated[str, typer.Option(help=f"The look: {', '.join(THEMES)}.")] = "light",
    labels: Annotated[
        Labels, typer.Option(help="Name the columns and rows of cells, or those of dots.")
    ] = Labels.NONE,
    dim: Annotated[
        bool, typer.Option("--dim", help="Let clues that have their lines step back.")
    ] = False,
    footer: Annotated[str, typer.Option(help="A line of text below the board.")] = "",
    time_limit: Annotated[float | None, typer.Option(help="Seconds to spend on solving.")] = None,
    language: LanguageCode = "en",
) -> None:
    """Draw a puzzle into a file, with the marks of a saved file or with its solution."""
    localizer = localizer_of(language)
    choices = FORMATS if animate is None else ANIMATION_FORMATS
    kind = _format(form, out, tuple(choices))
    check_place("--out", out)
    theme_named(theme)  # before the search
    board = read_text(puzzle, file, as_board, choice).board()
    status = ExitStatus.ANSWERED
    if solved or (animate is AnimationKind.LOOP and not board.lines):
        board, status = _solve(board, time_limit, localizer)
    picture = Picture(board, theme, labels, Highlights(dim_satisfied=dim), footer)
    if animate is None:
        data = FORMATS[kind](picture)
    else:
        frames, ended = animation_frames(picture, animate, time_limit, localizer)
        data = draw_animation(frames, ANIMATION_FORMATS[kind])
        status = status.after(ended)
    out.write_bytes(data)
    sizes = [localizer.say(PIXELS, width=width, height=height) for width, height in pixels(data)]
    size = ", ".join((*sizes, file_size(len(data))))
    note(localizer.say(WRITTEN, file=out, size=size))
    raise typer.Exit(status)


def pixels(data: bytes) -> Iterator[tuple[int, int]]:
    """The width and height of a picture of pixels, as its file tells; nothing for other files.

    >>> list(pixels(b"GIF89a" + bytes([7, 0, 9, 0]))), list(pixels(b"<svg"))
    ([(7, 9)], [])
    """
    if data.startswith(b"\x89PNG"):
        yield int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    elif data.startswith(b"GIF"):
        yield int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    elif data.startswith(b"RIFF") and data[12:16] == b"VP8X":
        yield int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1


def _format(name: str | None, out: Path, choices: tuple[str, ...]) -> str:
    """The requested format, else that of the file's extension, else the first choice.

    Raises `UsageError` when it is none of the choices.
    """
    chosen = out.suffix[1:].lower() if name is None else name
    if chosen in choices:
        return chosen
    if name is None and not chosen:
        return choices[0]
    problem = f"There is no format {chosen!r}"
    if chosen in ANIMATION_FORMATS:
        problem = f"The format {chosen!r} is for moving pictures, made with --animate"
    elif chosen in FORMATS:
        problem = f"The format {chosen!r} cannot move"
    raise UsageError(f"{problem}; choose {alternatives(choices)} with --format.")


def _solve(board: Board, seconds: float | None, localizer: Localizer) -> tuple[Board, ExitStatus]:
    """The board with a solution; without one, the board unchanged. Says why on stderr."""
    report = search(board.puzzle, Limits(seconds=seconds))
    said = {
        Outcome.NONE: NO_SOLUTION,
        Outcome.LIMIT: OUT_OF_TIME,
        Outcome.MULTIPLE: SEVERAL_SOLUTIONS,
    }
    has_solution = bool(report.solutions)
    if report.outcome is Outcome.MULTIPLE or not has_solution:
        print(localizer.say(said[report.outcome]), file=sys.stderr)
    if has_solution:
        return Board.of_lines(board.puzzle, report.solutions[0]), ExitStatus.ANSWERED
    limited = report.outcome is Outcome.LIMIT
    return board, ExitStatus.LIMIT_HIT if limited else ExitStatus.ANSWERED


def animation_frames(
    picture: Picture,
    kind: AnimationKind,
    seconds: float | None = None,
    localizer: Localizer = ENGLISH,
) -> tuple[Sequence[AnimationFrame], ExitStatus]:
    """The frames of an animation: the lines of the picture being drawn, or steps from its board.

    The search for steps ends with the first step found after `seconds`. A walkthrough that ends
    before the puzzle is solved prints the reason to stderr.
    """
    if kind is AnimationKind.LOOP:
        return drawing_frames(picture), ExitStatus.ANSWERED
    steps, end = _steps(picture, seconds)
    if end is not NoStep.SOLVED:
        why = localizer.say(TIME_RAN_OUT) if end is None else explain_no_step(end, localizer)
        print(localizer.gap.join((localizer.say(ENDS_EARLY), why)), file=sys.stderr)
    limited = end in {None, NoStep.TOO_HARD}
    status = ExitStatus.LIMIT_HIT if limited else ExitStatus.ANSWERED
    return walkthrough_frames(picture, steps), status


def _steps(picture: Picture, seconds: float | None) -> tuple[list[Step], NoStep | None]:
    """The steps from the picture's board, and why they end; None when the time ran out."""
    deadline = None if seconds is None else monotonic() + seconds
    steps: list[Step] = []
    for step in Explainer(picture.board.puzzle).walkthrough(picture.board):
        if isinstance(step, NoStep):
            return steps, step
        steps.append(step)
        if deadline is not None and monotonic() > deadline:
            break
    return steps, None
