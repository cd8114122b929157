"""`ouro solve`: the solutions of one puzzle, or of one on every line."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from cli.answer import SolveOutput
from cli.board import draw_board
from cli.errors import UsageError, escape_for_terminal
from cli.inputs import BOUNDS, PuzzleText, Source
from cli.methods import method_options
from cli.searching import Backend, Method, OtherOptions, PhaseName, Seed, search_options
from cli.status import ExitStatus
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from solver.core import find_core
from solver.errors import FormulaSizeError
from solver.options import DEFAULT_OPTIONS, Options
from solver.search import Limits, Outcome
from solver.search import solve as search

PuzzleProblem = PuzzleError | FormulaSizeError
"""An error that concerns one puzzle of a batch; the others are still solved."""


@dataclass(frozen=True, slots=True)
class SolveQuery:
    """The limits and options of the search, the marks to assume, and whether to find a core."""

    limits: Limits
    options: Options
    assume: str = ""
    core: bool = False
    minimise: bool = False

    def answer(self, puzzle: Puzzle) -> SolveOutput:
        """Solve a puzzle; without a solution, also find a core if that is requested."""
        marks = parse_marks(self.assume, puzzle.grid)
        report = search(puzzle, self.limits, self.options, marks)
        core_requested = self.core or self.minimise
        if core_requested and report.outcome is Outcome.NONE:
            remaining = self.limits.after(report.stats)
            found = find_core(puzzle, remaining, self.options, marks, minimise=self.minimise)
            report = replace(report, core=found.core, stats=report.stats + found.stats)
        return SolveOutput(puzzle, report, core_requested)


def solve(
    puzzle: Annotated[
        str | None, typer.Argument(help="A puzzle in any notation, or - for one on every line.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(help="Read from a file; a .txt file holds one puzzle on every line."),
    ] = None,
    max_solutions: Annotated[
        int, typer.Option(help="Stop after this many solutions of a puzzle.")
    ] = 2,
    time_limit: Annotated[
        float | None, typer.Option(help="Seconds to spend on each puzzle.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each puzzle.")
    ] = False,
    png: Annotated[
        Path | None, typer.Option(help="Also draw the first solution of one puzzle into a file.")
    ] = None,
    method: Method = DEFAULT_OPTIONS.method,
    keep_unconstrained: Annotated[
        bool,
        typer.Option(
            "--keep-unconstrained",
            help="Forbid subloops that touch no clue one by one, instead of leaving them out.",
        ),
    ] = False,
    generations: Annotated[
        int | None,
        typer.Option(help="How far automaton lets reachability spread; fewer may miss loops."),
    ] = None,
    assume: Annotated[
        str, typer.Option(help="Edges taken as given: lines as A1-A4-C4, crosses as x A1-B1.")
    ] = "",
    core: Annotated[
        bool, typer.Option("--core", help="If impossible, name marks and clues that clash.")
    ] = False,
    minimise: Annotated[
        bool, typer.Option("--minimise", help="The same, reduced to those that are all needed.")
    ] = False,
    backend: Backend = None,
    seed: Seed = None,
    phase: PhaseName = None,
    choices: OtherOptions = "",
) -> None:
    """Solve a puzzle and say whether its solution is the only one."""
    source = Source(puzzle, file)
    if png is not None and source.is_batch:
        raise UsageError("--png draws one puzzle; give a single one instead of a list.")
    limits = Limits(seconds=time_limit, solutions=max_solutions)
    basis = method_options(method, keep_unconstrained=keep_unconstrained, generations=generations)
    options = search_options(basis, choices, backend, seed, phase)
    query = SolveQuery(limits, options, assume, core, minimise)
    status = ExitStatus.ANSWERED
    for text, result in _results(source, query):
        _print(text, result, as_json)
        status = status.after(_status_of(result))
        if png is not None and isinstance(result, SolveOutput):
            _draw(result, png)
    raise typer.Exit(status)


def _results(
    source: Source, query: SolveQuery
) -> Iterator[tuple[PuzzleText, SolveOutput | PuzzleProblem]]:
    for text in source.puzzles():
        try:
            puzzle = parse_puzzle(text.text, BOUNDS)
            result: SolveOutput | PuzzleProblem = query.answer(puzzle)
        except (PuzzleError, FormulaSizeError) as error:
            result = error
        yield text, result


def _status_of(result: SolveOutput | PuzzleProblem) -> ExitStatus:
    if isinstance(result, PuzzleProblem):
        return ExitStatus.BAD_INPUT
    hit_limit = result.report.outcome is Outcome.LIMIT
    return ExitStatus.LIMIT_HIT if hit_limit else ExitStatus.ANSWERED


def _print(text: PuzzleText, result: SolveOutput | PuzzleProblem, as_json: bool) -> None:
    if isinstance(result, PuzzleProblem):
        if as_json:
            print(json.dumps({"line": text.line, "error": str(result)}), flush=True)
        else:
            print(escape_for_terminal(f"Line {text.line}: {result}"), file=sys.stderr)
    elif as_json:
        print(json.dumps(result.as_json()), flush=True)
    else:
        print(result.as_text(), flush=True)


def _draw(answer: SolveOutput, path: Path) -> None:
    lines = answer.report.solutions[0] if answer.report.solutions else frozenset()
    draw_board(path, Board.of_lines(answer.puzzle, lines))
