"""A race as the page of somebody in it shows it."""

from typing import Any

from play.race import RacePhase
from service.playing.races import RaceView
from service.running.readers import Reader
from texts import races
from web.plain_text import plain


def race_value(
    reader: Reader, view: RaceView, names: dict[int, str], *, here: bool, starts: float | None
) -> dict[str, Any]:
    """The title of a race, by what it ranks, and a line for each person, with percent while they
    race.

    `here` is whether the page shows its board; `starts` are the seconds until all begin.
    """
    waits, runs = view.phase is RacePhase.WAITING, view.phase is RacePhase.RUNNING
    return {
        "title": plain(races.title(reader.localizer, view)),
        "ranking": races.ranking(reader.localizer, view),
        "people": [
            {
                "text": plain(races.standing(reader.localizer, place, each, names[each.player])),
                "percent": each.progress if runs and each.is_racing else None,
                "own": each.player == reader.person,
            }
            for place, each in enumerate(view.standings, 1)
        ],
        "waits": waits,
        "over": not (waits or runs),
        "here": here,
        "starts": starts,
    }
