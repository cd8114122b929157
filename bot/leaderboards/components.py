"""The buttons and menus that show other pages, periods and tracks of leaderboards.

Each `custom_id` contains the query of a leaderboard and the ID of the user who requested it.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Self

from bot.core.components import Button, Menu, options
from bot.leaderboards import texts
from i18n.localizer import ENGLISH, TITLED, Localizer
from play.ranking import Period
from play.tracks import Track
from service.leaderboards import LeaderboardQuery
from texts.tracks import TRACKS

_TRACK = "|".join(track.value for track in Track)
_PERIOD = "|".join(period.value for period in Period)
_DAY = r"\d{4}-\d{2}-\d{2}"
_QUERY = (
    rf"(?P<scope>server|all):(?P<track>{_TRACK}):(?P<period>{_PERIOD}):(?P<day>{_DAY})"
    r":(?P<page>\d{1,7}):(?P<person>\d{1,20})"
)
BUTTONS = {
    "earlier": texts.EARLIER,
    "later": texts.LATER,
    "server": texts.SHOW_SERVER,
    "everybody": texts.SHOW_EVERYBODY,
    "up": texts.PREVIOUS_PAGE,
    "down": texts.NEXT_PAGE,
}
"""Labels of the buttons of a leaderboard, by the keys in their `custom_id`s."""
MENUS = {
    "track": (texts.CHOOSE_TRACK, {track.value: name for track, name in TRACKS.items()}),
    "period": (texts.CHOOSE_PERIOD, {period.value: name for period, name in texts.PERIODS.items()}),
}
"""Titles and options of the menus of a leaderboard, by the keys in their `custom_id`s."""


def _suffix(query: LeaderboardQuery, person: int) -> str:
    scope = "server" if query.server else "all"
    parts = (scope, query.track.value, query.period.value, query.day, query.page, person)
    return ":".join(str(part) for part in parts)


def _query(match: re.Match[str]) -> tuple[LeaderboardQuery, int]:
    query = LeaderboardQuery(
        Track(match["track"]),
        Period(match["period"]),
        date.fromisoformat(match["day"]),
        match["scope"] == "server",
        int(match["page"]),
    )
    return query, int(match["person"])


class LeaderboardButton(Button, template=rf"ouro:ranks:(?P<key>{'|'.join(BUTTONS)}):{_QUERY}"):
    """Shows another page, period or scope of a leaderboard.

    >>> query = LeaderboardQuery(Track.EASY, Period.DAY, date(2026, 11, 5), server=True, page=2)
    >>> LeaderboardButton("down", query, 7).custom_id
    'ouro:ranks:down:server:easy:day:2026-11-05:2:7'
    """

    def __init__(
        self,
        key: str,
        query: LeaderboardQuery,
        person: int,
        localizer: Localizer = ENGLISH,
        *,
        disabled: bool = False,
    ) -> None:
        custom_id = f"ouro:ranks:{key}:{_suffix(query, person)}"
        label = localizer.say(BUTTONS[key])
        super().__init__(label=label, custom_id=custom_id, disabled=disabled)
        self.query = query
        self.person = person

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["key"], *_query(match))


class LeaderboardMenu(Menu, template=rf"ouro:ranks:(?P<key>{'|'.join(MENUS)}):{_QUERY}"):
    """Chooses the track of a leaderboard, or its period around the same date.

    >>> query = LeaderboardQuery(Track.EASY, Period.ALL, date(2026, 11, 5))
    >>> LeaderboardMenu("track", query, 7).custom_id
    'ouro:ranks:track:all:easy:all:2026-11-05:1:7'
    """

    def __init__(
        self, key: str, query: LeaderboardQuery, person: int, localizer: Localizer = ENGLISH
    ) -> None:
        message, choices = MENUS[key]
        title = localizer.say(message)
        labels = {
            value: localizer.say(TITLED, title=title, text=localizer.say(name))
            for value, name in choices.items()
        }
        chosen = {"track": query.track.value, "period": query.period.value}[key]
        super().__init__(
            custom_id=f"ouro:ranks:{key}:{_suffix(query, person)}",
            placeholder=title,
            options=options(labels, [chosen]),
        )
        self.key = key
        self.query = query
        self.person = person

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["key"], *_query(match))


class OpenLeaderboard(Button, template=rf"ouro:board:(?P<day>{_DAY}):(?P<track>{_TRACK})"):
    """Opens the leaderboard of a daily: the server's, or outside servers that of all players.

    >>> OpenLeaderboard(date(2026, 11, 5), Track.HARD).custom_id
    'ouro:board:2026-11-05:hard'
    """

    def __init__(self, day: date, track: Track, localizer: Localizer = ENGLISH) -> None:
        custom_id = f"ouro:board:{day}:{track.value}"
        super().__init__(label=localizer.say(texts.OPEN), custom_id=custom_id)
        self.day = day
        self.track = track

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(date.fromisoformat(match["day"]), Track(match["track"]))
