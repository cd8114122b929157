"""Activities: the entry point command, codes and tokens, instances, the page and the proxy."""

from typing import Any

import aiohttp
import pytest

from sandbox.model.errors import ActionError
from sandbox.model.events import ActivityLaunched, Event, ParticipantsChanged
from sandbox.model.records import InteractionType
from tests.support.sandbox.api import Api, chat
from tests.support.sandbox.server import Sandbox

ENTRY = {"type": 4, "name": "Launch it", "description": "Start"}


async def trade(api: Api, **changes: str) -> tuple[int, Any]:
    """The answer to a code, with changed fields of the form."""
    sandbox = api.sandbox
    form = {
        "client_id": str(sandbox.state.application_id),
        "client_secret": sandbox.client_secret,
        "grant_type": "authorization_code",
        "code": sandbox.activities.authorize(sandbox.client.me, sandbox.state.application_id),
    }
    return await api("POST", "/oauth2/token", data=form | changes)


def instance_path(api: Api, instance: str) -> str:
    return f"/applications/{api.sandbox.state.application_id}/activity-instances/{instance}"


@pytest.mark.wrong_requests
async def test_the_entry_point_is_not_lost_by_overwriting(api: Api) -> None:
    status, entry = await api("POST", api.commands, json=ENTRY)
    assert (status, entry["type"], entry["handler"]) == (201, 4, 1)
    status, body = await api("PUT", api.commands, json=[chat()])
    assert (status, body["code"]) == (400, 50240)
    assert [each["name"] for each in (await api("GET", api.commands))[1]] == ["Launch it"]
    kept = {**ENTRY, "id": entry["id"], "handler": 2}
    status, listed = await api("PUT", api.commands, json=[chat(), kept])
    assert status == 200
    assert {each["name"]: each["id"] for each in listed}["Launch it"] == entry["id"]
    assert [each["handler"] for each in listed if each["type"] == 4] == [2]
    assert (await api("DELETE", f"{api.commands}/{entry['id']}"))[0] == 204
    assert (await api("PUT", api.commands, json=[chat()]))[0] == 200


@pytest.mark.wrong_requests
@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ([ENTRY, {**ENTRY, "name": "another"}], 30032),
        ([{**ENTRY, "handler": 3}], 50035),
        ([{**ENTRY, "options": [{"type": 3, "name": "a", "description": "b"}]}], 50035),
    ],
)
async def test_a_wrong_entry_point_is_refused(api: Api, payload: Any, code: int) -> None:
    status, body = await api("PUT", api.commands, json=payload)
    assert (status, body["code"]) == (400, code)


async def test_a_code_becomes_the_token_of_its_person(api: Api) -> None:
    status, answer = await trade(api)
    assert (status, answer["token_type"], answer["scope"]) == (200, "Bearer", "identify")
    headers = {"Authorization": f"Bearer {answer['access_token']}"}
    async with api.session.get(f"{api.sandbox.api_base}/users/@me", headers=headers) as me:
        assert (await me.json())["id"] == str(api.sandbox.client.me)
    headers = {"Authorization": f"Bearer {answer['access_token'][:-1]}"}
    async with api.session.get(f"{api.sandbox.api_base}/users/@me", headers=headers) as nobody:
        assert nobody.status == 401
    assert (await api("GET", "/users/@me"))[1]["bot"]


@pytest.mark.wrong_requests
async def test_codes_are_refused(api: Api) -> None:
    state, activities = api.sandbox.state, api.sandbox.activities
    code = activities.authorize(api.sandbox.client.me, state.application_id)
    assert (await trade(api, code=code))[0] == 200
    foreign = activities.authorize(api.sandbox.client.me, state.application_id + 1)
    for wrong in (code, foreign, "unknown"):
        status, body = await trade(api, code=wrong)
        assert (status, body["error"]) == (400, "invalid_grant")
    for name in ("client_id", "client_secret"):
        status, body = await trade(api, **{name: "1"})
        assert (status, body["error"]) == (401, "invalid_client")
    status, body = await trade(api, grant_type="password")
    assert (status, body["error"]) == (400, "unsupported_grant_type")


async def test_an_instance_lasts_while_somebody_is_in_it(api: Api) -> None:
    client, activities = api.sandbox.client, api.sandbox.activities
    here, there = client.general, client.direct
    instance = activities.launch(client.me, here)
    assert activities.launch(client.member, here) is instance
    assert activities.launch(client.me, there) is not instance
    status, found = await api("GET", instance_path(api, instance.id))
    assert (status, found["users"]) == (200, [str(client.me), str(client.member)])
    assert (found["location"]["kind"], found["location"]["channel_id"]) == ("gc", str(here))
    for person in (client.me, client.me, client.member):
        activities.leave(person, instance.id)
    assert await api("GET", instance_path(api, instance.id)) == (
        404,
        {"message": "404: Not Found", "code": 0},
    )
    assert activities.launch(client.me, here).id != instance.id
    [direct] = [each for each in activities.running if each.channel.id == there]
    _, found = await api("GET", instance_path(api, direct.id))
    assert found["location"] == {"id": f"pc-{there}", "kind": "pc", "channel_id": str(there)}


