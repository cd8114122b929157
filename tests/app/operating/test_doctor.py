"""`ouro doctor` and `ouro health`: their results and remedies."""

import asyncio
import json
import socket
import socketserver
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import time

import dask.config
import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from app import operating
from app.job_registry import job_registry
from app.operating import doctor
from app.operating.checkup_result import CheckupResult
from app.operating.doctor import run_checks
from app.operating.health import fetch_status
from app.operating.page_checkup import check_public_page
from app.pools import open_pool
from app.settings import Settings
from batch.dask_workers import connect
from bot.connection.permissions import invite_url
from cli.listing import build_app
from tests.support.sandbox.server import Sandbox
from tools.dask_cluster import SETTINGS, cluster
from workers.setup import WorkerSetup

GOOD_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISCORD_TOKEN", "DISCORD_API_BASE", "OURO_HTTP_PORT", "OURO_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OURO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("OURO_LOG_LEVEL", "error")


def settings(**changes: object) -> Settings:
    return Settings().model_copy(update=changes)


def only(results: Iterator[CheckupResult]) -> CheckupResult:
    (result,) = results
    return result


@contextmanager
def server(seconds_off: float = 0, status: int = 200) -> Iterator[int]:
    """An HTTP server in place of Discord's API or of a bot; yields its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response_only(status)
            self.send_header("Date", formatdate(time() + seconds_off, usegmt=True))
            self.end_headers()
            self.wfile.write(self.path.encode())

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - its name there
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,))
        thread.start()
        yield listening.server_port
        listening.shutdown()
        thread.join()


def test_a_fresh_machine_can_run_a_local_chat(tmp_path: Path) -> None:
    done = CliRunner().invoke(build_app(), ["doctor"])
    assert done.exit_code == 0, done.output
    assert "There is no token" in done.output
    assert "A worker starts and solves a puzzle" in done.output
    assert "FAIL" not in done.output
    assert not (tmp_path / "data").exists()


def sentences(results: Iterator[CheckupResult]) -> list[tuple[str, str]]:
    return [(result.state, result.sentence) for result in results]


def test_a_cluster_that_does_not_answer_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    result = only(doctor.check_cluster(settings(cluster=f"tcp://127.0.0.1:{port}")))
    assert result.state == "failed"
    assert f"tcp://127.0.0.1:{port} cannot be used: Connection refused" in result.sentence
    assert "docs/scaling.md" in result.remedy


def test_without_a_cluster_none_is_checked() -> None:
    assert not list(doctor.check_cluster(settings()))


def test_the_packages_for_a_cluster_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(operating, "cluster_checkup", raising=False)
    monkeypatch.setitem(sys.modules, "app.operating.cluster_checkup", None)
    result = only(doctor.check_cluster(settings(cluster="tls://scheduler:8786")))
    assert (result.state, "not installed" in result.sentence) == ("failed", True)


async def until_it_runs(address: str) -> None:
    client = await connect(address)
    await client.close()


async def missing(*_: object) -> None:
    raise ModuleNotFoundError("No module named 'batch'")


@pytest.mark.waits
def test_a_cluster_is_asked_to_solve_a_puzzle(
    certificates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask.config.refresh(paths=[str(certificates / SETTINGS)])
    try:
        with cluster(certificates, threads=2) as address:
            asyncio.run(until_it_runs(address))
            results = sentences(doctor.check_cluster(settings(cluster=address)))
            monkeypatch.setattr("batch.cluster_pool.own_version", lambda: "0.0.1")
            *_, refused = sentences(doctor.check_cluster(settings(cluster=address)))
            monkeypatch.setattr("batch.cluster_pool.run_job", missing)
            *_, unknown = sentences(doctor.check_cluster(settings(cluster=address)))
    finally:
        monkeypatch.undo()
        dask.config.refresh()
    assert results[:2] == [
        ("ok", "TLS works, and the certificate of the cluster is valid."),
        ("ok", f"The cluster {address} can be reached: 1 workers, 2 jobs at once."),
    ]
    assert (results[2][0], results[2][1][:28]) == ("ok", "The cluster solves a puzzle ")
    assert refused[0] == "failed"
    assert "another version of Ouro than 0.0.1" in refused[1]
    assert (unknown[0], "No module named 'batch'" in unknown[1]) == ("failed", True)


def test_a_problem_is_printed_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a client secret")
    monkeypatch.setenv("OURO_WORKER_MEMORY", "256")
    monkeypatch.setattr(doctor, "check_workers", lambda _: iter(()))
    done = CliRunner().invoke(build_app(), ["doctor", "--offline"])
    assert done.exit_code == 1
    assert "FAIL  DISCORD_TOKEN does not look like" in done.output
    assert "-> Copy it again" in done.output
    assert "secret" not in done.output
    done = CliRunner().invoke(build_app(), ["doctor", "--offline", "--json"])
    records = [json.loads(line) for line in done.output.splitlines()]
    assert [record["state"] for record in records].count("failed") == 1
    assert list(records[0]) == ["state", "sentence", "remedy", "link"]


def test_invalid_settings_are_the_only_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OURO_WORKERS", "many")
    monkeypatch.setenv("OURO_QUEUE", "-1")
    findings = list(run_checks())
    assert [finding.state for finding in findings] == ["failed", "failed"]
    assert "OURO_WORKERS" in findings[0].sentence


def test_a_token_gives_the_invite_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", GOOD_TOKEN)
    monkeypatch.setattr(doctor, "check_workers", lambda _: iter(()))
    done = CliRunner().invoke(build_app(), ["doctor", "--offline"])
    assert done.exit_code == 0
    assert f"      {invite_url(123456789012345678)}\n" in done.output
    assert GOOD_TOKEN not in done.output


@pytest.mark.parametrize(
    "token",
    [
        f"Bot {GOOD_TOKEN}",
        f'"{GOOD_TOKEN}"',
        "a.b.c",
        "YWJj.GabcdE." + "x" * 38,
        "é.GabcdE." + "x" * 38,
    ],
)
def test_what_is_no_token(token: str) -> None:
    assert only(doctor.check_token(settings(token=SecretStr(token)))).state == "failed"


def test_a_worker_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = WorkerSetup(job_registry, ("no.such.module",))
    monkeypatch.setattr(doctor, "open_pool", partial(open_pool, setup=setup))
    finding = only(doctor.check_workers(settings()))
    assert finding.state == "failed"
    assert "OURO_WORKER_MEMORY" in finding.remedy


def test_no_time_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "available_timezones", set)
    assert only(doctor.check_time_zones(settings())).state == "failed"


@pytest.mark.parametrize(("off", "state"), [(0, "ok"), (30, "failed"), (-30, "failed")])
@pytest.mark.parametrize("status", [200, 503])
def test_the_clock_is_compared_with_discords(off: float, state: str, status: int) -> None:
    with server(off, status) as port:
        here = settings(api_base=f"http://127.0.0.1:{port}/api/v10")
        assert only(doctor.check_clock(here)).state == state


def test_discord_out_of_reach() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    finding = only(doctor.check_clock(settings(api_base=f"http://127.0.0.1:{port}")))
    assert finding.state == "failed"
    assert "DISCORD_API_BASE" in finding.remedy


@pytest.mark.parametrize(
    "sent", [b"", b"hello\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]
)
def test_half_an_answer_is_none(sent: bytes) -> None:
    """Whatever asks an HTTP server says that it was not reached, and does not fail itself."""

    class Half(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1000)
            self.request.sendall(sent)

    with socketserver.TCPServer(("127.0.0.1", 0), Half) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,))
        thread.start()
        address = f"http://127.0.0.1:{listening.server_address[1]}"
        here = settings(
            api_base=address,
            token=SecretStr("t"),
            client_secret=SecretStr("s"),
            web_url=f"{address}/",
        )
        clock = only(doctor.check_clock(here))
        secret = [*doctor.check_client_secret(here)]
        page = only(check_public_page(here))
        reached, _ = fetch_status(address)
        listening.shutdown()
        thread.join()
    assert (clock.state, page.state) == ("failed", "failed")
    assert reached == sent.startswith(b"HTTP")
    assert all(each.state == "ok" for each in secret)


# ouro health


@pytest.mark.parametrize(
    ("status", "flags", "code"), [(200, [], 0), (200, ["--ready"], 0), (503, ["--ready"], 1)]
)
def test_health_asks_the_bot(
    status: int, flags: list[str], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(status=status) as port:
        monkeypatch.setenv("OURO_HTTP_PORT", str(port))
        done = CliRunner().invoke(build_app(), ["health", *flags])
    assert done.exit_code == code
    assert ("/readyz" if flags else "/healthz") in done.output
    done = CliRunner().invoke(build_app(), ["health"])
    assert done.exit_code == 1
    assert "No answer" in done.output
    record = json.loads(CliRunner().invoke(build_app(), ["health", "--json"]).output)
    assert record["healthy"] is False
    assert record["text"].startswith("No answer")


@pytest.mark.parametrize("port", ["", "0", "http"])
def test_health_needs_a_port(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OURO_HTTP_PORT", port)
    done = CliRunner().invoke(build_app(), ["health"])
    assert done.exit_code == 2
    assert "OURO_HTTP_PORT" in done.output


def test_an_activity_needs_a_secret_and_a_public_page() -> None:
    token, secret = SecretStr(GOOD_TOKEN), SecretStr("s3cret")
    public = "https://board.example/ouro/"
    assert only(doctor.check_activity(settings())).state == "ok"  # the local chat has its own
    assert [*doctor.check_activity(settings(token=token))] == []  # what is missing is the page
    missing = only(doctor.check_activity(settings(token=token, web_url=public)))
    assert (missing.state, "OURO_CLIENT_SECRET" in missing.remedy) == ("warning", True)
    for page in (None, "http://127.0.0.1/"):
        here = settings(token=token, client_secret=secret, web_url=page)
        assert "OURO_WEB_URL" in only(doctor.check_activity(here)).remedy
    ready = only(doctor.check_activity(settings(token=token, client_secret=secret, web_url=public)))
    assert (ready.state, "to board.example/ouro." in ready.sentence) == ("ok", True)
    assert "s3cret" not in ready.sentence


async def test_discord_is_asked_about_the_client_secret(sandbox: Sandbox) -> None:
    token, right = SecretStr(sandbox.token), SecretStr(sandbox.client_secret)

    async def found(secret: SecretStr | None, api: str = sandbox.api_base) -> list[CheckupResult]:
        here = settings(token=token, client_secret=secret, api_base=api)
        return await asyncio.to_thread(lambda: [*doctor.check_client_secret(here)])

    assert [each.state for each in await found(right)] == ["ok"]
    [refused] = await found(SecretStr("wr0ng"))
    assert (refused.state, "wr0ng" in refused.sentence + refused.remedy) == ("failed", False)
    assert await found(None) == []
    assert await found(right, "http://127.0.0.1:9") == []
