"""`ouro solve`: the solutions of one puzzle, or of one on every line."""

import json
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.answer import SolveOutput
from cli.batch_loading import batch_commands
from cli.batch_options import ChunkSize, Cluster, KeepEqual, KillAfter, OutFolder, batch_options
from cli.board import Choice, PuzzleArgument, draw_board
from cli.bulk import Answer, Jobs, Work, problem_answer
from cli.endings import check_ending
from cli.errors import UsageError
from cli.inputs import AsList, source_of
from cli.languages import LanguageCode, localizer_of
from cli.options import (
    Backend,
    Method,
    OtherOptions,
    PhaseName,
    Seed,
    method_options,
    search_options,
)
from cli.output import Line
from cli.progress import note
from cli.shapes import PuzzleText
from cli.status import ExitStatus
from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import FoundPuzzle
from solver.core import find_core
from solver.errors import FormulaSizeError
from solver.options import DEFAULT_OPTIONS, Options
from solver.search import Limits, Outcome
from solver.search import solve as search

DRAWN = Message("The solutions are in {files}.")


class SolveQuery(Struct, frozen=True):
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


class SolveTask(Struct, frozen=True):
    """Solves the puzzle of a text; the solutions are drawn into files if `png` is one.

    The answers of a list end in a blank line unless they are JSON records.
    """

    query: SolveQuery
    as_json: bool
    is_list: bool
    language: str = "en"
    png: Path | None = None

    def __call__(self, text: PuzzleText) -> Answer:
        """Solve a puzzle; an error that concerns this puzzle alone is its answer."""
        try:
            found = text.found()
            result = self.query.answer(found.puzzle)
        except (PuzzleError, FormulaSizeError) as error:
            return problem_answer(text, error, as_json=self.as_json)
        if self.png is not None:
            _draw(result, self.png, localizer_of(self.language))
        hit_limit = result.report.outcome is Outcome.LIMIT
        status = ExitStatus.LIMIT_HIT if hit_limit else ExitStatus.ANSWERED
        remark = "" if self.as_json else text.remark(found)
        return Answer(self._lines(text, found, result), remark, status)

    def _lines(self, text: PuzzleText, found: FoundPuzzle, result: SolveOutput) -> tuple[Line, ...]:
        if self.as_json:
            return (Line(json.dumps(result.as_json() | text.left_open(found))),)
        end = (Line(""),) if self.is_list else ()
        return (*result.as_lines(localizer_of(self.language)), *end)


def solve(
    puzzle: PuzzleArgument = None,
    file: Annotated[
        Path | None,
        typer.Option(help="Read from a file: one board, or a puzzle on every line."),
    ] = None,
    as_list: AsList = None,
    choice: Choice = None,
    max_solutions: Annotated[
        int, typer.Option(help="Stop after this many solutions of a puzzle.")
    ] = 2,
    time_limit: Annotated[
        float | None, typer.Option(help="Seconds to spend on each puzzle.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each puzzle.")
    ] = False,
    jobs: Jobs = 0,
    png: Annotated[
        Path | None,
        typer.Option(help="Also draw a solution into a file, others into NAME-2.png and so on."),
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
    language: LanguageCode = "en",
    out: OutFolder = None,
    cluster: Cluster = None,
    chunk: ChunkSize = None,
    kill_after: KillAfter = None,
    keep_equal: KeepEqual = False,
) -> None:
    """Solve a puzzle and say whether its solution is the only one.

    With --out, puzzles are rows of Parquet files; docs/batches.md describes them.
    """
    localizer = localizer_of(language)
    given = {"--png": png, "--assume": assume, "--core": core, "--minimise": minimise}
    refused = [name for name, value in given.items() if value]
    batch = batch_options(
        out, cluster, chunk, kill_after, keep_equal, jobs, as_json, refused=refused
    )
    source = source_of(puzzle, file, as_list, choice)
    check_ending("--png", png, ["png"])
    limits = Limits(seconds=time_limit, solutions=max_solutions)
    basis = method_options(method, keep_unconstrained=keep_unconstrained, generations=generations)
    options = search_options(basis, choices, backend, seed, phase)
    if batch is not None:
        raise typer.Exit(batch_commands().solve(source, limits, options, batch))
    puzzles = source.puzzles()
    if png is not None and puzzles.is_list:
        raise UsageError("--png draws one puzzle; give a single one instead of a list.")
    query = SolveQuery(limits, options, assume, core, minimise)
    work = Work(
        SolveTask(query, as_json, puzzles.is_list, language, png),
        jobs if puzzles.is_list else 1,
        Message("Solving"),
        as_json,
        show_bar=puzzles.is_list and not source.is_typed,
        localizer=localizer,
    )
    raise typer.Exit(work.print_answers(puzzles.texts, source.count))


def _draw(answer: SolveOutput, path: Path, localizer: Localizer) -> None:
    """Draw each solution into a file, and say where several are; without one, the puzzle."""
    solutions = answer.report.solutions or (frozenset(),)
    count = f"{len(solutions)}{'' if answer.report.complete else '+'}"
    names = []
    for number, lines in enumerate(solutions, start=1):
        name = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        footer = f"{number} / {count}" if len(solutions) > 1 else ""
        draw_board(name, Board.of_lines(answer.puzzle, lines), footer=footer)
        names.append(str(name))
    if len(names) > 1:
        note(localizer.say(DRAWN, files=localizer.join(names)))
