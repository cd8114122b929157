"""The texts of settings and reminders."""

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import closes, number_of
from service.preferences import REMIND_AT, UTC_ZONE
from service.reminders import ReminderNeeds
from store.records import Player, Visibility
from texts.times import clock_time, full, relative

SETTINGS = Message("Your colours, language, reminders, and how you appear on leaderboards")
SETTINGS_ZONE = Message("Your time zone, such as Europe/London")

TITLE = Message("### Your settings\nChanges are saved immediately.")
STORED = Message("✅ {what}")
THEME_STORED = Message("Your pictures now use these colours: {theme}.")
LABELS_SHOWN = Message("Column and row labels are now on.")
LABELS_GONE = Message("Column and row labels are now off.")
DOTS_NAMED = Message("Column and row labels now name the dots.")
CELLS_NAMED = Message("Column and row labels now name the cells.")
LANGUAGE_STORED = Message("Messages only you can see are now in English.")
LANGUAGE_FOLLOWS = Message("Messages only you can see now follow your Discord language.")
SHOWN_NAMED = Message("Leaderboards show your name.")
SHOWN_ANONYMOUS = Message("Leaderboards show your times without your name.")
SHOWN_HIDDEN = Message("You no longer appear on leaderboards or take up a place there.")
ZONE_STORED = Message("Your time zone is `{zone}`.")
REMINDERS_STORED = Message(
    "I will remind you every day at {at} (`{zone}`), unless you have solved a daily by then."
)
REMINDERS_STOPPED = Message("Reminders are off.")

REMINDERS_ON = Message(
    "**Reminders:** every day at {at} (`{zone}`), if you have not solved a daily by then. "
    "Next: {next}"
)
REMINDERS_OFF = Message("**Reminders:** none. I can write to you on days when you have not played.")
REMINDERS_REFUSED = Message(
    "**Reminders:** switched off, because Discord did not let me write to you {when}. Allow direct "
    "messages from this server or from me, then switch them on again."
)
THEME = Message("Colours of pictures")
LANGUAGE = Message("Language")
VISIBILITY = Message("Leaderboards and clock")
DISCORD_LANGUAGE = Message("Same as Discord")
VISIBILITIES = MappingProxyType(
    {
        Visibility.NAMED: Message("Show my name"),
        Visibility.ANONYMOUS: Message("Show my times without my name"),
        Visibility.HIDDEN: Message("Hide me"),
    }
)
VISIBILITIES_STORED = MappingProxyType(
    {
        Visibility.NAMED: SHOWN_NAMED,
        Visibility.ANONYMOUS: SHOWN_ANONYMOUS,
        Visibility.HIDDEN: SHOWN_HIDDEN,
    }
)
NO_CLOCK = Message("No clock: hide me, and show me no times")
NO_CLOCK_STORED = Message(
    "You are shown no times any more, and appear on no leaderboard. Your streak goes on. Should "
    "you choose otherwise later, the dailies that you solved in between count as all others do."
)
SHOW_LABELS = Message("Show labels")
HIDE_LABELS = Message("Hide labels")
NAME_DOTS = Message("Label dots")
NAME_CELLS = Message("Label cells")
REMIND = Message("Remind me…")
CHANGE_TIME = Message("Change the time…")
STOP = Message("Stop reminders")

SIGN_OUT = Message("Close all board pages")
SIGNED_OUT = Message(
    "Your boards are closed in every browser, and links to them are over. Open board on a board "
    "gives you a new one."
)

FORM = Message("Reminders")
FORM_TIME = Message("Time of day, such as 18:30")
FORM_ZONE = Message("Time zone, such as Europe/London")


def reminders_text(localizer: Localizer, player: Player) -> str:
    """The time of the user's reminders, or why there are none."""
    if player.reminders and player.next_reminder is not None:
        return localizer.say(REMINDERS_ON, next=full(player.next_reminder), **_when(player))
    if player.next_reminder is not None:
        return localizer.say(REMINDERS_REFUSED, when=relative(player.next_reminder))
    return localizer.say(REMINDERS_OFF)


def reminders_stored(localizer: Localizer, player: Player) -> str:
    """The confirmation that reminders are on."""
    return localizer.say(REMINDERS_STORED, **_when(player))


def _when(player: Player) -> dict[str, str]:
    at = player.remind_at or REMIND_AT
    return {"at": f"{at:%H:%M}", "zone": player.zone or UTC_ZONE}


REMINDER_TITLE = Message("### Today's dailies are waiting for you")
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
    return f"{localizer.say(REMINDER_TITLE)}\n{localizer.gap.join(sentences)}"
