"""Runs a batch in its folder: chooses the chunks, goes on where it was, and ends with a report.

At the end, puzzles that equal earlier ones are removed.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter

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


_REPEATS = """
SELECT part, number FROM (
    SELECT part, number, row_number() OVER (PARTITION BY id ORDER BY part, number) AS place FROM ids
) WHERE place > 1 ORDER BY part
"""
"""The part of each row whose ID came before, and its number there."""


def remove_equal(folder: BatchFolder, parts: int) -> int:
    """Remove rows that equal earlier ones, turned and mirrored ones too, and return how many.

    Rows are equal when they have the same ID, the canonical key. All IDs together may not fit into
    memory: a database without a name has a file of its own where they do not. Of equal rows the one
    of the lowest part stays.

    Each part is replaced at once, and its note counts what was removed. If the work is interrupted,
    doing it again removes the others. Raises `BatchError` if a part cannot be read.
    """
    with closing(sqlite3.connect("")) as database:
        database.execute("CREATE TABLE ids (id BLOB, part INTEGER, number INTEGER)")
        for part in range(parts):
            ids = table_of(folder.part(part), ["id"])["id"].to_pylist()
            rows = ((bytes.fromhex(text), part, number) for number, text in enumerate(ids))
            database.executemany("INSERT INTO ids VALUES (?, ?, ?)", rows)
        return sum(
            _remove(folder, part, {number for _, number in repeats})
            for part, repeats in groupby(database.execute(_REPEATS), itemgetter(0))
        )


def _remove(folder: BatchFolder, number: int, rows: set[int]) -> int:
    """Remove rows of a part, and return how many."""
    path = folder.part(number)
    note, table = note_of(path), table_of(path)
    kept = table.filter(pa.array(row not in rows for row in range(table.num_rows)))
    changed = PartNote(note.items, note.made, note.seconds, note.failures, note.removed + len(rows))
    folder.replace_part(number, table_bytes(kept, changed))
    return len(rows)
