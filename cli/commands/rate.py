"""`ouro rate`: rates the difficulty of puzzles for people."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cli.board import PuzzleFile
from cli.errors import UsageError
from cli.inputs import BOUNDS, STDIN, PuzzleText, Source
from cli.status import ExitStatus
from narrator.outcomes import describe_rating
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import format_loopy, parse_puzzle
from solver.rating import NotRated, Rating, rate_within


def rate(
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(help="Puzzles in any notation, or - for one on every line."),
    ] = None,
    file: PuzzleFile = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            help="Seconds to spend on each puzzle; unless given, as much work on any machine."
        ),
    ] = None,
) -> None:
    """Rate puzzles: one JSON object on a line for each, in order.

    A record has the level, the score, the number of reasons of the hardest step, how often each
    technique is used and all of it in words; or "level": null and why there is no rating.
    """
    status = ExitStatus.ANSWERED
    for text in _texts(puzzles or [], file):
        record, found = _rated(text, time_limit)
        print(json.dumps(record), flush=True)
        status = status.after(found)
    raise typer.Exit(status)


def _texts(puzzles: list[str], file: Path | None) -> Iterator[PuzzleText]:
    """The puzzles of several arguments, numbered from 1; else of a file or standard input."""
    if STDIN in puzzles and len(puzzles) > 1:
        raise UsageError("Give puzzles, or - alone for standard input.")
    if file is not None or len(puzzles) <= 1:
        yield from Source(puzzles[0] if puzzles else None, file).puzzles()
        return
    for number, text in enumerate(puzzles, start=1):
        yield PuzzleText(number, text)


def _rated(text: PuzzleText, seconds: float | None) -> tuple[dict[str, object], ExitStatus]:
    try:
        puzzle = parse_puzzle(text.text, BOUNDS)
    except PuzzleError as error:
        return {"line": text.line, "error": str(error)}, ExitStatus.BAD_INPUT
    found = rate_within(puzzle, seconds)
    if isinstance(found, Rating):
        return rating_json(puzzle, found), ExitStatus.ANSWERED
    record: dict[str, object] = {"puzzle": format_loopy(puzzle), "level": None, "why": found.value}
    return record, ExitStatus.LIMIT_HIT if found is NotRated.TOO_HARD else ExitStatus.ANSWERED


def rating_json(puzzle: Puzzle, rating: Rating) -> dict[str, object]:
    """The JSON record of a rating."""
    text = describe_rating(rating.level, rating.score, rating.hardest, rating.techniques)
    return {
        "puzzle": format_loopy(puzzle),
        "level": rating.level.name.lower(),
        "score": rating.score,
        "hardest": rating.hardest,
        "steps": {str(size): count for size, count in rating.sizes.items()},
        "techniques": dict(rating.techniques),
        "text": text,
    }
