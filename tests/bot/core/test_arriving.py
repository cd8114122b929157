"""Whatever arrives from Discord, only the event itself, or a part of it, is lost."""

import json
import re
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord.gateway import ReconnectWebSocket
from discord.state import ConnectionState

from bot.core.arriving import FRAME, INTERACTION, INTERACTIONS_KNOWN
from tests.support.incoming.published import example
from tests.support.incoming.recorded import Event, recorded_events
from tests.support.incoming.shard import GivenShard, given_shard
from tests.support.incoming.variants import some_of, variants
from tests.support.long import some_or_all
from tests.support.paths import SHARED

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


@some_or_all("share", 4, 1)
async def test_a_live_event_without_a_field_is_the_only_loss(
    events: list[Event], shard: GivenShard, share: int
) -> None:
    await start(shard, events)
    kinds = Counter(event.name for event in events)
    assert len(kinds) >= 12
    number = 0
    for event in {event.name: event for event in events}.values():
        if event.name == "READY":
            continue
        for variant in some_of(variants(event.data), share, first=number):
            number += 1
            await shard.receive(event.name, variant.of(event.data))
            assert await serves(shard, number), f"{event.name}: {variant}"
        wrong: tuple[Any, ...] = (None, [], "text", 5)
        for data in wrong:
            number += 1
            await shard.receive(event.name, data)
            assert await serves(shard, number), f"{event.name}: {data}"
    server = first(events, "GUILD_CREATE")
    await shard.receive("GUILD_CREATE", server)
    found = shard.client.get_guild(int(server["id"]))
    assert found is not None
    assert {str(each.id) for each in found.channels} >= {each["id"] for each in server["channels"]}


@some_or_all("share", 4, 1)
async def test_a_shard_starts_although_a_field_is_missing(events: list[Event], share: int) -> None:
    ready, server = first(events, "READY"), first(events, "GUILD_CREATE")
    changes: list[tuple[str, Any, Any]] = [
        *((str(each), each.of(ready), server) for each in some_of(variants(ready), share)),
        *((str(each), ready, each.of(server)) for each in some_of(variants(server), share)),
    ]
    for name, begun, joined in changes:
        async with given_shard() as shard:
            await shard.connect()
            await shard.receive("READY", begun)
            if name.startswith(("user ", "user.id")):
                assert not shard.connection.serves  # begins a new session: who it is is unknown
                continue
            await shard.receive("GUILD_CREATE", joined)
            assert shard.connection.serves, name
            assert await serves(shard, 1), name
            if name.startswith(("id ", "guilds.0.id")):
                continue
            found = shard.client.get_guild(int(server["id"]))
            assert found is not None, name
            if "channels" not in name:
                assert len(found.channels) == len(server["channels"]), name
            if "members" not in name and "user" not in name:
                assert found.me is not None, name


SCHEMA = SHARED / "discord" / "GuildCreate.schema.json"


@pytest.mark.skipif(not SCHEMA.exists(), reason="no documents of Discord's")
@some_or_all("share", 96, 1)
async def test_a_server_with_every_published_field_is_kept(
    events: list[Event], shard: GivenShard, share: int
) -> None:
    """Of each server that lacks a field, its name and its other channels stay."""
    await start(shard, events)
    server = {**example(SCHEMA)["d"], "id": first(events, "GUILD_CREATE")["id"]}
    for number, channel in enumerate(server["channels"]):
        channel["id"] = str(100 + number)
    await shard.receive("GUILD_DELETE", {"id": server["id"]})
    await shard.receive("GUILD_CREATE", server)
    found = shard.client.get_guild(int(server["id"]))
    assert found is not None
    everything = len(found.channels)
    assert everything > 5
    for number, variant in enumerate(some_of(variants(server), share)):
        await shard.receive("GUILD_DELETE", {"id": server["id"]})
        await shard.receive("GUILD_CREATE", variant.of(server))
        found = shard.client.get_guild(int(server["id"]))
        if variant.path != ("id",):
            assert found is not None, variant
            assert found.name == ("7" if variant.path != ("name",) else found.name)
            lost = everything - len(found.channels)
            assert lost <= (everything if variant.path == ("channels",) else 1), variant
        assert await serves(shard, number)


INTERACTIONS = SHARED / "discord" / "InteractionCreate.schema.json"
UNANSWERABLE = re.compile(
    r"(type|token|(member\.)?user|(member\.)?user\.id) .*|(member|guild_id) wrong"
)
"""Faults of an interaction with which nobody can answer it."""


