"""Every kind of message about races, with any localizer; pictures are empty."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage
from bot.races.messages import race_message
from i18n.localizer import Localizer
from play.race import MOST, RacePhase, RaceStanding
from service.playing.races import RaceView
from store.records import Race, StoredPuzzle
from tests.support.posts.values import DRAWING, ID, NOON

PUZZLE = StoredPuzzle("20x20t4:5", "key", level="extreme")
RACE = Race(10**9, 10**9, ID, ID, ID, NOON, NOON, NOON)
RACING = tuple(RaceStanding(ID + place, 99) for place in range(MOST))
SOLVED = tuple(RaceStanding(ID + place, 100, 359_999, NOON) for place in range(MOST))
BY_PAR = tuple(replace(each, par=1.0) for each in SOLVED)
GAVE_UP = tuple(RaceStanding(ID + place, 99, gave_up=True) for place in range(MOST))


def race_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """The message of a race in all its phases, with as many people as possible, and with none.

    By time and by par, and where that was asked for in vain."""
    for phase in RacePhase:
        for standings in (RACING, SOLVED, BY_PAR, GAVE_UP, ()):
            if phase is RacePhase.WAITING and not standings:
                continue  # it is called off then
            host = standings[0].player if standings else None
            boards = [DRAWING] * len(standings) if phase is RacePhase.OVER else []
            for race in (RACE, replace(RACE, handicap=True)):
                view = RaceView(race, PUZZLE, phase, standings, host)
                yield race_message(localizer, view, boards)
