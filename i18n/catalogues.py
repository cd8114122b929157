"""The languages Ouro speaks, and where their translations are.

Message ids are English, so English needs no catalogue. Every other language has one in
`LANGUAGE/LC_MESSAGES`: `ouro.po`, which people write, and `ouro.mo`, which `script/texts`
compiles from it for the standard library to read.
"""

from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from i18n.localizer import Localizer

LANGUAGES = {"en": "English", "ja": "日本語"}
"""What each language calls itself, by its code (ISO 639-1)."""

DOMAIN = "ouro"
FOLDER = Path(__file__).parent


def language_of(locale: str) -> str:
    """The code of the language for a reader's locale (IETF); English where we lack theirs.

    >>> language_of("ja"), language_of("en-GB"), language_of("pt-BR")
    ('ja', 'en', 'en')
    """
    code = locale.partition("-")[0]
    return code if code in LANGUAGES else "en"


def catalogue(locale: str) -> NullTranslations:
    """The translations for a reader's locale; those of English give every text back as it is.

    >>> catalogue("ja").gettext("Hard"), catalogue("en-US").gettext("Hard")
    ('難しい', 'Hard')
    """
    return _catalogue_in(language_of(locale))


@cache
def _catalogue_in(language: str) -> NullTranslations:
    """The translations into a language, read once."""
    return NullTranslations() if language == "en" else translation(DOMAIN, FOLDER, [language])


def localizer_for(locale: str) -> Localizer:
    """The voice that speaks to a reader of that locale.

    >>> from i18n.messages import Message
    >>> localizer_for("ja").say(Message("Hard"))
    '難しい'
    """
    return Localizer(catalogue(locale), language_of(locale))
