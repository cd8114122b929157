"""Messages made into text: translated, filled in, joined, begun with a capital."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations

from i18n.messages import Message, Mood, Template

LAST_OF_LIST = Message("{first} and {rest}")
LIST = Message("{first}, {rest}")
LAST_OF_CLAUSES = Message("{clause}, and {rest}")
CLAUSES = Message("{clause}, {rest}")
SENTENCES = Message("{first} {rest}")
TITLED = Message("{title}: {text}")
NUMBERS = (
    Message("no"),
    Message("one"),
    Message("two"),
    Message("three"),
    Message("four"),
)


@dataclass(frozen=True)
class Localizer:
    """Speaks one language: that of its catalogue of translations, English without one.

    All words that anybody reads go through `say`. `i18n.catalogues.voice_for` gives the
    voice for a reader. A voice cannot go to another process: send its `language`.

    >>> from i18n.messages import Plural
    >>> Localizer().say(Plural("{n} step", "{n} steps"), 3, n=3)
    '3 steps'
    """

    catalogue: NullTranslations = field(default_factory=NullTranslations)
    language: str = "en"

    def say(self, template: Template, count: int = 1, /, **values: object) -> str:
        """The text of a message; `count` chooses among plural forms."""
        if isinstance(template, Message):
            text = self.catalogue.gettext(template.text)
        else:
            text = self.catalogue.ngettext(template.one, template.many, count)
        return text.format(**values)

    def clause(
        self, clause: Mood | Template, supposed: bool, count: int = 1, /, **values: object
    ) -> str:
        """A clause of what is, or of what would be where the clause can tell them apart."""
        if isinstance(clause, Mood):
            clause = clause.supposed if supposed else clause.real
        return self.say(clause, count, **values)

    def sentence(self, template: Template, count: int = 1, /, **values: object) -> str:
        """A whole sentence: like `say`, with a capital at the beginning."""
        text = self.say(template, count, **values)
        return text[:1].upper() + text[1:]

    def join(self, parts: Sequence[str]) -> str:
        """Several parts in a row.

        >>> Localizer().join(["A1", "B2", "C3"])
        'A1, B2 and C3'
        """
        if len(parts) < 2:
            return "".join(parts)
        last = self.say(LAST_OF_LIST, first=parts[-2], rest=parts[-1])
        return self.chain([*parts[:-2], last], LIST)

    def join_clauses(self, clauses: Sequence[str]) -> str:
        """Several clauses in a row; an empty text for none.

        >>> Localizer().join_clauses(["this is a line", "that is a cross"])
        'this is a line, and that is a cross'
        """
        if len(clauses) < 2:
            return "".join(clauses)
        last = self.say(LAST_OF_CLAUSES, clause=clauses[-2], rest=clauses[-1])
        return self.chain([*clauses[:-2], last], CLAUSES)

    def chain(self, parts: Sequence[str], link: Message) -> str:
        """Parts linked by a message of `first` (or `clause`) and `rest`; an empty text for none.

        >>> Localizer().chain(["A1", "B2", "C3"], LIST)
        'A1, B2, C3'
        """
        text = parts[-1] if parts else ""
        for part in reversed(parts[:-1]):
            text = self.say(link, first=part, clause=part, rest=text)
        return text

    @property
    def gap(self) -> str:
        """What stands between two sentences.

        >>> Localizer().gap.join(["One.", "Two."])
        'One. Two.'
        """
        return self.say(SENTENCES, first="", rest="")

    @property
    def colon(self) -> str:
        """What stands between a title and a text in the same line."""
        return self.say(TITLED, title="", text="")

    def number(self, count: int) -> str:
        """A number, in words if it is small enough to be the lines around a clue.

        >>> Localizer().number(3), Localizer().number(12)
        ('three', '12')
        """
        if 0 <= count < len(NUMBERS):
            return self.say(NUMBERS[count])
        return str(count)


ENGLISH = Localizer()
"""Message ids as they stand."""
