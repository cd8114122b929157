"""The reader of a page: language, theme and settings."""

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from i18n.catalogues import language_of, localizer_for
from i18n.localizer import Localizer
from jobs.appearance import Appearance
from service.preferences import Preferences
from service.settings import PAGE_SETTINGS, THEME, VISIBILITY, appearance_of
from service.settings import language_of as chosen_language

SYSTEM = "system"
"""The theme of a page whose reader has chosen none: that of their system."""


class PageReader(Struct, frozen=True):
    """A person at a page: the localizer, the theme of the page, and how boards are shown.

    `appearance` is how highlights are drawn: as layers.
    """

    localizer: Localizer
    theme: str = SYSTEM
    settings: Mapping[str, bool] = field(default_factory=dict)
    appearance: Appearance = Appearance(labels=True, layered=True)


async def find_reader(
    preferences: Preferences, person: int, accepted_languages: str = ""
) -> PageReader:
    """The reader of a person's page; without a chosen language, the browser's is used."""
    player = await preferences.read(person)
    language = chosen_language(player)
    localizer = localizer_for(language) if language else browser_localizer(accepted_languages)
    return PageReader(
        replace(localizer, clock=VISIBILITY.of(player).has_clock),
        THEME.of(player) if THEME.name in player.settings else SYSTEM,
        {each.name: each.of(player) for each in PAGE_SETTINGS},
        replace(appearance_of(player), labels=True, layered=True),
    )


def browser_localizer(accepted: str) -> Localizer:
    """The localizer of the first language in an `Accept-Language` header, if it is supported.

    >>> [browser_localizer(accepted).language for accepted in ("ja-JP,ja;q=0.9,en;q=0.8", "")]
    ['ja', 'en']
    """
    return localizer_for(language_of(accepted.partition(",")[0].partition(";")[0].strip()[:35]))
