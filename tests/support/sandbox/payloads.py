"""Builders of payloads for the REST API of the local chat: messages, components, modals."""

from typing import Any

from tests.support.sandbox.api import chat

Json = dict[str, Any]
V2 = 1 << 15
"""The flag of messages with Components V2."""


def row(*components: Json) -> Json:
    return {"content": "x", "components": [{"type": 1, "components": list(components)}]}


def button(**more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **more}


def link(**more: Any) -> Json:
    return {"type": 2, "style": 5, "label": "Go", "url": "https://example.org", **more}


def select(**more: Any) -> Json:
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    return {"type": 3, "custom_id": "pick", "options": options, **more}


def text(content: str = "hello", **more: Any) -> Json:
    return {"type": 10, "content": content, **more}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def box(*components: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(components), **more}


def section(**more: Any) -> Json:
    return {"type": 9, "components": [text()], "accessory": button(), **more}


def gallery(*items: Json) -> Json:
    return {"type": 12, "items": list(items)}


def picture(**more: Any) -> Json:
    return {"media": {"url": "https://example.org/a.png"}, **more}


def embed(**more: Any) -> Json:
    return {"embeds": [{"title": "T", **more}]}


MODAL: Json = {
    "custom_id": "form",
    "title": "Form",
    "components": [
        {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
    ],
}


def field(**more: Any) -> Json:
    return {"type": 4, "custom_id": "name", "style": 1, **more}


def labelled(component: Any, **more: Any) -> Json:
    return MODAL | {"components": [{"type": 18, "label": "L", "component": component, **more}]}


UPLOAD = {"type": 19, "custom_id": "files"}
RADIO: Json = {
    "type": 21,
    "custom_id": "one",
    "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}],
}
CHECKS: Json = RADIO | {"type": 22}
CHECKBOX: Json = {"type": 23, "custom_id": "yes"}


def options(*given: Json) -> Json:
    return chat(options=list(given))
