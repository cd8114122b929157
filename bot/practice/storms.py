"""Storms: many questions in three minutes, what its buttons do, and its end when they are over."""

from typing import Any

from discord import ui

from bot.answering.interactions import Interaction, reply, token_of
from bot.answering.layouts import OutgoingMessage, message, page, picture, row
from bot.answering.readers import pending_reader
from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.practice.components import AnswerStorm, BeginStorm, TrainMissed
from i18n.localizer import Localizer
from puzzle.model import EdgeState
from service.learning.storms import StormPage
from store.records import PendingMessage
from texts import practice as texts


def begin_message(localizer: Localizer) -> OutgoingMessage:
    """What a storm is, with a button to begin."""
    begin = BeginStorm(localizer.say(texts.BEGIN_BUTTON))
    return message(texts.begin_text(localizer), row(begin))


def storm_message(localizer: Localizer, shown: StormPage) -> OutgoingMessage:
    """A drill of a storm, or its result."""
    question, storm = shown.question, shown.storm
    if question is None:
        return result_message(localizer, shown)
    rows = [
        [
            AnswerStorm(storm.began, storm.answers, choice, state, localizer)
            for choice in range(question.edges)
        ]
        for state in (EdgeState.LINE, EdgeState.CROSS)
    ]
    return page(texts.storm_text(localizer, shown), question.drawing, *rows)


def result_message(localizer: Localizer, shown: StormPage) -> OutgoingMessage:
    """The result of a storm, with boards that were wrong and why."""
    items: list[ui.Item[Any] | str] = [texts.result_text(localizer, shown)]
    files = []
    for number, board in enumerate(shown.boards, 1):
        file, gallery = picture(board.drawing.png, f"board{number}.png", board.drawing.alt)
        files.append(file)
        items += [ui.Separator(), texts.wrong_text(localizer, board), gallery]
    if more := shown.storm.missed - len(shown.boards):
        items.append(texts.more_wrong(localizer, more))
    buttons: list[ui.Item[Any]] = [BeginStorm(localizer.say(texts.AGAIN_BUTTON))]
    if shown.storm.wrong:
        buttons.append(TrainMissed(localizer.say(texts.TRAIN_MISSED_BUTTON)))
    return message(*items, row(*buttons), files=files)


class StormHandlers:
    """Begins storms and judges their answers; the clock is that of Discord's timestamps."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._storms = chat.use.storms

    async def begin(self, interaction: Interaction, _: BeginStorm) -> None:
        """Begin a storm in the message."""
        async with self._interactions.pressing(interaction) as reader:
            page = await self._storms.begin_storm(
                reader, interaction.created_at, interaction.id, token_of(interaction)
            )
            await reply(interaction, storm_message(reader.localizer, page))

    async def answer(self, interaction: Interaction, button: AnswerStorm) -> None:
        """Judge an answer, and show the next drill or the result."""
        async with self._interactions.pressing(interaction) as reader:
            page = await self._storms.go_on(
                reader, button.answer, interaction.created_at, interaction.id
            )
            if page is not None:
                await reply(interaction, storm_message(reader.localizer, page))


class StormResults(MessageKind):
    """The results of storms whose time is over, without a press."""

    def __init__(self, chat: Chat) -> None:
        self._storms = chat.use.storms
        self._preferences = chat.use.preferences

    async def render(self, pending: PendingMessage) -> Post | None:
        """A result; None if the person has begun another storm."""
        reader = await pending_reader(self._preferences, pending)
        page = await self._storms.result(reader, pending.subject["began"])
        return None if page is None else Post(result_message(reader.localizer, page), last=True)
