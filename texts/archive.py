"""The texts of the archive of dailies."""

from i18n.localizer import Localizer
from i18n.messages import Message
from service.archive import ArchiveDay, ArchiveMonth
from texts.tracks import track_name

TITLE = Message("Archive · {month} · {track}")
SOLVED_DAYS = Message("Solved: {count} of {total}")
UNRANKED = Message("Choose a day to play. Dailies of past days do not count.")
SOME_MADE_LATER = Message(
    "The days marked “made later” had no such daily. Their puzzles are made when you open them."
)
MADE_LATER_CAPTION = Message("There was no such daily on {day}. This puzzle was made later.")

EARLIER = Message("Earlier month")
LATER = Message("Later month")
CHOOSE_TRACK = Message("Choose a track")
CHOOSE_DAY = Message("Choose a day, #{first} to #{last}")
SOLVED = Message("solved")
BEGUN = Message("opened")
MADE_LATER = Message("made later")


def month_text(localizer: Localizer, month: ArchiveMonth) -> str:
    """The text above the calendar of a month."""
    say, query = localizer.say, month.query
    name = track_name(localizer, query.track)
    title = say(TITLE, month=f"{query.month:%Y-%m}", track=name)
    solved = sum(day.solved for day in month.days)
    counted = say(SOLVED_DAYS, count=solved, total=len(month.days))
    notes = [say(UNRANKED)]
    if any(day.made_later for day in month.days):
        notes.append(say(SOME_MADE_LATER))
    return f"### {title}\n{counted}\n-# {localizer.gap.join(notes)}"


def day_text(localizer: Localizer, day: ArchiveDay) -> str:
    """What is known of a day; empty if nothing is."""
    states = (
        (day.solved, SOLVED),
        (day.opened and not day.solved, BEGUN),
        (day.made_later, MADE_LATER),
    )
    return " · ".join(localizer.say(message) for holds, message in states if holds)
