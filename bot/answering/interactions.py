"""Answers interactions: acknowledges them first, then runs their work and reports its errors.

Every command and press does its work in one of these blocks:

- `answering`: shows "thinking…", which a message then replaces;
- `pressing`: keeps the message whose button was pressed; the block may edit it;
- `changing`: like `pressing`, for a press that changes stored data, before the acknowledgement,
  which is the answer itself if that comes soon.

Another bot with the same token may receive the same interaction. The first to claim it does all the
work, even if Discord accepted the acknowledgement of the other; the other stops without a message.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord
import msgspec
import structlog
from discord import ui
from msgspec import Struct, field
from msgspec.structs import replace

from bot.answering.callbacks import Acknowledgement, Callbacks, FirstAnswer
from bot.answering.drain import TaskDrain
from bot.answering.layouts import PLAIN, PROBLEM, OutgoingMessage, notice
from bot.answering.readers import likely_localizer, message_is_private
from bot.answering.request_weights import weight_of
from bot.connection.discord_internals import edit_answer, edit_pressed
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from puzzle.errors import PuzzleError
from service.errors import AlreadyClaimed, QuotaUsed, ServiceError
from service.people.preferences import Preferences
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import Claims, InteractionClaim
from service.running.outbox import Outbox, reply_key
from service.running.quotas import Quotas
from service.running.readers import InteractionToken, Reader
from service.settings import ChosenSettings, Holder, appearance_of, language_of, with_times
from store.deadlines import beginning_within
from store.errors import GoneError, QueueFullError, StoreError
from store.records import PublicSolves, Server
from telemetry.logs import request_id
from telemetry.metrics import Metrics, ObservedTiming
from texts import problems
from texts.failures import failure_text
from workers.errors import Busy, BusyReason, PoolClosed

CHANGE_SECONDS = 2.0
"""Seconds in which the change of a press, or a pending reply, has to begin to be stored, or never
is."""
ACKNOWLEDGE_SECONDS = 2.5
"""Seconds after which a press is acknowledged although its change is still being stored: Discord
waits for 3 s."""
ANSWER_SECONDS = 0.1
"""Seconds after which a press whose change is stored is acknowledged without its answer."""

HANDOVER_SECONDS = 0.5
"""Seconds that a stopping bot waits for another one to acknowledge, before it rejects a request."""

Result = TypeVar("Result")
IsOurs: TypeAlias = Callable[[Acknowledgement], Awaitable[bool]]
"""Whether this bot handles an interaction although Discord refused its acknowledgement."""
LOOKUP_SECONDS = 0.5
"""Maximum seconds that an acknowledgement waits for the settings of a server."""

log = structlog.stdlib.get_logger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]
"""An interaction of a client of any type."""

_KEY = "state"


class InteractionState(Struct):
    """The progress of the answer to an interaction.

    - `claim`: its claim, with which all changes that it requests are stored;
    - `received_at`: when it was received, in seconds of `time.perf_counter`;
    - `localizer`: the localizer of its messages, once that is known;
    - `thinking`: whether "thinking…" is shown, which the answer replaces;
    - `apart`: whether the answer is a further message that only the user sees;
    - `already_acknowledged`: whether Discord reported that it was acknowledged before;
    - `acknowledged_after`: the seconds until it was acknowledged;
    - `first`: what acknowledges it by its answer, if its answer may do that;
    - `payload`: what its pending reply can be computed from, empty for nothing; None without one;
    - `settings`: the settings of its user and server if they were read with something else;
    - `admitted`: whether it was counted against the rate limit.
    """

    claim: InteractionClaim
    received_at: float = field(default_factory=perf_counter)
    localizer: Localizer | None = None
    thinking: bool = False
    apart: bool = False
    already_acknowledged: bool = False
    acknowledged_after: float | None = None
    first: FirstAnswer | None = None
    payload: Mapping[str, Any] | None = None
    settings: tuple[Holder | None, Server | None] | None = None
    admitted: bool = False


def state_of(interaction: Interaction) -> InteractionState:
    """The state of an interaction; the first call creates it."""
    state: InteractionState | None = interaction.extras.get(_KEY)
    if state is None:
        state = interaction.extras[_KEY] = InteractionState(InteractionClaim(interaction.id))
    return state


def token_of(interaction: Interaction) -> InteractionToken:
    """By which an interaction is answered later."""
    return InteractionToken(interaction.application_id, interaction.token)


def claim_of(interaction: Interaction) -> InteractionClaim:
    """The claim of an interaction by this bot, with which its changes are stored."""
    return state_of(interaction).claim


class NotStarted(Exception):  # noqa: N818
    """An interaction was rejected before its work began, with a message to the user if possible."""


class Trace(ObservedTiming):
    """Measures an interaction from when it was received, which may be before this is created."""

    def __init__(self, interaction: Interaction, metrics: Metrics) -> None:
        super().__init__()
        self._state = state_of(interaction)
        self.start = self._state.received_at
        self.command = command_label(interaction)
        self._metrics = metrics

    def end(self) -> None:
        """Record the times until the interaction was acknowledged, and answered or failed, and log
        them.
        """
        seconds = self._state.acknowledged_after
        if seconds is not None:
            self._metrics.acks.labels(self.command).observe(seconds)
        self._metrics.answers.labels(self.command, self.outcome).observe(self.seconds)
        pressed = self.command.startswith("press")
        ack = None if seconds is None else round(seconds * 1000)
        (log.debug if pressed else log.info)(
            "handled", outcome=self.outcome, ack_ms=ack, total_ms=round(self.seconds * 1000)
        )


@contextmanager
def tracing(interaction: Interaction, metrics: Metrics) -> Iterator[Trace]:
    """Trace the work of the block for an interaction."""
    trace = Trace(interaction, metrics)
    context = {"request": request_id(), "command": trace.command}
    with structlog.contextvars.bound_contextvars(**context):
        try:
            yield trace
        except BaseException as error:
            trace.record_failure(error)
            raise
        finally:
            trace.end()


def command_label(interaction: Interaction) -> str:
    """A metric label for an interaction: `/solve`, `Solve this Slitherlink`, `press pad`, `form`.

    For components it is taken from the second part of their `custom_id`.
    """
    if isinstance(interaction.command, discord.app_commands.Command):
        return f"/{interaction.command.qualified_name}"
    if interaction.command is not None:
        return interaction.command.name
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    kind = "press" if interaction.type is discord.InteractionType.component else "form"
    topic = custom_id.removeprefix("ouro:").partition(":")[0]
    known = custom_id.startswith("ouro:") and topic.isascii() and topic.isalpha()
    return f"{kind} {topic}" if known and len(topic) <= 20 else kind


def reader_of(interaction: Interaction, *, private: bool = True) -> Reader:
    """The reader of an answer to an interaction by what Discord tells, without their settings."""
    return Reader(
        interaction.user.id,
        likely_localizer(interaction, private=private),
        server=interaction.guild_id,
        private=private,
        claim=claim_of(interaction),
        channel=interaction.channel_id,
    )


class Readers(Struct, eq=False):
    """Finds the readers of answers from the settings of users and servers."""

    preferences: Preferences

    async def find(self, interaction: Interaction, *, private: bool) -> Reader:
        """The reader of an answer to an interaction.

        Uses Discord's locale and the default appearance when the settings cannot be read.
        """
        reader = reader_of(interaction, private=private)
        server_id = None if private else interaction.guild_id
        try:
            player, server = await self._settings(interaction, server_id)
        except StoreError as error:
            log.warning("settings unknown", reason=type(error).__name__)
            return reader
        language = language_of(player if private else server) or reader.language
        localizer = with_times(localizer_for(language), player)
        return replace(reader, localizer=localizer, appearance=appearance_of(player, server))

    async def _settings(
        self, interaction: Interaction, server_id: int | None
    ) -> tuple[Holder | None, Server | None]:
        """The settings of the user and a server; those read with something else serve once."""
        state = state_of(interaction)
        found, state.settings = state.settings, None
        if found is None:
            return await self.preferences.of(interaction.user.id, server_id)
        player, server = found
        return player, None if server_id is None else server

    async def may_answer_publicly(self, interaction: Interaction) -> bool:
        """Whether the answer to /solve may be public, according to the settings of the server.

        False when the settings cannot be read within `LOOKUP_SECONDS`.
        """
        if interaction.guild_id is None:
            return True
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                found = await self.preferences.of(interaction.user.id, interaction.guild_id)
        except (StoreError, TimeoutError) as error:
            log.warning("choice of the server unknown", reason=type(error).__name__)
            return False
        state_of(interaction).settings = found
        _, server = found
        match server.public_solves if server else PublicSolves.EVERYONE:
            case PublicSolves.EVERYONE:
                return True
            case PublicSolves.MANAGERS:
                return interaction.permissions.manage_guild
            case PublicSolves.NOBODY:
                return False


def keep_settings(interaction: Interaction, loaded: LoadedAttempt) -> None:
    """Keep the settings of the user that were read with their board, to show it in private."""
    if loaded.settings is not None and message_is_private(interaction):
        with suppress(msgspec.DecodeError):
            found = msgspec.json.decode(loaded.settings, type=dict[str, object])
            state_of(interaction).settings = ChosenSettings(found), None


TOO_MANY_REQUESTS = 429
"""The HTTP status of a request over a rate limit."""


async def answer_failure(interaction: Interaction, error: BaseException) -> bool:
    """Send the user a message about an error, and log it if it is a fault of the service.

    Returns False when Discord rejected the message and a retry may succeed, and without a message
    when another bot handles the interaction or the service is stopping.
    """
    if isinstance(error, AlreadyClaimed | PoolClosed):
        log.info("handled elsewhere", reason=type(error).__name__)
        return False
    if isinstance(error, discord.NotFound):
        # The interaction has expired, or the message was deleted.
        log.warning("interaction or message gone", code=error.code)
        return True
    localizer = _localizer(interaction)
    sentence = failure_text(localizer, error, _puzzle_command(interaction))
    if sentence is None:
        reference = request_id()
        log.error("unexpected failure", reference=reference, exc_info=error)
        sentence = localizer.say(problems.UNEXPECTED, reference=reference)
    else:
        log.info("declined", reason=type(error).__name__)
        if isinstance(error, StoreError) and not isinstance(error, GoneError):
            log.error("the store failed", exc_info=error)
    colour = PLAIN if isinstance(error, Busy | QuotaUsed) else PROBLEM
    try:
        if await _may_be_answered(interaction, error):
            return True
        await _send(interaction, notice(sentence, colour))
    except discord.HTTPException as problem:
        log.warning("could not answer", status=problem.status, code=problem.code)
        return not is_retryable(problem)
    except (OSError, TimeoutError, aiohttp.ClientError) as problem:
        log.warning("could not answer", reason=type(problem).__name__)
        return False
    return True


def may_launch(interaction: Interaction, *, anywhere: bool) -> bool:
    """Whether Discord may launch the Activity for a user: in a server with the bot, or `anywhere`,
    except in a server whose managers do not let them use activities.
    """
    in_server = interaction.guild_id is not None
    allowed = interaction.permissions.use_embedded_activities or not in_server
    return allowed and (anywhere or interaction.is_guild_integration())


def is_retryable(problem: discord.HTTPException) -> bool:
    """Whether a retry may succeed: Discord had a server error or limited the rate."""
    return problem.status >= 500 or problem.status == TOO_MANY_REQUESTS


async def _may_be_answered(interaction: Interaction, error: BaseException) -> bool:
    """Whether an answer may be shown that Discord did not confirm: "thinking…" is gone."""
    unconfirmed = isinstance(error, discord.DiscordServerError | OSError | aiohttp.ClientError)
    if not (unconfirmed and state_of(interaction).thinking):
        return False
    return not (await interaction.original_response()).flags.loading


async def _send(interaction: Interaction, post: OutgoingMessage) -> None:
    state, view = state_of(interaction), post.view
    if state.first is not None and await state.first.send(
        partial(interaction.response.send_message, view=view, ephemeral=True)
    ):
        return
    if not (state.first or interaction.response.is_done() or state.already_acknowledged):
        await interaction.response.send_message(view=view, ephemeral=True)
    elif state.thinking:
        await interaction.edit_original_response(view=view, attachments=[])
    else:
        # The button's message stays unchanged; only the user who pressed sees the problem.
        await interaction.followup.send(view=view, ephemeral=True)


def _puzzle_command(interaction: Interaction) -> str | None:
    """The name of the command that was typed, if it has the option `puzzle`; else None."""
    command = interaction.command
    if isinstance(command, discord.app_commands.Command) and command.get_parameter("puzzle"):
        return command.qualified_name
    return None


def _localizer(interaction: Interaction) -> Localizer:
    """The localizer of the answer that the message replaces, else that of a private message."""
    return state_of(interaction).localizer or likely_localizer(interaction, private=True)


class Interactions(Struct, eq=False, kw_only=True):
    """Acknowledges commands and presses within the rate limits, and answers their errors."""

    readers: Readers
    quotas: Quotas
    outbox: Outbox
    claims: Claims
    callbacks: Callbacks
    drain: TaskDrain
    metrics: Metrics

    @asynccontextmanager
    async def answering(
        self,
        interaction: Interaction,
        *,
        private: bool = False,
        payload: Mapping[str, Any] | None = None,
    ) -> AsyncIterator[Reader]:
        """Show "thinking…", which the block replaces with its answer by `reply`.

        An error that the block raises becomes the answer. If this process is killed before, another
        one answers, and computes the answer from a `payload`, which `store_payload` may replace.
        Raises `NotStarted` instead of entering the block when Discord rejects the acknowledgement,
        the user exceeds a rate limit, the database has no time for it, or the service is stopping;
        the user gets a message about the reason if possible.
        """
        state = state_of(interaction)
        with tracing(interaction, self.metrics) as trace:
            state.localizer = likely_localizer(interaction, private=private)
            try:
                async with self._acknowledging(interaction, trace):
                    self.drain.track_reply()
                    claimed = await self._store_pending(interaction, payload)
                    state.thinking = True

                    async def is_ours(taken: Acknowledgement) -> bool:
                        return claimed or await self._claim(interaction, taken)

                    thinking = interaction.response.defer(ephemeral=private, thinking=True)
                    await self._acknowledge(interaction, is_ours, thinking)
            except NotStarted as error:
                answered = isinstance(error.__cause__, Busy | discord.NotFound)
                await self._settle(interaction, answered)
                raise
            try:
                reader = await self.readers.find(interaction, private=private)
                state.localizer = reader.localizer
                yield reader
            except Exception as error:
                trace.record_failure(error)
                answered = await answer_failure(interaction, error)
            else:
                answered = True
            await self._settle(interaction, answered)

    @asynccontextmanager
    async def pressing(
        self,
        interaction: Interaction,
        begin: Callable[[], Awaitable[FirstAnswer]] | None = None,
    ) -> AsyncIterator[Reader]:
        """Acknowledge a press; the block may edit its message by `reply`.

        An error that the block raises is reported to the user who pressed, and the message stays
        unchanged. Raises `NotStarted` as `answering` does. The bot whose acknowledgement was
        accepted handles the press, unless `begin` returns what acknowledges it.
        """
        private, state = message_is_private(interaction), state_of(interaction)
        with tracing(interaction, self.metrics) as trace:
            async with self._acknowledging(interaction, trace):
                self.drain.track_reply()
                if begin is None:
                    is_ours = partial(self._is_repeated, interaction)
                    await self._acknowledge(interaction, is_ours, interaction.response.defer())
                else:
                    state.first = await begin()
            try:
                yield await self.readers.find(interaction, private=private)
                if state.first is not None:
                    await state.first.deferred()
            except Exception as error:
                trace.record_failure(error)
                await answer_failure(interaction, error)
            finally:
                if state.first is not None:
                    await state.first.close()
                    state.first = None
                    self.callbacks.late.remove(interaction.id)

    @asynccontextmanager
    async def changing(
        self, interaction: Interaction, change: Callable[[], Coroutine[Any, Any, Result]]
    ) -> AsyncIterator[tuple[Reader, asyncio.Task[Result]]]:
        """Like `pressing`, with the task of a change that is stored before the acknowledgement.

        The answer acknowledges the press unless it takes longer than `ANSWER_SECONDS`. If the
        service is killed before the change is stored, Discord therefore shows the press as failed.
        Changes start in the order of the presses. A change that is not stored in time for
        Discord is awaited by the block, as its outcome is not known before; there, an error of the
        change is raised.
        """
        changes: list[asyncio.Task[Result]] = []

        async def begin() -> FirstAnswer:
            with beginning_within(CHANGE_SECONDS):
                changes.append(asyncio.create_task(change()))
            await asyncio.wait(changes, timeout=seconds_to_acknowledge(interaction))
            acknowledge = partial(self._acknowledge, interaction, is_ours)
            left = ANSWER_SECONDS - seconds_since(interaction)
            return FirstAnswer(acknowledge, interaction.response.defer, left)

        async def is_ours(taken: Acknowledgement) -> bool:
            """Whether the change ended, also with an error that the block can report."""
            try:
                await asyncio.shield(changes[0])
            except (ServiceError, PuzzleError):
                return True
            except Exception:  # nothing is stored, and no bot has claimed it
                return taken is Acknowledgement.MAYBE_OURS
            return True

        try:
            async with self.pressing(interaction, begin) as reader:
                yield reader, changes[0]
        finally:
            await asyncio.gather(*changes, return_exceptions=True)

    async def admit(self, interaction: Interaction) -> None:
        """Count an interaction once against the rate limit of its user; raises `Busy` beyond it."""
        state, weight = state_of(interaction), weight_of(interaction)
        if not state.admitted:
            await self.quotas.admit(interaction.user.id, interaction.guild_id, weight)
            state.admitted = True

    async def store_payload(self, interaction: Interaction, payload: Mapping[str, Any]) -> None:
        """Store the payload of a pending reply, with which a restarted service can compute it.

        Does nothing for an interaction without a pending reply, and if it is stored already.
        """
        state = state_of(interaction)
        if state.payload is not None and state.payload != payload:
            with suppress(QueueFullError):
                await self._store_pending(interaction, payload)

    async def show_form(self, interaction: Interaction, form: ui.Modal) -> None:
        """Open a form as the acknowledgement of a press."""
        await self._respond(interaction, interaction.response.send_modal(form))

    async def launch_activity(self, interaction: Interaction) -> str | None:
        """Launch the Activity as the acknowledgement; Discord's ID of its instance.

        None if its answer was lost. Raises `AlreadyClaimed` if another bot has acknowledged, and
        `discord.HTTPException` if Discord refuses: what is not verified it launches for few people.
        """
        instance: str | None = None

        async def send() -> None:
            nonlocal instance
            answer = await interaction.response.launch_activity()
            if isinstance(answer.resource, discord.InteractionCallbackActivityInstance):
                instance = answer.resource.id

        try:
            taken = await self._respond(interaction, send())
        except discord.HTTPException as error:
            log.warning("launch refused", status=error.status, code=error.code)
            raise
        if taken is Acknowledgement.ELSEWHERE:
            raise AlreadyClaimed
        return instance

    async def _respond(
        self, interaction: Interaction, answer: Awaitable[object]
    ) -> Acknowledgement:
        """Send the initial response, and note when, and that Discord refused it if it did."""
        state, taken = state_of(interaction), await self.callbacks.send(interaction, answer)
        state.acknowledged_after = seconds_since(interaction)
        state.already_acknowledged |= taken is not Acknowledgement.OURS
        return taken

    async def _acknowledge(
        self, interaction: Interaction, is_ours: IsOurs, answer: Awaitable[object]
    ) -> bool:
        """Send the initial response; whether Discord accepted it.

        Raises `AlreadyClaimed` if it did not, and another bot handles the interaction.
        """
        taken = await self._respond(interaction, answer)
        if taken is not Acknowledgement.OURS and not await is_ours(taken):
            raise AlreadyClaimed
        return taken is Acknowledgement.OURS

    async def _is_repeated(self, interaction: Interaction, taken: Acknowledgement) -> bool:
        """Whether Discord refused an acknowledgement that repeats one of this bot."""
        return taken is Acknowledgement.MAYBE_OURS and await self._claim(interaction, taken)

    async def _claim(self, interaction: Interaction, taken: Acknowledgement) -> bool:
        """Claim an interaction; whether no other bot has claimed it.

        While the database is unavailable, `taken` decides.
        """
        try:
            await self.claims.take(claim_of(interaction))
        except AlreadyClaimed:
            return False
        except StoreError:
            return taken is Acknowledgement.MAYBE_OURS
        return True

    @asynccontextmanager
    async def _acknowledging(self, interaction: Interaction, trace: Trace) -> AsyncIterator[None]:
        """Admit an interaction, which the block acknowledges, or its first answer will; an error
        becomes `NotStarted`.

        Its answer begins when no acknowledgement is late.
        """
        late = self.callbacks.late
        late.add(interaction.id, state_of(interaction).received_at)
        try:
            await self.admit(interaction)
            yield
        except Exception as error:
            trace.record_failure(error)
            if isinstance(error, Busy) and error.reason is BusyReason.CLOSING:
                await asyncio.sleep(HANDOVER_SECONDS)
            await answer_failure(interaction, error)
            raise NotStarted from error
        finally:
            if state_of(interaction).first is None:
                late.remove(interaction.id)
        await late.until_none()

    async def _store_pending(
        self, interaction: Interaction, payload: Mapping[str, Any] | None
    ) -> bool:
        """Store a pending reply and claim the interaction; whether that was done in time.

        Raises `QueueFullError` if it does not begin in time. While the database fails, people are
        answered all the same.
        """
        state_of(interaction).payload = payload or {}
        try:
            await self._store(interaction)
        except QueueFullError:
            raise
        except (StoreError, TimeoutError) as error:  # lost if the service is killed now
            log.warning("pending reply not stored", reason=type(error).__name__)
            return False
        return True

    async def _store(self, interaction: Interaction) -> None:
        """Store what is needed to answer an interaction without this process.

        Raises a `StoreError`, and `TimeoutError` if it is under way when Discord waits no longer.
        """
        state = state_of(interaction)
        localizer = state.localizer or likely_localizer(interaction, private=True)
        subject = {"language": localizer.language, "payload": state.payload or None}
        seconds = seconds_to_acknowledge(interaction) or CHANGE_SECONDS
        with beginning_within(CHANGE_SECONDS):
            async with asyncio.timeout(seconds):
                await self.outbox.reply(claim_of(interaction), token_of(interaction), subject)

    async def _settle(self, interaction: Interaction, answered: bool) -> None:
        """Delete the pending reply that was sent; leave any other to the outbox."""
        claim = claim_of(interaction)
        if not answered or state_of(interaction).payload is None:
            self.outbox.release(reply_key(claim))
            return
        try:
            await self.outbox.settle(claim)
        except StoreError as error:  # at worst the answer is written again, in the same message
            log.warning("settled reply not stored", reason=type(error).__name__)

    async def turn_private(self, interaction: Interaction, reader: Reader) -> Reader:
        """The reader of an answer that must be private; `reply` sends it privately from now on.

        A public "thinking…" is deleted. A message whose button was pressed stays unchanged unless
        only the user sees it.
        """
        state = state_of(interaction)
        if _is_private(interaction, reader):
            return reader
        if state.thinking:
            with suppress(discord.NotFound):  # an earlier try deleted it, and its answer was lost
                await interaction.delete_original_response()
            state.thinking = False
        state.apart = True
        private_reader = await self.readers.find(interaction, private=True)
        state.localizer = private_reader.localizer
        return private_reader


def seconds_to_acknowledge(interaction: Interaction) -> float:
    """The seconds that may pass until an interaction is acknowledged."""
    return max(0.0, ACKNOWLEDGE_SECONDS - seconds_since(interaction))


def seconds_since(interaction: Interaction) -> float:
    """The seconds since an interaction was received."""
    return perf_counter() - state_of(interaction).received_at


def _is_private(interaction: Interaction, reader: Reader) -> bool:
    """Whether only the user would see the answer."""
    if interaction.context.dm_channel:
        return True
    if state_of(interaction).thinking:
        return reader.private
    return interaction.message is not None and interaction.message.flags.ephemeral


async def reply(interaction: Interaction, post: OutgoingMessage) -> None:
    """Replace "thinking…", or the message whose button was pressed, with a message.

    After `Interactions.turn_private` it is a further message instead. What fails afterwards is told
    in a message of its own.
    """
    state = state_of(interaction)
    if state.apart:
        await reply_privately(interaction, post)
    elif state.first is None or not await state.first.send(
        lambda: edit_pressed(interaction, *post.edit())
    ):
        await edit_answer(interaction, *post.edit())
        state.thinking = False


async def reply_privately(interaction: Interaction, post: OutgoingMessage) -> None:
    """Send a further message that only the user sees."""
    await interaction.followup.send(
        view=post.view, files=list(post.files), ephemeral=True, wait=True
    )
