"""The buttons under a daily. Whoever presses one gets their own answer, which nobody else sees."""

from __future__ import annotations

import re
from datetime import date
from typing import ClassVar, Self

from discord import ButtonStyle

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from play.calendar import Track
from texts import dailies as texts
from texts.people import PLAY_TRACK
from texts.secrecy import REVEAL
from texts.tracks import track_name

_DAILY = r"(?P<day>\d{4}-\d\d-\d\d):(?P<track>easy|normal|hard)"


def custom_id_of(day: date, track: Track) -> str:
    """The `custom_id` of the Play button of a daily, by which its posts are known again.

    >>> custom_id_of(date(2026, 11, 21), Track.HARD)
    'ouro:daily:2026-11-21:hard'
    """
    return f"ouro:daily:{day.isoformat()}:{track.value}"


class DailyButton(Button):
    """A button of one daily: its `custom_id` names the day and the track."""

    prefix: ClassVar[str]
    name: ClassVar[Message]
    kind: ClassVar[ButtonStyle] = ButtonStyle.secondary

    def __init__(
        self, day: date, track: Track, localizer: Localizer = ENGLISH, label: str | None = None
    ) -> None:
        custom_id = f"{self.prefix}:{day.isoformat()}:{track.value}"
        label = localizer.say(self.name) if label is None else label
        super().__init__(label=label, custom_id=custom_id, style=self.kind)
        self.day = day
        self.track = track

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(date.fromisoformat(match["day"]), Track(match["track"]))


class PlayDaily(DailyButton, template=rf"ouro:daily:{_DAILY}"):
    """Opens one's own board, and starts one's clock."""

    prefix = "ouro:daily"
    name = texts.PLAY
    kind = ButtonStyle.primary


class HintDaily(DailyButton, template=rf"ouro:daily-hint:{_DAILY}"):
    """Tells where to look on one's own board."""

    prefix = "ouro:daily-hint"
    name = texts.HINT


class SubmitDaily(DailyButton, template=rf"ouro:daily-submit:{_DAILY}"):
    """Hands one's own board in as it stands."""

    prefix = "ouro:daily-submit"
    name = texts.SUBMIT


class DailyBoard(DailyButton, template=rf"ouro:daily-board:{_DAILY}"):
    """Shows who solved it, and how quickly."""

    prefix = "ouro:daily-board"
    name = texts.LEADERBOARD


class RevealDaily(DailyButton, template=rf"ouro:daily-reveal:{_DAILY}"):
    """Shows the solution to somebody who was asked, in place of the question."""

    prefix = "ouro:daily-reveal"
    name = REVEAL
    kind = ButtonStyle.danger


def play_buttons(localizer: Localizer, day: date) -> list[PlayDaily]:
    """A button for each daily of a day, named by its track."""
    return [
        PlayDaily(
            day, track, localizer, localizer.say(PLAY_TRACK, track=track_name(localizer, track))
        )
        for track in Track
    ]
