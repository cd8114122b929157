"""Builds the Discord front end: client, commands, component handlers and periodic deliveries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial

from app.services import Services
from app.settings import Settings
from bot.callbacks import Callbacks
from bot.client import OuroClient, connected_shards
from bot.command_mentions import LinkedView
from bot.command_sync import sync_commands
from bot.command_tree import CommandTree
from bot.commands.about import about_commands, privacy_commands
from bot.commands.base import AnyCommand
from bot.commands.daily import daily_commands
from bot.commands.hint import help_commands
from bot.commands.leaderboard import leaderboard_commands
from bot.commands.learn import learn_commands, manual_commands
from bot.commands.new import new_commands
from bot.commands.play import play_commands
from bot.commands.practice import practice_commands
from bot.commands.rate import rate_commands
from bot.commands.server_setup import setup_commands, status_commands
from bot.commands.settings import settings_commands
from bot.commands.solution import solution_commands
from bot.commands.solve import solve_commands
from bot.commands.stats import stats_commands
from bot.commands.submit import submit_commands
from bot.delivery.daily_posts import DailyPosts
from bot.delivery.pending_replies import PendingReplyDelivery
from bot.delivery.post_updates import PostUpdates
from bot.delivery.reminders import ReminderDelivery
from bot.delivery.sending import Sending
from bot.discord_time import watch_dates
from bot.drain import TaskDrain
from bot.handlers.archive import ArchiveHandlers
from bot.handlers.board_page import PageHandlers
from bot.handlers.boards import BoardDisplay
from bot.handlers.course import CourseHandlers, NewPuzzleHandlers
from bot.handlers.dailies import DailyHandlers
from bot.handlers.following import BoardFollower
from bot.handlers.helping import HelpHandlers
from bot.handlers.leaderboards import LeaderboardHandlers
from bot.handlers.manual import ManualHandlers, ManualLimits
from bot.handlers.pasting import PasteHandlers
from bot.handlers.playing import PlayHandlers
from bot.handlers.practice import PracticeHandlers
from bot.handlers.privacy import PrivacyHandlers
from bot.handlers.reviews import ReviewHandlers
from bot.handlers.secrecy import SecrecyHandlers
from bot.handlers.server_setup import SetupHandlers
from bot.handlers.settings import SettingsHandlers
from bot.handlers.sharing import ShareHandlers
from bot.handlers.solving import SolveHandlers
from bot.handlers.storm import StormHandlers
from bot.interactions import Interactions
from bot.left_servers import LeftServers
from bot.request_metrics import trace_requests
from bot.router import Router
from bot.translator import CommandTranslator
from bot.viewers import Viewers
from play.calendar import closes
from service import heartbeat
from service.clock import Clock
from service.clock_guard import ClockGuard
from service.heartbeat import Heartbeat
from service.post_queue import PER_SECOND
from service.scheduler import PeriodicTask
from service.session_starts import SessionStarts
from service.token_bucket import DividedBucket
from store.database import Database
from telemetry.metrics import Metrics


@dataclass(frozen=True, slots=True)
class DiscordBot:
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


@dataclass(frozen=True, slots=True)
class _Deliveries:
    posts: DailyPosts
    updates: PostUpdates
    replies: PendingReplyDelivery
    reminders: ReminderDelivery


@dataclass(frozen=True, slots=True)
class _Handlers:
    archive: ArchiveHandlers
    course: CourseHandlers
    display: BoardDisplay
    helping: HelpHandlers
    playing: PlayHandlers
    secrecy: SecrecyHandlers
    solving: SolveHandlers
    pasting: PasteHandlers
    practice: PracticeHandlers
    leaderboards: LeaderboardHandlers
    settings: SettingsHandlers
    setup: SetupHandlers
    manual: ManualHandlers


def build_bot(  # noqa: PLR0913 - the parts of a program
    settings: Settings,
    services: Services,
    database: Database,
    metrics: Metrics,
    now: ClockGuard,
    *,
    page: str | None = None,
) -> DiscordBot:
    """Build a bot on the use cases; its client is not connected yet.

    The clock `now` is compared with the dates in Discord's answers. `page` is the address of the
    board page, None without one.
    """
    on_discord = settings.token is not None
    gateway = settings.gateway if on_discord else None
    trace = trace_requests(metrics)
    watch_dates(trace, now.note_date, now.steady)
    client = OuroClient(gateway, trace, settings.shards, invites=on_discord)
    shared = settings.one_of_several
    client.starts = SessionStarts(database, now, client.fetch_start_limit, shared=shared)
    drain = TaskDrain(metrics)
    interactions = Interactions(
        viewers=Viewers(services.preferences),
        quotas=services.quotas,
        pending=services.pending_replies,
        claims=services.claims,
        callbacks=Callbacks(trace),
        drain=drain,
        metrics=metrics,
        now=now,
    )
    deliveries = _deliveries(settings, services, client, now)
    tree, router = CommandTree(client, drain, services.quotas.rate_limiter), Router()
    handlers = _build_handlers(settings, services, interactions, tree, metrics, page=page)
    _add_handlers(router, handlers, services, interactions, deliveries.updates)
    for command in _commands(settings, services, interactions, handlers, client, page):
        tree.add_command(command)

    async def log_in() -> None:
        await tree.set_translator(CommandTranslator())
        LinkedView.command_ids = await sync_commands(tree, services.sent_commands)

    client.on_login = log_in
    client.on_press = router.handle
    client.on_server_left = services.servers.remove
    processes = services.processes
    processes.count_servers = lambda: len(client.guilds)
    count = processes.shards.count if shared else None
    service_heartbeat = Heartbeat(database, now, partial(connected_shards, client), count)
    tasks = tuple(_tasks(services, deliveries, client, service_heartbeat))
    sent = (deliveries.posts, deliveries.updates, deliveries.replies, deliveries.reminders)
    sendings = tuple(delivery.sending for delivery in sent)
    return DiscordBot(client, tree, router, drain, handlers.display, sendings, tasks)


def _build_handlers(  # noqa: PLR0913 - the parts of a bot
    settings: Settings,
    services: Services,
    interactions: Interactions,
    tree: CommandTree,
    metrics: Metrics,
    *,
    page: str | None,
) -> _Handlers:
    follower = None if page is None else BoardFollower(services.attempts.watchers)
    display = BoardDisplay(services.boards, follower)
    helping = HelpHandlers(
        interactions=interactions,
        attempts=services.attempts,
        hints=services.hints,
        checks=services.checks,
        solutions=services.solutions,
        display=display,
    )
    secrecy = SecrecyHandlers(interactions, services.dailies, services.attempts, helping)
    solving = SolveHandlers(
        interactions=interactions,
        solving=services.solving,
        secrecy=secrecy,
        metrics=metrics,
        input_bytes=settings.input_bytes,
    )
    limits = ManualLimits(
        settings.bounds.max_side, settings.play_bounds.max_side, settings.person_puzzles
    )
    return _Handlers(
        archive=ArchiveHandlers(
            interactions, services.archive, services.dailies, services.boards, display
        ),
        course=CourseHandlers(
            interactions, services.course, services.dailies, on_page=page is not None
        ),
        display=display,
        helping=helping,
        playing=PlayHandlers(
            interactions=interactions,
            attempts=services.attempts,
            boards=services.boards,
            display=display,
            helping=helping,
            pages=PageHandlers(interactions, services.board_links, page) if page else None,
        ),
        secrecy=secrecy,
        solving=solving,
        pasting=PasteHandlers(
            interactions=interactions,
            boards=services.boards,
            display=display,
            solving=solving,
            ratings=services.rating,
            input_bytes=settings.input_bytes,
        ),
        practice=PracticeHandlers(interactions, services.training),
        leaderboards=LeaderboardHandlers(interactions, services.leaderboards),
        settings=SettingsHandlers(
            interactions,
            services.preferences,
            services.previews,
            services.board_links if page else None,
        ),
        setup=SetupHandlers(interactions, services.servers, services.dailies),
        manual=ManualHandlers(
            interactions=interactions,
            manual=services.manual,
            limits=limits,
            commands=tree.get_commands,
            midnight=lambda: closes(services.dailies.today()),
        ),
    )


def _add_handlers(
    router: Router,
    handlers: _Handlers,
    services: Services,
    interactions: Interactions,
    updates: PostUpdates,
) -> None:
    """Register the handlers of all components; those of boards, used most often, come first."""
    handlers.playing.add_to(router)
    DailyHandlers(
        interactions=interactions,
        attempts=services.attempts,
        boards=services.boards,
        display=handlers.display,
        playing=handlers.playing,
        helping=handlers.helping,
        leaderboards=handlers.leaderboards,
        secrecy=handlers.secrecy,
        updates=updates,
    ).add_to(router)
    handlers.archive.add_to(router)
    handlers.helping.add_to(router)
    handlers.solving.add_to(router)
    handlers.pasting.add_to(router)
    handlers.leaderboards.add_to(router)
    handlers.settings.add_to(router)
    handlers.setup.add_to(router)
    handlers.manual.add_to(router)
    handlers.course.add_to(router)
    handlers.practice.add_to(router)
    StormHandlers(interactions, services.storms).add_to(router)
    NewPuzzleHandlers(interactions, services.generation, services.boards, handlers.display).add_to(
        router
    )
    PrivacyHandlers(interactions, services.personal_data).add_to(router)
    ShareHandlers(interactions, services.sharing, handlers.display).add_to(router)
    ReviewHandlers(interactions, services.reviews).add_to(router)


def _commands(  # noqa: PLR0913, PLR0917 - the parts of a bot
    settings: Settings,
    services: Services,
    interactions: Interactions,
    handlers: _Handlers,
    client: OuroClient,
    page: str | None,
) -> Iterator[AnyCommand]:
    """Every command, in the order of /help."""
    boards, display, input_bytes = services.boards, handlers.display, settings.input_bytes
    yield from daily_commands(interactions, services.dailies, handlers.archive)
    yield from play_commands(interactions, boards, handlers.pasting, input_bytes)
    yield from new_commands(interactions, services.generation, boards, display)
    yield from learn_commands(interactions, services.course, handlers.course)
    yield from practice_commands(interactions, handlers.practice)
    yield from help_commands(interactions, boards, handlers.helping)
    yield from submit_commands(
        interactions=interactions,
        attempts=services.attempts,
        boards=boards,
        display=display,
        playing=handlers.playing,
        input_bytes=input_bytes,
    )
    yield from solution_commands(interactions, services.attempts, boards, handlers.helping)
    yield from solve_commands(interactions, handlers.solving, services.pool, input_bytes)
    yield from rate_commands(interactions, handlers.pasting, input_bytes)
    yield from leaderboard_commands(interactions, services.leaderboards, handlers.leaderboards)
    yield from stats_commands(
        interactions, services.stats, services.streaks, services.calendars, services.training
    )
    yield from settings_commands(interactions, services.preferences, handlers.settings)
    yield from setup_commands(interactions, handlers.setup)
    yield from status_commands(interactions, client, services.status, on_page=page is not None)
    yield from privacy_commands(interactions)
    yield from manual_commands(interactions, handlers.manual)
    yield from about_commands(interactions)


def _deliveries(
    settings: Settings, services: Services, client: OuroClient, now: Clock
) -> _Deliveries:
    """What is sent without being asked for."""
    bucket = DividedBucket(PER_SECOND, lambda: services.processes.count)
    return _Deliveries(
        DailyPosts(client, services.post_queue, services.dailies, now, bucket),
        PostUpdates(client, services.dailies, services.servers, now, settings.own_shards),
        PendingReplyDelivery(client, services.pending_replies, services.solving, now),
        ReminderDelivery(client, services.reminders, services.preferences, now),
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

    async def generate_ahead() -> None:
        if services.processes.is_first:
            await services.daily_generation.generate_ahead()

    left = LeftServers(client, services.servers)
    yield by_clock("heartbeat", heartbeat.SECONDS, service_heartbeat.record)
    yield PeriodicTask("forget left servers", 3600, left.forget, connected)
    yield by_clock("generate dailies", 600, generate_ahead)
    yield by_clock("plan posts", 60, services.schedules.plan_posts)
    yield by_clock("send posts", 1, deliveries.posts.send_due)
    yield PeriodicTask("update posts", 20, deliveries.updates.update_solved, connected)
    yield by_clock("send reminders", 2, deliveries.reminders.send_due)
    yield PeriodicTask("save quotas", 5, services.quotas.save, connected)
