"""The texts of shared results."""

from i18n.localizer import Localizer
from i18n.messages import Message
from play.calendar import Track
from play.share import ShareCard, ShareWords, share_text
from texts.tracks import TRACKS

TITLE = Message("Ouro #{number} · {track} {size}")
PUZZLE = Message("Ouro · {size}")
TIME = Message("Time {time}")
PENALTIES = Message("Time {total} ({time} + {penalty})")
NO_HELP = Message("No help")
HINTS = Message("Hints {count}")
CHECKS = Message("Checks {count}")
MISTAKES = Message("Mistakes {count}")
STREAK = Message("🔥 {count}")
UNRANKED = Message("Unranked")

SHARE = Message("Share")
SHARED = Message("Shared with everyone here.")
SOLVED_BY = Message("{person} solved it")
NOT_SOLVED = Message("Only a solved board can be shared.")
TOO_OFTEN = Message("You shared this a moment ago.")
CARD = Message("{words}. Nothing of the puzzle is shown.")


def shared(localizer: Localizer, card: ShareCard) -> str:
    """A result in three lines: title, time, and help or streak.

    >>> from datetime import date
    >>> from play.clock import HelpCounts
    >>> card = ShareCard(date(2027, 3, 3), Track.HARD, "12x12", 252, HelpCounts(hints=2), 12)
    >>> print(shared(Localizer(), card))
    Ouro #123 · Hard 12x12
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    """
    return share_text(card, _words(localizer))


def card_alt(localizer: Localizer, card: ShareCard) -> str:
    """The alternative text of the picture of a result."""
    return localizer.say(CARD, words=" · ".join(shared(localizer, card).splitlines()))


def _words(localizer: Localizer) -> ShareWords:
    """The translated templates of a result, with their placeholders left in braces."""
    names = ("number", "track", "size", "time", "total", "penalty", "count")
    kept = {name: f"{{{name}}}" for name in names}
    return ShareWords(
        title=localizer.say(TITLE, **kept),
        puzzle=localizer.say(PUZZLE, **kept),
        easy=localizer.say(TRACKS[Track.EASY]),
        normal=localizer.say(TRACKS[Track.NORMAL]),
        hard=localizer.say(TRACKS[Track.HARD]),
        time=localizer.say(TIME, **kept),
        penalties=localizer.say(PENALTIES, **kept),
        no_help=localizer.say(NO_HELP),
        hints=localizer.say(HINTS, **kept),
        checks=localizer.say(CHECKS, **kept),
        mistakes=localizer.say(MISTAKES, **kept),
        streak=localizer.say(STREAK, **kept),
        unranked=localizer.say(UNRANKED),
    )
