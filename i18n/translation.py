"""Translations with the grammatical forms that their language has.

A translation may give further forms of itself, each behind a broken bar with its name, and ask the
texts that it names for one: with `der {number}¦dat=dem {number}`, the text of `bei {clue:dat}` is
"bei dem 3". A number has the separators of the language, and words that meet are fitted together.
"""

from collections.abc import Mapping
from functools import cache

from i18n.languages import LANGUAGES

BAR = "\N{BROKEN BAR}"
"""What stands before the name of a form and its text."""


@cache
def forms_of(translation: str) -> Mapping[str, str]:
    """The forms that a text in a catalogue gives; that without a name is told if none is asked for.

    >>> forms_of("die {clue}¦dat=der {clue}")
    {'': 'die {clue}', 'dat': 'der {clue}'}
    """
    named = (each.partition("=") for each in f"={translation}".split(BAR))
    return {name: text for name, _, text in named}


def written(language: str, number: str) -> str:
    """A number with the separators of a language instead of the English ones.

    >>> written("de", "1,234.5"), written("es", "1,234"), written("es", "12,345")
    ('1.234,5', '1234', '12.345')
    """
    signs = LANGUAGES[language]
    if len(number.partition(".")[0].lstrip("-")) < signs.grouped_from + 1:
        number = number.replace(",", "")
    return number.translate({ord(","): signs.group, ord("."): signs.decimal})
