"""The buttons and menus of the archive; each `custom_id` contains a month and a track."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Self

import discord

from bot.components.base import Button, Menu, options
from i18n.localizer import ENGLISH, TITLED, Localizer
from play.calendar import Track, number_of
from service.archive import ArchiveDay, ArchiveQuery
from texts import archive as texts
from texts import dailies
from texts.tracks import TRACKS

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

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match["part"]), _query(match))
