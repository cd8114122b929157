"""Reviews and replays of solved boards."""

from typing import Any

import discord
from discord import ui

from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import OutgoingMessage, message, notice, picture, picture_page, row
from bot.chat import Chat
from bot.practice.components import TrainTechnique
from bot.reviews.components import ReplayBoard, ReviewBoard
from i18n.localizer import Localizer
from jobs.playing import Animation
from puzzle.rules import Capability
from service.helping.reviews import ReviewResult
from service.playing.loaded_attempt import LoadedAttempt
from texts import reviews


def look_back_button(
    localizer: Localizer, loaded: LoadedAttempt
) -> ReviewBoard | ReplayBoard | None:
    """The button below a solved board: its review, or where there is none, its replay."""
    reviewed = loaded.puzzle.rules.supports(Capability.REVIEWS)
    kind = ReviewBoard if reviewed else ReplayBoard
    return kind(loaded.attempt.id, localizer) if loaded.solved else None


def review_message(localizer: Localizer, result: ReviewResult) -> OutgoingMessage:
    """The message of a review: its counts, and each moment with its picture below its text.

    Below the first moment of each technique, a button begins drills of it.
    """
    parts: list[ui.Item[Any] | str] = [reviews.summary(localizer, result.found, result.dearest)]
    files: list[discord.File] = []
    trained = {""}
    for number, moment in enumerate(result.found.moments, 1):
        drawing, name = moment.drawing, f"moment{number}.png"
        file, gallery = picture(drawing.png, name, drawing.alt)
        parts += [reviews.moment(localizer, moment, number), gallery]
        if moment.technique not in trained:
            parts.append(row(TrainTechnique(moment.technique, localizer)))
            trained.add(moment.technique)
        files.append(file)
    replay = ReplayBoard(result.loaded.attempt.id, localizer)
    return message(*parts, row(replay), files=files)


def replay_message(localizer: Localizer, moving: Animation | None) -> OutgoingMessage:
    """The message of a replay, or that it does not fit."""
    if moving is None:
        return notice(localizer.say(reviews.TOO_LONG))
    title = f"### {localizer.say(reviews.REPLAY_TITLE)}"
    return picture_page(title, moving.gif, moving.alt, name="replay.gif")


class ReviewHandlers:
    """Shows reviews and replays in private messages."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._reviews = chat.use.reviews

    async def review(self, interaction: Interaction, button: ReviewBoard) -> None:
        """Review the user's board."""
        async with self._interactions.answering(interaction, private=True) as reader:
            result = await self._reviews.review(reader, button.attempt)
            await reply(interaction, review_message(reader.localizer, result))

    async def replay(self, interaction: Interaction, button: ReplayBoard) -> None:
        """Replay the user's board."""
        async with self._interactions.answering(interaction, private=True) as reader:
            moving = await self._reviews.replay(reader, button.attempt, interaction.filesize_limit)
            await reply(interaction, replay_message(reader.localizer, moving))
