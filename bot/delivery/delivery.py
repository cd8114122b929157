"""Sends the pending messages of the outbox, and keeps those up to date that are shown.

Each is sent once, also after failures:

- killed before sending: the claim is free when the lease of the process is over, and the place has
  no such message;
- killed after sending: the retry finds the message by the `custom_id` of a button, or the answer to
  an interaction by its flag, and edits it once more, as it may show an older state; but a message
  that does not change is left as it is;
- a lost response of Discord: as before; in addition a message has a nonce, with which Discord
  creates it only once within some minutes. A post of a forum has none: where its posts may not be
  read, it is given up instead of tried twice;
- the database restored from a backup: what was due before counts as tried.

Messages for one place are sent one after the other, and one that fails for now holds up the others.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any, Literal, cast

import aiohttp
import discord
import structlog
from discord.utils import snowflake_time
from msgspec.structs import replace

from bot.answering.interactions import is_retryable
from bot.answering.layouts import OutgoingMessage, custom_ids
from bot.connection.client import OuroClient
from bot.connection.permissions import ServerUnknown, find_channel, settable_tags, told_guild
from bot.delivery.kinds import MessageKind, Post
from service.errors import ServiceError
from service.running.clock import Clock
from service.running.outbox import Outbox
from service.running.rate_limiter import TokenBucket
from store.errors import StoreError
from store.records import Ending, PendingMessage, Target
from workers.errors import Busy, WorkError

SEND_SECONDS = 40.0
"""Maximum seconds of one message, with the retries and pauses of the Discord library."""
SECONDS = 0.2
"""Seconds between two looks at what is due."""
PER_SECOND = 20
"""Maximum number of messages that start per second, and at once.

A post takes two requests with its thread, so these are at most 40 of the 50 requests per second
that Discord allows.
"""
MAX_IN_FLIGHT = round(PER_SECOND * SEND_SECONDS)
"""Maximum number of places in flight: as many as start before the first of them times out, so that
even places that all hang leave room for others."""
LINE_SECONDS = 4 * SEND_SECONDS
"""Maximum seconds of the messages for one place."""
MAX_TRIES = 12
"""Maximum number of tries to send a message."""
MAX_RESTING = 1000
"""Maximum number of messages of a kind that are rendered again in one run."""
NONCE_LIFETIME = timedelta(minutes=4)
"""Time since the first claim within which the nonce surely prevents a second message."""
MAX_MESSAGES_SEARCHED = 1000
"""Maximum number of messages of a place that are searched for an earlier one."""
BUSY_WAIT = timedelta(seconds=1)
"""When a message is rendered again for which the pool had no room, or whose server is unknown."""
UNKNOWN_WAIT = timedelta(minutes=3)
"""When a message of an unknown kind is looked at again, which a newer version may know."""
THREAD_MINUTES: Literal[1440] = 1440
"""Minutes without messages after which Discord archives a thread."""
THREAD_SECONDS = 10.0
"""Maximum seconds of opening a thread."""
THREAD_TRIES = 4
"""Number of tries of a message after which it counts as sent without a thread."""
DIGEST_LENGTH = 16
"""Number of characters of a digest."""
INVALID = 400
"""The HTTP status of what Discord cannot take, such as a picture that the message lacks."""
TAKES_NO_THREAD = frozenset({160004, 50024})
"""Discord's error codes for a message that has a thread, or is in one."""
ARCHIVED = 50083
"""Discord's error code for an edit in a thread that is archived."""
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that does not exist."""
GONE = frozenset({10003, 10004, 10015, 50027})
"""Discord's error codes for a channel, a server or a token that does not exist any more."""
REFUSING = frozenset({50001, 50013, ARCHIVED, 160005, 40066, 40067})
"""Discord's error codes for a channel in which the bot may not post: hidden, forbidden, locked, or
only with a tag."""
CLOSED = frozenset({Ending.GONE, Ending.REFUSED})
"""How a message ends whose place takes no others either."""
ORIGINAL_RESPONSE = cast("int", "@original")
"""Discord's name for the message ID of the answer to an interaction."""

