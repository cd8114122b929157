"""The reader of a page: language, theme and settings."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from i18n.catalogues import language_of, localizer_for
from i18n.localizer import Localizer
from jobs import Appearance
from service.preferences import Change, Preferences
from store.records import Player
from web.page_requests import Choice

CHOICES: Mapping[Choice, tuple[str, bool]] = MappingProxyType(
    {
        "dim": ("dim_clues", True),
        "mistakes": ("show_mistakes", False),
        "chains": ("chain_colours", True),
        "shading": ("shade_inside", False),
    }
)
"""The settings of the page: the field of `Player`, and the value for those who have not chosen."""


class PageReader(Struct, frozen=True):
    """A person at a page: the localizer, the theme if they chose one, and how boards are shown.

    With `dots`, labels name the dots instead of the cells.
    """

    localizer: Localizer
    theme: str | None = None
    settings: Mapping[Choice, bool] = field(default_factory=dict)
    dots: bool = False

    @property
    def appearance(self) -> Appearance:
        """How highlights are drawn: as layers."""
        return Appearance(
            self.theme or Appearance().theme, labels=True, dots=self.dots, layered=True
        )


async def find_reader(
    preferences: Preferences, person: int, accepted_languages: str = ""
) -> PageReader:
    """The reader of a person's page; without a chosen language, the browser's is used."""
    player = await preferences.read(person)
    localizer = browser_localizer(accepted_languages)
    if player.language:
        localizer = localizer_for(player.language)
    localizer = replace(localizer, clock=not player.no_clock)
    return PageReader(localizer, player.theme, settings_of(player), bool(player.dot_labels))


def settings_of(player: Player) -> dict[Choice, bool]:
    """How a person wants boards shown on the page."""
    chosen = {name: getattr(player, field) for name, (field, _) in CHOICES.items()}
    return {name: CHOICES[name][1] if value is None else value for name, value in chosen.items()}


def choose(settings: Mapping[Choice, bool]) -> Change:
    """A change of how a person wants boards shown on the page."""
    fields: dict[str, Any] = {CHOICES[name][0]: value for name, value in settings.items()}
    return lambda player: replace(player, **fields)


def browser_localizer(accepted: str) -> Localizer:
    """The localizer of the first language in an `Accept-Language` header, if it is supported.

    >>> [browser_localizer(accepted).language for accepted in ("ja-JP,ja;q=0.9,en;q=0.8", "")]
    ['ja', 'en']
    """
    return localizer_for(language_of(accepted.partition(",")[0].partition(";")[0].strip()[:35]))
