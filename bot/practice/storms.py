"""/storm: many questions in three minutes, what its buttons do, and its end when they are over."""

from functools import partial
from typing import Any, cast

import discord
import structlog
from discord import app_commands, ui

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction, reply, token_of
from bot.answering.layouts import OutgoingMessage, message, page, picture, row
from bot.answering.readers import player_reader
from bot.answering.router import Router
from bot.chat import Chat
from bot.connection.sending import Sending
from bot.practice.components import AnswerStorm, BeginStorm, TrainMissed
from i18n.localizer import Localizer
from puzzle.model import EdgeState
from service.learning.storms import StormPage
from store.records import LastStorm
from texts import practice as texts
from workers.errors import Busy

ORIGINAL_RESPONSE = cast("int", "@original")
"""Discord's name for the message ID of the message whose button was pressed."""
CONCURRENCY = 16
"""Maximum number of storms that end at the same time."""


log = structlog.stdlib.get_logger(__name__)


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

    def add_to(self, router: Router) -> None:
        """Register the handlers of the buttons."""
        router.add(BeginStorm, self.begin)
        router.add(AnswerStorm, self.answer)

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


class StormEnds:
    """Shows the results of storms whose time is over, without a press."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._storms = chat.use.storms
        self._preferences = chat.use.preferences
        self.sending = Sending("result of a storm", most=CONCURRENCY)

    async def end_due(self) -> None:
        """Start to show the results of storms whose time is over."""
        for ended in await self._storms.ended():
            await self.sending.start(ended.player_id, partial(self._end, ended))

    async def _end(self, ended: LastStorm) -> None:
        """Show a result unless a press shows it; the message may be gone."""
        player, _ = await self._preferences.of(ended.player_id, None)
        reader = player_reader(ended.player_id, player, ended.language, ended.server_id)
        try:
            page = await self._storms.end(reader, ended)
        except Busy:
            return  # the next run tries again
        if page is None:
            return
        post = result_message(reader.localizer, page)
        webhook = discord.Webhook.partial(ended.application_id, ended.token, client=self._client)
        try:
            await webhook.edit_message(
                ORIGINAL_RESPONSE, view=post.view, attachments=list(post.files)
            )
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("result undeliverable", code=error.code)


def storm_commands(chat: Chat) -> tuple[AnyCommand, ...]:
    """The command /storm."""

    @app_commands.command(name="storm", description=texts.STORM_COMMAND.text)
    async def storm(interaction: Interaction) -> None:
        """Tell what a storm is, with a button to begin one."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            await reply(interaction, begin_message(reader.localizer))

    return (storm,)