log = structlog.stdlib.get_logger(__name__)


class _GivenUp(Exception):  # noqa: N818 - how a message ends
    """A message is not sent, or not kept up to date any more."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending)
        self.ending = ending


class Delivery:
    """Sends what this process claims from the outbox; `kinds` render the messages."""

    def __init__(
        self,
        client: OuroClient,
        outbox: Outbox,
        kinds: Mapping[str, MessageKind],
        bucket: TokenBucket,
        now: Clock,
    ) -> None:
        self._client = client
        self._outbox = outbox
        self.kinds = kinds
        self._bucket = bucket
        self._now = now
        self.lines: set[asyncio.Task[None]] = set()
        """What is being sent, a task for each place."""
        self._stopped = False
        self._looked: dict[str, float] = {}
        """When messages of a kind that are shown were last rendered again."""

    async def run(self) -> None:
        """Start to send what is due; does not wait until it is sent. Call this often."""
        await self._look_again()
        room = 0 if self._stopped else MAX_IN_FLIGHT - len(self.lines)
        most = min(self._bucket.available(), room)
        for line in await self._outbox.claim(most) if most > 0 else ():
            if self._stopped:
                return  # the next process sends it
            self._bucket.take(len(line))
            task = asyncio.create_task(self._send_line(line))
            self.lines.add(task)
            task.add_done_callback(self.lines.discard)

    async def stop(self) -> None:
        """Start nothing more, and cancel what is being sent."""
        self._stopped = True
        for task in self.lines:
            task.cancel()
        await asyncio.gather(*self.lines, return_exceptions=True)

    async def _look_again(self) -> None:
        """Note which messages that are shown look otherwise by now, before anything is claimed."""
        for name, kind in self.kinds.items():
            now = time.monotonic()
            if kind.seconds is None or now - self._looked.get(name, 0) < kind.seconds:
                continue
            self._looked[name] = now
            for pending in await self._outbox.resting(name, MAX_RESTING):
                try:
                    post = await kind.render(pending)
                except (Busy, discord.HTTPException, ServiceError):
                    continue  # the next run tries again
                if post is None or digest_of(post) != pending.digest:
                    await self._outbox.change(pending.key)

    async def _send_line(self, line: Sequence[PendingMessage]) -> None:
        """Send the messages for one place in their order, until one fails for now."""
        try:
            async with asyncio.timeout(LINE_SECONDS):
                for number, pending in enumerate(line, start=1):
                    if not await self._send(pending, line[number:]):
                        return
        except Exception as error:
            log.error("messages left for later", key=line[0].key, exc_info=error)
        finally:
            self._outbox.release(*(pending.key for pending in line))

    async def _send(self, pending: PendingMessage, others: Sequence[PendingMessage]) -> bool:
        """Send or edit a claimed message; False if its place is to be left alone for now.

        After an error of the database, or when it is cancelled, it can be claimed again.
        """
        kind = self.kinds.get(pending.kind)
        if kind is None:
            await self._outbox.postpone(pending, untried=UNKNOWN_WAIT)
            return True
        try:
            await self._show(kind, pending)
        except StoreError:
            raise
        except (Busy, ServerUnknown):
            await self._outbox.postpone(pending, untried=BUSY_WAIT)
        except Exception as error:
            ending = _ending_of(error)
            if ending is None and pending.tries >= MAX_TRIES:
                ending = Ending.FAILED
            if ending is None:
                return await self._postpone(pending, others, error)
            ended = [pending]
            if ending in CLOSED and _is_new(pending):
                ended += filter(_is_new, others)
            await self._outbox.give_up(ending, *ended)
            log.info("messages given up", kinds={each.kind for each in ended}, reason=ending.value)
            return len(ended) == 1
        return True

    async def _postpone(
        self, pending: PendingMessage, others: Sequence[PendingMessage], error: Exception
    ) -> bool:
        """Try again later; False if the others of its place wait as long."""
        known = (OSError, aiohttp.ClientError, discord.DiscordException, ServiceError, WorkError)
        if isinstance(error, known):
            log.warning("message postponed", kind=pending.kind, reason=repr(error)[:200])
            await self._outbox.postpone(pending, others)
            return False
        log.error("message failed", kind=pending.kind, tries=pending.tries, exc_info=error)
        await self._outbox.postpone(pending)  # others may be sent
        return True

    async def _show(self, kind: MessageKind, pending: PendingMessage) -> None:
        """Send a message unless an earlier try sent it, or edit it if it looks otherwise by now."""
        shown, again = pending.message_id, pending.message_id is None and pending.tries > 1
        if again and pending.target is Target.CHANNEL and kind.marks(pending):
            self._server_of(pending)  # which tells what its place is
        forum = self._forum(pending)
        if again:
            async with asyncio.timeout(SEND_SECONDS):
                shown = await self._sent_before(kind, pending, forum)
                if forum is not None and shown is not None:
                    pending = replace(pending, place=shown)
        found = shown is not None and pending.message_id is None
        if shown is None and self._now() >= pending.expires_at:
            raise _GivenUp(Ending.LATE)
        post = await kind.render(pending)
        if post is None:
            raise _GivenUp(Ending.NOT_NEEDED)
        digest = digest_of(post)
        async with asyncio.timeout(SEND_SECONDS):
            if shown is None or (digest != pending.digest and not (found and post.last)):
                keeps = pending.digest.endswith(digest[DIGEST_LENGTH:])
                shown = await self._put(kind, pending, post, shown, forum=forum, keeps=keeps)
            if forum is not None:  # a post is a thread with the ID of its first message
                pending = replace(pending, place=shown)
            elif post.thread is not None and not pending.shown:
                await self._open_thread(kind, pending, shown, post.thread)
        await self._outbox.shown(pending, shown, digest, is_last=post.last)
        if post.follow is not None:
            edit = partial(self._edit, kind, pending, shown)
            post.follow(shown, lambda message: edit(_changes(message)))
        log.info("message shown", kind=pending.kind, server=pending.server_id)

    async def _put(  # noqa: PLR0913 - what is shown, and how it is there
        self,
        kind: MessageKind,
        pending: PendingMessage,
        post: Post,
        shown: int | None,
        *,
        forum: discord.ForumChannel | None,
        keeps: bool,
    ) -> int:
        """Send a message, or edit the one that is shown, which `keeps` its files; returns its ID.

        Files that a message keeps are left out of the request; Discord lists none that are shown.
        """
        roles = [discord.Object(role) for role in post.roles]
        if shown is not None and keeps:
            try:
                return await self._edit(
                    kind, pending, shown, _changes(post.message, roles, keeps=True)
                )
            except discord.HTTPException as error:
                if error.status != INVALID or error.code == ARCHIVED:
                    raise  # else the files are sent again
        if shown is not None or pending.token:
            return await self._edit(kind, pending, shown, _changes(post.message, roles))
        new: dict[str, Any] = {"view": post.message.view, "files": list(post.message.files)}
        new["allowed_mentions"] = _only(roles)
        if forum is not None:
            tags = [tag for tag in settable_tags(forum) if str(tag.id) in post.tags]
            made = await forum.create_thread(name=post.title[:100], applied_tags=tags, **new)
            return made.thread.id
        channel = await self._channel(kind, pending)
        return int((await channel.send(nonce=f"outbox-{pending.id}", **new)).id)

    async def _edit(
        self,
        kind: MessageKind,
        pending: PendingMessage,
        shown: int | None,
        how: Mapping[str, Any],
    ) -> int:
        """Edit a message in its channel once it is there, else by its token; returns its ID."""
        if shown is None or not pending.place:
            return await self._edit_answer(pending, how)
        message = (await self._channel(kind, pending)).get_partial_message(shown)
        try:
            await message.edit(**how)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._edit_archived(pending.place, partial(message.edit, **how))
        return shown

    async def _edit_archived(self, place: int, edit: Callable[[], Awaitable[object]]) -> None:
        """Edit a message in a thread that is archived, which is open only meanwhile."""
        thread: Any = await self._client.fetch_channel(place)
        if thread.locked:
            raise _GivenUp(Ending.REFUSED)
        await thread.edit(archived=False)
        await edit()
        with contextlib.suppress(discord.HTTPException):  # Discord archives it some time later
            await thread.edit(archived=True)

    async def _edit_answer(self, pending: PendingMessage, how: Mapping[str, Any]) -> int:
        """Edit the answer to an interaction; a private message takes the place of one that was
        deleted, as a public "thinking…" is before a private answer."""
        webhook = self._webhook(pending)
        try:
            return (await webhook.edit_message(ORIGINAL_RESPONSE, **how)).id
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE or pending.target is not Target.ANSWER:
                raise
        new = {"view": how["view"], "files": how["attachments"], "ephemeral": True}
        return (await webhook.send(**new, wait=True)).id

    def _webhook(self, pending: PendingMessage) -> discord.Webhook:
        webhook = discord.Webhook.partial(
            pending.application_id, pending.token, client=self._client
        )
        webhook.type = discord.WebhookType.application  # which may send private messages
        return webhook

    async def _channel(self, kind: MessageKind, pending: PendingMessage) -> Any:
        place = kind.place(pending)
        if place is None:
            raise _GivenUp(Ending.NOT_NEEDED)
        if pending.target is Target.PERSON:
            return await self._client.create_dm(discord.Object(place))
        return self._client.get_partial_messageable(place, guild_id=pending.server_id)

    def _server_of(self, pending: PendingMessage) -> discord.Guild | None:
        """The server of a message, see `told_guild`; None outside of servers."""
        return told_guild(self._client, pending.server_id) if pending.server_id else None

    def _forum(self, pending: PendingMessage) -> discord.ForumChannel | None:
        """The forum that a message is to be a post of; None elsewhere, and once it is one."""
        guild = self._client.get_guild(pending.server_id) if pending.server_id else None
        found = guild.get_channel(pending.place) if guild else None
        return found if isinstance(found, discord.ForumChannel) else None

    async def _sent_before(
        self, kind: MessageKind, pending: PendingMessage, forum: discord.ForumChannel | None
    ) -> int | None:
        """The ID of a message that an earlier try sent; None if it is certain that none did."""
        if pending.target is Target.PRESSED:
            return None  # it is edited, which may be repeated
        if pending.target is Target.ANSWER:
            return await self._answered_before(pending)
        begun, marks = pending.begun_at or pending.due_at, kind.marks(pending)
        if forum is not None:
            return await _posted_before(forum, marks, begun - NONCE_LIFETIME)
        if marks:
            channel, user = await self._channel(kind, pending), self._client.user
            try:
                readable = await self._is_readable(pending, channel)
                async for message in channel.history(
                    limit=MAX_MESSAGES_SEARCHED, after=begun - NONCE_LIFETIME
                ):
                    own = user is not None and message.author.id == user.id
                    # An answer to an interaction may have the same buttons.
                    own = own and message.interaction_metadata is None
                    if own and marks & custom_ids(message):
                        return int(message.id)
            except discord.Forbidden:
                readable = False
            if readable:
                return None
        if self._now() - begun >= NONCE_LIFETIME:
            raise _GivenUp(Ending.UNKNOWN)
        return None

    async def _answered_before(self, pending: PendingMessage) -> int | None:
        """The ID of the answer to an interaction, None if it is "thinking…" or was deleted."""
        try:
            answer = await self._webhook(pending).fetch_message(ORIGINAL_RESPONSE)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return None
        return None if answer.flags.loading else answer.id

    async def _is_readable(self, pending: PendingMessage, channel: Any) -> bool:
        """Whether Discord shows the history of a channel; where it may not, it shows none."""
        guild = self._server_of(pending)
        if guild is None:
            return True
        found = await find_channel(guild, channel.id)
        return found.permissions_for(guild.me).read_message_history

    async def _open_thread(
        self, kind: MessageKind, pending: PendingMessage, shown: int, name: str
    ) -> None:
        """Open a thread about a message unless it already has one.

        This precedes storing that it is shown, so that a kill in between is repaired by the retry.
        """
        channel = await self._channel(kind, pending)
        try:
            async with asyncio.timeout(THREAD_SECONDS):
                await channel.get_partial_message(shown).create_thread(
                    name=name[:100], auto_archive_duration=THREAD_MINUTES
                )
        except (OSError, TimeoutError, aiohttp.ClientError, discord.HTTPException) as error:
            if isinstance(error, discord.HTTPException) and error.code in TAKES_NO_THREAD:
                return
            refused = isinstance(error, discord.HTTPException) and not is_retryable(error)
            if not refused and pending.tries < THREAD_TRIES:
                raise  # the next try finds the message
            log.warning("no thread", server=pending.server_id, reason=repr(error)[:200])


async def _posted_before(
    forum: discord.ForumChannel, marks: frozenset[str], since: datetime
) -> int | None:
    """The ID of the bot's post in a forum whose first message has one of some custom IDs.

    None if it is certain that there is none from some time on, archived ones included.
    """
    threads = []
    try:
        threads += [each for each in await forum.guild.active_threads() if each.parent == forum]
        async for thread in forum.archived_threads(limit=None):
            if thread.archive_timestamp < since:
                break  # those that follow were archived before
            threads.append(thread)
        for thread in threads:
            if thread.owner_id != forum.guild.me.id or snowflake_time(thread.id) < since:
                continue
            with contextlib.suppress(discord.NotFound):  # its first message was deleted
                if marks & custom_ids(await thread.fetch_message(thread.id)):
                    return thread.id
    except discord.Forbidden:
        raise _GivenUp(Ending.UNKNOWN) from None
    return None


def _is_new(pending: PendingMessage) -> bool:
    """Whether a message is sent to its place, where none of it is shown yet."""
    return pending.message_id is None and not pending.token


def _changes(
    message: OutgoingMessage, roles: Sequence[discord.Object] = (), *, keeps: bool = False
) -> dict[str, Any]:
    """How a message is edited; one that `keeps` its files has none in the request."""
    how: dict[str, Any] = {"view": message.view, "allowed_mentions": _only(roles)}
    return how if keeps else how | {"attachments": list(message.files)}


def _only(roles: Sequence[discord.Object]) -> discord.AllowedMentions:
    return discord.AllowedMentions(everyone=False, users=False, roles=roles)


def digest_of(post: Post) -> str:
    """Digests of what a message shows, and of its files alone."""
    shown, files = sha256(repr(post.message.view.to_components()).encode()), sha256()
    for file in post.message.files:
        files.update(f"{file.filename}:".encode() + file.fp.read())
        file.fp.seek(0)
    return f"{shown.hexdigest()[:DIGEST_LENGTH]}-{files.hexdigest()[:DIGEST_LENGTH]}"


def _ending_of(error: Exception) -> Ending | None:
    """How a message ends by an error that a retry cannot resolve; None for any other."""
    if isinstance(error, _GivenUp):
        return error.ending
    if not isinstance(error, discord.HTTPException):
        return None
    if error.code == UNKNOWN_MESSAGE:
        return Ending.DELETED
    if error.code in GONE:
        return Ending.GONE
    refused = error.code in REFUSING or isinstance(error, discord.Forbidden)
    return Ending.REFUSED if refused else None
