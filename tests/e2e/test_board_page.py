"""From a board in chat to its page and back: the link, what follows, and how it ends."""

from aiohttp import WSMsgType

from puzzle.notation import parse_loopy
from sandbox.model.permissions import Permission
from service.learning.course import COURSE
from solver.search import solve
from tests.support.board_pages import opened_page
from tests.support.chat.messages import buttons, labels, picture_text
from tests.support.chat.playing import PUZZLE, SOLUTION, link_to, opened, press, tour
from tests.support.sandbox.server import Sandbox
from texts import board_page, boards, problems, sharing
from texts import settings as preferences

IN_ORDER = sorted(SOLUTION)
STARTS = tour(PUZZLE.grid, SOLUTION)[0]
"""A dot of the loop, where a stroke over all of it begins and ends."""


async def test_the_page_and_the_chat_show_the_same_board(chat: Sandbox) -> None:
    board = await press(chat, await opened(chat), "right")
    async with opened_page(link_to(board)) as page:
        first = await page.receive()
        assert first["marks"].count("-") == 1
        await press(chat, board, "down")
        assert [mark for _, mark in (await page.receive())["changes"]] == ["-"]
        await page.ask("edit", edit="clear")
        await board.until(lambda message: "with" not in picture_text(message))
        await page.draw(*IN_ORDER[:3])
        await board.until(lambda message: "with 3 lines drawn." in picture_text(message))
        assert board_page.OPEN_BOARD.text in labels(board.message)
        solved = await page.draw(*IN_ORDER[3:])
        assert solved["ended"] == "solved"
        await board.until(lambda _: boards.SOLVED.text in board.text)
        assert board_page.OPEN_BOARD.text not in labels(board.message)


async def test_a_result_is_posted_where_the_board_came_from(chat: Sandbox) -> None:
    client, world = chat.client, chat.world
    room = world.add_channel(client.guild, "room")
    link = link_to(await opened(chat, channel=room, user=client.member))
    place = link.rpartition("#")[2].partition(".")[2]
    assert place == f"{client.guild}.{room}"
    async with opened_page(link) as page:
        await page.receive()
        await page.ask("mark", edges=[(edge, ".", "-") for edge in IN_ORDER], pen=STARTS)
        for _ in range(3):  # to look at the card is not to share it
            assert (await page.ask("share"))["note"]
        world.deny(room, client.member, Permission.SEND_MESSAGES)
        assert problems.NOT_POSTED.text in (await page.ask("post", place=place))["text"]
        elsewhere = f"{client.guild}.{client.direct}"
        for wrong in ("", "1.2", elsewhere):
            assert "refused" in await page.ask("post", place=wrong)
        other = world.add_channel(client.guild, "other")
        allowed = f"{client.guild}.{other}"
        assert (await page.ask("post", place=allowed))["told"] == sharing.POSTED.text
        assert problems.SHARED_LATELY.text in (await page.ask("post", place=allowed))["text"]
    shared = await client.wait_for_message(
        lambda message: "Ouro · 5x5" in str(message["components"]), channel=other
    )
    assert f"<@{client.member}> solved it" in str(shared["components"])
    assert "\N{COMBINING ENCLOSING KEYCAP}" not in str(shared["components"])
    assert "Regions in the order of solving" in picture_text(shared)


async def test_the_course_in_chat_goes_on_with_the_page(chat: Sandbox) -> None:
    rules = await chat.client.slash("learn")
    [begin] = buttons(rules.message)
    lesson = await chat.client.press(rules, begin["custom_id"])
    assert "Lesson 1 of" in lesson.text
    course = parse_loopy(COURSE)
    zero = course.clues.index(0)
    async with opened_page(link_to(lesson)) as page:
        await page.receive()
        await page.draw(*course.grid.cell_edges[zero], mark="x")
        await lesson.until(lambda _: "Lesson 2 of" in lesson.text)
        assert "Right!" in lesson.text
        await page.draw(*solve(course).solutions[0])
        await lesson.until(lambda _: "Easy daily #" in " ".join(labels(lesson.message)))


async def test_pages_close_when_their_person_signs_out(chat: Sandbox) -> None:
    board = await opened(chat)
    async with opened_page(link_to(board)) as page:
        await page.receive()
        reply = await chat.client.press(
            await chat.client.slash("settings"), preferences.SIGN_OUT.text
        )
        assert preferences.SIGNED_OUT.text in reply.text
        closing = await page.socket.receive()
        assert (closing.type, closing.data) == (WSMsgType.CLOSE, 4001)
