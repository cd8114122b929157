"""A board that several people draw in the chat, from its message to the coloured loop."""

from io import BytesIO
from itertools import cycle, pairwise

from PIL import Image

from bot.boards.components import key_of
from jobs.appearance import PLAIN
from play.pen import Arrow
from puzzle.places import ways
from renderer.shapes import PERSON_ROLES, ShapeRole
from renderer.theme import theme_named
from sandbox.model.components import walk
from sandbox.model.records import Json
from sandbox.model.waiting import wait_until
from sandbox.payloads.messages import message_json
from tests.support.chat.messages import labels, picture_text, readable
from tests.support.chat.playing import PUZZLE, SOLUTION, button, menu, opened, tour
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import board_page, problems, together

BELOW = together.DRAW_ALONG, together.LOOK_ON, together.ORDER
"""The buttons below the message of a board."""


def shown(chat: Sandbox, number: int) -> Json:
    """A message as it is now."""
    return message_json(chat.state, chat.state.messages[number])


async def until(chat: Sandbox, number: int, part: str) -> str:
    """The text of a message once it has a part."""

    def found() -> str | None:
        text = readable(shown(chat, number)).replace("*", "")
        return text if part in text else None

    while not (text := found()):
        chat.clock.advance(5)
        text = await wait_until(chat.state, found, 60)
    return text


def component(reply: Reply, kind: str) -> str:
    """The `custom_id` of the first component of a kind."""
    found = (str(part.get("custom_id", "")) for part in walk(reply.message["components"]))
    return next(each for each in found if each.startswith(f"ouro:together-{kind}:"))


def people_in(picture: bytes) -> set[ShapeRole]:
    """The people whose colours a picture has."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    found = {colour for _, colour in image.getcolors(2**20) or ()}
    styles = theme_named(PLAIN.theme).styles
    return {role for role in PERSON_ROLES if styles[role].rgb in found}


async def begun(chat: Sandbox) -> Reply:
    """A new board of several people."""
    own = await opened(chat)
    return await chat.client.select(own, menu(own), ["together"])


async def test_two_draw_a_board(chat: Sandbox) -> None:
    client = chat.client
    me, other = client.me, client.member
    posted = await begun(chat)
    number = int(posted.message["id"])
    assert not posted.ephemeral
    assert f"A · <@{me}> · 0 lines" in posted.text.replace("*", "")
    assert labels(posted.message) == [text.text for text in BELOW]
    pad = await client.press(posted, together.DRAW_ALONG.text, user=other)
    assert pad.ephemeral
    assert "You draw as B" in pad.text.replace("*", "")
    pad = await client.press(pad, button(pad, "right"), user=other)
    pen = component(pad, "menu").split(":")[3]
    assert pen != "0"
    text = await until(chat, number, "1 line\n")
    assert f"B · <@{other}> · 1 line" in text
    pad = await client.select(pad, component(pad, "menu"), ["hint"], user=other)
    assert pad.ephemeral
    assert component(pad, "menu").split(":")[3] == pen, "the pen stays where it is"
    assert f"<@{other}> asked for help" in await until(chat, number, "asked for help")
    order = await client.press(shown(chat, number), together.ORDER.text)
    choose = component(order, "order")
    order = await client.select(order, choose, ["take-back.1"])
    await until(chat, number, "· 0 lines\n")
    refused = await client.press(shown(chat, number), together.ORDER.text, user=other)
    assert problems.NOT_BEGUN_BY.text in refused.text
    order = await client.select(order, choose, ["put-back.1"])
    await until(chat, number, "· 1 line\n")
    order = await client.select(order, choose, ["shut-out.1"])
    assert "Shut You out" not in str(order.message)
    refused = await client.press(pad, button(pad, "right"), user=other)
    assert problems.SHUT_OUT.text in refused.text
    looking = await client.press(shown(chat, number), together.DRAW_ALONG.text, user=other)
    assert problems.SHUT_OUT.text in looking.text
    assert labels(looking.message) == [board_page.OPEN_BOARD.text]
    asked = await client.press(order, together.GIVE_UP.text)
    assert together.WORDS["ask_reveal"].text in asked.text
    order = await client.press(asked, board_page.LABELS["cancel"].text)
    assert together.KEEP_ORDER.text in order.text
    asked = await client.press(order, together.GIVE_UP.text)
    assert together.GIVEN_UP.text in (await client.press(asked, together.GIVE_UP.text)).text
    await until(chat, number, "given up")
    pad = await client.press(pad, button(pad, "right"), user=other)
    assert together.GIVEN_UP.text in pad.text
    for message in (shown(chat, number), pad.message):
        assert "with the loop drawn" in picture_text(message)


async def test_two_solve_a_board_and_go_on(chat: Sandbox) -> None:
    client = chat.client
    posted = await begun(chat)
    number = int(posted.message["id"])
    ring = tour(PUZZLE.grid, SOLUTION)[:-1]
    there = dict(pairwise([*ring, ring[0]]))
    people = {client.me: {to: at for at, to in there.items()}, client.member: there}
    pads = {
        each: await client.press(posted, together.DRAW_ALONG.text, user=each) for each in people
    }
    for each in cycle(people):
        pen = int(component(pads[each], "menu").split(":")[3])
        edge = PUZZLE.grid.edge_between(pen, people[each][pen])
        arrow = next(way for way, found in ways(PUZZLE.grid, pen).items() if found == edge)
        pressed = button(pads[each], key_of(Arrow(arrow)))
        pads[each] = await client.press(pads[each], pressed, user=each)
        if "Solved together" in pads[each].text:
            break
    text = await until(chat, number, "Solved together")
    assert f"A · <@{client.me}> · " in text
    assert f"B · <@{client.member}> · " in text
    assert labels(shown(chat, number)) == [together.ANOTHER.text]
    assert people_in(await posted.attachment_bytes()) == {*PERSON_ROLES[:2]}
    following = await client.press(shown(chat, number), together.ANOTHER.text, user=client.member)
    assert "Together · 5x5" in following.text
    again = await client.press(shown(chat, number), together.ANOTHER.text)
    assert component(again, "menu").split(":")[2] == component(following, "menu").split(":")[2]
    overview = await client.slash("play")
    assert "Together · 5x5" in overview.text
    last = await client.wait_for_message(lambda m: together.INVITATION.text in readable(m))
    await until(chat, int(last["id"]), f"<@{client.me}> · 0 lines")
