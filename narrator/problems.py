"""Explains errors in text that a user entered, in the user's language."""

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from puzzle.errors import NotationError, SizeError
from puzzle.lazy_messages import LazyMessage

SIZE = Message("The size {size} cannot be used: {reason}.")
READ_AS = Message("Read as {notation}: {problem}")
AT_PLACE = Message("{place}, {problem}")
WITH_REMEDY = Message("{problem}; {remedy}.")
WITHOUT_REMEDY = Message("{problem}.")


def explain_problem(error: ValueError, localizer: Localizer = ENGLISH) -> str:
    """The message of an error in one sentence; in English it equals `str(error)`.

    Any error whose argument is the sentence will do, beside those of `puzzle.errors`.

    >>> error = NotationError("", "There is no puzzle here", remedy="paste one")
    >>> explain_problem(error) == str(error)
    True
    """
    match error:
        case SizeError(size=size, reason=reason):
            return localizer.say(SIZE, size=size, reason=localize(reason, localizer))
        case NotationError():
            return _notation(error, localizer)
    return localize(error.args[0], localizer) if error.args else str(error)


def _notation(error: NotationError, localizer: Localizer) -> str:
    problem = localize(error.problem, localizer)
    if error.place:
        problem = localizer.say(AT_PLACE, place=localize(error.place, localizer), problem=problem)
    if error.remedy:
        problem = localizer.say(
            WITH_REMEDY, problem=problem, remedy=localize(error.remedy, localizer)
        )
    else:
        problem = localizer.say(WITHOUT_REMEDY, problem=problem)
    if error.notation:
        problem = localizer.say(
            READ_AS, notation=localize(error.notation, localizer), problem=problem
        )
    return problem


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
