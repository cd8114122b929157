"""The one way by which events of Discord reach their parsers.

discord.py ends the process when a parser raises an exception. Here it costs the event, or the part
of it that cannot be parsed: a log entry and a metric tell which. Of an event that is repaired, only
the parts are dropped that cannot be parsed alone. An interaction that arrives again is dropped too.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

import structlog
from msgspec import Struct

from bot.core.discord_internals import (
    Parser,
    State,
    new_guild,
    new_interaction,
    new_message,
    new_thread,
)
from telemetry.logs import Throttle
from telemetry.metrics import Metrics

FRAME = "frame"
"""The name of what arrives and is no event."""
INTERACTION = "INTERACTION_CREATE"
INTERACTIONS_KNOWN = 4096
"""Number of latest interactions by whose ID a repeated one is known."""
LOG_SECONDS = 10.0
"""Minimum seconds between log entries about events of one name."""

Data: TypeAlias = "dict[str, Any]"
Probe: TypeAlias = Callable[[Data], object]
"""Parses data without any effect; raises any exception if it cannot."""

FILE_BYTES = 10 * 1024 * 1024
"""The size of files that everybody may send.

Source: https://discord.com/developers/docs/reference#uploading-files
"""
NEEDED = frozenset(
    {
        "id",
        "type",
        "token",
        "application_id",
        "version",
        "attachment_size_limit",
        "data",
        "guild_id",
        "member",
        "user",
    }
)
"""The fields of an interaction without which it is not answered as it should be."""
OPTIONAL: Mapping[str, Any] = {"version": 1, "attachment_size_limit": FILE_BYTES}
"""Values of fields of an interaction that it may lack."""
OPTIONAL_DATA: Mapping[str, Any] = {
    "name": "",
    "custom_id": "",
    "component_type": 2,
    "components": [],
}
"""Values of fields of what was typed, pressed or submitted that it may lack."""
TYPES: Mapping[str, type[Any]] = {
    "data": dict,
    "type": int,
    "locale": str,
    "guild_locale": str,
    "name": str,
    "custom_id": str,
    "component_type": int,
    "component": dict,
    "components": list,
    "options": list,
    "resolved": dict,
}
"""The types of fields of an interaction that are used as if they always had them.

The objects, and those in the lists, contain such fields again.
"""
OPTIONAL_OF: Mapping[str, Mapping[str, Any]] = {
    "user": {"username": "", "discriminator": "0", "avatar": None},
    "member": {"roles": [], "joined_at": None, "flags": 0},
    "message": {
        "type": 0,
        "content": "",
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "edited_timestamp": None,
        "components": [],
    },
}
"""Values of fields that people and messages may lack."""
USERS = frozenset({"user", "author", "owner"})
"""Names of fields that contain a user."""

log = structlog.stdlib.get_logger(__name__)


class Arriving:
    """Logs and counts the events that are dropped or repaired, and knows the interactions."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._interactions: dict[str, None] = {}
        self._throttles: dict[str, Throttle] = {}

    def is_repeated(self, interaction: str) -> bool:
        """Whether an interaction arrived before; it counts as arrived from now on."""
        if interaction in self._interactions:
            return True
        self._interactions[interaction] = None
        if len(self._interactions) > INTERACTIONS_KNOWN:
            del self._interactions[next(iter(self._interactions))]
        return False

    def note(self, outcome: str, shard: int, name: str, error: Exception | None = None) -> None:
        """Log and count an event, or a frame that is none, which a shard received.

        The outcomes are `dropped`, `repaired` and `repeated`.
        """
        self._metrics.events_faulty.labels(name, outcome).inc()
        throttle = self._throttles.setdefault(name, Throttle(LOG_SECONDS))
        if (suppressed := throttle.suppressed_before()) is not None:
            reason = {} if error is None else reason_of(error)
            log.warning(f"event {outcome}", kind=name, shard=shard, suppressed=suppressed, **reason)


