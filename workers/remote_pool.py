"""Runs jobs on worker hosts, with the interface, limits and errors of a local pool."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Self, TypeVar

import structlog

from workers import host_protocol
from workers.base_pool import Load, ManagedPool
from workers.codec import Codec, CodecError, Registry
from workers.errors import Busy, BusyReason, PoolClosed, TimedOut, WorkerLost
from workers.host_client import AnswerLost, HostAddress, HostClient, NotBegun, OutgoingCall
from workers.host_protocol import HostReply, PackedCall, ReplyKind
from workers.job_queue import Priority
from workers.messages import JobOutcome, OutcomeKind, read_outcome

Request = TypeVar("Request")
Answer = TypeVar("Answer")

WARM_UP_SECONDS = 10.0
"""Maximum seconds that a start waits for a host; later jobs are refused while there is none."""
MAX_BEGUN = 2
"""Maximum number of hosts that may begin a job: it is sent again once after a lost answer."""
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.5)
"""Seconds before a job that no host has begun is sent again; in all longer than a balancer takes to
notice that a host has ended."""
BACKGROUND_PAUSES = (1.0, 2.0, 5.0, 10.0)
"""Seconds that a job of priority BACKGROUND waits when it is not admitted; then the last again."""

log = structlog.stdlib.get_logger(__name__)


class RemotePool(ManagedPool):
    """A `ManagedPool` whose workers are on other machines.

    `version` must be that of the hosts, and `answer` is the maximum bytes of an answer. At most
    `queue` jobs of each priority (`long_queue` of priority LONG) wait beyond the number of workers,
    and one user has at most `per_person` jobs; hosts and balancers limit all bots together. User
    IDs are sent as keyed hashes.

    At most two hosts begin a job. It is sent a second time when its answer is lost: the connection
    broke, or its host sent no heartbeat for `silence` seconds. Jobs of priority BACKGROUND wait
    while hosts are busy or not ready; others raise `Busy`, with NO_HOST as reason if none is ready.
    """

    def __init__(  # noqa: PLR0913 - all by name
        self,
        address: HostAddress,
        registry: Registry,
        *,
        version: str,
        queue: int,
        per_person: int,
        answer: int,
        long_queue: int | None = None,
        silence: float = host_protocol.SILENCE_SECONDS,
    ) -> None:
        super().__init__(
            queue=queue,
            long_queue=long_queue,
            per_person=per_person,
            workers=lambda: self._watch.workers,
        )
        self._codec = Codec(registry)
        self._client = HostClient(address, version, answer, silence, self.metrics)
        self._watch = self._client.watch
        self._jobs_by_priority: Counter[Priority] = Counter()
        self._released = 0
        self._closed = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._client.open()
        return self

    async def warm_up(self) -> None:
        """Wait until a host is ready, at most `WARM_UP_SECONDS`, and log why none is."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WARM_UP_SECONDS):
                await self._watch.wait_until_ready()

    async def is_ready(self) -> bool:
        """Whether a host is ready now."""
        return await self._watch.poll()

    async def close(self) -> None:
        """Reject new jobs, give up the running ones, and close all connections."""
        self._admission.closing = True
        self._closed.set()
        await self._client.close()

    @property
    def load(self) -> Load:
        """The workers behind the address at the last request, and the jobs of this pool."""
        workers = self._watch.workers
        running = min(self.jobs, workers)
        return Load(workers, running, self.jobs - running)

    @property
    def released_workers(self) -> int:
        """See `workers.base_pool.ManagedPool.released_workers`."""
        return self._released

    def _is_full(self, priority: Priority) -> bool:
        most = self._max_waiting(priority) + self._watch.workers
        return self._jobs_by_priority[priority] >= most

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `workers.base_pool.ManagedPool.run`; the seconds are those of the host.

        The seconds of a cancelled job count from the first heartbeat that reports that it runs.
        """
        name = self._codec.name_of(job)
        packed = self._codec.pack(request)
        body = host_protocol.pack_call(PackedCall(name, packed))
        charge = on_worker_released or (lambda _: None)
        with self._admission.admitted(person, priority), self._counted(priority):
            reply = await self._reply(OutgoingCall(name, body, person, priority, charge))
        answer: Answer = self._answer_of(name, reply)
        return answer

    @contextlib.contextmanager
    def _counted(self, priority: Priority) -> Iterator[None]:
        self._jobs_by_priority[priority] += 1
        try:
            yield
        finally:
            self._jobs_by_priority[priority] -= 1

    async def _reply(self, call: OutgoingCall) -> HostReply:
        """Send a job until a host answers; a job in the background waits while none is free."""
        tries = 0
        while True:
            try:
                return await self._send_twice(call)
            except Busy:
                if call.priority is not Priority.BACKGROUND:
                    raise
            seconds = BACKGROUND_PAUSES[min(tries, len(BACKGROUND_PAUSES) - 1)]
            tries += 1
            await self._sleep(seconds)

    async def _send_twice(self, call: OutgoingCall) -> HostReply:
        """Send a job so that at most `MAX_BEGUN` hosts begin it."""
        begun, pauses = 0, iter(PAUSES)
        while True:
            try:
                reply = await self._client.send(call, fresh=begun > 0)
            except NotBegun as refusal:
                pause = next(pauses, None)
                await self._wait_or_refuse(refusal, pause)
            except AnswerLost as loss:
                if self._closed.is_set():
                    raise PoolClosed from loss
                begun += 1
                self.metrics.crashes.inc()
                log.warning("answer of a host lost", attempt=begun, cause=str(loss))
                if begun == MAX_BEGUN:
                    raise WorkerLost from loss
            else:
                self._released += 1
                return reply

    async def _wait_or_refuse(self, refusal: NotBegun, pause: float | None) -> None:
        """Wait before another attempt; raise `Busy` if none can help or `pause` is None."""
        if refusal.reason is None and pause is not None:
            await self._sleep(pause)
            return
        log.warning("no host took a job", cause=refusal.cause)
        raise self._admission.refusal(refusal.reason or BusyReason.NO_HOST) from refusal

    async def _sleep(self, seconds: float) -> None:
        """Sleep; raises `PoolClosed` when the pool closes."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), seconds)
            raise PoolClosed

    def _answer_of(self, name: str, reply: HostReply) -> Any:
        """The answer in a reply; raises the error in it."""
        try:
            answer = self._unpacked(name, reply)
        except CodecError as error:
            log.error("invalid answer of a host", job=name, reason=str(error))
            raise WorkerLost from error
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _unpacked(self, name: str, reply: HostReply) -> Any:
        """The answer in a reply, or its error; raises `CodecError`."""
        if reply.kind is ReplyKind.TIMED_OUT:
            return TimedOut(reply.limit)
        if reply.kind is ReplyKind.LOST:
            return WorkerLost()
        outcome = JobOutcome(OutcomeKind(reply.kind), held=0, data=reply.data, size=reply.size)
        limit = int(reply.limit)
        return read_outcome(self._codec, name, outcome, max_answer=limit, memory=limit)
