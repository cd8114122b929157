"""`ouro check`: which marks on a board are wrong, and why."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from cli.advice import Advice, check_drawings
from cli.answer import edge_names, value_name
from cli.board import (
    AsBoard,
    Choice,
    InMind,
    Marks,
    Out,
    Png,
    PuzzleArgument,
    PuzzleFile,
    ThemeName,
    read_text,
)
from cli.commands.hint import step_json
from cli.languages import LanguageCode, localizer_of
from cli.output import BAD, STRONG, AsJson, Line, sentence
from cli.status import ExitStatus
from i18n.localizer import Localizer
from narrator.argument_parts import refutation_parts
from narrator.checks import Detail, narrate_check
from narrator.illustration import illustrate_check
from puzzle.model import Board, EdgeState
from solver.explain.explainer import Explainer
from solver.explain.mistakes import Check, CheckOutcome
from solver.explain.mistakes import check as find_mistakes
from solver.review.known_marks import check_in_mind


def check(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    marks: Marks = "",
    detail: Annotated[
        Detail, typer.Option(help="Count the wrong marks, point at them, or explain one.")
    ] = Detail.WHY,
    in_mind: InMind = False,
    as_json: AsJson = False,
    png: Png = None,
    out: Out = None,
    theme: ThemeName = "light",
    language: LanguageCode = "en",
) -> None:
    """Check the marks on a board, and report mistakes in the requested detail."""
    localizer = localizer_of(language)
    check_drawings(png, out)
    given = read_text(puzzle, file, as_board, choice)
    board = given.board(marks)
    find, explainer = check_in_mind if in_mind else find_mistakes, Explainer(board.puzzle)
    found = find(explainer, board, explain=detail is Detail.WHY)
    narration = narrate_check(board, found, detail, localizer)
    sentences = (*narration.sentences, *narration.end)
    record = _record(board, found, detail, "\n".join(sentences), localizer) | given.left_open()
    advice = Advice(
        board,
        record,
        _lines(found, sentences),
        partial(illustrate_check, board, found, detail),
        partial(refutation_parts, board, found, localizer) if detail is Detail.WHY else tuple,
    )
    advice.show(as_json=as_json, png=png, out=out, theme=theme)
    undecided = found.outcome is CheckOutcome.UNDECIDED
    raise typer.Exit(ExitStatus.LIMIT_HIT if undecided else ExitStatus.ANSWERED)


def _lines(found: Check, sentences: Sequence[str]) -> list[Line]:
    first, *others = sentences
    return [sentence(first, BAD if found.count else STRONG), *map(sentence, others)]


def _record(
    board: Board, found: Check, detail: Detail, text: str, localizer: Localizer
) -> dict[str, object]:
    record: dict[str, object] = {
        "outcome": value_name(found.outcome),
        "wrong": found.count,
        "text": text,
    }
    if detail is not Detail.COUNT:
        record["edges"] = edge_names(board.puzzle, found.wrong)
    if detail is Detail.WHY:
        record["steps"] = _steps(found.told_on(board), found, localizer)
    if found.in_mind:
        record["in_mind"] = edge_names(board.puzzle, found.in_mind)
    return record


def _steps(board: Board, found: Check, localizer: Localizer) -> list[dict[str, object]]:
    """The records of the steps that refute a mark, from the board without its wrong marks."""
    steps = []
    position = board.mark(dict.fromkeys(found.wrong, EdgeState.UNKNOWN))
    for step in found.refutation:
        steps.append(step_json(position, step, localizer=localizer))
        position = position.mark(step.forced)
    return steps
