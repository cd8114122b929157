"""The reader of a page: language, theme and settings."""

from msgspec.structs import replace

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from service.running.readers import Reader
from service.settings import PAGE_SETTINGS, THEME, appearance_of, language_of, with_times
from store.records import Player

SYSTEM = "system"
"""The theme of a page whose reader has chosen none: that of their system."""


def page_reader(player: Player, accepted_languages: str) -> Reader:
    """The reader of a player's page; without a chosen language, the browser's is used.

    Highlights are drawn as layers.
    """
    language = language_of(player)
    localizer = localizer_for(language) if language else browser_localizer(accepted_languages)
    return Reader(
        player.id,
        with_times(localizer, player),
        replace(appearance_of(player), labels=True, layered=True),
        private=True,
    )


def page_theme(player: Player) -> str:
    """The theme of a player's page."""
    return THEME.of(player) if THEME.name in player.settings else SYSTEM


def page_settings(player: Player) -> dict[str, bool]:
    """The settings that a player's page has, by name."""
    return {each.name: each.of(player) for each in PAGE_SETTINGS}


def browser_localizer(accepted: str) -> Localizer:
    """The localizer of the first language in an `Accept-Language` header, if it is supported.

    >>> [browser_localizer(accepted).language for accepted in ("ja-JP,ja;q=0.9,en;q=0.8", "")]
    ['ja', 'en']
    """
    return localizer_for(accepted.partition(",")[0].partition(";")[0].strip()[:35])
