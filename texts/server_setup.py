"""The texts of /setup, and of messages to managers about channels that reject posts."""

from __future__ import annotations

from types import MappingProxyType

from i18n.catalogues import LANGUAGES
from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs import Appearance
from service.servers import ServerSetup
from store.records import PublicSolves
from texts.preferences import THEMES
from texts.timestamps import full, relative
from texts.tracks import track_name

LITTLE_TIME = 6.0
"""Hours below which the panel warns that posted dailies close soon."""

CHANNEL_GONE = Message(
    "I was posting the daily puzzles in **{server}**, but the channel {channel} no "
    "longer exists, so I have stopped. Use `/setup` there to choose another one."
)
CHANNEL_REFUSES = Message(
    "I am set to post the daily puzzles in **{server}**, but I am not allowed to "
    "post in {channel}. Please let me see the channel, send messages and attach "
    "files there, or choose another one with `/setup`. I will try again every day "
    "for a week without writing to you again."
)

ONLY_MANAGERS = Message("Only people who can manage this server can use this.")
ONLY_SERVERS = Message("This works in servers that I am a member of.")

TITLE = Message("### Daily puzzles in this server")
NOTHING_POSTED = Message("Nothing is posted. Choose a channel below.")
CHANNEL = Message("The dailies are posted in {channel}, every day at **{at}** (`{zone}`)")
OPEN_HOURS = Plural(
    "They change at midnight UTC, so each stays open for {count} hour after it is posted",
    "They change at midnight UTC, so each stays open for {count} hours after it is posted",
)
CLOSES_SOON = Plural(
    "⚠️ Dailies change at midnight UTC; posted at this time, they stay open for only one hour.",
    "⚠️ Dailies change at midnight UTC; posted at this time, they stay open for only {count} hours.",
)
NEXT = Message("Next post: {time}, {relative}")
NOW = Message("Today's dailies are being posted now")
TRACKS = Message("Puzzles: {tracks}")
THREADS_ON = Message("Each has a thread to talk about it")
THREADS_OFF = Message("They have no threads")
PING = Message("Role to ping: {role}")
NO_PING = Message("Nobody is pinged")
SOLVES = Message("Who may show solutions to everybody with `/solve`: {who}")
LANGUAGE = Message("Language of posts: {language} · colours: {theme}")
SERVERS_LANGUAGE = Message("the server's language")
WHO = MappingProxyType(
    {
        PublicSolves.EVERYONE: Message("everyone"),
        PublicSolves.MANAGERS: Message("managers only"),
        PublicSolves.NOBODY: Message("nobody"),
    }
)
LACKING = Message("⚠️ In {channel} I still need: {permissions}.")
ROLE_SILENT = Message(
    "⚠️ {role} cannot be pinged: let everyone mention it, or allow me to mention all roles."
)
TROUBLE_GONE = Message("⚠️ The channel no longer exists. Choose another one.")
TROUBLE_REFUSED = Message("⚠️ The last post was refused in {channel}.")
ALSO = Message(
    "-# To change the time, its time zone, the language or the colours, type `/setup` and add "
    "the option, such as `/setup time:18:30 zone:Europe/London`."
)

PERMISSIONS = MappingProxyType(
    {
        "view_channel": Message("View Channel"),
        "send_messages": Message("Send Messages"),
        "send_messages_in_threads": Message("Send Messages in Threads"),
        "attach_files": Message("Attach Files"),
        "read_message_history": Message("Read Message History"),
        "create_public_threads": Message("Create Public Threads"),
    }
)
"""Discord's names of the permissions for posting, by discord.py's names."""

CHOOSE_CHANNEL = Message("Channel for the dailies")
CHOOSE_TRACKS = Message("Tracks to post")
CHOOSE_SOLVES = Message("Whose solutions everybody sees")
CHOOSE_ROLE = Message("Role to ping (optional)")
PREVIEW = Message("Preview")
POST_NOW = Message("Post today's now")
TURN_THREADS_ON = Message("Turn threads on")
TURN_THREADS_OFF = Message("Turn threads off")
STOP = Message("Stop posting")
PREVIEW_NOTE = Message("-# A preview that only you can see. This is how the post will look.")


def overview(localizer: Localizer, panel: ServerSetup) -> str:
    """The setup of daily posts, line by line, warnings last."""
    server = panel.server
    if server.channel_id is None:
        lines = [localizer.say(NOTHING_POSTED), _solves_line(localizer, server.public_solves)]
    else:
        tracks = localizer.join([track_name(localizer, track) for track in server.tracks])
        role = f"<@&{server.ping_role_id}>"
        lines = [
            localizer.say(
                CHANNEL,
                channel=f"<#{server.channel_id}>",
                at=server.post_at.strftime("%H:%M"),
                zone=server.zone,
            ),
            *_open_hours(localizer, panel.hours),
            localizer.say(TRACKS, tracks=tracks),
            localizer.say(THREADS_ON if server.threads else THREADS_OFF),
            localizer.say(PING, role=role) if server.ping_role_id else localizer.say(NO_PING),
            _solves_line(localizer, server.public_solves),
            localizer.say(
                LANGUAGE,
                language=_language(localizer, server.language),
                theme=localizer.say(THEMES[server.theme or Appearance().theme]),
            ),
        ]
        if panel.due is not None and panel.due <= panel.at:
            lines.append(localizer.say(NOW))
        elif panel.due is not None:
            time, distance = full(panel.due), relative(panel.due)
            lines.append(localizer.say(NEXT, time=time, relative=distance))
    return "\n".join(
        [localizer.say(TITLE), *(f"- {line}" for line in lines), *warnings(localizer, panel)]
    )


def _open_hours(localizer: Localizer, hours: float) -> list[str]:
    """For how long a post stays open; nothing if that is so short that a warning says it."""
    if hours < LITTLE_TIME:
        return []
    return [localizer.say(OPEN_HOURS, round(hours), count=round(hours))]


def warnings(localizer: Localizer, panel: ServerSetup) -> list[str]:
    """The problems of the setup that a manager can fix, a sentence each."""
    server, sentences = panel.server, []
    channel = f"<#{server.channel_id}>"
    if server.trouble and server.channel_id is None:
        sentences.append(localizer.say(TROUBLE_GONE))
    elif server.trouble:
        sentences.append(localizer.say(TROUBLE_REFUSED, channel=channel))
    if panel.lacking:
        names = localizer.join([localizer.say(PERMISSIONS[name]) for name in panel.lacking])
        sentences.append(localizer.say(LACKING, channel=channel, permissions=names))
    if panel.silent:
        sentences.append(localizer.say(ROLE_SILENT, role=f"<@&{server.ping_role_id}>"))
    if server.channel_id is not None and panel.hours < LITTLE_TIME:
        hours = round(panel.hours)
        sentences.append(localizer.say(CLOSES_SOON, hours, count=hours))
    return sentences


def _solves_line(localizer: Localizer, who: PublicSolves) -> str:
    """The line about whose answers to `/solve` are public."""
    return localizer.say(SOLVES, who=localizer.say(WHO[who]))


def _language(localizer: Localizer, language: str | None) -> str:
    return LANGUAGES[language] if language in LANGUAGES else localizer.say(SERVERS_LANGUAGE)
