"""Worker hosts beside the local pool: latency, throughput, and quick jobs among slow ones."""

import asyncio
import gc
import tempfile
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import structlog
import typer

from solver.timing import percentile
from tools.bench.goals import Goals
from tools.bench.measure import print_machine
from tools.bench.spinning import VERSION, registry, setup, spin
from tools.farm import MissingProgramError, farm, make_certificates, tls_files, worker_host
from workers.host_client import HostAddress
from workers.pool import LocalPool, ManagedPool, Priority
from workers.remote_pool import RemotePool
from workers.setup import WorkerLimits

HOST = "tools.bench.spinning_host"
WORKERS = 4
JOB = (2.0, 2000)
"""Milliseconds and bytes of a job."""
SLOW_JOB = (200.0, 100)
BACKLOG = 100
"""Slow jobs that wait while quick ones are asked for."""
CONNECT_SECONDS = 2.0
"""Seconds until all slow jobs have connected to their host."""
PLENTY = 100_000


@dataclass
class PoolTimes:
    """The times of one pool in seconds, by round, and its jobs per second in each.

    `processor` is the processor time of this process for one job of those at once.
    """

    alone: list[list[float]] = field(default_factory=list)
    among_slow: list[list[float]] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The best rate of all rounds: other programs only make it lower."""
        return max(self.rates)

    def alone_at(self, share: float) -> float:
        """A percentile of the jobs one after another, in the best round."""
        return min(percentile(times, share) for times in self.alone)

    def among_slow_at(self, share: float) -> float:
        """A percentile of the quick jobs among slow ones, in the best round."""
        return min(percentile(times, share) for times in self.among_slow)


def remote(
    rounds: Annotated[int, typer.Option(help="So many rounds; pools take turns.")] = 5,
    alone: Annotated[int, typer.Option(help="Jobs one after another, in each round.")] = 200,
    together: Annotated[int, typer.Option(help="Jobs, 50 at once, in each round.")] = 1000,
) -> None:
    """Run a job of 2 ms on the local pool, on one worker host, and on two behind HAProxy.

    All have four workers in all, on this machine; hosts are reached by mutual TLS.
    """
    print_machine(all_cores=True)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    gc.collect()
    gc.freeze()  # as the bot and hosts do
    try:
        reached = asyncio.run(measure(rounds, alone, together))
    except MissingProgramError as error:
        raise SystemExit(str(error)) from error
    raise SystemExit(not reached)


def _drop(*_: object) -> str:
    raise structlog.DropEvent


async def measure(rounds: int, alone: int, together: int) -> bool:
    """Measure all pools, print a table and the goals; whether these are reached."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ouro-remote-")))
        make_certificates(folder)
        port = stack.enter_context(worker_host(folder, HOST, WORKERS))
        balanced = stack.enter_context(farm(folder, HOST, WORKERS // 2))
        pools: Mapping[str, ManagedPool] = {
            "local pool": await stack.enter_async_context(_local_pool()),
            "one host": await stack.enter_async_context(
                _remote_pool(f"https://127.0.0.1:{port}", folder)
            ),
            "HAProxy, two hosts": await stack.enter_async_context(_remote_pool(balanced, folder)),
        }
        times = {name: PoolTimes() for name in pools}
        for pool in pools.values():
            await pool.warm_up()
            await _at_once(pool, 200)
        for _ in range(rounds):
            for name, pool in pools.items():
                times[name].alone.append([await _timed(pool) for _ in range(alone)])
                await _at_once(pool, 100)  # connections are made once and kept
                start, used = time.perf_counter(), time.process_time()
                await _at_once(pool, together)
                times[name].processor.append((time.process_time() - used) / together)
                times[name].rates.append(together / (time.perf_counter() - start))
                times[name].among_slow.append(await _among_slow(pool))
    _print(times)
    return _goals(times)


def _local_pool() -> LocalPool:
    return LocalPool(
        workers=WORKERS,
        queue=PLENTY,
        per_person=PLENTY,
        limits=WorkerLimits(60),
        worker_setup=setup(),
    )


def _remote_pool(url: str, folder: Path) -> RemotePool:
    return RemotePool(
        HostAddress(url, tls_files(folder, "bot")),
        registry(),
        version=VERSION,
        queue=PLENTY,
        per_person=PLENTY,
        answer=1 << 20,
    )


async def _timed(pool: ManagedPool) -> float:
    """The seconds of one quick job."""
    start = time.perf_counter()
    await pool.run(spin, JOB, person=1, priority=Priority.QUICK)
    return time.perf_counter() - start


async def _at_once(pool: ManagedPool, count: int) -> None:
    """Run many quick jobs of different people, 50 at once."""
    left = iter(range(count))

    async def run_some() -> None:
        for number in left:
            await pool.run(spin, JOB, person=number + 1, priority=Priority.QUICK)

    await asyncio.gather(*(run_some() for _ in range(50)))


async def _among_slow(pool: ManagedPool) -> list[float]:
    """The seconds of quick jobs while slow ones wait."""
    tasks = [
        asyncio.create_task(pool.run(spin, SLOW_JOB, person=person + 1))
        for person in range(BACKLOG)
    ]
    await asyncio.sleep(CONNECT_SECONDS)
    times = []
    for _ in range(80):
        times.append(await _timed(pool))
        await asyncio.sleep(0.02)
    assert not all(task.done() for task in tasks), "the slow jobs were done before the quick ones"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0.5)
    return times


def _print(times: Mapping[str, PoolTimes]) -> None:
    print(
        f"\n{'':20} {'alone p50':>10} {'p99 ms':>8} {'jobs/s':>8} {'among slow':>11} {'p99 ms':>8}"
        f" {'CPU here':>9}"
    )
    for name, one in times.items():
        alone = [one.alone_at(share) * 1e3 for share in (0.5, 0.99)]
        among = [one.among_slow_at(share) * 1e3 for share in (0.5, 0.99)]
        print(
            f"{name:20} {alone[0]:10.1f} {alone[1]:8.1f} {one.rate:8.0f}"
            f" {among[0]:11.1f} {among[1]:8.1f} {min(one.processor) * 1e3:9.2f}",
            flush=True,
        )
    print()


def _goals(times: Mapping[str, PoolTimes]) -> bool:
    goals = Goals()
    local, *others = times.values()
    for name, one in zip([*times][1:], others, strict=True):
        for share, most in ((0.5, 3.0), (0.99, 10.0)):
            more = (one.alone_at(share) - local.alone_at(share)) * 1e3
            title = f"{name}: more than local, p{share * 100:.0f}"
            goals.add(title, f"{more:.1f} ms", f"<= {most:.0f} ms", more <= most)
        rate = one.rate / local.rate
        goals.add(f"{name}: of the local rate", f"{rate:.0%}", ">= 60%", rate >= 0.6)
        quick = one.among_slow_at(0.99) * 1e3
        goals.add(f"{name}: quick among slow, p99", f"{quick:.1f} ms", "<= 25 ms", quick <= 25)
    return goals.reached
