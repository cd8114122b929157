"""Wrong payloads, each refused as Discord would: the status, the code, and the place that is named.

A place is the way through `errors` to the field, written with dots. Every payload is a small
change of one that is accepted.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.model.components import complete_components
from sandbox.model.errors import ApiError
from sandbox.validation.component_rules import check_components, check_modal
from sandbox.validation.forms import FieldValidator
from sandbox.validation.message_rules import check_embeds
from tests.support.sandbox.api import PIXEL, Api, chat, form, option

pytestmark = pytest.mark.wrong_requests
Json = dict[str, Any]
V2 = 1 << 15


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


GOOD_MESSAGES: list[Json] = [
    {"content": "x"},
    row(button(), link()),
    row(select()),
    v2(text()),
    v2(box(text(), section(), gallery(picture()), {"type": 14}, accent_color=0xFFFFFF)),
    embed(fields=[{"name": "n", "value": "v"}], timestamp="2026-01-01T00:00:00+00:00"),
    {"content": "x" * 2000, "allowed_mentions": {"parse": ["users"], "roles": ["1"]}},
    {"content": "x", "tts": False, "nonce": "7", "flags": 4},
]

BAD_MESSAGES: list[tuple[Json, str]] = [
    ({"content": "x" * 2001}, "content"),
    ({"content": {}}, "content"),
    ({"content": "x", "tts": "yes"}, "tts"),
    ({"content": "x", "flags": "4"}, "flags"),
    ({"content": "x", "embeds": {}}, "embeds"),
    ({"content": "x", "embeds": ["x"]}, "embeds.0"),
    ({"content": "x", "embeds": [{"title": "T"}] * 11}, "embeds"),
    (embed(title="x" * 257), "embeds.0.title"),
    (embed(description="x" * 4097), "embeds.0.description"),
    (embed(url="ftp://example.org"), "embeds.0.url"),
    (embed(url="example.org"), "embeds.0.url"),
    (embed(color=0x1000000), "embeds.0.color"),
    (embed(color="red"), "embeds.0.color"),
    (embed(timestamp="yesterday"), "embeds.0.timestamp"),
    (embed(footer={"icon_url": "https://example.org"}), "embeds.0.footer.text"),
    (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    (embed(image={"url": "javascript://x"}), "embeds.0.image.url"),
    (embed(fields=[{"name": "", "value": "v"}]), "embeds.0.fields.0.name"),
    (embed(fields=[{"name": "n"}]), "embeds.0.fields.0.value"),
    (embed(fields=[{"name": "n", "value": "v" * 1025}]), "embeds.0.fields.0.value"),
    (embed(fields=[{"name": "n", "value": "v"}] * 26), "embeds.0.fields"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    (
        {"content": "x", "allowed_mentions": {"users": ["1"] * 101}},
        "allowed_mentions.users",
    ),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
    ({"content": "x", "attachments": [{"filename": "a"}]}, "attachments.0.id"),
    ({"content": "x", "poll": {"question": {"text": "?"}}}, "poll"),
    ({"content": "x", "sticker_ids": ["1"]}, "sticker_ids"),
    # rows, buttons and menus
    ({"content": "x", "components": "x"}, "components"),
    ({"content": "x", "components": [button()]}, "components.0.type"),
    ({"content": "x", "components": [{"type": 1}]}, "components.0.components"),
    ({"content": "x", "components": [{"type": 99}]}, "components.0.type"),
    ({"content": "x", "components": [text()]}, "components.0.type"),
    (
        {
            "content": "x",
            "components": [{"type": 1, "components": [button(custom_id=str(n))]} for n in range(6)],
        },
        "components",
    ),
    (row(), "components.0.components"),
    (row(*[button(custom_id=str(n)) for n in range(6)]), "components.0.components"),
    (row(button(), select()), "components.0.components"),
    (row(select(), select(custom_id="other")), "components.0.components"),
    (row(button(), button()), "components"),
    (row(button(custom_id=None)), "components.0.components.0.custom_id"),
    (row(button(custom_id="")), "components.0.components.0.custom_id"),
    (row(button(custom_id="x" * 101)), "components.0.components.0.custom_id"),
    (row(button(custom_id=7)), "components.0.components.0.custom_id"),
    (row(button(label=None)), "components.0.components.0.label"),
    (row(button(label="x" * 81)), "components.0.components.0.label"),
    (row(button(style=9)), "components.0.components.0.style"),
    (row(button(style=None)), "components.0.components.0.style"),
    (row(button(url="https://example.org")), "components.0.components.0.url"),
    (row(button(disabled="yes")), "components.0.components.0.disabled"),
    (row(link(url=None)), "components.0.components.0.url"),
    (row(link(url="javascript:alert(1)")), "components.0.components.0.url"),
    (row(link(url="https://example.org/" + "x" * 500)), "components.0.components.0.url"),
    (row(link(custom_id="go")), "components.0.components.0.custom_id"),
    (row(button(style=6, custom_id=None)), "components.0.components.0.sku_id"),
    (row(select(options=[])), "components.0.components.0.options"),
    (row(select(options=None)), "components.0.components.0.options"),
    (
        row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)])),
        "components.0.components.0.options",
    ),
    (
        row(select(options=[{"label": "A", "value": "a"}] * 2)),
        "components.0.components.0.options.1.value",
    ),
    (row(select(options=[{"value": "a"}])), "components.0.components.0.options.0.label"),
    (
        row(select(options=[{"label": "x" * 101, "value": "a"}])),
        "components.0.components.0.options.0.label",
    ),
    (row(select(placeholder="x" * 151)), "components.0.components.0.placeholder"),
    (row(select(max_values=3)), "components.0.components.0.max_values"),
    (row(select(min_values=2, max_values=1)), "components.0.components.0.min_values"),
    (row(select(min_values=26)), "components.0.components.0.min_values"),
    (row({"type": 4, "custom_id": "t", "style": 1}), "components"),
    # layouts of the second generation
    (v2(text(), content="x"), "content"),
    (v2(text(), embeds=[{"title": "x"}]), "content"),
    (v2(text("")), "components.0.content"),
    (v2(text("x" * 4001)), "components.0.content"),
    (v2(text("x" * 2001), text("x" * 2000)), "components"),
    (v2(*[text()] * 41), "components"),
    (v2(box(*[text() for _ in range(39)]), text()), "components"),
    (v2(box()), "components.0.components"),
    (v2(box(box(text()))), "components.0.components.0.type"),
    (v2(box(text(), accent_color=-1)), "components.0.accent_color"),
    (v2(button()), "components.0.type"),
    (v2(section(accessory=None)), "components.0.accessory"),
    (v2(section(accessory=text())), "components.0.accessory.type"),
    (v2(section(components=[text()] * 4)), "components.0.components"),
    (v2(section(components=[button()])), "components.0.components.0.type"),
    (v2(gallery()), "components.0.items"),
    (v2(gallery(*[picture()] * 11)), "components.0.items"),
    (v2(gallery({})), "components.0.items.0.media"),
    (v2(gallery(picture(description="x" * 1025))), "components.0.items.0.description"),
    (v2(gallery({"media": {"url": "attachment://no.png"}})), "components"),
    (v2({"type": 11, "media": {"url": "https://example.org"}}), "components.0.type"),
    (v2({"type": 13, "file": {"url": "https://example.org"}}), "components.0.file.url"),
    (v2({"type": 14, "spacing": 3}), "components.0.spacing"),
    (v2(text(id=5), text(id=5)), "components"),
    (v2({"type": 18, "label": "x", "component": select()}), "components.0.type"),
]

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
BAD_MODALS: list[tuple[Json, str]] = [
    (MODAL | {"title": "x" * 46}, "data.title"),
    (MODAL | {"title": ""}, "data.title"),
    (MODAL | {"custom_id": "x" * 101}, "data.custom_id"),
    ({"custom_id": "form", "title": "Form"}, "data.components"),
    (MODAL | {"components": []}, "data.components"),
    (
        MODAL
        | {
            "components": [
                {"type": 18, "label": "L", "component": field(custom_id=str(n))} for n in range(6)
            ]
        },
        "data.components",
    ),
    (MODAL | {"components": [field()]}, "data.components.0.type"),
    (MODAL | {"components": [{"type": 1, "components": [button()]}]}, "data.components"),
    (MODAL | {"components": [box(text())]}, "data.components.0.type"),
    (labelled(None), "data.components.0.component"),
    (labelled(button()), "data.components.0.component.type"),
    (labelled(field(), label="x" * 46), "data.components.0.label"),
    (labelled(field(), label=None), "data.components.0.label"),
    (labelled(field(), description="x" * 101), "data.components.0.description"),
    (labelled(field(style=3)), "data.components.0.component.style"),
    (labelled(field(custom_id=None)), "data.components.0.component.custom_id"),
    (labelled(field(max_length=4001)), "data.components.0.component.max_length"),
    (labelled(field(min_length=5, max_length=4)), "data.components.0.component.min_length"),
    (labelled(field(value="x" * 5, max_length=4)), "data.components.0.component.value"),
    (labelled(field(placeholder="x" * 101)), "data.components.0.component.placeholder"),
    (labelled(UPLOAD | {"max_values": 11}), "data.components.0.component.max_values"),
    (labelled(UPLOAD | {"min_values": -1}), "data.components.0.component.min_values"),
    (
        MODAL | {"components": [{"type": 18, "label": "L", "component": field()}] * 2},
        "data.components",
    ),
]


def options(*given: Json) -> Json:
    return chat(options=list(given))


BAD_COMMANDS: list[tuple[Json, str]] = [
    (chat("Paint"), "name"),
    (chat("two words"), "name"),
    (chat("x" * 33), "name"),
    (chat(""), "name"),
    (chat("emoji🎨"), "name"),
    (chat(description=""), "description"),
    (chat(description="x" * 101), "description"),
    (chat(description=None), "description"),
    (chat(type=9), "type"),
    (chat(name_localizations={"xx": "y"}), "name_localizations.xx"),
    (chat(name_localizations={"de": "Malen"}), "name_localizations.de"),
    (chat(description_localizations={"de": "x" * 101}), "description_localizations.de"),
    (chat(contexts=[]), "contexts"),
    (chat(contexts=[3]), "contexts.0"),
    (chat(integration_types=[0, 0]), "integration_types.1"),
    (chat(default_member_permissions="lots"), "default_member_permissions"),
    (chat(nsfw="no"), "nsfw"),
    ({"name": "Look", "type": 3, "description": "x"}, "description"),
    ({"name": "Look", "type": 2, "options": [option()]}, "options"),
    (options(option("a"), option("b", required=True)), "options.1"),
    (options(option("a"), option("a")), "options.1.name"),
    (options(*[option(f"o{n}") for n in range(26)]), "options"),
    (options(option("Size")), "options.0.name"),
    (options(option(description="")), "options.0.description"),
    (options(option(type=12)), "options.0.type"),
    (options(option(min_value=5, max_value=4)), "options.0.max_value"),
    (options(option(min_length=5)), "options.0.min_length"),
    (options(option(type=3, max_length=6001)), "options.0.max_length"),
    (options(option(type=7, channel_types=[99])), "options.0.channel_types.0"),
    (options(option(type=11, autocomplete=True)), "options.0.autocomplete"),
    (options(option(choices=[{"name": "a"}])), "options.0.choices.0.value"),
    (options(option(choices=[{"name": "a", "value": "a"}])), "options.0.choices.0.value"),
    (options(option(choices=[{"name": "", "value": 1}])), "options.0.choices.0.name"),
    (
        options(option(choices=[{"name": str(n), "value": n} for n in range(26)])),
        "options.0.choices",
    ),
    (
        options(option(autocomplete=True, choices=[{"name": "a", "value": 1}])),
        "options.0.choices",
    ),
    (options({"type": 1, "name": "sub", "description": "S"}, option()), "options"),
    (options(option(options=[option()])), "options.0.options"),
    (
        options(
            *[
                option(
                    f"o{n}",
                    type=3,
                    choices=[{"name": f"{n}-{c}" + "n" * 8, "value": "v" * 6} for c in range(25)],
                )
                for n in range(25)
            ]
        ),
        "",
    ),
]


def place_of(body: Json) -> str:
    """The way through `errors` to the field that was refused."""
    at, way = body["errors"], []
    while "_errors" not in at:
        [key] = at
        way.append(key)
        at = at[key]
    [problem] = at["_errors"]
    assert problem["code"].isupper()
    assert problem["message"]
    return ".".join(way)


def test_there_are_enough() -> None:
    assert len(BAD_MESSAGES) + len(BAD_MODALS) + len(BAD_COMMANDS) >= 60


@pytest.mark.parametrize("payload", GOOD_MESSAGES)
async def test_what_they_are_changes_of_is_accepted(api: Api, payload: Json) -> None:
    status, body = await api("POST", api.messages, json=payload)
    assert status == 200, body


@pytest.mark.parametrize(("payload", "place"), BAD_MESSAGES)
async def test_messages(api: Api, payload: Json, place: str) -> None:
    status, body = await api("POST", api.messages, json=payload)
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    assert place_of(body) == place
    assert api.sandbox.client.messages() == []


async def interact(api: Api, kind: int, data: Any) -> tuple[int, Any]:
    """Answer a slash command that has just been used."""
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


@pytest.mark.parametrize(("payload", "place"), BAD_MODALS)
async def test_modals(api: Api, payload: Json, place: str) -> None:
    status, body = await interact(api, 9, payload)
    assert (status, body["code"]) == (400, 50035)
    assert place_of(body) == place


@pytest.mark.parametrize(
    ("kind", "data", "place"),
    [
        (8, {"choices": [{"name": str(n), "value": n} for n in range(26)]}, "data.choices"),
        (8, {"choices": [{"name": "x" * 101, "value": 1}]}, "data.choices.0.name"),
        (8, {"choices": [{"name": "x", "value": "1"}]}, "data.choices.0.value"),
        (8, {"choices": {}}, "data.choices"),
        (1, None, "type"),
        (6, None, "type"),
        (7, {"content": "x"}, "type"),
        (99, None, "type"),
        (4, "x", "data"),
        (4, {"content": "x" * 2001}, "content"),
    ],
)
async def test_callbacks(api: Api, kind: int, data: Any, place: str) -> None:
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
    long = form({"attachments": [{"id": 0, "description": "x" * 1025}]}, ("a.gif", PIXEL))
    status, body = await api("POST", api.messages, data=long)
    assert place_of(body) == "attachments.0.description"
    eleven = form({"content": "x"}, *[(f"{n}.gif", PIXEL) for n in range(11)])
    assert (await api("POST", api.messages, data=eleven))[0] == 413
    large = form({"content": "x"}, ("a.bin", b"\0" * (10 * 1024 * 1024 + 1)))
    status, body = await api("POST", api.messages, data=large)
    assert (status, body["code"]) == (413, 40005)


async def test_edits_keep_to_the_generation_of_the_message(api: Api) -> None:
    _, plain = await api("POST", api.messages, json={"content": "x"})
    one = f"{api.messages}/{plain['id']}"
    status, body = await api("PATCH", one, json=v2(text()))
    assert (status, place_of(body)) == (400, "content")
    assert (await api("PATCH", one, json=v2(text(), content=None)))[0] == 200
    status, body = await api("PATCH", one, json={"content": "back", "components": []})
    assert (status, place_of(body)) == (400, "content")
    status, body = await api("PATCH", one, json={"components": []})
    assert (status, body["code"]) == (400, 50006)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1", 404, 10003),
        ("POST", "/channels/1/messages", 404, 10003),
        ("GET", "/channels/{elsewhere}/messages", 403, 50001),
        ("GET", "/channels/{general}/messages/1", 404, 10008),
        ("PATCH", "/channels/{general}/messages/1", 404, 10008),
        ("DELETE", "/channels/{general}/messages/1", 404, 10008),
        ("GET", "/channels/abc", 400, 50035),
        ("GET", "/guilds/1", 404, 10004),
        ("GET", "/guilds/{guild}/members/1", 404, 10013),
        ("GET", "/users/1", 404, 10013),
        ("GET", "/applications/1/commands", 403, 20012),
        ("DELETE", "/channels/{general}", 403, 50013),
        ("PATCH", "/channels/{direct}", 403, 50003),
        ("POST", "/channels/{thread}/threads", 400, 50024),
        ("POST", "/channels/{general}/messages/1/threads", 404, 10008),
        ("POST", "/webhooks/{application}/nothing", 404, 10015),
        ("PATCH", "/webhooks/{application}/nothing/messages/@original", 404, 10015),
        ("POST", "/interactions/1/nothing/callback", 404, 10062),
        ("GET", "/stickers/1", 404, 0),
        ("PUT", "/users/@me", 405, 0),
    ],
)
async def test_what_is_not_there_or_not_allowed(
    api: Api, method: str, path: str, status: int, code: int
) -> None:
    client = api.sandbox.client
    places = {
        "general": client.general,
        "elsewhere": client.elsewhere,
        "direct": client.direct,
        "thread": client.thread,
        "guild": client.guild,
        "application": api.sandbox.state.application_id,
    }
    found, body = await api(method, path.format(**places), json={"type": 5, "name": "x"})
    assert (found, body["code"]) == (status, code)


KEYS = (
    "type components component accessory items media url file options label value custom_id "
    "style content id emoji min_values default"
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=3) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=6)
    ),
    max_leaves=25,
)
EMBED_KEYS = ("title", "footer", "author", "fields", "image", "url")


def refusal_of(action: Callable[[], object]) -> ApiError | None:
    try:
        action()
    except ApiError as error:
        return error
    return None


@given(st.lists(JSON, max_size=3), st.booleans())
def test_no_components_break_the_check(components: list[Any], v2_layout: bool) -> None:
    for check in (partial(check_components, v2=v2_layout), partial(check_modal, path=[])):
        error = refusal_of(lambda check=check: check(components))  # type: ignore[misc] # bound now
        if error is None:
            error = refusal_of(lambda: complete_components(components, lambda _: None))
        assert error is None or error.code == 50035


@given(st.dictionaries(st.sampled_from(EMBED_KEYS), JSON))
def test_no_embed_breaks_the_check(given_embed: Json) -> None:
    error = refusal_of(lambda: check_embeds([FieldValidator(given_embed, ["embeds", 0])]))
    assert error is None or error.code == 50035
