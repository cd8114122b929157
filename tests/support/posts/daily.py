"""Every kind of message about the dailies, with any localizer."""

from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from itertools import product

from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage, notice
from bot.dailies.messages import archive_message, day_message, secret_question
from bot.dailies.posts import TOLD
from bot.server_setup.chat import setup_panel
from bot.server_setup.greetings import greeting_message
from i18n.localizer import Localizer
from play.calendar import closes
from play.tracks import Track
from service.dailies.archive import ArchiveDay, ArchiveMonth, ArchiveQuery
from service.dailies.dailies import DayView
from service.dailies.day_ends import DayEnd
from service.errors import InputError, Problem, SecretPuzzle
from service.posting.servers import ServerSetup
from store.records import (
    Ending,
    PublicSolves,
    Secret,
    Server,
    StandingRecord,
    StoredPuzzle,
    Visibility,
)
from tests.support.posts.published import FOUND, WAITING
from tests.support.posts.values import DAY, DRAWING, ID, NOON
from texts import dailies as archive
from texts import problems, server_setup
from texts.failures import failure_text

PUZZLE = StoredPuzzle(
    "5x5:b1c3a12a02d1a2c32", "key", "A1-B1", "hard", 37.2, 3, {"zero": 2}, None, 1
)
SERVER = Server(
    ID,
    NOON,
    ID,
    time(9, 30),
    "America/Argentina/ComodRivadavia",
    tuple(track.value for track in Track),
    True,
    ID,
)


def day_view(tracks: Sequence[Track], solvers: int = 0, *, over: bool = False) -> DayView:
    """The dailies of a day in some tracks, of which the special has other rules."""
    special = replace(PUZZLE, notation=PUZZLE.notation.replace(":", ":full_"))
    puzzles = {track: special if track is Track.SPECIAL else PUZZLE for track in tracks}
    return DayView(DAY, puzzles, {track.value: solvers for track in tracks}, b"picture", over)


def daily_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Every kind of message about the dailies: posts, setup, secrecy, problems."""
    for tracks, solvers, ping, over in product(
        (*Track, tuple(Track)), (0, 1, 12_345), (None, ID), (True, False)
    ):
        shown = tracks if isinstance(tracks, tuple) else (tracks,)
        view = day_view(shown, solvers, over=over)
        yield day_message(localizer, view, ping)
    yield day_message(localizer, day_view((Track.EASY,)), posted="https://discord.com/channels/1")
    line = StandingRecord(1, ID, 7, 359_999, 0, 0, False, Visibility.ANONYMOUS)
    first = {Track.EASY.value: [line, replace(line, rank=2)]}
    for streak, week in ((1, {}), (12, first)):
        ended = DayEnd(DAY, {"easy": 2, "hard": 1}, first, streak, week)
        yield day_message(localizer, day_view((Track.EASY,)), ended=ended)
    yield from archive_months(localizer)
    for kind, day in (("daily", DAY), ("coming", DAY), ("race", None)):
        name = None if day is None else Track.EASY.value
        kept = Secret(kind, 1, day, name, PUZZLE.notation, None, "5x5")
        yield secret_question(localizer, SecretPuzzle(kept))
    yield notice(localizer.say(archive.MADE_LATER_CAPTION, day=DAY))
    yield notice(localizer.say(problems.WAS_RESTARTED))
    yield from (setup_panel(localizer, panel) for panel in panels())
    yield notice(localizer.say(server_setup.PREVIEW_NOTE))
    yield greeting_message(localizer)
    for message in (*TOLD.values(), archive.CHANNEL_REFUSES):
        yield notice(localizer.say(message, server="**", channel=f"<#{ID}>"))
    values = {"number": 21, "day": DAY}
    for error in (
        InputError(Problem.ONLY_MANAGERS),
        InputError(Problem.ONLY_WITH_BOT),
        InputError(Problem.NOT_YET, values),
        InputError(Problem.ONLY_ON_SUNDAYS, values),
    ):
        yield notice(failure_text(localizer, error) or "")


def archive_months(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Months of the archive: of one day and of all, with every state of a day."""
    query = ArchiveQuery(date(2026, 12, 1), Track.HARD)
    states = [(False, False), (True, False), (True, True)]
    days = [
        ArchiveDay(query.month + timedelta(days=ahead), *states[ahead % 3], ahead % 2 == 0)
        for ahead in range(31)
    ]
    for shown, month in ((days[:1], None), (days[1:2], None), (days, query.month)):
        yield archive_message(localizer, ArchiveMonth(query, shown, DRAWING, month, month))


def panels() -> Iterator[ServerSetup]:
    """Setup panels of a server without setup, one without problems, and ones with each problem."""
    yield ServerSetup(Server(ID, NOON), NOON)
    yield ServerSetup(Server(ID, NOON, channel_id=ID), NOON)
    yield ServerSetup(
        replace(SERVER, settings={"language": "ja"}, threads=False, ping_role_id=None),
        NOON,
        closes(DAY),
    )
    for obstacle in server_setup.OBSTACLES:
        yield ServerSetup(SERVER, NOON, obstacle=obstacle, tags={})
    yield ServerSetup(SERVER, NOON, in_thread=True)
    for chosen in ((), (str(ID),)):
        yield ServerSetup(replace(SERVER, settings={"tags": chosen}), NOON, tags={str(ID): "7️⃣"})
    for solves, trouble in product(PublicSolves, (None, "gone", "refused", Ending.UNKNOWN.value)):
        server = replace(SERVER, public_solves=solves, trouble=trouble)
        yield ServerSetup(
            server,
            NOON,
            NOON,
            1.0,
            tuple(server_setup.PERMISSIONS),
            silent=True,
            kept_off=(ID,) * 25,
            queue=(FOUND, *[WAITING] * 25),
        )
        yield ServerSetup(replace(server, channel_id=None), NOON, None, 2.0)
