"""Saves the conversation after changes, and restores it at the next start."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from msgspec import Struct, field

from sandbox.chat.attachments import Attachments
from sandbox.chat.commands import CommandBook
from sandbox.chat.state_directory import Snapshot, StateDirectory
from sandbox.model.clock import Clock
from sandbox.model.errors import DirectoryError
from sandbox.model.events import Event, PresenceChanged, TypingStarted
from sandbox.model.records import AnswerStage
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.state import State
from sandbox.model.world import DefaultIds

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5
"""Seconds for which changes are collected before they are written."""
TRANSIENT_EVENTS = (PresenceChanged, TypingStarted)


class SavedState(Struct, frozen=True):
    """The objects whose contents are saved and restored."""

    home: DefaultIds
    state: State
    commands: CommandBook
    attachments: Attachments
    snowflakes: Snowflakes
    clock: Clock

    def snapshot(self, token_seconds: float) -> Snapshot:
        """A snapshot of the current state.

        It contains the interactions that have a message, are younger than `token_seconds`, or are
        shown as failed.
        """
        state, now = self.state, self.clock()
        messages = tuple(state.messages.values())
        shown = {message.interaction_id for message in messages}
        interactions = state.interactions.values()
        return Snapshot(
            application_id=state.application_id,
            home=self.home,
            base_url=self.attachments.base_url,
            secret=self.attachments.secret.hex(),
            ahead=self.clock.ahead,
            last_id=self.snowflakes.last,
            users=tuple(user for user in state.users.values() if user.id != state.bot.id),
            guilds=tuple(state.guilds.values()),
            roles=tuple(state.roles.values()),
            members=tuple(state.memberships.values()),
            channels=tuple(state.channels.values()),
            messages=messages,
            interactions=tuple(
                one
                for one in interactions
                if one.id in shown
                or now - one.created < token_seconds
                or (one.stage is AnswerStage.FAILED and not one.dismissed)
            ),
            commands=tuple(self.commands.all()),
            files=tuple(self.attachments.all()),
        )

    def restore(self, snapshot: Snapshot, read: Callable[[int], bytes | None]) -> None:
        """Restore the contents of a snapshot; `read` returns the bytes of a file by its id."""
        self.state.users |= {user.id: user for user in snapshot.users}
        self.state.guilds |= {guild.id: guild for guild in snapshot.guilds}
        self.state.roles |= {role.id: role for role in snapshot.roles}
        members = {(member.guild_id, member.user_id): member for member in snapshot.members}
        self.state.memberships |= members
        self.state.channels |= {channel.id: channel for channel in snapshot.channels}
        self.state.restore(snapshot.messages, snapshot.interactions)
        self.commands.restore(snapshot.commands)
        self.attachments.restore(snapshot.files, bytes.fromhex(snapshot.secret), read)


class SnapshotSaver(Struct, eq=False):
    """Saves a conversation to a directory within a second of each change."""

    saved_state: SavedState
    directory: StateDirectory
    token_seconds: float
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def open(self, base_url: str) -> None:
        """Lock the directory, restore its contents, and start to write changes.

        Raises `DirectoryError` when the directory is in use or unreadable.
        """
        self.directory.lock()
        try:
            self._restore(base_url)
        except BaseException:
            self.directory.release()
            raise
        self.saved_state.state.subscribe(self._on_event)
        self._changed.set()
        self._task = asyncio.create_task(self._write_changes())

    def _restore(self, base_url: str) -> None:
        saved = self.directory.read(base_url)
        files = self.saved_state.attachments
        if saved is not None:
            if saved.application_id != self.saved_state.state.application_id:
                raise DirectoryError("another sandbox began a conversation there just now")
            self.saved_state.restore(saved, self.directory.get)
        self.directory.keep_only({file.id for file in files.all()})
        files.save_to(self.directory)

    async def close(self) -> None:
        """Write the latest changes and release the directory."""
        if self._task is None:
            return
        self._closing.set()
        self._changed.set()
        await self._task
        self.directory.release()

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, TRANSIENT_EVENTS):
            self._changed.set()

    async def _write_changes(self) -> None:
        while not self._closing.is_set():
            await self._changed.wait()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), PAUSE_SECONDS)
            self._changed.clear()
            await self._write()
        await self._write()

    async def _write(self) -> None:
        snapshot = self.saved_state.snapshot(self.token_seconds)
        try:
            await asyncio.to_thread(self.directory.write, snapshot)
        except (OSError, ValueError):
            log.exception("the conversation could not be written; the next change tries again")
