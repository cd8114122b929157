"""Direct requests to the REST API: refusals, format of errors, and files after edits."""

from typing import Any

import pytest

from tests.support.sandbox.api import PIXEL, Api, chat, form, option

pytestmark = pytest.mark.wrong_requests


async def test_unknown_routes_are_never_answered_with_success(api: Api, caplog: Any) -> None:
    assert await api("GET", "/no/such/thing") == (404, {"message": "404: Not Found", "code": 0})
    assert "/no/such/thing" in caplog.text
    status, body = await api("PUT", "/users/@me")
    assert (status, body["code"]) == (405, 0)


@pytest.mark.parametrize("path", ["/users/@me", "/gateway/bot", "/applications/@me"])
async def test_the_token_is_needed(api: Api, path: str) -> None:
    status, body = await api("GET", path, token="wrong")  # noqa: S106 (that is the point)
    assert (status, body) == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await api("GET", path))[0] == 200


async def test_commands_can_be_registered_changed_and_removed(api: Api) -> None:
    status, first = await api("POST", api.commands, json=chat(options=[option()]))
    assert status == 201
    status, again = await api("POST", api.commands, json=chat(description="Other"))
    assert (status, again["id"]) == (200, first["id"])
    assert again["version"] != first["version"]
    one = f"{api.commands}/{first['id']}"
    status, edited = await api("PATCH", one, json={"description": "Third"})
    assert (status, edited["description"]) == (200, "Third")
    status, listed = await api("PUT", api.commands, json=[chat("draw"), chat()])
    assert [command["name"] for command in listed] == ["draw", "paint"]
    assert listed[1]["id"] == first["id"]
    assert (await api("DELETE", one))[0] == 204
    status, body = await api("GET", one)
    assert (status, body["code"]) == (404, 10063)
    assert [c["name"] for c in (await api("GET", api.commands))[1]] == ["draw"]


async def test_commands_of_a_server_are_separate(api: Api) -> None:
    guild = next(g for g in api.sandbox.state.guilds.values() if g.has_bot)
    there = f"/applications/{api.sandbox.state.application_id}/guilds/{guild.id}/commands"
    status, command = await api("POST", there, json=chat("local"))
    assert (status, command["guild_id"]) == (201, str(guild.id))
    assert (await api("GET", api.commands))[1] == []
    away = next(g for g in api.sandbox.state.guilds.values() if not g.has_bot)
    status, body = await api("GET", there.replace(str(guild.id), str(away.id)))
    assert (status, body["code"]) == (403, 50001)


async def test_an_upload_is_served_back(api: Api) -> None:
    payload = {
        "content": "look",
        "attachments": [{"id": 0, "filename": "my dots.gif", "description": "Dots"}],
    }
    status, message = await api("POST", api.messages, data=form(payload, ("x.gif", PIXEL)))
    assert status == 200
    attachment = message["attachments"][0]
    assert attachment["filename"] == "my_dots.gif"
    assert (attachment["width"], attachment["height"], attachment["size"]) == (7, 5, len(PIXEL))
    assert attachment["content_type"] == "image/gif"
    assert attachment["description"] == "Dots"
    async with api.session.get(attachment["url"]) as answer:
        assert await answer.read() == PIXEL
        assert answer.headers["Content-Type"] == "image/gif"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    async with api.session.get(attachment["url"].partition("?")[0]) as answer:
        assert answer.status == 404  # the address is signed


async def test_an_html_file_is_served_as_a_download(api: Api) -> None:
    data = form({"content": "x"}, ("a.html", b"<script>alert(1)</script>"))
    _, message = await api("POST", api.messages, data=data)
    async with api.session.get(message["attachments"][0]["url"]) as answer:
        assert answer.headers["Content-Disposition"] == "attachment"
        assert "sandbox" in answer.headers["Content-Security-Policy"]


