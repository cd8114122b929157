"""What is wrong with somebody's text, in the language of who wrote it."""

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from puzzle.errors import NotationError, PuzzleError, SizeError
from puzzle.lazy_messages import LazyMessage

SIZE = Message("The size {size} cannot be used: {reason}.")
READ_AS = Message("Read as {notation}: {problem}")
AT_PLACE = Message("{place}, {problem}")
WITH_REMEDY = Message("{problem}; {remedy}.")
WITHOUT_REMEDY = Message("{problem}.")


def explain_problem(error: PuzzleError, localizer: Localizer = ENGLISH) -> str:
    """What an error says, in one sentence; in English it is the error's own text.

    >>> error = NotationError("", "There is no puzzle here", remedy="paste one")
    >>> explain_problem(error) == str(error)
    True
    """
    match error:
        case SizeError(size=size, reason=reason):
            return localizer.say(SIZE, size=size, reason=retell(reason, localizer))
        case NotationError():
            return _notation(error, localizer)
    return retell(error.args[0], localizer) if error.args else str(error)


def _notation(error: NotationError, localizer: Localizer) -> str:
    problem = retell(error.problem, localizer)
    if error.place:
        problem = localizer.say(AT_PLACE, place=retell(error.place, localizer), problem=problem)
    if error.remedy:
        problem = localizer.say(
            WITH_REMEDY, problem=problem, remedy=retell(error.remedy, localizer)
        )
    else:
        problem = localizer.say(WITHOUT_REMEDY, problem=problem)
    if error.notation:
        problem = localizer.say(
            READ_AS, notation=retell(error.notation, localizer), problem=problem
        )
    return problem


def retell(text: str, localizer: Localizer) -> str:
    """A text in the language of a voice, if it is `LazyMessage`; any other text as it is.

    >>> from i18n.catalogues import voice_for
    >>> from puzzle.lazy_messages import said
    >>> retell(said("in row {row}", row=3), voice_for("ja"))
    '3行目'
    """
    if not isinstance(text, LazyMessage):
        return text
    values = {
        name: retell(value, localizer) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if text.many is None:
        return localizer.say(Message(text.message), **values)
    return localizer.say(Plural(text.message, text.many), text.number, **values)
