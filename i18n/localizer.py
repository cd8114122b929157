"""Turns messages into text: translates them, fills in values, and joins parts.

A text that was said can be said again: in another grammatical form, when the translation of a
sentence that names it asks for one, or in English, when another part of the sentence has no
translation. So a sentence is never half translated.
"""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from msgspec import Struct, field

from i18n.messages import Clause, Message, Template
from i18n.translation import Translation, Wording, translation_of, written

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
        translation = translation_of(text, self.language) if text else None
        if translation is not None:
            for value in values.values():
                if type(value) is Said and value.how.translation is None:
                    translation = None
                    break
        if translation is None:
            told = Said(ENGLISH.say(template, count, **_in_english(values)))
        elif translation.plain:
            told = Said(translation.plain.format(**values))
        else:
            told = Said(_filled(translation.forms[""], values))
        told.how = _How(template, count, values, translation)
        return told

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
        return text[:1].upper() + text[1:]

    def join(self, parts: Sequence[str]) -> str:
        """Join items into a list with "and" before the last; an empty text for no items.

        >>> Localizer().join(["A1", "B2", "C3"])
        'A1, B2 and C3'
        """
        if len(parts) < 2:
            return parts[0] if parts else ""
        if len(parts) == 2:
            return self.say(PAIR, first=parts[0], second=parts[1])
        last = self.say(LAST_OF_LIST, first=parts[-2], rest=parts[-1])
        return self.chain([*parts[:-2], last], LIST)

    def join_clauses(self, clauses: Sequence[str]) -> str:
        """Join clauses with commas and "and"; an empty text for no clauses.

        >>> Localizer().join_clauses(["this is a line", "that is a cross"])
        'this is a line, and that is a cross'
        """
        if len(clauses) < 2:
            return clauses[0] if clauses else ""
        last = self.say(LAST_OF_CLAUSES, clause=clauses[-2], rest=clauses[-1])
        return self.chain([*clauses[:-2], last], CLAUSES)

    def chain(self, parts: Sequence[str], link: Message) -> str:
        """Join parts pairwise by the message `link`; an empty text for no parts.

        `link` has the placeholders `first` (or `clause`, or `cell`), for a part, and `rest`, for
        what follows.

        >>> Localizer().chain(["A1", "B2", "C3"], LIST)
        'A1, B2, C3'
        """
        text = parts[-1] if parts else ""
        for part in reversed(parts[:-1]):
            text = self.say(link, first=part, clause=part, cell=part, rest=text)
        return text

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

    def figure(self, number: float, how: str = ",") -> str:
        """A number in digits as a format specification has it, with the separators of the language.

        >>> Localizer().figure(1234), Localizer(language="de").figure(1234)
        ('1,234', '1.234')
        """
        return written(self.language, format(number, how))

    def number(self, count: int) -> str:
        """A number as text, in words from 0 to 4, the possible numbers of lines around a cell.

        >>> Localizer().number(3), Localizer().number(12)
        ('three', '12')
        """
        if 0 <= count < len(NUMBERS):
            return self.say(NUMBERS[count])
        return str(count)


class _How(Struct, gc=False):
    """How a text was said: its message, and what filled it; without a translation, in English."""

    template: Template
    count: int
    values: dict[str, object]
    translation: Translation | None


class Said(str):
    """A text in another language than English that can be said again.

    It can be used as a plain string.
    """

    how: _How

    __slots__ = ("how",)


def _in_english(values: Mapping[str, object]) -> dict[str, object]:
    """The values, with what was said before said in English."""
    found = dict(values)
    for name, value in values.items():
        if isinstance(value, Said):
            how = value.how
            found[name] = ENGLISH.say(how.template, how.count, **_in_english(how.values))
    return found


def _filled(form: Wording, values: Mapping[str, object], handed: str = "") -> str:
    """A form of a translation with its values, all in the form that is `handed` on to them."""
    asked = [_asked(values[name], how, form) for name, how in form.asked]
    if handed:
        values = {name: _asked(value, handed, form) for name, value in values.items()}
    text = form.text.format(*asked, **values)
    return form.sound(text) if form.sound else text


def _asked(value: object, how: str, form: Wording) -> object:
    """A value in a grammatical form, or a number as a format specification has it.

    A text without that form hands the question on to its parts.
    """
    if type(value) is not Said:
        return value if how.isalpha() else written(form.language, format(value, how))
    if (translation := value.how.translation) is None:
        return value
    if (bent := translation.forms.get(how)) is not None:
        return _filled(bent, value.how.values)
    for part in value.how.values.values():
        if type(part) is Said:
            return _filled(translation.forms[""], value.how.values, how)
    return value


ENGLISH = Localizer()
"""The localizer that returns message IDs untranslated."""
