"""The texts of reminders."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import closes, number_of
from service.reminders import ReminderNeeds
from texts.timestamps import clock_time, relative

TITLE = Message("### Today's dailies are waiting for you")
OPEN = Message("#{number} is open until {time}, {relative}.")
MINI_STREAK = Plural(
    "Your streak of minis is {count:,} day long.", "Your streak of minis is {count:,} days long."
)
STREAK = Plural("Your streak is {count:,} day long.", "Your streak is {count:,} days long.")
A_FREEZE = Plural(
    "You have {count} freeze: it bridges a day that you miss.",
    "You have {count} freezes: each bridges a day that you miss.",
)
STOPPED = Message("Reminders are off. You can switch them on again in `/settings`.")


def reminder_text(localizer: Localizer, needs: ReminderNeeds) -> str:
    """The text of a reminder: today's dailies, their closing time, and the streaks to continue."""
    history, mini = needs.history, needs.mini.streak
    end, streak, number = closes(history.on), history.streak, number_of(history.on)
    sentences = [localizer.say(OPEN, number=number, time=clock_time(end), relative=relative(end))]
    if streak.current and streak.open_today:
        sentences.append(localizer.say(STREAK, streak.current, count=streak.current))
    if streak.freezes and streak.open_today:
        sentences.append(localizer.say(A_FREEZE, streak.freezes, count=streak.freezes))
    if mini.current and mini.open_today:
        sentences.append(localizer.say(MINI_STREAK, mini.current, count=mini.current))
    return f"{localizer.say(TITLE)}\n{localizer.gap.join(sentences)}"
