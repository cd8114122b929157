"""A board that several people draw in the chat, from its message to the coloured loop."""

from sandbox.model.components import walk
from sandbox.model.records import Json
from sandbox.model.waiting import wait_until
from sandbox.payloads.messages import message_json
from tests.support.chat.messages import labels, readable
from tests.support.chat.playing import button, menu, opened
from tests.support.sandbox.server import Sandbox
from texts import problems, together


def shown(chat: Sandbox, number: int) -> Json:
    """A message as it is now."""
    return message_json(chat.state, chat.state.messages[number])


async def until(chat: Sandbox, number: int, part: str) -> str:
    """The text of a message once it has a part."""

    def found() -> str | None:
        text = readable(shown(chat, number))
        return text if part in text else None

    while not (text := found()):
        chat.clock.advance(5)
        text = await wait_until(chat.state, found, 60)
    return text


async def test_two_draw_a_board(chat: Sandbox) -> None:
    client = chat.client
    me, other = client.me, client.member
    own = await opened(chat)
    posted = await client.select(own, menu(own), ["together"])
    number = int(posted.message["id"])
    assert not posted.ephemeral
    assert f"A · <@{me}> · 0 lines" in posted.text.replace("*", "")
    assert labels(posted.message) == [together.DRAW_ALONG.text, together.ORDER.text]
    pad = await client.press(posted, together.DRAW_ALONG.text, user=other)
    assert pad.ephemeral
    assert "You draw along as B" in pad.text.replace("*", "")
    pad = await client.press(pad, button(pad, "right"), user=other)
    text = await until(chat, number, "1 line\n")
    assert f"B · <@{other}> · 1 line" in text.replace("*", "")
    hinted = await client.press(pad, together.HINT.text, user=other)
    assert hinted.ephemeral
    assert f"<@{other}> asked for help" in await until(chat, number, "asked for help")
    order = await client.press(shown(chat, number), together.ORDER.text)
    [choose] = [
        str(part["custom_id"])
        for part in walk(order.message["components"])
        if str(part.get("custom_id")).startswith("ouro:together-order")
    ]
    await client.select(order, choose, ["take-back.1"])
    await until(chat, number, "· 0 lines\n")
    refused = await client.press(shown(chat, number), together.ORDER.text, user=other)
    assert problems.NOT_BEGUN_BY.text in refused.text
