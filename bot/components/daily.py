"""The buttons below a daily; only the user who presses one sees the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
    default_label = texts.SUBMIT


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
