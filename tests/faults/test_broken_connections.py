"""The connection of every request to Discord breaks once, before or after Discord has done it.

The bot acts as if nothing had happened: it sends each request again, and each answer comes once.
"""

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from puzzle.notation import format_puzzle
from sandbox.api.answers import API_PREFIX
from sandbox.api.faults import Fault, FaultKind
from sandbox.model.permissions import Permission
from sandbox.model.records import AnswerStage
from sandbox.server import Sandbox
from service.solving import Solving
from store.address import file_address
from tests.support.activities import ask, code_of, launched
from tests.support.chat.dailies import posts, put_clock, puzzle_on, track_count, wait_for_posts
from tests.support.chat.messages import readable
from tests.support.chat.playing import SOLUTION, moves, moves_of, opened, press, write
from tests.support.chat.runner import Runner, often
from tests.support.chat.stored import count
from tests.support.waiting import until, until_is
from texts import playing, problems
from workers.errors import PoolClosed

MANY = "3x3:i"
SENT = "/channels/*/messages"
FOLLOW_UP = "POST /webhooks/*/*"
NOT_SENT = re.compile(
    r"GET |.* /applications/[^/]*/(guilds|commands/)"
    r"|(PATCH|DELETE) /channels/\*$|POST /channels/\*/(typing|threads)$|PUT /channels/"
    r"|DELETE /channels/\*/messages"
)
"""Requests that change nothing, and those that the local chat knows and Ouro does not send."""


class Breaks:
    """Breaks the connection of the first try of each request to a chat, and of every other one."""

    def __init__(self, chat: Sandbox, kind: FaultKind, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken: Counter[str] = Counter()
        self._tries: Counter[str] = Counter()
        self._kind = kind
        monkeypatch.setattr(chat.faults, "match", self.match)

    def match(self, method: str, path: str) -> Fault | None:
        name = f"{method} {path}"
        self._tries[name] += 1
        if self._tries[name] % 2 == 0:
            return None
        self.broken[without_ids(name)] += 1
        return Fault(self._kind)


def without_ids(request: str) -> str:
    """A request with stars in place of IDs, tokens and placeholders.

    >>> without_ids("PATCH /channels/123/messages/{message_id}")
    'PATCH /channels/*/messages/*'
    """
    return re.sub(r"/(\d+|[^/]{60,}|@original|\{\w+\})(?=/|$)", "/*", request)


def requests_of(chat: Sandbox) -> set[str]:
    """All requests that a chat knows."""
    routes = (route for app in chat._application()._subapps for route in app.router.routes())
    paths = [(route.method, route.resource.canonical) for route in routes if route.resource]
    return {
        without_ids(f"{method} {path.removeprefix(API_PREFIX)}")
        for method, path in paths
        if path.startswith(API_PREFIX)
    }


async def ask_for_everything(chat: Sandbox, breaks: Breaks, data: Path) -> None:
    """Let the bot send every kind of request, and check each answer."""
    client, address = chat.client, file_address(data / "ouro.db")
    for private in (False, True):
        answer = await client.slash("solve", {"puzzle": MANY, "private": private})
        assert "213 solutions" in answer.text
    board = await press(chat, await opened(chat), "right")
    assert "with 1 line drawn" in str(board.message)
    assert "2 lines drawn" in str((await write(chat, board, "A1 left")).message)
    assert await client.autocomplete("settings", "zone", {"zone": "Tokyo"})
    await open_activity(chat, await launched(chat, board))
    solved = await client.slash("submit", {"moves": moves(SOLUTION)})
    assert playing.SOLVED.text in solved.text
    await client.press(solved, "Share")
    await client.wait_for_message(lambda message: "solved it" in readable(message))

    panel = await client.slash("setup", {"channel": client.general, "threads": True})
    await client.press(panel, "Post today's now")
    [first, *_] = await wait_for_posts(chat, client.general, track_count(chat))
    puzzle = puzzle_on(first)
    asked = await client.slash("solve", {"puzzle": format_puzzle(puzzle, "loopy")})
    assert "never show its solution" in asked.text
    await client.press(first, "Play")
    await client.slash("submit", {"moves": moves_of(puzzle)})
    await until(lambda: breaks.broken[f"PATCH {SENT}/*"])
    await until_is(0, lambda: count(address, "pending_replies"))


async def open_activity(chat: Sandbox, instance: str) -> None:
    """Open a page inside Discord, which asks again with another code when it is told to."""
    statuses = [(await ask(chat, instance, code_of(chat)))[0] for _ in range(4)]
    assert set(statuses) == {200, 503}


async def leave_a_reply(chat: Sandbox, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    """Let the bot leave a reply that it sends later."""
    solve = Solving.solve

    async def once(*_: object) -> None:
        monkeypatch.setattr(Solving, "solve", solve)
        raise PoolClosed

    monkeypatch.setattr("service.running.pending_replies.OVERDUE", timedelta(0))
    monkeypatch.setattr(Solving, "solve", once)
    assert "213 solutions" in (await chat.client.slash("solve", {"puzzle": MANY})).text
    await until_is(0, lambda: count(file_address(data / "ouro.db"), "pending_replies"))


async def refuse_posts(chat: Sandbox, breaks: Breaks) -> None:
    """The channel refuses the posts of the next day: it is tried once, and its owner told."""
    client = chat.client
    chat.world.deny(client.general, chat.state.bot.id, Permission.SEND_MESSAGES)
    before = breaks.broken[f"POST {SENT}"]
    put_clock(chat, 0)  # today's are posted, whatever the time of day is
    put_clock(chat, 12)
    await client.wait_for_message(lambda _: True, channel=client.direct)
    await until(lambda: breaks.broken[f"POST {SENT}"] >= before + 2)
    assert breaks.broken[f"POST {SENT}"] == before + 2  # the channel, and the owner
    assert len(client.messages(client.direct)) == 1


@pytest.mark.parametrize("kind", [FaultKind.RESET, FaultKind.RESET_AFTER, FaultKind.DISCONNECT])
async def test_every_request_is_done_once_although_its_connection_breaks(
    sandbox: Sandbox,
    run_bot: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: FaultKind,
) -> None:
    breaks = Breaks(sandbox, kind, monkeypatch)
    tasks = often("plan posts", "send posts", "update posts", "send pending replies")
    async with run_bot(sandbox, tasks=tasks):
        await ask_for_everything(sandbox, breaks, tmp_path)
        await leave_a_reply(sandbox, monkeypatch, tmp_path)
        posted = posts(sandbox, sandbox.client.general)
        await refuse_posts(sandbox, breaks)
    sent = {name for name in requests_of(sandbox) if not NOT_SENT.match(name)}
    assert {name for name in breaks.broken if not name.startswith("GET ")} == sent
    assert len(posted) == len({readable(post).splitlines()[0] for post in posted})
    threads = [each for each in sandbox.state.channels.values() if each.parent_id]
    assert len(threads) == len(posted) + 1  # one was there before
    messages = list(sandbox.state.messages.values())
    said = "\n".join(readable({"components": message.components}) for message in messages)
    assert problems.WAS_RESTARTED.text not in said
    assert problems.UNEXPECTED.text[:30] not in said
    stages = {each.stage for each in sandbox.state.interactions.values()}
    assert stages == {AnswerStage.ANSWERED}
    answers = Counter(message.interaction_id for message in messages if message.interaction_id)
    doubled = sum(number > 1 for number in answers.values())
    # A follow-up message has no nonce: one whose answer is lost is shown twice.
    assert doubled == (breaks.broken[FOLLOW_UP] if kind is FaultKind.RESET_AFTER else 0)
