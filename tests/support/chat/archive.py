"""The menus of the archive in a chat."""

from sandbox.model.components import walk
from sandbox.model.records import Json
from tests.support.sandbox.client import Reply


def menus(reply: Reply) -> list[Json]:
    return [part for part in walk(reply.message["components"]) if part["type"] == 3]


def days(reply: Reply) -> dict[str, Json]:
    """The options of the menus of days, by their values."""
    parts = [menu for menu in menus(reply) if menu["custom_id"].startswith("ouro:archive-day")]
    return {option["value"]: option for menu in parts for option in menu["options"]}
