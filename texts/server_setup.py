"""The texts of /setup and /status, and of messages about channels that reject posts."""

from __future__ import annotations

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import number_of, today
from service import settings
from service.posting.servers import ServerSetup
from service.posting.status import ServiceStatus, StoredStatus
from service.version import VERSION
from store.records import Ending, PublicSolves, Server
from texts.markdown import quote
from texts.times import duration, full, long_duration, relative
from texts.tracks import track_name

SETUP = Message("Daily puzzles posted in this server (managers only)")
SETUP_CHANNEL = Message("Where they are posted")
SETUP_TIME = Message("Time of day, such as 09:00")
SETUP_ZONE = Message("Time zone of that time, such as Europe/London")
SETUP_THREADS = Message("Open a discussion thread below the dailies of a day")
SETUP_PING = Message("A role to ping when they are posted")
SETUP_SOLVES = Message("Whose /solve answers everybody in this server can see")
SETUP_RACES = Message("Whether people can race each other in this server (default: yes)")
SETUP_LANGUAGE = Message("Language of posts that everybody in this server sees")
SETUP_THEME = Message("Colours of pictures that everybody in this server sees (default: dark)")
GREETING = Message(
    "### Slitherlink for this server\n"
    "I have logic puzzles of one closed loop, to play alone, against each other, and every day the "
    "same one for everybody. With **{setup}**, managers choose a channel where the daily puzzles "
    "are posted; without it, none are. **{puzzle}** shows you alone how it goes."
)
STATUS = Message("How Ouro is doing, and its posts in this server (managers only)")

LITTLE_TIME = 6.0
"""Hours below which the panel warns that posted dailies close soon."""

TITLE = Message("### Daily puzzles in this server")
NOTHING_POSTED = Message("Nothing is posted. Choose a channel below.")
TIME = Message("Time of posts: **{at}** (`{zone}`)")
CHANNEL = Message("Channel of the dailies: {channel}, every day at **{at}** (`{zone}`)")
OPEN_HOURS = Plural(
    "They change at midnight UTC, so each stays open for {count} hour after it is posted",
    "They change at midnight UTC, so each stays open for {count} hours after it is posted",
)
CLOSES_SOON = Plural(
    "⚠️ Dailies change at midnight UTC; posted at this time, they stay open for only one hour.",
    "⚠️ Dailies change at midnight UTC; posted at this time, they stay open for only {count} hours.",
)
NEXT = Message("Next post: {time}, {relative}")
NOW = Message("Post of dailies #{number}: due {relative}")
TRACKS = Message("Puzzles: {tracks}, in one message a day")
WHICH_TRACKS = Message(
    "**Which puzzles shall I post?** Easy and Normal are chosen for a start; nothing is posted "
    "before you choose or press **Start posting**"
)
THREADS_ON = Message("There is a thread to talk about them")
THREADS_OFF = Message("There is no thread")
PING = Message("Role to ping: {role}")
NO_PING = Message("Nobody is pinged")
SOLVES = Message("Who may show solutions to everybody with `/solve`: {who}")
LANGUAGE = Message("Language of posts: {language} · colours: {theme}")
RACES_ON = Message("People can race each other with `/race`")
RACES_OFF = Message("Races are switched off")
PUBLISHING_ON = Message("People can publish puzzles of their own with `/create`")
PUBLISHING_OFF = Message("Publishing puzzles is switched off")
WEEK = Message("Puzzle of the week: **{title}**, until {time}")
KEPT_OFF = Message("Kept off this server's boards: {people}")
SERVERS_LANGUAGE = Message("the server's language")
WHO = MappingProxyType(
    {
        PublicSolves.EVERYONE: Message("everyone"),
        PublicSolves.MANAGERS: Message("managers only"),
        PublicSolves.NOBODY: Message("nobody"),
    }
)
LACKING = Message("⚠️ In {channel} I still need: {permissions}.")
FORUM = Message("Each day is a post of its own there")
FORUM_TAGS = Message("Each day is a post of its own there, with tags: {tags}")
OBSTACLES = MappingProxyType(
    {
        "unseen": Message(
            "⚠️ I cannot see {channel}. Mention me in it if it is a private thread, and let me view "
            "the channel that it belongs to."
        ),
        "locked": Message("⚠️ {channel} is locked: unlock it, or allow me to manage threads there."),
        "tag": Message("⚠️ Posts in {channel} need a tag: choose one below."),
        "tags": Message(
            "⚠️ Posts in {channel} need a tag, and it has none that I may set: add one, or allow "
            "me to manage posts there."
        ),
    }
)
"""What is in the way of posts in a channel beside permissions, by name."""
ROLE_SILENT = Message(
    "⚠️ {role} cannot be pinged: let everyone mention it, or allow me to mention all roles."
)
TROUBLE_GONE = Message("⚠️ The channel no longer exists. Choose another one.")
TROUBLE_UNKNOWN = Message(
    "⚠️ I could not find out whether the last post arrived in {channel}, where I may not read, so I "
    "did not try again."
)
TROUBLE_REFUSED = Message("⚠️ The last post was refused in {channel}.")
ALSO = Message(
    "-# To change the time or its time zone, type `/setup` and add the option, such as `/setup "
    "time:18:30 zone:Europe/London`."
)