async def test_edits_keep_replace_and_remove_files(api: Api) -> None:
    files = ("a.gif", PIXEL), ("b.gif", PIXEL)
    _, message = await api("POST", api.messages, data=form({"content": "x"}, *files))
    one = f"{api.messages}/{message['id']}"
    first, second = message["attachments"]

    _, kept = await api("PATCH", one, json={"content": "y"})
    assert kept["attachments"] == [first, second]
    assert kept["edited_timestamp"]

    _, fewer = await api("PATCH", one, json={"attachments": [{"id": second["id"]}]})
    assert fewer["attachments"] == [second]

    _, more = await api("PATCH", one, data=form({}, ("c.gif", PIXEL)))
    assert [a["filename"] for a in more["attachments"]] == ["b.gif", "c.gif"]

    replaced = form({"attachments": [{"id": 0}]}, ("d.gif", PIXEL))
    _, other = await api("PATCH", one, data=replaced)
    assert [a["filename"] for a in other["attachments"]] == ["d.gif"]

    _, none = await api("PATCH", one, json={"attachments": []})
    assert none["attachments"] == []


async def test_broken_bodies_are_refused(api: Api) -> None:
    half_a_character = rb'{"content": "\uD83D"}'
    for data in (b"{", b"[" * 100_000, b"\xff", half_a_character):
        headers_status, body = await api("POST", api.messages, data=data)
        assert (headers_status, body["code"]) == (400, 50109)
    status, body = await api("POST", api.messages, json=[1])
    assert (status, body["code"]) == (400, 50035)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"no boundary"),
        ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a'),
        ("multipart/form-data; boundary=b", b"--b\r\nno header\r\n\r\nx\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\nX: " + b"x" * 20_000 + b"\r\n\r\n--b--"),
        ("multipart/form-data; boundary=" + "b" * 100, b"x"),
    ],
)
@pytest.mark.filterwarnings("ignore::aiohttp.multipart.BadContentDispositionHeader")  # it is bad
async def test_broken_forms_are_refused(api: Api, kind: str, data: bytes) -> None:
    authorization = f"Bot {api.sandbox.token}"
    headers = {"Content-Type": kind, "Authorization": authorization}
    address = api.sandbox.api_base + api.messages
    async with api.session.post(address, data=data, headers=headers) as answer:
        assert answer.status == 400
        assert (await answer.json())["code"] in (50006, 50035)


async def test_listing_fetching_and_deleting_messages(api: Api) -> None:
    ids = [(await api("POST", api.messages, json={"content": str(i)}))[1]["id"] for i in range(5)]
    _, newest = await api("GET", api.messages + "?limit=2")
    assert [m["content"] for m in newest] == ["4", "3"]
    _, before = await api("GET", f"{api.messages}?before={ids[2]}")
    assert [m["content"] for m in before] == ["1", "0"]
    _, after = await api("GET", f"{api.messages}?after={ids[2]}&limit=1")
    assert [m["content"] for m in after] == ["3"]
    assert (await api("GET", api.messages + "?limit=101"))[0] == 400
    assert (await api("DELETE", f"{api.messages}/{ids[0]}"))[0] == 204
    status, body = await api("GET", f"{api.messages}/{ids[0]}")
    assert (status, body["code"]) == (404, 10008)


async def test_messages_of_others_cannot_be_edited(api: Api) -> None:
    said = await api.sandbox.client.post_message("mine")
    status, body = await api("PATCH", f"{api.messages}/{said['id']}", json={"content": "x"})
    assert (status, body["code"]) == (403, 50005)


async def test_direct_channels_are_opened_once(api: Api) -> None:
    other = api.sandbox.add_user("Other")
    _, first = await api("POST", "/users/@me/channels", json={"recipient_id": str(other)})
    _, again = await api("POST", "/users/@me/channels", json={"recipient_id": str(other)})
    assert first["id"] == again["id"]
    assert first["recipients"][0]["id"] == str(other)
    status, _ = await api("POST", "/users/@me/channels", json={"recipient_id": "1"})
    assert status == 400


async def test_a_message_with_an_enforced_nonce_is_made_once(api: Api) -> None:
    said = {"content": "hello", "nonce": "abc", "enforce_nonce": True}
    _, first = await api("POST", api.messages, json=said)
    _, again = await api("POST", api.messages, json=said | {"content": "once more"})
    assert (again["id"], again["content"]) == (first["id"], "hello")
    _, unasked = await api("POST", api.messages, json={"content": "hello", "nonce": "abc"})
    assert unasked["id"] != first["id"]
    api.sandbox.clock.advance(301)
    _, later = await api("POST", api.messages, json=said)
    assert later["id"] != first["id"]
