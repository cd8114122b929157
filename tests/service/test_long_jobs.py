"""Jobs that may take many seconds do not wait among those that take one."""

from typing import Any

import pytest

from app.services import Services
from jobs import MessageTexts, PastedText, rate_puzzle, read_puzzle
from jobs.appearance import PLAIN
from jobs.errors import NothingFound
from workers.pool import Priority


async def test_a_puzzle_is_read_before_it_waits_to_be_rated(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[tuple[object, object]] = []
    run = services.pool.run

    async def record(job: Any, request: Any, **options: Any) -> Any:
        jobs.append((job, options["priority"]))
        return await run(job, request, **options)

    monkeypatch.setattr(services.pool, "run", record)
    await services.rating.rate(1, PastedText("2x1:3a"), PLAIN, "en")
    assert jobs == [(read_puzzle, Priority.QUICK), (rate_puzzle, Priority.LONG)]
    with pytest.raises(NothingFound):
        await services.rating.rate(1, MessageTexts(("no puzzle",)), PLAIN, "en")
    assert len(jobs) == 3
