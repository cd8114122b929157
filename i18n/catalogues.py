"""The supported languages and their gettext catalogues.

Message IDs are English, so English needs no catalogue. Every other language has one in
`LANGUAGE/LC_MESSAGES`: `ouro.po`, which translators edit, and `ouro.mo`, which `script/texts`
compiles from it for the standard library's `gettext`. The folder of a language with a region is
named as Babel names it: that of `zh-TW` is `zh_TW`.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, BinaryIO

from i18n.languages import ALIASES, LANGUAGES
from i18n.localizer import Localizer

DOMAIN = "ouro"
"""The gettext domain: the name of the catalogue files."""
FOLDER = Path(__file__).parent
"""The folder that contains a folder for each language with a catalogue."""


def language_of(locale: str) -> str:
    """The code of the supported language for a locale (IETF tag); `en` for any other language.

    This is the lookup of RFC 4647: the whole tag, else the tag without its last parts, each of
    which may be an alias. So a locale never gets the language of another region.

    >>> language_of("ja"), language_of("en-GB"), language_of("pt-PT"), language_of("zh-Hans-SG")
    ('ja', 'en', 'pt-BR', 'zh-CN')
    >>> language_of("zh-TW"), language_of("sv-SE")
    ('en', 'en')
    """
    known = {**ALIASES, **{code.lower(): code for code in LANGUAGES}}
    tag = locale.lower()
    while tag and tag not in known:
        tag = tag.rpartition("-")[0]
    return known.get(tag, "en")


def folder_of(language: str) -> Path:
    """The folder with the catalogue of a language.

    >>> folder_of("ja").relative_to(FOLDER).as_posix()
    'ja/LC_MESSAGES'
    """
    return FOLDER / language.replace("-", "_") / "LC_MESSAGES"


class _Lacks(NullTranslations):
    """What stands behind a catalogue: no text for what it lacks."""

    def gettext(self, *_: Any, **__: Any) -> str:
        return ""

    ngettext = pgettext = gettext


@cache
def catalogue(language: str) -> NullTranslations:
    """The gettext translations into a supported language, empty for what it lacks.

    For English they return every text unchanged.

    >>> catalogue("ja").gettext("Hard"), catalogue("en").gettext("Hard")
    ('むずかしい', 'Hard')
    """
    if language == "en":
        return NullTranslations()
    with (folder_of(language) / f"{DOMAIN}.mo").open("rb") as file:
        return read_catalogue(file)


def read_catalogue(file: BinaryIO) -> GNUTranslations:
    """The translations in a compiled catalogue, empty for what it lacks."""
    found = GNUTranslations(file)
    found.add_fallback(_Lacks())
    return found


def localizer_for(locale: str) -> Localizer:
    """The localizer for a reader's locale.

    >>> from i18n.messages import Message
    >>> localizer_for("ja").say(Message("Hard"))
    'むずかしい'
    """
    language = language_of(locale)
    return Localizer(catalogue(language), language)
