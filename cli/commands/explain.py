"""`ouro explain`: solves a puzzle step by step, or explains why it has no unique solution."""

import json
from pathlib import Path
from typing import Annotated

import typer

from cli.answer import clues_json, drawn_board, edge_names, value_name
from cli.board import AsBoard, Choice, Marks, PuzzleArgument, PuzzleFile, ThemeName, read_text
from cli.commands.hint import step_json
from cli.endings import check_ending
from cli.languages import LanguageCode, localizer_of
from cli.output import DOUBTFUL, GOOD, AsJson, Line, Output, sentence
from cli.status import ExitStatus
from narrator.argument_parts import ArgumentPart
from narrator.lessons import ToldSteps, told_steps
from narrator.walkthrough import ExplainedStep, explain_end, explained_steps, why_it_ends
from puzzle.model import Board
from puzzle.notation import format_loopy
from renderer.theme import theme_named
from solver.explain.explainer import Explainer, NoStep
from solver.explain.why import Ambiguous, Impossible


def explain(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    marks: Marks = "",
    show_all: Annotated[
        bool, typer.Option("--all", help="Show every step; otherwise simple ones are summed up.")
    ] = False,
    as_json: AsJson = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Draw the steps into this file, with their text: gif, webp or png."),
    ] = None,
    theme: ThemeName = "light",
    language: LanguageCode = "en",
) -> None:
    """Solve a puzzle by steps a person could find, each with its reasons.

    An argument is told in full the first time; simple steps are summed up by where the loop goes.
    For a puzzle with several solutions or none, the reason follows the steps.
    """
    localizer = localizer_of(language)
    if out is not None:
        from cli.argument import ANIMATION_FORMATS  # noqa: PLC0415 - it loads Pillow

        check_ending("--out", out, ANIMATION_FORMATS)
        theme_named(theme)
    given = read_text(puzzle, file, as_board, choice)
    start = board = given.board(marks)
    explainer = Explainer(board.puzzle)
    steps: list[dict[str, object]] = []
    parts: list[ToldSteps] = []
    output, end = Output(), NoStep.TOO_HARD
    found = explained_steps(explainer, board, localizer=localizer)
    told = map(_alone, found) if show_all or as_json else told_steps(found)
    for number, part in enumerate(told, 1):
        if isinstance(part, NoStep):
            end = part
            continue
        board = part.steps[-1].after
        parts.append(part)
        if as_json:
            steps += [step_json(each.board, each.step, localizer=localizer) for each in part.steps]
        else:
            output.show([sentence(f"{number}. {part.text}")])
    why = why_it_ends(explainer, end)
    sentences = explain_end(board.puzzle, end, why, localizer)
    if as_json:
        record: dict[str, object] = {
            "puzzle": format_loopy(board.puzzle),
            **given.left_open(),
            "steps": steps,
            "end": value_name(end),
        }
        record |= {"text": localizer.gap.join(sentences), **_why_json(board, why)}
        output.show([Line(json.dumps(record))])
    else:
        style = GOOD if end is NoStep.SOLVED else DOUBTFUL
        output.show([*(sentence(text, style) for text in sentences), drawn_board(board)])
    if out is not None:
        from cli.argument import draw_walkthrough  # noqa: PLC0415 - it loads Pillow

        last = ArgumentPart(localizer.gap.join(sentences), board)
        draw_walkthrough(out, start, theme, parts, last)
    raise typer.Exit(ExitStatus.LIMIT_HIT if end is NoStep.TOO_HARD else ExitStatus.ANSWERED)


def _alone(step: ExplainedStep | NoStep) -> ToldSteps | NoStep:
    """A step as an part of its own, which is told in full."""
    return step if isinstance(step, NoStep) else ToldSteps(step)


def _why_json(board: Board, why: Ambiguous | Impossible | None) -> dict[str, object]:
    match why:
        case Ambiguous():
            first, second = why.first - why.second, why.second - why.first
            return {
                "only_first": edge_names(board.puzzle, first),
                "only_second": edge_names(board.puzzle, second),
            }
        case Impossible():
            return {"clues": clues_json(board.puzzle, why.cells), "smallest": why.smallest}
        case None:
            return {}
