"""`ouro generate`: new puzzles."""

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from cli.answer import drawn_board, edges_json
from cli.batch_loading import batch_commands
from cli.batch_options import ChunkSize, Cluster, KeepEqual, KillAfter, OutFolder, batch_options
from cli.board import draw_board
from cli.bulk import MAX_JOBS
from cli.endings import check_folder
from cli.errors import UsageError
from cli.generation_options import (
    parse_level,
    parse_mask,
    parse_rules,
    parse_size,
    parse_symmetry,
    parse_tiling,
    parse_values,
)
from cli.languages import LanguageCode, localizer_of
from cli.output import STRONG, Line, Output, sentence
from cli.parallel import mapped, process_count
from cli.progress import note, progress_bar
from cli.status import ExitStatus
from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.outcomes import describe_level
from puzzle.errors import alternatives
from puzzle.grid import SQUARE
from puzzle.model import Board
from puzzle.notation import format_loopy, format_puzzlink, format_rows
from puzzle.rules import PLAIN
from renderer.theme import THEMES, theme_named
from solver.generate.generate import GeneratedPuzzle, series, specs
from solver.generate.generate import generate as generate_puzzle
from solver.generate.spec import (
    GENERATED,
    LEVELS,
    MAX_SIDE,
    MIN_SIDE,
    RECIPE,
    SEEDS,
    SIZES,
    SYMMETRIES,
    GenerationSpec,
    default_symmetry,
    possible_values,
    sizes_of,
)
from solver.generate.style import largest_blank

BATCH_SEEDS = 2**62
"""Number of first seeds of a batch: so many that nobody can guess the seeds of other puzzles."""


def puzzle_record(made: GeneratedPuzzle) -> dict[str, object]:
    """The JSON record of a generated puzzle; its keys are stable.

    It contains "tiling", "rules", "mask" and "values" when they were requested; "rating" is null
    for Extreme.
    "certificate" contains the outcome of an independent solve and the number of clues and dots
    of each step of a walkthrough.
    """
    spec, puzzle, rating = made.spec, made.puzzle, made.rating
    clues = sorted(possible_values(puzzle.grid.key))
    record: dict[str, object] = {
        "puzzle": format_loopy(puzzle),
        "solution": edges_json(puzzle, made.solution),
        "level": made.level.name.lower(),
        "rating": rating and rating.record,
        "certificate": {
            "outcome": made.certificate.outcome.value,
            "steps": list(made.certificate.steps),
        },
        "symmetry": spec.symmetry.value,
        "seed": made.seed,
        "recipe": spec.recipe,
        "attempts": made.attempts,
        "key": puzzle.canonical_key,
        "style": {
            "winding": round(made.style.winding, 3),
            "bald": made.style.bald,
            "comb": made.style.comb,
            "shares": {str(clue): round(made.style.clues.get(clue, 0), 3) for clue in clues},
            "largest_blank": largest_blank(puzzle),
            "clues": round(len(puzzle.clue_cells) / len(puzzle.clues), 3),
        },
    }
    if spec.tiling != SQUARE:
        record["tiling"] = spec.tiling
    if not spec.rules.is_plain:
        record["rules"] = spec.rules.name
    if spec.mask is not None:
        record["mask"] = sorted(spec.mask)
    if spec.are_values_restricted:
        record["values"] = sorted(spec.shown_values)
    return record


def _text(made: GeneratedPuzzle, localizer: Localizer) -> list[Line]:
    """The puzzle, what its level means, and the board if it is of squares, for people."""
    words = (describe_level(made.level, localizer), localizer.say(SEED, seed=made.seed))
    lines = [Line(format_loopy(made.puzzle), STRONG), sentence(localizer.gap.join(words))]
    if made.puzzle.grid.is_square:
        lines += [drawn_board(Board.blank(made.puzzle)), Line("")]
    return lines


