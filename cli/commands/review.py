"""`ouro review`: how a solved board was drawn."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.answer import edge_names
from cli.endings import check_folder
from cli.errors import UnreadableFileError, UsageError
from cli.languages import LanguageCode, localizer_of
from cli.output import STRONG, AsJson, Line, Output, sentence
from cli.shapes import PuzzleText
from cli.status import ExitStatus
from i18n.localizer import Localizer
from narrator.reviews import ToldReview, minutes, report_on, title_of
from play.journal import Journal
from puzzle.model import Puzzle
from puzzle.notation.text import encoding_of
from puzzle.strokes import Stroke, parse_strokes
from solver.explain.explainer import Explainer
from solver.review.judgement import JudgedStroke, Kind, NotReviewed


def review(
    file: Annotated[
        Path, typer.Argument(help="An export of the bot, or a puzzle with a stroke in each line.")
    ],
    attempt: Annotated[
        int | None, typer.Option(help="The ID of a board of an export; else the last solved one.")
    ] = None,
    as_json: AsJson = False,
    png: Annotated[
        Path | None, typer.Option(help="Draw a picture of each moment into this folder.")
    ] = None,
    theme: Annotated[str, typer.Option(help="The look of the pictures.")] = "light",
    language: LanguageCode = "en",
) -> None:
    """Review how a solved board was drawn, stroke by stroke."""
    localizer = localizer_of(language)
    check_folder("--png", png)
    puzzle, strokes = read_journal(file, attempt)
    report = report_on(Explainer(puzzle), strokes, localizer)
    if isinstance(report, NotReviewed):
        record: dict[str, object] = {"review": None, "why": report.name.lower()}
        text = f"There is no review: {report.value}."
        Output().show([Line(json.dumps(record))] if as_json else [sentence(text)])
        raise typer.Exit(ExitStatus.ANSWERED)
    Output().show([Line(json.dumps(_record(report)))] if as_json else _lines(report, localizer))
    if png is not None:
        _draw(png, report, theme)


def _lines(report: ToldReview, localizer: Localizer) -> list[Line]:
    lines = [sentence(count) for count in report.counts]
    for number, moment in enumerate(report.moments, 1):
        title = f"{number}. {title_of(moment, localizer)}, {minutes(moment.seconds)}"
        lines += [Line(""), sentence(title, STRONG), sentence(moment.text)]
    return lines


def _record(report: ToldReview) -> dict[str, object]:
    return {
        "review": {
            "counts": {kind.value: report.review.count(kind) for kind in Kind},
            "strokes": [_stroke(judged) for judged in report.review.strokes],
            "moments": [
                {
                    "kind": moment.kind.value,
                    "stroke": moment.number + 1,
                    "seconds": moment.seconds,
                    "text": moment.text,
                    "technique": moment.technique or None,
                }
                for moment in report.moments
            ],
        }
    }


def _stroke(judged: JudgedStroke) -> dict[str, object]:
    puzzle = judged.before.puzzle
    return {
        "seconds": judged.stroke.seconds,
        "marks": [
            {
                "edge": edge_names(puzzle, frozenset({one.edge}))[0],
                "state": judged.stroke.states[one.edge].name.lower(),
                "kind": one.kind.value,
                "reasons": one.effort.reasons,
                "hidden": one.effort.hidden,
            }
            for one in judged.judgements
        ],
    }


def _draw(folder: Path, report: ToldReview, theme: str) -> None:
    from cli.board import draw_board  # noqa: PLC0415 - few runs draw, and it loads Pillow
    from renderer.labels import Labels  # noqa: PLC0415 - as above

    folder.mkdir(parents=True, exist_ok=True)
    for number, moment in enumerate(report.moments, 1):
        path = folder / f"{number}-{moment.kind.value}.png"
        draw_board(path, moment.board, theme, labels=Labels.CELLS, highlights=moment.highlights)


MAX_BYTES = 64 * 2**20
"""Maximum size of a file in bytes, unpacked."""


def read_journal(path: Path, attempt: int | None) -> tuple[Puzzle, tuple[Stroke, ...]]:
    """The puzzle and the strokes in a file.

    An export has the journals of many boards: `attempt` is the ID of one, by default that of the
    board solved last. A text has the puzzle in its first line, and a stroke in each line after it.
    Raises `UsageError` and `NotationError` where that cannot be read.
    """
    text = _text_of(path)
    if text.lstrip().startswith("{"):
        return _of_export(path, text, attempt)
    if attempt is not None:
        raise UsageError("--attempt chooses a board of an export; this file has only one.")
    first, _, strokes = text.strip().partition("\n")
    puzzle = PuzzleText(1, first).board().puzzle
    return puzzle, parse_strokes(strokes, puzzle.grid)


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            data = (gzip.GzipFile(fileobj=file) if packed else file).read(MAX_BYTES + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise UnreadableFileError(path, "it is damaged") from None
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or "").lower()) from None
    if len(data) > MAX_BYTES:
        raise UnreadableFileError(path, "it is too long")
    try:
        return data.decode(encoding_of(data))
    except UnicodeDecodeError:
        raise UnreadableFileError(path, "it is not UTF-8 or UTF-16 text") from None


def _of_export(path: Path, text: str, attempt: int | None) -> tuple[Puzzle, tuple[Stroke, ...]]:
    try:
        tables = json.loads(text)
        journals = {row["attempt_id"]: str(row["text"]) for row in tables["journals"]}
        solved = [row for row in tables["attempts"] if row["solved_at"] and row["id"] in journals]
        chosen: list[dict[str, Any]] = [row for row in solved if attempt in {None, row["id"]}]
        chosen.sort(key=lambda row: (str(row["solved_at"]), row["id"]))
        found = [(str(row["puzzle"]), journals[row["id"]]) for row in chosen[-1:]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnreadableFileError(path, "it is no export of the bot") from None
    if not found:
        which = "" if attempt is None else f" {attempt}"
        raise UsageError(f"The export has no journal of a solved board{which}.")
    [(notation, journal)] = found
    puzzle = PuzzleText(1, notation).board().puzzle
    return puzzle, Journal(journal).strokes(puzzle)
