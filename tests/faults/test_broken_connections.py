"""No request to Discord gets an answer at first: each fault, before or after Discord has done it.

The bot acts as if nothing had happened: it sends each request again, and each answer comes once.
"""

import ast
import asyncio
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from inspect import isasyncgenfunction, iscoroutinefunction, isfunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import discord
import pytest
from discord.http import HTTPClient

from bot.connection import outgoing
from bot.connection.command_sync import LAUNCH_NAME
from play.race import COUNTDOWN
from play.storm import SECONDS as STORM_SECONDS
from puzzle.notation import parse_loopy
from sandbox.api.answers import API_PREFIX
from sandbox.api.faults import AFTER, Fault, FaultKind
from sandbox.chat.options import Value
from sandbox.model.permissions import Permission
from sandbox.model.records import AnswerStage
from sandbox.model.uploads import Upload
from service.playing.attempts import SOLVERS_WAIT
from service.playing.solving import Solving
from store.address import file_address
from tests.support.activities import ask, code_of, launched
from tests.support.chat.dailies import posts, put_clock, wait_for_posts
from tests.support.chat.messages import readable
from tests.support.chat.playing import SOLUTION, moves, moves_of, opened, press, write
from tests.support.chat.runner import Runner, now_of, often
from tests.support.chat.stored import pending_replies, rows
from tests.support.paths import ROOT
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is
from texts import boards, drafts, practice, problems, publishing, races
from texts.commands import SOLVE_MESSAGE
from texts.puzzles import EXAMPLE_ROWS
from workers.errors import Busy, BusyReason, PoolClosed

MANY = "3x3:i"
SENT = "/channels/*/messages"
FOLLOW_UP = "POST /webhooks/*/*"
NOT_SENT = re.compile(
    r"GET |.* /applications/[^/]*/(guilds|commands/)"
    r"|(PATCH|DELETE) /channels/\*$|POST /channels/\*/(typing|threads)$|PUT /channels/"
    r"|DELETE /channels/\*/messages"
)
"""Requests that change nothing, and those that the local chat knows and Ouro does not send."""
Call: TypeAlias = tuple[str, str, str]
"""A module of the bot, a function of it, and the name of a function that it calls."""
FAULTS = (
    (FaultKind.RESET, FaultKind.RATE_LIMIT, FaultKind.CUT, FaultKind.LOST, FaultKind.DISCONNECT),
    (FaultKind.RESET_AFTER, FaultKind.ERROR, FaultKind.NO_JSON, FaultKind.DISCONNECT_AFTER),
)
"""The faults that each request meets one after the other before it gets its answer."""
ACTIVITY = True
OWN = frozenset(
    {"clear", "close", "end", "join", "launch_shard", "publish", "read", "remove", "start"}
)
"""Names of methods of the library that methods of the bot have too."""
OPENED = """SELECT notation FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle_id
    ORDER BY attempts.id DESC LIMIT 1"""
"""The puzzle of the board that was opened last."""
ELSEWHERE = {
    ("bot/drafts/display.py", "view", "follow"): "no request",
    ("bot/privacy/chat.py", "_answer", "delete"): "no request",
    ("bot/connection/client.py", "fetch_start_limit", "get_bot_gateway"): "test_session_starts.py",
    ("bot/connection/left_servers.py", "_is_left", "get_guild"): "test_left_servers.py",
    ("bot/connection/discord_time.py", "ask_time", "get_bot_gateway"): "test_discord_time.py",
    ("bot/answering/interactions.py", "_may_be_answered", "original_response"): "the test below",
    ("bot/answering/interactions.py", "_send", "edit_original_response"): "the test below",
    ("bot/answering/interactions.py", "_send", "send_message"): "tests/e2e/test_quotas.py",
    ("bot/answering/interactions.py", "_store", "reply"): "no request",
    ("bot/answering/interactions.py", "reply", "send"): "test_callbacks.py; only if it is quick",
    ("bot/connection/permissions.py", "member_name", "get_member"): "nobody else is on the board",
    ("bot/connection/permissions.py", "look", "fetch_channel"): "the page's own requests",
    ("bot/connection/permissions.py", "look", "fetch_guild"): "the page's own requests",
    ("bot/connection/permissions.py", "look", "fetch_member"): "the page's own requests",
    ("bot/delivery/delivery.py", "_edit_answer", "send"): "test_killed_at_awaits.py",
    ("bot/delivery/delivery.py", "_edit_archived", "edit"): "test_delivery.py",
    ("bot/delivery/delivery.py", "_edit_archived", "fetch_channel"): "test_delivery.py",
    ("bot/delivery/delivery.py", "_sent_before", "history"): "test_killed_at_awaits.py",
    ("bot/connection/permissions.py", "find_channel", "fetch_channel"): "test_forums.py",
    **dict.fromkeys(
        [
            ("bot/delivery/delivery.py", "_put", "create_thread"),
            ("bot/delivery/delivery.py", "_posted_before", "active_threads"),
            ("bot/delivery/delivery.py", "_posted_before", "archived_threads"),
            ("bot/delivery/delivery.py", "_posted_before", "fetch_message"),
        ],
        "test_killed_at_awaits.py, and tests/e2e/test_forums.py",
    ),
    ("bot/answering/readers.py", "fetch_server_reader", "fetch_guild"): "tests/e2e/test_restart.py",
}
"""Calls that look like requests, which these tests do not reach, and why."""


