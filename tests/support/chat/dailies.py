"""Helpers for dailies: moving the clock, finding posts in a channel, and reading their puzzle."""

from datetime import timedelta
from io import BytesIO

from PIL import Image

from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from puzzle.notation.loopy import PNG_KEYWORD
from sandbox.model.records import Json
from tests.support.chat.messages import readable
from tests.support.chat.runner import now_of
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox

TITLE = "Dailies #"


def put_clock(chat: Sandbox, hour: int, minute: int = 0) -> None:
    """Move the clock forward to the next occurrence of a time of day (UTC)."""
    now = now_of(chat)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if then <= now:
        then += timedelta(days=1)
    chat.clock.advance((then - now).total_seconds())


def posts(chat: Sandbox, channel: int) -> list[Json]:
    """The messages with dailies that the bot posted in a channel without a command."""
    return [
        message
        for message in chat.client.messages(channel)
        if TITLE in readable(message) and not message.get("interaction_metadata")
    ]


def titles(messages: list[Json]) -> list[str]:
    return [readable(message).splitlines()[0] for message in messages]


async def wait_for_posts(chat: Sandbox, channel: int, count: int = 1) -> list[Json]:
    await chat.client.wait_for_message(
        lambda _: len(posts(chat, channel)) >= count, channel=channel, seconds=300
    )
    return posts(chat, channel)


async def daily_puzzle(chat: Sandbox, track: str = "normal") -> Puzzle:
    """Today's puzzle of a track, from the picture of the board of somebody who opens it."""
    onlooker = chat.world.add_user("Onlooker")
    shown = await chat.client.slash("daily", {"track": track}, user=onlooker)
    return await puzzle_of(await chat.client.press(shown, "Play", user=onlooker))


async def puzzle_of(board: Reply) -> Puzzle:
    """The puzzle of the board in an answer."""
    with Image.open(BytesIO(await board.attachment_bytes())) as image:
        return parse_loopy(image.info[PNG_KEYWORD])