@pytest.mark.wrong_requests
async def test_instances_belong_to_their_application(api: Api) -> None:
    path = f"/applications/{api.sandbox.state.application_id + 1}/activity-instances/i-1"
    status, body = await api("GET", path)
    assert (status, body["code"]) == (403, 20012)
    assert (await api("GET", instance_path(api, "i-1"), token="wrong"))[0] == 401  # noqa: S106


async def test_a_launch_names_its_instance(api: Api) -> None:
    await api("POST", api.commands, json=chat())
    sandbox, happened = api.sandbox, list[Event]()
    sandbox.state.subscribe(happened.append)
    used = sandbox.actions.slash(sandbox.client.me, sandbox.client.general, "paint", {})
    path = f"/interactions/{used.id}/{used.token}/callback?with_response=true"
    status, answer = await api("POST", path, json={"type": 12})
    [instance] = sandbox.activities.running
    assert status == 200
    assert answer["resource"] == {"type": 12, "activity_instance": {"id": instance.id}}
    assert answer["interaction"]["activity_instance_id"] == instance.id
    here = sandbox.client.general
    assert ActivityLaunched(sandbox.client.me, instance.id, here, None) in happened
    assert ParticipantsChanged(instance.id) in happened


@pytest.mark.parametrize("handler", [1, 2])
async def test_the_entry_point_is_answered_by_the_bot_or_by_discord(api: Api, handler: int) -> None:
    await api("POST", api.commands, json={**ENTRY, "handler": handler})
    sandbox = api.sandbox
    sandbox.actions.launch(sandbox.client.me, sandbox.client.general, "Launch it")
    asked = list(sandbox.state.interactions.values())
    if handler == 2:
        assert len(sandbox.activities.running) == 1
        assert asked == []
    else:
        assert sandbox.activities.running == ()
        assert [(each.type, each.data["type"]) for each in asked] == [(InteractionType.COMMAND, 4)]


async def test_only_those_in_an_instance_authorise_in_it(sandbox: Sandbox) -> None:
    me, member, here = sandbox.client.me, sandbox.client.member, sandbox.client.general
    sandbox.actions.follow_link(me, here, "daily-mini")
    [instance] = sandbox.activities.running
    application = sandbox.state.application_id
    token = sandbox.activities.trade(sandbox.actions.authorize(me, instance.id, application))
    assert token is not None
    assert sandbox.activities.owner_of(token) == sandbox.state.users[me]
    with pytest.raises(ActionError, match="not in that activity"):
        sandbox.actions.authorize(member, instance.id, application)
    sandbox.actions.leave(me, instance.id)
    with pytest.raises(ActionError, match="not in that activity"):
        sandbox.actions.authorize(me, instance.id, application)


async def test_the_page_hears_of_launches_and_logs_in_by_its_own_token(sandbox: Sandbox) -> None:
    headers = {"X-Sandbox-Key": sandbox.page_key}
    events = f"{sandbox.base_url}/page/api/events?key={sandbox.page_key}"
    me, member, here = sandbox.client.me, sandbox.client.member, sandbox.client.general
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.ws_connect(events) as socket,
    ):

        async def act(name: str, **payload: str) -> tuple[int, Any]:
            address = f"{sandbox.base_url}/page/api/{name}"
            async with session.post(address, json=payload) as answer:
                return answer.status, await answer.json()

        await act("follow-link", channel_id=str(here), custom_id="daily-mini")
        launched = await socket.receive_json()
        assert (launched["type"], launched["custom_id"]) == ("activity", "daily-mini")
        assert launched["origin"] == sandbox.activity_origin
        assert (await socket.receive_json())["type"] == "participants"
        instance = launched["instance_id"]
        application = str(sandbox.state.application_id)
        _, given = await act("authorize", client_id=application, instance_id=instance)
        token = sandbox.activities.trade(given["code"])
        status, shown = await act("authenticate", access_token=str(token))
        assert (status, shown["user"]["id"]) == (200, str(me))
        foreign = sandbox.activities.trade(sandbox.activities.authorize(member, int(application)))
        assert (await act("authenticate", access_token=str(foreign)))[0] == 400
        await act("leave", instance_id=instance)
        assert (await socket.receive_json())["participants"] == []


async def test_the_proxy_serves_its_relay_and_nothing_without_a_page(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession(sandbox.activity_origin) as session:
        for path, status in (
            ("/.relay/frame.html", 200),
            ("/.relay/relay.js", 200),
            ("/.relay/nothing.js", 404),
            ("/.relay/..%2Fapi.py", 404),
            ("/", 404),
        ):
            async with session.get(path) as answer:
                assert answer.status == status, path
        async with session.get("/.relay/frame.html") as answer:
            policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert f"frame-ancestors {sandbox.activity_origin}" in policy
    async with aiohttp.ClientSession() as session, session.get(sandbox.page_url) as answer:
        assert f"frame-src {sandbox.activity_origin};" in answer.headers["Content-Security-Policy"]
