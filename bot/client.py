"""The Discord client: who it is, what it may do, and where its commands meet the work pool."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import discord
import structlog
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from app.settings import DISCORD_API, Settings
from bot.answering import remember, reply
from bot.commands import all_commands
from bot.dailies.counting import Freshness
from bot.dailies.finding import secrets
from bot.dailies.pictures import Pictures
from bot.debts import to_payload
from bot.errors import NotBegun
from bot.failures import answer_failure
from bot.playing.screens import Screens
from bot.presenter import answer_message
from bot.readers import Chosen, Reader
from bot.sockets import tidily
from bot.sync import sync_commands
from bot.translator import CommandTranslator
from bot.views import all_buttons
from bot.views.forms import answer_form
from jobs import (
    GuardedRequest,
    Look,
    Pasted,
    Said,
    SolveAnswer,
    SolveRequest,
    solve_puzzle,
    solve_unless_secret,
)
from play.identity import Daily
from service.attempts import Attempts
from service.clock import Clock, utc_now
from service.pending_replies import Ledger
from service.quotas import FairPool, Quotas
from store import servers
from store.database import Database
from store.errors import StoreError
from workers.errors import Busy, Crowd
from workers.pool import LocalPool, Urgency, WorkPool

FIRST_SECONDS = 1.0
"""How long it is tried to solve a puzzle before it waits for a worker that has more time."""

REFUSAL_SECONDS = 1.0
"""How long a stopping bot still tells those who have just come that it is stopping."""
CANCEL_SECONDS = 1.0
"""How long work that is given up may take to end, and the last thing that is stored."""

log = structlog.stdlib.get_logger(__name__)


def use_api(base: str) -> None:
    """Send all requests to the HTTP API at that address, such as `DISCORD_API`.

    The library keeps this address on a class, so it holds for the whole process. Call it
    once, before the client logs in.
    """
    Route.BASE = base


class OuroTree(app_commands.CommandTree["OuroClient"]):
    """The commands; whatever fails in one of them is answered in one place."""

    async def on_error(
        self, interaction: discord.Interaction["OuroClient"], error: app_commands.AppCommandError
    ) -> None:
        """Answer a failed command with a sentence."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if not isinstance(cause, NotBegun):
            await answer_failure(interaction, cause)

    async def interaction_check(self, interaction: discord.Interaction["OuroClient"]) -> bool:
        """Suggest nothing to who types quicker than anybody can; commands look by themselves, and
        are timed from here on."""
        interaction.extras["arrived"] = time.perf_counter()
        interaction.client.take_in_hand()
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        return interaction.client.quotas.pace.allows(interaction.user.id)


