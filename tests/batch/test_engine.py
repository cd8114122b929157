"""The local engine: what ends a process fails alone, and a batch goes on where it was."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from batch import run
from batch.engine import (
    Chunk,
    Engine,
    FinishedChunk,
    LocalEngine,
    batch_pool,
    finished,
    item_results,
)
from batch.errors import BatchError
from batch.folder import BatchFolder
from batch.plan import BatchPlan
from batch.rows import BatchItem, ItemFailure, ItemWork, MakeItems, PuzzleRow, SolveItems
from batch.run import chunks_of, finish, measured_chunk, run_batch, seeds_of
from batch.schema import rows_of
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from solver.report import Limits
from workers.errors import CodeChanged
from workers.pool import LocalPool

SPEC = GenerationSpec(4, 4, Difficulty.EASY)
ENDLESS = SolveItems(Limits(seconds=None, solutions=10**9))
"""Finds all solutions, of which a blank board has more than can be found."""
BLANK, SMALL = "9x9:zzzc", "2x2:2222"
KILL_SECONDS = 1.0
PLAN = BatchPlan("generate", {"seed": 100}, count=12, chunk=5)


def seeds(folder: BatchFolder) -> list[int | None]:
    return sorted(
        (row.seed for number in folder.parts() for row in rows_of(folder.part(number))), key=str
    )


async def work(folder: BatchFolder, chunks: Iterable[Chunk], most: int = 99) -> None:
    """Work on chunks in two processes until `most` parts are stored."""
    left = [most]

    def stop_after(_: int) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    await run_batch(folder, chunks, LocalEngine(MakeItems(SPEC), 2, 60.0), stop_after)


async def test_a_batch_ends_when_its_code_was_changed() -> None:
    """It goes on where it was; its items have not failed."""
    pool = Mock(run=AsyncMock(side_effect=CodeChanged()))
    with pytest.raises(BatchError, match="was changed below its programs: start them again"):
        await item_results(pool, MakeItems(SPEC), [BatchItem(1, SMALL)])


async def test_a_puzzle_without_end_is_killed_and_the_others_are_done() -> None:
    lines = [SMALL, SMALL, SMALL, BLANK, SMALL, SMALL]
    items = [BatchItem(line, text) for line, text in enumerate(lines, start=1)]
    async with batch_pool(1, KILL_SECONDS) as pool:
        results, _ = await item_results(pool, ENDLESS, items)
    kinds = [type(result) for result in results]
    assert kinds == [PuzzleRow, PuzzleRow, PuzzleRow, ItemFailure, PuzzleRow, PuzzleRow]
    assert results[3] == ItemFailure(4, "Its process was killed after 1 s.")


async def test_a_batch_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = BatchFolder(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        await work(folder, chunks_of(PLAN, seeds_of(PLAN), ()), most=1)
    there = folder.parts()
    assert len(there) == 1
    before = folder.part(there[0]).stat()
    await work(folder, chunks_of(PLAN, seeds_of(PLAN), there))
    assert folder.part(there[0]).stat().st_mtime_ns == before.st_mtime_ns
    assert seeds(folder) == list(range(100, 112))
    summary = finish(folder, PLAN, keep_equal=True)
    assert (summary.items, summary.rows, summary.failed, summary.removed) == (12, 12, 0, 0)
    assert folder.report() == summary.to_json()


class TwoAtOnce(Engine):
    """An engine that does nothing with chunks."""

    window = 2

    async def close(self) -> None: ...

    async def finish(self, chunk: Chunk) -> FinishedChunk:
        await asyncio.sleep(0)
        return FinishedChunk(chunk.number, b"", 0)


async def test_chunks_are_taken_as_they_are_needed() -> None:
    """So the lines of a large input are not all in memory."""
    taken: list[int] = []

    def chunks() -> Iterator[Chunk]:
        for number in range(10):
            taken.append(number)
            yield Chunk(number, ())

    ahead: list[int] = []
    async for _ in finished(TwoAtOnce(), chunks()):
        ahead.append(len(taken) - len(ahead))
    assert len(taken) == len(ahead) == 10
    assert max(ahead) <= TwoAtOnce.window


async def test_the_size_of_chunks_is_bounded() -> None:
    items = [BatchItem(seed) for seed in range(3)]
    assert 1 <= await measured_chunk(MakeItems(SPEC), items, 60.0) <= 10_000


async def test_the_size_of_chunks_follows_the_time_of_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long the machine takes for other programs meanwhile."""

    async def slowly(_: LocalPool, __: ItemWork, items: list[BatchItem]) -> tuple[list[Any], float]:
        await asyncio.sleep(0.3)
        return [], 0.01 * len(items)

    monkeypatch.setattr(run, "item_results", slowly)
    items = [BatchItem(seed) for seed in range(1000)]
    assert await measured_chunk(MakeItems(SPEC), items, 60.0) == 100
