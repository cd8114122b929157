"""The texts of reminders."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import closes, number_of
from service.streaks import StreakHistory
from texts.timestamps import clock_time, relative

TITLE = Message("### Today's dailies are waiting for you")
OPEN = Message("#{number} is open until {time}, {relative}.")
STREAK = Plural("Your streak is {count:,} day long.", "Your streak is {count:,} days long.")
A_FREEZE = Plural(
    "You have {count} freeze: it bridges a day that you miss.",
    "You have {count} freezes: each bridges a day that you miss.",
)
STOPPED = Message("Reminders are off. You can switch them on again in `/settings`.")


def reminder_text(localizer: Localizer, history: StreakHistory) -> str:
    """The text of a reminder: today's dailies, their closing time, and the user's streak."""
    end, streak, number = closes(history.on), history.streak, number_of(history.on)
    sentences = [localizer.say(OPEN, number=number, time=clock_time(end), relative=relative(end))]
    if streak.current:
        sentences.append(localizer.say(STREAK, streak.current, count=streak.current))
    if streak.freezes:
        sentences.append(localizer.say(A_FREEZE, streak.freezes, count=streak.freezes))
    return f"{localizer.say(TITLE)}\n{localizer.gap.join(sentences)}"
