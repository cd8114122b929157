"""Snapshots: the whole conversation as JSON, from which a later process restores it."""

from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from sandbox.model.commands import Command
from sandbox.model.permissions import Role
from sandbox.model.records import (
    AnswerStage,
    Attachment,
    Channel,
    ChatMessage,
    Guild,
    Interaction,
    Member,
    User,
)
from sandbox.model.world import DefaultIds

FORMAT = 1


class SnapshotError(ValueError):
    """The text is not a snapshot that this version can read; the message names the place."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All records, and the values that later records depend on.

    `base_url` is the URL that files were served from, `secret` (hexadecimal) signs their URLs,
    `ahead` is the offset of the clock in seconds, and `last_id` the latest id.
    """

    application_id: int
    home: DefaultIds
    base_url: str
    secret: str
    ahead: float
    last_id: int
    users: tuple[User, ...] = ()
    guilds: tuple[Guild, ...] = ()
    roles: tuple[Role, ...] = ()
    members: tuple[Member, ...] = ()
    channels: tuple[Channel, ...] = ()
    messages: tuple[ChatMessage, ...] = ()
    interactions: tuple[Interaction, ...] = ()
    commands: tuple[Command, ...] = ()
    files: tuple[Attachment, ...] = ()
    format: int = FORMAT


_ADAPTER = TypeAdapter(Snapshot)


def dump_snapshot(snapshot: Snapshot) -> bytes:
    """A snapshot as JSON."""
    return _ADAPTER.dump_json(snapshot)


def load_snapshot(text: bytes, base_url: str | None = None) -> Snapshot:
    """The snapshot in a JSON text, with file URLs changed to `base_url` if it is given.

    Interactions that waited for the bot become failed. Raises `SnapshotError` when the text is
    not a valid snapshot of this format.
    """
    snapshot = _parse(text)
    if base_url is not None and base_url != snapshot.base_url:
        before, after = (f"{base}/attachments/" for base in (snapshot.base_url, base_url))
        snapshot = _parse(text.replace(before.encode(), after.encode()))
    settled = tuple(
        replace(one, stage=AnswerStage.FAILED) if one.stage is AnswerStage.WAITING else one
        for one in snapshot.interactions
    )
    return replace(snapshot, interactions=settled, base_url=base_url or snapshot.base_url)


def _parse(text: bytes) -> Snapshot:
    try:
        snapshot = _ADAPTER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in first["loc"]) or "the beginning"
        raise SnapshotError(f"at {place}: {first['msg']}") from error
    if snapshot.format != FORMAT:
        raise SnapshotError(f"it has format {snapshot.format}, not {FORMAT}")
    return snapshot
