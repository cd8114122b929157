"""A pool whose code is changed below it: workers that start later would not be those of the bot."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.health import readiness
from bot.connection.client import OuroClient
from i18n.localizer import Localizer
from store.database import open_database
from telemetry.metrics import Metrics
from tests.support import sample_jobs as jobs
from tests.support.worker_pools import Opener
from texts import operator, problems
from texts.failures import failure_text
from workers import code
from workers.code import own_code, stored_code
from workers.errors import BusyReason, CodeChanged


def change(module: Path, name: str) -> None:
    module.write_text(f"{name} = 1\n")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module that is all code of Ouro, as it seems."""
    folder = tmp_path / "installed" / "puzzle"
    folder.mkdir(parents=True)
    module = folder / "__init__.py"
    change(module, "OLD")
    monkeypatch.setattr(code, "ROOT", folder.parent)
    own_code.cache_clear()
    yield module
    own_code.cache_clear()


async def test_only_workers_that_were_started_before_a_change_go_on(
    open_pool: Opener, module: Path
) -> None:
    async with open_pool() as pool:
        change(module, "NEW")
        assert await pool.run(jobs.double, 4, person=1) == 8
        with pytest.raises(CodeChanged) as caught:
            await pool.run(jobs.die, None, person=1)
        for _ in range(2):
            with pytest.raises(CodeChanged):
                await pool.run(jobs.double, 4, person=1)
        updating = problems.BUSY[BusyReason.UPDATING].text
        assert failure_text(Localizer(), caught.value) == updating
        assert b'ouro_busy_total{reason="updating"} 3.0' in pool.metrics.text()
        change(module, "OLD")
        assert await pool.run(jobs.double, 4, person=1) == 8


def test_code_is_the_same_in_another_folder(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the machines of a cluster can compare theirs."""
    copy = tmp_path / "elsewhere"
    shutil.copytree(module.parents[1], copy, copy_function=shutil.copyfile)
    here = stored_code()
    monkeypatch.setattr(code, "ROOT", copy)
    assert stored_code() == here
    (copy / "puzzle" / "added.py").touch()
    assert stored_code() != here


async def test_a_worker_that_imported_changed_code_gets_no_job(
    open_pool: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code changes between the look before its start and its greeting."""
    looks = iter((own_code(), "changed meanwhile"))
    monkeypatch.setattr(code, "stored_code", lambda: next(looks))
    with pytest.raises(CodeChanged):
        async with open_pool():
            pass
    assert next(looks, None) is None


async def test_the_bot_is_not_ready_before_it_is_restarted(
    open_pool: Opener, module: Path, tmp_path: Path
) -> None:
    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database, open_pool() as pool:
        checks = readiness(OuroClient(None, Metrics()), database, pool, Metrics(), Mock())
        assert await checks["workers"]() is None
        module.with_name("added.py").touch()
        assert await checks["workers"]() == operator.CODE_CHANGED
        module.with_name("added.py").unlink()
        assert await checks["workers"]() is None
