"""The settings of people, a line of a table each; servers have some of them too.

/settings offers all of them, the board page those with `on_page`, and the panel of /setup those
with `of_servers`. Settings named like a field of `jobs.Appearance` change how pictures are drawn;
each of the others is read where it matters, such as `VISIBILITY.of(player)`.

A person's chosen values are stored as one JSON object by name, which is exported and deleted as a
whole. A value that is not among the choices, as another version may have stored, counts as none.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from i18n.languages import LANGUAGES
from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.appearance import Appearance
from store.records import Visibility

APPEARANCE = frozenset(Appearance.__struct_fields__)
"""The names of settings that change how pictures are drawn."""

Value = TypeVar("Value", str, bool, Visibility)


class Holder(Protocol):
    """Who has settings: a player or a server."""

    @property
    def settings(self) -> Mapping[str, object]:
        """The chosen values by the names of settings."""


class ChosenSettings(Struct, frozen=True):
    """Settings that were read without their holder."""

    settings: dict[str, object]


class Setting(Struct, Generic[Value], frozen=True):
    """A setting with a few values.

    - `title`: its label in menus;
    - `default`: the value for those who have not chosen;
    - `choices`: the label of each value; none for a switch, whose values are true and false;
    - `stored`: sentences that confirm the choice of a value, if more is to be said than its label;
    - `on_page`: whether the board page offers it;
    - `of_servers`: whether managers choose it for a server too.
    """

    name: str
    title: Message
    default: Value
    choices: Mapping[Value, Message | str] = field(default_factory=dict)
    stored: Mapping[Value, Message] = field(default_factory=dict)
    on_page: bool = False
    of_servers: bool = False

    @property
    def is_switch(self) -> bool:
        """Whether it is switched on and off."""
        return isinstance(self.default, bool)

    @property
    def changes_pictures(self) -> bool:
        """Whether it is a part of the appearance of pictures."""
        return self.name in APPEARANCE

    def of(self, *holders: Holder | None) -> Value:
        """The value that the first holder with one has chosen, else the default.

        >>> from datetime import UTC, datetime
        >>> from store.records import Player
        >>> now = datetime(2026, 11, 5, tzinfo=UTC)
        >>> THEME.of(None, Player(7, now, {"theme": "light"})), THEME.of(Player(7, now))
        ('light', 'dark')
        """
        chosen = (self._known(holder.settings.get(self.name)) for holder in holders if holder)
        return next((value for value in chosen if value is not None), self.default)

    def labels(self, localizer: Localizer) -> dict[str, str]:
        """The labels of the choices, by value."""
        return {str(value): self.label(localizer, value) for value in self.choices}

    def label(self, localizer: Localizer, value: Value) -> str:
        """The label of a choice."""
        label = self.choices[value]
        return label if isinstance(label, str) else localizer.say(label)

    def allows(self, value: object) -> bool:
        """Whether a value is one of the choices."""
        return self._known(value) is not None

    def _known(self, stored: object) -> Value | None:
        if self.is_switch:
            return stored if isinstance(stored, bool) else None  # type: ignore[return-value]
        return next((value for value in self.choices if value == stored), None)


FOLLOW_DISCORD = "discord"
"""The language of those who follow that of their Discord client, or of their server in Discord."""

THEME: Setting[str] = Setting(
    "theme",
    Message("Colours of pictures"),
    Appearance().theme,
    {
        "light": Message("Light"),
        "dark": Message("Dark"),
        "paper": Message("Paper"),
        "contrast": Message("High contrast"),
        "colour-blind": Message("Colour-blind safe"),
    },
    of_servers=True,
)
LANGUAGE: Setting[str] = Setting(
    "language",
    Message("Language"),
    FOLLOW_DISCORD,
    {
        FOLLOW_DISCORD: Message("Same as Discord"),
        **{code: language.name for code, language in LANGUAGES.items()},
    },
    {
        FOLLOW_DISCORD: Message("Messages only you can see now follow your Discord language."),
        **dict.fromkeys(LANGUAGES, Message("Messages only you can see are now in English.")),
    },
    of_servers=True,
)
VISIBILITY: Setting[Visibility] = Setting(
    "visibility",
    Message("Leaderboards and clock"),
    Visibility.NAMED,
    {
        Visibility.NAMED: Message("Show my name"),
        Visibility.ANONYMOUS: Message("Show my times without my name"),
        Visibility.HIDDEN: Message("Hide me"),
        Visibility.NO_CLOCK: Message("No clock: hide me, and show me no times"),
    },
    {
        Visibility.NAMED: Message("Leaderboards show your name."),
        Visibility.ANONYMOUS: Message("Leaderboards show your times without your name."),
        Visibility.HIDDEN: Message(
            "You no longer appear on leaderboards or take up a place there."
        ),
        Visibility.NO_CLOCK: Message(
            "You are shown no times any more, and appear on no leaderboard. Your streak goes on. "
            "Should you choose otherwise later, the dailies that you solved in between count as "
            "all others do."
        ),
    },
)
LABELS = Setting("labels", Message("Label columns and rows"), Appearance().labels)
DOTS = Setting("dots", Message("Labels name dots instead of cells"), Appearance().dots)
DIM = Setting("dim", Message("Dim finished clues"), Appearance().dim, on_page=True)
MISTAKES = Setting(
    "mistakes",
    Message("Show mistakes at once: branches, clues with too many lines, small loops"),
    default=False,
    on_page=True,
)
CHAINS = Setting("chains", Message("Colour each chain of lines"), default=True, on_page=True)
SHADING = Setting(
    "shading", Message("Shade what lines separate from the outside"), default=False, on_page=True
)
PAR = Setting("par", Message("Tell me my par: how long a board probably takes me"), default=True)
GO_ON = Setting(
    "go_on",
    Message("On the board page, lines go on where your marks leave them one way"),
    default=False,
    on_page=True,
)

SETTINGS: tuple[Setting[Any], ...] = (
    THEME,
    LANGUAGE,
    VISIBILITY,
    PAR,
    LABELS,
    DOTS,
    DIM,
    MISTAKES,
    CHAINS,
    SHADING,
    GO_ON,
)
"""The settings of people, in the order in which they are offered."""


class _Tags(Setting[Any], frozen=True):
    """The IDs of any tags of forums."""

    def _known(self, stored: object) -> tuple[str, ...] | None:
        return tuple(map(str, stored)) if isinstance(stored, list | tuple) else None


TAGS = _Tags("tags", Message("Tags of posts in the forum"), ())
"""The tags that a server's posts in a forum have; only servers have this setting."""
RACES = Setting("races", Message("Races"), default=True)
"""Whether people can race in a server; only servers have this setting."""
PUBLISHING = Setting("publishing", Message("Puzzles of members"), default=True)
"""Whether people can publish puzzles in a server; only servers have this setting."""
BY_NAME: Mapping[str, Setting[Any]] = MappingProxyType(
    {each.name: each for each in (*SETTINGS, RACES, PUBLISHING, TAGS)}
)
PAGE_SETTINGS = tuple(each for each in SETTINGS if each.on_page)
"""The settings that the board page offers; all of them are switches."""
SERVER_SETTINGS = tuple(each for each in SETTINGS if each.of_servers)
"""The settings that servers have too."""


def appearance_of(*holders: Holder | None) -> Appearance:
    """How pictures are drawn for those who chose; the first one with a chosen value decides."""
    drawn = {each.name: each.of(*holders) for each in SETTINGS if each.changes_pictures}
    return Appearance(**drawn)


def with_times(localizer: Localizer, player: Holder | None) -> Localizer:
    """A localizer that tells the times that a player wants to be told."""
    clock = VISIBILITY.of(player).has_clock
    return replace(localizer, clock=clock, par=clock and PAR.of(player))


def language_of(holder: Holder | None) -> str | None:
    """The chosen language; None to follow Discord's."""
    chosen = LANGUAGE.of(holder)
    return None if chosen == FOLLOW_DISCORD else chosen


def choose(settings: Mapping[str, object], values: Mapping[str, object]) -> dict[str, object]:
    """Settings with these values chosen, by name; raises `ValueError` for one that is no choice.

    >>> choose({"theme": "light"}, {"dots": True})
    {'theme': 'light', 'dots': True}
    """
    for name, value in values.items():
        if not BY_NAME[name].allows(value):
            raise ValueError(f"{value!r} is no choice of the setting {name}")
    return {**settings, **values}
