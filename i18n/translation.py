"""Translations with the grammatical forms that their language has.

A translation may give further forms of itself, each behind a broken bar with its name, and ask the
texts that it names for one: with `der {number}¦dat=dem {number}`, the text of `bei {clue:dat}` is
"bei dem 3". A number has the separators of the language, and sounds that meet are fitted together.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter

from msgspec import Struct

from i18n.languages import LANGUAGES

BAR = "\N{BROKEN BAR}"
"""What stands before the name of a form and its text."""


class Wording(Struct, frozen=True):
    """A form of a translation: a format string, and what it asks of its values.

    What is asked stands in `asked`, as names and specifications, and has its place by number in
    `text`. `sound`, if any, fits a filled text together.
    """

    text: str
    language: str
    asked: tuple[tuple[str, str], ...]
    sound: Callable[[str], str] | None


class Translation(Struct, frozen=True):
    """The forms of a translation by name; that without a name is told where none is asked for.

    `plain` is this one, if it asks for nothing and needs no fitting, else empty.
    """

    forms: Mapping[str, Wording]
    plain: str


@cache
def translation_of(text: str, language: str) -> Translation:
    """The forms that a text in a catalogue gives.

    >>> given = translation_of("the {sides} of {cell}¦gen=of the {sides:gen} of {cell}", "de")
    >>> {name: (form.text, form.asked) for name, form in given.forms.items()}
    {'': ('the {sides} of {cell}', ()), 'gen': ('of the {0} of {cell}', (('sides', 'gen'),))}
    """
    first, *others = text.split(BAR)
    named = {"": first} | {
        name: other for name, _, other in (each.partition("=") for each in others)
    }
    forms = {name: _form(named[name], language) for name in named}
    plain = not forms[""].asked and forms[""].sound is None
    return Translation(forms, forms[""].text if plain else "")


def _form(text: str, code: str) -> Wording:
    language = LANGUAGES[code]
    sound = language.sound if language.heard and re.search(language.heard, text) else None
    parts, asked = list[str](), list[tuple[str, str]]()
    for literal, name, how, conversion in Formatter().parse(text):
        parts.append(literal.replace("{", "{{").replace("}", "}}"))
        if name is None:
            continue
        converted = f"!{conversion}" if conversion else ""
        parts.append(f"{{{len(asked)}}}" if how else f"{{{name}{converted}}}")
        if how:
            asked.append((name, how))
    return Wording("".join(parts), code, tuple(asked), sound)


def written(language: str, number: str) -> str:
    """A number with the separators of a language instead of the English ones.

    >>> written("de", "1,234.5"), written("es", "1,234"), written("es", "12,345")
    ('1.234,5', '1234', '12.345')
    """
    signs = LANGUAGES[language]
    if len(number.partition(".")[0].lstrip("-")) < signs.grouped_from + 1:
        number = number.replace(",", "")
    return number.translate({ord(","): signs.group, ord("."): signs.decimal})
