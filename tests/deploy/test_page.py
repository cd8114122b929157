"""Each way to deploy serves the board page at `OURO_WEB_URL`, and bots trust its proxy."""

import asyncio
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from app.board_page import LOOK_SECONDS
from app.settings import Settings
from tests.support.deployment import resources
from tests.support.paths import ROOT
from tests.support.proxy import caddy, proxying
from tools.programs import free_port
from web.connections import MAX_BODY
from web.server import POLL_SECONDS

PORT = Settings.model_fields["web_port"].default
[COMPOSE], [SCALE] = resources("compose.yaml"), resources("compose.scale.yaml")
PAGE = COMPOSE["services"]["page"]
LIMITS = ("read_header_timeout", "read_timeout", "write_timeout", "idle_timeout")
HEADER_BYTES = 8190
"""Maximum bytes of a header that aiohttp reads."""
UNIT = (ROOT / "deploy" / "ouro-page@.service").read_text(encoding="utf-8")


def place_of(url: str, folder: Path) -> tuple[str, str]:
    """The host and the path for which the composition starts Caddy."""
    shown = folder / "caddy"
    shown.write_text('#!/bin/sh\nprintf "%s %s" "$PAGE_HOST" "$PAGE_PATH"\n')
    shown.chmod(0o755)
    command = [word.replace("$$", "$") for word in PAGE["command"]]
    variables = {"PAGE_URL": url, "PATH": f"{folder}:/usr/bin:/bin"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    host, _, path = done.stdout.partition(" ")
    return host, path


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("board.example.org", "board.example.org", ""),
        ("https://board.example.org", "board.example.org", ""),
        ("https://board.example.org/", "board.example.org", ""),
        ("https://board.example.org:8443/ouro/", "board.example.org:8443", "/ouro"),
        ("board.example.org/a/b", "board.example.org", "/a/b"),
    ],
)
def test_every_form_of_the_address_is_served(
    url: str, host: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert place_of(url, tmp_path) == (host, path)
    monkeypatch.setenv("OURO_WEB_URL", url)
    public = Settings().web_url
    assert public == f"https://{host}{path}/"
    assert place_of(public, tmp_path) == (host, path)


def test_the_profile_without_an_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as it:
        place_of("", tmp_path)
    assert it.value.stderr.strip().endswith("write OURO_WEB_URL into .env")


@pytest.mark.parametrize("path", ["", "/ouro"])
async def test_caddy_forwards_to_a_bot_that_answers(path: str, tmp_path: Path) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(
            text=f"{request.path} {request.host} {request.headers['X-Forwarded-For']}"
        )

    app = web.Application()
    app.router.add_get("/{any:.*}", answer)
    host = f"127.0.0.1:{free_port()}"
    async with TestServer(app) as bot, aiohttp.ClientSession() as browser:
        bots = f"127.0.0.1:{free_port()} 127.0.0.1:{bot.port}"
        with proxying(tmp_path, host, bots, path=path):
            async with asyncio.timeout(60):
                said = None
                while said is None:
                    try:
                        async with browser.get(f"http://{host}{path}/api/proxy") as response:
                            said = await response.text()
                    except aiohttp.ClientConnectionError:
                        await asyncio.sleep(0.05)
    assert said == f"/api/proxy {host} 127.0.0.1"


@pytest.mark.parametrize("domain", ["board.example.org", "my-board.example.org:8443"])
def test_the_unit_serves_any_domain(domain: str, tmp_path: Path) -> None:
    [given] = re.findall(r"^Environment=(PAGE_.*)$", UNIT, re.MULTILINE)
    variables = dict(word.split("=") for word in given.replace("%i", domain).split())
    [command] = re.findall(r"^ExecStart=/usr/bin/caddy run (.*)$", UNIT, re.MULTILINE)
    arguments = command.replace("/opt/ouro", str(ROOT)).split()
    done = subprocess.run(
        [caddy(), "adapt", *arguments],
        env={**os.environ, **variables, "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f'"host":["{domain.partition(":")[0]}"]' in done.stdout
    assert f'"dial":"127.0.0.1:{PORT}"' in done.stdout
    assert "DISCORD_TOKEN" not in UNIT
    (server,) = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    seconds = {name: server[name] / 1e9 for name in LIMITS}
    assert all(0 < each <= 120 for each in seconds.values())
    assert seconds["write_timeout"] > POLL_SECONDS + LOOK_SECONDS
    assert server["max_header_bytes"] < HEADER_BYTES
    assert f'"max_size":{MAX_BODY}' in done.stdout
    avoided, tried = (
        int(re.findall(f'"{name}_duration":(.*?)[,}}]', done.stdout)[0]) for name in ("fail", "try")
    )
    assert avoided < tried, "who asks when a bot has refused a connection is answered"


@pytest.mark.parametrize("composition", [COMPOSE, SCALE], ids=["one bot", "several"])
def test_a_composition_trusts_its_proxy(composition: dict[str, Any]) -> None:
    services, networks = composition["services"], composition["networks"]
    [network] = networks["ouro"]["ipam"]["config"]
    bots = {
        name: each
        for name, each in services.items()
        if "OURO_WEB_URL" in each.get("environment", ())
    }
    for bot in bots.values():
        assert network["subnet"] in bot["environment"]["OURO_WEB_PROXIES"]
        assert "ouro" in bot["networks"]
        assert bot["environment"]["OURO_WEB_HOST"] == "0.0.0.0"  # noqa: S104
    page = services["page"]
    assert page["environment"]["PAGE_BOTS"].split() == [f"{name}:{PORT}" for name in bots]
    assert "DISCORD_TOKEN" not in str(page)
    if composition is SCALE:
        assert page["extends"] == {"file": "compose.yaml", "service": "page"}
        assert set(PAGE["networks"]) <= networks.keys()
        assert {each.partition(":")[0] for each in PAGE["volumes"] if each[0] != "."} <= set(
            composition["volumes"]
        )
