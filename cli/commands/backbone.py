"""`ouro backbone`: the edges that all solutions of a puzzle share."""

import json

import typer

from cli.answer import (
    NONE_BEFORE_LIMIT,
    OUTCOME_STYLES,
    drawn_board,
    duration,
    marks_json,
    milliseconds,
    named_marks,
    shared_text,
)
from cli.board import AsBoard, Choice, PuzzleArgument, PuzzleFile, read_text
from cli.languages import LanguageCode, localizer_of
from cli.options import Backend, Method, OtherOptions, PhaseName, Seed, TimeLimit, search_options
from cli.output import AsJson, Line, Output, sentence
from cli.status import ExitStatus
from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import format_loopy
from solver.backbone import Backbone, find_backbone
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import Limits, Outcome

NOTHING_SHARED = Message("No solution, so nothing to share ({time}).")
ALL_DECIDED = Message("Exactly one solution, which decides {shared} ({time}).")
ALL_SHARE = Message("All solutions share {shared} ({time}).")
FOUND_SHARE = Message("A limit ended the search; the solutions found share {shared} ({time}).")
ONE_FOUND = Message("A limit ended the search after one solution ({time}).")


def backbone(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    time_limit: TimeLimit = None,
    as_json: AsJson = False,
    method: Method = DEFAULT_OPTIONS.method,
    backend: Backend = None,
    seed: Seed = None,
    phase: PhaseName = None,
    choices: OtherOptions = "",
    language: LanguageCode = "en",
) -> None:
    """Find the lines and crosses that are the same in every solution of a puzzle."""
    localizer = localizer_of(language)
    options = search_options(Options(method), choices, backend, seed, phase)
    given = read_text(puzzle, file, as_board, choice)
    board = given.board().puzzle
    found = find_backbone(board, Limits(time_limit), options)
    record = [Line(json.dumps(_record(board, found) | given.left_open()))]
    Output().show(record if as_json else _lines(board, found, localizer))
    raise typer.Exit(ExitStatus.ANSWERED if found.complete else ExitStatus.LIMIT_HIT)


def _record(puzzle: Puzzle, found: Backbone) -> dict[str, object]:
    edges = found.edges
    return {
        "puzzle": format_loopy(puzzle),
        "outcome": found.outcome.value,
        "complete": found.complete,
        **named_marks(puzzle, edges.lines, edges.crosses),
        **marks_json(puzzle, edges.lines, edges.crosses),
        "time_ms": milliseconds(found.stats.seconds),
    }


def _lines(puzzle: Puzzle, found: Backbone, localizer: Localizer) -> list[Line]:
    states = dict.fromkeys(found.edges.lines, EdgeState.LINE)
    states |= dict.fromkeys(found.edges.crosses, EdgeState.CROSS)
    drawn = drawn_board(Board.blank(puzzle).mark(states))
    words = localizer.say(
        _template(found),
        time=duration(found.stats.seconds, localizer),
        shared=shared_text(puzzle, found.edges, localizer),
    )
    text = sentence(words, OUTCOME_STYLES[found.outcome])
    return [Line(format_loopy(puzzle)), text, drawn]


def _template(found: Backbone) -> Message:
    match found.outcome:
        case Outcome.NONE:
            return NOTHING_SHARED
        case Outcome.UNIQUE:
            return ALL_DECIDED
        case Outcome.MULTIPLE:
            return ALL_SHARE if found.complete else FOUND_SHARE
        case Outcome.LIMIT:
            return ONE_FOUND if len(found.edges) else NONE_BEFORE_LIMIT
