"""The checks of `ouro doctor` for worker hosts: every link from this bot to a job that runs."""

import asyncio
import http.client
import socket
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from app.errors import StartError
from app.remote_workers import host_address, open_remote_pool
from app.settings import Settings
from cli.checkup_result import CheckupResult
from jobs import PastedText, SolveRequest, solve_puzzle
from workers import host_protocol
from workers.errors import WorkError
from workers.tls import TlsError

LINK_SECONDS = 5.0
"""Maximum seconds of each step."""
MIN_DAYS = 30
"""Minimum days for which the certificate of a balancer or host should still be valid."""
EXAMPLE = "2x2:0b4"
"""A puzzle with one solution, in Loopy's notation."""
MAKE_CERTIFICATES = "Make certificates with script/certificates; docs/scaling.md says which."


def check_hosts(settings: Settings) -> Iterator[CheckupResult]:
    """Check address, connection, TLS, readiness and version of the worker hosts, and run a job.

    Stops at the first link that is broken.
    """
    url = settings.workers_url or ""
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    try:
        tls = host_address(settings, url).tls
        context = None if tls is None else tls.client_context()
    except (StartError, TlsError) as error:
        yield CheckupResult("failed", str(error), MAKE_CERTIFICATES)
        return
    try:
        socket.getaddrinfo(host, port)
    except OSError as error:
        yield CheckupResult(
            "failed",
            f"The address {host} of the worker hosts is not known: {error.strerror}.",
            "Check OURO_WORKERS_URL and the name servers of this machine.",
        )
        return
    try:
        connection = socket.create_connection((host, port), LINK_SECONDS)
    except OSError as error:
        yield CheckupResult(
            "failed",
            f"Nothing answers at {host}:{port}: {error.strerror or error}.",
            "Start HAProxy or ouro worker there, and let firewalls pass this port.",
        )
        return
    yield CheckupResult("ok", f"The worker hosts can be reached at {host}:{port}.")
    try:
        if context is not None:
            connection = context.wrap_socket(connection, server_hostname=host)
            yield _validity(connection.getpeercert())
        yield from _check_service(connection, settings, url)
    except ssl.SSLCertVerificationError as error:
        yield CheckupResult(
            "failed",
            f"The certificate of {host}:{port} is not accepted: {error.verify_message}.",
            f"It must name {host} and be signed by the authority in OURO_WORKERS_CA. "
            f"{MAKE_CERTIFICATES}",
        )
    except (ssl.SSLError, http.client.RemoteDisconnected) as error:
        reason = getattr(error, "reason", None) or "it closes the connection"
        yield CheckupResult(
            "failed",
            f"{host}:{port} refuses our certificate or our protocol: {reason}.",
            f"OURO_WORKERS_CERTIFICATE must be one of a bot, of the same authority, still valid. "
            f"{MAKE_CERTIFICATES}",
        )
    except (OSError, http.client.HTTPException) as error:
        yield CheckupResult(
            "failed",
            f"{host}:{port} does not answer as a worker host: {error or type(error).__name__}.",
            "Check OURO_WORKERS_URL; with https: there, the host needs certificates too.",
        )
    finally:
        connection.close()


def _validity(certificate: object) -> CheckupResult:
    """Whether the certificate of the other side is valid for some time."""
    end = certificate.get("notAfter") if isinstance(certificate, dict) else None
    if not isinstance(end, str):
        return CheckupResult("warning", "The other side shows no certificate.", MAKE_CERTIFICATES)
    days = (ssl.cert_time_to_seconds(end) - datetime.now(UTC).timestamp()) / 86_400
    if days < MIN_DAYS:
        return CheckupResult(
            "warning",
            f"The certificate of the worker hosts is valid for {days:.0f} more days.",
            MAKE_CERTIFICATES,
        )
    return CheckupResult("ok", "TLS works, and the certificate of the other side is valid.")


def _check_service(
    connection: socket.socket, settings: Settings, url: str
) -> Iterator[CheckupResult]:
    """Ask whether a host is ready, then run a job; raises `OSError` and `HTTPException`."""
    client = http.client.HTTPConnection("worker", timeout=LINK_SECONDS)
    client.sock = connection
    client.request("GET", host_protocol.READY_PATH)
    answer = client.getresponse()
    text = answer.read(200).decode(errors="replace").strip()
    if answer.status != 200:
        yield CheckupResult(
            "failed",
            f"No worker host is ready: {text or answer.status}.",
            "Look at the log of ouro worker, and at that of HAProxy: it says why a host is down.",
        )
        return
    workers = answer.headers.get(host_protocol.WORKERS_HEADER, "an unknown number of")
    kind = "A balancer" if host_protocol.QUEUE_HEADER in answer.headers else "A worker host"
    yield CheckupResult("ok", f"{kind} is ready, with {workers} workers.")
    start = time.perf_counter()
    try:
        solutions = asyncio.run(_solve_one(settings, url))
    except (WorkError, TimeoutError) as error:
        cause = getattr(error.__cause__, "cause", str(error) or type(error).__name__)
        yield CheckupResult(
            "failed",
            f"The worker hosts did not solve a small puzzle: {cause}",
            "Run the same version of Ouro on bots and worker hosts; else see the log of the host.",
        )
    else:
        seconds = time.perf_counter() - start
        yield CheckupResult(
            "ok" if solutions == 1 else "failed",
            f"A worker host of the same version solves a puzzle in {seconds:.1f} s.",
        )


async def _solve_one(settings: Settings, url: str) -> int:
    async with open_remote_pool(settings, url) as pool, asyncio.timeout(4 * LINK_SECONDS):
        answer = await pool.run(solve_puzzle, SolveRequest(PastedText(EXAMPLE)), person=0)
        return answer.solutions
