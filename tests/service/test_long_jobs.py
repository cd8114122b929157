"""Jobs that may take many seconds do not wait among those that take one."""

import pytest

from app.services import Services
from jobs import PastedText, rate_puzzle
from jobs.appearance import PLAIN
from workers.pool import Priority


class Asked(Exception):  # noqa: N818 - ends the use case at its job
    """A job was given to the pool."""


async def test_a_rating_is_a_long_job(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(job: object, _: object, **options: object) -> None:
        raise Asked(job, options["priority"])

    monkeypatch.setattr(services.pool, "run", run)
    with pytest.raises(Asked) as asked:
        await services.rating.rate(1, PastedText("2x1:3a"), PLAIN, "en")
    assert asked.value.args == (rate_puzzle, Priority.LONG)
