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
from sandbox.chat.interactions import CallbackType, InteractionRegistry
from sandbox.model.permissions import Permission
from sandbox.model.records import AnswerStage, Interaction
from sandbox.model.uploads import Body
from service.playing.activities import REFUSED_TIME
from service.running.rate_limiter import SharedRateLimiter
from tests.support.activities import ask, code_of, launched, proxied_page
from tests.support.chat.messages import labels, picture_text, readable
from tests.support.chat.playing import SOLUTION, button, link_to, menu, moves, opened, press
from tests.support.chat.runner import Runner
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from texts import board_page, boards, problems, sharing, together
from workers.errors import BusyReason

ACTIVITY = True
NOBODYS = "i-1-gc-2-3"
LAUNCH, THINKING = CallbackType.LAUNCH_ACTIVITY, CallbackType.DEFERRED_MESSAGE


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


@pytest.fixture
def callbacks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The types of all callbacks that a chat gets."""
    types: list[int] = []
    take = InteractionRegistry.callback

    def callback(self: InteractionRegistry, number: int, token: str, body: Body) -> Interaction:
        types.append(body.mapping()["type"])
        return take(self, number, token, body)

    monkeypatch.setattr(InteractionRegistry, "callback", callback)
    return types


async def test_play_opens_a_daily_whose_clock_begins_when_it_is_shown(own_chat: Sandbox) -> None:
    shown = await own_chat.client.slash("daily", {"track": "mini"})
    pressed = await own_chat.client.tap(shown, button(shown, "mini"))
    assert pressed.interaction.callback == LAUNCH
    own_chat.clock.advance(600)
    token = await session(own_chat, str(pressed.interaction.activity))
    async with proxied_page(own_chat, token) as page:
        assert (await page.receive())["clock"] < 600
    own_chat.clock.advance(600)
    async with proxied_page(own_chat, token) as page:
        assert (await page.receive())["clock"] >= 600
    listed = await own_chat.client.slash("play")
    assert "Mini" in (await title_of(own_chat, token))
    assert "begun" in listed.text


async def title_of(chat: Sandbox, token: str) -> str:
    """The title of the board of a page."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        ClientSession(headers=headers) as client,
        client.get(f"{chat.activity_origin}/api/board") as shown,
    ):
        return str((await shown.json())["geometry"]["title"])


async def test_play_answers_with_the_board_where_discord_refuses(
    own_chat: Sandbox, callbacks: list[int]
) -> None:
    """It is asked again after a day; meanwhile nothing there says that boards open inside."""
    client, activities = own_chat.client, own_chat.activities
    activities.refused.add(client.guild)
    shown = await client.slash("daily", {"track": "mini"})
    for expected in ([LAUNCH, THINKING], [THINKING]):
        callbacks.clear()
        board = await client.press(shown, button(shown, "mini"))
        assert callbacks == expected
        assert board.ephemeral
        assert link_to(board)
        assert board_page.LAUNCH.text not in labels(board.message)
    assert activities.running == ()
    own_chat.clock.advance(REFUSED_TIME.total_seconds() + 60)
    activities.refused.clear()
    shown = await client.slash("daily", {"track": "mini"})  # which also tells the bot the time
    assert (await client.tap(shown, button(shown, "mini"))).interaction.activity


