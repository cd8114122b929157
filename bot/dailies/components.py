"""The buttons of dailies and of the archive; only the user who presses one sees the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, ClassVar

import discord
from discord import ButtonStyle

from bot.answering.components import Button, IdPart, Menu, digits, joined, part_of, titled, word_of
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from play.calendar import number_of
from play.tracks import Track
from service.dailies.archive import ArchiveDay, ArchiveQuery
from texts import boards, dailies
from texts import dailies as texts
from texts.dailies import PLAY_TRACK, REVEAL
from texts.tracks import TRACKS, track_name


class DailyButton(Button):
    """A button of one daily; its `custom_id` contains the date and the track."""

    day: date
    track: Track

    default_label: ClassVar[Message]
    default_style: ClassVar[ButtonStyle] = ButtonStyle.secondary

    def __init__(
        self, day: date, track: Track, localizer: Localizer = ENGLISH, label: str | None = None
    ) -> None:
        label = localizer.say(self.default_label) if label is None else label
        super().__init__(day, track, label=label, style=self.default_style)


class PlayDaily(DailyButton, template="ouro:daily:{day}:{track}"):
    """Opens the user's own board of the daily, and starts the clock."""

    default_label = texts.PLAY
    default_style = ButtonStyle.primary


class HintDaily(DailyButton, template="ouro:daily-hint:{day}:{track}"):
    """Gives a hint on the user's own board."""

    default_label = texts.HINT


class SubmitDaily(DailyButton, template="ouro:daily-submit:{day}:{track}"):
    """Submits the user's own board."""

    default_label = boards.SUBMIT


class DailyLeaderboard(DailyButton, template="ouro:daily-board:{day}:{track}"):
    """Shows the leaderboard of the daily."""

    default_label = texts.LEADERBOARD


class RevealDaily(DailyButton, template="ouro:daily-reveal:{day}:{track}"):
    """Shows the solution of a live daily, after the question whether to show it."""

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


_MONTH = IdPart(
    r"\d{4}-\d\d", 7, "{:%Y-%m}".format, lambda month: date.fromisoformat(f"{month}-01")
)
_QUERY = joined(ArchiveQuery, month=_MONTH, track=part_of(Track))
BUTTONS = {"earlier": texts.EARLIER, "later": texts.LATER}
"""Labels of the buttons of the archive, by the keys in their `custom_id`s."""


class ArchiveButton(Button, template="ouro:archive:{key}:{query}"):
    """Shows another month of the archive.

    >>> ArchiveButton("later", ArchiveQuery(date(2026, 12, 1), Track.EASY)).custom_id
    'ouro:archive:later:2026-12:easy'
    """

    key: Annotated[str, word_of(BUTTONS)]
    query: Annotated[ArchiveQuery, _QUERY]

    def __init__(
        self,
        key: str,
        query: ArchiveQuery,
        localizer: Localizer = ENGLISH,
        *,
        disabled: bool = False,
    ) -> None:
        super().__init__(key, query, label=localizer.say(BUTTONS[key]), disabled=disabled)


class ArchiveTrackMenu(Menu, template="ouro:archive-track:{query}"):
    """Chooses the track of a month."""

    query: Annotated[ArchiveQuery, _QUERY]

    def __init__(self, query: ArchiveQuery, localizer: Localizer = ENGLISH) -> None:
        names = {track.value: localizer.say(name) for track, name in TRACKS.items()}
        super().__init__(query, **titled(localizer, texts.CHOOSE_TRACK, names, [query.track.value]))


class ArchiveDayMenu(Menu, template="ouro:archive-day:{part}:{query}"):
    """Opens the daily of one of at most 25 days; `part` tells the menus of a month apart."""

    part: Annotated[int, digits(1)]
    query: Annotated[ArchiveQuery, _QUERY]

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
            part,
            query,
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

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is a day of the month."""
        del resolved
        return date.fromisoformat(value).replace(day=1) == self.query.month.replace(day=1)
