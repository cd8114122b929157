"""Worker hosts behind the real HAProxy with the shipped configuration: all that can go wrong."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiohttp
import pytest

from tests.support import sample_jobs as jobs
from tests.support.balancer import balancer, haproxy, has_checked_hosts
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProcess, WarmProgram
from tests.support.worker_hosts import (
    VERSION,
    Certificates,
    HostedPool,
    host_program,
    make_certificates,
    remote_pool,
)
from tests.support.worker_pools import is_running, process_id_from
from tools.programs import free_port
from tools.worker_hosts import HAPROXY_CONFIGURATION
from workers import host_protocol
from workers.errors import (
    AnswerTooLarge,
    Busy,
    BusyReason,
    OutOfMemory,
    WorkerLost,
)
from workers.pool import Priority
from workers.tls import TlsFiles

pytestmark = pytest.mark.waits

Answer = TypeVar("Answer")

QUICK_TO_NOTICE = {"OURO_BALANCER_SILENCE": "4500ms", "OURO_BALANCER_CHECK": "1500ms"}
"""What is shipped."""


class BalancedHosts:
    """A balancer with up to two hosts, which a test starts and stops, and a bot's pool."""

    def __init__(
        self, programs: WarmProgram, pool: HostedPool, folder: Path, certificates: Certificates
    ) -> None:
        self._programs = programs
        self.pool = pool
        self.ports = (0, 0)
        self._folder = folder
        self._certificates = certificates
        self._stack = AsyncExitStack()
        self.hosts: dict[int, WarmProcess] = {}

    async def start(self, number: int, version: str = VERSION) -> None:
        """Start a host, and wait until the balancer sends jobs to it."""
        before = self.pool.load.workers if await self.pool.is_ready() else 0
        program = await self._stack.enter_async_context(
            host_program(
                self._programs,
                self._folder,
                self._certificates.files("worker"),
                port=self.ports[number],
                version=version,
            )
        )
        self.hosts[number] = program.process
        await self.has_workers(before + 2)

    async def has_workers(self, wanted: int) -> None:
        """Wait until that many workers are behind the balancer."""

        async def there() -> bool:
            return (self.pool.load.workers if await self.pool.is_ready() else 0) == wanted

        await until(there)

    def send(self, number: int, what: signal.Signals) -> None:
        self.hosts[number].send_signal(what)

    async def begin(
        self, job: Callable[[Path], Answer], request: Path, has_begun: Callable[[], bool]
    ) -> Answer:
        """Run a job; again while no host has taken it, so that it has not begun.

        On a busy machine, a check of the only host may take too long.
        """
        while True:
            try:
                return await self.pool.run(job, request, person=1)
            except Busy as error:
                if has_begun() or error.reason is not BusyReason.NO_HOST:
                    raise
            await until(self.pool.is_ready)

    async def close(self) -> None:
        await self._stack.aclose()


@asynccontextmanager
async def balanced_hosts(
    programs: WarmProgram, certificates: Certificates, folder: Path, *hosts: int, **variables: str
) -> AsyncIterator[BalancedHosts]:
    """A balancer with these hosts started; the bot knows only the balancer."""
    ports = free_port(), free_port()
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(balancer(certificates, ports, folder, **variables))
        pool = await stack.enter_async_context(remote_pool(url, certificates.files("bot")))
        balanced = BalancedHosts(programs, pool, folder, certificates)
        balanced.ports = ports
        stack.push_async_callback(balanced.close)
        await until(partial(has_checked_hosts, pool))
        for host in hosts:
            await balanced.start(host)
        yield balanced


async def refusal(
    balanced: BalancedHosts, person: int = 1, priority: Priority = Priority.SLOW
) -> BusyReason:
    """Why a small job is refused."""
    with pytest.raises(Busy) as caught:
        await balanced.pool.run(jobs.double, 1, person=person, priority=priority)
    return caught.value.reason


async def waiting_jobs(folder: Path, backend: str) -> int:
    """The number of jobs that wait in the balancer, as its metrics say."""
    connector = aiohttp.UnixConnector(str(folder / "metrics.sock"))
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.get("http://balancer/metrics") as answer,
    ):
        name = f'haproxy_backend_current_queue{{proxy="{backend}"}} '
        lines = (await answer.text()).splitlines()
    return int(next(line for line in lines if line.startswith(name)).removeprefix(name))


