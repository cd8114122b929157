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
    """The title of a race, and a line for each person, with percent while they race.

    `here` is whether the page shows its board; `starts` are the seconds until all begin.
    """
    over = view.phase in {RacePhase.OVER, RacePhase.CALLED_OFF}
    return {
        "title": plain(races.title(reader.localizer, view)),
        "people": [
            {
                "text": plain(races.standing(reader.localizer, place, each, names[each.player])),
                "percent": each.progress if each.is_racing and not over else None,
                "own": each.player == reader.person,
            }
            for place, each in enumerate(view.standings, 1)
        ],
        "waits": view.phase is RacePhase.WAITING,
        "over": over,
        "here": here,
        "starts": starts,
    }
