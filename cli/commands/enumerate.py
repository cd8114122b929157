"""`ouro enumerate` and `ouro count`: all solutions of one puzzle, or how many there are."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from cli.answer import duration, milliseconds, rows_json
from cli.inputs import BOUNDS, Source
from cli.searching import Backend, Choices, FirstTried, Method, Seed, TimeLimit, search_options
from cli.status import ExitStatus
from puzzle.grid import edge_rows
from puzzle.model import Board, Puzzle, Solution
from puzzle.notation import format_loopy, parse_puzzle
from renderer.text import board_text
from solver.enumeration import Count, Enumeration, count_solutions
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import Limits, Outcome

PuzzleArgument = Annotated[
    str | None, typer.Argument(help="A puzzle in any notation, or - for standard input.")
]
PuzzleFile = Annotated[Path | None, typer.Option(help="Read the puzzle from a file.")]
MaxSolutions = Annotated[int | None, typer.Option(help="Stop after this many solutions.")]


def enumerate_solutions(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    max_solutions: MaxSolutions = None,
    time_limit: TimeLimit = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each solution, then one more.")
    ] = False,
    method: Method = DEFAULT_OPTIONS.method,
    backend: Backend = None,
    seed: Seed = None,
    phase: FirstTried = None,
    choices: Choices = "",
) -> None:
    """Print the solutions of a puzzle as they are found, in an order that stays the same."""
    options = search_options(Options(method), choices, backend, seed, phase)
    board = parse_puzzle(Source(puzzle, file).whole(), BOUNDS)
    walk = Enumeration(board, _limits(time_limit, max_solutions), options)
    for solution in _taken(walk, max_solutions):
        print(_solution(board, walk.found, solution, as_json), flush=True)
    print(json.dumps(_summary(board, walk)) if as_json else _sentence(walk), flush=True)
    raise typer.Exit(_status(walk))


def count(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    max_solutions: MaxSolutions = None,
    time_limit: TimeLimit = None,
    method: Method = DEFAULT_OPTIONS.method,
    backend: Backend = None,
    seed: Seed = None,
    phase: FirstTried = None,
    choices: Choices = "",
) -> None:
    """Print how many solutions a puzzle has, or "at least" so many if a limit is met."""
    options = search_options(Options(method), choices, backend, seed, phase)
    board = parse_puzzle(Source(puzzle, file).whole(), BOUNDS)
    found = count_solutions(board, _limits(time_limit, max_solutions), options, max_solutions)
    print(found)
    raise typer.Exit(_status(found))


def _limits(seconds: float | None, solutions: int | None) -> Limits:
    return Limits(seconds) if solutions is None else Limits(seconds, solutions=solutions)


def _taken(walk: Enumeration, most: int | None) -> Iterator[Solution]:
    with closing(walk.solutions()) as solutions:
        yield from islice(solutions, most)


def _solution(puzzle: Puzzle, number: int, solution: Solution, as_json: bool) -> str:
    if as_json:
        return json.dumps({"solution": number} | rows_json(edge_rows(puzzle.grid, solution)))
    return f"Solution {number}\n{board_text(Board.of_lines(puzzle, solution))}"


def _summary(puzzle: Puzzle, walk: Enumeration) -> dict[str, object]:
    return {
        "puzzle": format_loopy(puzzle),
        "outcome": Outcome.of(walk.found, walk.complete).value,
        "complete": walk.complete,
        "count": walk.found,
        "time_ms": milliseconds(walk.stats.seconds),
        "stats": asdict(walk.stats),
    }


def _sentence(walk: Enumeration) -> str:
    found = f"{walk.found} solution{'' if walk.found == 1 else 's'}"
    took = duration(walk.stats.seconds)
    if not walk.complete:
        return f"At least {found}; a limit ended the search ({took})."
    return f"Exactly {found} ({took})." if walk.found else f"No solution ({took})."


def _status(search: Enumeration | Count) -> ExitStatus:
    return ExitStatus.ANSWERED if search.complete else ExitStatus.LIMIT_HIT
