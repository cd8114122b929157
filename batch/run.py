"""Runs a batch in its folder: chooses the chunks, goes on where it was, and ends with a report."""

from collections.abc import Callable, Iterable, Iterator

from batch.duplicates import remove_equal
from batch.engine import Chunk, Engine, batch_pool, finished, item_results
from batch.folder import BatchFolder
from batch.plan import MAX_CHUNK, BatchPlan
from batch.rows import BatchItem, ItemFailure, ItemWork
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