PERMISSIONS = MappingProxyType(
    {
        "view_channel": Message("View Channel"),
        "send_messages": Message("Send Messages"),
        "create_posts": Message("Create Posts"),
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
CHOOSE_KEPT_OFF = Message("Keep off this server's boards")
BUTTONS = MappingProxyType(
    {
        "start": Message("Start posting"),
        "preview": Message("Preview"),
        "now": Message("Post today's now"),
        "threads-on": Message("Turn threads on"),
        "threads-off": Message("Turn threads off"),
        "races-on": Message("Turn races on"),
        "races-off": Message("Turn races off"),
        "publishing-on": Message("Turn publishing on"),
        "publishing-off": Message("Turn publishing off"),
        "stop": Message("Stop posting"),
    }
)
"""The buttons of the panel, by action."""
PREVIEW_NOTE = Message("-# A preview that only you can see. This is how the post will look.")


def overview(localizer: Localizer, panel: ServerSetup) -> str:
    """The setup of daily posts, line by line, warnings last."""
    server = panel.server
    times = {"at": f"{server.post_at:%H:%M}", "zone": server.zone}
    if server.channel_id is None:
        lines = [localizer.say(NOTHING_POSTED), localizer.say(TIME, **times)]
    else:
        tracks = localizer.join([track_name(localizer, track) for track in server.tracks])
        role = f"<@&{server.ping_role_id}>"
        lines = [
            localizer.say(CHANNEL, channel=f"<#{server.channel_id}>", **times),
            *_open_hours(localizer, panel.hours),
            localizer.say(TRACKS, tracks=tracks) if tracks else localizer.say(WHICH_TRACKS),
            *_thread_line(localizer, panel),
            localizer.say(PING, role=role) if server.ping_role_id else localizer.say(NO_PING),
            localizer.say(
                LANGUAGE,
                language=_language(localizer, server),
                theme=settings.THEME.label(localizer, settings.THEME.of(server)),
            ),
        ]
        if panel.due is not None and panel.due <= panel.at:
            number, distance = number_of(today(panel.at)), relative(panel.due)
            lines.append(localizer.say(NOW, number=number, relative=distance))
        elif panel.due is not None:
            time, distance = full(panel.due), relative(panel.due)
            lines.append(localizer.say(NEXT, time=time, relative=distance))
    lines += [
        localizer.say(SOLVES, who=localizer.say(WHO[server.public_solves])),
        localizer.say(RACES_ON if settings.RACES.of(server) else RACES_OFF),
        localizer.say(PUBLISHING_ON if settings.PUBLISHING.of(server) else PUBLISHING_OFF),
    ]
    for each in panel.queue:
        if each.week_ends is not None:
            time = full(each.week_ends)
            lines.append(localizer.say(WEEK, title=quote(each.title), time=time))
    if panel.kept_off:
        people = localizer.join([f"<@{each}>" for each in panel.kept_off])
        lines.append(localizer.say(KEPT_OFF, people=people))
    return "\n".join(
        [localizer.say(TITLE), *(f"- {line}" for line in lines), *warnings(localizer, panel)]
    )


def _thread_line(localizer: Localizer, panel: ServerSetup) -> list[str]:
    """Whether posts have a thread, or are posts of a forum; nothing in a thread."""
    if panel.in_thread:
        return []
    if panel.tags is None:
        return [localizer.say(THREADS_ON if panel.server.threads else THREADS_OFF)]
    chosen = settings.TAGS.of(panel.server)
    tags = localizer.join([name for tag, name in panel.tags.items() if tag in chosen])
    return [localizer.say(FORUM_TAGS, tags=quote(tags)) if tags else localizer.say(FORUM)]


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
        message = TROUBLE_UNKNOWN if server.trouble == Ending.UNKNOWN else TROUBLE_REFUSED
        sentences.append(localizer.say(message, channel=channel))
    if panel.obstacle is not None:
        sentences.append(localizer.say(OBSTACLES[panel.obstacle], channel=channel))
    if panel.lacking:
        names = localizer.join([localizer.say(PERMISSIONS[name]) for name in panel.lacking])
        sentences.append(localizer.say(LACKING, channel=channel, permissions=names))
    if panel.silent:
        sentences.append(localizer.say(ROLE_SILENT, role=f"<@&{server.ping_role_id}>"))
    if server.channel_id is not None and panel.hours < LITTLE_TIME:
        hours = round(panel.hours)
        sentences.append(localizer.say(CLOSES_SOON, hours, count=hours))
    return sentences


def _language(localizer: Localizer, server: Server) -> str:
    if settings.language_of(server) is None:
        return localizer.say(SERVERS_LANGUAGE)
    return settings.LANGUAGE.label(localizer, settings.LANGUAGE.of(server))


ALL_WELL = Message("### ✅ All is well")
NOT_WELL = Message("### ⚠️ Not all is well")
DATABASE_AWAY = Message(
    "⚠️ The database cannot be reached, so nothing is saved. The person who runs "
    "this bot can fix that."
)
CONNECTIONS_DOWN = Plural(
    "⚠️ {count} connection to Discord is down. I cannot answer in the servers that use it; it is "
    "tried again by itself.",
    "⚠️ {count} connections to Discord are down. I cannot answer in the servers that use them; "
    "they are tried again by themselves.",
)
NONE_MADE = Message("⚠️ No daily has been made yet.")
NEXT_POST = Message("Next post: {time} in {channel}")
NO_CHANNEL = Message("No channel is chosen for posts: `/setup` chooses one")
LAST_POST = Message("Last post: dailies #{number} in {channel}, {time}")
NO_POST = Message("Nothing was posted in this server yet")
MADE_UNTIL = Message("Puzzles are ready up to daily #{number}, {day}")
TIME_LEFT = Message(
    "Solving time left in this hour: {servers} of {servers_all} for this server, {yours} of "
    "{yours_all} for you"
)

VERSION_LINE = Message("Ouro {version}, started {since}")
DISCORD_LINE = Message("Discord responds in {time}")
DATABASE_LINE = Message("the database in {time}")
WORK_LINE = Plural(
    "{running} of {count} program that solves and draws is at work, {requests}",
    "{running} of {count} programs that solve and draw are at work, {requests}",
)
REQUESTS = Plural("{count} request waits", "{count} requests wait")
SERVERS_LINE = Plural(
    "{count} bot program serves {servers} by {connections}",
    "{count} bot programs serve {servers} by {connections}",
)
SERVERS = Plural("{count} server", "{count} servers")
CONNECTIONS = Plural("{served} of {count} connection", "{served} of {count} connections")
NO_PAGE = Message("boards cannot be opened in a browser, because `OURO_WEB_URL` is not set")
NO_SECRET = Message(
    "boards cannot be opened inside Discord, because `OURO_CLIENT_SECRET` is not set"
)
NO_ACTIVITY = Message(
    "boards cannot be opened inside Discord, because the developer portal does not allow activities"
)


def status_text(localizer: Localizer, status: ServiceStatus) -> str:
    """Whether all is well, then what concerns the server, and figures in small print."""
    problems = troubles(localizer, status)
    lines = [] if status.stored is None else _stored(localizer, status.stored)
    return "\n".join(
        [
            localizer.say(NOT_WELL if problems else ALL_WELL),
            *problems,
            *(f"- {line}" for line in lines),
            f"-# {' · '.join(_figures(localizer, status))}",
        ]
    )


def troubles(localizer: Localizer, status: ServiceStatus) -> list[str]:
    """The problems of the service and of the server's setup, a sentence each."""
    down = status.shards - status.shards_up
    sentences = [localizer.say(CONNECTIONS_DOWN, down, count=down)] if down > 0 else []
    if status.stored is None:
        return [*sentences, localizer.say(DATABASE_AWAY)]
    if not status.stored.made_until:
        sentences.append(localizer.say(NONE_MADE))
    return sentences + warnings(localizer, status.stored.panel)


def _stored(localizer: Localizer, stored: StoredStatus) -> list[str]:
    panel, lines = stored.panel, []
    if panel.server.channel_id is None:
        lines.append(localizer.say(NO_CHANNEL))
    elif panel.due is not None:
        channel = f"<#{panel.server.channel_id}>"
        lines.append(localizer.say(NEXT_POST, time=relative(panel.due), channel=channel))
    if (last := stored.last) is not None and last.sent_at is not None:
        lines.append(
            localizer.say(
                LAST_POST,
                number=number_of(last.day),
                channel=f"<#{last.channel_id}>",
                time=relative(last.sent_at),
            )
        )
    else:
        lines.append(localizer.say(NO_POST))
    if (day := stored.made_until) is not None:
        lines.append(localizer.say(MADE_UNTIL, number=number_of(day), day=day))
    lines.append(
        localizer.say(
            TIME_LEFT,
            servers=long_duration(localizer, stored.servers.seconds),
            servers_all=long_duration(localizer, stored.servers.of),
            yours=long_duration(localizer, stored.yours.seconds),
            yours_all=long_duration(localizer, stored.yours.of),
        )
    )
    return lines


def _figures(localizer: Localizer, status: ServiceStatus) -> list[str]:
    """Figures that help the person who runs the bot."""
    load, since = status.load, relative(status.started)
    figures = [localizer.say(VERSION_LINE, version=VERSION, since=since)]
    if status.latency is not None:
        figures.append(localizer.say(DISCORD_LINE, time=duration(localizer, status.latency)))
    if status.stored is not None:
        time = duration(localizer, status.stored.seconds)
        figures.append(localizer.say(DATABASE_LINE, time=time))
    requests = localizer.say(REQUESTS, load.waiting, count=load.waiting)
    working = {"running": load.running, "count": load.workers, "requests": requests}
    figures.append(localizer.say(WORK_LINE, load.workers, **working))
    if not status.on_page:
        figures.append(localizer.say(NO_PAGE))
    elif not status.launches:
        figures.append(localizer.say(NO_ACTIVITY if status.launches is None else NO_SECRET))
    if (processes := status.processes) is not None:
        served, shards = processes.shards_served, processes.shards
        serving = {
            "count": processes.alive,
            "servers": localizer.say(SERVERS, processes.servers, count=processes.servers),
            "connections": localizer.say(CONNECTIONS, shards, count=shards, served=served),
        }
        figures.append(localizer.say(SERVERS_LINE, processes.alive, **serving))
    return figures
