"""`ouro doctor` looks at every link from a bot to worker hosts, and says what to do."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.job_registry import job_registry
from app.settings import Settings
from cli.checkup_result import CheckupResult
from cli.hosts_checkup import check_hosts
from service.version import VERSION
from tests.support.waiting import until
from tests.support.worker_hosts import Certificates, make_certificates
from tools.programs import free_port
from workers.host import WorkerHost, serving
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup
from workers.tls import TlsFiles

LIMITS = WorkerLimits(seconds=60)


@pytest.fixture(scope="module")
async def host() -> AsyncIterator[WorkerHost]:
    """A host of this version with the jobs of the bot, not serving."""
    setup = WorkerSetup(job_registry)
    pool = LocalPool(workers=1, queue=9, per_person=9, limits=LIMITS, worker_setup=setup)
    async with pool:
        host = WorkerHost(pool, LIMITS, VERSION)
        task = asyncio.create_task(host.watch_workers())
        await until(lambda: host._warm)
        yield host
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def settings(port: int, tls: TlsFiles, url: str = "https://localhost") -> Settings:
    return Settings(
        workers_url=f"{url}:{port}",
        workers_ca=tls.authority,
        workers_certificate=tls.certificate,
        workers_key=tls.key,
    )


async def checked(chosen: Settings) -> list[CheckupResult]:
    return await asyncio.to_thread(lambda: list(check_hosts(chosen)))


async def last(chosen: Settings) -> CheckupResult:
    """The last result, the only one that may be a problem."""
    *before, result = await checked(chosen)
    assert all(each.state == "ok" for each in before)
    return result


async def test_all_links_are_fine(host: WorkerHost, certificates: Certificates) -> None:
    context = certificates.files("worker").server_context()
    async with serving(host.application(), "127.0.0.1", 0, context) as port:
        found = await checked(settings(port, certificates.files("bot")))
    assert [each.state for each in found] == ["ok"] * 4, found
    assert "with 1 workers" in found[2].sentence
    assert "same version" in found[3].sentence


async def test_each_broken_link_is_named_with_a_remedy(
    host: WorkerHost, certificates: Certificates, tmp_path: Path
) -> None:
    bot, others = certificates.files("bot"), make_certificates(tmp_path / "others")
    mixed = TlsFiles(bot.authority, others.files("bot").certificate, others.files("bot").key)
    other_version = WorkerHost(host._pool, LIMITS, "0.0.9")
    other_version._warm = other_version._working = True
    draining = WorkerHost(host._pool, LIMITS, VERSION)
    draining._draining = True
    context = certificates.files("worker").server_context()
    async with (
        serving(host.application(), "127.0.0.1", 0, context) as port,
        serving(other_version.application(), "127.0.0.1", 0, context) as old,
        serving(draining.application(), "127.0.0.1", 0, context) as stopping,
        serving(host.application(), "127.0.0.1", 0, None) as plain,
    ):
        for chosen, sentence, remedy in (
            (settings(port, TlsFiles(*[tmp_path / "no.pem"] * 3)), "no.pem", "certificates"),
            (settings(port, bot, "https://no.such.invalid"), "not known", "OURO_WORKERS_URL"),
            (settings(free_port(), bot), "Nothing answers", "ouro worker"),
            (settings(port, bot, "https://127.0.0.2"), "answer", "ouro worker"),
            (settings(port, others.files("bot")), "not accepted", "OURO_WORKERS_CA"),
            (settings(port, mixed), "refuses our certificate", "OURO_WORKERS_CERTIFICATE"),
            (settings(plain, bot), "protocol", "certificates"),
            (settings(stopping, bot), "draining", "log"),
            (settings(old, bot), "runs Ouro 0.0.9", "same version"),
        ):
            found = await last(chosen)
            assert found.state == "failed"
            assert sentence in found.sentence
            assert remedy in found.remedy
