"""Sends jobs to worker hosts over HTTP, without retries."""

import asyncio
import io
import secrets
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import aiohttp
import structlog

from telemetry.metrics import Metrics, ObservedTiming, observed
from workers import host_protocol
from workers.codec import CodecError
from workers.errors import BusyReason
from workers.host_protocol import HostReply, ReplyReader
from workers.host_watch import HostWatch
from workers.job_queue import Priority
from workers.tls import TlsFiles

CONNECT_SECONDS = 2.0
"""Maximum seconds to connect to a balancer or host."""

KEEP_ALIVE_SECONDS = 50.0
"""Seconds that an idle connection stays open: less than balancers and hosts keep theirs."""
LARGE = 1 << 20
"""Minimum bytes of a body that is sent in pieces, so that it does not block the event loop."""

log = structlog.stdlib.get_logger(__name__)


class NotBegun(Exception):  # noqa: N818
    """No host has begun the job.

    `reason` is that of the balancer's or host's response, None if another attempt may find a
    host; `cause` is for the log.
    """

    def __init__(self, reason: BusyReason | None, cause: str) -> None:
        super().__init__(reason, cause)
        self.reason = reason
        self.cause = cause


class AnswerLost(Exception):  # noqa: N818
    """A host may have begun the job, and its answer is lost."""


@dataclass(frozen=True, slots=True)
class HostAddress:
    """The URL of a balancer or host, and the files for mutual TLS if the URL is of HTTPS."""

    url: str
    tls: TlsFiles | None


@dataclass(frozen=True, slots=True)
class OutgoingCall:
    """A job to send: its name, the body of the request, and who is charged for its seconds."""

    name: str
    body: bytes
    person: int
    priority: Priority
    on_worker_released: Callable[[float], None]


class HostClient:
    """Sends jobs to an address; `version` must be that of the hosts, `answer` bounds answers.

    A host that sends no heartbeat for `silence` seconds counts as dead. Durations of jobs are
    recorded in `metrics`. Raises `workers.tls.TlsError` when a file for TLS cannot be used.
    """

    def __init__(
        self, address: HostAddress, version: str, answer: int, silence: float, metrics: Metrics
    ) -> None:
        self._url = address.url.rstrip("/")
        self._headers = {host_protocol.VERSION_HEADER: version}
        self._answer = answer
        self._silence = silence
        self._metrics = metrics
        tls = address.tls
        self._context = True if tls is None else tls.client_context()
        self._person_key = secrets.token_bytes(32) if tls is None else tls.person_key()
        self.watch = HostWatch(self._url, silence)
        """Polls whether hosts are ready."""

    def open(self) -> None:
        """Start watching the hosts; needs a running event loop."""
        self._session = self._open_session(force_close=False)
        # Connections that were kept open may all be dead: a second attempt makes a new one.
        self._fresh_session = self._open_session(force_close=True)
        self.watch.start(self._fresh_session)

    async def close(self) -> None:
        """Let all calls raise `AnswerLost`, and close all connections."""
        self.watch.give_up()
        await self.watch.stop()
        await self._session.close()
        await self._fresh_session.close()

    def _open_session(self, *, force_close: bool) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,
                ssl=self._context,
                force_close=force_close,
                keepalive_timeout=None if force_close else KEEP_ALIVE_SECONDS,
            ),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS),
            headers=self._headers,
            auto_decompress=False,
        )

    async def send(self, call: OutgoingCall, *, fresh: bool) -> HostReply:
        """Send a job, over a new connection if `fresh`, and return the reply of the host.

        The job's seconds are charged. When the call is cancelled, they count from the first
        heartbeat that reports that the job runs. Raises `NotBegun` or `AnswerLost`.
        """
        reader = ReplyReader(self._answer)
        sent = time.perf_counter()
        with observed(self._metrics.jobs, call.name) as timing:
            try:
                await self._exchange(call, reader, timing, fresh=fresh)
            except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
                raise NotBegun(None, _describe(error)) from error
            except (aiohttp.ClientError, OSError, TimeoutError, CodecError) as error:
                if isinstance(error.__cause__, ssl.SSLError):  # our certificate is refused
                    raise NotBegun(None, _describe(error)) from error
                raise AnswerLost(_describe(error)) from error
            except asyncio.CancelledError:
                if reader.running:
                    call.on_worker_released(timing.seconds)
                raise
            reply = reader.reply
            if reply is None:
                raise AnswerLost("the answer is not complete")
        waited = max(0.0, time.perf_counter() - sent - reply.seconds)
        self._metrics.waits.labels(call.priority.name.lower()).observe(waited)
        call.on_worker_released(reply.seconds)
        return reply

    async def _exchange(
        self, call: OutgoingCall, reader: ReplyReader, timing: ObservedTiming, *, fresh: bool
    ) -> None:
        session = self._fresh_session if fresh else self._session
        headers = {
            host_protocol.PERSON_HEADER: host_protocol.hash_person(self._person_key, call.person),
            host_protocol.PRIORITY_HEADER: str(call.priority.value),
        }
        async with self.watch.watched() as deadline:
            body = call.body if len(call.body) < LARGE else io.BytesIO(call.body)
            request = session.post(self._url + host_protocol.JOBS_PATH, data=body, headers=headers)
            async with request as response:
                if response.status != 200:
                    await _raise_status(response)
                await self._read(response, reader, deadline, timing)

    async def _read(
        self,
        response: aiohttp.ClientResponse,
        reader: ReplyReader,
        deadline: asyncio.Timeout,
        timing: ObservedTiming,
    ) -> None:
        """Read an answer to its end; each piece must arrive in `silence` seconds."""
        loop = asyncio.get_running_loop()
        while not response.content.at_eof():
            deadline.reschedule(loop.time() + self._silence)
            before = reader.running
            reader.feed(await response.content.readany())
            if reader.running and not before:
                timing.start = time.perf_counter()


async def _raise_status(response: aiohttp.ClientResponse) -> NoReturn:
    """Raise what an answer without success means for the job."""
    text = (await response.content.read(1000)).decode(errors="replace").strip()
    cause = f"status {response.status}: {text}"
    if response.status in {429, 503}:
        raise NotBegun(
            host_protocol.read_busy(response.headers.get(host_protocol.BUSY_HEADER)), cause
        )
    if response.status in {502, 504}:  # of a balancer whose host went silent or ended
        raise AnswerLost(cause)
    log.error("worker host refused a job", cause=cause)
    raise NotBegun(None, cause)


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