class SafeParser(Struct, frozen=True):
    """The parser of the events `name` that a shard receives, which raises nothing.

    `state` is what the client knows of Discord.
    """

    arriving: Arriving
    state: State
    shard: int
    name: str
    parser: Parser

    def __call__(self, data: Any) -> None:
        """Parse an event; if that is impossible, repair it and parse it again, or drop it."""
        if self.name == INTERACTION and isinstance(data, dict):
            if self.arriving.is_repeated(str(data.get("id"))):
                self.arriving.note("repeated", self.shard, self.name)
                return
            data = well_formed(data)
        try:
            self.parser(data)
        except Exception as error:
            self._repair(data, error)

    def _repair(self, data: Any, error: Exception) -> None:
        repair = REPAIRS.get(self.name)
        if repair is None:
            self.arriving.note("dropped", self.shard, self.name, error)
            return
        try:
            self.parser(repair(self.state, self.shard, data))
        except Exception as again:
            self.arriving.note("dropped", self.shard, self.name, again)
        else:
            self.arriving.note("repaired", self.shard, self.name, error)


def reason_of(error: Exception) -> dict[str, str]:
    """What a log entry says of an exception: nothing that was received but the name of a field.

    >>> try:
    ...     {"a": 1}["volume"]
    ... except KeyError as error:
    ...     found = reason_of(error)
    >>> found["reason"], found["field"]
    ('KeyError', 'volume')
    """
    found = {"reason": type(error).__name__}
    for place in traceback.extract_tb(error.__traceback__)[-1:]:
        found["at"] = f"{place.name}:{place.lineno}"
    if isinstance(error, KeyError) and str(error.args[0]).isidentifier():
        found["field"] = str(error.args[0])
    return found


def parts_that_parse(data: Data, needed: frozenset[str], probe: Probe) -> Data:
    """The fields `needed`, and of all others those that can be parsed beside them.

    Of a list that cannot be parsed, the entries are left that can. Of fields that can be parsed
    alone but not together, the longest are left. Raises what `probe` raises for the needed fields
    alone.

    >>> def probe(data):
    ...     assert data["id"] and all(data.get("roles", [])) and len(data) < 4
    >>> server = {"id": 7, "icon": "", "roles": [1, 0, 2], "name": "A server"}
    >>> parts_that_parse(server, frozenset({"id"}), probe)
    {'id': 7, 'name': 'A server', 'roles': [1, 2]}
    """
    base = {name: value for name, value in data.items() if name in needed}
    probe(base)

    def parses(fields: Data) -> bool:
        try:
            probe(fields)
        except Exception:
            return False
        return True

    kept = dict(base)
    for name, value in data.items():
        if name in base:
            continue
        if parses({**base, name: value}):
            kept[name] = value
        elif isinstance(value, list):
            kept[name] = [each for each in value if parses({**base, name: [each]})]
    if parses(kept):
        return kept
    together = dict(base)
    for name, value in sorted(kept.items(), key=lambda each: -len(str(each[1]))):
        if parses({**together, name: value}):
            together[name] = value
    return together


def well_formed(data: Data) -> Data:
    """An interaction with all fields that are looked for in it, each of which has its type.

    discord.py takes a person or a message that lacks a field for absent, and raises nothing.
    """
    found = _with_types(data)
    found["data"] = {**OPTIONAL_DATA, **found.get("data", {})}
    if "resolved" in found["data"]:
        found["data"]["resolved"] = _with_optional(found["data"]["resolved"])
    for name in OPTIONAL_OF:
        if isinstance(found.get(name), dict):
            found[name] = {**OPTIONAL_OF[name], **found[name]}
    message = found.get("message")
    if isinstance(message, dict) and not isinstance(message.get("flags", 0), int):
        message["flags"] = 0
    return found


def _with_types(data: Data) -> Data:
    """The fields that are neither null nor of another type than in `TYPES`.

    >>> _with_types({"data": {"options": [{"name": 5, "value": "a"}, None]}, "locale": ["en"]})
    {'data': {'options': [{'value': 'a'}]}}
    """
    found: Data = {}
    for name, value in data.items():
        kind = TYPES.get(name, object)
        if value is None or not isinstance(value, kind):
            continue
        if kind is list:
            found[name] = [_with_types(each) for each in value if isinstance(each, dict)]
        else:
            found[name] = _with_types(value) if kind is dict else value
    return found


def _without_nulls(data: Data) -> Data:
    return {name: value for name, value in data.items() if value is not None}


def _with_optional(data: Data, field: str = "") -> Data:
    """Data in which all users, members and messages have the fields that discord.py requires."""
    return cast("Data", _filled(data, field))


