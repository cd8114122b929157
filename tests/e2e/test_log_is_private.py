"""The log of the program contains no secrets and no private texts, even at debug level."""

import contextlib
import json
import re
import signal
import socket
from pathlib import Path

import pytest
from aiohttp import ClientSession

from sandbox.api.faults import Fault, FaultKind
from sandbox.model.uploads import Upload
from sandbox.model.waiting import wait_until
from tests.support.chat.playing import press
from tests.support.program import end_of, forked_program
from tests.support.sandbox.client import NoAnswer
from tests.support.sandbox.server import Sandbox
from tests.support.warm.program import WarmProgram

PUZZLE = "3x3:3a3c3a3"
SOLVED = "10x10:zzzv"
WRONG = "7x7:1a3c2a3d3b2a1b9"
TYPED = "A1-A2-zqxqnobody"
ZONE = "Nowhere/Zqxqprivate"
PRIVATE_WORDS = "nobody is to read this zqxq"
TOKEN_LIKE = re.compile(r"[\w-]{20,28}\.[\w-]{5,10}\.[\w-]{20,}|[\w-]{100,}")
"""The token of a bot, or that of an interaction."""


@pytest.mark.usefixtures("made_dailies")
async def test_the_log_contains_no_secrets_and_no_texts_of_people(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    variables = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "OURO_WORKERS": "1",
        "OURO_LOG_LEVEL": "debug",
        "OURO_PERSON_PACE": "10000",
        "OURO_WEB_URL": f"http://127.0.0.1:{port}/",
        "OURO_WEB_PORT": str(port),
        "OURO_CLIENT_SECRET": sandbox.client_secret,
    }
    client = sandbox.client
    async with forked_program(warm_bots, tmp_path, **variables) as process:
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
        message = await client.post_message(f"{PRIVATE_WORDS} {PUZZLE}")
        await client.message_command("Solve this Slitherlink", message)
        assert "solution" in (await client.slash("solve", {"puzzle": SOLVED})).text
        await client.slash("solve", {"puzzle": WRONG})
        file = Upload("zqxqprivate.txt", f"{PRIVATE_WORDS} {SOLVED}".encode())
        await client.slash("solve", {"file": file})
        board = await client.slash("play", {"puzzle": PUZZLE})
        board = await press(sandbox, board, "right")
        form = await press(sandbox, board, "type")
        await client.submit_modal(form, {"moves": TYPED})
        for command, options in (
            ("submit", {"moves": TYPED}),
            ("hint", {}),
            ("settings", {"zone": ZONE}),
            ("daily", {"day": "zqxqprivate"}),
            ("daily", {}),
            ("stats", {"person": str(client.member)}),
            ("setup", {"channel": str(client.general), "time": "zqxqprivate"}),
            ("status", {}),
        ):
            await client.slash(command, options)
        await client.autocomplete("settings", "zone", {"zone": ZONE})
        for kind in (FaultKind.ERROR, FaultKind.RATE_LIMIT, FaultKind.LOST):
            sandbox.faults.add(Fault(kind, seconds=0.1, path="webhooks|messages"))
            with contextlib.suppress(NoAnswer):
                await client.slash("solve", {"puzzle": PUZZLE})
        used = await open_activities(sandbox, port)
        tokens = [interaction.token for interaction in sandbox.state.interactions.values()]
        process.send_signal(signal.SIGTERM)
        code, printed, log = await end_of(process)
    assert code == 0
    assert len(tokens) >= 6
    written = printed + json.dumps(log, ensure_ascii=False)
    assert "handled" in written
    people = [str(person.id) for person in sandbox.state.users.values() if not person.bot]
    assert len(people) >= 3
    texts = (PUZZLE, SOLVED, WRONG, PRIVATE_WORDS, TYPED, ZONE, "zqxq")
    assert "person refused" in written
    secrets = (sandbox.token, sandbox.client_secret, *used)
    for secret in (*secrets, *tokens, *people, *texts):
        assert secret.lower() not in written.lower()
    names = {person.name for person in sandbox.state.users.values()}
    assert names
    for name in names - {"Ouro"}:
        assert not re.search(rf"\b{re.escape(name)}\b", written)
    assert not TOKEN_LIKE.search(written)


async def open_activities(sandbox: Sandbox, port: int) -> tuple[str, ...]:
    """Open the page inside Discord, and try it again; returns what nobody may read."""
    application = sandbox.state.application_id
    instance = sandbox.activities.launch(sandbox.client.me, sandbox.client.general).id
    code = sandbox.activities.authorize(sandbox.client.me, application)
    headers = {"Origin": f"https://{application}.discordsays.com"}
    async with ClientSession(f"http://127.0.0.1:{port}", headers=headers) as session:
        asked = {"code": code, "instance": instance}
        async with session.post("/api/activity", json=asked) as answer:
            assert answer.status == 200
            given = await answer.json()
        async with session.post("/api/activity", json=asked) as answer:
            assert answer.status == 403
    return code, given["token"], given["access_token"], instance
