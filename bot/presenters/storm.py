"""The messages of storms."""

from bot.components.practice import AnswerStorm, BeginStorm
from bot.presenters.layouts import OutgoingMessage, message, row
from bot.presenters.pages import page
from i18n.localizer import Localizer
from puzzle.model import EdgeState
from service.storms import StormPage
from texts import storm as texts


def begin_message(localizer: Localizer) -> OutgoingMessage:
    """What a storm is, with a button to begin."""
    begin = BeginStorm(localizer.say(texts.BEGIN_BUTTON))
    return message(texts.begin_text(localizer), row(begin))


def storm_message(localizer: Localizer, shown: StormPage) -> OutgoingMessage:
    """A drill of a storm, or its result."""
    question = shown.question
    if question is None:
        again = BeginStorm(localizer.say(texts.AGAIN_BUTTON))
        return message(texts.result_text(localizer, shown), row(again))
    rows = [
        [
            AnswerStorm(shown.storm, question.text, choice, state, localizer)
            for choice in range(question.edges)
        ]
        for state in (EdgeState.LINE, EdgeState.CROSS)
    ]
    return page(texts.storm_text(localizer, shown), question.drawing, *rows)