class Breaks:
    """Lets each request to a chat meet these faults before each answer."""

    def __init__(
        self, chat: Sandbox, kinds: tuple[FaultKind, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.broken: Counter[str] = Counter()
        self.met: Counter[tuple[str, FaultKind]] = Counter()
        self._tries: Counter[str] = Counter()
        self._kinds = (*kinds, None)
        monkeypatch.setattr(chat.faults, "match", self.match)

    def match(self, method: str, path: str) -> Fault | None:
        name = f"{method} {path}"
        kind = self._kinds[self._tries[name] % len(self._kinds)]
        self._tries[name] += 1
        if kind is None:
            return None
        self.broken[without_ids(name)] += kind is self._kinds[0]
        self.met[without_ids(name), kind] += 1
        if kind is FaultKind.NO_JSON and path.startswith("/attachments/"):
            return Fault(FaultKind.ERROR)  # a file may be a page of HTML
        return Fault(kind, seconds=0.0)


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
    file = Upload("board.txt", MANY.encode())
    ways: tuple[dict[str, Value], ...] = (
        {"puzzle": MANY},
        {"puzzle": MANY, "private": True},
        {"file": file},
    )
    for options in ways:
        answer = await client.slash("solve", options)
        assert "213 solutions" in answer.text
    found = await client.message_command(SOLVE_MESSAGE.text, await client.post_message("", [file]))
    assert "213 solutions" in found.text
    board = await press(chat, await opened(chat), "right")
    assert "with 1 line drawn" in str(board.message)
    assert "2 lines drawn" in str((await write(chat, board, "A1 left")).message)
    assert await client.autocomplete("settings", "zone", {"zone": "Tokyo"})
    await open_activity(chat, await launched(chat, board))
    solved = await client.slash("submit", {"moves": moves(SOLUTION)})
    assert boards.SOLVED.text in solved.text
    await client.press(solved, "Share")
    await client.wait_for_message(lambda message: "solved it" in readable(message))
    assert "You shared this" in (await client.press(solved, "Share")).text

    panel = await client.slash("setup", {"channel": client.general, "threads": True})
    await client.press(panel, "Post today's now")
    [first] = await wait_for_posts(chat, client.general)
    await client.press(first, "Play")
    [[text]] = await rows(address, OPENED)  # its picture would meet faults, too
    asked = await client.slash("solve", {"puzzle": text})
    assert "never show its solution" in asked.text
    await client.slash("submit", {"moves": moves_of(parse_loopy(text))})
    chat.clock.advance(SOLVERS_WAIT.total_seconds())
    await until(lambda: breaks.broken[f"PATCH {SENT}/*"])
    await until_is([], lambda: pending_replies(address))


async def meet_others(chat: Sandbox) -> None:
    """Let the bot send what others see, and what it sends by itself."""
    client = chat.client
    draft = await client.slash("create", {"size": "5"})
    form = await client.press(draft, drafts.TYPE.text)
    filled = await client.submit_modal(form, {"clues": EXAMPLE_ROWS.replace("/", "\n")})
    asked = await client.press(filled, publishing.PUBLISH.text)
    await client.submit_modal(asked, {"title": "Five by five", "when": "now"})
    await client.wait_for_message(lambda message: "Five by five" in readable(message))
    race = await client.slash("race", {"size": "5x5", "level": "easy"})
    await client.press(race, races.JOIN.text, user=client.member)
    await client.press(race, races.START.text)
    chat.clock.advance(COUNTDOWN.total_seconds())
    for person in (client.me, client.member):
        await client.wait_for_message(
            lambda message: "The race has begun" in readable(message), user=person
        )


async def let_time_pass(chat: Sandbox) -> None:
    """Let the bot send what is due at a time: the end of a storm, and a reminder."""
    client = chat.client
    shown = await client.press(
        await client.slash("practice", {"storm": True}), practice.BEGIN_BUTTON.text
    )
    settings = await client.slash("settings", user=client.member)
    form = await client.press(settings, "Remind me…", user=client.member)
    due = f"{now_of(chat) + timedelta(minutes=5):%H:%M}"
    at = {"Time of day, such as 18:30": due, "Time zone, such as Europe/London": "UTC"}
    await client.submit_modal(form, at)
    chat.clock.advance(STORM_SECONDS + 1)
    await shown.until(lambda message: "The storm is over" in readable(message))
    chat.clock.advance(300 - STORM_SECONDS)
    await client.wait_for_message(
        lambda message: "A reminder of daily" in readable(message),
        channel=client.direct_of(client.member),
        user=client.member,
    )


async def open_activity(chat: Sandbox, instance: str) -> None:
    """Open a page inside Discord, which asks again with another code when it is told to."""
    status, told = 503, set[int]()
    while status == 503:
        status, _ = await ask(chat, instance, code_of(chat))
        told.add(status)
    assert told == {200, 503}
    before = len(chat.state.interactions)
    chat.actions.launch(chat.client.me, chat.client.general, LAUNCH_NAME)
    assert len(chat.state.interactions) == before + 1


async def leave_a_reply(chat: Sandbox, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    """Let the bot leave a reply that it sends later, once its queue has room again."""
    solve = Solving.solve
    refusals = iter([PoolClosed(), Busy(BusyReason.QUEUE)])

    async def refuse(*arguments: Any) -> Any:
        refusal = next(refusals, None)
        if refusal is None:
            return await solve(*arguments)
        raise refusal

    monkeypatch.setattr("bot.delivery.delivery.BUSY_WAIT", timedelta(0))
    monkeypatch.setattr(Solving, "solve", refuse)
    assert "213 solutions" in (await chat.client.slash("solve", {"puzzle": MANY})).text
    await until_is([], lambda: pending_replies(file_address(data / "ouro.db")))


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


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions in it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, ast.AsyncFunctionDef):
            yield node
            yield from own_nodes(node)


def requests_in(function: ast.AsyncFunctionDef) -> Iterator[str]:
    """The names of methods that send requests, by which a function calls something."""
    for node in own_nodes(function):
        called = node.value if isinstance(node, ast.Await) else getattr(node, "iter", None)
        function_called = called.func if isinstance(called, ast.Call) else None
        if isinstance(function_called, ast.Attribute) and function_called.attr in REQUESTS:
            yield function_called.attr


def callers() -> set[Call]:
    """The functions of the bot that call a method of the library which sends a request."""
    return {
        (str(path.relative_to(ROOT)), node.name, request)
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AsyncFunctionDef)
        for request in requests_in(node)
    }


REQUESTS = {
    *(
        name
        for each in vars(discord).values()
        if isinstance(each, type)
        for name in dir(each)
        if not name.startswith("_")
        and (iscoroutinefunction(getattr(each, name)) or isasyncgenfunction(getattr(each, name)))
    ),
    *(name for name, each in vars(HTTPClient).items() if isfunction(each)),
} - {"__init__", *OWN}
"""The names of methods of the library that send requests."""


def test_all_requests_go_through_what_repeats_them() -> None:
    """Whatever else opens a connection is listed with the test of its faults."""
    opens = re.compile(r"ClientSession\(|urlopen\(|build_opener\(|httpx|HTTPConnection")
    packages = ("app", "bot", "service", "store", "telemetry", "web", "workers")
    found = {
        str(path.relative_to(ROOT))
        for package in packages
        for path in (ROOT / package).rglob("*.py")
        if opens.search(path.read_text(encoding="utf-8"))
    }
    assert found == {
        "app/operating/doctor.py",  # tests/app/operating/test_doctor.py
        "app/operating/health.py",  # the same
        "app/operating/page_checkup.py",  # the same
        "bot/connection/activity_identity.py",  # the page asks again, below
        "bot/answering/attachments.py",  # below
    }


@pytest.fixture
def senders(monkeypatch: pytest.MonkeyPatch) -> set[Call]:
    """The functions of the bot that wait for a request that is sent."""
    found, repeating = set[Call](), outgoing.repeating

    async def noted(*arguments: Any) -> Any:
        frame = sys._getframe()
        while (caller := frame.f_back) is not None:
            path = Path(caller.f_code.co_filename)
            if path.is_relative_to(ROOT / "bot"):
                place = str(path.relative_to(ROOT))
                found.add((place, caller.f_code.co_name, frame.f_code.co_name))
            frame = caller
        return await repeating(*arguments)

    for place in ("bot.connection.outgoing", "bot.answering.attachments"):
        monkeypatch.setattr(f"{place}.repeating", noted)
    return found


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are repeated at once, by the bot and by the library."""

    async def at_once(_: float) -> None:
        await asyncio.sleep(0)

    without = SimpleNamespace(**{**vars(asyncio), "sleep": at_once})
    for place in ("discord.http", "discord.webhook.async_"):
        monkeypatch.setattr(f"{place}.asyncio", without)
    monkeypatch.setattr(outgoing, "PAUSES", (0.0,) * len(outgoing.PAUSES))


@pytest.mark.parametrize("kinds", FAULTS, ids=lambda kinds: ", ".join(each.value for each in kinds))
@pytest.mark.usefixtures("no_pauses")
async def test_every_request_is_done_once_although_it_gets_no_answer(
    run_bot: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    senders: set[Call],
    kinds: tuple[FaultKind, ...],
) -> None:
    # Its answers are not those of Discord, so they are not compared with its contract.
    async with patient_chat() as sandbox:
        breaks = Breaks(sandbox, kinds, monkeypatch)
        tasks = often("plan posts")
        async with run_bot(sandbox, tasks=tasks):
            await ask_for_everything(sandbox, breaks, tmp_path)
            await meet_others(sandbox)
            await leave_a_reply(sandbox, monkeypatch, tmp_path)
            posted = posts(sandbox, sandbox.client.general)
            await refuse_posts(sandbox, breaks)
            await let_time_pass(sandbox)
        check_what_is_shown(sandbox, breaks, posted)
    assert callers() - senders <= set(ELSEWHERE) <= callers()
    sent = {name for name in requests_of(sandbox) if not NOT_SENT.match(name)}
    assert {name for name in breaks.broken if not name.startswith("GET ")} == sent
    assert set(breaks.met) == {(name, kind) for name in breaks.broken for kind in kinds}


def check_what_is_shown(chat: Sandbox, breaks: Breaks, posted: list[Any]) -> None:
    """Each answer and each post came once, and none is an error."""
    assert len(posted) == len({readable(post).splitlines()[0] for post in posted})
    threads = [each for each in chat.state.channels.values() if each.parent_id]
    assert len(threads) == len(posted) + 1  # one was there before
    messages = list(chat.state.messages.values())
    said = "\n".join(readable({"components": message.components}) for message in messages)
    assert problems.WAS_RESTARTED.text not in said
    assert problems.UNEXPECTED.text[:30] not in said
    stages = {each.stage for each in chat.state.interactions.values()}
    assert stages == {AnswerStage.ANSWERED}
    answers = Counter(message.interaction_id for message in messages if message.interaction_id)
    further = sum(number - 1 for number in answers.values())
    # A follow-up message has no nonce: one whose answer is lost is shown again.
    assert further == sum(breaks.met[FOLLOW_UP, kind] for kind in AFTER)


async def test_an_error_replaces_no_answer_that_is_shown(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer to the edit comes at all, although Discord does it: people see the solution."""
    monkeypatch.setattr(outgoing, "PAUSES", (0.0, 0.0))
    edit = "PATCH .*/messages/@original$"
    chat.faults.add(Fault(FaultKind.RESET_AFTER, times=3, path=edit))
    answer = await chat.client.slash("solve", {"puzzle": MANY})
    await until(lambda: not chat.faults.pending)
    assert "213 solutions" in answer.text
    chat.faults.add(Fault(FaultKind.RESET, times=3, path=edit))
    told = await chat.client.slash("solve", {"puzzle": MANY})
    assert problems.UNEXPECTED.text[:30] in told.text  # nothing was shown
