"""The checks of `ouro doctor` for a Dask cluster: from this bot to a job that runs there."""

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from app.job_registry import job_registry
from app.operating.checkup_result import EXAMPLE, CheckupResult
from app.pools import WORKER_SETUP
from app.settings import Settings
from batch.cluster_pool import job_reply
from batch.dask_workers import LOST, PoolSetup, certificate_end, connect, leave
from batch.errors import BatchError
from jobs.reading import PastedText
from jobs.solving import SolveRequest, solve_puzzle
from workers.codec import Codec
from workers.errors import WorkError
from workers.messages import read_outcome
from workers.pool import Priority

JOB_SECONDS = 60.0
"""Maximum seconds of a job, with the start of a worker process."""
MIN_DAYS = 30
"""Minimum days for which the certificate of the scheduler should still be valid."""
REMEDY = "Start dask scheduler and dask worker with its certificates; docs/scaling.md says how."


def check_cluster(settings: Settings) -> Iterator[CheckupResult]:
    """Check the connection, the certificate and the workers of the cluster, and run a job there.

    Stops at the first link that is broken.
    """
    address = settings.cluster or ""
    if address.startswith("tls://"):
        yield from _certificate(address)
    try:
        yield from asyncio.run(_service(settings, address))
    except BatchError as error:
        yield CheckupResult("failed", str(error), REMEDY)


def _certificate(address: str) -> Iterator[CheckupResult]:
    """Whether the scheduler shows a certificate that is valid for some time."""
    end = certificate_end(address)
    if end is None:
        return  # connecting to the cluster tells what is wrong
    days = (end - datetime.now(UTC)).days
    if days < MIN_DAYS:
        yield CheckupResult(
            "warning",
            f"The certificate of the cluster is valid for {days} more days.",
            "Make certificates with script/certificates; docs/scaling.md says which.",
        )
    else:
        yield CheckupResult("ok", "TLS works, and the certificate of the cluster is valid.")


async def _service(settings: Settings, address: str) -> list[CheckupResult]:
    """Ask how many workers there are, then run a job; raises `BatchError`."""
    client = await connect(address, wait=0)
    try:
        threads = await client.nthreads()
        there = f"{len(threads)} workers, {sum(threads.values())} jobs at once"
        return [
            CheckupResult("ok", f"The cluster {address} can be reached: {there}."),
            await _job(settings, client),
        ]
    except (OSError, *LOST) as error:
        reason = str(error) or type(error).__name__
        raise BatchError(f"The cluster {address} does not answer: {reason}.") from error
    finally:
        await leave(client)


async def _job(settings: Settings, client: Any) -> CheckupResult:
    """Whether the cluster solves a puzzle with the version and within the limits of this bot."""
    codec, start = Codec(job_registry()), time.perf_counter()
    setup = PoolSetup(WORKER_SETUP, settings.worker_limits)
    name = codec.name_of(solve_puzzle)
    request = codec.pack(SolveRequest(PastedText(EXAMPLE)))
    try:
        async with asyncio.timeout(JOB_SECONDS):
            reply = await job_reply(client, setup, name, request, Priority.LONG)
        if reply.outcome is None:
            return CheckupResult("failed", reply.problem, REMEDY)
        answer = read_outcome(codec, name, reply.outcome, settings.worker_limits)
        if isinstance(answer, Exception):
            raise answer
    except WorkError as error:
        sentence = f"The cluster did not solve a small puzzle ({type(error).__name__})."
        return CheckupResult("failed", sentence, "Look at the logs of its workers.")
    seconds = time.perf_counter() - start
    return CheckupResult(
        "ok" if answer.solutions == 1 else "failed",
        f"The cluster solves a puzzle in {seconds:.1f} s.",
    )
