"""Texts, alt texts and buttons of messages in a local chat."""

import re

from sandbox.model.components import walk
from sandbox.model.records import Json
from tests.support.sandbox.client import Reply, with_command_names


def readable(message: Json) -> str:
    """All texts of a message, joined with line breaks."""
    parts = [part["content"] for part in walk(message["components"]) if part.get("content")]
    return with_command_names("\n".join(parts))


def picture_text(message: Json) -> str:
    """The alt text of the only picture."""
    return str(_picture(message)["description"])


def picture_address(message: Json) -> str:
    """The address of the only picture."""
    return str(_picture(message)["media"]["url"]).partition("?")[0]


def _picture(message: Json) -> Json:
    [gallery] = [part for part in walk(message["components"]) if part["type"] == 12]
    item: Json
    [item] = gallery["items"]
    return item


def buttons(message: Json) -> list[Json]:
    return [part for part in walk(message["components"]) if part["type"] == 2]


def labels(message: Json) -> list[str]:
    """The labels of the buttons; empty for a button with only an emoji."""
    return [button.get("label", "") for button in buttons(message)]


def lines(reply: Reply) -> list[str]:
    """The lines of a leaderboard, without its heading."""
    return [line for line in reply.text.splitlines() if re.match(r"\*\*\d+\.\*\*", line)]
