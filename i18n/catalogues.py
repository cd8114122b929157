"""The supported languages and their gettext catalogues.

Message IDs are English, so English needs no catalogue. Every other language has one in
`LANGUAGE/LC_MESSAGES`: `ouro.po`, which translators edit, and `ouro.mo`, which `script/texts`
compiles from it for the standard library's `gettext`.
"""

from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from i18n.localizer import Localizer

LANGUAGES = {"en": "English", "ja": "日本語"}
"""The name of each supported language in that language, by its code (ISO 639-1)."""

DOMAIN = "ouro"
"""The gettext domain: the name of the catalogue files."""
FOLDER = Path(__file__).parent
"""The folder that contains a folder for each language with a catalogue."""


def language_of(locale: str) -> str:
    """The code of the supported language for a locale (IETF tag); `en` for any other language.

    >>> language_of("ja"), language_of("en-GB"), language_of("pt-BR")
    ('ja', 'en', 'en')
    """
    code = locale.partition("-")[0]
    return code if code in LANGUAGES else "en"


def catalogue(locale: str) -> NullTranslations:
    """The gettext translations for a locale; for English they return every text unchanged.

    >>> catalogue("ja").gettext("Hard"), catalogue("en-US").gettext("Hard")
    ('むずかしい', 'Hard')
    """
    return _catalogue_in(language_of(locale))


@cache
def _catalogue_in(language: str) -> NullTranslations:
    """The translations into a language, loaded once."""
    return NullTranslations() if language == "en" else translation(DOMAIN, FOLDER, [language])


def localizer_for(locale: str) -> Localizer:
    """The localizer for a reader's locale.

    >>> from i18n.messages import Message
    >>> localizer_for("ja").say(Message("Hard"))
    'むずかしい'
    """
    return Localizer(catalogue(locale), language_of(locale))
