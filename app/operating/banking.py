"""The functions of `ouro bank`; the commands in `app.operating.bank` import this when they run.

They raise `UsageError` when the files cannot be used, and a `StoreError` for the database.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import asdict

from app.operating.db import in_existing, resolve_address
from batch.bank import BankContent, bank_content, bank_parts
from batch.errors import BatchError
from batch.rows import PuzzleRow
from batch.schema import rows_of
from cli.errors import UsageError
from cli.output import STRONG, Line
from cli.progress import progress_bar
from puzzle.rules import PLAIN
from service.generating.bank import AddedPuzzles, Bank
from store.address import Address
from store.migrate import migrate
from store.records import BankedPuzzle, PuzzleKind

MAX_SHOWN = 12
"""Number of lines of a list in a report for people."""


def report_lines(bank: Path, out: Path | None) -> list[Line]:
    """What is in a bank, for people; plots of it are drawn into `out` if that is given."""
    content = _content(bank, out)
    lines = [Line(f"{content.puzzles:,} puzzles")]
    levels = Counter({f"{size} {level}": count for (size, level), count in content.sizes.items()})
    scores = Counter(
        {f"{level} {score}+": count for (level, score), count in content.scores.items()}
    )
    for title, counted in (
        ("Level by size", levels),
        ("Level and score", scores),
        ("Symmetry", content.symmetries),
        ("Puzzles that need a technique", content.techniques),
    ):
        lines.append(Line(f"\n{title}", STRONG))
        lines += [Line(f"{count:>12,}  {name}") for name, count in counted.most_common(MAX_SHOWN)]
        if len(counted) > MAX_SHOWN:
            lines.append(Line(f"{'…':>12}  and {len(counted) - MAX_SHOWN} others"))
    return lines


def report_json(bank: Path, out: Path | None) -> str:
    """What is in a bank, as a JSON object with stable keys; see `report_lines`."""
    content = _content(bank, out)
    return json.dumps(
        {
            "puzzles": content.puzzles,
            "sizes": [[*key, count] for key, count in sorted(content.sizes.items())],
            "scores": [[*key, count] for key, count in sorted(content.scores.items())],
            "symmetries": dict(sorted(content.symmetries.items())),
            "techniques": dict(content.techniques.most_common()),
        }
    )


def import_bank(bank: Path, database: str | None, *, as_json: bool) -> tuple[str, bool]:
    """Add the puzzles of a bank to a database; returns a text to print, and whether all are sound.

    Rows without a level or without a single solution are passed over. A SQLite database that does
    not exist is made.
    """
    with _batch_errors():
        total = sum(1 for _ in bank_parts(bank))
        passed_over: Counter[str] = Counter()
        with progress_bar("Reading files", lambda: total) as bar:
            added = _import(resolve_address(database), _fit_rows(bank, passed_over, bar.advance))
    over = passed_over.total()
    if as_json:
        return json.dumps({**asdict(added), "passed_over": over}), not added.wrong
    return " ".join(_import_sentences(added, over)), not added.wrong


def stock(database: str | None, *, as_json: bool) -> list[str]:
    """How many puzzles of each kind a database has to hand out, as lines of text."""
    shelves = in_existing(resolve_address(database), lambda opened: Bank(opened).shelves())
    if as_json:
        return [json.dumps([{**asdict(shelf.kind), "count": shelf.count} for shelf in shelves])]
    if not shelves:
        return ["The bank is empty: each puzzle is made when somebody asks for it."]
    return [
        f"{shelf.count:>10,}  {shelf.kind.cols}x{shelf.kind.rows} {shelf.kind.level}, "
        f"{shelf.kind.symmetry}{'' if shelf.kind.rules == PLAIN.name else f', {shelf.kind.rules}'}"
        for shelf in shelves
    ]


def _content(bank: Path, out: Path | None) -> BankContent:
    with _batch_errors():
        content = bank_content(bank)
    if out is not None:
        from batch.plots import draw_plots  # noqa: PLC0415 - it is in an extra of its own

        try:
            draw_plots(content, out)
        except ValueError as error:
            raise UsageError(f"The plots cannot be drawn into {out}: {error}.") from None
    return content


def _import(address: Address, rows: Iterator[BankedPuzzle]) -> AddedPuzzles:
    if address.path is not None and not address.path.exists():
        asyncio.run(migrate(address))
    return in_existing(address, lambda opened: Bank(opened).add(rows))


def _fit_rows(
    bank: Path, passed_over: Counter[str], advance: Callable[[], None]
) -> Iterator[BankedPuzzle]:
    """The puzzles of a bank that can be handed out; counts the others by the reason."""
    for path in bank_parts(bank):
        for row in rows_of(path):
            if row.level is None or row.solution is None:
                passed_over["no level"] += 1
            else:
                yield _banked(row, row.level, row.solution)
        advance()


def _banked(row: PuzzleRow, level: str, solution: str) -> BankedPuzzle:
    kind = PuzzleKind(level, row.rows, row.cols, row.tiling, row.symmetry, row.variant)
    return BankedPuzzle(
        kind, row.id, row.notation, solution, row.score, row.hardest, dict(row.techniques)
    )


def _import_sentences(added: AddedPuzzles, passed_over: int) -> Iterator[str]:
    yield f"{added.added:,} puzzles were added to the bank."
    if added.duplicates:
        yield f"{added.duplicates:,} were left out, as they are known."
    if passed_over:
        yield f"{passed_over:,} without a level or without a single solution were passed over."
    if added.wrong:
        yield f"{len(added.wrong):,} are wrong and were left out, such as {added.wrong[0]}."


@contextmanager
def _batch_errors() -> Iterator[None]:
    """Raise `UsageError` for a `BatchError`."""
    try:
        yield
    except BatchError as error:
        raise UsageError(str(error)) from None
