"""What is told of a puzzle that somebody solved."""

from i18n.messages import Message
from i18n.voice import Voice
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
SHARED = Message("It is posted for all to see.")
SOLVED_BY = Message("{person} solved it")
NOT_SOLVED = Message("Only a solved board can be shared.")
TOO_OFTEN = Message("You shared this a moment ago.")
CARD = Message("{words}. Nothing of the puzzle is shown.")


def shared(voice: Voice, card: ShareCard) -> str:
    """A result in three lines.

    >>> from datetime import date
    >>> from play.clock import Tally
    >>> card = ShareCard(date(2027, 3, 3), Track.HARD, "12x12", 252, Tally(hints=2), 12)
    >>> print(shared(Voice(), card))
    Ouro #123 · Hard 12x12
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    """
    return share_text(card, _words(voice))


def card_alt(voice: Voice, card: ShareCard) -> str:
    """The card in words."""
    return voice.say(CARD, words=" · ".join(shared(voice, card).splitlines()))


def _words(voice: Voice) -> ShareWords:
    """The words of a language, with the names in braces left to be filled in."""
    names = ("number", "track", "size", "time", "total", "penalty", "count")
    kept = {name: f"{{{name}}}" for name in names}
    return ShareWords(
        title=voice.say(TITLE, **kept),
        puzzle=voice.say(PUZZLE, **kept),
        easy=voice.say(TRACKS[Track.EASY]),
        normal=voice.say(TRACKS[Track.NORMAL]),
        hard=voice.say(TRACKS[Track.HARD]),
        time=voice.say(TIME, **kept),
        penalties=voice.say(PENALTIES, **kept),
        no_help=voice.say(NO_HELP),
        hints=voice.say(HINTS, **kept),
        checks=voice.say(CHECKS, **kept),
        mistakes=voice.say(MISTAKES, **kept),
        streak=voice.say(STREAK, **kept),
        unranked=voice.say(UNRANKED),
    )
