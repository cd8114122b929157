"""Jobs that may take many seconds do not wait among those that take one."""

import contextlib
from typing import Any, TypeAlias

import pytest

from jobs.errors import NothingFound
from jobs.reading import MessageTexts, PastedText, read_puzzle
from jobs.solving import rate_puzzle
from puzzle.errors import PuzzleError
from service.running.readers import Reader
from service.services import Services
from workers.pool import Priority

LARGE = f"100x100:3{'z' * 384}{'o'}"
Jobs: TypeAlias = list[tuple[object, Priority]]


@pytest.fixture
def jobs(services: Services, monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """The jobs that are run, with their priorities."""
    found, run = Jobs(), services.pool.run

    async def record(job: Any, request: Any, **options: Any) -> Any:
        found.append((job, options["priority"]))
        return await run(job, request, **options)

    monkeypatch.setattr(services.pool, "run", record)
    return found


async def test_a_puzzle_is_read_before_it_waits_to_be_rated(services: Services, jobs: Jobs) -> None:
    await services.rating.rate(Reader(1), PastedText("2x1:3a"))
    assert jobs == [(read_puzzle, Priority.QUICK), (rate_puzzle, Priority.LONG)]
    with pytest.raises(NothingFound):
        await services.rating.rate(Reader(1), MessageTexts(("no puzzle",)))
    assert len(jobs) == 3


async def test_a_text_or_board_that_is_large_is_read_behind_those_who_press(
    services: Services, jobs: Jobs
) -> None:
    """By every use case that reads; boards to play are smaller."""
    twice = [(read_puzzle, Priority.QUICK), (read_puzzle, Priority.SLOW)]
    large, long = MessageTexts((LARGE,)), MessageTexts(("12345678 " * 2_000, "2x1:3a"))
    for read in (
        services.solving.puzzle_in(large, 1),
        services.solving.puzzle_in(long, 1),
        services.rating.rate(Reader(1), large),
        services.rating.rate(Reader(1), long),
        services.boards.read(1, long),
    ):
        with contextlib.suppress(PuzzleError):
            await read
        assert jobs[:2] == twice
        jobs.clear()
