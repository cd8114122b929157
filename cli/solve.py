"""`ouro solve`: the solutions of one puzzle, or of one on every line."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from cli.errors import UsageError
from cli.inputs import BOUNDS, PuzzleText, Source
from cli.methods import method_options
from cli.options import HELP as OPTIONS_HELP
from cli.options import parse_options
from cli.status import Status
from puzzle.errors import PuzzleError
from puzzle.grid import edge_rows
from puzzle.model import Board, Puzzle
from puzzle.notation import format_loopy, parse_puzzle
from renderer.png import draw_png
from renderer.scene import build_scene
from renderer.text import board_text
from renderer.theme import theme_named
from solver.connectivity import METHODS
from solver.errors import FormulaSizeError
from solver.options import DEFAULT_OPTIONS, Options
from solver.search import Limits, Outcome, Report
from solver.search import solve as search

Refusal = PuzzleError | FormulaSizeError
"""Why one puzzle of a list gets no answer, while the others do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A puzzle and what the search found of it."""

    puzzle: Puzzle
    report: Report

    def as_json(self) -> dict[str, object]:
        """The stable record that `--json` prints."""
        rows = (edge_rows(self.puzzle.grid, edges) for edges in self.report.solutions)
        return {
            "puzzle": format_loopy(self.puzzle),
            "outcome": self.report.outcome.value,
            "complete": self.report.complete,
            "solutions": [{"horizontal": across, "vertical": down} for across, down in rows],
            "time_ms": round(self.report.stats.seconds * 1000, 3),
            "stats": asdict(self.report.stats),
        }

    def as_text(self) -> str:
        """The answer for a person: a sentence, then each solution drawn."""
        boards = [board_text(Board.of_lines(self.puzzle, edges)) for edges in self.report.solutions]
        return "\n".join([format_loopy(self.puzzle), self._sentence(), *boards])

    def _sentence(self) -> str:
        found = len(self.report.solutions)
        seconds = self.report.stats.seconds
        took = f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
        match self.report.outcome:
            case Outcome.UNIQUE:
                return f"Exactly one solution ({took})."
            case Outcome.NONE:
                return f"No solution ({took})."
            case Outcome.MULTIPLE if self.report.complete:
                return f"Exactly {found} solutions ({took})."
            case Outcome.MULTIPLE:
                return f"More than one solution; here are {found} ({took})."
            case Outcome.LIMIT if found:
                return f"One solution; a limit ended the search for others ({took})."
            case _:
                return f"A limit ended the search before a solution was found ({took})."


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
    method: Annotated[
        str, typer.Option(help=f"How the single loop is enforced: {', '.join(METHODS)}.")
    ] = DEFAULT_OPTIONS.method,
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
    choices: Annotated[str, typer.Option("--options", help=OPTIONS_HELP)] = "",
) -> None:
    """Solve a puzzle and say whether its solution is the only one."""
    source = Source(puzzle, file)
    if png is not None and source.is_batch:
        raise UsageError("--png draws one puzzle; give a single one instead of a list.")
    limits = Limits(seconds=time_limit, solutions=max_solutions)
    basis = method_options(method, keep_unconstrained=keep_unconstrained, generations=generations)
    options = parse_options(choices, basis)
    status = Status.ANSWERED
    for text, result in _results(source, limits, options):
        _print(text, result, as_json)
        status = status.after(_status_of(result))
        if png is not None and isinstance(result, Answer):
            _draw(result, png)
    raise typer.Exit(status)


def _results(
    source: Source, limits: Limits, options: Options
) -> Iterator[tuple[PuzzleText, Answer | Refusal]]:
    for text in source.puzzles():
        try:
            puzzle = parse_puzzle(text.text, BOUNDS)
            result: Answer | Refusal = Answer(puzzle, search(puzzle, limits, options))
        except (PuzzleError, FormulaSizeError) as error:
            result = error
        yield text, result


def _status_of(result: Answer | Refusal) -> Status:
    if isinstance(result, Refusal):
        return Status.BAD_INPUT
    hit_limit = result.report.outcome is Outcome.LIMIT
    return Status.LIMIT_HIT if hit_limit else Status.ANSWERED


def _print(text: PuzzleText, result: Answer | Refusal, as_json: bool) -> None:
    if isinstance(result, Refusal):
        if as_json:
            print(json.dumps({"line": text.line, "error": str(result)}), flush=True)
        else:
            print(f"Line {text.line}: {result}", file=sys.stderr)
    elif as_json:
        print(json.dumps(result.as_json()), flush=True)
    else:
        print(result.as_text(), flush=True)


def _draw(answer: Answer, path: Path) -> None:
    lines = answer.report.solutions[0] if answer.report.solutions else frozenset()
    scene = build_scene(Board.of_lines(answer.puzzle, lines))
    path.write_bytes(draw_png(scene, theme_named("light")))
