"""Every kind of message about the dailies, in a voice: posts, setup, secrets, trouble."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import time
from itertools import product

from bot.error_handler import describe
from bot.presenters.dailies import daily_message
from bot.presenters.layouts import Post, notice
from bot.presenters.secrecy import secret_question
from bot.presenters.server_setup import setup_panel
from i18n.voice import Voice
from play.calendar import Track, closes, number_of, opens
from play.identity import Daily as LiveDaily
from puzzle.notation import parse_loopy
from service.dailies import DailyView
from service.errors import InputError, Problem
from service.servers import Panel
from store.records import Daily, PublicSolves, Puzzle, Server
from tests.support.posts.values import DAY, DRAWING, ID, NOON
from texts import failures, secrecy, server_setup

PUZZLE = Puzzle("5x5:b1c3a12a02d1a2c32", "key", "A1-B1", "hard", 37.2, 3, {"zero": 2}, None, 1)
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


def daily(track: Track = Track.HARD) -> Daily:
    return Daily(DAY, track.value, number_of(DAY), 1, "key", opens(DAY), closes(DAY))


def daily_posts(voice: Voice) -> Iterator[Post]:
    """Every kind of message about the dailies."""
    for track, solvers, ping, over in product(Track, (0, 1, 12_345), (None, ID), (True, False)):
        view = DailyView(daily(track), PUZZLE, DRAWING, solvers, over)
        yield daily_message(voice, view, ping)
    yield secret_question(voice, LiveDaily(DAY, Track.EASY, parse_loopy(PUZZLE.notation)))
    yield notice(voice.say(secrecy.YET_TO_COME))
    yield notice(voice.say(failures.WAS_RESTARTED))
    yield from (setup_panel(voice, panel) for panel in panels())
    yield notice(voice.say(server_setup.PREVIEW_NOTE))
    for message in (server_setup.CHANNEL_GONE, server_setup.CHANNEL_REFUSES):
        yield notice(voice.say(message, server="**", channel=f"<#{ID}>"))
    values = {"number": 21, "day": DAY}
    for error in (
        InputError(Problem.ONLY_MANAGERS),
        InputError(Problem.ONLY_WITH_BOT),
        InputError(Problem.NOT_YET, values),
        InputError(Problem.NO_DAILY, values),
    ):
        yield notice(describe(voice, error) or "")


def panels() -> Iterator[Panel]:
    """A server that was never set up, one where all is well, and all that can be wrong."""
    yield Panel(Server(ID, NOON), NOON)
    yield Panel(replace(SERVER, language="ja", threads=False, ping_role_id=None), NOON, closes(DAY))
    for solves, trouble in product(PublicSolves, (None, "gone", "refused")):
        server = replace(SERVER, public_solves=solves, trouble=trouble)
        yield Panel(server, NOON, NOON, 1.0, tuple(server_setup.PERMISSIONS), silent=True)
        yield Panel(replace(server, channel_id=None), NOON, None, 2.0)
