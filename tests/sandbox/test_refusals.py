"""Wrong payloads are refused as Discord does: the status, the code, and the place of the error."""

import json
from typing import Any

import pytest
from aiohttp.payload import StringPayload

from tests.support.sandbox.api import PIXEL, Api, chat, form, option
from tests.support.sandbox.payloads import (
    CHECKBOX,
    CHECKS,
    MODAL,
    RADIO,
    UPLOAD,
    Json,
    button,
    labelled,
    row,
    select,
    text,
    v2,
)
from tests.support.sandbox.wrong_payloads import (
    BAD_COMMANDS,
    BAD_MESSAGES,
    BAD_MODALS,
    GOOD_MESSAGES,
)

pytestmark = pytest.mark.wrong_requests


def place_of(body: Json) -> str:
    """The path in `errors` to the refused field, with dots."""
    at, way = body["errors"], []
    while "_errors" not in at:
        [key] = at
        way.append(key)
        at = at[key]
    [problem] = at["_errors"]
    assert problem["code"].isupper()
    assert problem["message"]
    return ".".join(way)


@pytest.mark.parametrize("payload", GOOD_MESSAGES)
async def test_correct_messages_are_accepted(api: Api, payload: Json) -> None:
    status, body = await api("POST", api.messages, json=payload)
    assert status == 200, body


@pytest.mark.parametrize(("payload", "place"), BAD_MESSAGES)
async def test_messages(api: Api, payload: Json, place: str) -> None:
    status, body = await api("POST", api.messages, json=payload)
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    assert place_of(body) == place
    assert api.sandbox.client.messages() == []


async def interact(api: Api, kind: Any, data: Any) -> tuple[int, Any]:
    """Use a command, or its autocompletion, and answer it with a callback of that type."""
    if not api.sandbox.client.commands():
        api.sandbox.commands.overwrite([chat(options=[option(autocomplete=True)])], None)
    actions, client = api.sandbox.client._actions, api.sandbox.client
    if kind == 8:
        used = actions.autocomplete(client.me, client.general, "paint", {"size": "1"}, "size")
    else:
        used = actions.slash(client.me, client.general, "paint", {})
    path = f"/interactions/{used.id}/{used.token}/callback"
    return await api("POST", path, json={"type": kind, "data": data})


async def test_a_good_modal_is_accepted(api: Api) -> None:
    assert (await interact(api, 9, MODAL))[0] == 204
    files = labelled(UPLOAD | {"min_values": 0, "max_values": 10})
    assert (await interact(api, 9, files))[0] == 204
    assert (await interact(api, 9, labelled(select())))[0] == 204
    for component in (RADIO, CHECKS, CHECKS | {"min_values": 0, "max_values": 2}, CHECKBOX):
        assert (await interact(api, 9, labelled(component)))[0] == 204


@pytest.mark.parametrize(("payload", "place"), BAD_MODALS)
async def test_modals(api: Api, payload: Json, place: str) -> None:
    status, body = await interact(api, 9, payload)
    assert (status, body["code"]) == (400, 50035)
    assert place_of(body) == place


@pytest.mark.parametrize(
    ("kind", "data", "place"),
    [
        (8, {"choices": [{"name": "x", "value": "1"}]}, "data.choices"),
        (8, {"choices": [{"name": "x", "value": [1]}]}, "data.choices.0.value"),
        (8, {"choices": {}}, "data.choices"),
        (1, None, "type"),
        ([], None, "type"),
        (6, None, "type"),
        (7, {"content": "x"}, "type"),
        (99, None, "type"),
        (4, "x", "data"),
        (4, {"content": "x" * 2001}, "content"),
    ],
)
async def test_callbacks(api: Api, kind: Any, data: Any, place: str) -> None:
    status, body = await interact(api, kind, data)
    assert (status, body["code"]) == (400, 50035)
    assert place_of(body) == place


@pytest.mark.parametrize(("payload", "place"), BAD_COMMANDS)
async def test_commands(api: Api, payload: Json, place: str) -> None:
    status, body = await api("POST", api.commands, json=payload)
    assert (status, body["code"]) == (400, 50035)
    assert place_of(body) == place
    status, body = await api("PUT", api.commands, json=[chat("good"), payload])
    assert place_of(body) == ".".join(part for part in ("1", place) if part)
    assert (await api("GET", api.commands))[1] == []


@pytest.mark.parametrize("depth", [300, 600, 3000])
async def test_bodies_that_are_nested_deeply(api: Api, depth: int) -> None:
    inner, around = json.dumps(option(type=1)), json.dumps(option(type=1, options=["NESTED"]))
    nested = "".join([around.split('"NESTED"')[0] * depth, inner, "]}" * depth])

    async def refused(path: str, body: Json) -> int:
        """The code with which a body is refused, in which the nested text stands."""
        written = json.dumps(body).replace('"NESTED"', nested)
        data = StringPayload(written, content_type="application/json")
        status, answer = await api("POST", path, data=data)
        assert status == 400
        return int(answer["code"])

    assert await refused(api.commands, chat(options=["NESTED"])) in {50035, 50109}
    assert await refused(api.messages, row(button(emoji="NESTED"))) == 50109
    assert await refused(api.messages, {"embeds": [{"title": "T", "x": "NESTED"}]}) == 50109


async def test_too_many_commands(api: Api) -> None:
    status, body = await api("PUT", api.commands, json=[chat(f"c{n}") for n in range(101)])
    assert (status, body["code"]) == (400, 30032)
    menus = [{"type": 3, "name": f"M{n}"} for n in range(16)]
    assert (await api("PUT", api.commands, json=menus))[1]["code"] == 30032
    status, body = await api("PUT", api.commands, json=[chat(), chat()])
    assert place_of(body) == "1.name"


async def test_messages_with_nothing_in_them(api: Api) -> None:
    empty: tuple[Json, ...] = (
        {},
        {"content": ""},
        {"content": None},
        {"content": "  "},
        {"embeds": []},
    )
    for payload in empty:
        status, body = await api("POST", api.messages, json=payload)
        assert (status, body["code"]) == (400, 50006)


async def test_files(api: Api) -> None:
    unknown = form({"content": "x", "attachments": [{"id": 1}]}, ("a.gif", PIXEL))
    status, body = await api("POST", api.messages, data=unknown)
    assert (status, body["code"]) == (400, 50146)
    eleven = form({"content": "x"}, *[(f"{n}.gif", PIXEL) for n in range(11)])
    assert (await api("POST", api.messages, data=eleven))[0] == 413
    large = form({"content": "x"}, ("a.bin", b"\0" * (10 * 1024 * 1024 + 1)))
    status, body = await api("POST", api.messages, data=large)
    assert (status, body["code"]) == (413, 40005)


async def test_an_edit_can_switch_to_components_v2_but_not_back(api: Api) -> None:
    _, plain = await api("POST", api.messages, json={"content": "x"})
    one = f"{api.messages}/{plain['id']}"
    status, body = await api("PATCH", one, json=v2(text()))
    assert (status, place_of(body)) == (400, "content")
    assert (await api("PATCH", one, json=v2(text(), content=None)))[0] == 200
    status, body = await api("PATCH", one, json={"content": "back", "components": []})
    assert (status, place_of(body)) == (400, "content")
    status, body = await api("PATCH", one, json={"components": []})
    assert (status, body["code"]) == (400, 50006)
