"""The components and texts of a message that the bot would send."""

import json
from typing import Any

from bot.answering.layouts import OutgoingMessage


def flat(message: OutgoingMessage) -> list[dict[str, Any]]:
    """Every component of a message, as Discord receives them."""

    def walk(component: dict[str, Any]) -> list[dict[str, Any]]:
        children = component.get("components", [])
        return [component, *(inner for child in children for inner in walk(child))]

    components: list[Any] = message.view.to_components()
    found = [inner for one in components for inner in walk(one)]
    json.dumps(found)
    return found


def words(message: OutgoingMessage) -> str:
    return "\n".join(one["content"] for one in flat(message) if one["type"] == 10)


def check_limits(message: OutgoingMessage) -> None:
    components = flat(message)
    assert 1 <= len(components) <= 40
    assert sum(len(one.get("content", "")) for one in components) <= 4000
    for one in components:
        assert len(one.get("custom_id", "")) <= 100
        assert len(one.get("url", "")) <= 512
        assert len(one.get("label", "")) <= 80
        for item in one.get("items", []):
            assert len(item["description"]) <= 1024
    ids = [one["custom_id"] for one in components if "custom_id" in one]
    assert len(set(ids)) == len(ids)
