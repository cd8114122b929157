"""The messages of dailies and of the archive, and the question before a secret one."""

from datetime import date
from typing import Any

from discord import ui

from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import MAX_LINK, PROBLEM, OutgoingMessage, message, notice, picture, row
from bot.chat import Chat
from bot.dailies.components import (
    ArchiveButton,
    ArchiveDayMenu,
    ArchiveTrackMenu,
    DailyLeaderboard,
    HintDaily,
    PlayDaily,
    RevealDaily,
    SubmitDaily,
)
from bot.helping.handlers import HelpHandlers
from i18n.localizer import Localizer
from play.calendar import closes, opens
from play.tracks import Track
from puzzle.notation import parse_loopy, play_address
from service.dailies.archive import ArchiveMonth, ArchiveQuery
from service.dailies.dailies import DailyView, LiveDaily
from service.running.readers import Reader
from store.records import AttemptKind
from texts import dailies as texts
from texts.puzzles import page_label, puzzle_size, rules_line
from texts.times import full, relative
from texts.tracks import track_name


def secret_question(localizer: Localizer, live: LiveDaily) -> OutgoingMessage:
    """The question whether to show the solution of a live daily, with the consequences."""
    button = RevealDaily(live.daily.day, Track(live.daily.track), localizer)
    return message(texts.this_is_live(localizer, live), row(button), colour=PROBLEM)


PICTURE_FILE = "daily.png"


def daily_message(
    localizer: Localizer, view: DailyView, ping: int | None = None
) -> OutgoingMessage:
    """The message of a daily: title, picture, number of solvers, closing time, and buttons.

    `ping` is the ID of a role to mention.
    """
    daily, track = view.daily, Track(view.daily.track)
    board = parse_loopy(view.puzzle.notation)
    alt = localizer.say(
        texts.PICTURE,
        number=daily.number,
        track=track_name(localizer, track),
        picture=view.drawing.alt,
    )
    file, gallery = picture(view.drawing.png, PICTURE_FILE, alt[:1024])
    heading = texts.title(localizer, daily.number, track, puzzle_size(localizer, board))
    mention = f"\n<@&{ping}>" if ping else ""
    kinds = (PlayDaily, HintDaily, SubmitDaily, DailyLeaderboard)
    buttons: list[ui.Item[Any]] = [kind(daily.day, track, localizer) for kind in kinds]
    link = play_address(board)
    if len(link) <= MAX_LINK:
        buttons.append(ui.Button(label=page_label(localizer, link), url=link))
    rules = rules_line(localizer, board.rules)
    title = "\n".join(filter(None, (f"### {heading}", rules))) + mention
    return message(title, gallery, _status(localizer, view), row(*buttons), files=[file])


def _status(localizer: Localizer, view: DailyView) -> str:
    """The number of solvers, and when the daily closes or that it is closed."""
    solved = texts.solved_by(localizer, view.solvers, over=view.over)
    if view.over:
        notes = [localizer.say(texts.CLOSED)]
        if view.following is not None:
            opening = relative(opens(view.following))
            notes.append(localizer.say(texts.NEXT_SPECIAL, relative=opening))
        return f"{solved}\n-# {localizer.gap.join(notes)}"
    end = closes(view.daily.day)
    until = localizer.say(texts.OPEN_UNTIL, time=full(end), relative=relative(end))
    return f"{solved}\n-# {until}"


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

    async def keep_secret(self, interaction: Interaction, reader: Reader, live: LiveDaily) -> None:
        """Answer a request for the solution of a live daily privately, with `_answer`."""
        reader = await self._interactions.turn_private(interaction, reader)
        await reply(interaction, await self._answer(reader, live))

    async def reveal(self, interaction: Interaction, button: RevealDaily) -> None:
        """Replace the question with the solution, which ends the user's attempt."""
        async with self._interactions.pressing(interaction) as reader:
            record, _ = await self._dailies.find(button.day, button.track)
            loaded = await self._attempts.open(reader, record, AttemptKind.DAILY)
            post = await self._helping.solution_post(reader, loaded)
            await reply(interaction, post)

    async def _answer(self, reader: Reader, live: LiveDaily) -> OutgoingMessage:
        """The question, or for a user whose attempt is closed, the solution.

        For a daily of a later date, a notice instead.
        """
        if live.daily.day != self._dailies.today():
            return notice(reader.localizer.say(texts.YET_TO_COME), PROBLEM)
        loaded = await self._attempts.find_on(reader.person, live.daily.puzzle_id)
        if loaded is None or not loaded.is_over:
            return secret_question(reader.localizer, live)
        return await self._helping.solution_post(reader, loaded)
