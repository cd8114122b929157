"""Builds the Discord front end: client, commands, component handlers and periodic deliveries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from app.features import features
from app.services import Services
from app.settings import Settings
from bot.boards.display import BoardDisplay, BoardPage
from bot.boards.following import BoardFollower
from bot.core.callbacks import Callbacks
from bot.core.client import OuroClient
from bot.core.command_sync import CommandTranslator, sync_commands
from bot.core.command_tree import CommandTree
from bot.core.discord_time import watch_dates
from bot.core.drain import TaskDrain
from bot.core.interactions import Interactions
from bot.core.layouts import LinkedView
from bot.core.left_servers import LeftServers
from bot.core.router import Router
from bot.core.sending import Sending
from bot.core.tracing import trace_requests
from bot.core.viewers import Viewers
from bot.dailies.daily_posts import DailyPosts
from bot.dailies.post_updates import PostUpdates
from bot.practice.storms import StormEnds
from bot.races.messages import SECONDS as RACE_SECONDS
from bot.races.messages import RaceMessages
from bot.settings.reminders import ReminderDelivery
from bot.solving.pending_replies import PendingReplyDelivery
from service import gaps
from service.post_queue import PER_SECOND
from service.running import heartbeat, purging
from service.running.clock import Clock
from service.running.clock_guard import ClockGuard
from service.running.heartbeat import Heartbeat
from service.running.rate_limiter import DividedBucket
from service.running.scheduler import PeriodicTask
from service.running.session_starts import SessionStarts
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
    sendings: tuple[Sending, ...]
    tasks: tuple[PeriodicTask, ...]


class _Deliveries(Struct, frozen=True):
    posts: DailyPosts
    updates: PostUpdates
    replies: PendingReplyDelivery
    reminders: ReminderDelivery
    storms: StormEnds
    races: RaceMessages


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
    trace = trace_requests(metrics)
    watch_dates(trace, now.note_date, now.steady)
    client = OuroClient(gateway, trace, metrics, settings.shards, invites=on_discord)
    shared = settings.one_of_several
    client.starts = SessionStarts(database, now, client.fetch_start_limit, shared=shared)
    drain = TaskDrain(metrics)
    interactions = Interactions(
        viewers=Viewers(services.preferences),
        quotas=services.quotas,
        pending=services.pending_replies,
        claims=services.claims,
        callbacks=Callbacks(client.requests),
        drain=drain,
        metrics=metrics,
        now=now,
    )
    tree, router = CommandTree(client, drain, services.quotas.rate_limiter), Router()
    display = BoardDisplay(services.boards, _board_page(services, page, launches=launches))
    deliveries = _deliveries(settings, services, client, display, now)
    for feature in features(
        settings,
        services,
        interactions,
        client=client,
        tree=tree,
        display=display,
        updates=deliveries.updates,
        race_messages=deliveries.races,
        metrics=metrics,
        page=page,
    ):
        for command in feature.commands:
            tree.add_command(command)
        for handlers in feature.handlers:
            handlers.add_to(router)

    async def log_in() -> None:
        await tree.set_translator(CommandTranslator())
        registered = await sync_commands(tree, services.sent_commands, launches=launches)
        LinkedView.command_ids = dict(registered.numbers)
        client.has_entry_point = registered.has_entry_point

    client.on_login = log_in
    client.on_press = router.handle
    client.on_server_left = services.servers.remove
    processes = services.processes
    processes.count_servers = lambda: len(client.guilds)
    count = processes.shards.count if shared else None
    service_heartbeat = Heartbeat(database, now, lambda: client.serving.numbers, count)
    tasks = tuple(_tasks(services, deliveries, client, service_heartbeat))
    sent = (
        deliveries.posts,
        deliveries.updates,
        deliveries.replies,
        deliveries.reminders,
        deliveries.storms,
        deliveries.races,
    )
    sendings = tuple(delivery.sending for delivery in sent)
    return DiscordBot(client, tree, router, drain, display, sendings, tasks)


def _board_page(services: Services, url: str | None, *, launches: bool) -> BoardPage | None:
    """The board page at an address, and whether it is an Activity; None without one."""
    if url is None:
        return None
    follower = BoardFollower(services.attempts.watchers)
    return BoardPage(url, services.board_links, follower, launches)


def _deliveries(
    settings: Settings,
    services: Services,
    client: OuroClient,
    display: BoardDisplay,
    now: Clock,
) -> _Deliveries:
    """What is sent without being asked for."""
    bucket = DividedBucket(PER_SECOND, lambda: services.processes.count)
    return _Deliveries(
        DailyPosts(client, services.post_queue, services.dailies, now, bucket),
        PostUpdates(client, services.dailies, services.servers, now, settings.own_shards),
        PendingReplyDelivery(client, services.pending_replies, services.solving, now),
        ReminderDelivery(client, services.reminders, services.preferences, now),
        StormEnds(client, services.storms, services.preferences),
        RaceMessages(
            client=client,
            races=services.races,
            servers=services.servers,
            preferences=services.preferences,
            display=display,
            now=now,
            shards=settings.own_shards,
        ),
    )


def _tasks(
    services: Services, deliveries: _Deliveries, client: OuroClient, service_heartbeat: Heartbeat
) -> Iterator[PeriodicTask]:
    """The periodic tasks with their intervals in seconds; the log uses their names.

    Pending replies, whose tokens expire, do not wait until all shards are connected.
    """
    replies, connected = deliveries.replies, client.connected
    yield PeriodicTask("send pending replies", 5, replies.send_unsent, client.logged_in)

    def by_clock(name: str, seconds: float, run: Callable[[], Awaitable[None]]) -> PeriodicTask:
        return PeriodicTask(name, seconds, run, connected, by_clock=True)

    def of_first(run: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """What one process does for all."""

        async def run_in_first() -> None:
            if services.processes.is_first:
                await run()

        return run_in_first

    left = LeftServers(client, services.servers)
    yield by_clock("heartbeat", heartbeat.SECONDS, service_heartbeat.record)
    yield PeriodicTask("forget left servers", 3600, left.forget, connected)
    generate = by_clock("generate dailies", 600, of_first(services.daily_generation.generate_ahead))
    yield replace(generate, limit=GENERATION_SECONDS)
    yield by_clock("plan posts", 60, services.schedules.plan_posts)
    yield by_clock("send posts", 1, deliveries.posts.send_due)
    yield PeriodicTask("update posts", 20, deliveries.updates.update_solved, connected)
    yield by_clock("end storms", 1, of_first(deliveries.storms.end_due))
    yield by_clock("update races", RACE_SECONDS, deliveries.races.update)
    yield by_clock("send reminders", 2, deliveries.reminders.send_due)
    yield PeriodicTask(
        "read journals", gaps.SECONDS, of_first(services.gaps.read_journals), connected
    )
    yield PeriodicTask("save quotas", 5, services.quotas.save, connected)
    expired = of_first(services.purging.delete_expired)
    unused = of_first(services.purging.delete_unused_puzzles)
    yield by_clock("delete expired rows", purging.SECONDS, expired)
    yield by_clock("delete unused puzzles", purging.PUZZLE_SECONDS, unused)
