"""Builds the use cases from their dependencies."""

from msgspec import Struct

from app.settings import Settings
from service.activities import Activities, Companions
from service.archive import Archive
from service.attempts import Attempts
from service.board_links import BoardLinks
from service.boards import Boards
from service.checks import Checks
from service.course import Course
from service.dailies import Dailies
from service.daily_generation import DailyGeneration
from service.drafts import Drafts
from service.gaps import Gaps
from service.generation import Generation
from service.hints import Hints
from service.leaderboards import Leaderboards
from service.manual import Manual
from service.personal_data import PersonalData
from service.post_queue import PostQueue
from service.preferences import Preferences, Previews
from service.races import Races
from service.reminders import Reminders
from service.reviews import Reviews
from service.running.clock import Clock
from service.running.interaction_claims import Claims
from service.running.pending_replies import PendingReplies
from service.running.processes import Processes
from service.running.purging import Purging
from service.running.quotas import QuotaLimits, Quotas
from service.running.sent_commands import SentCommands
from service.schedules import Schedules
from service.servers import Servers
from service.sharing import Sharing
from service.solutions import Solutions
from service.solving import Ratings, Solving
from service.stats import Statistics
from service.status import StatusReport
from service.storms import Storms
from service.streaks import Calendars, Streaks
from service.training import Training
from store.database import Database
from workers.pool import ChargedPool, LocalPool, WorkPool


class Services(Struct, frozen=True):
    """All use cases; each part of a front end receives only those that it needs."""

    activities: Activities
    companions: Companions
    archive: Archive
    attempts: Attempts
    board_links: BoardLinks
    boards: Boards
    calendars: Calendars
    checks: Checks
    claims: Claims
    course: Course
    dailies: Dailies
    daily_generation: DailyGeneration
    drafts: Drafts
    gaps: Gaps
    generation: Generation
    hints: Hints
    leaderboards: Leaderboards
    manual: Manual
    pending_replies: PendingReplies
    personal_data: PersonalData
    pool: WorkPool
    post_queue: PostQueue
    preferences: Preferences
    previews: Previews
    processes: Processes
    purging: Purging
    quotas: Quotas
    races: Races
    rating: Ratings
    reminders: Reminders
    reviews: Reviews
    schedules: Schedules
    sent_commands: SentCommands
    servers: Servers
    sharing: Sharing
    solutions: Solutions
    solving: Solving
    stats: Statistics
    status: StatusReport
    storms: Storms
    streaks: Streaks
    training: Training


def build_services(
    settings: Settings, local_pool: LocalPool, database: Database, now: Clock
) -> Services:
    """Build the use cases on a pool and a database, with the limits of the settings."""
    limits = QuotaLimits(
        settings.person_seconds,
        settings.server_seconds,
        settings.person_puzzles,
        settings.person_pace,
    )
    shards, shared = settings.own_shards, settings.one_of_several
    processes = Processes(database, now, shards=shards, shared=shared)
    quotas = Quotas(database, now, limits, shared=shared)
    pool = ChargedPool(local_pool, quotas)
    attempts = Attempts(database, now)
    streaks = Streaks(database, now)
    gaps = Gaps(database, pool, now)
    training = Training(database, pool, now, gaps)
    daily_generation = DailyGeneration(database, pool, now)
    dailies = Dailies(database, pool, now, daily_generation)
    preferences = Preferences(database, now)
    board_links = BoardLinks(database, now)
    boards = Boards(
        database=database,
        pool=pool,
        attempts=attempts,
        dailies=dailies,
        streaks=streaks,
        quotas=quotas,
        bounds=settings.bounds,
        play_bounds=settings.play_bounds,
        now=now,
    )
    generation = Generation(database, pool, quotas, now)
    races = Races(database, pool, attempts, now)
    solving = Solving(pool, dailies, settings.solve_limits, settings.bounds)
    return Services(
        activities=Activities(
            database=database,
            links=board_links,
            boards=boards,
            dailies=dailies,
            generation=generation,
            now=now,
        ),
        archive=Archive(database, pool, now),
        companions=Companions(database, attempts, now),
        attempts=attempts,
        board_links=board_links,
        boards=boards,
        calendars=Calendars(pool),
        checks=Checks(pool, attempts),
        claims=Claims(database, now),
        course=Course(database, pool, attempts),
        dailies=dailies,
        daily_generation=daily_generation,
        drafts=Drafts(
            database=database,
            pool=pool,
            boards=boards,
            dailies=dailies,
            quotas=quotas,
            bounds=settings.play_bounds,
            now=now,
        ),
        generation=generation,
        gaps=gaps,
        hints=Hints(pool, attempts, training),
        leaderboards=Leaderboards(database, now),
        manual=Manual(pool),
        pending_replies=PendingReplies(database, now, processes.id),
        personal_data=PersonalData(database, attempts, quotas, settings.file_bytes, now),
        pool=pool,
        post_queue=PostQueue(database, now, shards),
        preferences=preferences,
        previews=Previews(pool),
        processes=processes,
        purging=Purging(database, now),
        quotas=quotas,
        races=races,
        rating=Ratings(pool, settings.bounds),
        reminders=Reminders(database, streaks, shards),
        reviews=Reviews(database, pool, attempts, settings.file_bytes),
        schedules=Schedules(database, now, shards),
        sent_commands=SentCommands(database, processes, now),
        servers=Servers(database, now),
        sharing=Sharing(
            pool=pool,
            attempts=attempts,
            dailies=dailies,
            streaks=streaks,
            quotas=quotas,
            races=races,
        ),
        solutions=Solutions(pool, attempts, solving, settings.file_bytes, now),
        solving=solving,
        stats=Statistics(database, now),
        status=StatusReport(database, quotas, pool, now, processes),
        storms=Storms(database, pool, now),
        streaks=streaks,
        training=training,
    )
