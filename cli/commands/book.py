"""`ouro book`: a booklet of puzzles to print, with their solutions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Annotated, TypeAlias

import typer

from cli.endings import check_ending
from cli.errors import UsageError
from cli.generation_options import parse_level, parse_size
from cli.inputs import AsList, Source, tell_remark
from cli.languages import LanguageCode, localizer_of
from cli.progress import file_size, note, progress_bar
from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.english import LEVELS as LEVEL_TITLES
from narrator.problems import localize
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle, Solution
from solver.explain.explainer import TRUTH_LIMITS
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, series
from solver.generate.spec import LEVELS, MAX_SIDE, MIN_SIDE, GenerationSpec
from solver.rating import Rating, rate_within
from solver.report import Limits, Outcome
from solver.search import solve

Item: TypeAlias = tuple[Puzzle, Solution, Difficulty | None]
"""A puzzle, its solution, and its level if it is known."""

MAKING = Message("Making")
WRITTEN = Plural(
    "Wrote {file}: {count:,} puzzle, {size}.", "Wrote {file}: {count:,} puzzles, {size}."
)

DEFAULT_COUNT = 12
PAPERS = ("a4", "letter")
TITLE = Message("Slitherlink")
ANSWERS = Message("Answers")
COUNT = Plural("{count:,} puzzle", "{count:,} puzzles")
SIZES = Message("from {smallest} to {largest}")
LEVEL_COUNT = Message("{level} ({count:,})")
RULES = (
    Message("Draw one closed loop from dot to dot; it never crosses or touches itself."),
    Message("A number says how many of the four edges around it belong to the loop."),
)
"""How to play, in two sentences."""
OTHER_RULES = Message("{rules}: {summaries}.")


def book(
    out: Annotated[Path, typer.Option("--out", "-o", help="The PDF file to write.")],
    file: Annotated[
        Path | None, typer.Option(help="Take the puzzles of a file, one on every line, or a board.")
    ] = None,
    as_list: AsList = None,
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
    check_ending("--out", out, ["pdf"])
    booklet = _booklet()
    if paper not in booklet.PAPERS:
        raise UsageError(f"There is no paper {paper!r}; choose {' or '.join(booklet.PAPERS)}.")
    if file is None:
        spec = GenerationSpec(*parse_size(size), level=parse_level(level), seed=seed)
        items, total = _generated(spec, count), count
    else:
        puzzles = list(_read(file, as_list))
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
        rules=[*map(localizer.say, RULES), *_other_rules(made, localizer)],
        answers=localizer.say(ANSWERS),
        author=author,
        created=day,
    )
    pdf = booklet.draw_booklet(entries, booklet.PAPERS[paper], texts, on_a_page)
    out.write_bytes(pdf)
    size = file_size(len(pdf))
    note(localizer.say(WRITTEN, total, file=out, count=total, size=size))


def _other_rules(items: Iterable[Item], localizer: Localizer) -> Iterator[str]:
    """What is different under other rules than the plain ones, a line for each."""
    for rules in dict.fromkeys(puzzle.rules for puzzle, _, _ in items):
        told = [localize(summary, localizer) for summary in rules.summaries]
        title, summaries = localize(rules.title, localizer), localizer.join(told)
        if told:
            yield localizer.sentence(OTHER_RULES, rules=title, summaries=summaries)


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


def _read(path: Path, as_list: bool | None) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles of a file with their line numbers; raises `UsageError` for an invalid one."""
    for text in Source(None, path, as_list).puzzles().texts:
        try:
            tell_remark(text)
            yield text.line, text.board().puzzle
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


def describe_contents(made: Sequence[Item], localizer: Localizer) -> tuple[str, ...]:
    """Lines with the number, the sizes and the levels of puzzles, for the cover.

    >>> from puzzle.grid import square_grid
    >>> one, other = (Puzzle(square_grid(side, 5), (None,) * 5 * side) for side in (7, 5))
    >>> hard, easy = (one, frozenset(), Difficulty.HARD), (other, frozenset(), Difficulty.EASY)
    >>> describe_contents([hard, easy, easy], Localizer())
    ('3 puzzles', 'from 5x5 to 5x7', 'Easy (2) · Hard (1)')
    """
    puzzles, levels = [item[0] for item in made], [item[2] for item in made]
    count = localizer.say(COUNT, len(made), count=len(made))
    names = " \N{MIDDLE DOT} ".join(_level_counts(levels, localizer))
    return tuple(filter(None, (count, _sizes(puzzles, localizer), names)))


def level_title(level: Difficulty | None, localizer: Localizer) -> str:
    """The name of a level; empty for none."""
    return "" if level is None else localizer.say(LEVEL_TITLES[level - 1])


def parse_date(text: str | None) -> date:
    """The date of a text such as 2027-01-31; today without one.

    Raises `UsageError` for any other text.
    """
    try:
        return date.today() if text is None else date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"The date {text!r} is none; write it as 2027-01-31.") from None


def _sizes(puzzles: Sequence[Puzzle], localizer: Localizer) -> str:
    by_area = sorted(puzzles, key=lambda puzzle: (len(puzzle.clues), puzzle.grid.cols))
    smallest, largest = by_area[0].size, by_area[-1].size
    if len({puzzle.size for puzzle in puzzles}) == 1:
        return smallest
    return localizer.say(SIZES, smallest=smallest, largest=largest)


def _level_counts(levels: Sequence[Difficulty | None], localizer: Localizer) -> Iterator[str]:
    counts = Counter(levels)
    for level in Difficulty:
        if counts[level] == len(levels):
            yield level_title(level, localizer)
        elif counts[level]:
            title = level_title(level, localizer)
            yield localizer.say(LEVEL_COUNT, level=title, count=counts[level])
