"""What is wrong with somebody's text, in the language of who wrote it."""

from i18n.messages import Message, Plural
from i18n.voice import ENGLISH, Voice
from puzzle.errors import NotationError, PuzzleError, SizeError
from puzzle.said import Said

SIZE = Message("The size {size} cannot be used: {reason}.")
READ_AS = Message("Read as {notation}: {problem}")
AT_PLACE = Message("{place}, {problem}")
WITH_REMEDY = Message("{problem}; {remedy}.")
WITHOUT_REMEDY = Message("{problem}.")


def explain_problem(error: PuzzleError, voice: Voice = ENGLISH) -> str:
    """What an error says, in one sentence; in English it is the error's own text.

    >>> error = NotationError("", "There is no puzzle here", remedy="paste one")
    >>> explain_problem(error) == str(error)
    True
    """
    match error:
        case SizeError(size=size, reason=reason):
            return voice.say(SIZE, size=size, reason=retell(reason, voice))
        case NotationError():
            return _notation(error, voice)
    return retell(error.args[0], voice) if error.args else str(error)


def _notation(error: NotationError, voice: Voice) -> str:
    problem = retell(error.problem, voice)
    if error.place:
        problem = voice.say(AT_PLACE, place=retell(error.place, voice), problem=problem)
    if error.remedy:
        problem = voice.say(WITH_REMEDY, problem=problem, remedy=retell(error.remedy, voice))
    else:
        problem = voice.say(WITHOUT_REMEDY, problem=problem)
    if error.notation:
        problem = voice.say(READ_AS, notation=retell(error.notation, voice), problem=problem)
    return problem


def retell(text: str, voice: Voice) -> str:
    """A text in the language of a voice, if it is `Said`; any other text as it is.

    >>> from i18n.catalogues import voice_for
    >>> from puzzle.said import said
    >>> retell(said("in row {row}", row=3), voice_for("ja"))
    '3行目'
    """
    if not isinstance(text, Said):
        return text
    values = {
        name: retell(value, voice) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if text.many is None:
        return voice.say(Message(text.message), **values)
    return voice.say(Plural(text.message, text.many), text.number, **values)
