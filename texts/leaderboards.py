"""Leaderboards in words."""

from i18n.messages import Message, Plural
from i18n.voice import Voice
from play.calendar import closes, number_of
from play.clock import format_duration
from play.ranking import Period
from service.leaderboards import Asked, Shown
from store.records import Standing, Visibility
from texts.tracks import track_name

TITLE = Message("Leaderboard: {track}")
OPEN_DAY = Message("#{number} of {day}, open until {until}")
DAY = Message("#{number} of {day}")
WEEK = Message("Week from {first} to {last}")
MONTH = Message("Month {month}")
ALL_TIME = Message("All time")
SERVER = Message("This server")
EVERYBODY = Message("Everybody")
PLAYERS = Plural("{count:,} player", "{count:,} players")
NOBODY = Message("Nobody is on this board yet.")
SOLVED = Plural("{count:,} solved", "{count:,} solved")
MISTAKES = Message("mistakes {count:,}")
HELP = Message("help {count:,}")
YOU = Message("{line} ← you")
YOUR_LINE = Message("You: {line}")
NOT_YET = Message("You are not on this board yet.")
YOU_ARE_HIDDEN = Message("You are hidden, so you are on no board. `/settings` changes that.")
ANONYMOUS = Message("Somebody")
PAGES = Message("Page {page:,} of {pages:,}")
ONLY_IN_SERVERS = Message("A server has its own board. Here you can see the one of everybody.")

EARLIER = Message("← Earlier")
LATER = Message("Later →")
PREVIOUS_PAGE = Message("Page up")
NEXT_PAGE = Message("Page down")
SHOW_SERVER = Message("Only this server")
SHOW_EVERYBODY = Message("Show everybody")
OPEN = Message("Leaderboard")
CHOOSE_TRACK = Message("Track")
CHOOSE_PERIOD = Message("Period")
PERIODS = {
    Period.DAY: Message("A day"),
    Period.WEEK: Message("A week"),
    Period.MONTH: Message("A month"),
    Period.ALL: ALL_TIME,
}


def board_text(voice: Voice, shown: Shown, *, private: bool) -> str:
    """The board: its heading, and a line for everyone on the page."""
    asked = shown.asked
    heading = voice.say(TITLE, track=track_name(voice, asked.track))
    scope = voice.say(SERVER if asked.server else EVERYBODY)
    below = [_period(voice, shown), scope, voice.say(PLAYERS, shown.count, count=shown.count)]
    lines = [_line(voice, shown, line, private=private) for line in shown.lines]
    if shown.pages > 1:
        lines.append("-# " + voice.say(PAGES, page=asked.page, pages=shown.pages))
    return "\n".join([f"### {heading}", " · ".join(below), "", *(lines or [voice.say(NOBODY)])])


def own_text(voice: Voice, shown: Shown, *, private: bool) -> str | None:
    """The line of who asked where it is not on the page; None if there is nothing to tell.

    In public nothing is told of those who do not want to be named.
    """
    if not private and shown.visibility is not Visibility.NAMED:
        return None
    if shown.visibility is Visibility.HIDDEN:
        return voice.say(YOU_ARE_HIDDEN)
    if shown.own is None:
        return voice.say(NOT_YET)
    if shown.own in shown.lines:
        return None
    return voice.say(YOUR_LINE, line=standing_text(voice, shown.own, shown.asked))


def standing_text(voice: Voice, line: Standing, asked: Asked) -> str:
    """A line of a board: the rank, who it is, and what is compared."""
    parts = [f"**{line.rank:,}.** {_who(voice, line)}"]
    if asked.period is not Period.DAY:
        parts.append(voice.say(SOLVED, line.solved, count=line.solved))
    parts.append(f"**{format_duration(line.seconds)}**")
    if line.mistakes:
        parts.append(voice.say(MISTAKES, count=line.mistakes))
    if line.helps:
        parts.append(voice.say(HELP, count=line.helps))
    return " · ".join(parts)


def _line(voice: Voice, shown: Shown, line: Standing, *, private: bool) -> str:
    text = standing_text(voice, line, shown.asked)
    known = private or shown.visibility is Visibility.NAMED
    return voice.say(YOU, line=text) if known and line.player_id == shown.person else text


def _who(voice: Voice, line: Standing) -> str:
    if line.visibility is Visibility.NAMED:
        return f"<@{line.player_id}>"
    return voice.say(ANONYMOUS)


def _period(voice: Voice, shown: Shown) -> str:
    asked = shown.asked
    first, last = asked.span(shown.on)
    match asked.period:
        case Period.DAY if asked.day == shown.on:
            until = f"<t:{int(closes(asked.day).timestamp())}:t>"
            return voice.say(OPEN_DAY, number=number_of(first), day=first, until=until)
        case Period.DAY:
            return voice.say(DAY, number=number_of(first), day=first)
        case Period.WEEK:
            return voice.say(WEEK, first=first, last=last)
        case Period.MONTH:
            return voice.say(MONTH, month=f"{first:%Y-%m}")
        case Period.ALL:
            return voice.say(ALL_TIME)
