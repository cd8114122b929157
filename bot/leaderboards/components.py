"""The buttons and menus that show other pages, periods and tracks of leaderboards.

Each `custom_id` contains the query of a leaderboard and the ID of the user who requested it.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from bot.answering.components import Button, Menu, digits, joined, one_of, part_of, titled, word_of
from bot.dailies.components import DailyButton
from i18n.localizer import ENGLISH, Localizer
from play.ranking import Period
from play.tracks import Track
from service.dailies.leaderboards import LeaderboardQuery
from texts import leaderboards as texts
from texts.tracks import TRACKS

_QUERY = joined(
    LeaderboardQuery,
    server=one_of({"server": True, "all": False}),
    track=part_of(Track),
    period=part_of(Period),
    day=part_of(date),
    page=digits(7),
)
MENUS = {
    "track": (texts.CHOOSE_TRACK, {track.value: name for track, name in TRACKS.items()}),
    "period": (texts.CHOOSE_PERIOD, {period.value: name for period, name in texts.PERIODS.items()}),
}
"""Titles and options of the menus of a leaderboard, by the keys in their `custom_id`s."""


class LeaderboardButton(Button, template="ouro:ranks:{key}:{query}:{person}"):
    """Shows another page, period or scope of a leaderboard.

    >>> query = LeaderboardQuery(Track.EASY, Period.DAY, date(2026, 11, 5), server=True, page=2)
    >>> LeaderboardButton("down", query, 7).custom_id
    'ouro:ranks:down:server:easy:day:2026-11-05:2:7'
    """

    key: Annotated[str, word_of(texts.BUTTONS)]
    query: Annotated[LeaderboardQuery, _QUERY]
    person: Annotated[int, digits(20)]

    def __init__(
        self,
        key: str,
        query: LeaderboardQuery,
        person: int,
        localizer: Localizer = ENGLISH,
        *,
        disabled: bool = False,
    ) -> None:
        label = localizer.say(texts.BUTTONS[key])
        super().__init__(key, query, person, label=label, disabled=disabled)


class LeaderboardMenu(Menu, template="ouro:ranks:{key}:{query}:{person}"):
    """Chooses the track of a leaderboard, or its period around the same date.

    >>> query = LeaderboardQuery(Track.EASY, Period.ALL, date(2026, 11, 5))
    >>> LeaderboardMenu("track", query, 7).custom_id
    'ouro:ranks:track:all:easy:all:2026-11-05:1:7'
    """

    key: Annotated[str, word_of(MENUS)]
    query: Annotated[LeaderboardQuery, _QUERY]
    person: Annotated[int, digits(20)]

    def __init__(
        self, key: str, query: LeaderboardQuery, person: int, localizer: Localizer = ENGLISH
    ) -> None:
        message, choices = MENUS[key]
        names = {value: localizer.say(name) for value, name in choices.items()}
        chosen = {"track": query.track.value, "period": query.period.value}[key]
        super().__init__(key, query, person, **titled(localizer, message, names, [chosen]))


class OpenLeaderboard(DailyButton, template="ouro:board:{day}:{track}"):
    """Opens the leaderboard of a daily: the server's, or outside servers that of all players.

    >>> OpenLeaderboard(date(2026, 11, 5), Track.HARD).custom_id
    'ouro:board:2026-11-05:hard'
    """

    default_label = texts.OPEN
