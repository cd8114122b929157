"""`ouro review`: how a solved board was drawn."""

import json
from pathlib import Path
from typing import Annotated

import typer

from cli.answer import edge_names
from cli.endings import check_folder
from cli.journals import read_journal
from cli.languages import LanguageCode, localizer_of
from cli.output import STRONG, AsJson, Line, Output, sentence
from cli.status import ExitStatus
from i18n.localizer import Localizer
from narrator.reviews import ToldReview, minutes, report_on, title_of
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
