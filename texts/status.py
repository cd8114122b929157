"""The texts of /status."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import number_of
from service.status import ProcessesStatus, ServiceStatus, StoredStatus
from service.version import VERSION
from texts.durations import duration
from texts.server_setup import warnings
from texts.timestamps import relative
from texts.tracks import track_name

TITLE = Message("### Ouro {version}")
STARTED = Message("Started {since}")
CONNECTED = Plural(
    "Discord: {up} of {count} connection up, yours responds in {time}",
    "Discord: {up} of {count} connections up, yours responds in {time}",
)
CONNECTED_NOW = Plural(
    "Discord: {up} of {count} connection up, response time not yet measured",
    "Discord: {up} of {count} connections up, response time not yet measured",
)
PROCESSES = Plural(
    "Processes: {count}, with {served} of {shards} shards and {servers} servers in all",
    "Processes: {count}, with {served} of {shards} shards and {servers} servers in all",
)
WORKERS = Plural(
    "Workers: {running} of {count} at work, {waiting} waiting",
    "Workers: {running} of {count} at work, {waiting} waiting",
)
DATABASE = Message("Database: answers within {time}")
DATABASE_AWAY = Message(
    "⚠️ The database cannot be reached, so nothing is saved. The person who runs "
    "this bot can fix that."
)
MADE_UNTIL = Message("Dailies are ready up to #{number}, {day}")
NONE_MADE = Message("⚠️ No daily has been made yet.")
LAST_POST = Message("Last post in this server: #{number} · {track} in {channel}, {time}")
NO_POST = Message("Nothing was posted in this server yet")
NEXT_POST = Message("Next post: {time}")
NO_CHANNEL = Message("No channel is chosen for posts: `/setup` chooses one")
SERVERS_SHARE = Message("This server's solving time left this hour: {left} of {all}")
YOUR_SHARE = Message("Yours: {left} of {all}")


def status_text(localizer: Localizer, status: ServiceStatus) -> str:
    """The status of the service, line by line, problems last."""
    lines = [
        localizer.say(STARTED, since=relative(status.started)),
        _connected(localizer, status),
        *_processes(localizer, status.processes),
        localizer.say(
            WORKERS,
            status.load.workers,
            running=status.load.running,
            count=status.load.workers,
            waiting=status.load.waiting,
        ),
    ]
    if status.stored is not None:
        lines += _stored(localizer, status.stored)
    listed = [f"- {line}" for line in lines]
    return "\n".join([localizer.say(TITLE, version=VERSION), *listed, *troubles(localizer, status)])


def troubles(localizer: Localizer, status: ServiceStatus) -> list[str]:
    """The problems of the service and of the server's setup, a sentence each."""
    if status.stored is None:
        return [localizer.say(DATABASE_AWAY)]
    sentences = [] if status.stored.made_until else [localizer.say(NONE_MADE)]
    return sentences + warnings(localizer, status.stored.panel)


def _connected(localizer: Localizer, status: ServiceStatus) -> str:
    count, up = status.shards, status.shards_up
    if status.latency is None:
        return localizer.say(CONNECTED_NOW, count, count=count, up=up)
    time = duration(localizer, status.latency)
    return localizer.say(CONNECTED, count, count=count, up=up, time=time)


def _processes(localizer: Localizer, processes: ProcessesStatus | None) -> list[str]:
    if processes is None:
        return []
    line = localizer.say(
        PROCESSES,
        processes.alive,
        count=processes.alive,
        served=processes.shards_served,
        shards=processes.shards,
        servers=processes.servers,
    )
    return [line]


def _stored(localizer: Localizer, stored: StoredStatus) -> list[str]:
    lines = [localizer.say(DATABASE, time=duration(localizer, stored.seconds))]
    if (day := stored.made_until) is not None:
        lines.append(localizer.say(MADE_UNTIL, number=number_of(day), day=day))
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
    panel = stored.panel
    if panel.server.channel_id is None:
        lines.append(localizer.say(NO_CHANNEL))
    elif panel.due is not None:
        lines.append(localizer.say(NEXT_POST, time=relative(panel.due)))
    for message, share in ((SERVERS_SHARE, stored.servers), (YOUR_SHARE, stored.yours)):
        left, whole = duration(localizer, share.seconds), duration(localizer, share.of)
        lines.append(localizer.say(message, left=left, all=whole))
    return lines
