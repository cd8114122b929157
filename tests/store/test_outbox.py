"""The outbox: each message is claimed by one caller, and what happens meanwhile is not lost."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from play.calendar import closes
from store import outbox, players, processes, servers
from store.database import Database, connect
from store.growth import MESSAGES
from store.outbox import Sender
from store.purge import purge
from store.records import MessageState, PendingMessage, ProcessRecord, Server, Target
from store.shards import ShardRange
from store.transaction import Connection
from tests.support.store.rows import DAY, NOON, SECOND

ME = Sender("me")
LATER = NOON + 60 * SECOND
TOKEN = "t0ken"  # noqa: S105 - of nobody


def new(key: str, place: int = 0, **other: Any) -> PendingMessage:
    """A message that is due at noon."""
    return replace(PendingMessage(key, {"key": key}, Target.CHANNEL, place, NOON, LATER), **other)


async def keys(connection: Connection, sender: Sender = ME, at: timedelta = SECOND) -> list[str]:
    """The keys of what a process claims, some time after noon."""
    return [each.key for each in await outbox.claim(connection, NOON + at, sender)]


async def got(connection: Connection, key: str) -> PendingMessage:
    found = await outbox.get(connection, key)
    assert found is not None
    return found


async def show(connection: Connection, message: PendingMessage, *, is_last: bool = False) -> bool:
    return await outbox.shown(connection, message, NOON, message_id=5, digest="d", is_last=is_last)


def test_a_token_and_what_a_person_wrote_are_not_shown() -> None:
    shown = repr(new("reply:1", token=TOKEN, subject={"payload": "secret"}))
    assert TOKEN not in shown
    assert "secret" not in shown


async def test_concurrent_callers_claim_different_messages(database: Database) -> None:
    async with database.writing() as connection:
        for name in "abcd":
            lease = ProcessRecord(name, 0, 0, 1, "1", NOON, LATER)
            await processes.renew(connection, lease)
        await outbox.add(connection, *(new(f"k:{number}") for number in range(60)))

    async def claim_all(opened: Database, name: str) -> list[str]:
        own: list[str] = []
        while True:
            async with opened.writing() as connection:
                claimed = await outbox.claim(connection, NOON, Sender(name, tuple(own)), 7)
            if not claimed:
                return own
            assert {(each.owner, each.tries, each.begun_at) for each in claimed} == {
                (name, 1, NOON)
            }
            own += [each.key for each in claimed]

    async with connect(database.address) as other:
        callers = zip((database, other) * 2, "abcd", strict=True)
        shares = await asyncio.gather(*(claim_all(*each) for each in callers))
    assert sorted(key for share in shares for key in share) == sorted(
        f"k:{number}" for number in range(60)
    )


async def test_what_is_due_and_free_is_claimed(database: Database) -> None:
    """Of the dead, whatever they do; of one's own, what one does not send; of shards, one's own."""
    one, two = 1 << 22, 2 << 22
    async with database.writing() as connection:
        for name, seconds in (("alive", 60), ("dead", 0)):
            lease = ProcessRecord(name, 0, 0, 1, "1", NOON, NOON + seconds * SECOND)
            await processes.renew(connection, lease)
        claimed: dict[str, Any] = {"state": MessageState.CLAIMED, "begun_at": NOON, "tries": 1}
        await outbox.add(
            connection,
            *(new(f"of {owner}", owner=owner, **claimed) for owner in ("alive", "dead", "gone")),
            *(new(key, owner="me", **claimed) for key in ("sending", "failed")),
            new("later", due_at=NOON + 2 * SECOND),
            new("busy place", 7),
            *(new(f"in {server}", server_id=server) for server in (one, two)),
        )
        sender = Sender("me", ("sending",), (7,), ShardRange(1, 1, 4))
        assert await outbox.waiting_since(connection, NOON + SECOND, sender) == NOON
        found = await keys(connection, sender)
        assert set(found) == {"of dead", "of gone", "failed", f"in {one}"}
        again = replace(sender, sending=("sending", *found))
        assert await outbox.waiting_since(connection, NOON + SECOND, again) is None
        assert await keys(connection, again) == []
        assert {(await got(connection, key)).owner for key in found} == {"me"}
        assert (await got(connection, "of dead")).begun_at == NOON
        assert (await got(connection, "of dead")).tries == 2
        assert set(await keys(connection, Sender("me", again.sending), 2 * SECOND)) == {
            "later",
            "busy place",
            f"in {two}",
        }


async def test_answers_come_first_then_who_waits_longest_and_places_in_order(
    database: Database,
) -> None:
    async with database.writing() as connection:
        await outbox.add(
            connection,
            new("b", 2, due_at=NOON - SECOND),
            new("a", 1),
            new("c", 2, due_at=NOON - 2 * SECOND),
            new("reply:1", token=TOKEN, due_at=NOON + SECOND),
        )
        first = await outbox.claim(connection, NOON + SECOND, ME, 2)
        assert [each.key for each in first] == ["reply:1", "c"]
        held = Sender("me", ("reply:1", "c"))
        assert await keys(connection, held) == ["a", "b"]


async def test_only_what_nobody_began_is_moved_or_withdrawn(database: Database) -> None:
    async with database.writing() as connection:
        await outbox.add(connection, new("k:new", 1), new("k:begun", 1, due_at=NOON - SECOND))
        [begun] = await outbox.claim(connection, NOON - SECOND, ME)
        await outbox.add(connection, *(new(key, 2, due_at=LATER) for key in ("k:new", "k:begun")))
        moved = await got(connection, "k:new")
        assert (moved.place, moved.due_at) == (2, LATER)
        assert await got(connection, "k:begun") == begun
        await outbox.put_back(connection, NOON, begun, tried=1)
        await outbox.withdraw(connection, "k:begun")
        [begun] = await outbox.claim(connection, NOON, ME)
        await outbox.withdraw(connection, "k:")
        assert await outbox.get(connection, "k:new") is None
        assert await show(connection, begun)
        assert await outbox.change(connection, "k:begun", NOON)
        await outbox.withdraw(connection, "k:")
        assert await outbox.remove(connection, "k:begun")


async def test_a_change_while_it_is_sent_is_sent_after_it(database: Database) -> None:
    async with database.writing() as connection:
        await outbox.add(connection, new("k:1"))
        [claimed] = await outbox.claim(connection, NOON, ME)
        assert await outbox.change(connection, "k:1", NOON + SECOND)
        assert await keys(connection, Sender("me", ("k:1",))) == []
        assert await show(connection, claimed)
        changed = await got(connection, "k:1")
        assert (changed.state, changed.wanted, changed.shown) == (MessageState.PENDING, 2, 1)
        assert (changed.message_id, changed.due_at) == (5, NOON + SECOND)
        [again] = await outbox.claim(connection, NOON + SECOND, ME)
        assert await show(connection, again)
        assert [each.key for each in await outbox.resting(connection, "k:", 9)] == ["k:1"]
        await outbox.change_all(connection, "k:", NOON)
        [last] = await outbox.claim(connection, NOON, ME)
        assert await outbox.change(connection, "k:1", NOON)
        assert await show(connection, last, is_last=True)
        assert (await got(connection, "k:1")).state is MessageState.OVER
        assert not await outbox.change(connection, "k:1", NOON)


async def test_who_lost_a_message_to_another_process_stores_nothing(database: Database) -> None:
    async with database.writing() as connection:
        await outbox.add(connection, new("k:1"))
        [frozen] = await outbox.claim(connection, NOON, Sender("frozen"))
        [mine] = await outbox.claim(connection, NOON, ME)
        assert not await show(connection, frozen)
        await outbox.put_back(connection, LATER, frozen)
        assert await got(connection, "k:1") == mine
        assert await show(connection, mine)


async def test_what_waits_behind_a_failure_loses_no_try(database: Database) -> None:
    async with database.writing() as connection:
        await outbox.add(connection, new("k:1", 1), new("k:2", 1), new("k:3", 1))
        first, *others = await outbox.claim(connection, NOON, ME)
        await outbox.put_back(connection, LATER, first, *others, tried=1)
        for key, tries, begun_at in (("k:1", 1, NOON), ("k:2", 0, None), ("k:3", 0, None)):
            left = await got(connection, key)
            assert (left.state, left.due_at, left.owner) == (MessageState.PENDING, LATER, "")
            assert (left.tries, left.begun_at) == (tries, begun_at)
        assert await keys(connection) == []


async def test_a_reply_becomes_another_message_with_its_token(database: Database) -> None:
    message = new("race-board:3:7", person_id=7, target=Target.ANSWER, due_at=LATER)
    async with database.writing() as connection:
        assert not await outbox.become(connection, "reply:1", message)
        reply = new("reply:1", token=TOKEN, application_id=4, target=Target.ANSWER)
        held: dict[str, Any] = {
            "state": MessageState.CLAIMED,
            "owner": "me",
            "tries": 1,
            "begun_at": NOON,
        }
        for text in ("first", "last"):
            await outbox.add(connection, replace(reply, subject={"payload": text}, **held))
        assert (await got(connection, "reply:1")).subject == {"payload": "last"}
        assert await outbox.become(connection, "reply:1", message)
        assert await outbox.get(connection, "reply:1") is None
        board = await got(connection, message.key)
        assert (board.token, board.application_id, board.tries) == (TOKEN, 4, 1)
        assert (board.state, board.owner, board.due_at) == (MessageState.PENDING, "", LATER)
        assert await outbox.end(connection, message.key, NOON, "late")
        assert not await outbox.end(connection, message.key, NOON, "late")
        over = await got(connection, message.key)
        assert (over.token, over.reason) == ("", "late")
        assert not await outbox.remove(connection, message.key)


async def test_posts_in_the_servers_of_a_player_are_changed(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        for server in (1, 2, 3):
            await servers.save(connection, Server(server, NOON))
        for server in (1, 2):
            await players.join(connection, 7, server)
        shown = ((1, "easy"), (1, "easy:99"), (1, "hard"), (3, "easy"))
        rows = [new(f"daily:{number}:{DAY}:{what}", server_id=number) for number, what in shown]
        later = new(f"daily:2:{DAY}:easy", server_id=2, due_at=LATER)
        await outbox.add(connection, *rows, later)
        for claimed in await outbox.claim(connection, NOON, ME):
            await show(connection, claimed)
        await outbox.change_daily(connection, 7, DAY, NOON)
        changed = [f"daily:1:{DAY}:{what}" for what in ("easy", "easy:99", "hard")]
        assert await keys(connection) == changed, "posts, and an answer"
        waiting = await got(connection, f"daily:2:{DAY}:easy")
        assert (waiting.due_at, waiting.wanted) == (LATER, 1)


async def test_dailies_that_are_over_are_changed_once_spread_over_ten_minutes(
    database: Database,
) -> None:
    midnight = closes(DAY)

    async def closed(connection: Connection, seconds: int, at: datetime = midnight) -> set[str]:
        """The keys of what changes some time after midnight, and is shown at once."""
        now = at + timedelta(seconds=seconds)
        await outbox.close_dailies(connection, at, now)
        found = await outbox.claim(connection, now, ME)
        for each in found:
            await outbox.shown(connection, each, now, message_id=5, digest="d", is_last=False)
        return {each.key for each in found}

    async with database.writing() as connection:
        for server in (1, 2, 3):
            await servers.save(connection, Server(server, NOON))
        before, other = DAY - timedelta(days=1), f"race:{DAY}"
        keys = [f"daily:1:{before}:easy", f"daily:1:{DAY}:easy", f"daily-answer:1:{DAY}:easy:9"]
        ends = dict(zip([*keys, other], (closes(before), *[midnight] * 3), strict=True))
        for number, (key, end) in enumerate(ends.items(), 1):
            await outbox.add(connection, new(key, number, server_id=1, expires_at=end))
        late = f"daily:2:{before}:easy"  # its server posts no more
        await outbox.add(connection, new(late, 9, server_id=2, expires_at=closes(before)))
        for each in await outbox.claim(connection, NOON, ME):
            shown_at = each.expires_at - timedelta(hours=12)
            assert await outbox.shown(
                connection, each, shown_at, message_id=5, digest="d", is_last=False
            )
        assert await closed(connection, 1) == set(), "none of the first second"
        assert await closed(connection, 4) == {keys[1], keys[2]}
        assert await closed(connection, 70) == {keys[1], keys[2], late}, "shown around midnight"
        assert await closed(connection, 600) == set()
        assert await closed(connection, 600, midnight + timedelta(days=1)) == set()


async def test_messages_go_a_week_after_their_time_and_replies_with_it(database: Database) -> None:
    async with database.writing() as connection:
        await outbox.add(connection, new("k:1"), new("reply:1", token=TOKEN))
    assert await purge(database, "outbox", LATER - SECOND) == 0
    assert await purge(database, "outbox", LATER) == 1
    assert await purge(database, "outbox", LATER + MESSAGES) == 0
    assert await purge(database, "outbox", LATER + MESSAGES + SECOND) == 1