@pytest.mark.skipif(not INTERACTIONS.exists(), reason="no documents of Discord's")
@pytest.mark.parametrize("absent", [("user",), ("member", "guild", "guild_id", "guild_locale")])
@some_or_all("share", 32, 1)
async def test_an_interaction_with_every_published_field_arrives(
    events: list[Event], shard: GivenShard, share: int, absent: tuple[str, ...]
) -> None:
    """In a server and in a direct message; whatever else is wrong, the person is known."""
    await start(shard, events)
    full = example(INTERACTIONS, "APIMessageComponentInteraction")
    press = {name: value for name, value in full.items() if name not in (*absent, "message", "id")}
    for number, variant in enumerate(some_of(variants(press), share)):
        if not UNANSWERABLE.fullmatch(str(variant)):
            await shard.receive(INTERACTION, {**variant.of(press), "id": f"8{number}"})
            assert shard.pressed, variant
            assert shard.pressed[-1].id == int(f"8{number}"), variant
            if not str(variant).startswith(("member ", "guild_id ")):
                assert shard.pressed[-1].user.id == 7, variant
            assert isinstance(shard.pressed[-1].locale, discord.Locale), variant


PARTS = {
    "soundboard_sounds": {"sound_id": "4", "name": "horn"},  # without a volume
    "threads": {"id": "4", "parent_id": "3", "type": 11, "name": "t"},  # without metadata
    "channels": {"id": "4", "type": 0},  # without name and position
    "stickers": {"id": "4"},
    "roles": {"id": "4"},
    "voice_states": {},
    "members": {"user": {}},
    "presences": {},
    "stage_instances": {},
    "guild_scheduled_events": {},
}
"""An entry that cannot be parsed, for the lists of a server."""


@pytest.mark.parametrize("part", PARTS)
async def test_only_the_bad_entry_of_a_server_is_lost(
    events: list[Event], shard: GivenShard, part: str
) -> None:
    await start(shard, events)
    server = first(events, "GUILD_CREATE")
    before = shard.client.get_guild(int(server["id"]))
    assert before is not None
    counts = [len(before.channels), len(before.roles), before.me.id]
    await shard.receive("GUILD_DELETE", {"id": server["id"]})
    await shard.receive("GUILD_CREATE", {**server, part: [PARTS[part], *server[part]]})
    found = shard.client.get_guild(int(server["id"]))
    assert found is not None
    assert [len(found.channels), len(found.roles), found.me.id] == counts
    assert shard.faulty("GUILD_CREATE", "dropped") == 0


@pytest.mark.parametrize("field", ["username", "discriminator", "avatar"])
async def test_a_person_who_lacks_a_field_is_known(shard: GivenShard, field: str) -> None:
    """discord.py takes the person for absent and raises nothing."""
    user = {"id": "7", "username": "ann", "discriminator": "0", "avatar": None}
    del user[field]
    await shard.receive(INTERACTION, {**PRESS, "user": user})
    assert shard.pressed[0].user.id == 7


async def test_a_server_keeps_nothing_of_a_parser_that_failed(
    events: list[Event], shard: GivenShard
) -> None:
    """discord.py stores the number of members, and meets it again when the event is repaired."""
    await start(shard, events)
    server = first(events, "GUILD_CREATE")
    for _ in range(2):
        await shard.receive("GUILD_CREATE", {**server, "member_count": "many", "name": "New"})
    found = shard.client.get_guild(int(server["id"]))
    assert found is not None
    assert (found.name, len(found.channels)) == ("New", len(server["channels"]))
    assert shard.faulty("GUILD_CREATE", "repaired") == 2


async def test_a_forum_whose_tag_has_no_name_is_the_only_loss(
    events: list[Event], shard: GivenShard
) -> None:
    await start(shard, events)
    server = first(events, "GUILD_CREATE")
    forum = {"id": "4", "type": 15, "name": "f", "position": 0, "available_tags": [{"id": "5"}]}
    await shard.receive("GUILD_CREATE", {**server, "channels": [forum, *server["channels"]]})
    found = shard.client.get_guild(int(server["id"]))
    assert found is not None
    assert len(found.channels) == len(server["channels"])
    assert shard.faulty("GUILD_CREATE", "repaired") == 1


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
    monkeypatch.setattr("bot.core.arriving.log", logged)
    await start(shard, events)
    press = {**PRESS, "user": {"id": "private", "username": "private"}, "token": "secret"}
    await shard.receive("INTERACTION_CREATE", press)
    [entry] = logged.warning.mock_calls
    assert entry.args == ("event dropped",)
    told = {name: entry.kwargs[name] for name in ("kind", "shard", "reason")}
    assert told == {"kind": "INTERACTION_CREATE", "shard": 0, "reason": "ValueError"}
    assert "private" not in str(entry)
    assert "secret" not in str(entry)
