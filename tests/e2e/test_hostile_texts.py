"""Hostile texts in every input: answers contain no working mentions, markup, links or hidden
characters."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from bot.connection.client import use_api
from sandbox.api.inspection import Exchange, GatewayFrame
from sandbox.chat.options import Value
from sandbox.model.components import walk
from sandbox.model.uploads import Upload
from tests.support.chat.dailies import put_clock, wait_for_posts
from tests.support.chat.playing import press
from tests.support.chat.runner import Runner, serving_bot
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.client import Reply
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox

HOSTILE = (
    "@everyone @here",
    "<@&111111111111111111> <@222222222222222222> <#333333333333333333>",
    "</solve:444444444444444444> @\u200beveryone",
    "[click](http://evil.example)",
    "https://evil.example/a_b",
    "**evilbold** ~~gone~~ ||evilspoiler||",
    "`evilcode` ```evilblock```",
    "<t:1:R> <:face:555555555555555555> <https://evil.example>",
    "a\n# evilhead\n> evilquote\n- evilitem\n-# evilsmall",
    "gnp\u202elive\u2066\u200b\u200e",
    "\x1b[31mred\x07",
    "evil" * 5,
)
LONG = "**@everyone** <@&1> " * 295
BARE = re.compile(
    r"@(everyone|here)|(?<!\\)<(@&1|@2{18}|#3{18}|/solve:4|t:1:|:face|https?:)|(?<!\\)\[click|[a-z]+://evil|"
    r"(?<!\\)(\*\*|~~|\|\||`+)(evil|gone)|^(#|>|-|-#) evil|"
    r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]",
    re.MULTILINE,
)
"""Matches mentions, markup, links and control characters that no message may contain."""
PUZZLE = "3x3:3a3c3a3"


class MessageRecorder:
    """An inspector that records the messages that the bot sends."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def exchange(self, exchange: Exchange) -> None:
        """Record the message in a request, if there is one."""
        payload = json.loads(exchange.payload) if exchange.payload else None
        if isinstance(payload, dict):
            message = payload.get("data") if isinstance(payload.get("data"), dict) else payload
            assert isinstance(message, dict)
            if "components" in message and "custom_id" not in message:
                self.sent.append(message)

    def frame(self, frame: GatewayFrame) -> None:
        """Ignore frames."""


class RecordedChat(NamedTuple):
    """A chat with a bot, and the recorder of its messages."""

    sandbox: Sandbox
    recorder: MessageRecorder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def recorded_chat(
    tmp_path_factory: pytest.TempPathFactory, prepared_databases: PreparedDatabases
) -> AsyncIterator[RecordedChat]:
    """The chat that the tests share through `place`."""
    recorder, data = MessageRecorder(), tmp_path_factory.mktemp("watched")
    async with (
        patient_chat(inspector=recorder) as sandbox,
        serving_bot(sandbox, data, prepared_databases, person_pace=1000.0),
    ):
        yield RecordedChat(sandbox, recorder)


@pytest.fixture
def place(recorded_chat: RecordedChat, restored_addresses: None) -> Sandbox:  # noqa: ARG001
    """The shared chat with new people and servers, and an empty recorder."""
    use_api(recorded_chat.sandbox.api_base)
    recorded_chat.sandbox.create_defaults()
    recorded_chat.recorder.sent.clear()
    return recorded_chat.sandbox


@pytest.fixture
def recorder(recorded_chat: RecordedChat) -> MessageRecorder:
    """The recorder of that chat."""
    return recorded_chat.recorder


def texts_in(message: dict[str, Any]) -> Iterator[str]:
    """All texts of a message, also alt texts and file names."""
    for part in walk(message["components"]):
        for name in ("content", "label", "description", "placeholder"):
            if part.get(name):
                yield part[name]
        for item in part.get("items", ()):
            yield item.get("description") or ""
    yield from (file.get("filename", "") for file in message.get("attachments", ()))


def check(recorder: MessageRecorder, pinged: str | None = None) -> None:
    """Assert that no sent message has a forbidden mention or markup; only the role `pinged`."""
    assert recorder.sent
    for message in recorder.sent:
        mentions = message["allowed_mentions"]
        assert mentions["parse"] == []
        assert not mentions.get("users")
        assert set(mentions.get("roles") or ()) <= {pinged}
        for text in texts_in(message):
            assert not BARE.search(text.replace(f"<@&{pinged}>", "")), text
        assert sum(map(len, texts_in(message))) < 4000
    recorder.sent.clear()


