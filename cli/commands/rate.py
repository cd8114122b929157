"""`ouro rate`: rates the difficulty of puzzles for people."""

import json
import sys
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.batch_loading import batch_commands
from cli.batch_options import ChunkSize, Cluster, KeepEqual, KillAfter, OutFolder, batch_options
from cli.board import Choice, PuzzleFile
from cli.bulk import Answer, Jobs, Work, problem_answer
from cli.errors import UsageError
from cli.inputs import STDIN, AsList, Source, source_of
from cli.languages import LanguageCode, localizer_of
from cli.output import BAD, DOUBTFUL, GOOD, QUIET, STRONG, Fit, Line, Output, pad, sentence
from cli.shapes import Puzzles, PuzzleText
from cli.status import ExitStatus
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from narrator.english import LEVELS
from narrator.outcomes import RatingNumbers, describe_rating, explain_not_rated
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import FoundPuzzle, format_loopy
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
HEADINGS = (
    Message("Row"),
    Message("Size"),
    Message("Level"),
    Message("Score"),
    Message("Hardest"),
    Message("Puzzle"),
)
"""The headings of the table."""
COLUMNS = (5, 7, -10, 6, 7)
"""The widths of its columns but the last; a negative one is aligned to the left."""
TIP = Message("{explain} shows the steps; {json} prints a record with the numbers.")


def rate(
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(help="Puzzles in any notation, names of files, or - for standard input."),
    ] = None,
    file: PuzzleFile = None,
    as_list: AsList = None,
    choice: Choice = None,
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
    language: LanguageCode = "en",
    out: OutFolder = None,
    cluster: Cluster = None,
    chunk: ChunkSize = None,
    kill_after: KillAfter = None,
    keep_equal: KeepEqual = False,
) -> None:
    """Rate puzzles: the level of each for people, its score, and what its solution needs.

    Several puzzles are rows of a table: "hardest" is the number of clues and
    dots that the hardest step combines.

    A JSON record has the level, the score, the number of clues and dots of the typical hard
    step and of the hardest one, how often each technique is used and what it means in words; or
    "level": null and why there is no rating.

    With --out, puzzles are rows of Parquet files; docs/batches.md describes them.
    """
    localizer = localizer_of(language)
    if as_json and as_text:
        raise UsageError("Give --json or --text, not both.")
    refused = ["--text"] if as_text else []
    batch = batch_options(
        out, cluster, chunk, kill_after, keep_equal, jobs, as_json, refused=refused
    )
    if batch is not None:
        raise typer.Exit(
            batch_commands().rate(_single_source(puzzles or [], file, as_list), time_limit, batch)
        )
    source = _source(puzzles or [], file, as_list, choice)
    found = _given(puzzles or []) if source is None else source.puzzles()
    is_list = found.is_list
    form = RatingForm.ROW if is_list else RatingForm.DETAILS
    if as_json or not (as_text or sys.stdout.isatty()):
        form = RatingForm.RECORD
    is_typed = source is not None and source.is_typed
    work = Work(
        RateTask(time_limit, form, language),
        jobs if is_list else 1,
        Message("Rating"),
        as_json=form is RatingForm.RECORD,
        show_bar=is_list and not is_typed,
        localizer=localizer,
    )
    titles = [localizer.say(each) for each in HEADINGS]
    heading = _table_line(titles, STRONG) if form is RatingForm.ROW else None
    total = partial(len, puzzles or []) if source is None else source.count
    status = work.print_answers(found.texts, total, heading)
    if form is not RatingForm.RECORD:
        Output().tip(localizer.say(TIP, explain="ouro explain", json="--json"))
    raise typer.Exit(status)


def _source(
    puzzles: list[str], file: Path | None, as_list: bool | None, choice: int | None
) -> Source | None:
    """The source of the puzzles, which is None for several arguments."""
    if STDIN in puzzles and len(puzzles) > 1:
        raise UsageError("Give puzzles, or - alone for standard input.")
    if file is not None or len(puzzles) <= 1:
        return source_of(puzzles[0] if puzzles else None, file, as_list, choice)
    return None


