"""The directory of a saved conversation: a snapshot as one JSON file, and the attachments."""

import fcntl
import os
from pathlib import Path

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from sandbox.chat.commands import Command
from sandbox.model.errors import DirectoryError
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


class Snapshot(Struct, frozen=True):
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


def dump_snapshot(snapshot: Snapshot) -> bytes:
    """A snapshot as JSON."""
    return json.encode(snapshot)


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
        snapshot = json.decode(text, type=Snapshot)
    except DecodeError as error:
        raise SnapshotError(str(error)) from error
    if snapshot.format != FORMAT:
        raise SnapshotError(f"it has format {snapshot.format}, not {FORMAT}")
    return snapshot


class StateDirectory:
    """A directory in which one sandbox at a time saves its conversation.

    Only its owner may read it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = path / "files"
        self._chat = path / "chat.json"
        self._lock: int | None = None

    def read(self, base_url: str | None = None) -> Snapshot | None:
        """The saved snapshot; None when there is none yet. `base_url` is as in `load_snapshot`.

        Raises `DirectoryError` when it cannot be read.
        """
        try:
            return load_snapshot(self._chat.read_bytes(), base_url)
        except FileNotFoundError:
            return None
        except SnapshotError as error:
            sentence = f"{self._chat} is not a conversation that can be read: {error}; move it away"
            raise DirectoryError(f"{sentence} to begin anew") from error
        except OSError as error:
            raise _unusable(self._chat, error) from error

    def lock(self) -> None:
        """Create the directory if necessary, and lock it until `release`.

        Raises `DirectoryError` when it cannot be used or another sandbox has the lock.
        """
        try:
            self._files.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.chmod(0o700)
            self._lock = os.open(self._path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise DirectoryError(f"{self._path} is in use by another sandbox") from error
        except OSError as error:
            self.release()
            raise _unusable(self._path, error) from error

    def release(self) -> None:
        """Release the lock, if this sandbox has it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def write(self, snapshot: Snapshot) -> None:
        """Replace the saved snapshot atomically."""
        fresh = self._chat.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123 (pathlib sets no mode)
            file.write(dump_snapshot(snapshot))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._chat)

    def put(self, file_id: int, data: bytes) -> None:
        """Write the bytes of a file."""
        (self._files / str(file_id)).write_bytes(data)

    def get(self, file_id: int) -> bytes | None:
        """The bytes of a file, or None if it does not exist."""
        try:
            return (self._files / str(file_id)).read_bytes()
        except FileNotFoundError:
            return None

    def drop(self, file_id: int) -> None:
        """Delete a file, if it exists."""
        (self._files / str(file_id)).unlink(missing_ok=True)

    def keep_only(self, file_ids: set[int]) -> None:
        """Delete every file except these."""
        for path in self._files.iterdir():
            if path.name not in {str(file_id) for file_id in file_ids}:
                path.unlink()


def _unusable(path: Path, error: OSError) -> DirectoryError:
    return DirectoryError(f"{path} cannot be used: {error.strerror}")
