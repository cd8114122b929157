"""A bot and worker hosts without a balancer: what is refused, what is lost, what is said."""

import asyncio
import io
import json
import signal
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from app.errors import StartError
from app.remote_workers import open_remote_pool
from app.worker_host import serve_jobs
from app.worker_settings import WorkerSettings
from tests.support import sample_jobs as jobs
from tests.support.waiting import until
from tests.support.warm.program import WarmProgram
from tests.support.worker_hosts import (
    PATIENT,
    VERSION,
    Certificates,
    host_program,
    make_certificates,
    remote_pool,
    serving_pool,
)
from tools.programs import free_port
from workers import host_protocol
from workers.errors import Busy, BusyReason, PoolClosed, WorkerLost, WorkError
from workers.host import serving
from workers.host_protocol import HostReply, JobHeartbeat, ReplyKind
from workers.pool import LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup

LIMITS = WorkerLimits(PATIENT, answer=1 << 20)

Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.remote_pool.PAUSES", (0.01,))
    monkeypatch.setattr("workers.remote_pool.BACKGROUND_PAUSES", (0.05,))


@asynccontextmanager
async def fake_host(answer: Answering) -> AsyncIterator[str]:
    """A host that answers jobs as a test wants it; yields its URL."""

    async def ready(_: web.Request) -> web.Response:
        return web.Response(text="ok", headers={host_protocol.WORKERS_HEADER: "1"})

    app = web.Application(client_max_size=host_protocol.REQUEST_BYTES)
    app.router.add_post(host_protocol.JOBS_PATH, answer)
    app.router.add_get(host_protocol.READY_PATH, ready)
    async with serving(app, "127.0.0.1", 0, None) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
async def host() -> AsyncIterator[str]:
    """The URL of a host in this process, without TLS."""
    pool = LocalPool(
        workers=1,
        queue=100,
        per_person=100,
        limits=LIMITS,
        worker_setup=WorkerSetup(jobs.registry),
    )
    async with pool, serving_pool(pool, LIMITS, None) as (_, url):
        async with remote_pool(url, None) as client:
            await until(client.is_ready)
        yield url


def headers() -> dict[str, str]:
    """The headers of a right request."""
    return {
        host_protocol.VERSION_HEADER: VERSION,
        host_protocol.PERSON_HEADER: "1",
        host_protocol.PRIORITY_HEADER: "1",
    }


async def no_host(url: str, certificates: Certificates | None = None) -> None:
    """Check that a job for a URL is refused because nobody takes it."""
    async with remote_pool(
        url, None if certificates is None else certificates.files("bot")
    ) as pool:
        with pytest.raises(Busy) as caught:
            await pool.run(jobs.double, 1, person=1)
    assert caught.value.reason is BusyReason.NO_HOST


async def test_the_host_tells_how_it_is(host: str) -> None:
    async with aiohttp.ClientSession() as session:
        for path, text in (("healthz", "ok"), ("readyz", "ok"), ("metrics", "ouro_workers 1.0")):
            async with session.get(f"{host}/{path}") as answer:
                assert answer.status == 200
                assert text in await answer.text()


async def test_the_seconds_of_the_host_are_charged(host: str) -> None:
    charged: list[float] = []
    async with remote_pool(host, None) as pool:
        run = pool.run(jobs.sleep, 0.2, person=1, on_worker_released=charged.append)
        assert await run == 0.2
        with pytest.raises(WorkerLost):
            await pool.run(jobs.die, None, person=1, on_worker_released=charged.append)
    assert len(charged) == 2
    assert charged[0] >= 0.2
    assert charged[1] > 0


async def test_a_long_job_shows_that_its_host_lives(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_protocol, "HEARTBEAT_SECONDS", 0.02)
    async with remote_pool(host, None) as pool:
        assert await pool.run(jobs.sleep, 0.5, person=1) == 0.5


