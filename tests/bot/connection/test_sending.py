"""One target that hangs or fails delays no other one, in every loop that sends."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from msgspec import Struct
from msgspec.structs import replace

from app.settings import Settings
from bot.connection.sending import Sending
from bot.dailies import post_updates
from bot.dailies.daily_posts import DailyPosts
from bot.dailies.post_updates import PostUpdates
from bot.settings import reminders
from bot.settings.reminders import ReminderDelivery
from bot.solving.pending_replies import PendingReplyDelivery
from play.calendar import EPOCH
from service.posting.post_queue import PER_SECOND
from service.running.rate_limiter import TokenBucket
from service.running.readers import Reader
from store.records import DailyPost, PendingReply, Player, Server
from tests.support.chat_parts import chat_of
from tests.support.waiting import until
from workers.pool import SYSTEM

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TARGETS = 25
"""More than each loop sends at once."""
BAD = 7
"""The target with the trouble; the first ones wait behind nothing."""


def http_error(status: int) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(cast("Any", response), "no")


async def hang() -> None:
    await asyncio.Event().wait()


TROUBLES: dict[str, Callable[[], Exception] | None] = {
    "hangs": None,
    "client error": aiohttp.ServerDisconnectedError,
    "no network": OSError,
    "time": TimeoutError,
    "refused": lambda: http_error(400),
    "server error": lambda: http_error(503),
    "rate limit": lambda: http_error(429),
    "our bug": ZeroDivisionError,
}


class Loop(Struct):
    """A loop that sends: one round of it, its runner, and the targets that have been sent to."""

    round: Callable[[], Awaitable[None]]
    sending: Sending
    sent: list[int]


def send_to(sent: list[int], trouble: str) -> Callable[[int], Awaitable[None]]:
    async def send(target: int) -> None:
        if target != BAD:
            sent.append(target)
        elif (error := TROUBLES[trouble]) is None:
            await hang()
        else:
            raise error()

    return send


def post_of(target: int) -> DailyPost:
    return DailyPost(target, EPOCH, "easy", NOON, channel_id=target, message_id=target)


def updates(
    send: Callable[[int], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    outdated: Sequence[DailyPost],
) -> PostUpdates:
    class Message:
        def __init__(self, target: int) -> None:
            self.id = target

        async def edit(self, **_: object) -> None:
            await send(self.id)

    async def newly_solved(*_: object) -> list[DailyPost]:
        return list(outdated)

    async def found(*_: object) -> tuple[None, None]:
        return None, None

    async def view(*_: object) -> None:
        return None

    async def server(server_id: int) -> Server:
        return Server(server_id, NOON)

    async def reader(*_: object) -> Reader:
        return Reader(SYSTEM)

    monkeypatch.setattr(post_updates, "fetch_server_reader", reader)
    monkeypatch.setattr(
        post_updates, "daily_message", lambda *_: SimpleNamespace(view=None, files=())
    )
    client = SimpleNamespace(
        get_partial_messageable=lambda *_, **__: SimpleNamespace(get_partial_message=Message)
    )
    dailies = SimpleNamespace(newly_solved=newly_solved, find=found, view=view, today=lambda: EPOCH)
    servers = SimpleNamespace(find=server)
    use = SimpleNamespace(dailies=dailies, servers=servers, settings=Settings().of_services)
    return PostUpdates(chat_of(client=client, use=use, now=lambda: NOON))


def reminding(
    send: Callable[[int], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> ReminderDelivery:
    async def create_dm(person: discord.Object) -> SimpleNamespace:
        async def send_to_person(**_: object) -> None:
            await send(person.id)

        return SimpleNamespace(send=send_to_person)

    async def due(*_: object) -> list[Player]:
        return [Player(target, NOON) for target in range(TARGETS)]

    async def take(*_: object) -> object:
        return object()

    async def note_refusal(_: int) -> None:
        return None

    monkeypatch.setattr(reminders, "reminder_message", lambda *_: SimpleNamespace(view=None))
    use = SimpleNamespace(
        reminders=SimpleNamespace(due=due, take=take),
        preferences=SimpleNamespace(note_refusal=note_refusal),
    )
    client = SimpleNamespace(create_dm=create_dm)
    return ReminderDelivery(chat_of(client=client, use=use, now=lambda: NOON))


def replying(
    send: Callable[[int], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> PendingReplyDelivery:
    class Webhook:
        def __init__(self, target: int) -> None:
            self.target = target

        async def fetch_message(self, _: object) -> SimpleNamespace:
            return SimpleNamespace(flags=SimpleNamespace(loading=True))

        async def edit_message(self, *_: object, **__: object) -> None:
            await send(self.target)

    async def take_over(*_: object) -> list[PendingReply]:
        pending = PendingReply(0, 1, "t", NOON + timedelta(minutes=9), "stats", "en", NOON)
        return [
            replace(pending, interaction_id=target, application_id=target)
            for target in range(TARGETS)
        ]

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(
        discord.Webhook, "partial", lambda target, *_, **__: Webhook(target), raising=True
    )
    pending = SimpleNamespace(take_over=take_over, remove=nothing)
    use = SimpleNamespace(pending_replies=pending, solving=None)
    return PendingReplyDelivery(chat_of(client=None, use=use, now=lambda: NOON))


def posting(send: Callable[[int], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> DailyPosts:
    async def post(_: DailyPosts, post: DailyPost) -> None:
        await send(post.server_id)

    async def claim(_: int) -> list[list[DailyPost]]:
        return [[post_of(target)] for target in range(TARGETS)]

    async def postpone(*_: object) -> None:
        return None

    monkeypatch.setattr(DailyPosts, "_post", post)
    queue = SimpleNamespace(claim=claim, postpone=postpone, put_back=postpone)
    use = SimpleNamespace(post_queue=queue, dailies=None)
    chat = chat_of(client=None, use=use, now=lambda: NOON)
    return DailyPosts(chat, TokenBucket(PER_SECOND))


def loop_of(name: str, trouble: str, monkeypatch: pytest.MonkeyPatch) -> Loop:
    sent: list[int] = []
    send = send_to(sent, trouble)
    if name == "updates":
        made = updates(send, monkeypatch, [post_of(target) for target in range(TARGETS)])
        return Loop(made.update_solved, made.sending, sent)
    if name == "reminders":
        reminder = reminding(send, monkeypatch)
        return Loop(reminder.send_due, reminder.sending, sent)
    if name == "replies":
        reply = replying(send, monkeypatch)
        return Loop(reply.send_unsent, reply.sending, sent)
    daily = posting(send, monkeypatch)
    return Loop(daily.send_due, daily.sending, sent)


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("name", ["updates", "reminders", "replies", "posts"])
async def test_one_target_in_trouble_delays_no_other(
    name: str, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = loop_of(name, trouble, monkeypatch)
    await loop.round()
    await until(lambda: len(loop.sent) == TARGETS - 1)
    assert BAD not in loop.sent
    await loop.sending.stop()


@pytest.mark.parametrize("trouble", ["client error", "no network", "server error", "rate limit"])
async def test_an_edit_that_failed_is_made_in_the_next_round(
    trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    found = [post_of(target) for target in range(TARGETS)]
    made = updates(send_to(sent, trouble), monkeypatch, found)
    await made.update_solved()
    await made.sending.finish()
    assert len(sent) == TARGETS - 1
    found.clear()
    monkeypatch.setitem(globals(), "BAD", None)
    await made.update_solved()
    await made.sending.finish()
    assert sent[TARGETS - 1 :] == [7]


async def test_a_target_that_hangs_ends_after_its_time() -> None:
    sending = Sending("test", most=1, seconds=0.01)
    await sending.start(1, hang)
    done = asyncio.Event()

    async def send() -> None:
        done.set()

    await sending.start(2, send)
    await done.wait()
    await sending.finish()


async def test_a_target_is_sent_to_once_at_a_time_and_not_after_the_stop() -> None:
    sending, begun = Sending("test", most=2), list[int]()

    async def send() -> None:
        begun.append(1)
        await hang()

    for _ in range(3):
        await sending.start(1, send)
    await asyncio.sleep(0)
    assert begun == [1]
    await sending.stop()
    await sending.start(2, send)
    await sending.finish()
    assert begun == [1]
