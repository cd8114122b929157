"""The HTTP interface of the page, and its access checks."""

import asyncio
import io
import json
import math
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.model.uploads import Upload
from sandbox.model.waiting import wait_for_answer
from tests.support.sandbox.patient import PATIENCE
from tests.support.sandbox.sample_bot import SampleBot
from tests.support.sandbox.server import Sandbox


class Page:
    """Requests of the page."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.headers = {"X-Sandbox-Key": sandbox.page_key}

    async def get_state(self) -> Any:
        async with self.session.get(self.url("state"), headers=self.headers) as answer:
            return await answer.json()

    async def act(self, path: str, **more: Any) -> tuple[int, Any]:
        async with self.session.post(self.url(path), headers=self.headers, **more) as answer:
            return answer.status, await answer.json()

    def url(self, path: str) -> str:
        return f"{self.sandbox.base_url}/page/api/{path}"


@pytest.fixture
async def page(sandbox: Sandbox) -> AsyncIterator[Page]:
    async with aiohttp.ClientSession() as session:
        yield Page(sandbox, session)


async def status_of(page: Page, address: str, **headers: str) -> int:
    async with page.session.get(address, headers=headers) as answer:
        return answer.status


async def test_the_page_needs_its_key(page: Page) -> None:
    base = page.sandbox.base_url
    assert await status_of(page, page.sandbox.page_url) == 200
    assert await status_of(page, base + "/") == 403
    assert await status_of(page, base + "/?key=wrong") == 403
    assert await status_of(page, page.url("state")) == 403
    assert await status_of(page, page.url("events")) == 403
    assert await status_of(page, page.url("events") + "?key=wrong") == 403
    async with page.session.post(page.url("post"), json={}) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", ["", "/api/v10/users/@me", "/gateway", "/page/style.css"])
async def test_other_hosts_and_origins_are_refused(page: Page, path: str) -> None:
    address = page.sandbox.base_url + path
    assert await status_of(page, address, Host="evil.example") == 421
    assert await status_of(page, address, Origin="http://evil.example") == 403
    assert await status_of(page, address, Origin="null") == 403


async def test_our_own_origin_is_accepted(page: Page) -> None:
    assert await status_of(page, page.sandbox.page_url, Origin=page.sandbox.base_url) == 200


async def test_the_page_runs_nothing_but_its_own_files(page: Page) -> None:
    async with page.session.get(page.sandbox.page_url) as answer:
        policy = answer.headers["Content-Security-Policy"]
        text = await answer.text()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in text
    assert "style=" not in text
    assert "http" not in text


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.1", "::", "localhost.evil", ""])  # noqa: S104
def test_only_loopback(host: str) -> None:
    with pytest.raises(ValueError, match="listens on loopback only"):
        Sandbox(host=host)


async def test_other_addresses_need_configured_names() -> None:
    async with (
        Sandbox(host="0.0.0.0", names=["chat.test"]) as sandbox,  # noqa: S104 (told to)
        aiohttp.ClientSession() as session,
    ):
        assert sandbox.page_url.startswith("http://chat.test:")
        port = sandbox.base_url.rpartition(":")[2]
        for name, status in {"chat.test": 200, "127.0.0.1": 200, "other.test": 421}.items():
            address = f"http://127.0.0.1:{port}/?key={sandbox.page_key}"
            async with session.get(address, headers={"Host": f"{name}:{port}"}) as answer:
                assert answer.status == status


async def test_a_taken_port_is_an_error(sandbox: Sandbox) -> None:
    port = int(sandbox.base_url.rpartition(":")[2])
    with pytest.raises(OSError, match="in use"):
        async with Sandbox(port):
            pass


@pytest.mark.usefixtures("bot")
async def test_a_page_can_do_what_a_person_does(page: Page) -> None:
    channel = str(page.sandbox.client.general)
    slash = {"channel_id": channel, "name": "paint", "values": {"colour": "blue"}}
    async with page.session.ws_connect(
        f"{page.url('events')}?key={page.sandbox.page_key}"
    ) as events:
        status, created = await page.act("slash", json=slash)
        assert status == 200
        message = await wait_for_event(events, "message", lambda m: not m["message"]["flags"] & 128)
        shown = message["message"]
        assert shown["used"]["title"] == "/paint"
        _, answer = await page.act(
            "autocomplete",
            json={**slash, "values": {"colour": "gr"}, "focused": "colour"},
        )
        assert [choice["name"] for choice in answer["choices"]] == ["Green", "Grey"]
        await page.act("component", json={"message_id": shown["id"], "custom_id": "rename"})
        opened = await wait_for_event(events, "interaction", lambda e: e["interaction"]["modal"])
        form = aiohttp.FormData()
        labels = opened["interaction"]["modal"]["components"]
        fields = [label["component"]["custom_id"] for label in labels]
        entries = {fields[0]: "Sky", fields[1]: ["Small"]}
        payload = {"interaction_id": opened["interaction"]["id"], "entries": entries}
        form.add_field("payload_json", json.dumps(payload))
        form.add_field(f"{fields[2]}#0", b"one", filename="a.txt")
        assert (await page.act("modal", data=form))[0] == 200
        message = await wait_for_event(events, "message", lambda m: m["message"]["flags"] & 64)
        assert message["message"]["content"] == "Sky, Small, ['one']"
        await page.act("dismiss", json={"message_id": message["message"]["id"]})
        await wait_for_event(events, "delete", lambda e: e["id"] == message["message"]["id"])
    state = await page.get_state()  # what a reload shows
    assert [m["id"] for m in state["messages"]] == [shown["id"]]
    assert created["id"]
    assert {command["name"] for command in state["commands"][channel]} >= {"paint", "Count words"}


@pytest.mark.usefixtures("bot")
async def test_the_notice_of_a_failure_stays_until_it_is_dismissed(page: Page) -> None:
    command = {"channel_id": str(page.sandbox.client.general), "name": "silent"}
    _, created = await page.act("slash", json=command)
    state = page.sandbox.state
    assert [notice["stage"] for notice in (await page.get_state())["interactions"]] == ["waiting"]
    page.sandbox.clock.advance(PATIENCE)
    await wait_for_answer(state, int(created["id"]), 300)
    assert [notice["stage"] for notice in (await page.get_state())["interactions"]] == ["failed"]
    await page.act("dismiss", json={"interaction_id": created["id"]})
    assert (await page.get_state())["interactions"] == []


@pytest.mark.parametrize(
    ("path", "payload", "sentence"),
    [
        ("post", {"channel_id": "1", "text": "x"}, "That channel does not exist."),
        ("slash", {"name": "nope", "values": {}}, "No command here is called 'nope'."),
        ("slash", {"name": "paint", "values": {}}, "The option colour is required."),
        ("slash", {"name": "paint", "values": {"no": "x"}}, "There is no option no."),
        (
            "post",
            {"channel_id": "x", "text": "x"},
            "Expected `int`, got `str` - at `$.channel_id`.",
        ),
        ("component", {"message_id": "1", "custom_id": "x"}, "That message is no longer there."),
        ("modal", {"interaction_id": "1", "entries": {}}, "That form is no longer open."),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_impossible_actions_are_explained_in_a_sentence(
    page: Page, path: str, payload: dict[str, Any], sentence: str
) -> None:
    payload = {"channel_id": str(page.sandbox.client.general), **payload}
    assert await page.act(path, json=payload) == (400, {"error": sentence})


async def wait_for_event(events: Any, kind: str, wanted: Any) -> Any:
    while True:
        event = json.loads((await events.receive(timeout=300)).data)
        if event["type"] == kind and wanted(event):
            return event


async def test_texts_of_commands_are_in_the_language_of_the_person(
    page: Page, bot: SampleBot
) -> None:
    def text(name: str, english: str, german: str) -> dict[str, Any]:
        return {name: english, f"{name}_localizations": {"de": german}}

    choice = {**text("name", "Red", "Rot"), "value": "red"}
    option = {"type": 3, "name": "colour", **text("description", "Which one", "Welche")}
    dye = {"name": "dye", **text("description", "Dye", "F\xe4rben")}
    press = {"type": 3, **text("name", "Press", "Pressen")}
    payload: Any = [{**dye, "options": [{**option, "choices": [choice]}]}, press]
    await bot.http.bulk_upsert_global_commands(bot.application_id or 0, payload)
    client = page.sandbox.client
    for locale, texts in {
        "fr": ["Dye", "Which one", "Red", "Press"],
        "de": ["F\xe4rben", "Welche", "Rot", "Pressen"],
    }.items():
        page.sandbox.world.change_user(client.me, locale=locale)
        shown, menu = (await page.get_state())["commands"][str(client.general)]
        [colour] = shown["options"]
        [red] = colour["choices"]
        assert [
            *(each["description"] for each in (shown, colour)),
            red["label"],
            menu["label"],
        ] == texts
        named = [shown["name"], shown["label"], colour["label"], red["value"], menu["name"]]
        assert named == ["dye", "dye", "colour", "red", "Press"]


async def test_a_page_can_act_for_any_person(page: Page, bot: SampleBot) -> None:
    client = page.sandbox.client
    state = await page.get_state()
    personas = {persona["name"]: persona for persona in state["personas"]}
    assert list(personas) == ["You", "Member", "Newcomer"]
    assert [persona["manages"] for persona in personas.values()] == [True, False, False]
    assert [persona["installed"] for persona in personas.values()] == [True, True, False]
    general = str(client.general)
    names = {command["name"] for command in state["commands"][general]}
    page.headers["X-Sandbox-User"] = personas["Member"]["id"]
    state = await page.get_state()
    assert state["you"]["name"] == "Member"
    assert names - {command["name"] for command in state["commands"][general]} == {"setup"}
    assert str(client.direct) not in {channel["id"] for channel in state["channels"]}
    status, answer = await page.act("slash", json={"channel_id": general, "name": "setup"})
    assert (status, answer["error"]) == (400, "You do not have permission to use setup here.")
    assert (await page.act("post", json={"channel_id": general, "text": "hi"}))[0] == 200
    assert client.messages()[-1]["author"]["id"] == personas["Member"]["id"]
    for wrong in ("1", "x", str(bot.application_id)):
        page.headers["X-Sandbox-User"] = wrong
        async with page.session.get(page.url("state"), headers=page.headers) as refused:
            assert refused.status == 403


async def test_a_page_receives_events_of_visible_channels(page: Page) -> None:
    client, world = page.sandbox.client, page.sandbox.world
    address = f"{page.url('events')}?key={page.sandbox.page_key}&user={client.member}"
    async with page.session.ws_connect(address) as events:
        await client.post_message("to myself", channel=client.direct)
        await client.post_message("to all")
        message = await wait_for_event(events, "message", lambda _: True)
        assert message["message"]["content"] == "to all"
        world.add_channel(client.guild, "daily")
        await wait_for_event(events, "places", lambda _: True)


async def test_faults_from_the_panel(page: Page, bot: SampleBot) -> None:
    fault = {"kind": "500", "path": "/users/@me", "times": 2}
    status, state = await page.act("faults", json=fault)
    assert (status, state["faults"]) == (200, [fault | {"seconds": 1.0}])
    async with page.session.delete(page.url("faults"), headers=page.headers) as answer:
        assert (await answer.json())["faults"] == []
    for wrong in (
        {"kind": "fire"},
        {"kind": "latency", "seconds": 100},
        {"kind": "latency", "seconds": "long"},
        {"kind": "500", "times": 0},
        {"kind": "500", "times": True},
        {"kind": "500", "path": 7},
    ):
        status, answer_json = await page.act("faults", json=wrong)
        assert status == 400
        assert answer_json["error"]
    before = page.sandbox.gateway.sessions
    assert (await page.act("gateway", json={"do": "drop"}))[0] == 200
    await asyncio.wait_for(bot.resumed.wait(), 300)
    assert page.sandbox.gateway.sessions == before
    assert (await page.act("gateway", json={"do": "lose-acks"}))[1]["acks_to_lose"] == 3
    assert (await page.act("gateway", json={"do": "invalidate"}))[0] == 200
    await asyncio.wait_for(bot.connected_again.wait(), 300)
    assert (await page.act("gateway", json={"do": "explode"}))[0] == 400
    async with page.session.get(page.url("faults")) as refused:
        assert refused.status == 403


async def test_every_start_has_its_own_key() -> None:
    assert Sandbox().page_key != Sandbox().page_key
    assert len(Sandbox().page_key) >= 32


async def test_another_site_cannot_listen(page: Page) -> None:
    address = f"{page.url('events')}?key={page.sandbox.page_key}"
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await page.session.ws_connect(address, origin="http://evil.example")


async def test_what_a_page_sends_is_bounded(page: Page) -> None:
    said = {"channel_id": str(page.sandbox.client.general), "text": "x"}
    long = io.BytesIO(json.dumps({**said, "text": "x" * 2 * 1024 * 1024}).encode())
    assert (await page.act("post", data=long))[0] == 413
    form = aiohttp.FormData({"payload_json": json.dumps(said)})
    large = io.BytesIO(bytes(10 * 1024 * 1024 + 1))
    form.add_field("files[0]", large, filename="large.bin")
    assert (await page.act("post", data=form))[0] == 413
    many = aiohttp.FormData({"payload_json": json.dumps(said)})
    for number in range(11):
        many.add_field(f"files[{number}]", b"x", filename="x")
    assert (await page.act("post", data=many))[0] == 413
    assert page.sandbox.client.messages() == []


async def test_memory_is_bounded(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.chat.attachments.MAX_STORED_BYTES", 100)
    monkeypatch.setattr("sandbox.model.state.MAX_MESSAGES", 3)
    for number in range(5):
        upload = Upload(f"{number}.bin", bytes(40))
        await page.sandbox.client.post_message(str(number), [upload])
    kept = page.sandbox.client.messages()
    assert [message["content"] for message in kept] == ["2", "3", "4"]
    found = [await status_of(page, m["attachments"][0]["url"]) for m in kept]
    assert found == [404, 200, 200]  # the oldest files were dropped


@pytest.mark.usefixtures("bot")
async def test_a_command_on_a_person(page: Page) -> None:
    client = page.sandbox.client
    payload = {"channel_id": str(client.general), "user_id": str(client.member), "name": "Greet"}
    assert (await page.act("user-command", json=payload))[0] == 200
    await client.wait_for_message(lambda m: f"<@{client.member}>" in m["content"])
    wrong = {**payload, "name": "Shout"}
    status, answer = await page.act("user-command", json=wrong)
    assert (status, answer) == (400, {"error": "No command here is called 'Shout'."})


async def test_the_clock_moves_forward_for_all_pages(page: Page, clock: Any) -> None:
    address = f"{page.url('events')}?key={page.sandbox.page_key}"
    async with page.session.ws_connect(address) as events:
        assert await page.act("clock", json={"seconds": 900}) == (200, {"now": clock.now + 900})
        assert (await wait_for_event(events, "clock", lambda _: True))["now"] == clock.now + 900
    assert (await page.get_state())["now"] == clock.now + 900
    for wrong in (-1, 31 * 86_400 + 1, "soon", math.nan, None, True):
        assert (await page.act("clock", json={"seconds": wrong}))[0] == 400
    async with page.session.post(page.url("clock"), json={"seconds": 1}) as refused:
        assert refused.status == 403


async def test_a_page_receives_typing_events_of_visible_channels(
    page: Page, bot: SampleBot
) -> None:
    client = page.sandbox.client
    address = f"{page.url('events')}?key={page.sandbox.page_key}&user={client.member}"
    async with page.session.ws_connect(address) as events:
        for channel in (client.direct, client.general):  # the first is not theirs
            place = await bot.fetch_channel(channel)
            assert isinstance(place, discord.abc.Messageable)
            await place.typing()
        typing = await wait_for_event(events, "typing", lambda _: True)
        assert typing["channel_id"] == str(client.general)
        assert typing["user"]["name"] == "Painter"
