"""The supported languages and their gettext catalogues.

Message IDs are English, so English needs no catalogue. Every other language has one in
`LANGUAGE/LC_MESSAGES`: `ouro.po`, which translators edit, and `ouro.mo`, which `script/texts`
compiles from it for the standard library's `gettext`. The folder of a language with a region is
named as Babel names it: that of `zh-TW` is `zh_TW`.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from i18n.localizer import Localizer

LANGUAGES = {"en": "English", "ja": "日本語"}
"""The name of each supported language in that language, by its code.

A code is a language (ISO 639-1), or a language and a region as Discord writes them: `zh-TW`.
One without a region serves readers of all its regions. Chinese must have a region, since `zh-CN`
and `zh-TW` are written differently.
"""

DOMAIN = "ouro"
"""The gettext domain: the name of the catalogue files."""
FOLDER = Path(__file__).parent
"""The folder that contains a folder for each language with a catalogue."""


def language_of(locale: str) -> str:
    """The code of the supported language for a locale (IETF tag); `en` for any other language.

    This is the lookup of RFC 4647: the whole tag, else the tag without its last parts. So a locale
    never gets the language of another region.

    >>> language_of("ja"), language_of("en-GB"), language_of("pt-BR")
    ('ja', 'en', 'en')
    """
    while locale and locale not in LANGUAGES:
        locale = locale.rpartition("-")[0]
    return locale or "en"


def folder_of(language: str) -> Path:
    """The folder with the catalogue of a language.

    >>> folder_of("ja").relative_to(FOLDER).as_posix()
    'ja/LC_MESSAGES'
    """
    return FOLDER / language.replace("-", "_") / "LC_MESSAGES"


def catalogue(locale: str) -> NullTranslations:
    """The gettext translations for a locale; for English they return every text unchanged.

    >>> catalogue("ja").gettext("Hard"), catalogue("en-US").gettext("Hard")
    ('むずかしい', 'Hard')
    """
    return _catalogue_in(language_of(locale))


@cache
def _catalogue_in(language: str) -> NullTranslations:
    """The translations into a language, loaded once."""
    if language == "en":
        return NullTranslations()
    with (folder_of(language) / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


def localizer_for(locale: str) -> Localizer:
    """The localizer for a reader's locale.

    >>> from i18n.messages import Message
    >>> localizer_for("ja").say(Message("Hard"))
    'むずかしい'
    """
    return Localizer(catalogue(locale), language_of(locale))
