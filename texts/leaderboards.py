"""The texts of leaderboards."""

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.problems import localize
from play.calendar import number_of
from play.clock import format_duration
from play.par import against_par, percent_over
from play.ranking import Period
from service.dailies.leaderboards import LeaderboardView
from store.records import StandingRecord, Visibility
from texts.boards import ANONYMOUS
from texts.times import full
from texts.tracks import track_name

LEADERBOARD = Message("Who solved the most dailies, and how fast")
SCOPE = Message("Who is compared: those who play in this server, or everybody")
SCOPE_SERVER = Message("This server")
SCOPE_GLOBAL = Message("Everybody")
LEADERBOARD_TRACK = Message("Track (default: that of the daily you solved last)")
PERIOD = Message("Period (default: today)")
PERIOD_CHOICES = MappingProxyType(
    {
        Period.DAY: Message("Today"),
        Period.PAR: Message("Yesterday, by par"),
        Period.WEEK: Message("This week"),
        Period.MONTH: Message("This month"),
        Period.ALL: Message("All time"),
    }
)

TITLE = Message("Leaderboard: {track}")
DAY = Message("#{number}, {day}")
BY_PAR = Message("{period}, by par, without help")
AS_OF = Message("{period}, as of {time}")
WEEK = Message("Week from {first} to {last}")
MONTH = Message("Month {month}")
ALL_TIME = Message("All time")
SERVER = Message("This server")
EVERYBODY = Message("Everybody")
PLAYERS = Plural("{count:,} player", "{count:,} players")
NOBODY = Message("Nobody is on this leaderboard.")
SOLVED = Plural("{count:,} solved", "{count:,} solved")
MISTAKES = Plural("{count:,} mistake", "{count:,} mistakes")
HELP = Plural("{count:,} hint or check", "{count:,} hints and checks")
YOU = Message("{line} ← you")
YOUR_LINE = Message("You: {line}")
NOT_YET = Message(
    "You are not on this leaderboard. It ranks dailies solved on their own day without seeing the "
    "solution."
)
NOT_BY_PAR = Message(
    "You are not on this leaderboard. It ranks dailies solved on their own day without help by "
    "those who have a par, from the fourth board on."
)
UNUSUAL = Message(
    "Only you see this, as you manage this server. Chance alone does not explain how far "
    "these people were under par on their last dailies; practice, new habits or another device may."
)
UNUSUAL_LINE = Plural(
    "{player}: {compared} on {count} board, {deviations} standard deviations",
    "{player}: {compared} on average of {count} boards, {deviations} standard deviations",
)
YOU_ARE_HIDDEN = Message(
    "You have chosen to be hidden, so you are on no leaderboard. You can change that "
    "in `/settings`."
)
PAGE_SIGN = "✏️"
"""Stands beside the times of those who drew on the board page."""
DRAWN = Message("{sign} drawn on the board page")
PAGES = Message("Page {page:,} of {pages:,}")

BUTTONS = MappingProxyType(
    {
        "earlier": Message("← Earlier"),
        "later": Message("Later →"),
        "up": Message("Previous page"),
        "down": Message("Next page"),
        "server": Message("Only this server"),
        "everybody": Message("Show everybody"),
    }
)
"""The buttons of a leaderboard, by the keys in their `custom_id`s."""
OPEN = Message("Leaderboard")
CHOOSE_TRACK = Message("Track")
CHOOSE_PERIOD = Message("Period")
PERIODS = {
    Period.DAY: Message("A day"),
    Period.PAR: Message("A day, by par"),
    Period.WEEK: Message("A week"),
    Period.MONTH: Message("A month"),
    Period.ALL: ALL_TIME,
}


def board_text(localizer: Localizer, leaderboard: LeaderboardView, *, private: bool) -> str:
    """A page of a leaderboard: the heading, and a line for each player."""
    query = leaderboard.query
    heading = localizer.say(TITLE, track=track_name(localizer, query.track))
    scope = localizer.say(SERVER if query.server else EVERYBODY)
    below = [
        _period(localizer, leaderboard),
        scope,
        localizer.say(PLAYERS, leaderboard.count, count=leaderboard.count),
    ]
    lines = [_line(localizer, leaderboard, line, private=private) for line in leaderboard.lines]
    if any(line.on_page for line in leaderboard.lines):
        lines.append("-# " + localizer.say(DRAWN, sign=PAGE_SIGN))
    if leaderboard.pages > 1:
        lines.append("-# " + localizer.say(PAGES, page=query.page, pages=leaderboard.pages))
    return "\n".join([f"### {heading}", " · ".join(below), "", *(lines or [localizer.say(NOBODY)])])


