"""The reader of a page: language, theme and settings."""

from dataclasses import dataclass, replace

from i18n.catalogues import language_of, localizer_for
from i18n.localizer import Localizer
from jobs import Appearance
from service.preferences import Preferences


@dataclass(frozen=True, slots=True)
class PageReader:
    """A person at a page: the localizer, the theme if they chose one, and how help is drawn."""

    localizer: Localizer
    theme: str | None = None

    @property
    def appearance(self) -> Appearance:
        """How highlights are drawn: as layers."""
        return Appearance(self.theme or Appearance().theme, labels=True, layered=True)


async def find_reader(
    preferences: Preferences, person: int, accepted_languages: str = ""
) -> PageReader:
    """The reader of a person's page; without a chosen language, the browser's is used."""
    player = await preferences.read(person)
    localizer = browser_localizer(accepted_languages)
    if player.language:
        localizer = localizer_for(player.language)
    localizer = replace(localizer, clock=not player.no_clock)
    return PageReader(localizer, player.theme)


def browser_localizer(accepted: str) -> Localizer:
    """The localizer of the first language in an `Accept-Language` header, if it is supported.

    >>> [browser_localizer(accepted).language for accepted in ("ja-JP,ja;q=0.9,en;q=0.8", "")]
    ['ja', 'en']
    """
    return localizer_for(language_of(accepted.partition(",")[0].partition(";")[0].strip()[:35]))
