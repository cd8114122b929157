"""The messages of dailies and of the archive, and the question before a secret one."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import discord
from discord import ui

from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import PROBLEM, OutgoingMessage, message, notice, picture, question, row
from bot.chat import Chat
from bot.dailies.components import (
    ArchiveButton,
    ArchiveDayMenu,
    ArchiveTrackMenu,
    DailyLeaderboard,
    PlayDaily,
    RevealDaily,
)
from bot.helping.handlers import HelpHandlers
from i18n.localizer import Localizer
from play.calendar import closes, number_of
from play.tracks import Track
from service.dailies.archive import ArchiveMonth, ArchiveQuery
from service.dailies.dailies import DayView
from service.dailies.day_ends import DayEnd
from service.errors import SecretPuzzle
from service.running.readers import Reader
from store.records import AttemptKind
from texts import dailies as texts
from texts.failures import secret_text
from texts.times import full
from texts.tracks import track_name


def secret_question(localizer: Localizer, kept: SecretPuzzle) -> OutgoingMessage:
    """The question whether to show the solution of a daily of today, with the consequences.

    For another secret, why nothing is told.
    """
    secret = kept.secret
    if secret.day is None or secret.track is None or secret.kind == "coming":
        return notice(secret_text(localizer, kept), PROBLEM)
    day, track = secret.day, Track(secret.track)
    text = texts.this_is_live(localizer, day, track, secret.size)
    return question(text, RevealDaily(day, track, localizer))


DAY_FILE = "dailies.png"


def day_message(  # noqa: PLR0913 - the parts of a message
    localizer: Localizer,
    view: DayView,
    ping: int | None = None,
    *,
    posted: str | None = None,
    ended: DayEnd | None = None,
    more: Sequence[ui.Item[Any]] = (),
    note: str = "",
) -> OutgoingMessage:
    """The message of the dailies of a day: a picture of all, and a row for each with Play.

    `ping` is the ID of a role to mention, `ended` how the last dailies ended in the server. If
    these are `posted`, it has that link in place of the picture. When the day is over it is short:
    how many people solved each, a `note`, and Play. `more` buttons are the last.
    """
    if view.over:
        plays = (
            PlayDaily(view.day, track, localizer, track_name(localizer, track))
            for track in view.puzzles
        )
        text = f"{texts.closed_text(localizer, view)}\n{note}".strip()
        return message(text, *(row(*each) for each in (plays, more) if each))
    title = localizer.say(texts.DAY_TITLE, number=number_of(view.day), day=view.day)
    items: list[ui.Item[Any] | str] = [title if ping is None else f"{title}\n<@&{ping}>"]
    if ended is not None:
        items += [texts.ended_text(localizer, ended), ui.Separator()]
    files: list[discord.File] = []
    if posted is None:
        file, gallery = picture(view.png, DAY_FILE, texts.picture_text(localizer, view))
        items, files = [*items, gallery], [file]
    else:
        items.append(localizer.say(texts.POSTED, link=posted))
    for track in view.puzzles:
        play = PlayDaily(view.day, track, localizer)
        items.append(ui.Section(texts.day_line(localizer, view, track), accessory=play))
    items.append(localizer.say(texts.COUNTS_UNTIL, time=full(closes(view.day))))
    leaderboard = DailyLeaderboard(view.day, next(iter(view.puzzles)), localizer)
    return message(*items, row(leaderboard, *more), files=files)


CALENDAR_FILE = "archive.png"
DAYS_IN_MENU = 16
"""Number of days in a menu: two menus have a month, and Discord allows 25 options in each."""


def archive_message(localizer: Localizer, month: ArchiveMonth) -> OutgoingMessage:
    """The message of a month."""
    query, days = month.query, month.days
    file, gallery = picture(month.drawing.png, CALENDAR_FILE, month.drawing.alt[:1024])
    parts = [days[first : first + DAYS_IN_MENU] for first in range(0, len(days), DAYS_IN_MENU)]
    menus = [
        row(ArchiveDayMenu(number, query, part, localizer)) for number, part in enumerate(parts)
    ]

    def button(key: str, target: date | None) -> ArchiveButton:
        wanted = ArchiveQuery(target or query.month, query.track)
        return ArchiveButton(key, wanted, localizer, disabled=target is None)

    return message(
        texts.month_text(localizer, month),
        gallery,
        *menus,
        row(ArchiveTrackMenu(query, localizer)),
        row(button("earlier", month.earlier), button("later", month.later)),
        files=[file],
    )


class SecrecyHandlers:
    """Requests a confirmation before it shows the solution of a live daily privately."""

    def __init__(self, chat: Chat, helping: HelpHandlers) -> None:
        self._interactions = chat.interactions
        self._dailies = chat.use.dailies
        self._attempts = chat.use.attempts
        self._helping = helping

    async def keep_secret(
        self, interaction: Interaction, reader: Reader, kept: SecretPuzzle
    ) -> None:
        """Answer a request for the solution of a secret privately, with `_answer`."""
        reader = await self._interactions.turn_private(interaction, reader)
        await reply(interaction, await self._answer(reader, kept))

    async def reveal(self, interaction: Interaction, button: RevealDaily) -> None:
        """Replace the question with the solution, which ends the user's attempt."""
        async with self._interactions.pressing(interaction) as reader:
            record, _ = await self._dailies.find(button.day, button.track)
            loaded = await self._attempts.open(reader, record, AttemptKind.DAILY)
            post = await self._helping.solution_post(reader, loaded)
            await reply(interaction, post)

    async def _answer(self, reader: Reader, kept: SecretPuzzle) -> OutgoingMessage:
        """The question, or for a user whose attempt is closed, the solution."""
        loaded = await self._attempts.find_on(reader.person, kept.secret.puzzle_id)
        if loaded is None or not loaded.is_over or kept.secret.kind != "daily":
            return secret_question(reader.localizer, kept)
        return await self._helping.solution_post(reader, loaded)
