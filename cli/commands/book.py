"""`ouro book`: a booklet of puzzles to print, with their solutions."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from cli.booklet_texts import (
    ANSWERS,
    RULES,
    TITLE,
    Item,
    describe_contents,
    level_title,
    parse_date,
)
from cli.endings import check_ending
from cli.errors import UsageError
from cli.generation_options import parse_level, parse_size
from cli.inputs import BOUNDS, Source
from cli.languages import LanguageCode, localizer_of
from cli.progress import file_size, note, progress_bar
from i18n.messages import Message, Plural
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from solver.explain.explainer import TRUTH_LIMITS
from solver.generate.generate import GeneratedPuzzle, series
from solver.generate.spec import LEVELS, MAX_SIDE, MIN_SIDE, GenerationSpec
from solver.rating import Rating, rate_within
from solver.report import Limits, Outcome
from solver.search import solve

MAKING = Message("Making")
WRITTEN = Plural(
    "Wrote {file}: {count:,} puzzle, {size}.", "Wrote {file}: {count:,} puzzles, {size}."
)

DEFAULT_COUNT = 12
PAPERS = ("a4", "letter")


def book(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF file to write.")],
    file: Annotated[
        Path | None, typer.Option(help="Take the puzzles of a .txt file, one on every line.")
    ] = None,
    size: Annotated[
        str,
        typer.Option(help=f"Columns x rows, from {MIN_SIDE} to {MAX_SIDE} cells each."),
    ] = "10x10",
    level: Annotated[str, typer.Option(help=f"{', '.join(LEVELS)}.")] = "normal",
    count: Annotated[int, typer.Option(min=1, help="How many puzzles to make.")] = DEFAULT_COUNT,
    seed: Annotated[int, typer.Option(help="Of the new puzzles.")] = 0,
    paper: Annotated[str, typer.Option(help=f"The sheet: {' or '.join(PAPERS)}.")] = PAPERS[0],
    on_a_page: Annotated[
        int | None, typer.Option(help="1, 2, 4 or 6 puzzles; as many as fit well, unless given.")
    ] = None,
    title: Annotated[
        str | None, typer.Option(help="On the cover and above the puzzles.", show_default=False)
    ] = None,
    author: Annotated[str, typer.Option(help="On the cover and in the file.")] = "Ouro",
    created: Annotated[
        str | None,
        typer.Option("--date", help="Of the file, as 2027-01-31; today unless given."),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            help="Seconds to solve and to rate each puzzle of a file; unless given, as much work "
            "on any machine."
        ),
    ] = None,
    language: LanguageCode = "en",
) -> None:
    """Make a booklet to print: new puzzles, or those of a file, and their answers at the end.

    The same options, seed and --date make the same file.
    """
    localizer = localizer_of(language)
    day = parse_date(created)
    check_ending("--output", output, ["pdf"])
    booklet = _booklet()
    if paper not in booklet.PAPERS:
        raise UsageError(f"There is no paper {paper!r}; choose {' or '.join(booklet.PAPERS)}.")
    if file is None:
        spec = GenerationSpec(*parse_size(size), level=parse_level(level), seed=seed)
        items, total = _generated(spec, count), count
    else:
        puzzles = list(_read(file))
        items, total = _solve_all(file, puzzles, time_limit), len(puzzles)
    booklet.check_booklet(total, on_a_page)
    made: list[Item] = []
    with progress_bar(localizer.say(MAKING), lambda: total) as bar:
        for item in items:
            made.append(item)
            bar.advance()
    entries = [
        booklet.BookletEntry(puzzle, solution, level_title(level, localizer))
        for puzzle, solution, level in made
    ]
    texts = booklet.BookletTexts(
        title=localizer.say(TITLE) if title is None else title,
        contents=describe_contents(made, localizer),
        rules=[localizer.say(rule) for rule in RULES],
        answers=localizer.say(ANSWERS),
        author=author,
        created=day,
    )
    pdf = booklet.draw_booklet(entries, booklet.PAPERS[paper], texts, on_a_page)
    output.write_bytes(pdf)
    size = file_size(len(pdf))
    note(localizer.say(WRITTEN, total, file=output, count=total, size=size))


def _booklet() -> ModuleType:
    from renderer import booklet  # noqa: PLC0415 - only this command needs the PDF library

    return booklet


def _generated(spec: GenerationSpec, count: int) -> Iterator[Item]:
    """Generate puzzles with the seed of the spec and the following ones, no two alike.

    Raises `UsageError` when not enough puzzles are found.
    """
    for result in series(spec, count):
        if not isinstance(result, GeneratedPuzzle):
            raise UsageError(result.reason)
        yield result.puzzle, result.solution, result.level


def _read(path: Path) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles of a file with their line numbers; raises `UsageError` for an invalid one."""
    for text in Source(None, path).puzzles():
        try:
            yield text.line, parse_puzzle(text.text, BOUNDS)
        except PuzzleError as error:
            raise UsageError(f"{path}, line {text.line}: {error}") from None


def _solve_all(
    path: Path, puzzles: Sequence[tuple[int, Puzzle]], seconds: float | None
) -> Iterator[Item]:
    """Solve and rate the puzzles of a file.

    Raises `UsageError` for a puzzle without a unique solution.
    """
    for line, puzzle in puzzles:
        report = solve(puzzle, TRUTH_LIMITS if seconds is None else Limits(seconds))
        if report.outcome is not Outcome.UNIQUE:
            problem = f"{path}, line {line}: the puzzle {_PROBLEMS[report.outcome]}"
            raise UsageError(f"{problem}; a booklet takes puzzles with one solution.")
        rating = rate_within(puzzle, seconds)
        level = rating.level if isinstance(rating, Rating) else None
        yield puzzle, report.solutions[0], level


_PROBLEMS = {
    Outcome.NONE: "has no solution",
    Outcome.MULTIPLE: "has several solutions",
    Outcome.LIMIT: "was not solved within the limits",
}
