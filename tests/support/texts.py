"""Analysis of texts: fields of templates, untranslated parts, and English words."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from string import Formatter

from i18n.localizer import Localizer

OPEN, CLOSE = "⟦", "⟧"

NAMES = {"Ouro", "Discord", "Loopy", "Simon", "Tatham", "puzz.link", "pzv.jp", "pzprv3"} | {
    "MIT",
    "Python",
    "discord.py",
    "python-sat",
    "SAT",
    "CSV",
    "UTF-8",
    "JSON",
    "penpa-edit",
    "puzzle-loop.com",
    "ID",
    "KiB",
    "MiB",
    "PNG",
    "JPEG",
    "WebP",
    "GIF",
    "AVIF",
    "BMP",
    "HEIC",
}
"""Names that are the same in every language."""


class Bracketing(NullTranslations):
    """Translations that put every text in brackets, to find untranslated texts."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{CLOSE}"


BRACKETING = Localizer(Bracketing())


def outside_brackets(text: str) -> str:
    """The parts of a text that did not come from the `BRACKETING` localizer.

    >>> outside_brackets("⟦Look at ⟦the dot A1⟧.⟧ Really")
    ' Really'
    """
    depth, outside = 0, ""
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        outside += character if not depth and character != CLOSE else ""
    return outside


def fields(text: str) -> set[tuple[str, str]]:
    """The field names of a template, with their format specifications.

    >>> sorted(fields("{count:,} of {all}"))
    [('all', ''), ('count', ',')]
    """
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None}


def english_words(text: str) -> list[str]:
    """Words in Latin letters that are not names, code, URLs, board coordinates or single letters.

    ASCII text in corner brackets also counts as code.

    >>> english_words("A1の3です。`/solve` or puzz.linkで")
    ['or']
    """
    text = re.sub(r"`[^`]*`|「[ -~…]*」|https?://\S+|[*_#<>\\]", " ", text)
    return [word for word in _words(text) if _is_english(word)]


def _words(text: str) -> Iterator[str]:
    for found in re.finditer(r"[A-Za-z][A-Za-z0-9.\-]*", text):
        yield found[0].strip(".-")


def _is_english(word: str) -> bool:
    return len(word) > 1 and word not in NAMES and not _is_place(word)


def _is_place(word: str) -> bool:
    """Whether it is a dot or cell (A1), path (A1-A4-C4), part of a size (x10) or tiling (t0)."""
    return re.fullmatch(r"[A-Z]{1,2}\d{1,3}(-[A-Z]{1,2}\d{1,3})*|[tx]\d+", word) is not None
