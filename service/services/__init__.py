"""All use cases, built on a database and a worker pool."""

from msgspec import Struct

from puzzle.bounds import Bounds
from service.dailies.archive import Archive
from service.dailies.dailies import Dailies
from service.dailies.day_ends import DayEnds
from service.dailies.leaderboards import Leaderboards
from service.dailies.streaks import Calendars, Streaks
from service.generating.daily_generation import DailyGeneration
from service.generating.generation import Generation
from service.helping.checks import Checks
from service.helping.common_help import CommonHelp
from service.helping.hints import Hints
from service.helping.reviews import Reviews
from service.helping.solutions import Solutions
from service.learning.course import Course
from service.learning.drill_pages import DrillPages
from service.learning.gaps import Gaps
from service.learning.manual import Manual
from service.learning.storms import Storms
from service.learning.training import Training
from service.people.personal_data import PersonalData
from service.people.preferences import Preferences, Previews
from service.people.reminders import Reminders
from service.people.stats import Statistics, Strengths
from service.playing.activities import Activities, Companions
from service.playing.attempts import Attempts
from service.playing.board_links import BoardLinks
from service.playing.boards import Boards
from service.playing.constructing import Constructing
from service.playing.drafts import Drafts
from service.playing.races import Races
from service.playing.sharing import Sharing
from service.playing.solving import Ratings, Solving
from service.playing.together import TogetherBoards
from service.posting.daily_posts import DailyPosts, Troubles
from service.posting.publishing import Publishing
from service.posting.schedules import Schedules
from service.posting.servers import Servers
from service.posting.status import StatusReport
from service.running.clock import Clock
from service.running.interaction_claims import Claims
from service.running.membership import Membership
from service.running.outbox import Outbox
from service.running.processes import Processes
from service.running.purging import Purging
from service.running.quotas import QuotaLimits, Quotas
from service.running.secrets import Secrets
from service.running.sent_commands import SentCommands
from solver.report import Limits
from store.database import Database
from store.shards import ShardRange
from workers.pool import ChargedPool, LocalPool


class ServiceSettings(Struct, frozen=True):
    """What the use cases need of the settings of the program.

    `bounds` limit the puzzles of users, `play_bounds` those that are played, `solve_limits` a
    search, and `file_bytes` a file that is sent. The process serves the servers of `shards`; it is
    `shared` if others of the same database serve more.
    """

    quotas: QuotaLimits
    bounds: Bounds
    play_bounds: Bounds
    solve_limits: Limits
    file_bytes: int
    shards: ShardRange
    shared: bool


class Services:
    """All use cases. A front end takes those that it needs by their names."""

    def __init__(  # noqa: PLR0915 - a line for each
        self, settings: ServiceSettings, local_pool: LocalPool, database: Database, now: Clock
    ) -> None:
        self.settings = settings
        shards, shared = settings.shards, settings.shared
        processes = Processes(database, now, shards=shards, shared=shared)
        self.processes = processes
        self.quotas = quotas = Quotas(database, now, settings.quotas, shared=shared)
        secrets = Secrets(database, now)
        self.pool = pool = ChargedPool(local_pool, quotas, secrets)
        self.attempts = attempts = Attempts(database, now)
        self.pars = attempts.pars
        self.streaks = streaks = Streaks(database, now)
        self.gaps = gaps = Gaps(database, pool, now)
        self.training = training = Training(database, pool, now, gaps)
        self.drill_pages = DrillPages(database, training, now)
        self.daily_generation = daily_generation = DailyGeneration(database, pool, now)
        self.dailies = dailies = Dailies(database, pool, now, daily_generation)
        self.preferences = Preferences(database, now)
        self.members = members = Membership()
        self.board_links = board_links = BoardLinks(database, now)
        self.boards = boards = Boards(
            database=database,
            pool=pool,
            attempts=attempts,
            dailies=dailies,
            secrets=secrets,
            streaks=streaks,
            quotas=quotas,
            bounds=settings.bounds,
            play_bounds=settings.play_bounds,
            now=now,
        )
        self.generation = generation = Generation(database, pool, quotas, now)
        self.races = races = Races(database, pool, attempts, generation, members, now)
        self.together = together = TogetherBoards(database, boards, generation, members, now)
        self.solving = solving = Solving(pool, settings.solve_limits, settings.bounds)
        self.activities = Activities(
            database, board_links, boards, dailies, generation, together, now
        )
        self.archive = Archive(database, pool, now)
        self.companions = Companions(database, attempts, now)
        self.calendars = Calendars(pool)
        self.checks = checks = Checks(pool, attempts)
        self.claims = Claims(database, now)
        self.course = Course(database, pool, attempts)
        self.day_ends = DayEnds(database, members)
        bounds, making = settings.play_bounds, Constructing(pool)
        self.drafts = drafts = Drafts(database, pool, boards, bounds, now, making)
        self.hints = hints = Hints(pool, attempts, training)
        self.common_help = CommonHelp(pool, together, hints, checks, solving)
        self.leaderboards = Leaderboards(database, now, members)
        self.manual = Manual(pool)
        self.personal_data = PersonalData(database, attempts, quotas, settings.file_bytes, now)
        self.previews = Previews(pool)
        self.publishing = Publishing(database, pool, drafts, quotas, members, now)
        self.purging = Purging(database, now)
        self.rating = Ratings(pool, settings.bounds)
        self.reminders = reminders = Reminders(streaks, now)
        subjects = {
            "daily": DailyPosts(now),
            "published": self.publishing,
            "race": races,
            "reminder": reminders,
            "trouble": Troubles(),
        }
        self.outbox = Outbox(database, now, processes.id, subjects, shards)
        self.reviews = Reviews(database, pool, attempts, gaps, settings.file_bytes)
        self.schedules = Schedules(database, now, shards)
        self.sent_commands = SentCommands(database, processes, now)
        self.servers = Servers(database, now)
        self.sharing = Sharing(pool, attempts, streaks, quotas, now)
        self.solutions = Solutions(pool, attempts, solving, settings.file_bytes, now)
        self.stats = Statistics(database, now)
        self.strengths = Strengths(database, pool, now)
        self.status = StatusReport(database, quotas, pool, now, processes)
        self.storms = Storms(database, training, members, now)
