"""From a board in chat to its page inside Discord, and who is refused there."""

import time
from typing import Any
from unittest.mock import AsyncMock

import pytest
from aiohttp import ClientSession, WSMsgType

from bot.answering.command_tree import CommandTree
from bot.connection import activity_identity
from bot.connection.command_sync import LAUNCH_NAME
from sandbox.api.faults import Fault, FaultKind
from sandbox.model.errors import ApiError
from sandbox.model.records import AnswerStage
from service.running.rate_limiter import SharedRateLimiter
from tests.support.activities import ask, code_of, launched, proxied_page
from tests.support.chat.messages import picture_text
from tests.support.chat.playing import SOLUTION, button, opened, press
from tests.support.chat.runner import Runner
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from texts import problems
from workers.errors import BusyReason

NOBODYS = "i-1-gc-2-3"


async def session(chat: Sandbox, instance: str, user: int | None = None, **more: Any) -> str:
    """The token of a page whose person Discord names."""
    status, answer = await ask(chat, instance, code_of(chat, user), **more)
    assert status == 200, answer
    return str(answer["token"])


async def entered(chat: Sandbox) -> Reply:
    """The answer to the entry point command."""
    chat.actions.launch(chat.client.me, chat.client.general, LAUNCH_NAME)
    asked = chat.state.interactions[max(chat.state.interactions)]
    await until(lambda: chat.state.interactions[asked.id].stage is not AnswerStage.WAITING)
    return Reply(chat.state, asked.id)


async def test_a_board_is_drawn_on_inside_discord(chat: Sandbox) -> None:
    board = await press(chat, await opened(chat), "right")
    instance = await launched(chat, board)
    status, answer = await ask(chat, instance, code_of(chat))
    assert (status, set(answer)) == (200, {"token", "access_token"})
    owner = chat.activities.owner_of(answer["access_token"])
    assert owner is not None
    assert owner.id == chat.client.me
    async with proxied_page(chat, answer["token"]) as page:
        assert (await page.receive())["marks"].count("-") == 1
        await page.draw(*sorted(SOLUTION)[1:3])
        await board.until(lambda message: "with 3 lines drawn." in picture_text(message))


async def test_the_proxy_serves_the_page_with_its_own_policy(chat: Sandbox) -> None:
    async with ClientSession() as client, client.get(f"{chat.activity_origin}/") as page:
        policy = page.headers["Content-Security-Policy"]
        assert page.status == 200
    assert f"frame-ancestors {chat.activity_origin} {chat.base_url}" in policy
    async with ClientSession() as client, client.get(f"{chat.board_url}api/activity") as page:
        assert await page.json() == {"application": str(chat.state.application_id)}


async def test_another_board_in_the_same_instance_replaces_the_page(chat: Sandbox) -> None:
    first = await opened(chat)
    instance = await launched(chat, first)
    async with proxied_page(chat, await session(chat, instance)) as page:
        assert "marks" in await page.receive()
        second = await chat.client.slash("new", {"size": "5x5", "level": "easy"})
        assert await launched(chat, second) == instance
        closing = await page.socket.receive()
        assert (closing.type, closing.data) == (WSMsgType.CLOSE, 4001)
    status, answer = await ask(chat, instance, code_of(chat))
    assert status == 200
    async with ClientSession() as client:
        headers = {"Authorization": f"Bearer {answer['token']}"}
        async with client.get(f"{chat.activity_origin}/api/board", headers=headers) as shown:
            assert len((await shown.json())["geometry"]["clues"]) == 25


async def test_the_entry_point_opens_the_board_that_was_used_last(chat: Sandbox) -> None:
    """The bot launches it, without a board."""
    assert LAUNCH_NAME in chat.client.commands()
    board = await opened(chat)
    asked = await entered(chat)
    [instance] = [each for each in chat.activities.running if chat.client.me in each.users]
    assert asked.interaction.activity == instance.id
    async with proxied_page(chat, await session(chat, instance.id)) as page:
        await page.receive()
        await page.draw(*sorted(SOLUTION)[:2])
        await board.until(lambda message: "with 2 lines drawn." in picture_text(message))


