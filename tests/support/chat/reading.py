"""The ways in which people hand a puzzle to Ouro."""

from typing import Any

from sandbox.chat.modals import Entry
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import pasting
from texts.commands import SOLVE_MESSAGE


async def on_message(
    chat: Sandbox, text: str = "", command: str = SOLVE_MESSAGE.text, **more: Any
) -> Reply:
    """The answer to a command on a message, posted with what `post_message` takes."""
    post = await chat.client.post_message(text, **more)
    return await chat.client.message_command(command, post)


async def in_form(chat: Sandbox, purpose: str = "solve", **entries: Entry) -> Reply:
    """The answer to the form of `/play`."""
    form = await chat.client.press(await chat.client.slash("play"), pasting.ENTER.text)
    return await chat.client.submit_modal(form, {**entries, "purpose": purpose})
