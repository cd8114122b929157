"""The theme of a server, and commands in texts."""

import re
from io import BytesIO

import aiohttp
from PIL import Image

from renderer.shapes import ShapeRole
from renderer.theme import theme_named
from sandbox.model.components import walk
from sandbox.model.records import Json
from service.playing.attempts import SOLVERS_WAIT
from tests.support.chat.dailies import daily_puzzle, wait_for_posts
from tests.support.chat.messages import readable
from tests.support.chat.playing import moves_of
from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox

GALLERY = 12
"""Discord's number of components that show pictures."""


def background(theme: str) -> tuple[int, int, int]:
    return theme_named(theme).styles[ShapeRole.BOARD].rgb


DARK, LIGHT, SERVERS = map(background, ("dark", "light", "contrast"))
"""The background of pictures without a choice, of a person's choice, and of the server's."""


async def ground(message: Json) -> object:
    """The colour at the edge of the picture of a message."""
    [gallery] = [part for part in walk(message["components"]) if part["type"] == GALLERY]
    async with (
        aiohttp.ClientSession() as session,
        session.get(gallery["items"][0]["media"]["url"], raise_for_status=True) as response,
    ):
        png = await response.read()
    with Image.open(BytesIO(png)) as image:
        return image.convert("RGB").getpixel((1, 1))


async def solve_and_share(chat: Sandbox, user: int) -> Json:
    """The card of a user who solves the smallest puzzle."""
    await chat.client.slash("play", {"puzzle": "1x1:4"}, user=user)
    moves = {"moves": "A1 top A1 left A1 bottom A1 right"}
    solved = await chat.client.slash("submit", moves, user=user)
    await chat.client.press(solved, "Share", user=user)
    return await chat.client.wait_for_message(
        lambda message: f"<@{user}> solved it" in readable(message)
    )


async def test_answers_that_everybody_sees_are_in_the_theme_of_the_server(chat: Sandbox) -> None:
    client = chat.client
    empty = {"puzzle": "3x3:i"}
    panel = await client.slash("setup", {"channel": client.general, "theme": "contrast"})
    assert "colours: High contrast" in panel.text
    assert await ground((await client.press(panel, "Preview")).message) == SERVERS
    assert await ground((await client.slash("daily", user=client.member)).message) == DARK
    assert await ground((await client.slash("solve", empty)).message) == SERVERS
    private = await client.slash("solve", {**empty, "private": True})
    assert await ground(private.message) == DARK
    settings = await client.slash("settings")
    await client.select(settings, "Colours of pictures", ["light"])
    assert await ground((await client.slash("solve", empty)).message) == LIGHT
    other = await client.slash("solve", empty, user=client.member)
    assert await ground(other.message) == SERVERS


async def test_a_shared_card_is_in_the_theme_of_the_server(chat: Sandbox) -> None:
    client = chat.client
    await client.slash("setup", {"theme": "contrast"})
    assert await ground(await solve_and_share(chat, client.member)) == SERVERS
    settings = await client.slash("settings")
    await client.select(settings, "Colours of pictures", ["light"])
    assert await ground(await solve_and_share(chat, client.me)) == LIGHT


async def test_a_daily_post_is_in_the_theme_of_the_server(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": client.general, "theme": "contrast"})
        await client.press(panel, "Post today's now")
        [post] = await wait_for_posts(sandbox, client.general)
        assert await ground(post) == SERVERS
        solved = {"moves": moves_of(await daily_puzzle(sandbox, "easy"))}
        await client.press(post, "Play", user=client.member)
        await client.slash("submit", solved, user=client.member)
        sandbox.clock.advance(SOLVERS_WAIT.total_seconds())
        updated = await client.wait_for_message(
            lambda m: m["id"] == post["id"] and "solved by 1 person" in readable(m)
        )
        assert await ground(updated) == SERVERS


async def test_commands_in_texts_are_links(chat: Sandbox) -> None:
    client = chat.client
    ids = {command.name: str(command.id) for command in chat.commands.all()}
    nothing = await client.slash("stats")
    linked = re.findall(r"</(\w+):(\d+)>", str(nothing.message["components"]))
    assert linked == [("daily", ids["daily"]), ("learn", ids["learn"])]
    failed = await client.slash("hint", user=client.member)
    assert f"</daily:{ids['daily']}>" in str(failed.message["components"])