MAKING = Message("Making")
SEED = Message("The seed is {seed}.")
MADE = Plural("Made {count:,} puzzle.", "Made {count:,} puzzles.")
DRAWN = Plural(
    "Made {count:,} puzzle; {pictures:,} pictures are in {folder}.",
    "Made {count:,} puzzles; {pictures:,} pictures are in {folder}.",
)
TIP = Message("{loopy} prints the first line alone; {json} prints all as a record.")
TEXT = "text"
FORMATS: Mapping[str, Callable[[GeneratedPuzzle, Localizer], list[Line]]] = MappingProxyType(
    {
        "loopy": lambda made, _: [Line(format_loopy(made.puzzle))],
        "puzzlink": lambda made, _: [Line(format_puzzlink(made.puzzle))],
        "rows": lambda made, _: [Line(f"{format_rows(made.puzzle)}\n")],
        "json": lambda made, _: [Line(json.dumps(puzzle_record(made)))],
        TEXT: _text,
    }
)
"""The output formats by name; rows and text end in a blank line."""
ANY_TILING = ("loopy", "json", TEXT)
"""Those for boards of any tiling."""
ANY_RULES = ("loopy", "puzzlink", "json", TEXT)
"""Those for boards of squares with any rules."""


def generate(
    size: Annotated[
        str | None,
        typer.Option(
            help=f"Columns x rows, from {MIN_SIDE} to {MAX_SIDE} cells each; on other tilings than "
            "squares, as in game IDs of Loopy.  [default: 10x10 on squares]"
        ),
    ] = None,
    tiling: Annotated[
        str, typer.Option(help=f"The cells of the board: {', '.join(SIZES)}.")
    ] = SQUARE,
    rules: Annotated[
        str, typer.Option(help=f"Of the puzzle, on squares: {', '.join(GENERATED)}.")
    ] = PLAIN.name,
    level: Annotated[str, typer.Option(help=f"{', '.join(LEVELS)}.")] = "normal",
    count: Annotated[int, typer.Option(min=1, help="How many puzzles to make.")] = 1,
    symmetry: Annotated[
        str | None,
        typer.Option(
            help=f"Of the cells with clues: {', '.join(SYMMETRIES)}; none on other tilings than "
            "squares.  [default: rot180 on squares]"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Of the first puzzle; others count on from it. By chance unless given."),
    ] = None,
    recipe: Annotated[
        int, typer.Option(help="The version that the seed belongs to, as JSON records tell it.")
    ] = RECIPE,
    mask: Annotated[
        str | None,
        typer.Option(
            help="Cells that may hold a clue: a pattern such as '#./.#', which is repeated, "
            "or a file of rows of # and . as large as the board."
        ),
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(help="Clues that may be shown: digits, or numbers with commas; all if none."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", help=f"{', '.join(FORMATS)}; unless given, text on a terminal, else loopy."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The same as --format json: a record on each line.")
    ] = False,
    png: Annotated[
        Path | None,
        typer.Option(help="A folder for pictures: NAME.png and, with the loop, NAME-solved.png."),
    ] = None,
    theme: Annotated[str, typer.Option(help=f"Of the pictures: {', '.join(THEMES)}.")] = "light",
    jobs: Annotated[
        int,
        typer.Option(min=0, max=MAX_JOBS, help="Processes at once; 0 for one on each core."),
    ] = 1,
    attempts: Annotated[
        int | None, typer.Option(help="How many loops to try for a puzzle.", show_default=False)
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(help="Seconds after which no other loop is tried for a puzzle.")
    ] = None,
    language: LanguageCode = "en",
    out: OutFolder = None,
    cluster: Cluster = None,
    chunk: ChunkSize = None,
    kill_after: KillAfter = None,
    keep_equal: KeepEqual = False,
) -> None:
    """Make puzzles with one solution that takes steps of a level, one after another.

    The same options and seed make the same puzzles everywhere, however many processes make them, in
    all versions of Ouro with the same recipe.
    No two of a run are alike, turned or mirrored.

    With --out, puzzles are rows of Parquet files; docs/batches.md describes them.
    """
    localizer = localizer_of(language)
    refused = [f"--{name}" for name, value in (("format", form), ("png", png)) if value is not None]
    batch = batch_options(
        out, cluster, chunk, kill_after, keep_equal, jobs, as_json, refused=refused
    )
    check_folder("--png", png)
    format_name = _format_name(form, as_json=as_json)
    theme_named(theme)  # before any work
    named = parse_rules(rules)
    usual = sizes_of(parse_tiling(tiling), named).usual
    rows, cols = parse_size(usual if size is None else size)
    _check_squares(tiling, format_name, mask)
    if not named.is_plain and format_name not in ANY_RULES:
        others = alternatives(ANY_RULES)
        raise UsageError(f"The format {format_name} is for the plain rules; choose {others}.")
    spec = GenerationSpec(
        rows,
        cols,
        parse_level(level),
        default_symmetry(tiling) if symmetry is None else parse_symmetry(symmetry),
        secrets.randbelow(SEEDS if batch is None else BATCH_SEEDS) if seed is None else seed,
        None if mask is None else parse_mask(mask, rows, cols),
        None if values is None else parse_values(values),
        attempts,
        time_limit,
        recipe,
        tiling=tiling,
        rules=named,
    )
    if batch is not None:
        raise typer.Exit(batch_commands().make(spec, seed, count, batch))
    if seed is None and format_name != TEXT:
        print(localizer.say(SEED, seed=spec.seed), file=sys.stderr)
    if png is not None:
        png.mkdir(parents=True, exist_ok=True)
    lines = FORMATS[format_name]

    def show(made: GeneratedPuzzle, output: Output) -> None:
        if png is not None:
            _draw(made, png, theme)
        output.show(lines(made, localizer))

    title = localizer.say(MAKING)
    status = _generate(spec, count, process_count(jobs), title, show)
    if status is ExitStatus.ANSWERED:
        _say_what_was_made(count, png, localizer)
    if format_name == TEXT and status is ExitStatus.ANSWERED:
        Output().tip(localizer.say(TIP, loopy="--format loopy", json="--json"))
    raise typer.Exit(status)


def _format_name(form: str | None, *, as_json: bool) -> str:
    if as_json and form not in {None, "json"}:
        raise UsageError(f"Give --json or --format {form}, not both.")
    name = form or (TEXT if sys.stdout.isatty() and not as_json else "loopy")
    if name not in FORMATS:
        raise UsageError(f"There is no format {name!r}; choose {', '.join(FORMATS)}.")
    return "json" if as_json else name


def _check_squares(tiling: str, format_name: str, mask: str | None) -> None:
    """Raise `UsageError` for what only boards of squares have."""
    if tiling == SQUARE:
        return
    if format_name not in ANY_TILING:
        others = alternatives(ANY_TILING)
        raise UsageError(f"The format {format_name} is for squares; choose {others}.")
    if mask is not None:
        raise UsageError("A mask has rows of squares; leave it out on other tilings.")


def _generate(
    spec: GenerationSpec,
    count: int,
    jobs: int,
    title: str,
    show: Callable[[GeneratedPuzzle, Output], None],
) -> ExitStatus:
    """Generate `count` puzzles and show each; on failure print the reason to stderr."""
    with (
        mapped(generate_puzzle, specs(spec), min(jobs, count)) as answers,
        progress_bar(title, lambda: count, show=count > 1) as bar,
    ):
        output = Output(bar.console)
        for answer in series(spec, count, answers):
            if not isinstance(answer, GeneratedPuzzle):
                print(answer.reason, file=sys.stderr)
                return ExitStatus.LIMIT_HIT
            show(answer, output)
            bar.advance()
    return ExitStatus.ANSWERED


def _draw(made: GeneratedPuzzle, folder: Path, theme: str) -> None:
    size = made.spec.size.replace(" ", "-")
    name = f"{size}-{made.level.name.lower()}-{made.seed}"
    draw_board(folder / f"{name}.png", Board.blank(made.puzzle), theme)
    draw_board(folder / f"{name}-solved.png", Board.of_lines(made.puzzle, made.solution), theme)


def _say_what_was_made(count: int, folder: Path | None, localizer: Localizer) -> None:
    """Say how many puzzles were made, if there was a bar, and where their pictures are."""
    if folder is not None:
        note(localizer.say(DRAWN, count, count=count, pictures=2 * count, folder=folder))
    elif count > 1:
        note(localizer.say(MADE, count, count=count))