def _filled(value: Any, field: str) -> Any:
    if isinstance(value, list):
        return [_filled(each, field.removesuffix("s")) for each in value]
    if not isinstance(value, dict):
        return value
    if field in {"users", "members", "messages"}:  # by their IDs
        return {name: _filled(inner, field.removesuffix("s")) for name, inner in value.items()}
    found = {
        name: _filled(inner, "users" if name == "mentions" else name)
        for name, inner in value.items()
    }
    kind = "user" if field in USERS else field.removeprefix("referenced_")
    return {**OPTIONAL_OF[kind], **_without_nulls(found)} if kind in OPTIONAL_OF else found


def repaired_interaction(state: State, _: int, data: Data) -> Data:
    """An interaction with values for optional fields, without parts that cannot be parsed."""
    full = {**OPTIONAL, **_with_optional(data)}
    full["application_id"] = state.application_id or full["application_id"]
    if isinstance(full.get("message"), dict):
        full["message"] = _repaired_message(state, full.get("guild_id"), full["message"])
    if isinstance(full.get("member"), dict):
        full["member"] = _repaired_member(state, full)
    return parts_that_parse(full, NEEDED, lambda probe: new_interaction(state, probe))


def _repaired_member(state: State, data: Data) -> Data:
    """The member of an interaction without parts that cannot be parsed."""
    needed, optional = {name: data[name] for name in NEEDED & set(data)}, OPTIONAL_OF["member"]

    def probe(member: Data) -> None:
        new_interaction(state, {**needed, "member": {**optional, **member}})

    return {**optional, **parts_that_parse(data["member"], frozenset({"user"}), probe)}


def repaired_resolved(state: State, guild_id: int | None, data: Data) -> Data:
    """What a command is about, each without parts that cannot be parsed: people and messages."""
    messages = data.get("messages") or {}
    return data | {
        "messages": {
            name: _repaired_message(state, guild_id, each) for name, each in messages.items()
        }
    }


def _repaired_message(state: State, guild_id: Any, data: Data) -> Data:
    """A message without parts that cannot be parsed, such as a poll that never ends."""
    full = _with_optional(data, "message")
    optional = OPTIONAL_OF["message"]

    def probe(part: Data) -> None:
        new_message(state, None if guild_id is None else int(guild_id), {**optional, **part})

    try:
        return {
            **optional,
            **parts_that_parse(full, frozenset({"id", "channel_id", "author"}), probe),
        }
    except Exception:
        return full


def repaired_guild(state: State, _: int, data: Data) -> Data:
    """A server without the parts that cannot be parsed, such as a channel without a name.

    Its wrong number of members is replaced, since the failed parser may have stored it.
    """
    full = _with_optional(data)
    found = parts_that_parse(full, frozenset({"id"}), lambda probe: new_guild(state, probe))
    return {"member_count": 0, **found} if "member_count" in data else found


def repaired_threads(state: State, _: int, data: Data) -> Data:
    """Threads of a server without those that cannot be parsed."""
    guild = new_guild(state, {"id": data["guild_id"]})

    def probe(part: Data) -> None:
        for thread in part.get("threads", ()):
            new_thread(state, guild, thread)
        for member in part.get("members", ()):
            int(member["id"])

    return parts_that_parse(_without_nulls(data), frozenset({"guild_id", "channel_ids"}), probe)


def repaired_ready(state: State, shard: int, data: Data) -> Data:
    """The start of a session with values for what it may lack, without unusable servers.

    The application is known since the login.
    """

    def probe(part: Data) -> None:
        for guild in part.get("guilds", ()):
            new_guild(state, guild)

    return {
        "user": _with_optional(data)["user"],
        "guilds": [],
        **parts_that_parse({"guilds": data.get("guilds") or []}, frozenset(), probe),
        "shard": [shard, state.shard_count],
    }


REPAIRS: Mapping[str, Callable[[State, int, Data], Data]] = {
    INTERACTION: repaired_interaction,
    "GUILD_CREATE": repaired_guild,
    "GUILD_UPDATE": repaired_guild,
    "READY": repaired_ready,
    "THREAD_LIST_SYNC": repaired_threads,
}
"""How events are repaired that have parts; others are dropped as a whole."""
