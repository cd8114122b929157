"""The message that shows a daily: the same in a server's channel and as the answer to /daily."""

from typing import Any

from discord import ui

from bot.components.daily import DailyLeaderboard, HintDaily, PlayDaily, SubmitDaily
from bot.presenters.layouts import OutgoingMessage, message, picture, row
from bot.presenters.solving import MAX_LINK
from i18n.localizer import Localizer
from play.calendar import Track, closes, opens
from puzzle.notation import parse_loopy, play_address
from service.dailies import DailyView
from texts import dailies as texts
from texts.sizes import puzzle_size
from texts.solving import page_label
from texts.timestamps import full, relative
from texts.tracks import track_name

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
    title = f"### {heading}{mention}"
    return message(title, gallery, _status(localizer, view), row(*buttons), files=[file])


def _status(localizer: Localizer, view: DailyView) -> str:
    """The number of solvers, and when the daily closes or that it is closed."""
    solved = texts.solved_by(localizer, view.solvers)
    if view.over:
        notes = [localizer.say(texts.CLOSED)]
        if view.following is not None:
            opening = relative(opens(view.following))
            notes.append(localizer.say(texts.NEXT_SPECIAL, relative=opening))
        return f"{solved}\n-# {localizer.gap.join(notes)}"
    end = closes(view.daily.day)
    until = localizer.say(texts.OPEN_UNTIL, time=full(end), relative=relative(end))
    return f"{solved}\n-# {until}"