async def test_play_answers_with_the_board_where_nothing_can_be_launched(
    chat: Sandbox, callbacks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In direct messages, in a server without the bot, for who may not use activities, and for a
    board that is not stored in time."""
    client = chat.client
    chat.world.deny(client.general, client.member, Permission.USE_EMBEDDED_ACTIVITIES)
    places = (client.direct_of(client.member), client.elsewhere, client.general)
    for channel in (*places, client.thread):
        if channel == client.thread:
            monkeypatch.setattr("bot.boards.launching.STORE_SECONDS", 0.0)
        options = {"channel": channel, "user": client.member}
        shown = await client.slash("daily", {"track": "mini"}, **options)
        callbacks.clear()
        board = await client.press(shown, button(shown, "mini"), user=client.member)
        assert callbacks == [THINKING]
        assert "Mini" in board.text


async def test_every_play_launches_in_a_server(chat: Sandbox) -> None:
    """That of a shared puzzle, and of an unfinished board in a list."""
    await opened(chat)
    client, solved = chat.client, await chat.client.slash("submit", {"moves": moves(SOLUTION)})
    await client.press(solved, sharing.SHARE.text)
    shared = await client.wait_for_message(
        lambda message: "Ouro · 5x5" in str(message["components"]), user=client.member
    )
    pressed = await client.tap(shared, boards.PLAY.text, user=client.member)
    listed = await client.slash("play", user=client.member)
    opened_again = await client.tap(listed, boards.OPEN.text, user=client.member)
    assert pressed.interaction.activity == opened_again.interaction.activity is not None


async def shared_by(chat: Sandbox) -> Reply:
    """The message of a board of several people."""
    own = await opened(chat)
    return await chat.client.select(own, menu(own), ["together"])


async def test_a_board_of_several_people_opens_inside_discord(chat: Sandbox) -> None:
    """It does as one's own, for who draws along or looks on; one draws in the chat all the same."""
    client, posted = chat.client, await shared_by(chat)
    shown = together.DRAW_ALONG, boards.DRAW, together.LOOK_ON, together.ORDER
    assert labels(posted.message) == [each.text for each in shown]
    mine = await client.tap(posted, together.DRAW_ALONG.text)
    theirs = await client.tap(posted, together.LOOK_ON.text, user=client.member)
    instance = str(mine.interaction.activity)
    assert theirs.interaction.activity == instance
    async with (
        proxied_page(chat, await session(chat, instance)) as page,
        proxied_page(chat, await session(chat, instance, client.member)) as looking,
    ):
        assert (await page.receive())["me"] == 0
        assert (await looking.receive())["me"] == -1
        pad = await client.press(posted, boards.DRAW.text, user=client.newcomer)
        await client.press(pad, button(pad, "right"), user=client.newcomer)
        for each in page, looking:
            while not (update := await each.receive()).get("changes"):
                assert "companions" not in update
        while "people" not in (update := await looking.ask("join")):
            pass
        assert update["me"] == 2
    assert await launched(chat, await opened(chat)) == instance
    async with proxied_page(chat, await session(chat, instance)) as page:
        assert "me" not in await page.receive()


async def test_a_page_begins_a_board_of_several_and_who_joins_is_on_it(chat: Sandbox) -> None:
    """Its message is in the channel of the instance, and who joins that has pressed nothing."""
    client, own = chat.client, await opened(chat)
    instance = await launched(chat, own)
    async with proxied_page(chat, await session(chat, instance)) as page:
        await page.receive()
        await page.draw(*sorted(SOLUTION)[:2])
        token = (await page.ask("together"))["token"]
    posted = await client.wait_for_message(lambda m: together.INVITATION.text in readable(m))
    assert "2 lines" in readable(posted)
    await chat.client.slash("new", {"size": "5x5", "level": "easy"}, user=client.member)
    chat.activities.launch(client.member, client.general)
    async with (
        proxied_page(chat, token) as page,
        proxied_page(chat, await session(chat, instance, client.member)) as other,
    ):
        assert (await page.receive())["me"] == 0
        joined = await other.receive()
        assert (joined["me"], joined["marks"].count("-")) == (1, 2)
    daily = await client.slash("daily", {"track": "mini"})
    await client.tap(daily, button(daily, "mini"))
    async with proxied_page(chat, await session(chat, instance)) as page:
        await page.receive()
        refused = await page.ask("together")
        assert refused["text"] == problems.LIVE_DAILY.text.replace("`", "")


async def test_draw_along_answers_where_discord_refuses(
    own_chat: Sandbox, callbacks: list[int]
) -> None:
    """As Play does; that is remembered for both."""
    client, posted = own_chat.client, await shared_by(own_chat)
    own_chat.activities.refused.add(client.guild)
    for label, expected in (
        (together.LOOK_ON, [LAUNCH, THINKING]),
        (together.DRAW_ALONG, [THINKING]),
    ):
        callbacks.clear()
        board = await client.press(posted, label.text, user=client.member)
        assert callbacks == expected
        assert link_to(board)
        assert ("You draw as" in board.text) == (label is together.DRAW_ALONG)


async def test_the_entry_point_tells_if_discord_does_not_launch(chat: Sandbox) -> None:
    """An application that is not verified is launched for its team and testers alone."""
    chat.activities.refused.add(chat.client.guild)
    reply = await entered(chat)
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
