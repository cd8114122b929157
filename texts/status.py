"""The texts of /status."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import number_of
from service.status import ServiceStatus, StoredStatus
from service.version import VERSION
from texts.durations import duration, long_duration
from texts.server_setup import warnings
from texts.timestamps import relative
from texts.tracks import track_name

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
LAST_POST = Message("Last post: daily #{number} · {track} in {channel}, {time}")
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
    "{running} of {count} program that solves and draws is at work, {waiting} requests wait",
    "{running} of {count} programs that solve and draw are at work, {waiting} requests wait",
)
SERVERS_LINE = Plural(
    "{count} bot program serves {servers} servers by {served} of {shards} connections",
    "{count} bot programs serve {servers} servers by {served} of {shards} connections",
)
NO_PAGE = Message("boards cannot be opened in a browser, because `OURO_WEB_URL` is not set")


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
    if (last := stored.last) is not None and last.claimed_at is not None:
        lines.append(
            localizer.say(
                LAST_POST,
                number=number_of(last.day),
                track=track_name(localizer, last.track),
                channel=f"<#{last.channel_id}>",
                time=relative(last.claimed_at),
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
    figures.append(
        localizer.say(
            WORK_LINE, load.workers, running=load.running, count=load.workers, waiting=load.waiting
        )
    )
    if not status.on_page:
        figures.append(localizer.say(NO_PAGE))
    if (processes := status.processes) is not None:
        figures.append(
            localizer.say(
                SERVERS_LINE,
                processes.alive,
                count=processes.alive,
                served=processes.shards_served,
                shards=processes.shards,
                servers=processes.servers,
            )
        )
    return figures
