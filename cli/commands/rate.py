"""`ouro rate`: rates the difficulty of puzzles for people."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Annotated

import typer

from cli.batch_loading import batch_commands
from cli.batch_options import (
    ChunkSize,
    Cluster,
    KeepEqual,
    KillAfter,
    OutFolder,
    batch_options,
)
from cli.board import PuzzleFile
from cli.bulk import Answer, Jobs, Work, problem_answer
from cli.errors import UsageError
from cli.inputs import BOUNDS, STDIN, PuzzleText, Source
from cli.output import BAD, DOUBTFUL, GOOD, QUIET, STRONG, Fit, Line, Output, sentence
from cli.status import ExitStatus
from narrator.outcomes import RatingNumbers, describe_rating, technique_title
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import format_loopy, parse_puzzle
from solver.explain.step import Difficulty
from solver.rating import NotRated, Rating, rate_within


class RatingForm(Enum):
    """What is printed of a rating: a JSON record, a row of a table, or all of it for people."""

    RECORD = auto()
    ROW = auto()
    DETAILS = auto()


LEVEL_STYLES = {
    Difficulty.EASY: GOOD,
    Difficulty.NORMAL: "cyan",
    Difficulty.HARD: DOUBTFUL,
    Difficulty.EXPERT: BAD,
    Difficulty.EXTREME: "magenta",
}
"""The styles of levels."""
HEADING = f"{'Line':>5}  {'Size':>7}  {'Level':8} {'Score':>6}  {'Hardest':>7}  Puzzle"
TIP = "ouro explain PUZZLE shows the steps; --json prints a record of all this."


def rate(
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(help="Puzzles in any notation, or - for one on every line."),
    ] = None,
    file: PuzzleFile = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            help="Seconds to spend on each puzzle; unless given, as much work on any machine."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each puzzle.")
    ] = False,
    as_text: Annotated[
        bool,
        typer.Option(
            "--text",
            help="Print for people, as on a terminal; elsewhere the default is still JSON.",
        ),
    ] = False,
    jobs: Jobs = 0,
    out: OutFolder = None,
    cluster: Cluster = None,
    chunk: ChunkSize = None,
    kill_after: KillAfter = None,
    keep_equal: KeepEqual = False,
) -> None:
    """Rate puzzles: the level of each for people, its score, and what its solution needs.

    Several puzzles are rows of a table: "hardest" is the number of clues and
    dots that the hardest step combines.

    A JSON record has the level, the score, the number of clues and dots of the hardest step,
    how often each technique is used and all of it in words; or "level": null and why there is no
    rating.

    With --out, puzzles are rows of Parquet files; docs/batches.md describes them.
    """
    if as_json and as_text:
        raise UsageError("Give --json or --text, not both.")
    refused = ["--text"] if as_text else []
    batch = batch_options(
        out, cluster, chunk, kill_after, keep_equal, jobs, as_json, refused=refused
    )
    if batch is not None:
        raise typer.Exit(
            batch_commands().rate(_single_source(puzzles or [], file), time_limit, batch)
        )
    source, texts = _source(puzzles or [], file)
    is_list = source is None or source.is_batch
    form = RatingForm.ROW if is_list else RatingForm.DETAILS
    if as_json or not (as_text or sys.stdout.isatty()):
        form = RatingForm.RECORD
    is_typed = source is not None and source.is_typed
    work = Work(
        RateTask(time_limit, form),
        jobs if is_list else 1,
        "Rating",
        as_json=form is RatingForm.RECORD,
        show_bar=is_list and not is_typed,
    )
    heading = Line(HEADING, STRONG, Fit.CUT) if form is RatingForm.ROW else None
    status = work.print_answers(texts, _counter(source, puzzles or []), heading)
    if form is not RatingForm.RECORD:
        Output().tip(TIP)
    raise typer.Exit(status)


def _source(puzzles: list[str], file: Path | None) -> tuple[Source | None, Iterable[PuzzleText]]:
    """The source of the puzzles, which is None for several arguments, and their texts.

    Several arguments are numbered from 1.
    """
    if STDIN in puzzles and len(puzzles) > 1:
        raise UsageError("Give puzzles, or - alone for standard input.")
    if file is not None or len(puzzles) <= 1:
        source = Source(puzzles[0] if puzzles else None, file)
        return source, source.puzzles()
    return None, [PuzzleText(number, text) for number, text in enumerate(puzzles, start=1)]


def _single_source(puzzles: list[str], file: Path | None) -> Source:
    """The source of a batch: a file or standard input."""
    if len(puzzles) > 1:
        raise UsageError("With --out, give the puzzles in a file, or - for standard input.")
    return Source(puzzles[0] if puzzles else None, file)


def _counter(source: Source | None, puzzles: list[str]) -> Callable[[], int | None]:
    return (lambda: len(puzzles)) if source is None else source.count


@dataclass(frozen=True, slots=True)
class RateTask:
    """Rates the puzzle of a text, within some seconds or a bound of work."""

    seconds: float | None
    form: RatingForm

    def __call__(self, text: PuzzleText) -> Answer:
        """Rate a puzzle; an error that concerns this puzzle alone is its answer."""
        try:
            puzzle = parse_puzzle(text.text, BOUNDS)
        except PuzzleError as error:
            return problem_answer(text, error, as_json=self.form is RatingForm.RECORD)
        found = rate_within(puzzle, self.seconds)
        too_hard = found is NotRated.TOO_HARD
        status = ExitStatus.LIMIT_HIT if too_hard else ExitStatus.ANSWERED
        return Answer(tuple(self._lines(text, puzzle, found)), status=status)

    def _lines(self, text: PuzzleText, puzzle: Puzzle, found: Rating | NotRated) -> Iterator[Line]:
        match self.form:
            case RatingForm.RECORD:
                yield Line(json.dumps(_record(puzzle, found)))
            case RatingForm.ROW:
                yield _row(text, puzzle, found)
            case RatingForm.DETAILS:
                yield from _details(puzzle, found)


def _record(puzzle: Puzzle, found: Rating | NotRated) -> dict[str, object]:
    if isinstance(found, Rating):
        return rating_json(puzzle, found)
    return {"puzzle": format_loopy(puzzle), "level": None, "why": found.value}


def rating_json(puzzle: Puzzle, rating: Rating) -> dict[str, object]:
    """The JSON record of a rating."""
    text = describe_rating(RatingNumbers.of(rating))
    return {
        "puzzle": format_loopy(puzzle),
        "level": rating.level.name.lower(),
        "score": rating.score,
        "hardest": rating.hardest,
        "steps": {str(size): count for size, count in rating.sizes.items()},
        "techniques": dict(rating.techniques),
        "text": text,
    }


def _row(text: PuzzleText, puzzle: Puzzle, found: Rating | NotRated) -> Line:
    start = f"{text.line:>5}  {puzzle.size:>7}"
    name = format_loopy(puzzle)
    if isinstance(found, NotRated):
        return Line(f"{start}  {'-':8} {'-':>6}  {'-':>7}  {found.value}: {name}", QUIET, Fit.CUT)
    level = found.level.name.capitalize()
    numbers = f"{found.score:>6.0f}  {found.hardest:>7}"
    return Line(f"{start}  {level:8} {numbers}  {name}", LEVEL_STYLES[found.level], Fit.CUT)


def _details(puzzle: Puzzle, found: Rating | NotRated) -> Iterator[Line]:
    yield Line(format_loopy(puzzle))
    if isinstance(found, NotRated):
        yield sentence(f"No rating: {found.value}.", DOUBTFUL)
        return
    rating = describe_rating(RatingNumbers.of(found), most=1)
    yield sentence(rating, LEVEL_STYLES[found.level])
    yield Line(f"\n{'Steps':>6}  Technique", STRONG)
    for name, count in found.techniques.items():
        yield Line(f"{count:>6}  {technique_title(name)}")