async def test_a_cancelled_job_is_charged_from_the_first_sign_that_it_runs() -> None:
    charged: list[float] = []
    written = asyncio.Event()

    async def run_on(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(100):
            await response.write(host_protocol.pack_message(JobHeartbeat(running=True)))
            await asyncio.sleep(0.01)
        written.set()
        await asyncio.sleep(600)
        return response

    async with fake_host(run_on) as url, remote_pool(url, None) as pool:
        task = asyncio.create_task(
            pool.run(jobs.double, 1, person=1, on_worker_released=charged.append)
        )
        await written.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len(charged) == 1
    assert charged[0] > 0


async def test_nobody_there_is_no_host(certificates: Certificates) -> None:
    await no_host(f"http://127.0.0.1:{free_port()}")
    await no_host(f"https://127.0.0.1:{free_port()}", certificates)


async def test_another_version_is_refused_with_a_sentence(host: str) -> None:
    async with remote_pool(host, None, version="1.2.4") as pool:
        with pytest.raises(Busy) as caught:
            await pool.run(jobs.double, 1, person=1)
    assert caught.value.reason is BusyReason.NO_HOST
    assert "runs Ouro 1.2.3, and the bot runs Ouro 1.2.4" in str(caught.value.__cause__)


async def test_certificates_of_another_authority_are_refused(
    certificates: Certificates, tmp_path: Path
) -> None:
    others = make_certificates(tmp_path / "others")
    pool = LocalPool(workers=1, queue=1, per_person=1, limits=LIMITS)
    tls = certificates.files("worker")
    async with pool, serving_pool(pool, LIMITS, tls) as (_, url):
        await no_host(url, others)
        for files in (others.files("bot"), certificates.files("worker")):
            context = ssl.create_default_context(cafile=str(tls.authority))
            context.load_cert_chain(files.certificate, files.key)
            async with aiohttp.ClientSession() as session:
                with pytest.raises(aiohttp.ClientError):
                    await session.get(f"{url}/healthz", ssl=context)


async def test_a_host_without_tls_listens_on_the_loopback_interface_only() -> None:
    with pytest.raises(StartError, match="OURO_WORKERS_CERTIFICATE"):
        await serve_jobs(WorkerSettings(worker_host="192.0.2.1", worker_port=0))


async def test_a_bot_needs_all_files_for_https(certificates: Certificates) -> None:
    tls = certificates.files("bot")
    with pytest.raises(StartError, match="script/certificates"):
        open_remote_pool(WorkerSettings(), "https://127.0.0.1:1")
    with pytest.raises(StartError, match="OURO_WORKERS_KEY"):
        open_remote_pool(
            WorkerSettings(workers_ca=tls.authority, workers_certificate=tls.certificate),
            "https://127.0.0.1:1",
        )
    for wrong in (tls.authority.parent / "none.pem", tls.authority):
        with pytest.raises(StartError, match="pem"):
            open_remote_pool(
                WorkerSettings(
                    workers_ca=tls.authority,
                    workers_certificate=tls.certificate,
                    workers_key=wrong,
                ),
                "https://127.0.0.1:1",
            )


async def test_a_person_is_a_hash_that_only_the_key_connects_with_the_id(
    certificates: Certificates, tmp_path: Path
) -> None:
    seen: list[str] = []

    async def note(request: web.Request) -> web.StreamResponse:
        seen.append(request.headers[host_protocol.PERSON_HEADER])
        assert b"123456789" not in await request.read()
        assert "123456789" not in json.dumps(dict(request.headers))
        return web.Response(
            body=host_protocol.pack_message(HostReply(ReplyKind.ANSWER, 0.0, b"\x02"))
        )

    async with fake_host(note) as url:
        for person in (123456789, 123456789, 123456788, 0):
            async with remote_pool(url, None) as pool:
                pool._client._person_key = b"one key"
                assert await pool.run(jobs.double, 1, person=person) == 2
    assert seen[0] == seen[1] != seen[2]
    assert seen[3] == "0"
    others = make_certificates(tmp_path / "others")
    keys = [each.files("bot").person_key() for each in (certificates, certificates, others)]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize("failures", [1, 2])
async def test_a_lost_answer_is_asked_for_once_more(failures: int) -> None:
    begun = 0

    async def lose(request: web.Request) -> web.StreamResponse:
        nonlocal begun
        begun += 1
        if begun <= failures:
            assert request.transport is not None
            request.transport.abort()
        return web.Response(
            body=host_protocol.pack_message(HostReply(ReplyKind.ANSWER, 0.0, b"\x02"))
        )

    async with fake_host(lose) as url, remote_pool(url, None) as pool:
        if failures == 1:
            assert await pool.run(jobs.double, 1, person=1) == 2
        else:
            with pytest.raises(WorkerLost):
                await pool.run(jobs.double, 1, person=1)
    assert begun == 2


@pytest.mark.parametrize("status", [400, 404, 409, 413, 500])
async def test_a_refused_job_is_not_begun(status: int) -> None:
    async def refuse(_: web.Request) -> web.StreamResponse:
        return web.Response(status=status)

    async with fake_host(refuse) as url:
        await no_host(url)


async def test_a_silent_host_is_given_up() -> None:
    async def say_nothing(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(600)
        raise AssertionError

    async with fake_host(say_nothing) as url, remote_pool(url, None, silence=0.3) as pool:
        await until(pool.is_ready)
        with pytest.raises(WorkerLost):
            await pool.run(jobs.double, 1, person=1)


async def test_jobs_that_wait_in_a_balancer_are_given_up_when_it_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workers.host_watch.POLL_SECONDS", 0.05)
    begun = asyncio.Event()

    async def say_nothing(_: web.Request) -> web.StreamResponse:
        begun.set()
        await asyncio.sleep(600)
        raise AssertionError

    async with fake_host(say_nothing) as url, remote_pool(url, None, silence=0.3) as pool:
        await until(pool.is_ready)
        pool._watch._queueing = True
        answers = asyncio.Queue[bool]()

        async def poll() -> bool:
            return answers.empty()

        monkeypatch.setattr(pool._watch, "poll", poll)
        task = asyncio.create_task(pool.run(jobs.double, 1, person=1))
        await begun.wait()
        await asyncio.sleep(0.5)
        assert not task.done()
        answers.put_nowait(False)
        with pytest.raises(WorkerLost):
            await task


async def test_background_work_waits_for_a_host(warm_hosts: WarmProgram, tmp_path: Path) -> None:
    port = free_port()
    async with remote_pool(f"http://127.0.0.1:{port}", None) as pool:
        waiting = asyncio.create_task(
            pool.run(jobs.double, 5, person=0, priority=Priority.BACKGROUND)
        )
        await no_host(f"http://127.0.0.1:{port}")
        assert not waiting.done()
        async with host_program(warm_hosts, tmp_path, None, port=port):
            assert await waiting == 10
        given_up = asyncio.create_task(
            pool.run(jobs.double, 5, person=0, priority=Priority.BACKGROUND)
        )
        await asyncio.sleep(0)
    with pytest.raises(PoolClosed):
        await given_up


async def test_a_full_host_says_busy_and_background_work_waits(
    warm_hosts: WarmProgram, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    async with (
        host_program(warm_hosts, tmp_path, None, workers=1, OURO_QUEUE="0") as host,
        remote_pool(f"http://127.0.0.1:{host.port}", None) as pool,
    ):

        async def run_when_free() -> None:
            while True:  # the host tests its only worker from time to time
                try:
                    return await pool.run(jobs.begin_and_wait, tmp_path, person=1)
                except Busy:
                    await asyncio.sleep(0.05)

        running = asyncio.create_task(run_when_free())
        await until((tmp_path / "started").exists)
        with pytest.raises(Busy) as caught:
            await pool.run(jobs.double, 1, person=2)
        assert caught.value.reason is BusyReason.QUEUE
        waiting = asyncio.create_task(
            pool.run(jobs.double, 5, person=0, priority=Priority.BACKGROUND)
        )
        await asyncio.sleep(0.1)
        assert not waiting.done()
        gate.touch()
        await running
        assert await waiting == 10


async def test_a_stopped_host_finishes_its_jobs(
    warm_hosts: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    async with host_program(warm_hosts, tmp_path, certificates.files("worker")) as host:
        url = f"https://localhost:{host.port}"
        async with remote_pool(url, certificates.files("bot")) as pool:
            task = asyncio.create_task(pool.run(jobs.begin_and_wait, tmp_path, person=1))
            await until((tmp_path / "started").exists)
            host.send(signal.SIGTERM)

            async def drains() -> bool:
                return not await pool.is_ready() and "404" in pool._watch.reason

            await until(drains)
            quick = pool.run(jobs.double, 4, person=2, priority=Priority.QUICK)
            assert await quick == 8  # balancers need time to notice
            assert not task.done()
            (tmp_path / "gate").touch()
            await task
            assert await host.process.wait() == 0


async def test_hostile_requests_are_refused(host: str) -> None:
    async with aiohttp.ClientSession() as session, remote_pool(host, None) as pool:
        found = set()
        for body, changes, wanted in (
            (b"", {}, {400}),
            (b"\xc1", {}, {400}),
            (b"\xdf\xff\xff\xff\xff", {}, {400}),
            (b"\x91" * 100_000, {}, {400}),
            (host_protocol.pack_call(host_protocol.PackedCall("os.system", b"")), {}, {400}),
            (host_protocol.pack_call(host_protocol.PackedCall("x" * 101, b"")), {}, {400}),
            (host_protocol.pack_call(host_protocol.PackedCall("double", b"\xc1")), {}, {200}),
            (host_protocol.pack_call(host_protocol.PackedCall("double", b"\x15")), {}, {200}),
            (b"", {host_protocol.PERSON_HEADER: "g"}, {400}),
            (b"", {host_protocol.PERSON_HEADER: "f" * 33}, {400}),
            (b"", {host_protocol.PRIORITY_HEADER: "4"}, {400}),
            (b"", {host_protocol.PRIORITY_HEADER: "\N{SUPERSCRIPT ONE}"}, {400}),
            (b"", {host_protocol.VERSION_HEADER: ""}, {409}),
            (b"", {host_protocol.VERSION_HEADER: "x" * 4000}, {409}),
            (io.BytesIO(bytes(host_protocol.REQUEST_BYTES + 1)), {}, {413}),
        ):
            sent = headers() | changes
            async with session.post(
                host + host_protocol.JOBS_PATH, data=body, headers=sent
            ) as answer:
                assert answer.status in wanted, (body, changes, await answer.text())
                found.add(answer.status)
        assert found == {200, 400, 409, 413}

        async def endless() -> AsyncIterator[bytes]:
            yield b"x"

        async with session.post(
            host + host_protocol.JOBS_PATH, data=endless(), headers=headers()
        ) as answer:
            assert answer.status == 413
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_hostile_answers_are_worker_lost() -> None:
    """Whatever a host sends, the job ends with an error of the pool, and nothing is called."""
    body = b""

    async def send_bytes(_: web.Request) -> web.StreamResponse:
        return web.Response(body=body)

    reply = host_protocol.pack_message(HostReply(ReplyKind.ANSWER, 0.0, b"\x02"))
    hostile = (
        b"",
        b"\x00",
        b"\xff" * 100,
        b"\x00\x00\x00\x00",
        reply[:-1],
        reply + b"\x00\x00\x00\x01\x00",
        reply + reply,
        reply[:4] + b"\x02" + reply[5:],
        b"\xff\xff\xff\xff" + reply[4:],
        host_protocol.pack_message(JobHeartbeat(running=True)),
        host_protocol.pack_message(HostReply(ReplyKind.ANSWER, 0.0, b"\xa1x")),
        host_protocol.pack_message(HostReply(ReplyKind.ERROR, 0.0, b"\x92\xa6system\x90")),
        host_protocol.pack_message(HostReply(ReplyKind.ERROR, 0.0, b"\xc1")),
        b"\x00\x00\x00\x03\x01\x92\x09",
    )
    async with fake_host(send_bytes) as url, remote_pool(url, None) as pool:
        for body in hostile:  # noqa: B007 - the host sends it
            with pytest.raises(WorkerLost):
                await pool.run(jobs.double, 1, person=1)
        body = host_protocol.pack_message(HostReply(ReplyKind.FAILURE, 0.0, b"\xff" * 20))
        with pytest.raises(WorkError):
            await pool.run(jobs.double, 1, person=1)
        body = reply
        assert await pool.run(jobs.double, 1, person=1) == 2
