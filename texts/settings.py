"""The texts of settings and reminders."""

from typing import Any

from i18n.localizer import TITLED, Localizer
from i18n.messages import Message, Plural
from play.calendar import closes, number_of
from service.people.preferences import REMIND_AT, UTC_ZONE
from service.people.reminders import ReminderNeeds
from service.settings import Setting
from store.records import Player
from texts.times import full, relative

SETTINGS = Message("Your colours, language, reminders, and how you appear on leaderboards")
SETTINGS_ZONE = Message("Your time zone, such as Europe/London")

TITLE = Message("### Your settings\nChanges are saved immediately.")
STORED = Message("✅ {what}")
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
SWITCHES = Message("What pictures and the board page show")
SWITCHES_STORED = Message("Your choice is saved.")
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


def choice_stored(setting: Setting[Any], localizer: Localizer, player: Player) -> str:
    """The confirmation of a chosen value."""
    value = setting.of(player)
    title, label = localizer.say(setting.title), setting.label(localizer, value)
    return localizer.say(setting.stored.get(value, TITLED), title=title, text=label)


def switches_stored(localizer: Localizer, _: Player) -> str:
    """The confirmation of which settings are on."""
    return localizer.say(SWITCHES_STORED)


def reminders_off(localizer: Localizer, _: Player) -> str:
    """The confirmation that reminders are off."""
    return localizer.say(REMINDERS_STOPPED)


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


REMINDER_TITLE = Message("### A reminder of daily #{number}")
OPEN = Message("It counts until {time}.")
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
    sentences = [localizer.say(OPEN, time=full(end))]
    if streak.current and streak.open_today:
        sentences.append(localizer.say(STREAK, streak.current, count=streak.current))
    if streak.freezes and streak.open_today:
        sentences.append(localizer.say(A_FREEZE, streak.freezes, count=streak.freezes))
    if mini.current and mini.open_today:
        sentences.append(localizer.say(MINI_STREAK, mini.current, count=mini.current))
    return f"{localizer.say(REMINDER_TITLE, number=number)}\n{localizer.gap.join(sentences)}"
