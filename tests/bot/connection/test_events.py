"""Whatever arrives from Discord, only the event itself is lost."""

import json
import zlib
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import pytest
from discord.gateway import ReconnectWebSocket
from discord.state import ConnectionState

from bot.connection.events import FRAME, INTERACTIONS_KNOWN
from tests.support.incoming.recorded import Event, recorded_events
from tests.support.incoming.shard import GivenShard, given_shard

PRESS = {
    "id": "5",
    "type": 3,
    "token": "t",
    "version": 1,
    "application_id": "1",
    "attachment_size_limit": 1,
    "user": {"id": "7", "username": "ann", "discriminator": "0", "avatar": None},
    "data": {"custom_id": "ouro:help:rules", "component_type": 2},
    "locale": "en-US",
}


@pytest.fixture(scope="module")
async def events() -> list[Event]:
    return await recorded_events()


@pytest.fixture
async def shard() -> AsyncIterator[GivenShard]:
    async with given_shard() as found:
        await found.connect()
        yield found


async def serves(shard: GivenShard, number: int) -> bool:
    """Whether the shard still receives a press."""
    await shard.receive("INTERACTION_CREATE", {**PRESS, "id": f"9{number}"})
    return bool(shard.pressed) and shard.pressed[-1].id == int(f"9{number}")


def first(events: list[Event], name: str) -> Any:
    return next(event.data for event in events if event.name == name)


async def start(shard: GivenShard, events: list[Event]) -> None:
    """Receive the start of a session and the servers."""
    for event in events[: 1 + [event.name for event in events].index("GUILD_CREATE")]:
        await shard.receive(*event)


def test_every_parser_is_one_of_an_event() -> None:
    """What the next test relies on."""
    assert len([name for name in dir(ConnectionState) if name.startswith("parse_")]) > 60


async def test_no_event_ends_the_connection(events: list[Event], shard: GivenShard) -> None:
    """Each event that discord.py knows, with data that no parser expects."""
    await start(shard, events)
    names = [name for name in dir(ConnectionState) if name.startswith("parse_")]
    known = first(events, "GUILD_CREATE")["id"]
    wrong: tuple[Any, ...] = ({}, None, [], {"guild_id": known, "id": "x"})
    for number, name in enumerate(names):
        for data in wrong:
            event = name.removeprefix("parse_").upper()
            if event != "READY":
                await shard.receive(event, data)
        assert await serves(shard, number), name


FRAMES = ["no JSON", "[]", "null", "7", "{}", '{"op": 0}', '{"op": 0, "t": [], "d": {}}']


@pytest.mark.parametrize("text", FRAMES)
async def test_a_frame_that_is_none_is_dropped(
    events: list[Event], shard: GivenShard, text: str
) -> None:
    await start(shard, events)
    await shard.receive_text(text)
    assert await serves(shard, 1)
    assert shard.faulty(FRAME, "dropped") == (text in {"no JSON", "[]", "null", "7", FRAMES[-1]})


async def test_a_damaged_stream_is_resumed_on_another_connection(
    events: list[Event], shard: GivenShard
) -> None:
    await start(shard, events)
    with pytest.raises(ReconnectWebSocket) as ended:
        await shard.receive_text(b"damaged" + b"\x00\x00\xff\xff")
    assert ended.value.resume
    assert shard.socket.closed
    assert shard.faulty(FRAME, "dropped") == 1


async def test_compressed_frames_are_read(events: list[Event], shard: GivenShard) -> None:
    deflate = zlib.compressobj()
    for event in events[:2]:
        frame = {"op": 0, "t": event.name, "s": 1, "d": event.data}
        data = deflate.compress(json.dumps(frame).encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
        await shard.receive_text(data)
    assert shard.connection.serves


async def test_an_interaction_that_comes_again_is_dropped(
    events: list[Event], shard: GivenShard
) -> None:
    await start(shard, events)
    for number in (1, 1, 2, 1):
        await shard.receive("INTERACTION_CREATE", {**PRESS, "id": str(number)})
    assert [each.id for each in shard.pressed] == [1, 2]
    assert shard.faulty("INTERACTION_CREATE", "repeated") == 2
    for number in range(INTERACTIONS_KNOWN):
        assert not shard.client.arriving.is_repeated(f"other {number}")
    assert not shard.client.arriving.is_repeated("1")  # so many came since


async def test_the_log_says_what_was_lost_and_nothing_of_people(
    events: list[Event], shard: GivenShard, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = Mock()
    monkeypatch.setattr("bot.connection.events.log", logged)
    await start(shard, events)
    press = {**PRESS, "user": {"id": "private", "username": "private"}, "token": "secret"}
    await shard.receive("INTERACTION_CREATE", press)
    [entry] = logged.warning.mock_calls
    assert entry.args == ("event dropped",)
    told = {name: entry.kwargs[name] for name in ("kind", "shard", "reason")}
    assert told == {"kind": "INTERACTION_CREATE", "shard": 0, "reason": "ValueError"}
    assert "private" not in str(entry)
    assert "secret" not in str(entry)
    assert shard.faulty("INTERACTION_CREATE", "dropped") == 1
