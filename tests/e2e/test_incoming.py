"""Interactions that cannot be parsed, or are of another version: each is answered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeAlias

import pytest

from bot.answering import command_tree, router
from sandbox.api.gateway import Gateway
from sandbox.model.records import Interaction
from sandbox.model.uploads import Upload
from sandbox.model.waiting import wait_for_answer
from tests.support.chat.playing import button, opened
from tests.support.sandbox.client import TIMEOUT_SECONDS
from tests.support.sandbox.server import Sandbox
from texts.problems import OTHER_VERSION, UNEXPECTED

Act: TypeAlias = Callable[[], Interaction]
"""Does something that the bot has to answer."""


async def command(chat: Sandbox) -> Act:
    client = chat.client
    return lambda: chat.actions.slash(client.me, client.general, "privacy", {})


async def message_command(chat: Sandbox) -> Act:
    client = chat.client
    file = Upload("nothing.txt", b"nothing")
    message = await client.post_message("nothing to solve", [file])
    forwarded = await client.post_message("", forwards=message)
    message = await client.post_message("nor here", answers=forwarded)
    name = next(each for each in client.commands() if "Slitherlink" in each)
    return lambda: chat.actions.message_command(client.me, int(message["id"]), name)


async def press(chat: Sandbox) -> Act:
    board = await opened(chat)
    message, custom_id = int(board.message["id"]), button(board, "up")
    return lambda: chat.actions.component(chat.client.me, message, custom_id)


async def choice(chat: Sandbox) -> Act:
    panel = await chat.client.slash("setup")
    message = int(panel.message["id"])
    return lambda: chat.actions.component(
        chat.client.me, message, "ouro:setup:solves", ["managers"]
    )


@pytest.fixture(autouse=True)
def _no_other_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for a bot of another version."""
    for module in (router, command_tree):
        monkeypatch.setattr(module, "HANDOVER_SECONDS", 0)


@contextmanager
def sending(gateway: Gateway, change: Callable[[Any], list[Any]]) -> Iterator[None]:
    """Send what `change` makes of the data of interactions."""

    def altered(name: str, data: Any) -> list[Any]:
        return change(data) if name == "INTERACTION_CREATE" else [data]

    with gateway.altering(altered):
        yield


async def end_of(chat: Sandbox, number: int) -> Interaction:
    """An interaction that was answered, or to which nobody responded in time."""
    return await wait_for_answer(chat.state, number, TIMEOUT_SECONDS)


async def test_what_another_version_offered_is_refused(chat: Sandbox) -> None:
    """A command, a choice of a command, a button and a value of a menu."""

    def changed(**changes: Any) -> Callable[[Any], list[Any]]:
        return lambda sent: [{**sent, "data": {**sent["data"], **changes}}]

    theme = [{"type": 3, "name": "theme", "value": "neon"}]
    for kind, change in (
        (command, changed(name="gone")),
        (command, changed(name="setup", options=theme)),
        (press, changed(custom_id="ouro:gone:7")),
        (choice, changed(values=["neon"])),
    ):
        act = await kind(chat)
        with sending(chat.gateway, change):
            number = act().id
        answer = chat.state.messages[(await end_of(chat, number)).answer_id or 0]
        assert OTHER_VERSION.text in str(answer.components)
        assert answer.visible_to == chat.client.me


async def test_a_command_about_what_cannot_be_parsed_gets_a_sentence(chat: Sandbox) -> None:
    """Discord documents that a poll may have no end, and discord.py cannot parse it then."""
    poll: dict[str, Any] = {
        "question": {"text": "Which?"},
        "answers": [],
        "expiry": None,
        "allow_multiselect": False,
        "layout_type": 1,
    }
    act = await message_command(chat)

    def with_poll(sent: Any) -> list[Any]:
        for message in sent["data"]["resolved"]["messages"].values():
            message["poll"] = poll
        return [deepcopy(sent)]

    with sending(chat.gateway, with_poll):
        number = act().id
    answer = chat.state.messages[(await end_of(chat, number)).answer_id or 0]
    assert UNEXPECTED.text.partition(",")[0] in str(answer.components)
