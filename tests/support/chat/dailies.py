"""Helpers for dailies: moving the clock, finding posts in a channel, and reading their puzzle."""

from datetime import timedelta

from play.calendar import today
from play.tracks import tracks_of
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from sandbox.model.components import walk
from sandbox.model.records import Json
from tests.support.chat.messages import readable
from tests.support.chat.runner import now_of
from tests.support.sandbox.server import Sandbox

TITLE = "Daily #"


def put_clock(chat: Sandbox, hour: int, minute: int = 0) -> None:
    """Move the clock forward to the next occurrence of a time of day (UTC)."""
    now = now_of(chat)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if then <= now:
        then += timedelta(days=1)
    chat.clock.advance((then - now).total_seconds())


def track_count(chat: Sandbox) -> int:
    """The number of tracks that have a daily on the day that the clock shows."""
    return len(tracks_of(today(now_of(chat))))


def posts(chat: Sandbox, channel: int) -> list[Json]:
    """The dailies that the bot posted in a channel without a command."""
    return [
        message
        for message in chat.client.messages(channel)
        if TITLE in readable(message) and not message.get("interaction_metadata")
    ]


def titles(messages: list[Json]) -> list[str]:
    return [readable(message).splitlines()[0] for message in messages]


async def wait_for_posts(chat: Sandbox, channel: int, count: int) -> list[Json]:
    await chat.client.wait_for_message(
        lambda _: len(posts(chat, channel)) >= count, channel=channel, seconds=300
    )
    return posts(chat, channel)


def puzzle_on(message: Json) -> Puzzle:
    """The puzzle in the puzz.link URL of a post."""
    [address] = [part["url"] for part in walk(message["components"]) if part.get("url")]
    return parse_puzzle(address)