def test_the_configuration_is_valid(certificates: Certificates) -> None:
    """Nothing in it is doubtful either: warnings are errors."""
    variables = {
        "OURO_BALANCER_ADDRESS": "127.0.0.1:1",
        "OURO_BALANCER_CERT": str(certificates.folder / "balancer.both.pem"),
        "OURO_WORKERS_CA": str(certificates.folder / "ca.pem"),
        "OURO_HOST_1": "127.0.0.1:2",
        "OURO_HOST_2": "127.0.0.1:3",
    }
    done = subprocess.run(
        [haproxy(), "-c", "-f", str(HAPROXY_CONFIGURATION)],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert "ALERT" not in done.stderr


async def test_jobs_and_their_limits_pass_through(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0, 1) as balanced:
        run = balanced.pool.run
        assert balanced.pool.load.workers == 4
        answers = await asyncio.gather(
            *(run(jobs.double, n, person=n + 1, priority=Priority(n % 4)) for n in range(20))
        )
        assert answers == [2 * n for n in range(20)]
        with pytest.raises(OutOfMemory):
            await run(jobs.take, 4000, person=1)
        with pytest.raises(AnswerTooLarge):
            await run(jobs.answer_of, 33 << 20, person=1)
        with pytest.raises(WorkerLost):
            await run(jobs.die, None, person=1)
        task = asyncio.create_task(run(jobs.leave_id_and_sleep, tmp_path / "id", person=1))
        process = await process_id_from(tmp_path / "id")
        task.cancel()
        await until(lambda: not is_running(process))


async def test_full_queues_and_busy_people_are_told_at_once(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    """While jobs wait in the balancer, others pass it or are refused by their kind."""
    gate, started = tmp_path / "gate", tmp_path / "started"
    limits = {"OURO_BALANCER_QUEUE": "1", "OURO_BALANCER_PERSON": "2"}
    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0, **limits) as balanced:
        run = balanced.pool.run
        first = asyncio.create_task(balanced.begin(jobs.begin_and_wait, tmp_path, started.exists))
        await until(started.exists)
        second = asyncio.create_task(run(jobs.wait_for, gate, person=1))
        await until_is(1, partial(waiting_jobs, tmp_path, "slow"))
        assert await refusal(balanced, person=1) is BusyReason.PERSON
        assert await refusal(balanced, person=2) is BusyReason.QUEUE
        assert await run(jobs.double, 4, person=3, priority=Priority.QUICK) == 8
        waiting = asyncio.create_task(run(jobs.sleep, 0.1, person=0, priority=Priority.BACKGROUND))
        assert not any(task.done() for task in (first, second, waiting))
        gate.touch()
        await asyncio.gather(first, second)
        assert await waiting == 0.1


async def test_a_killed_host_is_replaced_by_another(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0) as balanced:
        flag = tmp_path / "flag"
        task = asyncio.create_task(balanced.begin(jobs.stall_once, flag, flag.exists))
        await until(flag.exists)
        await balanced.start(1)
        balanced.send(0, signal.SIGKILL)
        assert await task == "survived"
        await balanced.has_workers(2)
        assert await balanced.pool.run(jobs.double, 4, person=1) == 8


async def test_a_frozen_host_is_replaced_by_another(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    assert host_protocol.HEARTBEAT_SECONDS < host_protocol.SILENCE_SECONDS < 5
    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0, **QUICK_TO_NOTICE) as balanced:
        flag = tmp_path / "flag"
        task = asyncio.create_task(balanced.begin(jobs.stall_once, flag, flag.exists))
        await until(flag.exists)
        await balanced.start(1)
        balanced.send(0, signal.SIGSTOP)
        assert await task == "survived"


async def test_at_most_two_hosts_begin_a_job(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"

    def times() -> int:
        return len(begun.read_text().splitlines()) if begun.exists() else 0

    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0) as balanced:
        task = asyncio.create_task(balanced.begin(jobs.begin_and_stall, begun, begun.exists))
        await until(lambda: times() == 1)
        await balanced.start(1)
        balanced.send(0, signal.SIGKILL)
        await until(lambda: times() == 2)
        await balanced.has_workers(2)
        await balanced.hosts[0].wait()
        await balanced.start(0)
        balanced.send(1, signal.SIGKILL)
        with pytest.raises(WorkerLost):
            await task
        assert times() == 2


async def test_no_host_is_told_apart_from_busy(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    async with balanced_hosts(warm_hosts, certificates, tmp_path) as balanced:
        assert await refusal(balanced) is BusyReason.NO_HOST
        assert await refusal(balanced, priority=Priority.QUICK) is BusyReason.NO_HOST
        waiting = asyncio.create_task(
            balanced.pool.run(jobs.double, 5, person=0, priority=Priority.BACKGROUND)
        )
        await balanced.start(0)
        assert await waiting == 10


async def test_a_draining_host_finishes_its_jobs_and_gets_no_others(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    gate, started = tmp_path / "gate", tmp_path / "started"
    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0) as balanced:
        task = asyncio.create_task(balanced.pool.run(jobs.begin_and_wait, tmp_path, person=1))
        await until(started.exists)
        await balanced.start(1)
        balanced.send(0, signal.SIGTERM)
        await balanced.has_workers(2)
        assert [await balanced.pool.run(jobs.double, n, person=2) for n in range(5)] == [
            0,
            2,
            4,
            6,
            8,
        ]
        assert not task.done()
        assert balanced.hosts[0].returncode is None
        gate.touch()
        await task
        assert await balanced.hosts[0].wait() == 0


async def test_a_host_of_another_version_is_refused(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    async with balanced_hosts(warm_hosts, certificates, tmp_path) as balanced:
        await balanced.start(0, version="0.0.9")
        assert await refusal(balanced) is BusyReason.NO_HOST


async def test_a_bot_without_a_certificate_of_the_authority_is_refused(
    warm_hosts: WarmProgram,
    certificates: Certificates,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    others = make_certificates(tmp_path_factory.mktemp("others"))
    own = others.files("bot")
    mixed = TlsFiles(certificates.files("bot").authority, own.certificate, own.key)
    async with balanced_hosts(warm_hosts, certificates, tmp_path, 0) as balanced:
        url = balanced.pool._client._url
        for tls in (others.files("bot"), mixed, certificates.files("worker")):
            async with remote_pool(url, tls) as pool:
                with pytest.raises(Busy) as caught:
                    await pool.run(jobs.double, 1, person=1)
                assert caught.value.reason is BusyReason.NO_HOST
        assert await balanced.pool.run(jobs.double, 1, person=1) == 2


async def test_a_host_without_a_certificate_of_a_worker_gets_no_jobs(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    async with (
        balanced_hosts(warm_hosts, certificates, tmp_path, 0) as balanced,
        host_program(warm_hosts, tmp_path, certificates.files("balancer"), port=balanced.ports[1]),
    ):
        for _ in range(3):
            await balanced.has_workers(2)
            await asyncio.sleep(0.5)
        assert await balanced.pool.run(jobs.double, 1, person=1) == 2
