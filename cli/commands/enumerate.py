"""`ouro enumerate` and `ouro count`: all solutions of one puzzle, or their number."""

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Annotated

import typer
from msgspec.structs import asdict

from cli.answer import (
    ALL_FOUND,
    NONE,
    OUTCOME_STYLES,
    SOLUTION,
    duration,
    edges_json,
    milliseconds,
    titled_solution,
)
from cli.board import AsBoard, Choice, PuzzleArgument, PuzzleFile, read_text
from cli.languages import LanguageCode, localizer_of
from cli.options import Backend, Method, OtherOptions, PhaseName, Seed, TimeLimit, search_options
from cli.output import AsJson, Line, Output, sentence
from cli.status import ExitStatus
from i18n.localizer import Localizer
from i18n.messages import Plural
from puzzle.model import Puzzle, Solution
from puzzle.notation import format_loopy
from solver.enumeration import Count, Enumeration, count_solutions
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import Limits

AT_LEAST = Plural(
    "At least {count} solution; a limit ended the search ({time}).",
    "At least {count} solutions; a limit ended the search ({time}).",
)

MaxSolutions = Annotated[int | None, typer.Option(help="Stop after this many solutions.")]


def enumerate_solutions(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    max_solutions: MaxSolutions = None,
    time_limit: TimeLimit = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each solution, then one more.")
    ] = False,
    method: Method = DEFAULT_OPTIONS.method,
    backend: Backend = None,
    seed: Seed = None,
    phase: PhaseName = None,
    choices: OtherOptions = "",
    language: LanguageCode = "en",
) -> None:
    """Print the solutions of a puzzle as they are found, in an order that stays the same."""
    localizer = localizer_of(language)
    options = search_options(Options(method), choices, backend, seed, phase)
    given = read_text(puzzle, file, as_board, choice)
    board = given.board().puzzle
    enumeration = Enumeration(board, _limits(time_limit, max_solutions), options)
    output = Output()
    for solution in _first_solutions(enumeration, max_solutions):
        if as_json:
            record = {"solution": enumeration.found} | edges_json(board, solution)
            output.show([Line(json.dumps(record))])
        else:
            title = localizer.say(SOLUTION, number=enumeration.found)
            output.show(titled_solution(board, title, solution)[enumeration.found == 1 :])
    found = Count(enumeration.found, enumeration.complete, enumeration.stats)
    if as_json:
        output.show([Line(json.dumps(_count_record(board, found) | given.left_open()))])
    else:
        gap = [Line("")] if found.found else []
        output.show([*gap, _summary_line(found, localizer)])
    raise typer.Exit(_status(found))


def count(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    max_solutions: MaxSolutions = None,
    time_limit: TimeLimit = None,
    as_json: AsJson = False,
    method: Method = DEFAULT_OPTIONS.method,
    backend: Backend = None,
    seed: Seed = None,
    phase: PhaseName = None,
    choices: OtherOptions = "",
) -> None:
    """Print how many solutions a puzzle has, or "at least" how many if a limit is met."""
    options = search_options(Options(method), choices, backend, seed, phase)
    given = read_text(puzzle, file, as_board, choice)
    board = given.board().puzzle
    found = count_solutions(board, _limits(time_limit, max_solutions), options, max_solutions)
    print(json.dumps(_count_record(board, found) | given.left_open()) if as_json else found)
    raise typer.Exit(_status(found))


def _limits(seconds: float | None, solutions: int | None) -> Limits:
    return Limits(seconds) if solutions is None else Limits(seconds, solutions=solutions)


def _first_solutions(enumeration: Enumeration, count: int | None) -> Iterator[Solution]:
    with closing(enumeration.solutions()) as solutions:
        yield from islice(solutions, count)


def _count_record(puzzle: Puzzle, found: Count) -> dict[str, object]:
    return {
        "puzzle": format_loopy(puzzle),
        "outcome": found.outcome.value,
        "complete": found.complete,
        "count": found.found,
        "time_ms": milliseconds(found.stats.seconds),
        "stats": asdict(found.stats),
    }


def _summary_line(found: Count, localizer: Localizer) -> Line:
    count, time = found.found, duration(found.stats.seconds, localizer)
    template = (ALL_FOUND if count else NONE) if found.complete else AT_LEAST
    text = localizer.say(template, count, count=count, time=time)
    return sentence(text, OUTCOME_STYLES[found.outcome])


def _status(found: Count) -> ExitStatus:
    return ExitStatus.ANSWERED if found.complete else ExitStatus.LIMIT_HIT