def own_text(localizer: Localizer, leaderboard: LeaderboardView, *, private: bool) -> str | None:
    """The line of the requesting user, or why they have none; None if it is on the page.

    In public messages it is also None for users who do not show their name.
    """
    if not private and leaderboard.visibility is not Visibility.NAMED:
        return None
    if leaderboard.visibility.is_hidden:
        return localizer.say(YOU_ARE_HIDDEN)
    if leaderboard.own is None:
        by_par = leaderboard.query.period is Period.PAR
        return localizer.say(NOT_BY_PAR if by_par else NOT_YET)
    if leaderboard.own in leaderboard.lines:
        return None
    counts = not leaderboard.query.period.is_day
    return localizer.say(YOUR_LINE, line=standing_text(localizer, leaderboard.own, counts=counts))


def standing_text(localizer: Localizer, line: StandingRecord, *, counts: bool = False) -> str:
    """A line of a leaderboard: rank, player, and the values that are compared; `counts` says
    whether it is of several puzzles."""
    parts = [f"**{localizer.figure(line.rank)}.** {player_text(localizer, line)}"]
    if counts:
        parts.append(localizer.say(SOLVED, line.solved, count=line.solved))
    sign = f" {PAGE_SIGN}" if line.on_page else ""
    if line.ratio is not None:
        compared = localize(against_par(percent_over(line.ratio)), localizer)
        return " · ".join([*parts, f"**{compared}**{sign}"])
    parts.append(f"**{format_duration(line.seconds)}**{sign}")
    if line.mistakes:
        parts.append(localizer.say(MISTAKES, line.mistakes, count=line.mistakes))
    if line.helps:
        parts.append(localizer.say(HELP, line.helps, count=line.helps))
    return " · ".join(parts)


def _line(
    localizer: Localizer, leaderboard: LeaderboardView, line: StandingRecord, *, private: bool
) -> str:
    text = standing_text(localizer, line, counts=not leaderboard.query.period.is_day)
    known = private or leaderboard.visibility is Visibility.NAMED
    return localizer.say(YOU, line=text) if known and line.player_id == leaderboard.person else text


def player_text(localizer: Localizer, line: StandingRecord) -> str:
    """The player of a line, whose name is only there if they show it."""
    if line.visibility is Visibility.NAMED:
        return f"<@{line.player_id}>"
    return localizer.say(ANONYMOUS)


def unusual_text(localizer: Localizer, leaderboard: LeaderboardView) -> str | None:
    """What managers are told of people whose times are far under par; None for nobody."""
    if not leaderboard.unusual:
        return None
    lines = [
        localizer.say(
            UNUSUAL_LINE,
            found.boards,
            player=f"**{localizer.figure(line.rank)}.** {player_text(localizer, line)}",
            compared=localize(against_par(found.over), localizer),
            count=found.boards,
            deviations=abs(found.deviations),
        )
        for line, found in leaderboard.unusual
    ]
    return "\n".join([localizer.say(UNUSUAL), *lines])


def _period(localizer: Localizer, leaderboard: LeaderboardView) -> str:
    """The period; one that goes on as of when it was looked up."""
    named = _name_of(localizer, leaderboard)
    if leaderboard.query.span(leaderboard.on)[1] < leaderboard.on:
        return named
    return localizer.say(AS_OF, period=named, time=full(leaderboard.at))


def _name_of(localizer: Localizer, leaderboard: LeaderboardView) -> str:
    query = leaderboard.query
    first, last = query.span(leaderboard.on)
    match query.period:
        case Period.DAY | Period.PAR:
            day = localizer.say(DAY, number=number_of(first), day=first)
            return day if query.period is Period.DAY else localizer.say(BY_PAR, period=day)
        case Period.WEEK:
            return localizer.say(WEEK, first=first, last=last)
        case Period.MONTH:
            return localizer.say(MONTH, month=f"{first:%Y-%m}")
        case Period.ALL:
            return localizer.say(ALL_TIME)
