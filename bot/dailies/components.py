"""The buttons of dailies and of the archive; only the user who presses one sees the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Self

import discord
from discord import ButtonStyle

from bot.core.components import Button, Menu, options
from bot.dailies import texts
from bot.dailies import texts as dailies
from bot.dailies.texts import PLAY_TRACK, REVEAL
from i18n.localizer import ENGLISH, TITLED, Localizer
from i18n.messages import Message
from play.calendar import number_of
from play.tracks import Track
from service.archive import ArchiveDay, ArchiveQuery
from texts import playing
from texts.tracks import TRACKS, track_name

_DAILY = rf"(?P<day>\d{{4}}-\d\d-\d\d):(?P<track>{'|'.join(track.value for track in Track)})"


def custom_id_of(day: date, track: Track) -> str:
    """The `custom_id` of the Play button of a daily, which identifies its posts.

    >>> custom_id_of(date(2026, 11, 21), Track.HARD)
    'ouro:daily:2026-11-21:hard'
    """
    return f"ouro:daily:{day.isoformat()}:{track.value}"


class DailyButton(Button):
    """A button of one daily; its `custom_id` contains the date and the track."""

    id_prefix: ClassVar[str]
    default_label: ClassVar[Message]
    default_style: ClassVar[ButtonStyle] = ButtonStyle.secondary

    def __init__(
        self, day: date, track: Track, localizer: Localizer = ENGLISH, label: str | None = None
    ) -> None:
        custom_id = f"{self.id_prefix}:{day.isoformat()}:{track.value}"
        label = localizer.say(self.default_label) if label is None else label
        super().__init__(label=label, custom_id=custom_id, style=self.default_style)
        self.day = day
        self.track = track

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(date.fromisoformat(match["day"]), Track(match["track"]))


class PlayDaily(DailyButton, template=rf"ouro:daily:{_DAILY}"):
    """Opens the user's own board of the daily, and starts the clock."""

    id_prefix = "ouro:daily"
    default_label = texts.PLAY
    default_style = ButtonStyle.primary


class HintDaily(DailyButton, template=rf"ouro:daily-hint:{_DAILY}"):
    """Gives a hint on the user's own board."""

    id_prefix = "ouro:daily-hint"
    default_label = texts.HINT


class SubmitDaily(DailyButton, template=rf"ouro:daily-submit:{_DAILY}"):
    """Submits the user's own board."""

    id_prefix = "ouro:daily-submit"
    default_label = playing.SUBMIT


class DailyLeaderboard(DailyButton, template=rf"ouro:daily-board:{_DAILY}"):
    """Shows the leaderboard of the daily."""

    id_prefix = "ouro:daily-board"
    default_label = texts.LEADERBOARD


class RevealDaily(DailyButton, template=rf"ouro:daily-reveal:{_DAILY}"):
    """Shows the solution of a live daily, after the question whether to show it."""

    id_prefix = "ouro:daily-reveal"
    default_label = REVEAL
    default_style = ButtonStyle.danger


def play_buttons(localizer: Localizer, day: date, tracks: Iterable[Track]) -> list[PlayDaily]:
    """A Play button for the dailies of a date in some tracks, labelled with the track."""
    return [
        PlayDaily(
            day, track, localizer, localizer.say(PLAY_TRACK, track=track_name(localizer, track))
        )
        for track in tracks
    ]


_QUERY = rf"(?P<month>\d{{4}}-\d\d):(?P<track>{'|'.join(track.value for track in Track)})"
BUTTONS = {"earlier": texts.EARLIER, "later": texts.LATER}
"""Labels of the buttons of the archive, by the keys in their `custom_id`s."""


def _suffix(query: ArchiveQuery) -> str:
    return f"{query.month:%Y-%m}:{query.track.value}"


def _query(match: re.Match[str]) -> ArchiveQuery:
    return ArchiveQuery(date.fromisoformat(f"{match['month']}-01"), Track(match["track"]))


class ArchiveButton(Button, template=rf"ouro:archive:(?P<key>{'|'.join(BUTTONS)}):{_QUERY}"):
    """Shows another month of the archive.

    >>> ArchiveButton("later", ArchiveQuery(date(2026, 12, 1), Track.EASY)).custom_id
    'ouro:archive:later:2026-12:easy'
    """

    def __init__(
        self,
        key: str,
        query: ArchiveQuery,
        localizer: Localizer = ENGLISH,
        *,
        disabled: bool = False,
    ) -> None:
        custom_id = f"ouro:archive:{key}:{_suffix(query)}"
        super().__init__(label=localizer.say(BUTTONS[key]), custom_id=custom_id, disabled=disabled)
        self.query = query

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["key"], _query(match))


class ArchiveTrackMenu(Menu, template=rf"ouro:archive-track:{_QUERY}"):
    """Chooses the track of a month."""

    def __init__(self, query: ArchiveQuery, localizer: Localizer = ENGLISH) -> None:
        title = localizer.say(texts.CHOOSE_TRACK)
        labels = {
            track.value: localizer.say(TITLED, title=title, text=localizer.say(name))
            for track, name in TRACKS.items()
        }
        super().__init__(
            custom_id=f"ouro:archive-track:{_suffix(query)}",
            placeholder=title,
            options=options(labels, [query.track.value]),
        )
        self.query = query

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(_query(match))


class ArchiveDayMenu(Menu, template=rf"ouro:archive-day:(?P<part>\d):{_QUERY}"):
    """Opens the daily of one of at most 25 days; `part` tells the menus of a month apart."""

    def __init__(
        self,
        part: int,
        query: ArchiveQuery,
        days: Sequence[ArchiveDay] = (),
        localizer: Localizer = ENGLISH,
    ) -> None:
        say, placeholder = localizer.say, None
        if days:
            first, last = number_of(days[0].day), number_of(days[-1].day)
            placeholder = say(texts.CHOOSE_DAY, first=first, last=last)
        super().__init__(
            custom_id=f"ouro:archive-day:{part}:{_suffix(query)}",
            placeholder=placeholder,
            options=[
                discord.SelectOption(
                    label=say(dailies.NUMBERED, number=number_of(each.day), day=each.day),
                    value=each.day.isoformat(),
                    description=texts.day_text(localizer, each) or None,
                    emoji="✅" if each.solved else None,
                )
                for each in days
            ],
        )
        self.query = query

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is a day of the month."""
        del resolved
        return date.fromisoformat(value).replace(day=1) == self.query.month.replace(day=1)

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match["part"]), _query(match))