class OuroClient(discord.AutoShardedClient):
    """The bot. It works in servers, in direct messages, and as a person's own app.

    It needs no privileged intent, reads no messages, and mentions nobody.
    """

    def __init__(
        self, settings: Settings, pool: LocalPool, database: Database, now: Clock = utc_now
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            http_trace=pool.metrics.trace(),
        )
        self.settings = settings
        self.quotas = Quotas(database, now, settings)
        self.pool: WorkPool = FairPool(pool, self.quotas)
        self.metrics = pool.metrics
        self.database = database
        self.now = now
        self.attempts = Attempts(database, now)
        self.ledger = Ledger(database)
        self.chosen = Chosen(database)
        self.screens = Screens()
        self.pictures = Pictures(self.pool)
        self.started = now()
        self.freshness = Freshness(self.started)
        self.connected = asyncio.Event()
        self._closing = False
        self._in_hand: set[asyncio.Task[Any]] = set()
        self._promised: set[asyncio.Task[Any]] = set()
        self.tree = OuroTree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        for command in all_commands():
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Once after logging in: buttons, the gateway's address, commands."""
        self.http.ws_connect = tidily(self.http.ws_connect)  # type: ignore[assignment, method-assign]
        self.add_dynamic_items(*all_buttons())
        await self._find_gateway()
        await self.tree.set_translator(CommandTranslator())
        await sync_commands(self.tree, self.database)

    async def _find_gateway(self) -> None:
        """Where to connect: the library uses Discord's own gateway unless it is told another."""
        chosen = self.settings.gateway if self.settings.token is not None else None
        if chosen is None and Route.BASE == DISCORD_API:
            return
        shards, address, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(chosen or address)
        self.shard_count = shards  # with it known the library connects where it was told

    async def on_shard_connect(self, shard: int) -> None:
        """From here on commands arrive; say so in the log."""
        log.info("connected", shard=shard, shards=self.shard_count)

    async def on_ready(self) -> None:
        """All servers are known: duties begin."""
        self.connected.set()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was thrown out of a server, or it is gone: nothing is kept of it."""
        async with self.database.writing() as connection:
            await servers.remove(connection, guild.id)
        log.info("server left", server=guild.id)

    async def on_interaction(self, interaction: discord.Interaction["OuroClient"]) -> None:
        """A form was filled in; the library sees to commands and buttons itself."""
        await answer_form(interaction)

    async def close(self) -> None:
        """Leave the chat; what people used up is stored first."""
        if not self.is_closed():
            try:
                async with asyncio.timeout(CANCEL_SECONDS):
                    await self.quotas.save()
            except (StoreError, TimeoutError) as error:
                log.warning("quotas not stored", reason=type(error).__name__)
        await super().close()

    def request(
        self, reader: Reader, source: Pasted | Said, look: Look, index: int = 0
    ) -> SolveRequest:
        """A request within this bot's limits."""
        return self.limited(SolveRequest(source, index, look, locale=reader.voice.language))

    def limited(self, request: SolveRequest) -> SolveRequest:
        """The same within this bot's limits."""
        chosen = self.settings
        return replace(request, limits=chosen.solve_limits, bounds=chosen.bounds)

    async def answer(
        self,
        interaction: discord.Interaction["OuroClient"],
        reader: Reader,
        request: SolveRequest,
    ) -> None:
        """Solve, and put the answer where the interaction was acknowledged before.

        A live daily is not solved before somebody said, in private, that they want that.
        """
        from bot.dailies.secrecy import keep_secret  # noqa: PLC0415 - knows the client

        await remember(interaction, to_payload(request, private=reader.private))
        start = time.perf_counter()
        answer = await self.solve(request, interaction.user.id)
        if isinstance(answer, Daily):
            await keep_secret(interaction, reader, answer)
            return
        worked = time.perf_counter() - start
        self.metrics.solves.labels(answer.outcome.value).inc()
        await reply(interaction, answer_message(reader.voice, answer, request.look))
        log.info(
            "answered",
            size=answer.size,
            outcome=answer.outcome.value,
            solutions=answer.solutions,
            solve_ms=round(answer.stats.seconds * 1000),
            work_ms=round(worked * 1000),
            total_ms=round((time.perf_counter() - start) * 1000),
        )

    async def solve(self, request: SolveRequest, person: int) -> SolveAnswer | Daily:
        """Solve a puzzle for somebody; if it is a live daily, that is the answer.

        Nearly all are solved in no time. One that is not waits in another line for the whole of
        its time, so that nobody else has to wait for it. Raises what the pool does.
        """
        seconds = min(FIRST_SECONDS, self.settings.solve_seconds)
        short = replace(request, limits=replace(request.limits, seconds=seconds))
        guarded = GuardedRequest(short, await secrets(self))
        answer = await self.pool.run(solve_unless_secret, guarded, person=person)
        if isinstance(answer, Daily) or short == request or answer.suffices(request.index):
            return answer
        return await self.pool.run(solve_puzzle, request, person=person, urgency=Urgency.LONG)

    def refuse(self) -> None:
        """Promise no further answers; those that are promised will be given."""
        self._closing = True

    def take_in_hand(self) -> None:
        """The present task tells somebody something, if only that the bot is stopping."""
        _add_present_task(self._in_hand)

    def promise(self) -> None:
        """The present task gives somebody an answer: a stopping bot waits for it.

        Raises `Busy` when it is stopping already.
        """
        self.take_in_hand()
        if self._closing:
            self.metrics.busy.labels(Crowd.CLOSING.value).inc()
            raise Busy(Crowd.CLOSING)
        _add_present_task(self._promised)

    @property
    def closing(self) -> bool:
        """Whether nothing new is begun any more."""
        return self._closing

    async def finish(self, seconds: float) -> None:
        """Wait, so long at most, for the answers that people have been promised, and a moment for
        those who are being turned away.

        What is not finished then is given up at once. Answers that are owed stay written down, and
        the next start pays them.
        """
        left = await _unfinished(self._promised, seconds)
        await _unfinished(self._in_hand - left, REFUSAL_SECONDS)
        for task in self._in_hand:
            task.cancel()
        if left:
            log.warning("left to the next start", count=len(left))
        await _unfinished(self._in_hand, CANCEL_SECONDS)
        await self.ledger.close()


def _add_present_task(tasks: set[asyncio.Task[Any]]) -> None:
    """Until it is done."""
    task = asyncio.current_task()
    if task is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def _unfinished(tasks: set[asyncio.Task[Any]], seconds: float) -> set[asyncio.Task[Any]]:
    """Those that are not done after so long."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()
