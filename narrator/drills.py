"""What is said about an answer to a drill, in chat and in the terminal."""

from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.model import OPPOSITE, EdgeState
from renderer.highlights import SIGNS
from solver.drills.questions import DrillVerdict

RIGHT_TITLE = Message("Right!")
FURTHER_TITLE = Message("True, and further on")
WRONG_TITLE = Message("Not decided yet")
OPPOSITE_TITLE = Message("The other way round")
SIGNED_EDGE = Message("{sign}, {place},")
IS_A_LINE = Message("{edge} is a line.")
IS_A_CROSS = Message("{edge} is a cross.")
NOT_A_LINE = Message("{edge} may also be a cross, as in this loop:")
NOT_A_CROSS = Message("{edge} may also be a line, as in this loop:")

TITLES = {
    DrillVerdict.RIGHT: RIGHT_TITLE,
    DrillVerdict.PART: RIGHT_TITLE,
    DrillVerdict.ALSO_RIGHT: FURTHER_TITLE,
    DrillVerdict.NOT_DECIDED: WRONG_TITLE,
    DrillVerdict.IMPOSSIBLE: OPPOSITE_TITLE,
}


def verdict_title(localizer: Localizer, verdict: DrillVerdict) -> str:
    """A verdict on an answer in a few words."""
    return localizer.say(TITLES[verdict])


def decided_text(
    localizer: Localizer, place: str, state: EdgeState, sign: int | None = None
) -> str:
    """What an edge is; `sign` is the number of its sign in the picture, from 0.

    >>> decided_text(Localizer(), "the top of B2", EdgeState.LINE, 1)
    '②, the top of B2, is a line.'
    """
    message = IS_A_LINE if state is EdgeState.LINE else IS_A_CROSS
    return localizer.sentence(message, edge=_edge(localizer, place, sign))


def verdict_text(
    localizer: Localizer,
    verdict: DrillVerdict,
    place: str,
    drawn: EdgeState,
    sign: int | None = None,
) -> str:
    """What is said of the edge of an answer, in the state that somebody drew.

    Of one that is not decided it is the sentence before a loop with the other state.

    >>> verdict_text(Localizer(), DrillVerdict.NOT_DECIDED, "the top of B2", EdgeState.LINE)
    'The top of B2 may also be a cross, as in this loop:'
    >>> verdict_text(Localizer(), DrillVerdict.IMPOSSIBLE, "the top of B2", EdgeState.LINE)
    'The top of B2 is a cross.'
    """
    if verdict is DrillVerdict.NOT_DECIDED:
        message = NOT_A_LINE if drawn is EdgeState.LINE else NOT_A_CROSS
        return localizer.sentence(message, edge=_edge(localizer, place, sign))
    state = OPPOSITE[drawn] if verdict is DrillVerdict.IMPOSSIBLE else drawn
    return decided_text(localizer, place, state, sign)


def _edge(localizer: Localizer, place: str, sign: int | None) -> str:
    return place if sign is None else localizer.say(SIGNED_EDGE, sign=SIGNS[sign], place=place)
