"""The messages of reviews and replays of solved boards."""

from typing import Any

import discord
from discord import ui

from bot.components.practice import TrainTechnique
from bot.components.reviews import ReplayBoard
from bot.presenters.layouts import OutgoingMessage, message, notice, picture, row
from bot.presenters.pages import picture_page
from i18n.localizer import Localizer
from jobs import Animation
from service.reviews import ReviewResult
from texts import practice, reviews


def review_message(localizer: Localizer, result: ReviewResult) -> OutgoingMessage:
    """The message of a review: its counts, and each moment with its picture below its text.

    Below the first moment of each technique, a button begins drills of it.
    """
    parts: list[ui.Item[Any] | str] = [reviews.summary(localizer, result.found)]
    files: list[discord.File] = []
    trained = {""}
    for number, moment in enumerate(result.found.moments, 1):
        drawing, name = moment.drawing, f"moment{number}.png"
        file, gallery = picture(drawing.png, name, drawing.alt)
        parts += [reviews.moment(localizer, moment, number), gallery]
        if moment.technique not in trained:
            label = localizer.say(practice.TRAIN_BUTTON)
            parts.append(row(TrainTechnique(moment.technique, label)))
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