def _given(puzzles: list[str]) -> Puzzles:
    """Several arguments, numbered from 1, each one puzzle or the name of its file."""
    sources = [source_of(puzzle, None, as_list=False) for puzzle in puzzles]
    texts = chain.from_iterable(source.puzzles().texts for source in sources)
    return Puzzles(True, (replace(text, line=line) for line, text in enumerate(texts, start=1)))


def _single_source(puzzles: list[str], file: Path | None, as_list: bool | None) -> Source:
    """The source of a batch: a file or standard input."""
    if len(puzzles) > 1:
        raise UsageError("With --out, give the puzzles in a file, or - for standard input.")
    return source_of(puzzles[0] if puzzles else None, file, as_list)


class RateTask(Struct, frozen=True):
    """Rates the puzzle of a text, within some seconds or a bound of work."""

    seconds: float | None
    form: RatingForm
    language: str = "en"

    def __call__(self, text: PuzzleText) -> Answer:
        """Rate a puzzle; an error that concerns this puzzle alone is its answer."""
        try:
            read = text.found()
        except PuzzleError as error:
            return problem_answer(text, error, as_json=self.form is RatingForm.RECORD)
        found = rate_within(read.puzzle, self.seconds)
        too_hard = found is NotRated.TOO_HARD
        status = ExitStatus.LIMIT_HIT if too_hard else ExitStatus.ANSWERED
        remark = "" if self.form is RatingForm.RECORD else text.remark(read)
        return Answer(tuple(self._lines(text, read, found)), remark, status)

    def _lines(
        self, text: PuzzleText, read: FoundPuzzle, found: Rating | NotRated
    ) -> Iterator[Line]:
        localizer = localizer_of(self.language)
        match self.form:
            case RatingForm.RECORD:
                record = _record(read.puzzle, found, localizer) | text.left_open(read)
                yield Line(json.dumps(record))
            case RatingForm.ROW:
                yield _row(text, read.puzzle, found, localizer)
            case RatingForm.DETAILS:
                yield Line(format_loopy(read.puzzle))
                style = LEVEL_STYLES[found.level] if isinstance(found, Rating) else DOUBTFUL
                yield sentence(_words(found, localizer), style)


def _record(puzzle: Puzzle, found: Rating | NotRated, localizer: Localizer) -> dict[str, object]:
    if isinstance(found, Rating):
        return rating_json(puzzle, found, localizer)
    return {"puzzle": format_loopy(puzzle), "level": None, "why": found.value}


def rating_json(
    puzzle: Puzzle, rating: Rating, localizer: Localizer = ENGLISH
) -> dict[str, object]:
    """The JSON record of a rating."""
    return {
        "puzzle": format_loopy(puzzle),
        "level": rating.level.name.lower(),
        **rating.record,
        "text": _words(rating, localizer),
    }


def _words(found: Rating | NotRated, localizer: Localizer) -> str:
    if isinstance(found, NotRated):
        return explain_not_rated(found, localizer)
    return describe_rating(RatingNumbers.of(found), localizer)


def _row(text: PuzzleText, puzzle: Puzzle, found: Rating | NotRated, localizer: Localizer) -> Line:
    start, name = [str(text.line), puzzle.size], format_loopy(puzzle)
    if isinstance(found, NotRated):
        why = explain_not_rated(found, localizer)
        return _table_line([*start, "-", "-", "-", f"{name}  {why}"], QUIET)
    level = localizer.say(LEVELS[found.level - 1])
    numbers = [f"{found.score:.0f}", str(found.hardest)]
    return _table_line([*start, level, *numbers, name], LEVEL_STYLES[found.level])


def _table_line(cells: Sequence[str], style: str) -> Line:
    """A row of the table; the last cell takes the space that is left."""
    *first, last = cells
    padded = [pad(cell, width) for cell, width in zip(first, COLUMNS, strict=True)]
    return Line("  ".join([*padded, last]), style, Fit.CUT)