async def test_a_link_opens_a_daily_in_the_persons_server(chat: Sandbox) -> None:
    instance = chat.activities.launch(chat.client.me, chat.client.general, "daily-mini").id
    token = await session(chat, instance, wanted="daily-mini")
    async with ClientSession() as client:
        headers = {"Authorization": f"Bearer {token}"}
        async with client.get(f"{chat.activity_origin}/api/board", headers=headers) as shown:
            assert "Mini" in (await shown.json())["geometry"]["title"]
    leaderboard = await chat.client.slash("leaderboard")
    assert leaderboard.text
    status, answer = await ask(chat, instance, code_of(chat), wanted="daily-mini-2999-01-01")
    assert (status, answer["why"]) == (403, "board")
    assert answer["text"]


async def test_a_person_is_told_if_discord_does_not_launch_for_them(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An application that is not verified is launched for its team and testers alone."""
    board = await opened(chat)

    def refuse(*_: object) -> None:
        raise ApiError(403, 50001, "Missing Access")

    monkeypatch.setattr(chat.activities, "launch", refuse)
    for reply in (await chat.client.press(board, button(board, "launch")), await entered(chat)):
        assert problems.NOT_LAUNCHED.text in reply.text
        assert reply.ephemeral


async def test_a_refused_launch_is_told(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is too quick, and who asks a bot whose page is gone, though Discord has the command."""
    async with run_bot(sandbox):
        with monkeypatch.context() as patched:
            patched.setattr(SharedRateLimiter, "allows", AsyncMock(return_value=False))
            too_quick = await entered(sandbox)
    without_page = lambda client, parts, **_: CommandTree(client, parts)  # noqa: E731
    monkeypatch.setattr("app.discord_bot.CommandTree", without_page)
    async with run_bot(sandbox):
        gone = await entered(sandbox)
    for reply, told in (
        (too_quick, problems.BUSY[BusyReason.RATE]),
        (gone, problems.NOT_YOURS),
    ):
        assert told.text in reply.text
        assert reply.ephemeral
    assert sandbox.activities.running == ()


# Refused

REFUSED = (403, {"why": "identity"})


async def test_a_code_is_good_once_for_its_person_in_their_instance(chat: Sandbox) -> None:
    me, member = chat.client.me, chat.client.member
    instance = await launched(chat, await opened(chat))
    code = code_of(chat)
    _, answer = await ask(chat, instance, code)
    of_another = chat.activities.authorize(me, chat.state.application_id + 1)
    for refused in (code, of_another, answer["access_token"], code_of(chat, member)):
        assert await ask(chat, instance, refused) == REFUSED
    assert await ask(chat, NOBODYS, code_of(chat)) == REFUSED
    for more in ({"access_token": answer["access_token"]}, {"person": me}):
        assert (await ask(chat, instance, code_of(chat), **more))[0] == 400
    chat.activities.launch(member, chat.client.general)
    assert (await ask(chat, instance, code_of(chat, member)))[0] == 200
    chat.activities.leave(member, instance)
    assert await ask(chat, instance, code_of(chat, member)) == REFUSED


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/oauth2/token", FaultKind.RESET),
        ("/users/@me", FaultKind.ERROR),
        ("/activity-instances/", FaultKind.RATE_LIMIT),
    ],
)
async def test_the_page_asks_again_while_discord_does_not_answer(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch, path: str, kind: FaultKind
) -> None:
    instance = await launched(chat, await opened(chat))
    chat.faults.add(Fault(kind, path=path, seconds=60))
    with monkeypatch.context() as patched:
        if path == "/activity-instances/":  # the library waits
            patched.setattr(activity_identity, "ANSWER_SECONDS", 0.5)
        assert (await ask(chat, instance, code_of(chat)))[0] == 503
    chat.faults.clear()  # a busy machine has not come to it
    assert (await ask(chat, instance, code_of(chat)))[0] == 200


async def test_discord_is_not_asked_while_it_asks_to_wait(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = await launched(chat, await opened(chat))
    limits = [Fault(FaultKind.RATE_LIMIT, path="/oauth2/token", seconds=60) for _ in range(2)]
    for limit in limits:
        chat.faults.add(limit)
    for _ in range(3):
        assert (await ask(chat, instance, code_of(chat)))[0] == 503
    assert chat.faults.pending == (limits[1],)
    chat.faults.clear()
    monkeypatch.setattr(activity_identity, "monotonic", lambda: time.monotonic() + 61)
    assert (await ask(chat, instance, code_of(chat)))[0] == 200
