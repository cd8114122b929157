"""Explains errors in text that a user entered, in the user's language."""

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from puzzle.errors import PuzzleError
from puzzle.lazy_messages import LazyMessage


def explain_problem(error: ValueError, localizer: Localizer = ENGLISH) -> str:
    """The message of an error in one sentence; in English it equals `str(error)`.

    Any error whose argument is the sentence will do, beside those of `puzzle.errors`.

    >>> from puzzle.errors import NotationError
    >>> error = NotationError("", "There is no puzzle here", remedy="paste one")
    >>> explain_problem(error) == str(error)
    True
    """
    if isinstance(error, PuzzleError):
        return localize(error.sentence, localizer)
    return localize(error.args[0], localizer) if error.args else str(error)


def localize(text: str, localizer: Localizer) -> str:
    """Translate a text if it is a `LazyMessage`; any other text is returned unchanged.

    >>> from i18n.catalogues import localizer_for
    >>> from puzzle.lazy_messages import lazy
    >>> localize(lazy("in row {row}", row=3), localizer_for("ja"))
    '3行目'
    """
    if not isinstance(text, LazyMessage):
        return text
    values = {
        name: localize(value, localizer) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if text.many is None:
        return localizer.say(Message(text.message), **values)
    return localizer.say(Plural(text.message, text.many), text.number, **values)
