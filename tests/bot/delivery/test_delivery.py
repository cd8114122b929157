"""Each pending message is sent once, kept up to date, or given up for one reason."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import timedelta
from io import BytesIO
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from app.discord_bot import DiscordBot
from bot.answering.layouts import OutgoingMessage, notice
from bot.delivery import delivery as sending
from bot.delivery.delivery import MAX_TRIES, NONCE_LIFETIME, PER_SECOND, Delivery
from bot.delivery.kinds import MessageKind, Post
from service.running.outbox import FIRST_WAIT, MAX_WAIT, Outbox, Subject
from service.running.rate_limiter import TokenBucket
from service.services import Services
from store import outbox, restoration
from store.database import Database
from store.records import Ending, MessageState, PendingMessage, Target
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.store.tables import tell
from tests.support.waiting import until
from workers.errors import Busy, BusyReason

BOT = 1
HOUR = timedelta(hours=1)


def http_error(status: int, code: int = 0) -> discord.HTTPException:
    """What Discord answers with a status and an error code."""
    kinds: Mapping[int, type[discord.HTTPException]]
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response = cast("Any", SimpleNamespace(status=status, reason="no"))
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


WITHOUT_SUBJECT = {
    "daily-answer": "no post is recorded, and no channel chosen by it",
    "drill": "the answer is stored when it is given, and the message shows it",
    "greeting": "nothing follows from it",
    "race-board": "the race goes on, and its button shows the board",
    "reply": "the answer is all that was pending",
    "result": "that it was shared is stored with it",
    "storm": "its score is stored with each answer",
    "together": "a board whose message is gone lives on",
    "trouble-news": "nobody else is told",
}
"""Why nothing is stored when a message of a kind is shown or ends."""


class Message(Struct):
    """A message in a channel, with how often it was edited."""

    id: int
    text: str
    nonce: str = ""
    mark: str = ""
    author: Any = SimpleNamespace(id=BOT)
    interaction_metadata: None = None
    edits: int = 0
    threads: list[str] = field(default_factory=list)
    files: list[list[str] | None] = field(default_factory=list)
    """The names of the files of each request about it, None where they are left out."""


def names_of(files: Any) -> list[str]:
    return [file.filename for file in files]


def text_of(view: Any) -> str:
    return str(view.texts()[0])


class Place(Struct):
    """A channel, or a person, as discord.py has it; its next requests raise the `errors`."""

    ids: "count[int]"
    messages: list[Message] = field(default_factory=list)
    errors: list[Exception | None] = field(default_factory=list)
    requests: int = 0
    hidden: bool = False
    loses: bool = False
    """Whether what is sent arrives, but no answer comes back."""
    hangs: asyncio.Event | None = None
    thread_errors: list[Exception] = field(default_factory=list)
    id: int = 0

    async def _arrive(self, allowed_mentions: discord.AllowedMentions) -> None:
        assert (allowed_mentions.everyone, allowed_mentions.users) == (False, False)
        self.requests += 1
        if self.hangs is not None:
            await self.hangs.wait()
        if self.errors and (error := self.errors.pop(0)) is not None:
            raise error

    async def send(self, *, view: Any, files: Any, nonce: str, allowed_mentions: Any) -> Message:
        await self._arrive(allowed_mentions)
        known = [each for each in self.messages if each.nonce == nonce]
        if not known:
            known = [Message(next(self.ids), text_of(view), nonce, files=[names_of(files)])]
            self.messages += known
        if self.loses:
            raise TimeoutError
        return known[0]

    async def edit(
        self, number: int, view: Any, allowed_mentions: Any, files: list[str] | None
    ) -> Message:
        await self._arrive(allowed_mentions)
        for each in self.messages:
            if each.id == number:
                each.files.append(files)
                each.text, each.edits = text_of(view), each.edits + 1
                return each
        raise http_error(404, 10008)

    def get_partial_message(self, number: int) -> Any:
        async def edit(*, view: Any, allowed_mentions: Any, attachments: Any = None) -> Message:
            files = None if attachments is None else names_of(attachments)
            return await self.edit(number, view, allowed_mentions, files)

        async def create_thread(*, name: str, auto_archive_duration: int) -> None:
            assert auto_archive_duration == sending.THREAD_MINUTES
            if self.thread_errors:
                raise self.thread_errors.pop()
            [found] = [each for each in self.messages if each.id == number]
            if found.threads:
                raise http_error(400, 160004)
            found.threads.append(name)

        return SimpleNamespace(edit=edit, create_thread=create_thread)

    async def history(self, *, limit: int, after: object) -> AsyncIterator[Message]:
        assert (limit, after is not None) == (sending.MAX_MESSAGES_SEARCHED, True)
        if self.hidden:
            raise http_error(403, 50001)
        for each in [*self.messages]:
            yield each


class Kind(MessageKind):
    """Messages that show a text, which the test changes."""

    def __init__(self) -> None:
        self.text = "one"
        self.post: Callable[[OutgoingMessage], Post | None] = Post
        self.error: Exception | None = None

    async def render(self, pending: PendingMessage) -> Post | None:
        if self.error is not None and pending.subject != {"fine": True}:
            raise self.error
        return self.post(notice(self.text))

    def marks(self, pending: PendingMessage) -> frozenset[str]:
        return frozenset({f"outbox-{pending.id}"})


class Noting(Subject, eq=False):
    """Notes what the bot stores with each message."""

    sent_ids: list[int | None] = field(default_factory=list)
    endings: list[tuple[str, Ending]] = field(default_factory=list)

    async def sent(self, connection: Connection, message: PendingMessage) -> None:
        del connection
        self.sent_ids.append(message.message_id)

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        del connection
        self.endings.append((message.key, ending))


class World(Struct):
    """An outbox, a Discord of places, and processes that send; the current one is `me`."""

    database: Database
    now: Clock
    kind: Kind = field(default_factory=Kind)
    about: Noting = field(default_factory=Noting)
    places: dict[int, Place] = field(default_factory=dict)
    ids: "count[int]" = field(default_factory=lambda: count(100))
    bucket: TokenBucket = field(default_factory=lambda: TokenBucket(1000, clock=lambda: 0.0))
    answer: Message = field(default_factory=lambda: Message(99, ""))
    me: Delivery = cast("Any", None)
    locked: bool = False
    keeps_open: bool = False
    thread_edits: list[bool] = field(default_factory=list)

    def place(self, number: int = 7) -> Place:
        return self.places.setdefault(number, Place(self.ids))

    def restart(self, name: str = "me", guild: object = None, *, is_ready: bool = True) -> None:
        """Another process takes over; what had a name without a lease is dead. It has a `guild`."""
        own = Outbox(self.database, self.now, name, {"k": self.about})

        async def create_dm(person: discord.Object) -> Place:
            return self.place(person.id)

        client = SimpleNamespace(
            user=SimpleNamespace(id=BOT),
            create_dm=create_dm,
            get_partial_messageable=lambda number, **_: self.place(number),
            fetch_channel=self.thread,
            get_guild=lambda _: guild,
            is_ready=lambda: is_ready,
        )
        self.me = Delivery(cast("Any", client), own, {"k": self.kind}, self.bucket, self.now)

    async def thread(self, number: int) -> Any:
        """The place as a thread, which is open only if it is opened."""
        assert number in self.places

        async def edit(*, archived: bool) -> None:
            self.thread_edits.append(archived)
            if archived and self.keeps_open:
                raise http_error(403)

        return SimpleNamespace(locked=self.locked, edit=edit)

    async def add(self, *keys: str, place: int = 7, **other: Any) -> None:
        """Store messages that are due now."""
        now = self.now()
        made = [PendingMessage(key, {}, Target.CHANNEL, place, now, now + HOUR) for key in keys]
        changed = [replace(each, **other) for each in made]
        await self.database.write(lambda connection: outbox.add(connection, *changed))

    async def run(self, seconds: float = 0) -> None:
        """Send what is due some seconds later, and wait until it is sent."""
        self.now.pass_(seconds)
        await self.me.run()
        await asyncio.gather(*self.me.lines)

    async def get(self, key: str = "k:1") -> PendingMessage:
        async with self.database.reading() as connection:
            found = await outbox.get(connection, key)
        assert found is not None
        return found

    async def change(self, key: str = "k:1") -> None:
        now = self.now()
        await self.database.write(lambda connection: outbox.change(connection, key, now))


@pytest.fixture
def world(database: Database, now: Clock, monkeypatch: pytest.MonkeyPatch) -> World:
    made = World(database, now)
    made.restart()

    def webhook(application: int, token: str, *, client: object) -> Any:
        assert (application, token, client is not None) == (4, "t0ken", True)

        async def fetch(_: object) -> Any:
            loading = SimpleNamespace(loading=not made.answer.text)
            return SimpleNamespace(id=made.answer.id, flags=loading)

        async def edit(number: object, *, view: Any, attachments: Any, **how: Any) -> Message:
            assert (number, attachments) == (sending.ORIGINAL_RESPONSE, [])
            assert how["allowed_mentions"].everyone is False
            made.answer.text, made.answer.edits = text_of(view), made.answer.edits + 1
            return made.answer

        return SimpleNamespace(fetch_message=fetch, edit_message=edit)

    monkeypatch.setattr(discord.Webhook, "partial", webhook)
    monkeypatch.setattr(sending, "custom_ids", lambda message: {message.nonce, message.mark})
    return made


def test_what_follows_a_message_is_known_for_each_kind(bot: DiscordBot, services: Services) -> None:
    kinds, subjects = bot.delivery.kinds.keys(), services.outbox.subjects.keys()
    assert subjects <= kinds
    assert kinds - subjects == WITHOUT_SUBJECT.keys()


async def test_a_message_is_sent_once_and_edited_when_it_changes(world: World) -> None:
    await world.add("k:1")
    for _ in range(2):
        await world.run()
    [sent] = world.place().messages
    stored = await world.get()
    assert (sent.text, sent.nonce, sent.edits) == ("one", f"outbox-{stored.id}", 0)
    assert (stored.state, stored.message_id) == (MessageState.RESTING, sent.id)
    world.kind.text = "two"
    await world.change()
    await world.run()
    await world.change()  # to the same
    await world.run()
    assert (sent.text, sent.edits) == ("two", 1)
    world.kind.post = lambda message: Post(message, last=True)
    await world.change()
    await world.run()
    assert sent.edits == 1
    assert (await world.get()).state is MessageState.OVER
    assert (world.about.sent_ids, world.about.endings) == ([sent.id], [("k:1", Ending.SHOWN)])


async def test_an_edit_leaves_the_files_out_that_a_message_keeps(world: World) -> None:
    """They are sent again if they differ, if Discord cannot find them, or if none is left."""
    pictures = [b"one"]

    def post(message: OutgoingMessage) -> Post:
        files = [discord.File(BytesIO(data), "board.png") for data in pictures]
        return Post(OutgoingMessage(message.view, files))

    world.kind.post = post
    await world.add("k:1")
    await world.run()
    [sent] = world.place().messages
    picture, steps = ["board.png"], iter("abcdefg")

    async def change() -> None:
        world.kind.text = next(steps)
        await world.change()
        await world.run()
        assert sent.text == world.kind.text

    await change()
    assert sent.files == [picture, None]
    pictures[0] = b"two"
    await change()
    assert sent.files[2:] == [picture]
    world.place().errors = [http_error(400, 50035)]
    await change()
    assert sent.files[3:] == [picture], "the first request was refused"
    pictures.clear()
    await change()
    assert sent.files[4:] == [[]]
    async with world.database.writing() as connection:
        await tell(connection, "UPDATE outbox SET digest = '0123456789abcdef'")
    await change()
    assert sent.files[5:] == [[]], "an earlier version kept no digest of files"


@pytest.mark.parametrize("keeps_open", [False, True])
async def test_a_message_in_an_archived_thread_is_edited_and_archived_again(
    world: World, keeps_open: bool
) -> None:
    world.keeps_open = keeps_open
    await world.add("k:1")
    await world.run()
    world.kind.text = "two"
    world.place().errors = [http_error(400, sending.ARCHIVED)]
    await world.change()
    await world.run()
    [sent] = world.place().messages
    assert (sent.text, world.thread_edits) == ("two", [False, True])
    assert (await world.get()).state is MessageState.RESTING


async def test_a_message_in_a_locked_thread_is_left(world: World) -> None:
    await world.add("k:1")
    await world.run()
    world.locked, world.kind.text = True, "two"
    world.place().errors = [http_error(400, sending.ARCHIVED)]
    await world.change()
    await world.run()
    [sent] = world.place().messages
    assert (sent.text, world.thread_edits) == ("one", [])
    assert world.about.endings == [("k:1", Ending.REFUSED)]
    assert (await world.get()).shown == 1, "of what was shown, no refusal of its place is noted"


@pytest.mark.parametrize("last", [False, True])
async def test_what_a_killed_process_sent_is_found(world: World, last: bool) -> None:
    """It may show an older state, so it is edited; but what never changes is left as it is."""
    world.kind.post = lambda message: Post(message, last=last, thread="talk")
    world.place().loses = True
    await world.add("k:1")
    await world.run()
    world.place().loses, world.kind.text = False, "two"
    world.restart("other")
    await world.run(FIRST_WAIT.total_seconds())
    [sent] = world.place().messages
    assert (sent.text, sent.edits) == (("one", 0) if last else ("two", 1))
    assert sent.threads == ["talk"]
    assert world.about.sent_ids == [sent.id]
    other = Message(next(world.ids), "of somebody", mark="outbox-2", author=SimpleNamespace(id=2))
    world.place(8).messages.append(other)
    await world.add("k:2", place=8, state=MessageState.CLAIMED, owner="dead", tries=1)
    await world.run()
    assert len(world.place(8).messages) == 2, "a message of another author is not ours"


@pytest.mark.parametrize(
    ("error", "fails", "opened"),
    [
        (http_error(503), sending.THREAD_TRIES - 1, True),
        (OSError(), sending.THREAD_TRIES, False),
        (http_error(403), 1, False),
    ],
)
async def test_a_thread_is_tried_again_unless_it_is_refused(
    world: World, error: Exception, fails: int, opened: bool
) -> None:
    world.kind.post = lambda message: Post(message, thread="talk")
    world.place().thread_errors = [error] * fails
    await world.add("k:1")
    for _ in range(sending.THREAD_TRIES):
        await world.run()
        world.now.time = max(world.now(), (await world.get()).due_at)
    [sent] = world.place().messages
    assert (sent.threads, world.place().thread_errors) == (["talk"] * opened, [])
    assert (await world.get()).state is MessageState.RESTING
    assert world.about.sent_ids == [sent.id]


@pytest.mark.parametrize("known", [None, SimpleNamespace(unavailable=True)], ids=["none", "empty"])
async def test_what_was_tried_waits_for_its_server_and_loses_no_tries(
    world: World, known: object
) -> None:
    """However long it takes: a bot that starts learns of its servers one after another."""
    world.place().loses, ready = True, known is not None
    await world.add("k:1", server_id=5)
    await world.run()
    world.place().loses = False
    world.restart("other", guild=known, is_ready=ready)
    await world.run(FIRST_WAIT.total_seconds())
    for _ in range(MAX_TRIES):
        waiting = await world.get()
        assert (waiting.tries, waiting.due_at) == (1, world.now() + sending.BUSY_WAIT)
        await world.run(sending.BUSY_WAIT.total_seconds())
    allowed = discord.Permissions(read_message_history=True)
    channel = SimpleNamespace(permissions_for=lambda _: allowed)
    told = SimpleNamespace(unavailable=False, me=None, get_channel=lambda _: None)
    told.get_channel_or_thread = lambda _: channel
    world.restart("another", guild=told)
    await world.run(sending.BUSY_WAIT.total_seconds())
    [sent] = world.place().messages
    assert (await world.get()).message_id == sent.id


@pytest.mark.parametrize(("waited", "given_up"), [(timedelta(), False), (NONCE_LIFETIME, True)])
async def test_where_history_is_hidden_the_nonce_prevents_a_second_one(
    world: World, waited: timedelta, given_up: bool
) -> None:
    world.place().hidden = world.place().loses = True
    await world.add("k:1")
    await world.run()
    world.place().loses = False
    await world.run((FIRST_WAIT + waited).total_seconds())
    assert len(world.place().messages) == 1
    assert world.about.endings == ([("k:1", Ending.UNKNOWN)] if given_up else [])


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (http_error(404, 10003), Ending.GONE),
        (http_error(403), Ending.REFUSED),
        (http_error(400, 50083), Ending.REFUSED),
        (http_error(400, 40067), Ending.REFUSED),
    ],
)
async def test_what_a_place_takes_no_more_is_given_up(
    world: World, error: Exception, ending: Ending
) -> None:
    world.place().errors = [error]
    await world.add("k:1", "k:2")
    for _ in range(2):
        await world.run()
    assert world.about.endings == [("k:1", ending), ("k:2", ending)]
    assert (await world.get()).reason == ending
    assert world.place().messages == [], "the other one is not tried"


async def test_what_is_late_not_needed_or_deleted_is_given_up(world: World) -> None:
    await world.add("k:1", expires_at=world.now())
    await world.run()
    world.kind.post = lambda _: None
    await world.add("k:2")
    await world.run()
    world.kind.post = Post
    await world.add("k:3")
    await world.run()
    world.place().messages.clear()
    world.kind.text = "two"
    await world.change("k:3")
    await world.run()
    assert world.about.endings == [
        ("k:1", Ending.LATE),
        ("k:2", Ending.NOT_NEEDED),
        ("k:3", Ending.DELETED),
    ]
    assert world.place().messages == []


@pytest.mark.parametrize(
    "error",
    [aiohttp.ServerDisconnectedError(), OSError(), TimeoutError(), http_error(503)],
    ids=repr,
)
async def test_a_place_that_fails_waits_longer_each_time_with_all_its_messages(
    world: World, error: Exception
) -> None:
    world.place().errors = [error] * 4
    await world.add("k:1", "k:2")
    await world.add("k:3", place=8)
    for tries in range(1, 5):
        await world.run()
        first, second = await world.get(), await world.get("k:2")
        assert (first.tries, second.tries, second.begun_at) == (tries, 0, None)
        assert first.due_at == second.due_at == world.now() + FIRST_WAIT * 2 ** (tries - 1)
        await world.run()  # not yet
        assert world.place().requests == tries
        world.now.time = first.due_at
    await world.run()
    assert len(world.place().messages) == 2
    assert world.place(8).requests == 1


async def test_a_message_that_fails_too_often_is_given_up(world: World) -> None:
    world.place().errors = [OSError()] * MAX_TRIES
    await world.add("k:1", expires_at=world.now() + 99 * HOUR)
    for tries in range(MAX_TRIES):
        await world.run()
        assert world.place().requests == tries + 1
        due_at = (await world.get()).due_at
        assert due_at - world.now() <= MAX_WAIT
        world.now.time = due_at
    assert world.about.endings == [("k:1", Ending.FAILED)]


async def test_an_error_of_ours_a_full_pool_and_a_newer_kind_hold_up_nobody(world: World) -> None:
    await world.add("k:1", "newer:1")
    await world.add("k:2", subject={"fine": True})
    world.kind.error = ZeroDivisionError()
    await world.run()
    assert (await world.get("k:2")).state is MessageState.RESTING
    assert (await world.get()).due_at == world.now() + FIRST_WAIT
    newer = await world.get("newer:1")
    assert (newer.tries, newer.due_at) == (0, world.now() + sending.UNKNOWN_WAIT)
    world.kind.error = Busy(BusyReason.QUEUE)
    await world.run(FIRST_WAIT.total_seconds())
    busy = await world.get()
    assert (busy.tries, busy.due_at) == (1, world.now() + sending.BUSY_WAIT)
    world.kind.error = None
    await world.run(sending.BUSY_WAIT.total_seconds())
    assert len(world.place().messages) == 2


async def test_what_is_shown_is_rendered_again_and_edited_if_it_differs(world: World) -> None:
    await world.add("k:1")
    await world.run()
    world.kind.seconds, shown = 0.0, await world.get()
    await world.run()
    assert await world.get() == shown, "nothing is stored of what shows the same"
    world.kind.text = "two"
    await world.run()
    [sent] = world.place().messages
    assert (sent.text, sent.edits) == ("two", 1)


async def test_an_answer_is_looked_at_and_a_pressed_message_edited(world: World) -> None:
    """An answer that a dead process gave stays, one that it owed is given in its place."""
    world.kind.post = lambda message: Post(message, last=True)
    owed: dict[str, Any] = {
        "place": 0,
        "application_id": 4,
        "token": "t0ken",
        "tries": 1,
        "begun_at": world.now(),
    }
    for answered, target, text in (
        ("", Target.ANSWER, "one"),
        ("given", Target.ANSWER, "given"),
        ("given", Target.PRESSED, "one"),
    ):
        world.answer.text = answered
        key = f"k:{answered}{target}"
        await world.add(key, target=target, **owed)
        await world.run()
        assert world.answer.text == text
        over = await world.get(key)
        assert (over.state, over.token) == (MessageState.OVER, "")


async def test_a_restored_database_is_not_believed(world: World) -> None:
    """What was due before it was restored may have been sent; what is due later was not."""
    await world.database.write(lambda connection: restoration.mark(connection, world.now()))
    world.place().messages = [Message(next(world.ids), "sent before", mark="outbox-1")]
    await world.add("k:1")
    await world.run()
    [sent] = world.place().messages
    assert (sent.text, sent.edits) == ("one", 1)
    world.now.pass_(1)
    await world.add("k:2", place=8)
    world.place(8).messages = [Message(next(world.ids), "of another day", mark="outbox-2")]
    await world.run()
    assert [each.text for each in world.place(8).messages] == ["of another day", "one"]


async def test_what_is_begun_in_a_second_and_under_way_is_limited(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MAX_IN_FLIGHT", 2 * PER_SECOND)
    seconds = 0.0
    world.bucket = TokenBucket(PER_SECOND, clock=lambda: seconds)
    world.restart()
    released = asyncio.Event()
    for number in range(3 * PER_SECOND):
        world.place(number + 1).hangs = released
        await world.add(f"k:{number}", place=number + 1)

    def begun() -> int:
        return sum(place.requests for place in world.places.values())

    # Discord answers nothing: only so many are begun, however often this looks.
    for seconds, most in ((0.0, 1), (0.01, 1), (1.1, 2), (9.0, 2)):  # noqa: B007
        for _ in range(3):
            await world.me.run()
        await until(lambda most=most: begun() == most * PER_SECOND)  # type: ignore[misc]
    await world.me.stop()
    await world.me.run()
    assert begun() == 2 * PER_SECOND
    released.set()
    seconds = 20.0
    world.restart()
    await world.run()
    await world.run()
    assert begun() == 3 * PER_SECOND, "what was stopped has the lease of its process"
