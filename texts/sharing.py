"""The texts of shared results."""

from collections.abc import Iterator

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.problems import localize
from play.calendar import number_of
from play.clock import format_duration
from play.par import against_par
from play.share import ShareCard, region_rows
from puzzle.regions import HELP_SIGN, ranks_text
from texts.puzzles import size_on
from texts.tracks import track_name

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


def facts(localizer: Localizer, card: ShareCard) -> str:
    """A result in lines without the regions, which its picture shows."""
    return "\n".join(_fact_lines(localizer, card))


def shared(localizer: Localizer, card: ShareCard) -> str:
    """A result in lines: title, time if any, help or streak, and the regions.

    >>> from datetime import date
    >>> from play.clock import HelpCounts
    >>> from play.tracks import Track
    >>> card = ShareCard(date(2027, 3, 3), Track.HARD, "12x12", 252, HelpCounts(hints=2), 12)
    >>> print(shared(Localizer(), card))
    Ouro #123 · Hard 12x12
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    """
    return "\n".join((*_fact_lines(localizer, card), *region_rows(card)))


def card_alt(localizer: Localizer, card: ShareCard, *, loop: bool = False) -> str:
    """The alternative text of the picture of a result, which may show the loop."""
    facts = " · ".join(_fact_lines(localizer, card))
    order = ranks_text(card.regions.ranks, card.regions.helped, card.cols)
    sentences = [localizer.say(CARD, words=facts)]
    if order:
        sentences.append(localizer.say(CARD_ORDER, order=order))
    if card.regions.helped:
        sentences.append(localizer.say(CARD_HELP, sign=HELP_SIGN))
    sentences.append(localizer.say(CARD_LOOP if loop else CARD_SECRET))
    return localizer.gap.join(sentences)


def _fact_lines(localizer: Localizer, card: ShareCard) -> Iterator[str]:
    """The puzzle, the time if any, and help or streak."""
    say, size = localizer.say, size_on(localizer, card.tiling, card.size, card.rules)
    if card.day is None or card.track is None:
        yield say(PUZZLE, size=size)
    else:
        number, track = number_of(card.day), track_name(localizer, card.track)
        yield say(TITLE, number=number, track=track, size=size)
    if card.seconds is not None and card.total is not None:
        time, total = format_duration(card.seconds), format_duration(card.total)
        penalty = format_duration(card.help_counts.penalty)
        message = PENALTIES if card.help_counts.penalty else TIME
        yield say(message, time=time, total=total, penalty=penalty)
    if card.over is not None:
        yield localize(against_par(card.over), localizer)
    yield " · ".join(_details(localizer, card))


def _details(localizer: Localizer, card: ShareCard) -> Iterator[str]:
    counts = card.help_counts
    if not counts.helps:
        yield localizer.say(NO_HELP)
    for message, count in (
        (HINTS, counts.nudges + counts.hints + counts.steps),
        (CHECKS, counts.count_checks + counts.place_checks + counts.reason_checks),
        (MISTAKES, counts.mistakes),
        (STREAK, card.streak if card.streak > 1 else 0),
    ):
        if count:
            yield localizer.say(message, count=count)
    if not card.ranked:
        yield localizer.say(UNRANKED)
