"""Turns messages into text: translates them, fills in values, and joins parts.

A translation may give further forms of itself, each behind a broken bar with its name, and ask the
texts that it names for one: with `der {number}¦dat=dem {number}`, the text of `bei {clue:dat}` is
"bei dem 3". So a text that was said can be said again in another form, and in English, when another
part of its sentence has no translation: a sentence is never half translated.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from string import Formatter
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from i18n.languages import EDGE, LANGUAGES
from i18n.messages import Clause, Message, Template

PAIR = Message("{first} and {second}")
"""Joins two items."""
LAST_OF_LIST = Message("{first} and {rest}")
"""Joins the last two of three or more items."""
LIST = Message("{first}, {rest}")
"""Joins an item of a list with the items after it."""
GROUPS = Message("{first}; {rest}")
"""Joins a group of a list with the groups after it, each of which may be a list itself."""
LAST_OF_CLAUSES = Message("{clause}, and {rest}")
"""Joins the last two of several clauses."""
CLAUSES = Message("{clause}, {rest}")
"""Joins a clause with the clauses after it."""
SENTENCES = Message("{first} {rest}")
"""Joins two sentences."""
TITLED = Message("{title}: {text}")
"""Joins a title with a text in the same line."""
BAR = "\N{BROKEN BAR}"
"""What stands before the name of a form of a translation."""
NUMBERS = (
    Message("no"),
    Message("one"),
    Message("two"),
    Message("three"),
    Message("four"),
)


class Localizer(Struct, frozen=True):
    """Localizes messages into the language of its catalogue; into English without one.

    Every text that a user reads is the result of `say`. `i18n.catalogues.localizer_for` returns
    the localizer for a locale. A localizer cannot be pickled for another process: send its
    `language` instead.

    >>> from i18n.messages import Plural
    >>> Localizer().say(Plural("{n} step", "{n} steps"), 3, n=3)
    '3 steps'
    """

    catalogue: NullTranslations = field(default_factory=NullTranslations)
    language: str = "en"
    clock: bool = True
    """Whether the reader wants to be told how long they take, and what adds to that."""
    par: bool = True
    """Whether the reader also wants to be told how long a board probably takes them."""

    def say(self, template: Template, count: int = 1, /, **values: object) -> str:
        """The translated text of a message with its placeholders filled in from `values`.

        `count` selects the form of a `Plural`. The text is English where the message or a text
        among the values has no translation. Raises `KeyError` when a value is missing.
        """
        if not isinstance(template, Message):
            text = self.catalogue.ngettext(template.one, template.many, count)
        elif template.context:
            text = self.catalogue.pgettext(template.context, template.text)
        else:
            text = self.catalogue.gettext(template.text)
        if self.language == "en":
            return text.format(**values)
        how = _How(template, count, values, {})
        if text and all(value.how.forms for value in values.values() if type(value) is Said):
            how.forms = forms_of(text)
            return _said(_filled(how.forms[""], values, self), how)
        return _said(how.in_english(), how)

    def clause(
        self, clause: Clause | Template, supposed: bool, count: int = 1, /, **values: object
    ) -> str:
        """The text of a clause; of a `Clause`, the conditional form when `supposed` is true."""
        if isinstance(clause, Clause):
            clause = clause.conditional if supposed else clause.indicative
        return self.say(clause, count, **values)

    def sentence(self, template: Template, count: int = 1, /, **values: object) -> str:
        """Like `say`, with the first letter capitalized."""
        text = self.say(template, count, **values)
        capital = text[:1].upper() + text[1:]
        return _said(capital, replace(text.how, capital=True)) if type(text) is Said else capital

    def join(self, parts: Sequence[str]) -> str:
        """Join items into a list with "and" before the last; an empty text for no items.

        >>> Localizer().join(["A1", "B2", "C3"])
        'A1, B2 and C3'
        """
        if len(parts) == 2:
            return self.say(PAIR, first=parts[0], second=parts[1])
        return self.chain(parts, LIST, LAST_OF_LIST)

    def join_clauses(self, clauses: Sequence[str]) -> str:
        """Join clauses with commas and "and"; an empty text for no clauses.

        >>> Localizer().join_clauses(["this is a line", "that is a cross"])
        'this is a line, and that is a cross'
        """
        return self.chain(clauses, CLAUSES, LAST_OF_CLAUSES)

    def chain(self, parts: Sequence[str], link: Message, last: Message | None = None) -> str:
        """Join parts by the message `link`, and the last two by `last`; an empty text for no parts.

        A link has the placeholders `first` (or `clause`, or `cell`), for what comes first, and
        `rest`, for what follows. Each half is joined alone, so that a long list is not nested deep.

        >>> Localizer().chain(["A1", "B2", "C3"], LIST)
        'A1, B2, C3'
        """
        if len(parts) < 2:
            return parts[0] if parts else ""
        half = len(parts) // 2
        first, rest = self.chain(parts[:half], link), self.chain(parts[half:], link, last)
        joint = last if last is not None and len(parts) == 2 else link
        return self.say(joint, first=first, clause=first, cell=first, rest=rest)

    @property
    def gap(self) -> str:
        """The separator between two sentences: a space in English, nothing in Japanese.

        >>> Localizer().gap.join(["One.", "Two."])
        'One. Two.'
        """
        return self.say(SENTENCES, first="", rest="")

    @property
    def colon(self) -> str:
        """The separator between a title and a text in the same line."""
        return self.say(TITLED, title="", text="")

    def figure(self, number: object, how: str = ",") -> str:
        """A number in digits as a format specification has it, with the separators of the language.

        >>> Localizer().figure(1234), Localizer(language="de").figure(1234)
        ('1,234', '1.234')
        """
        signs, text = LANGUAGES[self.language], format(number, how)
        if len(text.partition(".")[0].lstrip("-")) < signs.grouped_from + 1:
            text = text.replace(",", "")
        return text.translate({ord(","): signs.group, ord("."): signs.decimal})

    def number(self, count: int) -> str:
        """A number as text, in words from 0 to 4, the possible numbers of lines around a cell.

        >>> Localizer().number(3), Localizer().number(12)
        ('three', '12')
        """
        if 0 <= count < len(NUMBERS):
            return self.say(NUMBERS[count])
        return str(count)


class _How(Struct, gc=False):
    """How a text was said: its message, what filled it, and the forms of its translation.

    It has no forms where it had to be English.
    """

    template: Template
    count: int
    values: Mapping[str, object]
    forms: Mapping[str, str]
    capital: bool = False

    def in_english(self) -> str:
        """The text in English."""
        values = {
            name: english_of(value) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        say = ENGLISH.sentence if self.capital else ENGLISH.say
        return say(self.template, self.count, **values)


class Said(str):
    """A text in another language than English that can be said again.

    It can be used as a plain string.
    """

    how: _How

    __slots__ = ("how",)


def _said(text: str, how: _How) -> Said:
    told = Said(text)
    told.how = how
    return told


def english_of(text: str) -> str:
    """A text in English, if a localizer said it."""
    return text.how.in_english() if isinstance(text, Said) else text


@cache
def forms_of(translation: str) -> Mapping[str, str]:
    """The forms that a text in a catalogue gives; that without a name is told if none is asked for.

    >>> forms_of("die {clue}¦dat=der {clue}")
    {'': 'die {clue}', 'dat': 'der {clue}'}
    """
    named = (each.partition("=") for each in f"={translation}".split(BAR))
    return {name: text for name, _, text in named}


class _Value(NamedTuple):
    """A value in a text, in the form that is asked of it, or `handed` on."""

    value: object
    localizer: Localizer
    handed: str

    def __format__(self, how: str) -> str:
        """The value in a grammatical form, or a number as a specification has it.

        A text without that form hands the question on to its parts.
        """
        value, how = self.value, how or self.handed
        if how and isinstance(value, Said):
            forms = value.how.forms
            form, handed = (forms[how], "") if how in forms else (forms[""], how)
            value = _filled(form, value.how.values, self.localizer, handed)
        elif how and not how.isalpha():
            value = self.localizer.figure(value, how)
        return f"{EDGE}{value}{EDGE}"

    def __repr__(self) -> str:
        return repr(self.value)


@cache
def _is_plain(form: str, language: str) -> bool:
    """Whether a form of a translation asks nothing of its values, and no word in it is fitted."""
    asks, spoken = any(how for _, _, how, _ in Formatter().parse(form)), LANGUAGES[language]
    return not asks and (spoken.fit is None or spoken.fitted.search(form) is None)


def _filled(form: str, values: Mapping[str, object], localizer: Localizer, handed: str = "") -> str:
    """A form of a translation with its values."""
    if not handed and _is_plain(form, localizer.language):
        return form.format(**values)
    named = {name: _Value(value, localizer, handed) for name, value in values.items()}
    text, fit = form.format(**named), LANGUAGES[localizer.language].fit
    return (fit(text) if fit else text).replace(EDGE, "")


ENGLISH = Localizer()
"""The localizer that returns message IDs untranslated."""
