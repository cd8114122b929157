"""Runs a batch in its folder: chooses the chunks, goes on where it was, and ends with a report.

At the end, puzzles that equal earlier ones are removed.
"""

import struct
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from batch.engine import Chunk, Engine, batch_pool, finished, item_results
from batch.folder import BatchFolder
from batch.plan import MAX_CHUNK, BatchPlan
from batch.rows import BatchItem, ItemFailure, ItemWork
from batch.schema import PartNote, note_of, table_bytes, table_of
from batch.summary import BatchSummary, summary_of

CHUNK_SECONDS = 1.0
"""About how long a process works on a chunk."""


def chunks_of(plan: BatchPlan, items: Iterable[BatchItem], done: Iterable[int]) -> Iterator[Chunk]:
    """The chunks of a plan that are not done, from all items in order.

    >>> plan = BatchPlan("rate", {}, count=5, chunk=2)
    >>> items = [BatchItem(line) for line in range(1, 6)]
    >>> [(chunk.number, len(chunk.items)) for chunk in chunks_of(plan, items, done=[1])]
    [(0, 2), (2, 1)]
    """
    skipped = frozenset(done)
    source = iter(items)
    for number in range(plan.parts):
        taken = tuple(item for _, item in zip(plan.items_of(number), source, strict=False))
        if number not in skipped:
            yield Chunk(number, taken)


def seeds_of(plan: BatchPlan) -> Iterator[BatchItem]:
    """The items of a plan that makes puzzles: its seeds in order."""
    return (BatchItem(plan.first_seed + index) for index in range(plan.count))


async def measured_chunk(work: ItemWork, items: Iterable[BatchItem], kill_after: float) -> int:
    """How many items take a process about `CHUNK_SECONDS`, measured with the first ones.

    The seconds are those of the processor, which do not depend on how busy the machine is.
    """
    count, seconds = 0, 0.0
    async with batch_pool(1, kill_after) as pool:
        source = iter(items)
        while group := [item for _, item in zip(range(max(1, count)), source, strict=False)]:
            results, spent = await item_results(pool, work, group)
            count, seconds = count + len(group), seconds + spent
            failed = any(isinstance(result, ItemFailure) for result in results)
            if failed or seconds >= CHUNK_SECONDS / 2:
                break
    return max(1, min(MAX_CHUNK, int(count * CHUNK_SECONDS / max(seconds, 1e-6))))


async def run_batch(
    folder: BatchFolder,
    chunks: Iterable[Chunk],
    engine: Engine,
    advance: Callable[[int], None],
) -> None:
    """Work on chunks and store their parts.

    `advance` is called with the number of items of each finished part.
    """
    async with engine:
        async for done in finished(engine, chunks):
            folder.add_part(done.number, done.data)
            advance(done.items)


def finish(folder: BatchFolder, plan: BatchPlan, *, keep_equal: bool) -> BatchSummary:
    """End a batch whose parts are all there: remove equal puzzles, and store and return its report.

    It can be interrupted and repeated.
    """
    if not keep_equal:
        remove_equal(folder, plan.parts)
    summary = summary_of(folder, plan)
    folder.write_report(summary.to_json())
    return summary


ROWS_AT_ONCE = 250_000
"""About how many IDs are in memory at once; they take about 50 MB."""
PARTS_AT_ONCE = 1_000
"""Number of parts whose rows to remove are in memory at once."""
MAX_FILES = 256
"""Maximum number of files that are open at once."""
_ROW = struct.Struct("<16sII")
"""A row: its ID, its part, its number in the part."""
_PLACE = struct.Struct("<II")
"""A row to remove: its part, its number in the part."""


def remove_equal(folder: BatchFolder, parts: int) -> int:
    """Remove rows that equal earlier ones, turned and mirrored ones too, and return how many.

    Rows are equal when they have the same ID, the canonical key. All IDs together may not fit into
    memory. So they are first spread over files by their hash, each small enough; what is to be
    removed is then spread over files by part. Of equal rows the one of the lowest part stays.

    Each part is replaced at once, and its note counts what was removed. If the work is interrupted,
    doing it again removes the others. Raises `BatchError` if a part cannot be read.
    """
    rows = sum(note_of(folder.part(number)).made for number in range(parts))
    buckets = min(MAX_FILES, -(-rows // ROWS_AT_ONCE) or 1)
    with tempfile.TemporaryDirectory(prefix="ouro-equal-") as name:
        place = Path(name)
        _spread_ids(folder, parts, place, buckets)
        _spread_repeats(place, buckets, parts)
        return sum(
            _remove(folder, number, rows_to_remove)
            for group in range(_groups(parts))
            for number, rows_to_remove in _read_repeats(place / f"repeats-{group}")
        )


def _groups(parts: int) -> int:
    """The number of files of rows to remove, with at most `MAX_FILES` for very many parts."""
    return min(MAX_FILES, -(-parts // PARTS_AT_ONCE))


def _spread_ids(folder: BatchFolder, parts: int, place: Path, buckets: int) -> None:
    """Write the ID and place of each row to the file of the ID's bucket, in order of the parts."""
    with ExitStack() as stack:
        files = _open_files(stack, place, "ids", buckets)
        for part in range(parts):
            ids = table_of(folder.part(part), ["id"])["id"].to_pylist()
            for row, text in enumerate(ids):
                key = bytes.fromhex(text)
                bucket = int.from_bytes(key[:4], "big") % buckets
                files[bucket].write(_ROW.pack(key, part, row))


def _spread_repeats(place: Path, buckets: int, parts: int) -> None:
    """Write the place of each row whose ID came before to the file of its part's group."""
    groups = _groups(parts)
    with ExitStack() as stack:
        files = _open_files(stack, place, "repeats", groups)
        for bucket in range(buckets):
            seen: set[bytes] = set()
            for key, part, row in _records(place / f"ids-{bucket}", _ROW):
                if key in seen:
                    files[part % groups].write(_PLACE.pack(part, row))
                seen.add(key)


def _read_repeats(path: Path) -> Iterator[tuple[int, set[int]]]:
    """The parts of a group with the numbers of their rows to remove."""
    found: dict[int, set[int]] = defaultdict(set)
    for part, row in _records(path, _PLACE):
        found[part].add(row)
    yield from found.items()


def _remove(folder: BatchFolder, number: int, rows: set[int]) -> int:
    """Remove rows of a part, and return how many."""
    path = folder.part(number)
    note, table = note_of(path), table_of(path)
    kept = table.filter(pa.array(row not in rows for row in range(table.num_rows)))
    changed = PartNote(note.items, note.made, note.seconds, note.failures, note.removed + len(rows))
    folder.replace_part(number, table_bytes(kept, changed))
    return len(rows)


def _open_files(stack: ExitStack, place: Path, name: str, count: int) -> list[IO[bytes]]:
    return [stack.enter_context((place / f"{name}-{index}").open("wb")) for index in range(count)]


def _records(path: Path, form: struct.Struct) -> Iterator[tuple[Any, ...]]:
    """The records of a file, one after another."""
    with path.open("rb") as stream:
        while data := stream.read(form.size * 4096):
            yield from form.iter_unpack(data)
