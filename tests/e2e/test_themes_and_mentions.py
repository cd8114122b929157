"""The theme of a server, and commands in texts."""

import re
from io import BytesIO

from PIL import Image

from sandbox.server import Sandbox
from sandbox.testing.client import Reply

DARK, PAPER, LIGHT = (26, 26, 30), (255, 255, 255), (253, 251, 246)


async def ground(reply: Reply) -> tuple[int, ...]:
    """The colour at the edge of the picture of an answer."""
    with Image.open(BytesIO(await reply.attachment_bytes())) as image:
        colour = image.convert("RGB").getpixel((1, 1))
    assert isinstance(colour, tuple)
    return colour


async def test_what_everybody_sees_is_in_the_theme_of_the_server(chat: Sandbox) -> None:
    client = chat.client
    assert await ground(await client.slash("daily")) == DARK
    panel = await client.slash("setup", {"theme": "paper"})
    assert "colours: Paper" in panel.text or "Nothing is posted" in panel.text
    assert await ground(await client.slash("daily")) == PAPER
    assert await ground(await client.slash("solve", {"puzzle": "3x3:i"})) == PAPER
    assert await ground(await client.slash("solve", {"puzzle": "3x3:i", "private": True})) == DARK
    settings = await client.slash("settings")
    await client.select(settings, "Colours of pictures", ["light"])
    assert await ground(await client.slash("solve", {"puzzle": "3x3:i"})) == LIGHT
    other = await client.slash("solve", {"puzzle": "3x3:i"}, user=client.member)
    assert await ground(other) == PAPER


async def test_commands_in_texts_are_links(chat: Sandbox) -> None:
    client = chat.client
    ids = {command.name: str(command.id) for command in chat.commands.all()}
    nothing = await client.slash("stats")
    linked = re.findall(r"</(\w+):(\d+)>", str(nothing.message["components"]))
    assert linked == [("daily", ids["daily"]), ("learn", ids["learn"])]
    failed = await client.slash("hint", user=client.member)
    assert f"</daily:{ids['daily']}>" in str(failed.message["components"])
