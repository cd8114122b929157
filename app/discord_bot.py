"""Builds the Discord front end: client, commands, component handlers and periodic deliveries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from app.features import BOARD_BUTTONS, features
from app.settings import Settings
from bot.answering.callbacks import Callbacks
from bot.answering.command_tree import CommandTree
from bot.answering.drain import TaskDrain
from bot.answering.interactions import Interactions, Readers
from bot.answering.layouts import LinkedView
from bot.answering.router import Router
from bot.boards.display import BoardDisplay, BoardPage
from bot.boards.following import BoardFollower
from bot.chat import Chat
from bot.connection.client import OuroClient
from bot.connection.command_sync import CommandTranslator, sync_commands
from bot.connection.discord_time import watch_dates
from bot.connection.left_servers import LeftServers
from bot.connection.permissions import look, member_name
from bot.delivery.delivery import PER_SECOND, SECONDS, Delivery
from service.learning import gaps
from service.playing import pars
from service.running import heartbeat, purging
from service.running.clock_guard import ClockGuard
from service.running.heartbeat import Heartbeat
from service.running.rate_limiter import DividedBucket
from service.running.scheduler import PeriodicTask
from service.running.session_starts import SessionStarts
from service.services import Services
from store.database import Database
from telemetry.metrics import Metrics

GENERATION_SECONDS = 3600.0
"""Maximum seconds of generating the dailies of two weeks."""


class DiscordBot(Struct, frozen=True):
    """A client with its commands and component handlers, its drain, its display of boards, and its
    periodic tasks.
    """

    client: OuroClient
    tree: CommandTree
    router: Router
    drain: TaskDrain
    display: BoardDisplay
    delivery: Delivery
    tasks: tuple[PeriodicTask, ...]


def build_bot(  # noqa: PLR0913 - the parts of a program
    settings: Settings,
    services: Services,
    database: Database,
    metrics: Metrics,
    now: ClockGuard,
    *,
    page: str | None = None,
    launches: bool = False,
) -> DiscordBot:
    """Build a bot on the use cases; its client is not connected yet.

    The clock `now` is compared with the dates in Discord's answers. `page` is the address of the
    board page, None without one; with `launches` it is also an Activity.
    """
    on_discord = settings.token is not None
    gateway = settings.gateway if on_discord else None
    client = OuroClient(gateway, metrics, settings.shards, invites=on_discord)
    watch_dates(client.requests, now.note_date)
    shared = settings.one_of_several
    client.starts = SessionStarts(database, now, client.fetch_start_limit, shared=shared)
    drain = TaskDrain(metrics)
    interactions = Interactions(
        readers=Readers(services.preferences),
        quotas=services.quotas,
        outbox=services.outbox,
        claims=services.claims,
        callbacks=Callbacks(client.requests),
        drain=drain,
        metrics=metrics,
    )
    tree, router = CommandTree(client, interactions, launches=launches), Router()
    display = BoardDisplay(services.boards, BOARD_BUTTONS, _board_page(services, page))
    chat = Chat(
        interactions=interactions,
        use=services,
        display=display,
        client=client,
        tree=tree,
        metrics=metrics,
        now=now,
        input_bytes=settings.input_bytes,
        page=page,
    )
    added = list(features(chat))
    for feature in added:
        for command in feature.commands:
            tree.add_command(command)
        for handlers in feature.handlers:
            router.add_all(handlers)

    async def log_in() -> None:
        await tree.set_translator(CommandTranslator())
        registered = await sync_commands(tree, services.sent_commands, launches=launches)
        LinkedView.command_ids = dict(registered.numbers)
        client.has_entry_point = registered.has_entry_point

    services.activities.launches = launches
    services.activities.look = partial(look, client)
    services.members.ask = partial(member_name, client)
    client.on_login = log_in
    client.on_press = router.handle
    client.on_server_joined = services.servers.greet
    client.on_server_left = services.servers.remove
    processes = services.processes
    processes.count_servers = lambda: len(client.guilds)
    count = processes.shards.count if shared else None
    service_heartbeat = Heartbeat(database, now, lambda: client.serving.numbers, count)
    bucket = DividedBucket(PER_SECOND, lambda: processes.count)
    kinds = {name: kind for each in added for name, kind in each.kinds.items()}
    delivery = Delivery(client, services.outbox, kinds, bucket, now)
    tasks = tuple(_tasks(chat, service_heartbeat, delivery))
    return DiscordBot(client, tree, router, drain, display, delivery, tasks)


def _board_page(services: Services, url: str | None) -> BoardPage | None:
    """The board page at an address; None without one."""
    if url is None:
        return None
    follower = BoardFollower(services.attempts.watchers)
    return BoardPage(url, services.board_links, follower, services.activities)


def _tasks(chat: Chat, service_heartbeat: Heartbeat, delivery: Delivery) -> Iterator[PeriodicTask]:
    """The periodic tasks, with their intervals in seconds; the log names them."""
    use, connected = chat.use, chat.client.connected
    by_clock = partial(PeriodicTask, ready=connected, by_clock=True)
    left = LeftServers(chat.client, use.servers)
    yield PeriodicTask("send messages", SECONDS, delivery.run, chat.client.logged_in, by_clock=True)
    yield by_clock("plan posts", 60, use.schedules.plan_posts)
    yield by_clock("close dailies", 60, chat.in_first(use.schedules.close_days))
    yield by_clock("heartbeat", heartbeat.SECONDS, service_heartbeat.record)
    yield PeriodicTask("forget left servers", 3600, left.forget, connected)
    generate = chat.in_first(use.daily_generation.generate_ahead)
    yield by_clock("generate dailies", 600, generate, limit=GENERATION_SECONDS)
    yield PeriodicTask(
        "read journals", gaps.SECONDS, chat.in_first(use.gaps.read_journals), connected
    )
    catch_up = chat.in_first(use.pars.catch_up)
    yield PeriodicTask("learn pars", pars.SECONDS, catch_up, connected)
    yield PeriodicTask("save quotas", 5, use.quotas.save, connected)
    untouched = chat.in_first(use.together.end_untouched)
    yield by_clock("end untouched boards", 3600, untouched)
    expired = chat.in_first(use.purging.delete_expired)
    unused = chat.in_first(use.purging.delete_unused_puzzles)
    yield by_clock("delete expired rows", purging.SECONDS, expired)
    yield by_clock("delete unused puzzles", purging.PUZZLE_SECONDS, unused)
