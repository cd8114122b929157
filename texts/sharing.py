"""The texts of shared results."""

from i18n.localizer import Localizer
from i18n.messages import Message
from play.share import ShareCard, ShareWords, fact_lines, share_text
from puzzle.regions import HELP_SIGN, ranks_text
from texts.puzzles import size_on
from texts.tracks import track_name

TITLE = Message("Ouro #{number} · {track} {size}")
PUZZLE = Message("Ouro · {size}")
TIME = Message("Time {time}")
PENALTIES = Message("Time {total} ({time} + {penalty})")
UNDER_PAR = Message("{percent} under par")
OVER_PAR = Message("{percent} over par")
AT_PAR = Message("At par")
NO_HELP = Message("No help")
HINTS = Message("Hints {count}")
CHECKS = Message("Checks {count}")
MISTAKES = Message("Mistakes {count}")
STREAK = Message("🔥 {count}")
UNRANKED = Message("Unranked")

SHARE = Message("Share")
SHARED = Message("Shared with everyone here.")
POSTED = Message("It is being posted in the channel that this board came from.")
NUMBERS = Message(
    "The numbers on the card tell in which order you finished the parts of the board; {sign} is "
    "where you had help."
)
SOLVED_BY = Message("{person} solved it")
CARD = Message("{words}.")
CARD_ORDER = Message("Regions in the order of solving, row by row: {order}.")
CARD_HELP = Message("{sign} means help.")
CARD_LOOP = Message("The loop is shown.")
CARD_SECRET = Message("Nothing else of the puzzle is shown.")


def par_share(localizer: Localizer, ratio: float) -> str:
    """How a time compares with par, by the ratio of both."""
    over = round(100 * (ratio - 1))
    message = OVER_PAR if over > 0 else UNDER_PAR if over else AT_PAR
    return localizer.say(message, percent=f"{abs(over)}%")


def facts(localizer: Localizer, card: ShareCard) -> str:
    """A result in lines without the regions, which its picture shows."""
    return "\n".join(fact_lines(card, _words(localizer, card)))


def shared(localizer: Localizer, card: ShareCard) -> str:
    """A result in lines: title, time, help or streak, and the regions.

    >>> from datetime import date
    >>> from play.clock import HelpCounts
    >>> from play.tracks import Track
    >>> card = ShareCard(date(2027, 3, 3), Track.HARD, "12x12", 252, HelpCounts(hints=2), 12)
    >>> print(shared(Localizer(), card))
    Ouro #123 · Hard 12x12
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    """
    return share_text(card, _words(localizer, card))


def card_alt(localizer: Localizer, card: ShareCard, *, loop: bool = False) -> str:
    """The alternative text of the picture of a result, which may show the loop."""
    facts = " · ".join(fact_lines(card, _words(localizer, card)))
    order = ranks_text(card.regions.ranks, card.regions.helped, card.cols)
    sentences = [localizer.say(CARD, words=facts)]
    if order:
        sentences.append(localizer.say(CARD_ORDER, order=order))
    if card.regions.helped:
        sentences.append(localizer.say(CARD_HELP, sign=HELP_SIGN))
    sentences.append(localizer.say(CARD_LOOP if loop else CARD_SECRET))
    return localizer.gap.join(sentences)


def _words(localizer: Localizer, card: ShareCard) -> ShareWords:
    """The translated templates of a result, with their placeholders left in braces."""
    names = ("number", "track", "size", "time", "total", "penalty", "count", "percent")
    kept = {name: f"{{{name}}}" for name in names}
    return ShareWords(
        title=localizer.say(TITLE, **kept),
        puzzle=localizer.say(PUZZLE, **kept),
        track=None if card.track is None else track_name(localizer, card.track),
        time=localizer.say(TIME, **kept),
        penalties=localizer.say(PENALTIES, **kept),
        under_par=localizer.say(UNDER_PAR, **kept),
        over_par=localizer.say(OVER_PAR, **kept),
        at_par=localizer.say(AT_PAR),
        no_help=localizer.say(NO_HELP),
        hints=localizer.say(HINTS, **kept),
        checks=localizer.say(CHECKS, **kept),
        mistakes=localizer.say(MISTAKES, **kept),
        streak=localizer.say(STREAK, **kept),
        unranked=localizer.say(UNRANKED),
        size=size_on(localizer, card.tiling, "{size}", card.rules),
    )