@pytest.mark.parametrize(
    ("command", "option", "rest", "longest"),
    [
        ("solve", "puzzle", {}, 6000),
        ("play", "puzzle", {}, 6000),
        ("hint", "puzzle", {}, 6000),
        ("hint", "moves", {"puzzle": PUZZLE}, 6000),
        ("submit", "moves", {}, 6000),
        ("daily", "day", {}, 20),
        ("new", "size", {}, 20),
        ("settings", "zone", {}, 64),
        ("setup", "zone", {}, 64),
        ("setup", "time", {}, 20),
        ("solution", "board", {}, 6000),
    ],
)
async def test_options(  # noqa: PLR0917 - parameters and fixtures
    command: str,
    option: str,
    rest: dict[str, Value],
    longest: int,
    place: Sandbox,
    recorder: MessageRecorder,
) -> None:
    await place.client.slash("play", {"puzzle": PUZZLE})
    for text in (*HOSTILE, LONG):
        options: dict[str, Value] = {**rest, option: text[:longest]}
        reply = await place.client.slash(command, options)
        assert reply.text
        assert "went wrong" not in reply.text
        check(recorder)


@pytest.mark.parametrize(
    ("command", "option", "typed"),
    [
        ("daily", "day", "1"),
        ("new", "size", "1"),
        ("settings", "zone", "europe"),
        ("setup", "zone", "europe"),
        ("solution", "board", "3x3"),
    ],
)
async def test_suggestions(command: str, option: str, typed: str, place: Sandbox) -> None:
    """The typed text is searched for, and never repeated in the suggestions."""
    await place.client.slash("play", {"puzzle": PUZZLE})
    await place.client.slash("daily")
    place.clock.advance(86_400)
    assert await place.client.autocomplete(command, option, {option: typed})
    for text in (*HOSTILE, LONG):
        assert await place.client.autocomplete(command, option, {option: text}) == []


async def test_files_messages_and_forms(place: Sandbox, recorder: MessageRecorder) -> None:
    client = place.client
    board = await client.slash("play", {"puzzle": PUZZLE})
    draft = await client.slash("create")
    for number, text in enumerate((*HOSTILE, LONG, "[click](http://evil.example)" * 9000)):
        file = Upload(f"@everyone{number}**[click](http:).txt", text.encode())
        replies: list[Reply] = [
            await client.slash(command, {"file": file}) for command in ("solve", "submit")
        ]
        message = await client.post_message(text[:2000], [file])
        replies += [
            await client.message_command(f"{name} this Slitherlink", message)
            for name in ("Solve", "Play", "Rate")
        ]
        form = await press(place, board, "type")
        replies.append(await client.submit_modal(form, {"moves": text[:1000]}))
        form = await client.press(draft, "Type clues")
        replies.append(await client.submit_modal(form, {"clues": text[:2000]}))
        for reply in replies:
            assert "went wrong" not in reply.text
        check(recorder)


async def test_names_of_people_places_and_roles(run_bot: Runner) -> None:
    recorder = MessageRecorder()
    name = "@everyone **evil** [click](http://evil.example) <@&1>"
    async with patient_chat(inspector=recorder) as sandbox:
        client, world = sandbox.client, sandbox.world
        channel = world.add_channel(client.guild, "evil-channel")
        role = world.add_role(client.guild, name)
        someone = world.add_user(name)
        put_clock(sandbox, 10)
        async with run_bot(sandbox):
            options: dict[str, Value] = {
                "channel": str(channel),
                "ping": str(role),
                "time": "12:00",
                "zone": "UTC",
            }
            await client.press(await client.slash("setup", options), "Start posting")
            for command in ("stats", "leaderboard", "daily", "help", "play"):
                await client.slash(command, user=someone)
            await client.slash("stats", {"person": str(someone)})
            sent = recorder.sent[:]
            recorder.sent.clear()
            put_clock(sandbox, 12)
            await wait_for_posts(sandbox, channel)
            ping = f"<@&{role}>"
            assert sum(ping in text for one in recorder.sent for text in texts_in(one)) == 1
            await client.slash("status")
        for message in (*sent, *recorder.sent):
            assert name not in json.dumps(message, ensure_ascii=False)
            for text in texts_in(message):
                assert "evil" not in text
        for message in recorder.sent:
            mentions = message["allowed_mentions"]
            assert mentions["parse"] == []
            assert mentions.get("roles", []) in ([], [role], [str(role)])
            assert not mentions.get("users")
